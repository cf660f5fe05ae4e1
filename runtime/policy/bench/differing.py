"""Two bundles asked the same questions, which are drawn from what they say."""

from __future__ import annotations

import json

import msgspec

from runtime.policy.bench.comparison import ChangedDecision, ChangeGroup, Comparer
from runtime.policy.bench.drawing import QuestionMaker
from runtime.policy.bench.tracing import TracedBundle
from runtime.policy.bundle import Bundle
from runtime.policy.engines import ENTRY


class PolicyDifference(msgspec.Struct, kw_only=True):
    """How two bundles answer."""

    questions: int = 0
    changed: int = 0
    outcomes: dict[str, int] = {}
    """How often the old one gave each: a bundle that only ever denied was hardly reached."""
    groups: list[ChangeGroup] = []


def differ(
    old: Bundle,
    new: Bundle,
    *,
    count: int,
    seed: int,
    entry: str = ENTRY,
    allow_builtins: frozenset[str] = frozenset(),
) -> PolicyDifference:
    """Ask both so many questions; whole answers are compared, obligations with them.

    Raises:
        BundleInvalid: one cannot be loaded safely.
    """
    found = PolicyDifference()
    former = TracedBundle(old, entry=entry, allow_builtins=allow_builtins, marked=False)
    with former, Comparer(new, entry=entry, allow_builtins=allow_builtins) as comparer:
        paths = former.facts.input_paths | comparer.input_paths
        for number, question in enumerate(QuestionMaker((old, new), paths, seed).draw(count)):
            before, after = comparer.decision_of(former, question), comparer.decision(question)
            found.questions += 1
            found.outcomes[before.outcome] = found.outcomes.get(before.outcome, 0) + 1
            if (before.outcome, before.obligations) != (after.outcome, after.obligations):
                found.changed += 1
                changed = ChangedDecision(name=f"question {number}", question=json.loads(question))
                comparer.note(before.outcome, after, changed, question)
        found.groups = comparer.groups
    return found
