"""What a bundle answers now, beside what was answered before; the differences grouped by the rules that make them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from runtime.contracts.decision import Decision
from runtime.policy.bench.marks import MarkedClause
from runtime.policy.bench.tracing import TracedBundle
from runtime.policy.bundle import Bundle
from runtime.policy.decide import decide
from runtime.policy.engines import ENTRY


class ChangedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision that is another one now."""

    name: str
    """The call, or the number of the question."""
    is_certain: bool = True
    """False where the rules may read what the question does not hold: a redacted argument, a session."""
    question: Any = None


class ChangeGroup(msgspec.Struct, kw_only=True):
    """Decisions that changed alike."""

    before: str
    after: str
    rules: tuple[str, ...]
    """The rules that make the answer now: ``authz.rego:12 data.runtime.authz.deny``."""
    reasons: tuple[str, ...]
    """Of the first of them."""
    decisions: list[ChangedDecision]


class Comparer:
    """The answers of one bundle. A context manager."""

    def __init__(
        self, bundle: Bundle, *, entry: str = ENTRY, allow_builtins: frozenset[str] = frozenset()
    ) -> None:
        """Load the bundle, as it is and with marks. Raises BundleInvalid."""
        self._entry = entry
        self._plain = TracedBundle(bundle, entry=entry, allow_builtins=allow_builtins, marked=False)
        try:
            self._traced = TracedBundle(bundle, entry=entry, allow_builtins=allow_builtins)
        except BaseException:
            self._plain.__exit__()
            raise
        self.reads = self._plain.facts.reads
        self.input_paths = self._plain.facts.input_paths
        self._groups: dict[tuple[str, str, tuple[str, ...]], ChangeGroup] = {}

    def __enter__(self) -> Comparer:
        return self

    def __exit__(self, *exception: object) -> None:
        self._plain.__exit__()
        self._traced.__exit__()

    @property
    def groups(self) -> list[ChangeGroup]:
        """What changed, the largest group first."""
        return sorted(self._groups.values(), key=lambda g: (-len(g.decisions), g.before, g.after, g.rules))

    def decision(self, question: bytes) -> Decision:
        """What the bundle answers."""
        return self.decision_of(self._plain, question)

    @staticmethod
    def decision_of(bundle: TracedBundle, question: bytes) -> Decision:
        """What another bundle answers."""
        trace = bundle.trace(question)
        if trace.error is not None:
            return Decision(outcome="error", detail=trace.error)
        return decide(b"" if trace.value is None else trace.value.encode())

    def note(self, before: str, after: Decision, changed: ChangedDecision, question: bytes) -> None:
        """Put a changed decision into its group."""
        rules = self._rules(question)
        group = self._groups.get((before, after.outcome, rules))
        if group is None:
            group = self._groups[(before, after.outcome, rules)] = ChangeGroup(
                before=before,
                after=after.outcome,
                rules=rules,
                reasons=after.reasons or ((after.detail,) if after.detail else ()),
                decisions=[],
            )
        group.decisions.append(changed)

    def may_read(self, pointers: list[tuple[str, ...]]) -> bool:
        """Whether the rules may read any of these places of the arguments."""
        wanted = [("input", "arguments", *pointer) for pointer in pointers]
        return any(
            path[: len(place)] == place or place[: len(path)] == path
            for path in self.input_paths
            for place in wanted
        )

    def _rules(self, question: bytes) -> tuple[str, ...]:
        """The clause that gives the answer, and of the rules that it names the clauses that held."""
        held = [frame.clause for frame in self._traced.trace(question).frames if frame.held]
        deciding = next((clause for clause in held if clause.rule == self._entry), None)
        if deciding is None:
            return (f"default {self._entry}",)
        text = " ".join((deciding.text, *(condition.text for condition in deciding.conditions)))
        words = set(re.findall(r"\w+", text))
        named = (c for c in held if not c.is_function and c.rule.rpartition(".")[2] in words)
        return tuple(dict.fromkeys(map(_place, (deciding, *named))))


def redacted_places(arguments: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where in arguments a commitment stands in the place of a value."""
    if isinstance(arguments, dict):
        if set(arguments) == {"$redacted"}:
            yield place
            return
        for name, value in arguments.items():
            yield from redacted_places(value, (*place, name))
    elif isinstance(arguments, list):
        for value in arguments:  # a policy may reach an item by any number
            yield from ((place) for _ in redacted_places(value, place))


def _place(clause: MarkedClause) -> str:
    return f"{clause.file}:{clause.line} {clause.rule}"
