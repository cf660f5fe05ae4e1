"""What a workspace's policies and tools are, and whether their user accepted them; its settings are looked at in `accepted_settings`.

Both are read once: the bytes that are compared with the pin are the bytes that are put in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from runtime.contracts.digest import digest
from runtime.contracts.errors import (
    ConfigurationError,
    ConfigurationUntrusted,
)
from runtime.host import pins, trust
from runtime.host.accepted_settings import find_settings
from runtime.host.differences import FoundFiles, kept_file, require_accepted
from runtime.host.pins import KeptFile, PinWatch, Subject
from runtime.host.policy_location import bundle_folder, compiled_bundle
from runtime.host.settings import LoadedSettings, load_settings
from runtime.host.tool_files import ToolFolder, all_files, digest_of, read_tool_folders
from runtime.policy.bundle import bundle_of
from runtime.policy.engines._sources import BundleSource
from runtime.policy.engines.rego import FolderBundle, try_out


def _source(loaded: LoadedSettings) -> BundleSource:
    compiled = compiled_bundle(loaded)
    if compiled is None:
        return FolderBundle(str(bundle_folder(loaded)))
    from runtime.policy.engines.wasm import WasmBundle

    return WasmBundle(compiled)


def find_policy(loaded: LoadedSettings) -> FoundFiles:
    """The policy bundle as it is now.

    Raises:
        ConfigurationError: it is not there, or cannot be read.
    """
    engine = _own_engine(loaded)
    if engine is not None:
        return FoundFiles(loaded.workspace, "policy", engine, {})
    source = _source(loaded)
    found, files = source.identify(source.read(0.0))
    return FoundFiles(loaded.workspace, "policy", found, _kept_policy(files))


def find_tools(loaded: LoadedSettings) -> FoundFiles:
    """The files of the tools folders as they are now. Raises as `read_tool_folders`."""
    return _tools(loaded, read_tool_folders(loaded.workspace, loaded.settings.tools.folders))


def accepted_tools(loaded: LoadedSettings) -> tuple[ToolFolder, ...]:
    """The tools folders, read once, as far as their user accepted them.

    Raises:
        ConfigurationChanged: ``config.changed``: another set of files was accepted, or none.
        ConfigurationError: as `read_tool_folders`.
    """
    folders = read_tool_folders(loaded.workspace, loaded.settings.tools.folders)
    if folders and loaded.pin:
        require_accepted(_tools(loaded, folders))
    return folders


def offer(folder: str | Path, subject: Subject) -> FoundFiles:
    """What a user may accept in a folder; a policy was tried out in a worker.

    Raises:
        ConfigurationUntrusted: this user has not accepted the folder itself.
        ConfigurationError: as `find_policy` and `find_tools`; ``policy.bundle_invalid`` for a bundle that could not be put in force.
    """
    loaded = load_settings(Path(folder))
    if trust.pinned_key(loaded.workspace) is None:
        raise ConfigurationUntrusted(f"this user has not accepted the folder {loaded.workspace.name!r}")
    if subject == "settings":
        return find_settings(loaded)
    if subject == "tools":
        return find_tools(loaded)
    found = find_policy(loaded)
    if files := content_of(found.files):
        policy = loaded.settings.policy
        if compiled_bundle(loaded) is not None:
            from runtime.policy.engines import wasm

            wasm.try_out(files, entry=policy.entry)
        else:
            try_out(bundle_of(files), entry=policy.entry, allow_builtins=frozenset(policy.allow_builtins))
    return found


def content_of(files: Mapping[str, KeptFile]) -> dict[str, bytes]:
    """The files whose content is kept."""
    return {path: file.content for path, file in files.items() if file.content is not None}


def accept(found: FoundFiles) -> None:
    """Pin what was found, as it was read. Raises ConfigurationError."""
    pins.accept(found.workspace, found.subject, found.digest, found.files)


def publish(found: FoundFiles) -> None:
    """Let every process of this user follow to a policy where none need be accepted. Raises ConfigurationError."""
    pins.accept(found.workspace, found.subject, found.digest, found.files, renew=True)


class PolicyPin:
    """The accepted bundle of a workspace, watched while calls are decided: a `BundlePin`.

    With pins every decision is the accepted bundle's. Without (``pin = false``, settings made in code) no bundle need be accepted, and a reload
    in one process is published by the same file, for all others of this user.
    """

    def __init__(self, loaded: LoadedSettings) -> None:
        """Look at what is accepted now.

        Raises:
            ConfigurationError: it cannot be read.
        """
        self._workspace = loaded.workspace
        self._engine = _own_engine(loaded)
        self._pinned = loaded.pin
        self._watch: PinWatch | None
        try:
            self._watch = PinWatch(loaded.workspace, "policy")
            self._number = self._latest_number(self._watch)
        except ConfigurationError:
            if loaded.pin:
                raise
            self._watch = None  # a home that this user cannot read: nothing is published there either

    def demanded(self) -> str | None:
        """The digest that must decide; without pins, None until one is published."""
        if self._watch is None:
            return None
        pin = self._watch.pin()
        if self._pinned:
            if pin is None:
                return ""
            return None if pin.digest == self._engine else pin.digest
        return pin.digest if pin is not None and pin.number != self._number else None

    def kept(self, bundle: str) -> Mapping[str, bytes]:
        """The copy of an accepted bundle."""
        files = pins.kept_files(self._workspace, "policy", bundle) if bundle else None
        if files is None:
            raise ConfigurationError("there is no copy of the accepted policies")
        return content_of(files)

    def require(self, bundle: str, files: Mapping[str, bytes]) -> None:
        """Raise ConfigurationChanged where another bundle is accepted."""
        if self._pinned:
            of_package = self._engine is not None
            found = self._engine if self._engine is not None else bundle
            kept = {} if of_package else _kept_policy(files)
            require_accepted(FoundFiles(self._workspace, "policy", found, kept))

    def publish(self, bundle: str, files: Mapping[str, bytes]) -> None:
        """Without pins, let the other processes follow."""
        if not self._pinned:
            pins.accept(self._workspace, "policy", bundle, _kept_policy(files), renew=True)

    @staticmethod
    def _latest_number(watch: PinWatch) -> int:
        pin = watch.pin()
        return 0 if pin is None else pin.number


def _own_engine(loaded: LoadedSettings) -> str | None:
    """The engine's URL where nothing in the workspace decides; None where a folder or a file of it does."""
    engine = loaded.settings.policy.engine
    scheme, _, rest = engine.partition(":")
    return None if scheme in ("rego", "wasm") and rest else engine


def _tools(loaded: LoadedSettings, folders: tuple[ToolFolder, ...]) -> FoundFiles:
    kept = {path: kept_file(data) for path, data in all_files(folders).items()}
    return FoundFiles(loaded.workspace, "tools", digest_of(folders), kept)


def _kept_policy(files: Mapping[str, bytes]) -> dict[str, KeptFile]:
    """All of them whole: processes that run load them from the copy."""
    return {path: KeptFile(digest(data), data) for path, data in files.items()}
