"""Run one hostile script with the shell's default budgets, and say as JSON how it ended."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path


def _peak_mb() -> float:
    """The most memory this program has held: VmHWM, since ru_maxrss begins with what the process that forked it held."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not say")


def main() -> None:
    """stdin: the script; argv: the wall-clock budget in seconds, the address space in bytes."""
    timeout_s, memory_bytes = float(sys.argv[1]), int(sys.argv[2])
    script = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    from runtime.bash import Bash, Limits

    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    shell = Bash(limits=Limits(timeout_s=timeout_s))
    begun = time.perf_counter()
    done = shell.exec_sync(script)
    seconds = time.perf_counter() - begun
    after = shell.exec_sync("echo alive")
    ended = {
        "error": done.error,
        "status": done.exit_code,
        "stdout": done.stdout[:200],
        "stderr": done.stderr[-600:],
        "seconds": seconds,
        "resident_mb": _peak_mb(),
        "after": after.stdout,
    }
    sys.stdout.write(json.dumps(ended))


if __name__ == "__main__":
    main()
