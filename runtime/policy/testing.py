"""The tests that policy authors write: rules named ``test_...`` in ``*_test.rego`` files, as for OPA.

A test passes when its rule is true. ``todo_test_...`` is not run, and reported as skipped. Each test is
evaluated in the policy worker, so a test that hangs or breaks the engine is an error and the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from runtime.policy.bundle import Bundle, load
from runtime.policy.decide import MAX_DETAIL_CHARS, NoAnswer, visible
from runtime.policy.engines import ENTRY, EngineOptions
from runtime.policy.engines.rego import WorkerSession
from runtime.policy.facts import TestRule

DEADLINE_S = 5.0

TestOutcome = Literal["passed", "failed", "error", "skipped"]


class TestResult(msgspec.Struct, frozen=True):
    """How one test ended."""

    __test__ = False  # pytest, this is not one of yours
    rule: TestRule
    outcome: TestOutcome
    detail: str = ""


def run_tests(
    folder: str,
    *,
    entry: str = ENTRY,
    deadline_s: float = DEADLINE_S,
    allow_builtins: frozenset[str] = frozenset(),
    wanted: str = "",
) -> tuple[TestResult, ...]:
    """The results of a folder's tests, in the order of their files; of those alone whose name has a match of ``wanted``.

    Raises:
        BundleInvalid: the bundle, tests included, cannot be loaded safely.
    """
    return run_bundle_tests(
        load(folder), entry=entry, deadline_s=deadline_s, allow_builtins=allow_builtins, wanted=wanted
    )


def run_bundle_tests(
    bundle: Bundle,
    *,
    entry: str = ENTRY,
    deadline_s: float = DEADLINE_S,
    allow_builtins: frozenset[str] = frozenset(),
    wanted: str = "",
) -> tuple[TestResult, ...]:
    """The same for a bundle that was read. Raises as `run_tests` does."""
    options = EngineOptions(
        isolation="worker",
        deadline_s=deadline_s,
        cache_size=0,
        entry=entry,
        max_stale_s=0.0,
        allow_builtins=allow_builtins,
    )
    with WorkerSession(bundle, options, with_tests=True) as session:
        facts = session.check()
        chosen = (rule for rule in facts.tests if re.search(wanted, rule.name))
        rules = sorted(chosen, key=lambda rule: (rule.file, rule.line))
        session.load(facts)
        return tuple(_results(session, rules))


def _results(session: WorkerSession, rules: list[TestRule]) -> Iterator[TestResult]:
    for rule in rules:
        if rule.name.rpartition(".")[2].startswith("todo_"):
            yield TestResult(rule, "skipped")
            continue
        try:
            value = session.value(rule.name)
        except NoAnswer as none:
            yield TestResult(rule, "error", visible(none.detail, MAX_DETAIL_CHARS))
            continue
        yield TestResult(rule, "passed" if value.strip() == b"true" else "failed")
