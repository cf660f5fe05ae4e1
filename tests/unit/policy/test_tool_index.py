"""Rules for one tool alone are left out for any other, and no answer changes by it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.decision import PolicyInput
from runtime.policy import tool_index
from runtime.policy.engines import _evaluator, open_engine

HEAD = """package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

decision := {"allow": false, "reasons": sort(deny)} if count(deny) > 0

else := {"allow": true, "reasons": [first]} if allow

first := "the first" if input.tool.name == "tool_0"

else := "another" if input.tool.name == "tool_1"

else := "none of these"

deny contains "closed to all" if startswith(input.arguments.path, "/")
"""
FORMS = (
    'allow if {{\n\tinput.tool.name == "{tool}"\n\tendswith(input.arguments.path, ".{n}")\n}}',
    'allow if {{ endswith(input.arguments.path, ".{n}"); "{tool}" == input.tool.name }}',
    'deny contains "closed to {tool} by {n}" if {{ input["tool"].name == "{tool}"; contains(input.arguments.path, "{n}") }}',
    'deny contains "not closed to {tool}" if {{ not input.tool.name == "{tool}"; input.arguments.path == "{n}" }}',
    'deny contains "either of {n}" if {{ input.tool.name != "{tool}"; input.arguments.path == "x{n}" }}',
    'deny contains "in a set, {n}" if {{ input.tool.name in {{"{tool}", "tool_2"}}; input.arguments.path == "y{n}" }}',
    'deny contains "in an argument, {n}" if {{ input.arguments.tool.name == "{tool}"; input.arguments.path == "z{n}" }}',
)


def rules(count: int = 300) -> str:
    drawn = random.Random(7)
    made = (drawn.choice(FORMS).format(tool=f"tool_{drawn.randrange(20)}", n=n % 9) for n in range(count))
    return HEAD + "\n" + "\n\n".join(made) + "\n"


def questions() -> list[PolicyInput]:
    drawn = random.Random(8)
    names: list[Any] = [*(f"tool_{n}" for n in range(22)), "", None, 7, ["tool_1"], {"name": "tool_1"}]
    found = []
    for _ in range(300):
        name, n = drawn.choice(names), drawn.randrange(10)
        path = drawn.choice(["a.{}", "{}", "x{}", "y{}", "z{}", "/{}", "b"]).format(n)
        arguments = {"path": path, "tool": {"name": drawn.choice(names[:20])}}
        found.append(
            PolicyInput(
                principal={"id": "agent:demo"},
                tool=drawn.choice([{"name": name}, {"name": name, "version": "1"}]),
                canonical_arguments=msgspec.json.encode(arguments),
                capabilities={},
            )
        )
    return [*found, PolicyInput(principal={}, tool={}, canonical_arguments=b"{}", capabilities={})]


def answers(folder: Path, isolation: Any) -> list[tuple[str, tuple[str, ...]]]:
    engine = open_engine(f"rego:{folder}", isolation=isolation, cache_size=0, deadline_s=20.0)
    found = [(d.outcome, d.reasons) for d in map(engine.decide, questions())]
    engine.close()
    return found


@pytest.mark.parametrize("isolation", ["worker", "in_process"])
def test_no_answer_depends_on_the_index(
    tmp_path: Path, isolation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-POL-13"""
    (tmp_path / "authz.rego").write_text(rules())
    indexed = answers(tmp_path, isolation)
    monkeypatch.setattr(tool_index, "MIN_RULES", 10_000)
    assert answers(tmp_path, isolation) == indexed
    assert len(set(indexed)) > 20
    assert {outcome for outcome, _ in indexed} >= {"allow", "deny"}


def marks_of(folder: Path, text: str) -> set[str]:
    (folder / "authz.rego").write_text(text)
    loaded: list[dict[str, Any]] = []
    engine = open_engine(f"rego:{folder}", isolation="in_process")
    evaluator: Any = engine._live.evaluator
    loaded.append(evaluator._loadable)
    engine.close()
    return {tool for marks in loaded[0]["marks"] for _, _, tool in marks}


def test_only_bundles_with_many_such_rules_are_indexed(tmp_path: Path) -> None:
    assert len(marks_of(tmp_path, rules())) == 20
    assert marks_of(tmp_path, rules(20)) == set()


@pytest.mark.parametrize(
    ("imported", "replacement"),
    [
        ("", 'input.tool.name as "tool_3"'),
        ("", 'input["tool"].name as "tool_3"'),
        ("import input as asked", 'asked.tool.name as "tool_3"'),
        ("import input as asked", 'asked as {"tool": {"name": "tool_3"}}'),
        ("import input.tool", 'tool.name as "tool_3"'),
        ("import input.tool.name", 'name as "tool_3"'),
    ],
)
def test_a_rule_that_replaces_the_input_ends_the_index(
    tmp_path: Path, imported: str, replacement: str
) -> None:
    """T-POL-13: it asks the other rules for another tool's sake, also under the name that it imports the input by."""
    text = rules().replace("authz\n", f"authz\n\n{imported}\n", 1)
    asking = f'\ndeny contains "by way of another" if allow with {replacement}\n'
    assert marks_of(tmp_path, text + asking) == set()


def test_engines_of_more_tools_than_are_kept_answer_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "authz.rego").write_text(rules())
    wanted = answers(tmp_path, "in_process")
    monkeypatch.setattr(_evaluator, "MAX_TOOLS", 2)
    assert answers(tmp_path, "in_process") == wanted


def test_a_rule_left_out_leaves_the_lines_of_the_others(tmp_path: Path) -> None:
    text = "a\nb {\n}\nc\n"
    assert _evaluator._without(text, [[2, 7, "x"]], None) == "a\n\n\nc\n"
    assert _evaluator._without(text, [[2, 7, "x"]], "x") == text
