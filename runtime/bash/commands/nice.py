"""nice: run a command with another priority, of which there is one."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] [COMMAND [ARG]...]",
    "Run COMMAND with an adjusted niceness. With no COMMAND, print the current niceness.",
    ("n", "adjustment", "N", "add integer N to the niceness (default 10)"),
    status=125,
    permute=False,
)
_NUMBER = re.compile(r"[ \t]*([-+]?\d+)", re.ASCII)
_OLD = re.compile(r"-([-+]?\d.*)", re.ASCII)
_MOST, _LEAST = 19, -20


def main(cx: Context) -> int:
    args = list(cx.args)
    adjust = None
    while args and (old := _OLD.fullmatch(args[0])):
        adjust, args = old[1], args[1:]
    given = OPTIONS.parse(cx, args)
    adjust = given.get("n", adjust or "") or None
    command = given.operands
    number = None if adjust is None else _NUMBER.fullmatch(adjust)
    if adjust is not None and number is None:
        return cx.fail(f"invalid adjustment {quote(adjust)}", 125)
    if not command:
        if adjust is not None:
            raise OPTIONS.refuse(cx, "a command must be given with an adjustment")
        cx.write("0\n")
        return 0
    missing = cx.launch.missing(command[0])
    if missing:
        why = "Permission denied" if missing == 126 else "No such file or directory"
        return cx.fail(f"{quote(command[0])}: {why}", missing)
    if command[0] == "nice" and len(command) == 1:
        cx.write(f"{max(_LEAST, min(_MOST, int(number[1][:6]) if number else 10))}\n")
        return 0
    return cx.launch.run(command)
