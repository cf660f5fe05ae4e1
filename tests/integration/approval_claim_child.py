"""An executor that makes the calls it is told to make, and may stop in the middle of one to be killed there.

Usage: approval_claim_child.py FOLDER [lock|claim|pause|effect]. It says ``ready``; each line of its input is the text of a
call, each line of its output how the call ended: ``ran``, or the error's code. With a second argument it says
``stopped`` and waits for its end: while it holds the inbox's lock and has found an answer, when it has taken the
answer, or when the tool's effect has happened. With ``pause`` it says ``paused`` when it has taken the answer, and goes on with
the next line of its input.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

from runtime import Executor, tool
from runtime.approval.inbox import Inbox

FOLDER = Path(sys.argv[1])
STOP = sys.argv[2] if len(sys.argv) > 2 else ""


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def stop() -> NoReturn:
    say("stopped")
    threading.Event().wait()
    raise AssertionError


@tool(description="Spend", side_effects=["none"], requires_approval=True)
def spend(text: str) -> None:
    with (FOLDER / "effects").open("a") as effects:
        effects.write(f"{text}\n")
    if STOP == "effect":
        stop()


class Stopping(Inbox):
    """An inbox that stops on the way to an answer."""

    def claim(self, request: Any) -> Any:
        answer = super().claim(request)
        if answer is None or STOP not in ("claim", "pause"):
            return answer
        if STOP == "claim":
            stop()
        say("paused")
        sys.stdin.readline()
        return answer

    def _write(self, entry: Any) -> None:
        if STOP == "lock" and entry.state == "used":
            stop()
        super()._write(entry)


def main() -> None:
    from runtime.host import composition

    composition.Inbox = Stopping  # type: ignore[misc]
    with Executor.open(FOLDER, tools=[spend], isolation="in_process") as executor:
        say("ready")
        for line in sys.stdin:
            outcome = executor.call_sync("spend", {"text": line.strip()})
            say("ran" if outcome.error is None else outcome.error.code)


if __name__ == "__main__":
    main()
