"""clear: clear the screen of a terminal."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options]",
    "Clear the screen.",
    ("T", "", "TERM", "use this in place of $TERM"),
    ("V", "", "", "the same as --version"),
    ("x", "", "", "leave what has scrolled out of sight"),
    hint="{help}",
    origin="ncurses 6.4",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    if not given.get("T", cx.env.get("TERM", "")):
        cx.stderr.write(b"TERM environment variable not set.\n")
        return 1
    cx.write("\033[H\033[2J" if "x" in given else "\033[H\033[2J\033[3J")
    return 0
