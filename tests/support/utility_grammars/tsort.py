"""Relations for tsort: few names, so that loops are common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from utility_oracle import Case

if TYPE_CHECKING:
    import random


def draw(r: random.Random) -> Case:
    """Some relations, now and then an odd number of words."""
    names = "abcdefghij"[: r.randint(2, 8)]
    words = [r.choice(names) for _ in range(2 * r.randint(0, 14) + (r.random() < 0.05))]
    before = f"echo {' '.join(words)} > f"
    return Case(("tsort", *r.choice([(), ("-",), ("f",)])), before=before, after=" < f")
