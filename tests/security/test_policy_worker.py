"""The seventh fault of the policy engine: evaluations without end. A worker is late, dies, or outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.decision import PolicyInput
from runtime.policy.guard import GuardedEngine

HEAD = "package runtime.authz\n\n"

Opener = Callable[..., GuardedEngine]
Child = Callable[..., subprocess.CompletedProcess[str]]


def asked(**arguments: Any) -> PolicyInput:
    return PolicyInput(
        principal={"id": "agent:demo"},
        tool={"name": "example"},
        canonical_arguments=msgspec.json.encode(arguments),
        capabilities={},
    )


SLOW = (
    HEAD
    + """decision := {"allow": true} if {
	some a in numbers.range(1, input.arguments.n)
	some b in numbers.range(1, input.arguments.n)
	some c in numbers.range(1, input.arguments.n)
	a + b + c < 0
}

decision := {"allow": true} if input.arguments.n == 1
"""
)


def worker_of(engine: GuardedEngine) -> int:
    """The process id of the policy worker."""
    return engine._live.evaluator._worker.pid  # type: ignore[attr-defined]


def ends(pid: int, within_s: float = 10.0) -> bool:
    """Whether a process that is not our child ends."""
    give_up = time.monotonic() + within_s
    while time.monotonic() < give_up:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        threading.Event().wait(0.01)
    return False


def test_the_bare_engine_has_no_end_to_an_evaluation(child: Child, tmp_path: Path) -> None:
    """T-POL-07"""
    (tmp_path / "slow.rego").write_text(SLOW)
    with pytest.raises(subprocess.TimeoutExpired):
        child(
            f"""
            import regorus
            engine = regorus.Engine()
            engine.add_policy_from_file({str(tmp_path / "slow.rego")!r})
            engine.set_input_json('{{"arguments": {{"n": 10000}}}}')
            engine.eval_rule("data.runtime.authz.decision")
        """,
            timeout_s=2,
        )


def test_a_late_worker_denies_is_killed_and_replaced(opened: Opener) -> None:
    """T-POL-07"""
    engine = opened(SLOW, deadline_s=0.5)
    assert engine.decide(asked(n=1)).outcome == "allow"
    late = worker_of(engine)
    begun = time.monotonic()
    assert engine.decide(asked(n=10_000)).outcome == "timeout"
    assert time.monotonic() - begun < 5
    assert ends(late)
    assert answered(engine, asked(n=1, again=True)) == "allow"
    assert worker_of(engine) != late


def answered(engine: GuardedEngine, question: PolicyInput) -> str:
    """The outcome once a replaced worker has started: until then questions are denied as timeouts."""
    for _ in range(50):
        if (outcome := engine.decide(question).outcome) != "timeout":
            break
    return outcome


def test_questions_beside_a_hanging_one_are_denied_and_not_lost(opened: Opener) -> None:
    """T-POL-07"""
    engine = opened(SLOW, deadline_s=0.5)
    outcomes: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: outcomes.append(engine.decide(asked(n=10_000, id=n)).outcome))
        for n in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["timeout"] * 3
    assert answered(engine, asked(n=1)) == "allow"


def test_a_worker_killed_from_outside_denies_once_and_is_replaced(opened: Opener) -> None:
    """T-POL-07"""
    engine = opened(SLOW)
    killed = worker_of(engine)
    os.kill(killed, signal.SIGKILL)
    assert ends(killed)
    assert engine.decide(asked(n=1)).outcome == "error"
    assert answered(engine, asked(n=1)) == "allow"


def test_a_stopped_worker_is_late(opened: Opener) -> None:
    """T-POL-07"""
    engine = opened(SLOW, deadline_s=0.3)
    os.kill(worker_of(engine), signal.SIGSTOP)
    assert engine.decide(asked(n=1)).outcome == "timeout"
    assert answered(engine, asked(n=1)) == "allow"


def test_memory_without_end_denies(opened: Opener) -> None:
    """T-POL-07"""
    policy = HEAD + 'decision := {"allow": true} if count(numbers.range(1, input.arguments.n)) > 0\n'
    engine = opened(policy, deadline_s=20)
    assert engine.decide(asked(n=2_000_000_000)).outcome == "error"
    assert answered(engine, asked(n=1)) == "allow"


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_the_worker_ends_when_its_parent_is_killed(child: Child, tmp_path: Path, busy: bool) -> None:
    """T-POL-07"""
    (tmp_path / "authz.rego").write_text(SLOW)
    code = f"""
        import os, signal, sys, threading
        from runtime.contracts.decision import PolicyInput
        from runtime.policy.engines import open_engine
        engine = open_engine("rego:{tmp_path}", deadline_s=2.0)
        print(engine._live.evaluator._worker.pid, flush=True)
        if {busy}:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()
            engine.decide(PolicyInput(principal={{}}, tool={{}}, capabilities={{}},
                                      canonical_arguments=b'{{"n":10000}}'))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    done = child(code)
    assert done.returncode == -signal.SIGKILL
    assert ends(int(done.stdout))


def test_a_forked_process_gets_a_worker_of_its_own(child: Child, tmp_path: Path) -> None:
    """T-POL-07"""
    (tmp_path / "authz.rego").write_text(SLOW)
    code = f"""
        import os, sys
        from runtime.contracts.decision import PolicyInput
        from runtime.policy.engines import open_engine
        engine = open_engine("rego:{tmp_path}", cache_size=0, deadline_s=10)
        def ask():
            question = PolicyInput(principal={{}}, tool={{}}, capabilities={{}}, canonical_arguments=b'{{"n":1}}')
            return engine.decide(question).outcome, engine._live.evaluator._worker.pid
        before = ask()
        if os.fork() == 0:
            inside = ask()
            print(inside[0], inside[1] != before[1], flush=True)
            engine.close()
            sys.exit()
        os.wait()
        print(*ask() == before and ("allow", "same"), flush=True)
        engine.close()
    """
    done = child(code)
    assert (done.stdout.splitlines(), done.stderr) == (["allow True", "allow same"], "")


def test_what_the_engine_prints_is_no_answer(opened: Opener) -> None:
    """T-POL-07: the engine writes complaints to standard output, where the worker's answers go."""
    policy = HEAD + 'decision := {"allow": true} if {\n\tsome i\n\tinput.arguments.list[i] == i\n}\n'
    engine = opened(policy)
    assert engine.decide(asked(list=[0])).outcome == "allow"
