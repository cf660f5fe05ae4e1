"""A workspace's evidence: its keys, its witnesses, and its log, as the settings name them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec

from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.keys.key_files import (
    Keyring,
    finish_rotation,
    load_keyring,
    load_successions,
    make_next,
    retired_files,
)
from runtime.audit.keys.key_rotation import first_key_of, follow_succession_notes
from runtime.audit.shards.parent_log import ParentLog
from runtime.audit.stores import Location, find_location
from runtime.audit.witness.opening import open_witness
from runtime.audit.witness.port import Witness
from runtime.audit.write.log import Log
from runtime.contracts.errors import (
    AuditWriteFailed,
    ConfigurationError,
    ConfigurationMissing,
    ConfigurationUntrusted,
)
from runtime.host import trust
from runtime.host.settings import LoadedSettings, load_settings, witness_folder


def open_log(loaded: LoadedSettings, ring: Keyring, *, create: bool = False) -> Log:
    """The audit log that the settings name, open for writing."""
    location = log_location(loaded)
    if location.folder is None and loaded.settings.audit.vault:
        raise ConfigurationError(
            "audit.vault: a log in a database has no vault for arguments and results",
            suggestion="Set `vault = false` under [audit], and they are not kept.",
            field="audit.vault",
        )
    log = Log.open(
        location,
        signer=ring,
        origin=loaded.settings.audit.origin,
        runtime_version=version("cathedral-runtime"),
        create=create,
        keep_values=loaded.settings.audit.vault,
        witnesses=open_witnesses(loaded, ring.current.key),
    )
    try:
        _finish_rotation(loaded, ring, log)
    except BaseException:
        log.close()
        raise
    return log


def open_witnesses(
    loaded: LoadedSettings, key: VerifierKey, named: Sequence[str] | None = None
) -> list[Witness]:
    """The witnesses of the log of this key, as the settings name them, or as given.

    Raises:
        ConfigurationError: a setting names none.
    """
    successions = load_successions(key_file(loaded))
    root = first_key_of(key, successions)
    parent = (
        [_parent(loaded, follow_succession_notes([root], successions))]
        if loaded.settings.audit.parent
        else []
    )
    return (parent if named is None else []) + [
        open_witness(
            text,
            own=witness_folder(),
            workspace=loaded.workspace,
            log=log_location(loaded).folder,
            keys=follow_succession_notes([root], successions),
            successions=successions,
        )
        for text in (loaded.settings.audit.witness if named is None else named)
    ]


def _parent(loaded: LoadedSettings, keys: Sequence[VerifierKey]) -> Witness:
    """The log that keeps the checkpoints of this one. It is opened by the accepted settings of its own workspace."""
    above = load_settings(loaded.workspace / loaded.settings.audit.parent)
    shard = log_folder(loaded)
    if above.workspace == loaded.workspace or above.settings.audit.parent:
        raise ConfigurationError(
            "audit.parent: the parent is another workspace, which has no parent itself", field="audit.parent"
        )

    def open_parent() -> Log:
        return open_log(above, open_keyring(above, trusted=False))

    folder = log_folder(above)
    return ParentLog(folder, keys, shard=os.path.relpath(shard, folder), open_log=open_parent)


def _finish_rotation(loaded: LoadedSettings, ring: Keyring, log: Log) -> bool:
    """Put the next key's file in its place where the log shows that it took over; whether it did."""
    over = ring.next is not None and log.key == ring.next.key
    if over:
        finish_rotation(key_file(loaded), ring)
    return over


def rotate_key_of(folder: str | Path) -> tuple[VerifierKey, VerifierKey]:
    """Hand a folder's log over to a new key; the old and the new one. What an interrupted attempt left is finished.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: another process has the log open, or the log or the key cannot be written.
    """
    loaded = load_settings(Path(folder))
    ring = open_keyring(loaded, trusted=False)
    if _has_writer(log_location(loaded)):
        raise AuditWriteFailed(
            "Another process has the log open, and would sign on with the old key",
            suggestion="Stop the runtime, then rotate.",
        )
    ring = make_next(key_file(loaded), ring)
    with open_log(loaded, ring) as log:
        if not _finish_rotation(loaded, ring, log):
            log.rotate()
    with open_log(loaded, ring) as log:  # signs with the new key at once, and puts its file in place
        return ring.current.key, log.key


def _has_writer(location: Location) -> bool:
    try:
        return location.has_writer()
    except OSError as error:
        raise AuditWriteFailed(f"The log cannot be read: {error.strerror}") from None
    finally:
        location.close()


class KeyState(msgspec.Struct, frozen=True):
    """The keys of a folder's log, as texts: what is pinned, what signs, and the files of those that handed over."""

    pinned: str | None
    signing: str
    following: str | None
    retired: tuple[str, ...]


def keys_of(folder: str | Path) -> KeyState:
    """The keys of a folder's log.

    Raises:
        ConfigurationError: there is no key, or it does not descend from the pinned one.
        AuditKeyUnusable: a file cannot be read safely.
    """
    loaded = load_settings(Path(folder))
    ring = open_keyring(loaded, trusted=trust.pinned_key(loaded.workspace) is None)
    return KeyState(
        pinned=trust.pinned_key(loaded.workspace),
        signing=str(ring.current.key),
        following=str(ring.next.key) if ring.next else None,
        retired=tuple(
            file.relative_to(loaded.workspace).as_posix() for file in retired_files(key_file(loaded))
        ),
    )


def log_folder(loaded: LoadedSettings) -> Path:
    """The folder of the audit log that the settings name.

    Raises:
        ConfigurationError: it is in a database; or as `log_location`.
    """
    folder = log_location(loaded).folder
    if folder is None:
        raise ConfigurationError(
            "audit.store: this takes a log in a folder, and the settings name one in a database",
            suggestion="`runtime audit verify` and `runtime audit repair` work with both.",
            field="audit.store",
        )
    return folder


def log_location(loaded: LoadedSettings) -> Location:
    """Where the audit log is that the settings name.

    Raises:
        ConfigurationError: the store's scheme is unknown, or its driver is missing.
    """
    settings = loaded.settings.audit
    return find_location(settings.store, loaded.workspace, settings.origin)


def key_file(loaded: LoadedSettings) -> Path:
    """The file of the signing key that the settings name."""
    return loaded.workspace / loaded.settings.keys.signing


def open_keyring(loaded: LoadedSettings, *, trusted: bool) -> Keyring:
    """The signing key, which must be the one that this user pinned for the folder, or descend from it."""
    file = key_file(loaded)
    if not file.exists():
        raise ConfigurationMissing(
            f"the signing key {loaded.settings.keys.signing} is not there", field="keys.signing"
        )
    pinned = None if trusted else require_pinned(loaded)
    ring = load_keyring(file, loaded.settings.audit.origin)
    if pinned is not None and not _descends(file, ring.current.key, pinned):
        raise ConfigurationUntrusted(
            f"the signing key of {loaded.workspace.name!r} is not the one that was accepted"
        )
    return ring


def _descends(file: Path, key: VerifierKey, pinned: str) -> bool:
    if str(key) == pinned:
        return True
    try:
        root = VerifierKey.parse(pinned)
    except InvalidNote:  # a line that somebody edited
        return False
    return key in follow_succession_notes([root], load_successions(file))


def require_pinned(loaded: LoadedSettings) -> str:
    pinned = trust.pinned_key(loaded.workspace)
    if pinned is None:
        raise ConfigurationUntrusted(f"this user has not accepted the folder {loaded.workspace.name!r}")
    return pinned
