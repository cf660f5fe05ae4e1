"""Parameters for getopt: known options, unknown ones, and what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from utility_oracle import Case

if TYPE_CHECKING:
    import random

_SHORT = ("ab:c::", "+ab:", "-ab:", "a", "ab:cx", "", ":ab:", "abc")
_LONG = ("foo,bar:,baz::", "foo,fob", "f", "abc:,abd", "foo bar:")
_MODES = ((), (), ("-a",), ("-u",), ("-q",), ("-n", "prog"), ("-s", "csh"), ("-Q",))
_WORDS = (
    *("-a", "-b", "-bx", "-c", "-cq", "--foo", "--bar", "--bar=1", "--ba", "--baz", "--baz=z", "x", "y z"),
    *("--", "-", "-ab", "-x", "--fo", "it's", "--ab=3", "", "a\\b", "!", "-foo", "-f"),
)


def draw(r: random.Random) -> Case:
    """What is known, and what is given."""
    given = [r.choice(_WORDS) for _ in range(r.randint(0, 6))]
    if r.random() < 0.1:
        return Case(("getopt", r.choice(_SHORT[3:6]) or "a", *given))
    return Case(("getopt", *r.choice(_MODES), "-o", r.choice(_SHORT), "-l", r.choice(_LONG), "--", *given))
