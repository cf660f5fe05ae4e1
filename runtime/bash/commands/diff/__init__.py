"""diff: compare files line by line."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import opened, split_lines, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.diff.lines import changes
from runtime.bash.commands.diff.merge import is_merge
from runtime.bash.commands.diff.output import context, styles, write
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

    Run = tuple[int, int, int, int]

OPTIONS = Options(
    "[OPTION]... FILES",
    "Compare FILES line by line.",
    ("", "normal", "", "write a normal diff (the default)"),
    ("q", "brief", "", "say only whether files differ"),
    ("s", "report-identical-files", "", "say when files are the same"),
    ("c", "", "", "write 3 lines of context, in the context format"),
    ("C", "", "NUM", "the same with NUM lines"),
    ("", "context", "[NUM]", "the same"),
    ("u", "", "", "write 3 lines of context, in the unified format"),
    ("U", "", "NUM", "the same with NUM lines"),
    ("", "unified", "[NUM]", "the same"),
    ("e", "ed", "", "write an ed script"),
    ("n", "rcs", "", "write an RCS diff"),
    ("y", "side-by-side", "", "write two columns"),
    ("D", "ifdef", "NAME", "write both as one text with #ifdef NAME"),
    ("", "line-format", "LFMT", "write all lines by LFMT: %l the line, %L with its end, %dn its number"),
    ("", "old-line-format", "LFMT", "write lines of the first file by LFMT"),
    ("", "new-line-format", "LFMT", "write lines of the second file by LFMT"),
    ("", "unchanged-line-format", "LFMT", "write lines of both files by LFMT"),
    (
        "",
        "old-group-format",
        "GFMT",
        "write groups of lines of the first file by GFMT: %< its lines, %> the second's, %= common ones, %df %dl %dn numbers (F L N of the second), %(A=B?T:E)",
    ),
    ("", "new-group-format", "GFMT", "the same for groups of the second file"),
    ("", "unchanged-group-format", "GFMT", "the same for common groups"),
    ("", "changed-group-format", "GFMT", "the same for groups that replace each other"),
    ("W", "width", "NUM", "write at most NUM columns (130)"),
    ("", "left-column", "", "write only the left column of common lines"),
    ("", "suppress-common-lines", "", "do not write common lines"),
    ("p", "show-c-function", "", "show which C function a change is in"),
    ("F", "show-function-line", "RE", "show the last line that matches RE"),
    ("L", "label", "LABEL", "write LABEL instead of the file's name and time"),
    ("t", "expand-tabs", "", "write tabs as spaces"),
    ("T", "initial-tab", "", "align tabs by a tab before lines"),
    ("", "tabsize", "NUM", "tab stops every NUM columns (8)"),
    ("", "suppress-blank-empty", "", "no blank before empty lines"),
    ("l", "paginate", "", "ignored"),
    ("r", "recursive", "", "compare folders in folders"),
    ("", "no-dereference", "", "compare links themselves"),
    ("N", "new-file", "", "take files that are not there for empty ones"),
    ("P", "unidirectional-new-file", "", "the same for the first file only"),
    ("", "ignore-file-name-case", "", "file names are compared in any case"),
    ("", "no-ignore-file-name-case", "", "in their own (default)"),
    ("S", "starting-file", "FILE", "begin with FILE when comparing folders"),
    ("", "from-file", "FILE1", "compare FILE1 to all operands"),
    ("", "to-file", "FILE2", "compare all operands to FILE2"),
    ("x", "exclude", "PAT", "leave out files that match PAT"),
    ("X", "exclude-from", "FILE", "leave out files that match a line of FILE"),
    ("", "palette", "PALETTE", "ignored"),
    ("", "color", "[WHEN]", "colour what is written: always, never or auto"),
    ("i", "ignore-case", "", "ignore the case of letters"),
    ("E", "ignore-tab-expansion", "", "ignore the difference of tabs and spaces"),
    ("Z", "ignore-trailing-space", "", "ignore white space at the end of lines"),
    ("b", "ignore-space-change", "", "ignore how much white space there is"),
    ("w", "ignore-all-space", "", "ignore all white space"),
    ("B", "ignore-blank-lines", "", "ignore changes of empty lines only"),
    ("I", "ignore-matching-lines", "RE", "ignore changes whose lines all match RE"),
    ("a", "text", "", "take all files for text"),
    ("", "strip-trailing-cr", "", "leave out carriage returns at the end of lines"),
    ("d", "minimal", "", "ignored: changes are always the fewest"),
    ("f", "forward-ed", "", "like -e, in the order of the lines (no program reads it)"),
    ("H", "speed-large-files", "", "ignored"),
    ("", "binary inhibit-hunk-merge sdiff-merge-assist", "", "ignored"),
    ("", "horizon-lines", "NUM", "ignored"),
    ("v", "", "", "the same as --version"),
    status=2,
    digits="lines",
    hint="{name}: Try '{name} --help' for more information.",
    origin="GNU diffutils 3.8",
)
_FOLDER = 0o040000
_NUMBERS = {
    **dict.fromkeys(("U", "C", "unified", "context"), "context length"),
    "tabsize": "tabsize",
    "W": "width",
    "horizon-lines": "horizon length",
}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "v" in given:
        OPTIONS.parse(cx, ["--version"])
    names = given.operands
    _check(cx, given)
    if given.any(("from-file", "to-file")):
        return _many(cx, given)
    if len(names) < 2:
        raise OPTIONS.refuse(cx, f"missing operand after '{cx.args[-1] if cx.args else cx.name}'")
    if len(names) > 2:
        raise OPTIONS.refuse(cx, f"extra operand '{names[2]}'")
    return _Comparison(cx, given).pair(names[0], names[1], True)


def _check(cx: Context, given: Given) -> None:
    """Values that make no sense, and styles that contradict each other."""
    for key, value in given.order:
        what = _NUMBERS.get(key)
        least = 1 if key in ("tabsize", "W") else 0
        if what and value and not (value.isascii() and value.isdigit() and int(value[:9]) >= least):
            raise OPTIONS.refuse(cx, f"invalid {what} '{value}'")
        if key == "color" and value not in ("", "auto", "always", "never"):
            raise OPTIONS.refuse(cx, f"invalid color '{value}'")
    if len(styles(given)) > 1:
        raise OPTIONS.refuse(cx, "conflicting output style options")


def _many(cx: Context, given: Given) -> int:
    """--from-file and --to-file: one file against every operand."""
    if "from-file" in given and "to-file" in given:
        cx.complain("--from-file and --to-file both specified")
        raise Done(2)
    work = _Comparison(cx, given)
    if "from-file" in given:
        return max((work.pair(given["from-file"], name, True) for name in given.operands), default=0)
    return max((work.pair(name, given["to-file"], True) for name in given.operands), default=0)


class _Comparison:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.shown = " ".join(_shell(word) for word in cx.args if word not in given.operands)
        self.absent = given.any(("N",))
        self.absent_first = self.absent or "P" in given
        self.key = _key(given)
        self.boring = self._boring()
        self.skipped = [self._wildcard(text) for text in given.all("x") + self._lines(given.all("X"))]

    def _wildcard(self, text: str) -> Callable[[str], object]:
        from runtime.bash.commands._shared.wildcards import wildcard

        return wildcard(text)

    def _lines(self, names: list[str]) -> list[str]:
        out: list[str] = []
        for name in names:
            out += [line for line in self._read(name).decode("utf-8", "surrogateescape").split("\n") if line]
        return out

    def _boring(self) -> Callable[[bytes], bool] | None:
        """Lines whose changes do not count (-B, -I)."""
        patterns = []
        for source in self.given.all("I"):
            try:
                patterns.append(Pattern([source], self.cx.meter))
            except RegexError as error:
                self.cx.complain(f"{source}: {error}")
                raise Done(2) from None
        blank = "B" in self.given
        if not patterns and not blank:
            return None
        white = self.given.any("bwZ")

        def test(line: bytes) -> bool:
            body = line.rstrip(b"\n")
            if blank and not (body.strip() if white else body):
                return True
            return any(pattern.search(pattern.subject(body)) is not None for pattern in patterns)

        return test

    def _kind(self, name: str) -> int:
        """The type bits of what a name leads to, 0 when there is nothing."""
        if name == "-":
            return 0o100000
        try:
            return self.cx.fs.stat(self.cx.path(name)).mode & 0o170000
        except OSError:
            return 0 if not name.startswith("/dev/") else 0o100000

    def _read(self, name: str) -> bytes:
        stream = opened(self.cx, name)
        try:
            return whole(self.cx, stream)
        finally:
            stream.release()

    def pair(self, one: str, two: str, operands: bool) -> int:
        """Compare two names: 0 the same, 1 different, 2 trouble."""
        kinds = [self._kind(one), self._kind(two)]
        if one == two == "-":
            return 0
        if operands and "-" in (one, two) and _FOLDER in kinds:
            self.cx.complain("cannot compare '-' to a directory")
            return 2
        if operands:
            one, two, kinds = self._into_folder(one, two, kinds)
        trouble = False
        for name, kind, allowed in ((one, kinds[0], self.absent_first), (two, kinds[1], self.absent)):
            if not kind and not (allowed and any(kinds)):
                self.cx.complain(f"{name}: No such file or directory")
                trouble = True
        if trouble:
            return 2
        if kinds.count(_FOLDER) == 2 or (_FOLDER in kinds and 0 in kinds):
            return (
                self._folders(one, two, operands) if operands or "r" in self.given else self._common(one, two)
            )
        if _FOLDER in kinds:
            words = ["directory" if kind == _FOLDER else "regular file" for kind in kinds]
            self.cx.write(f"File {one} is a {words[0]} while file {two} is a {words[1]}\n")
            return 1
        return self._files(one, two, kinds, operands)

    def _into_folder(self, one: str, two: str, kinds: list[int]) -> tuple[str, str, list[int]]:
        """A file and a folder: the file of that name in the folder."""
        if kinds[0] == _FOLDER and kinds[1] not in (_FOLDER, 0) and two != "-":
            one = f"{one.rstrip('/')}/{two.rstrip('/').rpartition('/')[2]}"
        elif kinds[1] == _FOLDER and kinds[0] not in (_FOLDER, 0) and one != "-":
            two = f"{two.rstrip('/')}/{one.rstrip('/').rpartition('/')[2]}"
        return one, two, [self._kind(one), self._kind(two)]

    def _common(self, one: str, two: str) -> int:
        self.cx.write(f"Common subdirectories: {one} and {two}\n")
        return 0

    def _folders(self, one: str, two: str, operands: bool) -> int:
        listed: list[list[str]] = []
        for name in (one, two):
            try:
                names = self.cx.fs.listdir(self.cx.path(name)) if self._kind(name) else []
            except OSError as error:
                self.cx.complain(f"{name}: {reason(error)}")
                return 2
            listed.append([entry for entry in names if not any(skip(entry) for skip in self.skipped)])
        fold = "ignore-file-name-case" in self.given
        sides = [{entry.lower() if fold else entry: entry for entry in names} for names in listed]
        begin = self.given.get("S") if operands else ""
        status = 0
        for entry in sorted({*sides[0], *sides[1]}, key=lambda name: name.encode("utf-8", "surrogateescape")):
            self.cx.meter.check()
            if entry < begin:
                continue
            here = [side.get(entry) for side in sides]
            allowed = self.absent if here[0] else self.absent_first
            if not all(here) and not allowed:
                self.cx.write(f"Only in {(one if here[0] else two)}: {here[0] or here[1]}\n")
                status = max(status, 1)
                continue
            left, right = (name or other for name, other in (here, here[::-1]))
            status = max(status, self.pair(f"{one.rstrip('/')}/{left}", f"{two.rstrip('/')}/{right}", False))
        return status

    def _files(self, one: str, two: str, kinds: list[int], operands: bool) -> int:
        data = []
        for name, kind in ((one, kinds[0]), (two, kinds[1])):
            try:
                data.append(self._read(name) if kind else b"")
            except OSError as error:
                self.cx.complain(f"{name}: {reason(error)}")
                return 2
        given = self.given
        if data[0] == data[1]:
            if "s" in given:
                self.cx.write(f"Files {one} and {two} are identical\n")
            if is_merge(given) or ("y" in given and "suppress-common-lines" not in given):
                write(self.cx, given, (one, two), [split_lines(each) for each in data], [])
            return 0
        if "a" not in given and any(b"\0" in each[:8192] for each in data):
            self.cx.write(f"{'F' if 'q' in given else 'Binary f'}iles {one} and {two} differ\n")
            return 1
        return self._different((one, two), data, operands)

    def _different(self, names: tuple[str, str], data: list[bytes], operands: bool) -> int:
        """Two texts that are not the same byte for byte."""
        given, (one, two) = self.given, names
        lines = [split_lines(each) for each in data]
        found = self._changes(lines)
        if not found:
            if "s" in given:
                self.cx.write(f"Files {one} and {two} are identical\n")
            return 0
        if "q" in given:
            self.cx.write(f"Files {one} and {two} differ\n")
            return 1
        if not operands:
            self.cx.write(f"diff {self.shown + ' ' if self.shown else ''}{one} {two}\n")
        write(self.cx, given, names, lines, found)
        return 2 if self._unended(names, lines) else 1

    def _unended(self, names: tuple[str, str], lines: list[list[bytes]]) -> bool:
        """Whether an ed script is of last lines without the end that it cannot tell of; it is said of each file."""
        if not styles(self.given) & {"e", "f"}:
            return False
        labels = [*self.given.all("L"), *names[len(self.given.all("L")) :]]
        wanting = [
            name for name, side in zip(labels, lines, strict=False) if side and not side[-1].endswith(b"\n")
        ]
        for name in wanting:
            self.cx.complain(f"{name}: No newline at end of file\n")
        return bool(wanting)

    def _changes(self, lines: list[list[bytes]]) -> list[tuple[int, int, int, int]]:
        numbers: dict[bytes, int] = {}
        key = self.key
        one, two = (
            [numbers.setdefault(key(line) if key else line, len(numbers)) for line in side] for side in lines
        )
        found = changes(one, two, self.cx.meter, context(self.given))
        boring = self.boring
        if boring is None:
            return found
        return [
            run
            for run in found
            if not all(map(boring, lines[0][run[0] : run[1]] + lines[1][run[2] : run[3]]))
        ]


def _shell(word: str) -> str:
    from runtime.bash.commands._shared.quoting import always

    plain = word.replace("-", "").replace("_", "").replace(".", "").replace("/", "").isalnum()
    return word if plain else always(word)


def _key(given: Given) -> Callable[[bytes], bytes] | None:
    """What of a line is compared; None for all of it."""
    steps = _white(given)
    if "strip-trailing-cr" in given:
        steps.insert(0, lambda line: line[:-2] + b"\n" if line.endswith(b"\r\n") else line)
    if "i" in given:
        steps.append(bytes.lower)
    if styles(given) & {"e", "f"}:
        # No ed script can take the last newline away.
        steps.append(lambda line: line.removesuffix(b"\n"))
    if not steps:
        return None

    def key(line: bytes) -> bytes:
        for step in steps:
            line = step(line)
        return line

    return key


def _white(given: Given) -> list[Callable[[bytes], bytes]]:
    """What is done about white space."""
    steps: list[Callable[[bytes], bytes]] = []
    if "w" in given:
        steps.append(lambda line: re.sub(rb"[ \t\n\v\f\r]", b"", line))
    elif "b" in given:
        steps.append(lambda line: re.sub(rb"[ \t\v\f\r]+", b" ", line.rstrip()))
    else:
        if "E" in given:
            tab = int(given.get("tabsize", "8")[:6])
            steps.append(lambda line: line.expandtabs(tab))
        if "Z" in given:
            steps.append(bytes.rstrip)
    return steps
