"""The context of one call: its handles, its deadline and its end."""

from __future__ import annotations

import asyncio
import os
import time
from collections import ChainMap
from collections.abc import AsyncIterable, Callable, Mapping, MutableMapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from runtime.capability import hosts
from runtime.capability.check_log import OTHERS, CheckLog
from runtime.capability.handles import ClockHandle, Environment, FilesHandle, Random, Reserved, shown
from runtime.capability.match import CapabilitySet, names_cover, prefixes_cover
from runtime.capability.session import SessionHandle
from runtime.contracts.address import take_apart
from runtime.contracts.audit import Check
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    RandomRead,
)
from runtime.contracts.changes import HeldChanges
from runtime.contracts.database import ConnectionEngine, DatabaseEngine
from runtime.contracts.errors import BackendUnavailable, CallCancelled, CapabilityExceeded, WallLimit
from runtime.contracts.invocation import Outcome
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.nested import CallAccess
from runtime.contracts.process import Launcher, OnOutput, ProcessResult, Served
from runtime.contracts.session import SessionAccess
from runtime.contracts.shell import ScriptUse, ShellStore
from runtime.contracts.streaming import EventSink
from runtime.contracts.tracing import ENVIRONMENT_VARIABLE, TraceContext
from runtime.contracts.wasm import FileScope
from runtime.contracts.web import Egress, Gate

if TYPE_CHECKING:
    from runtime.capability.connections import ConnectionHandle
    from runtime.capability.database import Database
    from runtime.capability.process import Processes
    from runtime.capability.shell import Commands, ShellHandle
    from runtime.capability.staging import Staging
    from runtime.capability.web import Web
    from runtime.hostfs.transaction import Transactions


def wall_clock_us() -> int:
    """Microseconds since 1970-01-01 UTC."""
    return time.time_ns() // 1000


def _at_position(environ: Mapping[str, str], trace: TraceContext) -> Mapping[str, str]:
    """The environment with the call's own position in place of the host's."""
    own = {ENVIRONMENT_VARIABLE: trace.traceparent}
    return ChainMap(own, cast("MutableMapping[str, str]", environ))  # never written to


class CallContext:
    """Implements `runtime.contracts.ports.ScopedContext`.

    One is made for every call, so it holds references and makes each handle when it is first asked for. A handle
    that was not granted is there, too: it refuses on use, where the refusal can name its target and be recorded.
    """

    __slots__ = (
        "_calls",
        "_cancelled",
        "_capabilities",
        "_clock",
        "_clock_stops",
        "_commands",
        "_connections",
        "_databases",
        "_db",
        "_deadline_s",
        "_egress",
        "_env",
        "_environ",
        "_events",
        "_fs",
        "_http",
        "_launcher",
        "_ledger",
        "_monotonic_s",
        "_now_us",
        "_process",
        "_random",
        "_reserved",
        "_session",
        "_shell",
        "_shells",
        "_staging",
        "_stopped_s",
        "_transactions",
        "_workspace",
        "call_id",
        "fuel_used",
        "limits",
        "principal",
        "tool",
        "trace",
    )

    # The handles, each made when it is first asked for.
    _fs: FilesHandle | None
    _env: Environment | None
    _clock: ClockHandle | None
    _random: Random | None
    _db: Database | None
    _http: Web | None
    _process: Processes | None
    _shell: ShellHandle | None

    def __init__(
        self,
        call_id: str,
        capabilities: CapabilitySet,
        limits: ResourceBounds,
        *,
        principal: str = "",
        tool: str = "",
        session: SessionAccess | None = None,
        calls: CallAccess | None = None,
        events: EventSink | None = None,
        commands: Commands | None = None,
        trace: TraceContext | None = None,
        shells: ShellStore | None = None,
        workspace: Path | None = None,
        egress: Egress | None = None,
        databases: DatabaseEngine | None = None,
        connections: ConnectionEngine | None = None,
        launcher: Launcher | None = None,
        transactions: Transactions | None = None,
        reserved: Reserved = Reserved(),  # noqa: B008  # immutable
        environ: Mapping[str, str] = os.environ,
        now_us: Callable[[], int] = wall_clock_us,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep what the call may use.

        Args:
            call_id: The call.
            capabilities: The effective ones: declared, granted and allowed by policy.
            limits: The bounds of the call.
            principal: Whose call it is.
            tool: The tool that is called; connections are for the tools that their settings name.
            session: What the conversation shares; None for a tool that did not declare it.
            calls: What makes calls inside this one.
            events: Takes what the tool tells while it runs; None where nobody follows.
            commands: Further commands of the call's scripts, by name.
            trace: The call's position in a trace: the variable ``TRACEPARENT`` for a tool that is granted it.
            shells: Keeps the shells of sessions.
            workspace: The folder that file capabilities are relative to.
            egress: What carries requests to the web.
            databases: What runs statements on databases that are files.
            connections: What runs statements on database servers.
            launcher: What runs child processes.
            transactions: What makes the changes of reviewed commands.
            reserved: Places in it that no grant opens.
            environ: Where granted environment variables are read.
            now_us: Real time, handed on under ``clock_read``.
            monotonic_s: The clock of the deadline.
        """
        self._ledger = CheckLog()
        self.call_id = call_id
        self.principal, self.tool = principal, tool
        self.trace = trace
        self.limits = limits
        self.fuel_used: int | None = None
        self._capabilities = capabilities
        self._session = SessionHandle(session, self._ledger)
        self._calls = calls
        self._events = events
        self._commands = commands
        self._shells = shells
        self._workspace = workspace
        self._egress = egress
        self._databases, self._connections = databases, connections
        self._launcher = launcher
        self._transactions = transactions
        self._staging: Staging | None = None
        self._reserved = reserved
        self._environ = environ if trace is None else _at_position(environ, trace)
        self._now_us = now_us
        self._monotonic_s = monotonic_s
        self._deadline_s: float | None = None
        self._clock_stops, self._stopped_s = 0, 0.0
        self._cancelled = False
        self._fs = self._env = self._clock = self._random = None
        self._db = self._http = self._process = self._shell = None

    @property
    def fs(self) -> FilesHandle:
        """Files beneath the granted prefixes of the workspace."""
        if self._fs is None:
            read, write = self._capabilities.get("fs_read"), self._capabilities.get("fs_write")
            self._fs = FilesHandle(
                self._workspace,
                read.prefixes if read else (),
                write.prefixes if write and self._staging is None else (),
                self.limits,
                self._ledger,
                self._reserved,
            )
        return self._fs

    @property
    def env(self) -> Environment:
        """The granted environment variables."""
        if self._env is None:
            granted = self._capabilities.get("env_read")
            self._env = Environment(self._environ, granted.vars if granted else (), self._ledger)
        return self._env

    @property
    def clock(self) -> ClockHandle:
        """Real time."""
        if self._clock is None:
            self._clock = ClockHandle(self._now_us, "clock_read" in self._capabilities, self._ledger)
        return self._clock

    @property
    def random(self) -> Random:
        """Random bytes."""
        if self._random is None:
            self._random = Random("random_read" in self._capabilities, self._ledger)
        return self._random

    @property
    def http(self) -> Web:
        """Servers that the grant names."""
        if self._http is None:
            from runtime.capability.web import Web  # most calls reach for nothing but files

            self._http = Web(
                self._capabilities,
                self.limits,
                self._egress,
                self._ledger,
                self.remaining_s,
                lambda: self._cancelled,
            )
        return self._http

    @property
    def db(self) -> Database:
        """Databases: SQLite files among those that are granted, and named connections, by the tables that are granted."""
        if self._db is None:
            from runtime.capability.database import Database  # most calls reach for nothing but files

            self._db = Database(
                self._capabilities,
                self.limits,
                self._databases,
                lambda: self.fs,
                self._ledger,
                self.check,
                self._connection,
            )
        return self._db

    def _connection(self, name: str) -> ConnectionHandle:
        from runtime.capability.connections import ConnectionHandle

        return ConnectionHandle(
            name,
            self._capabilities,
            self.limits,
            self._connections,
            self._ledger,
            tool=self.tool,
            remaining_s=self.remaining_s,
            check=self.check,
        )

    @property
    def process(self) -> Processes:
        """The granted commands, as confined child processes."""
        if self._process is None:
            from runtime.capability.process import ProcessCall, Processes, output_events

            call = ProcessCall(
                self._workspace,
                self._reserved,
                self.limits,
                self.remaining_s,
                lambda: self._cancelled,
                self._gate,
                None if self._events is None else output_events(self._events),
                self._transactions,
                self._staging,
            )
            self._process = Processes(self._capabilities, call, self._environ, self._launcher, self._ledger)
        return self._process

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
        """Run what the call's tool is; see `runtime.capability.process.Processes.run_program`."""
        return await self.process.run_program(
            argv,
            file=file,
            commands=commands,
            stdin=stdin,
            environment=environment,
            max_output_bytes=max_output_bytes,
            on_output=on_output,
        )

    async def exchange(
        self,
        argv: Sequence[str],
        *,
        file: Path,
        tool: str,
        request: bytes,
        accepts: Callable[[bytes], bool],
        environment: Mapping[str, str] | None = None,
        max_output_bytes: int,
    ) -> Served:
        """Have the program that the call's tool is answer one of its many calls; see `runtime.capability.process.Processes.exchange`."""
        return await self.process.exchange(
            argv,
            file=file,
            tool=tool,
            owner=self.principal,
            request=request,
            accepts=accepts,
            environment=environment,
            max_output_bytes=max_output_bytes,
        )

    def _gate(self) -> Gate:
        return self.http.gate()

    @property
    def shell(self) -> ShellHandle:
        """The virtual bash, with what the call was granted."""
        if self._shell is None:
            from runtime.capability.shell import ShellHandle

            key = self._session.shell_key
            hold = None if key is None or self._shells is None else partial(self._shells.hold, *key)
            self._shell = ShellHandle(self, self._ledger, self.commands, hold)
        return self._shell

    @property
    def commands(self) -> Commands:
        """Further commands of the call's scripts, by name."""
        return {} if self._commands is None else self._commands

    @property
    def script_use(self) -> ScriptUse | None:
        """What the call's scripts used; None where none ran."""
        return None if self._shell is None else self._shell.used

    @property
    def session(self) -> SessionHandle:
        """What the conversation shares."""
        return self._session

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """Make a governed call inside this one; see `runtime.contracts.nested.CallAccess`."""
        return await self._granted_calls().call(tool, arguments, grants=grants, limits=limits)

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        limits: ResourceBounds | None = None,
    ) -> Outcome:
        """`call` for plain functions, which run in a worker thread."""
        return self._granted_calls().call_sync(tool, arguments, grants=grants, limits=limits)

    @property
    def streaming(self) -> bool:
        """Whether anybody follows the call while it runs."""
        return self._events is not None

    async def status(
        self,
        status: ToolStatus | str,
        *,
        percent_complete: float | None = None,
        eta_ms: int | None = None,
    ) -> None:
        """Tell whoever follows the call; returns when there is room for it.

        Args:
            status: An event, or the words of one.
            percent_complete: How much is done, with words.
            eta_ms: How long the rest takes, with words.

        Raises:
            WallLimit, CallCancelled: the call is over.
        """
        if self._events is None:
            await asyncio.sleep(
                0
            )  # a turn for the others, and for whoever ends the call, as where somebody follows
            return
        self.check()
        await self._events.put(_event(status, percent_complete, eta_ms))

    def status_sync(
        self,
        status: ToolStatus | str,
        *,
        percent_complete: float | None = None,
        eta_ms: int | None = None,
    ) -> None:
        """`status` for plain functions, which run in a worker thread."""
        if self._events is None:
            return
        self.check()
        self._events.put_sync(_event(status, percent_complete, eta_ms))
        self.check()

    def _granted_calls(self) -> CallAccess:
        from runtime.capability.calls import GrantedCalls  # most calls make none

        self.check()
        return GrantedCalls(self._capabilities, self._calls, self._ledger)

    def capability(self, kind: str) -> Capability | None:
        """What the call was given of this kind."""
        found: Capability | None = self._capabilities.get(kind)
        return found

    def file_scope(self) -> FileScope:
        """What of the workspace the call may reach."""
        read, write = self._capabilities.get("fs_read"), self._capabilities.get("fs_write")
        return FileScope(
            workspace=None if self._workspace is None else os.path.realpath(self._workspace),
            read=read.prefixes if read else (),
            write=write.prefixes if write else (),
            hidden=tuple(self._reserved.read),
            locked=tuple(self._reserved.write),
        )

    def note_check(self, kind: str, target: str, *, allowed: bool) -> None:
        """Count a check of a place that a backend made in this context's stead.

        Raises:
            CapabilityExceeded: it says that it allowed what was never granted. Counted as denied.
        """
        if allowed and not self._is_open(kind, target):
            error = CapabilityExceeded(
                "a backend allowed what was not granted", capability=kind, target=shown(target)
            )
            self._ledger.deny(kind, target, error)
        self._ledger.note(kind, target, allowed=allowed)

    def _is_open(self, kind: str, place: str) -> bool:
        granted = self._capabilities.get(kind)
        if isinstance(granted, EnvRead):
            return names_cover(tuple(granted.vars), place)
        if isinstance(granted, ClockRead | RandomRead):
            return True
        if isinstance(granted, NetRead | NetWrite):
            return place == OTHERS or _covers(tuple(granted.allowlist), place)
        reserved = self._reserved.read if kind == "fs_read" else self._reserved.write
        covered = isinstance(granted, FsRead | FsWrite) and prefixes_cover(tuple(granted.prefixes), place)
        return covered and not prefixes_cover(reserved, place)

    def hold_changes(self) -> HeldChanges:
        """Have the changes of the call's command go to a layer of its own; ``ctx.fs`` writes nothing then.

        Raises:
            BackendUnavailable: there is no workspace, or nothing that could make the changes.
        """
        if self._workspace is None or self._transactions is None:
            raise BackendUnavailable("nothing here makes changes that were reviewed")
        from runtime.capability.staging import Staging

        self._staging = Staging(self._transactions, lambda path: self._is_open("fs_write", path))
        return self._staging

    @property
    def holds_changes(self) -> bool:
        """Whether what the call's command changes goes to a layer of its own."""
        return self._staging is not None

    def start(self) -> None:
        """Let the wall-clock bound run from now."""
        self._deadline_s = self._monotonic_s() + self.limits.wall_s

    def remaining_s(self) -> float:
        """Seconds until the deadline, never negative; the whole bound before the start."""
        if self._deadline_s is None:
            return self.limits.wall_s
        now_s = self._stopped_s if self._clock_stops else self._monotonic_s()
        return max(0.0, self._deadline_s - now_s)

    def stop_clock(self) -> None:
        """Let no time pass for this call until `restart_clock`; stops are counted."""
        if not self._clock_stops:
            self._stopped_s = self._monotonic_s()
        self._clock_stops += 1

    def restart_clock(self) -> None:
        """Undo one `stop_clock`."""
        self._clock_stops -= 1
        if not self._clock_stops and self._deadline_s is not None:
            self._deadline_s += self._monotonic_s() - self._stopped_s

    def check(self) -> None:
        """Return if the tool may go on.

        Raises:
            CallCancelled: the caller gave up.
            WallLimit: the deadline has passed.
            CapabilityExceeded: the call has ended.
        """
        if self._cancelled:
            raise CallCancelled("the caller gave up")
        if self._deadline_s is not None and self.remaining_s() <= 0.0:
            raise WallLimit(f"the tool ran longer than {self.limits.wall_s:g} s", wall_s=self.limits.wall_s)
        if self._ledger.closed:
            raise CapabilityExceeded("the call has ended")

    def cancel(self) -> None:
        """Have the next `check` say that the caller gave up."""
        self._cancelled = True
        if self._events is not None:
            self._events.close()

    def close(self) -> None:
        """End the call: from here on every handle refuses, also in a thread that could not be stopped."""
        self._ledger.closed = True

    def checks(self) -> tuple[Check, ...]:
        """What the handles were asked for."""
        return self._ledger.checks()


def _event(status: ToolStatus | str, percent_complete: float | None, eta_ms: int | None) -> ToolStatus:
    if not isinstance(status, str):
        return status
    return ToolStatus(phase="execute", message=status, percent_complete=percent_complete, eta_ms=eta_ms)


def _covers(allowlist: tuple[str, ...], server: str) -> bool:
    try:
        return hosts.allows(allowlist, *take_apart(server)[1])
    except ValueError:
        return False
