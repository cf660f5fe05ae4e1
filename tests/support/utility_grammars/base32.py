"""Command lines of base32."""

from __future__ import annotations

from base64 import b32encode
from random import Random

from utility_grammars.base64 import coding
from utility_oracle import Case, Seen


def _cut_short(_case: Case, real: Seen, ours: Seen) -> bool:
    return (
        "invalid input" in ours.stderr and real.stdout.startswith(ours.stdout) and real.stderr == ours.stderr
    )


KNOWN = (
    (_cut_short, "of a group that is broken GNU writes the bytes ahead of the break; here no byte of it"),
)


def draw(r: Random) -> Case:
    """One case."""
    return coding(r, "base32", b32encode)
