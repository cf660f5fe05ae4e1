"""The signing key's file: made once, read only where nobody else can."""

from __future__ import annotations

import os
import stat
import subprocess
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from runtime.audit.format.note import open_note
from runtime.audit.keys.key_files import change_passphrase, companions, create_key, load_signer
from runtime.audit.signers.passphrase import passphrase_of
from runtime.contracts.errors import AuditKeyUnusable

NAME = "example.com/log"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "key.pem"


def refused(path, name=NAME) -> None:
    with pytest.raises(AuditKeyUnusable) as caught:
        load_signer(path, name)
    assert caught.value.code == "audit.key_unusable"
    assert caught.value.suggestion


def test_a_key_that_was_made_signs_what_its_verifier_key_accepts(path):
    key = create_key(path, NAME)
    note = load_signer(path, NAME).sign("text\n")
    assert open_note(note, [key]) == ("text\n", [key])


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_file_is_its_owners_alone_whatever_the_umask(path, umask):
    """T-AUD-14"""
    before = os.umask(umask)
    try:
        create_key(path, NAME)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_existing_key_is_never_overwritten(path):
    create_key(path, NAME)
    before = path.read_bytes()
    with pytest.raises(AuditKeyUnusable):
        create_key(path, NAME)
    assert path.read_bytes() == before


def test_a_link_is_neither_followed_nor_overwritten_when_a_key_is_made(path, tmp_path):
    """T-AUD-14"""
    path.symlink_to(tmp_path / "target")
    with pytest.raises(AuditKeyUnusable):
        create_key(path, NAME)
    assert not (tmp_path / "target").exists()


def test_a_key_in_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(AuditKeyUnusable):
        create_key(tmp_path / "nowhere" / "key.pem", NAME)


@pytest.mark.parametrize("name", ["", "two words", "a+b"])
def test_a_name_that_is_no_origin_is_refused(path, name):
    with pytest.raises(AuditKeyUnusable):
        create_key(path, name)
    assert not path.exists()
    create_key(path, NAME)
    refused(path, name)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o610])
def test_a_key_that_others_can_reach_is_refused(path, mode):
    """T-AUD-14: read or written by others."""
    create_key(path, NAME)
    path.chmod(mode)
    refused(path)


def test_a_key_of_another_user_is_refused(path, monkeypatch):
    """T-AUD-14: replaced by another user's."""
    create_key(path, NAME)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    refused(path)


def test_a_link_to_a_good_key_is_refused(path, tmp_path):
    """T-AUD-14: redirected."""
    create_key(tmp_path / "real.pem", NAME)
    path.symlink_to(tmp_path / "real.pem")
    refused(path)


def test_what_is_no_file_is_refused_and_does_not_hang(path):
    refused(path)
    os.mkfifo(path, 0o600)
    refused(path)
    path.unlink()
    path.mkdir(mode=0o700)
    refused(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a key",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        b"x" * 9000,
        generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    ],
)
def test_a_malformed_key_is_refused(path, content):
    path.write_bytes(content)
    path.chmod(0o600)
    refused(path)


WORD = b"correct horse"


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("encrypted") / "key.pem"
    create_key(path, NAME, passphrase=WORD)
    return path.read_bytes()


@pytest.fixture
def sealed(path, encrypted):
    """An encrypted key in its file."""
    path.write_bytes(encrypted)
    path.chmod(0o600)
    return path


def test_an_encrypted_key_opens_with_its_passphrase_here_and_with_openssl(sealed):
    signer = load_signer(sealed, NAME, lambda: WORD)
    assert open_note(signer.sign("text\n"), [signer.key])
    told = subprocess.run(
        ["openssl", "pkey", "-in", str(sealed), "-passin", "env:WORD", "-pubout", "-outform", "DER"],
        env={**os.environ, "WORD": WORD.decode()},
        capture_output=True,
        check=True,
    )
    assert told.stdout.endswith(signer.key.public)


@pytest.mark.parametrize("word", [b"", b"mistyped", WORD + b"\n", b"\xff" * 1000])
def test_a_wrong_passphrase_is_refused_and_not_repeated(sealed, word):
    with pytest.raises(AuditKeyUnusable) as caught:
        load_signer(sealed, NAME, lambda: word)
    assert caught.value.code == "audit.key_unusable"
    assert "passphrase" in caught.value.message
    assert "mistyped" not in str(caught.value.message) + caught.value.suggestion


def test_an_encrypted_key_is_refused_where_nobody_can_be_asked(sealed):
    refused(sealed)


def test_an_encrypted_key_is_opened_once_in_a_process(sealed):
    asked = []
    for _ in range(3):
        load_signer(sealed, NAME, lambda: asked.append(1) or WORD)
    assert len(asked) == 1


def test_a_passphrase_is_changed_and_taken_away_again(sealed):
    before = load_signer(sealed, NAME, lambda: WORD).key
    change_passphrase(sealed, lambda: WORD, b"another")
    with pytest.raises(AuditKeyUnusable):
        load_signer(sealed, NAME, lambda: WORD)
    assert load_signer(sealed, NAME, lambda: b"another").key == before
    change_passphrase(sealed, lambda: b"another", None)
    assert load_signer(sealed, NAME).key == before
    assert stat.S_IMODE(sealed.stat().st_mode) == 0o600
    assert not list(companions(sealed).iterdir())


@pytest.mark.parametrize(
    "options",
    [
        ["-iter", "2000000000"],
        ["-scrypt", "-scrypt_N", "1048576", "-scrypt_r", "8", "-scrypt_p", "1"],
        ["-v1", "PBE-SHA1-3DES"],
    ],
)
def test_a_stretching_that_costs_too_much_is_refused_before_it_is_paid(path, options, encrypted):
    """T-AUD-14: the file names the rounds, and they are run before anybody knows whether the passphrase is right."""
    if options[0] == "-scrypt":
        data = _with_scrypt(int(options[2]))
    elif options[0] == "-iter":
        body = b64decode(b"".join(encrypted.split(b"\n")[1:-2]))
        data = _pem(body.replace((600_000).to_bytes(3), b"\x7f\xff\xff"))
    else:
        plain = path.with_name("plain")
        create_key(plain, NAME)
        run = ["openssl", "pkcs8", "-topk8", "-in", str(plain), *options, "-passout", "pass:x"]
        data = subprocess.run(run, capture_output=True, check=True).stdout
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(AuditKeyUnusable, match="costs too much"):
        load_signer(path, NAME, lambda: b"x")


def _pem(body: bytes) -> bytes:
    return (
        b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
        + b64encode(body)
        + b"\n-----END ENCRYPTED PRIVATE KEY-----\n"
    )


def _with_scrypt(cost: int) -> bytes:
    def der(tag: int, *parts: bytes) -> bytes:
        body = b"".join(parts)
        return bytes([tag, len(body)]) + body

    numbers = [der(2, n.to_bytes(4).lstrip(b"\0")) for n in (cost, 8, 1)]
    kdf = der(0x30, der(6, bytes.fromhex("2b06010401da47040b")), der(0x30, der(4, b"salt"), *numbers))
    cipher = der(0x30, der(6, bytes.fromhex("60864801650304012a")), der(4, bytes(16)))
    scheme = der(0x30, der(6, bytes.fromhex("2a864886f70d01050d")), der(0x30, kdf, cipher))
    return _pem(der(0x30, scheme, der(4, bytes(64))))


def test_a_passphrase_lies_where_its_source_says(tmp_path, monkeypatch):
    file = tmp_path / "word"
    file.write_bytes(b"of a file\nand no more")
    file.chmod(0o600)
    monkeypatch.setenv("WORD", "of a variable")
    assert passphrase_of(f"file:{file}", "it")() == b"of a file"
    assert passphrase_of("env:WORD", "it")() == b"of a variable"


@pytest.mark.parametrize("kind", ["missing", "open", "fifo", "link", "folder", "empty"])
def test_a_file_of_a_passphrase_is_its_owners_alone(tmp_path, kind):
    """T-AUD-14"""
    file = tmp_path / "word"
    if kind == "fifo":
        os.mkfifo(file, 0o600)
    elif kind == "folder":
        file.mkdir(0o700)
    elif kind == "link":
        (tmp_path / "real").write_text("word")
        (tmp_path / "real").chmod(0o600)
        file.symlink_to(tmp_path / "real")
    elif kind != "missing":
        file.write_text("" if kind == "empty" else "word")
        file.chmod(0o644 if kind == "open" else 0o600)
    with pytest.raises(AuditKeyUnusable):
        passphrase_of(f"file:{file}", "it")()


@pytest.mark.parametrize("source", ["", "word", "env:", "file:", "pass:word", "prompt:"])
def test_what_is_no_source_of_a_passphrase_is_refused(source):
    with pytest.raises(AuditKeyUnusable):
        passphrase_of(source, "it")


def test_a_passphrase_that_nobody_can_type_is_refused():
    with pytest.raises(AuditKeyUnusable, match="no terminal"):
        passphrase_of("prompt", "it")()
