"""``ctx.shell``: the virtual bash over what a call was granted.

The shell touches nothing by itself. Each part of the world reaches it through a handle of the call, so that its use is
checked and counted as any other tool's:

    fs_read fs_write    their prefixes, beneath /workspace, checked by where each object really lies
    net_read net_write  curl and wget, through ``ctx.http``
    clock_read          real time; without it a clock that stands at `EPOCH_S` and moves when a script sleeps
    random_read         chance; without it the same numbers in every call
    env_read            the variables that the grant names; ``*`` names none
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from runtime.bash import Bash, Limits, Network, NetworkError, Response, StatusEvents
from runtime.bash.vfs import HostedFileSystem, Places, Quota, ScopedFileSystem
from runtime.capability.check_log import CheckLog
from runtime.capability.match import prefix_covers, prefixes_cover
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded, NetworkLimit
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import StatusCallback, ToolResponse
from runtime.contracts.ports import ScopedContext
from runtime.contracts.shell import SHELL_HOME, KeptShell, ScriptShell, ScriptUse
from runtime.contracts.wasm import FileScope
from runtime.contracts.web import Cause, FetchError, WebAccess
from runtime.hostfs.moves import brings_under

if TYPE_CHECKING:
    from runtime.bash import Result

__all__ = ["EPOCH_S", "Commands", "ShellHandle"]

EPOCH_S = 1_767_225_600.0
"""2026-01-01 00:00 UTC: the time of a shell that may not know it."""
Commands = Mapping[str, Callable[..., Any]]
_USER, _MACHINE = "agent", "sandbox"
_SEED = 0
_USUAL = Limits()
# A script is ended by the shell, with what it wrote, and not by the backend, without it.
_MARGIN_S = 0.25
_LEAST_S = 0.01
_MAX_OUTPUT_BYTES = 1024 * 1024
# A byte of output has at most six as JSON (a control character); some are left for the names around it.
_JSON_GROWTH, _JSON_FRAME_BYTES = 6, 4096
# They steer the shell itself: no variable of the host stands in their place.
_KEPT_NAMES = frozenset(
    {"BASHOPTS", "BASH_ENV", "ENV", "HOME", "HOSTNAME", "IFS", "LOGNAME", "OLDPWD", "PATH", "PS4", "PWD", "SHELL", "SHELLOPTS"}
    | {"SHLVL", "TMPDIR", "USER"}
)  # fmt: skip
# curl's exit statuses for what kept an answer away.
_CURL_STATUS: dict[Cause, int] = {
    "refused": 7, "unresolved": 6, "unreachable": 7, "reset": 56, "tls": 35, "protocol": 8, "redirects": 47, "misdirected": 3,
}  # fmt: skip
# What a session may keep between calls; its snapshot has a bound of its own.
_KEPT_LIMITS = {"max_fs_bytes": 8_000_000, "max_variable_bytes": 4_000_000, "max_files": 2_000}
_TIMED_OUT, _BAD_URL, _REFUSED = 28, 3, 7
# What the carrier says itself.
_CARRIED = frozenset({"host", "accept-encoding", "content-length", "connection", "transfer-encoding"})


class ShellHandle:
    """Implements `runtime.contracts.shell.ShellAccess` for one call."""

    def __init__(
        self,
        context: ScopedContext,
        ledger: CheckLog,
        commands: Commands,
        hold: Callable[[], AbstractContextManager[KeptShell]] | None = None,
    ) -> None:
        """Make nothing yet.

        Args:
            context: The call's, with its capabilities and handles.
            ledger: Where its checks are counted.
            commands: Further commands of its scripts, by name.
            hold: Takes the shell of the call's session for one script; None where each script has a fresh one.
        """
        self._hold = hold
        self._context = context
        self._ledger = ledger
        self._commands = commands
        self.used: ScriptUse | None = None

    async def run(self, commands: str, *, on_status: StatusCallback | None = None) -> ToolResponse:
        """Run a script to its end; the answer holds what it wrote, also before a limit ended it."""
        self._ledger.require_open("shell")
        mounts = self._mounts()
        events = None if on_status is None else StatusEvents(on_status)
        try:
            with nullcontext() if self._hold is None else self._hold() as kept:
                shell = self._shell(kept, mounts)
                result = await self._exec(shell, commands, events)
                if kept is not None:
                    kept.keep(shell.snapshot(key=kept.key))
        finally:
            for mounted in mounts.values():
                mounted.close()
        return await _told(result, events)

    async def run_in(
        self, shell: ScriptShell, commands: str, *, on_status: StatusCallback | None = None
    ) -> ToolResponse:
        """Run a script in a shell of the tool's own, which has what the tool gave it."""
        self._ledger.require_open("shell")
        events = None if on_status is None else StatusEvents(on_status)
        return await _told(await self._exec(shell, commands, events), events)

    async def _exec(self, shell: ScriptShell, commands: str, events: StatusEvents | None) -> Result:
        if events is None:
            return await self._counted(shell.exec(commands))
        try:
            return await self._counted(shell.exec(commands, on_output=events.output))
        except BaseException:
            events.close()
            raise

    async def _counted(self, running: Coroutine[Any, Any, Result]) -> Result:
        """The result of a script; however it ends, what it used is counted."""
        began_ns = time.perf_counter_ns()
        try:
            result = await running
        except BaseException:
            self._count(ScriptUse(scripts=1, duration_us=_since_us(began_ns), ended_by="cancelled"))
            raise
        self._count(_use(result, began_ns))
        return result

    def _shell(self, kept: KeptShell | None, mounts: Mapping[str, HostedFileSystem]) -> Bash:
        options: dict[str, Any] = {**self._options(), "mounts": mounts}
        if kept is None:
            return Bash(cwd=SHELL_HOME, **options)
        options["limits"] = options["limits"].lowered(**_KEPT_LIMITS)
        if kept.snapshot is None:
            return Bash(cwd=SHELL_HOME, **options)
        return Bash.restore(kept.snapshot, key=kept.key, **options)

    def _count(self, use: ScriptUse) -> None:
        self.used = use if self.used is None else self.used.plus(use)

    def _options(self) -> dict[str, Any]:
        context = self._context
        if is_timed := context.capability("clock_read") is not None:
            context.clock.now_us()  # counted: from here on the script reads the clock itself
        if is_random := context.capability("random_read") is not None:
            context.random.bytes(0)
        network = context.capability("net_read") or context.capability("net_write")
        return {
            "username": _USER,
            "hostname": _MACHINE,
            "limits": _limits(context.limits, context.remaining_s()),
            "env": self._variables(),
            "commands": self._commands,
            "clock": None if is_timed else EPOCH_S,
            "seed": None if is_random else _SEED,
            "network": None if network is None else CallNetwork(context.http),
        }

    def _variables(self) -> dict[str, str]:
        granted: Any = self._context.capability("env_read")
        names = () if granted is None else granted.vars
        held = {name: self._context.env.get(name) for name in names if _is_variable(name)}
        return {name: value for name, value in held.items() if value is not None}

    def _mounts(self) -> dict[str, HostedFileSystem]:
        if self._context.capability("fs_read") is None and self._context.capability("fs_write") is None:
            return {}
        scope = self._context.file_scope()
        if scope.workspace is None:
            return {}
        places = CallPlaces(scope, self._ledger, self._context.limits.files)
        quota = Quota(file_bytes=_USUAL.max_file_bytes, fs_bytes=_USUAL.max_fs_bytes, files=_USUAL.max_files)
        return {
            SHELL_HOME: ScopedFileSystem(scope.workspace, places, writable=bool(scope.write), quota=quota)
        }


class CallPlaces(Places):
    """What of the workspace a call may see, read and write; each check of a place is counted."""

    def __init__(self, scope: FileScope, ledger: CheckLog, files: int | None) -> None:
        self._scope = scope
        self._ledger = ledger
        self._most = files
        self._opened = 0

    def seen(self, place: str) -> bool:
        """Whether it is granted, or on the way to what is, and not reserved."""
        self._ledger.require_open("fs_read")
        scope = self._scope
        granted = scope.read + scope.write
        is_passed = prefixes_cover(granted, place) or any(prefix_covers(place, prefix) for prefix in granted)
        if is_passed and not prefixes_cover(scope.hidden, place):
            return True
        self._ledger.note("fs_read", place, allowed=False)
        return False

    def readable(self, place: str) -> bool:
        """Whether ``fs_read`` covers it."""
        scope = self._scope
        allowed = prefixes_cover(scope.read, place) and not prefixes_cover(scope.hidden, place)
        self._ledger.note("fs_read", place, allowed=allowed)
        return allowed

    def writable(self, place: str) -> bool:
        """Whether ``fs_write`` covers it, and nothing reserved lies at or beneath it, which would move along."""
        scope = self._scope
        locked = scope.locked + scope.hidden
        allowed = (
            prefixes_cover(scope.write, place)
            and not prefixes_cover(locked, place)
            and not any(prefix_covers(place, reserved) for reserved in locked)
        )
        self._ledger.note("fs_write", place, allowed=allowed)
        return allowed

    def movable(self, source: str, target: str) -> bool:
        """Whether ``fs_read`` would open nothing of it there that it does not open here."""
        if not brings_under(self._scope.read, source, target):
            return True
        self._ledger.note("fs_read", source, allowed=False)
        return False

    def opened(self) -> None:
        """One more file; as many as the call's bound says."""
        self._opened += 1
        if self._most is not None and self._opened > self._most:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


class CallNetwork(Network):
    """The servers that a call may reach, through its handle; redirections are the utility's to follow, and asked about as well."""

    def __init__(self, http: WebAccess) -> None:
        self._http = http

    def request(
        self,
        method: str,
        url: str,
        headers: Sequence[tuple[str, str]],
        body: bytes,
        timeout_s: float,
        max_bytes: int,
    ) -> Awaitable[Response]:
        """What is awaited for the answer."""
        return self._asked(method, url, headers, body, timeout_s, max_bytes)

    async def _asked(
        self,
        method: str,
        url: str,
        headers: Sequence[tuple[str, str]],
        body: bytes,
        timeout_s: float,
        max_bytes: int,
    ) -> Response:
        try:
            answer = await self._http.fetch(
                url,
                method=method,
                headers=[(name, value) for name, value in headers if name.lower() not in _CARRIED],
                body=body,
                timeout_s=timeout_s,
                max_bytes=max_bytes + 1,
                max_redirects=0,
            )
        except FetchError as error:
            raise NetworkError(str(error), _CURL_STATUS[error.cause]) from None
        except TimeoutError:
            raise NetworkError("Operation timed out", _TIMED_OUT) from None
        except ValueError as error:
            raise NetworkError(str(error), _BAD_URL) from None
        except (BackendUnavailable, CapabilityExceeded, NetworkLimit) as error:
            raise NetworkError(error.message, _REFUSED) from None
        return Response(answer.status, answer.body, answer.headers, url=answer.url)


def _limits(bounds: ResourceBounds, left_s: float) -> Limits:
    """The shell's budgets within the call's bounds."""
    output = min(_MAX_OUTPUT_BYTES, (bounds.output_bytes - _JSON_FRAME_BYTES) // _JSON_GROWTH)
    timeout_s = min(_USUAL.timeout_s, max(_LEAST_S, left_s - _MARGIN_S))
    return _limited(timeout_s, max(1, output))


@lru_cache(maxsize=16)
def _limited(timeout_s: float, output_bytes: int) -> Limits:
    return Limits(timeout_s=timeout_s, max_output_bytes=output_bytes)


def _is_variable(name: str) -> bool:
    return name.isidentifier() and name.isascii() and name not in _KEPT_NAMES


def _since_us(began_ns: int) -> int:
    return (time.perf_counter_ns() - began_ns) // 1000


async def _told(result: Result, events: StatusEvents | None) -> ToolResponse:
    if events is not None:
        await events.drain()
    return ToolResponse(
        stdout=result.stdout, stderr=result.stderr, exit_code=result.exit_code, error=result.error
    )


def _use(result: Result, began_ns: int) -> ScriptUse:
    return ScriptUse(
        scripts=1,
        commands=int(result.usage["commands"]),
        loop_iterations=int(result.usage["loop_iterations"]),
        output_bytes=int(result.usage["output_bytes"]),
        duration_us=_since_us(began_ns),
        ended_by=result.error,
    )
