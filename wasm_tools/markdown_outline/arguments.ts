// The arguments: a JSON object (RFC 8259) with a text and, if it is there, a number.

const MOST_LEVEL = 6;

export class Arguments {
  markdown: string | null = null;
  maxLevel: i32 = MOST_LEVEL;
}

/** The arguments, or null if they are none that this tool takes. */
export function readArguments(source: string): Arguments | null {
  return new Reader(source).arguments();
}

class Reader {
  private at: i32 = 0;

  constructor(private source: string) {}

  arguments(): Arguments | null {
    const found = new Arguments();
    if (!this.next("{")) return null;
    while (!this.next("}")) {
      const key = this.string();
      if (key === null || !this.next(":") || !this.member(key, found)) return null;
      if (this.peek() !== "}" && !this.next(",")) return null;
    }
    return this.peek() === "" && found.markdown !== null ? found : null;
  }

  private member(key: string, into: Arguments): bool {
    if (key == "markdown") {
      into.markdown = this.string();
      return into.markdown !== null;
    }
    if (key != "max_level") return false;
    into.maxLevel = this.peek().charCodeAt(0) - 0x30;
    this.at++;
    return into.maxLevel >= 1 && into.maxLevel <= MOST_LEVEL;
  }

  /** The next character that is no blank; empty at the end. */
  private peek(): string {
    while (this.at < this.source.length && this.source.charCodeAt(this.at) <= 0x20) this.at++;
    return this.source.charAt(this.at);
  }

  private next(wanted: string): bool {
    if (this.peek() != wanted) return false;
    this.at++;
    return true;
  }

  private string(): string | null {
    if (!this.next('"')) return null;
    const parts: string[] = [];
    let from = this.at;
    while (this.at < this.source.length) {
      const code = this.source.charCodeAt(this.at++);
      if (code == 0x22) {
        parts.push(this.source.substring(from, this.at - 1));
        return parts.join("");
      }
      if (code != 0x5c) continue;
      parts.push(this.source.substring(from, this.at - 1));
      const escaped = this.escape();
      if (escaped === null) return null;
      parts.push(escaped);
      from = this.at;
    }
    return null;
  }

  private escape(): string | null {
    const name = this.source.charAt(this.at++);
    if (name == "u") {
      const code = this.source.substr(this.at, 4);
      this.at += 4;
      return code.length == 4 ? String.fromCharCode(<i32>parseInt(code, 16)) : null;
    }
    const found = '"\\/bfnrt'.indexOf(name);
    return name != "" && found >= 0 ? '"\\/\b\f\n\r\t'.charAt(found) : null;
  }
}
