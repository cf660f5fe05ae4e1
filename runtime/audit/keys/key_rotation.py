"""Follows whose signature a checkpoint needs: keys succeed one another, and each hands over to the next.

A handing over is a record of the log, `KeyRotated`, under these rules:

1. Both keys bear the log's name, are well formed, and neither is a point of small order.
2. ``old`` is the key that signs at this point.
3. ``new`` has not signed this log before.
4. ``proof`` is the new key's signature over the log's name, both keys, and the size of the log with this record. Nobody is
   handed a log whose key he does not hold, and no proof serves at another place.
5. A checkpoint of exactly that size carries the old key's signature: the old key agreed.
6. Every later checkpoint carries the new key's.

The first key is pinned outside the log; whoever follows the rules from there needs no other.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint, read_checkpoint
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, strict_base64
from runtime.contracts.audit import KeyRotated


class Rotation(msgspec.Struct, frozen=True):
    """A handing over that keeps rules 1 and 4, by the last record of a log of this size."""

    old: VerifierKey
    new: VerifierKey
    size: int


def make_rotation(old: Signer, new: Signer, size: int) -> KeyRotated:
    """The record that hands a log over when it is its record number ``size``, counted from 1."""
    proof = new.sign_raw(_statement(str(old.key), str(new.key), old.name, size))
    return KeyRotated(new=str(new.key), old=str(old.key), proof=b64encode(proof).decode())


def read_rotation(body: KeyRotated, size: int) -> Rotation:
    """The handing over that a record states.

    Raises:
        FormatError: ``key.rotation``: it breaks rule 1 or 4.
    """
    try:
        old, new = VerifierKey.parse(body.old), VerifierKey.parse(body.new)
        proof = strict_base64(body.proof)
    except InvalidNote as error:
        raise FormatError("key.rotation", f"the key cannot be handed over: {error.message}") from None
    if old.name != new.name:
        raise FormatError("key.rotation", "the new key bears another name than the log")
    if not new.verifies(proof, _statement(body.old, body.new, old.name, size).encode()):
        raise FormatError("key.rotation", "the new key did not sign that it takes over here")
    return Rotation(old, new, size)


def _statement(old: str, new: str, name: str, size: int) -> str:
    # The space: no origin, hence no checkpoint, starts with this line.
    return f"{name} key rotation\n{old}\n{new}\n{size}\n"


class ActiveKeys:
    """Follows the keys of a log from the pinned ones on, as a verifier reads it."""

    __slots__ = ("_keys", "_note", "_pending", "_retired")

    def __init__(self, keys: Sequence[VerifierKey], retired: Sequence[VerifierKey] = ()) -> None:
        """Begin where these keys are in force, of which any may sign, and those are not any more."""
        self._keys = list(keys)
        self._retired = list(retired)
        self._pending: Rotation | None = None
        self._note = b""

    def open_checkpoint(self, note: bytes) -> Checkpoint:
        """The statement of the next checkpoint.

        Raises:
            FormatError: as `read_checkpoint`; ``key.retired``: a key signed that had handed over.
        """
        self._note = note
        try:
            return read_checkpoint(note, self._keys)
        except FormatError as error:
            if error.code == "checkpoint.key_unknown" and _signed(note, self._retired):
                raise FormatError(
                    "key.retired", "the checkpoint is signed with a key that had handed over"
                ) from None
            raise

    def add_rotation(self, body: KeyRotated, size: int) -> None:
        """Take the next handing over.

        Raises:
            FormatError: ``key.rotation``: it breaks rules 1 to 4; ``key.uncovered``: the one before it breaks rule 5.
        """
        rotation = read_rotation(body, size)
        if self._pending is not None:
            raise self._uncovered()
        if rotation.old not in self._keys:
            raise FormatError("key.rotation", "a key is handed over that does not sign here")
        if rotation.new in [*self._keys, *self._retired]:
            raise FormatError("key.rotation", "the log is handed over to a key that it had before")
        self._pending = rotation

    def apply_rotation(self, checkpoint: Checkpoint) -> None:
        """Let a handing over take effect that this checkpoint, the last that was read and holds, covers.

        Raises:
            FormatError: ``key.uncovered``: it does not keep rule 5.
        """
        if self._pending is None:
            return
        if checkpoint.size != self._pending.size or not _signed(self._note, [self._pending.old]):
            raise self._uncovered()
        self._retired += self._keys
        self._keys = [self._pending.new]
        self._pending = None

    def is_active(self, key: str, name: str) -> bool:
        """Whether this is, as texts, a key that signs what comes next, and the name that it signs under."""
        keys = self._keys if self._pending is None else [self._pending.new]
        return any((str(one), one.name) == (key, name) for one in keys)

    def texts(self) -> tuple[str, ...]:
        """The keys in force, as texts."""
        return tuple(map(str, self._keys))

    def is_signed_by_successor(self, note: bytes) -> bool:
        """Whether the key signed this note that a handing over names which no checkpoint covers yet."""
        return self._pending is not None and _signed(note, [self._pending.new])

    def require_active(self, key: str) -> None:
        """Let nobody but the key in force sign what lies between two checkpoints.

        Raises:
            FormatError: ``key.retired``, ``seal.key_unknown``: it is another one; ``key.uncovered``: a handing over waits.
        """
        if self._pending is not None:
            raise self._uncovered()
        if key in map(str, self._retired):
            raise FormatError("key.retired", "the seal is signed with a key that had handed over")
        if key not in map(str, self._keys):
            raise FormatError(
                "seal.key_unknown", "no pinned key signed the seal, nor one that it was handed over to"
            )

    @staticmethod
    def _uncovered() -> FormatError:
        return FormatError(
            "key.uncovered", "the old key did not sign a checkpoint that ends with the handing over"
        )


def _signed(note: bytes, keys: Sequence[VerifierKey]) -> bool:
    try:
        read_checkpoint(note, keys)
    except FormatError:
        return False
    return True
