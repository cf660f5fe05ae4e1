"""csvcut: columns of a CSV file."""

from __future__ import annotations

from runtime.bash.commands._shared.csv_table import Table, columns, options, show_names, write_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options(
    "Filter and truncate CSV files: like cut, but for tabular data.",
    ("n", "names", "", "display column names and indices, and exit"),
    (
        "c",
        "columns",
        "COLUMNS",
        "column names, numbers or ranges to be extracted, e.g. 1,id,3-5; default all",
    ),
    ("C", "not-columns", "COLUMNS", "column names, numbers or ranges to be excluded"),
    ("x", "delete-empty-rows", "", "after cutting, delete rows which are completely empty"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    table = Table(cx, given, OPTIONS)
    if "n" in given:
        return show_names(table)
    chosen = columns(table, given.get("c"), without=given.get("C"))
    names = [table.names[at] for at in chosen]
    rows = ([row[at] if at < len(row) else "" for at in chosen] for row in table)
    return write_rows(table, names, (row for row in rows if any(row)) if "x" in given else rows)
