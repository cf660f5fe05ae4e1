"""csvsort: the rows of a CSV file in order."""

from __future__ import annotations

from runtime.bash.commands._shared.csv_table import Table, columns, held, options, show_names, write_rows
from runtime.bash.commands._shared.csv_types import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.utility_context import Context

OPTIONS = options(
    "Sort CSV files: like sort, but for tabular data.",
    ("n", "names", "", "display column names and indices, and exit"),
    ("c", "columns", "COLUMNS", "column names, numbers or ranges to sort by; default all"),
    ("r", "reverse", "", "sort in descending order"),
    ("i", "ignore-case", "", "perform case-independent sorting"),
    ("y", "snifflimit", "LIMIT", "ignored: the delimiter is what the options say"),
    ("I", "no-inference", "", "compare everything as text"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    table = Table(cx, given, OPTIONS)
    if "n" in given:
        return show_names(table)
    chosen = columns(table, given.get("c"))
    fold = "i" in given
    rows = typed(held(table), plainly="I" in given)

    def key(row: list[Any]) -> list[tuple[bool, Any]]:
        values = (row[at] for at in chosen)
        # What is absent comes last.
        return [
            (value is None, "" if value is None else value.upper() if fold and type(value) is str else value)
            for value in values
        ]

    rows.sort(key=key, reverse="r" in given)
    return write_rows(table, table.names, ([_shown(value) for value in row] for row in rows))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return value if type(value) is str else str(value)
