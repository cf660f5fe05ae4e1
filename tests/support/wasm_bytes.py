"""Modules changed and put together byte by byte, as admission must be able to read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wasm_modules import MAGIC, leb, name, section, sections, vector

COMPONENT = b"\0asm\x0d\0\1\0"
EMPTY_TYPE = b"\x60\0\0"


def padded(number: int, length: int) -> bytes:
    """A number in more bytes than it needs."""
    short = leb(number)
    return bytes(byte | 0x80 for byte in short) + b"\x80" * (length - len(short) - 1) + b"\0"


def signed(number: int) -> bytes:
    """A number in signed LEB128, as components write the numbers of types."""
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number & 0x7F])


def custom(text: str, content: bytes = b"") -> bytes:
    """A custom section."""
    return section(0, name(text) + content)


def sprinkled(data: bytes, *extra: bytes) -> bytes:
    """The module with these sections before, between and after its own; those of modules inside it too."""
    out = [data[:8], *extra]
    for number, begin, end in sections(data):
        whole = data[begin:end]
        nested = data[4:8] == COMPONENT[4:] and number in (1, 4)
        out += [
            section(number, sprinkled(whole[whole.index(b"\0asm") :], *extra)) if nested else whole,
            *extra,
        ]
    return b"".join(out)


def functions(bodies: Sequence[bytes], *, types: Iterable[bytes] = (EMPTY_TYPE,)) -> bytes:
    """A module of these functions, all of its first type; a body has its locals and its end."""
    return (
        MAGIC
        + section(1, vector(list(types)))
        + section(3, vector([b"\0"] * len(bodies)))
        + section(10, vector([leb(len(body)) + body for body in bodies]))
    )
