"""more: show files; all at once, there being no terminal."""

from __future__ import annotations

from runtime.bash.commands._shared.pager import show
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <file>...",
    "Display the contents of a file in a terminal.",
    ("d", "silent", "", "ignored, as all that is about the screen"),
    ("f", "logical", "", "ignored"),
    ("l", "no-pause", "", "ignored"),
    ("c", "print-over", "", "ignored"),
    ("e", "exit-on-eof", "", "ignored"),
    ("p", "clean-print", "", "ignored"),
    ("s", "squeeze", "", "ignored"),
    ("u", "plain", "", "ignored"),
    ("n", "lines", "NUMBER", "ignored"),
    ("h", "", "", "display this help"),
    ("V", "", "", "display version"),
    digits="lines",
    origin="util-linux 2.38.1",
)
_HEADING = "::::::::::::::\n{name}\n::::::::::::::\n"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, [arg for arg in cx.args if not arg.startswith("+")])
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])

    def complain(name: str, why: str) -> None:
        cx.complain(f"cannot open {name}: {why}")

    return show(cx, given.operands or ["-"], "\n*** {name}: directory ***\n\n", _HEADING, complain)
