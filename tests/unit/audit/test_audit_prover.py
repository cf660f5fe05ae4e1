"""Proofs made from a log hold, whatever its size, and neither a damaged log nor a wrong cache makes one that does not."""

from __future__ import annotations

import copy
import random

import pytest

from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.tlog_proof import check_consistency, check_inclusion
from runtime.audit.format.tree import leaf_hash
from runtime.audit.format.tree_proof import prove_consistency, prove_inclusion, root_of_leaves
from runtime.audit.prove.prover import Prover
from runtime.audit.prove.subtrees import WIDTH, Subtrees, load_subtrees, save_subtrees
from runtime.audit.read.reader import LogReader
from runtime.contracts.errors import AuditNotFound, AuditTampered, AuditUnproven, AuditUntrusted

_MADE = []  # once for all tests


@pytest.fixture
def large(forge):
    """A log of 1,201 records: four whole blocks, and a part of one."""
    if not _MADE:
        _MADE.append(forge(300))
    made = copy.copy(_MADE[0])
    made.lines, made.notes, made.state = [*made.lines], [*made.notes], made.state.copy()
    return made


@pytest.fixture
def opened(large, tmp_path):
    with LogReader(large.write(tmp_path / "log")) as reader:
        yield reader


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache" / "subtrees"


@pytest.fixture
def prover(opened, signer, cache):
    return lambda: Prover(opened, [signer.key], cache=cache)


def plain(tmp_path, size):
    """A row of lines that are no records: the tree does not look into them."""
    folder = tmp_path / "plain"
    folder.mkdir()
    lines = [b"%d" % number for number in range(size)]
    (folder / "checkpoints").write_bytes(b"")
    (folder / "records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return folder, [leaf_hash(line) for line in lines]


def test_proofs_by_saved_roots_are_those_over_all_leaves(tmp_path):
    """Above 65,536 records, where a second kind of root is saved."""
    folder, leaves = plain(tmp_path, WIDTH * WIDTH + 5 * WIDTH + 77)
    with LogReader(folder) as reader:
        subtrees = Subtrees(reader)
        assert subtrees.extend(len(leaves))
        assert (subtrees.blocks, len(subtrees.encode())) == (261, 262 * 40)
        naive = root_of_leaves(leaves)
        draw = random.Random(7)
        for _ in range(4):
            size = draw.randint(2, len(leaves))
            index = draw.randrange(size)
            assert prove_inclusion(subtrees.root_of, index, size) == prove_inclusion(naive, index, size)
            old = draw.randint(1, size)
            assert prove_consistency(subtrees.root_of, old, size) == prove_consistency(naive, old, size)
            assert subtrees.root_of(0, size) == naive(0, size)
            assert subtrees.line(index) == b"%d" % index


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 512, 700])
def test_every_range_of_a_small_tree_has_its_root(tmp_path, size):
    folder, leaves = plain(tmp_path, size)
    with LogReader(folder) as reader:
        subtrees = Subtrees(reader)
        subtrees.extend(size)
        for index in range(0, size, 37):
            assert prove_inclusion(subtrees.root_of, index, size) == prove_inclusion(
                root_of_leaves(leaves), index, size
            )


def test_what_was_saved_goes_on_where_it_ended(tmp_path, cache):
    folder, leaves = plain(tmp_path, 1000)
    with LogReader(folder) as reader:
        first = Subtrees(reader)
        first.extend(600)
        save_subtrees(first, cache)
        again = load_subtrees(reader, cache)
        assert again.blocks == 2
        assert again.extend(1000)
        assert not again.extend(1000)
        assert again.root_of(0, 1000) == root_of_leaves(leaves)(0, 1000)


@pytest.mark.parametrize("seq", [0, 1, 255, 256, 511, 1023, 1024, 1199, 1200])
def test_a_proof_of_any_record_holds(prover, large, signer, seq):
    proven = check_inclusion(prover().prove_record(seq).encode(), [signer.key])
    assert (proven.record.seq, proven.line, proven.checkpoint.size) == (seq, large.lines[seq], 1201)


@pytest.mark.parametrize("size", [1, 5, 257, 1025, 1197, 1201])
def test_the_log_continues_each_of_its_checkpoints(prover, large, opened, signer, size):
    old = next(note for note in large.notes if note.split(b"\n")[1] == b"%d" % size)
    proof = prover().prove_prefix(Checkpoint("example.com/log", size, _root(large, size))).encode()
    older, newer = check_consistency(proof, old, [signer.key])
    assert (older.size, newer.size) == (size, 1201)


def _root(forge, size):
    return root_of_leaves([leaf_hash(line) for line in forge.lines])(0, size)


@pytest.mark.parametrize(
    "poison",
    [
        lambda data: b"",
        lambda data: data[:-7],
        lambda data: data[:40] * 3,
        lambda data: bytes(len(data)),
        lambda data: b"\xff" * len(data),
        lambda data: data + data,
        lambda data: bytes([data[0]]) + bytes([data[1] ^ 1]) + data[2:],
        lambda data: data[:39] + bytes([data[39] ^ 1]) + data[40:],
        lambda data: b"what is this\n",
    ],
    ids=["empty", "torn", "repeated", "zeros", "ones", "doubled", "offset", "root", "foreign"],
)
def test_a_wrong_cache_never_makes_a_wrong_proof(prover, cache, signer, poison):
    """T-AUD-51: the cache is a file that somebody else may have written."""
    prover().prove_record(0)
    cache.write_bytes(poison(cache.read_bytes()))
    for seq in (0, 300, 1200):
        assert check_inclusion(prover().prove_record(seq).encode(), [signer.key]).record.seq == seq


def test_a_cache_that_cannot_be_written_costs_time_only(opened, signer, tmp_path):
    (tmp_path / "occupied").write_text("a file, where a folder is needed")
    prover = Prover(opened, [signer.key], cache=tmp_path / "occupied" / "subtrees")
    assert check_inclusion(prover.prove_record(700).encode(), [signer.key]).record.seq == 700


def test_a_changed_record_has_no_proof(large, signer, tmp_path):
    """T-AUD-51"""
    large.lines[700] = large.lines[700].replace(b"agent:demo", b"agent:evil").replace(b"c-1", b"c-2")
    with LogReader(large.write(tmp_path / "log")) as reader:
        prover = Prover(reader, [signer.key])
        for seq in (0, 700, 1200):
            with pytest.raises(AuditTampered) as caught:
                prover.prove_record(seq)
            assert caught.value.code == "audit.tampered"


def test_an_intact_record_keeps_its_proof_where_others_were_changed_later(large, signer, tmp_path, cache):
    """What is proved is what was signed; the roots that were saved before the change still show it."""
    folder = large.write(tmp_path / "log")
    with LogReader(folder) as reader:
        Prover(reader, [signer.key], cache=cache).prove_record(0)
    large.lines[700] = large.lines[700].replace(b"c-174", b"c-175")
    large.write(folder)
    with LogReader(folder) as reader:
        prover = Prover(reader, [signer.key], cache=cache)
        assert check_inclusion(prover.prove_record(3).encode(), [signer.key]).line == large.lines[3]
        with pytest.raises(AuditTampered):
            prover.prove_record(700)


@pytest.mark.parametrize(
    ("seq", "error"),
    [(-1, AuditNotFound), (1204, AuditUnproven), (1205, AuditNotFound), (2**53, AuditNotFound)],
)
def test_a_record_that_is_not_signed_or_not_there_has_no_proof(large, signer, tmp_path, call, seq, error):
    large.add(*call("late"))
    with LogReader(large.write(tmp_path / "log")) as reader, pytest.raises(error) as caught:
        Prover(reader, [signer.key]).prove_record(seq)
    assert caught.value.code == error.code


def test_another_key_makes_no_proof(opened, other_signer):
    with pytest.raises(AuditUntrusted) as caught:
        Prover(opened, [other_signer.key]).prove_record(0)
    assert caught.value.code == "audit.untrusted"


@pytest.mark.parametrize("change", ["root", "size", "origin"])
def test_a_log_that_was_rewritten_does_not_continue_the_older_checkpoint(prover, large, change):
    """T-AUD-50: whoever kept a checkpoint elsewhere sees the fork and the cut."""
    old = {
        "root": Checkpoint("example.com/log", 257, _root(large, 256)),
        "size": Checkpoint("example.com/log", 1300, _root(large, 1201)),
        "origin": Checkpoint("example.org/other", 257, _root(large, 257)),
    }[change]
    expected = AuditNotFound if change == "origin" else AuditTampered
    with pytest.raises(expected) as caught:
        prover().prove_prefix(old)
    assert caught.value.code == expected.code
