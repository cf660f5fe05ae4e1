"""Logs in small segments with values in their vaults, to be kept to their time: what the tests of retention share."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
from audit_forge import ORIGIN, make_signer, whole_call

from runtime.audit.maintain.retain import RetentionReport, RetentionRule, retain
from runtime.audit.stores import FolderLocation
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.opening import open_vault
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry
from runtime.contracts.digest import commitment
from runtime.contracts.vault import Sealed

SEGMENT_RECORDS = 64
DAY_US = 86_400_000_000
SIGNER = make_signer()
WRITER: dict[str, Any] = {"signer": SIGNER, "origin": ORIGIN, "runtime_version": "1"}


def valued_call(call: str, principal: str = "agent:demo") -> list[Entry]:
    """A call whose arguments are in the vault."""
    invoked, *rest = whole_call(call)
    value = b'{"of":"%b"}' % call.encode()
    salt = call.encode().ljust(32, b".")[:32]
    made = commitment(salt, value)
    body = msgspec.structs.replace(invoked.body, arguments=made, kept="whole", principal=principal)
    return [Entry(call, body, Sealed(made, salt, value)), *rest]


class RetainedLog:
    """A log in a folder, beside its archive."""

    def __init__(self, base: Path, archive: str = "") -> None:
        self.folder = base / "log"
        self.archive = archive or f"file:{base / 'archive'}"

    @property
    def place(self) -> FolderLocation:
        """The log together with its archive."""
        return FolderLocation(self.folder, self.archive)

    def open(self) -> Log:
        """A writer."""
        store = FileStore(self.folder, create=True, segment_records=SEGMENT_RECORDS, archive=self.archive)
        return Log.on(store, open_vault(self.place), **WRITER)

    def write(self, calls: range, principal: str = "agent:demo", *, valued: bool = True) -> None:
        """Some calls, by a writer of their own."""
        with self.open() as log:
            for number in calls:
                log.commit_sync(
                    valued_call(f"c-{number}", principal) if valued else whole_call(f"c-{number}")
                )

    def retain(
        self, *, records_days: int = 1, values_days: int = 0, later_days: int = 10, **options: Any
    ) -> RetentionReport:
        """A run so many days from now."""
        rule = RetentionRule(records_days=records_days, values_days=values_days, archive=self.archive)
        options.setdefault("now_us", time.time_ns() // 1000 + later_days * DAY_US)
        return retain(self.place, rule, kept_bytes=0, **WRITER, **options)

    def verify(self, *, fetch: bool = True, **options: Any) -> Report:
        """A verification, with the archive or without."""
        place = self.place if fetch else FolderLocation(self.folder)
        return verify(place, verifier_keys=[SIGNER.key], **options)

    def bytes_here(self) -> dict[str, int]:
        """How long each segment's file is."""
        return {file.name: file.stat().st_size for file in sorted(self.folder.glob("records*.jsonl"))}
