"""Numbers as jq 1.7 has them: doubles that remember how they were written until something is computed from them.

A whole number is an int as long as a double is exact there (or as it was written), anything else a float; a `Literal` is a
float whose spelling says more than the float does.
"""

from __future__ import annotations

from math import isnan

__all__ = ["EXACT", "Literal", "as_int", "canonical", "digits", "number", "spelled", "whole"]

# Beyond this a double no longer holds every whole number.
EXACT = 1 << 53
_LARGEST = "1.7976931348623157e+308"
# Digits of a literal that int() may be asked for; longer ones are kept as spelled (int() of digits is quadratic).
_INT_DIGITS = 400


class Literal(float):
    """A float and the digits it was written with."""

    __slots__ = ("text",)
    text: str


def number(text: str) -> int | float:
    """The number that ``text`` spells; ``text`` has the form of one."""
    if text.isdecimal() and len(text) < _INT_DIGITS:
        return int(text)
    value = float(text)
    plain = spelled(value)
    if plain == text:
        return value
    literal = Literal(value)
    literal.text = canonical(text)
    return literal if literal.text != plain else value


def canonical(text: str) -> str:
    """A literal as decNumber prints it (General Decimal Arithmetic, to-scientific-string)."""
    from decimal import MAX_EMAX, MAX_PREC, Context, InvalidOperation, Overflow

    try:
        exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=-MAX_EMAX, traps=[InvalidOperation, Overflow])
        made = exact.create_decimal(text)
    except (InvalidOperation, Overflow, MemoryError):
        return spelled(float(text))
    if not made.is_finite() or abs(made.adjusted()) > 999_999_999 or made.adjusted() > 308:
        return spelled(float(text))
    return str(made)


def spelled(value: float) -> str:
    """A number as jq prints it."""
    kind = type(value)
    if kind is int:
        return str(value)
    if kind is Literal:
        return value.text  # type: ignore[attr-defined,no-any-return]
    if isnan(value):
        return "null"
    return digits(value)


def digits(value: float) -> str:
    """The shortest digits of a double, placed as David Gay's ``g_fmt`` does with jq's bounds."""
    if value in (float("inf"), float("-inf")):
        return _LARGEST if value > 0 else "-" + _LARGEST
    if value == 0:
        return "-0" if str(value)[0] == "-" else "0"
    shortest = repr(abs(value))
    mantissa, _, exponent = shortest.partition("e")
    left, _, right = mantissa.partition(".")
    point = len(left) + int(exponent or 0)
    figures = left + right
    stripped = figures.lstrip("0")
    point -= len(figures) - len(stripped)
    figures = stripped.rstrip("0")
    sign = "-" if value < 0 else ""
    if point <= -4 or point > len(figures) + 15:
        tail = f".{figures[1:]}" if len(figures) > 1 else ""
        power = point - 1
        return f"{sign}{figures[0]}{tail}e{'-' if power < 0 else '+'}{abs(power):02d}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    if point >= len(figures):
        return sign + figures + "0" * (point - len(figures))
    return f"{sign}{figures[:point]}.{figures[point:]}"


def whole(value: float) -> int | float:
    """A computed double: an int where that is the same number, so that it prints and indexes as one."""
    if -EXACT < value < EXACT and value == (short := int(value)) and (short or str(value)[0] != "-"):
        return short
    return value


def as_int(value: float) -> int:
    """A number cut to a whole one the way C does, at the bounds of 64 bits where it has none."""
    if type(value) is not int:
        if isnan(value):
            return 0
        value = max(min(value, 9.3e18), -9.3e18)
    return max(min(int(value), (1 << 63) - 1), -(1 << 63))
