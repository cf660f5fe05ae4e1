"""Command lines of base64."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_OPTIONS = Options(
    ("d", "decode", None),
    ("i", "ignore-garbage", None),
    ("w", "wrap", of("0", "1", "10", "76", "20", bad=("x", "", "-1", "4K"))),
)


def _coded(d: Draw, encode: Callable[[bytes], bytes]) -> str:
    """Encoded bytes, whole or cut or with something in them."""
    data = bytes(d.number(0, 255) for _ in range(d.number(0, 60)))
    text = encode(data).decode()
    if d.maybe(0.3):
        text = text[: d.number(0, len(text))]
    if d.maybe():
        text = "\n".join(text[at : at + 8] for at in range(0, len(text), 8))
    if d.maybe(0.2):
        at = d.number(0, len(text))
        text = text[:at] + d.pick("*", " ", "=", "\r", "\0", "-", "_") + text[at:]
    return text + d.pick("\n", "", "\n\n")


def coding(r: Random, name: str, encode: Callable[[bytes], bytes]) -> Case:
    """One case of a command that encodes and decodes."""
    d = Draw(r)
    options = _OPTIONS.draw(d, 2)
    decodes = any("d" in word for word in options)
    names = d.pick(["missing"], ["d"], ["f", "g"]) if d.wrong() else d.pick(["f"], ["f"], [], ["-"])
    words = line(d, name, options, names)
    file, piped = (_coded(d, encode) if decodes else d.text() for _ in range(2))
    return Case(words, {"f": file, "d/": ""}, piped)


def draw(r: Random) -> Case:
    """One case."""
    return coding(r, "base64", b64encode)
