"""The signing key's file: made once, read only where nobody else can."""

from __future__ import annotations

import os
import stat

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from runtime.audit.format.note import open_note
from runtime.audit.keys.key_files import create_key, load_signer
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


def test_an_encrypted_key_is_refused(path):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption

    encryption = BestAvailableEncryption(b"secret")
    path.write_bytes(
        Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)
    )
    path.chmod(0o600)
    refused(path)
