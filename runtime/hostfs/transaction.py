"""Puts a layer's changes into a folder, all or none, also where the process is killed in between.

1. Take the lock of the folder's transactions; finish those that a killed process left.
2. Look again: every place must be as it was when the changes were read, to its content.
3. Put what comes into slots beside the folder's files, compared with what was read, and bring it to disk.
4. Write the journal, sealed, under its name: the transaction is now going to happen. Before this, nothing of the folder was touched.
5. Do the steps (`runtime.hostfs.journal`); on a conflict undo those that were done.
6. Bring the folder to disk, remove the journal, and then the slots.

A process that finds a journal does step 5 again from where it was left, and undoes everything where it cannot. What is found without a
journal is removed.

No reader is kept out meanwhile: another program may see some changes before others.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from blake3 import blake3

from runtime.hostfs.journal import Journal, JournalForeign, StepConflict, Steps, TreeStep, read_journal
from runtime.hostfs.layer import (
    Identity,
    LayerConflict,
    LayerRefused,
    PlaceChange,
    Side,
    open_beneath,
    read_layer,
    state_of,
)
from runtime.hostfs.locate import locator
from runtime.hostfs.rename import exchange, sync_file_system

__all__ = ["CommitUnfinished", "JournalForeign", "Recovered", "Transactions"]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_JOURNAL, _SLOTS, _LOCK, _BEGUN, _KEPT = "journal", "slots", "lock", "begun-", "kept-"
_FILLED = ("create", "exchange")
_FEW = 16
"""So many files are synced one by one; for more, the file system is synced once."""
_BLOCK = 1 << 20


class CommitUnfinished(Exception):
    """A transaction was begun and neither finished nor undone: its journal stays for `Transactions.recover`."""


class Recovered(NamedTuple):
    """A transaction that a killed process left, and what became of it."""

    label: str
    outcome: Literal["committed", "discarded"]
    kept: str
    """Where what could not be put back lies; empty where all was."""


class Transactions:
    """The transactions of one folder. Safe for several processes: each does its own under a lock."""

    def __init__(self, root: Path, place: str, secret: bytes) -> None:
        """Touch nothing until there is something to do.

        Args:
            root: The folder.
            place: Where journals and slots lie, beneath the folder, so that a rename can move them into it.
            secret: What only this runtime has.
        """
        self._root_path = root
        self._place = root / place
        self._secret = secret
        self._locate = locator()
        self._report: Callable[[Recovered], None] = _to_nobody

    def report_to(self, report: Callable[[Recovered], None]) -> None:
        """Say who is told of each transaction of a killed process that was finished or undone, in whichever thread finds it."""
        self._report = report

    # -- reading -------------------------------------------------------------------------------------------

    def read(self, layer: int, *, begun_ns: int, permitted: Callable[[str], bool]) -> list[PlaceChange]:
        """The changes of a layer; see `runtime.hostfs.layer.read_layer`."""
        root = os.open(self._root_path, _FOLDER & ~os.O_NOFOLLOW)
        try:
            return read_layer(layer, root, begun_ns=begun_ns, permitted=permitted)
        finally:
            os.close(root)

    def texts(self, one: PlaceChange, layer: int, max_bytes: int) -> tuple[bytes, bytes] | None:
        """What a file held and holds, nothing where it was or is not there; None where either is more, or no file.

        Raises:
            OSError: it cannot be read any more.
        """
        for side in (one.before, one.after):
            if side is not None and (side.kind != "file" or side.size_bytes > max_bytes):
                return None
        root = os.open(self._root_path, _FOLDER & ~os.O_NOFOLLOW)
        try:
            before = b"" if one.before is None else _content(root, one.path, one.before)
            after = b"" if one.after is None else _content(layer, one.path, one.after)
        finally:
            os.close(root)
        return None if before is None or after is None else (before, after)

    # -- committing ----------------------------------------------------------------------------------------

    def commit(self, label: str, found: Sequence[PlaceChange], layer: int) -> None:
        """Make the changes.

        Raises:
            LayerConflict: a place is not as it was; nothing was changed.
            LayerRefused: the file system cannot do it whole; nothing was changed.
            JournalForeign: what a killed process left cannot be finished; nothing was changed.
            CommitUnfinished: the disk failed on the way; `recover` will finish or undo it.
            OSError: nothing was changed.
        """
        with self._locked() as place:
            self._recover(place)
            name = f"{_BEGUN}{secrets.token_hex(8)}"
            os.mkdir(name, 0o700, dir_fd=place)
            folder = os.open(name, _FOLDER, dir_fd=place)
            root = os.open(self._root_path, _FOLDER & ~os.O_NOFOLLOW)
            try:
                os.mkdir(_SLOTS, 0o700, dir_fd=folder)
                slots = os.open(_SLOTS, _FOLDER, dir_fd=folder)
                try:
                    steps = Steps(root, slots, self._locate)
                    try:
                        journal = self._prepare(label, found, layer, slots, steps)
                        _write_journal(folder, journal.sealed(self._secret))
                    except BaseException:
                        _remove(place, name)
                        raise
                    outcome, _ = _finish(place, name, root, steps, journal)
                finally:
                    os.close(slots)
            finally:
                os.close(root)
                os.close(folder)
        if outcome is not None:
            raise outcome

    def _prepare(
        self, label: str, found: Sequence[PlaceChange], layer: int, slots: int, steps: Steps
    ) -> Journal:
        """Look again, and put what comes into the slots."""
        for one in found:
            self._require_unchanged(steps, one)
        _require_exchange(slots)
        planned = _stage(found, layer, slots, steps)
        _sync(slots, [str(number) for number, step in enumerate(planned) if step.do in _FILLED])
        return Journal(label, tuple(planned))

    @staticmethod
    def _require_unchanged(steps: Steps, one: PlaceChange) -> None:
        above, name = _above_or_gone(steps, one)
        if above < 0:
            return
        try:
            now = state_of(above, name)
        finally:
            os.close(above)
        if now != one.before:
            raise LayerConflict(f"{one.path!r} was changed by somebody else meanwhile")

    # -- recovering ----------------------------------------------------------------------------------------

    def recover(self) -> list[Recovered]:
        """Finish what killed processes left, waiting for those that are at work.

        Raises:
            JournalForeign: a journal is not this runtime's: nothing is done about it.
            CommitUnfinished: the disk failed again.
            OSError: it cannot be read.
        """
        if not self.has_left():
            return []
        with self._locked() as place:
            return self._recover(place)

    def has_left(self) -> bool:
        """Whether a transaction was begun that has not ended; it may be that of a process which is still at work."""
        try:
            return any(name.startswith(_BEGUN) for name in os.listdir(self._place))  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError):
            return False

    def _recover(self, place: int) -> list[Recovered]:
        done: list[Recovered] = []
        for name in sorted(os.listdir(place)):
            recovered = self._recover_one(place, name) if name.startswith(_BEGUN) else None
            if recovered is not None:
                self._report(recovered)
                done += [recovered]
        return done

    def _recover_one(self, place: int, name: str) -> Recovered | None:
        folder = os.open(name, _FOLDER, dir_fd=place)
        try:
            data = read_journal(folder, _JOURNAL)
            if data is None:
                _remove(place, name)
                return None
            journal = Journal.unsealed(data, self._secret)
            root = os.open(self._root_path, _FOLDER & ~os.O_NOFOLLOW)
            slots = os.open(_SLOTS, _FOLDER, dir_fd=folder)
            try:
                steps = Steps(root, slots, self._locate)
                outcome, kept = _finish(place, name, root, steps, journal)
            finally:
                os.close(slots)
                os.close(root)
        finally:
            os.close(folder)
        return Recovered(journal.label, "committed" if outcome is None else "discarded", kept)

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """The folder of transactions, for this process alone."""
        self._place.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = os.open(self._place, _FOLDER)
        try:
            lock = os.open(_LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=place)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield place
            finally:
                os.close(lock)
        finally:
            os.close(place)


def _to_nobody(recovered: Recovered) -> None:
    """Who is told before anybody wants to know."""


# -- the parts of a commit -----------------------------------------------------------------------------------


def _stage(found: Sequence[PlaceChange], layer: int, slots: int, steps: Steps) -> list[TreeStep]:
    """The steps in their order, with what comes lying in the slots."""
    planned: list[TreeStep] = []
    gone = [one for one in found if one.before is not None and (one.after is None or _changes_kind(one))]
    come = [one for one in found if one.after is not None]
    planned += [_mode_step(one) for one in come if _is_mode(one) and _opens(one)]
    planned += [TreeStep("delete", one.path, _identity(one.before), None) for one in reversed(gone)]
    later: list[TreeStep] = []
    for one in come:
        if _is_mode(one):
            if not _opens(one):
                later.append(_mode_step(one))
            continue
        slot = str(len(planned))
        staged = _put(one, layer, slots, slot, steps)
        exchanged = one.before is not None and not _changes_kind(one)
        planned.append(
            TreeStep(
                "exchange" if exchanged else "create",
                one.path,
                _identity(one.before) if exchanged else None,
                staged,
            )
        )
        assert one.after is not None  # noqa: S101  # it comes
        if one.after.kind == "folder":
            later.append(TreeStep("mode", one.path, staged, None, one.after.mode, 0o700))
    return planned + later[::-1]


def _identity(side: Side | None) -> Identity | None:
    return None if side is None else side.identity


def _is_mode(one: PlaceChange) -> bool:
    """Whether only a folder's rights change."""
    return one.before is not None and one.after is not None and one.before.kind == one.after.kind == "folder"


def _changes_kind(one: PlaceChange) -> bool:
    """Whether a folder takes the place of something else, or the other way round: that is no exchange, as either may be full."""
    if one.before is None or one.after is None:
        return False
    return one.before.kind != one.after.kind and "folder" in (one.before.kind, one.after.kind)


def _opens(one: PlaceChange) -> bool:
    assert one.before is not None and one.after is not None  # noqa: S101, PT018  # as `_is_mode` says
    return bool(one.after.mode & ~one.before.mode & 0o700)


def _mode_step(one: PlaceChange) -> TreeStep:
    assert one.before is not None and one.after is not None  # noqa: S101, PT018  # as `_is_mode` says
    return TreeStep("mode", one.path, one.before.identity, None, one.after.mode, one.before.mode)


def _put(one: PlaceChange, layer: int, slots: int, slot: str, steps: Steps) -> Identity:
    """Make what comes in its slot."""
    after = one.after
    assert after is not None  # noqa: S101  # it comes
    if after.kind == "folder":
        os.mkdir(slot, 0o700, dir_fd=slots)
    elif after.kind == "link":
        os.symlink(after.target, slot, dir_fd=slots)
    else:
        _copy(one, after, layer, slots, slot, steps)
    return Identity.of(os.stat(slot, dir_fd=slots, follow_symlinks=False))


def _copy(one: PlaceChange, after: Side, layer: int, slots: int, slot: str, steps: Steps) -> None:
    source = open_beneath(layer, one.path)
    try:
        target = os.open(slot, _NEW, 0o600, dir_fd=slots)
        try:
            hasher = blake3()
            while block := os.read(source, _BLOCK):
                hasher.update(block)
                _write(target, block)
            if hasher.digest() != after.digest:
                raise LayerRefused(f"{one.path!r} is not what was reviewed")
            _own_as_before(steps, one, target)
            os.fchmod(target, after.mode)
            os.utime(target, ns=(after.identity.mtime_ns, after.identity.mtime_ns))
        finally:
            os.close(target)
    finally:
        os.close(source)


def _own_as_before(steps: Steps, one: PlaceChange, target: int) -> None:
    """Keep owner and group where this user may: a workspace is often mounted into a container that runs as root."""
    if one.before is None or one.before.kind != "file":
        return
    above, name = steps.above(one.path)
    try:
        info = os.stat(name, dir_fd=above, follow_symlinks=False)
    finally:
        os.close(above)
    with suppress(PermissionError):
        os.fchown(target, info.st_uid, info.st_gid)


def _content(folder: int, path: str, side: Side) -> bytes | None:
    """A small file's bytes; None where they are not those of the digest any more."""
    with os.fdopen(open_beneath(folder, path), "rb") as file:
        data = file.read(side.size_bytes + 1)
    return data if blake3(data).digest() == side.digest else None


def _write(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _require_exchange(slots: int) -> None:
    """See that the file system can let two names change places before anything rests on it.

    Raises:
        LayerRefused: it cannot.
    """
    names = ("one", "other")
    for name in names:
        os.close(os.open(name, _NEW, 0o600, dir_fd=slots))
    try:
        exchange(slots, "one", slots, "other")
    except OSError as error:
        raise LayerRefused(
            f"the workspace's file system cannot exchange files ({os.strerror(error.errno or errno.EIO)})"
        ) from None
    finally:
        for name in names:
            os.unlink(name, dir_fd=slots)


def _sync(slots: int, names: Sequence[str]) -> None:
    """Bring what comes to disk before the journal says that it is there."""
    if len(names) > _FEW:
        sync_file_system(slots)
        return
    for name in names:
        info = os.stat(name, dir_fd=slots, follow_symlinks=False)
        if stat.S_ISREG(info.st_mode):
            fd = os.open(name, _READ, dir_fd=slots) if info.st_mode & 0o400 else os.dup(slots)
            try:
                os.fsync(fd) if info.st_mode & 0o400 else sync_file_system(fd)
            finally:
                os.close(fd)
    os.fsync(slots)


def _write_journal(folder: int, data: bytes) -> None:
    draft = f"{_JOURNAL}.tmp"
    fd = os.open(draft, _NEW, 0o600, dir_fd=folder)
    try:
        _write(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)
    os.rename(draft, _JOURNAL, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)


def _finish(
    place: int, name: str, root: int, steps: Steps, journal: Journal
) -> tuple[LayerConflict | OSError | None, str]:
    """Do what the journal says, or undo it: why it was undone, and the name of what had to be kept.

    Raises:
        CommitUnfinished: the disk failed.
    """
    try:
        outcome = _carry_out(steps, journal)
        _sync_changed(root, steps, journal)
        if steps.kept:  # under another name, at once: what lies in the slots is the only copy
            kept = _KEPT + name.removeprefix(_BEGUN)
            os.rename(name, kept, src_dir_fd=place, dst_dir_fd=place)
            os.fsync(place)
            return outcome, kept
        os.unlink(f"{name}/{_JOURNAL}", dir_fd=place)
        _remove(place, name)
    except OSError as error:
        raise CommitUnfinished(error.strerror or "the disk failed") from error
    return outcome, ""


def _carry_out(steps: Steps, journal: Journal) -> LayerConflict | OSError | None:
    """Do all steps, or none and why."""
    try:
        for number, step in enumerate(journal.steps):
            steps.make(number, step)
    except (StepConflict, OSError) as error:
        # All of them: a process that was killed may have come further than this one.
        for number in range(len(journal.steps) - 1, -1, -1):
            steps.unmake(number, journal.steps[number])
        return error if isinstance(error, OSError) else LayerConflict(str(error))
    return None


def _sync_changed(root: int, steps: Steps, journal: Journal) -> None:
    """Bring the names to disk."""
    folders = {step.path.rpartition("/")[0] for step in journal.steps}
    try:
        if len(folders) <= _FEW:
            _sync_folders(folders, steps)
            return
    except PermissionError:
        pass  # one that nobody may read
    sync_file_system(root)


def _sync_folders(folders: set[str], steps: Steps) -> None:
    for folder in folders:
        with suppress(StepConflict, NotADirectoryError):  # a folder that went, or made room for a file
            above, _ = steps.above(f"{folder}/." if folder else ".")
            try:
                fd = os.open(".", _FOLDER, dir_fd=above)
            finally:
                os.close(above)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)


def _above_or_gone(steps: Steps, one: PlaceChange) -> tuple[int, str]:
    """Where to look at a place again; -1 where nothing was there, and its folder is a new one, too."""
    try:
        return steps.above(one.path)
    except StepConflict as error:
        if one.before is None:
            return -1, ""
        raise LayerConflict(str(error)) from None


def _remove(place: int, name: str) -> None:
    """Remove a transaction's folder, of which nobody needs anything any more."""
    folder = os.open(name, _FOLDER, dir_fd=place)
    try:
        with suppress(FileNotFoundError):
            slots = os.open(_SLOTS, _FOLDER, dir_fd=folder)
            try:
                for each in os.listdir(slots):  # noqa: PTH208
                    _remove_one(slots, each)
            finally:
                os.close(slots)
            os.rmdir(_SLOTS, dir_fd=folder)
        for each in os.listdir(folder):  # noqa: PTH208
            os.unlink(each, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=place)
    os.fsync(place)


def _remove_one(slots: int, name: str) -> None:
    if stat.S_ISDIR(os.stat(name, dir_fd=slots, follow_symlinks=False).st_mode):
        os.rmdir(name, dir_fd=slots)  # folders come and go empty
    else:
        os.unlink(name, dir_fd=slots)
