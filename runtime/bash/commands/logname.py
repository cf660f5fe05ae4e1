"""logname: the name that the user logged in by."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options("[OPTION]", "Print the user's login name.")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.operands:
        raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[0])}")
    cx.write(f"{cx.username}\n")
    return 0
