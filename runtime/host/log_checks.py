"""Checks a workspace's log for the doctor: its bytes, the values behind it, its clock, who else can write it."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Literal, NamedTuple

from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import Location
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import AuditError
from runtime.host import trust
from runtime.host.log_keys import known_tag_keys
from runtime.host.log_location import log_location
from runtime.host.settings import LoadedSettings

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_WHOLE_BYTES = 64 << 20
"""Up to so many bytes of records the values are compared: a doctor is not kept waiting for a long log."""
_TOLERANCE_US = 60_000_000


class LogTrouble(NamedTuple):
    """Something that is wrong with a log, and what to do."""

    state: Literal["bad", "note"]
    found: str
    fix: str


def examine_log(loaded: LoadedSettings) -> tuple[Report, LogTrouble | None]:
    """The report of a verification, and the worst of what is wrong."""
    pinned = trust.pinned_key(loaded.workspace)
    location = log_location(loaded)
    folder = location.folder
    report = verify(
        location,
        verifier_keys=[pinned] if pinned else [],
        quick=folder is None or _record_bytes(folder) > _WHOLE_BYTES or _is_archived(folder),
        tag_keys=known_tag_keys(loaded),
    )
    if report.exit_code:
        found = f"{report.verdict}, {report.records} records: {report.detail}"
        return report, LogTrouble("bad", found, "Run `runtime audit verify`.")
    trouble = None if folder is None else _place_trouble(folder)
    return report, trouble or _clock_trouble(location, report)


def _record_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("records*.jsonl"))


def _is_archived(folder: Path) -> bool:
    """Whether segments lie in the archive, which no doctor fetches."""
    return next(folder.glob("records*.archived"), None) is not None


def _place_trouble(folder: Path) -> LogTrouble | None:
    if not os.access(folder, os.W_OK):
        return LogTrouble("bad", "the log's folder cannot be written", "Correct its owner or mode.")
    for path in (folder, *sorted(folder.iterdir())):
        if not path.is_symlink() and path.stat().st_mode & _OTHERS_WRITE:
            return LogTrouble(
                "bad", f"other users can write {path.name} of the log", "chmod -R go-rwx the log's folder."
            )
    return None


def _clock_trouble(location: Location, report: Report) -> LogTrouble | None:
    try:
        with LogReader(location) as reader:
            last_us = reader.last_time_us()
    except AuditError as error:
        return LogTrouble("bad", error.message, "Run `runtime audit verify`.")
    if last_us > time.time_ns() // 1000 + _TOLERANCE_US:
        found = f"the last record says {format_timestamp(last_us)}, which is in the future"
        return LogTrouble("bad", found, "Correct the machine's clock; the next start records the jump.")
    if report.clock_jumps:
        found = f"the clock jumped {report.clock_jumps} times: `runtime audit query` marks the calls whose times are wrong"
        return LogTrouble("note", found, "See that the machine's clock is kept by a time server.")
    return None
