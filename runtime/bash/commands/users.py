"""users: the names of who is logged in: nobody, the machine being virtual."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options("[OPTION]... [FILE]", "Output who is currently logged in.")


def main(cx: Context) -> int:
    names = OPTIONS.parse(cx).operands
    if len(names) > 1:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[1])}")
    return 0
