"""How the launcher and the first process of a command speak: pipes, the specification, and lines that say what held and how it ended."""

from __future__ import annotations

import asyncio
import contextlib
import marshal
import os
from typing import Any

from runtime.contracts.errors import BackendFault, BackendUnavailable
from runtime.contracts.process import Spawn

__all__ = ["hear", "pipe", "raise_what_was_said", "ready", "write_specification"]

Said = dict[str, list[str]]
"""The lines, by their first word."""


async def ready(descriptor: int, *, writing: bool = False) -> None:
    """Wait until there is something to read, or room to write, or the end. Nothing is watched between two reads: a full pipe would wake the loop over and over."""
    loop = asyncio.get_running_loop()
    woken = loop.create_future()

    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    (loop.add_writer if writing else loop.add_reader)(descriptor, wake)
    try:
        await woken
    finally:
        (loop.remove_writer if writing else loop.remove_reader)(descriptor)


def pipe(reader: contextlib.ExitStack, writer: contextlib.ExitStack) -> tuple[int, int]:
    """Both ends, each closed by who keeps it."""
    read, write = os.pipe()
    reader.callback(os.close, read)
    writer.callback(os.close, write)
    return read, write


def write_specification(specification: dict[str, Any]) -> int:
    """An unnamed file that says what to run.

    Raises:
        OSError: it cannot be made.
    """
    written = os.memfd_create("command", os.MFD_CLOEXEC)
    try:
        os.truncate(written, len(raw := marshal.dumps(specification)))
        os.pwrite(written, raw, 0)
    except BaseException:
        os.close(written)
        raise
    return written


def hear(said: Said, lines: bytes) -> None:
    """Add lines to what was said."""
    for line in lines.splitlines():
        what, *words = line.decode().split(" ")
        said[what] = words


def raise_what_was_said(said: Said, spawn: Spawn) -> None:
    """Return where the command ran and ended.

    Raises:
        OSError: the command cannot be run; ``filename`` is its name.
        BackendUnavailable: a protection is missing, and required.
        BackendFault: the helper broke.
    """
    for what in ("folder", "errno"):
        if what in said:
            number = int(said[what][0])
            named = spawn.working_directory if what == "folder" else spawn.argv[0]
            raise OSError(number, os.strerror(number), named)
    if missing := said.get("missing"):
        raise BackendUnavailable(
            f"this machine cannot hold a command to its {' and '.join(missing)}",
            suggestion="Run `runtime doctor`; or set process.protection to best-effort, and know what that means.",
            missing=missing,
        )
    if "failed" in said:
        raise BackendUnavailable(
            f"no tree can be built for a command: {os.strerror(int(said['failed'][0]))}",
            suggestion="Run `runtime doctor`: it names each wall, and whether it stands here.",
        )
    if "ended" not in said:
        raise BackendFault("a command could not be confined")
    if said["ended"][1:] == ["governing"]:
        raise BackendUnavailable(
            "a file that governs the runtime was replaced while a command ran; the command was ended",
            suggestion="Call it again when the file is in place.",
        )
