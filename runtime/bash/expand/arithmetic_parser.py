"""Arithmetic expressions: text to tree, with the precedence, the odd corners and the error texts of bash's ``expr.c``.

A text may be a template: the character `HOLE` stands where an expansion (``$x``) will put a number. What is no
expression with a number there is no template: `Mistake` then sends the caller back to the expanded text.
"""

from __future__ import annotations

from runtime.bash.errors import LimitExceeded
from runtime.bash.expand.arithmetic_tree import (
    Assign,
    Binary,
    Comma,
    Condition,
    Element,
    Hole,
    Logical,
    Name,
    Number,
    Step,
    Unary,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.expand.arithmetic_tree import Tree

__all__ = ["HOLE", "Mistake", "constant", "parse", "wrap"]

HOLE = "\0"
# Parentheses, assignments, conditions and signs inside one another.
_MAX_DEPTH = 64
# Reading takes microseconds a character, in which nothing looks at the clock.
_LONGEST = 20_000
_WHITE = " \t\n"
_DIGITS = {c: n for n, c in enumerate("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_")}
_BINARY = {
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "&": 5,
    "==": 6,
    "!=": 6,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}
# What may stand before `#$x`; beyond 36 the case of a letter counts, which is left to the expanded text.
_BASES = frozenset(map(str, range(2, 37)))
_LONG = ("<<=", ">>=")
_SHORT = frozenset(
    ["==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "**", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|="]
)
_SINGLE = frozenset("+-*/%<>=!&|^~?:,()")
_ASSIGN = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>="])


class Mistake(Exception):
    """No expression: ``message`` and the text that bash would show, cut where it would be."""

    def __init__(self, message: str, expression: str, token: str) -> None:
        super().__init__(message)
        self.message = f'{expression.lstrip(_WHITE)}: {message} (error token is "{token}")'


def wrap(value: int) -> int:
    """``value`` in 64 bits, two's complement."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def constant(text: str) -> int:
    """A number as `expr.c` reads it. Raises Mistake with the text cut behind it."""
    if text[0] == "0" and len(text) > 1:
        return _in_base(text, text[2:], 16) if text[1] in "xX" else _in_base(text, text[1:], 8)
    # Python reads no more than 4300 digits, and bash wraps.
    if text.isdigit() and len(text) < 4000:
        return wrap(int(text))
    head, sign, digits = text.partition("#")
    base = _in_base(text, head, 10)
    if not sign:
        return base
    if not 2 <= base <= 64:
        raise Mistake("invalid arithmetic base", text, text)
    if not digits:
        raise Mistake("invalid integer constant", text, text)
    return _in_base(text, digits, base)


def _in_base(text: str, digits: str, base: int) -> int:
    value = 0
    for c in digits:
        if c == "#":
            raise Mistake("invalid number", text, text)
        digit = _DIGITS[c]
        if base <= 36 and 36 <= digit < 62:
            digit -= 26  # up to base 36 the case of a letter says nothing
        if digit >= base:
            raise Mistake("value too great for base", text, text)
        value = (value * base + digit) & 0xFFFF_FFFF_FFFF_FFFF
    return wrap(value)


class _Parser:
    """``token`` is what was read, ``kind`` one of: "" (the end), "number", "name", "hole", "element" or an operator.

    ``last`` is where the last token that is no end starts: bash shows the text from there.
    """

    __slots__ = ("depth", "holes", "kind", "last", "lone", "node", "pos", "template", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.template = HOLE in text
        self.pos = 0
        self.last = 0
        self.kind = ""
        self.node: Tree | None = None
        self.depth = 0
        self.holes = 0
        # The node that was just read and nothing since: what may be assigned to.
        self.lone: Tree | None = None

    def fail(self, message: str, at: int | None = None) -> Mistake:
        return Mistake(message, self.text, self.text[self.last if at is None else at :])

    def whole(self) -> Tree:
        self.advance()
        tree = self.comma()
        if self.kind:
            wrong = self.last
            if self.kind in {"name", "element"}:
                # bash looks behind a name for an assignment: what is no token there is the first fault that it sees.
                self.advance()
            raise self.fail("syntax error in expression", wrong)
        return tree

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.fail("expression recursion level exceeded")

    # Tokens

    def advance(self) -> None:
        text, pos = self.text, self.pos
        end = len(text)
        while pos < end and text[pos] in _WHITE:
            pos += 1
        if pos >= end:
            self.pos = pos
            self.kind = ""
            return
        c = text[pos]
        self.last = pos
        if c == HOLE:
            self._hole(pos)
        elif "0" <= c <= "9":
            self._number(pos)
        elif c == "_" or ("A" <= c <= "Z") or ("a" <= c <= "z"):
            self._name(pos)
        else:
            self._operator(pos)

    def _hole(self, pos: int, base: int = 0) -> None:
        behind = self.text[pos + 1 : pos + 2]
        if behind and (behind in "_#@[\0" or behind.isalnum()):
            raise self.fail("not a number by itself")
        before = self.text[pos - 1] if pos else ""
        self.node = Hole(self.holes, before == "-", base)
        self.holes += 1
        self.kind = "hole"
        self.pos = pos + 1

    def _number(self, pos: int) -> None:
        text = self.text
        end = pos
        while end < len(text) and (text[end] in "#@_" or (text[end].isascii() and text[end].isalnum())):
            end += 1
        if text[end : end + 1] == HOLE:
            # `10#$x`: digits of a base; what else begins with a number and ends with an expansion is no template.
            head = text[pos : end - 1]
            if text[end - 1] != "#" or head not in _BASES:
                raise self.fail("not a number by itself")
            self._hole(end, int(head))
            return
        try:
            self.node = Number(constant(text[pos:end]))
        except Mistake as wrong:
            # bash cuts the text behind the number while it reads it, and shows it so.
            token = text[pos:end]
            reason = wrong.args[0]
            raise Mistake(reason, text[:end], token) from None
        self.kind = "number"
        self.pos = end

    def _name(self, pos: int) -> None:
        text = self.text
        end = pos
        while end < len(text) and (text[end] == "_" or (text[end].isascii() and text[end].isalnum())):
            end += 1
        name = text[pos:end]
        if text[end : end + 1] == HOLE:
            raise self.fail("not a name by itself")
        if text[end : end + 1] != "[":
            self.node = Name(name)
            self.kind = "name"
            self.pos = end
            return
        close = self._closing(end)
        subscript = text[end + 1 : close]
        self.node = Element(name, subscript, self.holes)
        self.holes += subscript.count(HOLE)
        self.kind = "element"
        self.pos = close + 1

    def _closing(self, start: int) -> int:
        """Where the subscript that opens at ``start`` closes; quotes hide brackets."""
        text = self.text
        depth = 0
        at = start
        while at < len(text):
            c = text[at]
            if c == "\\":
                at += 1
            elif c in "'\"":
                quote = text.find(c, at + 1)
                at = quote if quote > 0 else at
            elif c == "[":
                depth += 1
            elif c == "]":
                depth -= 1
                if not depth:
                    return at
            at += 1
        raise self.fail("bad array subscript")

    def _operator(self, pos: int) -> None:
        text = self.text
        three, two, one = text[pos : pos + 3], text[pos : pos + 2], text[pos]
        if three in _LONG:
            found = three
        elif two in _SHORT:
            found = two
        elif two in {"++", "--"}:
            found = self._doubled(two, pos)
        elif one in _SINGLE:
            found = one
        elif self.kind in {"number", "name", "element", "hole", ")"}:
            raise self.fail("syntax error: invalid arithmetic operator")
        else:
            raise self.fail("syntax error: operand expected")
        self.kind = found
        self.pos = pos + len(found.lstrip("p"))

    def _doubled(self, two: str, pos: int) -> str:
        """``++`` and ``--``: after a variable, before a variable, or two signs."""
        if self.kind in {"name", "element"}:
            return two
        at = pos + 2
        while self.text[at : at + 1] and self.text[at] in _WHITE:
            at += 1
        follows = self.text[at : at + 1]
        if follows == "_" or (follows.isascii() and follows.isalpha()):
            return f"p{two}"
        return two[0]

    # Grammar, loosest first

    def comma(self) -> Tree:
        self.deeper()
        parts = [self.assignment()]
        while self.kind == ",":
            self.advance()
            parts.append(self.assignment())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Comma(parts)

    def assignment(self) -> Tree:
        left = self.condition()
        operator = self.kind
        if operator not in _ASSIGN:
            return left
        if left is not self.lone or not isinstance(left, Name | Element):
            raise self.fail("attempted assignment to non-variable")
        self.deeper()
        self.advance()
        value = self.assignment()
        self.depth -= 1
        self.lone = None
        return Assign(operator[:-1], left, value, self.last)

    def condition(self) -> Tree:
        test = self.binary()
        if self.kind != "?":
            return test
        self.deeper()
        self.advance()
        if not self.kind:
            raise self.fail("expression expected")
        yes = self.comma()
        if self.kind != ":":
            raise self.fail("`:' expected for conditional expression")
        self.advance()
        if not self.kind:
            raise self.fail("expression expected")
        no = self.condition()
        self.depth -= 1
        self.lone = None
        return Condition(test, yes, no)

    def binary(self) -> Tree:
        """All binary operators but ``**``, by precedence, with a stack of its own."""
        operands = [self.power()]
        waiting: list[tuple[str, int]] = []
        while True:
            strength = _BINARY.get(self.kind, 0)
            while waiting and _BINARY[waiting[-1][0]] >= strength:
                operator, at = waiting.pop()
                right = operands.pop()
                operands.append(_joined(operator, operands.pop(), right, at))
            if not strength:
                break
            waiting.append((self.kind, self.pos))
            self.advance()
            operands.append(self.power())
            self.lone = None
        return operands[0]

    def power(self) -> Tree:
        base = self.unary()
        if self.kind != "**":
            return base
        self.deeper()
        self.advance()
        exponent = self.power()
        self.depth -= 1
        self.lone = None
        return Binary("**", base, exponent, self.last)

    def unary(self) -> Tree:
        if self.kind in {"!", "~", "-", "+"}:
            operator = self.kind
            self.deeper()
            self.advance()
            operand = self.unary()
            self.depth -= 1
            self.lone = None
            return Unary(operator, operand)
        return self.primary()

    def primary(self) -> Tree:
        kind, node = self.kind, self.node
        if kind in {"p++", "p--"}:
            return self._before(1 if kind == "p++" else -1)
        if kind == "(":
            self.advance()
            inside = self.comma()
            if self.kind != ")":
                raise self.fail("missing `)'")
            self.advance()
            self.lone = None
            return inside
        if kind not in {"number", "name", "element", "hole"} or node is None:
            raise self.fail("syntax error: operand expected")
        self.advance()
        if self.kind in {"++", "--"} and isinstance(node, Name | Element):
            by = 1 if self.kind == "++" else -1
            self.kind = "number"
            self.advance()
            self.lone = None
            return Step(node, by, after=True)
        self.lone = node
        return node

    def _before(self, by: int) -> Tree:
        self.advance()
        node = self.node
        if not isinstance(node, Name | Element):
            raise self.fail("identifier expected after pre-increment or pre-decrement")
        self.kind = "number"
        self.advance()
        if self.text[self.last : self.last + 2] in {"++", "--"} and self.kind in {"+", "-"}:
            sign = self.kind * 2
            raise self.fail(f"{sign}: assignment requires lvalue")
        self.lone = None
        return Step(node, by, after=False)


def _joined(operator: str, left: Tree, right: Tree, at: int) -> Tree:
    if operator not in {"&&", "||"}:
        return Binary(operator, left, right, at)
    if isinstance(left, Logical) and left.operator == operator:
        # A chain is one node: its length is not a depth.
        left.operands.append(right)
        return left
    return Logical(operator, [left, right])


def parse(text: str) -> Tree:
    """The tree of an expression that is not blank. Raises Mistake, LimitExceeded."""
    if len(text) > _LONGEST:
        raise LimitExceeded("arithmetic", f"an arithmetic expression of more than {_LONGEST} characters")
    return _Parser(text).whole()
