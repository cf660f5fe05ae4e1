"""chown: change owners."""

from __future__ import annotations

from runtime.bash.commands._shared.change_owner import ROWS, change, owner
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [OWNER][:[GROUP]] FILE...\n[OPTION]... --reference=RFILE FILE...",
    "Change the owner and/or group of each FILE to OWNER and/or GROUP.",
    ("", "from", "CURRENT_OWNER", "ignored"),
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
        return change(cx, OPTIONS, given, names, stat.uid, stat.gid)
    uid, gid = owner(cx, names[0])
    return change(cx, OPTIONS, given, names[1:], uid, gid)
