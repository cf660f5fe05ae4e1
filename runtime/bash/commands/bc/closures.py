"""What bc's statements and expressions become: closures over the machine that runs them."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.bc.number import Number
    from runtime.bash.commands.bc.run import Act, Machine, Value


__all__ = [
    "both",
    "compared",
    "either",
    "in_order",
    "loaded",
    "nothing",
    "one",
    "put",
    "put_value",
    "stepping",
    "unescaped",
]


def nothing(_: Machine) -> str:
    """Do nothing."""
    return ""


def one(_: Machine) -> Number:
    """The value of what is left out."""
    return 1, 0


def put(text: str) -> Act:
    """Print a text."""
    return lambda m: m.put(text)


def put_value(value: Value) -> Act:
    """Print a value."""
    return lambda m: m.put_number(value(m))


def in_order(acts: list[Act]) -> Act:
    """One after the other, until one leaves."""
    if len(acts) == 1:
        return acts[0]

    def run(m: Machine) -> str:
        for act in acts:
            ended = act(m)
            if ended:
                return ended
        return ""

    return run


def either(a: Value, b: Value) -> Value:
    """``||``."""
    return lambda m: (1 if a(m)[0] or b(m)[0] else 0, 0)


def both(a: Value, b: Value) -> Value:
    """``&&``."""
    return lambda m: (1 if a(m)[0] and b(m)[0] else 0, 0)


def compared(operator: str, left: Value, right: Value) -> Value:
    """A comparison."""
    return lambda m: m.compare(operator, left(m), right(m))


def loaded(name: str, index: Value | None) -> Value:
    """A variable or an element."""
    if index is None:
        return lambda m: m.load(name, None)
    return lambda m: m.load(name, m.index(name, index(m), 0))


def stepping(name: str, index: Value | None, operator: str, after: bool) -> Value:
    """``++`` and ``--``."""

    def step(m: Machine) -> Number:
        where = None if index is None else m.index(name, index(m), 0)
        old = m.load(name, where)
        new = m.store(name, where, m.binary(operator, old, (1, 0), 0))
        return old if after else new

    return step


_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "q": '"', "r": "\r", "t": "\t", "\\": "\\"}


def unescaped(text: str) -> str:
    """A text of ``print``."""
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text, flags=re.DOTALL)
