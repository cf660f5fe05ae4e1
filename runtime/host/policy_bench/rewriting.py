"""Writes a policy's file again, whole or not at all, and never over what somebody else wrote meanwhile."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from runtime.contracts.errors import ConfigurationError


def rewrite(file: Path, old: str, new: str) -> None:
    """Give a file new content where it has the old one.

    Raises:
        ConfigurationError: it has another content by now, is a link, or cannot be written.
    """
    draft = file.with_name(f".{secrets.token_hex(8)}.draft")
    try:
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode & 0o777
            if stream.read(len(old.encode()) + 1) != old.encode():
                raise ConfigurationError(
                    f"{file.name} was changed while it was read; nothing was written",
                    suggestion="Run the command again.",
                )
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(new.encode())
            os.fchmod(stream.fileno(), mode)
        draft.replace(file)
    except OSError as error:
        raise ConfigurationError(f"{file.name} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
