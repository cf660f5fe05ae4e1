"""What a transaction is about to do in a folder, as steps that can be done and undone, each told from the other by looking.

A step has a slot: a place in the transaction's own folder, on the same file system. What comes lies in it before, what goes lies in it
afterwards, so each step is one atomic rename, and looking at the slot says whether it was made.

| step | before | made by | slot afterwards |
|---|---|---|---|
| create | slot holds what comes, the name is free | rename that replaces nothing | empty |
| exchange | slot holds what comes | exchange of the two names | what went |
| delete | slot is empty | rename that replaces nothing | what went |
| mode | a folder with its old mode | chmod | none |

After an exchange or a removal the slot is compared with what was reviewed. An editor that wrote between the last look and the step
is so found out, gets its file back, and loses nothing.

The journal is sealed with a key that the log's key gives: nobody else can have the runtime put files into a folder.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec
from blake3 import blake3

from runtime.hostfs.layer import Identity
from runtime.hostfs.locate import Locator, encode
from runtime.hostfs.rename import exchange, move_new

__all__ = ["Journal", "JournalForeign", "StepConflict", "Steps", "TreeStep"]

_KEY_CONTEXT = "cathedral-runtime 2026 journal of changes"
_PLACE = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
_MAX_JOURNAL_BYTES = 64 * 1024 * 1024


class StepConflict(Exception):
    """A place is not as it was reviewed; the message names it."""


class JournalForeign(Exception):
    """A journal is not sealed by this runtime, or damaged."""


class TreeStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step."""

    do: Literal["create", "exchange", "delete", "mode"]
    path: str
    before: Identity | None
    after: Identity | None
    """Of what lies in the slot before."""
    mode: int = 0
    """Of a folder: what it is to have."""
    old_mode: int = 0


class Journal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole transaction."""

    label: str
    """What it is for: the id of the call."""
    steps: tuple[TreeStep, ...]

    def sealed(self, secret: bytes) -> bytes:
        """Its bytes, with a keyed hash in front."""
        body = msgspec.json.encode(self)
        return f"{_seal(secret, body)}\n".encode() + body

    @classmethod
    def unsealed(cls, data: bytes, secret: bytes) -> Journal:
        """The journal of sealed bytes.

        Raises:
            JournalForeign: they are not what this runtime wrote.
        """
        seal, _, body = data.partition(b"\n")
        # The seal is no secret to whoever can read it, and nobody can try a seal against a running program.
        if seal != _seal(secret, body).encode():
            raise JournalForeign("the journal is not sealed by this runtime")
        try:
            return msgspec.json.decode(body, type=cls)
        except msgspec.DecodeError as error:  # a sealed journal of another version
            raise JournalForeign(f"the journal cannot be read: {error}") from None


def _seal(secret: bytes, body: bytes) -> str:
    key = blake3(secret, derive_key_context=_KEY_CONTEXT).digest()
    return blake3(body, key=key).hexdigest()


def read_journal(folder: int, name: str) -> bytes | None:
    """The bytes of a journal; None where there is none.

    Raises:
        JournalForeign: it is no file, or too large.
    """
    try:
        fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=folder)
    except FileNotFoundError:
        return None
    with os.fdopen(fd, "rb") as file:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode) or info.st_size > _MAX_JOURNAL_BYTES:
            raise JournalForeign("the journal is not a file of usual size")
        return file.read(_MAX_JOURNAL_BYTES)


class Steps:
    """Does and undoes the steps of a journal beneath a folder. Each can be repeated: what is done already stays done."""

    def __init__(self, root: int, slots: int, locate: Locator) -> None:
        """Keep the descriptors, which stay the caller's.

        Args:
            root: The folder.
            slots: The folder of the slots, each named by its step's number.
            locate: Resolves paths beneath the folder.
        """
        self._root = root
        self._slots = slots
        self._locate = locate
        self._prefix = os.readlink(f"/proc/self/fd/{root}").rstrip("/") + "/"  # noqa: PTH115
        self.kept = False
        """Whether something had to stay in a slot: undoing would have overwritten what somebody else wrote since."""

    def make(self, number: int, step: TreeStep) -> None:
        """Do a step.

        Raises:
            StepConflict: the place is not as it was.
            OSError: the kernel refuses it.
        """
        if self._is_made(str(number), step):
            return
        above, name = self.above(step.path)
        try:
            _MAKE[step.do](self, above, name, str(number), step)
        except FileExistsError:
            raise StepConflict(f"{step.path!r} was made by somebody else meanwhile") from None
        except FileNotFoundError:
            raise StepConflict(f"{step.path!r} was removed by somebody else meanwhile") from None
        finally:
            os.close(above)

    def unmake(self, number: int, step: TreeStep) -> None:
        """Undo a step, unless somebody else has changed the place since: theirs stays, and what was there stays in the slot.

        Raises:
            OSError: the kernel refuses it.
        """
        if step.do != "mode" and not self._is_begun(str(number), step):
            return
        try:
            above, name = self.above(step.path)
        except StepConflict:
            self.kept = self.kept or step.do != "mode"
            return
        try:
            undone = _UNMAKE[step.do](self, above, name, str(number), step)
        finally:
            os.close(above)
        self.kept = self.kept or not undone

    def above(self, path: str) -> tuple[int, str]:
        """A descriptor of the folder that a path lies in, reached through no link, and the name in it.

        Raises:
            StepConflict: a folder on the way is gone, or is a link now.
        """
        head, _, name = path.rpartition("/")
        try:
            found = self._locate(self._root, encode(head or "."), False)
        except OSError as error:
            raise StepConflict(f"the folder of {path!r} was changed by somebody else meanwhile") from error
        # A link on the way, or a folder that was moved since, has another real path.
        if os.readlink(f"/proc/self/fd/{found}").rstrip("/") + "/" != self._prefix + (  # noqa: PTH115
            f"{head}/" if head else ""
        ):
            os.close(found)
            raise StepConflict(f"the folder of {path!r} was changed by somebody else meanwhile")
        return found, name

    def _is_begun(self, slot: str, step: TreeStep) -> bool:
        """Whether the slot says that something was done, right or wrong."""
        held = _there(self._slots, slot)
        return held is not None if step.do == "delete" else not _same(held, step.after)

    def _is_made(self, slot: str, step: TreeStep) -> bool:
        """Whether the slot says that the step was done as it should be: its place may have made room for another one since."""
        held = _there(self._slots, slot)
        if step.do == "create":
            return held is None
        return step.do != "mode" and _same(held, step.before) and not _is_full(self._slots, slot)

    # -- there ---------------------------------------------------------------------------------------------

    def _create(self, above: int, name: str, slot: str, _: TreeStep) -> None:
        move_new(self._slots, slot, above, name)

    def _exchange(self, above: int, name: str, slot: str, step: TreeStep) -> None:
        held = _there(self._slots, slot)
        if _same(held, step.after):
            if not _same(_there(above, name), step.before):
                raise StepConflict(f"{step.path!r} was changed by somebody else meanwhile")
            exchange(self._slots, slot, above, name)
            held = _there(self._slots, slot)
        if not _same(held, step.before):
            exchange(self._slots, slot, above, name)
            raise StepConflict(f"{step.path!r} was changed by somebody else meanwhile")

    def _delete(self, above: int, name: str, slot: str, step: TreeStep) -> None:
        if _there(self._slots, slot) is None:
            if not _same(_there(above, name), step.before):
                raise StepConflict(f"{step.path!r} was changed by somebody else meanwhile")
            move_new(above, name, self._slots, slot)
        if not _same(_there(self._slots, slot), step.before) or _is_full(self._slots, slot):
            with suppress(FileExistsError):
                move_new(self._slots, slot, above, name)
            raise StepConflict(f"{step.path!r} was changed by somebody else meanwhile")

    def _mode(self, above: int, name: str, _: str, step: TreeStep) -> None:
        if not _chmod(above, name, step, step.mode):
            raise StepConflict(f"{step.path!r} was changed by somebody else meanwhile")

    # -- and back ------------------------------------------------------------------------------------------

    def _uncreate(self, above: int, name: str, slot: str, step: TreeStep) -> bool:
        if not _same(_there(above, name), step.after) or _is_full(above, name):
            return _there(above, name) is None
        move_new(above, name, self._slots, slot)
        return True

    def _unexchange(self, above: int, name: str, slot: str, step: TreeStep) -> bool:
        if not _same(_there(above, name), step.after):
            return False
        exchange(self._slots, slot, above, name)
        return True

    def _undelete(self, above: int, name: str, slot: str, _: TreeStep) -> bool:
        try:
            move_new(self._slots, slot, above, name)
        except FileExistsError:
            return False
        return True

    def _unmode(self, above: int, name: str, _: str, step: TreeStep) -> bool:
        _chmod(above, name, step, step.old_mode)
        return True


_MAKE: dict[str, Callable[[Steps, int, str, str, TreeStep], None]] = {
    "create": Steps._create,  # noqa: SLF001  # the tables of this class
    "exchange": Steps._exchange,  # noqa: SLF001
    "delete": Steps._delete,  # noqa: SLF001
    "mode": Steps._mode,  # noqa: SLF001
}
_UNMAKE: dict[str, Callable[[Steps, int, str, str, TreeStep], bool]] = {
    "create": Steps._uncreate,  # noqa: SLF001
    "exchange": Steps._unexchange,  # noqa: SLF001
    "delete": Steps._undelete,  # noqa: SLF001
    "mode": Steps._unmode,  # noqa: SLF001
}


def _there(folder: int, name: str) -> Identity | None:
    try:
        return Identity.of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def _same(found: Identity | None, wanted: Identity | None) -> bool:
    """Whether it is the same thing with the same content; a rename alone gives it another time of change."""
    return found is not None and wanted is not None and found[:4] == wanted[:4]


def _is_full(folder: int, name: str) -> bool:
    """Whether it is a folder with something in it."""
    try:
        fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ELOOP):
            return False
        raise
    try:
        return bool(os.listdir(fd))  # noqa: PTH208
    finally:
        os.close(fd)


def _chmod(above: int, name: str, step: TreeStep, mode: int) -> bool:
    """Give the folder that was reviewed a mode; whether it is still there."""
    try:
        held = os.open(name, _PLACE, dir_fd=above)
    except FileNotFoundError:
        return False
    try:
        info = os.fstat(held)
        if not stat.S_ISDIR(info.st_mode) or not _same(Identity.of(info), step.before):
            return False
        kept = stat.S_IMODE(info.st_mode) & 0o7000
        os.chmod(f"/proc/self/fd/{held}", kept | mode)  # noqa: PTH101
        return True
    finally:
        os.close(held)
