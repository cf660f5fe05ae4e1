"""Command lines of base32."""

from __future__ import annotations

from base64 import b32encode
from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case, Seen

_OPTIONS = Options(
    ("d", "decode", None),
    ("i", "ignore-garbage", None),
    ("w", "wrap", of("0", "1", "10", "76", "20", bad=("x", "", "-1", "4K"))),
)


def _coded(d: Draw) -> str:
    """Encoded bytes, whole or cut or with something in them."""
    data = bytes(d.number(0, 255) for _ in range(d.number(0, 60)))
    text = b32encode(data).decode()
    if d.maybe(0.3):
        text = text[: d.number(0, len(text))]
    if d.maybe():
        text = "\n".join(text[at : at + 8] for at in range(0, len(text), 8))
    if d.maybe(0.2):
        at = d.number(0, len(text))
        text = text[:at] + d.pick("*", " ", "=", "\r", "\0", "-", "_") + text[at:]
    return text + d.pick("\n", "", "\n\n")


def _cut_short(_case: Case, real: Seen, ours: Seen) -> bool:
    return (
        "invalid input" in ours.stderr and real.stdout.startswith(ours.stdout) and real.stderr == ours.stderr
    )


KNOWN = (
    (_cut_short, "of a group that is broken GNU writes the bytes ahead of the break; here no byte of it"),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    options = _OPTIONS.draw(d, 2)
    content = _coded if any("d" in word for word in options) else Draw.text
    names = d.pick(["missing"], ["d"], ["f", "g"]) if d.wrong() else d.pick(["f"], ["f"], [], ["-"])
    return Case(line(d, "base32", options, names), {"f": content(d), "d/": ""}, content(d))
