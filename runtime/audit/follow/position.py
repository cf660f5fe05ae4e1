"""Defines where somebody stands who follows a log: what it takes to verify the next records without the earlier ones."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import Chain
from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.format.tree import HASH_BYTES, Tree
from runtime.contracts.audit import GENESIS, Count


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Behind so many records, all of which were signed and verified."""

    keys: tuple[str, ...]
    """The verifier keys in force."""
    retired: tuple[str, ...] = ()
    size: Count = 0
    offset: Count = 0
    """Where the next record begins, counted in bytes from the log's start."""
    head: str = GENESIS
    at_us: Count = 0
    nodes: tuple[str, ...] = ()
    """The right edge of the tree, in hexadecimal."""

    @classmethod
    def start(cls, keys: Sequence[VerifierKey]) -> Position:
        """In front of the first record of the log of these keys."""
        return cls(keys=tuple(map(str, keys)))

    def chain(self) -> Chain:
        """The chain to go on with."""
        return Chain(self.size, self.head, self.at_us)

    def tree(self) -> Tree:
        """The tree to go on with."""
        return Tree(self.size, tuple(bytes.fromhex(node) for node in self.nodes))

    def is_sound(self) -> bool:
        """Whether it can be gone on with, as far as can be told without the log."""
        try:
            for key in (*self.keys, *self.retired):
                VerifierKey.parse(key)
            return bool(self.keys) and len(self.tree().root()) == HASH_BYTES
        except (InvalidNote, ValueError):
            return False

    def knows(self, key: VerifierKey) -> bool:
        """Whether the log that is followed is, or was, signed with this key."""
        return str(key) in (*self.keys, *self.retired)
