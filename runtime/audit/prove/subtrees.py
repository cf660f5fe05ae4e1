"""Caches the roots of a log's subtrees, so that a proof reads a few hundred records and not all of them.

For every 256 records their root and the offset behind them are saved, and one more root for every 256 of those: 40
bytes each, 160 KB for a million records. A root of any range is put together from these and from the few records at
its edges.

The file is a cache in the user's own folder, made and lengthened when it is needed. It is never believed: whoever
makes a proof compares it with a signed root, and has the file made anew where the two differ.
"""

from __future__ import annotations

import os
import struct
import tempfile
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from runtime.audit.format.tree import Tree, leaf_hash, node_hash
from runtime.audit.read.reader import LogReader, Progress

WIDTH = 256
"""How many records, or subtrees, one saved root stands for."""
_LOW, _HIGH = 8, 16  # the heights of the saved subtrees
_ENTRY = struct.Struct(">Q32s")
_PER_GROUP = WIDTH + 1  # a group is 256 blocks, then the root over them
_KEPT_BLOCKS = 4
_KEPT_NODES = 8_192
"""Of a log of 2**24 records the nodes that no root is saved of, and more."""


class Subtrees:
    """The saved roots of one log, and what it takes to have the root of any range."""

    def __init__(self, reader: LogReader, saved: bytes = b"") -> None:
        self._reader = reader
        self._saved = bytearray(saved[: len(saved) - len(saved) % _ENTRY.size])
        self._leaves = lru_cache(_KEPT_BLOCKS)(self._read_leaves)
        self._node = lru_cache(_KEPT_NODES)(self._find_node)

    @property
    def blocks(self) -> int:
        """How many whole blocks of 256 records are saved."""
        return self._count - self._count // _PER_GROUP

    @property
    def _count(self) -> int:
        return len(self._saved) // _ENTRY.size

    def encode(self) -> bytes:
        """The entries, as they are saved."""
        return bytes(self._saved)

    def extend(self, size: int, progress: Progress | None = None) -> bool:
        """Take in the whole blocks among the first ``size`` records; whether there was one that was not saved.

        Raises:
            IndexError: what was saved is of a longer log.
            FormatError: a line is longer than any record.
        """
        before = self.blocks
        if before * WIDTH + WIDTH > size:
            return False
        tree = Tree()
        for end, line in self._reader.lines(self._end_of(before)):
            tree.append_leaf(sha256(b"\x00" + line).digest())
            if tree.size == WIDTH:
                self._add(end, tree.root())
                if progress is not None and not self.blocks % WIDTH:
                    progress(end, self._reader.end())
                if (self.blocks + 1) * WIDTH > size:
                    break
                tree = Tree()
        return self.blocks > before

    def root_of(self, start: int, end: int) -> bytes:
        """The root over the records of a range that is a subtree, or the right edge of the tree.

        Raises:
            IndexError: the log does not reach so far.
            FormatError: a line is longer than any record.
        """
        tree = Tree()
        while start < end:
            # The widest complete subtree that begins here: what is aligned and fits.
            height = min((start & -start).bit_length() - 1 if start else 64, (end - start).bit_length() - 1)
            tree.nodes.append(self._node(height, start >> height))
            tree.size += 1 << height
            start += 1 << height
        return tree.root()

    def line(self, seq: int) -> bytes:
        """The record of this number.

        Raises:
            IndexError: there is none.
            FormatError: a line is longer than any record.
        """
        block = min(seq // WIDTH, self.blocks)
        for number, (_, line) in enumerate(self._reader.lines(self._end_of(block)), block * WIDTH):
            if number == seq:
                return line
        raise IndexError("the log has no such record")

    def _find_node(self, height: int, index: int) -> bytes:
        block = (index << height) // WIDTH
        if height == 0:
            return self._leaves(block)[index % WIDTH]
        if height in (_LOW, _HIGH):
            position = block + block // WIDTH if height == _LOW else index * _PER_GROUP + WIDTH
            if position < self._count:
                return self._entry(position)[1]
        return node_hash(self._node(height - 1, 2 * index), self._node(height - 1, 2 * index + 1))

    def _read_leaves(self, block: int) -> list[bytes]:
        """The leaf hashes of a block; fewer at the log's end."""
        if block > self.blocks:
            raise IndexError("the log does not reach so far")
        leaves: list[bytes] = []
        for _, line in self._reader.lines(self._end_of(block)):
            leaves.append(leaf_hash(line))
            if len(leaves) == WIDTH:
                break
        return leaves

    def _end_of(self, blocks: int) -> int:
        """The offset behind so many blocks."""
        if not blocks:
            return 0
        position = blocks - 1
        end, _ = self._entry(position + position // WIDTH)
        if end > self._reader.end():
            raise IndexError("the log does not reach so far")
        return end

    def _entry(self, position: int) -> tuple[int, bytes]:
        end, root = _ENTRY.unpack_from(self._saved, position * _ENTRY.size)
        return end, root

    def _add(self, end: int, root: bytes) -> None:
        self._saved += _ENTRY.pack(end, root)
        if self._count % _PER_GROUP == WIDTH:
            tree = Tree()
            for position in range(self._count - WIDTH, self._count):
                tree.append_leaf(self._entry(position)[1])
            self._saved += _ENTRY.pack(end, tree.root())


def load_subtrees(reader: LogReader, cache: Path | None) -> Subtrees:
    """The roots that were saved for this log, none where nothing was, or nothing can be read."""
    with suppress(OSError):
        if cache is not None:
            return Subtrees(reader, cache.read_bytes())
    return Subtrees(reader)


def save_subtrees(subtrees: Subtrees, cache: Path | None) -> None:
    """Replace the saved roots whole: of two processes that do, one wins. Where it cannot be done, nothing is lost."""
    if cache is None:
        return
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = tempfile.mkstemp(dir=cache.parent, prefix=cache.name)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
                file.write(subtrees.encode())
            os.replace(name, cache)  # noqa: PTH105
        except OSError:
            os.unlink(name)  # noqa: PTH108
            raise
