"""Questions that wait for an answer, as files: they survive a restart, and another process may answer.

1. A call that needs approval leaves its question, and is refused with the question's id.
2. Somebody answers under that id: approve, approve with other arguments, or reject.
3. The same call made again takes the answer: of all who ask for it, one gets it, once. Then it is used up.
4. A question expires with its request, answered or not.

An answer is bound to what was asked about (`ApprovalRequest.subject`). Each file carries a keyed hash under a key that only
the holder of the log's signing key can make. A file that somebody else wrote, or changed, is no answer. Whoever owns the
folder can put an older file back: that an answer was used is therefore the log's to say, and a file's state is a note.

An id tells whose question it is and which (in digests under the inbox's key), so that nobody has to read all the
files to find one, or to count those of a principal. What no longer waits is moved to a folder of its own.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from blake3 import blake3

from runtime.approval import files
from runtime.approval.clock import system_time_us
from runtime.approval.redaction import redacted
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest, PendingApproval, State, Uptime
from runtime.contracts.errors import ApprovalUnknown, ConfigurationError

MAX_ENTRIES = 1000
"""Of all questions that wait; as many that no longer do are kept."""
MAX_PER_PRINCIPAL = 100
_MAX_BYTES = 64 * 1024 * 1024
_MOST_COUNTED = 64
_ID = re.compile("a-[0-9a-f]{16}")
_SUFFIX = ".json"
_KEY_CONTEXT = "cathedral-runtime 2026 approvals inbox"
_WAITING: frozenset[State] = frozenset({"pending", "approved", "rejected"})
_log = logging.getLogger("runtime.approval")


class _Counted(NamedTuple):
    """How many of the files with these ids wait, until the first of them expires."""

    ids: frozenset[str]
    number: int
    until_us: int


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file: the entry as it was encoded, and the keyed hash of just those bytes."""

    entry: msgspec.Raw
    mac: str


def _never_used(_: str) -> bool:
    return False


def _no_uptime() -> Uptime | None:
    return None


class Inbox:
    """A folder of questions; implements `runtime.contracts.approval.ApprovalInbox`."""

    def __init__(
        self,
        folder: Path,
        secret: bytes,
        *,
        now_us: Callable[[], int] = system_time_us,
        uptime: Callable[[], Uptime | None] = _no_uptime,
        is_used: Callable[[str], bool] = _never_used,
    ) -> None:
        """Touch nothing until there is a question.

        Args:
            folder: Where the questions are, one file each.
            secret: What only they have who may answer.
            now_us: Real time.
            uptime: How long the machine has run, which nobody sets: a question expires by this, too.
            is_used: Whether the log holds a use of the answer to this question.
        """
        self._folder = folder
        self._key = blake3(secret, derive_key_context=_KEY_CONTEXT).digest()
        self.now_us = now_us
        self._uptime = uptime
        self._is_used = is_used
        self._counted: dict[str | None, _Counted] = {}

    def put(self, request: ApprovalRequest) -> PendingApproval:
        """Keep a question; one that is asked again while it waits keeps its entry.

        Raises:
            ConfigurationError: it cannot be written, or too many questions wait: of this principal's, or of all.
        """
        subject = request.subject()
        with files.locked(self._lock):
            ids = self._waiting_ids()
            for entry in self._waiting(self._about(ids, request.principal, subject)):
                if entry.state == "pending" and entry.request.subject() == subject:
                    return entry
            self._require_room(ids, request.principal)
            entry = PendingApproval(
                id=self._new_id(request.principal, subject),
                request=redacted(request),
                asked_us=self.now_us(),
                uptime=self._uptime(),
            )
            self._write(entry)
            self._tidy()
            return entry

    def is_there(self) -> bool:
        """Whether a question was ever kept; the folder is made for the first one."""
        return files.is_there(self._folder)

    def claim(self, request: ApprovalRequest) -> ApprovalAnswer | None:
        """The answer to exactly this question, taken; any fault of the files counts as none.

        Raises:
            AuditError: the log, which says what was used, cannot be read.
        """
        subject = request.subject()
        if not self._about(self._waiting_ids(), request.principal, subject):
            return None
        try:
            with files.locked(self._lock):
                for entry in self._waiting(self._about(self._waiting_ids(), request.principal, subject)):
                    answered = entry.state != "pending" and entry.request.subject() == subject
                    if answered and (answer := self._take(entry)) is not None:
                        return answer
        except ConfigurationError as error:
            _log.warning("the inbox of approvals gave no answer: %s", error)
        return None

    def decide(self, entry_id: str, answer: ApprovalAnswer) -> PendingApproval:
        """Answer a question.

        Raises:
            ApprovalUnknown: it is not there, has expired, or is answered already.
            ConfigurationError: the answer cannot be written, or holds arguments that may not be kept.
        """
        with files.locked(self._lock):
            entry = self._find(entry_id)
            if entry.state != "pending":
                raise ApprovalUnknown(f"approval {entry_id} is {entry.state} already", state=entry.state)
            if entry.request.redact and answer.arguments is not None:
                raise ConfigurationError(
                    f"policy lets nobody keep the arguments of {entry_id}, so other ones cannot wait here for their call",
                    suggestion="Approve the call as it is, or deny it.",
                )
            decided = msgspec.structs.replace(
                entry,
                state="approved" if answer.approved else "rejected",
                answer=answer,
                decided_us=self.now_us(),
            )
            self._write(decided)
            return decided

    def entry(self, entry_id: str) -> PendingApproval:
        """One question.

        Raises:
            ApprovalUnknown: it is not there.
        """
        found = self._find(entry_id)
        self._note_expired([found])
        return found

    def entries(self) -> list[PendingApproval]:
        """All that is kept, the oldest first; what is not sealed with this inbox's key is left out."""
        done = {entry.id: entry for entry in self._read(self._done, _ids(self._done))}
        waiting = [entry for entry in self._read(self._folder, self._waiting_ids()) if entry.id not in done]
        self._note_expired(waiting)
        return sorted([*done.values(), *waiting], key=lambda entry: (entry.asked_us, entry.id))

    @property
    def _lock(self) -> Path:
        return self._folder / "inbox"

    @property
    def _done(self) -> Path:
        """The folder of what was used, or has expired."""
        return self._folder / "done"

    # -- one question -----------------------------------------------------------------------------------------

    def _take(self, entry: PendingApproval) -> ApprovalAnswer | None:
        """Use an answer up, and give it; None where the log holds a use of it, so that its file was put back."""
        spent = self._is_used(entry.id)
        self._write(msgspec.structs.replace(entry, state="used"))
        self._set_aside(entry.id)
        if spent:
            _log.warning("the answer to %s was used before: its file was put back", entry.id)
            return None
        assert entry.answer is not None  # noqa: S101  # `decide` wrote the state together with the answer
        return msgspec.structs.replace(entry.answer, approval=entry.id, expires_us=entry.request.expires_us)

    def _find(self, entry_id: str) -> PendingApproval:
        # The form first: a name with ".." would lead out of the folder.
        for folder in (self._done, self._folder) if _ID.fullmatch(entry_id) else ():
            for found in self._read(folder, [entry_id]):
                return found
        raise ApprovalUnknown(f"there is no approval {entry_id!r}")

    def _as_of_now(self, entry: PendingApproval, *, is_done: bool) -> PendingApproval:
        """The entry with its state; what was set aside before it was used has expired, whatever the clock says since."""
        if entry.state in _WAITING and (is_done or self._has_expired(entry)):
            return msgspec.structs.replace(entry, state="expired")
        return entry

    def _has_expired(self, entry: PendingApproval) -> bool:
        expires_us = entry.request.expires_us
        if expires_us <= self.now_us():
            return True
        asked, now = entry.uptime, self._uptime()
        return (
            asked is not None
            and now is not None
            and asked.boot == now.boot
            and now.us - asked.us >= expires_us - entry.asked_us
        )

    # -- which there are --------------------------------------------------------------------------------------

    def _waiting_ids(self) -> list[str]:
        """What may be waiting, by the names of the files alone."""
        return _ids(self._folder)

    def _about(self, ids: Iterable[str], principal: str, subject: str) -> list[str]:
        """Those of the ids that may stand for this question."""
        mark = f"a-{self._tag(principal)}{self._tag(subject)}"
        return [one for one in ids if one.startswith(mark)]

    def _waiting(self, ids: Iterable[str]) -> Iterator[PendingApproval]:
        """Those of the entries that wait for an answer or a call; others are set aside. The lock is held."""
        for entry in self._read(self._folder, ids):
            name = f"{entry.id}{_SUFFIX}"
            if files.stamp(self._done / name) is not None:
                _log.warning("%s waits no longer: its file was put back", entry.id)
                _remove(self._folder / name)
            elif entry.state in _WAITING:
                yield entry
            else:
                self._set_aside(entry.id)

    def _require_room(self, ids: Sequence[str], principal: str) -> None:
        """Count the names first, and read the files only where those are too many: some may wait no longer."""
        mark = f"a-{self._tag(principal)}"
        own = [one for one in ids if one.startswith(mark)]
        if len(own) >= MAX_PER_PRINCIPAL and self._count(own, principal) >= MAX_PER_PRINCIPAL:
            raise ConfigurationError(
                f"{MAX_PER_PRINCIPAL} approvals of {principal} wait already",
                suggestion="`runtime approvals list` shows them.",
            )
        if len(ids) >= MAX_ENTRIES and self._count(ids) >= MAX_ENTRIES:
            raise ConfigurationError(
                f"{MAX_ENTRIES} approvals wait already", suggestion="`runtime approvals list` shows them."
            )

    def _count(self, ids: Iterable[str], principal: str | None = None) -> int:
        """How many of these wait, of one principal or of all.

        Whoever floods a full inbox must not have it read each time: while the files are the same, and none has
        expired, so is their number.
        """
        counted = self._counted.get(principal)
        same = frozenset(ids)
        if counted is not None and counted.ids == same and self.now_us() < counted.until_us:
            return counted.number
        expire_us = [
            entry.request.expires_us
            for entry in self._waiting(same)
            if principal in (None, entry.request.principal)
        ]
        if len(self._counted) >= _MOST_COUNTED:
            self._counted.clear()
        self._counted[principal] = _Counted(same, len(expire_us), min(expire_us, default=0))
        return len(expire_us)

    def _note_expired(self, seen: Iterable[PendingApproval]) -> None:
        """Set aside what has expired: it stays so when the clock is set back."""
        expired = [entry.id for entry in seen if entry.state == "expired"]
        if not expired:
            return
        try:
            with files.locked(self._lock):
                for _ in self._waiting(expired):
                    pass
        except ConfigurationError as error:  # whoever may only read sees it all the same
            _log.debug("expired questions stay where they are: %s", error)

    def _set_aside(self, entry_id: str) -> None:
        """Move what waits no longer out of the way of what does; where that fails, it is done when it is seen next."""
        name = f"{entry_id}{_SUFFIX}"
        try:
            self._done.mkdir(mode=0o700, exist_ok=True)
            (self._folder / name).rename(self._done / name)
        except OSError as error:
            _log.warning("%s cannot be set aside: %s", name, error.strerror)

    def _tidy(self) -> None:
        """Forget what was done first, where there is more than anybody looks at."""
        kept = _ids(self._done)
        if len(kept) <= MAX_ENTRIES + MAX_ENTRIES // 10:
            return
        oldest = sorted((self._done / f"{one}{_SUFFIX}" for one in kept), key=_modified_ns)
        for file in oldest[: len(oldest) - MAX_ENTRIES]:
            _remove(file)

    # -- files ------------------------------------------------------------------------------------------------

    def _read(self, folder: Path, ids: Iterable[str]) -> Iterator[PendingApproval]:
        """The entries of these ids, as of now; what is not sealed with this inbox's key is left out."""
        for entry_id in ids:
            entry = self._open(folder / f"{entry_id}{_SUFFIX}")
            if entry is not None:
                yield self._as_of_now(entry, is_done=folder == self._done)

    def _open(self, file: Path) -> PendingApproval | None:
        try:
            data = files.read(file, _MAX_BYTES)
            if data is None:
                return None
            entry = msgspec.json.decode(self._unsealed(data), type=PendingApproval)
        except (ConfigurationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            _log.warning("%s is no approval and answers nothing: %s", file.name, error)
            return None
        return entry if file.stem == entry.id else None

    def _unsealed(self, data: bytes) -> bytes:
        sealed = msgspec.json.decode(data, type=_Sealed)
        entry = bytes(sealed.entry)
        if not secrets.compare_digest(sealed.mac.encode(), self._mac(entry).encode()):
            raise ConfigurationError("it is not sealed with this inbox's key")
        return entry

    def _write(self, entry: PendingApproval) -> None:
        data = msgspec.json.encode(entry)
        sealed = msgspec.json.encode(_Sealed(msgspec.Raw(data), self._mac(data)))
        files.replace(self._folder / f"{entry.id}{_SUFFIX}", sealed)

    def _mac(self, data: bytes) -> str:
        return blake3(data, key=self._key).hexdigest()

    def _new_id(self, principal: str, subject: str) -> str:
        return f"a-{self._tag(principal)}{self._tag(subject)}{secrets.token_hex(4)}"

    def _tag(self, text: str) -> str:
        """What ids have in common that are about the same; it tells nothing to whoever has no key."""
        return self._mac(f"tag {text}".encode())[:4]


def _ids(folder: Path) -> list[str]:
    """The ids that the names of files in a folder hold."""
    try:
        names = os.listdir(folder)  # noqa: PTH208  # names, of which there may be a thousand
    except OSError:
        return []
    ids = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    return [one for one in ids if _ID.fullmatch(one)]


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:  # it answers nothing where it is, either
        _log.warning("%s cannot be removed: %s", file.name, error.strerror)


def _modified_ns(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
