"""Reads the file of checkpoints, and divides it by the segments that the checkpoints speak of."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import NoteFraming, claimed_key_id, could_begin_note
from runtime.audit.layout.segments import open_to_read, read_chunks

CHECKPOINTS = "checkpoints"


class CheckpointRange(msgspec.Struct, frozen=True):
    """The notes in a range of the file."""

    folder: str
    start: int
    end: int

    def notes(self) -> Iterator[tuple[int, bytes]]:
        """Each note and its offset; last, where the range ends inside a note, what there is of it.

        Raises:
            FormatError: there is no note at that place, nor the beginning of one.
            OSError: the file cannot be read.
        """
        offset, framing = self.start, NoteFraming()
        for chunk in self.chunks():
            for note in framing.feed(chunk):
                yield offset, note
                offset += len(note) + 1
        if not could_begin_note(framing.rest):
            raise FormatError(
                "checkpoint.malformed", "what stands there is not a note, nor the beginning of one"
            )
        if framing.rest:
            yield offset, b""

    def chunks(self) -> Iterator[bytes]:
        """The bytes of the range. Raises OSError."""
        descriptor = open_to_read(Path(self.folder), CHECKPOINTS)
        try:
            yield from read_chunks(descriptor, self.start, self.end)
        finally:
            os.close(descriptor)


def ranges_by_segment(whole: CheckpointRange, ends: Sequence[int]) -> list[CheckpointRange]:
    """The notes divided by segment: those up to the first end, those up to the second, and so on, then the rest.

    Only sizes are read, and none is believed: a note that is in the wrong place is found there by whoever verifies it.
    """
    made: list[CheckpointRange] = []
    start = whole.start
    try:
        for offset, note in whole.notes() if ends else ():
            while len(made) < len(ends) and _stated_size(note) > ends[len(made)]:
                made.append(msgspec.structs.replace(whole, start=start, end=offset))
                start = offset
    except FormatError:
        pass  # the rest belongs to the range that this note would have been in, where it is found again
    made.append(msgspec.structs.replace(whole, start=start))
    made.extend(msgspec.structs.replace(whole, start=whole.end) for _ in ends[len(made) - 1 :])
    return made


def newest_of_each_key(notes: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """The newest of the notes, those that end with a handing over to another key, and what there is of a torn one."""
    newest = None
    for offset, note in notes:
        if newest is not None and (not note or claimed_key_id(note) != claimed_key_id(newest[1])):
            yield newest
        newest = (offset, note)
    if newest is not None:
        yield newest


def _stated_size(note: bytes) -> int:
    size = note.split(b"\n", 2)[1:2]
    return int(size[0]) if size and len(size[0]) <= 16 and size[0].isdigit() else 0
