"""`BashTool`: the shell as a tool for language models, each call in a fresh shell.

    tool = BashTool(username="agent", limits=Limits(max_commands=500))
    response = await tool.execute(ToolRequest(commands="echo hello"))

Source: tool contract, "BashTool Implementation", "Real Outputs", "Streaming Output".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Coroutine
from functools import cached_property, lru_cache
from typing import Any

from runtime.bash import tool_manual
from runtime.bash.limits import Limits
from runtime.bash.shell import Bash
from runtime.contracts.llm_tool import (
    LLMTool,
    OutputCallback,
    StatusCallback,
    ToolRequest,
    ToolResponse,
    ToolStatus,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from runtime.bash.result import Result
    from runtime.bash.vfs.api import FileSystem

__all__ = [
    "BashTool",
    "LLMTool",
    "OutputCallback",
    "StatusEvents",
    "ToolRequest",
    "ToolResponse",
    "ToolStatus",
    "script_summary",
]

MAX_ANALYZED_BYTES = 65_536
"""A longer script is not looked through, which would hold up everything else: what it touches is unknown."""
_KEPT_BYTES = 4096
_DISTRIBUTION = "cathedral-runtime"
_BAD_REQUEST = 2


class BashTool:
    """A virtual bash as a tool: implements `LLMTool`. Every call has a shell of its own, in which nothing of the last one is left.

    Args:
        name: what a registry calls it.
        username, hostname: what the machine calls them; said in the documents where they are given.
        limits: the budgets of a call.
        env: exported variables; the documents name them and never say what they hold.
        commands: further commands, as `Bash` takes them.
        short_description: one line for lists.
        shell: further options of `Bash`: ``files``, ``cwd``, ``mounts``, ``network``, ``clock``, ``seed``.
    """

    def __init__(
        self,
        name: str = "bash",
        *,
        username: str | None = None,
        hostname: str | None = None,
        limits: Limits | None = None,
        env: Mapping[str, str] | None = None,
        commands: Mapping[str, Callable[..., Any]] | None = None,
        short_description: str = tool_manual.SHORT_DESCRIPTION,
        **shell: Any,
    ) -> None:
        self.name = name
        self.short_description = short_description
        self._username = username
        self._hostname = hostname
        self._limits = limits
        self._env = dict(env or {})
        self._commands = dict(commands or {})
        self._options = shell
        self._fresh()  # what cannot be a shell says so now, and not to a model

    @cached_property
    def version(self) -> str:
        """The version of the runtime."""
        from importlib.metadata import version

        return version(_DISTRIBUTION)

    def description(self) -> str:
        """What it is, and every command there is, those of the embedder last."""
        return tool_manual.description(self._names())

    def help(self) -> str:
        """A manual page; what was configured stands at its end."""
        configured = tool_manual.Configuration(
            username=self._username, hostname=self._hostname, limits=self._limits, variables=tuple(self._env)
        )
        return tool_manual.manual(self.name, self._names(), configured)

    def system_prompt(self) -> str:
        """What a model needs to know, in few words."""
        return tool_manual.system_prompt(self._username)

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of ``{commands}``."""
        return tool_manual.input_schema()

    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of ``{stdout, stderr, exit_code, error}``."""
        return tool_manual.output_schema()

    async def execute(self, request: ToolRequest) -> ToolResponse:
        """Run the commands to their end; whatever they do is an answer, never an exception."""
        refused = _refusal(request)
        if refused is not None:
            return refused
        return response(await self._fresh().exec(request.commands))

    async def execute_with_status(self, request: ToolRequest, on_status: StatusCallback) -> ToolResponse:
        """`execute`, with an event for each phase, and for output after each loop iteration and each command.

        What ``on_status`` raises ends the streaming, never the script.
        """
        heard = StatusEvents(on_status)
        await heard.tell(ToolStatus(phase="validate", percent_complete=0.0))
        answer = _refusal(request)
        if answer is None:
            await heard.tell(ToolStatus(phase="parse", percent_complete=10.0))
            shell = self._fresh()
            await heard.tell(ToolStatus(phase="execute", percent_complete=20.0))
            try:
                answer = response(await shell.exec(request.commands, on_output=heard.output))
            except BaseException:
                heard.close()
                raise
        await heard.tell(ToolStatus(phase="complete", percent_complete=100.0, message=answer.error))
        return answer

    def _names(self) -> list[str]:
        known = tool_manual.command_names()
        return [*known, *(name for name in self._commands if name not in set(known))]

    def _fresh(self) -> Bash:
        options = dict(self._options)
        if self._username is not None:
            options["username"] = self._username
        if self._hostname is not None:
            options["hostname"] = self._hostname
        fs: FileSystem | None = options.pop("fs", None)
        return Bash(env=self._env, limits=self._limits, commands=self._commands, fs=fs, **options)


def script_summary(commands: str, *, cwd: str, home: str) -> dict[str, Any]:
    """What the commands would run, read, write and reach, read from their text; bounded in time, and kept for a short one.

    Args:
        commands: Text that nobody has looked at.
        cwd: Where they begin.
        home: What ``~`` is.
    """
    return (_kept_summary if len(commands) <= _KEPT_BYTES else _summary)(commands, cwd, home)


def _summary(commands: str, cwd: str, home: str) -> dict[str, Any]:
    limits = Limits(max_input_bytes=MAX_ANALYZED_BYTES, max_ast_nodes=20_000)
    return Bash(limits=limits).analyze(commands).summary(cwd=cwd, home=home)


_kept_summary = lru_cache(maxsize=256)(_summary)


class StatusEvents:
    """Tells somebody of events, in order, until they raise. What is told is kept until it has been heard.

    A script that is ended cannot wait any more for who is awaited: what they have not heard by then `drain` tells them.
    """

    def __init__(self, on_status: StatusCallback) -> None:
        self._on_status: StatusCallback | None = on_status
        self._waiting: deque[ToolStatus] = deque()
        self._heard: Awaitable[object] | None = None

    def output(self, out: str, err: str) -> _Drained | None:
        """What the shell calls with output; awaited where whoever is told is."""
        if out:
            self._waiting.append(ToolStatus.stdout(out))
        if err:
            self._waiting.append(ToolStatus.stderr(err))
        return None if self._told() else _Drained(self)

    async def tell(self, status: ToolStatus) -> None:
        """One more event."""
        self._waiting.append(status)
        await self.drain()

    async def drain(self) -> None:
        """Have all of them heard."""
        while not self._told():
            heard, self._heard = self._heard, None
            try:
                if heard is not None:
                    await heard
            except Exception:  # noqa: BLE001  # the embedder's code may raise anything; the script goes on unheard
                self._on_status = None

    def close(self) -> None:
        """Tell nothing more: the script was ended, and nobody awaits what it said last."""
        self._on_status = None
        self._waiting.clear()
        heard, self._heard = self._heard, None
        if isinstance(heard, Coroutine):
            heard.close()

    def _told(self) -> bool:
        """Tell as long as nobody has to be awaited; whether that was all."""
        while self._heard is None and self._waiting:
            status = self._waiting.popleft()
            if self._on_status is None:
                continue
            try:
                given = self._on_status(status)
            except Exception:  # noqa: BLE001  # as above
                self._on_status = None
                continue
            self._heard = given if isinstance(given, Awaitable) else None
        return self._heard is None


class _Drained:
    """`StatusEvents.drain` as what is awaited: made where nobody may come to await it."""

    def __init__(self, events: StatusEvents) -> None:
        self._events = events

    def __await__(self) -> Generator[Any, Any, None]:
        return self._events.drain().__await__()


def response(result: Result) -> ToolResponse:
    """A script's result in the form of the contract."""
    return ToolResponse(
        stdout=result.stdout, stderr=result.stderr, exit_code=result.exit_code, error=result.error
    )


def _refusal(request: ToolRequest) -> ToolResponse | None:
    """What is answered to a request that holds no text, which no type checker has kept away."""
    if isinstance(request, ToolRequest) and isinstance(request.commands, str):
        return None
    return ToolResponse(
        stderr="bash: commands must be a text\n", exit_code=_BAD_REQUEST, error="invalid_request"
    )
