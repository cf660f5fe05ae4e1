"""Opens an audit log for writing: `Log`, for any number of tasks, threads and processes.

It is composed of objects with one job each; `runtime.audit.write` lists them, and the order in which they take locks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.store import Store
from runtime.audit.stores import Location, location_of
from runtime.audit.vault.erasure_intent import finishing_interrupted_erasure, record_lost_rows
from runtime.audit.vault.opening import open_vault
from runtime.audit.witness.feed import WitnessFeed
from runtime.audit.witness.port import Feed, Witness
from runtime.audit.witness.publisher import Publisher
from runtime.audit.write.appender import Appender, Follower
from runtime.audit.write.call_index import SpentCallIds
from runtime.audit.write.call_lookup import CallLookup
from runtime.audit.write.checkpoint_timer import CheckpointTimer
from runtime.audit.write.checkpoint_writer import CheckpointWriter
from runtime.audit.write.checkpointer import Checkpointer
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.followers import follow_since
from runtime.audit.write.group_commit import GroupCommit
from runtime.audit.write.owned_calls import OwnedCalls
from runtime.audit.write.pace import Pace
from runtime.audit.write.recovery import LogSurvey, require_durable_end, survey_intact_log
from runtime.audit.write.rotation import KeyRotator
from runtime.contracts.audit import FORMAT, Entry, LoggedRecord, LogOpened, Receipt, ToolAborted, ToolInvoked
from runtime.contracts.errors import AuditError, AuditWriteFailed, Error
from runtime.contracts.ports import Vault
from runtime.contracts.vault import Opened


def now_us() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1000


StartPublisher = Callable[[Callable[[AuditError], None]], Publisher]
"""Starts a publisher, which tells whoever is given that a witness contradicts the log."""


class FormerCalls(msgspec.Struct, frozen=True):
    """Calls that a log began which this process had open before, and which failed."""

    owned: frozenset[str] = frozenset()
    """Those that it began and did not end."""
    running: frozenset[str] = frozenset()
    """Those of them that still run, and will be ended."""
    durable: tuple[int, str] = (0, "")
    """Where the log ended that was made durable, in bytes, and the digest of its last record: what is opened must go on from there."""


class Log:
    """Implements `runtime.contracts.ports.AuditLog`."""

    def __init__(
        self,
        store: Store,
        vault: Vault | None,
        ring: Keyring,
        survey: LogSurvey,
        clock: Callable[[], int],
        *,
        owned_calls: OwnedCalls,
        keep_values: bool,
        hidden_names: Iterable[str],
        witnesses: Sequence[Witness],
        publish: StartPublisher | None,
        pace: Pace,
    ) -> None:
        """Continue a log from where a survey found it; `open` and `on` are the ways to get there."""
        self._store = store
        self._vault = vault
        self._ring = ring
        self._keep_values = keep_values
        self.hidden_names = frozenset(hidden_names)
        """See `AuditLog`."""
        self._failure = LogFailure()
        spent = SpentCallIds()
        self._appender = Appender(
            store.records,
            vault,
            ring,
            survey.state,
            clock,
            owned_calls=owned_calls,
            spent_calls=spent,
            failure=self._failure,
        )
        self._feeds = [WitnessFeed(witness, self._failure.record) for witness in witnesses]
        self._publisher = publish(self._failure.record) if publish else None
        feeds: list[Feed] = [*self._feeds, *([self._publisher] if self._publisher else [])]
        writer = CheckpointWriter(store, ring, survey.newest, feeds)
        self._checkpointer = Checkpointer(self._appender, writer, vault, self._failure)
        self._timer = CheckpointTimer(
            self._checkpointer.tick,
            pace.checkpoint_interval_s,
            self._checkpointer.look,
            pace.idle_interval_s,
        )
        self._commits = GroupCommit(self._appender, self._failure, self._timer.wake, pace)
        self._calls = CallLookup(self._appender, store.records, spent, self._failure)
        self._rotator = KeyRotator(ring, self._commits, self._appender, self._checkpointer, self._failure)

    @classmethod
    def open(
        cls,
        folder: Path | str | Location,
        *,
        signer: Signer | Keyring,
        origin: str,
        runtime_version: str,
        clock: Callable[[], int] = now_us,
        create: bool = False,
        keep_values: bool = True,
        hidden_names: Iterable[str] = (),
        witnesses: Sequence[Witness] = (),
        publish: StartPublisher | None = None,
        former: FormerCalls = FormerCalls(),  # noqa: B008  # immutable
    ) -> Log:
        """Open the log in a folder for writing, and record that.

        Args:
            folder: The log's folder, or the location of a log that is in none.
            signer: Signs the checkpoints; its name is the origin. A ring also holds the key that is taking over.
            origin: The log's name, for example ``example.com/agents``.
            runtime_version: Goes into the LogOpened record.
            clock: Microseconds since the epoch.
            create: Start a new log where none is.
            keep_values: Keep what opens the commitments in the vault beside the log.
            hidden_names: Which names callers are to keep out of the records (`AuditLog.hidden_names`).
            witnesses: Told of each checkpoint; what they saw before, the log must still hold.
            publish: Starts what has checkpoints cosigned before they are handed out; without it they are not.
            former: Calls of a log that this process had open before.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditKeyUnusable: ``audit.key_unusable``: the log belongs to another key or name.
            AuditInconsistent: ``audit.inconsistent``: signed records were removed or changed.
            AuditDamaged: ``audit.damaged``: a torn end, which `repair` can move away.
            AuditForged: ``audit.forged``: records behind the signed ones are not by a holder of the key.
        """
        location = location_of(folder)
        store = location.open(create=create)
        try:
            vault = open_vault(location)
        except Error:
            store.close()
            raise
        return cls.on(
            store,
            vault,
            signer=signer,
            origin=origin,
            runtime_version=runtime_version,
            clock=clock,
            keep_values=keep_values,
            hidden_names=hidden_names,
            witnesses=witnesses,
            publish=publish,
            former=former,
        )

    @classmethod
    def on(
        cls,
        store: Store,
        vault: Vault | None = None,
        *,
        signer: Signer | Keyring,
        origin: str,
        runtime_version: str,
        clock: Callable[[], int] = now_us,
        keep_values: bool = True,
        hidden_names: Iterable[str] = (),
        witnesses: Sequence[Witness] = (),
        publish: StartPublisher | None = None,
        pace: Pace = Pace(),  # noqa: B008  # immutable
        former: FormerCalls = FormerCalls(),  # noqa: B008  # immutable
    ) -> Log:
        """Like `open`, on any store and vault, which are closed with the log or where opening it fails."""
        log = None
        ring = Keyring.of(signer)
        try:
            with store.joining() as alone, finishing_interrupted_erasure(vault, ring) as erased:
                survey = survey_intact_log(store, ring, origin, witnesses)
                require_durable_end(store.records, *former.durable)
                opened = LogOpened(
                    format=FORMAT,
                    key=str(ring.signer(survey.state.signing_key).key),
                    origin=origin,
                    runtime=runtime_version,
                    unsigned_tail=survey.unsigned if alone else 0,
                )
                # A call without an end can only be taken for dead while no other writer may be running it.
                # What was begun last ends first: a call inside another one never outlives it.
                orphans = [
                    call
                    for call in reversed(survey.state.open_calls)
                    if (alone or call in former.owned) and call not in former.running
                ]
                if vault is not None and alone:
                    vault.trim(survey.state.size)
                lost = record_lost_rows(vault, survey.unsigned_slots) if alone else []
                log = cls(
                    store,
                    vault,
                    ring,
                    survey,
                    clock,
                    # Another writer that found itself alone meanwhile may have ended some.
                    owned_calls=OwnedCalls(
                        [*orphans, *(former.running & former.owned & survey.state.open_calls.keys())]
                    ),
                    keep_values=keep_values,
                    hidden_names=hidden_names,
                    witnesses=witnesses,
                    publish=publish,
                    pace=pace,
                )
                if survey.state.next_key is not None:  # a rotation that was interrupted before it was signed
                    log.checkpoint()
                log.commit_sync([Entry(None, opened), *map(_aborted, orphans), *erased, *lost])
                log.checkpoint()
            if log._publisher is not None:
                log._publisher.settle()
            return log
        except BaseException:
            _close(log) if log else _close(store, vault)
            raise

    @property
    def size(self) -> int:
        """How many records this writer has seen."""
        return self._appender.size

    @property
    def key(self) -> VerifierKey:
        """The key that signs the log from its next record on."""
        return self._ring.signer(self._appender.signing_key).key

    @property
    def has_failed(self) -> bool:
        """Whether nothing can be written any more, as something failed or the log is closed."""
        return self._failure.occurred

    def error(self) -> AuditError | None:
        """What failed first."""
        return self._failure.error() if self._failure.occurred else None

    @property
    def durable(self) -> tuple[int, str]:
        """Where the log ends that was made durable; see `FormerCalls`."""
        return self._appender.durable

    @property
    def owned_calls(self) -> frozenset[str]:
        """The calls that this writer began and has not ended."""
        return self._appender.owned_calls

    @property
    def keeps_values(self) -> bool:
        """See `AuditLog`."""
        return self._keep_values and self._vault is not None

    def commit(self, entries: Sequence[Entry], *, under_way: int = 0) -> Coroutine[Any, Any, Receipt]:
        """Append entries, all or none; durable when the coroutine returns.

        A task that is cancelled while it waits may still find its entries in the log.

        Args:
            entries: At least one.
            under_way: How many calls are under way with this one, 0 where nobody knows. A lone one is not kept waiting for
                company; one of a crowd waits half a millisecond for it, since a sync costs each batch alike.

        Returns:
            The receipt of the last entry, ``{"seq": 7, "record": "blake3:<64 hex>", "checkpoint_size": 8}``.

        Raises:
            AuditRecordRefused: ``audit.record_refused``: one has no acceptable line; the log goes on.
            CallRepeated: ``call.repeated``: they begin or end a call whose id is another one's; the log goes on.
            ApprovalSpent: ``approval.spent``: they use an answer that was used before or has expired; the log goes on.
            AuditUnwitnessed: ``audit.unwitnessed``: they begin a call, and the witness policy is not met; the log goes on.
            AuditError: it could not be made durable; the log has failed for good.
        """
        if self._publisher is not None:
            _require_published(self._publisher, entries)
        return self._commits.commit(entries, under_way)

    def commit_sync(self, entries: Sequence[Entry]) -> Receipt:
        """Like `commit`, for callers in threads."""
        if self._publisher is not None:
            _require_published(self._publisher, entries)
        return self._commits.commit_sync(entries)

    def has_approval(self, approval: str) -> bool:
        """Whether a record uses up the answer to this question, also one that another process appended.

        An answer that has expired may have been forgotten: `commit` refuses it all the same.

        Raises:
            AuditError: the log cannot be read.
        """
        with self._appender.lock:
            self._appender.catch_up()
            return self._appender.has_approval(approval)

    def follow(self, take: Follower, since_us: int) -> None:
        """See `AuditLog`.

        Raises:
            AuditError: the log cannot be read.
        """
        with self._appender.lock:
            follow_since(self._appender, self._store.records, take, since_us, self._failure)

    def catch_up(self) -> None:
        """See `AuditLog`.

        Raises:
            AuditError: the log cannot be read.
        """
        with self._appender.lock:
            self._appender.catch_up()

    def time_us(self) -> int:
        """See `AuditLog`."""
        return self._appender.time_us

    def has_call(self, call_id: str) -> bool:
        """Whether a call of this id may have run, as far back as `call_lookup` reaches; nobody waits here for a disk."""
        return self._calls.has_call(call_id)

    def records_of(self, call_id: str) -> list[LoggedRecord]:
        """The records of the newest call of this id, as far back as `call_lookup` reaches; waits for the disk.

        Raises:
            AuditError: the log cannot be read, or does not hold what was written.
        """
        return self._calls.records_of(call_id)

    def open_value(self, commitment: str, seq: int) -> Opened:
        """See `AuditLog`. Raises AuditError where the vault cannot be read."""
        return Opened(state="absent") if self._vault is None else self._vault.open(commitment, seq)

    def checkpoint(self) -> None:
        """Sign the log as it stands, unless a checkpoint covers it already.

        Raises:
            AuditError: it could not be made durable; the log has failed for good.
        """
        self._checkpointer.checkpoint()

    def rotate(self) -> None:
        """Hand the log over to the ring's next key, which signs from here on; other writers of the log fail.

        Raises:
            AuditKeyUnusable: ``audit.key_unusable``: there is no other key.
            AuditError: it could not be made durable; the log has failed for good.
        """
        self._rotator.rotate()

    def close(self) -> None:
        """Write what is queued, sign it, and let go of the files. A second close does nothing."""
        if not self._failure.is_own_process:  # a fork: neither the thread nor the locks are its own
            _close(self._store, self._vault)
            return
        self._timer.stop()
        try:
            with self._checkpointer.lock:
                with self._appender.lock:
                    self._commits.write_queued()
                    state = None if self._failure.occurred else self._appender.snapshot()
                    self._failure.record(AuditWriteFailed("The log is closed"))
                if state is not None:
                    self._checkpointer.publish(state, save_frontier=True)
        finally:
            for feed in self._feeds:
                feed.close()
            if self._publisher is not None:
                self._publisher.close()
            self._commits.close()
            _close(self._store, self._vault)

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _close(*parts: Log | Store | Vault | None) -> None:
    for part in parts:
        if part is not None:
            part.close()


def _require_published(publisher: Publisher, entries: Sequence[Entry]) -> None:
    """Let no call begin while checkpoints wait for too long; those that run may end. Raises AuditUnwitnessed."""
    if any(type(entry.body) is ToolInvoked for entry in entries):
        publisher.require_met()


def _aborted(call: str) -> Entry:
    """The end of a call whose process is gone: what it did is unknown."""
    return Entry(call, ToolAborted(duration_us=0, outcome="unknown", step=0))
