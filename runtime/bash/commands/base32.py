"""base32: encode and decode with 32 characters (RFC 4648, section 6)."""

from __future__ import annotations

from base64 import b32decode, b32encode

from runtime.bash.commands._shared.base_n import Alphabet, options, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = options("Base32")


def main(cx: Context) -> int:
    return run(cx, OPTIONS, Alphabet(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5, 8, b32encode, b32decode))
