"""The tree of an arithmetic expression."""

from __future__ import annotations

TYPE_CHECKING = False

__all__ = [
    "Assign",
    "Binary",
    "Comma",
    "Condition",
    "Element",
    "Hole",
    "Logical",
    "Name",
    "Number",
    "Step",
    "Unary",
]


class Number:
    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value


class Name:
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Element:
    """``name[subscript]``; ``first_hole`` is the number of the first hole in the subscript."""

    __slots__ = ("first_hole", "name", "subscript")

    def __init__(self, name: str, subscript: str, first_hole: int) -> None:
        self.name = name
        self.subscript = subscript
        self.first_hole = first_hole


class Hole:
    """``number``-th expansion of the template; ``unsigned``: a minus right before it would make a ``--``.

    ``base`` is what stands before it in ``10#$x``, 0 for nothing.
    """

    __slots__ = ("base", "number", "unsigned")

    def __init__(self, number: int, unsigned: bool, base: int = 0) -> None:
        self.number = number
        self.unsigned = unsigned
        self.base = base


class Unary:
    __slots__ = ("operand", "operator")

    def __init__(self, operator: str, operand: Tree) -> None:
        self.operator = operator
        self.operand = operand


class Binary:
    """``at`` is where the right operand starts: what an error about it shows."""

    __slots__ = ("at", "left", "operator", "right")

    def __init__(self, operator: str, left: Tree, right: Tree, at: int) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.at = at


class Logical:
    """``&&`` or ``||`` of two or more."""

    __slots__ = ("operands", "operator")

    def __init__(self, operator: str, operands: list[Tree]) -> None:
        self.operator = operator
        self.operands = operands


class Condition:
    __slots__ = ("no", "test", "yes")

    def __init__(self, test: Tree, yes: Tree, no: Tree) -> None:
        self.test = test
        self.yes = yes
        self.no = no


class Assign:
    """``target op= value``; ``operator`` is "" for a plain ``=``."""

    __slots__ = ("at", "operator", "target", "value")

    def __init__(self, operator: str, target: Name | Element, value: Tree, at: int) -> None:
        self.operator = operator
        self.target = target
        self.value = value
        self.at = at


class Step:
    """``++x``, ``x--``: ``by`` is 1 or -1, ``after`` whether the old value counts."""

    __slots__ = ("after", "by", "target")

    def __init__(self, target: Name | Element, by: int, after: bool) -> None:
        self.target = target
        self.by = by
        self.after = after


class Comma:
    __slots__ = ("parts",)

    def __init__(self, parts: list[Tree]) -> None:
        self.parts = parts


if TYPE_CHECKING:
    Tree = Number | Name | Element | Hole | Unary | Binary | Logical | Condition | Assign | Step | Comma
