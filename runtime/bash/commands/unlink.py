"""unlink: remove one name."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options("FILE", "Call the unlink function to remove the specified FILE.")


def main(cx: Context) -> int:
    names = OPTIONS.parse(cx).operands
    if not names:
        raise OPTIONS.refuse(cx, "missing operand")
    if len(names) > 1:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[1])}")
    try:
        cx.fs.unlink(cx.path(names[0]))
    except OSError as error:
        return cx.fail(f"cannot unlink {always(names[0])}: {reason(error)}")
    return 0
