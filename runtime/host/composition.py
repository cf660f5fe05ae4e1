"""The composition root: it names concrete classes, makes them as the settings say, and ties them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from runtime.approval.broker import ApproveCallback, Broker
from runtime.approval.clock import ForwardClock, system_uptime
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.audit.format.note import Signer
from runtime.audit.keys.key_files import companions
from runtime.backends.egress import HttpEgress
from runtime.backends.launcher import ConfinedLauncher
from runtime.backends.sqlite_engine import SqliteEngine
from runtime.capability.context import CallContext
from runtime.capability.grants import from_table
from runtime.capability.handles import Reserved
from runtime.contracts.audit import ChangesRecovered, Entry, PolicyLoaded
from runtime.contracts.database import ConnectionEngine
from runtime.contracts.errors import ChangesLeft, ConfigurationError
from runtime.contracts.invocation import PRINCIPAL
from runtime.contracts.observing import Observer, OnToolsChanged
from runtime.contracts.ports import AuditLog, PolicyEngine
from runtime.executor.admission import Admission
from runtime.executor.call_log import CallLog
from runtime.executor.calls import Calls
from runtime.executor.dependencies import Dependencies, MakeContext
from runtime.executor.entitlements import Entitlements
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.pipeline import Pipeline
from runtime.executor.rate import RateLimiter
from runtime.executor.surroundings import Surroundings
from runtime.host.acceptance import PolicyPin
from runtime.host.live_tools import LiveTools, flattened
from runtime.host.log_keys import key_file, open_keyring
from runtime.host.log_location import archive_folders, log_location
from runtime.host.log_setup import open_log
from runtime.host.policy_location import bundle_folder, compiled_bundle
from runtime.host.policy_memo import PolicyMemo
from runtime.host.reopening_log import ReopeningLog
from runtime.host.settings import (
    PROJECT_FILE,
    LoadedSettings,
    Settings,
    check_settings,
    is_folder,
    load_settings,
    own_folders,
    rules_file,
)
from runtime.host.shell_sessions import ShellSessions
from runtime.host.tool_catalog import ToolCatalog
from runtime.host.tool_watch import ToolWatch
from runtime.hostfs.transaction import CommitUnfinished, JournalForeign, Recovered, Transactions
from runtime.policy.decide import MAX_DETAIL_CHARS, visible
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine
from runtime.policy.shared_evaluators import SharedEvaluators
from runtime.validation.normalize import CustomRule, Normalizer

if TYPE_CHECKING:
    from runtime.audit.stores import Location
    from runtime.executor.replay import Replayer

SHELLS = Path(".runtime", "shells")
"""Where the shells of sessions are kept, beneath the workspace."""
Isolation = Literal["worker", "in_process"]
Closer = Callable[[], None]
AGENTS, SOUL = "agents", "soul.md"
CHANGES_FOLDER = ".runtime/changes"
"""Where reviewed changes are made ready, on the workspace's own file system."""


class OpenOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever opens an executor chose; the words are those of `Executor.open`."""

    tools: Iterable[Any]
    approve: ApproveCallback | None
    approvals: bool
    rules: Path | None
    settings: Settings | None
    isolation: Isolation | None
    normalizers: Mapping[str, CustomRule]
    observers: Sequence[Observer]
    warm: bool
    stub: bool
    watch: bool | OnToolsChanged
    evaluators: SharedEvaluators
    """Those of the executor that this one is opened beside, else its own."""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What an executor delegates to."""

    workspace: Path
    live_tools: LiveTools
    calls: Calls
    make_replayer: Callable[[], Replayer]
    file_of: Callable[[str], str | None]
    """The file of a tools folder that gave a tool."""
    lifecycle: Lifecycle
    engine: GuardedEngine
    log: AuditLog
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
    catalog = ToolCatalog(loaded, reserved, ring.current.secret("compiled modules"), stub=options.stub)
    closers: list[Closer] = list(catalog.closers)
    watch = ToolWatch(_tool_folders(loaded)) if options.watch else None
    try:
        given, built_in = flattened(options.tools)
        catalog.fill(given, built_in)
        catalog.report_skipped()
        engine = _engine(loaded, options)
        closers.append(engine.close)
        log = ReopeningLog(lambda former: open_log(loaded, ring, former=former))
        closers.append(log.close)
        log.commit_sync([Entry(None, _policy_loaded(engine))])
        shadow = _shadow(loaded, options, log)
        if shadow is not None:
            closers.append(shadow.close)
        engine.report_to(lambda followed: _record(log, followed))
        now_us = ForwardClock(log.time_us)
        transactions = _transactions(loaded, ring.current, log)
        inbox = open_inbox(loaded, ring.signer(str(log.key)), now_us=now_us, is_used=log.has_approval)
        shells = open_shells(loaded, ring.current)
        closers.append(shells.close)
        process = loaded.settings.process
        launcher = ConfinedLauncher(protection=process.protection, system=process.system)
        closers.append(launcher.close)
        live_tools = LiveTools(catalog, given, built_in, str(loaded.workspace.resolve()))
        dependencies = Dependencies(
            tools=live_tools.offered,
            suggest=catalog.suggest,
            engine=engine,
            log=log,
            make_context=_context_maker(loaded, reserved, transactions, shells, launcher),
            normalizer=Normalizer(options.normalizers),
            rates=RateLimiter(_rates(loaded)),
            places=_places(loaded),
            surroundings=_surroundings(loaded, log),
            shadow=shadow,
            entitlements=entitlements(loaded.settings),
            broker=_broker(loaded, options, inbox, now_us),
            changes=loaded.settings.process.changes,
        )
        observers = (*options.observers, *_telemetry(loaded, closers))
        if options.warm:
            catalog.prepare()
        if watch is not None:
            closers.append(watch.close)
            watch.start(live_tools, options.watch if callable(options.watch) else None)
    except BaseException:
        close_all(closers)
        raise
    lifecycle = Lifecycle()
    call_log = CallLog(log, lifecycle, observers)
    return Parts(
        workspace=loaded.workspace,
        live_tools=live_tools,
        calls=Calls(
            Pipeline(dependencies, call_log),
            call_log,
            lifecycle,
            dependencies.places,
            dependencies.entitlements,
        ),
        make_replayer=partial(_replayer, dependencies, lifecycle, log_location(loaded)),
        file_of=catalog.file_of,
        lifecycle=lifecycle,
        engine=engine,
        log=log,
        inbox=inbox,
        closers=closers,
    )


def _telemetry(loaded: LoadedSettings, closers: list[Closer]) -> Iterator[Observer]:
    """The observers that the settings name; they are closed with the executor, before anything that they could still hear of."""
    settings = loaded.settings.telemetry
    if settings.otel:
        try:
            from runtime.telemetry.otel import from_environment

            spans = from_environment(arguments=settings.arguments)
        except ImportError:
            raise ConfigurationError(
                "telemetry.otel needs the OpenTelemetry SDK, which is not installed",
                suggestion="pip install 'cathedral-runtime[otel]'",
                field="telemetry.otel",
            ) from None
        except ValueError as error:
            raise ConfigurationError(
                f"a variable OTEL_* has a value that OpenTelemetry refuses: {error}",
                suggestion="Correct it, or switch telemetry.otel off.",
                field="telemetry.otel",
            ) from None
        closers.append(spans.close)
        yield spans
    if settings.log == "json":
        from runtime.telemetry.json_log import JsonLog

        lines = JsonLog()
        closers.append(lines.close)
        yield lines


def close_all(closers: Sequence[Closer]) -> None:
    """Release what was opened, in the opposite order."""
    for close in reversed(closers):
        close()


def entitlements(settings: Settings) -> Entitlements:
    """What the settings give principals.

    Raises:
        ConfigurationError: a principal's name is none, or an entry is no grant.
    """
    for name in settings.principals:
        if not PRINCIPAL.fullmatch(name):
            raise ConfigurationError(
                f"principals: {name!r} is no principal",
                suggestion='Write kind:name in quotes, for example [principals."agent:ci"].',
                field="principals",
            )
    return Entitlements(
        everyone=tuple(from_table(settings.grants)),
        grants={
            n: tuple(from_table(one.grants))
            for n, one in settings.principals.items()
            if one.grants is not None
        },
        roles={name: one.roles for name, one in settings.principals.items()},
    )


def open_inbox(loaded: LoadedSettings, signer: Signer, **known: Any) -> Inbox:
    """The inbox of approvals that the settings name; whoever holds the log's key may answer in it."""
    folder = loaded.workspace / loaded.settings.approvals.inbox
    return Inbox(folder, signer.secret("approvals"), uptime=system_uptime, **known)


def open_shells(loaded: LoadedSettings, signer: Signer) -> ShellSessions:
    """The virtual shells that are kept between the calls of this workspace."""
    return ShellSessions(loaded.workspace / SHELLS, signer.secret("shell sessions"))


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
        loaded.workspace / CHANGES_FOLDER,
        loaded.workspace / SHELLS,
        _rates(loaded),
        *([log] if log is not None else []),
        *archive_folders(loaded),
        *own_folders(),
    ]
    rules = [loaded.workspace / PROJECT_FILE, *_tool_folders(loaded), *_agents(loaded)]
    rules += [
        loaded.workspace / folder for folder in map(_folder_of_witness, settings.audit.witness) if folder
    ]
    if loaded.project_file is not None:
        rules.append(loaded.project_file)
    scheme, _, rest = settings.policy.engine.partition(":")
    if scheme in ("rego", "wasm") and rest:
        rules.append(loaded.workspace / rest)
    if shadow := settings.policy.shadow.partition(":")[2]:
        rules.append(loaded.workspace / shadow)
    return Reserved(read=_places_in(loaded, secret), write=_places_in(loaded, secret + rules))


def _tool_folders(loaded: LoadedSettings) -> list[Path]:
    return [loaded.workspace / folder for folder in loaded.settings.tools.folders]


def _agents(loaded: LoadedSettings) -> list[Path]:
    """The folder of context modules, where it is one: what stands there is told to models as theirs. A project's own folder of that name is not."""
    folder = loaded.workspace / AGENTS
    return [folder] if any(folder.glob(f"*/{SOUL}")) else []


def _rates(loaded: LoadedSettings) -> Path:
    return loaded.workspace / ".runtime" / "rates"


def _folder_of_witness(witness: str) -> str:
    scheme, _, rest = witness.partition(":")
    return rest if scheme == "file" else ""


def _places_in(loaded: LoadedSettings, paths: Iterable[Path]) -> tuple[str, ...]:
    """The paths as they really lie in the workspace, without those outside it."""
    root = loaded.workspace.resolve()
    real = (path.resolve() for path in paths)
    return tuple(sorted({p.relative_to(root).as_posix() for p in real if p.is_relative_to(root)}))


def _load(folder: Path, settings: Settings | None) -> LoadedSettings:
    if settings is None:
        return load_settings(folder)
    if not is_folder(folder):
        raise ConfigurationError(f"{folder} is not a folder", suggestion="Name an existing folder.")
    check_settings(settings)
    return LoadedSettings(workspace=folder.resolve(), settings=settings, project_file=None, pin=False)


def _surroundings(loaded: LoadedSettings, log: AuditLog) -> Surroundings:
    policy = loaded.settings.policy
    return Surroundings(log, environment=policy.environment, tenant=policy.tenant, timezone=policy.timezone)


def _engine(loaded: LoadedSettings, options: OpenOptions) -> GuardedEngine:
    settings = loaded.settings.policy
    scheme, _, rest = settings.engine.partition(":")
    if scheme == "rego":
        rest = str(bundle_folder(loaded))
    elif compiled := compiled_bundle(loaded):
        rest = str(compiled)
    return open_engine(
        f"{scheme}:{rest}",
        isolation=options.isolation or settings.isolation,
        deadline_s=settings.deadline_s,
        entry=settings.entry,
        max_stale_s=settings.max_stale_s,
        allow_builtins=frozenset(settings.allow_builtins),
        pin=PolicyPin(loaded),
        memo=PolicyMemo(),
        shared=options.evaluators,
    )


def _replayer(dependencies: Dependencies, lifecycle: Lifecycle, location: Location) -> Replayer:
    from runtime.audit.read.call_history import select_calls  # most executors replay nothing
    from runtime.audit.vault.opening import read_vault
    from runtime.executor.replay import Replayer

    return Replayer(dependencies, lifecycle, partial(select_calls, location), partial(read_vault, location))


def _shadow(loaded: LoadedSettings, options: OpenOptions, log: AuditLog) -> GuardedEngine | None:
    """The second bundle. One that cannot be loaded stops nothing: it is recorded as refused, and nobody is asked."""
    policy = loaded.settings.policy
    scheme, _, rest = policy.shadow.partition(":")
    if not policy.shadow:
        return None
    if scheme != "rego" or not rest:
        raise ConfigurationError(
            f"policy.shadow: {policy.shadow!r} names no folder of policies",
            suggestion="Write rego:FOLDER.",
            field="policy.shadow",
        )
    try:
        engine = open_engine(
            f"rego:{loaded.workspace / rest}",
            isolation=options.isolation or policy.isolation,
            deadline_s=policy.deadline_s,
            entry=policy.entry,
            allow_builtins=frozenset(policy.allow_builtins),
            memo=PolicyMemo(),
            shared=options.evaluators,
        )
    except ConfigurationError as error:
        _record(log, PolicyLoaded(False, "", visible(error.message, MAX_DETAIL_CHARS), "shadow"))
        return None
    _record(log, PolicyLoaded(True, engine.bundle, "", "shadow"))
    return engine


def _places(loaded: LoadedSettings) -> Admission:
    settings = loaded.settings.executor
    return Admission(settings.concurrent, queue=settings.waiting, wait_s=settings.wait_s)


def _policy_loaded(engine: PolicyEngine) -> PolicyLoaded:
    return PolicyLoaded(accepted=True, bundle=engine.bundle, detail="", engine=engine.name)


def _record(log: AuditLog, loaded: PolicyLoaded) -> None:
    log.commit_sync([Entry(None, loaded)])


def _transactions(loaded: LoadedSettings, signer: Signer, log: AuditLog) -> Transactions:
    """What makes reviewed changes, after it has finished what a killed process left of them.

    Raises:
        ChangesLeft: that cannot be finished.
    """
    transactions = Transactions(loaded.workspace, CHANGES_FOLDER, signer.secret("reviewed changes"))
    transactions.report_to(lambda found: _record_changes(log, found))
    try:
        transactions.recover()
    except (CommitUnfinished, JournalForeign, OSError) as error:
        raise ChangesLeft(
            f"{loaded.workspace / CHANGES_FOLDER} holds changes that were half made: {error}"
        ) from None
    return transactions


def _record_changes(log: AuditLog, found: Recovered) -> None:
    body = ChangesRecovered(call=found.label, left=found.kept, outcome=found.outcome)
    log.commit_sync([Entry(None, body)])


def _context_maker(
    loaded: LoadedSettings,
    reserved: Reserved,
    transactions: Transactions,
    shells: ShellSessions,
    launcher: ConfinedLauncher,
) -> MakeContext:
    return partial(
        CallContext,
        workspace=loaded.workspace,
        reserved=reserved,
        shells=shells,
        egress=HttpEgress(),
        databases=SqliteEngine(),
        connections=_connections(loaded),
        launcher=launcher,
        transactions=transactions,
    )


def _connections(loaded: LoadedSettings) -> ConnectionEngine | None:
    if not loaded.settings.databases:
        return None
    from runtime.host.secrets import open_databases  # few have database servers

    return open_databases(loaded.workspace, loaded.settings.databases)


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
