"""Makes, loads and rotates the signing key's files: PKCS #8 PEM, with a passphrase or without, or a description of a device's key.

| file | holds |
|---|---|
| `log.key` | the key that signs |
| `log.key.d/next` | the one that takes over, while it does |
| `log.key.d/<key id>` | a key that has handed over |
| `log.key.d/succession` | notes by both keys, one for each handing over |

A key is handed over in this order, each step durable before the next, so that whatever a crash leaves opens the log:

1. the next key's file, 2. the succession, 3. in the log: the record, the old key's checkpoint, the next key's, 4. the old file gets its
second name, 5. the next file takes the first one's place.

A key that was opened with a passphrase, or in a device, is kept open by this process: nobody is asked twice.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, split_notes
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, is_key_name
from runtime.audit.keys.succession_notes import first_key_of, follow_succession_notes, make_succession
from runtime.audit.signers.key_reference import is_reference, open_reference
from runtime.audit.signers.passphrase import no_passphrase
from runtime.audit.signers.pem import MAX_PEM_BYTES, is_encrypted, read_pem, write_pem
from runtime.audit.signers.private_file import read_private
from runtime.contracts.errors import AuditKeyUnusable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_MAX_SUCCESSIONS = 1_000
Passphrase = Callable[[], bytes]
_opened: dict[tuple[str, str, bytes], Signer] = {}
_opening = threading.Lock()


class Keyring:
    """The key that signs, the one that takes over, while it does, and those that handed over before."""

    def __init__(
        self, current: Signer, next_signer: Signer | None = None, past: Sequence[VerifierKey] = ()
    ) -> None:
        self.current = current
        self.next = next_signer
        self.past = past

    @classmethod
    def of(cls, signer: Signer | Keyring) -> Keyring:
        """The ring itself, or a ring of one key."""
        return signer if isinstance(signer, Keyring) else cls(signer)

    @property
    def name(self) -> str:
        """The log's name."""
        return self.current.name

    @property
    def keys(self) -> Sequence[VerifierKey]:
        """Those that may sign now."""
        return [signer.key for signer in (self.current, self.next) if signer is not None]

    @property
    def tag_keys(self) -> list[bytes]:
        """The keys of the tags that records may bear until they are signed."""
        return [signer.tag_key for signer in (self.current, self.next) if signer is not None]

    @property
    def known(self) -> Sequence[VerifierKey]:
        """Those, and those that signed what is sealed."""
        return [*self.keys, *self.past]

    def signer(self, key: str | None) -> Signer:
        """The signer of this key, the current one for None.

        Raises:
            AuditKeyUnusable: ``audit.key_unusable``: it is not here.
        """
        for signer in (self.current, self.next):
            if signer is not None and key in (None, str(signer.key)):
                return signer
        raise AuditKeyUnusable("The log was handed over to another key")


def create_key(
    path: Path, name: str, scratch: Path | None = None, *, passphrase: bytes | None = None
) -> VerifierKey:
    """Make a signing key and return the verifier key to pin outside the log.

    An existing file is never overwritten: a log whose key is gone can no longer be continued.

    Args:
        path: The key's file.
        name: The log's name.
        scratch: A private folder in which the file is made before it gets its name; its `companions` unless given.
        passphrase: What the file is encrypted with; not at all unless given.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file exists or cannot be written, or the name is no origin.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    require_key_name(name)
    private = Ed25519PrivateKey.generate()
    keep_new(path, write_pem(private, passphrase), scratch)
    return Signer(name, private).key


def require_key_name(name: str) -> None:
    """Raises AuditKeyUnusable where a log, or a key, cannot be called so."""
    if not is_key_name(name):
        raise AuditKeyUnusable(
            "A log's name is not empty and holds no space, plus or control character",
            suggestion="Use a name like `example.com/log`.",
        )


def keep_new(path: Path, data: bytes, scratch: Path | None = None) -> None:
    """Write the file of a key, whole or not at all, where there is none.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it exists, or cannot be written.
    """
    try:
        _write_new(path, data, scratch or companions(path))
    except FileExistsError:
        raise AuditKeyUnusable(
            f"The key file {path} exists already", suggestion="Keep it, or name another file."
        ) from None
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be written: {error.strerror}") from None


def copy_key(given: Path, path: Path, scratch: Path | None = None) -> None:
    """Copy the file of a key to where there is none.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it cannot be read safely, or the other one exists or cannot be written.
    """
    keep_new(path, read_private(given, MAX_PEM_BYTES), scratch)


def load_signer(path: Path, name: str, passphrase: Passphrase = no_passphrase) -> Signer:
    """The signer of the log of this name.

    Args:
        path: The key's file.
        name: The log's name.
        passphrase: Asked for where the file takes one.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file is missing, a link, another user's, open to others,
            holds no Ed25519 key, or its passphrase is wrong or missing.
        AuditSignerFailed: ``audit.signer_failed``: the device that it describes does not sign.
    """
    data = read_private(path, MAX_PEM_BYTES)
    what = f"The key file {path}"
    if not (is_reference(data) or is_encrypted(data)):
        return _named(name, read_pem(data, passphrase, what))
    known = str(path.absolute()), name, data
    with _opening:
        if known not in _opened:
            _opened[known] = (
                open_reference(data, name, passphrase, what)
                if is_reference(data)
                else _named(name, read_pem(data, passphrase, what))
            )
        return _opened[known]


def _named(name: str, private: Ed25519PrivateKey) -> Signer:
    try:
        return Signer(name, private)
    except InvalidNote as error:
        raise AuditKeyUnusable(f"The key cannot sign as {name!r}: {error.message}") from None


def load_keyring(path: Path, name: str, passphrase: Passphrase = no_passphrase) -> Keyring:
    """The key of the log of this name, with the one that is taking over where a handing over was begun.

    Raises:
        AuditKeyUnusable: as `load_signer`.
    """
    current = load_signer(path, name, passphrase)
    following = companions(path) / "next"
    notes = load_successions(path)
    past = follow_succession_notes([first_key_of(current.key, notes)], notes) if notes else []
    next_signer = load_signer(following, name, passphrase) if os.path.lexists(following) else None
    return Keyring(current, next_signer, past)


def make_next(
    path: Path, ring: Keyring, passphrase: Passphrase = no_passphrase, given: Path | None = None
) -> Keyring:
    """Steps 1 and 2 of a handing over: the ring with a key that can take over, the one of an interrupted attempt if there is one.

    Args:
        path: The file of the key that hands over.
        ring: The keys.
        passphrase: Asked for where a file takes one; the new key is encrypted as the old one is.
        given: The file of the key that is to take over, which is moved; one is made unless given.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file cannot be written, or the key is in a device and no other one is given.
        AuditSignerFailed: ``audit.signer_failed``: a device does not sign.
    """
    following = companions(path) / "next"
    if ring.next is None and given is not None:
        load_signer(given, ring.name, passphrase)  # looked at before it is taken
        copy_key(given, following, companions(path))
        given.unlink()
    elif ring.next is None:
        held = read_private(path, MAX_PEM_BYTES)
        if is_reference(held):
            raise AuditKeyUnusable(
                "The key is kept by a device, which makes the next one itself",
                suggestion="Make a key there, `runtime audit keys connect` it, and give its file: `runtime audit keys rotate --to FILE`.",
            )
        create_key(
            following, ring.name, companions(path), passphrase=passphrase() if is_encrypted(held) else None
        )
    signer = load_signer(following, ring.name, passphrase)
    note = make_succession(ring.current, signer)
    file = companions(path) / "succession"
    try:
        if note not in load_successions(path):
            _append(file, b"\n" + note + b"\n")
    except OSError as error:
        raise AuditKeyUnusable(f"{file} cannot be written: {error.strerror}") from None
    return Keyring(ring.current, signer, ring.past)


def finish_rotation(path: Path, ring: Keyring) -> Keyring:
    """Steps 4 and 5 of a handing over that the log shows: the next key takes the first one's place; again, they change nothing.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the files cannot be renamed.
    """
    if ring.next is None:
        return ring
    try:
        with suppress(FileExistsError):
            os.link(path, companions(path) / ring.current.key.key_id.hex(), follow_symlinks=False)
        _sync_folder(path)
        with suppress(FileNotFoundError):  # another process was faster
            os.replace(companions(path) / "next", path)  # noqa: PTH105  # atomic: there is a key at every moment
        _sync_folder(path)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be replaced: {error.strerror}") from None
    return Keyring(ring.next, None, [*ring.past, ring.current.key])


def load_successions(path: Path) -> list[bytes]:
    """The notes of the file of successions beside a key; none where there is no such file.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it cannot be read.
    """
    file = companions(path) / "succession"
    try:
        with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:  # noqa: PTH123
            data = stream.read(_MAX_SUCCESSIONS * MAX_NOTE_BYTES)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AuditKeyUnusable(f"{file} cannot be read: {error.strerror}") from None
    return split_notes(data)


def retired_files(path: Path) -> list[Path]:
    """The files of keys that have handed over."""
    return sorted(
        file for file in companions(path).glob("?" * 8) if set(file.name) <= set("0123456789abcdef")
    )


def change_passphrase(path: Path, old: Passphrase, new: bytes | None) -> None:
    """Encrypt the file of a key with a passphrase, or store it without one; the key stays the same.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file is none that can be read, or cannot be replaced.
    """
    data = read_private(path, MAX_PEM_BYTES)
    if is_reference(data):
        raise AuditKeyUnusable(
            f"The key of {path} is kept by a device: there is nothing to encrypt",
            suggestion="Protect the device by a PIN.",
        )
    pem = write_pem(read_pem(data, old, f"The key file {path}"), new)
    fresh = companions(path) / f"unfinished-{secrets.token_hex(8)}"
    try:
        _write_new(fresh, pem, companions(path))
        os.replace(fresh, path)  # noqa: PTH105  # atomic: there is a key at every moment
        _sync_folder(path)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be replaced: {error.strerror}") from None


def companions(path: Path) -> Path:
    """The folder of what goes with a key's file."""
    return path.with_name(f"{path.name}.d")


def _write_new(path: Path, data: bytes, folder: Path) -> None:
    """Under its name the file is there whole or not at all: half a key would be in the way of a whole one."""
    folder.mkdir(mode=0o700, exist_ok=True)
    unfinished = folder / f"unfinished-{secrets.token_hex(8)}"
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        os.link(unfinished, path, follow_symlinks=False)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
    _sync_folder(path)


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    try:
        os.write(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    _sync_folder(path)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
