"""What observers of an executor are told: CallMade, CallDecided, CallAsked, CallStarted and CallEnded, each once the log holds it; last, CallTimed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from runtime.contracts.audit import DecisionOutcome
from runtime.contracts.tracing import TraceContext


class _Event(msgspec.Struct, frozen=True, kw_only=True):
    """What every event carries."""

    call_id: str
    tool: str
    """The name as the caller gave it; no tool need have it."""
    principal: str
    parent: str | None
    """The id of the call that it was made in; None for one that a caller made."""
    trace: TraceContext | None = None
    """The call's position in a trace."""
    hidden: bool = False
    """Whether settings or policy keep the principal's name out of the records: whoever stores events keeps it out, too."""


class CallMade(_Event, frozen=True, kw_only=True, tag="called", tag_field="event"):
    """A call was recorded."""

    version: str | None
    """The tool's version; None where no tool was found."""
    arguments_bytes: int


class CallDecided(_Event, frozen=True, kw_only=True, tag="decided", tag_field="event"):
    """Policy answered."""

    outcome: DecisionOutcome
    reasons: tuple[str, ...]
    bundle: str
    """The digest of the policy that answered."""
    cached: bool


class CallAsked(_Event, frozen=True, kw_only=True, tag="asked", tag_field="event"):
    """A person, or a rule in a person's place, is asked for approval."""

    expires_us: int
    """When the question expires, in microseconds since 1970-01-01 UTC."""


class CallStarted(_Event, frozen=True, kw_only=True, tag="started", tag_field="event"):
    """Everything allowed the call, its intent is durable, and the tool is about to run."""


class CallEnded(_Event, frozen=True, kw_only=True, tag="ended", tag_field="event"):
    """The call is over, and its end is durable."""

    outcome: str
    """``completed``, ``failed``, ``timed_out``, ``denied`` or ``aborted``."""
    code: str | None
    """The error's code; None for a completed or an aborted call."""
    duration_us: int
    """Since the call arrived."""


class StepTime(msgspec.Struct, frozen=True):
    """How long a call was in one step."""

    name: str
    """``queue``, the steps by their names in `runtime.contracts.steps`, ``approval_wait`` while somebody is asked, ``commit`` while records become
    durable. Together they are the whole call."""
    begun_ns: int
    """Since 1970-01-01 UTC."""
    duration_ns: int


class CallTimed(_Event, frozen=True, kw_only=True, tag="timed", tag_field="event"):
    """The call has left the executor, whatever became of it: told last, and of those calls, too, that no record is of: calls that were turned away, and calls
    whose log failed."""

    registered: bool
    """Whether there is a tool of this name. A name that is none is text of the caller's."""
    outcome: str
    """``completed``, ``refused``, ``failed``, ``cancelled``, or ``withheld``: the log could not be written, or the executor's set-up broke."""
    category: str | None
    """The error's code in the tree of errors: one of a bounded number."""
    code: str | None
    """The most specific one, which may be the tool's own."""
    begun_ns: int
    """Since 1970-01-01 UTC."""
    duration_ns: int
    steps: tuple[StepTime, ...]
    """In order; a step occurs again where it is gone through again."""
    arguments: str | None = None
    """As JSON without what policy redacts; only for an observer that ``wants_values``, and never of a call that policy has not judged."""
    result: str | None = None
    """Likewise."""


class ToolsChanged(msgspec.Struct, frozen=True, kw_only=True, tag="tools_changed", tag_field="event"):
    """Files of the tools folders came, changed or went, and an executor that watches them took that up, or could not."""

    added: tuple[str, ...] = ()
    """Names of tools that are offered from here on."""
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Names whose declaration or file is another one."""
    refused: str = ""
    """The code of the error where the folders cannot be taken up, such as ``config.changed``: the former tools are offered."""
    message: str = ""


OnToolsChanged = Callable[[ToolsChanged], None]
CallEvent = CallMade | CallDecided | CallAsked | CallStarted | CallEnded | CallTimed
Observer = Callable[[CallEvent], None]
"""Told on the call's own event loop, in order, after the record is durable (`CallTimed` alone is of no record). It gets copies, and nothing that it does or raises changes a call; what takes longer than a
moment belongs on a queue of its own."""
