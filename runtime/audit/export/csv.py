"""Exports records as comma-separated values (RFC 4180) for spreadsheets, one row each.

A spreadsheet takes a cell that starts with one of ``= + - @``, a tab or a carriage return for a formula, and callers
choose some of the text here: such a cell gets an apostrophe in front (OWASP, "CSV Injection").
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.read.query import RecordLine
from runtime.audit.read.timeline import describe, step_of
from runtime.contracts.digest import digest

HEADER = ("seq", "time", "call", "kind", "step", "said", "body", "digest")
_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")  # a spreadsheet takes the full-width forms as well


def encode(records: Iterable[RecordLine]) -> Iterator[bytes]:
    """A row of names, then one row for each record."""
    yield _row(HEADER)
    for record, body, line in records:
        step = step_of(body)
        yield _row(
            (
                str(record.seq),
                format_timestamp(record.at_us),
                record.call or "",
                record.kind,
                "" if step is None else str(step),
                describe(body),
                bytes(record.body).decode(),
                digest(line),
            )
        )


def _row(cells: tuple[str, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow([_harmless(cell) for cell in cells])
    return text.getvalue().encode()


def _harmless(cell: str) -> str:
    """The cell as text that no spreadsheet computes and no terminal obeys: control characters are made visible."""
    cell = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cell)
    return "'" + cell if cell.lstrip(" ")[:1] in _FORMULA and cell.strip(" ") else cell
