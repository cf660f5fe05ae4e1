"""tty: the name of the terminal of standard input."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]...",
    "Print the file name of the terminal connected to standard input.",
    ("s", "silent quiet", "", "print nothing; the exit status tells"),
    status=2,
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.operands:
        raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[0])}")
    terminal = cx.stdin.isatty()
    if "s" not in given:
        cx.write("/dev/tty\n" if terminal else "not a tty\n")
    return 0 if terminal else 1
