"""The static checks: what they refuse, where they point, and what they find out."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.contracts.errors import BundleInvalid
from runtime.policy.bundle import RegoFile, bundle_of
from runtime.policy.check import check
from runtime.policy.engines import ENTRY, EngineOptions
from runtime.policy.engines._evaluator import trees
from runtime.policy.engines.rego import inspect, open_url
from runtime.policy.problem import MAX_SHOWN, PolicyProblem, problem_at, refuse

HEAD = 'package runtime.authz\n\ndecision := {"allow": true}\n\n'


def options(**changed: object) -> EngineOptions:
    given = {
        "isolation": "in_process",
        "deadline_s": 1.0,
        "cache_size": 0,
        "entry": ENTRY,
        "max_stale_s": 1.0,
        "allow_builtins": frozenset[str](),
    }
    return EngineOptions(**{**given, **changed})  # type: ignore[arg-type]


def problems(folder: Path, policy: str) -> list[dict[str, object]]:
    (folder / "authz.rego").write_text(policy, "utf-8")
    with pytest.raises(BundleInvalid) as caught:
        open_url(str(folder), options())
    found: list[dict[str, object]] = caught.value.details["problems"]
    return found


@pytest.mark.parametrize(
    ("rules", "line", "column"),
    [
        ("x := [1\n", 6, 1),
        ("x := 1 +\n", 6, 1),
        ("x := nothing(1)\n", 5, 6),
        ('x := "ü" if nothing(1)\n', 5, 13),
        ("\t\tx := nothing(1)\n", 5, 8),
        ("x := y if {\n\ty := time.now_ns()\n}\n", 6, 7),
        ("x if y\n\ny if x\n", 5, 1),
        ("x if { zz }\n", 5, 8),
    ],
)
def test_a_problem_is_named_with_line_and_column(tmp_path: Path, rules: str, line: int, column: int) -> None:
    policy = HEAD.replace('{"allow": true}', '{"allow": true} if x') + rules
    found = problems(tmp_path, policy)[0]
    assert (found["file"], found["line"], found["column"]) == ("authz.rego", line, column)


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, HEAD + "x := one(1)\n\ny := two(1)\n\nz := opa.runtime()\n")
    assert [p["line"] for p in found] == [5, 7, 9]


def test_the_message_shows_the_line_with_a_caret() -> None:
    text = "package a\n\tx := bad(1)\n"
    shown = str(problem_at("a.rego", text, text.index("bad"), "no function is named bad"))
    assert shown == "a.rego:2:7: no function is named bad\n  | \tx := bad(1)\n  | \t     ^"


def test_a_hostile_line_cannot_steer_the_terminal() -> None:
    shown = str(PolicyProblem("a\x1b[2J.rego", 1, 2, "wrong\r", "\tx := \x1b]0;title\x07 \u202e"))
    assert "\x1b" not in shown
    assert {c for c in shown if not c.isprintable()} == {"\n", "\t"}


def test_a_long_list_of_problems_is_cut_in_the_message_and_whole_in_the_details() -> None:
    error = refuse(PolicyProblem("a.rego", n, 1, "wrong") for n in range(1, MAX_SHOWN + 6))
    assert error.message.endswith("and 5 more")
    assert len(error.details["problems"]) == MAX_SHOWN + 5
    assert str(PolicyProblem("a.rego", 1, 1, "wrong", "x" * 10_000)) == "a.rego:1:1: wrong"


def test_determinism_is_found_out_of_unreached_rules_too(tmp_path: Path) -> None:
    (tmp_path / "authz.rego").write_text(HEAD + "later := time.now_ns()\n")
    assert not inspect(str(tmp_path), options(allow_builtins=frozenset({"time.now_ns"}))).deterministic
    (tmp_path / "authz.rego").write_text(HEAD)
    assert inspect(str(tmp_path), options()).deterministic


def test_tests_are_checked_and_may_print_and_mock(tmp_path: Path) -> None:
    (tmp_path / "authz.rego").write_text(HEAD + "now := input.arguments.now\n")
    tests = "package t\n\nimport data.runtime.authz\n\ntest_it if {\n\tprint(authz.now) with input.arguments.now as time.now_ns()\n}\n"
    (tmp_path / "a_test.rego").write_text(tests)
    assert [(t.name, t.line) for t in inspect(str(tmp_path), options()).tests] == [("data.t.test_it", 5)]
    (tmp_path / "a_test.rego").write_text(tests.replace("print", "opa.runtime"))
    with pytest.raises(BundleInvalid):
        inspect(str(tmp_path), options())


def test_a_tree_that_is_not_understood_is_refused() -> None:
    bundle = bundle_of({"a.rego": HEAD.encode()})
    with pytest.raises(BundleInvalid) as caught:
        check(bundle, [{"package": {"refr": {"Var": {}}}, "imports": [], "rules": []}], entry=ENTRY)
    assert "unknown node" in caught.value.message


def test_a_tree_deeper_than_the_stack_is_refused() -> None:
    bundle = bundle_of({"a.rego": HEAD.encode()})
    node: object = 1
    for _ in range(100_000):
        node = [node]
    rule = {"Default": {"span": {"start": 0}, "refr": {"Var": {"value": "x"}}, "value": node}}
    tree = {"package": {"refr": {"Var": {"value": "a"}}}, "imports": [], "rules": [rule]}
    with pytest.raises(BundleInvalid) as caught:
        check(bundle, [tree], entry=ENTRY)
    assert "nested" in caught.value.message


def test_a_package_without_rules_decides_nothing(tmp_path: Path) -> None:
    assert "defines no rule" in str(problems(tmp_path, "package runtime.authz\n")[0]["message"])


def test_locations_count_characters_where_the_engine_counts_bytes() -> None:
    module = RegoFile("a.rego", 'package a\n\nx := "üü" if { y := "ü"; y == "ü" }\n')
    assert b'"rules"' in trees([[module.path, module.text]])
