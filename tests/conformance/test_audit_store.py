"""What every audit store must do. A new file in ``runtime/audit/stores`` with an entry here is under it at once."""

from __future__ import annotations

import errno
import fcntl
import os
import pkgutil
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres_cluster import has_server, server_url

import runtime.audit.stores
from runtime.audit.layout.store import Store
from runtime.audit.stores.file import FileStore, has_writer
from runtime.audit.stores.postgresql import PostgresLog
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed, ConfigurationMissing

Opener = Callable[..., Store]
STORES: dict[str, Callable[[Path], Opener]] = {
    "file": lambda base: lambda *, create=True: FileStore(base / "log", create=create),
    "postgresql": lambda base: (
        lambda *, create=True: PostgresLog(server_url(), str(base)).open(create=create)
    ),
}
PRESENT = sorted(STORES) if has_server() else ["file"]


def test_every_store_is_under_this_suite():
    found = pkgutil.iter_modules(runtime.audit.stores.__path__)
    assert {module.name for module in found if not module.name.startswith("_")} == set(STORES)


@pytest.fixture(params=PRESENT)
def open_store(request, tmp_path) -> Iterator[Opener]:
    opened: list[Store] = []
    opener = STORES[request.param](tmp_path)

    def open_one(**options: bool) -> Store:
        opened.append(opener(**options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture(params=["records", "checkpoints"])
def name(request) -> str:
    return request.param


def test_a_store_is_only_made_on_request(open_store):
    with pytest.raises(ConfigurationMissing):
        open_store(create=False)
    open_store().close()
    assert open_store(create=False).records.size() == 0


def test_what_was_appended_is_read_back_by_another_opener(open_store, name):
    file = getattr(open_store(), name)
    with file.locked():
        file.append(b"first", 0)
        file.append(b"second", 5)
    file.sync()
    other = getattr(open_store(create=False), name)
    assert other.size() == 11
    assert b"".join(other.read(0, 11)) == b"firstsecond"
    assert b"".join(other.read(3, 7)) == b"stse"
    assert list(other.read(11, 11)) == []


def test_reading_behind_the_end_gives_what_there_is(open_store, name):
    file = getattr(open_store(), name)
    with file.locked():
        file.append(b"abc", 0)
    assert b"".join(file.read(1, 99)) == b"bc"


def test_long_ranges_come_in_chunks(open_store, name):
    file = getattr(open_store(), name)
    data = bytes(range(256)) * 10_000
    with file.locked():
        file.append(data, 0)
    chunks = list(file.read(0, len(data)))
    assert len(chunks) > 1
    assert b"".join(chunks) == data


def test_the_lock_holds_off_another_opener(open_store, name):
    one, two = (getattr(open_store(), name) for _ in range(2))
    order: list[str] = []

    def second() -> None:
        with two.locked():
            order.append("second")

    with one.locked():
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.02)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_the_lock_is_released_by_an_exception(open_store, name):
    one, two = (getattr(open_store(), name) for _ in range(2))
    with pytest.raises(KeyError), one.locked():
        raise KeyError
    with two.locked():
        two.append(b"x", 0)


def test_cutting_removes_what_lies_behind(open_store, name):
    file = getattr(open_store(), name)
    with file.locked():
        file.append(b"keep this", 0)
        file.cut(4)
        file.append(b"!", 4)
    assert b"".join(file.read(0, 99)) == b"keep!"


def test_only_the_first_writer_is_alone(open_store):
    one, two = open_store(), open_store()
    with one.joining() as alone:
        assert alone
    with two.joining() as alone:
        assert not alone
    one.close()
    two.close()
    with open_store().joining() as alone:
        assert alone


def test_the_frontier_is_what_was_saved_last(open_store):
    store = open_store()
    assert store.load_frontier() == b""
    store.save_frontier(b"a longer note")
    store.save_frontier(b"short")
    assert open_store().load_frontier() == b"short"


def test_sealing_begins_a_segment_that_goes_on_where_the_last_ended(open_store):
    one = open_store()
    two = open_store()
    assert (one.records.first, one.records.start, one.records.load_seal()) == (0, 0, b"")
    with one.records.locked():
        one.records.append(b"first\n", 0)
        one.records.sync()
        one.records.seal(b"a seal", 1)
        one.records.append(b"second\n", 6)
    for store in (one, two, open_store(create=False)):
        assert store.records.size() == 13
        assert (store.records.first, store.records.start, store.records.load_seal()) == (1, 6, b"a seal")
        assert b"".join(store.records.read(0, 13)) == b"first\nsecond\n"
        assert b"".join(store.records.read(3, 9)) == b"st\nsec"
    with two.records.locked():
        two.records.append(b"third\n", 13)
    assert b"".join(one.records.read(0, 99)) == b"first\nsecond\nthird\n"


def test_a_segment_has_room_until_it_is_sealed(open_store):
    store = open_store()
    room = store.records.full_size
    assert room > 0
    with store.records.locked():
        store.records.append(b"first\n", 0)
        store.records.seal(b"a seal", 1)
    assert store.records.full_size == room + 1


def test_what_was_sealed_is_not_cut(open_store):
    store = open_store()
    with store.records.locked():
        store.records.append(b"first\n", 0)
        store.records.seal(b"a seal", 1)
        with pytest.raises(AuditInconsistent):
            store.records.cut(3)
        store.records.cut(6)
    assert b"".join(store.records.read(0, 99)) == b"first\n"


def test_closing_twice_is_harmless(open_store):
    store = open_store()
    store.close()
    store.close()


# --- what only files can suffer ---


@pytest.fixture
def files(tmp_path) -> Iterator[FileStore]:
    store = FileStore(tmp_path / "log", create=True)
    yield store
    store.close()


def fail(*_: object, **__: object) -> int:
    raise OSError(errno.EIO, "I/O error")


@pytest.mark.parametrize(
    ("function", "act", "error"),
    [
        ("fdatasync", lambda file: file.sync(), AuditWriteFailed),
        ("write", lambda file: file.append(b"x", 0), AuditWriteFailed),
        ("ftruncate", lambda file: file.cut(0), AuditWriteFailed),
        ("pread", lambda file: list(file.read(0, 1)), AuditDamaged),
        ("stat", lambda file: file.size(), AuditInconsistent),
    ],
)
def test_an_io_error_becomes_the_documented_one(files, monkeypatch, function, act, error):
    with monkeypatch.context() as patch:
        patch.setattr(os, function, fail)
        with pytest.raises(error):
            act(files.records)


def test_a_verifier_that_looks_for_writers_is_not_taken_for_one(files, tmp_path, monkeypatch):
    with (tmp_path / "log" / "writers").open() as probe:
        fcntl.flock(probe, fcntl.LOCK_EX)  # what has_writer holds for a moment
        monkeypatch.setattr(time, "sleep", lambda _seconds: fcntl.flock(probe, fcntl.LOCK_UN))
        with files.joining() as alone:
            assert alone
    assert has_writer(tmp_path / "log")
    files.close()
    assert not has_writer(tmp_path / "log")


def test_a_partial_write_is_continued(files, monkeypatch):
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
        files.records.append(b"0123456789", 0)
    assert b"".join(files.records.read(0, 99)) == b"0123456789"


def test_a_partial_write_that_fails_is_taken_back(files, monkeypatch):
    files.records.append(b"good", 0)
    real, left = os.write, [b"one part"]

    def write(descriptor, data):
        return real(descriptor, data[:3]) if left and left.pop() else fail()

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(AuditWriteFailed):
            files.records.append(b"0123456789", 4)
    assert b"".join(files.records.read(0, 99)) == b"good"


def test_a_lost_frontier_costs_nothing_but_time(files, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", fail)
        patch.setattr(os, "pread", fail)
        files.save_frontier(b"note")
        assert files.load_frontier() == b""


def test_a_quarantine_is_private_and_durable(files, tmp_path, monkeypatch):
    files.quarantine("quarantine-1", iter([b"a", b"b"]))
    path = tmp_path / "log" / "quarantine-1"
    assert path.read_bytes() == b"ab"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(AuditWriteFailed):
            files.quarantine("quarantine-2", iter([b"a"]))
    (tmp_path / "log" / "quarantine-3").symlink_to(tmp_path / "target")
    with pytest.raises(AuditWriteFailed):
        files.quarantine("quarantine-3", iter([b"a"]))
    assert not (tmp_path / "target").exists()


def test_a_seal_that_cannot_be_written_is_not_half_there(files, tmp_path, monkeypatch):
    files.records.append(b"first\n", 0)
    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", fail)
        with pytest.raises(AuditWriteFailed):
            files.records.seal(b"a seal", 1)
    assert not (tmp_path / "log" / "records.seal").exists()
    assert not (tmp_path / "log" / "records-1.jsonl").exists()
    files.records.seal(b"a seal", 1)
    assert files.records.load_seal() == b"a seal"


def test_a_segment_that_lost_its_seal_or_its_end_is_no_log_to_go_on_with(files, tmp_path):
    """T-AUD-10"""
    files.records.append(b"first\n", 0)
    files.records.seal(b"a seal", 1)
    os.truncate(tmp_path / "log" / "records.jsonl", 3)
    with pytest.raises(AuditInconsistent):
        list(files.records.read(0, 6))
    (tmp_path / "log" / "records.seal").unlink()
    with pytest.raises(AuditInconsistent):
        files.records.load_seal()
    with pytest.raises(AuditInconsistent):
        FileStore(tmp_path / "log", create=False)


def test_a_folder_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "log").symlink_to(tmp_path / "real")
    with pytest.raises(AuditWriteFailed):
        FileStore(tmp_path / "log", create=True)
    assert list((tmp_path / "real").iterdir()) == []
