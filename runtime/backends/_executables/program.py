"""A tool that is a program: its declaration, the bytes that were accepted, and what a call executes."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from runtime.contracts import canonical
from runtime.contracts.digest import digest
from runtime.contracts.errors import BackendFault, ToolChanged
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ToolContext

MAX_ARGUMENT_BYTES = 100_000
"""The arguments come in ``$1``; larger ones on stdin, and ``$1`` is ``-``."""
MAX_DESCRIPTION_BYTES = 262_144
"""What an executable may write when it is asked ``--describe``."""
SHOWN_AT = "/tool"
"""Where a program sees its own file."""
SERVE = "--serve"
"""What a program is told that serves many calls."""
_STUB = {"RUNTIME_STUB": "1", "SHELLCLAW_STUB": "1"}
_READING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Undescribed(Exception):  # no fault of the runtime, and told as a reason
    """A file is no tool: why, as a word and as a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class ProgramOrder(NamedTuple):
    """What one call executes."""

    argv: tuple[str, ...]
    file: Path | None
    """The private copy of the accepted file, where that is what is executed."""
    commands: tuple[str, ...] | None
    """The only commands that may be executed; None leaves it to the call's grants."""
    stdin: bytes
    environment: dict[str, str]
    serves: bool = False
    """Whether one process serves many calls, and reads what is on ``stdin`` as a line."""


class ProgramOrigin(NamedTuple):
    """The file in the tools folder that a tool was made from."""

    place: Path
    digest: str
    must_execute: bool


class ProgramTool:
    """A tool whose source is ``subprocess``."""

    blocking = True

    def __init__(
        self,
        manifest: Manifest,
        origin: ProgramOrigin,
        make_order: Callable[[dict[str, Any]], ProgramOrder | str],
        check: Callable[[dict[str, Any]], None] | None = None,
        ignored: tuple[str, ...] = (),
    ) -> None:
        """Keep them.

        Args:
            manifest: The declaration.
            origin: Where it comes from.
            make_order: What a call with these arguments executes, or the fixed answer of a stub.
            check: What it refuses beyond its schema.
            ignored: Names in its declaration that mean nothing here.
        """
        self.manifest = manifest
        self.origin = origin
        self.make_order = make_order
        self.check = check
        self.ignored = ignored
        self._seen: tuple[int, ...] | None = None

    def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002
        """Refuses: a program runs under its backend's walls or not at all."""
        raise BackendFault(f"{self.manifest.name} is run by its backend alone")

    def require_unchanged(self) -> None:
        """See that the tools folder still holds the file that was accepted.

        What is executed is a copy of it: this tells whoever edits the file that the edit has no effect yet.

        Raises:
            ToolChanged: it does not.
        """
        try:
            if self._seen is not None and _identity(os.lstat(self.origin.place)) == self._seen:
                return
            self._seen = self._look()
        except OSError:
            self._seen = None
        if self._seen is None:
            raise ToolChanged(
                f"the file of {self.manifest.name} is not the one that was accepted",
                suggestion="Look at the difference and accept it: runtime tools accept",
            )

    def _look(self) -> tuple[int, ...] | None:
        descriptor = os.open(self.origin.place, _READING)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or (
                self.origin.must_execute and not status.st_mode & stat.S_IXUSR
            ):
                return None
            with open(descriptor, "rb", closefd=False) as stream:  # a descriptor, not a path
                data = stream.read(status.st_size + 1)
        finally:
            os.close(descriptor)
        return _identity(status) if digest(data) == self.origin.digest else None


def executed_file(copy: Path, *, stub: bool, serves: bool) -> Callable[[dict[str, Any]], ProgramOrder]:
    """What calls of a self-describing executable execute."""
    place = f"{SHOWN_AT}/{copy.name}"
    environment = dict(_STUB) if stub else {}

    def make_order(arguments: dict[str, Any]) -> ProgramOrder:
        data = canonical.encode(arguments)
        if serves:
            return ProgramOrder((place, SERVE), copy, None, data, environment, serves=True)
        if len(data) > MAX_ARGUMENT_BYTES:
            return ProgramOrder((place, "-"), copy, None, data, environment)
        return ProgramOrder((place, data.decode()), copy, None, b"", environment)

    return make_order


def _identity(status: os.stat_result) -> tuple[int, ...]:
    return (
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_mode,
    )
