"""Maintains a workspace's log beside running calls: repairs a torn end, erases values from its vault."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from runtime.audit.maintain.erase import Erasure, Selection, erase_calls, select_for_erasure
from runtime.audit.maintain.repair import RepairPlan, repair
from runtime.host.log_keys import open_keyring
from runtime.host.log_location import location_to_read, log_location
from runtime.host.log_setup import WriterOptions, writer_options
from runtime.host.settings import LoadedSettings, load_settings


def repair_log_of(folder: str | Path, *, apply: bool) -> RepairPlan:
    """Plan the repair of the torn end of a folder's log, or carry it out.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log cannot be repaired.
    """
    loaded, options = _open_settings(folder)
    return repair(log_location(loaded), apply=apply, **options)


def calls_to_erase(folder: str | Path, **conditions: Any) -> list[str]:
    """The ids of the ended calls of a folder's log that meet the conditions of a `Selection`. Nothing is changed.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log or its vault cannot be read.
    """
    return select_for_erasure(location_to_read(load_settings(Path(folder))), Selection(**conditions))


def erase_calls_of(folder: str | Path, calls: Collection[str], *, reason: str = "") -> list[Erasure]:
    """Erase what the vault of a folder's log holds of calls, and record that.

    Raises:
        ConfigurationError: as `Executor.open`; ``call.under_way``: a call has not ended.
        AuditError: ``audit.not_found``: the log knows no such call; or it cannot be written.
    """
    loaded, options = _open_settings(folder)
    return erase_calls(log_location(loaded), calls=calls, reason=reason, **options)


def _open_settings(folder: str | Path) -> tuple[LoadedSettings, WriterOptions]:
    """A folder's settings, and what opens its log for writing."""
    loaded = load_settings(Path(folder))
    return loaded, writer_options(loaded, open_keyring(loaded, trusted=False))
