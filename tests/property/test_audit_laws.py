"""Laws of the audit log's encodings, for any value."""

from __future__ import annotations

import json
import typing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import rfc8785
from audit_forge import TAG_KEY
from hypothesis import assume, given
from hypothesis import strategies as st

from runtime.audit.format.chain import Chain, FormatError, Framing, decode, prepare
from runtime.audit.format.note import InvalidNote, open_note
from runtime.audit.format.tree import Tree, leaf_hash, node_hash
from runtime.audit.format.tree_proof import (
    prove_consistency,
    prove_inclusion,
    root_of_leaves,
    verify_consistency,
    verify_inclusion,
)
from runtime.contracts import canonical
from runtime.contracts.audit import KINDS, MAX_SAFE_INTEGER, Entry
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditRecordRefused

CASES = Path(__file__).parents[1] / "cases"
counts = st.integers(0, MAX_SAFE_INTEGER)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
bodies = st.sampled_from(sorted(KINDS)).flatmap(
    lambda kind: st.fixed_dictionaries(
        {field.name: _values(field.type) for field in msgspec.structs.fields(KINDS[kind])}
    ).map(lambda fields: KINDS[kind](**fields))
)
entries = st.builds(Entry, st.none() | texts, bodies)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER) | texts,
    lambda children: st.lists(children, max_size=4) | st.dictionaries(texts, children, max_size=4),
)
values = st.recursive(
    plain | st.floats(allow_nan=False, allow_infinity=False),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(texts, children, max_size=4),
)


def _values(annotation: object) -> st.SearchStrategy[object]:
    name = str(annotation)
    if "Check" in name:
        return st.lists(st.builds(_check, st.booleans(), texts, counts, texts), max_size=3).map(tuple)
    if "Literal" in name:
        return st.sampled_from(typing.get_args(annotation))
    if "tuple" in name:
        return st.lists(counts if "Meta" in name else texts, max_size=3).map(tuple)
    if "bool" in name:
        return st.booleans()
    if "Meta" in name:
        return counts
    return st.none() | texts if "None" in name else texts


def _check(allowed: bool, capability: str, count: int, target: str) -> object:
    return msgspec.convert(
        {"allowed": allowed, "capability": capability, "count": count, "target": target},
        msgspec.structs.fields(KINDS["CapabilityCheck"])[1].type.__args__[0],
    )


@given(st.lists(entries, max_size=6), st.lists(counts, min_size=6, max_size=6))
def test_a_reader_follows_whatever_a_writer_extends(batch, times):
    writer, reader = Chain(), Chain()
    for entry, at_us in zip(batch, times, strict=False):
        record, body = reader.follow(writer.extend(prepare(entry), at_us, TAG_KEY))
        assert (record.call, body) == (entry.call, entry.body)
    assert (reader.size, reader.head, reader.at_us) == (writer.size, writer.head, writer.at_us)


@given(entries, counts)
def test_a_record_is_in_canonical_form(entry, at_us):
    line = Chain().extend(prepare(entry), at_us, TAG_KEY)
    assert rfc8785.dumps(json.loads(line)) == line


@given(entries, st.data())
def test_a_flipped_bit_breaks_the_line_or_changes_its_digest(entry, data):
    line = Chain().extend(prepare(entry), 7, TAG_KEY)
    position = data.draw(st.integers(0, len(line) - 1))
    flipped = bytearray(line)
    flipped[position] ^= 1 << data.draw(st.integers(0, 7))
    assert digest(bytes(flipped)) != digest(line)
    assert leaf_hash(bytes(flipped)) != leaf_hash(line)


@given(st.binary(max_size=300))
def test_no_random_bytes_are_a_record(line):
    with pytest.raises(FormatError) as caught:
        decode(line)  # no 300 random bytes spell a record with its 71 characters of ``prev``
    assert caught.value.code.startswith("record.")


@given(plain)
def test_a_line_has_no_second_spelling(value):
    line = Chain().extend(prepare(Entry("c", KINDS["ToolDenied"](code="x", step=1))), 7, TAG_KEY)
    other = json.dumps({**json.loads(line), "call": value}, ensure_ascii=True).encode()
    if other != line:
        with pytest.raises(FormatError):
            decode(other)


@given(
    st.lists(st.binary(max_size=20).filter(lambda data: b"\n" not in data)), st.binary(max_size=9), st.data()
)
def test_framing_gives_the_same_lines_however_the_bytes_arrive(lines, rest, data):
    assume(b"\n" not in rest)
    stream = b"".join(line + b"\n" for line in lines) + rest
    framing, found = Framing(), []
    while stream:
        width = data.draw(st.integers(1, len(stream)))
        found += framing.feed(stream[:width])
        stream = stream[width:]
    assert (found, framing.rest) == (lines, rest)


@given(values)
def test_canonical_bytes_are_those_of_the_reference(value):
    assert canonical.encode(value) == rfc8785.dumps(value)


@given(
    st.recursive(
        st.text() | st.integers() | st.floats() | st.none(), lambda inner: st.lists(inner, max_size=3)
    )
)
def test_what_has_no_canonical_form_is_refused_by_both(value):
    try:
        expected = rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        with pytest.raises(canonical.NotCanonical):
            canonical.encode(value)
    else:
        assert canonical.encode(value) == expected


@pytest.mark.parametrize("path", sorted((CASES / "jcs" / "input").iterdir()), ids=lambda path: path.stem)
def test_published_canonical_forms_are_ours(path):
    value = json.loads(path.read_bytes())
    assert canonical.encode(value) == (CASES / "jcs" / "output" / path.name).read_bytes()
    in_hex = (CASES / "jcs" / "outhex" / path.with_suffix(".txt").name).read_text()
    assert canonical.encode(value) == bytes.fromhex(in_hex)


@pytest.mark.parametrize(
    "case",
    json.loads((CASES / "blake3" / "test_vectors.json").read_bytes())["cases"],
    ids=lambda c: c["input_len"],
)
def test_published_digests_are_ours_too(case):
    data = bytes(position % 251 for position in range(case["input_len"]))
    assert digest(data) == "blake3:" + case["hash"][:64]


@given(st.text())
def test_a_record_is_refused_or_readable_whatever_its_strings_hold(text):
    entry = Entry(text, KINDS["ToolDenied"](code=text, step=1))
    try:
        line = Chain().extend(prepare(entry), 1, TAG_KEY)
    except AuditRecordRefused:
        assert any("\ud800" <= char <= "\udfff" for char in text)
    else:
        assert decode(line)[0].call == text
        assert b"\n" not in line


def naive_root(leaves: list[bytes]) -> bytes:
    """RFC 6962 section 2.1, word by word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    width = 1
    while width * 2 < len(leaves):
        width *= 2
    return node_hash(naive_root(leaves[:width]), naive_root(leaves[width:]))


@given(st.lists(st.binary(max_size=3), max_size=70))
def test_the_edge_gives_the_root_of_the_definition(lines):
    tree = Tree()
    for line in lines:
        tree.append(line)
    assert tree.root() == naive_root([leaf_hash(line) for line in lines])
    assert Tree(tree.size, tuple(tree.nodes)).root() == tree.root()


@given(st.integers(1, 70), st.data())
def test_proofs_hold_for_their_tree_and_for_no_other(size, data):
    leaves = [leaf_hash(bytes([number])) for number in range(size)]
    root = naive_root(leaves)
    index = data.draw(st.integers(0, size - 1))
    proof = prove_inclusion(root_of_leaves(leaves), index, len(leaves))
    assert verify_inclusion(leaves[index], index, size, proof, root)
    assert not verify_inclusion(leaf_hash(b"other"), index, size, proof, root)
    old = index + 1
    old_root = naive_root(leaves[:old])
    way = prove_consistency(root_of_leaves(leaves), old, len(leaves))
    assert verify_consistency(old, size, way, old_root, root)
    assert not verify_consistency(old, size, way, leaf_hash(b"other"), root)
    assert not verify_consistency(old, size, [*way, root], old_root, root)


@given(st.binary(max_size=200))
def test_no_bytes_pass_for_a_note(data):
    with pytest.raises(InvalidNote):
        open_note(data, [])
