"""Compiled modules, kept between processes where this user alone can write.

A compiled module is native code, which wasmtime runs as it is: a flipped byte in one is not noticed. So each entry stands under a keyed
digest of its bytes, of the module that they were made from, and of the engine's settings; whoever has no key can neither
forge an entry nor put one in another's place. What does not verify is compiled again.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import cached_property
from hmac import compare_digest
from pathlib import Path

from blake3 import blake3

from runtime.backends._wasm.engine import fingerprint
from runtime.contracts.digest import Digest

_TAG_BYTES = 32
_MAX_BYTES = 256 * 1024 * 1024


class Cache:
    """A folder of compiled modules. Every fault of it is a miss."""

    def __init__(self, folder: Path | None, secret: bytes) -> None:
        """Touch nothing yet.

        Args:
            folder: Where entries are; None keeps none.
            secret: Whatever only this user's runtime knows.
        """
        self._folder = folder
        self._secret = secret

    @cached_property
    def _key(self) -> bytes:
        return blake3(b"compiled modules\0" + fingerprint().encode() + b"\0" + self._secret).digest()

    def get(self, module: Digest) -> bytes | None:
        """The compiled form of a module, or None."""
        if self._folder is None:
            return None
        with suppress(OSError):
            descriptor = os.open(self._path(module), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with open(descriptor, "rb") as file:  # noqa: PTH123  # a descriptor, not a path
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
                    return None
                entry = file.read(_MAX_BYTES)
            tag, compiled = entry[:_TAG_BYTES], entry[_TAG_BYTES:]
            if compare_digest(tag, self._tag(module, compiled)):
                return compiled
        return None

    def put(self, module: Digest, compiled: bytes) -> None:
        """Keep a compiled form, whole or not at all."""
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = self._folder / f".{os.getpid()}-{os.urandom(8).hex()}"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            try:
                with open(os.open(draft, flags, 0o600), "wb") as file:  # noqa: PTH123
                    file.write(self._tag(module, compiled) + compiled)
                draft.rename(self._path(module))
            finally:
                with suppress(FileNotFoundError):
                    draft.unlink()

    def _path(self, module: Digest) -> Path:
        assert self._folder is not None  # noqa: S101  # asked by the two above
        return self._folder / f"{blake3(module.encode(), key=self._key).hexdigest()}.cwasm"

    def _tag(self, module: Digest, compiled: bytes) -> bytes:
        return blake3(module.encode() + b"\0" + compiled, key=self._key).digest()
