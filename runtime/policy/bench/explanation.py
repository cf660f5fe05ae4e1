"""Why a question got its answer: the rules that held, and of the others the first condition that nothing met, with its values.

Every condition is evaluated by the engine itself, in its place. A second evaluation records the operands of those that failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from runtime.contracts.decision import Decision
from runtime.contracts.errors import BundleInvalid
from runtime.policy.bench.marks import MarkedClause
from runtime.policy.bench.tracing import Frame, Trace, TracedBundle
from runtime.policy.bundle import Bundle
from runtime.policy.decide import decide
from runtime.policy.engines import ENTRY

_MOST_VALUES = 5
_MOST_CHARS = 120
_THE_VALUE = "(the value that the rule gives)"


class ExplainedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that was evaluated. The condition's fields are None where all of them held."""

    rule: str
    file: str
    line: int
    text: str
    arguments: tuple[str, ...] = ()
    """Of a function, as JSON."""
    condition: str | None = None
    condition_line: int | None = None
    condition_column: int | None = None
    values: dict[str, list[str]] = {}
    """What the condition's operands were, as JSON; no value: undefined."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """How one decision came about."""

    outcome: str
    reasons: tuple[str, ...]
    answer: Any
    detail: str
    decided_by: ExplainedRule | None
    """The clause of the entry that gave the answer; None where no clause held, and the default decided."""
    held: tuple[ExplainedRule, ...]
    failed: tuple[ExplainedRule, ...]


class Explainer:
    """Explains the answers of one bundle. A context manager."""

    def __init__(
        self,
        bundle: Bundle,
        *,
        entry: str = ENTRY,
        allow_builtins: frozenset[str] = frozenset(),
        with_tests: bool = False,
    ) -> None:
        """Load the bundle. Raises BundleInvalid."""
        self._bundle = bundle
        self._with_tests = with_tests
        self._allowed = allow_builtins
        self._entry = entry
        self._traced = TracedBundle(bundle, entry=entry, allow_builtins=allow_builtins, with_tests=with_tests)

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *exception: object) -> None:
        self._traced.__exit__()

    @property
    def clauses(self) -> tuple[MarkedClause, ...]:
        """Every clause of the bundle."""
        return self._traced.clauses

    def decision(self, question: bytes) -> tuple[Decision, tuple[MarkedClause, ...]]:
        """The answer, with the clauses that held on the way."""
        trace = self._traced.trace(question)
        held = {frame.clause.number: frame.clause for frame in trace.frames if frame.held}
        return _decision(trace), tuple(held.values())

    def failures(self, rule: str) -> tuple[ExplainedRule, ...]:
        """What failed in the evaluation of a rule without a question, a test for one; its own conditions first."""
        trace = self._traced.trace(b"{}", rule)
        failed = sorted(_unmet(trace.frames), key=lambda frame: frame.clause.rule != rule)
        values = self._values(b"{}", failed, rule)
        return _distinct(_failed(frame, values.get(_key(frame), {})) for frame in failed)

    def explain(self, question: bytes, *, with_values: bool = True) -> Explanation:
        """How the answer to a question comes about."""
        trace = self._traced.trace(question)
        failed = _unmet(trace.frames)
        values = self._values(question, failed, self._entry) if with_values else {}
        decision = _decision(trace)
        held = _distinct(_held(frame) for frame in trace.frames if frame.held)
        deciding = next((_held(f) for f in trace.frames if f.held and f.clause.rule == self._entry), None)
        return Explanation(
            outcome=decision.outcome,
            reasons=decision.reasons,
            answer=None if trace.value is None else json.loads(trace.value),
            detail=trace.error or decision.detail,
            decided_by=deciding,
            held=held,
            failed=_distinct(_failed(frame, values.get(_key(frame), {})) for frame in failed),
        )

    def _values(self, question: bytes, failed: Iterable[Frame], rule: str) -> dict[str, dict[str, list[Any]]]:
        """The operands of the failed conditions. What cannot be evaluated by itself is left out."""
        wanted = {f.clause.number: f.reached for f in failed if f.reached < len(f.clause.conditions)}
        found: dict[str, dict[str, list[Any]]] = {}
        for group in (wanted, *({number: reached} for number, reached in wanted.items())):
            try:
                with TracedBundle(
                    self._bundle,
                    entry=self._entry,
                    allow_builtins=self._allowed,
                    with_tests=self._with_tests,
                    wanted=group,
                ) as probed:
                    trace = probed.trace(question, rule)
            except BundleInvalid:
                continue
            if trace.error is None or group is not wanted:
                found |= {_key(frame): frame.values for frame in trace.frames if frame.values}
            if trace.error is None:
                break
        return found


def _decision(trace: Trace) -> Decision:
    if trace.error is not None:
        return Decision(outcome="error", detail=trace.error)
    return decide(b"" if trace.value is None else trace.value.encode())


def _unmet(frames: Iterable[Frame]) -> list[Frame]:
    return [frame for frame in frames if not frame.held]


def _key(frame: Frame) -> str:
    return f"{frame.clause.number} {frame.reached} {frame.arguments!r}"


def _distinct(rules: Iterable[ExplainedRule]) -> tuple[ExplainedRule, ...]:
    seen = {msgspec.json.encode(rule): rule for rule in rules}
    return tuple(seen.values())


def _held(frame: Frame) -> ExplainedRule:
    clause = frame.clause
    return ExplainedRule(
        rule=clause.rule,
        file=clause.file,
        line=clause.line,
        text=clause.text,
        arguments=tuple(map(shown, frame.arguments)),
    )


def _failed(frame: Frame, values: dict[str, list[Any]]) -> ExplainedRule:
    clause, rule = frame.clause, _held(frame)
    if frame.reached >= len(clause.conditions):
        return msgspec.structs.replace(
            rule, condition=_THE_VALUE, condition_line=clause.line, condition_column=1
        )
    condition = clause.conditions[frame.reached]
    return msgspec.structs.replace(
        rule,
        condition=condition.text,
        condition_line=condition.line,
        condition_column=condition.column,
        values={
            text: [shown(v) for v in found[:_MOST_VALUES]]
            for text, found in values.items()
            if not any(found and values[longer] for longer in values if _is_beneath(longer, text))
        },
    )


def _is_beneath(text: str, other: str) -> bool:
    """Whether a reference goes on from another one: then its value says it all."""
    return text.startswith((f"{other}.", f"{other}["))


def shown(value: Any) -> str:
    """A value as JSON, cut to what fits a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…"
