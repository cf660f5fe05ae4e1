"""dos2unix: lines that end with CR LF become lines that end with LF."""

from __future__ import annotations

from runtime.bash.commands._shared.line_ends import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("CR LF to LF")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "Unix", lambda data: data.replace(b"\r\n", b"\n"))
