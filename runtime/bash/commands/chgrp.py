"""chgrp: change groups."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import by_name
from runtime.bash.commands._shared.change_owner import ROWS, change
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... GROUP FILE...\n[OPTION]... --reference=RFILE FILE...",
    "Change the group of each FILE to GROUP.",
    *ROWS,
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    least = 1 if "reference" in given else 2
    if len(names) < least:
        after = f" after {quote(names[-1])}" if names else ""
        raise OPTIONS.refuse(cx, f"missing operand{after}")
    if "reference" in given:
        try:
            stat = cx.fs.stat(cx.path(given["reference"]))
        except OSError as error:
            return cx.fail(f"failed to get attributes of {always(given['reference'])}: {reason(error)}")
        return change(cx, OPTIONS, given, names, -1, stat.gid)
    number = by_name(cx, names[0].removeprefix("+")) if names[0] else -1
    if number is None:
        return cx.fail(f"invalid group: {quote(names[0])}")
    return change(cx, OPTIONS, given, names[1:], -1, number)
