"""Grows the Merkle tree over the log's lines, of which only the right edge is kept.

Of a tree that only grows to the right, the roots of the complete subtrees are enough: at most one for each bit
of its size (the "compact range" of RFC 6962 logs). Appending and taking the root touch O(log n) hashes.

Source: RFC 6962 section 2.1.
"""

from __future__ import annotations

from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()
HASH_BYTES = 32


def leaf_hash(line: bytes) -> bytes:
    """The leaf of a line (without its LF); the prefix 0x00 keeps leaves apart from inner nodes."""
    return sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The inner node above two others."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """The right edge of a tree: how many leaves, and the roots of its complete subtrees, widest first."""

    __slots__ = ("nodes", "size")

    def __init__(self, size: int = 0, nodes: tuple[bytes, ...] = ()) -> None:
        if len(nodes) != size.bit_count() or any(len(node) != HASH_BYTES for node in nodes):
            raise ValueError("a tree's edge has one 32-byte node for each bit of its size")
        self.size = size
        self.nodes = list(nodes)

    def append(self, line: bytes) -> None:
        """Add the leaf of a line."""
        self.append_leaf(sha256(b"\x00" + line).digest())

    def append_leaf(self, node: bytes) -> None:
        """Add a leaf hash."""
        size, nodes = self.size, self.nodes
        self.size = size + 1
        while size & 1:  # a complete subtree of the same width stands to the left: join the two
            node = sha256(b"\x01" + nodes.pop() + node).digest()
            size >>= 1
        nodes.append(node)

    def root(self) -> bytes:
        """The root hash of all leaves so far."""
        if not self.nodes:
            return EMPTY_ROOT
        root = self.nodes[-1]
        for node in reversed(self.nodes[:-1]):
            root = node_hash(node, root)
        return root
