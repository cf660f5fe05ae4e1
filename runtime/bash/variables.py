"""The variables: what a name of the shell holds, and the attributes that ``declare`` gives it.

``State.vars`` maps a name to its visible value. A plain scalar, neither exported nor otherwise marked, is just a
``str``: nine reads and writes in ten are then one dict operation. Everything else is a `Variable`:

    vars["i"] -> "7"                             plain
    vars["PATH"] -> Variable("/bin", EXPORT)     a scalar with attributes
    vars["a"] -> Variable(Indexed, INDEXED)      an array
    vars["RANDOM"] -> Dynamic(...)               computed at each read

So a writer that finds a ``str`` (or finds nothing and the name is no special one) may store a ``str`` and be done.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

EXPORT = 1
READONLY = 2
INTEGER = 4
LOWER = 8
UPPER = 16
CAPITAL = 32
NAMEREF = 64
TRACE = 128
INDEXED = 256
ASSOCIATIVE = 512
ARRAY = INDEXED | ASSOCIATIVE
# Attributes that change a value on its way in; without them (and READONLY, NAMEREF) a value is stored as it is.
TRANSFORMS = INTEGER | LOWER | UPPER | CAPITAL


class Indexed:
    """An indexed array: a dict from index to value, sorted when somebody asks for the order.

    Appending is O(1); ``top`` is the highest index in use or -1.
    """

    __slots__ = ("_sorted", "items", "top")

    def __init__(self, values: Iterable[str] = ()) -> None:
        self.items: dict[int, str] = dict(enumerate(values))
        self.top = len(self.items) - 1
        self._sorted = True

    def copy(self) -> Indexed:
        """An independent copy."""
        twin = Indexed()
        twin.items = self.items.copy()
        twin.top = self.top
        twin._sorted = self._sorted
        return twin

    def set(self, index: int, value: str) -> None:
        """Store at an index that is not negative (the caller has resolved negative ones)."""
        if index > self.top:
            self.top = index
        elif index not in self.items:
            self._sorted = False
        self.items[index] = value

    def append(self, value: str) -> None:
        """Store after the last element."""
        self.top += 1
        self.items[self.top] = value

    def remove(self, index: int) -> None:
        """Drop one element, if it is there."""
        if self.items.pop(index, None) is not None and index == self.top:
            self.top = max(self.items, default=-1)

    def ordered(self) -> dict[int, str]:
        """The items by ascending index."""
        if not self._sorted:
            self.items = dict(sorted(self.items.items()))
            self._sorted = True
        return self.items

    def values(self) -> list[str]:
        """The values by ascending index."""
        return list(self.ordered().values())


class Variable:
    """A name's value with attributes; ``value`` is None while it is declared but unset.

    ``owner`` is the token of the `State` that may change an array in place; another state clones it first, so that a
    subshell costs no copies (see ``State.writable``).
    """

    __slots__ = ("flags", "owner", "value")

    def __init__(
        self, value: str | Indexed | dict[str, str] | None = None, flags: int = 0, owner: object = None
    ) -> None:
        self.value = value
        self.flags = flags
        self.owner = owner

    def clone(self, owner: object) -> Variable:
        """An independent copy for another owner."""
        value = self.value
        return Variable(value.copy() if isinstance(value, Indexed | dict) else value, self.flags, owner)

    def scalar(self) -> str | None:
        """What ``$name`` gives: an array's element 0."""
        value = self.value
        if isinstance(value, Indexed):
            return value.items.get(0)
        if isinstance(value, dict):
            return value.get("0")
        return value


class Dynamic(Variable):
    """A variable that is computed at each read and whose assignment does something.

    ``read(st)`` gives the value; ``assign(st, value)`` takes a new one (None: assignments are ignored). Neither holds a
    shell's state, so that all shells share the dynamic variables they begin with.
    """

    __slots__ = ("assign", "read")

    def __init__(
        self,
        read: Callable[[Any], str | Indexed | dict[str, str] | None],
        assign: Callable[[Any, str], None] | None = None,
        flags: int = 0,
    ) -> None:
        super().__init__(None, flags)
        self.read = read
        self.assign = assign
