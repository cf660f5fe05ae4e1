"""``ctx.process``: the granted commands as child processes, confined to the capabilities of the call.

1. The command must be granted by the name that it is called by; ``*`` grants every command.
2. It starts in a folder of the workspace that the call may read.
3. It gets an environment of its own: what programs need to run, what the call's ``env_read`` grants, what the tool adds.
4. Its files, its network, its time and its memory are the call's: the launcher has the kernel hold it to that.

A shell runs whatever its text says. So a command line is handed to a shell only under ``*``; under named commands it must be
one command of constant words, which is run without a shell.
"""

from __future__ import annotations

import asyncio
import codecs
import os
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec

from runtime.capability.check_log import CheckLog
from runtime.capability.handles import Reserved, shown
from runtime.capability.match import ANY, CapabilitySet, Scope, names_cover, prefixes_cover
from runtime.capability.staging import Staging
from runtime.contracts import canonical
from runtime.contracts.capability import normal_prefix, to_data
from runtime.contracts.errors import (
    BackendUnavailable,
    CapabilityExceeded,
    ChangesUnfinished,
    OutsideWorkspace,
)
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.process import KeptFor, Launcher, OnOutput, ProcessResult, Served, Spawn
from runtime.contracts.streaming import EventSink
from runtime.contracts.web import Gate
from runtime.hostfs.transaction import CommitUnfinished, JournalForeign, Transactions

__all__ = ["DEFAULT_OUTPUT_BYTES", "Processes", "output_events"]

DEFAULT_OUTPUT_BYTES = 8 * 1024 * 1024
_KIND = "process_spawn"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Shells whose ``-c`` is a command line; a variable of the operator's environment names one of them or counts for nothing.
_SHELLS = frozenset({"ash", "bash", "dash", "fish", "ksh", "mksh", "sh", "zsh"})
_DEFAULT_SHELL = "/bin/sh"


class ProcessCall(NamedTuple):
    """What the handle needs to know of the call that it belongs to."""

    workspace: Path | None
    reserved: Reserved
    limits: ResourceBounds
    remaining_s: Callable[[], float]
    cancelled: Callable[[], bool]
    gate: Callable[[], Gate]
    """Makes what asks about the addresses that a command wants to reach."""
    on_output: OnOutput | None = None
    """Takes what a command writes, where somebody follows the call."""
    transactions: Transactions | None = None
    """What makes reviewed changes: no command runs while some are half made."""
    staging: Staging | None = None
    """What takes the changes of its command, where they are reviewed."""


class Processes:
    """Implements `runtime.contracts.process.ProcessAccess`."""

    __slots__ = ("_call", "_capabilities", "_environ", "_launcher", "_ledger")

    def __init__(
        self,
        capabilities: CapabilitySet,
        call: ProcessCall,
        environ: Mapping[str, str],
        launcher: Launcher | None,
        ledger: CheckLog,
    ) -> None:
        self._capabilities = capabilities
        self._call = call
        self._environ = environ
        self._launcher = launcher
        self._ledger = ledger

    async def run(
        self,
        argv: Sequence[str],
        *,
        working_directory: str = ".",
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult:
        """Run a command and everything that it starts to the end.

        Args:
            argv: The command and its arguments, no shell between.
            working_directory: Beneath the workspace.
            stdin: What it reads.
            environment: Added to what it is given.
            timeout_s: The call's deadline holds in any case.
            max_output_bytes: Of both outputs together; what is beyond is thrown away.
            stream: Hand what it writes on to whoever follows the call, as it comes.

        Raises:
            ValueError: an argument or a variable holds a NUL character, or there is no command.
            CapabilityExceeded: the command, or its folder, is not granted.
            OutsideWorkspace: the folder lies outside the workspace.
            FileNotFoundError, NotADirectoryError, PermissionError: there is no such command or folder.
            BackendUnavailable: nothing here runs processes, or a required protection is missing.
        """
        words = tuple(argv)
        if not words:
            raise ValueError("there is no command")
        _refuse_nul(words)
        self._admit(words[0])
        spawn = self._spawn(words, working_directory, stdin, environment, timeout_s, max_output_bytes)
        return await self._launch(spawn, self._call.on_output if stream else None)

    def run_sync(
        self,
        argv: Sequence[str],
        *,
        working_directory: str = ".",
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult:
        """`run` for plain functions, which run in a worker thread."""
        return asyncio.run(
            self.run(
                argv,
                working_directory=working_directory,
                stdin=stdin,
                environment=environment,
                timeout_s=timeout_s,
                max_output_bytes=max_output_bytes,
                stream=stream,
            )
        )

    async def run_program(
        self,
        argv: Sequence[str],
        *,
        file: Path | None = None,
        commands: Sequence[str] | None = None,
        stdin: bytes | AsyncIterable[bytes] = b"",
        environment: Mapping[str, str] | None = None,
        max_output_bytes: int | None,
        on_output: OnOutput | None = None,
    ) -> ProcessResult:
        """Run what the call's tool is, confined to what the call was granted; what it writes goes to whoever follows the call.

        The program is the tool, so no grant of commands is asked for: what it executes besides is as confined as itself. Where the call has one, it
        executes no others.

        Args:
            argv: What is executed, and its arguments.
            file: The program outside the workspace that ``argv`` begins with the place of.
            commands: The only commands that may be executed; None leaves it to the grants.
            stdin: What it reads, or the pieces of it as they come.
            environment: Added to what it is given.
            max_output_bytes: Of both outputs together; what is beyond is thrown away. None keeps none of it.
            on_output: Takes what it writes, instead of whoever follows the call.

        Raises:
            CapabilityExceeded: there is no workspace, or the call has ended.
            OSError: it cannot be executed.
            BackendUnavailable: nothing here runs processes, or a required protection is missing.
        """
        spawn = self._program(argv, file, commands, stdin, environment, max_output_bytes)
        return await self._launch(spawn, on_output or self._call.on_output)

    async def exchange(
        self,
        argv: Sequence[str],
        *,
        file: Path,
        tool: str,
        owner: str,
        request: bytes,
        accepts: Callable[[bytes], bool],
        environment: Mapping[str, str] | None = None,
        max_output_bytes: int,
    ) -> Served:
        """Have the program that the call's tool is answer one of its many calls; errors and arguments are those of `run_program`.

        Args:
            tool: The tool's name.
            owner: On whose behalf. Calls of one owner with the same grants may meet the same process.
            request: What it reads, up to a line's end.
            accepts: Whether an answer is one, so that the process may serve again.
        """
        spawn = self._program(argv, file, None, b"", environment, max_output_bytes)
        if spawn.stage is not None:  # its changes are reviewed when it has ended: it serves this call alone
            result = await self._launch(msgspec.structs.replace(spawn, stdin=request), None)
            line, end, more = result.stdout.partition(b"\n")
            return Served(answer=line if end else None, result=result, strayed=bool(more))
        assert self._launcher is not None  # noqa: S101  # `_spawn` asked
        await self._prepare_changes()
        given = canonical.encode([to_data(capability) for capability in self._capabilities])
        kept = KeptFor(owner=f"{owner}\n{given.decode()}", tool=tool, request=request, accepts=accepts)
        served = await self._launcher.exchange(spawn, kept, cancelled=self._call.cancelled)
        self._note_missing(served.result)
        return served

    def _program(
        self,
        argv: Sequence[str],
        file: Path | None,
        commands: Sequence[str] | None,
        stdin: bytes | AsyncIterable[bytes],
        environment: Mapping[str, str] | None,
        max_output_bytes: int | None,
    ) -> Spawn:
        """What confines the program that the call's tool is."""
        self._ledger.require_open(_KIND)
        _refuse_nul(argv)
        spawn = self._spawn(tuple(argv), ".", stdin, environment, None, max_output_bytes)
        if commands is None and (granted := self._commands) and ANY not in granted:
            commands = granted if file is not None else (argv[0], *granted)
        return msgspec.structs.replace(
            spawn,
            commands=None if commands is None else tuple(commands),
            program=None if file is None else (file, argv[0]),
            max_output_bytes=max_output_bytes,
        )

    async def shell(
        self,
        command: str,
        *,
        working_directory: str = ".",
        timeout_s: float | None = None,
        max_output_bytes: int | None = None,
        stream: bool = False,
    ) -> ProcessResult:
        """Run a command line; errors are those of `run`."""
        argv = [self._shell(), "-c", command] if ANY in self._commands else self._single(command)
        return await self.run(
            argv,
            working_directory=working_directory,
            timeout_s=timeout_s,
            max_output_bytes=max_output_bytes,
            stream=stream,
        )

    @property
    def _commands(self) -> Scope:
        granted = self._capabilities.get(_KIND)
        return granted.commands if granted else ()

    def _single(self, command: str) -> list[str]:
        from runtime.bash import static_command

        argv = static_command(command)
        if argv is None:
            error = CapabilityExceeded(
                "a command line needs a shell, which may run any command",
                suggestion="Send one command without operators, variables, patterns or redirections, "
                "or have process_spawn=* granted.",
                capability=_KIND,
            )
            self._ledger.deny(_KIND, "shell", error)
        return argv

    def _shell(self) -> str:
        """The user's own, where it is one."""
        named = Path(self._environ.get("SHELL", ""))
        known = named.name in _SHELLS and named.is_absolute() and os.access(named, os.X_OK)
        return str(named) if known else _DEFAULT_SHELL

    def _admit(self, command: str) -> None:
        if not names_cover(self._commands, command):
            error = CapabilityExceeded(
                f"command {shown(command)} is not granted",
                suggestion=f"Grant process_spawn for {shown(command)}, or use a command that is granted.",
                capability=_KIND,
                target=shown(command),
            )
            self._ledger.deny(_KIND, command, error)
        self._ledger.allow(_KIND, command)

    async def _launch(self, spawn: Spawn, on_output: OnOutput | None) -> ProcessResult:
        assert self._launcher is not None  # noqa: S101  # `_spawn` asked
        await self._prepare_changes()
        result = await self._launcher.launch(spawn, cancelled=self._call.cancelled, on_output=on_output)
        self._note_missing(result)
        return result

    def _note_missing(self, result: ProcessResult) -> None:
        """The record says that the call's grants were not what held the command."""
        for part in result.unconfined:
            self._ledger.allow(_KIND, f"without {part}")

    def _spawn(
        self,
        argv: tuple[str, ...],
        working_directory: str,
        stdin: bytes | AsyncIterable[bytes],
        environment: Mapping[str, str] | None,
        timeout_s: float | None,
        max_output_bytes: int | None,
    ) -> Spawn:
        if self._launcher is None:
            raise BackendUnavailable("nothing here runs child processes")
        call, granted = self._call, self._capabilities.get(_KIND)
        if call.workspace is None:
            raise CapabilityExceeded("the call has no workspace", suggestion="Call it with a workspace.")
        read, write = self._prefixes("fs_read"), self._prefixes("fs_write")
        left_s = call.remaining_s()
        return Spawn(
            argv=argv,
            workspace=call.workspace,
            working_directory=self._folder(working_directory, read),
            environment=self._environment(environment or {}),
            stdin=stdin,
            timeout_s=left_s if timeout_s is None else min(timeout_s, left_s),
            max_output_bytes=DEFAULT_OUTPUT_BYTES if max_output_bytes is None else max_output_bytes,
            cpu_s=_tighter(granted.cpu_s if granted else None, call.limits.cpu_s),
            memory_bytes=_tighter(granted.memory_bytes if granted else None, call.limits.memory_bytes),
            read=read,
            write=write,
            hidden=call.reserved.read,
            locked=call.reserved.write,
            commands=None if ANY in self._commands else self._commands,
            network=call.gate() if any(self._hosts(kind) for kind in ("net_read", "net_write")) else None,
            stage=call.staging,
        )

    async def _prepare_changes(self) -> None:
        """See that no changes are half made, and that a reviewed call runs one command.

        Raises:
            ChangesRefused: it is the second one.
            ChangesUnfinished: a killed process left changes that cannot be finished.
        """
        transactions, staging = self._call.transactions, self._call.staging
        if transactions is not None and transactions.has_left():
            try:
                await asyncio.to_thread(transactions.recover)
            except (CommitUnfinished, JournalForeign, OSError) as error:
                raise ChangesUnfinished(f"a killed process left changes half made: {error}") from None
        if staging is not None:
            staging.begin()

    def _folder(self, path: str, read: Scope) -> str:
        try:
            place = normal_prefix(path)
        except ValueError:
            error = OutsideWorkspace(
                f"{shown(path)} lies outside the workspace",
                suggestion="Use a folder inside the workspace, relative to its root.",
                capability="fs_read",
                target=shown(path),
            )
            self._ledger.deny("fs_read", path, error)
        if place != "." and not prefixes_cover(read, place):
            denied = CapabilityExceeded(
                f"{shown(path)} may not be read",
                suggestion="Grant fs_read for it, or run the command elsewhere.",
                capability="fs_read",
                target=shown(path),
            )
            self._ledger.deny("fs_read", place, denied)
        return place

    def _prefixes(self, kind: str) -> Scope:
        granted = self._capabilities.get(kind)
        return granted.prefixes if granted else ()

    def _hosts(self, kind: str) -> Scope:
        granted = self._capabilities.get(kind)
        return granted.allowlist if granted else ()

    def _environment(self, added: Mapping[str, str]) -> dict[str, str]:
        granted = self._capabilities.get("env_read")
        names: Scope = granted.vars if granted else ()
        base = {"PATH": _PATH, "LANG": "C.UTF-8", "TERM": "dumb"}
        passed = {
            name: self._environ[name]
            for name in (self._environ if ANY in names else names)
            if name in self._environ
        }
        for name in passed:
            self._ledger.allow("env_read", name)
        _refuse_nul((*added.keys(), *added.values()))
        return base | passed | dict(added)


def _refuse_nul(words: Sequence[str]) -> None:
    if any("\0" in word for word in words):
        raise ValueError("no word of a command holds a NUL character")


def output_events(events: EventSink) -> OnOutput:
    """What hands a command's output on as events; of a character that is cut, the first part waits for its rest."""
    decoders = {name: codecs.getincrementaldecoder("utf-8")("replace") for name in ("stdout", "stderr")}

    async def hand_on(name: Literal["stdout", "stderr"], data: bytes) -> None:
        if text := decoders[name].decode(data):
            await events.put(ToolStatus(phase="output", output=text, stream=name))

    return hand_on


_Bound = TypeVar("_Bound", int, float)


def _tighter(a: _Bound | None, b: _Bound | None) -> _Bound | None:
    if a is None:
        return b
    return a if b is None else min(a, b)
