"""Counts what principals and tools did, from the records of the log: ``input.context.counts`` of the policy question.

Each of three windows slides in steps of a sixtieth or so of its length. A step counts until all of it has left the window, so a
count is never less than the truth, and exceeds it by what happened in one step at most.

A call counts from the moment at which policy is asked about it, since calls that are asked about at the same time must not all
find the last place free. It stops counting as a call where it is refused. What cannot be counted any more is an error.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Any, TypeAlias

from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    Body,
    ToolAborted,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
    ToolTimedOut,
)
from runtime.executor.hidden_names import HIDDEN

WINDOWS_S = {"minute": (60, 1), "hour": (3_600, 60), "day": (86_400, 900)}
"""Each window: its length and its step."""
FIELDS = ("calls", "refused", "failed", "argument_bytes", "result_bytes")
SCOPES = ("principal", "tool", "principal_and_tool")
LONGEST_US = (86_400 + 900) * 1_000_000
MAX_KEYS = 10_000
"""Principals, tools, and pairs of them, that are counted at a time."""
_US = 1_000_000

Key: TypeAlias = tuple[str | None, str | None]


class CountsUnknown(Exception):
    """What was asked for was not counted."""


class _Window:
    """One sliding sum: the steps in it, oldest first, and their totals."""

    __slots__ = ("length", "step", "steps", "totals")

    def __init__(self, length: int, step: int) -> None:
        self.length = length
        self.step = step
        self.steps: deque[tuple[int, list[int]]] = deque()
        self.totals = [0] * len(FIELDS)

    def add(self, at_s: int, field: int, amount: int) -> None:
        number = at_s // self.step
        steps = self.steps
        if steps and number < steps[-1][0]:  # a refusal takes back a call that was counted earlier
            found = next((values for known, values in steps if known == number), None)
            if found is None:
                return  # it has left the window
            found[field] += amount
        elif steps and steps[-1][0] == number:
            steps[-1][1][field] += amount
        else:
            values = [0] * len(FIELDS)
            values[field] = amount
            steps.append((number, values))
        self.totals[field] += amount

    def expire(self, now_s: int) -> None:
        steps = self.steps
        while steps and (steps[0][0] + 1) * self.step <= now_s - self.length:
            for field, amount in enumerate(steps.popleft()[1]):
                self.totals[field] -= amount


class _Open:
    """A call that has not ended."""

    __slots__ = ("at_s", "keys")

    def __init__(self, keys: tuple[Key, ...], at_s: int) -> None:
        self.keys = keys
        self.at_s = at_s


class Activity:
    """The counts of one log. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: OrderedDict[Key, dict[str, _Window]] = OrderedDict()  # the least recently used first
        self._open: dict[str, _Open] = {}
        self._asked: dict[str, tuple[Key, ...]] = {}
        """The calls that policy was asked about and the log does not know yet."""
        self._unnamed_until_s = 0
        """Until when a record that names no principal may count."""
        self._incomplete_until_s = 0
        """Until when a key that is not counted may have been left out."""

    def take(self, call: str | None, at_us: int, body: Body) -> None:
        """Take in a record."""
        if call is None:
            return
        at_s = at_us // _US
        with self._lock:
            if isinstance(body, ToolInvoked):
                self._begin(call, at_s, body)
            elif isinstance(body, ToolDenied):
                self._refuse(call, at_s)
            elif isinstance(body, ToolCompleted):
                self._add(self._ended(call), at_s, "result_bytes", body.output_bytes)
            elif isinstance(body, ToolFailed | ToolTimedOut | ToolAborted):
                self._add(self._ended(call), at_s, "failed", 1)

    def ask(self, call: str, principal: str, tool: str, now_us: int) -> dict[str, Any]:
        """The counts for a call that policy is asked about, itself not counted; from now on it counts for others.

        Raises:
            CountsUnknown: there were more principals and tools than are counted, or records that do not name who called.
        """
        keys, now_s = _keys(principal, tool), now_us // _US
        with self._lock:
            if now_s < self._unnamed_until_s:
                raise CountsUnknown("records of the last day keep back who called: see [audit] hide")
            found = {scope: self._counts(key, now_s, call) for scope, key in zip(SCOPES, keys, strict=True)}
            if call not in self._open:
                self._asked[call] = keys
            return found

    def forget(self, call: str) -> None:
        """The call that policy was asked about is over, whatever the log says of it."""
        with self._lock:
            self._asked.pop(call, None)

    def _begin(self, call: str, at_s: int, body: ToolInvoked) -> None:
        self._asked.pop(call, None)
        if body.principal == HIDDEN:
            self._unnamed_until_s = at_s + LONGEST_US // _US
        # Names of no tool are the caller's to make up.
        tool = body.tool if body.manifest is not None else None
        keys = _keys(body.principal, tool)
        if len(self._open) < MAX_OPEN_CALLS:
            self._open[call] = _Open(keys, at_s)
        else:
            self._incomplete_until_s = at_s + LONGEST_US // _US
        self._add(keys, at_s, "calls", 1)
        self._add(keys, at_s, "argument_bytes", body.arguments_bytes)

    def _refuse(self, call: str, at_s: int) -> None:
        opened = self._open.pop(call, None)
        if opened is not None:
            self._add(opened.keys, opened.at_s, "calls", -1)
            self._add(opened.keys, at_s, "refused", 1)

    def _ended(self, call: str) -> tuple[Key, ...]:
        opened = self._open.pop(call, None)
        return opened.keys if opened is not None else ()

    def _add(self, keys: tuple[Key, ...], at_s: int, field: str, amount: int) -> None:
        for key in keys:
            windows = self._windows.get(key) or self._new(key, at_s)
            if windows is not None:
                self._windows.move_to_end(key)
                for window in windows.values():
                    window.expire(at_s)
                    window.add(at_s, FIELDS.index(field), amount)

    def _new(self, key: Key, at_s: int) -> dict[str, _Window] | None:
        if len(self._windows) >= MAX_KEYS and not self._drop_one(at_s):
            self._incomplete_until_s = at_s + LONGEST_US // _US
            return None
        windows = {name: _Window(*bounds) for name, bounds in WINDOWS_S.items()}
        self._windows[key] = windows
        return windows

    def _drop_one(self, now_s: int) -> bool:
        """Forget the key that was not used for longest, if nothing of it counts any more."""
        windows = next(iter(self._windows.values()))
        for window in windows.values():
            window.expire(now_s)
        if any(window.steps for window in windows.values()):
            return False
        self._windows.popitem(last=False)
        return True

    def _counts(self, key: Key, now_s: int, call: str) -> dict[str, dict[str, int]]:
        windows = self._windows.get(key)
        if windows is None and now_s < self._incomplete_until_s:
            raise CountsUnknown(f"more than {MAX_KEYS} principals and tools were active within a day")
        waiting = sum(key in keys for other, keys in self._asked.items() if other != call)
        counts = {}
        for name in WINDOWS_S:
            totals = [0] * len(FIELDS)
            if windows is not None:
                windows[name].expire(now_s)
                totals = windows[name].totals
            counts[name] = dict(zip(FIELDS, totals, strict=True))
            counts[name]["calls"] += waiting
        own = self._open.get(call)
        if own is not None and key in own.keys:  # asked anew about an approver's arguments
            for name, (length, _) in WINDOWS_S.items():
                counts[name]["calls"] -= own.at_s > now_s - length
        return counts


def _keys(principal: str, tool: str | None) -> tuple[Key, ...]:
    return ((principal, None),) if tool is None else ((principal, None), (None, tool), (principal, tool))
