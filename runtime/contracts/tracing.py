"""Where a call stands in a distributed trace: the header ``traceparent`` of W3C Trace Context, read and written.

A caller's position comes in as an argument of a call, or as the context variable `CURRENT`; what it sent on as ``tracestate`` is not kept: it is up to
512 bytes of somebody else's choice, and would reach other servers past every policy.

Source: W3C Trace Context, level 1, section 3.2.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

import msgspec

ENVIRONMENT_VARIABLE = "TRACEPARENT"
"""What a program that declares ``env_read`` for it reads its position from."""
HEADER = "traceparent"
_FORM = re.compile(
    r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[^\x00-\x20\x7f]*)?", re.ASCII
)
_LENGTH = 55
_MOST = 512


class TraceContext(msgspec.Struct, frozen=True):
    """A position in a trace."""

    trace_id: str
    """32 hexadecimal digits."""
    span_id: str
    """16 hexadecimal digits: the span that whatever comes next is a child of."""
    flags: int = 0
    """Bit 0: the trace is recorded."""

    @property
    def traceparent(self) -> str:
        """The header's value."""
        return f"00-{self.trace_id}-{self.span_id}-{self.flags & 1:02x}"

    @property
    def sampled(self) -> bool:
        """Whether the trace is recorded."""
        return bool(self.flags & 1)


CURRENT: ContextVar[TraceContext | None] = ContextVar("runtime_trace", default=None)
"""The position of the code that makes a call, where the call names none."""


def parse_traceparent(text: object) -> TraceContext | None:
    """The position that a header names; None for one that is malformed, which by the standard counts as absent."""
    if not isinstance(text, str) or len(text) > _MOST:
        return None
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    version, trace_id, span_id, flags = found.groups()
    if version == "ff" or (version == "00" and len(text) != _LENGTH):
        return None
    if not (trace_id.strip("0") and span_id.strip("0")):
        return None
    return TraceContext(trace_id, span_id, int(flags, 16))


@runtime_checkable
class Tracer(Protocol):
    """An observer that gives each call a span of its own: the call's position, which its requests and programs carry on."""

    def begin_call(self, *, tool: str, call_id: str, within: TraceContext | None) -> TraceContext | None:
        """A call begins; its `CallTimed` says when it has ended.

        Args:
            tool: The name as the caller gave it.
            call_id: The call.
            within: The caller's position; of a call that a tool makes, that of the tool's own call.

        Returns:
            The call's position; None where it has none.
        """
        ...
