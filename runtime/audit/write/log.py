"""`Log`: appends records durably, from any number of tasks, threads and processes.

One batch, whoever leads it:

1. take everything that is queued,
2. lock out other processes and read what they appended,
3. chain and encode the batch, write it with one call, unlock,
4. sync once,
5. answer the callers.

In a loop the first caller schedules the batch for the end of the loop's turn, so that every task that is ready in
that turn shares it. While the disk syncs in less than a millisecond the batch runs in the loop itself; a slower
one would stall the loop, so then a thread runs it. Callers in threads queue up at a lock: whoever gets it leads.

A failure is final. What could not be written or read back leaves the log in a state that nobody knows, so every
later commit is refused until the log is opened again, which looks.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import msgspec

from runtime.audit.format.chain import Broken, Framing, prepare
from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.keys.key_files import Keyring
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.layout.store import Store
from runtime.audit.stores import FolderLocation, Location
from runtime.audit.vault.erasure_intent import lost_in_a_crash, resumed
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.witness.port import Witness, WitnessFeed
from runtime.audit.write.call_index import WINDOW_BYTES, SpentCallIds
from runtime.audit.write.checkpointer import Checkpointer, CheckpointTimer
from runtime.audit.write.commit_request import CommitRequest, again, settle
from runtime.audit.write.log_state import LogState
from runtime.audit.write.owned_calls import OwnedCalls
from runtime.audit.write.recovery import Survey, survey_sound
from runtime.audit.write.sealing import SegmentDigest, seal_segment
from runtime.contracts.audit import FORMAT, Entry, KeyRotated, LogOpened, Receipt, ToolAborted
from runtime.contracts.errors import (
    ApprovalSpent,
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditKeyUnusable,
    AuditWriteFailed,
    CallRepeated,
)
from runtime.contracts.ports import Vault
from runtime.contracts.vault import Sealed

_INLINE_SYNC_S = 0.001
_CROWD = 8
_LINGER_S = 0.0005
_SMOOTHING = 0.1


def now_us() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1000


class Log:
    """An audit log that is open for writing. Implements `runtime.contracts.ports.AuditLog`."""

    def __init__(
        self,
        store: Store,
        ring: Keyring,
        found: Survey,
        clock: Callable[[], int],
        vault: Vault | None = None,
        *,
        keep_values: bool = True,
        witnesses: Sequence[Witness] = (),
    ) -> None:
        """Continue a log from where a survey found it; `open` is the way to get there."""
        self._store = store
        self._vault = vault
        self._keep_values = keep_values
        self._trail = found.trail
        self._clock = clock
        self._ring = ring
        self._tally = SegmentDigest(store.records)
        self._watches = [WitnessFeed(witness, self._fail) for witness in witnesses]
        self._marker = Checkpointer(store, ring, found.newest, self._watches)
        self._process = os.getpid()
        self._lock = threading.Lock()  # the trail, the records, the store's lock
        self._marking = threading.Lock()  # the marker; taken before _lock
        self._queue: deque[CommitRequest] = deque()
        self._own = OwnedCalls()
        self._scheduled: set[asyncio.AbstractEventLoop] = set()
        self._lingering: dict[asyncio.AbstractEventLoop, asyncio.TimerHandle] = {}
        self._failure: AuditError | None = None
        self._sync_s = 0.0
        self._unsynced = False
        self._index: SpentCallIds | None = None
        self._pool = ThreadPoolExecutor(1, "audit-writer")  # of its own: tools may keep every other one busy
        self._ticker = CheckpointTimer(self._tick)

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
        witnesses: Sequence[Witness] = (),
    ) -> Log:
        """Open the log in a folder for writing, and record that.

        Args:
            folder: The log's folder, or the place of a log that is none, and has no vault.
            signer: Signs the checkpoints; its name is the origin. A ring also holds the key that is taking over.
            origin: The log's name, for example ``example.com/agents``.
            runtime_version: Goes into the LogOpened record.
            clock: Microseconds since the epoch.
            create: Start a new log where none is.
            keep_values: Keep what opens the commitments in the vault beside the log.
            witnesses: Told of each checkpoint; what they saw before, the log must still hold.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditKeyUnusable: ``audit.key_unusable``: the log belongs to another key or name.
            AuditInconsistent: ``audit.inconsistent``: signed records were removed or changed.
            AuditDamaged: ``audit.damaged``: a torn end, which `repair` can move away.
        """
        place = FolderLocation(Path(folder)) if isinstance(folder, str | Path) else folder
        store = place.open(create=create)
        try:
            vault = FileVault(place.folder) if place.folder is not None else None
        except AuditError:
            store.close()
            raise
        return cls.on(
            store,
            vault,
            signer=signer,
            origin=origin,
            runtime_version=runtime_version,
            clock=clock,
            keep_values=keep_values and vault is not None,
            witnesses=witnesses,
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
        witnesses: Sequence[Witness] = (),
    ) -> Log:
        """Like `open`, on any store and vault, which are closed with the log or where opening it fails."""
        log = None
        ring = signer if isinstance(signer, Keyring) else Keyring(signer)
        try:
            with store.joining() as alone, resumed(vault, ring) as erased:
                found = survey_sound(store, ring, origin, witnesses)
                opened = LogOpened(
                    format=FORMAT,
                    key=found.trail.heir or str(ring.signer(found.trail.key).key),
                    origin=origin,
                    runtime=runtime_version,
                    unsigned_tail=found.unsigned if alone else 0,
                )
                # A call without an end can only be taken for dead while no other writer may be running it.
                orphans = list(found.trail.open_calls) if alone else []
                if vault is not None and alone:
                    vault.trim(found.trail.size)
                lost = lost_in_a_crash(vault, found.unsigned_places) if alone else []
                log = cls(store, ring, found, clock, vault, keep_values=keep_values, witnesses=witnesses)
                log._own.adopt(orphans)
                if found.trail.heir is not None:  # a handing over that was interrupted before it was signed
                    log.checkpoint()
                log.commit_sync([Entry(None, opened), *map(_aborted, orphans), *erased, *lost])
                log.checkpoint()
            return log
        except BaseException:
            _close(log) if log else _close(store, vault)
            raise

    @property
    def size(self) -> int:
        """How many records this writer has seen."""
        return self._trail.size

    @property
    def key(self) -> VerifierKey:
        """The key that signs the log from its next record on."""
        return self._ring.signer(self._trail.heir or self._trail.key).key

    @property
    def keeps_values(self) -> bool:
        """See `AuditLog`."""
        return self._keep_values and self._vault is not None

    async def commit(self, entries: Sequence[Entry], *, under_way: int = 0) -> Receipt:
        """Append entries, all or none; durable when this returns.

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
            AuditError: it could not be made durable; the log has failed for good.
        """
        request = CommitRequest(entries)
        self._require_own_process()
        if under_way == 1 and self._sync_s < _INLINE_SYNC_S and self._lock.acquire(blocking=False):
            try:
                self._queue.append(request)
                self._lead(None)
            finally:
                self._lock.release()
            return request.result()
        loop = asyncio.get_running_loop()
        request.loop = loop
        request.future = loop.create_future()
        self._queue.append(request)
        if loop not in self._scheduled:
            self._scheduled.add(loop)
            loop.call_soon(self._turn, loop, under_way)
        elif loop in self._lingering and not self._expects_company(under_way):
            self._lingering.pop(loop).cancel()
            loop.call_soon(self._turn, loop, 0)
        return await request.future

    def commit_sync(self, entries: Sequence[Entry]) -> Receipt:
        """Like `commit`, for callers in threads."""
        request = CommitRequest(entries)
        self._require_own_process()
        self._queue.append(request)
        with self._lock:
            if not request.done:
                self._lead(None)
        return request.result()

    def has_call(self, call_id: str) -> bool:
        """Whether a call of this id may have run, as far back as `index` reaches.

        What other processes appended is seen, unless a batch is being written at this moment: nobody waits here
        for a disk.
        """
        if self._index is None:
            with self._lock:
                self._read_index()
        elif self._lock.acquire(blocking=False):
            try:
                self._see_others()
            finally:
                self._lock.release()
        return self._index is not None and call_id in self._index

    def has_approval(self, approval: str) -> bool:
        """Whether a record uses up the answer to this question, also one that another process appended.

        An answer that has expired may have been forgotten: `commit` refuses it all the same.
        """
        with self._lock:
            self._see_others()
            return approval in self._trail.spent_approvals

    def time_us(self) -> int:
        """See `AuditLog`."""
        return max(self._clock(), self._trail.chain.at_us)

    def checkpoint(self) -> None:
        """Sign the log as it stands, unless a checkpoint covers it already.

        Raises:
            AuditError: it could not be made durable; the log has failed for good.
        """
        with self._marking:
            with self._lock:
                trail = self._snapshot()
            try:
                self._publish(trail)
            except AuditError as error:
                self._fail(error)
                raise

    def rotate(self) -> None:
        """Hand the log over to the ring's other key, which signs from here on; other writers of the log fail.

        Raises:
            AuditKeyUnusable: ``audit.key_unusable``: there is no other key.
            AuditError: it could not be made durable; the log has failed for good.
        """
        if self._ring.following is None:
            raise AuditKeyUnusable("There is no key that could take over")
        with self._marking, self._lock:  # nothing may stand between the record and its checkpoint
            self._lead(None)
            self._require_usable()
            try:
                self._write_rotation(self._ring.current, self._ring.following)
                self._sync()
                self._marker.publish(self._trail.copy())
            except AuditError as error:
                self._fail(error)
                raise

    def _write_rotation(self, old: Signer, new: Signer) -> None:
        records, trail = self._store.records, self._trail
        with records.locked():
            self._catch_up()
            end = trail.end
            entry = Entry(None, make_rotation(old, new, trail.size + 1))
            records.append(trail.extend(entry, prepare(entry), self._clock()) + b"\n", end)

    def close(self) -> None:
        """Write what is queued, sign it, and let go of the files. A second close does nothing."""
        if os.getpid() != self._process:  # a fork: neither the thread nor the locks are its own
            _close(self._store, self._vault)
            return
        self._ticker.stop()
        try:
            with self._marking:
                with self._lock:
                    self._lead(None)
                    trail = self._snapshot() if self._failure is None else None
                    self._failure = self._failure or AuditWriteFailed("The log is closed")
                if trail is not None:
                    self._publish(trail, save=True)
        finally:
            for watch in self._watches:
                watch.close()
            self._pool.shutdown()
            _close(self._store, self._vault)

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- batches ---

    def _expects_company(self, under_way: int) -> bool:
        """Whether most of a crowd has yet to commit."""
        return under_way >= _CROWD and len(self._queue) * 2 < under_way

    def _turn(self, loop: asyncio.AbstractEventLoop, under_way: int) -> None:
        """The end of a loop's turn: lead a batch here, or have a thread do it where that would stall the loop."""
        if self._expects_company(under_way):
            self._lingering[loop] = loop.call_later(_LINGER_S, self._turn, loop, 0)
            return
        self._lingering.pop(loop, None)
        self._scheduled.discard(loop)
        if self._sync_s < _INLINE_SYNC_S and self._lock.acquire(timeout=_INLINE_SYNC_S):
            try:
                self._lead(loop)
            finally:
                self._lock.release()
            return
        try:
            self._pool.submit(self._lead_in_thread)
        except RuntimeError:  # the pool is shut down: the log is closed
            self._lead_in_thread()

    def _lead_in_thread(self) -> None:
        with self._lock:
            self._lead(None)

    def _lead(self, here: asyncio.AbstractEventLoop | None) -> None:
        """Write everything that is queued as one batch, and answer its callers, whatever happens. The lock is held."""
        # 1. Take everything that is queued.
        batch: list[CommitRequest] = []
        while self._queue:
            batch.append(self._queue.popleft())
        if not batch:
            return
        try:
            self._require_usable()
            # 2, 3. Write it behind what other processes appended.
            self._write(batch)
            # 4. Sync once.
            self._sync()
            self._ticker.wake()
        except AuditError as error:
            self._fail(error)
        except Exception as error:  # noqa: BLE001  # a caller that is never answered waits for ever
            self._fail(AuditWriteFailed(f"Writing broke off: {type(error).__name__}"))
        except BaseException:
            self._fail(AuditWriteFailed("Writing was interrupted"))
            raise
        finally:
            # 5. Answer the callers.
            self._answer(batch, here)

    def _write(self, batch: list[CommitRequest]) -> None:
        records, trail, index = self._store.records, self._trail, self._index
        with records.locked():
            self._catch_up()
            end, room_end = trail.end, records.room_end
            at_us, size = self._clock(), trail.size
            lines: list[bytes] = []
            rows: list[tuple[int, Sealed]] = []
            for request in batch:
                if spent := self._own.spent(request.entries, trail.open_calls, index or ()):
                    request.error = CallRepeated(f"call id {spent!r} ran before", call_id=spent)
                    continue
                held_us = max(at_us, trail.chain.at_us)
                if approval := trail.spent_approvals.find_unusable(request.entries, held_us):
                    request.error = ApprovalSpent(f"approval {approval} was used before, or has expired")
                    continue
                for entry, middle in zip(request.entries, request.middles, strict=True):
                    if trail.size >= room_end:
                        self._append(lines, end, rows, size)
                        self._sync_vault()
                        seal_segment(records, trail, self._ring, self._tally)
                        self._tally = SegmentDigest(records)
                        lines, rows, end, room_end = [], [], trail.end, records.room_end
                    lines.append(trail.extend(entry, middle, at_us))
                    if entry.sealed is not None:
                        rows.append((trail.size - 1, entry.sealed))
                    self._own.follow(entry)
                    if index is not None:
                        index.take(entry.call, entry.body.kind)
                chain = trail.chain
                request.receipt = Receipt(chain.size - 1, chain.head, chain.size)
            self._append(lines, end, rows, size)

    def _append(self, lines: list[bytes], end: int, rows: list[tuple[int, Sealed]], size: int) -> None:
        if rows:  # first, so that under no record a row is missing
            if self._vault is None:
                raise AuditWriteFailed("There is no vault for what the records commit to")
            self._vault.append(rows, size)
        if lines:
            data = b"\n".join([*lines, b""])
            self._store.records.append(data, end)
            self._tally.take(self._store.records, end, data)

    def _sync(self) -> None:
        start_s = time.perf_counter()
        self._store.records.sync()
        self._sync_s += (time.perf_counter() - start_s - self._sync_s) * _SMOOTHING
        self._unsynced = False

    def _answer(self, batch: list[CommitRequest], here: asyncio.AbstractEventLoop | None) -> None:
        """Tell the callers of a batch: those of this loop now, each other loop by one wake-up."""
        elsewhere: dict[asyncio.AbstractEventLoop, list[CommitRequest]] = {}
        for request in batch:
            if self._failure is not None:
                request.error = again(self._failure)
            request.done = True
            if request.loop is None:
                continue  # a thread; it sees `done` when it gets the lock
            if request.loop is here:
                request.settle()
            else:
                elsewhere.setdefault(request.loop, []).append(request)
        for loop, requests in elsewhere.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits there any more
                loop.call_soon_threadsafe(settle, requests)

    # --- other processes ---

    def _catch_up(self) -> None:
        """Take in what other processes appended. Both locks are held, so nobody is inside a line."""
        trail = self._trail
        size = self._store.records.size()
        if size == trail.end:
            return
        if size < trail.end:
            raise AuditInconsistent("Records were removed while the log was open")
        self._unsynced = True
        framing, start = Framing(), trail.end
        try:
            for chunk in self._store.records.read(start, size):
                self._tally.take(self._store.records, start, chunk)
                start += len(chunk)
                for line in framing.feed(chunk):
                    record, body = trail.follow(line)
                    if type(body) is KeyRotated:  # whoever wrote it, this writer must not sign it
                        raise AuditKeyUnusable("The log was handed over to another key while it was open")
                    if self._index is not None:
                        self._index.take(record.call, record.kind)
        except Broken as broken:
            raise AuditDamaged(f"Another writer left a line that does not hold: {broken.message}") from None
        if trail.end != size:
            raise AuditDamaged("Another writer left a torn line")

    def _see_others(self) -> None:
        self._require_usable()
        try:
            with self._store.records.locked():
                self._catch_up()
        except AuditError as error:
            self._fail(error)
            raise

    def _read_index(self) -> None:
        if self._index is not None:
            return
        self._see_others()
        index = SpentCallIds()
        start = max(0, self._trail.end - WINDOW_BYTES)
        try:
            index.read(self._store.records.read(start, self._trail.end), from_start=start == 0)
        except (Broken, msgspec.MsgspecError, UnicodeDecodeError):
            # Opening does not read what a signed frontier vouches for, so this is the first look at it.
            self._fail(AuditInconsistent("A record was changed after it was signed"))
            self._require_usable()
        self._index = index

    # --- checkpoints and failure ---

    def _snapshot(self) -> LogState:
        """The trail as it stands, all of it durable. The lock is held."""
        self._require_usable()
        if self._unsynced:  # lines of other processes may not be durable yet
            try:
                self._sync()
            except AuditError as error:
                self._fail(error)
                raise
        return self._trail.copy()

    def _publish(self, trail: LogState, *, save: bool = False) -> None:
        """Sign a trail whose records are durable; then what the vault holds of them is so, too."""
        self._sync_vault()
        self._marker.publish(trail, save=save)

    def _sync_vault(self) -> None:
        if self._vault is not None:
            self._vault.sync()

    def _tick(self) -> bool:
        """The ticker's turn; whether there may be another."""
        try:
            self.checkpoint()
        except Exception as error:  # noqa: BLE001  # nobody waits here: the next commit reports it
            self._fail(AuditWriteFailed(f"Signing broke off: {type(error).__name__}"))
        return self._failure is None

    def _fail(self, error: AuditError) -> None:
        self._failure = self._failure or error

    def _require_usable(self) -> None:
        self._require_own_process()
        if self._failure is not None:
            raise again(self._failure)

    def _require_own_process(self) -> None:
        """A fork shares the lock with its parent, so both would write at once."""
        if os.getpid() != self._process:
            raise AuditWriteFailed(
                "The log was opened by another process", suggestion="Open it in each process."
            )


def _close(*parts: Log | Store | Vault | None) -> None:
    for part in parts:
        if part is not None:
            part.close()


def _aborted(call: str) -> Entry:
    """The end of a call whose process is gone: what it did is unknown."""
    return Entry(call, ToolAborted(duration_us=0, outcome="unknown", step=0))
