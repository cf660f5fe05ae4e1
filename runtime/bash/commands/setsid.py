"""setsid: run a command in a session of its own, which here is one like any other."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <program> [arguments ...]",
    "Run a program in a new session.",
    ("c", "ctty", "", "ignored: there is no terminal"),
    ("f", "fork", "", "do not wait for the program"),
    ("w", "wait", "", "wait for the program, as without an option"),
    permute=False,
    origin="util-linux 2.38.1",
)
_NOT_FOUND = 127


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "no command specified")
    missing = cx.launch.missing(given.operands[0])
    if missing:
        error = OSError(2 if missing == _NOT_FOUND else 13, "")
        return cx.fail(f"failed to execute {given.operands[0]}: {reason(error)}", missing)
    if "f" in given:
        cx.launch.start(given.operands)
        return 0
    return cx.launch.run(given.operands)
