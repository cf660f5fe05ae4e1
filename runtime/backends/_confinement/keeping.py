"""A command that serves several calls: it runs while a call does, and is stopped in between, with everything that it started.

The launcher asks over its socket: `STOP` when a call is over, `GO` when the next one begins. The first process of the namespace, which nothing in
it can signal, sends the signals and says what it found. A stopped process can neither act unseen between two calls nor start another one.
"""

from __future__ import annotations

import os
import signal
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.backends._confinement.bounds import Bounds

STOP, GO = b"s", b"g"
_STOPPING_S = 1.0
"""How long processes may take to stop: one that waits for a child that it lent its memory (vfork) never does."""
_LOOK_S = 0.00005


class Keeping:
    """One kept command, as its first process sees it."""

    def __init__(self, spec: dict[str, Any], command: int, bounds: Bounds) -> None:
        """Begin with its first call, which runs already."""
        self._command = command
        self._bounds = bounds
        self.idle_s: float = spec["kept_s"]
        """How long it waits for another call before it is ended."""
        self.stopped = False

    def stop(self) -> tuple[str, int, int]:
        """Stop everything; why the command has to end, if it has, how many processes and locks it keeps, and how much memory."""
        os.kill(-1, signal.SIGSTOP)
        until = time.monotonic() + _STOPPING_S
        while not self._has_stopped():
            if time.monotonic() > until:
                return "unstopped", 0, 0
            time.sleep(_LOOK_S)
        self.stopped = True
        exceeded, _ = self._bounds.look()
        self._bounds.begin_anew()
        left = sum(map(_is_left, self._others())) + _locks(self._command)
        return exceeded, left, self._bounds.resident_bytes

    def go_on(self) -> None:
        """Let it serve the next call."""
        self.stopped = False
        os.kill(-1, signal.SIGCONT)

    def _has_stopped(self) -> bool:
        """Whether all of the command's threads have stopped, or it has ended."""
        how = os.WSTOPPED | os.WEXITED | os.WNOHANG
        try:
            found = os.waitid(os.P_PID, self._command, how | os.WNOWAIT)
            if found is not None and found.si_code == os.CLD_STOPPED:
                os.waitid(os.P_PID, self._command, os.WSTOPPED | os.WNOHANG)
        except ChildProcessError:
            return True
        return found is not None

    def _others(self) -> list[str]:
        return [
            name for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, self._command)
        ]


def _is_left(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read(4096).rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except (OSError, IndexError):
        return False


def _locks(pid: int) -> int:
    """How many locks and leases a process holds: others would wait for one that is stopped."""
    try:
        return sum(map(_locks_of, os.scandir(f"/proc/{pid}/fdinfo")))
    except OSError:
        return 1


def _locks_of(info: os.DirEntry[str]) -> int:
    with open(info.path, "rb", buffering=0) as file:
        return file.read(65_536).count(b"\nlock:")
