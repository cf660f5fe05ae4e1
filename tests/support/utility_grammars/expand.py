"""Command lines of expand."""

from __future__ import annotations

from random import Random

from drawing import Options
from utility_grammars.unexpand import LISTS, tabbed
from utility_oracle import Case

_OPTIONS = Options(
    ("i", "initial", None),
    ("t", "tabs", LISTS),
    ("t", "tabs", LISTS),
)


def draw(r: Random) -> Case:
    """One case."""
    return tabbed(r, "expand", _OPTIONS)
