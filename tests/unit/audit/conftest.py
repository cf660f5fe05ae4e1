"""Logs made in memory, record by record, so that a test decides what is signed and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from audit_forge import ORIGIN, Forge, make_bodies, make_forge, make_signer, whole_call, write_log

from runtime.audit.format.note import Signer
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
    """Opens writers on one folder, and closes what the test left open."""
    logs: list[Log] = []

    def open_one(**options: object) -> Log:
        options = {"signer": signer, "origin": ORIGIN, "runtime_version": "1.0", "create": True, **options}
        logs.append(Log.open(tmp_path / "log", **options))  # type: ignore[arg-type]
        return logs[-1]

    yield open_one
    for log in logs:
        log.close()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def lines(folder):
    return lambda: (folder / "records.jsonl").read_bytes().split(b"\n")[:-1]


@pytest.fixture
def check(folder, signer):
    return lambda: verify(folder, verifier_keys=[signer.key])
