"""Tells observers what the log has just made durable of a call, and last how long each of its steps took.

Where nobody watches, a call has neither marks nor events: the cost of observers is theirs who have some.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

import msgspec

from runtime.contracts import steps
from runtime.contracts.audit import OUTCOMES, ApprovalRequested, Body, Entry, PolicyDecision, ToolInvoked
from runtime.contracts.errors import Error, RuntimeFault
from runtime.contracts.invocation import Completed, Outcome
from runtime.contracts.observing import (
    CallAsked,
    CallDecided,
    CallEnded,
    CallEvent,
    CallMade,
    CallStarted,
    CallTimed,
    Observer,
)
from runtime.contracts.tracing import TraceContext, Tracer
from runtime.executor.commitments import Root, commit, hidden_by
from runtime.executor.progress import Progress
from runtime.executor.stages import Arrived, Call, Finished, Found, Frozen, Noted, decision_on
from runtime.executor.timing import QUEUE, Timing

_log = logging.getLogger("runtime.observers")


class Observation:
    """The observers of one executor."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        """Keep whom to tell."""
        self._observers = tuple(observers)
        tracers: list[Any] = [one for one in observers if isinstance(one, Tracer)]
        self._tracer: Tracer | None = tracers[0] if tracers else None

    def traced(self, call: Call) -> Call:
        """The call, at the position that the first tracer among the observers gives it."""
        if self._tracer is None:
            return call
        try:
            trace = self._tracer.begin_call(tool=call.tool_name, call_id=call.call_id, within=call.trace)
        except BaseException:  # noqa: BLE001  # as with any other observer
            _log.exception("a tracer raised at the beginning of call %s", call.call_id)
            return call
        own = trace if isinstance(trace, TraceContext) else None
        return msgspec.structs.replace(call, trace=own)

    def watch(self, progress: Progress) -> Watch:
        """What tells the observers of a call's end, as a context manager around it."""
        if not self._observers:
            return _UNWATCHED
        return _Watched(self, progress)

    def tell(self, progress: Progress, entries: Sequence[Entry]) -> None:
        """Tell what these durable records say of a call."""
        if self._observers:
            for event in _events(progress, entries):
                self._tell_all(event)

    def tell_end(self, progress: Progress, event: CallTimed) -> None:
        """Tell that a call is over; its values go to those alone who want them."""
        shown: CallTimed | None = None
        for observer in self._observers:
            if getattr(observer, "wants_values", False) is True:
                shown = shown or _with_values(progress.reached, event)
                _tell(observer, shown)
            else:
                _tell(observer, event)

    def _tell_all(self, event: CallEvent) -> None:
        for observer in self._observers:
            _tell(observer, event)


class Watch:
    """Around a call that nobody watches."""

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def saw(self, outcome: Outcome) -> Outcome:
        """The outcome, noted."""
        return outcome


_UNWATCHED = Watch()


class _Watched(Watch):
    """Around a call that somebody watches."""

    def __init__(self, observation: Observation, progress: Progress) -> None:
        self._observation = observation
        self._progress = progress
        self._outcome: Outcome | None = None
        progress.timing = Timing.begin(QUEUE, progress.call.begun_ns)

    def saw(self, outcome: Outcome) -> Outcome:
        self._outcome = outcome
        return outcome

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        progress = self._progress
        timing, ended_ns = progress.timing, time.perf_counter_ns()
        if timing is None:
            return
        epoch_ns = time.time_ns() - ended_ns
        name, category, code = _end(self._outcome, error)
        event = CallTimed(
            **_about(progress),
            registered=isinstance(progress.reached, Found),
            outcome=name,
            category=category,
            code=code,
            begun_ns=timing.begun_ns + epoch_ns,
            duration_ns=ended_ns - timing.begun_ns,
            steps=timing.steps(ended_ns, epoch_ns),
        )
        self._observation.tell_end(progress, event)


def _end(outcome: Outcome | None, error: BaseException | None) -> tuple[str, str | None, str | None]:
    """How the call ended: in a word, by the code of the tree, by the most specific code."""
    if outcome is not None:
        ended = str(outcome.__struct_config__.tag)
        return (
            (ended, None, None)
            if outcome.error is None
            else (ended, outcome.error.category, outcome.error.code)
        )
    if isinstance(error, Error):
        return "withheld", error.category, error.code
    if isinstance(error, (asyncio.CancelledError, GeneratorExit, KeyboardInterrupt)):
        return "cancelled", None, None
    return "withheld", RuntimeFault.code, RuntimeFault.code


def _tell(observer: Observer, event: CallEvent) -> None:
    try:
        observer(event)
    except BaseException:  # noqa: BLE001  # an observer that could end a call would be one that can change it
        _log.exception("an observer raised at %s of call %s", type(event).__name__, event.call_id)


def _with_values(reached: Arrived, event: CallTimed) -> CallTimed:
    """The event with arguments and result as the vault would keep them: without what policy redacts, and without anything that policy has not judged."""
    arguments = (
        _value("arguments", reached, reached.arguments.canonical) if isinstance(reached, Frozen) else None
    )
    ended = event.outcome == Completed.__struct_config__.tag and isinstance(reached, Finished)
    result = (
        _value("result", reached, reached.normalized.raw) if ended and isinstance(reached, Finished) else None
    )
    return msgspec.structs.replace(event, arguments=arguments, result=result)


def _value(root: Root, reached: Arrived, raw: bytes) -> str | None:
    redact = reached.redact if isinstance(reached, Noted) else ()
    sealed = commit(root, raw, decision_on(reached), redact=redact).sealed
    if sealed is None or sealed.value is None:
        return None
    try:
        return sealed.value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _about(progress: Progress) -> dict[str, Any]:
    call = progress.call
    return {
        "call_id": call.call_id,
        "tool": call.tool_name,
        "principal": call.principal.id,
        "parent": None if call.parent is None else call.parent.call_id,
        "trace": call.trace,
        "hidden": "principals" in progress.hidden or "principals" in hidden_by(decision_on(progress.reached)),
    }


def _events(progress: Progress, entries: Sequence[Entry]) -> Iterator[CallEvent]:
    about = _about(progress)
    for entry in entries:
        event = _event(entry.body, progress.call, about)
        if event is not None:
            yield event
    if progress.step == steps.INTENT and not any(entry.body.terminal for entry in entries):
        yield CallStarted(**about)


def _event(body: Body, call: Call, about: dict[str, Any]) -> CallEvent | None:
    if isinstance(body, ToolInvoked):
        return CallMade(**about, version=body.version, arguments_bytes=body.arguments_bytes)
    if isinstance(body, PolicyDecision):
        return CallDecided(
            **about, outcome=body.outcome, reasons=body.reasons, bundle=body.bundle, cached=body.cached
        )
    if isinstance(body, ApprovalRequested):
        return CallAsked(**about, expires_us=body.expires_us)
    if body.terminal:
        return CallEnded(
            **about,
            outcome=OUTCOMES[type(body).__name__],
            code=getattr(body, "code", None),
            duration_us=call.duration_us(),
        )
    return None
