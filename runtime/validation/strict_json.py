"""JSON that every reader reads alike, and the private copy of arguments that is validated, hashed and run.

Parsers disagree on duplicate keys, lone surrogates, numbers beyond a double: what one reader of a call checks, another would
not run. So such texts are refused. All work is linear in the text, or ends at a bound.

Source: RFC 8259; I-JSON, RFC 7493 sections 2.1 to 2.3 (encoding, numbers, unique names).
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
_SAFE_DIGITS = len(str(-MAX_SAFE_INTEGER))
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN = 64
_PLAIN_SUGGESTION = "Pass a JSON object of strings, numbers, booleans, null, arrays and objects."
_RANGE = "an integer is outside the range that JSON readers agree on (2^53)"
# RFC 8785 writes a double below this as an integer: read back, one beyond 2^53 would be another number.
_EXPONENT = 1e21
_decoder = msgspec.json.Decoder()


class NotPlain(ValueError):
    """A value has no plain JSON form: what is wrong, and where as a JSON Pointer."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.where = where

    def beneath(self, key: str | int) -> NotPlain:
        """The same, seen from one level further out."""
        return NotPlain(self.reason, f"/{pointer_token(key)}{self.where}")


def pointer_token(key: str | int) -> str:
    """One reference token of a JSON Pointer (RFC 6901), short and printable: it may be an attacker's text."""
    text = str(key).replace("~", "~0").replace("/", "~1")
    return printable(text, _SHOWN)


def printable(text: str, most: int) -> str:
    """The text with control characters and surrogates escaped, cut to so many characters."""
    cut = text[:most]
    shown = cut if cut.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return shown if len(text) <= most and len(shown) <= most else shown[: most - 1] + "…"


# -- text -------------------------------------------------------------------------------------------------


def parse(text: bytes | str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """The value of a JSON text.

    Raises:
        InputInvalid: the text is not JSON, or readers could differ on it; ``position`` counts characters from 0.
    """
    characters = _characters(text, max_bytes)
    try:
        value = _json.decode(characters)
    except json.JSONDecodeError as error:
        raise _unreadable(f"not JSON: {error.msg}", position=error.pos, line=error.lineno) from None
    except NotPlain as error:
        raise _unreadable(error.reason) from None
    except RecursionError:
        raise _unreadable(f"nested deeper than {max_depth} levels") from None
    # Deeper than the number of its brackets no text can be: most are never walked.
    if characters.count("[") + characters.count("{") > max_depth or "\\u" in characters:
        try:
            plain(value, max_size=len(characters), max_depth=max_depth)
        except NotPlain as error:
            raise _unreadable(error.reason, field=error.where) from None
    return value


def _characters(text: bytes | str, max_bytes: int) -> str:
    if len(text) > max_bytes:
        raise _too_large(max_bytes)
    try:
        if isinstance(text, str):
            size, characters = len(text.encode()), text
        else:
            size, characters = len(text), str(text, "utf-8")
    except UnicodeError as error:
        position = error.start if isinstance(error, (UnicodeDecodeError, UnicodeEncodeError)) else 0
        raise _unreadable("not valid UTF-8", position=position) from None
    if size > max_bytes:
        raise _too_large(max_bytes)
    if characters.startswith("\ufeff"):
        raise _unreadable("a byte order mark stands before the text", position=0)
    return characters


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise NotPlain(f'the key "{printable(twice, _SHOWN)}" is given twice')
    return value


def _integer(digits: str) -> int:
    # Length first: converting a quarter of a million digits takes quadratic time.
    if len(digits) > _SAFE_DIGITS or not -MAX_SAFE_INTEGER <= (value := int(digits)) <= MAX_SAFE_INTEGER:
        raise NotPlain(_RANGE)
    return value


def _real(digits: str) -> float:
    return _agreed(float(digits))


def _agreed(value: float) -> float:
    if not math.isfinite(value):
        raise NotPlain("a number is NaN, or larger than a double holds")
    if MAX_SAFE_INTEGER < abs(value) < _EXPONENT:
        raise NotPlain(_RANGE)
    return value


def _constant(name: str) -> NoReturn:
    raise NotPlain(f"{name} is not JSON")


_json = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


# -- values -----------------------------------------------------------------------------------------------


def plain(value: Any, *, max_size: int, max_depth: int) -> Any:
    """A copy made of exact builtins.

    A subclass's own methods are never asked, since they could answer differently next time. ``max_size`` bounds values
    plus characters, so that a few objects that hold each other many times over cannot unfold without end.

    Raises:
        NotPlain: the value is not JSON, or exceeds a bound.
    """
    return _Copier(max_size).copy(value, max_depth)


class _Copier:
    """Copies one value; ``left`` is what remains of its allowance."""

    __slots__ = ("left", "size")

    def __init__(self, size: int) -> None:
        self.left = self.size = size

    def copy(self, value: Any, depth: int) -> Any:
        kind = type(value)
        self.left -= 1
        if self.left < 0:
            raise NotPlain(f"larger than {self.size} bytes")
        if kind is str:
            return self.text(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            if not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
                raise NotPlain(_RANGE)
            return value
        if kind is float:
            return _agreed(value)
        if kind is dict or issubclass(kind, dict):  # by type: __class__ may lie
            return self.object(value, self.below(depth))
        if kind is list or kind is tuple:
            return self.array(value, self.below(depth))
        return self.copy(_exact(value, kind), depth)

    @staticmethod
    def below(depth: int) -> int:
        if depth <= 0:
            raise NotPlain("nested too deeply, or within itself")
        return depth - 1

    def text(self, value: str) -> str:
        self.left -= len(value)
        if self.left < 0:
            raise NotPlain(f"larger than {self.size} bytes")
        if not value.isascii() and _SURROGATE.search(value):
            raise NotPlain("a string holds half of a surrogate pair")
        return value

    def object(self, value: dict[Any, Any], depth: int) -> dict[str, Any]:
        copied: dict[str, Any] = {}
        # The stored pairs, taken in one step as another thread may change them. dict.copy and dict() would ask a subclass's
        # own keys(), and hash its keys.
        pairs = list(dict.items(value))
        for key, item in pairs:
            name = key if type(key) is str else _name(key)
            try:
                copied[self.text(name)] = self.copy(item, depth)
            except NotPlain as error:
                raise error.beneath(name) from None
        if len(copied) != len(pairs):
            raise NotPlain("two keys are spelled alike")
        return copied

    def array(self, value: list[Any] | tuple[Any, ...], depth: int) -> list[Any]:
        copied: list[Any] = []
        for item in value:
            try:
                copied.append(self.copy(item, depth))
            except NotPlain as error:
                raise error.beneath(len(copied)) from None
        return copied


# The constructors of the builtins ask a subclass; these methods read what is really stored.
_EXACT: tuple[tuple[type, Any], ...] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
    (list, lambda value: list(list.__iter__(value))),
    (tuple, lambda value: list(tuple.__iter__(value))),
)


def _exact(value: Any, kind: type) -> Any:
    """What a subclass of a builtin stores."""
    for builtin, stored in _EXACT:
        if issubclass(kind, builtin):
            return stored(value)
    raise NotPlain(f"a value of type {printable(kind.__name__, _SHOWN)} is not JSON")


def _name(key: Any) -> str:
    if issubclass(type(key), str):
        return str.__str__(key)
    raise NotPlain("an object key is not a string")


# -- arguments --------------------------------------------------------------------------------------------


def freeze_arguments(value: Any, *, max_bytes: int = MAX_BYTES) -> tuple[dict[str, Any], bytes]:
    """The arguments of a call as a private copy, and their canonical bytes.

    The copy is read back from the bytes: what is validated, hashed, approved and run is one and the same. Hence ``1.0``
    arrives as ``1``, and keys arrive sorted.

    Args:
        value: A mapping, or a JSON text as str or bytes.
        max_bytes: The most that text and canonical form may have.

    Raises:
        InputInvalid: not a JSON object, too large, nested deeper than 64 levels, or not one that readers agree on.
    """
    try:
        encoded = canonical.encode(_object(value, max_bytes))
    except NotPlain as error:
        raise _refused(error.reason, field=error.where) from None
    except canonical.NotCanonical as error:
        raise _refused(str(error)) from None
    if len(encoded) > max_bytes:
        raise _too_large(max_bytes)
    copy: dict[str, Any] = _decoder.decode(encoded)
    return copy, encoded


def _object(value: Any, max_bytes: int) -> dict[str, Any]:
    if isinstance(value, (str, bytes, bytearray)):
        value = parse(bytes(value) if isinstance(value, bytearray) else value, max_bytes=max_bytes)
    elif not issubclass(type(value), dict) and isinstance(value, Mapping):
        value = _items(value)
    if not issubclass(type(value), dict):
        raise _refused("not an object: a call takes named arguments")
    try:
        copied: dict[str, Any] = plain(value, max_size=max_bytes, max_depth=MAX_DEPTH)
    except RecursionError:  # the caller itself stands near the end of the stack
        raise _refused("nested too deeply") from None
    return copied


def _items(value: Mapping[Any, Any]) -> dict[Any, Any]:
    """The entries of a mapping that is no dict: its methods are foreign code, which may raise anything."""
    try:
        return dict(value)
    except Exception:  # noqa: BLE001
        raise _refused("a mapping that cannot be read") from None


def _too_large(most: int) -> InputInvalid:
    return InputInvalid(
        f"the arguments are larger than {most} bytes",
        suggestion="Send less in one call, or put the data into a file.",
        max_bytes=most,
    )


def _refused(reason: str, **details: Any) -> InputInvalid:
    where = details.get("field")
    return InputInvalid(
        f"the arguments are unusable: {reason}" + (f" (at {where})" if where else ""),
        suggestion=_PLAIN_SUGGESTION,
        **details,
    )


def _unreadable(reason: str, **details: Any) -> InputInvalid:
    place = f" (at character {details['position']})" if "position" in details else ""
    return InputInvalid(
        f"the JSON text is unusable: {reason}{place}",
        suggestion="Send one JSON object in UTF-8, each key once.",
        **details,
    )
