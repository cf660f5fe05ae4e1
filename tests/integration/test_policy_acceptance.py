"""Several workers of one service: each decides by the policy that its user accepted, from a second after that at the latest."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from runtime import Executor
from runtime.audit.verify.verifier import verify
from runtime.host import pins

CHILD = Path(__file__).with_name("policy_acceptance_child.py")
WORKERS = 4
DENY_ALL = 'package runtime.authz\n\ndecision := {"allow": false, "reasons": ["closed"]}\n'
LIST = ("list_dir", {"path": "."})


class Decided(NamedTuple):
    """One call of a worker."""

    began: float
    bundle: str
    said: str


class Worker:
    """A process that calls in a loop."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, CHILD, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.calls: list[Decided] = []

    def read_until(self, enough: Callable[[Decided], bool], count: int = 1) -> None:
        """Read what it says until that many calls are enough."""
        assert self.process.stdout is not None
        while count:
            line = self.process.stdout.readline()
            assert line, "the worker ended"
            began, bundle, said = line.split()
            self.calls.append(Decided(float(began), bundle, said))
            count -= enough(self.calls[-1])

    def end(self) -> int:
        self.process.communicate("end\n")
        return self.process.returncode


def command(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runtime", *argv, "-C", folder], capture_output=True, text=True, check=False
    )


@pytest.fixture
def workers(workspace) -> Iterator[list[Worker]]:
    """Processes that have the accepted workspace open, and call."""
    settings = workspace.folder / "runtime.toml"
    settings.write_text(settings.read_text().replace("[policy]\n", "[policy]\ndeadline_s = 30\n"))
    workspace.accept()
    started = [Worker(workspace.folder) for _ in range(WORKERS)]
    for worker in started:
        worker.read_until(lambda _: True)
    yield started
    for worker in started:
        worker.process.kill()
        worker.process.communicate()


def bundle_of(workspace) -> str:
    pin = pins.pinned(workspace.folder, "policy")
    assert pin is not None
    return pin.digest


def test_an_accepted_policy_decides_in_every_process_within_a_second_and_no_other_policy_does(
    workspace, workers
):
    """T-POL-12"""
    old = bundle_of(workspace)
    workspace.policy(DENY_ALL)
    edited = time.monotonic()
    for worker in workers:  # an edit alone changes nothing
        worker.read_until(lambda call: call.began > edited, 20)
    refused = command(workspace.folder, "call", "list_dir", "--json")
    assert (refused.returncode, "config.changed" in refused.stdout) == (2, True)

    assert command(workspace.folder, "policy", "accept", "--yes").returncode == 0
    accepted, new = time.monotonic(), bundle_of(workspace)
    for worker in workers:
        worker.read_until(lambda call: call.began > accepted + 1, 20)
    assert [worker.end() for worker in workers] == [0] * WORKERS

    calls = [call for worker in workers for call in worker.calls]
    assert {(call.bundle, call.said) for call in calls} == {(old, "ran"), (new, "policy.denied")}
    assert [call for call in calls if call.began > accepted + 1 and call.bundle == old] == []
    loaded = [(body.accepted, body.bundle) for _, body in workspace.records() if body.kind == "PolicyLoaded"]
    assert loaded.count((True, new)) == WORKERS
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key], quick=True).exit_code == 0


def test_processes_deny_within_a_second_where_the_acceptance_is_taken_back(workspace, workers):
    """T-POL-12"""
    pins.pins_file().unlink()
    revoked = time.monotonic()
    for worker in workers:
        worker.read_until(lambda call: call.began > revoked + 1, 5)
        late = {call.said for call in worker.calls if call.began > revoked + 1}
        assert late == {"policy.unavailable"}


# -- executors of one process, which know nothing of each other --------------------------------------------


def call(executor: Executor) -> str:
    outcome = executor.call_sync(*LIST)
    return "ran" if outcome.error is None else outcome.error.code


def call_until(executor: Executor, said: str) -> None:
    """Call until it ends that way; a pin is looked at five times a second."""
    deadline = time.monotonic() + 60
    while call(executor) != said:
        assert time.monotonic() < deadline


def test_a_reload_of_a_policy_that_was_not_accepted_is_refused_and_recorded(workspace):
    """T-POL-12"""
    workspace.accept()
    with Executor.open(workspace.folder, isolation="in_process") as executor:
        workspace.policy(DENY_ALL)
        loaded = asyncio.run(executor.reload_policy())
        assert (loaded.accepted, loaded.bundle) == (False, bundle_of(workspace))
        assert "runtime policy accept" in loaded.detail or "authz.rego" in loaded.detail
        assert call(executor) == "ran"
    assert [body.accepted for _, body in workspace.records() if body.kind == "PolicyLoaded"] == [True, False]


def test_a_process_that_runs_goes_on_with_the_accepted_files_whatever_the_folder_holds(workspace):
    """T-POL-12: the folder was changed again between the acceptance and the moment that a process follows it."""
    workspace.accept()
    with Executor.open(workspace.folder, isolation="in_process") as executor:
        workspace.policy(DENY_ALL)
        assert command(workspace.folder, "policy", "accept", "--yes").returncode == 0
        workspace.policy("package runtime.authz\n\nbroken {")
        call_until(executor, "policy.denied")


def test_an_accepted_policy_whose_copy_was_changed_or_removed_denies_every_call(workspace, user_home):
    """T-POL-12 T-RUN-24"""
    workspace.accept()
    with Executor.open(workspace.folder, isolation="in_process") as executor:
        allowing = bundle_of(workspace)
        allowed = pins.kept_files(workspace.folder, "policy", allowing)
        workspace.policy(DENY_ALL)
        assert command(workspace.folder, "policy", "accept", "--yes").returncode == 0
        denying = bundle_of(workspace)
        for forged in (allowed, {}):
            assert forged is not None
            pins.accept(workspace.folder, "policy", denying, forged)
            call_until(executor, "policy.unavailable")
        for copy in (user_home / ".local/state/cathedral-runtime/accepted").iterdir():
            copy.unlink()
        assert call(executor) == "policy.unavailable"


@pytest.mark.parametrize("unpinned", ["settings in code", "pin is false"])
def test_without_pins_a_reload_in_one_process_is_followed_by_the_others(workspace, monkeypatch, unpinned):
    """T-POL-12"""
    if unpinned == "pin is false":
        workspace.accept()
        monkeypatch.setenv("RUNTIME_TRUST_PIN", "false")

    def opened() -> Executor:
        in_code = unpinned == "settings in code"
        return workspace.open() if in_code else Executor.open(workspace.folder, isolation="in_process")

    workspace.policy(workspace_policy("true"))
    with opened() as one, opened() as other:
        assert [call(one), call(other)] == ["ran", "ran"]
        workspace.policy(DENY_ALL)
        assert [call(one), call(other)] == ["ran", "ran"]  # an edit alone changes nothing here either
        assert asyncio.run(one.reload_policy()).accepted
        assert call(one) == "policy.denied"
        call_until(other, "policy.denied")
        with opened() as later:
            assert call(later) == "policy.denied"


def test_without_pins_a_reload_that_cannot_be_published_is_refused(workspace, user_home):
    """T-POL-12"""
    with workspace.open() as executor:
        copies = user_home / ".local/state/cathedral-runtime/accepted"
        copies.parent.mkdir(parents=True, exist_ok=True)
        copies.write_text("in the way")
        workspace.policy(DENY_ALL)
        assert not asyncio.run(executor.reload_policy()).accepted
        assert call(executor) == "ran"


def workspace_policy(allow: str) -> str:
    return f'package runtime.authz\n\ndecision := {{"allow": {allow}}}\n'
