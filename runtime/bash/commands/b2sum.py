"""b2sum: BLAKE2b checksums."""

from __future__ import annotations

from hashlib import blake2b

from runtime.bash.commands._shared.digest import options, run
from runtime.bash.commands._shared.quoting import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options(
    "BLAKE2b", ("l", "length", "BITS", "length of the checksum: a multiple of 8, 512 by default")
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    text = given.get("l", "0")
    if (
        not (text.isascii() and text.isdigit())
        or int(text.lstrip("0")[:9] or "0") > 512
        or int(text.lstrip("0")[:9] or "0") % 8
    ):
        cx.complain(f"invalid length: {quote(text)}")
        if text.isascii() and text.isdigit():
            over = f"maximum digest length for {quote('BLAKE2b')} is 512 bits"
            cx.complain("length is not a multiple of 8" if int(text.lstrip("0")[:9] or "0") % 8 else over)
        return 1
    bits = int(text.lstrip("0") or "0") or 512
    tag = "BLAKE2b" if bits == 512 else f"BLAKE2b-{bits}"
    return run(cx, OPTIONS, "BLAKE2b", lambda: blake2b(digest_size=bits // 8), tag)
