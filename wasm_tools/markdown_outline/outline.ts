// The headings of a Markdown text by CommonMark 0.31: ATX ("## text") and Setext (underlined) ones that stand in no list, quotation,
// block of code, comment or front matter.

export class Heading {
  constructor(public level: i32, public text: string, public line: i32) {}
}

const MOST_INDENT = 3; // from four blanks on it is code
const MOST_LEVEL = 6;
const SHORTEST_FENCE = 3;

const TAB: i32 = 0x09, BLANK: i32 = 0x20, HASH: i32 = 0x23, STAR: i32 = 0x2a, DASH: i32 = 0x2d, EQUALS: i32 = 0x3d;
const UNDERLINE: i32 = 0x5f, BACKTICK: i32 = 0x60, TILDE: i32 = 0x7e;

export class Outline {
  headings: Heading[] = [];
  private paragraph: string[] = []; // lines that an underline would make a heading
  private paragraphLine: i32 = 0;
  private container: bool = false; // in a list or quotation: what follows may be a lazy part of it
  private fence: i32 = 0; // the character of the fence around these lines, and how many there are of it
  private fenceLength: i32 = 0;
  private comment: bool = false;

  /** The headings of the whole text. */
  static of(text: string): Heading[] {
    const lines = linesOf(text);
    const outline = new Outline();
    for (let i = frontMatter(lines); i < lines.length; i++) outline.line(lines[i], i + 1);
    return outline.headings;
  }

  private line(line: string, number: i32): void {
    const indent = indentOf(line);
    const text = line.trim();
    if (this.fence != 0) return this.inFence(text, indent);
    if (this.comment) {
      this.comment = !text.includes("-->");
    } else if (text.length == 0) {
      this.endParagraph();
      this.container = false;
    } else if (indent > MOST_INDENT) {
      if (this.paragraph.length > 0) this.paragraph.push(text); // only a paragraph goes on so far to the right
    } else if (!this.opensFence(text) && !this.atx(text, number) && !this.setext(text)) {
      this.other(text, number);
    }
  }

  private inFence(text: string, indent: i32): void {
    const length = runOf(text, this.fence);
    if (indent <= MOST_INDENT && length >= this.fenceLength && length == text.length) this.fence = 0;
  }

  private opensFence(text: string): bool {
    const first = text.charCodeAt(0);
    if (first != BACKTICK && first != TILDE) return false;
    const length = runOf(text, first);
    if (length < SHORTEST_FENCE || (first == BACKTICK && text.indexOf("`", length) >= 0)) return false;
    this.endParagraph();
    this.fence = first;
    this.fenceLength = length;
    return true;
  }

  private atx(text: string, number: i32): bool {
    const level = runOf(text, HASH);
    if (level == 0 || level > MOST_LEVEL) return false;
    if (level < text.length && !isBlank(text.charCodeAt(level))) return false;
    this.endParagraph();
    this.container = false;
    this.headings.push(new Heading(level, withoutClosing(text.substring(level).trim()), number));
    return true;
  }

  private setext(text: string): bool {
    const first = text.charCodeAt(0);
    if (this.paragraph.length == 0 || (first != EQUALS && first != DASH) || runOf(text, first) != text.length) return false;
    this.headings.push(new Heading(first == EQUALS ? 1 : 2, this.paragraph.join(" "), this.paragraphLine));
    this.endParagraph();
    return true;
  }

  private other(text: string, number: i32): void {
    if (text.startsWith("<!--")) {
      this.endParagraph();
      this.comment = text.indexOf("-->", 4) < 0;
    } else if (isBreak(text)) {
      this.endParagraph();
      this.container = false;
    } else if (isContainer(text)) {
      this.endParagraph();
      this.container = true;
    } else if (!this.container) {
      if (this.paragraph.length == 0) this.paragraphLine = number;
      this.paragraph.push(text);
    }
  }

  private endParagraph(): void {
    this.paragraph.length = 0;
  }
}

/** How many lines at the top are settings between two lines of dashes. */
function frontMatter(lines: string[]): i32 {
  if (lines.length == 0 || lines[0].trimEnd() != "---") return 0;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i].trimEnd();
    if (line == "---" || line == "...") return i + 1;
  }
  return 0;
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  while (from < text.length) {
    let to = text.indexOf("\n", from);
    if (to < 0) to = text.length;
    lines.push(text.substring(from, to > from && text.charCodeAt(to - 1) == 0x0d ? to - 1 : to));
    from = to + 1;
  }
  return lines;
}

function isBlank(code: i32): bool {
  return code == BLANK || code == TAB;
}

/** Columns of blanks before the text; a tab goes to the next multiple of four. */
function indentOf(line: string): i32 {
  let columns = 0;
  for (let at = 0; at < line.length && isBlank(line.charCodeAt(at)); at++) {
    columns = line.charCodeAt(at) == TAB ? (columns & ~3) + 4 : columns + 1;
  }
  return columns;
}

/** How often the character stands at the beginning. */
function runOf(text: string, code: i32): i32 {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) == code) at++;
  return at;
}

/** Without the number signs that close a heading: they stand after a blank, or alone. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) == HASH) end--;
  if (end == 0) return "";
  return isBlank(text.charCodeAt(end - 1)) ? text.substring(0, end).trimEnd() : text;
}

/** A rule: three or more of *, - or _, with blanks at will. */
function isBreak(text: string): bool {
  const first = text.charCodeAt(0);
  if (first != STAR && first != DASH && first != UNDERLINE) return false;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code == first) count++;
    else if (!isBlank(code)) return false;
  }
  return count >= 3;
}

/** Whether a list's item or a quotation begins here. */
function isContainer(text: string): bool {
  const first = text.charCodeAt(0);
  if (first == 0x3e) return true;
  let at = 1;
  if (first >= 0x30 && first <= 0x39) {
    while (at < text.length && at < 9 && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
    const mark = text.charAt(at++);
    if (mark != "." && mark != ")") return false;
  } else if (first != DASH && first != STAR && first != 0x2b) {
    return false;
  }
  return at >= text.length || isBlank(text.charCodeAt(at));
}
