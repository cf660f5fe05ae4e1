"""What is committed to in a record, and what of it the vault is given.

1. What policy has not judged is not kept.
2. What policy redacts is replaced before anything else: by ``{"$redacted": commitment}``, whose salt leaves with the outcome
   alone. The record then commits to the value with its markers, so that nothing in log and vault depends on what was taken out.
3. A pointer that leads nowhere is a mistake in the policy, and perhaps of the very field that must not be kept: then
   nothing is.
4. Of a value over the bound the salt is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from runtime.contracts import canonical
from runtime.contracts.decision import Decision
from runtime.contracts.digest import Digest, commitment
from runtime.contracts.pointer import PointerUnresolved, replaced, tokens
from runtime.contracts.vault import MAX_VALUE_BYTES, Kept, Sealed
from runtime.executor.salts import fresh_salt

Root = Literal["arguments", "changes", "result", "input", "streamed"]
_ROOTS = ("arguments", "changes", "result")
_NAMES = {"/principals": "principals", "/targets": "targets"}
"""Pointers to what a record names, beside its values."""
_NOTHING: frozenset[str] = frozenset()
_JUDGED = ("allow", "ask", "deny")


class Commitment(msgspec.Struct, frozen=True):
    """A commitment, what is kept of its value, and the salts that leave with the outcome."""

    digest: Digest
    kept: Kept
    sealed: Sealed | None
    salts: dict[str, str]
    guarded: bool
    """Whether policy redacts something here, or tries to."""

    def of_request(self, request: Digest) -> Digest:
        """A commitment to what the arguments are a part of, by their salt: who cannot open the one cannot guess the other."""
        return commitment(bytes.fromhex(self.salts["arguments"]), request.encode())


def commit(
    root: Root, value: bytes, decision: Decision, *, redact: Sequence[str] = (), keep: bool = True
) -> Commitment:
    """Commit to a value.

    Args:
        root: What the value is; pointers begin with it.
        value: Its bytes: JSON text, unless the tool's output is binary.
        decision: Policy's judgement on the call.
        redact: Pointers of an earlier decision on the same call, beside this one's.
        keep: Whether there is a vault.
    """
    pointers = (*redact, *decision.obligations.redact)
    paths = _paths(root, [pointer for pointer in pointers if pointer not in _NAMES])
    kept: Kept = "whole" if keep and decision.outcome in _JUDGED else "nothing"
    salts: dict[str, str] = {}
    if paths is None:
        kept = "nothing"
    elif paths and kept == "whole":
        try:
            value, salts = _redacted(root, value, paths)
            kept = "redacted"
        except (PointerUnresolved, ValueError, RecursionError):  # ValueError: bytes that are no JSON, for one
            kept = "nothing"
    return _committed(root, value, kept, salts, guarded=paths != [])


def commit_question(asked: bytes, decision: Decision) -> Commitment | None:
    """Commit to the question that policy was asked, but for its arguments; None where nothing of it is kept."""
    if not asked or decision.outcome not in _JUDGED:
        return None
    return _committed("input", asked, "whole", {}, guarded=False)


def redacts(root: Root, pointers: Sequence[str]) -> bool:
    """Whether the pointers take something out of this value, or one of them means nothing: then perhaps of this one."""
    return _paths(root, pointers) != []


def hidden_by(decision: Decision) -> frozenset[str]:
    """Which names policy keeps out of the records."""
    redact = decision.obligations.redact
    return frozenset(_NAMES[pointer] for pointer in redact if pointer in _NAMES) if redact else _NOTHING


def _committed(root: Root, value: bytes, kept: Kept, salts: dict[str, str], *, guarded: bool) -> Commitment:
    salt = fresh_salt()
    digest = commitment(salt, value)
    sealed = None
    if kept != "nothing":
        small = len(value) <= MAX_VALUE_BYTES
        kept = kept if small else "salt"
        sealed = Sealed(digest, salt, value if small else None)
    return Commitment(digest, kept, sealed, {root: salt.hex(), **salts}, guarded)


def _paths(root: Root, pointers: Sequence[str]) -> list[tuple[str, ...]] | None:
    """Where in this value something is taken out, outer places only; None where a pointer means nothing at all."""
    if not pointers:
        return []
    wanted: set[tuple[str, ...]] = set()
    for pointer in pointers:
        try:
            first, *rest = tokens(pointer) or ("",)
        except PointerUnresolved:
            return None
        if first not in _ROOTS:
            return None
        if first == root:
            wanted.add(tuple(rest))
    return sorted(path for path in wanted if not any(path[:length] in wanted for length in range(len(path))))


def _redacted(root: Root, value: bytes, paths: Sequence[tuple[str, ...]]) -> tuple[bytes, dict[str, str]]:
    salts: dict[str, str] = {}
    if paths == [()]:  # the whole value, which need not be JSON
        marked: Any = _mark(value, root, (), salts)
    else:
        marked = msgspec.json.decode(value)
        for path in paths:
            marked = replaced(marked, path, _marker(root, path, salts))
    return canonical.encode(marked), salts


def _marker(root: Root, path: tuple[str, ...], salts: dict[str, str]) -> Callable[[Any], dict[str, str]]:
    return lambda part: _mark(canonical.encode(part), root, path, salts)


def _mark(data: bytes, root: Root, path: tuple[str, ...], salts: dict[str, str]) -> dict[str, str]:
    salt = fresh_salt()
    pointer = "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in (root, *path))
    salts[pointer] = salt.hex()
    return {"$redacted": commitment(salt, data)}
