"""sha224sum: SHA224 checksums."""

from __future__ import annotations

from hashlib import sha224

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("SHA224")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "SHA224", lambda: sha224(usedforsecurity=False))
