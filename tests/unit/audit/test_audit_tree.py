"""The Merkle tree and its proofs against published vectors."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from runtime.audit.format.tree import EMPTY_ROOT, Tree, leaf_hash, node_hash
from runtime.audit.format.tree_proof import (
    prove_consistency,
    prove_inclusion,
    root_of_leaves,
    verify_consistency,
    verify_inclusion,
)

CASES = Path(__file__).parents[2] / "cases" / "merkle"
CONSTANTS = json.loads((CASES / "rfc6962_constants.json").read_text())
LINES = [bytes.fromhex(text) for text in CONSTANTS["leaf_inputs_hex"]]
ROOTS = [bytes.fromhex(text) for text in CONSTANTS["root_hashes_hex_by_size"]]


def load(kind: str) -> list[object]:
    cases = json.loads((CASES / f"{kind}.json").read_text())
    return [pytest.param(case, id=case["file"]) for case in cases]


def test_the_roots_of_the_published_tree():
    tree = Tree()
    roots = [tree.root()]
    for line in LINES:
        tree.append(line)
        roots.append(tree.root())
    assert roots == ROOTS


def test_leaves_and_nodes_are_kept_apart():
    assert leaf_hash(b"ab") == sha256(b"\0ab").digest()
    assert node_hash(b"a", b"b") == sha256(b"\1ab").digest()


@pytest.mark.parametrize("case", load("inclusion"))
def test_published_inclusion_proofs_get_their_verdict(case):
    proof = [b64decode(node) for node in case["proof"] or []]
    leaf, root = b64decode(case["leafHash"]), b64decode(case["root"])
    assert verify_inclusion(leaf, case["leafIdx"], case["treeSize"], proof, root) is not case["wantErr"]


@pytest.mark.parametrize("case", load("consistency"))
def test_published_consistency_proofs_get_their_verdict(case):
    proof = [b64decode(node) for node in case["proof"] or []]
    old, new = b64decode(case["root1"]), b64decode(case["root2"])
    # Some published cases hold placeholders for roots that are not looked at; here a root is a hash or refused.
    expected = not case["wantErr"] and len(old) == len(new) == 32
    assert verify_consistency(case["size1"], case["size2"], proof, old, new) is expected


@pytest.mark.parametrize("size", range(1, 9))
def test_made_proofs_hold_against_the_published_roots(size):
    leaves = [leaf_hash(line) for line in LINES[:size]]
    for index in range(size):
        assert verify_inclusion(
            leaves[index],
            index,
            size,
            prove_inclusion(root_of_leaves(leaves), index, len(leaves)),
            ROOTS[size],
        )
        old = index + 1
        assert verify_consistency(
            old, size, prove_consistency(root_of_leaves(leaves), old, len(leaves)), ROOTS[old], ROOTS[size]
        )


def test_the_empty_tree_is_the_prefix_of_every_tree():
    assert verify_consistency(0, 8, [], EMPTY_ROOT, ROOTS[8])
    assert not verify_consistency(0, 8, [], ROOTS[1], ROOTS[8])
    assert not verify_consistency(0, 8, [ROOTS[1]], EMPTY_ROOT, ROOTS[8])


@pytest.mark.parametrize(("size", "index"), [(0, 0), (3, 3), (3, -1)])
def test_there_is_no_proof_for_a_leaf_that_is_not_there(size, index):
    with pytest.raises(IndexError):
        prove_inclusion(root_of_leaves([leaf_hash(b"")] * size), index, size)


@pytest.mark.parametrize("old", [0, -1, 4])
def test_there_is_no_proof_for_a_tree_that_never_was(old):
    with pytest.raises(IndexError):
        prove_consistency(root_of_leaves([leaf_hash(b"")] * 3), old, 3)


@pytest.mark.parametrize(("size", "nodes"), [(1, ()), (2, (b"x" * 32, b"y" * 32)), (1, (b"short",))])
def test_an_edge_that_fits_no_tree_is_refused(size, nodes):
    with pytest.raises(ValueError, match="edge"):
        Tree(size, nodes)
