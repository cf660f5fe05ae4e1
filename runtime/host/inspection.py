"""What the settings of a folder name, for whoever looks at it or answers in it: no executor is opened."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from runtime.approval.clock import ForwardClock, system_time_us
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.audit.read.reader import LogReader
from runtime.contracts.errors import Error, ToolNotFound
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import Tool
from runtime.executor.prepared import canonical_arguments
from runtime.host.composition import open_inbox, open_shells
from runtime.host.discovery import open_catalog
from runtime.host.log_keys import open_keyring
from runtime.host.log_location import location_to_read
from runtime.host.settings import LoadedSettings, load_settings, rules_file
from runtime.host.shell_sessions import ShellSessions
from runtime.sdk.registry import Registry


def list_manifests(folder: str | Path) -> list[Manifest]:
    """The declarations of the tools that an executor of this folder would offer, by name.

    Raises:
        ConfigurationUntrusted: the folder brings tools of its own, and this user has not accepted it.
    """
    return [tool.manifest for tool in _offered(folder)]


def find_manifest(folder: str | Path, name: str) -> Manifest:
    """One tool's declaration.

    Raises:
        ToolNotFound: no tool of that name; the suggestion names the nearest.
    """
    return _find(folder, name).manifest


def canonical_arguments_of(
    folder: str | Path, name: str, arguments: Mapping[str, Any] | str | bytes
) -> bytes:
    """The arguments of a call as its approver would be asked about them.

    Raises:
        ToolNotFound: no tool of that name.
        InputInvalid: the arguments do not fit the tool's schema, or the tool refuses them.
    """
    workspace = load_settings(Path(folder)).workspace
    return canonical_arguments(_find(folder, name), arguments, str(workspace.resolve()))


def inbox_of(folder: str | Path) -> Inbox:
    """The inbox of a folder, for whoever answers in it.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log's key, which answers are sealed with, cannot be used.
    """
    loaded = load_settings(Path(folder))
    signer = open_keyring(loaded, trusted=False).current
    return open_inbox(loaded, signer, now_us=ForwardClock(partial(_time_us, loaded)))


def shells_of(folder: str | Path) -> ShellSessions:
    """The virtual shells that are kept between the calls of a folder's workspace.

    Raises:
        ConfigurationError: there is no key, or this user has not accepted the folder.
        AuditKeyUnusable: the key's file cannot be read safely.
    """
    loaded = load_settings(Path(folder))
    return open_shells(loaded, open_keyring(loaded, trusted=False).current)


def rules_of(folder: str | Path) -> RuleFile:
    """This user's rules, as they hold in a folder.

    Raises:
        ConfigurationError: the folder's settings cannot be read.
    """
    loaded = load_settings(Path(folder))
    return RuleFile(rules_file(), loaded.workspace, now_us=ForwardClock(partial(_time_us, loaded)))


def _time_us(loaded: LoadedSettings) -> int:
    """Real time, but never before the last record's, for whoever looks at approvals without opening the log.

    Nobody relies on it: the executor asks the log that it writes.
    """
    recorded_us = 0
    with contextlib.suppress(Error), LogReader(location_to_read(loaded)) as reader:
        recorded_us = reader.last_time_us()
    return max(system_time_us(), recorded_us)


def _find(folder: str | Path, name: str) -> Tool:
    registry = _offered(folder)
    tool = registry.get(name)
    if tool is None:
        near = registry.suggest(name)
        raise ToolNotFound(f"no tool is named {name!r}", suggestion=f"Did you mean {near!r}?" if near else "")
    return tool


def _offered(folder: str | Path) -> Registry:
    return open_catalog(load_settings(Path(folder))).registry
