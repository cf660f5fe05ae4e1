"""Laws of the policy layer, over generated values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.contracts import canonical
from runtime.contracts.decision import DecisionDocument, PolicyInput
from runtime.policy.bundle import RegoFile
from runtime.policy.decide import decide, visible
from runtime.policy.engines import _evaluator, open_engine
from runtime.policy.guard import GuardedEngine
from runtime.policy.lexical import MAX_NESTING, scan
from runtime.policy.question import QuestionMalformed, question

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(TEXT, VALUES, max_size=4)
ECHO = {
    "modules": [["a.rego", "package a\n\nx := input\n"]],
    "data": {},
    "entry": "data.a.x",
}


@pytest.fixture(scope="module")
def default_policy() -> Iterator[GuardedEngine]:
    folder = Path(__file__).resolve().parents[2] / "policies"
    engine = open_engine(f"rego:{folder}", isolation="in_process", cache_size=0)
    yield engine
    engine.close()


def asked(path: str, effects: list[str], risk: str) -> PolicyInput:
    return PolicyInput(
        principal={"id": "agent:demo"},
        tool={"name": "t", "risk": risk, "side_effects": effects},
        canonical_arguments=canonical.encode({"path": path}),
        capabilities={},
    )


@given(st.binary(max_size=200) | VALUES.map(lambda v: json.dumps(v).encode()))
def test_whatever_an_engine_answers_only_a_document_that_allows_is_allowed(raw: bytes) -> None:
    decision = decide(raw)
    if decision.allowed:
        assert msgspec.json.decode(raw, type=DecisionDocument).allow is True


@given(OBJECTS, OBJECTS, OBJECTS)
def test_a_question_is_the_canonical_form_of_its_parts(arguments: Any, principal: Any, tool: Any) -> None:
    parts = {"arguments": arguments, "capabilities": {}, "context": {}, "principal": principal, "tool": tool}
    written = question(
        PolicyInput(
            principal=principal, tool=tool, canonical_arguments=canonical.encode(arguments), capabilities={}
        )
    )
    assert written == canonical.encode(parts)


@given(st.binary(max_size=60) | st.text('{}[]",:\\ap1', max_size=30).map(str.encode))
def test_no_arguments_change_what_the_host_wrote(arguments: bytes) -> None:
    try:
        written = question(
            PolicyInput(principal={"id": "me"}, tool={}, canonical_arguments=arguments, capabilities={})
        )
        read = json.loads(written)
    except (QuestionMalformed, ValueError):
        return
    assert sorted(read) == ["arguments", "capabilities", "context", "principal", "tool"]
    assert read["principal"] == {"id": "me"}


@given(st.text(max_size=700), st.integers(1, 600))
def test_shown_text_is_bounded_and_prints(text: str, bound: int) -> None:
    shown = visible(text, bound)
    assert len(shown) <= bound
    assert shown.isprintable()


@settings(max_examples=60)
@given(st.lists(OBJECTS, min_size=1, max_size=6))
def test_an_engine_remembers_nothing_of_earlier_questions(inputs: list[dict[str, Any]]) -> None:
    policy = """package a

x := [y | some y in [input.a, input.b, lower(input.c), z]]

z := n if {
	n := count(w) with input.d as 1
}

w := object.keys(input)
"""
    loadable = {**ECHO, "modules": [["a.rego", policy]]}
    used = _evaluator.RegorusEvaluator(loadable)

    def answer(evaluator: _evaluator.RegorusEvaluator, asked: dict[str, Any]) -> bytes | str:
        try:
            return evaluator.evaluate(json.dumps(asked).encode())
        except _evaluator.EngineError as error:
            return str(error)

    for asked_now in inputs:
        assert answer(used, asked_now) == answer(_evaluator.RegorusEvaluator(loadable), asked_now)


@given(st.text('[](){}"`\\#\n\r\t ;,.+:=ab1é\x00', max_size=60))
def test_the_scanner_ends_with_a_verdict_on_any_text(text: str) -> None:
    found = scan(RegoFile("a.rego", text))
    if found is not None:
        assert 1 <= found.line <= text.count("\n") + 1
        assert found.column >= 1


@given(st.lists(st.sampled_from(["[", "{", "("]), min_size=MAX_NESTING + 1, max_size=40), TEXT)
def test_no_string_or_comment_hides_a_bomb(brackets: list[str], text: str) -> None:
    quoted = json.dumps(text, ensure_ascii=True)
    comment = text.replace("\n", " ").replace("\r", " ")
    source = f"package a\n# {comment}\nx := [{quoted}, " + "".join(brackets) + "1"
    assert scan(RegoFile("a.rego", source)) is not None


SPELLINGS = st.lists(st.sampled_from(["./", "/", "a/", "B\\", "\\", ".\\"]), max_size=5).map("".join)
CLOSED = st.sampled_from([".env", ".ssh/id", "x.pem", "id_rsa", ".git/config", ".runtime/k", "runtime.toml"])


@settings(max_examples=60)
@given(SPELLINGS, CLOSED, st.booleans(), st.sampled_from(["", "/", "//", "/."]))
def test_no_spelling_of_a_closed_path_is_allowed(
    default_policy: GuardedEngine, before: str, closed: str, upper: bool, after: str
) -> None:
    path = before + (closed.upper() if upper else closed.replace("/", "/./")) + after
    assert default_policy.decide(asked(path, ["fs_read"], "read_only")).outcome == "deny"


@settings(max_examples=60)
@given(TEXT, st.lists(TEXT | st.sampled_from(["none", "fs_read"]), max_size=3), TEXT | st.just("read_only"))
def test_what_the_default_policy_does_not_know_is_denied(
    default_policy: GuardedEngine, path: str, effects: list[str], risk: str
) -> None:
    decision = default_policy.decide(asked(path, effects, risk))
    known = bool(effects) and set(effects) <= {"none", "fs_read"} and risk == "read_only"
    assert decision.outcome == "deny" or known
    assert decision.outcome in ("allow", "deny")
    assert decision.outcome == "allow" or decision.reasons
