"""dir: ls -C -b, whatever it writes to."""

from __future__ import annotations

from runtime.bash.commands import ls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = ls.OPTIONS


def main(cx: Context) -> int:
    return ls.main(cx, ("-C", "-b"))
