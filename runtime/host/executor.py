"""The composition root: the one module that names concrete classes and ties them together."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from runtime.approval.broker import ApproveCallback, Broker
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.audit.format.note import Signer
from runtime.audit.keys.key_files import (
    companions,
)
from runtime.audit.read.call_history import select_calls
from runtime.audit.vault.file_vault import VaultReader
from runtime.audit.write.log import Log
from runtime.backends.egress import HttpEgress
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.grants import from_table
from runtime.capability.handles import Reserved
from runtime.contracts.approval import ApprovalInbox
from runtime.contracts.audit import Entry, PolicyLoaded
from runtime.contracts.capability import Capability
from runtime.contracts.errors import (
    ConfigurationError,
    DuplicateTool,
    RuntimeClosed,
    ToolNotFound,
)
from runtime.contracts.invocation import Outcome, Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import Backend, PolicyEngine
from runtime.executor.calls import Calls
from runtime.executor.dependencies import Dependencies, MakeContext, as_grants, as_principal
from runtime.executor.prepared import PreparedTool, canonical_arguments, prepare
from runtime.executor.session import Session
from runtime.executor.sync_bridge import LoopThread
from runtime.host.acceptance import PolicyPin, bundle_folder
from runtime.host.log_setup import key_file, log_location, open_keyring, open_log, require_pinned
from runtime.host.settings import (
    PROJECT_FILE,
    LoadedSettings,
    Settings,
    is_folder,
    load_settings,
    own_folders,
    rules_file,
)
from runtime.host.tool_catalog import ToolCatalog
from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine
from runtime.sdk.registry import Registry
from runtime.validation.normalize import CustomRule, Normalizer

if TYPE_CHECKING:
    from runtime.executor.replay import ReplayReport

Isolation = Literal["worker", "in_process"]


class Executor(Calls):
    """Runs tools under governance: the door for whoever embeds the runtime.

    ::

        async with Executor.open(".", tools=[count_words]) as executor:
            outcome = await executor.call("count_words", {"text": "to be"}, principal="agent:demo")

    Nothing runs without keys, policy and log; `runtime init` makes them.
    """

    workspace: Path

    def __init__(
        self,
        parts: Dependencies,
        workspace: Path,
        engine: GuardedEngine,
        inbox: Inbox,
        log: Path | None,
        closers: Sequence[Callable[[], None]],
    ) -> None:
        """Use `Executor.open`."""
        super().__init__(parts)
        self._log_folder = log
        self._engine = engine
        self._inbox = inbox
        self.workspace = workspace
        self._closers = closers
        self._loop_thread = LoopThread()

    @classmethod
    def open(
        cls,
        folder: str | Path = ".",
        *,
        tools: Iterable[Any] = (),
        approve: ApproveCallback | None = None,
        approvals: bool = True,
        rules: Path | None = None,
        settings: Settings | None = None,
        isolation: Isolation | None = None,
        normalizers: Mapping[str, CustomRule] | None = None,
        warm: bool = False,
    ) -> Executor:
        """Open the workspace that a folder belongs to.

        Args:
            folder: Where ``runtime.toml`` is looked for, upwards; without one the safe defaults hold.
            tools: Functions marked with ``@tool``, or objects that satisfy `Tool`, beside the built-in ones.
            approve: Asked where policy wants approval; plain or async; only ``True`` or an `ApprovalAnswer` with
                ``approved`` lets a call run. Without one, questions wait in the inbox (`runtime approvals`).
            approvals: False refuses whatever needs approval and the callback does not answer: no rules, no inbox.
            rules: A file of rules that approve in a person's place; the user's own unless ``settings`` are given.
            settings: Settings made in code instead of ``runtime.toml``; then no acceptance of the folder is needed.
            isolation: Where policy is evaluated; overrides the settings.
            warm: Start what tools will need (a worker for Wasm programs) now, in the background, instead of with the first
                call that needs it: for hosts that stay.
            normalizers: For tools with ``normalization="custom"``: tool name to a function from value to bytes.

        Raises:
            ConfigurationError: ``config.missing`` without keys, policy or log; ``config.untrusted`` for a folder that
                this user has not accepted; ``tool.*`` and ``schema.refused`` for a tool that cannot be registered.
            AuditError: the log is damaged, or the key cannot be used.
        """
        loaded = _load(Path(folder), settings)
        ring = open_keyring(loaded, trusted=settings is not None)
        reserved = _reserved(loaded)
        catalog = ToolCatalog(loaded, reserved, _secret(ring.current, "compiled modules"))
        closers: list[Callable[[], None]] = list(catalog.closers)
        try:
            catalog.fill(tools)
            engine = _engine(loaded, isolation)
            closers.append(engine.close)
            log = open_log(loaded, ring)
            closers.append(log.close)
            log.commit_sync([Entry(None, _policy_loaded(engine))])
            engine.report_to(lambda followed: _record(log, followed))
            inbox = open_inbox(loaded, ring.signer(str(log.key)))
            parts = Dependencies(
                tools=_prepared(catalog.registry, catalog.backends),
                suggest=catalog.registry.suggest,
                engine=engine,
                log=log,
                make_context=_context_maker(loaded, reserved),
                normalizer=Normalizer(normalizers or {}),
                default_grants=tuple(from_table(loaded.settings.grants)),
                broker=_broker(loaded, approve, rules or _own_rules(settings), inbox, approvals=approvals),
            )
            if warm:
                catalog.prepare()
        except BaseException:
            _close(closers)
            raise
        return cls(parts, loaded.workspace, engine, inbox, log_location(loaded).folder, closers)

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        call_id: str | None = None,
        limits: ResourceBounds | None = None,
        session: Session | None = None,
    ) -> Outcome:
        """`call` for code without an event loop; blocks until the outcome is there."""
        return self._loop_thread.run(
            self.call(
                tool,
                arguments,
                grants=grants,
                principal=principal,
                call_id=call_id,
                limits=limits,
                session=session,
            )
        )

    @property
    def inbox(self) -> ApprovalInbox:
        """The questions that wait for an answer."""
        return self._inbox

    async def reload_policy(self) -> PolicyLoaded:
        """Put the bundle as it is now in force, or keep the last good one; recorded either way.

        Only the bundle that this user accepted takes effect, and `runtime policy accept` alone lets every process on the workspace take it up.
        Where nothing is pinned (``pin = false``, settings made in code) the reload does, for every process of this user.

        Returns:
            What happened: ``accepted``, the digest of the bundle in force, and why one was not accepted.
        """
        loaded = await asyncio.to_thread(self._engine.reload)
        await self._parts.log.commit([Entry(None, loaded)])
        return loaded

    async def replay(
        self,
        calls: Sequence[str] = (),
        *,
        tool: str | None = None,
        grants: Sequence[Capability] | None = None,
        requested_by: str = "user:anonymous",
    ) -> ReplayReport:
        """Run recorded calls of pure and deterministic tools again and compare the digests of their outputs.

        Args:
            calls: The calls' ids; none means all that ended.
            tool: Only calls of this tool.
            grants: What the tools may read; None means the configured grants.
            requested_by: On whose behalf, for the log.

        Raises:
            RuntimeClosed: the executor is closed.
            AuditNotFound: ``audit.not_found``: a call that is named has not ended, or is not in the log.
            AuditError: the log cannot be read or written.
        """
        from runtime.executor.replay import Replay  # not for a plain call

        with self._in_flight:
            if self._stopped is not None:
                raise RuntimeClosed(self._stopped)
            granted = None if grants is None else as_grants(grants)
            if self._log_folder is None:
                raise ConfigurationError(
                    "audit.store: a log in a database has no vault, so there is nothing to run again",
                    suggestion="Keep the log in a folder.",
                    field="audit.store",
                )
            recorded = select_calls(self._log_folder, frozenset(calls), tool)
            with VaultReader.at(self._log_folder) as vault:
                return await Replay(self._parts, vault.at_place, granted).run(
                    recorded, named=len(calls), tool=tool, requested_by=as_principal(requested_by).id
                )

    async def aclose(self) -> None:
        """Refuse new calls, wait for those under way, sign the log, and close it."""
        self._stop("the executor is closed")
        await asyncio.wrap_future(self._in_flight.drained())
        self._release()

    def close(self) -> None:
        """`aclose` for code without an event loop.

        Raises:
            ConfigurationError: calls of this thread's own loop are under way, which cannot end while it waits.
        """
        if self._in_flight.here:
            raise ConfigurationError(
                "close would wait here for calls that wait for it",
                suggestion="Use `await executor.aclose()`.",
            )
        self._stop("the executor is closed")
        self._in_flight.drained().result()
        self._release()

    def _release(self) -> None:
        self._loop_thread.close()
        closers, self._closers = self._closers, ()
        _close(closers)

    async def __aenter__(self) -> Executor:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __enter__(self) -> Executor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def list_manifests(folder: str | Path) -> list[Manifest]:
    """The declarations of the tools that an executor of this folder would offer, by name; nothing is opened.

    Raises:
        ConfigurationUntrusted: the folder brings tools of its own, and this user has not accepted it.
    """
    return [tool.manifest for tool in _offered(folder)]


def find_manifest(folder: str | Path, name: str) -> Manifest:
    """One tool's declaration.

    Raises:
        ToolNotFound: no tool of that name; the suggestion names the nearest.
    """
    registry = _offered(folder)
    tool = registry.get(name)
    if tool is None:
        near = registry.suggest(name)
        raise ToolNotFound(f"no tool is named {name!r}", suggestion=f"Did you mean {near!r}?" if near else "")
    return tool.manifest


def canonical_arguments_of(
    folder: str | Path, name: str, arguments: Mapping[str, Any] | str | bytes
) -> bytes:
    """The arguments of a call as its approver would be asked about them.

    Raises:
        ToolNotFound: no tool of that name.
        InputInvalid: the arguments do not fit the tool's schema.
    """
    return canonical_arguments(find_manifest(folder, name), arguments)


def _load(folder: Path, settings: Settings | None) -> LoadedSettings:
    if settings is None:
        return load_settings(folder)
    if not is_folder(folder):
        raise ConfigurationError(f"{folder} is not a folder", suggestion="Name an existing folder.")
    return LoadedSettings(workspace=folder.resolve(), settings=settings, project_file=None, pin=False)


def _offered(folder: str | Path) -> Registry:
    loaded = load_settings(Path(folder))
    if loaded.settings.tools.folders:  # to list them is to run their code
        require_pinned(loaded)
    catalog = ToolCatalog(loaded, _reserved(loaded), os.urandom(32))
    try:
        catalog.fill(())
    finally:
        _close(catalog.closers)
    return catalog.registry


def _prepared(registry: Registry, backends: dict[str, Backend]) -> dict[str, PreparedTool]:
    """The tools by the name that each one's one reading gave: `manifest` may be code that answers differently next time."""
    prepared: dict[str, PreparedTool] = {}
    for found in (prepare(tool, backends) for tool in registry):
        if prepared.setdefault(found.manifest.name, found) is not found:
            raise DuplicateTool(f"a tool named {found.manifest.name!r} is registered already")
    return prepared


def policy_folder(folder: str | Path) -> Path:
    """The folder of the policy bundle that the settings of a folder name.

    Raises:
        ConfigurationError: the engine takes no folder, or the folder is not there.
    """
    return bundle_folder(load_settings(Path(folder)))


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


def open_inbox(loaded: LoadedSettings, signer: Signer) -> Inbox:
    """The inbox of approvals that the settings name; whoever holds the log's key may answer in it."""
    return Inbox(loaded.workspace / loaded.settings.approvals.inbox, _secret(signer, "approvals"))


def _secret(signer: Signer, purpose: str) -> bytes:
    """A signature of Ed25519 is a function of key and text: a secret that needs no file of its own."""
    return signer.sign(f"{purpose}\n")


def _context_maker(loaded: LoadedSettings, reserved: Reserved) -> MakeContext:
    settings = loaded.settings.process
    return partial(
        CallContext,
        workspace=loaded.workspace,
        reserved=reserved,
        egress=HttpEgress(),
        launcher=ConfinedLauncher(protection=settings.protection, system=settings.system),
    )


def _own_rules(settings: Settings | None) -> Path | None:
    """The user's rules; not for settings made in code, whose author has not seen them."""
    return rules_file() if settings is None else None


def inbox_of(folder: str | Path) -> Inbox:
    """The inbox of a folder, for whoever answers in it.

    Raises:
        ConfigurationError: as `Executor.open`.
        AuditError: the log's key, which answers are sealed with, cannot be used.
    """
    loaded = load_settings(Path(folder))
    return open_inbox(loaded, open_keyring(loaded, trusted=False).current)


def rules_of(folder: str | Path) -> RuleFile:
    """This user's rules, as they hold in a folder.

    Raises:
        ConfigurationError: the folder's settings cannot be read.
    """
    return RuleFile(rules_file(), load_settings(Path(folder)).workspace)


def _broker(
    loaded: LoadedSettings,
    approve: ApproveCallback | None,
    rules: Path | None,
    inbox: Inbox,
    *,
    approvals: bool,
) -> Broker:
    return Broker(
        approve,
        rules=RuleFile(rules, loaded.workspace) if approvals and rules is not None else None,
        inbox=inbox if approvals else None,
        expiry_s=loaded.settings.approvals.expiry_s,
    )


def _reserved(loaded: LoadedSettings) -> Reserved:
    """What the runtime rests on, by its real places: no tool reads the key or the log, none writes what governs it."""
    settings = loaded.settings
    inbox = loaded.workspace / settings.approvals.inbox
    key = key_file(loaded)
    log = log_location(loaded).folder
    secret = [key, companions(key), inbox, *([log] if log is not None else []), *own_folders()]
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


def _policy_loaded(engine: PolicyEngine) -> PolicyLoaded:
    return PolicyLoaded(accepted=True, bundle=engine.bundle, detail="", engine=engine.name)


def _record(log: Log, loaded: PolicyLoaded) -> None:
    log.commit_sync([Entry(None, loaded)])


def _close(closers: Sequence[Callable[[], None]]) -> None:
    for close in reversed(closers):
        close()
