"""A log that is handed from key to key: who may sign what, and what is tampering."""

from __future__ import annotations

from base64 import b64encode

import msgspec
import pytest
from audit_forge import ORIGIN, Forge, make_bodies, make_forge, make_signer, whole_call

from runtime.audit.format.chain import prepare
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.seal import read_seal
from runtime.audit.keys.key_files import Keyring
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.keys.succession_notes import first_key_of, follow_succession_notes, make_succession
from runtime.audit.maintain.repair import repair
from runtime.audit.stores.file import FileStore
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.audit.write.log_state import LogState
from runtime.contracts.audit import Entry, KeyRotated
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditKeyUnusable

ROOT, NEXT, THIRD, THIEF = (make_signer(seed) for seed in (1, 2, 3, 4))
OPENED = Entry(None, make_bodies()["LogOpened"])


def opened(signer) -> Entry:
    """A writer with this key opened the log."""
    return Entry(None, msgspec.structs.replace(make_bodies()["LogOpened"], key=str(signer.key)))


def hand_over(forge: Forge, old=ROOT, new=NEXT) -> Forge:
    """The record, and the old key's checkpoint of exactly that size."""
    return forge.add(Entry(None, make_rotation(old, new, forge.state.size + 1))).sign(old)


def handed_over() -> Forge:
    """Records of the first key, the handing over, records of the second."""
    return hand_over(make_forge()).add(opened(NEXT)).sign(NEXT).add(*whole_call("c-9")).sign(NEXT)


@pytest.fixture
def judge(tmp_path):
    def run(forge: Forge, *, keys=(ROOT.key,), quick: bool = False):
        forge.write(tmp_path / "judged")
        return verify(tmp_path / "judged", verifier_keys=keys, quick=quick)

    return run


@pytest.mark.parametrize("quick", [False, True])
def test_the_pinned_key_is_followed_through_every_handing_over(judge, quick):
    forge = (
        hand_over(handed_over(), NEXT, THIRD)
        .add(opened(THIRD))
        .sign(THIRD)
        .add(*whole_call("c-10"))
        .sign(THIRD)
    )
    report = judge(forge, quick=quick)
    assert (report.verdict, report.signed_size) == ("OK_NOT_WITNESSED", forge.state.size)


def test_a_handing_over_that_nothing_follows_yet_is_fine(judge):
    assert judge(hand_over(make_forge())).verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize("quick", [False, True])
def test_a_key_that_handed_over_signs_no_more(judge, quick):
    """T-AUD-40: whoever has the old key can add nothing to the log."""
    report = judge(handed_over().add(*whole_call("c-10")).sign(ROOT), quick=quick)
    assert (report.verdict, report.code) == ("TAMPERED", "key.retired")


def test_a_checkpoint_of_a_stranger_after_a_handing_over_is_untrusted(judge):
    report = judge(handed_over().add(*whole_call("c-10")).sign(THIEF))
    assert (report.verdict, report.code) == ("UNTRUSTED", "checkpoint.key_unknown")


def test_the_new_key_alone_is_not_enough_to_verify_what_came_before_it(judge):
    assert judge(handed_over(), keys=[NEXT.key]).verdict == "UNTRUSTED"


@pytest.mark.parametrize("quick", [False, True])
def test_a_handing_over_that_the_old_key_did_not_sign_at_its_size_is_tampering(judge, quick):
    """T-AUD-40: a record alone hands nothing over, and neither does a checkpoint that covers more."""
    early = make_forge()
    early.add(Entry(None, make_rotation(ROOT, NEXT, early.state.size + 1)), OPENED).sign(ROOT)
    assert judge(early, quick=quick).code == "key.uncovered"
    unsigned = make_forge()
    unsigned.add(Entry(None, make_rotation(ROOT, NEXT, unsigned.state.size + 1))).sign(NEXT)
    assert judge(unsigned, quick=quick).code == "key.uncovered"


def test_a_handing_over_that_nobody_signed_is_unproven(judge):
    forge = make_forge()
    forge.add(Entry(None, make_rotation(ROOT, NEXT, forge.state.size + 1)))
    assert judge(forge).verdict == "UNPROVEN"


SMALL = VerifierKey(ORIGIN, (1).to_bytes(32, "little"))
LONG = f"{ORIGIN}+00000000+{b64encode(bytes([1]) + bytes(40)).decode()}"


def changed(body: KeyRotated, **fields: str) -> KeyRotated:
    return msgspec.structs.replace(body, **fields)


FORGED = {
    "small_order": lambda n: changed(make_rotation(ROOT, NEXT, n), new=str(SMALL)),
    "malformed": lambda n: changed(make_rotation(ROOT, NEXT, n), new="no key"),
    "too_long": lambda n: changed(make_rotation(ROOT, NEXT, n), new=LONG),
    "no_proof": lambda n: changed(make_rotation(ROOT, NEXT, n), proof=""),
    "proof_of_another_key": lambda n: changed(make_rotation(ROOT, NEXT, n), new=str(THIEF.key)),
    "proof_for_another_size": lambda n: make_rotation(ROOT, NEXT, n + 1),
    "from_a_stranger": lambda n: make_rotation(THIEF, NEXT, n),
    "to_itself": lambda n: make_rotation(ROOT, ROOT, n),
    "to_another_log": lambda n: make_rotation(ROOT, make_signer(2, "example.com/other"), n),
}  # fmt: skip


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", FORGED)
def test_a_signed_handing_over_to_what_is_no_key_of_this_log_is_tampering(judge, name, quick):
    """T-AUD-41: a key of small order fits many messages; a proof shows that the new key is somebody's."""
    forge = make_forge()
    forge.add(Entry(None, FORGED[name](forge.state.size + 1))).sign(ROOT)
    report = judge(forge, quick=quick)
    assert (report.verdict, report.code) == ("TAMPERED", "key.rotation")
    assert (report.first_bad_seq, report.file) == (forge.state.size - 1, "records.jsonl")


def test_a_log_never_returns_to_a_key_that_it_had(judge):
    forge = hand_over(handed_over(), NEXT, ROOT)
    assert judge(forge).code == "key.rotation"


def test_a_rewritten_log_without_the_handing_over_is_not_seen_by_log_and_key(judge):
    """T-AUD-42: what a thief of the old key can do; a witness sees it."""
    assert judge(make_forge().add(*whole_call("forged")).sign(ROOT)).verdict == "OK_NOT_WITNESSED"


# --- the writer ---


def test_a_writer_hands_over_and_the_next_one_signs(open_log, folder, lines):
    log = open_log(signer=Keyring(ROOT, NEXT))
    assert log.key == ROOT.key
    log.rotate()
    assert log.key == NEXT.key
    log.commit_sync(whole_call("c-1"))
    log.close()
    again = open_log(signer=NEXT, create=False)
    again.commit_sync(whole_call("c-2"))
    again.close()
    report = verify(folder, verifier_keys=[ROOT.key])
    assert (report.verdict, report.signed_size) == ("OK_NOT_WITNESSED", len(lines()))
    (folder / "frontier").write_bytes(b"")  # the whole log is read again, and its keys are found in it
    open_log(signer=NEXT, create=False).close()
    assert verify(folder, verifier_keys=[ROOT.key]).exit_code == 0


def test_a_key_that_handed_over_opens_the_log_no_more(open_log):
    log = open_log(signer=Keyring(ROOT, NEXT))
    log.rotate()
    log.commit_sync(whole_call("c-1"))
    log.close()
    with pytest.raises(AuditKeyUnusable) as caught:
        open_log(signer=ROOT, create=False)
    assert caught.value.code == "audit.key_unusable"


def test_without_another_key_nothing_is_handed_over(open_log, lines):
    log = open_log()
    with pytest.raises(AuditKeyUnusable):
        log.rotate()
    log.commit_sync(whole_call("c-1"))
    assert len(lines()) == 5


def test_a_writer_stops_when_another_one_hands_the_log_over(open_log, folder):
    """T-AUD-40: two keys never sign side by side."""
    one, two = open_log(signer=Keyring(ROOT, NEXT)), open_log(signer=ROOT)
    one.rotate()
    one.commit_sync(whole_call("c-1"))
    with pytest.raises(AuditError) as caught:
        two.commit_sync(whole_call("c-2"))
    assert caught.value.code == "audit.key_unusable"
    one.close()
    two.close()
    assert verify(folder, verifier_keys=[ROOT.key]).exit_code == 0


def unsigned_hand_over(folder, new, *, more: bool = False) -> Forge:
    forge = make_forge()
    forge.add(Entry(None, make_rotation(ROOT, new, forge.state.size + 1)))
    if more:
        forge.add(OPENED)
    forge.write(folder)
    return forge


def test_a_handing_over_that_a_crash_left_unsigned_is_finished_by_whoever_has_both_keys(open_log, folder):
    unsigned_hand_over(folder, NEXT)
    log = open_log(signer=Keyring(ROOT, NEXT), create=False)
    assert log.key == NEXT.key
    log.close()
    assert verify(folder, verifier_keys=[ROOT.key]).verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize(
    ("new", "more", "code"), [(THIEF, False, "audit.damaged"), (NEXT, True, "audit.forged")]
)
def test_a_handing_over_that_somebody_appended_is_never_signed(open_log, folder, new, more, code):
    """T-AUD-43: a line at the end would give the whole log away; repair moves it into quarantine."""
    forge = unsigned_hand_over(folder, new, more=more)
    ring = Keyring(ROOT, NEXT)
    with pytest.raises(AuditError) as caught:
        open_log(signer=ring, create=False)
    assert caught.value.code == code
    plan = repair(folder, signer=ring, origin=ORIGIN, runtime_version="1", apply=True)
    assert plan.records is not None
    assert plan.records.bytes == len(forge.lines[-1]) + 1
    assert verify(folder, verifier_keys=[ROOT.key]).verdict == "OK_NOT_WITNESSED"


def test_a_handing_over_that_somebody_appends_beside_a_writer_stops_it(open_log, folder):
    """T-AUD-43"""
    log = open_log()
    log.commit_sync(whole_call("c-1"))
    state = LogState()
    for kept in (folder / "records.jsonl").read_bytes().splitlines():
        state.follow(kept)
    entry = Entry(None, make_rotation(ROOT, THIEF, state.size + 1))
    line = state.extend(entry, prepare(entry), 2**52, b"k" * 32)
    with (folder / "records.jsonl").open("ab") as stream:
        stream.write(line + b"\n")
    with pytest.raises(AuditError):
        log.commit_sync(whole_call("c-2"))
    log.close()
    assert verify(folder, verifier_keys=[ROOT.key]).verdict == "UNPROVEN"


def test_a_signed_range_with_a_forged_handing_over_is_not_continued(open_log, folder):
    forge = make_forge()
    forge.add(Entry(None, make_rotation(THIEF, NEXT, forge.state.size + 1)))
    forge.sign(ROOT).add(Entry(None, make_rotation(ROOT, THIRD, forge.state.size + 1))).sign(ROOT).write(
        folder
    )
    with pytest.raises(AuditInconsistent):
        open_log(signer=ROOT, create=False)


# --- successions ---


def test_successions_lead_from_the_first_key_to_the_last():
    notes = [make_succession(NEXT, THIRD), make_succession(ROOT, NEXT), b"noise\n"]
    assert follow_succession_notes([ROOT.key], notes[1:] + notes[:1]) == [ROOT.key, NEXT.key, THIRD.key]
    assert first_key_of(THIRD.key, notes) == ROOT.key
    assert first_key_of(THIEF.key, notes) == THIEF.key


def test_a_succession_counts_only_with_both_signatures():
    """T-AUD-40: neither can the new key appoint itself, nor the old one a key that nobody holds."""
    note = make_succession(ROOT, NEXT)
    text = note.partition(b"\n\n")[0].decode() + "\n"
    other = text.replace("succession", "rotation")
    for forged in (
        ROOT.sign(text),
        NEXT.sign(text),
        make_succession(THIEF, NEXT),
        ROOT.sign(other) + NEXT.sign_line(other),
        note.replace(ORIGIN.encode(), b"example.com/other", 1),
    ):
        assert follow_succession_notes([ROOT.key], [forged]) == [ROOT.key]


def test_successions_in_a_circle_end():
    notes = [make_succession(ROOT, NEXT), make_succession(NEXT, ROOT)]
    assert first_key_of(ROOT.key, notes) in (ROOT.key, NEXT.key)


# --- segments ---


def with_segments(folder, ring: Keyring, calls: int, *, create: bool = False, rotate: bool = False) -> None:
    store = FileStore(folder, create=create, segment_records=5)
    with Log.on(store, signer=ring, origin=ORIGIN, runtime_version="1.0") as log:
        for number in range(calls):
            log.commit_sync(whole_call(f"{ring.current.key.key_id.hex()}-{calls}-{number}"))
        if rotate:
            log.rotate()
            log.commit_sync(whole_call("c-behind"))


@pytest.mark.parametrize("calls", range(5))
def test_keys_are_followed_through_sealed_segments_wherever_they_change(folder, calls):
    """A handing over may be the last record of its segment, the first, or between."""
    with_segments(folder, Keyring(ROOT, NEXT), calls, create=True, rotate=True)
    with_segments(folder, Keyring(NEXT, THIRD, [ROOT.key]), calls, rotate=True)
    with_segments(folder, Keyring(THIRD, None, [ROOT.key, NEXT.key]), 4)
    for quick in (False, True):
        report = verify(folder, verifier_keys=[ROOT.key], quick=quick)
        assert (report.verdict, report.code) == ("OK_NOT_WITNESSED", "")
        assert report.signed_size == report.records > 20
    assert verify(folder, verifier_keys=[NEXT.key]).verdict == "UNTRUSTED"


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(
    ("sealer", "verdict", "code"),
    [(ROOT, "TAMPERED", "key.retired"), (THIEF, "UNTRUSTED", "seal.key_unknown")],
)
def test_a_seal_by_another_key_than_the_one_in_force_does_not_hold(folder, sealer, verdict, code, quick):
    """T-AUD-40"""
    with_segments(folder, Keyring(ROOT, NEXT), 1, create=True, rotate=True)
    with_segments(folder, Keyring(NEXT, None, [ROOT.key]), 4)
    path = max(folder.glob("records-*.seal"), key=lambda p: int(p.stem.split("-")[1]))
    seal = read_seal(path.read_bytes(), [NEXT.key])
    path.write_bytes(msgspec.structs.replace(seal, key=str(sealer.key)).sign(sealer))
    report = verify(folder, verifier_keys=[ROOT.key], quick=quick)
    assert (report.verdict, report.code) == (verdict, code)
