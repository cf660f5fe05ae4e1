"""The shells that are kept between calls: a session is a sealed snapshot, and nothing of it lives while no call runs.

One file a session, encrypted and authenticated with a key that only holders of the log's key can derive (ChaCha20-Poly1305,
RFC 8439). Its name and what it is authenticated with are made of principal and session, so that nobody finds, opens or takes
another's; no tool reaches the folder. A session that was not used for `IDLE_S` is gone, and so are the longest unused beyond
`MOST_SESSIONS` or `MOST_BYTES`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from runtime.contracts.errors import ToolError
from runtime.hostfs.private_files import PrivateFolder

__all__ = ["IDLE_S", "MOST_BYTES", "MOST_SESSIONS", "SESSION_BYTES", "HeldShell", "ShellSessions"]

IDLE_S = 7 * 24 * 3600.0
SESSION_BYTES = 16 * 1024 * 1024
MOST_SESSIONS = 10_000
MOST_BYTES = 1024 * 1024 * 1024
_MAGIC = b"shell session\x00\x01"
_NONCE_BYTES = 12


class HeldShell:
    """One session while a call has it to itself."""

    def __init__(self, snapshot: bytes | None, key: bytes, keep: Callable[[bytes], None]) -> None:
        self.snapshot = snapshot
        """The shell as the last call left it; None where there was none."""
        self.key = key
        """What its snapshots are authenticated with."""
        self._keep = keep

    def keep(self, snapshot: bytes) -> None:
        """Leave the shell to the next call.

        Raises:
            ToolError: ``session_too_large``.
        """
        if len(snapshot) > SESSION_BYTES:
            raise ToolError(
                "session_too_large",
                f"the session's shell holds more than {SESSION_BYTES} bytes; it stays as it was before this call",
                suggestion="Remove files or variables in a new call, or use another session.",
            )
        self._keep(snapshot)


class ShellSessions:
    """The sessions of one workspace."""

    def __init__(self, folder: Path, secret: bytes, *, now: Callable[[], float] = time.time) -> None:
        """Open nothing yet.

        Args:
            folder: Where they lie.
            secret: What this workspace's runtime alone knows.
            now: The time.
        """
        self._path = folder
        self._key = blake2b(secret, digest_size=32, person=b"shell sessions").digest()
        self._now = now
        self._folder: PrivateFolder | None = None

    def close(self) -> None:
        """Let go of the folder."""
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.close()

    @contextmanager
    def hold(self, principal: str, name: str) -> Iterator[HeldShell]:
        """Have a session to oneself.

        Raises:
            ToolError: ``session_busy``: another call has it; ``session_unusable``: its file was altered, or sealed with another key.
        """
        folder = self._opened()
        owner = len(principal).to_bytes(4, "big") + principal.encode() + name.encode()
        file = blake2b(owner, digest_size=20, key=self._key, person=b"session file").hexdigest()
        held = folder.hold(file)
        if held is None:
            raise ToolError(
                "session_busy",
                f"another call runs in the session {name!r}",
                suggestion="Wait for it, or use another session.",
            )
        try:
            snapshot = self._unsealed(folder.read(file, SESSION_BYTES + 1024), owner, name)
            yield HeldShell(snapshot, self._key, lambda data: folder.replace(file, self._sealed(data, owner)))
        finally:
            os.close(held)

    def _opened(self) -> PrivateFolder:
        if self._folder is None:
            self._folder = PrivateFolder(self._path)
            self._sweep(self._folder)
        return self._folder

    def _sweep(self, folder: PrivateFolder) -> None:
        """Remove what nobody used for long, and of too much the longest unused."""
        files = folder.files()
        count, size = len(files), sum(size for _, size, _ in files)
        for written, its_size, name in files:
            if self._now() - written < IDLE_S and count <= MOST_SESSIONS and size <= MOST_BYTES:
                break
            held = folder.hold(name)
            if held is not None:
                folder.remove(name)
                os.close(held)
            count, size = count - 1, size - its_size

    def _sealed(self, data: bytes, owner: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        nonce = os.urandom(_NONCE_BYTES)
        at = int(self._now()).to_bytes(8, "big")
        return _MAGIC + nonce + ChaCha20Poly1305(self._key).encrypt(nonce, at + data, _MAGIC + owner)

    def _unsealed(self, sealed: bytes | None, owner: bytes, name: str) -> bytes | None:
        if not sealed:  # none yet, or one that a power failure took
            return None
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        head = len(_MAGIC)
        nonce, rest = sealed[head : head + _NONCE_BYTES], sealed[head + _NONCE_BYTES :]
        if sealed[:head] != _MAGIC:
            raise _unusable(name)
        try:
            data = ChaCha20Poly1305(self._key).decrypt(nonce, rest, _MAGIC + owner)
        except (InvalidTag, ValueError):
            raise _unusable(name) from None
        return data[8:] if self._now() - int.from_bytes(data[:8], "big") < IDLE_S else None


def _unusable(name: str) -> ToolError:
    return ToolError(
        "session_unusable",
        f"the session {name!r} was altered, or kept under another key",
        suggestion="Use another session.",
    )
