"""csvgrep: rows of a CSV file whose columns match."""

from __future__ import annotations

from runtime.bash.commands._shared.csv_table import Table, columns, fail, options, show_names, write_rows
from runtime.bash.commands._shared.input import opened, split_lines, text_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = options(
    "Search CSV files: like grep, but for tabular data.",
    ("n", "names", "", "display column names and indices, and exit"),
    ("c", "columns", "COLUMNS", "column names, numbers or ranges to be searched"),
    ("m", "match", "PATTERN", "a string to search for"),
    ("r", "regex", "REGEX", "a regular expression to match"),
    ("f", "file", "FILE", "a file whose every line is a value; a row matches that has one of them"),
    ("i", "invert-match", "", "select non-matching rows"),
    ("a", "any-match", "", "select rows where any column matches instead of all"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "n" not in given:
        if "c" not in given and not given.any("hV"):
            raise OPTIONS.refuse(
                cx, "error: You must specify at least one column to search using the -c option."
            )
        if not given.any("rmfhV"):
            raise OPTIONS.refuse(
                cx, "error: One of -r, -m or -f must be specified, unless using the -n option."
            )
    table = Table(cx, given, OPTIONS)
    if "n" in given:
        return show_names(table)
    chosen = columns(table, given["c"])
    matches = _matcher(cx, given)
    every = any if "a" in given else all
    wanted = "i" not in given
    rows = (
        row for row in table if every(matches(row[at] if at < len(row) else "") for at in chosen) is wanted
    )
    return write_rows(table, table.names, rows)


def _matcher(cx: Context, given: Given) -> Callable[[str], bool]:
    if "f" in given:
        values = frozenset(_lines(cx, given["f"]))
        return lambda text: text in values
    if "r" in given:
        return _expression(cx, given["r"])
    part = given["m"]
    return lambda text: part in text


def _lines(cx: Context, name: str) -> list[str]:
    try:
        stream = opened(cx, name)
    except OSError as error:
        from runtime.bash.commands._shared.quoting import reason

        raise OPTIONS.refuse(cx, f"error: argument -f/--file: can't open '{name}': {reason(error)}") from None
    try:
        return [text_of(line).rstrip() for line in split_lines(whole(cx, stream))]
    finally:
        stream.release()


def _expression(cx: Context, pattern: str) -> Callable[[str], bool]:
    import regex

    try:
        compiled = regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError):
        raise fail(cx, f"PatternError: invalid regular expression: {pattern}") from None
    meter = cx.meter

    def matches(text: str) -> bool:
        try:
            return compiled.search(text, timeout=max(0.001, meter.deadline - meter.now())) is not None
        except TimeoutError:
            meter.check()
            return False

    return matches
