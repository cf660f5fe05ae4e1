"""link: make one hard link."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "FILE1 FILE2",
    "Call the link function to create a link named FILE2 to an existing FILE1.",
)


def main(cx: Context) -> int:
    names = OPTIONS.parse(cx).operands
    if len(names) < 2:
        raise OPTIONS.refuse(cx, f"missing operand{f' after {quote(names[0])}' if names else ''}")
    if len(names) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[2])}")
    try:
        cx.fs.link(cx.path(names[0]), cx.path(names[1]))
    except OSError as error:
        return cx.fail(f"cannot create link {always(names[1])} to {always(names[0])}: {reason(error)}")
    return 0
