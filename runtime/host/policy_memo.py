"""Remembers which policies this user's runtime found sound, so that a start need not check them again.

What is recalled is given to the engine unchecked, so an entry has a tag that only this user's runtime can make, over what it is about: the
bundle's digest, the entry, the functions that are allowed, and the checker, which is the files of this package and the engine's library as they are. An
entry that is not whole, or is of another checker, is none, and the bundle is checked.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hmac import compare_digest
from pathlib import Path

import msgspec
from blake3 import blake3

from runtime.host.index_secret import load_index_secret
from runtime.host.settings import cache_folder
from runtime.hostfs.private_files import PrivateFolder
from runtime.policy.facts import Facts

_MAX_BYTES = 32 * 1024 * 1024
_MOST_ENTRIES = 32
_TAG_BYTES = 32
_LOADED_NS: int = vars(sys.modules["runtime"])["_LOADED_NS"]  # not imported: the package imports this layer
_CLOCK_STEP_NS = 20_000_000
"""How far the time of a change may lie behind the clock: file systems take it from the last tick."""
_CONTEXT = "cathedral-runtime policies that were found sound v1"


class PolicyMemo:
    """The memo of this user: a `CheckMemo`. Every fault of it is a miss."""

    def recall(self, bundle: str, entry: str, allowed: frozenset[str]) -> Facts | None:
        """See `CheckMemo`."""
        key, about = _key(), _about(bundle, entry, allowed)
        if key is None or about is None:
            return None
        with suppress(OSError, msgspec.MsgspecError):
            folder = PrivateFolder(cache_folder() / "policies")
            try:
                found = folder.read(_name(about, key), _MAX_BYTES) or b""
            finally:
                folder.close()
            tag, facts = found[:_TAG_BYTES], found[_TAG_BYTES:]
            if compare_digest(tag, _tag(about, facts, key)):
                return msgspec.msgpack.decode(facts, type=Facts)
        return None

    def keep(self, bundle: str, entry: str, allowed: frozenset[str], facts: Facts) -> None:
        """See `CheckMemo`."""
        key, about, written = _key(), _about(bundle, entry, allowed), msgspec.msgpack.encode(facts)
        if key is None or about is None:
            return
        if len(written) > _MAX_BYTES - _TAG_BYTES:
            return
        with suppress(OSError):
            folder = PrivateFolder(cache_folder() / "policies")
            try:
                folder.replace(_name(about, key), _tag(about, written, key) + written)
                for _, _, oldest in folder.files()[:-_MOST_ENTRIES]:
                    folder.remove(oldest)
            finally:
                folder.close()


def _about(bundle: str, entry: str, allowed: frozenset[str]) -> bytes | None:
    """What an entry is about; None where the checker that this process runs cannot be told, or is no longer the one of before."""
    checker = _checker()
    if not checker or checker != _first_checker():
        return None
    return msgspec.json.encode([bundle, entry, sorted(allowed), checker])


def _name(about: bytes, key: bytes) -> str:
    return blake3(b"name\0" + about, key=key).hexdigest()


def _tag(about: bytes, facts: bytes, key: bytes) -> bytes:
    return blake3(b"facts\0%d\0" % len(about) + about + facts, key=key).digest()


@cache
def _key() -> bytes | None:
    """The key of the tags; None where it cannot be kept."""
    secret = load_index_secret()
    return None if secret is None else blake3(secret, derive_key_context=_CONTEXT).digest()


@cache
def _first_checker() -> str:
    """The checker as it was when this process first asked."""
    return _checker()


def _checker() -> str:
    """What tells this checker from any other one: nobody can give a file other content and leave it as it is here.

    Asked for each time, since an upgrade may replace files while a process runs, which goes on with those that it has loaded and loads others
    from then on. Empty where it cannot be said, also where a file was replaced after this process began.
    """
    package = Path(__file__).parents[1]
    found = [sys.version]
    try:
        for folder in (package / "policy", package / "contracts"):
            found += sorted(_states(str(folder)))
        engine = importlib.util.find_spec("regorus")
        if engine is None or engine.origin is None:
            return ""
        found += sorted(_states(str(Path(engine.origin).parent)))
    except OSError:
        return ""
    return blake3("\n".join(found).encode()).hexdigest()


def _states(folder: str) -> Iterator[str]:
    """Of each file of code the name, and what changes with its content. Raises OSError for one that this process may not have loaded."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                yield from _states(entry.path)
            elif entry.name.endswith((".py", ".so", ".pyd")):
                status = entry.stat()
                if status.st_ctime_ns >= _LOADED_NS - _CLOCK_STEP_NS:
                    raise OSError(f"{entry.path} was replaced while this process ran")
                yield f"{entry.path} {status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
