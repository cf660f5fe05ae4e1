"""less: show files; all at once, there being no terminal."""

from __future__ import annotations

from runtime.bash.commands._shared.pager import show
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] [file]...",
    "Show files as they are: what less does when its output is no terminal.",
    ("aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~", "", "", "ignored, as all that is about the screen"),
    ("", "chop-long-lines no-init quit-if-one-screen raw-control-chars RAW-CONTROL-CHARS", "", "ignored"),
    ("", "ignore-case IGNORE-CASE line-numbers LINE-NUMBERS long-prompt quit-at-eof", "", "ignored"),
    ("", "squeeze-blank-lines mouse use-color tilde silent SILENT hilite-search", "", "ignored"),
    ("bhjkoOpPtTxyzD", "", "ARG", "ignored"),
    ("", "prompt tabs pattern window jump-target shift", "ARG", "ignored"),
    origin="less 590",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, [arg for arg in cx.args if not arg.startswith("+")])

    def complain(name: str, why: str) -> None:
        cx.write(f"{name}: {why}\n")  # where a pager's user looks

    return show(cx, given.operands or ["-"], "{name} is a directory\n", "", complain)
