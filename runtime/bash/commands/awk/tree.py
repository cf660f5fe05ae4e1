"""An awk program as a tree.

One class of node serves: what a ``kind`` holds is said here once, and `parser`, `names` and `code` follow it.

Expressions
    num value · str text · regex text · name name · elem array subscripts · field index
    assign op target value · cond test then else · and left right · or left right · not operand · neg operand · pos operand
    bin op left right · cmp op left right · match negated subject pattern · in subscripts array · concat parts
    paren operand · step target delta prefix · call name args · builtin name args · getline how target source · group parts
Statements
    block statements · if test then else · while test body · do body test · for first test step body
    forin name array body · switch subject cases · break · continue · next · nextfile · exit value · return value
    delete target · print args how target · printf args how target · expr value
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["Function", "Node", "Program", "Rule"]


class Node:
    """An expression or a statement."""

    __slots__ = ("kind", "line", "parts")

    def __init__(self, kind: str, line: int, *parts: Any) -> None:
        self.kind = kind
        self.line = line
        self.parts = parts

    def children(self) -> Iterator[Node]:
        """The nodes right below."""
        stack = list(reversed(self.parts))
        while stack:
            part = stack.pop()
            if isinstance(part, Node):
                yield part
            elif isinstance(part, list | tuple):
                stack.extend(reversed(part))


class Rule:
    """``pattern { action }``; no ``last`` unless the pattern is a range, no ``body`` where the record is printed."""

    __slots__ = ("body", "last", "line", "pattern")

    def __init__(self, line: int, pattern: Node | None, last: Node | None, body: Node | None) -> None:
        self.line = line
        self.pattern = pattern
        self.last = last
        self.body = body


class Function:
    """``function name(params) { body }``."""

    __slots__ = ("body", "line", "name", "params")

    def __init__(self, line: int, name: str, params: list[str], body: Node) -> None:
        self.line = line
        self.name = name
        self.params = params
        self.body = body


class Program:
    """What a program text says."""

    __slots__ = ("functions", "rules", "special")

    def __init__(self) -> None:
        # BEGIN, END, BEGINFILE and ENDFILE actions, each in order.
        self.special: dict[str, list[Node]] = {"BEGIN": [], "END": [], "BEGINFILE": [], "ENDFILE": []}
        self.rules: list[Rule] = []
        self.functions: dict[str, Function] = {}

    def roots(self) -> Iterator[tuple[Node, Function | None]]:
        """Every tree, with the function that it is the body of."""
        for actions in self.special.values():
            for action in actions:
                yield action, None
        for rule in self.rules:
            for node in (rule.pattern, rule.last, rule.body):
                if node is not None:
                    yield node, None
        for function in self.functions.values():
            yield function.body, function
