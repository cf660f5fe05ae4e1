"""What awk computes with: numbers, strings, and strings that look numeric.

float is a number, str a string, `Input` a string that came from outside and counts as a number where it looks like one
("strnum"), None is a variable never set and a dict (`Array`) is an array.
"""

from __future__ import annotations

import re

from runtime.bash.commands.awk.errors import AwkError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Value = Any  # float | str | Input | None; Array only where a function's argument may be one

__all__ = [
    "LOOKS",
    "NUMBERS",
    "SUBSCRIPTS",
    "Array",
    "Input",
    "below",
    "bump",
    "decimal",
    "equal",
    "greater",
    "greater_equal",
    "integer_text",
    "length",
    "less",
    "less_equal",
    "number",
    "numeric",
    "pair",
    "put",
    "shown",
    "truth",
    "unequal",
]

_MOST_CACHED = 50_000
_PREFIX = re.compile(r"[ \t\n\r\f\v]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
_SPECIAL = re.compile(r"[ \t\n\r\f\v]*([+-](?:nan|inf)(?:inity)?)[ \t\n\r\f\v]*", re.ASCII | re.IGNORECASE)
_NUMERIC = re.compile(
    r"[ \t\n\r\f\v]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\f\v]*", re.ASCII
).fullmatch
# Beyond this a double may stand for many integers; C's conversion of it to text is exact all the same.
_INTEGERS = 1e16


class Input(str):
    """Text from outside the program: a field, a line read, an element of split, an assignment on the command line."""

    __slots__ = ()


class Array(dict[str, "Value"]):
    """An array: looking at an element makes it, as awk has it."""

    __slots__ = ()

    def __missing__(self, key: str) -> None:
        self[key] = None


class _Numbers(dict[str, float]):
    """The numbers that texts begin with, remembered."""

    def __missing__(self, text: str) -> float:
        if text.isascii() and (text.isdigit() or text.replace(".", "", 1).isdigit()) and len(text) < 300:
            value = float(text)
        else:
            found = _PREFIX.match(text)
            if found is not None:
                value = float(found[1])
            else:
                special = _SPECIAL.fullmatch(text)
                value = float(special[1]) if special else 0.0
        if len(self) >= _MOST_CACHED:
            self.clear()
        if len(text) <= 32:
            # A key that is more than a plain string would slow every look-up.
            self[str(text)] = value
        return value


class _Subscripts(dict[float, str]):
    """The texts of whole numbers, remembered as long as there is room."""

    def __missing__(self, value: float) -> str:
        text = integer_text(value)
        if text is None:
            raise KeyError(value)
        if len(self) < _MOST_CACHED:
            self[value] = text
        return text


NUMBERS = _Numbers()
SUBSCRIPTS = _Subscripts()


def integer_text(value: float) -> str | None:
    """A whole number without its point, a number that is none by name; None for a fraction."""
    if -_INTEGERS < value < _INTEGERS:
        whole = int(value)
        return str(whole) if whole == value else None
    if value != value:
        return "-nan" if _negative(value) else "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return f"{value:.0f}"


def _negative(value: float) -> bool:
    from math import copysign

    return copysign(1.0, value) < 0


def number(value: Value) -> float:
    """A value as a number."""
    if value.__class__ is float:
        return value
    if value is None:
        return 0.0
    if isinstance(value, dict):
        raise AwkError("attempt to use array in a scalar context")
    return NUMBERS[value]


def shown(value: Value, form: str) -> str:
    """A value as text, fractions by ``form`` (CONVFMT or OFMT)."""
    if value.__class__ is float:
        text = integer_text(value)
        if text is None:
            try:
                return form % value
            except (TypeError, ValueError):
                return f"{value:.6g}"
        return text
    if value is None:
        return ""
    if isinstance(value, dict):
        raise AwkError("attempt to use array in a scalar context")
    return value  # type: ignore[no-any-return]


class _Looks(dict[str, "float | None"]):
    """What texts from outside count as: their number, None where they look like none; remembered."""

    def __missing__(self, text: str) -> float | None:
        plain = text.isascii() and text.isdigit()
        numeric = plain or _NUMERIC(text) is not None or _SPECIAL.fullmatch(text) is not None
        value = NUMBERS[text] if numeric else None
        if len(self) >= _MOST_CACHED:
            self.clear()
        if len(text) <= 32:
            self[str(text)] = value
        return value


LOOKS = _Looks()


def truth(value: Value) -> bool:
    """A value as a condition."""
    if value.__class__ is Input:
        looks = LOOKS[value]
        return bool(value) if looks is None else looks != 0
    if isinstance(value, dict):
        raise AwkError("attempt to use array in a scalar context")
    return bool(value)


def numeric(value: Value) -> float | None:
    """The number that a value is or looks like, None for a string."""
    if value.__class__ is float:
        return value
    if value is None:
        return 0.0
    return LOOKS[value] if value.__class__ is Input else None


def pair(left: Value, right: Value, form: str) -> tuple[Any, Any]:
    """Both as numbers where both are numbers or look like them, else both as text."""
    a, b = numeric(left), numeric(right)
    if a is None or b is None:
        return shown(left, form), shown(right, form)
    return a, b


def less(left: Value, right: Value, form: str) -> bool:
    """``left < right``."""
    a, b = pair(left, right, form)
    return bool(a < b)


def less_equal(left: Value, right: Value, form: str) -> bool:
    """``left <= right``."""
    a, b = pair(left, right, form)
    return bool(a <= b)


def equal(left: Value, right: Value, form: str) -> bool:
    """``left == right``."""
    a, b = pair(left, right, form)
    return bool(a == b)


def unequal(left: Value, right: Value, form: str) -> bool:
    """``left != right``."""
    a, b = pair(left, right, form)
    return bool(a != b)


def greater(left: Value, right: Value, form: str) -> bool:
    """``left > right``."""
    a, b = pair(left, right, form)
    return bool(a > b)


def greater_equal(left: Value, right: Value, form: str) -> bool:
    """``left >= right``."""
    a, b = pair(left, right, form)
    return bool(a >= b)


# Elements


def put(array: Array, key: str, value: Value) -> Value:
    """``array[key] = value`` as an expression."""
    if isinstance(array.get(key), dict):
        raise AwkError("attempt to use array in a scalar context")
    array[key] = value
    return value


def bump(array: Array, key: str, by: float) -> float:
    """``array[key] += by``."""
    value = array[key]
    made = array[key] = (value if value.__class__ is float else number(value)) + by
    return made


def below(array: Array, key: str) -> Array:
    """``array[key]`` as an array, made if it was never set."""
    value = array.get(key)
    if value is None:
        value = array[key] = Array()
    elif not isinstance(value, Array):
        raise AwkError("attempt to use scalar value as array")
    return value


def length(value: Value) -> float:
    """``length`` of what may be an array; a number's is that of its text."""
    if value.__class__ is float:
        return float(len(shown(value, "%.6g")))
    return float(len(value)) if value is not None else 0.0


def decimal(value: float) -> str:
    """What ``%d`` shows."""
    try:
        return SUBSCRIPTS[value]
    except KeyError:
        return str(int(value))
