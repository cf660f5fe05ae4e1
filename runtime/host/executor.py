"""The executor as an embedding program sees it: it opens a workspace, and hands each request to the part that serves it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.contracts.errors import ConfigurationError, ToolNotFound

# The parts that the executor is composed of are imported by `open`, which is the first that needs them: a program that imports this
# class, to annotate something or to open it later, starts in half the time.
if TYPE_CHECKING:
    from types import TracebackType

    from runtime.approval.broker import ApproveCallback
    from runtime.contracts.approval import ApprovalInbox
    from runtime.contracts.audit import PolicyLoaded
    from runtime.contracts.capability import Capability
    from runtime.contracts.changes import ChangesMode
    from runtime.contracts.invocation import Outcome, Principal
    from runtime.contracts.limits import ResourceBounds
    from runtime.contracts.llm_tool import LLMTool, ToolStatus
    from runtime.contracts.manifest import Manifest
    from runtime.contracts.observing import Observer, OnToolsChanged
    from runtime.executor.dependencies import CallRequest, Preview
    from runtime.executor.replay import ReplayReport
    from runtime.executor.session import Session
    from runtime.host.composition import Isolation, Parts
    from runtime.host.settings import Settings
    from runtime.host.workspace import Initialised
    from runtime.policy.shared_evaluators import SharedEvaluators
    from runtime.validation.normalize import CustomRule


def _request(
    tool: str,
    arguments: Mapping[str, Any] | str | bytes,
    grants: Sequence[Capability] | None,
    principal: str | Principal,
    limits: ResourceBounds | None,
    changes: ChangesMode | None,
    call_id: str | None = None,
    session: Session | None = None,
    trace: str | None = None,
) -> CallRequest:
    from runtime.executor.dependencies import CallRequest

    return CallRequest(
        tool=tool,
        arguments=arguments,
        grants=grants,
        principal=principal,
        call_id=call_id,
        limits=limits,
        session=session,
        changes=changes,
        trace=trace,
    )


class Executor:
    """Runs tools under governance: the door for whoever embeds the runtime.

    ::

        async with Executor.open(".", tools=[count_words]) as executor:
            outcome = await executor.call("count_words", {"text": "to be"}, principal="agent:demo")

    Nothing runs without keys, policy and log; `runtime init` makes them. Usable from one event loop or several.
    """

    workspace: Path

    def __init__(self, parts: Parts, evaluators: SharedEvaluators) -> None:
        """Use `Executor.open`."""
        from runtime.executor.sync_bridge import LoopThread

        self.workspace = parts.workspace
        self._tools = parts.live_tools.offered
        self._calls = parts.calls
        self._make_replayer = parts.make_replayer
        self._live_tools = parts.live_tools
        self._file_of = parts.file_of
        self._lifecycle = parts.lifecycle
        self._engine = parts.engine
        self._log = parts.log
        self._inbox = parts.inbox
        self._closers = parts.closers
        self._evaluators = evaluators
        self._loop_thread = LoopThread()

    @classmethod
    def open(
        cls,
        folder: str | Path = ".",
        *,
        tools: str | Iterable[Any] = (),
        approve: ApproveCallback | None = None,
        approvals: bool = True,
        rules: Path | None = None,
        settings: Settings | None = None,
        isolation: Isolation | None = None,
        normalizers: Mapping[str, CustomRule] | None = None,
        observers: Sequence[Observer] = (),
        warm: bool = False,
        watch: bool | OnToolsChanged = False,
        stub: bool = False,
        beside: Executor | None = None,
    ) -> Executor:
        """Open the workspace that a folder belongs to.

        Args:
            folder: Where ``runtime.toml`` is looked for, upwards; without one the safe defaults hold.
            tools: Functions marked with ``@tool``, or objects that satisfy `Tool`, beside the built-in ones. A name among them, or alone,
                is that of a built-in tool or a group (``"coding"``, ``"shell"``, ``"web"``, ``"data"``): then no other built-in tool is offered.
            approve: Asked where policy wants approval; plain or async; only ``True`` or an `ApprovalAnswer` with
                ``approved`` lets a call run. Without one, questions wait in the inbox (`runtime approvals`).
            approvals: False refuses whatever needs approval and the callback does not answer: no rules, no inbox.
            rules: A file of rules that approve in a person's place; the user's own unless ``settings`` are given.
            settings: Settings made in code instead of ``runtime.toml``; then no acceptance of the folder is needed.
            isolation: Where policy is evaluated; overrides the settings.
            warm: Start what tools will need (a worker for Wasm programs) now, in the background, instead of with the first
                call that needs it: for hosts that stay.
            watch: Take up tools as their files come, change and go, as `rediscover` does; a function is told of each change (`ToolsChanged`), in a thread
                of its own. What nobody accepted, or is half written, changes nothing.
            observers: Told of each call when the log holds it: `CallMade`, `CallDecided`, `CallAsked`, `CallStarted`, `CallEnded`; and of its end and its steps' times,
                whatever became of it: `CallTimed`. None can change a call, and what one raises is logged.
            stub: Offer the tools that declare a stub, and no others, as their stubs: without effects, and without any capability.
            beside: Another executor of this process, whose policy workers this one shares where their bundles are the same: for
                platforms with a workspace for each tenant. Either may be closed first.
            normalizers: For tools with ``normalization="custom"``: tool name to a function from value to bytes.

        Raises:
            ConfigurationError: ``config.missing`` without keys, policy or log; ``config.untrusted`` for a folder that
                this user has not accepted; ``tool.*`` and ``schema.refused`` for a tool that cannot be registered.
            AuditError: the log is damaged, or the key cannot be used.
        """
        from runtime.host.composition import OpenOptions, compose
        from runtime.policy.shared_evaluators import SharedEvaluators

        evaluators = SharedEvaluators() if beside is None else beside._evaluators  # noqa: SLF001  # of its own class
        options = OpenOptions(
            tools=(tools,) if isinstance(tools, str) else tuple(tools),
            approve=approve,
            approvals=approvals,
            rules=rules,
            settings=settings,
            isolation=isolation,
            normalizers=normalizers or {},
            observers=tuple(observers),
            warm=warm,
            watch=watch,
            stub=stub,
            evaluators=evaluators,
        )
        return cls(compose(Path(folder), options), evaluators)

    @staticmethod
    def init(folder: str | Path = ".", *, accept: bool = False) -> Initialised:
        """Make a folder ready for `open`, as ``runtime init`` does. Nothing that exists is overwritten.

        Args:
            folder: An existing folder.
            accept: Accept settings, policies and tools that were there before.

        Returns:
            The paths made and kept, and the verifier key, which whoever verifies the log needs.

        Raises:
            ConfigurationError: ``config.untrusted``: settings are there that this user did not make, and ``accept`` is false; else
                the folder cannot be prepared.
        """
        from runtime.host.workspace import initialise

        return initialise(Path(folder), accept=accept)

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools that can be called, sorted."""
        return tuple(sorted(self._tools))

    @property
    def manifests(self) -> tuple[Manifest, ...]:
        """What the tools declare, by name: for `runtime.providers`, among others."""
        return tuple(self._tools[name].manifest for name in self.tools)

    def manifest(self, tool: str) -> Manifest | None:
        """What one tool declares; None where there is no tool of that name."""
        prepared = self._tools.get(tool)
        return None if prepared is None else prepared.manifest

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        call_id: str | None = None,
        limits: ResourceBounds | None = None,
        session: Session | None = None,
        changes: ChangesMode | None = None,
        trace: str | None = None,
    ) -> Outcome:
        """Run one tool under governance and return how it ended.

        Args:
            tool: The tool's name.
            arguments: A JSON object, as a mapping or as JSON text.
            grants: What this call may use; None means the configured grants, [] means nothing.
            principal: On whose behalf, ``kind:name``; policy reads it.
            call_id: Makes the call idempotent: repeated, it returns the first outcome and runs nothing.
            limits: Bounds tighter than the manifest's; looser ones have no effect.
            session: What this call shares with others; None means the principal's own.
            changes: ``review`` puts what the call's command changes to policy, ``ask`` to an approver as well, before it is made,
                whole or not at all. Settings and policy may want the same; the strictest holds.
            trace: The caller's position in a trace, as a header ``traceparent`` has it; None means `runtime.contracts.tracing.CURRENT`.
                A malformed one counts as none.

        Returns:
            Completed, Refused (nothing ran) or Failed (effects are possible): everything that a tool or a
            caller can cause.

        Raises:
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
            ConfigurationError: the executor's set-up broke.
        """
        request = _request(tool, arguments, grants, principal, limits, changes, call_id, session, trace)
        return await self._calls.call(request)

    def stream(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        call_id: str | None = None,
        limits: ResourceBounds | None = None,
        session: Session | None = None,
        changes: ChangesMode | None = None,
        trace: str | None = None,
    ) -> AsyncGenerator[ToolStatus | Outcome, None]:
        """What a governed call tells while its tool runs, and last its outcome; the arguments are those of `call`.

        ::

            async for event in executor.stream("bash", {"commands": "make"}):
                ...  # a ToolStatus, and last a Completed, Refused or Failed

        Nothing comes before gate, policy and approval have let the call go on and its intent is on record. Whoever leaves the loop cancels
        the call; `contextlib.aclosing` waits for its record. A slow reader slows the tool, within its time.
        """
        request = _request(tool, arguments, grants, principal, limits, changes, call_id, session, trace)
        return self._calls.stream(request)

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
        changes: ChangesMode | None = None,
        trace: str | None = None,
    ) -> Outcome:
        """`call` for code without an event loop; blocks until the outcome is there."""
        request = _request(tool, arguments, grants, principal, limits, changes, call_id, session, trace)
        return self._loop_thread.run(self._calls.call(request))

    async def call_many(self, requests: Iterable[CallRequest], *, concurrency: int = 64) -> list[Outcome]:
        """Run calls side by side, at most ``concurrency`` at once; outcomes come in the order of the requests.

        Raises:
            AuditError: as `call`; calls that have not begun are not begun.
        """
        return await self._calls.call_many(requests, concurrency=concurrency)

    def preview(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        limits: ResourceBounds | None = None,
        changes: ChangesMode | None = None,
    ) -> Preview:
        """What steps 1 to 6 would say of a call. Nothing runs, nobody is asked, nothing is recorded."""
        return self._calls.preview(_request(tool, arguments, grants, principal, limits, changes))

    def offered_to(
        self, principal: str | Principal, *, grants: Sequence[Capability] | None = None
    ) -> tuple[Manifest, ...]:
        """The tools that gate and policy could let this principal call, by name: what a catalogue for it may show.

        Policy is asked about made-up arguments for each tool, one after the other: an event loop hands this to a thread. Nothing runs, and nothing
        is recorded. A call decides for itself, whatever was shown.

        Args:
            principal: On whose behalf calls would be made.
            grants: What they could use; None means the configured grants.

        Raises:
            ConfigurationError: the executor is closed.
        """
        return tuple(
            manifest
            for manifest in self.manifests
            if self._calls.could_run(_request(manifest.name, {}, grants, principal, None, None))
        )

    def as_llm_tool(
        self,
        tool: str,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        limits: ResourceBounds | None = None,
        session: Session | None = None,
    ) -> LLMTool:
        """A tool in the shape that hosts of language models know; each use of it is a governed call with these options.

        Raises:
            ToolNotFound: no tool of that name.
        """
        from functools import partial

        from runtime.executor.llm_tool import GovernedTool

        prepared = self._tools.get(tool)
        if prepared is None:
            raise ToolNotFound("no tool of that name", suggestion=f"Use one of: {', '.join(self.tools)}")
        options: dict[str, Any] = {
            "grants": grants, "principal": principal, "limits": limits, "session": session,
        }  # fmt: skip
        return GovernedTool(prepared.manifest, partial(self.call, tool, **options))

    @property
    def inbox(self) -> ApprovalInbox:
        """The questions that wait for an answer."""
        return self._inbox

    def file_of(self, tool: str) -> str | None:
        """The file of a tools folder that gave a tool, as the settings name the folder; None for a tool that none gave."""
        return self._file_of(tool)

    async def rediscover(self) -> tuple[str, ...]:
        """Offer the tools of the tools folders as they are now: files that were added, changed or removed, as far as the folders are accepted.

        Calls that run go on with the tools that they found.

        Returns:
            The names of the tools that are offered from here on.

        Raises:
            ConfigurationChanged: ``config.changed``: the folders are not as this user accepted them; the former tools are offered.
            ConfigurationError: a tool cannot be one; likewise.
        """
        import asyncio

        await asyncio.to_thread(self._live_tools.rediscover)
        return self.tools

    def register(self, *tools: Any) -> tuple[str, ...]:
        """Offer further tools from here on: functions marked with ``@tool``, or objects that satisfy `Tool`.

        Returns:
            The names of the tools that are offered from here on.

        Raises:
            ConfigurationError: ``tool.*`` or ``schema.refused``: one cannot be a tool, or its name is taken; the former tools are offered.
        """
        self._live_tools.register(tools)
        return self.tools

    def unregister(self, *names: str) -> tuple[str, ...]:
        """Offer tools no more that this program brought; calls that run go on.

        Returns:
            The names of the tools that are offered from here on.

        Raises:
            ToolNotFound: ``tool.not_found``: the program brought no tool of that name; the former tools are offered.
        """
        self._live_tools.unregister(names)
        return self.tools

    async def reload_policy(self) -> PolicyLoaded:
        """Put the bundle as it is now in force, or keep the last good one; recorded either way.

        Only the bundle that this user accepted takes effect, and `runtime policy accept` alone lets every process on the workspace take it up.
        Where nothing is pinned (``pin = false``, settings made in code) the reload does, for every process of this user.

        Returns:
            What happened: ``accepted``, the digest of the bundle in force, and why one was not accepted.
        """
        import asyncio

        from runtime.contracts.audit import Entry

        loaded = await asyncio.to_thread(self._engine.reload)
        await self._log.commit([Entry(None, loaded)])
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
        return await self._make_replayer().replay(calls, tool=tool, grants=grants, requested_by=requested_by)

    async def aclose(self) -> None:
        """Refuse new calls, wait for those under way, sign the log, and close it."""
        import asyncio

        self._lifecycle.stop("the executor is closed")
        await asyncio.wrap_future(self._lifecycle.drained())
        self._release()

    def close(self) -> None:
        """`aclose` for code without an event loop.

        Raises:
            ConfigurationError: calls of this thread's own loop are under way, which cannot end while it waits.
        """
        if self._lifecycle.here:
            raise ConfigurationError(
                "close would wait here for calls that wait for it",
                suggestion="Use `await executor.aclose()`.",
            )
        self._lifecycle.stop("the executor is closed")
        self._lifecycle.drained().result()
        self._release()

    def _release(self) -> None:
        from runtime.host.composition import close_all

        self._loop_thread.close()
        closers, self._closers = self._closers, ()
        close_all(closers)

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
