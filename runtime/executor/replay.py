"""Runs recorded calls again and compares what they give: whether a tool is as deterministic as it declares.

A call is run again where all of this holds; otherwise it is skipped, and the report says why:

1. it completed, and its tool is here, under the very manifest that was recorded;
2. the tool declares itself pure or deterministic, and no effect but reading files: nothing is written or sent twice;
3. the vault opens its arguments, whole, and the record has the digest of its whole output;
4. the grants cover what the tool declares.

Nobody is given what a tool returns, so policy is not asked and no call is recorded: the log says that a replay began, before
anything runs, and how it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from runtime.audit.format.recorded_call import RecordedCall
from runtime.audit.format.vault_slots import VaultSlot
from runtime.audit.vault.vault_rows import VaultRows
from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import Entry, ReplayEnded, ReplayStarted
from runtime.contracts.capability import Capability
from runtime.contracts.digest import Digest
from runtime.contracts.errors import Error
from runtime.contracts.manifest import Manifest
from runtime.contracts.vault import Opened
from runtime.executor.dependencies import Dependencies, as_grants, as_principal
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.prepared import PreparedTool
from runtime.validation.strict_json import freeze_arguments

_REPEATABLE = ("pure", "deterministic")
_HARMLESS = frozenset({"fs_read"})
"""Capabilities that change nothing, and give the same again while the workspace is the same."""
_NOT_OPENED = {
    "salt": "arguments_too_large",
    "erased": "arguments_erased",
    "absent": "arguments_missing",
    "broken": "arguments_missing",
}


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """A call whose output is another one now, or that fails now."""

    call: str
    tool: str
    seq: int
    """The record that ended the call."""
    recorded: str
    replayed: str | None
    error: str | None
    """The code of the error, where it failed."""


class ReplayReport(msgspec.Struct, kw_only=True):
    """What a replay came to."""

    replayed: int = 0
    diverged: int = 0
    first: Divergence | None = None
    skipped: dict[str, int] = {}
    """How many calls were not run again, by reason."""


class _Skip(Exception):  # no fault: a reason
    """The call is not run again."""


class Replayer:
    """Replays the calls of one log, with the tools of one executor."""

    def __init__(
        self,
        dependencies: Dependencies,
        lifecycle: Lifecycle,
        select_calls: Callable[[frozenset[str], str | None], Iterable[RecordedCall]],
        read_vault: Callable[[], VaultRows],
    ) -> None:
        """Read nothing yet.

        Args:
            dependencies: What the tools need, and where a replay is recorded.
            lifecycle: Whether anything may run; told of a replay that is under way.
            select_calls: The calls of the log that ended, of these ids and this tool (`runtime.audit.read.call_history`).
            read_vault: Opens the vault of the log.
        """
        self._dependencies = dependencies
        self._lifecycle = lifecycle
        self._select_calls = select_calls
        self._read_vault = read_vault

    async def replay(
        self,
        calls: Sequence[str],
        *,
        tool: str | None,
        grants: Sequence[Capability] | None,
        requested_by: str,
    ) -> ReplayReport:
        """Run recorded calls again: those that are named, or all that ended, of one tool or of each.

        Raises:
            RuntimeClosed: the executor is closed.
            AuditNotFound: a call that is named has not ended, or is not in the log.
            AuditError: the log cannot be read or written.
        """
        with self._lifecycle:
            self._lifecycle.require_open()
            who = as_principal(requested_by)
            granted = (
                self._dependencies.entitlements.grants_of(who.id) if grants is None else as_grants(grants)
            )
            recorded = self._select_calls(frozenset(calls), tool)
            with self._read_vault() as vault:
                return await _Replay(self._dependencies, vault.at_slot, granted).run(
                    recorded, named=len(calls), tool=tool, requested_by=who.id
                )


class _Replay:
    """One replay."""

    def __init__(
        self,
        dependencies: Dependencies,
        opened: Callable[[VaultSlot], Opened],
        grants: tuple[Capability, ...],
    ) -> None:
        """Prepare it.

        Args:
            dependencies: What the tools need, and where the replay is recorded.
            opened: What the vault holds of a commitment.
            grants: What the tools may read.
        """
        self._dependencies = dependencies
        self._opened = opened
        self._grants = grants
        self._skipped: Counter[str] = Counter()
        self.report = ReplayReport()

    async def run(
        self, calls: Iterable[RecordedCall], *, named: int, tool: str | None, requested_by: str
    ) -> ReplayReport:
        """Run the calls again, in their order.

        Raises:
            AuditError: the log cannot be written, and nothing was run, or what was run is not recorded.
        """
        started = ReplayStarted(calls=named, requested_by=requested_by, tool=tool)
        await self._dependencies.log.commit([Entry(None, started)])
        try:
            for recorded in calls:
                await self._repeat(recorded)
        finally:
            self.report.skipped = dict(sorted(self._skipped.items()))
            await self._dependencies.log.commit([Entry(None, self._ended())])
        return self.report

    def _ended(self) -> ReplayEnded:
        report = self.report
        return ReplayEnded(
            diverged=report.diverged,
            first=report.first.call if report.first else None,
            replayed=report.replayed,
            skipped=sum(report.skipped.values()),
        )

    async def _repeat(self, recorded: RecordedCall) -> None:
        try:
            prepared = self._found(recorded)
            effective = self._allowed(prepared)
            arguments = self._arguments(recorded)
        except _Skip as skip:
            self._skipped[str(skip)] += 1
            return
        self.report.replayed += 1
        digest, error = None, None
        try:
            digest = await self._digest(recorded.call, prepared, arguments, effective)
        except Error as failed:
            error = failed.code
        if digest != recorded.output_hash:
            self._diverge(recorded, digest, error)

    def _found(self, recorded: RecordedCall) -> PreparedTool:
        if recorded.ended != "ToolCompleted":
            raise _Skip("not_completed")
        prepared = self._dependencies.tools.get(recorded.tool)
        if prepared is None:
            raise _Skip("tool_unknown")
        if prepared.digest != recorded.manifest:
            raise _Skip("manifest_changed")
        if reason := _unrepeatable(prepared.manifest):
            raise _Skip(reason)
        if recorded.output_hash is None:
            raise _Skip("result_redacted")
        return prepared

    def _allowed(self, prepared: PreparedTool) -> CapabilitySet:
        optional = CapabilitySet(c for c in prepared.optional if c.kind in _HARMLESS)
        result = check_gate(prepared.declared, self._grants, optional=optional)
        if result.missing:
            raise _Skip("not_granted")
        return result.effective

    def _arguments(self, recorded: RecordedCall) -> bytes:
        if recorded.arguments is None or recorded.kept == "nothing":
            raise _Skip("arguments_not_kept")
        if recorded.kept == "redacted":
            raise _Skip("arguments_redacted")
        opened = self._opened(recorded.arguments)
        if opened.value is None:
            raise _Skip(_NOT_OPENED[opened.state])
        return opened.value

    async def _digest(
        self, call: str, prepared: PreparedTool, arguments: bytes, effective: CapabilitySet
    ) -> Digest:
        """The digest of the output, by the steps of a governed call."""
        manifest = prepared.manifest
        frozen, _ = freeze_arguments(arguments, max_bytes=manifest.resource_bounds.input_bytes)
        prepared.input_schema.check(frozen)
        context = self._dependencies.make_context(
            call,
            effective,
            manifest.resource_bounds,
            tool=manifest.name,
            session=None,
            calls=None,
            events=None,
        )
        try:
            value: Any = await prepared.backend.run(prepared.tool, frozen, context)
        finally:
            context.close()
        if manifest.normalization != "binary":
            prepared.output_schema.check(value)
        return self._dependencies.normalizer.normalize(manifest, value).digest

    def _diverge(self, recorded: RecordedCall, digest: Digest | None, error: str | None) -> None:
        self.report.diverged += 1
        if self.report.first is None:
            self.report.first = Divergence(
                call=recorded.call,
                tool=recorded.tool,
                seq=recorded.seq,
                recorded=str(recorded.output_hash),
                replayed=digest,
                error=error,
            )


def _unrepeatable(manifest: Manifest) -> str | None:
    if manifest.determinism not in _REPEATABLE:
        return "not_deterministic"
    if any(capability.kind not in _HARMLESS for capability in manifest.required_capabilities):
        return "has_effects"
    if any(effect not in ("none", *_HARMLESS) for effect in manifest.side_effects) or manifest.session:
        return "has_effects"
    return None
