"""Defines what a report states: counts, and rows of records whose proofs it holds.

A row is nothing but the numbers of its records. What the page says of a row is computed from the records themselves, so whoever
checks their proofs has checked the row.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from runtime.audit.verify.report import Report
from runtime.contracts.audit import Count

Section = Literal["denials", "approvals", "policies", "keys", "incidents"]
SECTIONS: tuple[Section, ...] = ("denials", "approvals", "policies", "keys", "incidents")


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the calls of one name ended: of a tool, of a principal."""

    name: str
    calls: Count
    completed: Count
    denied: Count


class Interval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many calls that began in one stretch of the period were completed, were refused, and ended otherwise."""

    start_us: Count
    completed: Count
    denied: Count
    other: Count


class EmbeddedProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record's line, its number, and the path from it to the root of the report's checkpoint, in base64."""

    seq: Count
    line: str
    path: tuple[str, ...]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The newest rows of a section, each the numbers of its records, and how many there were."""

    total: Count
    rows: tuple[tuple[Count, ...], ...]


class ReportContents(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A report, as data. It is embedded in the page, which is computed from it."""

    format: Literal[1] = 1
    runtime: str
    """The version that made the page."""
    made_us: Count
    origin: str
    pinned: tuple[str, ...]
    """The verifier keys that the log was verified with."""
    since_us: Count | None
    until_us: Count | None
    first_us: Count | None
    """When the first and the last record of the period were written."""
    last_us: Count | None
    records: Count
    checkpoint: str
    """The newest checkpoint, which covers all that is listed; empty where the log does not verify."""
    handovers: tuple[str, ...]
    """Proofs that the log was handed over from a pinned key to the one that signed the checkpoint."""
    verification: Report
    """The outcome of the verification that was run for the report."""
    outcomes: dict[str, Count]
    tools: tuple[Tally, ...]
    principals: tuple[Tally, ...]
    more_tools: Count
    more_principals: Count
    interval_us: Count
    intervals: tuple[Interval, ...]
    sections: dict[Section, Rows]
    proofs: tuple[EmbeddedProof, ...]
