"""Where a workspace's log is, and which witnesses can be asked about it: what a verification needs, and nothing that writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from runtime.audit.format.note import VerifierKey
from runtime.audit.format.trust_policy import TrustPolicy
from runtime.audit.keys.key_files import load_successions
from runtime.audit.stores import Location, find_location
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.witness.opening import open_witness
from runtime.audit.witness.port import Witness
from runtime.contracts.errors import AuditUnproven, ConfigurationError
from runtime.host.log_keys import key_file, key_history, require_pinned
from runtime.host.settings import LoadedSettings, load_settings, witness_folder


def log_location(loaded: LoadedSettings) -> Location:
    """Where the audit log is that the settings name.

    Raises:
        ConfigurationError: the store's scheme is unknown, or its driver is missing.
    """
    settings = loaded.settings.audit
    return find_location(settings.store, loaded.workspace, settings.origin)


def location_to_read(loaded: LoadedSettings) -> Location:
    """Where the audit log is, for whoever only looks at it.

    Raises:
        ConfigurationUntrusted: a folder that this user has not accepted names a server: nobody connects there for it.
        ConfigurationError: as `log_location`.
    """
    location = log_location(loaded)
    if location.folder is None and loaded.project_file is not None:
        require_pinned(loaded)
    return location


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


def witnesses_to_ask(loaded: LoadedSettings, key: VerifierKey) -> list[Witness]:
    """The witnesses of the log of this key that the settings name: the parent log first, then the others.

    Raises:
        ConfigurationError: a setting names none.
    """
    keys = key_history(loaded, key)
    witnesses = configured_witnesses(loaded, keys)
    above = parent_settings(loaded)
    if above is None:
        return witnesses
    from runtime.audit.shards.parent_log import ParentLog  # few workspaces are shards

    return [ParentLog(log_location(above), keys), *witnesses]


def configured_witnesses(loaded: LoadedSettings, keys: Sequence[VerifierKey]) -> list[Witness]:
    """The folders and servers that ``audit.witness`` names, for a log that these keys signed, the first one first.

    Raises:
        ConfigurationError: a setting names none.
    """
    successions = load_successions(key_file(loaded))
    return [
        open_witness(
            text,
            own=witness_folder(),
            workspace=loaded.workspace,
            log=log_location(loaded),
            keys=keys,
            successions=successions,
        )
        for text in loaded.settings.audit.witness
    ]


def witness_policy(loaded: LoadedSettings) -> TrustPolicy | None:
    """The policy that checkpoints have to meet before they are handed out, None where the settings name none.

    Raises:
        ConfigurationError: it does not hold.
    """
    from runtime.audit.witness.policy_file import read_policy  # few workspaces have one

    name = loaded.settings.audit.policy
    return read_policy(loaded.workspace / name) if name else None


def published_checkpoints(loaded: LoadedSettings, key: VerifierKey) -> FolderWitness:
    """What was published of the log of this key."""
    from runtime.audit.witness.policy_file import published_of

    return published_of(witness_folder(), key_history(loaded, key), load_successions(key_file(loaded)))


def published_note(loaded: LoadedSettings, key: VerifierKey) -> bytes | None:
    """The checkpoint that the workspace hands out: the newest that met its policy; None where it has no policy, and any is handed out.

    Raises:
        AuditUnproven: ``audit.unproven``: none has met it.
        ConfigurationError: the policy does not hold.
    """
    if witness_policy(loaded) is None:
        return None
    note = published_checkpoints(loaded, key).newest_note()
    if note is None:
        raise AuditUnproven(
            "No checkpoint has met the witness policy yet, so none is handed out",
            suggestion="See that the policy's witnesses can be reached, and make a call.",
        )
    return note


def parent_settings(loaded: LoadedSettings) -> LoadedSettings | None:
    """The settings of the workspace whose log keeps the checkpoints of this one, None where there is none.

    Raises:
        ConfigurationError: it is the workspace itself, or has a parent of its own.
    """
    parent = loaded.settings.audit.parent
    if not parent:
        return None
    above = load_settings(loaded.workspace / parent)
    if above.workspace == loaded.workspace or above.settings.audit.parent:
        raise ConfigurationError(
            "audit.parent: the parent is another workspace, which has no parent itself", field="audit.parent"
        )
    return above
