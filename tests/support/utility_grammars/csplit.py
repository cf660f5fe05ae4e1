"""Patterns for csplit, which may or may not find their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from utility_oracle import Case

if TYPE_CHECKING:
    import random

_LINES = ("a", "b", "ab", "# x", "1", "2", "")
_PLACES = ("/a/", "/#/", "%b%", "/a/+1", "/1/-1", "%2%+2", "/b$/-2", "%x%-1", "/^$/", "/[12]/+3")
_OPTIONS = ("-k", "-z", "-s", "--suppress-matched", "-n1", "-n4", "-fp-", "-b%03d.t", "-b%x")


def draw(r: random.Random) -> Case:
    """A few lines, and where to part them."""
    lines = [r.choice(_LINES) for _ in range(r.randint(0, 15))]
    text = "".join(f"{line}\n" for line in lines)
    words: list[str] = []
    for _ in range(r.randint(1, 4)):
        words.append(r.choice([*_PLACES, str(r.randint(1, 16)), str(r.randint(1, 16))]))
        if r.random() < 0.4:
            words.append(r.choice(["{0}", "{1}", "{2}", "{*}"]))
    options = [option for option in _OPTIONS if r.random() < 0.12]
    return Case(("csplit", *options, "f", *words), {"f": text if r.random() < 0.8 else text[:-1]})
