"""A log is copied between stores of any two kinds: whole, resumed after kill -9, and never over another log."""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from audit_forge import make_signer, whole_call
from postgres_cluster import has_server, server_url

from runtime.audit.layout.segments import seal_name, segment_name
from runtime.audit.maintain.copying import CopyReport, copy_log
from runtime.audit.maintain.erase import erase
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import FolderLocation, Location
from runtime.audit.stores._locked_file import LockedFile
from runtime.audit.stores._pg_rows import RowFile
from runtime.audit.stores.file import FileStore
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.vault.opening import open_vault
from runtime.audit.vault.postgres_vault import PostgresVault
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError, ConfigurationMissing
from runtime.contracts.vault import Sealed

KINDS = ["file", "postgresql"] if has_server() else ["file"]
SEGMENT_RECORDS = 64


class Place:
    """Logs of one origin, each in a folder or a database of its own name."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.origin = f"example.com/{uuid.uuid4().hex}"
        self.signer = make_signer(1, self.origin)

    def at(self, kind: str, name: str = "source") -> Location:
        if kind == "file":
            return FolderLocation(self.base / name)
        # One database keeps one log under each name.
        return PostgresLog(server_url(), f"{self.origin}{'' if name == 'source' else '/' + name}")

    def write(self, location: Location, calls: range) -> Log:
        if isinstance(location, PostgresLog):
            store: Any = location.open(create=True, segment_records=SEGMENT_RECORDS)
        else:
            store = FileStore(location.folder, create=True, segment_records=SEGMENT_RECORDS)
        log = Log.on(store, open_vault(location), signer=self.signer, origin=self.origin, runtime_version="1")
        for number in calls:
            log.commit_sync(valued_call(f"c-{number}"))
        return log

    def copy(self, source: Location, target: Location) -> CopyReport:
        return copy_log(source, target, verifier_keys=[self.signer.key])

    def verify(self, location: Location) -> Any:
        return verify(location, verifier_keys=[self.signer.key])


def valued_call(call: str) -> list[Entry]:
    """A call whose arguments are in the vault."""
    invoked, *rest = whole_call(call)
    value = b'{"of":"%b"}' % call.encode()
    salt = call.encode().ljust(32, b".")
    made = commitment(salt, value)
    body = msgspec.structs.replace(invoked.body, arguments=made, kept="whole")
    return [Entry(call, body, Sealed(made, salt, value)), *rest]


def head(location: Location) -> tuple[bytes, bytes]:
    with LogReader(location) as reader:
        end = reader.end()
        return b"".join(reader.read(0, end)), reader.newest_note()


@pytest.fixture
def place(tmp_path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_copy_has_the_same_head_and_verifies_with_the_same_key(place, source, target):
    """T-AUD-92: segments, seals, checkpoints and what was erased, and then what was written since."""
    here, there = place.at(source), place.at(target, "target")
    log = place.write(here, range(40))
    # Of a log with a writer at work what is signed is copied, and more of it later.
    log.checkpoint()
    first = place.copy(here, there)
    assert (first.report.verdict, first.report.records) == ("OK_NOT_WITNESSED", log.size)
    log.commit_sync(valued_call("c-late"))
    log.close()
    options = {"signer": place.signer, "origin": place.origin, "runtime_version": "1"}
    erase(here, call="c-3", **options)
    done = place.copy(here, there)
    assert (done.report.verdict, done.report.erased) == ("OK_NOT_WITNESSED", 1)
    assert head(here) == head(there)
    assert place.copy(here, there).records_bytes == done.values - 1 == 0
    with place.write(there, range(100, 102)):
        pass
    assert place.verify(there).verdict == "OK_NOT_WITNESSED"


def killed_at(count: int, act: Callable[[], object]) -> bool:
    """Act in a process of its own that kills itself before its so manyth write; whether it lived to the end."""
    child = os.fork()
    if child == 0:
        left = [count]

        def dying(method: Callable[..., Any]) -> Callable[..., Any]:
            def write(*given: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    if method is LockedFile.append:  # torn
                        os.write(given[0].descriptor, given[1][: len(given[1]) // 2])
                    os.kill(os.getpid(), signal.SIGKILL)
                return method(*given)

            return write

        append, lines, rows, values = (
            LockedFile.append,
            RowFile.append,
            PostgresVault.append_rows,
            FileVault.append_rows,
        )
        LockedFile.append, RowFile.append = dying(append), dying(lines)  # type: ignore[method-assign]
        PostgresVault.append_rows, FileVault.append_rows = dying(rows), dying(values)  # type: ignore[method-assign]
        try:
            act()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status)


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_copy_that_is_killed_goes_on_where_it_stopped(place, source, target):
    """T-AUD-92: kill -9 before each write in turn; no half copy is taken for a log."""
    here, there = place.at(source), place.at(target, "target")
    place.write(here, range(40)).close()
    kills = 0
    while not killed_at(kills % 3, lambda: place.copy(here, there)):
        kills += 1
        assert place.verify(there).exit_code != 0
    assert kills > 2
    assert head(here) == head(there)
    assert place.verify(there).verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize("target", KINDS)
def test_a_destination_that_holds_another_log_is_refused_and_stays_as_it_is(place, target):
    """T-AUD-92: another log, a longer one, another vault, or one that is in use."""
    here, there = place.at("file"), place.at(target, "target")
    place.write(here, range(3)).close()
    other = Place(place.base)
    other.origin, other.signer = place.origin, place.signer
    place.write(there, range(5)).close()
    before = head(there)
    with pytest.raises(AuditError) as refused:
        place.copy(here, there)
    assert refused.value.code == "audit.inconsistent"
    assert head(there) == before
    empty = place.at(target, "another")
    with place.write(empty, range(1)), pytest.raises(AuditError) as refused:
        place.copy(here, empty)
    assert refused.value.code == "audit.write_failed"


@pytest.mark.parametrize("source", KINDS)
def test_nothing_is_copied_of_a_log_that_does_not_hold(place, source, tmp_path):
    """T-AUD-92"""
    here = place.at(source)
    place.write(here, range(3)).close()
    stranger = make_signer(2, place.origin).key
    with pytest.raises(AuditError) as refused:
        copy_log(here, FolderLocation(tmp_path / "target"), verifier_keys=[stranger])
    assert refused.value.code == "audit.untrusted"
    if here.folder is not None:
        data = (here.folder / "records.jsonl").read_bytes()
        (here.folder / "records.jsonl").write_bytes(data.replace(b"read_file", b"real_file", 1))
        with pytest.raises(AuditError) as refused:
            place.copy(here, FolderLocation(tmp_path / "target"))
        assert refused.value.code == "audit.tampered"
    with pytest.raises(ConfigurationMissing) as refused:
        place.copy(FolderLocation(tmp_path / "nothing"), FolderLocation(tmp_path / "target"))
    assert refused.value.code == "config.missing"
    assert not (tmp_path / "target").exists()


def test_a_torn_end_and_seals_are_copied_as_they_are(place, tmp_path):
    here, there = place.at("file"), FolderLocation(tmp_path / "target")
    place.write(here, range(40)).close()
    with (here.folder / segment_name(2 * SEGMENT_RECORDS)).open("ab") as file:
        file.write(b'{"torn')
    done = place.copy(here, there)
    assert (done.report.verdict, done.report.code) == ("UNPROVEN", "log.torn")
    assert head(here) == head(there)
    for first in (0, SEGMENT_RECORDS):
        assert (here.folder / seal_name(first)).read_bytes() == (there.folder / seal_name(first)).read_bytes()
