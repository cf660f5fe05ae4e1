"""Logs in segments made without a writer, which refuses what an attacker or a broken writer would do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from blake3 import blake3

from runtime.audit.format.chain import prepare
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.note import Signer
from runtime.audit.format.seal import Seal
from runtime.audit.layout.segments import seal_name, segment_name
from runtime.audit.write.log_state import LogState
from runtime.contracts.audit import Entry
from runtime.contracts.digest import PREFIX

START_US = 1_795_000_000_000_000


def write_segmented(
    folder: Path, signer: Signer, entries: Iterable[Entry], *, signed: Collection[int], segment_records: int
) -> None:
    """Write a log with a checkpoint at each of these sizes, and a seal behind each full segment."""
    folder.mkdir(exist_ok=True)
    state, lines, first, notes = LogState(), [], 0, []
    for entry in entries:
        if len(lines) == segment_records:
            _seal(folder, signer, state, first, lines)
            lines, first = [], state.size
        lines.append(state.extend(entry, prepare(entry), START_US + state.size, signer.tag_key) + b"\n")
        if state.size in signed:
            notes.append(Checkpoint(signer.name, state.size, state.tree.root()).sign(signer) + b"\n")
    (folder / segment_name(first)).write_bytes(b"".join(lines))
    (folder / "checkpoints").write_bytes(b"".join(notes))


def _seal(folder: Path, signer: Signer, state: LogState, first: int, lines: list[bytes]) -> None:
    data = b"".join(lines)
    seal = Seal(
        at_us=state.chain.at_us,
        digest=PREFIX + blake3(data).hexdigest(),
        first=first,
        head=state.chain.head,
        key=str(signer.key),
        length=len(data),
        nodes=tuple(node.hex() for node in state.tree.nodes),
        size=state.size,
    )
    (folder / segment_name(first)).write_bytes(data)
    (folder / seal_name(first)).write_bytes(seal.sign(signer))
