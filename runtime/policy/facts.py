"""What the checks of a bundle found out: all that is needed to put it in force."""

from __future__ import annotations

from typing import Protocol

import msgspec

from runtime.contracts.decision import CONTEXT_PARTS
from runtime.policy.bundle import RegoFile

Mark = tuple[int, int, str]
"""A rule's place in the text that the engine is given, from and to, and the one tool that it can hold for."""


class TestRule(msgspec.Struct, frozen=True):
    """A rule that a bundle's author wrote to test it."""

    __test__ = False  # pytest, this is not one of yours
    name: str
    """Its path, for example ``data.runtime.authz_test.test_reading_goes_ahead``."""
    file: str
    line: int


class Facts(msgspec.Struct, frozen=True):
    """What the checks found out about a good bundle."""

    deterministic: bool
    """Equal questions get equal answers, so that answers may be cached."""
    sources: tuple[RegoFile, ...] = ()
    """What the engine is to evaluate: the modules in OPA's meaning."""
    tests: tuple[TestRule, ...] = ()
    reads: frozenset[str] = CONTEXT_PARTS
    """The parts of the context that its policies read."""

    members: frozenset[str] | None = None
    """The members of a question that an engine is given; None for all of them."""

    input_paths: frozenset[tuple[str, ...]] = frozenset()
    """What of the question its policies name, as far as it is spelled out; what is beneath may be read, too."""

    marks: tuple[list[Mark], ...] = ()
    """For each source the rules that are for one tool alone; nothing where that would not help."""

    @property
    def is_cacheable(self) -> bool:
        """Whether an answer may be kept: equal questions come again, and get equal answers."""
        return self.deterministic and self.reads.isdisjoint(("time", "counts"))


class CheckMemo(Protocol):
    """Remembers of sound bundles what their checks found, so that the next start need not check them again.

    What it recalls is put in force unchecked: only what this very checker kept may come back.
    """

    def recall(self, bundle: str, entry: str, allowed: frozenset[str]) -> Facts | None:
        """The facts of a bundle with this digest, entry and functions; None where nobody kept them. Raises nothing."""

    def keep(self, bundle: str, entry: str, allowed: frozenset[str], facts: Facts) -> None:
        """Remember a bundle that was checked, loaded and tried. Raises nothing."""
