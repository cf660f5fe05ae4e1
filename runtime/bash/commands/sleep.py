"""sleep: wait."""

from __future__ import annotations

from runtime.bash.commands._shared.durations import duration
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "NUMBER[SUFFIX]...",
    "Wait for NUMBER seconds (s, the default), minutes (m), hours (h) or days (d); several add up.",
)


def main(cx: Context) -> int:
    operands = OPTIONS.parse(cx).operands
    if not cx.args:  # GNU's counts words: `--` alone waits for nothing
        raise OPTIONS.refuse(cx, "missing operand")
    total = 0.0
    wrong = False
    for text in operands:
        seconds = duration(text)
        if seconds is None:
            cx.complain(f"invalid time interval {quote(text)}")
            wrong = True
        else:
            total += seconds
    if wrong:
        raise OPTIONS.refuse(cx, "")
    cx.clock.sleep(total)
    return 0
