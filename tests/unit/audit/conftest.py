"""Logs made in memory, record by record, so that a test decides what is signed and when."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from audit_forge import ORIGIN, Forge, make_bodies, make_forge, make_signer, whole_call, write_log

from runtime.audit.format.note import Signer
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Body, Entry


@pytest.fixture
def signer() -> Signer:
    return make_signer()


@pytest.fixture
def other_signer() -> Signer:
    return make_signer(2)


@pytest.fixture
def bodies() -> dict[str, Body]:
    return make_bodies()


@pytest.fixture
def call() -> Callable[[str], list[Entry]]:
    return whole_call


@pytest.fixture
def forge() -> Callable[..., Forge]:
    return make_forge


@pytest.fixture
def write() -> Callable[[Path, list[bytes], list[bytes]], Path]:
    return write_log


@pytest.fixture
def open_log(tmp_path: Path, signer: Signer) -> Iterator[Callable[..., Log]]:
    """Opens writers on one folder, and closes what the test left open.

    ``store`` is one that the test has changed, ``pace`` a pace of its own.
    """
    logs: list[Log] = []
    folder = tmp_path / "log"

    def open_one(*, store: FileStore | None = None, create: bool = True, **options: object) -> Log:
        options = {"signer": signer, "origin": ORIGIN, "runtime_version": "1.0", **options}
        if store is None and "pace" not in options:
            logs.append(Log.open(folder, create=create, **options))  # type: ignore[arg-type]
        else:
            store = store or FileStore(folder, create=create)
            logs.append(Log.on(store, FileVault(folder), **options))  # type: ignore[arg-type]
        return logs[-1]

    yield open_one
    for log in logs:
        log.close()


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    """The store of the folder that `open_log` uses, for a test to change; the log closes it."""
    return FileStore(tmp_path / "log", create=True)


@pytest.fixture
def watch_syncs(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """From the call on, the names of the files that are synced."""

    def watch() -> list[str]:
        synced: list[str] = []
        real = os.fdatasync

        def sync(descriptor: int) -> None:
            synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")))  # noqa: PTH115, PTH119
            real(descriptor)

        monkeypatch.setattr(os, "fdatasync", sync)
        return synced

    return watch


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def lines(folder):
    return lambda: (folder / "records.jsonl").read_bytes().split(b"\n")[:-1]


@pytest.fixture
def check(folder, signer):
    return lambda: verify(folder, verifier_keys=[signer.key])
