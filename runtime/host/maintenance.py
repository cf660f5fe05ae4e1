"""Maintains a workspace's log beside running calls: repairs a torn end, erases values from its vault, holds, archives."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from runtime.audit.archive.opening import open_archive
from runtime.audit.maintain.erase import Erasure, Selection, erase_calls, select_for_erasure
from runtime.audit.maintain.holds import Hold, place_hold, read_holds, release_hold, require_signed
from runtime.audit.maintain.repair import RepairPlan, repair
from runtime.audit.maintain.retain import RetentionReport, RetentionRule, retain
from runtime.audit.stores import with_archive
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


def retain_log_of(folder: str | Path, given: Mapping[str, Any], **options: Any) -> RetentionReport:
    """Erase the values and archive the segments of a folder's log that are older than the settings say, or the fields of a rule that are given.

    Raises:
        ConfigurationError: as `Executor.open`; nothing says how long to keep what.
        AuditError: as `runtime.audit.maintain.retain.retain`.
    """
    loaded, writer = _open_settings(folder)
    rule = msgspec.structs.replace(retention_rule(loaded), **given)
    place = with_archive(
        log_location(loaded), open_archive(rule.archive, loaded.workspace).url if rule.archive else ""
    )
    return retain(place, rule, base=loaded.workspace, **writer, **options)


def retention_rule(loaded: LoadedSettings) -> RetentionRule:
    """How long the settings keep what."""
    settings = loaded.settings.retention
    return RetentionRule(
        records_days=settings.records_days, values_days=settings.values_days, archive=settings.archive
    )


def place_hold_of(folder: str | Path, **hold: Any) -> Hold:
    """Place a legal hold on a folder's log; takes what `place_hold` takes.

    Raises:
        ConfigurationError: as `Executor.open`; or the hold covers nothing.
        AuditError: the log cannot be written.
    """
    loaded, options = _open_settings(folder)
    return place_hold(log_location(loaded), **options, **hold)


def release_hold_of(folder: str | Path, hold: str, *, released_by: str, reason: str) -> Hold:
    """End a legal hold on a folder's log.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: ``audit.not_found``: no such hold is in force; or the log cannot be written.
    """
    loaded, options = _open_settings(folder)
    return release_hold(log_location(loaded), hold=hold, released_by=released_by, reason=reason, **options)


def holds_of(folder: str | Path) -> list[Hold]:
    """The legal holds that are in force on a folder's log, the oldest first.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log is not what was signed, or cannot be read.
    """
    loaded, options = _open_settings(folder)
    location, ring = log_location(loaded), options["signer"]
    require_signed(location, ring)
    return read_holds(location, ring)


def _open_settings(folder: str | Path) -> tuple[LoadedSettings, WriterOptions]:
    """A folder's settings, and what opens its log for writing."""
    loaded = load_settings(Path(folder))
    return loaded, writer_options(loaded, open_keyring(loaded, trusted=False))
