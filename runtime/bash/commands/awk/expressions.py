"""Expressions of awk's grammar, from the loosest operator to the tightest."""

from __future__ import annotations

from runtime.bash.commands.awk.errors import AwkSyntaxError
from runtime.bash.commands.awk.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.lexer import Token

__all__ = ["Expressions"]

_ASSIGNMENTS = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "^="])
_COMPARISONS = frozenset(["<", "<=", "==", "!=", ">", ">="])
_LVALUES = frozenset(["name", "elem", "field"])
# What may begin an operand, so that two operands side by side are concatenated.
_STARTS = frozenset(["num", "str", "ere", "name", "builtin", "$", "!", "(", "-", "+", "++", "--"])
_TARGETS = frozenset(["name", "$"])


class Expressions:
    """A reader of expressions over a list of words."""

    def __init__(self, words: list[Token], depth: int) -> None:
        self.words = words
        self.at = 0
        self.token = words[0]
        self.kind = self.token.kind
        self.left = depth
        self.loops = 0
        self.switches = 0
        self.in_function = False
        self.calls: list[tuple[str, int]] = []
        # In the arguments of print a bare ">" is a redirection.
        self.printing = False

    # Moving on

    def advance(self) -> Token:
        """Past the present word; that word."""
        token = self.token
        self.back(min(self.at + 1, len(self.words) - 1))
        return token

    def back(self, at: int) -> None:
        """To the word at that place."""
        self.at = at
        self.token = self.words[at]
        self.kind = self.token.kind

    def peek(self, ahead: int) -> Token:
        """A word further on."""
        return self.words[min(self.at + ahead, len(self.words) - 1)]

    def accept(self, kind: str) -> bool:
        """Past the present word if it is of that kind."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str) -> Token:
        """Past the present word, which must be of that kind."""
        if self.kind != kind:
            raise self.unexpected()
        return self.advance()

    def newlines(self) -> None:
        """Past newlines where the grammar allows them."""
        while self.kind == "newline":
            self.advance()

    def enter(self) -> None:
        """One level deeper."""
        self.left -= 1
        if self.left < 0:
            raise self.error("program is nested too deeply")

    def leave(self) -> None:
        """One level less deep."""
        self.left += 1

    def error(self, message: str, line: int = 0) -> AwkSyntaxError:
        """A syntax error to raise, here unless elsewhere."""
        return AwkSyntaxError(message, line or self.token.line)

    def unexpected(self) -> AwkSyntaxError:
        """A syntax error at the present word."""
        value = self.token.value
        shown = {"newline": "newline", "eof": "end of file", "str": f'"{value}"', "ere": f"/{value}/"}
        return self.error(f"syntax error at or near {shown.get(self.kind, value)}")

    # Operators

    def expression(self) -> Node:
        """Any expression."""
        self.enter()
        node = self._conditional()
        self.leave()
        return node

    def _conditional(self) -> Node:
        test = self._or()
        if self.kind != "?":
            return test
        line = self.advance().line
        self.newlines()
        then = self.expression()
        self.newlines()
        self.expect(":")
        self.newlines()
        return Node("cond", line, test, then, self.expression())

    def _or(self) -> Node:
        node = self._and()
        while self.kind == "||":
            line = self.advance().line
            self.newlines()
            node = Node("or", line, node, self._and())
        return node

    def _and(self) -> Node:
        node = self._in()
        while self.kind == "&&":
            line = self.advance().line
            self.newlines()
            node = Node("and", line, node, self._in())
        return node

    def _in(self) -> Node:
        node = self._match()
        while self.kind == "in":
            line = self.advance().line
            subscripts = node.parts[0] if node.kind == "group" else [node]
            node = Node("in", line, subscripts, self.array())
        return node

    def _match(self) -> Node:
        node = self._comparison()
        while self.kind in ("~", "!~"):
            token = self.advance()
            node = Node("match", token.line, token.kind == "!~", node, self._comparison())
        return node

    def _comparison(self) -> Node:
        node = self._concatenation()
        while True:
            if self.kind in _COMPARISONS and not (self.kind == ">" and self.printing):
                token = self.advance()
                node = Node("cmp", token.line, token.kind, node, self._concatenation())
            elif self.kind == "|" and self.peek(1).kind == "getline":
                line = self.advance().line
                self.advance()
                node = Node("getline", line, "|", self._target(), node)
            elif self.kind == "|&":
                raise self.error("two-way pipes are not supported")
            else:
                return node

    def _concatenation(self) -> Node:
        first = self._sum()
        if self.kind not in _STARTS:
            return first
        parts = [first]
        line = self.token.line
        # A regular expression cannot follow an operand: there its slash would divide.
        while self.kind in _STARTS:
            parts.append(self._sum())
        return Node("concat", line, parts)

    def _sum(self) -> Node:
        node = self._product()
        while self.kind in ("+", "-"):
            token = self.advance()
            node = Node("bin", token.line, token.kind, node, self._product())
        return node

    def _product(self) -> Node:
        node = self._unary()
        while self.kind in ("*", "/", "%"):
            token = self.advance()
            node = Node("bin", token.line, token.kind, node, self._unary())
        return node

    def _unary(self) -> Node:
        names = {"!": "not", "-": "neg", "+": "pos"}
        if self.kind not in names:
            return self._power()
        self.enter()
        token = self.advance()
        node = Node(names[token.kind], token.line, self._unary())
        self.leave()
        return node

    def _power(self) -> Node:
        base = self._postfix()
        if self.kind != "^":
            return base
        line = self.advance().line
        self.enter()
        exponent = self._unary()
        self.leave()
        return Node("bin", line, "^", base, exponent)

    def _postfix(self) -> Node:
        node = self._primary()
        if node.kind not in _LVALUES:
            return node
        if self.kind in ("++", "--"):
            token = self.advance()
            return Node("step", token.line, node, 1 if token.kind == "++" else -1, False)
        if self.kind in _ASSIGNMENTS:
            token = self.advance()
            self.newlines()
            return Node("assign", token.line, token.kind[:-1], node, self.expression())
        return node

    # Operands

    def _primary(self) -> Node:
        token = self.token
        read = _PRIMARIES.get(token.kind)
        if read is None:
            raise self.unexpected()
        self.advance()
        node: Node = getattr(self, read)(token)
        return node

    def _number(self, token: Token) -> Node:
        value = token.value
        return Node("num", token.line, float(int(value, 16)) if value[1:2] in ("x", "X") else float(value))

    def _string(self, token: Token) -> Node:
        return Node("str", token.line, token.value)

    def _regex(self, token: Token) -> Node:
        return Node("regex", token.line, token.value)

    def _name(self, token: Token) -> Node:
        if token.called:
            self.advance()
            self.calls.append((token.value, token.line))
            return Node("call", token.line, token.value, self._arguments())
        return self._subscripted(Node("name", token.line, token.value))

    def _subscripted(self, node: Node) -> Node:
        while self.kind == "[":
            line = self.advance().line
            subscripts = self._list()
            self.expect("]")
            node = Node("elem", line, node, subscripts)
        return node

    def _arguments(self) -> list[Node]:
        """Up to and with the closing parenthesis."""
        self.newlines()
        if self.accept(")"):
            return []
        args = self._list()
        self.newlines()
        self.expect(")")
        return args

    def _list(self) -> list[Node]:
        """Expressions between brackets of any kind, where ``>`` compares."""
        printing, self.printing = self.printing, False
        items = [self.expression()]
        while self.accept(","):
            self.newlines()
            items.append(self.expression())
        self.printing = printing
        return items

    def _builtin(self, token: Token) -> Node:
        args: list[Node] = []
        if self.accept("("):
            args = self._arguments()
        elif token.value != "length":
            raise self.unexpected()
        return Node("builtin", token.line, token.value, args)

    def _group(self, token: Token) -> Node:
        items = self._list()
        self.newlines()
        self.expect(")")
        if len(items) == 1:
            # Parentheses keep what is inside from being assigned to or split among arguments.
            return Node("paren", token.line, items[0]) if items[0].kind in _LVALUES else items[0]
        if self.kind != "in" and not self.printing:
            raise self.unexpected()
        return Node("group", token.line, items)

    def _field(self, token: Token) -> Node:
        self.enter()
        if self.kind in ("++", "--"):
            index = self._step(self.advance())
        elif self.kind in ("-", "+", "!"):
            index = self._unary()
        else:
            index = self._primary()
        self.leave()
        return Node("field", token.line, index)

    def _step(self, token: Token) -> Node:
        target = self._primary()
        if target.kind not in _LVALUES:
            raise self.unexpected()
        return Node("step", token.line, target, 1 if token.kind == "++" else -1, True)

    def _getline(self, token: Token) -> Node:
        target = self._target()
        if not self.accept("<"):
            return Node("getline", token.line, "", target, None)
        return Node("getline", token.line, "<", target, self._primary_or_step())

    def _primary_or_step(self) -> Node:
        node = self._primary()
        if node.kind in _LVALUES and self.kind in ("++", "--"):
            token = self.advance()
            return Node("step", token.line, node, 1 if token.kind == "++" else -1, False)
        return node

    def _target(self) -> Node | None:
        """What getline assigns to, if it says so."""
        if self.kind not in _TARGETS or self.token.called:
            return None
        return self._primary()

    def array(self) -> Node:
        """The array behind ``in``."""
        token = self.expect("name")
        return self._subscripted(Node("name", token.line, token.value))

    def element(self) -> Node:
        """What ``delete`` takes: an array or an element."""
        return self.array()

    def constant(self) -> Node:
        """The label of a case."""
        if self.kind in ("-", "+"):
            sign = self.advance().kind
            number = self._number(self.expect("num"))
            return Node("num", number.line, -number.parts[0] if sign == "-" else number.parts[0])
        if self.kind not in ("num", "str", "ere"):
            raise self.unexpected()
        return self._primary()

    # print

    def print_list(self) -> list[Node]:
        """The arguments of print and printf."""
        self.printing = True
        items = [self.expression()]
        while self.accept(","):
            self.newlines()
            items.append(self.expression())
        self.printing = False
        if len(items) == 1 and items[0].kind == "group":
            parts: list[Node] = items[0].parts[0]
            return parts
        return items

    def print_target(self) -> Node:
        """Where the output goes: ``print > "a" ".txt"`` writes to ``a.txt``."""
        self.printing = True
        target = self._concatenation()
        self.printing = False
        return target


_PRIMARIES = {
    "num": "_number",
    "str": "_string",
    "ere": "_regex",
    "name": "_name",
    "builtin": "_builtin",
    "(": "_group",
    "$": "_field",
    "++": "_step",
    "--": "_step",
    "getline": "_getline",
}
