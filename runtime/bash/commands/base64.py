"""base64: encode and decode with 64 characters (RFC 4648, section 4)."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from runtime.bash.commands._shared.base_n import Alphabet, options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("Base64")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def main(cx: Context) -> int:
    return run(
        cx, OPTIONS, Alphabet(_LETTERS, 3, 4, lambda data: b2a_base64(data, newline=False), a2b_base64)
    )
