"""The nine faults of the policy engine, each shown to exist and then held off by the guard.

Where the fault kills or hangs, it is reproduced in a child process. A test that can no longer reproduce its
fault fails: then the engine has changed, and the guard may be simplified.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine

ALLOW = '{"allow": true}'
HEAD = "package runtime.authz\n\n"
ISOLATIONS = ("worker", "in_process")

Opener = Callable[..., GuardedEngine]


def asked(**arguments: Any) -> PolicyInput:
    return PolicyInput(
        principal={"id": "agent:demo"},
        tool={"name": "example"},
        canonical_arguments=msgspec.json.encode(arguments),
        capabilities={},
    )


def child(code: str, timeout_s: float = 60, **env: str) -> subprocess.CompletedProcess[str]:
    """Run code with the bare engine, as somebody without the guard would."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
        env={**os.environ, **env},
    )


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    engines: list[GuardedEngine] = []

    def open_(policy: str, data: dict[str, Any] | None = None, **options: Any) -> GuardedEngine:
        folder = tmp_path / str(len(engines))
        folder.mkdir(exist_ok=True)
        (folder / "authz.rego").write_text(policy, "utf-8")
        (folder / "data.json").write_text(json.dumps(data or {}), "utf-8")
        engines.append(open_engine(f"rego:{folder}", **options))
        return engines[-1]

    yield open_
    for engine in engines:
        engine.close()


def refused(opened: Opener, policy: str, data: dict[str, Any] | None = None, **options: Any) -> list[str]:
    """The messages with which each isolation refuses the bundle."""
    messages = []
    for isolation in ISOLATIONS:
        with pytest.raises(BundleInvalid) as caught:
            opened(policy, data, isolation=isolation, **options)
        assert caught.value.code == "policy.bundle_invalid"
        messages.append(caught.value.message)
    return messages


# 1. Data that overrides rules.


def test_data_replaces_rules_in_the_bare_engine() -> None:
    """T-POL-01"""
    done = child("""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", 'package runtime.authz\\ndecision := {"allow": false}')
        engine.add_data_json('{"runtime": {"authz": {"decision": {"allow": true}}}}')
        print(engine.eval_rule("data.runtime.authz.decision"))
    """)
    assert done.stdout.strip() == "{'allow': True}"


@pytest.mark.parametrize(
    "data",
    [
        {"runtime": {"authz": {"decision": {"allow": True}}}},
        {"runtime": {"authz": {"anything": 1}}},
        {"runtime": {"authz": {}}},
        {"runtime": {"authz": True}},
        {"runtime": [1]},
        {"runtime": None},
    ],
)
def test_data_that_overlaps_a_package_is_refused(opened: Opener, data: dict[str, Any]) -> None:
    """T-POL-01"""
    refused(opened, HEAD + 'decision := {"allow": false}\n', data)


def test_data_beside_the_packages_is_welcome(opened: Opener) -> None:
    """T-POL-01"""
    policy = HEAD + 'decision := {"allow": data.runtime.limits.open}\n'
    engine = opened(policy, {"runtime": {"limits": {"open": True}}, "authz": {"decision": 1}})
    assert engine.decide(asked()).outcome == "allow"


# 2. Input that crashes the engine.


@pytest.mark.parametrize(
    "value", [r"'\ud800'", "__import__('functools').reduce(lambda a, _: [a], range(100000), [])"]
)
def test_a_python_value_as_input_kills_the_bare_engine(value: str) -> None:
    """T-POL-02"""
    done = child(f"""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", "package a\\nx := input")
        engine.set_input({value})
        engine.eval_rule("data.a.x")
    """)
    assert done.returncode == -signal.SIGSEGV


@pytest.mark.parametrize("isolation", ISOLATIONS)
@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        (rb'{"a":"\ud800"}', "invalid"),
        (b'{"a":"\xff"}', "error"),
        (b'{"a":' + b"[" * 120 + b"]" * 120 + b"}", "allow"),
        (b'{"a":' + b"[" * 130 + b"]" * 130 + b"}", "error"),
        (b'{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "invalid"),
        (b'{"a":"' + b"x" * (255 * 1024) + b'"}', "allow"),
        (b'{"a":"' + b"x" * (256 * 1024) + b'"}', "too_large"),
        (b'{},"principal":{"id":"root"}', "invalid"),
        (b"", "invalid"),
    ],
    ids=["surrogate", "not-utf8", "deep", "deeper", "abyss", "large", "too-large", "splice", "empty"],
)
def test_hostile_input_ends_in_a_decision(
    opened: Opener, isolation: Any, arguments: bytes, outcome: str
) -> None:
    """T-POL-02"""
    engine = opened(
        HEAD + 'decision := {"allow": true} if input.principal.id == "agent:demo"\n', isolation=isolation
    )
    question = msgspec.structs.replace(asked(), canonical_arguments=arguments)
    assert engine.decide(question).outcome == outcome
    assert engine.decide(asked()).outcome == "allow"


# 3. Recursion.


def test_a_recursive_function_kills_the_bare_engine() -> None:
    """T-POL-03"""
    done = child("""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", "package a\\nf(x) := f(x + 1)\\ny := f(1)")
        engine.eval_rule("data.a.y")
    """)
    assert done.returncode == -signal.SIGSEGV


RECURSIVE = {
    "itself": "f(x) := f(x + 1)\n",
    "two": "f(x) := g(x)\ng(x) := f(x)\n",
    "by-path": "f(x) := data.runtime.authz.f(x)\n",
    "by-quoted-path": 'f(x) := data["runtime"].authz["f"](x)\n',
    "inside-a-comprehension": "f(x) := [y | y := f(x)]\n",
    "inside-every": "f(x) if {\n\tevery y in x { f(y) }\n}\n",
    "inside-not": "f(x) if {\n\tnot f(x + 1)\n}\n",
    "in-an-argument": "f(x) := count(f(x))\n",
    "in-an-else": "f(x) := 1 if {\n\tx == 0\n} else := f(x - 1)\n",
    "through-a-rule": "f(x) := r\nr := f(1)\n",
    "through-a-default": "f(x) := r\ndefault r := 1\nr := f(1)\n",
    "through-all-data": "f(x) := data[x].authz.f2\nf2 := f(1)\n",
    "through-a-mock": "f(x) := g(x)\ng(x) := 1\nh(x) := f(x)\nr if {\n\tf(1) with g as h\n}\n",
    "through-a-mocked-builtin": "f(x) := count(x)\nr if {\n\tf([1]) with count as f\n}\n",
    "behind-a-local-name": "f(x) := [y | f := 1; y := f] if g(x)\ng(x) := f(x)\n",
    "after-an-inner-declaration": "r if {\n\tx := [b | b := 1]\n\tb == x\n}\nb if r\n",
    "in-a-head": "r[f(1)] := 1\nf(x) := count(r)\n",
}


@pytest.mark.parametrize("rules", RECURSIVE.values(), ids=RECURSIVE)
def test_rules_that_need_themselves_are_refused(opened: Opener, rules: str) -> None:
    """T-POL-03"""
    for message in refused(opened, f"{HEAD}decision := {ALLOW}\n\n{rules}"):
        assert "authz.rego:" in message
        assert "needs itself" in message


def test_recursion_through_an_import_is_refused(tmp_path: Path) -> None:
    """T-POL-03"""
    (tmp_path / "a.rego").write_text(f"{HEAD}import data.lib as l\n\ndecision := {ALLOW}\n\nf(x) := l.g(x)\n")
    (tmp_path / "b.rego").write_text("package lib\n\nimport data.runtime.authz.f\n\ng(x) := f(x)\n")
    with pytest.raises(BundleInvalid) as caught:
        open_engine(f"rego:{tmp_path}")
    assert "needs itself" in caught.value.message


def test_names_that_only_look_recursive_are_welcome(opened: Opener) -> None:
    """T-POL-03"""
    rules = """
path(path) := path

reason contains path if {
	path := path_of(1)
}

path_of(reason) := reason

item(items) := [thing | some thing in items; item_of(thing)]

item_of(item) if item

every_item if {
	every every_thing, item_thing in [1] {
		every_thing + item_thing == 1
	}
}
"""
    assert opened(f"{HEAD}decision := {ALLOW}\n{rules}").decide(asked()).outcome == "allow"


def test_a_long_chain_of_rules_is_refused_before_it_overflows_the_stack(opened: Opener) -> None:
    """T-POL-03"""
    chain = "".join(f"f{n}(x) := f{n + 1}(x)\n" for n in range(5_000)) + "f5000(x) := x\n"
    for message in refused(opened, f"{HEAD}decision := {ALLOW}\n\n{chain}"):
        assert "chain of 5001 rules" in message


# 4. Source that takes the parser for ever, or overflows its stack.


def test_nested_literals_hold_the_bare_parser_up() -> None:
    """T-POL-04"""
    with pytest.raises(subprocess.TimeoutExpired):
        child(
            f"""
            import regorus
            regorus.Engine().add_policy("a", "package a\\nx := {"[" * 30 + "]" * 30}")
        """,
            timeout_s=2,
        )


def test_a_long_expression_kills_the_bare_parser() -> None:
    """T-POL-04"""
    done = child("""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", "package a\\nx := 1" + "\\n+ 1" * 19_000)
        engine.eval_rule("data.a.x")
    """)
    assert done.returncode == -signal.SIGSEGV


BOMBS = {
    "lists": "x := " + "[" * 30 + "]" * 30,
    "objects": "x := " + '{"a": ' * 30 + "1" + "}" * 30,
    "sets": "x := " + "{" * 30 + "1" + "}" * 30,
    "parentheses": "x := " + "(" * 30 + "1" + ")" * 30,
    "mixed": "x := " + '[{"a": (' * 10 + "1" + ")}]" * 10,
    "wide": "".join(f"x{n} := " + "[" * 16 + "1" + "]" * 16 + "\n" for n in range(400)),
    "after-a-comment": "# ]]]]]]]]]]\nx := " + "[" * 30 + "]" * 30,
    "behind-strings": "x := " + '["]", ' * 30 + "1" + "]" * 30,
    "behind-raw-strings": "x := " + "[`]\n\\`, " * 30 + "1" + "]" * 30,
    "behind-escapes": 'x := "\\"" + ' + "[" * 30 + '"#"' + "]" * 30,
    "sum": "x := 1" + "\n+ 1" * 1_000,
    "reference": "x := input" + ".a" * 1_000,
    "index": "x := input" + '["a"]' * 1_000,
    "minus": "x := " + "- " * 1_000 + "1",
    "membership": "x := 1" + " in [1]" * 1_000,
    "union": "x := {1}" + "\n| {1}" * 1_000,
}


@pytest.mark.parametrize("rules", BOMBS.values(), ids=BOMBS)
def test_source_that_breaks_the_parser_never_reaches_it(opened: Opener, rules: str) -> None:
    """T-POL-04"""
    begun = time.monotonic()
    for message in refused(opened, f"{HEAD}decision := {ALLOW}\n\n{rules}\n"):
        assert "authz.rego:" in message
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    "text", ['x := "', "x := `", "x := ]", "x := [)", "x := [", "x := 1 \r y := 2", "x := $`a`", "x := 1\0"]
)
def test_source_that_two_readers_could_read_differently_is_refused(opened: Opener, text: str) -> None:
    """T-POL-04"""
    refused(opened, f"{HEAD}decision := {ALLOW}\n\n{text}\n")


# 5. Undefined.


def test_undefined_looks_like_a_string_in_the_bare_engine() -> None:
    """T-POL-05"""
    done = child("""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", "package a\\nx if false")
        print(engine.eval_rule("data.a.x"), engine.eval_rule_as_json("data.a.x"))
    """)
    assert done.stdout.strip() == 'None "<undefined>"'


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_a_decision_without_a_value_denies(opened: Opener, isolation: Any) -> None:
    """T-POL-05"""
    engine = opened(f"{HEAD}decision := {ALLOW} if input.arguments.yes\n", isolation=isolation)
    assert engine.decide(asked()).outcome == "undefined"
    assert engine.decide(asked(yes=True)).outcome == "allow"


# 6. Panics, and threads.

PANIC = (
    HEAD
    + """decision := {"allow": true} if strings.count("aaa", input.arguments.text) == 3

decision := {"allow": false} if strings.count("aaa", input.arguments.text) == 0
"""
)


def test_a_panic_slips_through_except_exception_in_the_bare_engine() -> None:
    """T-POL-06"""
    done = child("""
        import regorus
        engine = regorus.Engine()
        engine.add_policy("a", 'package a\\nx := strings.count("aaa", "")')
        try:
            engine.eval_rule("data.a.x")
        except Exception:
            print("caught")
        except BaseException as error:
            print(type(error).__name__)
    """)
    assert done.stdout.strip() == "PanicException"


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_a_panic_denies_and_the_next_question_is_answered(opened: Opener, isolation: Any) -> None:
    """T-POL-06"""
    engine = opened(PANIC, isolation=isolation)
    outcomes = [engine.decide(asked(text=text)).outcome for text in ("a", "", "b", "", "a")]
    assert outcomes == ["allow", "error", "deny", "error", "allow"]


def test_the_bare_engine_panics_on_another_thread() -> None:
    """T-POL-06"""
    done = child("""
        import regorus, threading
        engine = regorus.Engine()
        engine.add_policy("a", "package a\\nx := 1")
        def other():
            try:
                engine.eval_rule("data.a.x")
            except BaseException as error:
                print(isinstance(error, Exception))
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    """)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_every_thread_is_answered(opened: Opener, isolation: Any) -> None:
    """T-POL-06"""
    engine = opened(f"{HEAD}decision := {ALLOW} if input.arguments.n > 0\n", isolation=isolation)
    outcomes: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: outcomes.append(engine.decide(asked(n=n)).outcome))
        for n in range(1, 9)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["allow"] * 8


# 7. Evaluations without end, and workers that die.

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


def test_the_bare_engine_has_no_end_to_an_evaluation(tmp_path: Path) -> None:
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
def test_the_worker_ends_when_its_parent_is_killed(tmp_path: Path, busy: bool) -> None:
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


def test_a_forked_process_gets_a_worker_of_its_own(tmp_path: Path) -> None:
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


# 8. Built-ins that reach beyond the question.

REACHING = [
    'http.send({"url": "http://example.com", "method": "get"})',
    "opa.runtime()",
    'net.lookup_ip_addr("example.com")',
    "time.now_ns()",
    'rand.intn("x", 10)',
    'uuid.rfc4122("x")',
    'trace("x")',
    'print("x")',
    'time["now_ns"]()',
    'io.jwt.decode("x")',
    "unheard.of(1)",
]


@pytest.mark.parametrize("call", REACHING)
@pytest.mark.parametrize(
    "place",
    [
        "decision := {{}} if {}\n",
        "decision := {{}}\n\nf(x) := {}\n",
        "decision := {{}}\n\ns := [1 | {} == 1]\n",
        "decision := {{}}\n\nr if {{\n\ttime := 1\n\tx := {}\n}}\n",
        "decision := {{}}\n\ndefault d := 1\nd := 2 if {{\n\tnot {}\n}}\n",
    ],
)
def test_builtins_that_reach_beyond_the_question_are_refused(opened: Opener, call: str, place: str) -> None:
    """T-POL-08"""
    for message in refused(opened, HEAD + place.format(call)):
        assert "authz.rego:" in message


def test_an_import_cannot_disguise_a_builtin(opened: Opener) -> None:
    """T-POL-08: the engine calls the built-in past an import of that name."""
    refused(opened, f"{HEAD}import input.clock as time\n\ndecision := {ALLOW} if time.now_ns() > 0\n")


def test_a_mock_cannot_smuggle_a_builtin(opened: Opener) -> None:
    """T-POL-08"""
    refused(opened, f"{HEAD}decision := {ALLOW} if {{\n\tcount([1]) with count as time.now_ns\n}}\n")


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_an_allowed_clock_is_read_each_time_and_never_cached(opened: Opener, isolation: Any) -> None:
    """T-POL-08"""
    policy = HEAD + 'decision := {"allow": true, "reasons": [format_int(time.now_ns(), 10)]}\n'
    engine = opened(policy, isolation=isolation, allow_builtins=frozenset({"time.now_ns"}))
    first, second = engine.decide(asked()), engine.decide(asked())
    assert first.reasons != second.reasons
    assert not second.cached


def test_forbidden_stays_forbidden_whatever_is_allowed(opened: Opener) -> None:
    """T-POL-08"""
    every_name = frozenset({"http.send", "opa.runtime", "net.lookup_ip_addr", "trace", "print"})
    for call in ('http.send({"url": ""})', "opa.runtime()", 'net.lookup_ip_addr("x")', 'trace("x")'):
        refused(opened, f"{HEAD}decision := {ALLOW} if {call}\n", allow_builtins=every_name)


def test_names_in_strings_and_comments_are_no_calls(opened: Opener) -> None:
    """T-POL-08"""
    policy = f'{HEAD}# http.send({{}})\ndecision := {{"allow": true, "reasons": ["http.send(1)", `opa.runtime()`]}}\n'
    assert opened(policy).decide(asked()).reasons == ("http.send(1)", "opa.runtime()")


# 9. Native stacks in messages.


def test_the_bare_engine_shows_native_stacks() -> None:
    """T-POL-09"""
    done = child(
        """
        import regorus
        regorus.Engine().add_policy("a", "")
        """,
        RUST_BACKTRACE="1",
    )
    assert "Stack backtrace" in done.stderr


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_no_message_shows_native_stacks_or_touches_the_environment(tmp_path: Path, isolation: str) -> None:
    """T-POL-09"""
    (tmp_path / "authz.rego").write_text(
        HEAD + 'decision := {"allow": true} if lower(input.arguments.n) == "x"\n'
    )
    code = f"""
        import os
        from runtime.contracts.decision import PolicyInput
        from runtime.contracts.errors import BundleInvalid
        from runtime.policy.engines import open_engine
        before = dict(os.environ)
        engine = open_engine("rego:{tmp_path}", isolation="{isolation}")
        question = PolicyInput(principal={{}}, tool={{}}, capabilities={{}}, canonical_arguments=b'{{"n":1}}')
        print(engine.decide(question).outcome, engine.decide(question).detail)
        open("{tmp_path}/authz.rego", "a").write("]")
        print(engine.reload().detail)
        open("{tmp_path}/authz.rego", "a").write("[ {{")
        open("{tmp_path}/authz.rego", "w").write("package runtime.authz\\ndecision :=")
        print(engine.reload().detail)
        print(before == dict(os.environ))
        engine.close()
    """
    done = child(code, RUST_BACKTRACE="1", RUST_LIB_BACKTRACE="full")
    assert done.stderr == ""
    assert done.stdout.startswith("error ")
    assert "lower" in done.stdout
    assert "backtrace" not in done.stdout
    assert "unknown>" not in done.stdout
    assert done.stdout.endswith("True\n")
