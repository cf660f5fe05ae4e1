"""Numbers are written as ECMAScript writes them, which RFC 8785 asks for."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from runtime.contracts.canonical import encode

VECTORS = json.loads((Path(__file__).parents[2] / "cases" / "jcs" / "es6_numbers.json").read_text())
FROM = 0x0010000000000000


def doubles() -> Iterator[int]:
    """The bits of the published numbers, in their order."""
    yield from (int(bits, 16) for bits in VECTORS["first"])
    yield from range(FROM, FROM + 2000)
    block = bytes(32)
    while True:
        block = sha256(block).digest()
        for bits in struct.unpack("<4Q", block):
            value = struct.unpack("<d", struct.pack("<Q", bits))[0]
            if value != 0 and math.isfinite(value):
                yield bits


def test_a_hundred_thousand_published_numbers_have_their_spelling():
    found = sha256()
    checked = []
    for count, bits in zip(range(1, 100_001), doubles(), strict=False):
        value = struct.unpack("<d", struct.pack("<Q", bits))[0]
        found.update(b"%x,%b\n" % (bits, encode(value)))
        if str(count) in VECTORS["sha256_of_lines"]:
            assert found.hexdigest() == VECTORS["sha256_of_lines"][str(count)], count
            checked.append(count)
    assert checked == [1_000, 10_000, 100_000]
