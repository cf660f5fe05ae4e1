"""Keeps the secret that seals this user's indexes of logs, so that an edited one is noticed."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress

from runtime.host.settings import state_folder

_BYTES = 32


def load_index_secret() -> bytes | None:
    """The secret, made when it is first asked for; None where it cannot be kept, or others can read it."""
    file = state_folder() / "index.key"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = file.with_name(f"index-{secrets.token_hex(8)}")
        if not file.exists():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
                stream.write(secrets.token_bytes(_BYTES))
            try:
                with suppress(FileExistsError):  # another process was faster
                    os.link(fresh, file)  # whole or not at all
            finally:
                fresh.unlink()
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as stream:  # noqa: PTH123
            status = os.fstat(descriptor)
            own = (
                stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077
            )
            secret = stream.read(_BYTES + 1)
    except OSError:
        return None
    return secret if own and len(secret) == _BYTES else None
