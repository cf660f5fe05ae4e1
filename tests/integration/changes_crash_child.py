"""Makes changes, and finishes what was left of them, each time in a process that it kills: ``python changes_crash_child.py``.

Reads a line for each: after how many seconds to kill, then ``commit ROOT LAYER`` or ``recover ROOT``. Writes how the process ended:
the negative number of a signal, or 0.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import layers


def do(words: list[str]) -> None:
    if words[0] == "commit":
        root, layer = Path(words[1]), Path(words[2])
        layers.commit(root, layer, layers.read(root, layer))
    else:
        layers.transactions(Path(words[1])).recover()


for line in sys.stdin:
    child = os.fork()
    if not child:
        code = 1
        try:
            do(line.split()[1:])
            code = 0
        finally:
            os._exit(code)
    ended = os.pidfd_open(child)
    if not select.select([ended], [], [], float(line.split()[0]))[0]:
        signal.pidfd_send_signal(ended, signal.SIGKILL)
    os.close(ended)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
