"""sort: sort lines."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded, held, opened, text_of, whole
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.commands.sort.columns import arrange, in_bytes_order, in_order
from runtime.bash.commands.sort.command_line import SORTS, checks, modern
from runtime.bash.commands.sort.keys import ORDERS, Key, parse_key
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
    "Write the lines of all FILEs together, sorted; with no FILE, or when FILE is -, sort standard input.",
    ("b", "ignore-leading-blanks", "", "ignore blanks before keys"),
    ("d", "dictionary-order", "", "compare blanks, letters and digits only"),
    ("f", "ignore-case", "", "compare lower case as upper case"),
    ("g", "general-numeric-sort", "", "compare as floating-point numbers"),
    ("i", "ignore-nonprinting", "", "compare printable characters only"),
    ("M", "month-sort", "", "compare as months: JAN to DEC"),
    ("h", "human-numeric-sort", "", "compare numbers like 2K and 1G"),
    ("n", "numeric-sort", "", "compare as numbers"),
    ("R", "random-sort", "", "order at random, equal keys together"),
    ("", "random-source", "FILE", "take the chance from FILE"),
    ("r", "reverse", "", "the other way round"),
    ("", "sort", "WORD", "general-numeric, human-numeric, month, numeric, random or version"),
    ("V", "version-sort", "", "compare as version numbers"),
    ("", "batch-size", "N", "ignored: there are no temporary files"),
    ("c", "", "", "only say whether the input is sorted"),
    ("", "check", "[HOW]", "the same; quiet or silent: by the status alone"),
    ("C", "", "", "the same as --check=quiet"),
    ("", "compress-program", "PROG", "ignored: there are no temporary files"),
    ("", "debug", "", "ignored"),
    ("", "files0-from", "F", "read the names from file F, each ended by NUL"),
    ("k", "key", "KEYDEF", "sort by a key: F[.C][OPTS][,F[.C][OPTS]]"),
    ("m", "merge", "", "the files are sorted already"),
    ("o", "output", "FILE", "write to FILE"),
    ("s", "stable", "", "leave lines with equal keys in their order"),
    ("S", "buffer-size", "SIZE", "ignored"),
    ("t", "field-separator", "SEP", "fields are parted by SEP"),
    ("T", "temporary-directory", "DIR", "ignored"),
    ("", "parallel", "N", "ignored"),
    ("u", "unique", "", "of lines with equal keys write the first only"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    status=2,
    examples=(
        ("sort -t, -k2,2n -k1,1 table.csv", "by the second field as a number, then by the first"),
        ("sort -u names.txt", "each line once"),
        ("sort -rh sizes.txt", "sizes like 2K and 1G, largest first"),
    ),
)
# Orders that exclude each other; the last three are one kind to GNU's test.
_RIVALS = {"n": "n", "g": "g", "h": "h", "M": "M", "V": "V", "R": "V", "d": "V", "i": "V"}
_SHOWN = "dfghiMnRV"
# Seconds for a line that is put in order, and for one whose number is read, in which nothing looks at the clock.
_LINE_S = 1e-6
_NUMBER_S = 5e-7
# Lines whose keys are made between two looks at the clock, bytes of all files together, and what one of a version counts.
_SLICE, _SLICE_BYTES = 1024, 65_536
_MOST_BYTES = 64_000_000
_VERSION = 4
# Lines that -c looks at together.
_CHECKED = 4096


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, modern(OPTIONS, cx.args, cx.env), checks(cx, OPTIONS))
    order = _Order(cx, given)
    names = _names(cx, given)
    end = b"\0" if "z" in given else b"\n"
    check = _checking(cx, given, names)
    if check:
        lines, _ = _read(cx, names[0], end, "open failed")
        return order.check(lines, names[0], quiet=check == "C")
    _accessible(cx, given, names)
    files = []
    count = size = 0
    for name in names:
        found, size_bytes = _read(cx, name, end)
        files.append(found)
        count += len(found)
        size += size_bytes
        held(cx, count)
        if size > _MOST_BYTES:
            cx.meter.exceeded("file_bytes", f"{cx.name}: more than {_MOST_BYTES} bytes at once")
    lines = [line for file in files for line in file] if len(files) > 1 else files[0]
    _write(cx, given, order.merged(lines, files) if "m" in given else order.sorted(lines), end)
    return 0


def _accessible(cx: Context, given: Given, names: list[str]) -> None:
    """What cannot be read or written is said before anything is read."""
    for name in names:
        try:
            if name != "-" and not cx.fs.is_dir(cx.path(name)):
                cx.open(name).release()
        except OSError as error:
            raise _trouble(cx, f"cannot read: {maybe(name)}: {reason(error)}") from None
    if "o" in given:
        try:
            cx.open(given["o"], 0o101).release()  # O_WRONLY | O_CREAT
        except OSError as error:
            raise _trouble(cx, f"open failed: {maybe(given['o'])}: {reason(error)}") from None


def _checking(cx: Context, given: Given, names: list[str]) -> str:
    """``c`` or ``C`` when the order is only checked, else ""."""
    check = ""
    for key, value in given.order:
        if key not in ("c", "C", "check"):
            continue
        how = key if len(key) == 1 else "C" if value and value[0] in "qs" else "c"
        if check and check != how:
            raise _trouble(cx, "options '-cC' are incompatible")
        check = how
    if check and len(names) > 1:
        raise _trouble(cx, f"extra operand {always(names[1])} not allowed with -{check}")
    if check and "o" in given:
        raise _trouble(cx, f"options '-{check}o' are incompatible")
    return check


def _names(cx: Context, given: Given) -> list[str]:
    if "files0-from" not in given:
        return given.operands or ["-"]
    source = given["files0-from"]
    if given.operands:
        cx.complain(f"extra operand {always(given.operands[0])}")
        cx.stderr.write(b"file operands cannot be combined with --files0-from\n")
        raise OPTIONS.refuse(cx, "")
    try:
        stream = opened(cx, source)
    except OSError as error:
        raise _trouble(cx, f"open failed: {maybe(source)}: {reason(error)}") from None
    try:
        data = whole(cx, stream)
    finally:
        stream.release()
    if not data:
        raise _trouble(cx, f"no input from {quote(source)}")
    return [text_of(name) for name in data.removesuffix(b"\0").split(b"\0")]


def _trouble(cx: Context, message: str) -> Done:
    cx.complain(message)
    return Done(2)


def _read(cx: Context, name: str, end: bytes, absent: str = "cannot read") -> tuple[list[bytes], int]:
    """The lines of one file without their ends, and its size in bytes."""
    try:
        stream = opened(cx, name)
    except OSError as error:
        what = "read failed" if error.errno == 21 else absent
        raise _trouble(cx, f"{what}: {maybe(name)}: {reason(error)}") from None
    try:
        data = whole(cx, stream)
    finally:
        stream.release()
    if not data:
        return [], 0
    held(cx, data.count(end))
    lines = data.split(end)
    if not lines[-1]:
        lines.pop()
    return lines, len(data)


def _write(cx: Context, given: Given, lines: Sequence[bytes], end: bytes) -> None:
    # With an empty line at last: what is joined is not copied once more for its end.
    text = end.join([*lines, b""]) if lines else b""
    if "o" not in given:
        if text:
            cx.stdout.write(text)
        return
    try:
        stream = cx.open(given["o"], 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
    except OSError as error:
        raise _trouble(cx, f"open failed: {maybe(given['o'])}: {reason(error)}") from None
    try:
        stream.write(text)
    finally:
        stream.release()


class _Order:
    """How lines compare: by each key in turn and, unless the order is stable, by all their bytes at last."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        flags = "".join(key for key, _ in given.order if key in ORDERS)
        for word in given.all("sort"):
            flags += next(letter for name, letter in SORTS if name.startswith(word))
        self.tab = self._separator(given)
        self.unique = "u" in given
        self.stable = "s" in given or self.unique
        self.reverse = "r" in flags
        self.keys = [parse_key(text) for text in given.all("k")]
        for key in self.keys:
            key.inherit(flags)
        if not self.keys and flags.strip("r"):
            key = Key()
            key.inherit(flags)
            self.keys.append(key)
        for key in self.keys:
            if len({_RIVALS[flag] for flag in key.flags if flag in _RIVALS}) > 1:
                hidden = "i" if "d" in key.flags else ""
                shown = "".join(flag for flag in _SHOWN if flag in key.flags and flag not in hidden)
                raise _trouble(cx, f"options '-{shown}' are incompatible")
        self.salt = cx.random.getrandbits(64) if any("R" in key.flags for key in self.keys) else 0

    @staticmethod
    def _separator(given: Given) -> bytes | None:
        tabs = given.all("t")
        if not tabs:
            return None
        if tabs[0] == "\\0":
            return b"\0"
        return encoded(tabs[0])

    def _shuffled(self, text: bytes) -> bytes:
        from hashlib import blake2b

        return blake2b(text, digest_size=16, key=self.salt.to_bytes(8, "big")).digest()

    def columns(self, lines: list[bytes]) -> list[tuple[Sequence[Any], bool]]:
        """The values of each key for all lines, and whether they order the other way round."""
        found = []
        for key in self.keys:
            found.append((self._column(key, lines), key.reverse))
            self.cx.meter.check()
        return found

    def _column(self, key: Key, lines: list[bytes]) -> Sequence[Any]:
        """The values of one key: of numbers all together, since they take the form that suits them all."""
        meter = self.cx.meter
        if "n" in key.flags:
            meter.afford(_NUMBER_S * len(lines))
            return key.column(lines, self.tab, self._shuffled)
        if "V" in key.flags:
            # Every part of a version is an object.
            meter.text(_VERSION * sum(map(len, lines)))
        values: list[Any] = []
        size = sum(map(len, lines)) // max(len(lines), 1)
        step = max(1, min(_SLICE, _SLICE_BYTES // (size + 1)))
        for start in range(0, len(lines), step):
            values += key.column(lines[start : start + step], self.tab, self._shuffled)
            meter.check()
        return values

    def sorted(self, lines: list[bytes]) -> Sequence[bytes]:
        """The lines in order."""
        self.cx.meter.afford(_LINE_S * len(lines) * (1 + len(self.keys)))
        if not self.keys:
            if self.unique:
                lines = list(dict.fromkeys(lines))
            return in_bytes_order(lines, self.reverse)
        columns = self.columns(lines)
        order = list(range(len(lines)))
        last: list[tuple[Sequence[Any], bool]] = [] if self.stable else [(lines, self.reverse)]
        arrange(order, [*columns, *last], self.cx.meter.check)
        if self.unique:
            order = _firsts(order, [values for values, _ in columns])
        return [lines[at] for at in order]

    def merged(self, lines: list[bytes], files: list[list[bytes]]) -> Sequence[bytes]:
        """-m: always the least of the files' next lines, of equal ones the first file's; no file is put in order itself."""
        from functools import cmp_to_key
        from heapq import merge

        columns = self.columns(lines)
        if not columns or not self.stable:
            columns.append((lines, self.reverse))

        def compare(one: int, two: int) -> int:
            for values, reverse in columns:
                if values[one] != values[two]:
                    return 1 if bool(values[one] < values[two]) == reverse else -1
            return 0

        spans = []
        start = 0
        for file in files:
            spans.append(range(start, start + len(file)))
            start += len(file)
        order = list(merge(*spans, key=cmp_to_key(compare)))
        self.cx.meter.check()
        if self.unique:
            order = _firsts(order, [values for values, _ in columns])
        return [lines[at] for at in order]

    def check(self, lines: list[bytes], name: str, *, quiet: bool) -> int:
        """-c: 0 when the lines are in order, else 1 and a word on the first that is not."""
        for start in range(1, len(lines), _CHECKED):
            piece = lines[start - 1 : start + _CHECKED]
            columns = self.columns(piece) or [(piece, self.reverse)]
            if in_order(*columns[0], strictly=len(columns) > 1 or self.unique or not self.stable):
                continue
            if self.keys and not self.stable:
                columns.append((piece, self.reverse))
            for at in range(1, len(piece)):
                if self._after(columns, at):
                    if not quiet:
                        self.cx.complain(f"{name}:{start + at}: disorder: {text_of(piece[at])}")
                    return 1
        return 0

    def _after(self, columns: list[tuple[Sequence[Any], bool]], at: int) -> bool:
        """Whether line ``at - 1`` must not come before line ``at``."""
        for values, reverse in columns:
            before, here = values[at - 1], values[at]
            if before != here:
                return bool(before < here) == reverse
        return self.unique


def _firsts(order: list[int], columns: list[Sequence[Any]]) -> list[int]:
    kept: list[int] = []
    for at in order:
        if not kept or any(values[at] != values[kept[-1]] for values in columns):
            kept.append(at)
    return kept
