"""yes: a line again and again."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[STRING]...", "Write a line of the STRINGs, or of y, until somebody stops it.", permute=False
)
_BLOCK = 8192


def main(cx: Context) -> int:
    line = encoded(" ".join(OPTIONS.parse(cx).operands or ["y"])) + b"\n"
    block = line * max(1, _BLOCK // len(line))
    while True:
        cx.stdout.write(block)
        cx.meter.check()
