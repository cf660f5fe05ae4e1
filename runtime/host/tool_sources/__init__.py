"""The sources of tools: each module of this package turns one kind of file of a tools folder into tools, and is found by its file name.

A module has two names:

``wants(file)``
    says of a file, before it is read, whether this source would look at it. What no source wants is neither read nor accepted.

``SOURCE``
    a subclass of `ToolSource`, made once for a catalog. Its `load` is given a folder as it was read, and yields for each of its files what is registered, or why
    the file was skipped.

What a source needs beyond that is its backend, which `ToolSource.backend_for` makes when the first tool asks for it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import msgspec

from runtime.capability.handles import Reserved
from runtime.contracts.ports import Backend, Tool

if TYPE_CHECKING:
    from runtime.host.settings import Settings

__all__ = [
    "FolderFile", "Loaded", "Skipped", "SourceModule", "SourceSetup", "ToolFolder", "ToolSource", "is_wanted", "source_modules",
]  # fmt: skip


class FolderFile(NamedTuple):
    """A file of a tools folder, before it is read."""

    name: str
    at_top: bool
    """Whether it lies in the tools folder itself."""
    executable: bool
    """Whether its owner may execute it."""


class ToolFolder(msgspec.Struct, frozen=True):
    """One tools folder as it was when it was read."""

    name: str
    """As the settings name it."""
    place: Path
    files: dict[str, bytes]
    """By path in the folder, in POSIX form."""
    executable: frozenset[str] = frozenset()
    """Which of them their owner may execute."""
    others: tuple[str, ...] = ()
    """The files at its top that no source wants."""


class Loaded(msgspec.Struct, frozen=True):
    """What a file gave: a function marked with ``@tool``, or a `Tool`."""

    file: str
    item: Any


class Skipped(msgspec.Struct, frozen=True):
    """A file that gave no tool, and why."""

    file: str
    code: str
    """The reason as a word for programs, such as ``describe.status``."""
    reason: str
    """The reason as a sentence."""


class SourceSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What sources and their backends are made from."""

    workspace: Path
    """Its absolute path, without links."""
    settings: Settings
    reserved: Reserved
    """What in the workspace no tool may reach."""
    secret: bytes
    """What this user's runtime alone knows: caches are authenticated with it."""
    cache: Path
    """The folder of this user's caches."""
    accepted_definitions: Callable[[], Mapping[str, Mapping[str, bytes]]] = dict
    """Reads the accepted definitions of other servers' tools, by server and tool."""
    stub: bool = False
    """Whether tools that declare a stub are to run that."""


class ToolSource:
    """The base of sources; the defaults are those of a source without tools, backends or resources."""

    lenient = False
    """Whether a name that is taken skips the file, instead of refusing the folder."""

    def __init__(self, setup: SourceSetup) -> None:
        """Start nothing yet."""
        self.setup = setup

    def shipped(self) -> Iterable[Any]:
        """The tools of this kind that come with the package."""
        return ()

    def load(self, folder: ToolFolder) -> Iterator[Loaded | Skipped]:
        """The tools of a folder that was accepted.

        Raises:
            ConfigurationError: one of its files must be corrected before anything runs.
        """
        del folder
        yield from ()

    def configured(self) -> Iterator[Loaded | Skipped]:
        """The tools of this kind that the settings name themselves: each a `Deferred`, which is made when it is first asked for."""
        yield from ()

    def backend_for(self, source: str) -> Backend | None:
        """The backend of manifests of this source or isolation; None for those that are not this source's."""
        del source
        return None

    def prepare(self, tools: list[Tool]) -> None:
        """Have ready what these tools will need; returns at once."""

    def close(self) -> None:
        """Release what the source and its backends hold."""


class SourceModule(Protocol):
    """A module of this package."""

    SOURCE: type[ToolSource]

    def wants(self, file: FolderFile) -> bool: ...


@cache
def source_modules() -> tuple[SourceModule, ...]:
    """The sources, by file name."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
    return tuple(cast("SourceModule", importlib.import_module(f"{__name__}.{name}")) for name in names)


def is_wanted(file: FolderFile) -> bool:
    """Whether any source would look at a file."""
    return any(module.wants(file) for module in source_modules())
