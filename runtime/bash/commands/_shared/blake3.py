"""BLAKE3 (https://github.com/BLAKE3-team/BLAKE3-specs): a tree of chunks of 1,024 bytes, each a chain of blocks."""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Blake3"]

_IV = (
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
)  # fmt: skip
_PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
_QUARTERS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip
_START, _END, _PARENT, _ROOT = 1, 2, 4, 8
_CHUNK, _BLOCK = 1024, 64
_MASK = 0xFFFFFFFF
_WORDS = struct.Struct("<16I")
Words = tuple[int, ...]


def _compress(chain: Words, block: Words, counter: int, size: int, flags: int) -> Words:
    v = [*chain, *_IV[:4], counter & _MASK, counter >> 32, size, flags]
    for number in range(7):
        at = 0
        for a, b, c, d in _QUARTERS:
            va = (v[a] + v[b] + block[at]) & _MASK
            x = v[d] ^ va
            x = (x >> 16) | (x << 16) & _MASK
            vc = (v[c] + x) & _MASK
            y = v[b] ^ vc
            y = (y >> 12) | (y << 20) & _MASK
            v[a] = va = (va + y + block[at + 1]) & _MASK
            x ^= va
            v[d] = x = (x >> 8) | (x << 24) & _MASK
            v[c] = vc = (vc + x) & _MASK
            y ^= vc
            v[b] = (y >> 7) | (y << 25) & _MASK
            at += 2
        if number < 6:
            block = tuple([block[place] for place in _PERMUTATION])
    return tuple(
        [x ^ y for x, y in zip(v[:8], v[8:], strict=True)]
        + [x ^ y for x, y in zip(v[8:], chain, strict=True)]
    )


class _Node:
    """The last compression of a chunk or parent, kept back because the root's is flagged."""

    __slots__ = ("block", "chain", "counter", "flags", "size")

    def __init__(self, chain: Words, block: Words, counter: int, size: int, flags: int) -> None:
        self.chain = chain
        self.block = block
        self.counter = counter
        self.size = size
        self.flags = flags

    def value(self) -> Words:
        return _compress(self.chain, self.block, self.counter, self.size, self.flags)[:8]

    def root(self, size: int) -> bytes:
        out = bytearray()
        for number in range(-(-size // _BLOCK)):
            out += _WORDS.pack(*_compress(self.chain, self.block, number, self.size, self.flags | _ROOT))
        return bytes(out[:size])


def _chunk(data: bytes, counter: int) -> _Node:
    chain: Words = _IV
    flags = _START
    at = 0
    while len(data) - at > _BLOCK:
        chain = _compress(chain, _WORDS.unpack_from(data, at), counter, _BLOCK, flags)[:8]
        flags = 0
        at += _BLOCK
    rest = data[at:]
    return _Node(chain, _WORDS.unpack(rest.ljust(_BLOCK, b"\0")), counter, len(rest), flags | _END)


def _parent(left: Words, right: Words) -> _Node:
    return _Node(_IV, left + right, 0, _BLOCK, _PARENT)


class Blake3:
    """The interface of hashlib's objects; ``check`` is called for every chunk, about a millisecond of work."""

    def __init__(self, check: Callable[[], None], size: int = 32) -> None:
        self._check = check
        self._size = size
        self._held = b""
        self._count = 0
        self._stack: list[Words] = []

    def update(self, data: bytes, /) -> None:
        """More of the message."""
        data = self._held + data
        at = 0
        while len(data) - at > _CHUNK:  # the last chunk is held back: it may be the root
            self._add(_chunk(data[at : at + _CHUNK], self._count).value())
            at += _CHUNK
        self._held = data[at:]

    def _add(self, value: Words) -> None:
        self._check()
        self._count += 1
        total = self._count
        while not total & 1:  # as many trees are complete as the count has zeros at its end
            value = _parent(self._stack.pop(), value).value()
            total >>= 1
        self._stack.append(value)

    def hexdigest(self) -> str:
        """The checksum."""
        node = _chunk(self._held, self._count)
        for left in reversed(self._stack):
            node = _parent(left, node.value())
        return node.root(self._size).hex()
