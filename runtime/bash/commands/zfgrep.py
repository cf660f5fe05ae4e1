"""zfgrep: grep in files that gzip compressed, for fixed strings."""

from __future__ import annotations

from runtime.bash.commands._shared.compressed_grep import OPTIONS, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    return search(cx, "F")
