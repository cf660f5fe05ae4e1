"""Base64, hexadecimal digits and percent-encoding with OPA's answers, and guards around the engine's functions for them.

OPA's texts hold any bytes, the engine's hold UTF-8. What is not known to be OPA's answer is an error, which denies. Imports nothing of the
runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes


class Undecodable(ValueError):
    """OPA's answer to this is not known here."""


_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def is_base64(value: Any) -> bool:
    """Line breaks count for nothing, and neither do the bits behind the last byte, as in Go."""
    return isinstance(value, str) and _BASE64.fullmatch(re.sub(r"[\r\n]", "", value)) is not None


def base64_of_text(value: Any) -> str:
    digits = re.sub(r"[\r\n=]", "", _text(value)).translate({45: "+", 95: "/"})
    return _of_text(value, base64.b64decode, digits + "=" * (-len(digits) % 4))


def hex_of_text(value: Any) -> str:
    return _of_text(value, bytes.fromhex, _text(value))


def _of_text(value: Any, decode: Callable[[str], bytes], digits: str) -> str:
    """The digits of UTF-8: OPA's texts hold any bytes, the engine's do not. What are no digits is the engine's to refuse."""
    try:
        decoded = decode(digits)
    except ValueError:
        return str(value)
    _require_text(decoded)
    return str(value)


def escaped(value: Any) -> str:
    """Parameters of a query, of which the engine would take what stands behind ``#`` for a fragment."""
    if re.search(r"%(?![0-9A-Fa-f]{2})|[^!-:<-~]|#", _text(value)):
        raise Undecodable("this is not percent-encoded")
    _require_text(unquote_to_bytes(value))
    return str(value)


def escaped_text(value: Any) -> str:
    """One text: the engine would take it for a parameter, and leave out a sign of equality at its end."""
    if "&" in escaped(value) or value.endswith("="):
        raise Undecodable("several parameters, or one without a value")
    return str(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Undecodable("a string is needed")
    return value


def _require_text(decoded: bytes) -> None:
    if decoded.decode(errors="replace").encode() != decoded:
        raise Undecodable("encoded bytes that are no text")


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "base64.is_valid": (1, is_base64),
    "guards.base64_of_text": (1, base64_of_text),
    "guards.escaped": (1, escaped),
    "guards.escaped_text": (1, escaped_text),
    "guards.hex_of_text": (1, hex_of_text),
}


def install(engine: Any) -> None:
    """Give an engine these functions."""
    for name, (arity, function) in EXTENSIONS.items():
        engine.add_extension(name, arity, function)
