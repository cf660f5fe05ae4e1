"""Operators of arithmetic on numbers and on closures, in 64 bits."""

from __future__ import annotations

from runtime.bash.expand.arithmetic_parser import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

    Code = int | Callable[[State], int]
    Run = Callable[[State], int]

__all__ = ["BINARY", "MAX", "MIN", "UNARY", "combined"]

MAX = (1 << 63) - 1
MIN = -1 << 63


def _divide(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return wrap(quotient if (left < 0) == (right < 0) else -quotient)


def _modulo(left: int, right: int) -> int:
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def _power(base: int, exponent: int) -> int:
    return wrap(pow(base, exponent, 1 << 64))


def _add(left: int, right: int) -> int:
    total = left + right
    return total if MIN <= total <= MAX else wrap(total)


def _subtract(left: int, right: int) -> int:
    total = left - right
    return total if MIN <= total <= MAX else wrap(total)


BINARY: dict[str, Callable[[int, int], int]] = {
    "+": _add,
    "-": _subtract,
    "*": lambda left, right: wrap(left * right),
    "/": _divide,
    "%": _modulo,
    "**": _power,
    "<<": lambda left, right: wrap(left << (right & 63)),
    ">>": lambda left, right: left >> (right & 63),
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "==": lambda left, right: 1 if left == right else 0,
    "!=": lambda left, right: 1 if left != right else 0,
    "<": lambda left, right: 1 if left < right else 0,
    ">": lambda left, right: 1 if left > right else 0,
    "<=": lambda left, right: 1 if left <= right else 0,
    ">=": lambda left, right: 1 if left >= right else 0,
}
UNARY: dict[str, Callable[[int], int]] = {
    "-": lambda value: wrap(-value),
    "+": lambda value: value,
    "~": lambda value: ~value,
    "!": lambda value: 0 if value else 1,
}


# Shapes that loops are made of have closures of their own: a call fewer each, measured at 60 ns.


def _plus(left: Run, right: int) -> Run:
    def plus(st: State) -> int:
        total = left(st) + right
        return total if MIN <= total <= MAX else wrap(total)

    return plus


def _sum(left: Run, right: Run) -> Run:
    def plus(st: State) -> int:
        total = left(st) + right(st)
        return total if MIN <= total <= MAX else wrap(total)

    return plus


def _difference(left: Run, right: Run) -> Run:
    def minus(st: State) -> int:
        total = left(st) - right(st)
        return total if MIN <= total <= MAX else wrap(total)

    return minus


def _product(left: Run, right: Run) -> Run:
    def times(st: State) -> int:
        total = left(st) * right(st)
        return total if MIN <= total <= MAX else wrap(total)

    return times


_AGAINST: dict[str, Callable[[Run, int], Run]] = {
    "<": lambda left, right: lambda st: 1 if left(st) < right else 0,
    "<=": lambda left, right: lambda st: 1 if left(st) <= right else 0,
    ">": lambda left, right: lambda st: 1 if left(st) > right else 0,
    ">=": lambda left, right: lambda st: 1 if left(st) >= right else 0,
    "==": lambda left, right: lambda st: 1 if left(st) == right else 0,
    "!=": lambda left, right: lambda st: 1 if left(st) != right else 0,
    "&": lambda left, right: lambda st: left(st) & right,
}
_BETWEEN: dict[str, Callable[[Run, Run], Run]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    "<": lambda left, right: lambda st: 1 if left(st) < right(st) else 0,
    "<=": lambda left, right: lambda st: 1 if left(st) <= right(st) else 0,
    ">": lambda left, right: lambda st: 1 if left(st) > right(st) else 0,
    ">=": lambda left, right: lambda st: 1 if left(st) >= right(st) else 0,
    "==": lambda left, right: lambda st: 1 if left(st) == right(st) else 0,
    "!=": lambda left, right: lambda st: 1 if left(st) != right(st) else 0,
}


def combined(operator: str, left: Code, right: Code) -> Code:
    """The closure of an operator that takes any operands, its value where both are constant."""
    change = BINARY[operator]
    if isinstance(right, int):
        if isinstance(left, int):
            return change(left, right)
        if operator in {"+", "-"}:
            return _plus(left, right if operator == "+" else -right)
        if operator in _AGAINST:
            return _AGAINST[operator](left, right)
        return lambda st: change(left(st), right)
    if isinstance(left, int):
        return lambda st: change(left, right(st))
    if operator in _BETWEEN:
        return _BETWEEN[operator](left, right)
    return lambda st: change(left(st), right(st))
