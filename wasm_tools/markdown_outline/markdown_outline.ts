// A tool without WASI: the host writes the arguments where `alloc` says, and `run` answers where the answer lies. Memory is
// taken and never given back, since every call has an instance of its own.
import { readArguments } from "./arguments";
import { putQuoted } from "./json";
import { Outline } from "./outline";
import { Slugs } from "./slug";

const ERROR: u64 = 0x80000000;
const INVALID =
  '{"code":"arguments.invalid","message":"the arguments hold no markdown, or a max_level that is none",' +
  '"suggestion":"Give a text as markdown and, if wanted, max_level from 1 to 6."}';

export function alloc(size: usize): usize {
  return heap.alloc(size > 0 ? size : 1);
}

export function run(at: usize, length: i32): u64 {
  const given = readArguments(String.UTF8.decodeUnsafe(at, length));
  if (given === null) return packed(INVALID, ERROR);
  return packed(answer(given.markdown!, given.maxLevel), 0);
}

function answer(markdown: string, maxLevel: i32): string {
  const headings = Outline.of(markdown);
  const slugs = new Slugs();
  const parts: string[] = ['{"headings":['];
  let count = 0;
  for (let i = 0; i < headings.length; i++) {
    const one = headings[i];
    const slug = slugs.next(one.text); // those that are left out count, too: the page has them
    if (one.level > maxLevel) continue;
    parts.push(count++ > 0 ? ',{"level":' : '{"level":');
    parts.push(one.level.toString());
    parts.push(',"text":');
    putQuoted(parts, one.text);
    parts.push(',"line":');
    parts.push(one.line.toString());
    parts.push(',"slug":');
    putQuoted(parts, slug);
    parts.push("}");
  }
  parts.push('],"count":');
  parts.push(count.toString());
  parts.push("}");
  return parts.join("");
}

function packed(text: string, mark: u64): u64 {
  const bytes = String.UTF8.encode(text);
  return (<u64>changetype<usize>(bytes) << 32) | <u64>bytes.byteLength | mark;
}
