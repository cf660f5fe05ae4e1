"""One approval, many processes: one of them runs the call, once, and none does again when it is killed on the way."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime import ApprovalAnswer
from runtime.audit.verify.verifier import verify
from runtime.host.inspection import inbox_of

CHILD = Path(__file__).with_name("approval_claim_child.py")
YES = ApprovalAnswer(approved=True, approver="user:eve")


class Caller:
    """A process that makes calls."""

    def __init__(self, folder: Path, *stop: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, CHILD, folder, *stop], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def begin(self, text: str) -> None:
        """Make a call."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def told(self) -> str:
        """The next thing that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def call(self, text: str) -> str:
        self.begin(text)
        return self.told()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def callers(workspace: Any) -> Iterator[Callable[..., list[Caller]]]:
    """Starts processes over the workspace that are ready to call."""
    workspace.accept()
    (workspace.folder / "effects").touch()
    with contextlib.ExitStack() as stack:

        def start(count: int = 1, *stop: str) -> list[Caller]:
            started = [Caller(workspace.folder, *stop) for _ in range(count)]
            for caller in started:
                stack.callback(caller.kill)
            assert [caller.told() for caller in started] == ["ready"] * count
            return started

        yield start


def approve(folder: Path) -> None:
    """Say yes to the one question that waits."""
    inbox = inbox_of(folder)
    [waiting] = [entry for entry in inbox.entries() if entry.state == "pending"]
    inbox.decide(waiting.id, YES)


def effects(folder: Path) -> Counter[str]:
    return Counter((folder / "effects").read_text().split())


def race(workspace: Any, callers: list[Caller], rounds: int) -> None:
    """Approve one call at a time and have every process make it at once."""
    for number in range(rounds):
        text = f"call-{number}"
        assert callers[0].call(text) == "approval.required"
        approve(workspace.folder)
        for caller in callers:
            caller.begin(text)
        ended = Counter(caller.told() for caller in callers)
        assert ended == {"ran": 1, "approval.required": len(callers) - 1}
        [left] = [e for e in inbox_of(workspace.folder).entries() if e.state == "pending"]
        inbox_of(workspace.folder).decide(left.id, ApprovalAnswer(approved=False, approver="user:eve"))
        assert callers[0].call(text) == "approval.rejected"
    assert effects(workspace.folder) == {f"call-{number}": 1 for number in range(rounds)}
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).verdict in {
        "OK_NOT_WITNESSED", "UNPROVEN",
    }  # fmt: skip


def test_of_many_processes_that_make_an_approved_call_one_runs_it(workspace, callers):
    """T-RUN-07"""
    race(workspace, callers(4), rounds=5)


@pytest.mark.soak
def test_of_many_processes_one_runs_each_of_many_approved_calls(workspace, callers):
    """T-RUN-07"""
    race(workspace, callers(8), rounds=200)


@pytest.mark.parametrize(
    ("stop", "before", "repeated", "after"),
    [("lock", 0, "ran", 1), ("claim", 0, "approval.required", 0), ("effect", 1, "approval.required", 1)],
    ids=["before-it-is-taken", "between-taking-and-running", "while-it-runs"],
)
def test_a_process_killed_on_the_way_leaves_no_approval_to_use_twice(
    workspace, callers, stop, before, repeated, after
):
    """T-RUN-07"""
    killed, other = *callers(1, stop), *callers(1)
    assert killed.call("spent") == "approval.required"
    approve(workspace.folder)
    assert killed.call("spent") == "stopped"
    killed.kill()
    assert effects(workspace.folder)["spent"] == before
    assert other.call("spent") == repeated
    assert effects(workspace.folder)["spent"] == after
    assert other.call("spent") == "approval.required"
    assert effects(workspace.folder)["spent"] == after


class Copies:
    """The inbox's files, as their owner keeps them and puts them back."""

    def __init__(self, folder: Path) -> None:
        self.inbox, self.kept = folder / ".runtime" / "approvals", folder.parent / "kept"

    def take(self) -> None:
        shutil.copytree(self.inbox, self.kept)

    def put_back(self) -> None:
        shutil.rmtree(self.inbox)
        shutil.copytree(self.kept, self.inbox)


def test_an_inbox_put_back_gives_an_answer_to_no_process_again(workspace, callers):
    """T-APP-03"""
    one, other = callers(2)
    copies = Copies(workspace.folder)
    assert one.call("spent") == "approval.required"
    approve(workspace.folder)
    copies.take()
    assert one.call("spent") == "ran"
    for caller in (one, other, *callers(1)):
        copies.put_back()
        assert caller.call("spent") == "approval.required"
    assert effects(workspace.folder)["spent"] == 1


def test_of_two_processes_that_both_took_an_answer_the_log_lets_one_run(workspace, callers):
    """T-APP-03: the file is put back while the first has taken the answer and recorded nothing yet."""
    slow, fast = *callers(1, "pause"), *callers(1)
    copies = Copies(workspace.folder)
    assert slow.call("spent") == "approval.required"
    approve(workspace.folder)
    copies.take()
    assert slow.call("spent") == "paused"
    copies.put_back()
    assert fast.call("spent") == "ran"
    assert slow.call("go on") == "approval.spent"
    assert effects(workspace.folder)["spent"] == 1
    assert slow.call("spent") == "approval.required"
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).verdict in {
        "OK_NOT_WITNESSED", "UNPROVEN",
    }  # fmt: skip
