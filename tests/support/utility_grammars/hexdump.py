"""Command lines of hexdump."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_grammars.od import _bytes
from utility_oracle import Case

_FORMS = (
    '"%x\\n"', '16/1 "%02x " "\\n"', '"%_ax " 8/1 "%02x "', '"%d\\n"', '8/1 "%3u " "\\n"', '4/2 "%04x " "\\n"', '1/1 "%_c"',
    '"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x " "\\n"', '1/4 "%i\\n"', '"foo"', '/1 "%_u"', '1/1 "%_p"', '2/1 "%o,"',
)  # fmt: skip
_OPTIONS = Options(
    ("b", "one-byte-octal", None),
    ("c", "one-byte-char", None),
    *(("C", "canonical", None),) * 2,
    ("d", "two-bytes-decimal", None),
    ("o", "two-bytes-octal", None),
    ("x", "two-bytes-hex", None),
    ("n", "length", of("0", "1", "5", "20", "0x8")),
    ("s", "skip", of("0", "1", "3", "0x2")),
    ("v", "no-squeezing", None),
    ("e", "format", of(*_FORMS)),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    return Case(
        line(d, "hexdump", _OPTIONS.draw(d, 2), d.pick(["f"], ["f"], ["f", "g"])),
        {"f": _bytes(d) + "x" * 4, "g": _bytes(d)},
    )
