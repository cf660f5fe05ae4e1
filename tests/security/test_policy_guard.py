"""The nine faults of the policy engine, each shown to exist and then held off by the guard.

Where the fault kills or hangs, it is reproduced in a child process. A test that can no longer reproduce its
fault fails: then the engine has changed, and the guard may be simplified. The seventh fault, evaluations without
end, is in test_policy_worker.py.
"""

from __future__ import annotations

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
from runtime.contracts.errors import BundleInvalid
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine

ALLOW = '{"allow": true}'
HEAD = "package runtime.authz\n\n"
ISOLATIONS = ("worker", "in_process")

Opener = Callable[..., GuardedEngine]
Child = Callable[..., subprocess.CompletedProcess[str]]


def asked(**arguments: Any) -> PolicyInput:
    return PolicyInput(
        principal={"id": "agent:demo"},
        tool={"name": "example"},
        canonical_arguments=msgspec.json.encode(arguments),
        capabilities={},
    )


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


def test_data_replaces_rules_in_the_bare_engine(child: Child) -> None:
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
def test_a_python_value_as_input_kills_the_bare_engine(child: Child, value: str) -> None:
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


def test_a_recursive_function_kills_the_bare_engine(child: Child) -> None:
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
    "behind-a-plain-some": "f(x) := y if {\n\tsome b\n\ty := b\n}\nb := f(1)\n",
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


def test_an_import_does_not_hide_recursion_through_a_rule_of_its_name(opened: Opener) -> None:
    """T-POL-03: the engine prefers the rule."""
    rules = f"import data.lib.g\n\ndecision := {ALLOW}\n\nf(x) := y if y := g[x]\n\ng[1] := f(1)\n"
    for message in refused(opened, HEAD + rules):
        assert "needs itself" in message


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


def test_nested_literals_hold_the_bare_parser_up(child: Child) -> None:
    """T-POL-04"""
    with pytest.raises(subprocess.TimeoutExpired):
        child(
            f"""
            import regorus
            regorus.Engine().add_policy("a", "package a\\nx := {"[" * 30 + "]" * 30}")
        """,
            timeout_s=2,
        )


def test_a_long_expression_kills_the_bare_parser(child: Child) -> None:
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


def test_undefined_looks_like_a_string_in_the_bare_engine(child: Child) -> None:
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
    + """decision := {"allow": true} if count(numbers.range(1, input.arguments.last)) == 3

decision := {"allow": false} if count(numbers.range(1, input.arguments.last)) == 1
"""
)


def test_a_panic_slips_through_except_exception_in_the_bare_engine(child: Child) -> None:
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
    outcomes = [engine.decide(asked(last=last)).outcome for last in (3, 2**63 - 1, 1, 2**63 - 1, 3)]
    assert outcomes == ["allow", "error", "deny", "error", "allow"]


def test_the_bare_engine_panics_on_another_thread(child: Child) -> None:
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
    # A deadline that no busy machine reaches: eight threads wait for one another here.
    engine = opened(
        f"{HEAD}decision := {ALLOW} if input.arguments.n > 0\n", isolation=isolation, deadline_s=20
    )
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


def test_the_bare_engine_shows_native_stacks(child: Child) -> None:
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
def test_no_message_shows_native_stacks_or_touches_the_environment(
    child: Child, tmp_path: Path, isolation: str
) -> None:
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
