"""One look at the policy of a workspace while somebody edits it: whether it is sound, what its tests say, what it would change.

Where policies need no acceptance (``pin = false``), a sound version whose tests pass is put in force in every process of this user. What
is unsound, or fails its tests, changes nothing: what decided before goes on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from runtime.host.acceptance import offer, publish
from runtime.host.differences import compare
from runtime.host.policy_location import bundle_folder, compiled_bundle
from runtime.host.rule_changes import changed_rules
from runtime.host.settings import LoadedSettings, load_settings
from runtime.policy.bench.rule_changes import PolicyChange
from runtime.policy.bundle import bundle_of, read_settled
from runtime.policy.testing import TestResult, run_bundle_tests

WatchState = Literal["accepted", "waiting", "failing", "in_force", "moved"]


class WatchedPolicy(msgspec.Struct, frozen=True):
    """What one look found.

    ``accepted``: it is the one that decides. ``waiting``: it is sound and nobody accepted it. ``failing``: a test fails. ``in_force``: every
    process takes it up now. ``moved``: it was changed meanwhile; look again.
    """

    state: WatchState
    bundle: str
    tests: tuple[TestResult, ...]
    changed: PolicyChange | None
    """What differs from the one that decides; None where that cannot be said."""

    @property
    def failed(self) -> tuple[TestResult, ...]:
        """The tests that do not pass."""
        return tuple(test for test in self.tests if test.outcome in ("failed", "error"))


def watched_place(folder: str) -> Path:
    """The folder or file whose changes are to be looked at.

    Raises:
        ConfigurationError: the engine has none.
    """
    loaded = load_settings(Path(folder))
    return compiled_bundle(loaded) or bundle_folder(loaded)


def look(folder: str) -> WatchedPolicy:
    """Check, test and compare the policy as it is now.

    Raises:
        BundleInvalid: it cannot be put in force.
        ConfigurationError: it is not there, or this user has not accepted the folder.
    """
    loaded = load_settings(Path(folder))
    tests: tuple[TestResult, ...] = ()
    tested = ""
    if compiled_bundle(loaded) is None:
        tests, tested = _tested(loaded)
    found = offer(folder, "policy")
    if tested and found.files and found.digest != tested:
        return WatchedPolicy("moved", found.digest, tests, None)
    difference = compare(found)
    changed = None if difference.is_none else changed_rules(found)
    looked = WatchedPolicy("accepted", found.digest, tests, changed)
    if looked.failed:
        return msgspec.structs.replace(looked, state="failing")
    if loaded.pin:
        return looked if difference.is_none else msgspec.structs.replace(looked, state="waiting")
    publish(found)  # also what was published before: since then a process may have opened another one
    return msgspec.structs.replace(looked, state="in_force")


def _tested(loaded: LoadedSettings) -> tuple[tuple[TestResult, ...], str]:
    """The results of the tests, and the digest of the bundle that they were run with."""
    policy = loaded.settings.policy
    bundle = bundle_of(read_settled(bundle_folder(loaded)))
    results = run_bundle_tests(bundle, entry=policy.entry, allow_builtins=frozenset(policy.allow_builtins))
    return results, bundle.digest
