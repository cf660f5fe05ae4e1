"""killall: send a signal to all of the shell's processes that bear a name."""

from __future__ import annotations

from runtime.bash.commands._shared.process_table import named, send, taken_signal
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... NAME...",
    "Send a signal (-9, -KILL; TERM by default) to every process that is called NAME.",
    ("e", "exact", "", "ignored: names are compared as they are"),
    ("q", "quiet", "", "do not complain where no process was found"),
    ("s", "signal", "SIGNAL", "send SIGNAL"),
    ("v", "verbose", "", "say what was killed"),
    ("w", "wait", "", "ignored: a process that is killed is gone"),
    origin="psmisc 23.6",
)


def main(cx: Context) -> int:
    signal, args = taken_signal(list(cx.args))
    given = OPTIONS.parse(cx, args)
    if not given.operands:
        raise OPTIONS.refuse(cx, "a name is needed")
    signal = given.get("s", signal).removeprefix("SIG")
    status = 1
    for name in given.operands:
        found = named(cx, name.rpartition("/")[2])
        if not found and "q" not in given:
            cx.stderr.write(f"{name}: no process found\n".encode("utf-8", "surrogateescape"))
        if found and send(cx, signal, found) == 0:
            status = 0
        for process in found if "v" in given else ():
            cx.complain(f"Killed {process.name}({process.pid}) with signal {signal}")
    return status
