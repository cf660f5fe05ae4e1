"""Reading an answer: the closed schema, and text that is fit to be shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runtime.contracts.decision import Obligations
from runtime.policy.decide import (
    MAX_DETAIL_CHARS,
    MAX_REASON_CHARS,
    MAX_REASONS,
    NoAnswer,
    decide,
    decision_schema,
    refusal,
    visible,
)


@pytest.mark.parametrize("raw", [b"", b" ", b"null", b'"<undefined>"', b' "<undefined>"\n'])
def test_every_spelling_of_nothing_is_undefined(raw: bytes) -> None:
    assert decide(raw).outcome == "undefined"


@pytest.mark.parametrize(
    "raw", [b"{", b"\xff", b"[" * 100_000, b"{}{}", b'{"allow":true}x', b'{"allow":\xff}']
)
def test_bytes_that_are_no_json_are_invalid(raw: bytes) -> None:
    decision = decide(raw)
    assert decision.outcome == "invalid"
    assert decision.detail


def test_a_decision_carries_where_it_came_from() -> None:
    decision = decide(b'{"allow":true}', bundle="b", engine="e", decision_id="d")
    assert (decision.bundle, decision.engine, decision.decision_id) == ("b", "e", "d")


def test_a_denial_binds_nothing_but_what_may_be_kept_of_it() -> None:
    raw = b'{"allow":false,"obligations":{"redact":["/a"],"rate":{"key":"k","max":1,"per_s":1}}}'
    assert decide(raw).obligations == Obligations(redact=("/a",))


def test_reasons_are_few_and_short() -> None:
    raw = json.dumps({"allow": False, "reasons": ["x" * 10_000] * 100}).encode()
    decision = decide(raw)
    assert len(decision.reasons) == MAX_REASONS
    assert {len(reason) for reason in decision.reasons} == {MAX_REASON_CHARS}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ü", "plain ü"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\r\nb", "a\\r\\nb"),
        ("\u202eabc", "\\u202eabc"),
        ("a\u2028b", "a\\u2028b"),
        ("\x00", "\\x00"),
    ],
)
def test_what_does_not_print_is_escaped(text: str, shown: str) -> None:
    assert visible(text, 100) == shown


def test_escapes_do_not_lengthen_text_past_its_bound() -> None:
    assert len(visible("\x00" * 100, 100)) == 100
    assert visible("\x00" * 100, 100).endswith("…")


def test_a_refusal_keeps_its_outcome_and_bounds_its_detail() -> None:
    decision = refusal(NoAnswer("timeout", "late " * 10_000))
    assert decision.outcome == "timeout"
    assert not decision.allowed
    assert len(decision.detail) == MAX_DETAIL_CHARS


def test_the_published_schema_is_the_one_that_answers_are_read_by(root: Path) -> None:
    published = json.loads((root / "schemas" / "decision.schema.json").read_text("utf-8"))
    assert published == decision_schema()


def test_every_object_of_the_schema_is_closed() -> None:
    def objects(node: object) -> list[dict[str, object]]:
        if isinstance(node, list):
            return [found for item in node for found in objects(item)]
        if not isinstance(node, dict):
            return []
        here = [node] if node.get("type") == "object" else []
        return here + [found for item in node.values() for found in objects(item)]

    found = objects(decision_schema())
    assert len(found) > 5
    assert all(node["additionalProperties"] is False for node in found)
