"""The question that an engine is asked, as canonical JSON bytes.

::

    {"arguments":{...},"capabilities":{...},"context":{...},"principal":{...},"tool":{...}}

and ``"changes":[...]`` where a command has run and its changes are to be decided.

The arguments are spliced in as the bytes that validation saw: a model's text is never parsed by one reader
and written again by another before policy judges it.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec
from blake3 import blake3

from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.changes import MAX_VIEW_BYTES
from runtime.contracts.decision import CONTEXT_PARTS, PolicyInput
from runtime.contracts.digest import PREFIX, Digest

MAX_BYTES = 256 * 1024
"""What the engine's own JSON reader is trusted with, unless a tool declares that its arguments are larger."""

_KEY = os.urandom(32)
_value = msgspec.json.Decoder(msgspec.Raw)


class QuestionTooLarge(ValueError):
    """The question exceeds its bound."""


class QuestionMalformed(ValueError):
    """Some part of the question is no JSON value."""


def question(asked: PolicyInput, parts: frozenset[str] = CONTEXT_PARTS) -> bytes:
    """The canonical bytes of one question, its context with these parts. Raises as `written`."""
    return written(asked, parts, None)[0]


def written(asked: PolicyInput, parts: frozenset[str], members: frozenset[str] | None) -> tuple[bytes, bytes]:
    """The canonical bytes of one question, and those that are put to an engine whose rules read these members alone.

    Args:
        asked: The question.
        parts: What of the context it has.
        members: The members that rules read; None for all of them.

    Raises:
        QuestionTooLarge: nothing of that size is put to an engine.
        QuestionMalformed: a part has no canonical form, or the arguments are not one JSON object.
    """
    arguments, context = asked.canonical_arguments, asked.context
    if not isinstance(context, dict | Canonical):
        context = context.written(parts)
    bound = MAX_BYTES + (asked.max_arguments_bytes if asked.max_arguments_bytes > MAX_BYTES else 0)
    if asked.changes is not None:
        bound += MAX_VIEW_BYTES
    if len(arguments) > bound:  # before any work is spent on them
        raise QuestionTooLarge(f"the arguments have {len(arguments)} bytes, at most {bound} are judged")
    _require_one_object(arguments)
    try:
        parts_of = [
            ("arguments", b'"arguments":' + arguments),
            ("capabilities", b'"capabilities":' + _part(asked.capabilities)),
            ("context", b'"context":' + _part(context)),
            ("principal", b'"principal":' + _part(asked.principal)),
            ("tool", b'"tool":' + _part(asked.tool)),
        ]
    except canonical.NotCanonical as error:
        raise QuestionMalformed(str(error)) from None
    if asked.changes is not None:
        parts_of.insert(2, ("changes", b'"changes":' + asked.changes))
    whole = b"{" + b",".join([text for _, text in parts_of]) + b"}"
    if len(whole) > bound:
        raise QuestionTooLarge(f"the question has {len(whole)} bytes, at most {bound} are judged")
    if members is None:
        return whole, whole
    return whole, b"{" + b",".join([text for name, text in parts_of if name in members]) + b"}"


def _part(value: dict[str, Any] | Canonical) -> bytes:
    return value if isinstance(value, Canonical) else canonical.encode(value)


def decision_id(asked: bytes, bundle: str) -> Digest:
    """The keyed digest of question and bundle: in one process, equal questions to equal policies have equal ids.

    The id stands in the log. Without the key anybody could try out which arguments it belongs to.
    """
    return Digest(PREFIX + blake3(bundle.encode() + b"\n" + asked, key=_KEY).hexdigest())


def _require_one_object(arguments: bytes) -> None:
    """Stop bytes such as ``{},"principal":{"id":"root"}`` from writing the host's part of the question."""
    try:
        _value.decode(arguments)
    except (msgspec.DecodeError, RecursionError) as error:
        raise QuestionMalformed(f"the arguments are not one JSON value: {error}") from None
    if not (arguments.startswith(b"{") and arguments.endswith(b"}")):
        raise QuestionMalformed("the arguments are not a JSON object")
