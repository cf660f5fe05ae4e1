"""``printf``'s floating point: C's ``long double`` as x86-64 has it (64 bits of mantissa), read and written exactly.

bash computes in long double, so ``printf %.20f 0.1`` shows digits that Python's float does not have. Integers do: a
finite number is ``mantissa * 2**exponent``, and every conversion is one division, rounded half to even.
"""

from __future__ import annotations

import re

__all__ = ["LongDouble", "read", "written"]

_BITS = 64
_LOWEST = -16_445  # of the exponent of a denormal's last bit
_OVERFLOW = 16_384  # 2**16384 is infinite
# More decimal digits than these cannot change the result but by being there; below int()'s own limit of 4,300.
_DIGITS = 4_000
_SHORT_BITS = 3 * _DIGITS
# Decimal exponents beyond these are infinite or zero whatever the digits are.
_FAR = 10_000
# No finite number has more digits behind its point.
_EXACT = 16_600

_TEXT = re.compile(
    r"[ \t\n\r\v\f]*(?P<sign>[+-]?)(?:"
    r"(?P<infinite>inf(?:inity)?)|(?P<nan>nan(?:\(\w*\))?)"
    r"|0x(?=\.?[0-9a-f])(?P<hex>[0-9a-f]*)(?:\.(?P<hexpart>[0-9a-f]*))?(?:p(?P<power>[+-]?[0-9]+))?"
    r"|(?=\.?[0-9])(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?(?:e(?P<exponent>[+-]?[0-9]+))?"
    r")",
    re.IGNORECASE | re.ASCII,
)


class LongDouble:
    """A long double: ``special`` is "inf", "nan" or "" (then ``mantissa * 2**exponent``)."""

    __slots__ = ("exponent", "mantissa", "negative", "special")

    def __init__(
        self, mantissa: int = 0, exponent: int = 0, *, negative: bool = False, special: str = ""
    ) -> None:
        self.mantissa = mantissa
        self.exponent = exponent
        self.negative = negative
        self.special = special


def read(text: str) -> tuple[LongDouble, int, bool]:
    """The number at the start of ``text``, how many characters it has (0: none), and whether it is out of range."""
    match = _TEXT.match(text)
    if match is None:
        return LongDouble(), 0, False
    negative = match["sign"] == "-"
    if match["infinite"]:
        return LongDouble(negative=negative, special="inf"), match.end(), False
    if match["nan"]:
        return LongDouble(negative=negative, special="nan"), match.end(), False
    if match["hex"] is not None:
        digits = match["hex"] + (match["hexpart"] or "")
        power = _clamped(match["power"]) - 4 * len(match["hexpart"] or "")
        top, bottom = int(digits[:_DIGITS], 16), 1
        power += 4 * max(0, len(digits) - _DIGITS)
        base = 2
    else:
        digits = match["whole"] + (match["part"] or "")
        power = _clamped(match["exponent"]) - len(match["part"] or "")
        kept = digits.lstrip("0")[:_DIGITS]
        power += max(0, len(digits.lstrip("0")) - _DIGITS)
        top, bottom = int(kept or "0"), 1
        base = 10
    if top == 0:
        return LongDouble(negative=negative), match.end(), False
    number, strange = _scaled(top, bottom, base, power)
    number.negative = negative
    return number, match.end(), strange


def _clamped(text: str | None) -> int:
    if not text:
        return 0
    return max(-1_000_000, min(1_000_000, int(text[:12])))


def _scaled(top: int, bottom: int, base: int, power: int) -> tuple[LongDouble, bool]:
    """``top * base**power`` rounded to 64 bits, and whether it leaves the range."""
    magnitude = power + len(f"{top:x}") if base == 10 else (power + top.bit_length()) // 3
    if magnitude > _FAR:
        return LongDouble(special="inf"), True
    if magnitude < -_FAR:
        return LongDouble(), True
    if power >= 0:
        top *= base**power
    else:
        bottom *= base**-power
    exponent = max(top.bit_length() - bottom.bit_length() - _BITS, _LOWEST)
    mantissa = _ratio(top, bottom, -exponent)
    if mantissa >= 1 << _BITS:
        exponent += 1
        mantissa = _ratio(top, bottom, -exponent)
    if mantissa.bit_length() + exponent > _OVERFLOW:
        return LongDouble(special="inf"), True
    # C calls it an underflow where fewer bits than usual could not hold the number.
    underflow = mantissa.bit_length() < _BITS and mantissa * bottom != top << -exponent
    return LongDouble(mantissa, exponent), underflow


def _ratio(top: int, bottom: int, shift: int) -> int:
    """``top / bottom * 2**shift``, rounded half to even."""
    if shift >= 0:
        top <<= shift
    else:
        bottom <<= -shift
    whole, rest = divmod(top, bottom)
    return whole + (rest * 2 > bottom or (rest * 2 == bottom and whole & 1))


def written(number: LongDouble, letter: str, precision: int | None, *, alternate: bool = False) -> str:
    """A number without its sign as ``%f %e %g %a`` write it."""
    if number.special:
        text = number.special
    elif letter in "aA":
        text = _hexadecimal(number, precision, alternate)
    else:
        precision = 6 if precision is None else precision
        style = {"f": _fixed, "e": _scientific, "g": _general}[letter.lower()]
        text = style(number, precision, alternate)
    return text.upper() if letter.isupper() else text


def _times_ten(number: LongDouble, power: int) -> int:
    """``number * 10**power``, rounded to a whole number."""
    top, bottom = number.mantissa, 1
    if power >= 0:
        top *= 10**power
    else:
        bottom = 10**-power
    return _ratio(top, bottom, number.exponent)


def _decimal(value: int) -> str:
    """``str(value)`` for any length: int's own conversion refuses more than 4,300 digits."""
    if value.bit_length() < _SHORT_BITS:
        return str(value)
    chunks = []
    step = 10**_DIGITS
    while value >= step:
        value, rest = divmod(value, step)
        chunks.append(f"{rest:0{_DIGITS}d}")
    return "".join([str(value), *reversed(chunks)])


def _fixed(number: LongDouble, precision: int, alternate: bool) -> str:
    exact = min(precision, _EXACT)
    digits = _decimal(_times_ten(number, exact)).rjust(exact + 1, "0")
    whole, part = (digits[:-exact], digits[-exact:]) if exact else (digits, "")
    part = part.ljust(precision, "0")
    return f"{whole}.{part}" if part or alternate else whole


def _parts(number: LongDouble, precision: int) -> tuple[str, int]:
    """The ``precision + 1`` significant digits, and the decimal exponent of the first."""
    if number.mantissa == 0:
        return "0" * (precision + 1), 0
    exact = min(precision, _EXACT)
    # log10(2) = 0.30103: off by one at most, which the length of the digits then shows.
    exponent = (number.exponent + number.mantissa.bit_length() - 1) * 30_103 // 100_000
    digits = _decimal(_times_ten(number, exact - exponent))
    while len(digits) != exact + 1:
        exponent += len(digits) - exact - 1
        digits = _decimal(_times_ten(number, exact - exponent))
    return digits.ljust(precision + 1, "0"), exponent


def _scientific(number: LongDouble, precision: int, alternate: bool) -> str:
    digits, exponent = _parts(number, precision)
    point = "." if precision or alternate else ""
    return f"{digits[0]}{point}{digits[1:]}e{exponent:+03d}"


def _general(number: LongDouble, precision: int, alternate: bool) -> str:
    precision = precision or 1
    _, exponent = _parts(number, precision - 1)
    if -4 <= exponent < precision:
        text, tail = _fixed(number, precision - 1 - exponent, alternate), ""
    else:
        text, _, tail = _scientific(number, precision - 1, alternate).partition("e")
        tail = f"e{tail}"
    if "." in text and not alternate:
        text = text.rstrip("0").rstrip(".")
    return text + tail


def _hexadecimal(number: LongDouble, precision: int | None, alternate: bool) -> str:
    mantissa, exponent = number.mantissa, number.exponent
    if mantissa == 0:
        zeros = "0" * (precision or 0)
        return f"0x0{'.' if zeros or alternate else ''}{zeros}p+0"
    shift = _BITS - mantissa.bit_length()
    mantissa <<= shift
    exponent += 60 - shift
    if precision is not None and precision < 15:
        mantissa = _ratio(mantissa, 1, -4 * (15 - precision)) << 4 * (15 - precision)
        if mantissa >> _BITS:
            mantissa, exponent = mantissa >> 4, exponent + 4
    digits = f"{mantissa:016x}"
    part = digits[1:].rstrip("0") if precision is None else digits[1:].ljust(precision, "0")[:precision]
    return f"0x{digits[0]}{'.' if part or alternate else ''}{part}p{exponent:+d}"
