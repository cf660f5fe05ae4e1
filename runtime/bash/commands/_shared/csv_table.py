"""What csvcut, csvgrep, csvjson, csvlook and csvsort share: their options, their input as a table, and names of columns."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.csv_lines import BadRow, line_writer, read_rows, text_lines
from runtime.bash.commands._shared.input import encoded, opened, whole
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["Table", "columns", "held", "options", "show_names", "write_rows"]

_SHARED = (
    ("d", "delimiter", "DELIMITER", "delimiting character of the input"),
    ("t", "tabs", "", "the input is delimited with tabs; overrides -d"),
    ("q", "quotechar", "QUOTECHAR", "character used to quote strings in the input"),
    ("u", "quoting", "STYLE", "quoting style of the input: 0 minimal, 1 all, 2 non-numeric, 3 none"),
    ("e", "encoding", "ENCODING", "ignored: text is UTF-8"),
    ("S", "skipinitialspace", "", "ignore whitespace immediately following the delimiter"),
    ("H", "no-header-row", "", "the input has no header row; columns are called a, b, c, ..."),
    ("K", "skip-lines", "N", "skip N lines before the header row"),
    ("l", "linenumbers", "", "insert a column of line numbers at the front of the output"),
    ("", "zero", "", "count columns from 0"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
)
_INTEGER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{0,9})[-:]([0-9]{0,9})")
# Cells of a table that is held as a whole, at some 60 bytes each.
_MOST_CELLS = 2_000_000
_BLOCK = 32_768


def options(about: str, *rows: tuple[str, str, str, str], unshared: str = "") -> Options:
    """The table of one command: its own rows and the shared ones, without those whose letters are in ``unshared``."""
    shared = (row for row in _SHARED if not row[0] or row[0] not in unshared)
    return Options(
        "[OPTION]... [FILE]", about, *rows, *shared, status=2,
        hint="Try '{name} --help' for more information.", origin="csvkit 2.2",
    )  # fmt: skip


def letters(number: int) -> str:
    """The name of a column without one: a, b, ..., z, aa, bb."""
    return "abcdefghijklmnopqrstuvwxyz"[number % 26] * (number // 26 + 1)


class Table:
    """One input: the names of its columns, and its rows as they are read."""

    def __init__(self, cx: Context, given: Given, table: Options) -> None:
        if "h" in given or "V" in given:
            table.parse(cx, ["--help" if "h" in given else "--version"])
        self.cx = cx
        self.given = given
        self._rows = self._read()
        first = next(self._rows, [])
        if "H" in given and "n" in given:
            raise fail(
                cx, "RequiredHeaderError: You cannot use --no-header-row with the -n or --names options."
            )
        self.names = [letters(number) for number in range(len(first))] if "H" in given else first
        self._first = first if "H" in given and first else None

    def _read(self) -> Iterator[list[str]]:
        cx, given = self.cx, self.given
        if len(given.operands) > 1:
            cx.complain(f"error: unrecognized arguments: {' '.join(given.operands[1:])}")
            raise Done(2)
        name = given.operands[0] if given.operands else "-"
        try:
            stream = opened(cx, name)
        except OSError as error:
            from runtime.bash.commands._shared.quoting import reason

            kind = {2: "FileNotFoundError", 13: "PermissionError", 21: "IsADirectoryError"}.get(
                error.errno or 0, "OSError"
            )
            raise fail(cx, f"{kind}: [Errno {error.errno}] {reason(error)}: '{name}'") from None
        try:
            lines = text_lines(whole(cx, stream), "utf-8-sig")
        finally:
            stream.release()
        for _ in range(_count(given.get("K", "0"))):
            if not lines.readline():
                break
        separator = "\t" if "t" in given else given.get("d", ",")
        if len(separator) != 1:
            raise fail(cx, 'TypeError: "delimiter" must be a 1-character string')
        quote = given.get("q", '"')[:1]
        if given.get("u") == "3":
            quote = ""
        rows = read_rows(lines, cx.meter.check, separator, quote, skip_spaces="S" in given)
        try:
            yield from rows
        except BadRow as error:
            raise fail(cx, f"Error: {error}") from None

    def __iter__(self) -> Iterator[list[str]]:
        """The rows, the header apart."""
        if self._first is not None:
            yield self._first
        yield from self._rows


def _count(text: str) -> int:
    return int(text) if _INTEGER.fullmatch(text) else 0


def fail(cx: Context, words: str, status: int = 1) -> Done:
    """Say what is wrong; the Done to raise."""
    cx.stderr.write(encoded(words + "\n"))
    return Done(status)


def held(table: Table) -> list[list[str]]:
    """All rows at once, each as wide as the header."""
    rows: list[list[str]] = []
    wide = len(table.names)
    cells = 0
    for number, row in enumerate(table):
        if len(row) > wide:
            raise fail(
                table.cx,
                f"ValueError: Row {number} has {len(row)} values, but Table only has {wide} columns.",
            )
        cells += wide + 1
        if cells > _MOST_CELLS:
            table.cx.meter.exceeded("lines", f"{table.cx.name}: more than {_MOST_CELLS} cells at once")
        rows.append(row + [""] * (wide - len(row)))
    return rows


def columns(table: Table, wish: str, *, without: str = "") -> list[int]:
    """The columns that a list of numbers, names and ranges names, all for none; those of ``without`` left out. Raises Done."""
    names = table.names
    offset = 0 if "zero" in table.given else 1
    chosen = _listed(table, wish, offset) if wish else list(range(len(names)))
    left_out = set(_listed(table, without, offset, strict=False)) if without else set()
    return [number for number in chosen if number not in left_out]


def _listed(table: Table, wish: str, offset: int, *, strict: bool = True) -> list[int]:
    found: list[int] = []
    for item in _items(table.cx, wish):
        name = item.strip()
        if name in table.names:
            found.append(table.names.index(name))
            continue
        ranged = _RANGE.fullmatch(name)
        if ranged and (ranged[1] or ranged[2]):
            first = int(ranged[1] or offset)
            last = int(ranged[2] or len(table.names) - 1 + offset)
            table.cx.meter.fields(max(0, last - first))
            found += [_numbered(table, number, offset) for number in range(first, last + 1)]
        elif _INTEGER.fullmatch(name):
            found.append(_numbered(table, int(name), offset))
        elif not strict:
            continue
        elif re.search("[-:]", name):
            raise fail(
                table.cx,
                "ColumnIdentifierError: Invalid range %s. Ranges must be two integers separated by a - or : character.",
            )
        else:
            known = ", ".join(f"'{known}'" for known in table.names)
            raise fail(
                table.cx,
                f"ColumnIdentifierError: Column '{name}' is invalid. It is neither an integer nor a column name. Column names are: {known}",
            )
    return found


def _items(cx: Context, wish: str) -> list[str]:
    """What stands between the commas of a wish."""
    try:
        return next(read_rows(text_lines(encoded(wish)), cx.meter.check), [""])
    except BadRow as error:
        raise fail(cx, f"Error: {error}") from None


def _numbered(table: Table, number: int, offset: int) -> int:
    at = number - offset
    if at < 0:
        raise fail(table.cx, "ColumnIdentifierError: Column 0 is invalid. Columns are 1-based.")
    if at >= len(table.names):
        last = table.names[-1] if table.names else ""
        raise fail(
            table.cx,
            f"ColumnIdentifierError: Column {number} is invalid. The last column is '{last}' at index {len(table.names) - 1 + offset}.",
        )
    return at


def show_names(table: Table) -> int:
    """``-n``: the columns with their numbers."""
    offset = 0 if "zero" in table.given else 1
    table.cx.write("".join(f"{number:3}: {name}\n" for number, name in enumerate(table.names, offset)))
    return 0


def write_rows(table: Table, names: list[str], rows: Iterable[list[str]]) -> int:
    """A table as CSV."""
    numbered = "l" in table.given
    line = line_writer()
    lines = [line(["line_number", *names] if numbered else names)]
    size = 0
    for number, row in enumerate(rows, 1):
        lines.append(line([str(number), *row] if numbered else row))
        size += len(lines[-1])
        if size > _BLOCK:
            table.cx.stdout.write(encoded("".join(lines)))
            lines, size = [], 0
    table.cx.stdout.write(encoded("".join(lines)))
    return 0
