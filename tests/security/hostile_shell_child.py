"""Run hostile scripts, each in a fork of its own with the shell's default budgets, and say as JSON how each ended."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import traceback
from pathlib import Path

# Beyond its timeout by so much a script is taken for hung, and killed.
HUNG_S = 20


def _peak_mb() -> float:
    """The most memory this process has held since it was forked: ru_maxrss begins with what its parent held."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not say")


def _ended(script: str, timeout_s: float, memory_bytes: int) -> dict[str, object]:
    from runtime.bash import Bash, Limits

    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    shell = Bash(limits=Limits(timeout_s=timeout_s))
    begun = time.perf_counter()
    done = shell.exec_sync(script)
    seconds = time.perf_counter() - begun
    after = shell.exec_sync("echo alive")
    return {
        "error": done.error,
        "status": done.exit_code,
        "stdout": done.stdout[:200],
        "stderr": done.stderr[-600:],
        "seconds": seconds,
        "resident_mb": _peak_mb(),
        "after": after.stdout,
    }


def _in_a_fork(script: str, timeout_s: float, memory_bytes: int) -> dict[str, object]:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            signal.alarm(int(timeout_s + HUNG_S))
            os.write(writer, json.dumps(_ended(script, timeout_s, memory_bytes)).encode())
        except BaseException:  # whatever it was must not go on as a second parent
            os.write(writer, json.dumps({"died": traceback.format_exc()[-2000:]}).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as told:
        data = told.read()
    _, ended = os.waitpid(child, 0)
    return json.loads(data) if data else {"died": f"wait status {ended}"}


def main() -> None:
    """stdin: a script a line, as JSON; argv: the timeout of each in seconds, its address space in bytes."""
    timeout_s, memory_bytes = float(sys.argv[1]), int(sys.argv[2])
    from runtime.bash import Bash

    # What most scripts need is imported once, and not charged to any.
    Bash().exec_sync(": | :")
    for line in sys.stdin:
        ended = _in_a_fork(json.loads(line), timeout_s, memory_bytes)
        sys.stdout.write(json.dumps(ended) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
