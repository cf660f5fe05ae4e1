"""rg: search folders for lines that match, leaving out what git ignores (after ripgrep)."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.rg.files import Selection, walk
from runtime.bash.commands.rg.output import Json, Printer
from runtime.bash.commands.rg.search import Searcher
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError
from runtime.bash.streams import Input, Null

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

# getopt's words and rg's.
_WORDS = (
    (re.compile(r"invalid option -- '(.)'"), r"unrecognized flag -\1"),
    (re.compile(r"unrecognized option '(--[^=']*).*'"), r"unrecognized flag \1"),
    (
        re.compile(r"option requires an argument -- '(.)'"),
        r"missing value for flag -\1: missing argument for option '-\1'",
    ),
    (
        re.compile(r"option '(--.*)' requires an argument"),
        r"missing value for flag \1: missing argument for option '\1'",
    ),
    (
        re.compile(r"option '(--.*)' doesn't allow an argument"),
        r"invalid CLI arguments: unexpected argument for option '\1'",
    ),
)


class _Options(Options):
    """rg's long names are whole, and its messages its own."""

    __slots__ = ()

    def abbreviated(self, name: str) -> list[str]:
        del name
        return []

    def refuse(self, cx: Context, message: str) -> Done:
        for pattern, words in _WORDS:
            message = pattern.sub(words, message)
        return super().refuse(cx, message)


OPTIONS = _Options(
    "[OPTIONS] PATTERN [PATH ...]\n[OPTIONS] -e PATTERN ... [PATH ...]\n[OPTIONS] -f PATTERNFILE ... [PATH ...]\n"
    "[OPTIONS] --files [PATH ...]\n[OPTIONS] --type-list",
    "Search the files beneath the current directory for lines matching a pattern.",
    ("e", "regexp", "PATTERN", "a pattern to search for"),
    ("f", "file", "FILE", "search for the patterns of FILE"),
    ("A", "after-context", "NUM", "show NUM lines after each match"),
    ("B", "before-context", "NUM", "show NUM lines before each match"),
    ("C", "context", "NUM", "show NUM lines before and after each match"),
    ("a", "text", "", "search binary files as text"),
    ("", "binary", "", "search binary files until something is found"),
    ("b", "byte-offset", "", "show the offset of each line"),
    ("c", "count", "", "show the number of matching lines of each file"),
    ("", "count-matches", "", "show the number of matches of each file"),
    ("", "include-zero", "", "with -c, files without a match too"),
    ("", "color colour", "WHEN", "always or ansi: in colour"),
    ("", "colors", "SPEC", "ignored"),
    ("", "column", "", "show the column of the first match; implies -n"),
    ("", "no-column", "", "do not"),
    ("", "context-separator", "TEXT", "what parts groups of lines (--)"),
    ("", "no-context-separator", "", "nothing parts them"),
    ("", "field-match-separator", "TEXT", "what parts the fields of a match (:)"),
    ("", "field-context-separator", "TEXT", "what parts the fields of a line of context (-)"),
    ("", "crlf", "", "lines end with CR LF or LF; printed with LF"),
    ("", "null-data", "", "lines end with NUL"),
    ("E", "encoding", "ENCODING", "how files are encoded: auto, utf-8, utf-16le, latin1 ..."),
    ("F", "fixed-strings", "", "patterns are literal strings"),
    ("", "no-fixed-strings", "", "they are not"),
    ("", "files", "", "print the names of what would be searched"),
    ("l", "files-with-matches", "", "print only names of files that match"),
    ("", "files-without-match", "", "print only names of files that do not match"),
    ("g", "glob", "GLOB", "include or, with !, exclude files that match GLOB; the last that matches decides"),
    ("", "iglob", "GLOB", "the same, in any case"),
    ("", "glob-case-insensitive", "", "-g in any case"),
    (".", "hidden", "", "search hidden files and directories"),
    ("", "no-hidden", "", "do not"),
    ("H", "with-filename", "", "print the name of each file"),
    ("I", "no-filename", "", "never print names of files"),
    ("", "heading", "", "names above the matches of each file"),
    ("", "no-heading", "", "names before each match (default)"),
    ("i", "ignore-case", "", "search in any case"),
    ("S", "smart-case", "", "search in any case unless the pattern has capitals"),
    ("s", "case-sensitive", "", "search in the pattern's case (default)"),
    ("", "ignore-file", "PATH", "leave out what PATH says"),
    ("", "ignore-file-case-insensitive", "", "ignore files speak of names in any case"),
    ("", "ignore", "", "heed ignore files (default)"),
    ("", "no-ignore", "", "search what ignore files leave out"),
    ("", "no-ignore-dot", "", "heed no .ignore and .rgignore"),
    ("", "no-ignore-exclude", "", "heed no .git/info/exclude"),
    ("", "no-ignore-files", "", "heed no --ignore-file"),
    ("", "no-ignore-global", "", "ignored: there are no global ones"),
    ("", "no-ignore-parent", "", "heed no ignore files of folders above"),
    ("", "no-ignore-vcs", "", "heed no .gitignore"),
    ("", "no-require-git", "", "heed .gitignore outside of repositories too"),
    ("", "require-git", "", "do not (default)"),
    ("v", "invert-match", "", "lines that do not match"),
    ("", "json", "", "print messages in JSON"),
    ("n", "line-number", "", "line numbers"),
    ("N", "no-line-number", "", "no line numbers"),
    ("x", "line-regexp", "", "matches that are whole lines"),
    ("w", "word-regexp", "", "matches that are whole words"),
    ("M", "max-columns", "NUM", "leave out lines of more than NUM bytes"),
    ("", "max-columns-preview", "", "show their beginnings"),
    ("m", "max-count", "NUM", "stop a file after NUM matching lines"),
    ("d", "max-depth maxdepth", "NUM", "descend at most NUM directories"),
    ("", "max-filesize", "SIZE", "leave out larger files"),
    ("U", "multiline", "", "matches may go over lines"),
    ("", "multiline-dotall", "", ". matches newlines too, with -U"),
    ("0", "null", "", "NUL behind names"),
    ("o", "only-matching", "", "print only what matched"),
    ("", "passthru passthrough", "", "print all lines"),
    ("p", "pretty", "", "colours, headings and line numbers"),
    ("q", "quiet", "", "print nothing; the exit status tells"),
    ("r", "replace", "TEXT", "print TEXT in place of each match: $0, $1, ${name}"),
    ("L", "follow", "", "follow symbolic links"),
    ("", "no-messages", "", "say nothing of files that cannot be read"),
    ("z", "search-zip", "", "search in what gzip, bzip2 and xz files hold"),
    ("", "sort", "BY", "path, modified, accessed, created or none (files are always in order)"),
    ("", "sortr", "BY", "the same, the other way round"),
    ("", "stats", "", "print figures at the end"),
    ("", "stop-on-nonmatch", "", "stop a file behind its first run of matching lines"),
    ("t", "type", "TYPE", "only files of TYPE"),
    ("T", "type-not", "TYPE", "no files of TYPE"),
    ("", "type-add", "SPEC", "NAME:GLOB makes a type, or adds to it"),
    ("", "type-clear", "TYPE", "forget the globs of TYPE"),
    ("", "type-list", "", "show all types"),
    ("", "trim", "", "cut blanks at the beginning of lines"),
    ("u", "unrestricted", "", "once: no ignore files; twice: hidden files; thrice: binary files"),
    ("", "vimgrep", "", "every match on a line of its own, with file, line and column"),
    ("P", "pcre2", "", "ignored: the syntax is always Perl's"),
    ("", "auto-hybrid-regex no-pcre2 no-config no-unicode line-buffered block-buffered", "", "ignored"),
    ("", "mmap no-mmap debug trace one-file-system no-ignore-messages no-pre", "", "ignored"),
    ("j", "threads", "NUM", "ignored: there is one"),
    (
        "",
        "engine dfa-size-limit regex-size-limit path-separator hostname-bin hyperlink-format",
        "VALUE",
        "ignored",
    ),
    ("h", "", "", "like --help"),
    ("V", "", "", "like --version"),
    status=2,
    hint="",
    origin="ripgrep 14.1",
    examples=(
        ("rg -n TODO -t py", "where in Python files"),
        ("rg -l 'import (os|sys)' -g '!tests/**'", "which files, but for those of a folder"),
        ("rg -o '[a-z]+@[a-z.]+' --no-filename", "only what matched"),
        ("rg --files -g '*.md'", "names of files"),
    ),
    notes=(
        "Files come in the order of their paths, always.",
        "The syntax of patterns is Perl's with look-around and back-references, under a time limit; messages for bad patterns are shorter.",
        "There is no configuration file, and --pre is not offered. Times in --stats and --json are zero.",
    ),
)
_TIMES = {"modified": "mtime_ns", "accessed": "atime_ns", "created": "ctime_ns"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    for key in ("sort", "sortr"):
        if given.get(key, "none") not in ("none", "path", *_TIMES):
            return cx.fail(f"error parsing flag --{key}: choice '{given[key]}' is unrecognized", 2)
    if "type-list" in given:
        names = Selection(cx, given).names
        cx.write("".join(f"{name}: {', '.join(sorted(globs))}\n" for name, globs in sorted(names.items())))
        return 0
    operands = list(given.operands)
    sources = _sources(cx, given, operands)
    selection = Selection(cx, given)
    if "files" in given:
        return _files(cx, given, selection, operands)
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
            sources += text_of(whole(cx, stream)).removesuffix("\n").split("\n")
        finally:
            stream.release()
    if not sources and not given.any(("f", "files")):
        if not operands:
            cx.complain("ripgrep requires at least one pattern to execute a search")
            raise Done(2)
        sources = [operands.pop(0)]
    return sources


def _pattern(cx: Context, given: Given, sources: list[str]) -> Pattern:
    case = given.last(("i", "s", "S"))
    plain = not any(char.isupper() for source in sources for char in re.sub(r"\\[A-Z]", "", source))
    fixed = given.last(("F", "no-fixed-strings")) == "F"
    multiline = "U" in given
    if multiline and "multiline-dotall" in given and not fixed:
        sources = [f"(?s:{source})" for source in sources]
    return Pattern(
        sources,
        cx.meter,
        syntax="fixed" if fixed else "perl",
        ignore_case=case == "i" or (case == "S" and plain),
        whole=given.last("xw").replace("x", "line").replace("w", "word"),
        newline=multiline,
    )


def _paths(
    cx: Context, given: Given, selection: Selection, operands: list[str]
) -> list[tuple[str, str, bool]]:
    """The files to search: as they are shown, their paths, and whether each was named."""
    found = []
    for name in operands or ["./"]:
        paths = walk(cx, selection, name)
        found += [(path.removeprefix("./") if not operands else path, path, path == name) for path in paths]
    key = given.last(("sort", "sortr"))
    by = given.get(key, "none")
    if by in _TIMES:
        found.sort(key=lambda file: getattr(cx.fs.stat(cx.path(file[1])), _TIMES[by]))
    return found[::-1] if key == "sortr" and by != "none" else found


def _files(cx: Context, given: Given, selection: Selection, operands: list[str]) -> int:
    found = _paths(cx, given, selection, operands)
    end = "\0" if "0" in given else "\n"
    if "q" not in given:
        for shown, _, _ in found:
            cx.write(f"{shown}{end}")
    return 2 if selection.failed else 0 if found else 1


def _search(cx: Context, given: Given, pattern: Pattern, selection: Selection, operands: list[str]) -> int:
    standard = operands == ["-"] or (not operands and _piped(cx))
    several = not standard and (len(operands) != 1 or cx.fs.is_dir(cx.path(operands[0])))
    plain = given.any(("l", "c", "count-matches", "files-without-match"))
    printer = (Json if "json" in given and not plain else Printer)(cx, given, named=several)
    work = Searcher(cx, given, pattern, printer)
    if standard:
        work.content("<stdin>", whole(cx, cx.stdin), explicit=True)
    else:
        for shown, path, named in _paths(cx, given, selection, operands):
            if path == "-":
                work.content("<stdin>", whole(cx, cx.stdin), explicit=True)
            else:
                work.file(shown, path, explicit=named)
            if work.matched and "q" in given and "stats" not in given:
                return 0
    printer.finish(work.total)
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
