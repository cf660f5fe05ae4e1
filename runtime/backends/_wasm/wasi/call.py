"""One call of a program: what it was given, what it has used up, and how it ended."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from typing import NoReturn, Protocol

import msgspec

from runtime.backends._wasm.errno import PERM
from runtime.backends._wasm.wasi.descriptors import (
    ALL_RIGHTS,
    DIRECTORY,
    FIRST_FOLDER,
    FOLDER_RIGHTS,
    Descriptor,
    Descriptors,
)
from runtime.backends._wasm.wasi.faults import ProgramEnded, WasiErrno
from runtime.backends._wasm.wasi.memory import Memory
from runtime.backends._wasm.wasi.scope import Checked, FileAccessScope, to_bytes

__all__ = ["Stop", "Wasi", "WasiSettings"]

Stop = Callable[[str, str], None]
"""``(code, message)`` of the budget that was broken."""


class WasiSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a program gets. Prefixes and reserved places are paths beneath the workspace, ``"."`` all of it."""

    args: tuple[str, ...]
    env: tuple[tuple[str, str], ...]
    stdin: bytes
    stdout_bytes: int
    stderr_bytes: int
    clock: bool
    """Real time, and sleep that takes time. Otherwise time stands still but for looks at it and sleeps."""
    random: bool
    """Real randomness. Otherwise one stream, the same in every call."""
    workspace: str
    read: tuple[str, ...]
    write: tuple[str, ...]
    hidden: tuple[str, ...]
    """Reserved places that are never read."""
    locked: tuple[str, ...]
    """Reserved places that are never written."""
    files: int
    """How many files and folders may be opened."""
    places: int
    """How many different places it may ask for, allowed and refused ones together."""
    descriptors: int
    """How many of them at a time."""
    write_bytes: int
    entries: int
    """How many names may be made."""
    deadline_s: float
    """On the clock of ``time.monotonic``."""


class Relay(Protocol):
    """Hands on what a program writes while it runs."""

    def written(self, wasi: Wasi) -> None:
        """It wrote: hand it on at once, or soon."""
        ...

    def flush(self, wasi: Wasi) -> None:
        """Hand on all that it wrote."""
        ...


class Wasi:
    """The state behind the host functions. `close` it when the program has ended."""

    def __init__(
        self, settings: WasiSettings, *, checked: Checked, stop: Stop, relay: Relay | None = None
    ) -> None:
        self.settings = settings
        self._relay = relay
        self.memory = Memory()
        self.stdin_at = 0
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.exit_code: int | None = None
        self.ended = False
        self.fuel_left: int | None = None
        """Fuel that was left when a host function ended the program; None where none did."""
        self.started_ns = time.monotonic_ns()
        self.virtual_ns = 0
        self.random_at = 0
        self.scope = FileAccessScope(
            settings.workspace,
            read=settings.read,
            write=settings.write,
            hidden=settings.hidden,
            locked=settings.locked,
            checked=self._told,
        )
        self._checked = checked
        self._stop = stop
        self._descriptors = Descriptors(settings.descriptors)
        self._folders_given = False
        self._opened = 0
        self._made = 0
        self._written = 0
        self._told_of = 0
        self._inodes: dict[tuple[int, int], int] = {}
        self._linked: set[tuple[int, int]] = set()

    def close(self) -> None:
        """Let go of every descriptor and of the guest's memory."""
        self.memory.detach()
        self._descriptors.close_all()
        self.scope.close()

    def fail(self, code: str, message: str) -> NoReturn:
        """End the program: it has broken a budget."""
        self._stop(code, message)
        raise ProgramEnded

    def leave(self, exit_code: int) -> NoReturn:
        """End the program: it is done."""
        self.exit_code = exit_code
        raise ProgramEnded

    def table(self, number: int) -> Descriptors:
        """The descriptors; the folders among them are opened when the first is asked for."""
        if number >= FIRST_FOLDER and not self._folders_given:
            self._folders_given = True
            for place, (name, fd) in enumerate(self.scope.preopens(), FIRST_FOLDER):
                folder = Descriptor(DIRECTORY, FOLDER_RIGHTS, ALL_RIGHTS, fd=fd, preopen=to_bytes(name))
                self._descriptors.put(place, folder)
        return self._descriptors

    def get(self, number: int) -> Descriptor:
        return self.table(number).get(number)

    def folder(self, number: int, right: int) -> Descriptor:
        return self.table(number).folder(number, right)

    def check_room(self) -> None:
        """Refuse to open one more where the call has as many open as it may have."""
        self._descriptors.room()

    def count_open(self) -> None:
        """One more file or folder is opened."""
        self._opened += 1
        if self._opened > self.settings.files:
            self.fail("limit.files", f"More than {self.settings.files} files were opened")

    def count_made(self) -> None:
        """One more name is made."""
        self._made += 1
        if self._made > self.settings.entries:
            self.fail("limit.files", f"More than {self.settings.entries} files and folders were made")

    def count_written(self, size_bytes: int) -> None:
        """So many bytes more are written to files, or files grow by so many."""
        self._written += size_bytes
        if self._written > self.settings.write_bytes:
            self.fail("limit.output", f"More than {self.settings.write_bytes} bytes were written to files")

    def emit(self, stream: bytearray, limit_bytes: int, pieces: list[memoryview], size_bytes: int) -> None:
        """Write to standard output or standard error."""
        if len(stream) + size_bytes > limit_bytes:
            self.fail("limit.output", f"More than {limit_bytes} bytes were printed")
        for piece in pieces:
            stream += piece
        if self._relay is not None:
            self._relay.written(self)

    def hand_on(self) -> None:
        """Hand on what was written before the program waits, or ends."""
        if self._relay is not None:
            self._relay.flush(self)

    def check_time(self) -> None:
        """End the program where its time is over: in host functions that take long, nobody else looks."""
        if time.monotonic() >= self.settings.deadline_s:
            self.fail("limit.wall", "The time of the call was over")

    def _told(self, kind: str, target: str, allowed: bool) -> None:
        # Each becomes a record: a program that asks for ever new places would fill the log.
        self._told_of += 1
        if self._told_of > self.settings.places:
            self.fail("limit.files", f"More than {self.settings.places} places were asked for")
        self._checked(kind, target, allowed)

    def check_alone(self, info: os.stat_result) -> None:
        """Refuse to change a file that has another name, which may lie outside; those that the program gave it do not count."""
        is_shared = stat.S_ISREG(info.st_mode) and info.st_nlink > 1
        if is_shared and (info.st_dev, info.st_ino) not in self._linked:
            raise WasiErrno(PERM)

    def note_linked(self, info: os.stat_result) -> None:
        """The program gave a file a second name; it had no other."""
        self._linked.add((info.st_dev, info.st_ino))

    def inode(self, device: int, inode: int) -> int:
        """A file's number, given in the order in which the program meets them: the machine's own differ everywhere."""
        known = self._inodes
        return known.setdefault((device, inode), len(known) + 1)
