"""rg: search folders for lines that match, leaving out what git ignores (after ripgrep)."""

from __future__ import annotations

from runtime.bash.commands._input import chunks, text_of, whole
from runtime.bash.commands._names import reason
from runtime.bash.commands._rg_files import TYPES, Selection, walk
from runtime.bash.commands._rg_search import Searcher
from runtime.bash.options import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError
from runtime.bash.streams import Input, Null

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.options import Given

OPTIONS = Options(
    "[OPTIONS] PATTERN [PATH ...]\n[OPTIONS] -e PATTERN ... [PATH ...]\n[OPTIONS] --files [PATH ...]",
    "Recursively search the current directory for lines matching a pattern.",
    ("A", "after-context", "NUM", "show NUM lines after each match"),
    ("B", "before-context", "NUM", "show NUM lines before each match"),
    ("C", "context", "NUM", "show NUM lines before and after each match"),
    ("c", "count", "", "show the number of matching lines of each file"),
    ("", "count-matches", "", "show the number of matches of each file"),
    ("e", "regexp", "PATTERN", "a pattern to search for"),
    ("f", "file", "FILE", "search for the patterns of FILE"),
    ("F", "fixed-strings", "", "patterns are literal strings"),
    ("g", "glob", "GLOB", "include or, with !, exclude files that match GLOB"),
    ("", "iglob", "GLOB", "the same, in any case"),
    (".", "hidden", "", "search hidden files and directories"),
    ("H", "with-filename", "", "print the name of each file"),
    ("I", "no-filename", "", "never print names of files"),
    ("i", "ignore-case", "", "search in any case"),
    ("S", "smart-case", "", "search in any case unless the pattern has capitals"),
    ("s", "case-sensitive", "", "search in the pattern's case (default)"),
    ("l", "files-with-matches", "", "print only names of files that match"),
    ("", "files-without-match", "", "print only names of files that do not match"),
    ("", "files", "", "print the names of what would be searched"),
    ("L", "follow", "", "follow symbolic links"),
    ("m", "max-count", "NUM", "stop a file after NUM matching lines"),
    ("d", "max-depth maxdepth", "NUM", "descend at most NUM directories"),
    ("", "max-filesize", "SIZE", "leave out larger files"),
    ("N", "no-line-number", "", "no line numbers"),
    ("n", "line-number", "", "line numbers"),
    ("", "column", "", "show the column of the first match"),
    ("b", "byte-offset", "", "show the offset of each line"),
    ("", "heading", "", "names above the matches of each file"),
    ("", "no-heading", "", "names before each match (default)"),
    ("o", "only-matching", "", "print only what matched"),
    ("q", "quiet", "", "print nothing; the exit status tells"),
    ("r", "replace", "TEXT", "print TEXT in place of each match"),
    ("", "no-ignore", "", "search what ignore files leave out"),
    ("", "no-ignore-vcs", "", "search what .gitignore leaves out"),
    ("", "no-messages", "", "say nothing of files that cannot be read"),
    ("", "sort", "BY", "ignored: files are always sorted by path"),
    ("", "sortr", "BY", "ignored: files are always sorted by path"),
    ("t", "type", "TYPE", "only files of TYPE"),
    ("T", "type-not", "TYPE", "no files of TYPE"),
    ("", "type-list", "", "show all types"),
    ("", "trim", "", "cut blanks at the beginning of lines"),
    ("U", "multiline", "", "ignored: matches lie in one line"),
    ("u", "unrestricted", "", "once: no ignore files; twice: hidden files; thrice: binary files"),
    ("a", "text", "", "search binary files as text"),
    ("v", "invert-match", "", "lines that do not match"),
    ("w", "word-regexp", "", "matches that are whole words"),
    ("x", "line-regexp", "", "matches that are whole lines"),
    ("0", "null", "", "NUL behind names"),
    ("j", "threads", "NUM", "ignored: there is one"),
    ("P", "pcre2", "", "ignored: the syntax is always Perl's"),
    ("", "color", "WHEN", "ignored: nothing is coloured"),
    ("p", "pretty", "", "headings and line numbers"),
    ("", "no-config", "", "ignored: there is no configuration"),
    ("", "stats", "", "ignored"),
    ("V", "", "", "the same as --version"),
    status=2,
    hint="",
    origin="ripgrep 14.1",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    if "type-list" in given:
        cx.write("".join(f"{name}: {', '.join(globs)}\n" for name, globs in sorted(TYPES.items())))
        return 0
    operands = list(given.operands)
    sources = _sources(cx, given, operands)
    selection = Selection(cx, given)
    if "files" in given:
        return _files(cx, selection, operands)
    try:
        pattern = _pattern(cx, given, sources)
    except RegexError as error:
        return cx.fail(f"regex parse error: {error}", 2)
    return _search(cx, given, pattern, selection, operands)


def _sources(cx: Context, given: Given, operands: list[str]) -> list[str]:
    sources = given.all("e")
    for name in given.all("f"):
        try:
            stream = cx.stdin.retain() if name == "-" else cx.open(name)
        except OSError as error:
            cx.complain(f"{name}: {reason(error)} (os error {error.errno})")
            raise Done(2) from None
        try:
            sources += text_of(b"".join(chunks(cx, stream))).removesuffix("\n").split("\n")
        finally:
            stream.release()
    if not sources and "f" not in given and "files" not in given:
        if not operands:
            cx.complain("the following required arguments were not provided:\n  <PATTERN>")
            raise Done(2)
        sources = [operands.pop(0)]
    return sources


def _pattern(cx: Context, given: Given, sources: list[str]) -> Pattern:
    case = given.last(("i", "s", "S"))
    plain = not any(char.isupper() for source in sources for char in source)
    return Pattern(
        sources,
        cx.meter,
        syntax="fixed" if "F" in given else "perl",
        ignore_case=case == "i" or (case == "S" and plain),
        whole="line" if "x" in given else "word" if "w" in given else "",
    )


def _files(cx: Context, selection: Selection, operands: list[str]) -> int:
    found = False
    for name in operands or ["./"]:
        for path in walk(cx, selection, name):
            found = True
            cx.write(f"{path.removeprefix('./') if not operands else path}\n")
    return 0 if found else 1


def _search(cx: Context, given: Given, pattern: Pattern, selection: Selection, operands: list[str]) -> int:
    standard = operands == ["-"] or (not operands and _piped(cx))
    several = not standard and (len(operands) != 1 or cx.fs.is_dir(cx.path(operands[0])))
    work = Searcher(cx, given, pattern, named=several)
    if standard:
        work.content("<stdin>", whole(cx, cx.stdin), explicit=True)
    else:
        for name in operands or ["./"]:
            for path in walk(cx, selection, name):
                shown = path.removeprefix("./") if not operands else path
                work.file(shown, path, explicit=path == name)
                if work.matched and "q" in given:
                    return 0
    if selection.failed or work.failed:
        return 2
    return 0 if work.matched else 1


def _piped(cx: Context) -> bool:
    """Whether standard input is something to search: a pipe or a file, no terminal and not /dev/null."""
    stat = cx.stdin.stat()
    if stat is not None:
        return stat.mode & 0o170000 in {0o100000, 0o010000}
    if cx.stdin.isatty() or isinstance(cx.stdin, Null):
        return False
    return not isinstance(cx.stdin, Input) or cx.stdin.offset < len(cx.stdin.data)
