"""Workspaces of several tenants in one process: what they share, and what they do not."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from runtime import Executor, FsRead
from runtime.contracts.errors import BundleInvalid, RuntimeClosed
from runtime.policy.decide import NoAnswer
from runtime.policy.guard import Live
from runtime.policy.shared_evaluators import SharedEvaluators


def folder_of(place: Path, name: str) -> Path:
    folder = place / name
    folder.mkdir()
    (folder / "name.txt").write_text(name, "utf-8")
    Executor.init(folder)
    return folder


def read(executor: Executor) -> str | None:
    outcome = executor.call_sync("read_file", {"path": "name.txt"}, grants=[FsRead(["."])])
    return outcome.output["output"] if outcome.ok else outcome.error.code


def workers() -> list[int]:
    pids = [
        pid for file in Path("/proc/self/task").glob("*/children") for pid in file.read_text("ascii").split()
    ]
    return [int(pid) for pid in pids if b"_evaluator.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_tenants_with_one_policy_share_its_worker_and_outlive_each_other(tmp_path: Path) -> None:
    before = len(workers())
    first = Executor.open(folder_of(tmp_path, "acme"))
    second = Executor.open(folder_of(tmp_path, "globex"), beside=first)
    third = Executor.open(folder_of(tmp_path, "initech"), beside=second)
    alone = Executor.open(folder_of(tmp_path, "alone"))
    try:
        assert len(workers()) == before + 2
        for executor, name in ((first, "acme"), (second, "globex"), (third, "initech")):
            assert name in str(read(executor))
        first.close()
        with pytest.raises(RuntimeClosed):
            read(first)
        assert "globex" in str(read(second))
        second.close()
        assert "initech" in str(read(third))
    finally:
        third.close()
        alone.close()
    assert len(workers()) == before


def test_a_shared_worker_that_is_killed_is_replaced_for_every_tenant(tmp_path: Path) -> None:
    before = set(workers())
    with (
        Executor.open(folder_of(tmp_path, "acme")) as first,
        Executor.open(folder_of(tmp_path, "globex"), beside=first) as second,
    ):
        assert "acme" in str(read(first))
        for pid in set(workers()) - before:
            os.kill(pid, signal.SIGKILL)
        for executor, name in ((second, "globex"), (first, "acme")):
            while (told := read(executor)) == "policy.unavailable":
                continue
            assert name in str(told)
    assert set(workers()) == before


def test_a_tenant_whose_policy_differs_is_decided_by_its_own(tmp_path: Path) -> None:
    first, folder = folder_of(tmp_path, "acme"), folder_of(tmp_path, "strict")
    with Executor.open(first) as one:
        rules = folder / "policies" / "authz.rego"
        rules.write_text(
            'package runtime.authz\n\ndecision := {"allow": false, "reasons": ["closed"]}\n', "utf-8"
        )
        for other in rules.parent.glob("*_test.rego"):
            other.unlink()
        Executor.init(folder, accept=True)
        with Executor.open(folder, beside=one) as strict:
            assert read(strict) == "policy.denied"
            assert "acme" in str(read(one))


class _Counted:
    closed = 0

    def evaluate(self, asked: bytes) -> bytes:
        return asked

    async def answer(self, asked: bytes) -> bytes:
        return asked

    def close(self) -> None:
        type(self).closed += 1


def test_an_evaluator_is_prepared_once_and_ends_with_its_last_lease() -> None:
    made: list[Live] = []

    def prepare() -> Live:
        made.append(Live("digest", True, _Counted()))
        return made[-1]

    shared = SharedEvaluators()
    leases: list[Live] = []
    threads = [threading.Thread(target=lambda: leases.append(shared.lease("k", prepare))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(leases), len(made)) == (8, 1)
    for lease in leases:
        assert lease.evaluator.evaluate(b"q") == b"q"
        lease.evaluator.close()
        lease.evaluator.close()
        with pytest.raises(NoAnswer):
            lease.evaluator.evaluate(b"q")
    assert _Counted.closed == 1
    shared.lease("k", prepare)
    assert len(made) == 2


def test_a_bundle_that_cannot_be_prepared_is_tried_again_by_the_next_tenant() -> None:
    shared = SharedEvaluators()

    def broken() -> Live:
        raise BundleInvalid("no rules")

    for _ in range(2):
        with pytest.raises(BundleInvalid):
            shared.lease("k", broken)
    assert shared.lease("k", lambda: Live("digest", True, _Counted())).bundle == "digest"
