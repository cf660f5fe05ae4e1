"""Questions that wait for an answer, as files: they survive a restart, and another process may answer.

1. A call that needs approval leaves its question, and is refused with the question's id.
2. Somebody answers under that id: approve, approve with other arguments, or reject.
3. The same call made again takes the answer: of all who ask for it, one gets it, once. Then it is used up.
4. A question expires with its request, answered or not.

An answer is bound to what was asked about (`ApprovalRequest.subject`): principal, tool and manifest, policy, arguments.
Each file carries a keyed hash under a key that only the holder of the log's signing key can make. A file that somebody
else wrote, or changed, is no answer.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from blake3 import blake3

from runtime.approval import files
from runtime.approval.redaction import redacted
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest, PendingApproval, State
from runtime.contracts.errors import ApprovalUnknown, ConfigurationError

MAX_ENTRIES = 1000
_MAX_BYTES = 64 * 1024 * 1024
_ID = re.compile("a-[0-9a-f]{10}")
_KEY_CONTEXT = "cathedral-runtime 2026 approvals inbox"
_WAITING: frozenset[State] = frozenset({"pending", "approved", "rejected"})
_log = logging.getLogger("runtime.approval")


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file: the entry as it was encoded, and the keyed hash of just those bytes."""

    entry: msgspec.Raw
    mac: str


def _now_us() -> int:
    return time.time_ns() // 1000


class Inbox:
    """A folder of questions; implements `runtime.contracts.approval.ApprovalInbox`."""

    def __init__(self, folder: Path, secret: bytes, *, now_us: Callable[[], int] = _now_us) -> None:
        """Touch nothing until there is a question.

        Args:
            folder: Where the questions are, one file each.
            secret: What only they have who may answer.
            now_us: Real time.
        """
        self._folder = folder
        self._key = blake3(secret, derive_key_context=_KEY_CONTEXT).digest()
        self._now_us = now_us

    def put(self, request: ApprovalRequest) -> PendingApproval:
        """Keep a question; one that is asked again while it waits keeps its entry.

        Raises:
            ConfigurationError: it cannot be written, or too many questions wait.
        """
        with files.locked(self._lock):
            kept = self._read_all()
            subject = request.subject()
            for entry in kept:
                if entry.state == "pending" and entry.request.subject() == subject:
                    return entry
            if sum(entry.state in _WAITING for entry in kept) >= MAX_ENTRIES:
                raise ConfigurationError(
                    f"{MAX_ENTRIES} approvals wait already", suggestion="`runtime approvals list` shows them."
                )
            entry = PendingApproval(id=_new_id(), request=redacted(request), asked_us=self._now_us())
            self._write(entry)
            self._tidy(kept)
            return entry

    def claim(self, request: ApprovalRequest) -> ApprovalAnswer | None:
        """The answer to exactly this question, taken; any fault counts as none."""
        if not self._folder.is_dir():
            return None
        subject = request.subject()
        try:
            with files.locked(self._lock):
                for entry in self._read_all():
                    if entry.state in ("approved", "rejected") and entry.request.subject() == subject:
                        self._write(msgspec.structs.replace(entry, state="used"))
                        return entry.answer
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
            entry = self.entry(entry_id)
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
                decided_us=self._now_us(),
            )
            self._write(decided)
            return decided

    def entry(self, entry_id: str) -> PendingApproval:
        """One question.

        Raises:
            ApprovalUnknown: it is not there.
        """
        # The form first: a name with ".." would lead out of the folder.
        found = self._open(self._folder / f"{entry_id}.json") if _ID.fullmatch(entry_id) else None
        if found is None:
            raise ApprovalUnknown(f"there is no approval {entry_id!r}")
        return self._as_of_now(found)

    def entries(self) -> list[PendingApproval]:
        """All that is kept, the oldest first; what is not sealed with this inbox's key is left out."""
        return self._read_all() if self._folder.is_dir() else []

    @property
    def _lock(self) -> Path:
        return self._folder / "inbox"

    def _read_all(self) -> list[PendingApproval]:
        found = (self._open(file) for file in self._folder.glob("a-*.json"))
        entries = [self._as_of_now(entry) for entry in found if entry is not None]
        return sorted(entries, key=lambda entry: (entry.asked_us, entry.id))

    def _as_of_now(self, entry: PendingApproval) -> PendingApproval:
        if entry.state in _WAITING and entry.request.expires_us <= self._now_us():
            return msgspec.structs.replace(entry, state="expired")
        return entry

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
        files.replace(self._folder / f"{entry.id}.json", sealed)

    def _mac(self, data: bytes) -> str:
        return blake3(data, key=self._key).hexdigest()

    def _tidy(self, entries: list[PendingApproval]) -> None:
        """Forget what was used or has expired, the oldest first, where there is more than anybody looks at."""
        done = [entry for entry in entries if entry.state not in _WAITING]
        for entry in done[: max(0, len(done) - MAX_ENTRIES)]:
            (self._folder / f"{entry.id}.json").unlink(missing_ok=True)


def _new_id() -> str:
    return f"a-{secrets.token_hex(5)}"
