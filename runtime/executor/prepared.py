"""A registered tool with everything that is the same for each of its calls worked out once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec

from runtime.capability.match import CapabilitySet
from runtime.contracts import canonical
from runtime.contracts.canonical import Canonical
from runtime.contracts.digest import Digest
from runtime.contracts.errors import InputInvalid, ManifestInvalid, OutputInvalid
from runtime.contracts.invocation import Principal
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import Backend, Tool
from runtime.executor.call_tree import CallNode
from runtime.validation.schema import Schema, compile_schema
from runtime.validation.strict_json import freeze_arguments


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
    analyze: Callable[[dict[str, Any]], Any] | None = None
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

    def analyzed(self, view: Canonical, arguments: dict[str, Any]) -> Canonical:
        """The view with ``analysis``, where the tool can tell what the arguments would have it touch.

        Raises:
            Exception: what the tool's own code raises; nothing is decided without an analysis that was promised.
        """
        if self.analyze is None:
            return view
        # The first of the names in order (RFC 8785, section 3.2.3).
        return Canonical(b'{"analysis":' + canonical.encode(self.analyze(arguments)) + b"," + view[1:])


def prepare(tool: Tool, backends: dict[str, Backend]) -> PreparedTool:
    """Compile a tool's schemas and find its backend.

    Raises:
        SchemaRefused: a schema is invalid or hostile.
        ManifestInvalid: no backend runs tools of this source.
    """
    manifest = tool.manifest
    backend = backends.get(manifest.source)
    if backend is None:
        raise ManifestInvalid(
            f"tool {manifest.name!r}: source {manifest.source!r} has no backend here",
            suggestion="Use one of: " + ", ".join(sorted(backends)),
            tool=manifest.name,
            field="source",
        )
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
        analyze=getattr(tool, "analyze", None),
    )


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


def canonical_arguments(manifest: Manifest, arguments: Any) -> bytes:
    """The arguments as the tool would get them: checked, with the schema's defaults written down.

    Args:
        manifest: The tool's declaration.
        arguments: A mapping, or the text of a JSON object.

    Raises:
        InputInvalid: they are no strict JSON, or do not fit the schema.
        SchemaRefused: the schema is invalid or hostile.
    """
    schema, max_bytes = input_schema_of(manifest), manifest.resource_bounds.input_bytes
    value, data = freeze_arguments(arguments, max_bytes=max_bytes)
    schema.check(value)
    filled = schema.complete(value, max_bytes=max_bytes)
    return data if filled is value else freeze_arguments(filled, max_bytes=max_bytes)[1]


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


def context_view(parent: CallNode | None) -> dict[str, Any] | Canonical:
    """``input.context`` of the policy question: the call that this one is made in, null for one that a caller made."""
    if parent is None:
        return _NO_PARENT
    return {"parent": {"call_id": parent.call_id, "depth": parent.depth + 1, "tool": parent.tool}}


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


_NO_PARENT = _written({"parent": None})
