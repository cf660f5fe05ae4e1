"""Makes and verifies Merkle proofs: that a leaf is in a tree, that an older tree is its prefix.

Making a proof asks for the roots of ranges of leaves; checking one needs only roots and the proof, so a third party
can.

Source: RFC 9162 sections 2.1.3 (inclusion) and 2.1.4 (consistency), the same trees as RFC 6962.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.audit.format.tree import EMPTY_ROOT, HASH_BYTES, Tree, node_hash

RootOf = Callable[[int, int], bytes]
"""The root over the leaves from the first index up to the second."""


def root_of_leaves(leaves: Sequence[bytes]) -> RootOf:
    """The roots of ranges of these leaf hashes."""

    def root_of(start: int, end: int) -> bytes:
        tree = Tree()
        for leaf in leaves[start:end]:
            tree.append_leaf(leaf)
        return tree.root()

    return root_of


def prove_inclusion(root_of: RootOf, index: int, size: int) -> list[bytes]:
    """The hashes beside the path from the leaf to the root of the tree of this size, lowest first.

    Raises:
        IndexError: the tree has no such leaf.
    """
    if not 0 <= index < size:
        raise IndexError("the tree has no leaf of that index")
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(root_of(middle, end))
            end = middle
        else:
            proof.append(root_of(start, middle))
            start = middle
    return proof[::-1]


def prove_consistency(root_of: RootOf, old_size: int, size: int) -> list[bytes]:
    """The hashes that lead from the root over the first ``old_size`` leaves to the root over all.

    Raises:
        IndexError: there was no such tree.
    """
    if not 0 < old_size <= size:
        raise IndexError("the tree never had that size")
    proof: list[bytes] = []
    start, end = 0, size
    while old_size != end:
        middle = start + _split(end - start)
        if old_size <= middle:
            proof.append(root_of(middle, end))
            end = middle
        else:
            proof.append(root_of(start, middle))
            start = middle
    if start:  # otherwise the old tree is a complete subtree, whose root the checker knows
        proof.append(root_of(start, end))
    return proof[::-1]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows this leaf at this index of the tree with this root (RFC 9162, 2.1.3.2)."""
    return root_of_inclusion(leaf, index, size, proof) == root


def root_of_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root of the tree of this size that the proof leads to from this leaf; None where it leads nowhere."""
    if not 0 <= index < size or not _are_hashes(leaf, *proof):
        return None
    node, last, computed = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            computed = node_hash(sibling, computed)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            computed = node_hash(computed, sibling)
        node, last = node >> 1, last >> 1
    return computed if last == 0 else None


def verify_consistency(
    old_size: int, size: int, proof: Sequence[bytes], old_root: bytes, root: bytes
) -> bool:
    """Whether the proof shows that the tree with ``root`` continues the one with ``old_root`` (RFC 9162, 2.1.4.2)."""
    if not 0 <= old_size <= size or not _are_hashes(old_root, root, *proof):
        return False
    if old_size == size:
        return not proof and old_root == root
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    path = list(proof)
    if old_size & (old_size - 1) == 0:  # a complete subtree: its root is not repeated in the proof
        path.insert(0, old_root)
    return bool(path) and _climb(old_size, size, path) == (old_root, root)


def _climb(old_size: int, size: int, path: list[bytes]) -> tuple[bytes, bytes] | None:
    """The two roots that the path leads to, or None where its length does not fit the sizes."""
    node, last = old_size - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return None
        if node & 1 or node == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        node, last = node >> 1, last >> 1
    return (old, new) if last == 0 else None


def _split(size: int) -> int:
    """The largest power of two smaller than the size: the width of the left subtree."""
    return 1 << (size - 1).bit_length() - 1


def _are_hashes(*values: bytes) -> bool:
    return all(len(value) == HASH_BYTES for value in values)
