"""Writes a body of ``multipart/form-data`` (RFC 7578).

The boundary is a digest of everything between boundaries. So the same request is the same bytes when it is sent again, and no value can hold its own boundary and begin a part that
nobody declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runtime.contracts.digest import digest


class Piece(NamedTuple):
    """One part, with its value in it."""

    name: str
    filename: str
    """"" for what is no file."""
    content_type: str
    data: bytes


def joined(pieces: Sequence[Piece]) -> bytes:
    """The body."""
    written = [_head(piece) + piece.data for piece in pieces]
    boundary = _boundary(written)
    return b"".join(b"--%b\r\n%b\r\n" % (boundary, one) for one in written) + b"--%b--\r\n" % boundary


def boundary_of(body: bytes) -> str:
    """The boundary of what `joined` wrote."""
    return body[2 : body.index(b"\r\n")].decode("ascii").removesuffix("--")


def _boundary(written: Sequence[bytes]) -> bytes:
    sizes = b",".join(b"%d" % len(one) for one in written)
    return digest(sizes + b"\0" + b"".join(written)).removeprefix("blake3:")[:60].encode("ascii")


def _head(piece: Piece) -> bytes:
    lines = f'Content-Disposition: form-data; name="{_quoted(piece.name)}"'
    if piece.filename:
        lines += f'; filename="{_quoted(piece.filename)}"'
    if piece.content_type:
        lines += f"\r\nContent-Type: {piece.content_type}"
    return f"{lines}\r\n\r\n".encode()


def _quoted(text: str) -> str:
    """As browsers write a name (HTML, "multipart/form-data encoding algorithm"); control characters were refused."""
    return text.replace('"', "%22")
