"""The composition root: it names concrete classes, makes them as the settings say, and ties them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from runtime.approval.broker import ApproveCallback, Broker
from runtime.approval.clock import ForwardClock, system_uptime
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.audit.format.note import Signer
from runtime.audit.keys.key_files import companions
from runtime.audit.write.log import Log
from runtime.backends.egress import HttpEgress
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.grants import from_table
from runtime.capability.handles import Reserved
from runtime.contracts.audit import Entry, PolicyLoaded
from runtime.contracts.errors import ConfigurationError, DuplicateTool
from runtime.contracts.ports import Backend, PolicyEngine
from runtime.executor.call_log import CallLog
from runtime.executor.calls import Calls
from runtime.executor.dependencies import Dependencies, MakeContext
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.pipeline import Pipeline
from runtime.executor.prepared import PreparedTool, prepare
from runtime.executor.replay import Replayer
from runtime.host.acceptance import PolicyPin, bundle_folder
from runtime.host.log_keys import key_file, open_keyring
from runtime.host.log_location import log_location
from runtime.host.log_setup import open_log
from runtime.host.settings import (
    PROJECT_FILE,
    LoadedSettings,
    Settings,
    is_folder,
    load_settings,
    own_folders,
    rules_file,
)
from runtime.host.shell_sessions import ShellSessions
from runtime.host.tool_catalog import ToolCatalog
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine
from runtime.sdk.registry import Registry
from runtime.validation.normalize import CustomRule, Normalizer

SHELLS = Path(".runtime", "shells")
"""Where the shells of sessions are kept, beneath the workspace."""
Isolation = Literal["worker", "in_process"]
Closer = Callable[[], None]


class OpenOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever opens an executor chose; the words are those of `Executor.open`."""

    tools: Iterable[Any]
    approve: ApproveCallback | None
    approvals: bool
    rules: Path | None
    settings: Settings | None
    isolation: Isolation | None
    normalizers: Mapping[str, CustomRule]
    warm: bool


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What an executor delegates to."""

    workspace: Path
    tools: Mapping[str, PreparedTool]
    calls: Calls
    replayer: Replayer
    lifecycle: Lifecycle
    engine: GuardedEngine
    log: Log
    inbox: Inbox
    closers: Sequence[Closer]
    """They release, last first, what the parts hold."""


def compose(folder: Path, options: OpenOptions) -> Parts:
    """The parts of an executor over the workspace that a folder belongs to.

    Raises:
        ConfigurationError: something is missing or wrong, or the folder is not accepted.
        AuditError: the log is damaged, or the key cannot be used.
    """
    loaded = _load(folder, options.settings)
    ring = open_keyring(loaded, trusted=options.settings is not None)
    reserved = reserved_places(loaded)
    catalog = ToolCatalog(loaded, reserved, _secret(ring.current, "compiled modules"))
    closers: list[Closer] = list(catalog.closers)
    try:
        catalog.fill(options.tools)
        engine = _engine(loaded, options.isolation)
        closers.append(engine.close)
        log = open_log(loaded, ring)
        closers.append(log.close)
        log.commit_sync([Entry(None, _policy_loaded(engine))])
        engine.report_to(lambda followed: _record(log, followed))
        now_us = ForwardClock(log.time_us)
        inbox = open_inbox(loaded, ring.signer(str(log.key)), now_us=now_us, is_used=log.has_approval)
        shells = open_shells(loaded, ring.current)
        closers.append(shells.close)
        dependencies = Dependencies(
            tools=_prepared(catalog.registry, catalog.backends),
            suggest=catalog.registry.suggest,
            engine=engine,
            log=log,
            make_context=_context_maker(loaded, reserved, shells),
            normalizer=Normalizer(options.normalizers),
            default_grants=tuple(from_table(loaded.settings.grants)),
            broker=_broker(loaded, options, inbox, now_us),
        )
        if options.warm:
            catalog.prepare()
    except BaseException:
        close_all(closers)
        raise
    lifecycle = Lifecycle()
    call_log = CallLog(log, lifecycle)
    return Parts(
        workspace=loaded.workspace,
        tools=dependencies.tools,
        calls=Calls(Pipeline(dependencies, call_log), call_log, lifecycle, dependencies.default_grants),
        replayer=Replayer(dependencies, lifecycle, log_location(loaded).folder),
        lifecycle=lifecycle,
        engine=engine,
        log=log,
        inbox=inbox,
        closers=closers,
    )


def close_all(closers: Sequence[Closer]) -> None:
    """Release what was opened, in the opposite order."""
    for close in reversed(closers):
        close()


def open_inbox(loaded: LoadedSettings, signer: Signer, **known: Any) -> Inbox:
    """The inbox of approvals that the settings name; whoever holds the log's key may answer in it."""
    folder = loaded.workspace / loaded.settings.approvals.inbox
    return Inbox(folder, _secret(signer, "approvals"), uptime=system_uptime, **known)


def open_shells(loaded: LoadedSettings, signer: Signer) -> ShellSessions:
    """The virtual shells that are kept between the calls of this workspace."""
    return ShellSessions(loaded.workspace / SHELLS, _secret(signer, "shell sessions"))


def reserved_places(loaded: LoadedSettings) -> Reserved:
    """What the runtime rests on, by its real places: no tool reads the key or the log, none writes what governs it."""
    settings = loaded.settings
    inbox = loaded.workspace / settings.approvals.inbox
    key = key_file(loaded)
    log = log_location(loaded).folder
    secret = [
        key,
        companions(key),
        inbox,
        loaded.workspace / SHELLS,
        *([log] if log is not None else []),
        *own_folders(),
    ]
    rules = [loaded.workspace / PROJECT_FILE, *(loaded.workspace / f for f in settings.tools.folders)]
    rules += [
        loaded.workspace / folder for folder in map(_folder_of_witness, settings.audit.witness) if folder
    ]
    if loaded.project_file is not None:
        rules.append(loaded.project_file)
    scheme, _, rest = settings.policy.engine.partition(":")
    if scheme == "rego" and rest:
        rules.append(loaded.workspace / rest)
    return Reserved(read=_places(loaded, secret), write=_places(loaded, secret + rules))


def _folder_of_witness(witness: str) -> str:
    scheme, _, rest = witness.partition(":")
    return rest if scheme == "file" else ""


def _places(loaded: LoadedSettings, paths: Iterable[Path]) -> tuple[str, ...]:
    """The paths as they really lie in the workspace, without those outside it."""
    root = loaded.workspace.resolve()
    real = (path.resolve() for path in paths)
    return tuple(sorted({p.relative_to(root).as_posix() for p in real if p.is_relative_to(root)}))


def _load(folder: Path, settings: Settings | None) -> LoadedSettings:
    if settings is None:
        return load_settings(folder)
    if not is_folder(folder):
        raise ConfigurationError(f"{folder} is not a folder", suggestion="Name an existing folder.")
    return LoadedSettings(workspace=folder.resolve(), settings=settings, project_file=None, pin=False)


def _prepared(registry: Registry, backends: dict[str, Backend]) -> dict[str, PreparedTool]:
    """The tools by the name that each one's one reading gave: `manifest` may be code that answers differently next time."""
    prepared: dict[str, PreparedTool] = {}
    for found in (prepare(tool, backends) for tool in registry):
        if prepared.setdefault(found.manifest.name, found) is not found:
            raise DuplicateTool(f"a tool named {found.manifest.name!r} is registered already")
    return prepared


def _engine(loaded: LoadedSettings, isolation: Isolation | None) -> GuardedEngine:
    settings = loaded.settings.policy
    scheme, _, rest = settings.engine.partition(":")
    if scheme == "rego":
        rest = str(bundle_folder(loaded))
    return open_engine(
        f"{scheme}:{rest}",
        isolation=isolation or settings.isolation,
        deadline_s=settings.deadline_s,
        entry=settings.entry,
        pin=PolicyPin(loaded),
    )


def _policy_loaded(engine: PolicyEngine) -> PolicyLoaded:
    return PolicyLoaded(accepted=True, bundle=engine.bundle, detail="", engine=engine.name)


def _record(log: Log, loaded: PolicyLoaded) -> None:
    log.commit_sync([Entry(None, loaded)])


def _secret(signer: Signer, purpose: str) -> bytes:
    """A signature of Ed25519 is a function of key and text: a secret that needs no file of its own."""
    return signer.sign(f"{purpose}\n")


def _context_maker(loaded: LoadedSettings, reserved: Reserved, shells: ShellSessions) -> MakeContext:
    settings = loaded.settings.process
    return partial(
        CallContext,
        workspace=loaded.workspace,
        reserved=reserved,
        shells=shells,
        egress=HttpEgress(),
        launcher=ConfinedLauncher(protection=settings.protection, system=settings.system),
    )


def _broker(loaded: LoadedSettings, options: OpenOptions, inbox: Inbox, now_us: Callable[[], int]) -> Broker:
    rules = options.rules
    if rules is None and options.settings is None:
        rules = rules_file()  # the user's; not for settings made in code, whose author has not seen them
    return Broker(
        options.approve,
        rules=RuleFile(rules, loaded.workspace, now_us=now_us)
        if options.approvals and rules is not None
        else None,
        inbox=inbox if options.approvals else None,
        expiry_s=loaded.settings.approvals.expiry_s,
        now_us=now_us,
    )
