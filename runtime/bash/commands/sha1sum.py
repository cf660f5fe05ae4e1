"""sha1sum: SHA1 checksums."""

from __future__ import annotations

from hashlib import sha1

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("SHA1")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "SHA1", lambda: sha1(usedforsecurity=False))
