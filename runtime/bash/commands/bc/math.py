"""The library of ``bc -l``: computed with digits to spare in integers, then cut to the scale."""

from __future__ import annotations

from math import isqrt

from runtime.bash.commands.bc.number import rescaled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.bc.number import Number

    Check = Callable[[], None]

__all__ = ["arctangent", "bessel", "cosine", "exponential", "logarithm", "sine"]

_SPARE = 12


def _fixed(number: Number, digits: int) -> int:
    return rescaled(number, digits)[0]


def _out(value: int, digits: int, scale: int) -> Number:
    return rescaled((value, digits), scale)


def exponential(x: Number, scale: int, check: Check) -> Number:
    """e to the power of x."""
    whole = abs(x[0]) // 10 ** x[1]
    digits = scale + whole * 44 // 100 + _SPARE
    if x[0] < 0:
        digits = max(scale, whole) + _SPARE
    # Halving the argument makes the series short; each squaring doubles the error, which the spare digits hold.
    halvings = max(0, whole.bit_length()) + isqrt(digits)
    digits += halvings // 3 + 2
    unit = 10**digits
    step = _fixed((abs(x[0]), x[1]), digits) >> halvings
    total = term = unit
    number = 1
    while term:
        term = term * step // (unit * number)
        total += term
        number += 1
        check()
    for _ in range(halvings):
        total = total * total // unit
        check()
    if x[0] < 0:
        total = unit * unit // total
    return _out(total, digits, scale)


def logarithm(x: Number, scale: int, check: Check) -> Number:
    """The natural logarithm; of what is not above 0, bc's answer for minus infinity."""
    if x[0] <= 0:
        return _out((1 - 10**scale) * 10**scale, scale, scale)
    digits = scale + len(str(abs(x[0]).bit_length())) + _SPARE + x[1] // 1000
    digits += max(0, x[1])
    unit = 10**digits
    value = _fixed(x, digits)
    roots = 0
    while not unit - unit // 100 < value < unit + unit // 100:
        value = isqrt(value * unit)
        roots += 1
        check()
    # ln y = 2 artanh((y - 1) / (y + 1)); the roots taken are made good by doublings.
    ratio = (value - unit) * unit // (value + unit)
    square = ratio * ratio // unit
    total, power, odd = 0, ratio, 1
    while power not in (0, -1):
        total += power // odd
        power = power * square // unit
        odd += 2
        check()
    return _out(total << (roots + 1), digits, scale)


def arctangent(x: Number, scale: int, check: Check) -> Number:
    """The angle whose tangent is x."""
    digits = scale + _SPARE + 8
    unit = 10**digits
    value = _fixed((abs(x[0]), x[1]), digits)
    doublings = 0
    while value > unit // 20:
        value = value * unit // (unit + isqrt(unit * unit + value * value))
        doublings += 1
    square = value * value // unit
    total, power, odd, sign = 0, value, 1, 1
    while power:
        total += sign * (power // odd)
        power = power * square // unit
        odd += 2
        sign = -sign
        check()
    total <<= doublings
    return _out(total if x[0] >= 0 else -total, digits, scale)


def sine(x: Number, scale: int, check: Check) -> Number:
    """The sine of an angle."""
    value, digits = _reduced(x, scale, check)
    return _out(_series(value, 10**digits, check), digits, scale)


def cosine(x: Number, scale: int, check: Check) -> Number:
    """The cosine of an angle."""
    value, digits = _reduced(x, scale, check)
    quarter = rescaled(arctangent((1, 0), digits + 2, check), digits)[0] * 2
    return _out(_series(value + quarter, 10**digits, check), digits, scale)


def _reduced(x: Number, scale: int, check: Check) -> tuple[int, int]:
    """The angle within one turn, as an integer of so many digits behind the point."""
    size = abs(x[0]).bit_length() * 301 // 1000 - x[1]
    digits = max(scale, x[1]) + max(0, size) + _SPARE
    turn = arctangent((1, 0), digits + 2, check)
    around = rescaled(turn, digits)[0] * 8
    value = _fixed(x, digits)
    sign = -1 if value < 0 else 1
    return sign * (abs(value) % around), digits


def _series(value: int, unit: int, check: Check) -> int:
    square = value * value // unit
    total, term, number = 0, value, 1
    while term not in (0, -1):
        total += term
        term = -term * square // (unit * (number + 1) * (number + 2))
        number += 2
        check()
    return total


def bessel(order: int, x: Number, scale: int, check: Check) -> Number:
    """Bessel's function of an integer order."""
    sign = -1 if order < 0 and order % 2 else 1
    order = abs(order)
    size = abs(x[0]) // 10 ** x[1]
    digits = scale + size * 9 // 10 + order + _SPARE
    unit = 10**digits
    half = _fixed(x, digits) // 2
    term = unit
    for number in range(1, order + 1):
        term = term * half // (unit * number)
        check()
    square = half * half // unit
    total, number = 0, 1
    while term not in (0, -1):
        total += term
        term = -term * square // (unit * number * (order + number))
        number += 1
        check()
    return _out(sign * total, digits, scale)
