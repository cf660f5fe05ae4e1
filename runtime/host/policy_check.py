"""What can be said of a policy before any call: of a folder all, of a compiled bundle and of a server less, and then what is left open."""

from __future__ import annotations

from pathlib import Path

import msgspec

from runtime.host import resources
from runtime.host.policy_location import bundle_folder, compiled_bundle
from runtime.host.policy_memo import PolicyMemo
from runtime.host.settings import LoadedSettings, load_settings
from runtime.policy.bundle import load
from runtime.policy.problem import PolicyProblem, refuse

_OF_A_FOLDER = ("every file", "what its rules mean and name", "an answer to a sample question")
_OF_A_MODULE = (
    "the file and its data",
    "its entry",
    "the functions that it calls",
    "an answer to a sample question",
)
_NOT_OF_A_MODULE = (
    "what its rules name in data and input: check the folder that it was compiled from",
    "tests, which are not in it",
)
_OF_A_SERVER = ("that it answers within the deadline", "an answer to a sample question")
_NOT_OF_A_SERVER = (
    "its rules, data and tests, which nobody here can read, and which may change at any time",
)


class CheckedPolicy(msgspec.Struct, frozen=True):
    """A policy that was found sound, as far as it was looked at."""

    engine: str
    """The URL that was opened."""
    bundle: str
    """The digest of what decides; for a server, of its address and entry."""
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    """What could not be looked at; nothing for a folder."""


def check_engine(folder: str, named: str | None = None) -> CheckedPolicy:
    """Open a policy as an executor does, and put a sample question to it.

    Args:
        folder: The workspace, whose settings say the entry and the built-in functions that are allowed.
        named: A folder, or an engine's URL: ``wasm:FILE``. None is the policy of the workspace.

    Raises:
        BundleInvalid: it cannot be put in force, or a server gives no decision.
        ConfigurationError: it is not there; or the settings that name a server are not accepted.
    """
    loaded = load_settings(Path(folder))
    url = _configured(loaded) if named is None else _url(named)
    is_server = url.startswith("opa+")
    if is_server and named is None:
        from runtime.host.log_keys import require_pinned

        require_pinned(loaded)  # a cloned folder must not choose whom this user's token goes to
    policy = loaded.settings.policy
    allowed = frozenset(policy.allow_builtins)
    if url.startswith("rego:"):
        from runtime.policy.engines.rego import try_out

        bundle = load(url.removeprefix("rego:"))
        try_out(bundle, entry=policy.entry, allow_builtins=allowed, memo=PolicyMemo())
        return CheckedPolicy(url, bundle.digest, _OF_A_FOLDER, ())
    from runtime.policy.engines import open_engine

    engine = open_engine(
        url, deadline_s=policy.deadline_s, cache_size=0, entry=policy.entry, allow_builtins=allowed
    )
    try:
        if not is_server:
            return CheckedPolicy(url, engine.bundle, _OF_A_MODULE, _NOT_OF_A_MODULE)
        from runtime.policy.engines._trial import SAMPLE_CALL

        decision = engine.decide(SAMPLE_CALL)
        if decision.outcome not in ("allow", "ask", "deny"):
            what = f"gives no decision on a sample question: {decision.outcome}: {decision.detail}"
            raise refuse([PolicyProblem(url, 0, 0, what)])
        return CheckedPolicy(url, engine.bundle, _OF_A_SERVER, _NOT_OF_A_SERVER)
    finally:
        engine.close()


def _configured(loaded: LoadedSettings) -> str:
    """The URL of the engine with the place that it really names."""
    engine = loaded.settings.policy.engine
    if engine.startswith("rego:"):
        return f"rego:{bundle_folder(loaded)}"
    compiled = compiled_bundle(loaded)
    return engine if compiled is None else f"wasm:{compiled}"


def _url(named: str) -> str:
    """What somebody named on a command line: a URL where it begins with an engine's scheme, else a folder."""
    if named == "rego:":
        return f"rego:{resources.folder('policies')}"
    is_url = named.startswith(("rego:", "wasm:", "opa+http:", "opa+https:"))
    return named if is_url else f"rego:{named}"
