"""How the sqlite3 shell prints rows: one class for the modes that print each row at once, one for those in columns."""

from __future__ import annotations

import re

from runtime.bash.commands.sqlite3.engine import exact
from runtime.bash.commands.sqlite3.text import identifier, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.limits import Meter

    Row = tuple[Any, ...]

__all__ = ["COLUMNAR", "MODES", "Format", "inserted", "plain", "printed", "quoted_value"]

MODES = ("ascii", "box", "column", "csv", "html", "insert", "json", "line", "list", "markdown", "qbox", "quote", "table", "tabs", "tcl")  # fmt: skip
COLUMNAR = frozenset({"box", "column", "markdown", "table"})
_CSV_QUOTED = re.compile(r"[^!#-&(-~]|^$")
_JSON = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_HTML = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;"}
_TCL = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_INFINITE = (float("inf"), float("-inf"))
# Cells held for one table in columns.
_MOST_CELLS = 2_000_000
# Text held before it is written.
_BLOCK = 32_768
# Of a table: the corners and lines of its top, middle and bottom, and what stands beside cells.
_BOX = {"top": "┌─┬┐", "head": "├─┼┤", "end": "└─┴┘", "bar": "│"}
_TABLE = {"top": "+-++", "head": "+-++", "end": "+-++", "bar": "|"}
_MARKDOWN = {"top": "", "head": "|-||", "end": "", "bar": "|"}
_FRAMES = {"box": _BOX, "table": _TABLE, "markdown": _MARKDOWN}


class Format:
    """How to print: ``mode`` and what may be set beside it."""

    __slots__ = ("columns", "header", "mode", "null", "quote", "rows", "table", "widths")

    def __init__(self) -> None:
        self.mode = "list"
        self.header: bool | None = None
        self.columns = "|"
        self.rows = "\n"
        self.null = ""
        self.table = "table"
        self.widths: list[int] = []
        self.quote = False

    @property
    def titled(self) -> bool:
        """Whether the names of columns are shown."""
        return bool(self.header)

    def turn(self, mode: str) -> None:
        """What ``.mode`` sets."""
        self.mode = mode
        self.quote = False
        if mode == "qbox":
            self.mode, self.quote = "box", True
        if mode == "column" and self.header is None:
            self.header = True
        separators = {
            "list": ("|", "\n"), "csv": (",", "\r\n"), "tabs": ("\t", "\n"), "ascii": ("\x1f", "\x1e"),
            "tcl": (" ", "\n"), "quote": (",", "\n"),
        }.get(mode)  # fmt: skip
        if separators:
            self.columns, self.rows = separators
        if mode == "tabs":
            self.mode = "list"


def plain(value: Any) -> str:
    """A value as SQLite makes text of it."""
    kind = type(value)
    if kind is str:
        return str(value).partition("\0")[0] if "\0" in value else str(value)
    if kind is int:
        return str(value)
    if kind is float:
        return _real(value)
    return value.partition(b"\0")[0].decode("utf-8", "surrogateescape")  # type: ignore[no-any-return]


def _real(value: float) -> str:
    text = f"{value or 0.0:.15g}"
    if text in {"inf", "-inf"}:
        return text.replace("inf", "Inf")
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{mark}{exponent}"


def _exactly(value: float) -> str:
    if value in _INFINITE:
        return "1e999" if value > 0 else "-1e999"
    return exact(value)


def quoted_value(value: Any) -> str:
    """A value as a literal of SQL."""
    if value is None:
        return "NULL"
    if type(value) is bytes:
        return f"X'{value.hex()}'"
    if type(value) is float:
        return _exactly(value)
    return literal(value) if type(value) is str else str(value)


def _escaped_lines(text: str) -> str:
    """A string over several lines as ``.dump`` writes it, in one."""
    made = literal(text)
    for char, short, code in (("\n", "\\n", 10), ("\r", "\\r", 13)):
        if char in made:
            name = short
            while name in text:
                name = f"({name})"
            made = f"replace({made.replace(char, name)},'{name}',char({code}))"
    return made


def inserted(table: str, row: Row, names: list[str] | None = None) -> str:
    """A row as an INSERT statement, without the end of the line."""
    columns = f"({','.join(map(identifier, names))})" if names else ""
    values = ",".join(_escaped_lines(value) if type(value) is str else quoted_value(value) for value in row)
    return f"INSERT INTO {identifier(table)}{columns} VALUES({values});"


def _csv(text: str, separator: str) -> str:
    if _CSV_QUOTED.search(text) or (separator and separator in text):
        return '"' + text.replace('"', '""') + '"'
    return text


def _json(value: Any) -> str:
    if value is None:
        return "null"
    if type(value) is int:
        return str(value)
    if type(value) is float:
        return _exactly(value)
    text = value if type(value) is str else value.decode("latin-1")
    made = "".join(_JSON.get(char) or (f"\\u{ord(char):04x}" if char < " " else char) for char in text)
    if type(value) is bytes:
        made = made.encode("latin-1").decode("utf-8", "surrogateescape")
    return f'"{made}"'


def _tcl(text: str) -> str:
    return '"' + "".join(_TCL.get(char, char) for char in text) + '"'


def _html(text: str) -> str:
    return "".join(_HTML.get(char, char) for char in text)


class _Lines:
    """The modes that print a row as soon as it comes."""

    def __init__(self, form: Format, names: list[str]) -> None:
        self.form = form
        self.names = names
        self.count = 0

    def text(self, value: Any) -> str:
        return self.form.null if value is None else plain(value)

    def row(self, row: Row) -> str:
        self.count += 1
        lead = self.head() if self.count == 1 and self.form.titled else ""
        return lead + str(getattr(self, f"_{self.form.mode}")(row))

    def head(self) -> str:
        form = self.form
        if form.mode == "quote":
            return form.columns.join(map(literal, self.names)) + form.rows
        if form.mode == "html":
            return "<TR>" + "\n".join(f"<TH>{_html(name)}</TH>" for name in self.names) + "\n</TR>\n"
        if form.mode in {"csv", "tcl"}:
            names = [_csv(name, form.columns) if form.mode == "csv" else _tcl(name) for name in self.names]
            return form.columns.join(names) + form.rows
        return "" if form.mode in {"json", "line", "insert"} else form.columns.join(self.names) + form.rows

    def _list(self, row: Row) -> str:
        return self.form.columns.join([self.text(value) for value in row]) + self.form.rows

    _ascii = _list

    def _csv(self, row: Row) -> str:
        null, mark = self.form.null, self.form.columns
        return (
            mark.join([null if value is None else _csv(plain(value), mark) for value in row]) + self.form.rows
        )

    def _tcl(self, row: Row) -> str:
        return self.form.columns.join([_tcl(self.text(value)) for value in row]) + self.form.rows

    def _quote(self, row: Row) -> str:
        shown = [plain(value) if value in _INFINITE else quoted_value(value) for value in row]
        return self.form.columns.join(shown) + self.form.rows

    def _html(self, row: Row) -> str:
        return "<TR>" + "\n".join(f"<TD>{_html(self.text(value))}</TD>" for value in row) + "\n</TR>\n"

    def _insert(self, row: Row) -> str:
        return inserted(self.form.table, row, self.names if self.form.header else None) + "\n"

    def _line(self, row: Row) -> str:
        wide = max([5, *map(len, self.names)])
        lines = [
            f"{name:>{wide}} = {self.text(value)}\n" for name, value in zip(self.names, row, strict=True)
        ]
        return ("\n" if self.count > 1 else "") + "".join(lines)

    def _json(self, row: Row) -> str:
        members = [f"{_json(name)}:{_json(value)}" for name, value in zip(self.names, row, strict=True)]
        return ("[" if self.count == 1 else ",\n") + "{" + ",".join(members) + "}"

    def tail(self) -> str:
        return "]\n" if self.form.mode == "json" and self.count else ""


def printed(form: Format, names: list[str], rows: Iterable[Row], meter: Meter) -> Iterator[str]:
    """The text of a result, piece by piece."""
    if form.mode in COLUMNAR:
        yield from _columnar(form, names, rows, meter)
        return
    lines = _Lines(form, names)
    held: list[str] = []
    size = 0
    try:
        for row in rows:
            held.append(lines.row(row))
            size += len(held[-1])
            if size > _BLOCK:
                yield "".join(held)
                held, size = [], 0
    except Exception:
        # What came before a failure is shown.
        yield "".join(held) + lines.tail()
        raise
    yield "".join(held) + lines.tail()


# -- in columns


def _columnar(form: Format, names: list[str], rows: Iterable[Row], meter: Meter) -> Iterator[str]:
    spell: Callable[[Any], str] = (
        quoted_value if form.quote else lambda v: form.null if v is None else plain(v)
    )
    cells: list[list[list[str]]] = []
    count = 0
    for row in rows:
        cells.append([_broken(spell(value), _width(form, at)) for at, value in enumerate(row)])
        count += len(row)
        if count > _MOST_CELLS:
            meter.exceeded("lines", f"sqlite3: more than {_MOST_CELLS} cells at once")
    if not cells:
        return
    heads = [_broken(name, _width(form, at)) for at, name in enumerate(names)]
    widths = [
        max(abs(_width(form, at)), *(len(piece) for row in (heads, *cells) for piece in row[at]))
        for at in range(len(names))
    ]
    meter.text(sum(widths) + 4 * len(widths))
    frame = _FRAMES.get(form.mode)
    yield from _framed(form, frame, heads, cells, widths) if frame else _spaced(form, heads, cells, widths)


def _width(form: Format, at: int) -> int:
    return form.widths[at] if at < len(form.widths) else 0


def _broken(text: str, width: int) -> list[str]:
    """A cell's lines, none wider than its column may be."""
    text = text.replace("\r\n", "\n").expandtabs(8)
    lines = text.removesuffix("\n").split("\n")
    most = abs(width)
    if not most:
        return lines
    return [line[at : at + most] for line in lines for at in range(0, len(line) or 1, most)]


def _padded(text: str, width: int, wish: int) -> str:
    return text.rjust(width) if wish < 0 else text.ljust(width)


def _stacked(row: list[list[str]]) -> Iterator[list[str]]:
    """The lines of a row of cells."""
    for number in range(max(map(len, row))):
        yield [cell[number] if number < len(cell) else "" for cell in row]


def _spaced(
    form: Format, heads: list[list[str]], cells: list[list[list[str]]], widths: list[int]
) -> Iterator[str]:
    def line(pieces: list[str]) -> str:
        return "  ".join(_padded(piece, wide, _width(form, at)) for at, (piece, wide) in enumerate(zip(pieces, widths, strict=True))) + "\n"  # fmt: skip

    if form.titled:
        yield line([head[0] for head in heads])
        yield "  ".join("-" * wide for wide in widths) + "\n"
    tall = any(len(cell) > 1 for row in cells for cell in row)
    for number, row in enumerate(cells):
        if tall and number:
            yield "\n"
        yield "".join(line(pieces) for pieces in _stacked(row))


def _framed(
    form: Format,
    frame: dict[str, str],
    heads: list[list[str]],
    cells: list[list[list[str]]],
    widths: list[int],
) -> Iterator[str]:
    bar = frame["bar"]

    def rule(marks: str) -> str:
        return (
            marks[0] + marks[2].join(marks[1] * (wide + 2) for wide in widths) + marks[3] + "\n"
            if marks
            else ""
        )

    def line(pieces: list[str]) -> str:
        shown = (
            _padded(piece, wide, _width(form, at))
            for at, (piece, wide) in enumerate(zip(pieces, widths, strict=True))
        )
        return f"{bar} " + f" {bar} ".join(shown) + f" {bar}\n"

    yield rule(frame["top"])
    centred = [" " * ((wide - len(head[0])) // 2) + head[0] for head, wide in zip(heads, widths, strict=True)]
    yield (
        f"{bar} "
        + f" {bar} ".join(name.ljust(wide) for name, wide in zip(centred, widths, strict=True))
        + f" {bar}\n"
    )
    yield rule(frame["head"])
    tall = form.mode != "markdown" and any(len(cell) > 1 for row in cells for cell in row)
    for number, row in enumerate(cells):
        if tall and number:
            yield rule(frame["head"])
        yield "".join(line(pieces) for pieces in _stacked(row))
    yield rule(frame["end"])
