"""Values and what jq does with two of them: kinds, order, arithmetic, and the messages where that is impossible.

A value is None, bool, int, float, str, list or dict, and never changes once another part can see it.
"""

from __future__ import annotations

from math import isnan, nan

from runtime.bash.commands.jq.numbers import EXACT, Literal, as_int, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget

__all__ = [
    "NUMBERS",
    "Breaking",
    "JqError",
    "add",
    "brief",
    "compare",
    "divide",
    "equal",
    "kind",
    "modulo",
    "multiply",
    "order_key",
    "subtract",
]

_KINDS: dict[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    Literal: "number",
    str: "string",
    list: "array",
    dict: "object",
}
NUMBERS = frozenset((int, float, Literal))
# What is equal to a string or a whole number, and hashes alike.
_HASHED = frozenset((str, *NUMBERS))
_BRIEF = 11
_RANKS = {"null": 0, "boolean": 1, "number": 3, "string": 4, "array": 5, "object": 6}


class JqError(Exception):
    """What ``error`` raises and ``try`` catches; ``value`` is any value."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Breaking(Exception):
    """``break``: control leaves for the label that owns ``token``."""

    def __init__(self, token: object) -> None:
        super().__init__()
        self.token = token


def kind(value: Any) -> str:
    """``type``"""
    return _KINDS[type(value)]


def brief(value: Any, most: int = _BRIEF) -> str:
    """``value`` as messages show it: kind and the first bytes of its text."""
    from runtime.bash.commands.jq.writer import pieces

    held = ""
    for piece in pieces(value):
        held += piece[: most + 60]
        if len(held) > most + 40:
            break
    data = held.encode("utf-8", "replace")
    if len(data) > most + 3:
        held = data[:most].decode("utf-8", "ignore") + "..."
    return f"{kind(value)} ({held})"


# -- order


def equal(left: Any, right: Any, budget: Budget) -> bool:
    """``==``"""
    kinds = type(left), type(right)
    if kinds == (str, str) or kinds == (int, int):
        return bool(left == right)
    return compare(left, right, budget) == 0


def compare(left: Any, right: Any, budget: Budget) -> int:
    """Below, at or above 0 as ``left`` sorts before, with or after ``right``."""
    if left is right and type(left) is not float:
        return 0
    first, second = kind(left), kind(right)
    if first != second:
        return _RANKS[first] - _RANKS[second]
    return _COMPARED[first](left, right, budget)


def _numbers(left: float, right: float, budget: Budget) -> int:
    del budget
    if type(left) is not type(right):
        left, right = float(left), float(right)
    # nan sorts below every number, itself included.
    return -1 if left != left or left < right else int(left > right or right != right)


def _plain(left: Any, right: Any, budget: Budget) -> int:
    del budget
    return int(left > right) - int(left < right)


def _arrays(left: list[Any], right: list[Any], budget: Budget) -> int:
    budget.spend(min(len(left), len(right)))
    for one, other in zip(left, right, strict=False):
        found = compare(one, other, budget)
        if found:
            return found
    return len(left) - len(right)


def _objects(left: dict[str, Any], right: dict[str, Any], budget: Budget) -> int:
    budget.spend(len(left) + len(right))
    mine, other = sorted(left), sorted(right)
    if mine != other:
        return -1 if mine < other else 1
    for key in mine:
        found = compare(left[key], right[key], budget)
        if found:
            return found
    return 0


_COMPARED: dict[str, Callable[[Any, Any, Budget], int]] = {
    "null": _plain,
    "boolean": _plain,
    "number": _numbers,
    "string": _plain,
    "array": _arrays,
    "object": _objects,
}
_COMPARED["null"] = lambda left, right, budget: 0  # noqa: ARG005


def order_key(value: Any, budget: Budget) -> Any:
    """A key by which Python sorts values as jq does."""
    shape = type(value)
    if shape is str:
        return 4, value
    if shape is list:
        budget.cells(2 * len(value) + 2)
        return 5, [order_key(item, budget) for item in value]
    if shape is dict:
        budget.cells(3 * len(value) + 2)
        names = sorted(value)
        return 6, names, [order_key(value[name], budget) for name in names]
    if shape in NUMBERS:
        return (3, value) if value == value else (2.5,)
    return (0,) if value is None else (2,) if value else (1,)


# -- arithmetic


def add(left: Any, right: Any, budget: Budget) -> Any:
    """``left + right``"""
    mine, other = type(left), type(right)
    if mine is int and other is int:
        total = left + right
        return total if -EXACT < total < EXACT else float(left) + float(right)
    if mine in NUMBERS and other in NUMBERS:
        return whole(float(left) + float(right))
    if left is None:
        return right
    if right is None:
        return left
    if mine is other:
        if mine is str:
            budget.text(len(left) + len(right))
            return left + right
        if mine is list:
            budget.cells(len(left) + len(right))
            return left + right
        if mine is dict:
            budget.cells(len(left) + len(right))
            return {**left, **right}
    raise JqError(f"{brief(left)} and {brief(right)} cannot be added")


def subtract(left: Any, right: Any, budget: Budget) -> Any:
    """``left - right``"""
    mine, other = type(left), type(right)
    if mine is int and other is int:
        rest = left - right
        return rest if -EXACT < rest < EXACT else float(left) - float(right)
    if mine in NUMBERS and other in NUMBERS:
        return whole(float(left) - float(right))
    if mine is list and other is list:
        return _without(left, right, budget)
    raise JqError(f"{brief(left)} and {brief(right)} cannot be subtracted")


def _without(left: list[Any], right: list[Any], budget: Budget) -> list[Any]:
    budget.cells(len(left))
    if all(type(item) is str or type(item) is int for item in right):
        gone = set(right)
        return [item for item in left if type(item) not in _HASHED or item not in gone]
    made = []
    for item in left:
        budget.spend(len(right))
        if not any(equal(item, other, budget) for other in right):
            made.append(item)
    return made


def multiply(left: Any, right: Any, budget: Budget) -> Any:
    """``left * right``"""
    mine, other = type(left), type(right)
    if mine in NUMBERS and other in NUMBERS:
        if mine is int and other is int:
            product = left * right
            if product and -EXACT < product < EXACT:
                return product
        return whole(float(left) * float(right))
    if mine in NUMBERS and other is str:
        left, right, mine, other = right, left, other, mine
    if mine is str and other in NUMBERS:
        return _repeated(left, right, budget)
    if mine is dict and other is dict:
        return _merged(left, right, budget)
    raise JqError(f"{brief(left)} and {brief(right)} cannot be multiplied")


def _repeated(text: str, times: float, budget: Budget) -> str | None:
    """A string so many times; a part of a time counts as one below 1 and as none above."""
    if times < 0 or isnan(times):
        return None
    if not text:
        return text
    count = int(min(times, 1e18)) if times >= 1 else int(times > 0.5)
    budget.text(len(text) * count)
    return text * count


def _merged(left: dict[str, Any], right: dict[str, Any], budget: Budget) -> dict[str, Any]:
    budget.cells(len(left) + len(right))
    made = dict(left)
    for key, value in right.items():
        before = made.get(key)
        made[key] = _merged(before, value, budget) if type(before) is dict and type(value) is dict else value
    return made


def divide(left: Any, right: Any, budget: Budget) -> Any:
    """``left / right``"""
    mine, other = type(left), type(right)
    if mine in NUMBERS and other in NUMBERS:
        if right == 0:
            raise JqError(f"{brief(left)} and {brief(right)} cannot be divided because the divisor is zero")
        return whole(float(left) / float(right))
    if mine is str and other is str:
        return split(left, right, budget)
    raise JqError(f"{brief(left)} and {brief(right)} cannot be divided")


def split(text: str, separator: str, budget: Budget) -> list[str]:
    """``text / separator``"""
    if not text:
        return []
    budget.cells(len(text) if not separator else text.count(separator) + 1)
    return text.split(separator) if separator else list(text)


def modulo(left: Any, right: Any, budget: Budget) -> Any:
    """``left % right``, of both cut to whole numbers; the sign is the left one's."""
    del budget
    mine, other = type(left), type(right)
    if mine is int and other is int and left >= 0 and 0 < right < EXACT and left < EXACT:
        return left % right
    if mine not in NUMBERS or other not in NUMBERS:
        raise JqError(f"{brief(left)} and {brief(right)} cannot be divided")
    if left != left or right != right:
        return nan
    first, second = as_int(left), abs(as_int(right))
    if second == 0:
        words = "cannot be divided (remainder) because the divisor is zero"
        raise JqError(f"{brief(left)} and {brief(right)} {words}")
    rest = abs(first) % second
    return -rest if first < 0 and rest else whole(float(rest))
