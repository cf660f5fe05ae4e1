"""Which rules and conditions of a bundle its tests reach. One counts as reached when it held for some test."""

from __future__ import annotations

import msgspec

from runtime.policy.bench.tracing import TracedBundle
from runtime.policy.bundle import Bundle
from runtime.policy.engines import ENTRY


class UncoveredPlace(msgspec.Struct, frozen=True, order=True):
    """A rule or condition that no test reaches."""

    file: str
    line: int
    text: str


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a bundle its tests reach."""

    rules: int
    conditions: int
    covered: int
    missing: tuple[UncoveredPlace, ...]

    @property
    def percent(self) -> float:
        """Of rules and conditions together."""
        return 100.0 * self.covered / ((self.rules + self.conditions) or 1)


def cover(bundle: Bundle, *, entry: str = ENTRY, allow_builtins: frozenset[str] = frozenset()) -> Coverage:
    """Run all tests of a bundle with marks.

    Raises:
        BundleInvalid: the bundle, tests included, cannot be loaded safely.
    """
    tests = {module.path for module in bundle.tests}
    with TracedBundle(bundle, entry=entry, allow_builtins=allow_builtins, with_tests=True) as traced:
        clauses = [clause for clause in traced.clauses if clause.file not in tests]
        furthest = {clause.number: 0 for clause in clauses}
        for test in traced.tests:
            for frame in traced.trace(b"{}", test.name).frames:
                number = frame.clause.number
                furthest[number] = max(furthest.get(number, 0), frame.reached)
    missing, covered = [], 0
    for clause in clauses:
        reached = furthest[clause.number]
        covered += min(reached, len(clause.conditions)) + (reached >= clause.complete)
        missing += [UncoveredPlace(clause.file, c.line, c.text) for c in clause.conditions[reached:]]
        if reached < clause.complete:
            missing.append(UncoveredPlace(clause.file, clause.line, clause.text))
    return Coverage(
        rules=len(clauses),
        conditions=sum(len(clause.conditions) for clause in clauses),
        covered=covered,
        missing=tuple(sorted(set(missing))),
    )
