"""One call and how it ended: Outcome = Completed | Refused | Failed."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal

import msgspec

from runtime.contracts.audit import Receipt
from runtime.contracts.changes import Changes
from runtime.contracts.decision import NOT_ASKED, Decision
from runtime.contracts.digest import Digest
from runtime.contracts.errors import Error

CALL_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
PRINCIPAL = re.compile(r"(?:([a-z][a-z0-9_-]{0,31}):)?([A-Za-z0-9][A-Za-z0-9._@/+-]{0,127})")


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """On whose behalf a call is made, as the embedder vouches for it; policy reads it as ``input.principal``."""

    id: str
    """``kind:name``, for example ``agent:demo``."""
    roles: tuple[str, ...] = ()
    attributes: dict[str, Any] = {}

    @property
    def kind(self) -> str:
        """The part before the colon, ``agent`` where there is none."""
        match = PRINCIPAL.fullmatch(self.id)
        return (match.group(1) or "agent") if match else "agent"

    def to_data(self) -> dict[str, Any]:
        """The form policy sees."""
        return {"id": self.id, "kind": self.kind, "roles": list(self.roles), "attributes": self.attributes}


class ErrorInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An error as data: ``{"code", "category", "message", "suggestion", "details"}``.

    ``code`` is the most specific one (a tool's own, such as ``file_not_found``); ``category`` is the code of
    the error tree (``tool.failed``).
    """

    code: str
    category: str
    message: str
    suggestion: str
    executed: bool
    retryable: bool
    details: dict[str, Any] = {}

    @classmethod
    def of(cls, error: Error) -> ErrorInfo:
        """The data form of an error."""
        return cls(
            code=error.code,
            category=error.category,
            message=error.message,
            suggestion=error.suggestion,
            executed=error.executed,
            retryable=error.retryable,
            details=error.details,
        )


class _Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What every outcome carries."""

    call_id: str
    tool: str
    parent: str | None = None
    """The id of the call that it was made in; None for one that a caller made."""
    receipt: Receipt
    """Where the completion record stands in the log."""
    decision: Decision = NOT_ASKED
    execution_time_ms: float = 0.0
    fuel: int | None = None
    """What a Wasm module burnt; None for other tools."""
    salts: dict[str, str] = {}
    """Hex salts that open the commitments in the call's records: ``arguments``, ``result``."""


class Completed(_Ended, frozen=True, kw_only=True, tag="completed", tag_field="status"):
    """The tool ran, and its output was validated, normalized, hashed and recorded."""

    ok: ClassVar[Literal[True]] = True
    """The tool ran and its output passed every check. Type checkers tell the outcomes apart by it."""
    output: Any
    digest: Digest
    """BLAKE3 of the normalized output."""
    raw_digest: Digest
    """BLAKE3 of the output as the tool gave it."""
    normalized: bytes = b""
    side_effects: tuple[str, ...] = ()
    changes: Changes | None = None
    """What its command changed, where that was reviewed."""
    error: None = None


class Refused(_Ended, frozen=True, kw_only=True, tag="refused", tag_field="status"):
    """The call was refused; nothing was executed."""

    ok: ClassVar[Literal[False]] = False
    error: ErrorInfo
    output: None = None
    digest: None = None


class Failed(_Ended, frozen=True, kw_only=True, tag="failed", tag_field="status"):
    """Execution began and did not complete; effects are possible."""

    ok: ClassVar[Literal[False]] = False
    error: ErrorInfo
    output: None = None
    digest: None = None


Outcome = Completed | Refused | Failed
