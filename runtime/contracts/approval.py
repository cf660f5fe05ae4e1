"""What is asked of an approver, what may be answered, and what remembers answers.

A request names exactly what would run: principal, tool and its manifest, the policy in force, the digest of the canonical
arguments, what the call may use and where it works. An answer counts for that and nothing else, and once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from runtime.contracts import canonical
from runtime.contracts.changes import Change
from runtime.contracts.digest import Digest, digest

State = Literal["pending", "approved", "rejected", "used", "expired"]


class ApprovalRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What an approver sees: exactly what would run."""

    call_id: str
    tool: str
    manifest: str
    """Digest of the tool's declaration."""
    arguments: dict[str, Any]
    arguments_digest: str
    risk: str
    principal: str
    reasons: tuple[str, ...]
    bundle: str
    """Digest of the policy that asked."""
    files_affected: tuple[str, ...] = ()
    """The paths that the call would create or change, as far as its arguments name them."""
    redact: tuple[str, ...] = ()
    """JSON Pointers, such as ``/arguments/token``, to what no store may keep in clear."""
    capabilities: tuple[dict[str, Any], ...] = ()
    """What the call may use, within its grants and policy: the same arguments under wider grants are another call."""
    working_directory: str | None = None
    """Where the call's session stands, beneath the workspace; None for a tool that uses no session."""
    parent: str | None = None
    """The id of the call that it was made in; None for one that a caller made. Like its own id, no part of what is answered."""
    parent_tool: str | None = None
    """The tool of that call."""
    changes: tuple[Change, ...] = ()
    """What its command changed, where the question is whether that may be made."""
    changes_digest: Digest | None = None
    """Digest of the changes, contents included; None where the question is whether the call may run."""
    expires_us: int

    def subject(self) -> Digest:
        """What an answer is bound to: the same for each time that the same call is asked about."""
        bound = [self.principal, self.tool, self.manifest, self.bundle, self.arguments_digest]
        of_changes = [] if self.changes_digest is None else [self.changes_digest]
        return digest(
            canonical.encode([*bound, list(self.capabilities), self.working_directory, *of_changes])
        )


class ApprovalAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the approver said about exactly this request."""

    approved: bool
    approver: str
    reason: str = ""
    arguments: dict[str, Any] | None = None
    """Other arguments to run instead: they are validated and put to policy again."""
    always: bool = False
    """Make it a rule: calls of this tool with exactly these arguments are not asked about again."""
    rule: str | None = None
    """The rule that answered in a person's place."""
    approval: str | None = None
    """The waiting question whose answer this is; who answers leaves it out, and the inbox names it when it is taken."""
    expires_us: int | None = None
    """Until when a waiting answer is good."""


class ApprovalRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approves in a person's place: a tool, and a regular expression that its arguments fit.

    Source: tool contract, "Auto-Approval Matching".
    """

    id: str
    tool: str
    pattern: str
    """Matched against the whole of the arguments' canonical JSON (RFC 8785): keys sorted, no spaces."""
    workspace: str | None = None
    """The folder that it is for; None for every folder."""
    working_directory: str | None = None
    """Where the call's session stands; None for any place in the folder, and for tools that use no session."""
    expires_us: int | None = None
    enabled: bool = True
    note: str = ""


class Uptime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the machine has run, sleep included, and since which start: unlike its clock, nobody sets it."""

    boot: str
    us: int


class PendingApproval(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question that waits for its answer, or an answer that waits for its call."""

    id: str
    request: ApprovalRequest
    asked_us: int
    state: State = "pending"
    answer: ApprovalAnswer | None = None
    decided_us: int | None = None
    uptime: Uptime | None = None
    """When it was asked, by a measure that cannot be set back."""


class ApprovalRules(Protocol):
    """The rules in force."""

    def is_there(self) -> bool:
        """Whether there may be a rule. One look at a name: an event loop asks."""
        ...

    def match(self, request: ApprovalRequest, arguments: bytes) -> ApprovalRule | None:
        """The rule that approves a call of these canonical arguments; any fault counts as none."""
        ...

    def always(self, request: ApprovalRequest, arguments: bytes) -> ApprovalRule:
        """Make a rule of exactly this request."""
        ...


class ApprovalInbox(Protocol):
    """Questions whose answer comes later, maybe to another process. What cannot be read or trusted answers nothing."""

    def is_there(self) -> bool:
        """Whether there may be an answer. One look at a name: an event loop asks."""
        ...

    def put(self, request: ApprovalRequest) -> PendingApproval:
        """Keep a question; one that is asked again while it waits keeps its entry."""
        ...

    def claim(self, request: ApprovalRequest) -> ApprovalAnswer | None:
        """The answer to exactly this question, taken: of all who ask for it, one gets it, once.

        It names the question. Before the call runs, the log has to hold that name, and holds it once.
        """
        ...

    def decide(self, entry_id: str, answer: ApprovalAnswer) -> PendingApproval:
        """Answer a question.

        Raises:
            ApprovalUnknown: it is not there, has expired, or is answered already.
        """
        ...

    def entry(self, entry_id: str) -> PendingApproval:
        """One question as it is now, for whoever waits for its answer.

        Raises:
            ApprovalUnknown: it is not there.
        """
        ...

    def entries(self) -> Sequence[PendingApproval]:
        """All that is kept, the oldest first."""
        ...
