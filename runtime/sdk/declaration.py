"""The ``@tool`` decorator, and a marked function as a tool.

The decorator leaves a mark and returns the function as it was: importing a tool does nothing, and a unit test can call it.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import Annotated, Any, Generic, TypeVar, get_args

import msgspec

from runtime.contracts.capability import Capability
from runtime.contracts.errors import ManifestInvalid, ToolError
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.manifest import (
    WORKSPACE_PATH,
    Determinism,
    Isolation,
    Manifest,
    Normalization,
    Risk,
    SideEffect,
)
from runtime.contracts.ports import Tool, ToolContext
from runtime.sdk.http_declaration import HttpDeclaration
from runtime.sdk.registry import mark, marked
from runtime.sdk.signature import Signature, read

M = TypeVar("M")
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
F = TypeVar("F", bound=Callable[..., Any])
Analyze = Callable[[dict[str, Any]], dict[str, Any]]

WorkspacePath = Annotated[str, msgspec.Meta(extra_json_schema={"format": WORKSPACE_PATH})]
"""An argument that names a place in the workspace. The tool gets it relative to the workspace in its one spelling; a call with one that
leads out of it is refused before policy is asked."""


class ToolResult(msgspec.Struct, Generic[M], kw_only=True, forbid_unknown_fields=True):
    """A result with the fields of the tool contract; ``M`` is the struct of its metadata.

    Its ``execution_time_ms`` is measured by the executor and not part of the value, so that equal work has equal digests.
    """

    output: str
    """What happened, for a model and a person."""
    files_affected: list[str] = []
    """Workspace paths that were created or changed."""
    metadata: M
    warnings: list[str] = []


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What ``@tool`` was given; everything else follows from the function's signature."""

    description: str
    short_description: str
    side_effects: tuple[SideEffect, ...]
    determinism: Determinism
    capabilities: tuple[Capability, ...]
    optional: tuple[Capability, ...]
    risk: Risk | None
    requires_approval: bool
    affects: tuple[str, ...]
    session: bool
    name: str | None
    version: str
    bounds: ResourceBounds | None
    normalization: Normalization | None
    input_schema: dict[str, Any] | None
    output_schema: dict[str, Any] | None
    check: Callable[..., None] | None
    analyze: Analyze | None
    isolation: Isolation


def tool(
    *,
    description: str,
    side_effects: Sequence[SideEffect],
    determinism: Determinism = "nondeterministic",
    capabilities: Sequence[Capability] = (),
    optional: Sequence[Capability] = (),
    risk: Risk | None = None,
    requires_approval: bool = False,
    affects: Sequence[str] = (),
    session: bool = False,
    name: str | None = None,
    version: str = "1.0.0",
    bounds: ResourceBounds | None = None,
    normalization: Normalization | None = "json",
    input_schema: dict[str, Any] | None = None,
    output_schema: dict[str, Any] | None = None,
    short_description: str = "",
    check: Callable[..., None] | None = None,
    analyze: Analyze | None = None,
    isolation: Isolation = "in_process",
) -> Callable[[F], F]:
    """Declare that a typed function, plain or async, is a tool.

    Args:
        description: What it does, for a model and for people.
        side_effects: ``["none"]``, or what it touches; each effect needs a capability of the same kind.
        determinism: A claim of ``pure`` or ``deterministic`` can be tested by replay.
        capabilities: What it needs; a handle for anything else refuses.
        optional: What it uses where it is granted, and can do without.
        risk: ``read_only``, ``safe_write`` or ``dangerous``; by default read_only if it only reads, else dangerous.
        requires_approval: Ask for approval of each call, whatever policy says.
        affects: The arguments that name files which a call creates or changes.
        session: Whether it uses ``ctx.session``.
        name: Its name; the function's by default.
        version: A semantic version.
        bounds: Its resource bounds.
        normalization: How its output is hashed; None is an error when it is called.
        input_schema: Instead of the schema derived from the annotations.
        output_schema: Likewise.
        short_description: One line for lists.
        check: Takes some arguments by name, before policy is asked; raises `ToolError` for what the schema cannot say. No I/O, and quick.
        analyze: Says what a call with these arguments would touch, for ``input.tool.analysis``, without doing it.
        isolation: ``process`` runs each call in a confined process of its own, which alone can hold a Python tool to ``cpu_s`` and ``memory_bytes``.

    Raises:
        ManifestInvalid: an argument is not what it should be; what the function lacks is said by `as_tool`.
    """
    label = name if isinstance(name, str) else "?"
    _check_lists(
        label, capabilities=capabilities, side_effects=side_effects, optional=optional, affects=affects
    )
    declaration = Declaration(
        description=description,
        short_description=short_description,
        side_effects=tuple(side_effects),
        determinism=determinism,
        capabilities=tuple(capabilities),
        optional=tuple(optional),
        risk=risk,
        requires_approval=requires_approval,
        affects=tuple(affects),
        session=session,
        name=name,
        version=version,
        bounds=bounds,
        normalization=normalization,
        input_schema=input_schema,
        output_schema=output_schema,
        check=check,
        analyze=analyze,
        isolation=isolation,
    )
    return _marking(label, declaration)


def _marking(label: str, declaration: Declaration) -> Callable[[F], F]:
    for field, kinds in _FIELDS.items():
        _check(label, field, getattr(declaration, field), kinds)
    return partial(_decorated, declaration, label)


def _decorated(declaration: Declaration, label: str, function: F) -> F:
    if not inspect.isfunction(function):
        raise _misdeclared(label, "tool", "put on a function")
    return mark(function, declaration)


def _check_lists(label: str, **lists: Sequence[Any]) -> None:
    for field, given in lists.items():
        _check(label, field, given, (list, tuple))
    for capability in (*lists["capabilities"], *lists["optional"]):
        _check(label, "capabilities", capability, get_args(Capability))


_FIELDS: dict[str, tuple[type, ...]] = {
    "description": (str,),
    "short_description": (str,),
    "requires_approval": (bool,),
    "session": (bool,),
    "name": (str, type(None)),
    "version": (str,),
    "bounds": (ResourceBounds, type(None)),
    "input_schema": (dict, type(None)),
    "output_schema": (dict, type(None)),
    "check": (FunctionType, type(None)),
}


def _check(tool: str, field: str, value: Any, kinds: tuple[type, ...]) -> None:
    if not isinstance(value, kinds):
        names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        raise _misdeclared(tool, field, f"{names}, not {type(value).__name__}")


def _misdeclared(tool: str, field: str, wanted: str) -> ManifestInvalid:
    return ManifestInvalid(f"tool {tool!r}: {field} must be {wanted}", tool=tool, field=field)


class FunctionTool:
    """A function as a tool: implements `runtime.contracts.ports.Tool`."""

    blocking = True

    def __init__(
        self,
        function: Callable[..., Any],
        manifest: Manifest,
        signature: Signature,
        check: Callable[[dict[str, Any]], None] | None = None,
        analyze: Analyze | None = None,
    ) -> None:
        self.manifest = manifest
        self.check = check
        """What it refuses beyond its schema: raises `ToolError`."""
        self.analyze = analyze
        """Says what a call would touch, for policy."""
        self.function = function
        self._signature = signature

    def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:
        """The function's result as JSON builtins (or bytes)."""
        return self._signature.render(self.function(**self._bound(arguments, context)))

    def _bound(self, arguments: dict[str, Any], context: ToolContext) -> dict[str, Any]:
        try:
            values = self._signature.bind(arguments)
        except msgspec.ValidationError as error:
            # The schema let it pass and the type did not: a date that is none, a rule of a pydantic model.
            raise ToolError("invalid_argument", str(error), suggestion="Correct the argument.") from None
        if self._signature.context is not None:
            values[self._signature.context] = context
        return values


class AsyncFunctionTool(FunctionTool):
    """A coroutine function as a tool."""

    blocking = False

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:
        """The coroutine's result as JSON builtins (or bytes)."""
        return self._signature.render(await self.function(**self._bound(arguments, context)))


class StreamFunctionTool(FunctionTool):
    """An async generator function as a tool: what it yields is told as it comes, and all of it is the output.

    Text is joined to one text. Other values make a list, and each is told as a line of JSON.
    """

    blocking = False

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:
        """Everything that it yielded."""
        import asyncio  # every tool imports this module, and few of them stream

        found: list[Any] = []
        async with contextlib.aclosing(self.function(**self._bound(arguments, context))) as yielded:
            async for value in yielded:
                (rendered,) = self._signature.render([value])
                found.append(rendered)
                told = (
                    rendered if isinstance(rendered, str) else msgspec.json.encode(rendered).decode() + "\n"
                )
                if told:
                    await context.status(ToolStatus.stdout(told))
                else:
                    await asyncio.sleep(0)  # what yields without end still gives the loop its turns
        return "".join(found) if self.manifest.output_schema.get("type") == "string" else found


def as_tool(item: Any) -> Tool:
    """The tool of a marked function, or the object itself where it is a tool.

    Raises:
        ManifestInvalid: it is neither, or its declaration does not hold.
    """
    declaration = marked(item)
    if isinstance(declaration, Declaration):
        return _function_tool(item, declaration)
    if isinstance(declaration, HttpDeclaration):
        return declaration.tool_of(item)
    if isinstance(item, type) or not isinstance(item, Tool) or not isinstance(item.manifest, Manifest):
        raise ManifestInvalid(
            f"{_name(item)} is no tool",
            suggestion="Mark the function with @tool(...), or give an object with `manifest`, `blocking` and `execute`.",
        )
    if item.blocking is not (not inspect.iscoroutinefunction(item.execute)):
        wanted = "False for a coroutine function" if item.blocking else "True for a plain function"
        raise _misdeclared(item.manifest.name, "blocking", wanted)
    return item


def _name(item: Any) -> str:
    return str(getattr(item, "__name__", type(item).__name__))[:64]


def _function_tool(function: Callable[..., Any], declaration: Declaration) -> FunctionTool:
    signature = read(function, binary=declaration.normalization == "binary")
    manifest = Manifest(
        name=declaration.name or function.__name__,
        version=declaration.version,
        description=declaration.description,
        short_description=declaration.short_description,
        input_schema=signature.input_schema if declaration.input_schema is None else declaration.input_schema,
        output_schema=signature.output_schema
        if declaration.output_schema is None
        else declaration.output_schema,
        required_capabilities=declaration.capabilities,
        optional_capabilities=declaration.optional,
        side_effects=declaration.side_effects,
        determinism=declaration.determinism,
        resource_bounds=declaration.bounds or ResourceBounds(),
        risk=declaration.risk or _risk(declaration.side_effects),
        requires_approval=declaration.requires_approval,
        affects=declaration.affects,
        session=declaration.session,
        normalization=declaration.normalization,
        isolation=declaration.isolation,
    )
    kind = _kind(function)
    return kind(function, manifest, signature, _checking(manifest, declaration.check), declaration.analyze)


def _kind(function: Callable[..., Any]) -> type[FunctionTool]:
    if inspect.isasyncgenfunction(function):
        return StreamFunctionTool
    return AsyncFunctionTool if inspect.iscoroutinefunction(function) else FunctionTool


def _checking(
    manifest: Manifest, check: Callable[..., None] | None
) -> Callable[[dict[str, Any]], None] | None:
    """The check as a function of all arguments; it gets those that its parameters name, as JSON values."""
    if check is None:
        return None
    arguments = manifest.input_schema.get("properties", {})
    always = {*manifest.input_schema.get("required", ())}
    always |= {name for name, place in arguments.items() if "default" in place}
    for parameter in inspect.signature(check).parameters.values():
        if parameter.kind not in _BY_NAME or parameter.name not in arguments:
            raise _misdeclared(
                manifest.name, "check", "a function whose parameters have names of the tool's arguments"
            )
        if parameter.default is parameter.empty and parameter.name not in always:
            raise _misdeclared(
                manifest.name, "check", f"given a default for {parameter.name}, which may be absent"
            )
    if inspect.iscoroutinefunction(check):
        raise _misdeclared(manifest.name, "check", "a plain function")
    names = tuple(inspect.signature(check).parameters)
    return lambda given: check(**{name: given[name] for name in names if name in given})


def _risk(effects: Sequence[SideEffect]) -> Risk:
    reads = all(effect == "none" or effect.endswith("_read") for effect in effects)
    return "read_only" if reads else "dangerous"
