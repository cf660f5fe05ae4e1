"""grep: print the lines that match patterns."""

from __future__ import annotations

from runtime.bash.commands._shared.input import feeds_itself, opened, text_of, watched, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands.grep.output import Search
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... PATTERNS [FILE]...",
    "Search each FILE for PATTERNS, one a line; with no FILE search standard input, or with -r the working folder.",
    ("E", "extended-regexp", "", "PATTERNS are extended regular expressions"),
    ("F", "fixed-strings fixed-regexp", "", "PATTERNS are strings"),
    ("G", "basic-regexp", "", "PATTERNS are basic regular expressions (the default)"),
    ("P", "perl-regexp", "", "PATTERNS are Perl regular expressions"),
    ("e", "regexp", "PATTERNS", "search for PATTERNS"),
    ("f", "file", "FILE", "take patterns from FILE"),
    ("iy", "ignore-case", "", "ignore the case of letters"),
    ("", "no-ignore-case", "", "do not (the default)"),
    ("w", "word-regexp", "", "match whole words only"),
    ("x", "line-regexp", "", "match whole lines only"),
    ("z", "null-data", "", "lines end with NUL"),
    ("s", "no-messages", "", "do not complain about files"),
    ("v", "invert-match", "", "select the lines that do not match"),
    ("m", "max-count", "NUM", "stop after NUM selected lines"),
    ("b", "byte-offset", "", "print the byte offset with each line"),
    ("n", "line-number", "", "print the number with each line"),
    ("", "line-buffered", "", "ignored: output is never held back"),
    ("H", "with-filename", "", "print the file name with each line"),
    ("h", "no-filename", "", "do not"),
    ("", "label", "LABEL", "the name of standard input"),
    ("o", "only-matching", "", "print only what matched, each on its own line"),
    ("q", "quiet silent", "", "print nothing; end at the first match"),
    ("", "binary-files", "TYPE", "take binary files as binary, text or without-match"),
    ("a", "text", "", "take binary files as text"),
    ("I", "", "", "take binary files as without match"),
    ("d", "directories", "ACTION", "read, recurse into or skip folders"),
    ("D", "devices", "ACTION", "read or skip devices"),
    ("r", "recursive", "", "search folders"),
    ("R", "dereference-recursive", "", "the same, following all links"),
    ("", "include", "GLOB", "search only files whose name matches"),
    ("", "exclude", "GLOB", "skip files whose name matches"),
    ("", "exclude-from", "FILE", "skip files whose name matches a line of FILE"),
    ("", "exclude-dir", "GLOB", "skip folders whose name matches"),
    ("L", "files-without-match", "", "print only names of files with no selected line"),
    ("l", "files-with-matches", "", "print only names of files with selected lines"),
    ("c", "count", "", "print only how many lines are selected"),
    ("T", "initial-tab", "", "align the lines with a tab"),
    ("Z", "null", "", "end file names with NUL"),
    ("B", "before-context", "NUM", "print NUM lines before"),
    ("A", "after-context", "NUM", "print NUM lines after"),
    ("C", "context", "NUM", "print NUM lines around"),
    ("", "group-separator", "SEP", "print SEP between groups of lines"),
    ("", "no-group-separator", "", "print nothing between them"),
    ("", "color colour", "[WHEN]", "mark what matched: always, never or auto"),
    ("U", "binary", "", "ignored: lines end with newlines only"),
    ("u", "unix-byte-offsets", "", "ignored"),
    ("V", "", "", "the same as --version"),
    status=2,
    digits="C",
    hint="Usage: {name} [OPTION]... PATTERNS [FILE]...\nTry '{name} --help' for more information.",
    origin="GNU grep 3.8",
    examples=(
        ("grep -rn --include='*.py' TODO .", "where in Python files"),
        ("grep -Eo '[0-9]+' table.txt", "every number, a line each"),
        ("grep -c . notes.txt", "how many lines are not empty"),
    ),
)
_SYNTAX = {"E": "extended", "F": "fixed", "G": "basic", "P": "perl"}
_FOLDER, _REGULAR, _LINK = 0o040000, 0o100000, 0o120000

# Seconds for a pattern of a file until it is one of many.
_PLACED_S = 1e-6


def main(cx: Context, default: str = "G") -> int:
    cx.name = "grep"  # egrep and fgrep speak by this name as well
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    operands = given.operands
    syntax = _syntax(cx, given, default)
    try:
        sources = _sources(cx, given)
        if sources is None:
            if not operands:
                raise OPTIONS.refuse(cx, "")
            sources = operands.pop(0).split("\n")
        return _run(cx, given, sources, syntax)
    except RegexError as error:
        _explain(cx, given, error)
        return 2


def _none_wanted(given: Given) -> bool:
    most = given.get("m").lstrip("+")
    return most.isdecimal() and not most.strip("0")


def _explain(cx: Context, given: Given, error: RegexError) -> None:
    """What is wrong with each pattern; of those of -f, where they stand."""
    if "f" not in given:
        cx.complain(str(error))
        return
    syntax = _syntax(cx, given, "G")
    for place, source in _placed(cx, given):
        try:
            Pattern([source], cx.meter, syntax=syntax)
        except RegexError as wrong:
            cx.complain(f"{place}{wrong}")


def _syntax(cx: Context, given: Given, default: str) -> str:
    """What kind of patterns the options want: one kind only."""
    kinds = {key for key, _ in given.order if key in _SYNTAX} | ({default} - {"G"})
    if len(kinds) > 1:
        cx.complain("conflicting matchers specified")
        raise _trouble()
    return _SYNTAX[kinds.pop() if kinds else default]


def _run(cx: Context, given: Given, sources: list[str], syntax: str) -> int:
    from runtime.bash.commands.grep.output import Search

    whole_what = "line" if "x" in given else "word" if "w" in given else ""
    invert = "v" in given
    if not sources:
        # No pattern at all: the same as one that matches everything, the other way round.
        sources, whole_what, invert = [""], "", not invert
    if given.get("D", "read") not in ("read", "skip"):
        return cx.fail("unknown devices method", 2)
    if _none_wanted(given) and given.last("lL") != "L":
        return 1  # before any pattern is looked at
    if syntax == "perl" and len(sources) > 1:
        return cx.fail("the -P option only supports a single pattern", 2)
    pattern = Pattern(
        list(dict.fromkeys(sources)),
        cx.meter,
        syntax=syntax,
        ignore_case=given.last(("i", "no-ignore-case")) == "i",
        whole=whole_what,
        longest="o" in given or "color" in given,
    )
    for warning in pattern.warnings:
        cx.complain(f"warning: {warning}")
    walk = _Walk(cx, given)
    search = Search(cx, OPTIONS, given, pattern, invert=invert, many=walk.names_files)
    nothing = search.most == 0 or (sources == [""] and invert and not whole_what)
    if nothing and search.listing != "L":
        return 1
    for name, path in walk.files():
        _search(cx, walk, search, name, path)
        if search.selected and "q" in given:
            return 0
    return 2 if walk.failed else int(not search.selected)


def _search(cx: Context, walk: _Walk, search: Search, name: str, path: str) -> None:
    try:
        stream = opened(cx, path)
    except OSError as error:
        walk.complain(name, error)
        search.file(name, None)
        return
    is_loud = search.most != 1 and not (search.quiet or search.listing)
    try:
        if is_loud and path != "-" and feeds_itself(cx, stream):
            walk.refuse(name, "input file is also the output")
        else:
            search.file(name, stream)
    finally:
        stream.release()


def _sources(cx: Context, given: Given) -> list[str] | None:
    """The patterns of -e and -f, None when neither is given."""
    return [source for _, source in _placed(cx, given)] if given.any("ef") else None


def _placed(cx: Context, given: Given) -> list[tuple[str, str]]:
    """The same, each with its place for messages: the file and line of those of -f."""
    found: list[tuple[str, str]] = []
    for key, value in given.order:
        if key not in ("e", "f"):
            continue
        if key == "e":
            found += [("", line) for line in value.split("\n")]
            continue
        try:
            stream = opened(cx, value)
        except OSError as error:
            cx.complain(f"{value}: {reason(error)}")
            raise _trouble() from None
        try:
            text = text_of(whole(cx, stream))
        finally:
            stream.release()
        lines = text.removesuffix("\n").split("\n") if text else []
        cx.meter.afford(_PLACED_S * len(lines))
        found += [(f"{value}:{number}: ", line) for number, line in enumerate(watched(cx, lines), 1)]
    return found


def _trouble() -> Exception:
    from runtime.bash.option_table import Done

    return Done(2)


class _Walk:
    """Which files are searched, and under which names."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.quiet = "s" in given
        self.failed = False
        self.recurse = ""
        self.skip_folders = False
        for key, value in given.order:
            if key in ("r", "R"):
                self.recurse, self.skip_folders = key, False
            elif key == "d":
                self._directories(value)
        self.operands = given.operands or (["."] if self.recurse else ["-"])
        self.bare = not given.operands and bool(self.recurse)
        self.rules = [(key, self._glob(value)) for key, value in given.order if key in ("include", "exclude")]
        for name in given.all("exclude-from"):
            self.rules += [("exclude", self._glob(line)) for line in self._lines(name)]
        self.folders = [self._glob(value.rstrip("/") or "/") for value in given.all("exclude-dir")]
        self.names_files = len(self.operands) > 1 or (
            bool(self.recurse) and (self.bare or cx.fs.is_dir(cx.path(self.operands[0])))
        )

    def _directories(self, action: str) -> None:
        from runtime.bash.commands._shared.argmatch import choose

        choice = choose(self.cx, OPTIONS, "directories", action, (("read",), ("recurse",), ("skip",)))
        self.recurse = "r" if choice == "recurse" else ""
        self.skip_folders = choice == "skip"

    def _glob(self, text: str) -> Callable[[str], object]:
        from runtime.bash.commands._shared.wildcards import wildcard

        return wildcard(text)

    def _lines(self, name: str) -> list[str]:
        try:
            stream = opened(self.cx, name)
        except OSError as error:
            self.complain(name, error)
            raise _trouble() from None
        try:
            return [line for line in text_of(whole(self.cx, stream)).split("\n") if line]
        finally:
            stream.release()

    def complain(self, name: str, error: OSError) -> None:
        if not self.quiet:
            self.refuse(name, reason(error))
        self.failed = True

    def refuse(self, name: str, why: str) -> None:
        self.failed = True
        self.cx.complain(f"{name}: {why}")

    def files(self) -> Iterator[tuple[str, str]]:
        """Each file as (name, what to open)."""
        for operand in self.operands:
            if operand == "-":
                yield "(standard input)", "-"
                continue
            try:
                kind = self.cx.fs.stat(self.cx.path(operand)).mode & 0o170000
            except OSError as error:
                # /dev/fd/N and the like are no files of the file system.
                if operand.startswith("/dev/"):
                    yield operand, operand
                else:
                    self.complain(operand, error)
                continue
            if kind != _FOLDER:
                if self.wanted(operand, operand):
                    yield operand, operand
            elif any(match(operand) for match in self.folders):
                continue
            elif self.recurse:
                yield from self._below(operand)
            elif not self.skip_folders:
                yield operand, operand

    def wanted(self, name: str, base: str) -> bool:
        """Whether --include and --exclude let a file through: the last rule that matches decides; a file that no rule
        matches is skipped when the first rule includes."""
        verdict = not (self.rules and self.rules[0][0] == "include")
        for kind, match in self.rules:
            if match(base) or match(name.rpartition("/")[2]):
                verdict = kind == "include"
        return verdict

    def _below(self, top: str) -> Iterator[tuple[str, str]]:
        """All files below a folder, depth first in the folders' own order; linked folders with -R only, never in a ring."""
        fs, cx = self.cx.fs, self.cx
        stack = [(top, iter(self._entries(top)), frozenset({self._identity(top)}))]
        while stack:
            folder, entries, above = stack[-1]
            entry = next(entries, None)
            if entry is None:
                stack.pop()
                continue
            cx.meter.check()
            base, kind = entry
            path = f"{folder}{'' if folder.endswith('/') else '/'}{base}"
            if kind == _LINK:
                if self.recurse == "r":
                    continue
                try:
                    kind = fs.stat(cx.path(path)).mode & 0o170000
                except OSError as error:
                    self.complain(path, error)
                    continue
            if kind == _FOLDER:
                if any(match(base) for match in self.folders):
                    continue
                identity = self._identity(path)
                if identity in above:
                    cx.complain(f"{path}: warning: recursive directory loop")
                    continue
                stack.append((path, iter(self._entries(path)), above | {identity}))
            elif kind == _REGULAR and self.wanted(path, base):
                yield path.removeprefix("./") if self.bare else path, path

    def _identity(self, path: str) -> tuple[int, int]:
        try:
            stat = self.cx.fs.stat(self.cx.path(path))
        except OSError:
            return (0, 0)
        return stat.dev, stat.ino

    def _entries(self, path: str) -> list[tuple[str, int]]:
        try:
            return self.cx.fs.scandir(self.cx.path(path))
        except OSError as error:
            self.complain(path, error)
            return []
