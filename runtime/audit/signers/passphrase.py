"""Asks for the passphrase of a key's file, or the PIN of a token, where the user says that it lies.

| written | is |
|---|---|
| ``prompt`` | asked for at the terminal, without showing it; refused where there is none |
| ``env:NAME`` | a variable of the environment |
| ``file:PATH`` | the first line of a file that only this user can read |

It is never an argument of a command, never part of an error, and not kept.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from runtime.audit.signers.private_file import read_private
from runtime.contracts.errors import AuditKeyUnusable

_MAX_BYTES = 1_024
_FIX = 'Set `keys.passphrase` to "prompt", "env:NAME" or "file:PATH".'


def passphrase_of(source: str, what: str) -> Callable[[], bytes]:
    """Gives the passphrase when it is called.

    Args:
        source: Where it lies, as the table says.
        what: What it opens, for whoever is asked.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: the source is none of these; when called: there is no passphrase.
    """
    kind, _, place = source.partition(":")
    if source != "prompt" and (kind not in ("env", "file") or not place):
        raise AuditKeyUnusable(f"{kind!r} is no source of a passphrase", suggestion=_FIX)

    def ask() -> bytes:
        if source == "prompt":
            found = _prompt(what)
        elif kind == "env":
            found = os.environb.get(os.fsencode(place), b"")
        else:
            found = _line(read_private(Path(place).expanduser(), _MAX_BYTES, "The file of the passphrase"))
        if not found or len(found) > _MAX_BYTES:
            raise AuditKeyUnusable(
                f"There is no passphrase for {what} in {'the variable ' + place if kind == 'env' else kind}",
                suggestion=_FIX,
            )
        return found

    return ask


def no_passphrase() -> bytes:
    """Stands for whoever must not be asked.

    Raises:
        AuditKeyUnusable: always.
    """
    raise AuditKeyUnusable("The key takes a passphrase, and nobody is asked here", suggestion=_FIX)


def _prompt(what: str) -> bytes:
    import getpass

    if not sys.stdin.isatty():
        raise AuditKeyUnusable(
            f"{what} takes a passphrase, and there is no terminal to ask for it at", suggestion=_FIX
        )
    try:
        return getpass.getpass(f"Passphrase for {what}: ").encode()
    except EOFError:
        return b""


def _line(data: bytes) -> bytes:
    return data.split(b"\n", 1)[0].removesuffix(b"\r")
