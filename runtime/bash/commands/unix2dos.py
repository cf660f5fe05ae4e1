"""unix2dos: lines that end with LF become lines that end with CR LF."""

from __future__ import annotations

from runtime.bash.commands._shared.line_ends import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("LF to CR LF")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "DOS", lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
