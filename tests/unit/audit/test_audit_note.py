"""Signed notes, verifier keys, checkpoints: strict against published vectors and hostile spellings."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, Checkpoint, NoteFraming, read_checkpoint
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.write.log_state import LogState

CASES = Path(__file__).parents[2] / "cases"
NOTES = json.loads((CASES / "signed_note" / "signed_note_vectors.json").read_text())
WYCHEPROOF = json.loads((CASES / "ed25519" / "wycheproof_ed25519_test.json").read_text())
ROOT = b"r" * 32
PRIME = 2**255 - 19


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in NOTES["cases"]])
def test_published_notes_get_their_verdict(case):
    keys = [VerifierKey.parse(text) for text in case["vkeys"]]
    if case["ok"]:
        _, signed = open_note(case["note"].encode(), keys)
        assert [key.name for key in signed] == case["verified"]
    else:
        with pytest.raises(InvalidNote):
            open_note(case["note"].encode(), keys)


@pytest.mark.parametrize("text", NOTES["bad_vkeys"])
def test_published_bad_keys_are_refused(text):
    with pytest.raises(InvalidNote):
        VerifierKey.parse(text)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param((group["publicKey"]["pk"], case), id=str(case["tcId"]))
        for group in WYCHEPROOF["testGroups"]
        for case in group["tests"]
    ],
)
def test_published_ed25519_signatures_get_their_verdict(case):
    public, test = case
    key = VerifierKey("wycheproof", bytes.fromhex(public))
    verdict = key.verifies(bytes.fromhex(test["sig"]), bytes.fromhex(test["msg"]))
    assert verdict is (test["result"] == "valid")


def test_the_published_signer_makes_the_published_signature():
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from runtime.audit.format.note import strict_base64

    name, encoded = NOTES["skey_peter_test_only"].split("+", 4)[2::2]
    seed = strict_base64(encoded)[1:]
    published = next(case for case in NOTES["cases"] if case["name"] == "go peter")
    text = published["note"].partition("\n\n")[0] + "\n"
    assert Signer(name, Ed25519PrivateKey.from_private_bytes(seed)).sign(text) == published["note"].encode()


def times(scalar: int, point: tuple[int, int]) -> tuple[int, int]:
    """Scalar multiplication on edwards25519, from RFC 8032 section 5.1."""
    d = -121665 * pow(121666, -1, PRIME) % PRIME

    def add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        product = d * a[0] * b[0] * a[1] * b[1]
        x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, PRIME)
        y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, PRIME)
        return x % PRIME, y % PRIME

    result = (0, 1)
    for _ in range(scalar):
        result = add(result, point)
    return result


def lift(y: int) -> tuple[int, int]:
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
    root = pow(square, (PRIME + 3) // 8, PRIME)
    if root * root % PRIME != square:
        root = root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    assert root * root % PRIME == square
    return root, y


def test_every_point_of_small_order_is_refused_as_a_key():
    from runtime.audit.format.note import _SMALL_ORDER_Y

    assert all(times(8, lift(y)) == (0, 1) for y in _SMALL_ORDER_Y)
    # Eight points: two each for five ordinates, except y = 1 and y = -1 with x = 0 alone.
    assert sum(1 if lift(y)[0] == 0 else 2 for y in _SMALL_ORDER_Y) == 8
    for y in _SMALL_ORDER_Y:
        for sign in (0, 1):
            with pytest.raises(InvalidNote):
                VerifierKey.make("log", (y | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("y", [PRIME, PRIME + 1, PRIME + 3, 2**255 - 1])
def test_a_key_that_is_not_reduced_is_refused(y):
    with pytest.raises(InvalidNote):
        VerifierKey.make("log", y.to_bytes(32, "little"))


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u00a0b", "a\nb", "a\x7fb", "a\u2028b"])
def test_a_name_that_would_be_ambiguous_is_refused(signer, name):
    with pytest.raises(InvalidNote):
        VerifierKey.make(name, signer.key.public)


def test_a_key_of_another_length_is_refused():
    with pytest.raises(InvalidNote):
        VerifierKey.make("log", b"k" * 31)


@pytest.mark.parametrize(
    "change", [str.upper, lambda text: text + "=", lambda text: text.replace("+", "+0", 1)]
)
def test_a_key_has_one_spelling(signer, change):
    with pytest.raises(InvalidNote):
        VerifierKey.parse(change(str(signer.key)))


def test_a_key_of_another_algorithm_is_refused(signer):
    name, identity, _ = str(signer.key).split("+", 2)
    encoded = b64encode(b"\x02" + signer.key.public).decode()
    with pytest.raises(InvalidNote):
        VerifierKey.parse(f"{name}+{identity}+{encoded}")


def note_of(signer: Signer) -> bytes:
    return Checkpoint(signer.name, 7, ROOT).sign(signer)


def test_a_checkpoint_is_read_back(signer, other_signer):
    assert read_checkpoint(note_of(signer), [other_signer.key, signer.key]) == Checkpoint(
        signer.name, 7, ROOT
    )


def test_a_checkpoint_of_an_unknown_key_is_not_called_tampered(signer, other_signer):
    with pytest.raises(FormatError) as caught:
        read_checkpoint(note_of(signer), [other_signer.key])
    assert caught.value.code == "checkpoint.key_unknown"


def test_a_signature_that_appears_twice_counts_once(signer):
    note = note_of(signer)
    again = note + note.rpartition(b"\n\n")[2]
    assert open_note(again, [signer.key])[1] == [signer.key]


def test_a_hundred_and_one_signatures_are_too_many(signer):
    note = note_of(signer)
    with pytest.raises(InvalidNote) as caught:
        open_note(note + note.rpartition(b"\n\n")[2] * 100, [signer.key])
    assert caught.value.code == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "example.com/log\n7\n",
        "example.com/log\n07\n{root}\n",
        "example.com/log\n+7\n{root}\n",
        "example.com/log\n\u0667\n{root}\n",
        "example.com/log\n-7\n{root}\n",
        "example.com/log\n0\n{root}\n",
        "example.com/log\n99999999999999999999\n{root}\n",
        "example.com/log\n9007199254740993\n{root}\n",
        "example.com/log\n7\nAAAA\n",
        "example.com/log\n7\n{root}\nextension\n",
    ],
)
def test_a_signed_text_that_is_no_checkpoint_is_malformed(signer, text):
    note = signer.sign(text.replace("{root}", b64encode(ROOT).decode()))
    with pytest.raises(FormatError) as caught:
        read_checkpoint(note, [signer.key])
    assert caught.value.code == "checkpoint.malformed"


def test_a_root_in_another_base64_spelling_is_malformed(signer):
    spelled = b64encode(ROOT).decode()
    loose = spelled[:-2] + chr(ord(spelled[-2]) + 1) + "="  # bits that a lenient decoder drops
    with pytest.raises(FormatError):
        read_checkpoint(signer.sign(f"{signer.name}\n7\n{loose}\n"), [signer.key])


def test_a_checkpoint_that_speaks_for_another_log_is_refused(signer):
    with pytest.raises(FormatError) as caught:
        read_checkpoint(Checkpoint("example.com/other", 7, ROOT).sign(signer), [signer.key])
    assert caught.value.code == "checkpoint.origin"


def test_bytes_that_are_not_utf8_are_malformed(signer):
    with pytest.raises(FormatError) as caught:
        read_checkpoint(b"\xff" + note_of(signer), [signer.key])
    assert caught.value.code == "checkpoint.malformed"


@pytest.mark.parametrize("width", [1, 2, 7, 1000])
def test_notes_are_cut_apart_however_the_bytes_arrive(signer, width):
    notes = [Checkpoint(signer.name, size, ROOT).sign(signer) for size in (1, 2, 3)]
    stream = b"".join(note + b"\n" for note in notes) + notes[0][:-1]
    framing = NoteFraming()
    found = [
        note for start in range(0, len(stream), width) for note in framing.feed(stream[start : start + width])
    ]
    assert found == notes
    assert framing.rest == notes[0][:-1]


def test_a_note_without_an_end_is_refused_after_the_good_ones():
    framing = NoteFraming()
    framing.feed(b"x" * (MAX_NOTE_BYTES + 1))
    with pytest.raises(FormatError):
        framing.feed(b"x")


def test_a_saved_trail_comes_back(forge, signer):
    state = forge(3).state
    state.open_calls["c-9"] = 4
    loaded = LogState.load(state.save(signer), [signer.key])
    assert loaded is not None
    assert (loaded.size, loaded.end, loaded.chain.head, loaded.open_calls) == (
        state.size,
        state.end,
        state.chain.head,
        {"c-9": 4},
    )
    assert loaded.tree.root() == state.tree.root()


def test_a_saved_trail_of_anybody_else_is_not_believed(forge, signer, other_signer):
    state = forge(1).state
    note = state.save(signer)
    assert LogState.load(note, [other_signer.key]) is None
    assert LogState.load(note[:-9] + b"AAAAAAAA\n", [signer.key]) is None
    assert LogState.load(b"", [signer.key]) is None


def test_a_checkpoint_is_not_taken_for_a_saved_trail(forge, signer):
    assert LogState.load(forge(1).notes[0], [signer.key]) is None
    text = open_note(forge(1).state.save(signer), [signer.key])[0]
    assert LogState.load(signer.sign(text.replace(" frontier", "")), [signer.key]) is None
    assert LogState.load(signer.sign(text.replace('"size":5', '"size":7')), [signer.key]) is None
