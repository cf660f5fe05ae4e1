"""A registered tool with everything that is the same for each of its calls worked out once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from runtime.capability.match import CapabilitySet
from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.digest import Digest
from runtime.contracts.errors import InputInvalid, ManifestInvalid, OutputInvalid, SchemaRefused
from runtime.contracts.invocation import Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import Backend, Tool
from runtime.validation.schema import Schema, compile_schema
from runtime.validation.strict_json import NotPlain, freeze_arguments
from runtime.validation.tool_check import run_check
from runtime.validation.workspace_paths import PathArguments, path_arguments


class PreparedTool(msgspec.Struct, frozen=True, kw_only=True):
    """What the executor holds of a tool."""

    tool: Tool
    manifest: Manifest
    digest: Digest
    backend: Backend
    input_schema: Schema
    output_schema: Schema
    declared: CapabilitySet
    """What it cannot run without."""
    optional: CapabilitySet
    offered: CapabilitySet
    """Both together, as policy sees them."""
    workspace: str
    """What its paths are relative to: absolute, without links."""
    paths: PathArguments
    check: Callable[[dict[str, Any]], None] | None
    """What it refuses beyond its schema, before policy is asked."""
    analyze: Callable[[dict[str, Any]], Any] | None = None
    maxima: ResourceBounds | None = None
    """The operator's, above which no bound of a call is."""
    """Says what a call with these arguments would touch, for policy; not every tool can."""
    policy_views: dict[frozenset[str], Canonical] = {}
    """By what optional capabilities a call has: made when they are first asked for."""

    def policy_view(self, effective: CapabilitySet) -> Canonical:
        """``input.tool`` of the policy question: an effect whose optional capability is not granted cannot happen."""
        given = frozenset(capability.kind for capability in self.optional if capability.kind in effective)
        view = self.policy_views.get(given)
        if view is None:
            effects: list[Any] = [
                e for e in self.manifest.side_effects if e not in self.optional or e in given
            ]
            view = self.policy_views[given] = _tool_view(self.manifest, self.digest, effects or ["none"])
        return view

    def analyzed(self, view: Canonical, arguments: dict[str, Any], *, goes_on: bool = False) -> Canonical:
        """The view with ``analysis``, where the tool can tell what the arguments would have it touch.

        Args:
            view: What else is said of the tool.
            arguments: Of the call.
            goes_on: Whether it goes on where another call ended, in a folder, with functions, variables and links that the
                arguments do not show.

        Raises:
            Exception: what the tool's own code raises; nothing is decided without an analysis that was promised.
        """
        if self.analyze is None:
            return view
        analysis = self.analyze(arguments)
        if goes_on:
            analysis = {**analysis, "unknown": _ALL_UNKNOWN}
        # The first of the names in order (RFC 8785, section 3.2.3).
        return Canonical(b'{"analysis":' + canonical.encode(analysis) + b"," + view[1:])


_ALL_UNKNOWN = ["commands", "hosts", "reads", "writes"]


class Manifests(Mapping[str, Manifest]):
    """What the tools declare, by name."""

    def __init__(self, tools: Mapping[str, PreparedTool]) -> None:
        self._tools = tools

    def __getitem__(self, name: str) -> Manifest:
        return self._tools[name].manifest

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)


def prepare(
    tool: Tool, backends: dict[str, Backend], workspace: str, maxima: ResourceBounds | None = None
) -> PreparedTool:
    """Compile a tool's schemas and find its backend.

    Args:
        tool: The tool.
        backends: By source.
        workspace: What paths are relative to: absolute, without links.
        maxima: What no bound of a call exceeds.

    Raises:
        SchemaRefused: a schema is invalid or hostile.
        ManifestInvalid: no backend runs tools of this source.
    """
    manifest = tool.manifest
    backend = backends.get(manifest.source if manifest.isolation == "in_process" else manifest.isolation)
    if backend is None:
        raise ManifestInvalid(
            f"tool {manifest.name!r}: source {manifest.source!r} has no backend here",
            suggestion="Use one of: " + ", ".join(sorted(backends)),
            tool=manifest.name,
            field="source",
        )
    _require_enforced(manifest, backend)
    input_schema = input_schema_of(manifest)
    output_schema = compile_schema(
        manifest.output_schema,
        where=f"{manifest.name}: output_schema",
        error=OutputInvalid,
        largest=manifest.resource_bounds.output_bytes,
    )
    digest = manifest.digest()  # after the schemas: only then is it known that they are JSON
    declared = CapabilitySet(manifest.required_capabilities)
    optional = CapabilitySet(manifest.optional_capabilities)
    return PreparedTool(
        tool=tool,
        manifest=manifest,
        digest=digest,
        backend=backend,
        input_schema=input_schema,
        output_schema=output_schema,
        declared=declared,
        optional=optional,
        offered=CapabilitySet((*declared, *optional)),
        workspace=workspace,
        paths=_paths_of(manifest),
        check=getattr(tool, "check", None),
        analyze=getattr(tool, "analyze", None),
        maxima=maxima,
    )


def _require_enforced(manifest: Manifest, backend: Backend) -> None:
    """A bound that is declared and that nobody here can hold is no bound."""
    for name in ("cpu_s", "memory_bytes", "fuel"):
        if getattr(manifest.resource_bounds, name) is not None and name not in backend.enforces:
            holds = name in ("cpu_s", "memory_bytes") and manifest.source == "builtin"
            raise ManifestInvalid(
                f"tool {manifest.name!r}: {name} is not enforced for a tool that runs {_WHERE.get(backend.source, 'there')}",
                suggestion='Declare isolation="process", or leave the bound out.'
                if holds
                else "Leave the bound out.",
                tool=manifest.name,
                field=f"resource_bounds.{name}",
            )


_WHERE = {
    "builtin": "in this process",
    "wasm": "as a WebAssembly module",
    "process": "in a process of its own",
    "http": "as a request to a server",
}


def input_schema_of(manifest: Manifest) -> Schema:
    """The compiled schema of a tool's arguments.

    Raises:
        SchemaRefused: it is invalid or hostile.
    """
    return compile_schema(
        manifest.input_schema,
        where=f"{manifest.name}: input_schema",
        error=InputInvalid,
        arguments=True,
        largest=manifest.resource_bounds.input_bytes,
    )


def canonical_arguments(tool: Tool, arguments: Any, workspace: str) -> bytes:
    """The arguments as the tool would get them: checked, with the schema's defaults written down and paths in their one spelling.

    Args:
        tool: The tool.
        arguments: A mapping, or the text of a JSON object.
        workspace: What its paths are relative to: absolute, without links.

    Raises:
        InputInvalid: they are no strict JSON, do not fit the schema, or the tool refuses them.
        SchemaRefused: the schema is invalid or hostile.
    """
    manifest = tool.manifest
    schema, max_bytes = input_schema_of(manifest), manifest.resource_bounds.input_bytes
    value, data = freeze_arguments(arguments, max_bytes=max_bytes)
    schema.check(value)
    written = schema.complete(value, max_bytes=max_bytes)
    written = _paths_of(manifest).normalized(written, workspace)
    if written is not value:
        value, data = freeze_arguments(written, max_bytes=max_bytes)
        schema.check(value)
    run_check(manifest.name, getattr(tool, "check", None), value)
    return data


def _paths_of(manifest: Manifest) -> PathArguments:
    try:
        return path_arguments(manifest.input_schema)
    except NotPlain as problem:
        where = f"{manifest.name}: input_schema"
        raise SchemaRefused(
            f"{where}: {problem.reason} (at {problem.where})", where=where, pointer=problem.where
        ) from None


def _tool_view(manifest: Manifest, digest: Digest, effects: list[Any]) -> Canonical:
    return _written(
        {
            "name": manifest.name,
            "version": manifest.version,
            "risk": manifest.risk,
            "requires_approval": manifest.requires_approval,
            "side_effects": effects,
            "determinism": manifest.determinism,
            "source": manifest.source,
            "digest": digest,
        }
    )


@functools.lru_cache(maxsize=1024)
def capability_view(declared: CapabilitySet, effective: CapabilitySet) -> Canonical:
    """``input.capabilities`` of the policy question; a caller's calls repeat the same few."""
    return _written({"declared": declared.to_data(), "granted": effective.to_data()})


def principal_view(principal: Principal) -> Canonical:
    """``input.principal`` of the policy question.

    Raises:
        InputInvalid: its roles or attributes are no JSON values.
    """
    if not principal.roles and not principal.attributes:
        return _bare_principal_view(principal.id)
    try:
        return _written(principal.to_data())
    except canonical.NotCanonical as error:
        raise InputInvalid(f"principal: {error}", suggestion="Give JSON values.", field="principal") from None


@functools.lru_cache(maxsize=1024)
def _bare_principal_view(name: str) -> Canonical:
    return _written(Principal(id=name).to_data())


def _written(data: dict[str, Any]) -> Canonical:
    return Canonical(canonical.encode(data))
