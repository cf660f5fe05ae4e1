"""who: who is logged in: nobody, the machine being virtual."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE | ARG1 ARG2]",
    "Print information about users who are currently logged in.",
    ("a", "all", "", "ignored: there is nothing to tell"),
    ("b", "boot", "", "ignored"),
    ("d", "dead", "", "ignored"),
    ("H", "heading", "", "print line of column headings"),
    ("l", "login", "", "ignored"),
    ("", "lookup", "", "ignored"),
    ("m", "", "", "ignored"),
    ("p", "process", "", "ignored"),
    ("q", "count", "", "all login names and number of users logged on"),
    ("r", "runlevel", "", "ignored"),
    ("s", "short", "", "print only name, line, and time (default)"),
    ("t", "time", "", "ignored"),
    ("Tw", "mesg message writable", "", "ignored"),
    ("u", "users", "", "ignored"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if len(given.operands) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[2])}")
    if "q" in given:
        cx.write("\n# users=0\n")
    elif "H" in given:
        cx.write("NAME     LINE         TIME             COMMENT\n")
    return 0
