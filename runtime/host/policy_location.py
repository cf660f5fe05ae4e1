"""Where the policy of a workspace lies: the folder or the file that its settings name."""

from __future__ import annotations

from pathlib import Path

from runtime.contracts.errors import ConfigurationError, ConfigurationMissing
from runtime.host import resources
from runtime.host.settings import LoadedSettings, is_folder


def bundle_folder(loaded: LoadedSettings) -> Path:
    """The folder of the policy bundle that the settings name, or of the one that comes with the package.

    Raises:
        ConfigurationError: the engine takes no folder, or the folder is not there.
    """
    scheme, _, rest = loaded.settings.policy.engine.partition(":")
    if scheme != "rego":
        raise ConfigurationError(
            f"policy.engine: {scheme}: has no folder of policies",
            suggestion="Name the folder that the rules come from, where the command takes one.",
            field="policy.engine",
        )
    bundle = loaded.workspace / rest if rest else resources.folder("policies")
    if not is_folder(bundle):
        raise ConfigurationMissing(f"the policy folder {rest!r} is not there", field="policy.engine")
    return bundle


def compiled_bundle(loaded: LoadedSettings) -> Path | None:
    """The file of the compiled bundle that the settings name; None where they name no such."""
    scheme, _, rest = loaded.settings.policy.engine.partition(":")
    return loaded.workspace / rest if scheme == "wasm" and rest else None
