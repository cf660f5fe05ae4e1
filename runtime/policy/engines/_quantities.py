"""``units.parse`` and ``units.parse_bytes``, with OPA's answers. Imports nothing of the runtime: the policy worker loads this file by its path."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any


class UnknownQuantity(ValueError):
    """OPA's answer to this is an error, or cannot be written here."""


_QUANTITY = re.compile(
    r"(?P<amount>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)(?P<unit>[A-Za-z]*)", re.ASCII
)
_LETTERS = "kmgtpe"
_MAX_CHARS = 64
_PLACES = 10


def _read(value: Any) -> tuple[Fraction, str]:
    """The amount and what stands behind it; quotation marks are left out."""
    if not isinstance(value, str) or len(value) > _MAX_CHARS:
        raise UnknownQuantity("a short string is needed")
    if not any(character in "0123456789" for character in value):
        raise NoQuantity("there is no amount")
    found = _QUANTITY.fullmatch(value.replace('"', ""))
    if not found:
        raise UnknownQuantity("this is no quantity such as 10K or 1.5Gi")
    return Fraction(found["amount"]), found["unit"]


def _factor(unit: str) -> Fraction:
    """Of a unit of small letters, without its ``b``."""
    if not unit:
        return Fraction(1)
    if unit[0] not in _LETTERS or unit[1:] not in ("", "i"):
        raise UnknownQuantity("an unknown unit")
    base = 1024 if unit[1:] else 1000
    return Fraction(base) ** (_LETTERS.index(unit[0]) + 1)


class NoQuantity(UnknownQuantity):
    """OPA's answer is an error as well, so that the value is undefined."""

    is_opas = True


class QuantityNumber(float):
    """A number with the text that OPA writes for it."""

    written: str


def parse(value: Any) -> int | QuantityNumber:
    """``10K`` is 10,000, ``10Ki`` 10,240, ``1500m`` 1.5, which OPA writes with ten places."""
    amount, unit = _read(value)
    exact = amount / 1000 if unit == "m" else amount * _factor(unit[:1].lower() + unit[1:].lower())
    return int(exact) if exact.denominator == 1 else _of_ten_places(exact)


def _of_ten_places(exact: Fraction) -> QuantityNumber:
    scaled = abs(exact) * 10**_PLACES
    cut = int(scaled) + (2 * (scaled - int(scaled)) >= 1)  # halves away from zero
    whole, places = divmod(cut, 10**_PLACES)
    if not cut or whole >= 2**53:
        raise UnknownQuantity("a very small or large fraction")
    text = f"{'-' if exact < 0 else ''}{whole}.{places:0{_PLACES}d}"
    value = QuantityNumber(text)
    value.written = text
    return value


def parse_bytes(value: Any) -> int:
    """The same for bytes, in which case does not matter, ``m`` is a million, and fractions are cut off."""
    amount, unit = _read(value)
    small = unit.lower()
    factor = _factor(small[:-1] if small.endswith("b") and small != "b" else small)
    exact = amount * factor
    if exact.denominator != 1 and abs(exact) >= 2**53:
        raise UnknownQuantity("a large fraction")
    cut = int(exact)
    # OPA multiplies with 64 bits: what lies this near to a whole number may be rounded to it.
    if exact.denominator != 1 and abs(exact - round(exact)) < Fraction(1, 1024):
        raise UnknownQuantity("a fraction next to a whole number")
    if abs(amount) >= 2**53:
        raise UnknownQuantity("a large number")
    return cut


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "units.parse": (1, parse),
    "units.parse_bytes": (1, parse_bytes),
}
