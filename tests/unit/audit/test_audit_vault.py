"""The vault beside the log: what a verification says of it, and what erasing leaves."""

from __future__ import annotations

import shutil

import msgspec
import pytest

from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.erase import erase
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.erasure_intent import ErasureIntent, read_intent
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.vault.vault_reader import ERASING, VAULT, VaultReader
from runtime.audit.vault.vault_row import encode_row
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import KINDS, Entry, Erased, Record
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditNotFound, AuditWriteFailed, CallUnderWay
from runtime.contracts.vault import Sealed

ORIGIN = "example.com/log"
SALT = b"s" * 32


def sealed(value: bytes) -> Sealed:
    return Sealed(commitment(SALT, value), SALT, value)


@pytest.fixture
def kept_call(call):
    """The entries of a call whose arguments and result are kept."""

    def entries(name: str) -> list[Entry]:
        invoked, gate, decided, completed = call(name)
        arguments, result = sealed(f"arguments of {name}".encode()), sealed(f"result of {name}".encode())
        return [
            Entry(
                name,
                msgspec.structs.replace(invoked.body, arguments=arguments.commitment, kept="whole"),
                arguments,
            ),
            gate,
            decided,
            Entry(name, msgspec.structs.replace(completed.body, raw=result.commitment, kept="whole"), result),
        ]

    return entries


@pytest.fixture
def log_of_three(open_log, kept_call, folder):
    with open_log() as log:
        for number in range(3):
            log.commit_sync(kept_call(f"c-{number}"))
    return folder


@pytest.fixture
def wipe(folder, signer):
    return lambda call, reason="": erase(
        folder, signer=signer, origin=ORIGIN, runtime_version="1", call=call, reason=reason
    )


@pytest.fixture
def bodies_of(lines):
    def decode(kind):
        records = [msgspec.json.decode(line, type=Record) for line in lines()]
        return [
            msgspec.json.decode(record.body, type=KINDS[kind]) for record in records if record.kind == kind
        ]

    return decode


def row(folder, value: bytes) -> bytes:
    return next(line for line in (folder / VAULT).read_bytes().split(b"\n") if value in line)


def edit(folder, old: bytes, new: bytes) -> None:
    data = (folder / VAULT).read_bytes()
    assert data.count(old) == 1
    (folder / VAULT).write_bytes(data.replace(old, new))


# -- verifying --------------------------------------------------------------------------------------------


def test_each_commitment_that_was_kept_is_opened(log_of_three, check):
    report = check()
    assert (report.verdict, report.values, report.erased) == ("OK_NOT_WITNESSED", 6, 0)


@pytest.mark.parametrize("how", ["row", "tombstone", "file", "number", "to_salt"])
def test_a_row_that_is_gone_without_being_erased_is_unproven(log_of_three, check, how):
    """T-AUD-63"""
    gone = row(log_of_three, b"result of c-1")
    if how == "file":
        (log_of_three / VAULT).unlink()
    elif how == "row":
        edit(log_of_three, gone + b"\n", b"")
    elif how == "number":
        edit(log_of_three, gone, b"9" + gone)
    elif how == "to_salt":
        edit(log_of_three, gone, gone.replace(b" t ", b" s ").removesuffix(b"result of c-1"))
    else:
        head = gone.replace(b" t ", b" e ")[: -len(SALT.hex()) - 1 - len(b"result of c-1")]
        edit(log_of_three, gone, head.ljust(len(gone), b"\0"))
    report = check()
    assert (report.verdict, report.code, report.exit_code) == ("UNPROVEN", "vault.missing", 3)
    assert report.first_bad_seq == {"file": 1}.get(how, 8)


@pytest.mark.parametrize("new", [b"result of c-2", b"", b"result of c-1 "])
def test_a_row_that_was_changed_is_tampered(log_of_three, check, new):
    """T-AUD-63"""
    gone = row(log_of_three, b"result of c-1")
    edit(log_of_three, gone, gone.replace(b"result of c-1", new))
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq) == ("TAMPERED", "vault.mismatch", 8)


def test_two_rows_that_changed_places_are_not_passed_over(log_of_three, check):
    """T-AUD-63"""
    first, second = row(log_of_three, b"result of c-0"), row(log_of_three, b"arguments of c-1")
    edit(log_of_three, first + b"\n" + second, second + b"\n" + first)
    assert {finding.code for finding in check().findings} >= {"vault.missing", "vault.foreign"}


def test_a_log_handed_over_without_its_vault_is_verified_without_it(log_of_three, signer, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(log_of_three, copy)
    (copy / VAULT).unlink()
    report = verify(copy, verifier_keys=[signer.key], vault=False)
    assert (report.verdict, report.values, report.erased) == ("OK_NOT_WITNESSED", None, None)


@pytest.mark.parametrize("how", ["link", "folder"])
def test_a_vault_that_cannot_be_read_ends_the_verification(log_of_three, check, how):
    """T-AUD-64"""
    (log_of_three / VAULT).rename(log_of_three / "elsewhere")
    if how == "link":
        (log_of_three / VAULT).symlink_to("elsewhere")
    else:
        (log_of_three / VAULT).mkdir()
    report = check()
    assert (report.verdict, report.code, report.exit_code) == ("ERROR", "vault.unreadable", 2)


@pytest.mark.parametrize(
    "junk", [b"\0" * 3_000_000, b"\n" * 1000, b"x" * 3_000_000 + b"\n", b"9" * 40 + b" t a b c\n"]
)
def test_what_is_no_row_is_named_and_hides_none(log_of_three, check, junk):
    """T-AUD-63: only blocks of NUL are what a power failure leaves."""
    values = check().values
    before = row(log_of_three, b"arguments of c-1")
    edit(log_of_three, before, junk + (b"" if junk.endswith(b"\n") else b"\n") + before)
    report = check()
    assert (report.code, report.values) == ("" if b"\0" in junk else "vault.foreign", values)


def test_a_row_that_is_there_twice_or_is_of_no_record_is_named(log_of_three, check):
    """T-AUD-63"""
    data = (log_of_three / VAULT).read_bytes()
    rows = data.splitlines(keepends=True)
    strange = encode_row(5, Sealed(commitment(bytes(32), b"foreign"), bytes(32), b"foreign"))
    for wrong in (
        data + data,
        data + rows[0],
        rows[0] + data,
        b"".join([*rows[:3], rows[2], *rows[3:]]),
        b"".join([*rows[:2], strange, *rows[2:]]),
    ):
        (log_of_three / VAULT).write_bytes(wrong)
        report = check()
        assert (report.verdict, report.code) == ("TAMPERED", "vault.foreign")


def test_a_quick_verification_leaves_the_vault_out_and_says_so(log_of_three, signer):
    (log_of_three / VAULT).unlink()
    report = verify(log_of_three, verifier_keys=[signer.key], quick=True)
    assert (report.verdict, report.values) == ("OK_NOT_WITNESSED", None)


# -- erasing ----------------------------------------------------------------------------------------------


def test_erasing_takes_a_calls_values_and_the_log_still_verifies(log_of_three, wipe, check, bodies_of):
    """T-AUD-60"""
    done = wipe("c-1", "request 4711")
    assert (done.rows, len(done.commitments), done.recorded) == (2, 2, True)
    data = b"".join(file.read_bytes() for file in log_of_three.iterdir())
    assert (b"of c-1" in data, b"of c-0" in data) == (False, True)
    assert bodies_of("Erased") == [
        Erased(cause="request", commitments=done.commitments, reason="request 4711", records=(5, 8), rows=2)
    ]
    report = check()
    assert (report.verdict, report.values, report.erased) == ("OK_NOT_WITNESSED", 4, 2)
    with VaultReader.at(log_of_three) as vault:
        assert vault.open(done.commitments[0], 5).state == "erased"


def test_erasing_again_does_and_records_nothing(log_of_three, wipe, check, bodies_of):
    wipe("c-1")
    again = wipe("c-1")
    assert (again.rows, again.recorded) == (0, False)
    assert len(bodies_of("Erased")) == 1
    assert check().erased == 2


@pytest.mark.parametrize("unknown", ["c-9", "", "c-1\n", '"', "\ud800"])
def test_a_call_that_the_log_does_not_know_is_refused(log_of_three, wipe, unknown, bodies_of):
    with pytest.raises(AuditNotFound) as refused:
        wipe(unknown)
    assert refused.value.code == "audit.not_found"
    assert bodies_of("Erased") == []


def test_a_call_that_has_not_ended_is_refused(open_log, kept_call, wipe, folder):
    log = open_log()
    *begun, end = kept_call("c-0")
    log.commit_sync(begun)
    with pytest.raises(CallUnderWay) as refused:
        wipe("c-0")
    assert refused.value.code == "call.under_way"
    log.commit_sync([end])
    assert wipe("c-0").rows == 2


def test_a_reason_is_bounded_and_cannot_break_its_record(log_of_three, wipe, bodies_of):
    wipe("c-1", "\ud800\n" + "x" * 100_000)
    assert bodies_of("Erased")[0].reason.startswith("\\ud800\nxxx")
    assert len(bodies_of("Erased")[0].reason) < 1000


def test_a_value_that_comes_back_from_a_backup_is_seen_and_can_be_erased_again(log_of_three, wipe, check):
    """T-AUD-60"""
    backup = (log_of_three / VAULT).read_bytes()
    wipe("c-1")
    (log_of_three / VAULT).write_bytes(backup)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq) == ("UNPROVEN", "vault.restored", 5)
    assert wipe("c-1").rows == 2
    assert check().verdict == "OK_NOT_WITNESSED"


def test_a_call_is_erased_while_another_writer_goes_on(open_log, kept_call, wipe, check):
    log = open_log()
    for number in range(50):
        log.commit_sync(kept_call(f"c-{number}"))
    wipe("c-7")
    for number in range(50, 60):
        log.commit_sync(kept_call(f"c-{number}"))
    log.close()
    report = check()
    assert (report.verdict, report.values, report.erased) == ("OK_NOT_WITNESSED", 118, 2)


def test_a_verification_during_an_erasing_is_not_alarmed(open_log, kept_call, signer, folder, check):
    """T-AUD-09: the rows are gone before the record is there."""
    log = open_log()
    for number in range(3):
        log.commit_sync(kept_call(f"c-{number}"))
    log.checkpoint()
    vault = FileVault(folder)
    place = VaultSlot(5, sealed(b"arguments of c-1").commitment)
    with vault.erasing(wait=True):
        vault.save_intent(ErasureIntent("c-1", (place,), "").sign(signer))
        assert vault.erase(place.seq, place.commitment)
        assert check().verdict == "OK_NOT_WITNESSED"
        vault.save_intent(b"")
    assert check().code == "vault.missing"
    vault.close()


# -- starting ---------------------------------------------------------------------------------------------


def test_an_intent_that_the_logs_key_did_not_sign_erases_nothing(open_log, log_of_three, other_signer, check):
    """T-AUD-61: else whoever can write the folder could have the runtime erase in its own name."""
    place = VaultSlot(5, sealed(b"arguments of c-1").commitment)
    forged = ErasureIntent("c-1", (place,), "").sign(other_signer)
    (log_of_three / ERASING).write_bytes(forged)
    open_log().close()
    assert (log_of_three / ERASING).read_bytes() == b""
    assert check().values == 6


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_intent_is_thrown_away(open_log, log_of_three, signer, check, cut):
    """T-AUD-61: it is durable before the first row goes, so behind a torn one all rows are there."""
    note = ErasureIntent("c-1", (VaultSlot(5, sealed(b"arguments of c-1").commitment),), "").sign(signer)
    (log_of_three / ERASING).write_bytes(note[:cut])
    open_log().close()
    assert (check().values, check().erased) == (6, 0)


def test_a_checkpoint_by_the_same_key_is_no_intent(forge, signer):
    assert read_intent(forge().notes[-1], [signer.key]) is None


def test_rows_that_a_power_failure_took_are_recorded_as_lost(open_log, kept_call, folder, check, bodies_of):
    """T-AUD-62: they were not synced, and neither were their records signed."""
    log = open_log()
    log.commit_sync(kept_call("c-0"))
    log.checkpoint()
    signed = (folder / "checkpoints").read_bytes()
    log.commit_sync(kept_call("c-1"))
    log.close()
    (folder / "checkpoints").write_bytes(signed)
    (folder / "frontier").write_bytes(b"")
    gone, torn = row(folder, b"arguments of c-1"), row(folder, b"result of c-1")
    edit(folder, gone + b"\n" + torn + b"\n", torn[:-20] + b"\0" * 19)
    open_log().close()
    lost = bodies_of("Erased")
    assert [(body.cause, body.records, body.rows) for body in lost] == [("crash", (5, 8), 0)]
    report = check()
    assert (report.verdict, report.values, report.erased, report.taken_over) == ("OK_NOT_WITNESSED", 2, 2, 4)


def test_rows_of_signed_records_are_never_written_off(open_log, log_of_three, check, bodies_of):
    """T-AUD-63: a start must not turn what somebody deleted into an accident."""
    edit(log_of_three, row(log_of_three, b"result of c-1") + b"\n", b"")
    open_log().close()
    assert bodies_of("Erased") == []
    assert check().code == "vault.missing"


def test_rows_without_records_are_removed_at_the_start(open_log, log_of_three, folder):
    """T-AUD-62: no record names them, so nobody could erase them."""
    vault = FileVault(folder)
    vault.append([(13, sealed(b"unrecorded")), (14, sealed(b"unrecorded too"))], 13)
    vault.close()
    open_log().close()
    assert b"unrecorded" not in (folder / VAULT).read_bytes()


@pytest.mark.parametrize("sign", [Log.checkpoint, Log.rotate, Log.close])
def test_the_rows_are_synced_before_their_records_are_signed(folder, signer, other_signer, kept_call, sign):
    """T-AUD-62"""
    store, vault = FileStore(folder, create=True), FileVault(folder)
    ring = Keyring(signer, other_signer)
    never = Pace(checkpoint_interval_s=3600)
    log = Log.on(store, vault, signer=ring, origin=ORIGIN, runtime_version="1", pace=never)
    log.commit_sync(kept_call("c-0"))
    log.checkpoint()
    log.commit_sync(kept_call("c-1"))
    done: list[str] = []
    sync, append = vault.sync, store.checkpoints.append
    vault.sync = lambda: done.append("sync") or sync()
    store.checkpoints.append = lambda *given: done.append("sign") or append(*given)
    sign(log)
    log.close()
    assert done[:2] == ["sync", "sign"]


# -- segments ---------------------------------------------------------------------------------------------


@pytest.fixture
def in_segments(folder, signer, kept_call):
    """A log of nine calls in segments of eight records each."""
    store = FileStore(folder, create=True, segment_records=8)
    with Log.on(store, FileVault(folder), signer=signer, origin=ORIGIN, runtime_version="1") as log:
        for number in range(9):
            log.commit_sync(kept_call(f"c-{number}"))
    return folder


@pytest.fixture
def alike(folder, signer):
    """What one process and two say of the log, which must be the same."""

    def verified():
        reports = [verify(folder, verifier_keys=[signer.key], processes=count) for count in (1, 2)]
        assert reports[0] == reports[1]
        return reports[0]

    return verified


def test_segments_that_are_verified_in_parallel_compare_their_part_of_the_vault(in_segments, alike, wipe):
    assert (alike().verdict, alike().values) == ("OK_NOT_WITNESSED", 18)
    backup = (in_segments / VAULT).read_bytes()
    wipe("c-1")
    report = alike()
    assert (report.verdict, report.values, report.erased) == ("OK_NOT_WITNESSED", 16, 2)
    (in_segments / VAULT).write_bytes(backup)
    report = alike()
    assert (report.verdict, report.code, report.first_bad_seq) == ("UNPROVEN", "vault.restored", 5)


@pytest.mark.parametrize(("new", "code"), [(b"result of c-8", "vault.mismatch"), (None, "vault.missing")])
def test_a_value_of_any_segment_that_is_not_as_it_was_is_seen_by_one_process_and_by_two(
    in_segments, alike, new, code
):
    """T-AUD-63"""
    gone = row(in_segments, b"result of c-4")
    edit(in_segments, gone + b"\n", b"" if new is None else gone.replace(b"result of c-4", new) + b"\n")
    report = alike()
    assert (report.code, report.first_bad_seq) == (code, 20)


def test_a_vault_that_cannot_be_read_ends_a_parallel_verification_too(in_segments, alike):
    """T-AUD-64"""
    (in_segments / VAULT).unlink()
    (in_segments / VAULT).mkdir()
    assert (alike().code, alike().exit_code) == ("vault.unreadable", 2)


def test_the_rows_are_synced_before_a_seal_covers_their_records(folder, signer, kept_call, monkeypatch):
    """T-AUD-62: a seal is a signature, too, and may come in the middle of a batch."""
    synced: list[int] = []
    sync = FileVault.sync

    def watched(vault: FileVault) -> None:
        sync(vault)
        synced.append((folder / VAULT).stat().st_size)

    monkeypatch.setattr(FileVault, "sync", watched)
    sealed_at: list[int] = []
    store = FileStore(folder, create=True, segment_records=8)
    seal = store.records.seal

    def sealing(*given: object) -> None:
        sealed_at.append((folder / VAULT).stat().st_size)
        assert synced[-1] == sealed_at[-1]
        seal(*given)

    store.records.seal = sealing
    with Log.on(store, FileVault(folder), signer=signer, origin=ORIGIN, runtime_version="1") as log:
        log.commit_sync([entry for number in range(6) for entry in kept_call(f"c-{number}")])
    assert len(sealed_at) == 3
    assert sorted(set(sealed_at)) == sealed_at


def test_a_log_without_a_vault_refuses_records_that_promise_one(folder, signer, kept_call, lines):
    """T-AUD-62: the record would say that something is kept which nobody has."""
    with Log.on(FileStore(folder, create=True), signer=signer, origin=ORIGIN, runtime_version="1") as log:
        assert not log.keeps_values
        before = lines()
        with pytest.raises(AuditWriteFailed) as refused:
            log.commit_sync(kept_call("c-0"))
        assert refused.value.code == "audit.write_failed"
    assert lines() == before
