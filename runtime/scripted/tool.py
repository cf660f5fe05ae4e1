"""`ScriptedTool`: several tools as the commands of one script.

By itself it runs callbacks as they are, each script in a fresh shell. Given to an executor it is a tool of the registry, its callbacks are
tools beside it, and each command is a governed call inside the call of its script.

Source: scripted tool orchestration, "ScriptedTool", "LLM integration".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from runtime.backends.inprocess import InProcess
from runtime.bash import Bash, BashTool, Limits, script_summary
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import KINDS, Capability, ToolCall, from_data
from runtime.contracts.errors import FailedError, InputInvalid, ManifestInvalid
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import StatusCallback, ToolRequest, ToolResponse
from runtime.contracts.manifest import Manifest, SideEffect
from runtime.contracts.ports import ScopedContext, Tool, ToolContext
from runtime.scripted.callbacks import callback_tool
from runtime.scripted.commands import (
    FAILED,
    MISUSED,
    Answer,
    Command,
    ShellCommand,
    command_of,
    shell_command,
)
from runtime.scripted.definition import Callback, ToolDef
from runtime.scripted.flags import Flags
from runtime.scripted.governed import failed, governed_command
from runtime.sdk import as_tool
from runtime.validation.schema import Schema, compile_schema

if TYPE_CHECKING:
    from runtime.bash import Context

Item = tuple[ToolDef, Callback] | Any
_MARGIN_S, _LEAST_S = 0.25, 0.01
_BOUNDS = ResourceBounds(wall_s=35.0)
_EFFECTS: tuple[SideEffect, ...] = (
    "net_read",
    "net_write",
    "fs_read",
    "fs_write",
    "db_read",
    "db_write",
    "process_spawn",
)


class ScriptedTool:
    """Implements `runtime.contracts.llm_tool.LLMTool`.

    Args:
        name: what a registry calls it.
        short_description: one line for lists.
        tools: its commands: ``(ToolDef, callback)``, functions marked with ``@tool``, tools, or (with an executor) names of registered ones.
        env: exported variables of the script.
        limits: the budgets of a script.
    """

    def __init__(
        self,
        name: str,
        *,
        short_description: str = "",
        tools: Iterable[Item] = (),
        env: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.name = name
        self.short_description = short_description or f"ScriptedTool: {name}"
        self._env = dict(env or {})
        self._limits = limits
        self._members = [_Member.of(item) for item in tools]
        names = [member.name for member in self._members]
        if len(set(names)) < len(names):
            raise ManifestInvalid(f"tool {name!r}: two of its commands have one name")
        self._bash = self._shell({member.name: member.alone() for member in self._members}, limits)
        self._manifest()  # what cannot be registered says so now

    @property
    def version(self) -> str:
        """The version of the runtime."""
        return self._bash.version

    def description(self) -> str:
        """What it is, and its commands."""
        about = self.short_description.rstrip(".")
        return f"{about}. Tool commands: {' '.join(member.name for member in self._members)}"

    def help(self) -> str:
        """A manual page of its commands; those of the shell are listed by their names."""
        commands = "\n".join(
            f"       {member.name}\n           {member.command.description}\n           {member.usage}"
            for member in self._members
        )
        variables = f"\n\nENVIRONMENT\n       {', '.join(self._env)}" if self._env else ""
        return (
            f"NAME\n       {self.name} - {self.short_description}\n\n"
            'SYNOPSIS\n       {"commands": "<bash script>"}\n\n'
            f"TOOL COMMANDS\n{commands}\n\n"
            "       Each takes --help, and --stdin-json for arguments as one JSON object on standard input.\n\n"
            "SHELL\n       The script runs in a virtual bash with jq, grep, sed, awk, sort, xargs and their like; nothing of the\n"
            f"       machine can be reached, and nothing is kept for the next script.{variables}\n\n"
            "EXIT STATUS OF A TOOL COMMAND\n"
            "       0      Success\n       1      The tool failed; standard error says why\n"
            "       2      The arguments do not fit\n       126    The call was refused; nothing ran\n"
        )

    def system_prompt(self) -> str:
        """What a model needs to know, in few words."""
        lines = [
            f"# {self.name}",
            "",
            'Input: {"commands": "<bash script>"}',
            "Output: {stdout, stderr, exit_code}",
            "",
        ]
        lines += ["## Available tool commands", ""]
        for member in self._members:
            lines.append(f"- `{member.name}`: {member.command.description}")
            if member.command.flags.properties:
                lines.append(f"  Usage: `{member.usage}`")
        lines += [
            "",
            "## Tips",
            "",
            "- Pass arguments as `--key value` or `--key=value` flags",
            "- Pipe tool output through `jq` for JSON processing",
            "- Use variables to pass data between tool calls",
        ]
        return "\n".join(lines) + "\n"

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of ``{commands}``."""
        return self._bash.input_schema()

    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of ``{stdout, stderr, exit_code, error}``."""
        return self._bash.output_schema()

    async def execute(self, request: ToolRequest) -> ToolResponse:
        """Run a script in a fresh shell; whatever it does is an answer, never an exception."""
        return await self._bash.execute(request)

    async def execute_with_status(self, request: ToolRequest, on_status: StatusCallback) -> ToolResponse:
        """`execute`, with an event for each phase and for output as it comes."""
        return await self._bash.execute_with_status(request, on_status)

    # -- with an executor ---------------------------------------------------------------------------------

    def governed_tools(self) -> list[Tool]:
        """What an executor registers: the script as a tool, and those of its commands that are no names."""
        return [_Script(self._manifest(), self), *(member.tool for member in self._members if member.tool)]

    async def run_governed(self, commands: str, context: ScopedContext) -> ToolResponse:
        """Run a script whose commands are calls inside the call of this context."""
        registered = context.commands
        governed = {
            member.name: governed_command(member.command, context) if member.tool else registered[member.name]
            for member in self._members
            if member.tool or member.name in registered
        }
        usual = self._limits or Limits()
        # A script is ended by the shell, with what it wrote.
        left_s = max(_LEAST_S, context.remaining_s() - _MARGIN_S)
        shell = Bash(env=self._env, limits=usual.lowered(timeout_s=left_s), commands=governed)
        on_status = context.status if context.streaming else None
        return await context.shell.run_in(shell, commands, on_status=on_status)

    def analyze(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Which commands a script would run, read from its text, for policy.

        Its files are its own and it has no network: what it reads, writes or reaches, its commands do, as calls that policy is asked about.
        """
        told = script_summary(arguments["commands"], cwd="/", home="/")
        unknown = [name for name in told["unknown"] if name == "commands"]
        return {**told, "hosts": [], "reads": [], "writes": [], "unknown": unknown}

    def _shell(self, commands: Mapping[str, ShellCommand], limits: Limits | None) -> BashTool:
        return BashTool(self.name, env=self._env, limits=limits, commands=commands)

    def _manifest(self) -> Manifest:
        optional = _handed_on(self._members)
        kinds = {capability.kind for capability in optional}
        return Manifest(
            name=self.name,
            description=self.description(),
            short_description=self.short_description,
            input_schema=self.input_schema(),
            output_schema=self.output_schema(),
            required_capabilities=(ToolCall([member.name for member in self._members]),),
            optional_capabilities=optional,
            side_effects=tuple(effect for effect in _EFFECTS if effect in kinds) or ("none",),
            risk="safe_write",
            resource_bounds=_BOUNDS,
        )


class _Script:
    """A scripted tool as a tool of the registry."""

    blocking = False

    def __init__(self, manifest: Manifest, tool: ScriptedTool) -> None:
        self.manifest = manifest
        self.analyze = tool.analyze
        self._tool = tool

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:
        """Run the commands; the answer in the form of the contract."""
        scoped: Any = context  # the executor's side of it: the commands that it makes of registered tools
        answer = await self._tool.run_governed(arguments["commands"], scoped)
        return {
            "stdout": answer.stdout,
            "stderr": answer.stderr,
            "exit_code": answer.exit_code,
            "error": answer.error,
        }


class _Member:
    """One of its commands."""

    def __init__(self, command: Command, tool: Tool | None) -> None:
        self.command = command
        self.tool = tool
        self.name = command.name
        self.usage = command.flags.usage()

    @classmethod
    def of(cls, item: Item) -> _Member:
        """The command of what was given.

        Raises:
            ManifestInvalid: it is none of what can be one.
        """
        if isinstance(item, str):
            return cls(Command(item, "A registered tool", Flags(item, {}), takes_stdin=False), None)
        if isinstance(item, tuple):
            if len(item) != 2 or not isinstance(item[0], ToolDef) or not callable(item[1]):
                raise ManifestInvalid("a command of a scripted tool is (ToolDef, callback)")
            tool = callback_tool(*item)
            definition = item[0]
            flags = Flags(definition.name, definition.input_schema)
            return cls(Command(definition.name, definition.description, flags, tool.takes_stdin), tool)
        found = as_tool(item)
        return cls(command_of(found.manifest), found)

    def alone(self) -> ShellCommand:
        """The command where no executor governs it."""
        return shell_command(self.command, _Alone(self).run if self.tool is not None else _needs_executor)


class _Alone:
    """Runs a tool as it is: its arguments are validated, and it is granted nothing."""

    def __init__(self, member: _Member) -> None:
        assert member.tool is not None  # noqa: S101  # the caller looked
        self._tool = member.tool
        self._schema: Schema | None = None

    async def run(self, cx: Context, params: dict[str, Any], stdin: str | None) -> Answer:  # noqa: ARG002
        """What the tool gives, or what is wrong."""
        tool = self._tool
        manifest = tool.manifest
        if manifest.source != InProcess.source:
            return Answer(status=FAILED, message="runs with an executor only")
        arguments = params if stdin is None else {**params, "stdin": stdin}
        context = CallContext("script", CapabilitySet(), manifest.resource_bounds)
        backend = InProcess()
        try:
            self._checked().check(arguments)
            return Answer(await backend.run(tool, arguments, context))
        except InputInvalid as error:
            return Answer(status=MISUSED, message=error.message, suggestion=error.suggestion)
        except FailedError as error:
            return failed(error.code, error.message, error.suggestion)
        finally:
            context.close()
            backend.close()

    def _checked(self) -> Schema:
        if self._schema is None:
            manifest = self._tool.manifest
            self._schema = compile_schema(
                manifest.input_schema,
                where=f"{manifest.name}: input_schema",
                error=InputInvalid,
                arguments=True,
            )
        return self._schema


async def _needs_executor(cx: Context, params: dict[str, Any], stdin: str | None) -> Answer:  # noqa: ARG001
    return Answer(status=FAILED, message="is a registered tool: give the scripted tool to an executor")


def _handed_on(members: Iterable[_Member]) -> tuple[Capability, ...]:
    """What a script needs to have so that its commands can have it: of a command that is only named, everything."""
    kinds: set[str] = set()
    for member in members:
        if member.tool is None:
            kinds |= set(KINDS)
        else:
            manifest = member.tool.manifest
            needed = (*manifest.required_capabilities, *manifest.optional_capabilities)
            kinds |= {capability.kind for capability in needed}
    return tuple(_open(kind) for kind in KINDS if kind in kinds - {"tool_call"})


def _open(kind: str) -> Capability:
    """The capability without targets: the grant says which."""
    scopes = [
        name
        for name in KINDS[kind].__struct_fields__
        if name in ("prefixes", "allowlist", "tables", "commands", "vars")
    ]
    return from_data({"type": kind, **{name: [] for name in scopes}})
