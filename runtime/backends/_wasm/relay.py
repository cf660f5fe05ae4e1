"""A worker's side of a followed call: what a command writes goes to the runtime while the command runs.

Each piece is a message of the pipe. Where whoever follows is slow, the runtime does not read, the pipe fills, and the command waits in the
call that it writes with.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from runtime.backends._wasm import wire

if TYPE_CHECKING:
    from runtime.backends._wasm.pipe import WorkerPipe
    from runtime.backends._wasm.wasi import Wasi

INTERVAL_S = 0.02
"""How long what was written may wait for more: a command that writes byte by byte makes fifty messages a second, not a million."""


class OutputRelay:
    """Hands on what one command writes. Used by the thread that runs it alone."""

    def __init__(self, pipe: WorkerPipe) -> None:
        self._pipe = pipe
        self._sent = {wire.STDOUT: 0, wire.STDERR: 0}
        self._next_s = 0.0

    def written(self, wasi: Wasi) -> None:
        """The command wrote, or time passed: hand it on if it has waited long enough, or is much."""
        waits = len(wasi.stdout) + len(wasi.stderr) - sum(self._sent.values())
        if waits >= wire.MAX_PIECE or (waits and time.monotonic() >= self._next_s):
            self.flush(wasi)

    def flush(self, wasi: Wasi) -> None:
        """Hand on all that was written."""
        for letter, stream in ((wire.STDOUT, wasi.stdout), (wire.STDERR, wasi.stderr)):
            while self._sent[letter] < len(stream):
                start = self._sent[letter]
                piece = bytes(stream[start : start + wire.MAX_PIECE])
                self._sent[letter] = start + len(piece)
                self._pipe.reply(letter, piece)
        self._next_s = time.monotonic() + INTERVAL_S
