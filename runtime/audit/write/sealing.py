"""Seals a segment that is full, having read it again.

A seal lets a quick verification pass the segment by, so it is only given to the bytes that the writer has written, or read
from others: a segment that somebody changed since is not sealed, and the log is refused from then on. A writer that has seen
all of the segment knows its digest; one that came later hashes it again, record by record, into the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from blake3 import blake3

from runtime.audit.format.chain import FormatError, Framing
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.seal import Seal, SegmentStart, read_seal
from runtime.audit.keys.key_files import Keyring
from runtime.audit.layout.store import Records
from runtime.audit.write.log_state import LogState
from runtime.contracts.digest import PREFIX, digest
from runtime.contracts.errors import AuditInconsistent, AuditKeyUnusable


class SegmentDigest:
    """The digest of the last segment's bytes as they pass through a writer, of use where none was missed."""

    def __init__(self, records: Records) -> None:
        """Begin with the last segment."""
        self._first = records.first
        self._end = records.start
        self._hasher = blake3()

    def take(self, records: Records, start: int, data: bytes) -> None:
        """Take in what stands at this offset, unless something in front of it was missed."""
        if start == self._end and records.first == self._first:
            self._hasher.update(data)
            self._end += len(data)

    def digest(self, records: Records, end: int) -> str | None:
        """The digest of the segment up to this offset, None where something was missed."""
        whole = self._end == end and records.first == self._first
        return self._hasher.hexdigest() if whole else None


def seal_segment(records: Records, state: LogState, ring: Keyring, segment_digest: SegmentDigest) -> None:
    """Seal the segment that ends where the state does, and begin the next. The lock is held.

    Raises:
        AuditInconsistent: its bytes are not those that the state followed, or the seal in front does not hold.
        AuditError: it cannot be made durable.
    """
    records.sync()
    signer = ring.signer(state.signing_key)  # the one in force from here on
    start = seal_in_front(records, ring.known)
    found = _read_again(records, state, start, segment_digest)
    if found is None:
        raise AuditInconsistent(f"Records behind record {start.size} were changed after they were written")
    seal = Seal(
        at_us=state.chain.at_us,
        digest=PREFIX + found,
        first=start.size,
        head=state.chain.head,
        key=str(signer.key),
        length=state.end - records.start,
        nodes=tuple(node.hex() for node in state.tree.nodes),
        size=state.size,
    )
    records.seal(seal.sign(signer), state.size)


def _read_again(
    records: Records, state: LogState, start: SegmentStart, segment_digest: SegmentDigest
) -> str | None:
    """The digest of the segment's bytes in the store, None where they are not those that were written."""
    written = segment_digest.digest(records, state.end)
    hasher, tree, framing, last = blake3(), start.tree(), Framing(), b""
    try:
        for chunk in records.read(records.start, state.end):
            hasher.update(chunk)
            for last in framing.feed(chunk) if written is None else ():
                tree.append(last)
    except FormatError:
        return None
    if written is not None:
        return written if hasher.hexdigest() == written else None
    led = not framing.rest and tree.nodes == state.tree.nodes and digest(last) == state.chain.head
    return hasher.hexdigest() if led else None


def seal_in_front(records: Records, keys: Sequence[VerifierKey]) -> SegmentStart:
    """Where the last segment takes up the log, as the seal in front of it says.

    Raises:
        AuditInconsistent: the seal does not hold, or belongs elsewhere.
        AuditKeyUnusable: another key signed it.
    """
    if not records.first:
        return SegmentStart()
    try:
        seal = read_seal(records.load_seal(), keys)
    except FormatError as error:
        if error.code == "seal.key_unknown":
            raise AuditKeyUnusable("The log was signed by another key") from None
        raise AuditInconsistent(f"The newest seal does not hold: {error.message}") from None
    if seal.size != records.first:
        raise AuditInconsistent(f"The newest seal ends with record {seal.size - 1}: a segment was moved")
    return seal.end
