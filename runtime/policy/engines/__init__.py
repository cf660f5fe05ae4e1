"""Policy engines, one file each. An engine's module says which URL schemes it serves, and opens them::

    SCHEMES = ("rego",)
    def open_url(rest: str, options: EngineOptions) -> GuardedEngine: ...

A new engine is one new file here; nothing lists it.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Literal

import msgspec

from runtime.contracts.errors import ConfigurationError
from runtime.policy.facts import CheckMemo
from runtime.policy.guard import BundlePin, GuardedEngine
from runtime.policy.shared_evaluators import SharedEvaluators

ENTRY = "data.runtime.authz.decision"
Isolation = Literal["worker", "in_process"]


class EngineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What an engine is opened with."""

    isolation: Isolation
    deadline_s: float
    cache_size: int
    entry: str
    max_stale_s: float
    allow_builtins: frozenset[str]
    pin: BundlePin | None = None
    scheme: str = ""
    """Of the URL, for an engine that serves several."""
    memo: CheckMemo | None = None
    shared: SharedEvaluators | None = None


def open_engine(
    url: str,
    *,
    isolation: Isolation = "worker",
    deadline_s: float = 1.0,
    cache_size: int = 4096,
    entry: str = ENTRY,
    max_stale_s: float = 3600.0,
    allow_builtins: frozenset[str] = frozenset(),
    pin: BundlePin | None = None,
    memo: CheckMemo | None = None,
    shared: SharedEvaluators | None = None,
) -> GuardedEngine:
    """A policy engine by URL, its bundle loaded and checked: ``rego:policies/``.

    Args:
        url: The scheme chooses the engine, the rest is where it finds its policy.
        isolation: ``worker`` evaluates in a child process within the deadline; ``in_process`` has no deadline
            and is for the command line and tests.
        deadline_s: How long one evaluation may take.
        cache_size: Decisions kept for equal questions; 0 keeps none.
        entry: The rule that every call is put to.
        max_stale_s: How long the last good bundle may decide after a reload failed.
        allow_builtins: Clock and random functions that policies may call, for example ``time.now_ns``.
        pin: Which bundle the user accepted; None lets the folder's content decide, as it is at opening and at each reload.
        memo: What remembers bundles that were found sound; None has each one checked.
        shared: What shares evaluators among the engines of one process; None gives this engine its own.

    Raises:
        BundleInvalid: the bundle cannot be loaded safely.
        ConfigurationError: no engine serves the scheme, or an option is out of range.
    """
    scheme, colon, rest = url.partition(":")
    options = EngineOptions(
        isolation=isolation,
        deadline_s=deadline_s,
        cache_size=cache_size,
        entry=entry,
        max_stale_s=max_stale_s,
        allow_builtins=frozenset(allow_builtins),
        pin=pin,
        scheme=scheme,
        memo=memo,
        shared=shared,
    )
    _require_sane(options)
    engines = _named_after(scheme) if colon else {}
    engines = engines or discover()
    if not colon or scheme not in engines:
        known = ", ".join(f"{name}:" for name in sorted(engines))
        raise ConfigurationError(
            f"no policy engine serves {url!r}", suggestion=f"Name an engine by its scheme: {known}"
        )
    engine: GuardedEngine = engines[scheme].open_url(rest, options)
    return engine


def _named_after(scheme: str) -> dict[str, ModuleType]:
    """The engine in the file of the scheme's own name, if there is one: most need none of the others."""
    if not (scheme.isidentifier() and Path(__file__).with_name(f"{scheme}.py").exists()):
        return {}
    module = importlib.import_module(f"{__name__}.{scheme}")
    return {scheme: module} if scheme in module.SCHEMES else {}


def discover() -> dict[str, ModuleType]:
    """The engines' modules by URL scheme. Importing one imports no engine library."""
    found: dict[str, ModuleType] = {}
    for file in sorted(Path(__file__).parent.glob("[!_]*.py")):
        module = importlib.import_module(f"{__name__}.{file.stem}")
        for scheme in module.SCHEMES:
            if scheme in found:
                raise ConfigurationError(
                    f"two policy engines serve {scheme}:", suggestion="Remove one of the two engine files."
                )
            found[scheme] = module
    return found


def _require_sane(options: EngineOptions) -> None:
    for name, good, wanted in (
        ("isolation", options.isolation in ("worker", "in_process"), '"worker" or "in_process"'),
        ("deadline_s", 0 < options.deadline_s <= 60, "more than 0 and at most 60 seconds"),
        ("cache_size", options.cache_size >= 0, "0 or more"),
        ("max_stale_s", options.max_stale_s >= 0, "0 or more seconds"),  # False for NaN, too
        ("entry", options.entry.startswith("data."), "a rule such as data.runtime.authz.decision"),
    ):
        if not good:
            raise ConfigurationError(f"policy {name} must be {wanted}", suggestion=f"Correct {name}.")
