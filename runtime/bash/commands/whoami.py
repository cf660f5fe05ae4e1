"""whoami: the user's name."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options("[OPTION]...", "Print the name of the user.")


def main(cx: Context) -> int:
    operands = OPTIONS.parse(cx).operands
    if operands:
        raise OPTIONS.refuse(cx, f"extra operand {quote(operands[0])}")
    cx.write(f"{cx.username}\n")
    return 0
