// Texts as JSON strings.

const QUOTE: i32 = 0x22, BACKSLASH: i32 = 0x5c;

export function quoted(text: string): string {
  const parts: string[] = ['"'];
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
  return parts.join("");
}
