"""What a tool declares about itself. All tools are treated as hostile: what is not declared is not given.

Source: tool system specification, "Tool Interface"; tool contract, "Universal Tool Interface".
"""

from __future__ import annotations

import re
from typing import Any, Literal, get_args

import msgspec

from runtime.contracts import canonical
from runtime.contracts.capability import Capability, to_data
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.http_request import HttpRequest
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.mcp import SERVER_NAME, TOOL_NAME, McpTool
from runtime.contracts.program import Program
from runtime.contracts.wasm import WasmModule

SideEffect = Literal[
    "net_read", "net_write", "fs_read", "fs_write", "db_read", "db_write", "process_spawn", "none"
]
Determinism = Literal["pure", "deterministic", "maybe", "nondeterministic"]
Risk = Literal["read_only", "safe_write", "dangerous"]
Source = Literal["builtin", "wasm", "subprocess", "http", "mcp"]
Isolation = Literal["in_process", "process"]
Normalization = Literal["json", "binary", "custom"]

# Names that every provider of models accepts.
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
ANY_NAME = re.compile(rf"{NAME.pattern}|{SERVER_NAME.pattern}\.{TOOL_NAME.pattern}")
"""The name of any tool: one of ours, or ``SERVER.TOOL`` of another MCP server."""
WORKSPACE_PATH = "workspace-path"
"""The ``format`` of an argument that names a place in the workspace: refused before policy where it leads out of it by its spelling."""
# Semantic Versioning 2.0.0, section 2, 9 and 10.
SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
    r"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?"
)
_LONGEST_VERSION = 255  # it stands in records, which have a bound
_HARMLESS = frozenset({"wasm_exec"})
"""To compute within bounds reads nothing of the world."""
_IN_A_PROCESS = frozenset({"fs_read", "fs_write", "env_read", "clock_read", "random_read"})
"""What a process that is shown files, and nothing else, can be given."""
# A side effect needs a capability of its own name: declared effects without one could never happen.
_EFFECT_KINDS = {effect: effect for effect in get_args(SideEffect) if effect != "none"}


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The declaration of one tool; immutable, and checked when it is made."""

    name: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    version: str = "1.0.0"
    short_description: str = ""
    required_capabilities: tuple[Capability, ...] = ()
    optional_capabilities: tuple[Capability, ...] = ()
    """Handed over where they are granted; without them the tool runs all the same, and does less."""
    side_effects: tuple[SideEffect, ...] = ("none",)
    determinism: Determinism = "nondeterministic"
    resource_bounds: ResourceBounds = msgspec.field(default_factory=ResourceBounds)
    risk: Risk = "dangerous"
    requires_approval: bool = False
    affects: tuple[str, ...] = ()
    """The arguments that hold paths which a call creates or changes: an approver sees them as such."""
    session: bool = False
    """Whether it gets ``ctx.session``, which remembers what ran in the terminal."""
    # None is kept apart from a default on purpose: a tool without a rule is an error when it is called.
    normalization: Normalization | None = "json"
    source: Source = "builtin"
    isolation: Isolation = "in_process"
    """Where a tool written in Python runs: in this process, or each call in a confined process of its own."""
    wasm: WasmModule | None = None
    """The module of a tool whose source is ``wasm``; with its digest in here, the declaration's digest covers its code."""
    http: HttpRequest | None = None
    """The request of a tool whose source is ``http``."""
    program: Program | None = None
    """The file of a tool whose source is ``subprocess``."""
    mcp: McpTool | None = None
    """The server and the accepted definition of a tool whose source is ``mcp``; absent from the data of every other tool."""

    def __post_init__(self) -> None:
        if not self._has_name():
            raise _invalid(
                self.name[:64], "name", "letters, digits, _ and -, at most 64, not starting with a digit"
            )
        if len(self.version) > _LONGEST_VERSION or not SEMVER.fullmatch(self.version):
            raise _invalid(
                self.name, "version", f"a semantic version such as 1.0.0, at most {_LONGEST_VERSION} long"
            )
        if not self.description.strip():
            raise _invalid(self.name, "description", "a sentence that tells a model what the tool does")
        self._check_effects()
        self._check_vocabulary()
        self._check_affects()
        self._check_isolation()
        if (self.source == "wasm") != (self.wasm is not None):
            raise _invalid(
                self.name, "wasm", "the module of a tool whose source is wasm, and absent elsewhere"
            )
        for name, source, what in (
            ("http", "http", "request"),
            ("program", "subprocess", "file"),
            ("mcp", "mcp", "server"),
        ):
            if (self.source == source) != (getattr(self, name) is not None):
                raise _invalid(
                    self.name, name, f"the {what} of a tool whose source is {source}, and absent elsewhere"
                )
        if field := self.resource_bounds.unusable():
            raise _invalid(
                self.name,
                f"resource_bounds.{field}",
                "a number that is not negative, and no more than 2^53 / 1000",
            )

    def _has_name(self) -> bool:
        """Whether the name is one of its source: a dot says that a tool is another server's, and nothing else may say so."""
        if self.mcp is None:
            return bool(NAME.fullmatch(self.name))
        return bool(ANY_NAME.fullmatch(self.name)) and self.name == f"{self.mcp.server}.{self.mcp.tool}"

    def _check_vocabulary(self) -> None:
        for field, value, allowed in (
            ("determinism", self.determinism, get_args(Determinism)),
            ("risk", self.risk, get_args(Risk)),
            ("source", self.source, get_args(Source)),
            ("normalization", self.normalization, (*get_args(Normalization), None)),
            ("isolation", self.isolation, get_args(Isolation)),
        ):
            if value not in allowed:
                raise _invalid(self.name, field, "one of " + ", ".join(str(a) for a in allowed))

    def _check_isolation(self) -> None:
        if self.isolation == "in_process":
            return
        kinds = {c.kind for c in (*self.required_capabilities, *self.optional_capabilities)}
        if self.source != "builtin" or self.session or kinds - _IN_A_PROCESS:
            raise _invalid(
                self.name,
                "isolation",
                "in_process for a tool that is not written in Python, uses a session, or needs more than "
                + ", ".join(sorted(_IN_A_PROCESS)),
            )

    def _check_affects(self) -> None:
        arguments = self.input_schema.get("properties", {}) if isinstance(self.input_schema, dict) else {}
        if unknown := [name for name in self.affects if name not in arguments]:
            raise _invalid(
                self.name, "affects", "names of its arguments, unlike " + ", ".join(map(str, unknown))
            )

    def _check_effects(self) -> None:
        if not self.side_effects:
            raise _invalid(self.name, "side_effects", 'at least one; write ["none"] for a pure function')
        unknown = set(self.side_effects) - set(get_args(SideEffect))
        if unknown:
            raise _invalid(
                self.name, "side_effects", "known effects, not " + ", ".join(sorted(map(str, unknown)))
            )
        if "none" in self.side_effects and len(self.side_effects) > 1:
            raise _invalid(self.name, "side_effects", '"none" alone, or the effects without it')
        kinds = {c.kind for c in self.required_capabilities}
        if both := kinds & {c.kind for c in self.optional_capabilities}:
            raise _invalid(
                self.name,
                "optional_capabilities",
                "of kinds that are not required, unlike " + ", ".join(sorted(both)),
            )
        kinds |= {c.kind for c in self.optional_capabilities}
        effects = {_EFFECT_KINDS[e] for e in self.side_effects if e != "none"}
        if missing := effects - kinds:
            raise _invalid(
                self.name, "required_capabilities", "a capability for " + ", ".join(sorted(missing))
            )
        if undeclared := (kinds & set(_EFFECT_KINDS)) - effects:
            raise _invalid(self.name, "side_effects", "an effect for " + ", ".join(sorted(undeclared)))
        if self.determinism == "pure" and kinds - _HARMLESS:
            raise _invalid(
                self.name, "determinism", "something weaker than pure, since it needs capabilities"
            )

    def to_data(self) -> dict[str, Any]:
        """The manifest as JSON data, as ``runtime tools show`` prints it and its digest covers it.

        Raises:
            ManifestInvalid: a schema is no JSON value, or has no end.
        """
        try:
            data: dict[str, Any] = msgspec.to_builtins(self)
        except (RecursionError, TypeError, ValueError):
            raise _invalid(self.name, "input_schema, output_schema", "JSON values of some depth") from None
        if self.mcp is None:
            del data["mcp"]  # the digests of all other tools are what they were before there was this field
        data["required_capabilities"] = [to_data(c) for c in self.required_capabilities]
        data["optional_capabilities"] = [to_data(c) for c in self.optional_capabilities]
        return data

    def digest(self) -> Digest:
        """The digest that records and policies name this declaration by.

        Raises:
            ManifestInvalid: the declaration has no canonical form.
        """
        data = self.to_data()
        try:
            return digest(canonical.encode(data))
        except canonical.NotCanonical as error:
            raise _invalid(self.name, "input_schema, output_schema", f"canonical JSON ({error})") from None


def _invalid(name: str, field: str, wanted: str) -> ManifestInvalid:
    return ManifestInvalid(f"tool {name!r}: {field} must be {wanted}", tool=name, field=field)
