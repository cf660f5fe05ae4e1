"""Opening engines by URL, the worker process, and author's tests."""

from __future__ import annotations

import importlib.util
import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy import engines
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import _evaluator, _worker, discover, open_engine
from runtime.policy.engines._pool import WorkerEvaluator
from runtime.policy.engines._worker import BundleFile, PolicyWorker, WorkerLost
from runtime.policy.testing import run_tests

GOOD = 'package runtime.authz\n\ndecision := {"allow": true}\n'
QUESTION = PolicyInput(principal={}, tool={}, canonical_arguments=b"{}", capabilities={})
LOADABLE: dict[str, Any] = {
    "modules": [["a.rego", "package a\n\nx := input.n + 1\n"]],
    "data": {},
    "entry": "data.a.x",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "authz.rego").write_text(GOOD)
    return tmp_path


@pytest.mark.parametrize("url", ["", "policies/", "opal:policies", ":policies", "REGO:policies", "rego"])
def test_a_url_that_no_engine_serves_is_refused_with_those_that_are(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        open_engine(url)
    assert caught.value.code == "config.invalid"
    assert "rego:" in caught.value.suggestion


@pytest.mark.parametrize(
    "option",
    [
        {"isolation": "none"},
        {"deadline_s": 0},
        {"deadline_s": -1},
        {"deadline_s": math.inf},
        {"deadline_s": math.nan},
        {"cache_size": -1},
        {"max_stale_s": -1},
        {"max_stale_s": math.nan},
        {"entry": "runtime.authz"},
    ],
)
def test_an_option_out_of_range_is_refused(folder: Path, option: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        open_engine(f"rego:{folder}", **option)
    assert next(iter(option)) in caught.value.message


def test_two_engines_of_one_scheme_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = ModuleType("twin")
    twin.SCHEMES = ("rego", "rego")  # type: ignore[attr-defined]
    monkeypatch.setattr(engines.importlib, "import_module", lambda _: twin)
    with pytest.raises(ConfigurationError):
        discover()


def test_another_entry_may_decide(tmp_path: Path) -> None:
    (tmp_path / "a.rego").write_text('package my.rules\n\nverdict := {"allow": true}\n')
    engine = open_engine(f"rego:{tmp_path}", entry="data.my.rules.verdict")
    assert engine.decide(QUESTION).outcome == "allow"
    engine.close()


def test_the_host_process_never_loads_the_engine(folder: Path) -> None:
    code = (
        "import sys\nfrom runtime.policy.engines import open_engine\n"
        f"engine = open_engine('rego:{folder}')\nprint('regorus' in sys.modules)\nengine.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_an_engine_left_open_leaves_no_process_and_no_warning(folder: Path) -> None:
    code = (
        "from runtime.policy.engines import open_engine\n"
        f"engine = open_engine('rego:{folder}')\nprint(engine._live.evaluator._worker.pid)\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_worker_sees_nothing_of_the_hosts_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    file = BundleFile(LOADABLE)
    worker = PolicyWorker(file, 1.0)
    worker.call(b"L", b"", 10)
    environment = Path(f"/proc/{worker.pid}/environ").read_bytes()
    worker.kill()
    file.close()
    assert b"s3cret" not in environment
    assert b"RUST_BACKTRACE=0" in environment


def test_a_worker_answers_errors_and_goes_on() -> None:
    file = BundleFile(LOADABLE)
    worker = PolicyWorker(file, 5.0)
    assert worker.call(b"E", b'{"n": 1}', 10) == b"2"
    with pytest.raises(NoAnswer) as caught:
        worker.call(b"E", b'{"n": "x"}', 10)
    assert caught.value.outcome == "error"
    assert worker.call(b"T", b"data.a.x", 10).strip() == b'"<undefined>"'
    assert worker.call(b"E", b'{"n": 2}', 10) == b"3"
    worker.kill()
    with pytest.raises(WorkerLost):
        worker.send(b"E", b"{}", 1)
    file.close()


def test_a_large_question_and_a_large_answer_pass_whole() -> None:
    file = BundleFile({**LOADABLE, "modules": [["a.rego", "package a\n\nx := [input.n, input.n]\n"]]})
    worker = PolicyWorker(file, 5.0)
    answer = worker.call(b"E", b'{"n":"' + b"x" * 1_000_000 + b'"}', 20)
    worker.kill()
    file.close()
    assert answer.count(b"x") == 2_000_000


def test_a_worker_that_never_starts_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replacement that sleeps instead of serving: late at first, then too late, and each time a denial."""
    file = BundleFile(LOADABLE)
    evaluator = WorkerEvaluator(file, PolicyWorker(file, 0.05), 0.05)
    with monkeypatch.context() as patch:
        patch.setattr(_worker.sys, "executable", "/bin/cat")  # refuses its options and ends
        evaluator._discard()
        for _ in range(3):
            with pytest.raises(NoAnswer):
                evaluator.evaluate(b"{}")
        patch.setattr(_worker.sys, "executable", "/no/such/interpreter")
        with pytest.raises(NoAnswer):
            evaluator.evaluate(b"{}")
        assert evaluator._worker is None
    evaluator._deadline_s = 20
    assert evaluator.evaluate(b'{"n": 1}') == b"2"
    evaluator.close()


def test_a_replacement_that_is_still_starting_denies_without_being_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = BundleFile(LOADABLE)
    evaluator = WorkerEvaluator(file, PolicyWorker(file, 20), 20)
    evaluator._start()
    starting = evaluator._worker
    assert starting is not None
    with monkeypatch.context() as patch:
        patch.setattr(starting, "has_answer", lambda _: False)
        with pytest.raises(NoAnswer) as caught:
            evaluator.evaluate(b"{}")
        assert caught.value.outcome == "timeout"
        assert evaluator._worker is starting
        evaluator._loading_until = 0.0
        with pytest.raises(NoAnswer):
            evaluator.evaluate(b"{}")
        assert evaluator._worker is not starting
    assert evaluator.evaluate(b'{"n": 1}') == b"2"
    evaluator.close()


def test_an_interrupt_between_question_and_answer_costs_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the next question would be given this one's answer."""
    file = BundleFile(LOADABLE)
    evaluator = WorkerEvaluator(file, PolicyWorker(file, 20), 20)

    def interrupted(_: float) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(evaluator._worker, "receive", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evaluator.evaluate(b'{"n": 1}')
    assert evaluator.evaluate(b'{"n": 10}') == b"11"
    evaluator.close()


def test_a_busy_worker_lets_nobody_wait_for_ever() -> None:
    file = BundleFile(LOADABLE)
    evaluator = WorkerEvaluator(file, PolicyWorker(file, 0.05), 0.05)
    with evaluator._lock, pytest.raises(NoAnswer) as caught:
        evaluator.evaluate(b"{}")
    assert caught.value.outcome == "timeout"
    evaluator.close()


def test_a_missing_engine_library_is_a_configuration_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError) as caught:
        open_engine(f"rego:{folder}")
    assert "not installed" in caught.value.message


@pytest.mark.parametrize("interpreter", ["/no/such/interpreter", "", None])
def test_a_worker_that_cannot_be_started_is_a_configuration_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, interpreter: str | None
) -> None:
    monkeypatch.setattr(_worker.sys, "executable", interpreter)
    with pytest.raises(ConfigurationError) as caught:
        open_engine(f"rego:{folder}")
    assert caught.value.suggestion


def test_a_bundle_that_breaks_the_worker_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_worker.sys, "executable", "/bin/false")
    with pytest.raises(BundleInvalid) as caught:
        open_engine(f"rego:{folder}")
    assert "breaks the engine" in caught.value.message


def test_the_engines_own_interrupts_are_not_swallowed() -> None:
    assert isinstance(_evaluator._translated(KeyboardInterrupt()), KeyboardInterrupt)


TESTS = """package t

import data.runtime.authz

test_passes if authz.decision.allow

test_fails if not authz.decision.allow

test_is_undefined if input.nothing

test_is_no_boolean := 1

test_errs if lower(input) == "x"

test_panics if count(numbers.range(1, 9223372036854775807)) == 0

todo_test_later if false

helper := 1

test_goes_on if true
"""


def test_an_authors_tests_each_end_in_their_own_way(folder: Path) -> None:
    (folder / "a_test.rego").write_text(TESTS)
    results = run_tests(str(folder))
    assert [(r.rule.name.removeprefix("data.t."), r.outcome) for r in results] == [
        ("test_passes", "passed"),
        ("test_fails", "failed"),
        ("test_is_undefined", "failed"),
        ("test_is_no_boolean", "failed"),
        ("test_errs", "error"),
        ("test_panics", "error"),
        ("todo_test_later", "skipped"),
        ("test_goes_on", "passed"),
    ]
    assert [r.rule.line for r in results][:2] == [5, 7]
    assert all(r.detail for r in results if r.outcome == "error")


def test_a_test_that_hangs_is_an_error_and_the_next_one_runs(folder: Path) -> None:
    (folder / "a_test.rego").write_text(
        "package t\n\ntest_hangs if {\n\tsome a in numbers.range(1, 9999)\n\tsome b in numbers.range(1, 9999)\n"
        "\tsome c in numbers.range(1, 9999)\n\ta + b + c < 0\n}\n\ntest_goes_on if true\n"
    )
    assert [r.outcome for r in run_tests(str(folder), deadline_s=0.5)] == ["error", "passed"]


def test_the_default_policy_passes_its_own_tests(root: Path) -> None:
    results = run_tests(str(root / "policies"))
    assert len(results) > 15
    assert [r for r in results if r.outcome != "passed"] == []


def frames(*requests: tuple[bytes, bytes]) -> bytes:
    return b"".join(len(payload).to_bytes(4, "big") + op + payload for op, payload in requests)


def served(stream: bytes, loadable: dict[str, Any] = LOADABLE) -> list[tuple[bytes, bytes]]:
    """What the worker's loop answers to this stream, here instead of in a child."""
    source, feed = os.pipe()
    drain, sink = os.pipe()
    os.write(feed, stream)
    os.close(feed)
    _evaluator._Worker(loadable, 60.0, 60.0).serve(source, sink)
    os.close(sink)
    os.close(source)
    with os.fdopen(drain, "rb") as file:
        answers = []
        while head := file.read(5):
            answers.append((head[4:], file.read(int.from_bytes(head[:4], "big"))))
    return answers


def test_the_workers_loop_answers_each_request_in_order() -> None:
    stream = frames((b"A", b""), (b"L", b""), (b"E", b'{"n":1}'), (b"T", b"data.a.x"), (b"E", b"{"))
    (trees, loaded, value, rule, error) = served(stream)
    assert trees[0] == loaded[0] == value[0] == rule[0] == b"+"
    assert (loaded[1], value[1]) == (b"", b"2")
    assert error[0] == b"-"
    assert b"backtrace" not in error[1]


@pytest.mark.parametrize("cut", range(1, 12))
def test_the_workers_loop_ends_where_the_stream_is_cut(cut: int) -> None:
    assert served(frames((b"E", b'{"n":1}'))[:cut]) == []


def test_the_workers_loop_ends_after_a_panic() -> None:
    loadable = {**LOADABLE, "modules": [["a.rego", "package a\n\nx := count(numbers.range(1, input.n))\n"]]}
    answers = served(frames((b"E", b'{"n":9223372036854775807}'), (b"E", b'{"n":1}')), loadable)
    assert [status for status, _ in answers] == [b"!"]


def test_the_workers_loop_refuses_an_answer_past_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_evaluator, "MAX_ANSWER_BYTES", 3)
    assert served(frames((b"E", b'{"n":1000}'), (b"E", b'{"n":1}'))) == [
        (b"-", b"the answer is too large"),
        (b"+", b"2"),
    ]
