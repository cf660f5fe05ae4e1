"""A question without what no store may keep in clear: policy's ``redact`` names it by JSON Pointers (RFC 6901)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from runtime.contracts.approval import ApprovalRequest
from runtime.contracts.changes import Change

HIDDEN = "(redacted)"


def redacted(request: ApprovalRequest) -> ApprovalRequest:
    """The question as it may be kept; its digest binds the answer to the arguments all the same."""
    if not request.redact:
        return request
    arguments: dict[str, Any] = request.arguments
    for pointer in request.redact:
        root, *tokens = (token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])
        if root == "arguments":
            arguments = _without(arguments, tokens) if tokens else dict.fromkeys(arguments, HIDDEN)
    paths = tuple(path for path in request.files_affected if path in arguments.values())
    return msgspec.structs.replace(
        request, arguments=arguments, files_affected=paths, changes=_without_texts(request)
    )


def _without_texts(request: ApprovalRequest) -> tuple[Change, ...]:
    """The changes without what is in the files: a command may have written there what policy redacts in its arguments."""
    if any(pointer == "/changes" or pointer.startswith("/changes/") for pointer in request.redact):
        return ()
    return tuple(msgspec.structs.replace(change, diff=None) for change in request.changes)


def _without(value: Any, tokens: Sequence[str]) -> Any:
    if not tokens:
        return HIDDEN
    token, rest = tokens[0], tokens[1:]
    if isinstance(value, dict) and token in value:
        return {**value, token: _without(value[token], rest)}
    if isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        place = int(token)
        return [*value[:place], _without(value[place], rest), *value[place + 1 :]]
    return value
