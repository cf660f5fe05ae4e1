"""What operators do to a folder's log beside running calls: repair it, erase from its vault."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from runtime.audit.maintain.erase import Erasure, erase
from runtime.audit.maintain.repair import RepairPlan, repair
from runtime.host.log_setup import log_folder, log_location, open_keyring, open_witnesses
from runtime.host.settings import load_settings


def repair_log_of(folder: str | Path, *, apply: bool) -> RepairPlan:
    """Plan the repair of the torn end of a folder's log, or carry it out.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log cannot be repaired.
    """
    loaded = load_settings(Path(folder))
    ring = open_keyring(loaded, trusted=False)
    return repair(
        log_location(loaded),
        signer=ring,
        origin=loaded.settings.audit.origin,
        runtime_version=version("cathedral-runtime"),
        witnesses=open_witnesses(loaded, ring.current.key),
        apply=apply,
    )


def erase_call_of(folder: str | Path, call: str, *, reason: str = "") -> Erasure:
    """Erase what the vault of a folder's log holds of a call, and record that.

    Raises:
        ConfigurationError: as `Executor.open`; ``call.under_way``: the call has not ended.
        AuditError: ``audit.not_found``: the log knows no such call; or it cannot be written.
    """
    loaded = load_settings(Path(folder))
    ring = open_keyring(loaded, trusted=False)
    return erase(
        log_folder(loaded),
        signer=ring,
        origin=loaded.settings.audit.origin,
        runtime_version=version("cathedral-runtime"),
        witnesses=open_witnesses(loaded, ring.current.key),
        call=call,
        reason=reason,
    )
