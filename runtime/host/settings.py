"""Frozen settings, and where they come from.

Flags > ``RUNTIME_*`` > the project's ``runtime.toml`` or ``[tool.runtime]`` of its ``pyproject.toml`` (the closest
one upwards, no merging of several) > the user's ``config.toml`` > the system's. ``[trust]``, ``[secrets]`` and
``[databases]`` are always read from the user's ``config.toml``, and from there only: they say what this user waives, and whom this user's credentials are for.

A cloned repository is untrusted: its file takes effect only after this user accepted the folder (`runtime.host.trust`),
because it names the policy and the keys that everything else rests on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from runtime.contracts.errors import ConfigurationError
from runtime.host.database_settings import DatabaseSettings
from runtime.host.log_settings import AuditSettings, KeySettings, RetentionSettings
from runtime.host.mcp_settings import McpSettings
from runtime.host.setting_variables import refuse_unknown_variables, with_environment
from runtime.host.settings_files import read_own, read_toml, require_own

PROJECT_FILE = "runtime.toml"
_APP = "cathedral-runtime"
_GENERAL = "config.toml"
_TRUST = "trust"
_OWN_ONLY = (_TRUST, "secrets", "databases")
"""What no workspace may say in its user's name."""

_LISTS: dict[str, tuple[str, ...]] = {
    "audit": ("witness",),
    "policy": ("allow_builtins",),
    "serve": ("hosts", "origins", "scopes"),
}
"""Settings that may name one thing without a list, by section."""

# Names and paths: a control character in one ends in the kernel's error (NUL) or forges a line of output.
_Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds what it is given; `parse_settings` and `check_settings` see that values have their types and ranges."""


_S = TypeVar("_S", bound=msgspec.Struct)


class PolicySettings(_Section, frozen=True, kw_only=True):
    """``[policy]``: who decides."""

    engine: _Text = "rego:"
    """The URL of the engine: ``rego:FOLDER``; ``rego:`` alone is the bundle that comes with the package."""
    entry: _Text = "data.runtime.authz.decision"
    """The rule whose value is the decision."""
    isolation: Literal["worker", "in_process"] = "worker"
    """Where the embedded engine runs: in a process of its own, which a deadline can end, or in this one."""
    deadline_s: Annotated[float, msgspec.Meta(gt=0, le=60)] = 1.0
    """Seconds that a decision may take; a later one is a refusal."""
    max_stale_s: Annotated[float, msgspec.Meta(ge=0)] = 3600.0
    """Seconds that the last good bundle may decide after a reload failed."""
    allow_builtins: tuple[_Text, ...] = ()
    """Clock and random functions that policies may call, for example ``time.now_ns``."""
    environment: _Text = ""
    """What policy reads as ``input.context.environment``, for example ``production``."""
    tenant: _Text = ""
    """What policy reads as ``input.context.tenant``."""
    shadow: _Text = ""
    """A second bundle, ``rego:FOLDER``, that is asked beside the first: differences are recorded, nothing is enforced."""
    timezone: _Text = "UTC"
    """The zone of ``input.context.time``, for example ``Europe/Berlin``."""


class OneToolSettings(_Section, frozen=True, kw_only=True):
    """``[tools.NAME]``: what holds for one tool."""

    isolation: Literal["in_process", "process"]
    """Where it runs: in this process, or each call in a confined process of its own."""


class ToolSettings(_Section, frozen=True, kw_only=True):
    """``[tools]``: which tools there are beside the built-in ones; every other name is that of a tool."""

    by_name: dict[_Text, OneToolSettings] = {}
    """What holds for single tools: in a file ``[tools.NAME]`` with ``isolation = "process"``, which runs each call of the tool
    in a confined process of its own."""

    builtin: tuple[_Text, ...] | None = None
    """Which built-in tools are offered: their names, and the groups ``coding``, ``shell``, ``web`` and ``data``. Default: all of them."""
    folders: tuple[_Text, ...] = ()
    """Folders of Python files with ``@tool`` functions. Loading them runs their code."""

    @property
    def isolation(self) -> dict[str, Literal["in_process", "process"]]:
        """Where tools run that have a section of their own, by name."""
        return {name: one.isolation for name, one in self.by_name.items()}


class ApprovalSettings(_Section, frozen=True, kw_only=True):
    """``[approvals]``: how long questions wait, and where. Rules are the user's own, never a project's."""

    expiry_s: Annotated[float, msgspec.Meta(gt=0, le=7 * 86_400)] = 900.0
    """How long a question waits for its answer, and an answer for its call."""
    inbox: _Text = ".runtime/approvals"
    """The folder of questions that wait for an answer."""


class ExecutorSettings(_Section, frozen=True, kw_only=True):
    """``[executor]``: how many calls one executor takes. Calls that a tool makes and those that wait for a person do not count."""

    concurrent: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1024
    """How many run at once."""
    waiting: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 20_000
    """How many may wait for that; more are refused as ``runtime.overloaded``."""
    wait_s: Annotated[float, msgspec.Meta(gt=0, le=3600)] = 30.0
    """Seconds that one waits, at most."""


class LimitSettings(_Section, frozen=True, kw_only=True):
    """``[limits]``: the most that a call gets, whatever its tool declares, its caller asks for or policy allows."""

    wall_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 3600.0
    """Seconds of one call, of every tool."""
    output_bytes: Annotated[int, msgspec.Meta(ge=1, le=1 << 30)] = 64 * 1024 * 1024
    """The output of one call, of every tool."""
    memory_bytes: Annotated[int, msgspec.Meta(ge=65_536, le=1 << 32)] = 1024 * 1024 * 1024
    """The memory of one run of a WebAssembly module."""
    fuel: Annotated[int, msgspec.Meta(ge=1, le=1 << 43)] = 1_000_000_000_000
    """The instructions of one run of a module: about a second for a billion."""
    places: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 10_000
    """Different files and folders that one run of a module may ask for; each becomes part of a record."""
    workers: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 16
    """Modules that are commands or components and run at a time; a principal has at most three quarters of them."""
    module_bytes: Annotated[int, msgspec.Meta(ge=8, le=64 * 1024 * 1024)] = 64 * 1024 * 1024
    """The file of one module."""


class ProcessSettings(_Section, frozen=True, kw_only=True):
    """``[process]``: what holds child processes."""

    protection: Literal["required", "best-effort"] = "required"
    """Whether a command is refused where the kernel cannot confine it, or runs without what is missing."""
    system: tuple[_Text, ...] = ()
    """Folders outside the workspace that commands may read and execute, beside /usr, /etc and their like."""
    changes: Literal["direct", "review", "ask"] = "direct"
    """Whether commands change the workspace at once, after policy has seen the changes, or after somebody approved them, too."""


class TelemetrySettings(_Section, frozen=True, kw_only=True):
    """``[telemetry]``: what is told of calls while they run, beside the log; see [telemetry](telemetry.md)."""

    log: Literal["off", "json"] = "off"
    """``json``: one line on standard error for each event of a call."""
    otel: bool = False
    """Whether spans and metrics are exported by OTLP, to where the variables ``OTEL_*`` say (`pip install cathedral-runtime[otel]`)."""
    arguments: bool = False
    """Whether spans have arguments and results, without what policy redacts."""


class ServeSettings(_Section, frozen=True, kw_only=True):
    """``[serve]``: what `runtime serve` is to its clients."""

    principal: _Text = "agent:mcp"
    """On whose behalf a client calls that speaks over standard input and output."""
    approvals: Literal["client", "inbox"] = "client"
    """Who answers the questions of that client: the person at it, as the user who runs the server, or whoever looks into the inbox."""
    calls: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 64
    """How many calls one client may have under way."""
    calls_per_s: Annotated[float, msgspec.Meta(ge=1, le=1_000_000)] = 1000.0
    """How many calls one client may begin in a second."""
    request_bytes: Annotated[int, msgspec.Meta(ge=1024, le=256 * 1024 * 1024)] = 4 * 1024 * 1024
    """The largest request over HTTP."""
    sessions: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1000
    """How many sessions of the protocol's handshake era are open at once, over HTTP."""
    hosts: tuple[_Text, ...] = ()
    """Names under which clients reach the server, beside those of this machine: ``tools.example.com``, with a port where one is written."""
    origins: tuple[_Text, ...] = ()
    """Web pages whose scripts may ask the server: ``https://app.example.com``. Default: none."""
    resource: _Text = ""
    """The URL that tokens of the issuer are for, and clients know the server by: ``https://tools.example.com/mcp``."""
    issuer: _Text = ""
    """An OAuth 2.1 authorization server whose tokens are taken: its URL, as its tokens name it."""
    jwks: _Text = ""
    """Where that server's keys are: a URL, or a file that you alone can change."""
    scopes: tuple[_Text, ...] = ()
    """What such a token has to be good for."""


class SecretSettings(_Section, frozen=True, kw_only=True):
    """``[secrets.NAME]``: where a secret lies, and whom it is for."""

    env: _Text = ""
    """A variable of the environment."""
    file: _Text = ""
    """A file that you alone can read."""
    keyring: tuple[_Text, ...] = ()
    """Service and user of the system's keyring (`pip install cathedral-runtime[keyring]`)."""
    command: tuple[_Text, ...] = ()
    """A program of yours that writes it, with its arguments: no shell, and nothing of the agent's reaches it."""
    hosts: tuple[_Text, ...]
    """The servers that it may be sent to; one without TLS is written with ``http://``."""
    tools: tuple[_Text, ...]
    """The tools whose requests may carry it; ``github_*`` stands for all that begin so."""
    workspaces: tuple[_Text, ...]
    """The folders whose tools these are, or ``*``: what another folder names alike does not get it."""


class PrincipalSettings(_Section, frozen=True, kw_only=True):
    """``[principals.NAME]``: what one principal has."""

    roles: tuple[_Text, ...] = ()
    """Its roles, for policy, beside those that a call brings."""
    grants: dict[str, Any] | None = None
    """What its calls may use that name no grants of their own, in place of ``[grants]``; an empty table means nothing."""


class Settings(_Section, frozen=True, kw_only=True):
    """The whole configuration; every value has a safe default."""

    policy: PolicySettings = PolicySettings()
    audit: AuditSettings = AuditSettings()
    retention: RetentionSettings = RetentionSettings()
    keys: KeySettings = KeySettings()
    tools: ToolSettings = ToolSettings()
    approvals: ApprovalSettings = ApprovalSettings()
    process: ProcessSettings = ProcessSettings()
    executor: ExecutorSettings = ExecutorSettings()
    limits: LimitSettings = LimitSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    mcp: McpSettings = McpSettings()
    principals: dict[_Text, PrincipalSettings] = {}
    """Roles and grants of single principals: ``[principals."agent:deploy"]`` with ``roles = ["deployer"]``, for policy, beside those that a
    call brings, and ``grants = { fs_read = ["."] }``, in place of ``[grants]``."""
    serve: ServeSettings = ServeSettings()
    grants: dict[str, Any] = {}
    """What calls may use that name no grants of their own: ``fs_read = ["."]``. Default: nothing."""
    secrets: dict[_Text, SecretSettings] = {}
    """Credentials that the host adds to the requests of [HTTP tools](http-tools.md), by name. In your own `config.toml` only. ``[secrets.NAME]`` has
    one of ``env``, ``file``, ``keyring``, ``command``, and all of ``hosts``, ``tools`` and ``workspaces``."""
    databases: dict[_Text, DatabaseSettings] = {}
    """Servers of [databases](capabilities.md#connections), by name. In your own `config.toml` only. Each has one source of its address, `tools` and `workspaces`."""


class TrustSettings(_Section, frozen=True, kw_only=True):
    """``[trust]``: what this user waives; in the user's own ``config.toml`` only."""

    pin: bool = True
    """Whether settings, policies and tools that changed take effect only after this user accepted them."""


class LoadedSettings(_Section, frozen=True, kw_only=True):
    """Settings together with the folder that their paths are relative to."""

    workspace: Path
    settings: Settings
    project_file: Path | None
    """The file in the workspace that they came from, None where it has none."""
    project_table: dict[str, Any] = {}
    """What that file says, before variables of the environment were laid over it."""
    pin: bool = True
    """Whether settings, policies and tools must be those that this user accepted: not for settings made in code."""


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; false for one that the kernel refuses to look at, an overlong name for one."""
    try:
        return path.is_dir()
    except OSError:
        return False


def own_folders() -> tuple[Path, ...]:
    """The folders of this user's configuration and state: what lies there governs every workspace, and is reserved in each."""
    return user_folder(), state_folder(), cache_folder()


def user_folder() -> Path:
    """The folder of this user's configuration, outside every workspace."""
    import platformdirs

    return platformdirs.user_config_path(_APP)


def cache_folder() -> Path:
    """The folder for what can be made again, outside every workspace."""
    import platformdirs

    return platformdirs.user_cache_path(_APP)


def state_folder() -> Path:
    """The folder of what this user's runtime remembers, outside every workspace."""
    import platformdirs

    return platformdirs.user_state_path(_APP)


def witness_folder() -> Path:
    """The folder of this user's own witnesses."""
    return state_folder() / "witnesses"


def rules_file() -> Path:
    """The file of this user's rules for approvals."""
    return user_folder() / "approval-rules.json"


def has_variable(section: str) -> bool:
    """Whether variables of the environment can set the settings of a section."""
    return section in (_TRUST, *(name for name, _ in _FROM_ENVIRONMENT))


def load_settings(start: Path, environ: Mapping[str, str] | None = None) -> LoadedSettings:
    """The settings that hold in a folder.

    Raises:
        ConfigurationError: a file is not TOML, or a value is wrong; the message names file and setting.
    """
    environ = os.environ if environ is None else environ
    if not is_folder(start):
        raise ConfigurationError(f"{start} is not a folder", suggestion="Name an existing folder.")
    refuse_unknown_variables(environ, (*_FROM_ENVIRONMENT, (_TRUST, TrustSettings)))
    project_file, project_table = _find_project(start.resolve())
    source, table = project_file, project_table
    own = user_folder() / _GENERAL
    general = read_own(own)
    if project_file is not None:
        _refuse_own(table, project_file)
    elif general is not None:
        source, table = own, {name: section for name, section in general.items() if name not in _OWN_ONLY}
    else:
        source, table = _read_system()
        table = {name: section for name, section in table.items() if name not in _OWN_ONLY[1:]}
    settings = parse_settings(with_environment(table, environ, _FROM_ENVIRONMENT), source)
    return LoadedSettings(
        workspace=project_file.parent if project_file else start.resolve(),
        settings=msgspec.structs.replace(
            settings,
            secrets=_own_table("secrets", SecretSettings, general or {}, own),
            databases=_own_table("databases", DatabaseSettings, general or {}, own),
        ),
        project_file=project_file,
        project_table=project_table,
        pin=_trust(general or {}, environ, own).pin,
    )


def parse_settings(table: Mapping[str, Any], source: Path | None = None) -> Settings:
    """Settings from a table.

    Raises:
        ConfigurationError: naming the first wrong setting.
    """
    merged = _with_lists(table)
    tools = merged.get("tools")
    if isinstance(tools, dict):
        named = {name: one for name, one in tools.items() if name not in ToolSettings.__struct_fields__}
        merged["tools"] = {name: one for name, one in tools.items() if name not in named} | {
            "by_name": tools.get("by_name", {})
            if not named
            else {
                name: msgspec.structs.asdict(_parse(OneToolSettings, one, source, f"tools.{name}"))
                for name, one in named.items()
            }
        }
    settings = _parse(Settings, merged, source)
    _require_zone(settings, source)
    return settings


def check_settings(settings: Settings) -> None:
    """See that settings made in code have values that a file could have.

    Raises:
        ConfigurationError: naming the first wrong setting.
    """
    parse_settings(msgspec.to_builtins(settings))


def _with_lists(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table with lists of one where a setting may name one thing alone."""
    merged = dict(table)
    for section, fields in _LISTS.items():
        values = merged.get(section)
        if isinstance(values, dict):
            merged[section] = {
                name: [value] if isinstance(value, str) and name in fields else value
                for name, value in values.items()
            }
    return merged


def _require_zone(settings: Settings, source: Path | None) -> None:
    name = settings.policy.timezone
    if name == "UTC":
        return
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        where = f"{source.name}: " if source else ""
        raise ConfigurationError(
            f"{where}policy.timezone: no such time zone is known here",
            suggestion="Write the name of a zone, such as Europe/Berlin.",
            field="policy.timezone",
        ) from None


def _parse(section: type[_S], table: object, source: Path | None, prefix: str = "") -> _S:
    try:
        return msgspec.convert(table, section)
    except msgspec.ValidationError as error:
        from runtime.host.setting_errors import wrong_setting

        raise wrong_setting(section, str(error), source, prefix) from None


def _trust(general: Mapping[str, Any], environ: Mapping[str, str], source: Path) -> TrustSettings:
    table = with_environment({_TRUST: general.get(_TRUST, {})}, environ, ((_TRUST, TrustSettings),))
    return _parse(TrustSettings, table[_TRUST], source, _TRUST)


def _own_table(name: str, section: type[_S], general: Mapping[str, Any], source: Path) -> dict[str, _S]:
    """A table of sections that the user's own file alone may have."""
    table = general.get(name, {})
    if not isinstance(table, dict):
        _parse(Settings, {name: table}, source)
    return {key: _parse(section, one, source, f"{name}.{key}") for key, one in table.items()}


def _refuse_own(table: Mapping[str, Any], file: Path) -> None:
    """Refuse a workspace that would waive in its user's name, or name its user's credentials."""
    for section in _OWN_ONLY:
        if section in table:
            raise ConfigurationError(
                f"{file.name}: [{section}] counts in your own settings only, and a workspace brings it here",
                suggestion=f"Remove it; what you mean yourself goes into {user_folder() / _GENERAL}.",
                file=str(file),
                field=section,
            )


def _find_project(folder: Path) -> tuple[Path | None, dict[str, Any]]:
    for candidate in (folder, *folder.parents):
        if (file := candidate / PROJECT_FILE).is_file():
            require_own(file)
            return file, read_toml(file)
        if (file := candidate / "pyproject.toml").is_file():
            tools = read_toml(file).get("tool")
            table = tools.get("runtime") if isinstance(tools, dict) else None
            if isinstance(table, dict):
                require_own(file)
                return file, table
    return None, {}


def _read_system() -> tuple[Path | None, dict[str, Any]]:
    file = Path("/etc") / _APP / _GENERAL
    table = read_own(file)
    return (None, {}) if table is None else (file, table)


_FROM_ENVIRONMENT: tuple[tuple[str, type[msgspec.Struct]], ...] = (
    ("policy", PolicySettings),
    ("audit", AuditSettings),
    ("retention", RetentionSettings),
    ("keys", KeySettings),
    ("approvals", ApprovalSettings),
    ("process", ProcessSettings),
    ("executor", ExecutorSettings),
    ("limits", LimitSettings),
    ("telemetry", TelemetrySettings),
    ("serve", ServeSettings),
)
