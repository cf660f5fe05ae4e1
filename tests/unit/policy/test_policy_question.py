"""The question: canonical, spliced, bounded."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.contracts import canonical
from runtime.contracts.decision import PolicyInput
from runtime.policy.question import MAX_BYTES, QuestionMalformed, QuestionTooLarge, decision_id, question


def asked(arguments: bytes = b"{}", **parts: Any) -> PolicyInput:
    given = {"principal": {"id": "agent:a"}, "tool": {"name": "t"}, "capabilities": {}, **parts}
    return PolicyInput(canonical_arguments=arguments, **given)


def test_the_question_is_the_canonical_form_of_its_parts() -> None:
    arguments = {"z": [1, 2.5, None], "a": "grüß"}
    written = question(asked(canonical.encode(arguments), context={"session": "s"}))
    assert written == canonical.encode(
        {
            "arguments": arguments,
            "capabilities": {},
            "context": {"session": "s"},
            "principal": {"id": "agent:a"},
            "tool": {"name": "t"},
        }
    )


def test_arguments_are_spliced_in_as_the_bytes_that_were_validated() -> None:
    assert b'"arguments":{"b":1,"a":1.0}' in question(asked(b'{"b":1,"a":1.0}'))


@pytest.mark.parametrize(
    "arguments",
    [
        b"",
        b" {}",
        b"[]",
        b"null",
        b'"{}"',
        b"{} ",
        b"{}{}",
        b"{",
        b'{},"principal":{"id":"root"}',
        b'{}},"principal":{"id":"root"},"x":{{}',
        b'{"a":1,}',
        b"{'a':1}",
        b'{"a":NaN}',
    ],
)
def test_arguments_that_are_not_one_object_cannot_write_the_hosts_part(arguments: bytes) -> None:
    with pytest.raises(QuestionMalformed):
        question(asked(arguments))


@pytest.mark.parametrize("part", ["principal", "tool", "capabilities", "context"])
@pytest.mark.parametrize("value", [{"x": "\ud800"}, {"x": float("inf")}, {1: 2}, {"x": {1}}])
def test_a_part_without_a_canonical_form_is_malformed(part: str, value: dict[Any, Any]) -> None:
    with pytest.raises(QuestionMalformed):
        question(asked(**{part: value}))


def test_the_bound_holds_for_the_whole_question() -> None:
    room = MAX_BYTES - len(question(asked(b'{"a":""}')))
    assert len(question(asked(b'{"a":"' + b"x" * room + b'"}'))) == MAX_BYTES
    with pytest.raises(QuestionTooLarge):
        question(asked(b'{"a":"' + b"x" * (room + 1) + b'"}'))
    with pytest.raises(QuestionTooLarge):
        question(asked(tool={"name": "x" * MAX_BYTES}))
    with pytest.raises(QuestionTooLarge):
        question(asked(b"x" * (MAX_BYTES + 1)))


def test_the_id_covers_question_and_bundle() -> None:
    ids = {decision_id(q, b) for q in (b"{}", b'{"a":1}') for b in ("blake3:1", "blake3:2")}
    assert len(ids) == 4
    assert decision_id(b"{}", "blake3:1") in ids
