"""sha256sum: SHA256 checksums."""

from __future__ import annotations

from hashlib import sha256

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("SHA256")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "SHA256", lambda: sha256(usedforsecurity=False))
