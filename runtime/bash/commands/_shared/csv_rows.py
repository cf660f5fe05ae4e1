"""Rows of separated values, read and written: what every command of CSV shares."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_rows", "row_text"]


def read_rows(text: str, separator: str = ",", quote: str = '"') -> Iterator[list[str]]:
    """Every row of a text (RFC 4180: quotes doubled within quotes, lines within quotes); empty lines are none."""
    at, end = 0, len(text)
    while at < end:
        stop = text.find("\n", at)
        line = text[at : stop if stop >= 0 else end]
        if quote and quote in line:
            row, at = _quoted_row(text, at, separator, quote)
            yield row
            continue
        at = stop + 1 if stop >= 0 else end
        line = line.removesuffix("\r")
        if line:
            yield line.split(separator)


def _quoted_row(text: str, at: int, separator: str, quote: str) -> tuple[list[str], int]:
    """The row that begins at ``at``, with quotes somewhere in its first line; and where the next one begins."""
    fields: list[str] = []
    end = len(text)
    while True:
        parts: list[str] = []
        if text.startswith(quote, at):
            field, at = _quoted_field(text, at + 1, quote)
            parts.append(field)
        stop = _first(text, at, separator, end)
        parts.append(text[at:stop])
        at = stop
        if text.startswith(separator, at) and at < end:
            fields.append("".join(parts))
            at += len(separator)
            continue
        fields.append("".join(parts).removesuffix("\r") if len(parts) == 1 or parts[1] else parts[0])
        return fields, at + 1


def _quoted_field(text: str, at: int, quote: str) -> tuple[str, int]:
    parts: list[str] = []
    while True:
        stop = text.find(quote, at)
        if stop < 0:
            return "".join(parts) + text[at:], len(text)
        parts.append(text[at:stop])
        at = stop + 1
        if not text.startswith(quote, at):
            return "".join(parts), at
        parts.append(quote)
        at += 1


def _first(text: str, at: int, separator: str, end: int) -> int:
    """Where a field ends."""
    line = text.find("\n", at)
    line = end if line < 0 else line
    mark = text.find(separator, at, line)
    return line if mark < 0 else mark


def row_text(cells: list[str], separator: str = ",", quote: str = '"') -> str:
    """A row as a line, without its end: cells in quotes where they must be."""
    if len(cells) == 1 and not cells[0]:
        return quote * 2
    return separator.join(
        quote + cell.replace(quote, quote * 2) + quote
        if separator in cell or quote in cell or "\n" in cell or "\r" in cell
        else cell
        for cell in cells
    )
