"""What policy redacts is not in the question as it is kept; what is bound and what is not named stays."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.approval.redaction import HIDDEN, redacted
from runtime.contracts.approval import ApprovalRequest


def request(arguments: dict[str, Any], *redact: str) -> ApprovalRequest:
    return ApprovalRequest(
        call_id="c", tool="t", manifest="m", arguments=arguments, arguments_digest="d", risk="dangerous",
        principal="agent:x", reasons=(), bundle="b", expires_us=1, redact=redact, files_affected=("a", "b"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "pointer", "kept"),
    [
        ({"token": "s", "path": "a"}, "/arguments/token", {"token": HIDDEN, "path": "a"}),
        (
            {"auth": {"token": "s", "user": "u"}},
            "/arguments/auth/token",
            {"auth": {"token": HIDDEN, "user": "u"}},
        ),
        ({"list": ["s", "t"]}, "/arguments/list/1", {"list": ["s", HIDDEN]}),
        ({"a/b": 1, "c~d": 2, "~1": 3}, "/arguments/a~1b", {"a/b": HIDDEN, "c~d": 2, "~1": 3}),
        ({"a/b": 1, "c~d": 2, "~1": 3}, "/arguments/~01", {"a/b": 1, "c~d": 2, "~1": HIDDEN}),
        ({"x": 1, "y": [2]}, "/arguments", {"x": HIDDEN, "y": HIDDEN}),
        ({"x": 1, "y": [2]}, "/arguments/y/7", {"x": 1, "y": [2]}),
        ({"x": 1, "y": [2]}, "/arguments/x/z", {"x": 1, "y": [2]}),
        ({"x": 1}, "/principal/id", {"x": 1}),
        ({"": "s"}, "/arguments/", {"": HIDDEN}),
    ],
)
def test_what_a_pointer_names_is_hidden_and_nothing_else(arguments, pointer, kept) -> None:
    asked = request(arguments, pointer)
    assert redacted(asked).arguments == kept
    assert redacted(asked).subject() == asked.subject()


def test_a_path_that_is_hidden_is_not_told_among_the_files_either() -> None:
    assert redacted(request({"path": "a", "to": "b"}, "/arguments/to")).files_affected == ("a",)


def test_the_arguments_that_will_run_are_left_as_they_are() -> None:
    asked = request({"auth": {"token": "s"}}, "/arguments/auth/token")
    redacted(asked)
    assert asked.arguments == {"auth": {"token": "s"}}
    assert redacted(request({"x": 1})).arguments == {"x": 1}
