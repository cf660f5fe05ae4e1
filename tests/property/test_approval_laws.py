"""Laws of approvals: `always` means these arguments and no others, and an answer means this question and no other."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.contracts import canonical
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.digest import digest

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
# Of the characters that an expression takes for more than themselves, many; of those that JSON escapes, too.
HOSTILE = st.text(alphabet="\\^$.|?*+()[]{}-&~#\"'/ \n\t\x00\x1f\u2028ß\u017fK", max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | TEXT | HOSTILE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(HOSTILE, inner, max_size=3),
    max_leaves=4,
)
ARGUMENTS = st.dictionaries(TEXT | HOSTILE, VALUES, max_size=3)


def request(arguments: dict[str, Any], **changes: object) -> ApprovalRequest:
    made = ApprovalRequest(
        call_id="c", tool="t", manifest="m", arguments=arguments, risk="dangerous", principal="agent:x", reasons=(),
        arguments_digest=digest(canonical.encode(arguments)), bundle="b", expires_us=2**52,
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


@settings(max_examples=40)
@given(ARGUMENTS, st.lists(ARGUMENTS, max_size=3))
def test_always_approves_the_same_arguments_and_no_others(asked: dict[str, Any], others: list[Any]) -> None:
    """T-RUN-22"""
    with tempfile.TemporaryDirectory() as folder:
        rules = RuleFile(Path(folder) / "rules.json", Path(folder))
        text = canonical.encode(asked)
        rules.always(request(asked), text)
        assert rules.match(request(asked), text) is not None
        for other in others:
            same = canonical.encode(other) == text
            assert (rules.match(request(other), canonical.encode(other)) is not None) is same


NAMES = st.sampled_from(["a", "b", '","', "a\n"])
QUESTIONS = st.fixed_dictionaries(
    {"tool": NAMES, "manifest": NAMES, "principal": NAMES, "bundle": NAMES, "arguments_digest": NAMES}
)


@settings(max_examples=40)
@given(QUESTIONS, QUESTIONS)
def test_an_answer_is_taken_by_its_own_question_once_and_by_no_other(one: Any, other: Any) -> None:
    """T-RUN-07"""
    with tempfile.TemporaryDirectory() as folder:
        inbox = Inbox(Path(folder) / "inbox", b"secret", now_us=lambda: 1)
        yes = ApprovalAnswer(approved=True, approver="user:eve")
        inbox.decide(inbox.put(request({}, **one)).id, yes)
        assert (inbox.claim(request({}, **other)) is not None) is (one == other)
        assert (inbox.claim(request({}, **one)) is not None) is (one != other)
        assert inbox.claim(request({}, **one)) is None
