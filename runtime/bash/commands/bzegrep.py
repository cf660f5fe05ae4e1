"""bzegrep: grep in files that bzip2 compressed, for extended regular expressions."""

from __future__ import annotations

from runtime.bash.commands._shared.compressed_grep import OPTIONS, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    return search(cx, "E")
