"""csvlook: a CSV file as a table to look at."""

from __future__ import annotations

from decimal import Decimal

from runtime.bash.commands._shared.char_width import width
from runtime.bash.commands._shared.csv_table import Table, held, letters, options
from runtime.bash.commands._shared.csv_types import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.utility_context import Context

OPTIONS = options(
    "Render a CSV file in the console as a Markdown-compatible, fixed-width table.",
    ("", "max-rows", "N", "display at most N rows"),
    ("", "max-columns", "N", "display at most N columns"),
    ("", "max-column-width", "N", "truncate the columns to N characters"),
    ("", "max-precision", "N", "display at most N decimal places; default 3"),
    ("y", "snifflimit", "LIMIT", "ignored: the delimiter is what the options say"),
    ("I", "no-inference", "", "show everything as text"),
)
_ELLIPSIS = "..."
_MARK = "…"


def _limit(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    table = Table(cx, given, OPTIONS)
    rows: list[list[Any]] = [list(row) for row in typed(held(table), plainly="I" in given)]
    names = _names(table.names)
    if "l" in given:
        names = ["line_number", *names]
        rows = [[Decimal(number), *row] for number, row in enumerate(rows, 1)]
    most_rows, most_columns = _limit(given.get("max-rows")), _limit(given.get("max-columns"))
    rows = rows[:most_rows]
    widest, places = _limit(given.get("max-column-width")), _limit(given.get("max-precision", "3"))
    columns = [_shown([row[at] for row in rows], 3 if places is None else places) for at in range(len(names))]
    if most_columns is not None and len(names) > most_columns:
        names = [*names[:most_columns], _ELLIPSIS]
        columns = [*columns[:most_columns], [_ELLIPSIS] * len(rows)]
    right = [any(isinstance(row[at], (bool, Decimal)) for row in rows) for at in range(len(columns))]
    cells = [[_short(cell, widest) for cell in column] for column in columns]
    cx.write(_drawn(cx, [_short(name, widest) for name in names], cells, right))
    return 0


def _names(names: list[str]) -> list[str]:
    """Names of their own for columns without, and for those of one name."""
    made: list[str] = []
    for number, given in enumerate(names):
        name = base = given or letters(number)
        count = 2
        while name in made:
            name = f"{base}_{count}"
            count += 1
        made.append(name)
    return made


def _shown(values: list[Any], most: int) -> list[str]:
    """A column's cells: numbers grouped, and as precise as the most precise of them."""
    numbers = [value.normalize() for value in values if isinstance(value, Decimal) and value.is_finite()]
    places = max((max(0, -int(value.as_tuple().exponent)) for value in numbers), default=0)
    mark = _MARK if places > most else ""
    return [_cell(value, min(places, most), mark) for value in values]


def _cell(value: Any, places: int, mark: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, Decimal):
        return str(value).replace("\r", "").replace("\n", "↵")
    return f"{value:,.{places}f}{mark}"


def _short(text: str, most: int | None) -> str:
    return text if most is None or len(text) <= most else text[: max(0, most - 3)] + _ELLIPSIS


def _wide(text: str) -> int:
    return len(text) if text.isascii() else sum(map(width, text))


def _drawn(cx: Context, heads: list[str], columns: list[list[str]], right: list[bool]) -> str:
    widths = [max(map(_wide, [head, *column])) for head, column in zip(heads, columns, strict=True)]
    count = len(columns[0]) if columns else 0
    cx.meter.text((sum(widths) + 3 * len(widths)) * (count + 2))

    def line(cells: list[str]) -> str:
        padded = [
            (" " * (wide - _wide(cell)) + cell) if to_right else cell + " " * (wide - _wide(cell))
            for cell, wide, to_right in zip(cells, widths, right, strict=True)
        ]
        return f"| {' | '.join(padded)} |\n"

    rule = f"| {' | '.join('-' * wide for wide in widths)} |\n"
    return (
        line(heads) + rule + "".join(line([column[number] for column in columns]) for number in range(count))
    )
