"""Reads the records that were signed since a position, and gives out none that is not what was signed.

What is new is read twice: first to see that chain and tree lead from the position to the root that the newest checkpoint signs, then to give it out, block by
block. The digest at the end of each block is compared with that of the first reading, so whoever changes the log in between changes nothing that is
given out. Memory does not grow with what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runtime.audit.follow.position import Position
from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint, unverified_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.keys.key_rotation import ActiveKeys
from runtime.audit.layout.checkpoint_file import newest_of_each_key
from runtime.audit.read.query import RecordLine
from runtime.audit.read.reader import LogReader, read_trusted_checkpoint
from runtime.contracts.audit import KeyRotated
from runtime.contracts.errors import AuditError, AuditTampered, AuditUnproven, AuditUntrusted

_BLOCK = 4_096
Block = tuple[list[RecordLine], Position]
"""Records, and the position behind them."""


def signed_since(reader: LogReader, position: Position) -> Iterator[Block]:
    """The records behind a position that are signed now, in blocks.

    Raises:
        AuditTampered: ``audit.tampered``: they do not continue the log that was followed, or are not what was signed; or the log is
            shorter than it was.
        AuditUntrusted: ``audit.untrusted``: no key in force signed the newest checkpoint.
    """
    try:
        for note in _notes(reader, position):
            for block in _blocks(reader, position, note):
                yield block
                position = block[1]
    except FormatError as error:
        raise _unfit(error) from None


def _unfit(error: FormatError) -> AuditError:
    if error.code == "checkpoint.key_unknown":
        return AuditUntrusted("The newest checkpoint is not signed with a key in force")
    return AuditTampered(f"The log does not continue what was verified: {error.message}", finding=error.code)


def _notes(reader: LogReader, position: Position) -> list[bytes]:
    """The newest checkpoint, and in front of it those that end with a handing over since."""
    try:
        newest = reader.newest_note()
    except AuditUnproven:
        if position.size:
            raise AuditTampered("The checkpoints that were verified are gone") from None
        return []
    try:
        read_trusted_checkpoint(newest, _keys(position.keys))
        return [newest]
    except AuditUntrusted:
        since = ((offset, note) for offset, note in reader.notes() if _size(note) > position.size)
        return [note for _, note in newest_of_each_key(since)] or [newest]


def _size(note: bytes) -> int:
    try:
        return unverified_checkpoint(note).size
    except ValueError as error:
        raise FormatError("checkpoint.malformed", str(error)) from None


def _blocks(reader: LogReader, position: Position, note: bytes) -> Iterator[Block]:
    active = ActiveKeys(_keys(position.keys), _keys(position.retired))
    checkpoint = active.open_checkpoint(note)
    if checkpoint.size < position.size:
        raise AuditTampered(
            f"The log has {checkpoint.size} signed records, and {position.size} were verified: it was cut or put back"
        )
    heads, behind = _verify(reader, position, checkpoint, active)
    if checkpoint.size == position.size:
        return
    lines = reader.lines(position.offset)
    chain, tree, done = position.chain(), position.tree(), position
    for head in heads:
        block: list[RecordLine] = []
        offset = done.offset
        while chain.head != head and chain.size < checkpoint.size:
            offset, line = _next(lines, chain.size)
            block.append(RecordLine(*chain.follow(line), line))
            tree.append(line)
        if chain.head != head:
            raise AuditTampered("The log was changed while it was read")
        whole = chain.size == checkpoint.size
        done = Position(
            keys=behind[0] if whole else position.keys,
            retired=behind[1] if whole else position.retired,
            size=chain.size,
            offset=offset,
            head=chain.head,
            at_us=chain.at_us,
            nodes=tuple(node.hex() for node in tree.nodes),
        )
        yield block, done


def _verify(
    reader: LogReader, position: Position, checkpoint: Checkpoint, active: ActiveKeys
) -> tuple[list[str], tuple[tuple[str, ...], tuple[str, ...]]]:
    """The digest of the last record of each block, and the keys in force and retired behind the checkpoint."""
    chain, tree = position.chain(), position.tree()
    heads: list[str] = []
    keys, retired = position.keys, position.retired
    lines = reader.lines(position.offset)
    while chain.size < checkpoint.size:
        _, line = _next(lines, chain.size)
        _, body = chain.follow(line)
        tree.append(line)
        if isinstance(body, KeyRotated):
            active.add_rotation(body, chain.size)
            keys, retired = (body.new,), (*retired, *keys)
        if chain.size == checkpoint.size or not chain.size % _BLOCK:
            heads.append(chain.head)
    if tree.root() != checkpoint.root:
        raise FormatError("tree.root", "the records are not those that were signed")
    active.apply_rotation(checkpoint)
    return heads, (keys, retired)


def _next(lines: Iterator[tuple[int, bytes]], size: int) -> tuple[int, bytes]:
    found = next(lines, None)
    if found is None:
        raise FormatError("log.cut", f"record {size} is signed, and not there")
    return found


def _keys(texts: Sequence[str]) -> list[VerifierKey]:
    return [VerifierKey.parse(text) for text in texts]
