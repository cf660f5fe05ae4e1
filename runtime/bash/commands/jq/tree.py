"""What a jq program is made of. Fields are positional, in the order of ``__slots__``."""

# ruff: noqa: RUF023  # slots are in the order in which a node is given its fields

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Alternative",
    "And",
    "Array",
    "Assign",
    "Binary",
    "Break",
    "Call",
    "Comma",
    "Const",
    "Define",
    "Each",
    "Foreach",
    "Format",
    "Function",
    "Identity",
    "If",
    "Import",
    "Index",
    "Label",
    "Negate",
    "Node",
    "Object",
    "Or",
    "Pattern",
    "Pipe",
    "Program",
    "Reduce",
    "Slice",
    "Text",
    "Try",
    "Variable",
    "With",
]


class Node:
    """One construct. ``at`` is its offset in the text where a message may need it."""

    __slots__ = ("at",)
    at: int

    def __init__(self, *fields: Any, at: int = 0) -> None:
        self.at = at
        for name, field in zip(self.__slots__, fields, strict=True):
            setattr(self, name, field)


class Identity(Node):
    """``.``"""

    __slots__ = ()


class Const(Node):
    """A number, a string without interpolation, or what folds to one."""

    __slots__ = ("value",)
    value: Any


class Text(Node):
    """A string with interpolations; ``format`` is how those are written. Parts are str or Node."""

    __slots__ = ("format", "parts")
    format: str
    parts: list[str | Node]


class Format(Node):
    """``@csv``"""

    __slots__ = ("name",)
    name: str


class Index(Node):
    """``term[key]`` and ``term.name``"""

    __slots__ = ("term", "key")
    term: Node
    key: Node


class Slice(Node):
    """``term[low:high]``"""

    __slots__ = ("term", "low", "high")
    term: Node
    low: Node | None
    high: Node | None


class Each(Node):
    """``term[]``"""

    __slots__ = ("term",)
    term: Node


class Try(Node):
    """``try body catch handler`` and, without a handler, ``body?``"""

    __slots__ = ("body", "handler")
    body: Node
    handler: Node | None


class Pipe(Node):
    """``left | right``"""

    __slots__ = ("left", "right")
    left: Node
    right: Node


class Comma(Node):
    """``left, right``"""

    __slots__ = ("left", "right")
    left: Node
    right: Node


class Negate(Node):
    """``-body``"""

    __slots__ = ("body",)
    body: Node


class Binary(Node):
    """Arithmetic and comparison."""

    __slots__ = ("operator", "left", "right")
    operator: str
    left: Node
    right: Node


class And(Node):
    """``left and right``"""

    __slots__ = ("left", "right")
    left: Node
    right: Node


class Or(Node):
    """``left or right``"""

    __slots__ = ("left", "right")
    left: Node
    right: Node


class Alternative(Node):
    """``left // right``"""

    __slots__ = ("left", "right")
    left: Node
    right: Node


class Assign(Node):
    """``target operator value``; the operator with its ``=``."""

    __slots__ = ("operator", "target", "value")
    operator: str
    target: Node
    value: Node


class If(Node):
    """``if … then … else … end``"""

    __slots__ = ("condition", "then", "otherwise")
    condition: Node
    then: Node
    otherwise: Node


class Pattern(Node):
    """A destructuring pattern: a name, a list of patterns, or (key, name, pattern) entries.

    Of an entry ``$name: pattern`` binds the name to the value too.
    """

    __slots__ = ("name", "items", "entries")
    name: str
    items: list[Pattern] | None
    entries: list[tuple[Node, str, Pattern | None]] | None


class With(Node):
    """``source as pattern ?// pattern | body``"""

    __slots__ = ("source", "patterns", "body")
    source: Node
    patterns: list[Pattern]
    body: Node


class Reduce(Node):
    """``reduce source as pattern (start; update)``"""

    __slots__ = ("source", "patterns", "start", "update")
    source: Node
    patterns: list[Pattern]
    start: Node
    update: Node


class Foreach(Node):
    """``foreach source as pattern (start; update; extract)``"""

    __slots__ = ("source", "patterns", "start", "update", "extract")
    source: Node
    patterns: list[Pattern]
    start: Node
    update: Node
    extract: Node | None


class Label(Node):
    """``label $name | body``"""

    __slots__ = ("name", "body")
    name: str
    body: Node


class Break(Node):
    """``break $name``"""

    __slots__ = ("name",)
    name: str


class Function(Node):
    """``def name(parameters): body;``; a parameter that begins with ``$`` is a value."""

    __slots__ = ("name", "parameters", "body")
    name: str
    parameters: list[str]
    body: Node


class Define(Node):
    """A definition and what it holds for."""

    __slots__ = ("function", "rest")
    function: Function
    rest: Node


class Call(Node):
    """``name(arguments)``"""

    __slots__ = ("name", "arguments")
    name: str
    arguments: list[Node]


class Variable(Node):
    """``$name``"""

    __slots__ = ("name",)
    name: str


class Array(Node):
    """``[body]``"""

    __slots__ = ("body",)
    body: Node | None


class Object(Node):
    """``{key: value, …}``"""

    __slots__ = ("entries",)
    entries: list[tuple[Node, Node]]


class Import(Node):
    """``import path as alias meta;``; ``include`` has no alias, data has one that begins with ``$``."""

    __slots__ = ("path", "alias", "meta")
    path: str
    alias: str
    meta: dict[str, Any]


class Program(Node):
    """A whole text: the module's own metadata, imports, definitions, and the filter (a module has none)."""

    __slots__ = ("meta", "imports", "functions", "body")
    meta: dict[str, Any] | None
    imports: list[Import]
    functions: list[Function]
    body: Node | None
