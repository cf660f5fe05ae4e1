"""egrep: grep -E, for extended regular expressions."""

from __future__ import annotations

from runtime.bash.commands import grep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = grep.OPTIONS


def main(cx: Context) -> int:
    return grep.main(cx, "E")
