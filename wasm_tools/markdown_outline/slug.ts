// The name by which a page links to a heading, made as large forges do: small letters, digits, "-" and "_"; blanks become "-";
// the second of one name gets "-1".

export class Slugs {
  private used: Map<string, i32> = new Map();

  next(heading: string): string {
    const base = slug(heading);
    let made = base;
    while (this.used.has(made)) {
      const count = this.used.get(base) + 1;
      this.used.set(base, count);
      made = base + "-" + count.toString();
    }
    this.used.set(made, 0);
    return made;
  }
}

function slug(heading: string): string {
  const text = withoutTargets(heading).toLowerCase();
  const kept = new Uint16Array(text.length); // strings of one character each would take sixteen times the memory
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd83c && code <= 0xd83e) at++; // emoji are pairs that begin so
    else if (code == 0x20) kept[count++] = 0x2d;
    else if (isKept(code)) kept[count++] = <u16>code;
  }
  return String.UTF16.decodeUnsafe(kept.dataStart, count << 1);
}

/** `[text](target)` and `[text][name]` become `[text]`: a reader sees no target. */
function withoutTargets(text: string): string {
  if (text.indexOf("]") < 0) return text;
  const parts: string[] = [];
  const lastClose = text.lastIndexOf(")"); // looked for once: a text of openings alone must not be read again for each
  let from = 0;
  while (true) {
    const end = text.indexOf("]", from);
    if (end < 0) break;
    const opening = text.charAt(end + 1);
    const close = opening == "(" && end < lastClose ? text.indexOf(")", end) : opening == "[" ? text.indexOf("]", end + 1) : -1;
    parts.push(text.substring(from, end + 1));
    from = close < 0 ? end + 1 : close + 1;
  }
  parts.push(text.substring(from));
  return parts.join("");
}

/** Letters and digits of any script, as far as blocks of Unicode tell them from punctuation, symbols and emoji. */
function isKept(code: i32): bool {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code == 0x2d || code == 0x5f;
  if (code < 0xc0) return code == 0xaa || code == 0xb5 || code == 0xba;
  if (code == 0xd7 || code == 0xf7) return false; // times, divided by
  if (code >= 0x2000 && code < 0x2070) return false; // general punctuation
  if (code >= 0x20a0 && code < 0x2c00) return false; // currencies, arrows, mathematics, shapes, dingbats
  if (code >= 0x3000 && code < 0x3040) return code == 0x3005; // punctuation of East Asia
  return !((code >= 0xfe00 && code < 0xfe70) || (code >= 0xff00 && code < 0xff10));
}
