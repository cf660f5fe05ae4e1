"""sha512sum: SHA512 checksums."""

from __future__ import annotations

from hashlib import sha512

from runtime.bash.commands._shared.digest import options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("SHA512")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, "SHA512", lambda: sha512(usedforsecurity=False))
