"""Makes, loads and rotates the signing key's files: PKCS #8 PEM, readable by their owner alone.

| file | holds |
|---|---|
| `log.key` | the key that signs |
| `log.key.d/next` | the one that takes over, while it does |
| `log.key.d/<key id>` | a key that has handed over |
| `log.key.d/succession` | notes by both keys, one for each handing over |

A key is handed over in this order, each step durable before the next, so that whatever a crash leaves opens the log:

1. the next key's file, 2. the succession, 3. in the log: the record, the old key's checkpoint, the next key's, 4. the old file gets its
second name, 5. the next file takes the first one's place.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, split_notes
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, is_key_name
from runtime.audit.keys.succession_notes import first_key_of, follow_succession_notes, make_succession
from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 8_192
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_MAX_SUCCESSIONS = 1_000


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


def create_key(path: Path, name: str, scratch: Path | None = None) -> VerifierKey:
    """Make a signing key and return the verifier key to pin outside the log.

    An existing file is never overwritten: a log whose key is gone can no longer be continued.

    Args:
        path: The key's file.
        name: The log's name.
        scratch: A private folder in which the file is made before it gets its name; its `companions` unless given.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file exists or cannot be written, or the name is no origin.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if not is_key_name(name):
        raise AuditKeyUnusable(
            "A log's name is not empty and holds no space, plus or control character",
            suggestion="Use a name like `example.com/log`.",
        )
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        _write_new(path, pem, scratch or companions(path))
    except FileExistsError:
        raise AuditKeyUnusable(
            f"The key file {path} exists already", suggestion="Keep it, or name another file."
        ) from None
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be written: {error.strerror}") from None
    return Signer(name, private).key


def load_signer(path: Path, name: str) -> Signer:
    """The signer of the log of this name.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the file is missing, a link, another user's, open to others,
            or holds no Ed25519 key.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    pem = _read_private(path)
    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise AuditKeyUnusable(f"The key file {path} holds no unencrypted Ed25519 key in PKCS #8 PEM")
    try:
        return Signer(name, private)
    except InvalidNote as error:
        raise AuditKeyUnusable(f"The key cannot sign as {name!r}: {error.message}") from None


def load_keyring(path: Path, name: str) -> Keyring:
    """The key of the log of this name, with the one that is taking over where a handing over was begun.

    Raises:
        AuditKeyUnusable: as `load_signer`.
    """
    current = load_signer(path, name)
    following = companions(path) / "next"
    notes = load_successions(path)
    past = follow_succession_notes([first_key_of(current.key, notes)], notes) if notes else []
    return Keyring(current, load_signer(following, name) if os.path.lexists(following) else None, past)


def make_next(path: Path, ring: Keyring) -> Keyring:
    """Steps 1 and 2 of a handing over: the ring with a key that can take over, the one of an interrupted attempt if there is one.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: a file cannot be written.
    """
    following = companions(path) / "next"
    if ring.next is None:
        create_key(following, ring.name, companions(path))
    signer = load_signer(following, ring.name)
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


def _read_private(path: Path) -> bytes:
    try:
        # Not blocking: a FIFO in the key's place must not hang the start.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be opened: {error.strerror}") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise AuditKeyUnusable(f"The key file {path} is not a regular file of the size of a key")
        if status.st_uid != os.geteuid():
            raise AuditKeyUnusable(f"The key file {path} belongs to another user")
        if status.st_mode & _OTHERS:
            raise AuditKeyUnusable(f"The key file {path} is open to other users")
        return os.read(descriptor, _MAX_BYTES)
    except OSError as error:
        raise AuditKeyUnusable(f"The key file {path} cannot be read: {error.strerror}") from None
    finally:
        os.close(descriptor)
