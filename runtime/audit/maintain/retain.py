"""Keeps a log to its time: values are erased, and sealed segments moved to the archive, when they are old enough and no legal hold covers them.

How old something is goes by the log's own times, and "now" by the machine's clock, which is believed only where the log's last record is near it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from runtime.audit.archive.opening import open_archive
from runtime.audit.format.note import Signer
from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.archiving import SegmentFate, archive_segments
from runtime.audit.maintain.expiry import Expiry, WriterIdentity, expire_values
from runtime.audit.maintain.holds import Hold, read_holds, require_signed
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import Location, location_of
from runtime.audit.witness.port import Witness
from runtime.audit.write.call_lookup import WINDOW_BYTES
from runtime.contracts.errors import AuditClockDoubtful, ConfigurationError

_DAY_US = 86_400_000_000
_MOST_IDLE_DAYS = 31
_TOLERANCE_US = 60_000_000


class RetentionRule(msgspec.Struct, frozen=True, kw_only=True):
    """How long what is kept; 0 is for good."""

    records_days: int = 0
    """When the records of a segment are moved to the archive."""
    values_days: int = 0
    """When the values of a call are erased."""
    archive: str = ""
    """Where to, as ``file:FOLDER`` or ``s3://BUCKET/PREFIX``."""

    def require_whole(self) -> None:
        """Raises ConfigurationError where records are to be moved nowhere, or nothing is asked for."""
        if self.records_days and not self.archive:
            raise ConfigurationError(
                "retention.archive: records are to be moved after a time, and no archive is named",
                suggestion='Set archive = "file:FOLDER" or "s3://BUCKET/PREFIX" under [retention].',
                field="retention.archive",
            )
        if not self.records_days and not self.values_days:
            raise ConfigurationError(
                "retention: nothing says how long to keep what",
                suggestion="Set records_days or values_days under [retention], or give --records-days or --values-days.",
                field="retention.records_days",
            )


class RetentionReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a run did, or would do."""

    dry_run: bool
    values: Expiry | None
    """What became of old values; null where they are kept for good."""
    segments: list[SegmentFate] | None
    """What became of old segments; null where they are kept for good."""
    holds: list[Hold]
    """The holds that are in force."""


def retain(
    place: Path | str | Location,
    rule: RetentionRule,
    *,
    signer: Signer | Keyring,
    origin: str,
    runtime_version: str,
    witnesses: Sequence[Witness] = (),
    base: Path = Path(),
    dry_run: bool = False,
    clock_is_right: bool = False,
    now_us: int | None = None,
    kept_bytes: int = WINDOW_BYTES,
) -> RetentionReport:
    """Erase the values and archive the segments that are old enough; killed in between, the next run goes on.

    Args:
        place: The log's folder, or its location.
        rule: How long what is kept.
        signer: The log's key.
        origin: The log's name.
        runtime_version: Goes into the LogOpened record.
        witnesses: As `Log.open`.
        base: What the folder of an archive is relative to.
        dry_run: Only say what would be done.
        clock_is_right: Go by the clock although the log was idle for long.
        now_us: What the clock says.
        kept_bytes: See `archive_segments`.

    Raises:
        ConfigurationError: ``config.invalid``: the rule asks for nothing, or names no archive.
        AuditClockDoubtful: ``audit.clock_doubtful``: the clock cannot be believed; nothing was done.
        AuditError: the log is not what was signed; it, the vault or the archive cannot be read or written.
    """
    rule.require_whole()
    location = location_of(place)
    writer: WriterIdentity = {
        "signer": Keyring.of(signer),
        "origin": origin,
        "runtime_version": runtime_version,
        "witnesses": witnesses,
    }
    archive = open_archive(rule.archive, base) if rule.records_days else None
    now = time.time_ns() // 1000 if now_us is None else now_us
    require_signed(location, writer["signer"])
    _require_clock(location, now, clock_is_right=clock_is_right)
    values = segments = None
    if rule.values_days:
        values = expire_values(location, writer, now - rule.values_days * _DAY_US, dry_run=dry_run)
    if archive is not None:
        segments = archive_segments(
            location,
            archive,
            writer,
            now - rule.records_days * _DAY_US,
            dry_run=dry_run,
            kept_bytes=kept_bytes,
        )
    holds = read_holds(location, writer["signer"])
    return RetentionReport(dry_run=dry_run, values=values, segments=segments, holds=holds)


def _require_clock(location: Location, now_us: int, *, clock_is_right: bool) -> None:
    """Whoever sets the clock ahead must not have everything be too old.

    Raises:
        AuditClockDoubtful: ``audit.clock_doubtful``: it is behind the log, or so far ahead that nobody can tell.
    """
    with LogReader(location) as reader:
        last_us = reader.last_time_us()
    idle = now_us - last_us
    if idle < -_TOLERANCE_US or (idle > _MOST_IDLE_DAYS * _DAY_US and not clock_is_right):
        raise AuditClockDoubtful(
            f"The clock says {format_timestamp(now_us)}, and the log's last record {format_timestamp(last_us)}"
        )
