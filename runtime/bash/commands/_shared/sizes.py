"""Numbers with a unit: ``10K``, ``5MB``, ``1.5G`` and back."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["bounded", "human", "scaled", "size_of"]

_LETTERS = "KMGTPEZYRQ"
_UNITS = {"b": 512, "": 1}
for _power, _letter in enumerate(_LETTERS, 1):
    _UNITS[_letter] = _UNITS[f"{_letter}iB"] = 1024**_power
    _UNITS[f"{_letter}B"] = 1000**_power
_UNITS["k"], _UNITS["kB"], _UNITS["m"] = 1024, 1000, 1024**2
_PLAIN = re.compile(r"[ \t\n\v\f\r]*([-+]?)(\d+)", re.ASCII)
# gnulib tells a number that no type holds from one out of bounds by half the largest int.
_HALF_INT = (1 << 30) - 1
_TOO_LARGE, _OUT_OF_RANGE = "Value too large for defined data type", "Numerical result out of range"
_SIZE = re.compile(r"(\d*)([A-Za-z]*)", re.ASCII)


def size_of(text: str, *, extra: str = "") -> int | None:
    """A number with GNU's suffixes (``K`` is 1024, ``KB`` 1000, ``b`` 512 and what ``extra`` adds: ``c`` 1, ``w`` 2)."""
    found = _SIZE.fullmatch(text)
    if found is None or len(found[1]) > 40 or not text:
        return None
    digits, suffix = found.groups()
    if suffix in extra and suffix:
        unit: int | None = {"c": 1, "w": 2}.get(suffix)
    else:
        unit = _UNITS.get(suffix)
    if unit is None or (not digits and not suffix):
        return None
    return int(digits or 1) * unit


def bounded(cx: Context, text: str, what: str, least: int = 0, most: int = (1 << 64) - 1) -> int:
    """A plain number within bounds, refused in the words of gnulib's xdectoumax. Raises Done."""
    found = _PLAIN.fullmatch(text)
    tail = ""
    if found is not None and not (least >= 0 and found[1] == "-"):
        digits = found[2].lstrip("0")
        value = int(digits[:30] or "0") * (-1 if found[1] == "-" else 1)
        if least <= value <= most:
            return value
        tail = f": {_TOO_LARGE if abs(value) > _HALF_INT else _OUT_OF_RANGE}"
    cx.complain(f"invalid {what}: {quote(text)}{tail}")
    raise Done(1)


def human(size: int, base: int = 1024) -> str:
    """As ``ls -h`` shows a size: rounded up, one decimal below 10."""
    if size < base:
        return str(size)
    power = 0
    unit = 1
    while size >= unit * base and power < len(_LETTERS):
        unit *= base
        power += 1
    tenths = -(-size * 10 // unit)
    if tenths >= 100:
        whole = -(-size // unit)
        if whole < base or power == len(_LETTERS):
            return f"{whole}{_letter_of(power, base)}"
        return f"1.0{_letter_of(power + 1, base)}"
    return f"{tenths // 10}.{tenths % 10}{_letter_of(power, base)}"


def _letter_of(power: int, base: int) -> str:
    return "k" if power == 1 and base == 1000 else _LETTERS[power - 1]


def scaled(size: int, unit: int) -> int:
    """``size`` in units, rounded up."""
    return -(-size // unit)
