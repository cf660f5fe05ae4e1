"""A bundle in a worker of its own, evaluated with marks: what held, and how far each clause came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from runtime.policy.bench.marks import MarkedClause, Marks
from runtime.policy.bundle import Bundle
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import ENTRY, EngineOptions
from runtime.policy.engines.rego import WorkerSession
from runtime.policy.facts import Facts, TestRule

DEADLINE_S = 10.0


class Frame(msgspec.Struct):
    """One evaluation of a clause: of a function there may be several, with other arguments each."""

    clause: MarkedClause
    arguments: list[Any]
    reached: int = 0
    """The furthest mark."""
    values: dict[str, list[Any]] = {}
    """Of the operands of the condition that was asked for, each value that they had."""

    @property
    def held(self) -> bool:
        return self.reached >= self.clause.complete


class Trace(msgspec.Struct, frozen=True):
    """What one evaluation came to."""

    value: str | None
    """The rule's value as JSON text."""
    error: str | None
    frames: tuple[Frame, ...]


class TracedBundle:
    """Evaluates rules of one bundle with marks. A context manager: the worker ends with it."""

    def __init__(
        self,
        bundle: Bundle,
        *,
        entry: str = ENTRY,
        with_tests: bool = False,
        allow_builtins: frozenset[str] = frozenset(),
        wanted: dict[int, int] | None = None,
        marked: bool = True,
    ) -> None:
        """Check the bundle and load it; ``wanted`` as for `Marks`. Without marks, values alone are to be had, and sooner.

        Raises:
            BundleInvalid: it cannot be loaded safely.
        """
        options = EngineOptions(
            isolation="worker",
            deadline_s=DEADLINE_S,
            cache_size=0,
            entry=entry,
            max_stale_s=0.0,
            allow_builtins=allow_builtins,
        )
        self.entry = entry
        marks = Marks(wanted)
        self._session = WorkerSession(bundle, options, with_tests=with_tests)
        try:
            self.facts: Facts = self._session.check(marks.of if marked else None)
            self._session.load(self.facts)
        except BaseException:
            self._session.__exit__()
            raise
        self.clauses = tuple(marks.clauses)

    def __enter__(self) -> TracedBundle:
        return self

    def __exit__(self, *exception: object) -> None:
        self._session.__exit__()

    @property
    def tests(self) -> tuple[TestRule, ...]:
        """The tests of the bundle, if they were loaded, in the order of their files."""
        return tuple(sorted(self.facts.tests, key=lambda rule: (rule.file, rule.line)))

    def trace(self, question: bytes, rule: str | None = None) -> Trace:
        """One evaluation of the entry, or of another rule. A rule that cannot be evaluated has an error for a value."""
        try:
            seen = json.loads(self._session.trace(rule or self.entry, question))
        except NoAnswer as none:
            return Trace(None, none.detail, ())
        return Trace(seen["value"], seen["error"], tuple(self._frames(seen["marks"])))

    def _frames(self, marks: list[tuple[int, int, Any]]) -> Iterator[Frame]:
        """Marks come in the order of evaluation: what a condition calls comes between two marks of its clause."""
        frames: list[Frame] = []
        running: list[Frame] = []
        for number, reached, values in marks:
            if reached == 0:
                running.append(Frame(self.clauses[number], values, values={}))
                frames.append(running[-1])
                continue
            while running and running[-1].clause.number != number:
                running.pop()
            if not running:
                continue
            if reached > 0:
                running[-1].reached = max(running[-1].reached, reached)
                continue
            for text, found in values.items():
                known = running[-1].values.setdefault(text, [])
                known += [value for value in found if value not in known]
        return iter(frames)
