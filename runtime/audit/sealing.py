"""Seals a segment that is full, having read it again.

A seal lets a quick verification pass the segment by, so it is only given to bytes that are, record by record, those that
the writer's tree has taken in: a segment that somebody changed since is not sealed, and the log is refused from then on.
"""

from __future__ import annotations

from collections.abc import Sequence

from blake3 import blake3

from runtime.audit.chain import Broken, Framing
from runtime.audit.keys import Keyring
from runtime.audit.note import VerifierKey
from runtime.audit.seal import Seal, Start, read_seal
from runtime.audit.store import Records
from runtime.audit.trail import Trail
from runtime.contracts.digest import PREFIX, digest
from runtime.contracts.errors import AuditInconsistent, AuditKeyUnusable


def seal_segment(records: Records, trail: Trail, ring: Keyring) -> None:
    """Seal the segment that ends where the trail does, and begin the next. The lock is held.

    Raises:
        AuditInconsistent: its bytes are not those that the trail followed, or the seal in front does not hold.
        AuditError: it cannot be made durable.
    """
    records.sync()
    signer = ring.signer(trail.heir or trail.key)  # the one in force from here on
    start = seal_in_front(records, ring.known)
    tree, hasher, framing, last = start.tree(), blake3(), Framing(), b""
    try:
        for chunk in records.read(records.start, trail.end):
            hasher.update(chunk)
            for last in framing.feed(chunk):
                tree.append(last)
    except Broken:
        last = b""
    if framing.rest or tree.nodes != trail.tree.nodes or digest(last) != trail.chain.head:
        raise AuditInconsistent(f"Records behind record {start.size} were changed after they were written")
    seal = Seal(
        at_us=trail.chain.at_us,
        digest=PREFIX + hasher.hexdigest(),
        first=start.size,
        head=trail.chain.head,
        key=str(signer.key),
        length=trail.end - records.start,
        nodes=tuple(node.hex() for node in tree.nodes),
        size=trail.size,
    )
    records.seal(seal.sign(signer), trail.size)


def seal_in_front(records: Records, keys: Sequence[VerifierKey]) -> Start:
    """Where the last segment takes up the log, as the seal in front of it says.

    Raises:
        AuditInconsistent: the seal does not hold, or belongs elsewhere.
        AuditKeyUnusable: another key signed it.
    """
    if not records.first:
        return Start()
    try:
        seal = read_seal(records.load_seal(), keys)
    except Broken as broken:
        if broken.code == "seal.key_unknown":
            raise AuditKeyUnusable("The log was signed by another key") from None
        raise AuditInconsistent(f"The newest seal does not hold: {broken.message}") from None
    if seal.size != records.first:
        raise AuditInconsistent(f"The newest seal ends with record {seal.size - 1}: a segment was moved")
    return seal.end
