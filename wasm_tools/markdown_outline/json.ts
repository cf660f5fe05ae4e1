// Texts as JSON strings.

const QUOTE: i32 = 0x22, BACKSLASH: i32 = 0x5c;

/** Adds the text with its quotes and escapes to what is being written. */
export function putQuoted(parts: string[], text: string): void {
  parts.push('"');
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code != QUOTE && code != BACKSLASH) continue;
    parts.push(text.substring(from, at));
    parts.push(code < 0x20 ? "\\u00" + (code < 0x10 ? "0" : "") + code.toString(16) : "\\" + text.charAt(at));
    from = at + 1;
  }
  parts.push(text.substring(from));
  parts.push('"');
}
