"""md5sum: MD5 checksums."""

from __future__ import annotations

from hashlib import md5

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("MD5")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "MD5", lambda: md5(usedforsecurity=False))
