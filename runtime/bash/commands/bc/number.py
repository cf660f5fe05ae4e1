"""The numbers of bc: an integer and how many of its decimal digits stand behind the point. Results are cut, never rounded."""

from __future__ import annotations

from math import isqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ONE",
    "ZERO",
    "Number",
    "add",
    "digits_of",
    "divide",
    "length",
    "multiply",
    "parsed",
    "power_cost",
    "raised",
    "remainder",
    "rescaled",
    "root",
    "shown",
    "subtract",
]

Number = tuple[int, int]
ZERO: Number = (0, 0)
ONE: Number = (1, 0)
# The interpreter refuses to convert integers of more than 4,300 digits at once.
_PIECE = 4_000
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _cut(value: int, divisor: int) -> int:
    """The quotient towards zero."""
    return value // divisor if value >= 0 else -(-value // divisor)


def rescaled(number: Number, scale: int) -> Number:
    """With exactly ``scale`` digits behind the point."""
    value, has = number
    if has == scale:
        return number
    return (value * 10 ** (scale - has), scale) if has < scale else (_cut(value, 10 ** (has - scale)), scale)


def add(a: Number, b: Number) -> Number:
    """The sum, with the larger scale."""
    scale = max(a[1], b[1])
    return rescaled(a, scale)[0] + rescaled(b, scale)[0], scale


def subtract(a: Number, b: Number) -> Number:
    """The difference, with the larger scale."""
    scale = max(a[1], b[1])
    return rescaled(a, scale)[0] - rescaled(b, scale)[0], scale


def multiply(a: Number, b: Number, scale: int) -> Number:
    """The product, with min(a + b, max(scale, a, b)) digits."""
    whole = a[1] + b[1]
    return rescaled((a[0] * b[0], whole), min(whole, max(scale, a[1], b[1])))


def divide(a: Number, b: Number, scale: int) -> Number:
    """The quotient with ``scale`` digits; ``b`` is not 0."""
    shift = scale - a[1] + b[1]
    over, under = (a[0] * 10**shift, b[0]) if shift >= 0 else (a[0], b[0] * 10**-shift)
    return (_cut(over, under) if under > 0 else _cut(-over, -under)), scale


def remainder(a: Number, b: Number, scale: int) -> Number:
    """``a - (a / b) * b`` with the quotient at ``scale``."""
    wide = max(a[1], b[1] + scale)
    return rescaled(subtract(a, multiply(divide(a, b, scale), b, wide)), wide)


def power_cost(base: Number, exponent: int) -> int:
    """About how many digits ``base ^ exponent`` has."""
    return abs(base[0]).bit_length() * abs(exponent) * 3 // 10 + 1


def raised(base: Number, exponent: int, scale: int) -> Number:
    """``base ^ exponent``."""
    if not exponent:
        return ONE
    count = abs(exponent)
    whole = (base[0] ** count, base[1] * count)
    if exponent < 0:
        return divide(ONE, whole, scale)
    return rescaled(whole, min(base[1] * count, max(scale, base[1])))


def root(number: Number, scale: int) -> Number:
    """The square root of what is not negative."""
    scale = max(scale, number[1])
    return isqrt(rescaled(number, 2 * scale)[0]), scale


def length(number: Number) -> int:
    """How many significant digits."""
    value, scale = number
    return max(len(digits_of(abs(value))) if value else 1, scale)


def digits_of(value: int) -> str:
    """Decimal digits of what is not negative, however many."""
    if value.bit_length() < 3 * _PIECE:
        return str(value)
    half = value.bit_length() * 301 // 2000
    high, low = divmod(value, 10**half)
    return digits_of(high) + digits_of(low).rjust(half, "0")


def _integer(digits: str) -> int:
    if len(digits) <= _PIECE:
        return int(digits or "0")
    half = len(digits) // 2
    unit: int = 10**half
    return _integer(digits[:-half]) * unit + _integer(digits[-half:])


def parsed(text: str, base: int) -> Number:
    """A number as it is written; ``text`` has digits, capitals and at most one point."""
    whole, _, fraction = text.partition(".")
    if base == 10 and (whole + fraction).isdigit():
        return _integer(whole + fraction), len(fraction)
    single = len(whole) == 1 and not fraction
    values = [_DIGITS.index(char) for char in whole + fraction]
    if not single:
        values = [min(value, base - 1) for value in values]
    total = 0
    for value in values:
        total = total * base + value
    return (total * 10 ** len(fraction) // base ** len(fraction), len(fraction)) if fraction else (total, 0)


def shown(number: Number, base: int, check: Callable[[], None]) -> str:
    """As bc prints it in ``base``."""
    value, scale = number
    if not value:
        return "0"
    sign = "-" if value < 0 else ""
    value = abs(value)
    if base == 10:
        digits = digits_of(value)
        whole, fraction = (digits[:-scale], digits[-scale:].rjust(scale, "0")) if scale else (digits, "")
        return sign + whole + ("." + fraction if scale else "")
    unit = 10**scale
    whole_part, rest = divmod(value, unit)
    out = [sign, _places(_split(whole_part, base), base, True)]
    if scale:
        places = []
        reach = 1
        while reach < unit:
            check()
            rest *= base
            digit, rest = divmod(rest, unit)
            places.append(digit)
            reach *= base
        out.append("." + _places(places, base, False))
    return "".join(out)


def _split(value: int, base: int) -> list[int]:
    """The digits of an integer, by halves, so that long ones take less than the square of their length."""
    if value < base:
        return [value] if value else []
    powers = [base]
    while powers[-1] <= value:
        powers.append(powers[-1] ** 2)
    digits = [value]
    for power in reversed(powers):
        digits = [part for digit in digits for part in divmod(digit, power)]
    start = next(at for at, digit in enumerate(digits) if digit)
    return digits[start:]


def _places(digits: list[int], base: int, leading: bool) -> str:
    if base <= 16:
        return "".join(_DIGITS[digit] for digit in digits)
    width = len(str(base - 1))
    text = " ".join(f"{digit:0{width}d}" for digit in digits)
    return f" {text}" if leading and text else text
