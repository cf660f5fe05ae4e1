"""Holds where a log stands after its last line: chain, tree, byte offset, open calls, and answers that are spent.

A state can be saved (signed, so that nobody else's is believed) and taken up again, which spares a writer the
reading of the whole log when it opens it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import Chain, FormatError, decode
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, open_note
from runtime.audit.format.tree import Tree
from runtime.audit.keys.key_rotation import read_rotation
from runtime.audit.write.spent_approvals import SpentApprovals
from runtime.contracts.audit import ApprovalDecided, Body, ClockJumped, Entry, KeyRotated, Record, ToolInvoked


class _SavedState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at_us: int
    end: int
    head: str
    next_key: str | None = msgspec.field(name="heir")
    key: str | None
    latest_us: int
    nodes: list[str]
    open_calls: dict[str, int]
    size: int
    spent_approvals: dict[str, int]


class LogState:
    """The state that the next line continues.

    ``latest_us`` is the highest time of any record: what expired stays so, whatever the clock says later.

    ``key`` is the one that signs the log at this size, None before any was handed over; ``next_key`` is the one that signs
    from the next record on, where that is another.
    """

    __slots__ = ("chain", "end", "key", "latest_us", "next_key", "open_calls", "spent_approvals", "tree")

    def __init__(
        self,
        chain: Chain | None = None,
        tree: Tree | None = None,
        end: int = 0,
        open_calls: dict[str, int] | None = None,
        key: str | None = None,
        next_key: str | None = None,
        spent_approvals: SpentApprovals | None = None,
        latest_us: int = 0,
    ) -> None:
        self.chain = chain or Chain()
        self.tree = tree or Tree()
        self.end = end
        self.open_calls = open_calls or {}
        self.key = key
        self.next_key = next_key
        self.spent_approvals = spent_approvals or SpentApprovals()
        self.latest_us = latest_us

    @property
    def size(self) -> int:
        """How many records."""
        return self.chain.size

    @property
    def signing_key(self) -> str | None:
        """The key that signs from the next record on, None for the first that the log ever had."""
        return self.next_key or self.key

    def copy(self) -> LogState:
        """A state that stays when this one goes on."""
        chain = Chain(self.chain.size, self.chain.head, self.chain.at_us)
        tree = Tree(self.tree.size, tuple(self.tree.nodes))
        spent = SpentApprovals(self.spent_approvals.to_dict())
        return LogState(
            chain, tree, self.end, dict(self.open_calls), self.key, self.next_key, spent, self.latest_us
        )

    def follow(self, line: bytes) -> tuple[Record, Body]:
        """Take the next line of the log.

        Raises:
            FormatError: it is not acceptable; the state has not moved.
        """
        if b'"kind":"KeyRotated"' in line:  # inside a string the quotes would be escaped
            self._check_rotation(line)
        record, body = self.chain.follow(line)
        self._move(line, record.call, body)
        return record, body

    def _check_rotation(self, line: bytes) -> None:
        _, body = decode(line)
        if isinstance(body, KeyRotated):
            old = str(read_rotation(body, self.size + 1).old)
            if (self.next_key or self.key or old) != old:
                raise FormatError("key.rotation", "a key is handed over that does not sign here")

    def extend(self, entry: Entry, middle: bytes, at_us: int, tag_key: bytes) -> bytes:
        """The line that continues the log with this entry, of which `prepare` made the middle."""
        if type(entry.body) is ClockJumped:
            self.chain.at_us = 0
        line = self.chain.extend(middle, at_us, tag_key)
        self._move(line, entry.call, entry.body)
        return line

    def _move(self, line: bytes, call: str | None, body: Body) -> None:
        self.tree.append(line)
        self.end += len(line) + 1
        if self.chain.at_us > self.latest_us:
            self.latest_us = self.chain.at_us
        if self.next_key is not None:
            self.key, self.next_key = self.next_key, None
        if call is not None:
            if type(body) is ToolInvoked:
                self.open_calls[call] = self.chain.size - 1
            elif body.terminal:
                self.open_calls.pop(call, None)
        if type(body) is KeyRotated:
            self.key, self.next_key = body.old, body.new
        elif type(body) is ApprovalDecided:
            self.spent_approvals.take(body, self.latest_us)

    def save(self, signer: Signer) -> bytes:
        """This state as a note that only the signer can have made."""
        saved = _SavedState(
            at_us=self.chain.at_us,
            end=self.end,
            head=self.chain.head,
            next_key=self.next_key,
            key=self.key,
            latest_us=self.latest_us,
            nodes=[node.hex() for node in self.tree.nodes],
            open_calls=self.open_calls,
            size=self.size,
            spent_approvals=self.spent_approvals.to_dict(),
        )
        return signer.sign(f"{_title(signer.key)}\n{msgspec.json.encode(saved).decode()}\n")

    @classmethod
    def load(cls, note: bytes, keys: Sequence[VerifierKey]) -> LogState | None:
        """The state that one of these keys saved, None where the bytes are anything else."""
        try:
            text, signed = open_note(note, keys)
            title, _, data = text.partition("\n")
            saved = msgspec.json.decode(data, type=_SavedState)
            tree = Tree(saved.size, tuple(bytes.fromhex(node) for node in saved.nodes))
        except (InvalidNote, msgspec.MsgspecError, ValueError):
            return None
        if title != _title(signed[0]):  # a checkpoint by the same key is another kind of statement
            return None
        chain = Chain(saved.size, saved.head, saved.at_us)
        spent = SpentApprovals(saved.spent_approvals)
        return cls(
            chain, tree, saved.end, saved.open_calls, saved.key, saved.next_key, spent, saved.latest_us
        )


def _title(key: VerifierKey) -> str:
    return f"{key.name} frontier"  # the space: no origin, hence no checkpoint, starts with this line
