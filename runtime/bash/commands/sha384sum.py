"""sha384sum: SHA384 checksums."""

from __future__ import annotations

from hashlib import sha384

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("SHA384")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "SHA384", lambda: sha384(usedforsecurity=False))
