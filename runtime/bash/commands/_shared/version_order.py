"""The order of version numbers in names, as ``sort -V`` and ``ls -v`` have it (gnulib's filevercmp)."""

from __future__ import annotations

import re

__all__ = ["version_key"]

_SUFFIX = re.compile(rb"(?:\.[A-Za-z~][A-Za-z0-9~]*)*\Z")
_PARTS = re.compile(rb"(\D*)(\d*)")


def version_key(name: bytes) -> tuple[object, ...]:
    """A key that orders names: runs of digits by value, ``~`` before the end, letters before other characters; file
    suffixes count only when all else is equal."""
    special = {b"": 0, b".": 1, b"..": 2}.get(name)
    if special is not None:
        return (special,)
    hidden = 3 if name.startswith(b".") else 4
    found = _SUFFIX.search(name)
    stem = name[: found.start()] if found and found.start() else name
    return (hidden, _key(stem), _key(name))


def _key(text: bytes) -> tuple[tuple[tuple[int, ...], tuple[int, bytes]], ...]:
    return (
        *(
            ((*(_rank(byte) for byte in letters), _END), _value(digits))
            for letters, digits in _PARTS.findall(text)
            if letters or digits
        ),
        ((_END,), (-1, b"")),
    )


def _value(digits: bytes) -> tuple[int, bytes]:
    """Orders like the number, of any length."""
    digits = digits.lstrip(b"0")
    return len(digits), digits


_END = 1


def _rank(byte: int) -> int:
    """~ before the end of a part, then letters, then the rest."""
    if byte == 126:
        return 0
    return byte + 2 if chr(byte).isalpha() and byte < 128 else byte + 300
