"""groups: the groups that a user is in; each user has one of its own name."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options("[OPTION]... [USERNAME]...", "Print the groups of each USERNAME, or of this process.")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        cx.write(f"{cx.username}\n")
    status = 0
    for name in given.operands:
        if name in {cx.username, "root"}:
            cx.write(f"{name} : {name}\n")
        else:
            status = cx.fail(f"{quote(name)}: no such user")
    return status
