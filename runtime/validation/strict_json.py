"""JSON from a model, read one way only.

Readers of JSON disagree on duplicate keys, lone surrogates, NaN and numbers past 2^53; where two parts of a system
disagree, one can be shown a harmless call and the other run a harmful one. So all of that is refused, and what is left is
frozen to its canonical bytes, from which everything later is made.

Source: RFC 8259; RFC 7493 (I-JSON) for duplicates, surrogates and the number range.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from runtime.contracts import canonical
from runtime.contracts.audit import MAX_SAFE_INTEGER
from runtime.contracts.errors import InputInvalid

MAX_BYTES = 262_144
MAX_DEPTH = 64
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BOM = "\ufeff"
_decode = msgspec.json.decode


def parse(text: bytes | str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """The value of a JSON text.

    Raises:
        InputInvalid: it is not JSON, ambiguous, too large or too deep.
    """
    if len(text) > max_bytes:
        raise _too_large(max_bytes)
    text = _as_text(text)
    _require_depth(text, max_depth)
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise InputInvalid(
            f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})",
            suggestion="Send one JSON object.",
            position=error.pos,
        ) from None
    if _SURROGATE.search(text):
        _require_unicode(value)
    return value


def freeze_arguments(value: Any) -> tuple[dict[str, Any], bytes]:
    """A private copy of the arguments, and their canonical bytes.

    Args:
        value: A mapping of JSON values, or JSON text.

    Raises:
        InputInvalid: not a JSON object, or one that has no canonical form within the bounds.
    """
    if isinstance(value, (bytes, bytearray, str)):
        value = parse(bytes(value) if isinstance(value, bytearray) else value)
    if type(value) is not dict:
        if not isinstance(value, Mapping):
            raise InputInvalid("the arguments must be a JSON object", suggestion='Send {"name": value, ...}.')
        value = dict(value)
    try:
        data = canonical.encode(value, max_depth=MAX_DEPTH)
    except canonical.NotCanonical as error:
        raise InputInvalid(f"the arguments have no canonical form: {error}") from None
    if len(data) > MAX_BYTES:
        raise _too_large(MAX_BYTES)
    # Made from the bytes, not copied: whatever the caller does to its objects, these are what was checked.
    return _decode(data), data


def _as_text(text: bytes | str) -> str:
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputInvalid("the text is not UTF-8", position=error.start) from None
    if text.startswith(_BOM):
        raise InputInvalid(
            "the text begins with a byte order mark", suggestion="Send it without.", position=0
        )
    return text


def _require_depth(text: str, max_depth: int) -> None:
    """Refuse deep nesting before a recursive parser sees it."""
    if text.count("[") + text.count("{") <= max_depth:
        return
    depth = 0
    for character in _STRING.sub("", text):
        if character in "[{":
            depth += 1
            if depth > max_depth:
                raise InputInvalid(
                    f"nested deeper than {max_depth}", suggestion="Flatten the value.", max_depth=max_depth
                )
        elif character in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputInvalid("a key stands twice in one object", field="/" + shown(twice))
    return found


def _constant(name: str) -> NoReturn:
    raise InputInvalid(f"{name} is not JSON", suggestion="Send a finite number or null.")


def _integer(digits: str) -> int:
    # The length first: turning a million digits into an integer takes a quadratic while.
    if len(digits) > 17 or abs(int(digits)) > MAX_SAFE_INTEGER:
        raise InputInvalid(
            "an integer is past 2^53, where readers of JSON disagree", suggestion="Send it as a string."
        )
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise InputInvalid("a number is too large", suggestion="Send a finite number.")
    return number


def _require_unicode(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise InputInvalid("a string holds a lone surrogate", suggestion="Send valid Unicode.") from None


def _too_large(max_bytes: int) -> InputInvalid:
    return InputInvalid(
        f"the arguments are larger than {max_bytes} bytes",
        suggestion="Send less in one call.",
        max_bytes=max_bytes,
    )


def shown(text: str, most: int = 80) -> str:
    """Text from outside as it may stand in a message: short, and without control characters."""
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)
