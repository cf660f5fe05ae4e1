"""Makes runs of retention and kills each before one of its system calls.

For each line on standard input, a folder and a number, a process is forked that makes a run on the log in the folder and kills itself with SIGKILL
before so many of the calls that change something on the disk; ``killed`` or ``ended`` is printed. This process itself starts no thread, so that
nothing is locked in what it forks.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from retained_logs import RetainedLog

CALLS = ("open", "write", "pwrite", "fsync", "fdatasync", "rename", "link", "unlink", "ftruncate")


def run(folder: Path, count: int) -> None:
    """One run, killed before the so manyth call."""
    left = [count]

    def dying(call: Callable[..., Any]) -> Callable[..., Any]:
        def act(*given: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*given, **options)

        return act

    for name in CALLS:
        setattr(os, name, dying(getattr(os, name)))
    RetainedLog(folder).retain(values_days=1)


if __name__ == "__main__":
    for line in sys.stdin:
        folder, count = line.split()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                run(Path(folder), int(count))
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else f"ended {status}", flush=True)
