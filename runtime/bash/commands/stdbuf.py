"""stdbuf: run a command; streams here are never held back."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "OPTION... COMMAND",
    "Run COMMAND, with modified buffering operations for its standard streams.",
    ("i", "input", "MODE", "adjust standard input stream buffering"),
    ("o", "output", "MODE", "adjust standard output stream buffering"),
    ("e", "error", "MODE", "adjust standard error stream buffering"),
    status=125,
    permute=False,
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, mode in given.order:
        if mode == "L" and key == "i":
            raise OPTIONS.refuse(cx, "line buffering stdin is meaningless")
        if mode != "L" and size_of(mode) is None:
            return cx.fail(f"invalid mode {quote(mode)}", 125)
    command = given.operands
    if not command:
        raise OPTIONS.refuse(cx, "missing operand")
    if not given.order:
        raise OPTIONS.refuse(cx, "you must specify a buffering mode option")
    missing = cx.launch.missing(command[0])
    if missing:
        why = "Permission denied" if missing == 126 else "No such file or directory"
        return cx.fail(f"failed to run command {quote(command[0])}: {why}", missing)
    return cx.launch.run(command)
