"""Rows of separated values, read and written by the standard library's `csv`, which csvkit uses too."""

from __future__ import annotations

import csv
from io import BytesIO, TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

__all__ = ["BadRow", "line_writer", "read_rows", "text_lines"]

# Rows between two looks at the clock.
_STRIDE = 256


class BadRow(Exception):
    """A row, or a way to separate cells, that `csv` refuses."""


def text_lines(data: bytes, encoding: str = "utf-8", errors: str = "surrogateescape") -> TextIO:
    """The lines of a text; nothing but a newline ends one."""
    return TextIOWrapper(BytesIO(data), encoding, errors, newline="\n")


def read_rows(
    lines: TextIO,
    check: Callable[[], object],
    separator: str = ",",
    quote: str = '"',
    *,
    skip_spaces: bool = False,
) -> Iterator[list[str]]:
    """The rows of a text; empty lines are none.

    Args:
        lines: Of `text_lines`.
        check: Called every so many rows.
        separator: One character.
        quote: One character, or "" where nothing quotes.
        skip_spaces: Spaces behind a separator do not count.

    Raises:
        BadRow: a cell is longer than `csv.field_size_limit` says (131,072 characters; the limit is the whole interpreter's,
            so that it is left alone), a carriage return stands in a cell without quotes, or the separator is none.
    """
    try:
        rows = csv.reader(
            lines,
            delimiter=separator,
            quotechar=quote or None,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            skipinitialspace=skip_spaces,
        )
        for number, row in enumerate(rows):
            if number % _STRIDE == 0:
                check()
            if row:
                yield row
    except (csv.Error, TypeError, ValueError) as error:
        raise BadRow(str(error)) from None


class _Line:
    """What `csv` writes a row to: ``writerow`` returns what ``write`` does, the line."""

    def write(self, line: str) -> str:
        # With "\r\n" at the end every Python quotes both characters where a cell has them, with "\n" only some do.
        return f"{line[:-2]}\n"


def line_writer(separator: str = ",") -> Callable[[Sequence[str]], str]:
    """A function from cells to a line. Raises BadRow: the separator is none."""
    try:
        return csv.writer(_Line(), delimiter=separator).writerow
    except (TypeError, ValueError) as error:
        raise BadRow(str(error)) from None
