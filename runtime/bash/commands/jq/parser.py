"""The grammar of jq: precedence climbing over the tokens.

From loosest to tightest: ``|`` (and what reaches as far as it can: ``def``, ``as``, ``label``), ``,``, ``//``, assignments,
``or``, ``and``, comparisons, ``+ -``, ``* / %``, prefix ``-``, ``try``, postfix.
"""

from __future__ import annotations

from runtime.bash.commands.jq.cursor import Cursor
from runtime.bash.commands.jq.lexer import KEYWORDS, SyntaxFault
from runtime.bash.commands.jq.tree import (
    Alternative,
    And,
    Array,
    Assign,
    Binary,
    Break,
    Call,
    Comma,
    Const,
    Define,
    Each,
    Foreach,
    Format,
    Function,
    Identity,
    If,
    Import,
    Index,
    Label,
    Negate,
    Node,
    Object,
    Or,
    Pattern,
    Pipe,
    Program,
    Reduce,
    Slice,
    Text,
    Try,
    Variable,
    With,
)
from runtime.bash.commands.jq.values import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["parse"]

# operator: (binding power of the left side, of the right side, node)
_LEFT, _RIGHT, _NONE = 0, 1, 2
_BINARY: dict[str, tuple[int, int]] = {
    "//": (1, _RIGHT),
    **dict.fromkeys(("=", "|=", "+=", "-=", "*=", "/=", "%=", "//="), (2, _NONE)),
    "or": (3, _LEFT),
    "and": (4, _LEFT),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), (5, _NONE)),
    "+": (6, _LEFT),
    "-": (6, _LEFT),
    "*": (7, _LEFT),
    "/": (7, _LEFT),
    "%": (7, _LEFT),
}
# Tokens that an access ends with.
_SUFFIXES = ("field", "]", "text")
# A variable that no program can name.
_KEY = "key of ?"
_NODES: dict[str, type[Node]] = {"//": Alternative, "or": Or, "and": And}


def parse(text: str) -> Program:
    """The program that ``text`` is. Raises SyntaxFault."""
    return _Parser(text).program()


class _Parser(Cursor):
    # -- programs

    def program(self) -> Program:
        """``module meta; imports; definitions; filter``"""
        meta = None
        if self.take("module"):
            at = self.offset()
            meta = _constant(self.postfix())
            if meta is None:
                raise SyntaxFault("Module metadata must be constant", at)
            if not isinstance(meta, dict):
                raise SyntaxFault("Module metadata must be an object", at)
            self.want(";")
        imports = []
        while self.kind in ("import", "include"):
            imports.append(self.an_import())
        functions = []
        while self.kind == "def":
            functions.append(self.function())
        body = None if self.kind == "$end" else self.pipe()
        self.want("$end")
        return Program(meta, imports, functions, body)

    def an_import(self) -> Import:
        """``import "path" as name meta;``"""
        at = self.offset()
        word = self.next()
        path = self.string("text")
        if not isinstance(path, Const):
            raise SyntaxFault("Import path must be constant", at)
        alias = ""
        if word == "import":
            self.want("as")
            alias = "$" + self.next() if self.kind == "variable" else self.want("name")
        meta: Any = {}
        if self.kind != ";":
            meta = _constant(self.postfix())
            if not isinstance(meta, dict):
                raise SyntaxFault("Module metadata must be an object", at)
        self.want(";")
        return Import(path.value, alias, meta, at=at)

    def function(self) -> Function:
        """``def name(parameters): body;``"""
        self.want("def")
        name = self.next() if self.kind in KEYWORDS else self.want("name")
        parameters = []
        if self.take("("):
            while True:
                dollar = self.kind == "variable"
                word = self.next() if dollar or self.kind in KEYWORDS else self.want("name")
                parameters.append("$" + word if dollar else word)
                if not self.take(";"):
                    break
            self.want(")")
        self.want(":")
        body = self.pipe()
        self.want(";")
        return Function(name, parameters, body)

    # -- operators

    def pipe(self, *, comma: bool = True) -> Node:
        """All of an expression; without commas it is the value of an object's entry."""
        self.deeper()
        try:
            return self._pipe(comma)
        finally:
            self.depth -= 1

    def _pipe(self, comma: bool) -> Node:
        if self.kind == "def":
            function = self.function()
            return Define(function, self.pipe(comma=comma))
        stages = [self.commas(comma)]
        while self.take("|"):
            if self.kind == "def":
                stages.append(self.pipe(comma=comma))
                break
            stages.append(self.commas(comma))
        made = stages.pop()
        while stages:
            made = Pipe(stages.pop(), made)
        return made

    def commas(self, comma: bool) -> Node:
        """``a, b``"""
        made = self.bound(comma)
        while comma and self.take(","):
            made = Comma(made, self.bound(comma))
        return made

    def bound(self, comma: bool) -> Node:
        """An expression that ``as`` may follow."""
        if self.kind == "label":
            return self.label(comma)
        made = self.operation(0)
        if self.kind != "as":
            return made
        patterns = self.patterns()
        self.want("|")
        return With(made, patterns, self.pipe(comma=comma))

    def label(self, comma: bool = True) -> Node:
        """``label $name | body``"""
        self.want("label")
        name = self.want("variable")
        self.want("|")
        return Label(name, self.pipe(comma=comma))

    def operation(self, least: int) -> Node:
        """Operators that bind at least that tightly."""
        made = self.prefix()
        forbidden = -1
        while True:
            power, side = _BINARY.get(self.kind, (-1, 0))
            if power < least:
                return made
            if power == forbidden:
                raise self.unexpected()
            operator = self.next()
            self.deeper()
            right = self.operation(power if side == _RIGHT else power + 1)
            self.depth -= 1
            forbidden = power if side == _NONE else -1
            made = _joined(operator, made, right)

    def prefix(self) -> Node:
        """``-x``, ``try x``, and postfix expressions."""
        if self.kind == "-":
            self.next()
            self.deeper()
            body = self.operation(7)
            self.depth -= 1
            return Negate(body)
        return self.postfix()

    def a_try(self) -> Node:
        """``try body catch handler``: both bind tighter than any operator."""
        self.deeper()
        body = self.operand()
        handler = None
        if self.take("catch"):
            handler = self.operand()
        self.depth -= 1
        return Try(body, handler)

    def operand(self) -> Node:
        """What ``try`` and ``catch`` reach over."""
        if self.kind == "-":
            self.next()
            return Negate(self.operand())
        return self.postfix()

    # -- terms

    def postfix(self) -> Node:
        """A term with its suffixes."""
        made = self.term()
        while True:
            kind = self.kind
            if kind == "?":
                made = _optional(made) if self.tokens[self.at - 1][0] in _SUFFIXES else Try(made, None)
                self.next()
            elif kind == "field":
                at = self.offset()
                made = Index(made, Const(self.next()), at=at)
            elif kind == "[":
                made = self.bracket(made)
            elif kind == ".":
                self.next()
                if self.kind != "[":
                    made = Index(made, self.a_string())
            else:
                return made

    def bracket(self, term: Node) -> Node:
        """``[]``, ``[key]``, ``[low:high]``"""
        self.want("[")
        if self.take("]"):
            return Each(term)
        if self.take(":"):
            high = self.pipe()
            self.want("]")
            return Slice(term, None, high)
        key = self.pipe()
        if self.take(":"):
            limit = None if self.kind == "]" else self.pipe()
            self.want("]")
            return Slice(term, key, limit)
        self.want("]")
        return Index(term, key)

    def term(self) -> Node:
        """What stands alone."""
        read = _TERMS.get(self.kind)
        if read is None:
            raise self.unexpected()
        return read(self)

    def number(self) -> Node:
        """``12.5``"""
        return Const(self.next())

    def field(self) -> Node:
        """``.name``"""
        return Index(Identity(), Const(self.next()))

    def dot(self) -> Node:
        """``.``, ``."name"`` and ``.[…]``"""
        self.next()
        if self.kind in ("text", "format"):
            return Index(Identity(), self.a_string())
        if self.kind == "[":
            return self.bracket(Identity())
        return Identity()

    def recurse(self) -> Node:
        """``..``"""
        self.next()
        return Call("recurse", [])

    def variable(self) -> Node:
        """``$name`` and ``$__loc__``"""
        at = self.offset()
        name = self.next()
        if name == "__loc__":
            return Const({"file": "<top-level>", "line": self.text.count("\n", 0, at) + 1})
        return Variable(name, at=at)

    def parenthesis(self) -> Node:
        """``(body)``"""
        self.next()
        made = self.pipe()
        self.want(")")
        return made

    def array(self) -> Node:
        """``[body]``"""
        self.next()
        if self.take("]"):
            return Array(None)
        made = self.pipe()
        self.want("]")
        return Array(made)

    def call(self) -> Node:
        """``name(arguments)``, ``break $name`` and the literals that are names."""
        at = self.offset()
        name = self.next()
        if name == "break":
            if self.kind != "variable":
                raise SyntaxFault("break requires a label to break to", at)
            return Break(self.next(), at=at)
        if self.kind != "(":
            if name in _NAMED:
                return Const(_NAMED[name])
            return Call(name, [], at=at)
        self.next()
        arguments = [self.pipe()]
        while self.take(";"):
            arguments.append(self.pipe())
        self.want(")")
        return Call(name, arguments, at=at)

    def a_string(self) -> Node:
        """A string with or without a format."""
        if self.kind == "format":
            name = self.next()[1:]
            return self.string(name)
        return self.string("text")

    def string(self, form: str) -> Node:
        """``"…\\(…)…"``"""
        if self.kind != "text":
            raise self.unexpected()
        parts: list[str | Node] = []
        for part in self.next():
            if isinstance(part, str):
                parts.append(part)
                continue
            inner = _Parser(self.text, part, self.depth + 1)
            parts.append(inner.pipe())
            inner.want("$end")
        if len(parts) == 1 and isinstance(parts[0], str):
            return Const(parts[0])
        return Text(form, parts)

    def format(self) -> Node:
        """``@name`` alone or before a string"""
        if self.peek() == "text":
            return self.a_string()
        return Format(self.next()[1:])

    def an_if(self) -> Node:
        """``if … then … elif … else … end``"""
        self.next()
        condition = self.pipe()
        self.want("then")
        then = self.pipe()
        if self.kind == "elif":
            self.deeper()
            otherwise = self.an_if()
            self.depth -= 1
            return If(condition, then, otherwise)
        otherwise = self.pipe() if self.take("else") else Identity()
        self.want("end")
        return If(condition, then, otherwise)

    def reduce(self) -> Node:
        """``reduce source as pattern (start; update)``"""
        self.next()
        source = self.operation(7) if self.kind == "-" else self.postfix()
        patterns = self.patterns()
        self.want("(")
        start = self.pipe()
        self.want(";")
        update = self.pipe()
        self.want(")")
        return Reduce(source, patterns, start, update)

    def foreach(self) -> Node:
        """``foreach source as pattern (start; update; extract)``"""
        self.next()
        source = self.operation(7)
        patterns = self.patterns()
        self.want("(")
        start = self.pipe()
        self.want(";")
        update = self.pipe()
        extract = self.pipe() if self.take(";") else None
        self.want(")")
        return Foreach(source, patterns, start, update, extract)

    def definition(self) -> Node:
        """A definition where an operand may stand."""
        function = self.function()
        return Define(function, self.pipe())

    # -- objects and patterns

    def object(self) -> Node:
        """``{key: value, …}``"""
        self.next()
        entries: list[tuple[Node, Node]] = []
        while self.kind != "}":
            entries.append(self.entry())
            if not self.take(","):
                break
        self.want("}")
        return Object(entries)

    def entry(self) -> tuple[Node, Node]:
        """One entry; what has no value of its own takes it from the variable or field of that name."""
        kind = self.kind
        if kind == "variable":
            return self.variable_entry()
        if kind == "$" and self.peek() in KEYWORDS:
            self.next()
            word = self.next()
            return Const(word), Variable(word)
        if kind == "(":
            return self.computed_entry()
        key: Node
        if kind == "name" or kind in KEYWORDS:
            key = Const(self.next())
        elif kind in ("text", "format"):
            key = self.a_string()
        elif kind == "number":
            raise SyntaxFault("May need parentheses around object key expression", self.offset())
        else:
            raise self.unexpected()
        if self.take(":"):
            return key, self.pipe(comma=False)
        return key, Index(Identity(), key)

    def variable_entry(self) -> tuple[Node, Node]:
        """``$name`` and ``$name: value``"""
        at = self.offset()
        made = self.variable()
        if isinstance(made, Const):
            return Const("__loc__"), made
        name = made.name  # type: ignore[attr-defined]
        if self.take(":"):
            return Variable(name, at=at), self.pipe(comma=False)
        return Const(name.rpartition("::")[2]), made

    def computed_entry(self) -> tuple[Node, Node]:
        """``(key): value``"""
        at = self.offset()
        key = self.parenthesis()
        if isinstance(key, Const) and not isinstance(key.value, str):
            raise SyntaxFault(f"Cannot use {brief(key.value)} as object key", at)
        self.want(":")
        return key, self.pipe(comma=False)

    def patterns(self) -> list[Pattern]:
        """``as pattern ?// pattern``"""
        self.want("as")
        found = [self.pattern()]
        while self.take("?//"):
            found.append(self.pattern())
        return found

    def pattern(self) -> Pattern:
        """``$name``, ``[patterns]``, ``{entries}``"""
        self.deeper()
        try:
            if self.kind == "variable":
                return Pattern(self.next(), None, None)
            if self.take("["):
                items = [self.pattern()]
                while self.take(","):
                    items.append(self.pattern())
                self.want("]")
                return Pattern("", items, None)
            self.want("{")
            entries = [self.pattern_entry()]
            while self.take(","):
                entries.append(self.pattern_entry())
            self.want("}")
            return Pattern("", None, entries)
        finally:
            self.depth -= 1

    def pattern_entry(self) -> tuple[Node, str, Pattern | None]:
        """``$name``, ``$name: pattern``, ``key: pattern``"""
        if self.kind == "variable":
            name = self.next()
            inner = self.pattern() if self.take(":") else None
            return Const(name), name, inner
        if self.kind == "(":
            key = self.parenthesis()
        elif self.kind in ("text", "format"):
            key = self.a_string()
        elif self.kind == "name" or self.kind in KEYWORDS:
            key = Const(self.next())
        else:
            raise self.unexpected()
        self.want(":")
        return key, "", self.pattern()


def _take_try(parser: _Parser) -> Node:
    parser.next()
    return parser.a_try()


_NAMED = {"null": None, "true": True, "false": False}
_TERMS: dict[str, Callable[[_Parser], Node]] = {
    "number": _Parser.number,
    "field": _Parser.field,
    ".": _Parser.dot,
    "..": _Parser.recurse,
    "variable": _Parser.variable,
    "(": _Parser.parenthesis,
    "[": _Parser.array,
    "{": _Parser.object,
    "name": _Parser.call,
    "text": _Parser.a_string,
    "format": _Parser.format,
    "if": _Parser.an_if,
    "reduce": _Parser.reduce,
    "foreach": _Parser.foreach,
    "def": _Parser.definition,
    "label": _Parser.label,
    "try": _take_try,
}


def _joined(operator: str, left: Node, right: Node) -> Node:
    if operator in _NODES:
        return _NODES[operator](left, right)
    if _BINARY[operator][0] == 2:
        return Assign(operator, left, right)
    return Binary(operator, left, right)


def _optional(node: Node) -> Node:
    """``node?`` where node ends with an access: only of that access are errors passed over, not of the term."""
    if isinstance(node, Each):
        return _reached(node.term, Each(Identity()))
    if isinstance(node, Index):
        if isinstance(node.key, Const):
            return _reached(node.term, Index(Identity(), node.key))
        access = _reached(node.term, Index(Identity(), Variable(_KEY)))
        return With(node.key, [Pattern(_KEY, None, None)], access)
    if isinstance(node, Slice):
        low, high = node.low or Const(None), node.high or Const(None)
        access = _reached(node.term, Slice(Identity(), Variable(_KEY), Variable(_KEY + "2")))
        inner = With(low, [Pattern(_KEY, None, None)], access)
        return With(high, [Pattern(_KEY + "2", None, None)], inner)
    return Try(node, None)


def _reached(term: Node, access: Node) -> Node:
    return Try(access, None) if isinstance(term, Identity) else Pipe(term, Try(access, None))


def _constant(node: Node) -> Any:
    """The value of a constant expression; None where it is none."""
    if isinstance(node, Const):
        return node.value
    if isinstance(node, Array):
        if node.body is None:
            return []
        found: list[Any] = []
        body = node.body
        while isinstance(body, Comma):
            found.append(_constant(body.right))
            body = body.left
        found.append(_constant(body))
        return found[::-1]
    if isinstance(node, Object):
        return {_constant(key): _constant(value) for key, value in node.entries}
    return None
