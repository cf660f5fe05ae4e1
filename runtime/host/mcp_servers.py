"""The MCP servers of the settings: how each is reached, and their accepted tools as declarations of this runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec

from runtime.backends._mcp.answer import TEXT_SCHEMA
from runtime.backends._mcp.plan import OAuthPlan, ServerPlan
from runtime.backends._mcp.tool import ServerTool
from runtime.capability import hosts
from runtime.capability.grants import from_table
from runtime.capability.match import CapabilitySet, intersect
from runtime.contracts import canonical
from runtime.contracts.address import take_apart
from runtime.contracts.capability import NetWrite
from runtime.contracts.digest import digest
from runtime.contracts.errors import ConfigurationError, Error, ManifestInvalid
from runtime.contracts.http_request import parse_template
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest, SideEffect
from runtime.contracts.mcp import SERVER_NAME, TOOL_NAME, McpTool
from runtime.host.mcp_settings import McpOAuthSettings, McpServerSettings
from runtime.validation.older_schemas import as_2020_12

_GIVEN_TO_PROGRAMS = frozenset(
    {
        "fs_read",
        "fs_write",
        "net_read",
        "net_write",
        "env_read",
        "process_spawn",
        "clock_read",
        "random_read",
        "tool_call",
    }
)
_GIVEN_TO_ADDRESSES = frozenset({"net_read", "net_write", "tool_call"})
_HOW_REACHED = (
    "command",
    "url",
    "grants",
    "system",
    "environment",
    "headers",
    "oauth",
    "roots",
    "sampling",
    "elicitation",
)


class ConfiguredServer:
    """One server of the settings, checked."""

    def __init__(self, name: str, settings: McpServerSettings, workspace: Path) -> None:
        """Check it.

        Raises:
            ConfigurationError: naming the setting that does not hold.
        """
        self.name = name
        self.settings = settings
        if not SERVER_NAME.fullmatch(name):
            raise self.wrong("", "named with letters, digits, _ and -, at most 32, not starting with a digit")
        if bool(settings.command) == bool(settings.url):
            raise self.wrong("", "given one of command and url")
        if settings.url:
            self._check_url("url", settings.url)
        elif settings.headers or settings.oauth:
            raise self.wrong("", "without headers and oauth, which an address has; a program has environment")
        if settings.url and (settings.environment or settings.system):
            raise self.wrong(
                "", "without environment and system, which a program has; an address has headers"
            )
        self._check_templates("environment", settings.environment)
        self._check_templates("headers", settings.headers)
        self.grants = self._grants("grants", settings.grants)
        self.plan = self._plan(workspace)
        self.reached = digest(
            canonical.encode(msgspec.to_builtins({field: getattr(settings, field) for field in _HOW_REACHED}))
        )

    def tool(self, definition: dict[str, Any]) -> ServerTool:
        """The tool of an accepted definition.

        Raises:
            ConfigurationError: it cannot be one.
        """
        name: str = definition["name"]
        if not TOOL_NAME.fullmatch(name):
            raise ManifestInvalid(f"{self.name}: {name!r} is no name of a tool", tool=name, field="name")
        declared = self.settings.tools.get(name)
        grants = self.grants
        if declared is not None and declared.grants is not None:
            grants = self._narrowed(name, declared.grants)
        kinds = {capability.kind for capability in grants}
        effects: tuple[SideEffect, ...] = tuple(e for e in get_args(SideEffect) if e in kinds) or ("none",)
        reads = all(effect == "none" or effect.endswith("_read") for effect in effects)
        risk = declared.risk if declared is not None else None
        wall_s = declared.wall_s if declared is not None else None
        manifest = Manifest(
            name=f"{self.name}.{name}",
            description=definition.get("description")
            or definition.get("title")
            or f"The tool {name} of {self.name}",
            short_description=definition.get("title", ""),
            input_schema=as_2020_12(definition["inputSchema"]),
            output_schema=as_2020_12(definition.get("outputSchema", TEXT_SCHEMA)),
            required_capabilities=tuple(grants),
            side_effects=effects,
            risk=risk or ("read_only" if reads else "dangerous"),
            requires_approval=declared is not None and declared.requires_approval,
            resource_bounds=ResourceBounds(
                wall_s=wall_s or self.settings.wall_s, output_bytes=self.settings.output_bytes
            ),
            source="mcp",
            mcp=McpTool(
                server=self.name,
                tool=name,
                definition=digest(canonical.encode(definition)),
                reached=self.reached,
            ),
        )
        return ServerTool(manifest, structured="outputSchema" in definition)

    def _plan(self, workspace: Path) -> ServerPlan:
        one = self.settings
        return ServerPlan(
            name=self.name,
            command=one.command,
            url=one.url,
            environment=one.environment,
            headers=one.headers,
            oauth=None if one.oauth is None else self._oauth(one.oauth),
            system=one.system,
            memory_bytes=one.memory_bytes,
            start_s=one.start_s,
            idle_s=one.idle_s,
            connections=one.connections,
            workspace=workspace,
            roots=one.roots,
            sampling=one.sampling,
            elicitation=one.elicitation,
        )

    def _oauth(self, one: McpOAuthSettings) -> OAuthPlan:
        self._check_url("oauth.token_url", one.token_url)
        self._check_templates("oauth", {"client_secret": one.client_secret})
        return OAuthPlan(**msgspec.structs.asdict(one))

    def _grants(self, field: str, table: dict[str, Any]) -> CapabilitySet:
        try:
            found = from_table(table)
        except ConfigurationError as error:
            raise self.wrong(f".{field}", f"grants ({error.message})") from None
        given = _GIVEN_TO_ADDRESSES if self.settings.url else _GIVEN_TO_PROGRAMS
        if other := sorted({capability.kind for capability in found} - given):
            kind = "an address" if self.settings.url else "a program"
            raise self.wrong(f".{field}", f"without {', '.join(other)}: {kind} cannot be given that")
        return self._with_its_hosts(found) if self.settings.url else found

    def _with_its_hosts(self, found: CapabilitySet) -> CapabilitySet:
        """The grants with those servers in them that every request goes to."""
        urls = [self.settings.url, *([self.settings.oauth.token_url] if self.settings.oauth else [])]
        own = NetWrite(allowlist=tuple(str(take_apart(url)[1]) for url in urls))
        return CapabilitySet([*found, own])

    def _narrowed(self, tool: str, table: dict[str, Any]) -> CapabilitySet:
        """The grants of one tool, which are some of the server's."""
        field = f"tools.{tool}.grants"
        found = self._grants(field, table)
        for capability in found:
            held = self.grants.get(capability.kind)
            if held is None or intersect(capability, held) != capability:
                raise self.wrong(f".{field}", f"some of the server's own grants: {capability.kind} is more")
        return found

    def _check_url(self, field: str, url: str) -> None:
        try:
            target = take_apart(url)[1]
            hosts.parse(str(target))
        except (ValueError, UnicodeError) as error:
            raise self.wrong(f".{field}", f"an address of the web ({error})") from None

    def _check_templates(self, field: str, templates: dict[str, str]) -> None:
        for name, text in templates.items():
            try:
                parts = parse_template(text)
            except ValueError as error:
                raise self.wrong(f".{field}.{name}", f"text with {{secret:NAME}} ({error})") from None
            if any(part.kind in ("argument", "segments") for part in parts):
                raise self.wrong(f".{field}.{name}", "text with {secret:NAME}; no argument goes there")

    def wrong(self, field: str, wanted: str) -> ConfigurationError:
        """A setting that does not hold."""
        name = f"mcp.servers.{self.name}{field}"
        return ConfigurationError(
            f"{name} must be {wanted}",
            suggestion="See docs/mcp-proxy.md for the settings of a server.",
            field=name,
        )


def servers_of(workspace: Path, settings: dict[str, McpServerSettings]) -> dict[str, ConfiguredServer]:
    """The servers of the settings, by name.

    Raises:
        ConfigurationError: naming the first setting that does not hold.
    """
    return {name: ConfiguredServer(name, one, workspace) for name, one in settings.items()}


def usable(server: ConfiguredServer, definition: dict[str, Any]) -> str:
    """Why a definition can be no tool here; nothing where it can."""
    from runtime.validation.schema import compile_schema  # loads a validator, which only an acceptance needs

    try:
        manifest = server.tool(definition).manifest
        compile_schema(manifest.input_schema, where="inputSchema", arguments=True)
        compile_schema(manifest.output_schema, where="outputSchema")
        manifest.digest()
    except Error as error:
        return error.message
    return ""
