"""Opens a workspace's log for writing, as its settings name it, and hands it over to a new key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypedDict

from runtime.audit.format.note import VerifierKey
from runtime.audit.keys.key_files import Keyring, finish_rotation, load_successions, make_next
from runtime.audit.stores import Location
from runtime.audit.witness.port import Witness
from runtime.audit.witness.publisher import Publisher
from runtime.audit.write.log import FormerCalls, Log, StartPublisher
from runtime.contracts.errors import AuditError, AuditWriteFailed
from runtime.contracts.version import VERSION
from runtime.host.log_keys import key_file, key_history, key_passphrase, open_keyring
from runtime.host.log_location import (
    configured_witnesses,
    log_location,
    parent_settings,
    published_checkpoints,
    witness_policy,
)
from runtime.host.settings import LoadedSettings, load_settings, witness_folder


class WriterOptions(TypedDict):
    """What everybody who writes to a workspace's log gives it."""

    signer: Keyring
    origin: str
    runtime_version: str
    witnesses: Sequence[Witness]


def writer_options(loaded: LoadedSettings, ring: Keyring) -> WriterOptions:
    """What opens the log of these settings and keys for writing.

    Raises:
        ConfigurationError: a setting names no witness.
    """
    return {
        "signer": ring,
        "origin": loaded.settings.audit.origin,
        "runtime_version": VERSION,
        "witnesses": _witnesses_to_feed(loaded, ring.current.key),
    }


def open_log(
    loaded: LoadedSettings,
    ring: Keyring,
    *,
    create: bool = False,
    former: FormerCalls = FormerCalls(),  # noqa: B008  # immutable
) -> Log:
    """The audit log that the settings name, open for writing.

    Raises:
        ConfigurationError: the settings do not fit the log's store.
        AuditError: as `Log.open`.
    """
    log = Log.open(
        log_location(loaded),
        create=create,
        keep_values=loaded.settings.audit.vault,
        former=former,
        hidden_names=loaded.settings.audit.hide,
        publish=_publisher(loaded, ring.current.key),
        **writer_options(loaded, ring),
    )
    try:
        _finish_rotation(loaded, ring, log)
    except BaseException:
        log.close()
        raise
    return log


def rotate_key_of(folder: str | Path, given: Path | None = None) -> tuple[VerifierKey, VerifierKey]:
    """Hand a folder's log over to a new key; the old and the new one. What an interrupted attempt left is finished.

    Args:
        folder: The folder.
        given: The file of the key that takes over, which is moved into its place; one is made unless given.

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
    ring = make_next(key_file(loaded), ring, key_passphrase(loaded), given)
    with open_log(loaded, ring) as log:
        if not _finish_rotation(loaded, ring, log):
            log.rotate()
    with open_log(loaded, ring) as log:  # signs with the new key at once, and puts its file in place
        return ring.current.key, log.key


def _publisher(loaded: LoadedSettings, key: VerifierKey) -> StartPublisher | None:
    """What has checkpoints cosigned, where the settings name a policy."""
    policy = witness_policy(loaded)
    if policy is None:
        return None
    from runtime.audit.keys.auditor_key import load_auditor_key
    from runtime.audit.witness.policy_file import open_cosigners

    cosigners = open_cosigners(
        policy,
        own=witness_folder(),
        workspace=loaded.workspace,
        log=log_location(loaded),
        keys=key_history(loaded, key),
        successions=load_successions(key_file(loaded)),
        load_key=lambda path: load_auditor_key(path, key_passphrase(loaded, str(path))),
    )

    def start(contradicted: Callable[[AuditError], None]) -> Publisher:
        settings = loaded.settings.audit
        return Publisher(
            policy,
            cosigners,
            published_checkpoints(loaded, key),
            wait_s=settings.policy_wait_s,
            refuses=settings.unwitnessed == "refuse",
            contradicted=contradicted,
        )

    return start


def _witnesses_to_feed(loaded: LoadedSettings, key: VerifierKey) -> list[Witness]:
    """The witnesses of the log of this key, the parent log among them, to hand checkpoints to."""
    keys = key_history(loaded, key)
    witnesses = configured_witnesses(loaded, keys)
    above = parent_settings(loaded)
    return witnesses if above is None else [_parent_to_feed(loaded, above, keys), *witnesses]


def _parent_to_feed(loaded: LoadedSettings, above: LoadedSettings, keys: Sequence[VerifierKey]) -> Witness:
    """The parent's log, which is opened by the accepted settings of its own workspace."""
    from runtime.audit.shards.parent_writer import ParentLogWriter  # few workspaces are shards
    from runtime.audit.shards.shard_place import shard_place

    def open_parent() -> Log:
        return open_log(above, open_keyring(above, trusted=False))

    parent = log_location(above)
    place = shard_place(parent, log_location(loaded), loaded.settings.audit.origin)
    return ParentLogWriter(parent, keys, shard=place, open_log=open_parent)


def _finish_rotation(loaded: LoadedSettings, ring: Keyring, log: Log) -> bool:
    """Put the next key's file in its place where the log shows that it took over; whether it did."""
    over = ring.next is not None and log.key == ring.next.key
    if over:
        finish_rotation(key_file(loaded), ring)
    return over


def _has_writer(location: Location) -> bool:
    try:
        return location.has_writer()
    except OSError as error:
        raise AuditWriteFailed(f"The log cannot be read: {error.strerror}") from None
    finally:
        location.close()
