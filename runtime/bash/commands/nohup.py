"""nohup: run a command that a hangup does not end."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "COMMAND [ARG]...\nOPTION",
    "Run COMMAND, ignoring hangup signals.",
    status=125,
    permute=False,
)


def main(cx: Context) -> int:
    command = OPTIONS.parse(cx).operands
    if not command:
        raise OPTIONS.refuse(cx, "missing operand")
    missing = cx.launch.missing(command[0])
    if missing:
        reason = "No such file or directory" if missing == 127 else "Permission denied"
        return cx.fail(f"failed to run command {always(command[0])}: {reason}", missing)
    return cx.launch.run(command)
