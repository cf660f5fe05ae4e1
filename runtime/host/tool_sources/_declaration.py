"""What an executable answers when it is asked ``--describe``, as a manifest.

``name``, ``description`` and ``parameters`` are required. What else is declared is optional, and what is not declared is not given: no files, no network, no
variables. Fields beyond these are for others, and ignored.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from runtime.backends._executables.program import MAX_DESCRIPTION_BYTES, Undescribed
from runtime.contracts.capability import Capability
from runtime.contracts.errors import Error
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Determinism, Manifest, Normalization, Risk, SideEffect
from runtime.contracts.program import Program
from runtime.validation.strict_json import parse, printable

GIVEN = frozenset(
    {
        "fs_read",
        "fs_write",
        "net_read",
        "net_write",
        "env_read",
        "process_spawn",
        "clock_read",
        "random_read",
    }
)
"""What a program can be given."""
_SHOWN = 200


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a declaration."""

    name: str
    description: str
    parameters: dict[str, Any]
    version: str = "1.0.0"
    short_description: str = ""
    output_schema: dict[str, Any] = msgspec.field(default_factory=lambda: {"type": "string"})
    capabilities: tuple[Capability, ...] = ()
    optional_capabilities: tuple[Capability, ...] = ()
    side_effects: tuple[SideEffect, ...] = ()
    determinism: Determinism = "nondeterministic"
    bounds: ResourceBounds = msgspec.field(default_factory=ResourceBounds)
    risk: Risk | None = None
    requires_approval: bool = False
    affects: tuple[str, ...] = ()
    normalization: Normalization = "json"
    stub: bool = False
    """Whether it answers without effects where ``RUNTIME_STUB`` or ``SHELLCLAW_STUB`` is 1."""
    serves: Literal["", "json-lines"] = ""
    """Whether one process of it serves many calls."""


def read_declaration(text: bytes) -> tuple[Declared, tuple[str, ...]]:
    """The declaration in what a program wrote, and the names in it that mean nothing here.

    Raises:
        Undescribed: it is none.
    """
    try:
        value = parse(text, max_bytes=MAX_DESCRIPTION_BYTES)
    except Error as error:
        line = f", line {error.details['line']}" if "line" in error.details else ""
        raise Undescribed("describe.json", f"{error.message}{line}") from None
    declared = convert_declaration(value)
    return declared, tuple(sorted(value.keys() - {*Declared.__struct_fields__}))


def convert_declaration(value: Any) -> Declared:
    """The declaration in data.

    Raises:
        Undescribed: it is none.
    """
    try:
        return msgspec.convert(value, Declared)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Undescribed("describe.fields", printable(str(error), _SHOWN)) from None
    except Error as error:  # a capability that is none, or a name of the wrong form
        raise Undescribed("describe.fields", error.message) from None


def manifest_of(declared: Declared, program: Program) -> Manifest:
    """The manifest of a program.

    Raises:
        Undescribed: it cannot be one.
    """
    if declared.parameters.get("type", "object") != "object":
        raise Undescribed("schema.refused", 'parameters: the type must be "object"')
    given = (*declared.capabilities, *declared.optional_capabilities)
    if other := sorted({capability.kind for capability in given} - GIVEN):
        raise Undescribed("describe.fields", f"a program cannot be given {', '.join(other)}")
    if declared.normalization == "custom":
        raise Undescribed("describe.fields", "normalization: a program has json or binary output")
    if declared.serves and declared.normalization == "binary":
        raise Undescribed("describe.fields", "serves: a program that serves many calls has json output")
    kinds = {capability.kind for capability in given}
    effects: tuple[SideEffect, ...] = tuple(e for e in get_args(SideEffect) if e in kinds) or ("none",)
    reads = all(effect == "none" or effect.endswith("_read") for effect in effects)
    try:
        return Manifest(
            name=declared.name,
            version=declared.version,
            description=declared.description,
            short_description=declared.short_description,
            input_schema={"type": "object"} | declared.parameters,
            output_schema={} if declared.normalization == "binary" else declared.output_schema,
            required_capabilities=declared.capabilities,
            optional_capabilities=declared.optional_capabilities,
            side_effects=declared.side_effects or effects,
            determinism=declared.determinism,
            resource_bounds=declared.bounds,
            risk=declared.risk or ("read_only" if reads else "dangerous"),
            requires_approval=declared.requires_approval,
            affects=declared.affects,
            normalization=declared.normalization,
            source="subprocess",
            program=program,
        )
    except Error as error:
        raise Undescribed(error.code, error.message) from None


def stub_of(manifest: Manifest) -> Manifest:
    """The declaration of a tool's stub: it is given nothing, and its version says what it is, also in the records of its calls."""
    version = manifest.version + ("." if "+" in manifest.version else "+") + "stub"
    return msgspec.structs.replace(
        manifest,
        version=version,
        required_capabilities=(),
        optional_capabilities=(),
        side_effects=("none",),
        risk="read_only",
        requires_approval=False,
        affects=(),
        program=manifest.program and msgspec.structs.replace(manifest.program, stub=True),
    )
