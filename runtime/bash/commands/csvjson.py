"""csvjson: a CSV file as JSON."""

from __future__ import annotations

from runtime.bash.commands._shared.csv_table import Table, columns, fail, held, options
from runtime.bash.commands._shared.csv_types import typed
from runtime.bash.commands._shared.input import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.utility_context import Context

OPTIONS = options(
    "Convert a CSV file into JSON.",
    ("i", "indent", "INDENT", "indent the output by this many spaces"),
    ("k", "key", "KEY", "make an object of the rows with the values of column KEY as names"),
    ("y", "snifflimit", "LIMIT", "ignored: the delimiter is what the options say"),
    ("I", "no-inference", "", "everything is text"),
    ("", "stream", "", "output each row as a line of JSON"),
    unshared="l",
)
_WIDEST = 32


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    table = Table(cx, given, OPTIONS)
    indent = given.get("i", "")
    if indent and not (indent.isdecimal() and int(indent[:9]) <= _WIDEST):
        raise OPTIONS.refuse(cx, f"error: argument -i/--indent: invalid int value: '{indent}'")
    rows = [
        dict(zip(table.names, map(_plain, row), strict=True))
        for row in typed(held(table), plainly="I" in given)
    ]
    if "stream" in given:
        for row in rows:
            cx.write(_json(row, None) + "\n")
        return 0
    value: Any = rows
    if "k" in given:
        found = columns(table, given["k"])
        if not found:
            raise fail(cx, f"ColumnIdentifierError: Column '{given['k']}' is invalid.")
        at = found[0]
        value = {}
        for row in rows:
            name = row[table.names[at]]
            text = _key(name)
            if text in value:
                raise fail(cx, f"ValueError: Value {name} is not unique in the key column.")
            value[text] = row
    for piece in _pieces(value, int(indent) if indent else None):
        cx.stdout.write(encoded(piece))
    return 0


def _plain(value: Any) -> Any:
    """A value that JSON has: numbers as doubles."""
    return value if value is None or isinstance(value, (str, bool)) else float(value)


def _key(value: Any) -> str:
    if value is None or isinstance(value, (str, bool)):
        return str(value)
    return str(int(value)) if value == int(value) else str(value)


def _json(value: Any, indent: int | None) -> str:
    from json import dumps

    return dumps(value, indent=indent, ensure_ascii=False)


def _pieces(value: Any, indent: int | None) -> Iterator[str]:
    """The text, row by row."""
    if indent is not None:
        yield _json(value, indent)
        return
    items = value if isinstance(value, list) else value.items()
    yield "[" if isinstance(value, list) else "{"
    for number, item in enumerate(items):
        text = (
            _json(item, None)
            if isinstance(value, list)
            else f"{_json(item[0], None)}: {_json(item[1], None)}"
        )
        yield (", " if number else "") + text
    yield "]" if isinstance(value, list) else "}"
