"""Frozen settings, and where they come from.

Flags > ``RUNTIME_*`` > the project's ``runtime.toml`` or ``[tool.runtime]`` of its ``pyproject.toml`` (the closest
one upwards, no merging of several) > the user's ``config.toml`` > the system's. ``[trust]`` alone is always read from the
user's ``config.toml``, and from there only: it says what this user waives.

A cloned repository is untrusted: its file takes effect only after this user accepted the folder (`runtime.host.trust`),
because it names the policy and the keys that everything else rests on.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from runtime.contracts.errors import ConfigurationError, ConfigurationUnsafe
from runtime.hostfs.ownership import changeable_by

PROJECT_FILE = "runtime.toml"
_APP = "cathedral-runtime"
_GENERAL = "config.toml"
_TRUST = "trust"
_MAX_BYTES = 1024 * 1024

# Names and paths: a control character in one ends in the kernel's error (NUL) or forges a line of output.
_Text = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]*$")]


def _listed(value: object) -> object:
    """One name stands for a list of one: a variable of the environment holds no list."""
    return (value,) if isinstance(value, str) else value


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_S = TypeVar("_S", bound=_Section)


class PolicySettings(_Section):
    """``[policy]``: who decides."""

    engine: _Text = "rego:"
    """URL of the engine: ``rego:FOLDER``; ``rego:`` alone is the bundle that comes with the package."""
    entry: _Text = "data.runtime.authz.decision"
    isolation: Literal["worker", "in_process"] = "worker"
    deadline_s: float = Field(default=1.0, gt=0, le=60)


class AuditSettings(_Section):
    """``[audit]``: where records go."""

    store: _Text = "file:.runtime/audit"
    origin: _Text = "cathedral.local/log"
    """The log's name: what its checkpoints are signed for. `runtime init` makes a unique one."""
    parent: _Text = ""
    """The folder of another workspace, whose log keeps the checkpoints of this one: this log is a shard of it."""
    vault: bool = True
    """Whether arguments and results are kept beside the log, where they can be shown, replayed and erased."""
    witness: Annotated[tuple[_Text, ...], BeforeValidator(_listed)] = ("file:",)
    """What remembers how far the log had come: ``file:`` is a folder of the user's own, ``file:FOLDER`` another one,
    ``https://HOST/PREFIX KEY`` a tlog-witness. None at all, and nobody can tell an older copy from the log."""


class KeySettings(_Section):
    """``[keys]``: what signs the log."""

    signing: _Text = ".runtime/keys/log.key"


class OneToolSettings(_Section):
    """``[tools.NAME]``: what holds for one tool."""

    isolation: Literal["in_process", "process"]
    """Where it runs: in this process, or each call in a confined process of its own."""


class ToolSettings(_Section):
    """``[tools]``: which tools there are beside the built-in ones; every other name is that of a tool."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, OneToolSettings] = Field(init=False)

    folders: tuple[_Text, ...] = ()
    """Folders of Python files with ``@tool`` functions. Loading them runs their code."""

    @property
    def isolation(self) -> dict[str, Literal["in_process", "process"]]:
        """Where tools run that have a section of their own, by name."""
        return {name: one.isolation for name, one in self.__pydantic_extra__.items()}


class ApprovalSettings(_Section):
    """``[approvals]``: how long questions wait, and where. Rules are the user's own, never a project's."""

    expiry_s: float = Field(default=900.0, gt=0, le=7 * 86_400)
    """How long a question waits for its answer, and an answer for its call."""
    inbox: _Text = ".runtime/approvals"


class ExecutorSettings(_Section):
    """``[executor]``: how many calls one executor takes. Nested calls and those that wait for a person count with neither."""

    concurrent: int = Field(default=1024, ge=1, le=100_000)
    """How many run at once."""
    waiting: int = Field(default=20_000, ge=0, le=1_000_000)
    """How many may wait for that; more are refused as ``runtime.overloaded``."""
    wait_s: float = Field(default=30.0, gt=0, le=3600)
    """How long one waits, at most."""


class ProcessSettings(_Section):
    """``[process]``: what holds child processes."""

    protection: Literal["required", "best-effort"] = "required"
    """Whether a command is refused where the kernel cannot confine it, or runs without what is missing."""
    system: tuple[_Text, ...] = ()
    """Folders outside the workspace that commands may read and execute, beside /usr, /etc and their like."""


class Settings(_Section):
    """The whole configuration; every value has a safe default."""

    policy: PolicySettings = PolicySettings()
    audit: AuditSettings = AuditSettings()
    keys: KeySettings = KeySettings()
    tools: ToolSettings = ToolSettings()
    approvals: ApprovalSettings = ApprovalSettings()
    process: ProcessSettings = ProcessSettings()
    executor: ExecutorSettings = ExecutorSettings()
    grants: dict[str, Any] = {}
    """What calls may use that name no grants of their own: ``fs_read = ["."]``. Default: nothing."""


class TrustSettings(_Section):
    """``[trust]``: what this user waives; in the user's own ``config.toml`` only."""

    pin: bool = True
    """Whether policies and tools that changed run only after this user accepted them."""


class LoadedSettings(_Section):
    """Settings together with the folder that their paths are relative to."""

    workspace: Path
    settings: Settings
    project_file: Path | None
    """The file in the workspace that they came from, None where it has none."""
    pin: bool = True
    """Whether policies and tools must be those that this user accepted: not for settings made in code."""


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


def load_settings(start: Path, environ: Mapping[str, str] | None = None) -> LoadedSettings:
    """The settings that hold in a folder.

    Raises:
        ConfigurationError: a file is not TOML, or a value is wrong; the message names file and setting.
    """
    environ = os.environ if environ is None else environ
    if not is_folder(start):
        raise ConfigurationError(f"{start} is not a folder", suggestion="Name an existing folder.")
    project_file, table = _find_project(start.resolve())
    source = project_file
    own = user_folder() / _GENERAL
    general = _read_own(own)
    if project_file is not None:
        _refuse_trust(table, project_file)
    elif general is not None:
        source, table = own, {name: section for name, section in general.items() if name != _TRUST}
    else:
        source, table = _read_system()
    return LoadedSettings(
        workspace=project_file.parent if project_file else start.resolve(),
        settings=parse_settings(_with_environment(table, environ), source),
        project_file=project_file,
        pin=_trust(general or {}, environ, own).pin,
    )


def parse_settings(table: Mapping[str, Any], source: Path | None = None) -> Settings:
    """Settings from a table.

    Raises:
        ConfigurationError: naming the first wrong setting.
    """
    return _parse(Settings, table, source)


def _parse(section: type[_S], table: object, source: Path | None, prefix: str = "") -> _S:
    try:
        return section.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join((*filter(None, (prefix,)), *map(str, first["loc"]))) or "(top level)"
        where = f"{source.name}: " if source else ""
        raise ConfigurationError(f"{where}{name}: {first['msg']}", field=name) from None


def _trust(general: Mapping[str, Any], environ: Mapping[str, str], source: Path) -> TrustSettings:
    table = _with_environment({_TRUST: general.get(_TRUST, {})}, environ, ((_TRUST, TrustSettings),))
    return _parse(TrustSettings, table[_TRUST], source, _TRUST)


def _refuse_trust(table: Mapping[str, Any], file: Path) -> None:
    """Refuse a workspace that would waive in its user's name."""
    if _TRUST in table:
        raise ConfigurationError(
            f"{file.name}: [{_TRUST}] counts in your own settings only, and a workspace brings it here",
            suggestion=f"Remove it; what you mean yourself goes into {user_folder() / _GENERAL}.",
            file=str(file),
            field=_TRUST,
        )


def _find_project(folder: Path) -> tuple[Path | None, dict[str, Any]]:
    for candidate in (folder, *folder.parents):
        if (file := candidate / PROJECT_FILE).is_file():
            require_own(file)
            return file, _read(file)
        if (file := candidate / "pyproject.toml").is_file():
            tools = _read(file).get("tool")
            table = tools.get("runtime") if isinstance(tools, dict) else None
            if isinstance(table, dict):
                require_own(file)
                return file, table
    return None, {}


def _read_own(file: Path) -> dict[str, Any] | None:
    """The content of a file that this user alone can change; None where there is none."""
    if not file.is_file():
        return None
    require_own(file)
    return _read(file)


def _read_system() -> tuple[Path | None, dict[str, Any]]:
    file = Path("/etc") / _APP / _GENERAL
    table = _read_own(file)
    return (None, {}) if table is None else (file, table)


def require_own(file: Path) -> None:
    """See that nobody else can change a file that decides, or put another one in its place.

    Raises:
        ConfigurationUnsafe: ``config.unsafe``: somebody can.
    """
    for path in (file, file.parent):
        try:
            changer = changeable_by(path.stat())
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be read: {error.strerror}", file=str(path)) from None
        if changer is not None:
            raise ConfigurationUnsafe(
                f"{path} decides what may run, and {changer}",
                suggestion=f"Make it yours alone to change: chmod go-w {path}",
                file=str(path),
            )


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise ConfigurationError(f"{file.name} cannot be read: {error.strerror}", file=str(file)) from None
    if len(data) > _MAX_BYTES:
        raise ConfigurationError(f"{file.name} is larger than {_MAX_BYTES} bytes", file=str(file))
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        # Wider than TOMLDecodeError: an integer of 5,000 digits and a list in 1,000 lists end in errors of their own.
        raise ConfigurationError(f"{file.name} is not TOML: {error}", file=str(file)) from None


_FROM_ENVIRONMENT: tuple[tuple[str, type[_Section]], ...] = (
    ("policy", PolicySettings),
    ("audit", AuditSettings),
    ("keys", KeySettings),
    ("approvals", ApprovalSettings),
)


def _with_environment(
    table: Mapping[str, Any],
    environ: Mapping[str, str],
    sections: tuple[tuple[str, type[_Section]], ...] = _FROM_ENVIRONMENT,
) -> dict[str, Any]:
    """The table with ``RUNTIME_POLICY_ENGINE``-like variables laid over it."""
    merged = {key: dict(value) if isinstance(value, dict) else value for key, value in table.items()}
    for section, model in sections:
        for field in model.model_fields:
            value = environ.get(f"RUNTIME_{section}_{field}".upper())
            if value is not None:
                target = merged.setdefault(section, {})
                if isinstance(target, dict):
                    target[field] = value
    return merged
