"""``input.context`` of the policy question: what the host knows about a call beside the call itself.

The time is frozen for each decision and comes from the log's clock, which never goes back; what a decision was given is
recorded with it, so that it can be asked again exactly.
"""

from __future__ import annotations

import datetime
import threading
from typing import Any

from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.ports import AuditLog
from runtime.executor.activity import LONGEST_US, Activity
from runtime.executor.call_tree import CallNode
from runtime.executor.stages import Call

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Surroundings:
    """What is the same for all calls of an executor, and what of each is asked of the log."""

    def __init__(
        self, log: AuditLog, *, environment: str = "", tenant: str = "", timezone: str = "UTC"
    ) -> None:
        """Count nothing yet.

        Args:
            log: Whose clock is asked, and whose records are counted.
            environment: ``input.context.environment``.
            tenant: ``input.context.tenant``.
            timezone: The zone of ``input.context.time``.
        """
        self._log = log
        self._named = {"environment": environment, "tenant": tenant}
        self._zone = _zone(timezone)
        self._activity = Activity()
        self._opening = threading.Lock()
        self._follows = False

    def of(self, call: Call, session: str) -> CallSurroundings:
        """The context of one call."""
        return CallSurroundings(self, call, session)

    def over(self, call: Call) -> None:
        """The call has ended, or was never begun."""
        if self._follows:
            self._activity.forget(call.call_id)

    def written(self, call: Call, session: str, parts: frozenset[str]) -> Canonical:
        """The context with these parts. Raises where the log cannot be read, or did not count."""
        context: dict[str, Any] = dict(self._named)
        if "session" in parts:
            context["session"] = session
        if "parent" in parts:
            context["parent"] = _described(call.parent)
        if "time" in parts:
            context["time"] = describe_time(self._log.time_us(), self._zone)
        if "counts" in parts:
            self._follow()
            context["counts"] = self._activity.ask(
                call.call_id, call.principal.id, call.tool_name, self._log.time_us()
            )
        return Canonical(canonical.encode(context))

    def _follow(self) -> None:
        """Count from a day ago, once; then what other processes recorded since."""
        with self._opening:
            if not self._follows:
                self._log.follow(self._activity.take, self._log.time_us() - LONGEST_US)
                self._follows = True
        self._log.catch_up()


def _zone(name: str) -> datetime.tzinfo:
    if name == "UTC":
        return datetime.UTC
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


class CallSurroundings:
    """The context of one call: a `ContextSource` that remembers what policy was given."""

    def __init__(self, surroundings: Surroundings, call: Call, session: str) -> None:
        """Write nothing yet."""
        self._surroundings = surroundings
        self._call = call
        self._session = session
        self.given = Canonical(b"{}")
        """What policy was last given."""

    def written(self, parts: frozenset[str]) -> Canonical:
        """See `ContextSource`."""
        self.given = self._surroundings.written(self._call, self._session, parts)
        return self.given


def _described(parent: CallNode | None) -> dict[str, Any] | None:
    """``input.context.parent``: the call that this one is made in, None for one that a caller made."""
    if parent is None:
        return None
    return {"call_id": parent.call_id, "depth": parent.depth + 1, "tool": parent.tool}


def describe_time(at_us: int, zone: datetime.tzinfo) -> dict[str, Any]:
    """``input.context.time``: one moment, in the words that rules are written in."""
    moment = datetime.datetime.fromtimestamp(at_us // 1_000_000, zone)
    return {
        "date": moment.strftime("%Y-%m-%d"),
        "hour": moment.hour,
        "minute": moment.minute,
        "rfc3339": moment.isoformat(),
        "unix_s": at_us // 1_000_000,
        "weekday": _DAYS[moment.weekday()],
    }
