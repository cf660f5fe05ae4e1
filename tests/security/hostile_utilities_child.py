"""Run hostile scripts, each in a fork of its own with the shell's default budgets, and say line by line how each ended."""

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
HUNG_S = 30
# What every script may use: `rep COUNT TEXT` writes TEXT so many times.
PRELUDE = 'rep() { local s; printf -v s "%0${1}d" 0; printf %s "${s//0/$2}"; }'


class Watch:
    """The meter's clock, which remembers what the processor had spent at the last look before the deadline.

    What is spent after that look is how late a limit can have bitten, however busy the machine is with other work.
    """

    def __init__(self, timeout_s: float) -> None:
        self.deadline = time.monotonic() + timeout_s
        self.spent = time.process_time()

    def now(self) -> float:
        """The clock that the meter looks at."""
        here = time.monotonic()
        if here <= self.deadline:
            self.spent = time.process_time()
        return here

    def late_s(self) -> float:
        """How long it went on after the deadline: by the clock, or by the processor's time if that is less."""
        return min(time.monotonic() - self.deadline, time.process_time() - self.spent)


def _peak_mb() -> float:
    """The most memory this process has held since it was forked."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not say")


def _ended(script: str, timeout_s: float, memory_bytes: int) -> dict[str, object]:
    from runtime.bash import Bash, Limits
    from runtime.bash.limits import Meter

    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    shell = Bash(limits=Limits(timeout_s=timeout_s))
    shell.exec_sync(PRELUDE)
    watch = Watch(timeout_s)
    Meter.__init__.__kwdefaults__ = {"now": watch.now}  # type: ignore[misc]
    done = shell.exec_sync(script)
    late_s = watch.late_s()
    after = shell.exec_sync("echo alive")
    return {
        "error": done.error,
        "status": done.exit_code,
        "stdout": done.stdout[:300],
        "stderr": done.stderr[-600:],
        "late_s": late_s,
        "failures": [repr(one)[:300] for one in done.failures],
        "resident_mb": _peak_mb(),
        "after": after.stdout,
    }


def _in_a_fork(script: str, timeout_s: float, memory_bytes: int) -> dict[str, object]:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            signal.alarm(int(timeout_s + HUNG_S))
            os.write(writer, json.dumps(_ended(script, timeout_s, memory_bytes)).encode())
            status = 0
        except BaseException:  # whatever it was must not go on as a second parent
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as told:
        data = told.read()
    _, ended = os.waitpid(child, 0)
    return json.loads(data) if data else {"died": ended}


def main() -> None:
    """stdin: scripts by name, as JSON; argv: the timeout of each in seconds, the address space in bytes."""
    timeout_s, memory_bytes = float(sys.argv[1]), int(sys.argv[2])
    scripts = json.load(sys.stdin)
    from runtime.bash import Bash
    from runtime.bash.commands import names, utility

    # What is imported here need not be imported in every fork.
    for name in sorted(names()):
        utility(name)
    Bash().exec_sync("echo 1 | jq . | grep . | sed p | awk 1 | sort | bc")
    for name, script in scripts.items():
        sys.stdout.write(json.dumps({"name": name, **_in_a_fork(script, timeout_s, memory_bytes)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
