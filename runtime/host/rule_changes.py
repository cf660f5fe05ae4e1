"""The rules and values in which a policy differs from the accepted one, for whoever is asked to accept it."""

from __future__ import annotations

from runtime.contracts.errors import BundleInvalid
from runtime.host import pins
from runtime.host.acceptance import content_of
from runtime.host.differences import FoundFiles
from runtime.policy.bench.rule_changes import PolicyChange, compare
from runtime.policy.bundle import bundle_of


def changed_rules(found: FoundFiles) -> PolicyChange | None:
    """What differs from the accepted bundle; None where that cannot be said.

    It cannot where nothing was accepted before, where its copy is gone, or where either is no folder of rules.
    """
    pin = pins.pinned(found.workspace, found.subject)
    kept = None if pin is None else pins.kept_files(found.workspace, found.subject, pin.digest)
    if pin is None or kept is None:
        return None
    try:
        old, new = bundle_of(content_of(kept)), bundle_of(content_of(found.files))
        return compare(old, new) if old.digest == pin.digest else None
    except BundleInvalid:
        return None
