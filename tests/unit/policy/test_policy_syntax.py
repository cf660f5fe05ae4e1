"""What a rule refers to, and which names hide a rule: missing a dependency would let recursion through."""

from __future__ import annotations

import json

import pytest

from runtime.policy.engines._evaluator import trees
from runtime.policy.syntax import RuleDefinition, read


def rule_of(text: str) -> RuleDefinition:
    """The first rule of a file of package ``p``."""
    source = f"package p\n\nimport data.lib\nimport data.other as o\nimport input.user\n\n{text}\n"
    tree = json.loads(trees([["a.rego", source]]))[0]
    return read("a.rego", source, tree).rules[0]


def needs(text: str) -> set[str]:
    """The references of the first rule, by dotted path."""
    return {".".join(reference.path) for reference in rule_of(text).references}


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("r := x", {"data.p.x"}),
        ("r := data.q.x", {"data.q.x"}),
        ('r := data["q"]["x"]', {"data.q.x"}),
        ("r := data[`q`].x", {"data.q.x"}),
        ("r := data.q[x].y", {"data.q", "data.p.x"}),
        ("r := data.q[_].y[x]", {"data.q", "data.p._", "data.p.x"}),
        ("r := lib.x", {"data.lib.x", "data.p.lib.x"}),
        ("r := o.x", {"data.other.x", "data.p.o.x"}),
        ("r := user.x", {"input.user.x", "data.p.user.x"}),
        ("r := lower(x).y", {"data.p.lower", "data.p.x"}),
        ("r := [x, {y: z}, {w}]", {"data.p.x", "data.p.y", "data.p.z", "data.p.w"}),
        ("r := x + y", {"data.p.x", "data.p.y"}),
        ("r if x", {"data.p.x"}),
        ("r if not x", {"data.p.x"}),
        ("r if x in y", {"data.p.x", "data.p.y"}),
        ("r contains x if y", {"data.p.x", "data.p.y"}),
        ("r[x] := y if z", {"data.p.x", "data.p.y", "data.p.z"}),
        ("r[x].s[y] := 1", {"data.p.x", "data.p.y"}),
        (
            "r := 1 if {\n\tx\n} else := y if {\n\tz\n} else := w",
            {"data.p.x", "data.p.y", "data.p.z", "data.p.w"},
        ),
        ("default r := 1", set()),
        ("r(data) := data.x", {"data.x"}),
        ("r if x with input as y", {"data.p.x", "data.p.y"}),
        ("r if x with data.q as y", {"data.p.x", "data.p.y"}),
    ],
)
def test_references_are_found_wherever_they_stand(text: str, references: set[str]) -> None:
    assert needs(text) == references


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("r := x if x := y", {"data.p.y"}),
        ("r := x if some x in y", {"data.p.y"}),
        ("r := x if some x, z in y", {"data.p.y"}),
        ("r := x if some [x, z] in y", {"data.p.y"}),
        ('r := x if some {"k": x} in y', {"data.p.y"}),
        ("r := x if some {k: x} in y", {"data.p.y", "data.p.k"}),
        ("r := x if some 1, x in y", {"data.p.y"}),
        ("r := x if [x, z] := y", {"data.p.y"}),
        ('r := x if {"a": [x]} := y', {"data.p.y"}),
        ("r := [x | some x in y]", {"data.p.y"}),
        ("r := {x | some x in y}", {"data.p.y"}),
        ("r := {x: z | some x, z in y}", {"data.p.y"}),
        ("r if {\n\tevery x in y { x }\n}", {"data.p.y"}),
        ("r if {\n\tevery x, z in y { x == z }\n}", {"data.p.y"}),
        ("r(x) := x", set()),
        ("r([x, z]) := x", set()),
        ("r(x) := z if z := x", set()),
    ],
)
def test_names_that_a_rule_declares_hide_rules_of_that_name(text: str, references: set[str]) -> None:
    assert needs(text) == references


@pytest.mark.parametrize(
    "text",
    [
        "r if {\n\tx == 1\n\tx := 2\n}",
        "r if {\n\ty := [x | x := 1]\n\tx\n}",
        "r if {\n\tevery x in y { x }\n\tx\n}",
        "r if {\n\tx = 1\n}",
        "r if {\n\tsome x\n\ty[x] == 1\n}",
        "r := [x | true] if y",
        "r := 1 if {\n\tx := 1\n} else := x",
        "r if {\n\tx := 1\n\ty == x\n} else if x",
        "r if {\n\ty := x\n\tx := 1\n}",
    ],
)
def test_where_it_is_unclear_whether_a_name_is_hidden_it_counts(text: str) -> None:
    assert "data.p.x" in needs(text)


def test_calls_are_found_past_local_names() -> None:
    rule = rule_of('r(f) := f(1) + lib.g(2) + time["now_ns"]() if f.h(3)')
    assert [(call.name, ".".join(call.path)) for call in sorted(rule.calls, key=lambda c: c.name)] == [
        ("f", "data.p.f"),
        ("f.h", "data.p.f.h"),
        ("lib.g", "data.lib.g"),
        ("time.now_ns", "data.p.time.now_ns"),
    ]


def test_mocks_are_found_with_target_and_value() -> None:
    (mock,) = rule_of("r if x with o.f as lib.g").replacements
    assert (mock.target_path, mock.value_path) == (("data", "other", "f"), ("data", "lib", "g"))


@pytest.mark.parametrize(
    ("text", "is_function", "is_complete"),
    [
        ("r := 1", False, True),
        ("default r := 1", False, True),
        ("r if x", False, True),
        ("r() := 1", True, True),
        ("r(x) := 1", True, True),
        ("default r(_) := 1", True, True),
        ("r contains 1", False, False),
        ("r[x] := 1", False, False),
        ("r.s := 1", False, False),
    ],
)
def test_kinds_of_rules_are_told_apart(text: str, is_function: bool, is_complete: bool) -> None:
    rule = rule_of(text)
    assert (rule.is_function, rule.is_complete) == (is_function, is_complete)
