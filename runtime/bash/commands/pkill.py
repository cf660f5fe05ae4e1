"""pkill: send a signal to the shell's processes by their names."""

from __future__ import annotations

from runtime.bash.commands._shared.process_table import CHOOSING, chosen, send, taken_signal
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <pattern>",
    "Send a signal (-9, -KILL; TERM by default) to processes whose names match PATTERN.",
    ("c", "count", "", "print how many match"),
    ("e", "echo", "", "say what is killed"),
    *CHOOSING,
    ("", "signal", "SIGNAL", "send SIGNAL"),
    status=2,
    origin="procps-ng 4.0.2",
)


def main(cx: Context) -> int:
    signal, args = taken_signal(list(cx.args))
    given = OPTIONS.parse(cx, args)
    found = chosen(cx, given)
    if isinstance(found, int):
        return found
    if "c" in given:
        cx.write(f"{len(found)}\n")
    if "e" in given:
        cx.write("".join(f"{process.name} killed (pid {process.pid})\n" for process in found))
    return send(cx, given.get("signal", signal).removeprefix("SIG"), found) if found else 1
