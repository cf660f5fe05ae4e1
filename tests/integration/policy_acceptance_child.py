"""One worker of a service: calls a tool in a loop until its input ends, and says how each call was decided.

Usage: policy_acceptance_child.py FOLDER. Each line of its output is when the call began (seconds of the machine's monotonic clock, which all
processes share), the digest of the bundle that decided it, and ``ran`` or the error's code.
"""

from __future__ import annotations

import os
import select
import sys
import time

from runtime import Executor


def main() -> None:
    with Executor.open(sys.argv[1]) as executor:
        while not select.select([0], [], [], 0)[0]:
            began = time.monotonic()
            outcome = executor.call_sync("list_dir", {"path": "."})
            said = "ran" if outcome.error is None else outcome.error.code
            os.write(1, f"{began} {outcome.decision.bundle} {said}\n".encode())


if __name__ == "__main__":
    main()
