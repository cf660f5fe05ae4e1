"""Canonical JSON (RFC 8785): one value, one spelling, so that a digest means something.

msgspec is 100 times faster than the reference implementation and gives the same bytes inside a subset: fractions
from 0.0001 on, integers below 2^53, keys whose UTF-16 order is their code point order. `encode` walks the value once,
takes the fast path inside the subset and the reference (`rfc8785`) outside. Property tests and the published
vectors hold the two equal.

Source: RFC 8785; I-JSON (RFC 7493) for the number range.
"""

from __future__ import annotations

from typing import Any

import msgspec

from runtime.contracts.audit import MAX_SAFE_INTEGER

MAX_DEPTH = 128
_LEAST_DECIMAL = 1e-4
_HIGHEST_SAFE_KEY = "\ud7ff"  # above it UTF-16 order and code point order can differ
_encoder = msgspec.json.Encoder(order="deterministic")


class Canonical(bytes):
    """Canonical bytes that `encode` made: what is the same in many questions is written once."""

    __slots__ = ()


class NotCanonical(ValueError):
    """The value has no canonical form: not JSON, too deep, NaN, a lone surrogate, an integer over 2^53."""


def encode(value: Any, *, max_depth: int = MAX_DEPTH) -> bytes:
    """The canonical bytes of a JSON value (dict, list, tuple, str, int, float, bool, None).

    Raises:
        NotCanonical: the value has no canonical form.
    """
    try:
        if _is_plain(value, max_depth):
            return _encoder.encode(value)
        whole = _with_integers(
            value
        )  # 30.0 is written 30, and the digest of a manifest is made at each start
        return _encoder.encode(whole) if _is_plain(whole, max_depth) else _encode_by_reference(value)
    except UnicodeEncodeError:
        raise NotCanonical("a string holds a lone surrogate") from None


def _is_plain(value: Any, depth: int) -> bool:
    """Whether msgspec's bytes are the canonical ones; raises where no canonical form exists."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return True
    if kind is int:
        if -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
            return True
        raise NotCanonical("an integer is outside the range that JSON readers agree on (2^53)")
    if kind is float:
        # Written alike by both where neither needs an exponent; whole ones are written as integers.
        return _LEAST_DECIMAL <= abs(value) <= MAX_SAFE_INTEGER and not value.is_integer()
    if depth <= 0:
        raise NotCanonical("the value is nested too deeply")
    if kind is dict:
        return _is_plain_object(value, depth - 1)
    if kind is list or kind is tuple:
        plain = True
        for item in value:  # no all(): every item must be looked at, not just those before the first float
            plain &= _is_plain(item, depth - 1)
        return plain
    raise NotCanonical(f"a value of type {kind.__name__} is not JSON")


def _is_plain_object(value: dict[Any, Any], depth: int) -> bool:
    plain = True
    for key, item in value.items():
        if type(key) is not str:
            raise NotCanonical("an object key is not a string")
        if not key.isascii() and max(key) > _HIGHEST_SAFE_KEY:
            plain = False
        plain &= _is_plain(item, depth)
    return plain


def _with_integers(value: Any) -> Any:
    """The value with an integer for each float that is one, which RFC 8785 writes alike."""
    kind = type(value)
    if kind is float:
        return int(value) if value.is_integer() and abs(value) <= MAX_SAFE_INTEGER else value
    if kind is dict:
        return {key: _with_integers(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [_with_integers(item) for item in value]
    return value


def _encode_by_reference(value: Any) -> bytes:
    import rfc8785  # rarely needed, and never on the hot path

    try:
        return rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        raise NotCanonical(str(error)) from None
