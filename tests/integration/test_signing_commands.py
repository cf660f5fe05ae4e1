"""A key that a command keeps: what the command gives is verified before it is used, and what it does wrong stops the log, not for good."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from audit_forge import whole_call

from runtime.audit.format.note import VerifierKey
from runtime.audit.keys.auditor_key import connect_key
from runtime.audit.keys.key_files import load_signer
from runtime.audit.signers.command import CommandDevice, absolute_place
from runtime.audit.signers.device import open_device, verified
from runtime.audit.signers.passphrase import no_passphrase
from runtime.audit.signers.public_key import read_public_pem
from runtime.audit.stores.file import FileStore
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import FormerCalls, Log
from runtime.audit.write.pace import Pace
from runtime.contracts.errors import AuditError, AuditKeyUnusable, AuditSignerFailed, AuditUnavailable
from runtime.host.reopening_log import ReopeningLog

NAME = "example.com/kms"
SIGN = """\
#!/bin/sh
# Signs what it reads, or does what the file beside it says instead.
cd "$(dirname "$0")"
cat > message.$$
trap 'rm -f message.$$' EXIT
. ./mood
"""
GOOD = "openssl pkeyutl -sign -rawin -inkey kms.pem -in message.$$\n"
MOODS = {
    "lies": "head -c 64 /dev/urandom\n",
    "signs another message": "echo other > other; openssl pkeyutl -sign -rawin -inkey kms.pem -in other\n",
    "signs with another key": "openssl pkeyutl -sign -rawin -inkey other.pem -in message.$$\n",
    "is silent": "true\n",
    "fails": f"{GOOD}exit 3\n",
    "dies": "kill -9 $$\n",
    "floods": "cat /dev/zero\n",
    "hangs": "sleep 60\n",
    "leaves a child that holds its output": f"{GOOD}sleep 60 &\n",
    "closes its output and stays": f"{GOOD}exec >&-; sleep 60\n",
    "writes text": "echo not a signature\n",
}


class Kms:
    """A key service of this test: a script, and what mood it is in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("kms.pem", "other.pem"):
            run = ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(folder / name)]
            subprocess.run(run, check=True, capture_output=True)
        run = ["openssl", "pkey", "-in", "kms.pem", "-pubout", "-out", "public.pem"]
        subprocess.run(run, check=True, cwd=folder)
        self.script = folder / "sign it"
        self.script.write_text(SIGN)
        self.script.chmod(0o755)
        self.feel(GOOD)

    def feel(self, mood: str) -> None:
        """From now on it does this."""
        (self.folder / "mood").write_text(mood)

    @property
    def place(self) -> str:
        return f"command:'{self.script}'"

    @property
    def public(self) -> bytes:
        return read_public_pem(self.folder / "public.pem")


@pytest.fixture(scope="module")
def kms_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("kms")


@pytest.fixture(scope="module")
def shared_kms(kms_folder):
    return Kms(kms_folder)


@pytest.fixture
def kms(shared_kms):
    shared_kms.feel(GOOD)
    return shared_kms


@pytest.fixture
def key_file(kms, tmp_path):
    connect_key(tmp_path / "kms.key", NAME, kms.place, kms.public, no_passphrase)
    return tmp_path / "kms.key"


def test_a_command_signs_with_the_key_that_it_keeps(kms, key_file):
    signer = load_signer(key_file, NAME)
    assert signer.key == VerifierKey.make(NAME, kms.public)
    assert signer.key.verifies(signer.sign_raw("text\n"), b"text\n")


def test_a_signature_in_base64_is_taken_as_well(kms):
    kms.feel(GOOD.replace("\n", " | base64 -w0; echo\n"))
    sign = verified(open_device(kms.place, no_passphrase), VerifierKey.make(NAME, kms.public))
    assert len(sign(b"message")) == 64


def test_tags_need_the_file_and_the_command_together(kms, key_file, tmp_path):
    """T-AUD-14: another file for the same key of the command gives other tags, and the same file gives the same."""
    connect_key(tmp_path / "again.key", NAME, kms.place, kms.public, no_passphrase)
    first, again = load_signer(key_file, NAME), load_signer(tmp_path / "again.key", NAME)
    assert first.key == again.key
    assert first.tag_key != again.tag_key
    (tmp_path / "moved.key").write_bytes(key_file.read_bytes())
    (tmp_path / "moved.key").chmod(0o600)
    assert load_signer(tmp_path / "moved.key", NAME).tag_key == first.tag_key


@pytest.mark.parametrize("mood", MOODS)
def test_a_command_that_does_not_sign_is_named_and_nothing_of_it_is_used(kms, mood):
    """T-AUD-14"""
    kms.feel(MOODS[mood])
    device = CommandDevice([str(kms.script)], deadline_s=0.5)
    with pytest.raises(AuditSignerFailed) as caught:
        verified(device, VerifierKey.make(NAME, kms.public))(b"message")
    assert caught.value.code == "audit.signer_failed"
    assert "sign it" in caught.value.message


def test_a_command_that_signs_one_text_in_two_ways_is_not_connected(kms, tmp_path, monkeypatch):
    """Its tags would be others at the next start, and the log would call its own records forged."""
    answers = iter([b"a" * 64, b"b" * 64])
    monkeypatch.setattr(CommandDevice, "sign", lambda *_: next(answers))
    monkeypatch.setattr(VerifierKey, "verifies", lambda *_: True)
    with pytest.raises(AuditKeyUnusable, match="in different ways"):
        connect_key(tmp_path / "kms.key", NAME, kms.place, kms.public, no_passphrase)
    assert not (tmp_path / "kms.key").exists()


@pytest.mark.parametrize(
    "place",
    [
        "command:",
        "command:'",
        "command:sign",
        "command:./sign",
        "command:/does/not/exist",
        "kms:key",
        "subprocess:/bin/true",
        "device:x",
        "",
    ],
)
def test_what_is_no_command_is_refused(place):
    with pytest.raises(AuditKeyUnusable):
        open_device(place, no_passphrase)


def test_a_command_that_others_can_change_is_refused(kms):
    """T-AUD-14"""
    kms.script.chmod(0o757)
    try:
        with pytest.raises(AuditKeyUnusable, match="every user can write it"):
            open_device(kms.place, no_passphrase)
    finally:
        kms.script.chmod(0o755)


def test_a_command_is_written_down_by_its_whole_path(tmp_path, monkeypatch):
    assert absolute_place("command:true 'a b'").endswith("/true 'a b'")
    monkeypatch.chdir(tmp_path)
    assert absolute_place("command:./here") == f"command:{tmp_path}/here"


@pytest.mark.parametrize("field", ["check", "secret", "key", "device"])
def test_an_edited_description_of_a_key_opens_nothing(kms, key_file, field):
    """T-AUD-14"""
    import msgspec

    data = msgspec.json.decode(key_file.read_bytes())
    if field == "key":
        run = ["openssl", "pkey", "-in", "other.pem", "-pubout", "-out", "other.pub"]
        subprocess.run(run, check=True, cwd=kms.folder)
        data["key"] = str(VerifierKey.make(NAME, read_public_pem(kms.folder / "other.pub")))
    else:
        data[field] = "command:/bin/true" if field == "device" else data[field][::-1]
    key_file.write_bytes(msgspec.json.encode(data))
    with pytest.raises(AuditError) as caught:
        load_signer(key_file, NAME)
    assert caught.value.code == "audit.signer_failed"


@pytest.mark.parametrize("data", [b"{", b"{}", b'{"check":1}', b"{" + b" " * 9000])
def test_a_malformed_description_of_a_key_is_refused(tmp_path, data):
    path = tmp_path / "kms.key"
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(AuditKeyUnusable):
        load_signer(path, NAME)


def test_a_key_of_another_log_cannot_sign_for_this_one(key_file):
    with pytest.raises(AuditKeyUnusable, match="cannot sign for"):
        load_signer(key_file, "example.com/other")


def test_a_log_takes_no_records_while_its_command_does_not_sign_and_goes_on_when_it_does(
    kms, key_file, tmp_path
):
    """Each record that was acknowledged is signed in the end, and none is lost or signed twice."""
    signer = load_signer(key_file, NAME)

    def open_log(former: FormerCalls) -> Log:
        store = FileStore(tmp_path / "log", create=True)
        return Log.on(store, signer=signer, origin=NAME, runtime_version="1", pace=Pace(), former=former)

    log = ReopeningLog(open_log, clock=lambda: float("inf"))
    try:
        acknowledged = 0
        log.commit_sync(whole_call("before"))
        kms.feel(MOODS["signs another message"])
        trouble = None
        while trouble is None:  # until the checkpoint that is due has failed
            try:
                log.commit_sync(whole_call(f"during-{acknowledged}"))
                acknowledged += 1
            except AuditUnavailable as error:
                trouble = error
        assert "sign it" in trouble.message
        with pytest.raises(AuditUnavailable):
            log.commit_sync(whole_call("refused"))
        kms.feel(GOOD)
        log.commit_sync(whole_call("after"))
    finally:
        log.close()
    report = verify(tmp_path / "log", verifier_keys=[signer.key], vault=False, tag_keys=[signer.tag_key])
    assert (report.exit_code, report.signed_size) == (0, report.records)
    text = (tmp_path / "log" / "records.jsonl").read_text()
    assert all(f'"during-{n}"' in text for n in range(acknowledged))
    assert '"before"' in text
    assert '"after"' in text
    assert '"refused"' not in text
