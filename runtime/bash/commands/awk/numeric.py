"""Arithmetic as C's doubles have it, where Python's would raise."""

from __future__ import annotations

import math
import re

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.values import NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FUNCTIONS", "divide", "exit_status", "power", "remainder", "strtonum", "truncated"]

_INF, _NAN = math.inf, math.nan
_BASED = re.compile(r"[+-]?0(?:[xX]([0-9a-fA-F]+)|([0-7]+)(?![0-9.eE]))")
_WORD = (1 << 64) - 1
_SAFE_BITS = 1 << 53


def divide(left: float, right: float) -> float:
    """``left / right``."""
    if right == 0:
        raise AwkError("division by zero attempted")
    return left / right


def remainder(left: float, right: float) -> float:
    """``left % right``, as ``fmod``."""
    if right == 0:
        raise AwkError("division by zero attempted in '%'")
    if math.isinf(left):
        return -_NAN
    return math.fmod(left, right)


def power(base: float, exponent: float) -> float:
    """``base ^ exponent``."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        odd = exponent % 2 == 1
        return -_INF if base < 0 and odd else _INF
    except ValueError:
        return _INF if base == 0 else -_NAN


def truncated(value: float) -> float:
    """``int(value)``."""
    return float(math.trunc(value)) if math.isfinite(value) else value


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return _INF


def _log(value: float) -> float:
    if value > 0:
        return math.log(value)
    # The sign is the one that the processor gives to log(-1).
    return -_INF if value == 0 else -_NAN


def _sqrt(value: float) -> float:
    return math.sqrt(value) if value >= 0 else -_NAN


def _periodic(function: Callable[[float], float]) -> Callable[[float], float]:
    def defined(value: float) -> float:
        return function(value) if math.isfinite(value) else -_NAN

    return defined


def _bits(name: str, *values: float) -> list[int]:
    """Arguments of a function on bits."""
    out = []
    for value in values:
        if value < 0 or not math.isfinite(value):
            raise AwkError(f"{name}: negative values are not allowed")
        out.append(int(value) & _WORD)
    return out


def _shift(name: str, left: bool) -> Callable[[float, float], float]:
    def shifted(value: float, by: float) -> float:
        word, count = _bits(name, value, by)
        if count >= 64:
            return 0.0
        return float((word << count) & _WORD if left else word >> count)

    return shifted


def _combined(name: str, combine: Callable[[int, int], int]) -> Callable[..., float]:
    def all_of(*values: float) -> float:
        if len(values) < 2:
            raise AwkError(f"{name}: called with less than two arguments")
        first, *rest = _bits(name, *values)
        for word in rest:
            first = combine(first, word)
        return float(first)

    return all_of


def _complement(value: float) -> float:
    """Of the bits that a double holds exactly, as gawk has it."""
    (word,) = _bits("compl", value)
    return float((_SAFE_BITS - 1) & ~word)


FUNCTIONS: dict[str, Callable[..., float]] = {
    "sin": _periodic(math.sin),
    "cos": _periodic(math.cos),
    "atan2": math.atan2,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "int": truncated,
    "and": _combined("and", lambda a, b: a & b),
    "or": _combined("or", lambda a, b: a | b),
    "xor": _combined("xor", lambda a, b: a ^ b),
    "lshift": _shift("lshift", True),
    "rshift": _shift("rshift", False),
    "compl": _complement,
}


def strtonum(text: str) -> float:
    """``strtonum``: hexadecimal after ``0x``, octal after ``0``."""
    stripped = text.strip(" \t\n")
    sign = -1.0 if stripped.startswith("-") else 1.0
    found = _BASED.match(stripped)
    if found is None:
        return NUMBERS[text]
    digits = found[1] or found[2]
    value = int(digits, 16 if found[1] else 8)
    return sign * (float(value) if value.bit_length() < 1000 else _INF)


def exit_status(value: float) -> int:
    """A number as an exit status."""
    return int(value) & 255 if math.isfinite(value) else 0
