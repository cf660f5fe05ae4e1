"""Exports the signed part of a log as a folder of tiles, which any C2SP tlog-tiles client reads from a static file server.

::

    checkpoint
    tile/<level>/<number>[.p/<width>]     up to 256 hashes: of leaves, or of full tiles one level below
    tile/entries/<number>[.p/<width>]     up to 256 records, each behind its length in two bytes

A number is written in groups of three digits, ``x001/x234/067``. The checkpoint is written last, and only where its root
is that of the tiles.

Source: C2SP tlog-tiles.
"""

from __future__ import annotations

from pathlib import Path

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.tree import Tree, leaf_hash
from runtime.audit.read.reader import LogReader, Progress, tampered_record
from runtime.contracts.errors import AuditTampered

WIDTH = 256


def write_tiles(
    reader: LogReader, note: bytes, checkpoint: Checkpoint, folder: Path, progress: Progress | None = None
) -> int:
    """Write the records under a checkpoint as tiles; how many files.

    Args:
        reader: The log.
        note: The checkpoint's text.
        checkpoint: Its statement, from a signature that was checked.
        folder: Where to; new, or empty.
        progress: Told how far it is.

    Raises:
        AuditTampered: ``audit.tampered``: the records are not those that were signed. No checkpoint is written.
        OSError: the folder cannot be written.
    """
    tiles = _Tiles(folder)
    seq = 0
    try:
        for offset, line in reader.lines():
            if seq == checkpoint.size:
                break
            tiles.add(line)
            seq += 1
            if progress is not None and not seq % 10_000:
                progress(offset, reader.end())
    except FormatError as error:
        raise tampered_record(error, seq) from None
    if tiles.tree.size != checkpoint.size or tiles.tree.root() != checkpoint.root:
        raise AuditTampered(f"The first {checkpoint.size} records are not those that were signed")
    tiles.finish()
    tiles.write("checkpoint", note)
    return tiles.files


class _Tiles:
    """The tiles that are not full yet, one for each level; memory does not grow with the log."""

    def __init__(self, folder: Path) -> None:
        self.tree = Tree()
        self.files = 0
        self._folder = folder
        self._levels: list[list[bytes]] = []
        self._entries = bytearray()

    def add(self, line: bytes) -> None:
        """The next record."""
        leaf = leaf_hash(line)
        self.tree.append_leaf(leaf)
        self._entries += len(line).to_bytes(2, "big") + line
        if not self.tree.size % WIDTH:
            self.write(_path("entries", self.tree.size // WIDTH - 1), self._entries)
            self._entries.clear()
        self._append(0, leaf)

    def finish(self) -> None:
        """Write the tiles that stay partial."""
        for level, hashes in enumerate(self._levels):
            if hashes:
                number = self.tree.size >> 8 * (level + 1)
                self.write(_path(str(level), number, len(hashes)), b"".join(hashes))
        if self._entries:
            self.write(_path("entries", self.tree.size // WIDTH, self.tree.size % WIDTH), self._entries)

    def write(self, name: str, data: bytes | bytearray) -> None:
        """Write a file."""
        file = self._folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as stream:
            stream.write(data)
        self.files += 1

    def _append(self, level: int, node: bytes) -> None:
        if level == len(self._levels):
            self._levels.append([])
        hashes = self._levels[level]
        hashes.append(node)
        if len(hashes) < WIDTH:
            return
        number = (self.tree.size >> 8 * (level + 1)) - 1
        self.write(_path(str(level), number), b"".join(hashes))
        tree = Tree()
        for one in hashes:
            tree.append_leaf(one)
        hashes.clear()
        self._append(level + 1, tree.root())


def _path(level: str, number: int, width: int = WIDTH) -> str:
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03}")
    partial = f".p/{width}" if width < WIDTH else ""
    return f"tile/{level}/{'/'.join(reversed(groups))}{partial}"
