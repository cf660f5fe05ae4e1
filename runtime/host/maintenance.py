"""Maintains a workspace's log beside running calls: repairs a torn end, erases values from its vault."""

from __future__ import annotations

from pathlib import Path

from runtime.audit.maintain.erase import Erasure, erase
from runtime.audit.maintain.repair import RepairPlan, repair
from runtime.host.log_keys import open_keyring
from runtime.host.log_location import log_folder, log_location
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


def erase_call_of(folder: str | Path, call: str, *, reason: str = "") -> Erasure:
    """Erase what the vault of a folder's log holds of a call, and record that.

    Raises:
        ConfigurationError: as `Executor.open`; ``call.under_way``: the call has not ended.
        AuditError: ``audit.not_found``: the log knows no such call; or it cannot be written.
    """
    loaded, options = _open_settings(folder)
    return erase(log_folder(loaded), call=call, reason=reason, **options)


def _open_settings(folder: str | Path) -> tuple[LoadedSettings, WriterOptions]:
    """A folder's settings, and what opens its log for writing."""
    loaded = load_settings(Path(folder))
    return loaded, writer_options(loaded, open_keyring(loaded, trusted=False))
