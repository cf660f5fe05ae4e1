"""Patches that fit, nearly fit, or are applied already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from utility_oracle import Case

if TYPE_CHECKING:
    import random

_FORMATS = ("-u", "-u", "-u", "-c", "-c", "", "-U1", "-U0", "-C1")
_OPTIONS = (
    *(
        (),
        (),
        (),
        (),
        ("-R",),
        ("-N",),
        ("-f",),
        ("-t",),
        ("-F0",),
        ("-F1",),
        ("-F3",),
        ("-b",),
        ("-s",),
        ("-l",),
    ),
    *(
        ("--verbose",),
        ("-E",),
        ("-R", "-f"),
        ("-R", "-t"),
        ("-R", "-N"),
        ("--dry-run",),
        ("-o", "out"),
        ("-r", "rej"),
    ),
)


def _edited(r: random.Random, lines: list[str], times: int) -> list[str]:
    out = lines[:]
    for _ in range(times):
        at = r.randrange(len(out) + 1)
        word = r.choice("abcxyz") * r.randint(1, 3)
        kind = r.random()
        if kind < 0.4 and at < len(out):
            out[at] = word
        elif kind < 0.7 or at == len(out):
            out.insert(at, word)
        else:
            del out[at]
    return out


def _text(r: random.Random, lines: list[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return text[:-1] if r.random() < 0.12 else text


def draw(r: random.Random) -> Case:
    """The difference of two files, for a third that is like the first."""
    base = [r.choice("abcdefgh") * r.randint(1, 2) for _ in range(r.randint(1, 30))]
    like = _edited(r, base, r.choice([0, 0, 1, 2, 4]))
    if r.random() < 0.3:
        like = [r.choice("pq") for _ in range(r.randint(1, 5))] + like
    files = {"a": _text(r, base), "b": _text(r, _edited(r, base, r.randint(1, 5))), "f": _text(r, like)}
    before = f"touch -d '2020-01-02 03:04 UTC' a b f; diff {r.choice(_FORMATS)} a b > p"
    return Case(("patch", *r.choice(_OPTIONS), "f", "p"), files, before=before)


KNOWN = (
    (
        lambda _case, real, ours: real.files.get("p") != ours.files.get("p"),
        "diff found another way from one file to the other, as good",
    ),
)
