"""basenc: encode and decode in any of the bases of RFC 4648, and more."""

from __future__ import annotations

from base64 import (
    b16decode,
    b16encode,
    b32decode,
    b32encode,
    b32hexdecode,
    b32hexencode,
    urlsafe_b64decode,
    urlsafe_b64encode,
)
from binascii import a2b_base64, b2a_base64
from string import ascii_letters, ascii_uppercase, digits

from runtime.bash.commands._shared.base_n import Alphabet, run
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]",
    "basenc encode or decode FILE, or standard input, to standard output.",
    ("", "base64", "", "same as the program base64"),
    ("", "base64url", "", "base64 that file names and addresses may hold"),
    ("", "base32", "", "same as the program base32"),
    ("", "base32hex", "", "base32 whose digits are in order"),
    ("", "base16", "", "hexadecimal"),
    ("", "base2msbf", "", "bits, the most significant first"),
    ("", "base2lsbf", "", "bits, the least significant first"),
    ("d", "decode", "", "decode"),
    ("i", "ignore-garbage", "", "when decoding, ignore what is not of the alphabet"),
    ("w", "wrap", "COLS", "wrap lines after COLS characters, 76 by default; 0 for none"),
)


def _bits(data: bytes, step: int) -> bytes:
    return "".join(f"{byte:08b}"[::step] for byte in data).encode()


def _of_bits(text: bytes, step: int) -> bytes:
    return bytes(int(text[at : at + 8][::step], 2) for at in range(0, len(text), 8))


_PLAIN = (ascii_letters + digits).encode()
_BASES = {
    "base64": lambda: Alphabet(
        _PLAIN + b"+/", 3, 4, lambda data: b2a_base64(data, newline=False), a2b_base64
    ),
    "base64url": lambda: Alphabet(_PLAIN + b"-_", 3, 4, urlsafe_b64encode, urlsafe_b64decode),
    "base32": lambda: Alphabet(ascii_uppercase.encode() + b"234567", 5, 8, b32encode, b32decode),
    "base32hex": lambda: Alphabet(
        digits.encode() + ascii_uppercase[:22].encode(), 5, 8, b32hexencode, b32hexdecode
    ),
    "base16": lambda: Alphabet(digits.encode() + b"ABCDEF", 1, 2, b16encode, b16decode),
    "base2msbf": lambda: Alphabet(b"01", 1, 8, lambda data: _bits(data, 1), lambda text: _of_bits(text, 1)),
    "base2lsbf": lambda: Alphabet(b"01", 1, 8, lambda data: _bits(data, -1), lambda text: _of_bits(text, -1)),
}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    chosen = given.last(tuple(_BASES))
    if not chosen:
        raise OPTIONS.refuse(cx, "missing encoding type")
    return run(cx, OPTIONS, _BASES[chosen]())
