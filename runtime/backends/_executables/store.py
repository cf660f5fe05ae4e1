"""The private copies of accepted executables, and what they answered to ``--describe``: by digest, in this user's cache.

A copy is compared with its digest when a catalog is filled. A description counts only with a tag by the secret of this user's runtime.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import tempfile
from pathlib import Path

from runtime.contracts.digest import PREFIX

_TAG_BYTES = 32
_MODE = 0o500


class ProgramStore:
    """Both, beneath one folder."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        """Use a folder that need not be there yet."""
        self._folder = folder
        self._secret = secret

    def copy_of(self, name: str, data: bytes, digest: str) -> Path:
        """A file of this content that only this user reaches, under its own name.

        Raises:
            OSError: it cannot be written.
        """
        place = self._folder / digest.removeprefix(PREFIX) / name
        if not _holds(place, data):
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _replace(place, data, _MODE)
        return place

    def description(self, digest: str) -> bytes | None:
        """What the executable of this digest answered; None where it was not asked yet."""
        try:
            kept = self._description(digest).read_bytes()
        except OSError:
            return None
        tag, text = kept[:_TAG_BYTES], kept[_TAG_BYTES:]
        return text if hmac.compare_digest(tag, self._tag(digest, text)) else None

    def keep_description(self, digest: str, text: bytes) -> None:
        """Spare the next catalog the question; a cache that cannot be written spares nothing."""
        with contextlib.suppress(OSError):
            place = self._description(digest)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _replace(place, self._tag(digest, text) + text, 0o600)

    def _description(self, digest: str) -> Path:
        return self._folder / "descriptions" / digest.removeprefix(PREFIX)

    def _tag(self, digest: str, text: bytes) -> bytes:
        return hmac.new(self._secret, digest.encode() + b"\n" + text, "sha256").digest()


def _holds(place: Path, data: bytes) -> bool:
    try:
        status = os.lstat(place)
        return status.st_mode & 0o7777 == _MODE and place.read_bytes() == data
    except OSError:
        return False


def _replace(place: Path, data: bytes, mode: int) -> None:
    """Put a whole file in place, or nothing."""
    descriptor, made = tempfile.mkstemp(dir=place.parent)
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
            stream.write(data)
            os.fchmod(descriptor, mode)
        Path(made).replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(made).unlink()
        raise
