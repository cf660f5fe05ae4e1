"""Arithmetic with OPA's results: exact, or an error.

OPA computes with as many digits as it takes, the engine with 64 bits. Imports nothing of the runtime: the policy worker
loads this file by its path.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

MAX_WHOLE = 2**53
MAX_INTEGER = 2**63
_MANTISSA = 64


class Inexact(ValueError):
    """OPA's result is not known here, or cannot be written."""


class NoResult(Inexact):
    """OPA has no result either."""

    is_opas = True


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoResult("a number is needed")
    return value


def number(value: Any) -> Any:
    """A number that both sides hold exactly."""
    if abs(_number(value)) >= (MAX_INTEGER if isinstance(value, int) else MAX_WHOLE):
        raise Inexact("a number beyond 2**53")
    return value


def integer(value: Any) -> Any:
    if number(value) != int(value):
        raise NoResult("a fraction where a whole number is needed")
    if abs(value) > MAX_WHOLE:
        raise Inexact("a large number where a whole number is needed")
    return int(value)


def truncated(value: Any) -> int:
    """Without its fraction: -0.5 is written as 0, not as -0."""
    return int(number(value))


def raised(value: Any) -> Any:
    """What is rounded up or down: of -0.5 OPA makes 1 by `ceil`, and 0 by `floor`."""
    if -1 < number(value) < 0:
        raise Inexact("a fraction between -1 and 0")
    return value


def _computed(exact: Fraction) -> int | float:
    """A result that OPA, which rounds to 64 bits, and the engine write alike."""
    if exact.denominator == 1 and abs(exact) < MAX_INTEGER:
        return int(exact)
    rounded = _rounded(exact)
    value = float(rounded)
    if abs(value) > MAX_WHOLE or _rounded(Fraction(repr(value))) != rounded:
        raise Inexact("a result that cannot be written exactly; compare without dividing")
    return value


def _rounded(exact: Fraction) -> Fraction:
    """To the nearest number with a mantissa of 64 bits, ties to even."""
    if not exact:
        return exact
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length() - _MANTISSA
    unit = Fraction(2) ** exponent
    if abs(exact / unit) >= 2**_MANTISSA:
        unit *= 2
    elif abs(exact / unit) < 2 ** (_MANTISSA - 1):
        unit /= 2
    return round(exact / unit) * unit


def _exact(value: Any) -> Fraction:
    return Fraction(value) if isinstance(_number(value), int) else _rounded(Fraction(repr(value)))


def plus(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int and abs(left + right) < MAX_INTEGER:
        return left + right
    return _computed(_exact(left) + _exact(right))


def minus(left: Any, right: Any) -> Any:
    if isinstance(left, set | frozenset) and isinstance(right, set | frozenset):
        return left - right
    return _computed(_exact(left) - _exact(right))


def times(left: Any, right: Any) -> Any:
    return _computed(_exact(left) * _exact(right))


def divided(left: Any, right: Any) -> Any:
    if not _number(right):
        raise NoResult("a division by zero")
    return _computed(_exact(left) / _exact(right))


def _whole(value: Any) -> Fraction:
    if not isinstance(_number(value), int):
        raise Inexact("OPA adds and multiplies fractions in several ways")
    return Fraction(value)


def total(values: Any) -> Any:
    return _computed(sum(map(_whole, values), Fraction(0)))


def product(values: Any) -> Any:
    return _computed(functools.reduce(lambda one, other: one * _whole(other), values, Fraction(1)))


def _bits(compute: Callable[..., int]) -> Callable[..., int]:
    def guarded(*values: Any) -> int:
        result = compute(*map(integer, values))
        if abs(result) >= MAX_INTEGER:
            raise Inexact("a number beyond 2**63")
        return result

    return guarded


def _shifted(value: int, count: int, *, left: bool) -> int:
    if not 0 <= count <= _MANTISSA:
        raise Inexact("a shift by less than 0 or more than 64")
    return value << count if left else value >> count


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "bits.and": (2, _bits(lambda a, b: a & b)),
    "bits.lsh": (2, _bits(lambda a, n: _shifted(a, n, left=True))),
    "bits.negate": (1, _bits(lambda a: ~a)),
    "bits.or": (2, _bits(lambda a, b: a | b)),
    "bits.rsh": (2, _bits(lambda a, n: _shifted(a, n, left=False))),
    "bits.xor": (2, _bits(lambda a, b: a ^ b)),
    "product": (1, product),
    "sum": (1, total),
    "guards.divided": (2, divided),
    "guards.minus": (2, minus),
    "guards.plus": (2, plus),
    "guards.raised": (1, raised),
    "guards.truncated": (1, truncated),
    "guards.times": (2, times),
    "guards.integer": (1, integer),
    "guards.number": (1, number),
}


def install(engine: Any) -> None:
    """Give an engine these functions."""
    for name, (arity, function) in EXTENSIONS.items():
        engine.add_extension(name, arity, function)
