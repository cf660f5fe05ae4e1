"""bc's language (POSIX and GNU's extensions) read a line at a time into closures over the machine that runs them.

Binding from loose to tight: ``||``, ``&&``, ``!``, comparisons, assignments, ``+ -``, ``* / %``, ``^`` (to the right), unary
minus, ``++ --``. Addresses are counted as GNU's byte code would have them, because its messages name them.
"""

from __future__ import annotations

from runtime.bash.commands.bc.closures import (
    both,
    compared,
    either,
    in_order,
    loaded,
    nothing,
    one,
    put,
    put_value,
    stepping,
    unescaped,
)
from runtime.bash.commands.bc.lexer import Lexer, Wrong
from runtime.bash.commands.bc.number import parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.bc.number import Number
    from runtime.bash.commands.bc.run import Act, Machine, Value


__all__ = ["Parser", "Quit"]

_WORDS = frozenset(
    [
        "auto",
        "break",
        "continue",
        "define",
        "else",
        "for",
        "halt",
        "if",
        "last",
        "length",
        "limits",
        "print",
        "quit",
        "read",
        "return",
        "scale",
        "sqrt",
        "while",
        "warranty",
        "void",
        "ibase",
        "obase",
    ]
)
_SPECIAL = frozenset({"scale", "ibase", "obase", "last"})
_COMPARE = frozenset({"==", "!=", "<", "<=", ">", ">="})
_ASSIGN = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "^="})
# A level of nesting takes about ten frames of the host's stack.
_DEEPEST = 200
_MOST_LINKS = 5_000


class Quit(Exception):
    """``quit`` was read."""


class Parser(Lexer):
    """One text. ``line()`` gives what to run next, None at the end."""

    def __init__(self, text: str, machine: Machine, name: str) -> None:
        super().__init__(text, machine.say, name)
        self.machine = machine
        self.depth = 0
        self.address = self.links = 0
        self.in_function = False
        self.loops = 0

    def recover(self) -> None:
        """Complain, and pass what is left of a line that is wrong."""
        self.pass_line()
        self.depth = self.loops = 0
        self.in_function = False

    # Statements

    def line(self) -> Act | None:
        """The statements of one line. Raises Wrong."""
        self.newlines()
        if self.kind == "end":
            return None
        self.address = 0
        if self.word == "define":
            self._define()
            return nothing
        acts = []
        while self.kind != "end" and self.word != "\n":
            if self.accept(";"):
                continue
            acts.append(self.statement())
            if self.word not in {";", "\n"} and self.kind != "end":
                raise Wrong
        return in_order(acts)

    def statement(self) -> Act:
        """One statement."""
        self.links = 0
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Wrong
        try:
            if self.kind == "string":
                text = self.word[1:-1]
                self.address += len(text) + 2
                self.advance()
                return lambda m: m.put(text)
            if self.kind == "name":
                read = _STATEMENTS.get(self.word)
                if read is not None:
                    self.advance()
                    return read(self)
            if self.accept("{"):
                return self._block()
            return self._expression_statement()
        finally:
            self.depth -= 1

    def _block(self) -> Act:
        acts = []
        while not self.accept("}"):
            if self.kind == "end":
                raise Wrong
            if self.accept(";") or self.accept("\n"):
                continue
            acts.append(self.statement())
            if self.word not in {";", "\n", "}"}:
                raise Wrong
        return in_order(acts)

    def _expression_statement(self) -> Act:
        value, silent = self.expression_or_assignment()
        self.address += 1
        if silent:

            def quietly(m: Machine) -> str:
                value(m)
                return ""

            return quietly

        def show(m: Machine) -> str:
            return m.show(value(m))

        return show

    def _body(self) -> Act:
        self.newlines()
        return self.statement()

    def read_if(self) -> Act:
        """``if (test) … else …``"""
        self.expect("(")
        test = self.expression()
        self.expect(")")
        self.address += 3
        then = self._body()
        otherwise: Act = nothing
        held = (self.at, self.line_number, self.kind, self.word)
        if self.word == "\n" and self.in_function:
            self.newlines()
        if self.accept("else"):
            self.address += 3
            otherwise = self._body()
        elif self.word != held[3]:
            self.at, self.line_number, self.kind, self.word = held
        return lambda m: then(m) if test(m)[0] else otherwise(m)

    def read_while(self) -> Act:
        """``while (test) …``"""
        self.expect("(")
        test = self.expression()
        self.expect(")")
        self.loops += 1
        body = self._body()
        self.loops -= 1

        def run(m: Machine) -> str:
            while test(m)[0]:
                m.check()
                ended = body(m)
                if ended == "break":
                    break
                if ended == "return":
                    return ended
            return ""

        return run

    def read_for(self) -> Act:
        """``for (first; test; step) …``"""
        self.expect("(")
        parts: list[Value] = []
        for end in (";", ";", ")"):
            if self.word == end:
                parts.append(one)
            else:
                parts.append(self.expression())
            self.expect(end)
        first, test, step = parts
        self.loops += 1
        body = self._body()
        self.loops -= 1

        def run(m: Machine) -> str:
            first(m)
            while test(m)[0]:
                m.check()
                ended = body(m)
                if ended == "break":
                    break
                if ended == "return":
                    return ended
                step(m)
            return ""

        return run

    def read_return(self) -> Act:
        """``return``, with a value or without."""
        if not self.in_function:
            raise Wrong
        if self.word in {";", "\n", "}"} or self.kind == "end":
            return lambda m: m.give((0, 0))
        value = self.expression()
        return lambda m: m.give(value(m))

    def leave(self, word: str) -> Act:
        """``break`` and ``continue``."""
        if not self.loops:
            raise Wrong
        return lambda _m: word

    def read_halt(self) -> Act:
        """``halt``: ends when it is run."""

        def halt(_: Machine) -> str:
            raise Quit

        return halt

    def read_quit(self) -> Act:
        """``quit``: ends when it is read."""
        raise Quit

    def read_print(self) -> Act:
        """``print`` and its list."""
        acts: list[Act] = []
        while True:
            if self.kind == "string":
                text = unescaped(self.word[1:-1])
                self.advance()
                acts.append(put(text))
            else:
                acts.append(put_value(self.expression()))
            if not self.accept(","):
                return in_order(acts)

    def read_words(self) -> Act:
        """``limits``."""
        return lambda m: m.put(_LIMITS)

    # Functions

    def _define(self) -> None:
        from runtime.bash.commands.bc.run import Function

        self.advance()
        void = self.accept("void")
        if self.kind != "name" or self.word in _WORDS:
            raise Wrong
        name = self.word
        self.advance()
        self.expect("(")
        parameters = self._parameters(")")
        self.expect(")")
        self.newlines()
        self.expect("{")
        self.newlines()
        locals_: list[str] = []
        if self.accept("auto"):
            locals_ = self._parameters("")
            if self.word not in {";", "\n"}:
                raise Wrong
        self.in_function = True
        self.address = 0
        function = Function(name, parameters, locals_, void)
        outer, self.loops = self.loops, 0
        function.body = self._block()
        self.loops = outer
        self.in_function = False
        self.machine.functions[name] = function

    def _parameters(self, end: str) -> list[str]:
        """Names, arrays with ``[]`` behind them and ``*`` before those passed by reference."""
        names: list[str] = []
        while self.word != end:
            star = "*" if self.accept("*") else ""
            if self.kind != "name":
                raise Wrong
            name = self.word
            self.advance()
            if self.accept("["):
                self.expect("]")
                name += "[]"
            names.append(star + name)
            if not self.accept(","):
                break
        return names

    # Expressions

    def expression(self) -> Value:
        """An expression whose value is wanted."""
        return self.expression_or_assignment()[0]

    def expression_or_assignment(self) -> tuple[Value, bool]:
        """An expression, and whether as a statement it prints nothing: an assignment, or a call of a void function."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Wrong
        try:
            return self._or()
        finally:
            self.depth -= 1

    def _or(self) -> tuple[Value, bool]:
        left, silent = self._and()
        while self.accept("||"):
            a, b = left, self._and()[0]
            self.address += 4
            left, silent = either(a, b), False
        return left, silent

    def _and(self) -> tuple[Value, bool]:
        left, silent = self._not()
        while self.accept("&&"):
            a, b = left, self._not()[0]
            self.address += 4
            left, silent = both(a, b), False
        return left, silent

    def _not(self) -> tuple[Value, bool]:
        count = 0
        while self.accept("!"):
            count += 1
        value, silent = self._comparison()
        if not count:
            return value, silent
        self.address += count
        wanted = bool(count % 2)
        return (lambda m: (int((not value(m)[0]) == wanted), 0)), False

    def _comparison(self) -> tuple[Value, bool]:
        left, silent = self._sum()
        while self.kind == "op" and self.word in _COMPARE:
            operator = self.word
            self.advance()
            right = self._sum()[0]
            self.address += 1
            left, silent = compared(operator, left, right), False
        return left, silent

    def _sum(self) -> tuple[Value, bool]:
        left, silent = self._product()
        while self.kind == "op" and self.word in {"+", "-"}:
            operator = self.word
            self.advance()
            left, silent = self._binary(operator, left, self._product()[0]), False
        return left, silent

    def _product(self) -> tuple[Value, bool]:
        left, silent = self._power()
        while self.kind == "op" and self.word in {"*", "/", "%"}:
            operator = self.word
            self.advance()
            left, silent = self._binary(operator, left, self._power()[0]), False
        return left, silent

    def _power(self) -> tuple[Value, bool]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Wrong
        base, silent = self._minus()
        if self.accept("^"):
            base, silent = self._binary("^", base, self._power()[0]), False
        self.depth -= 1
        return base, silent

    def _binary(self, operator: str, left: Value, right: Value) -> Value:
        self.address += 1
        # Each operator of a chain is one level of calls when it runs.
        self.links += 1
        if self.links > _MOST_LINKS:
            raise Wrong
        address = self.address
        return lambda m: m.binary(operator, left(m), right(m), address)

    def _minus(self) -> tuple[Value, bool]:
        negative = False
        seen = False
        while self.accept("-"):
            negative, seen = not negative, True
        value, silent = self._primary()
        if not seen:
            return value, silent
        self.address += 1

        def negated(m: Machine) -> Number:
            number = value(m)
            return (-number[0] if negative else number[0]), number[1]

        return negated, False

    def _primary(self) -> tuple[Value, bool]:
        if self.kind == "number":
            return self._number(), False
        if self.accept("("):
            value = self.expression()
            self.expect(")")
            return value, False
        if self.kind == "op" and self.word in {"++", "--"}:
            return self._stepped(), False
        if self.accept("."):
            return (lambda m: m.last), False
        if self.kind != "name":
            raise Wrong
        name = self.word
        self.advance()
        if self.word == "(" and name in _BUILTIN:
            return self._built_in(name), False
        if name in _WORDS and name not in _SPECIAL:
            raise Wrong
        if self.word == "(":
            return self._call(name)
        return self._place(name)

    def _number(self) -> Value:
        text = self.word.replace("\\\n", "")
        self.line_number += self.word.count("\n")
        self.advance()
        self.address += 1 if text in {"0", "1"} else len(text) + 2
        if text.strip("0.") == "" or text == "1":
            constant = parsed(text, 10)
            return lambda _m: constant
        # What the digits mean depends on ibase when they are met.
        decimal = text.replace(".", "").isdigit()
        ten = parsed(text, 10) if decimal else (0, 0)

        def number(m: Machine) -> Number:
            base = m.ibase
            return ten if base == 10 and decimal else parsed(text, base)

        return number

    def _built_in(self, name: str) -> Value:
        self.expect("(")
        if name == "read":
            self.expect(")")
            return lambda m: m.read()
        if name == "length" and self.kind == "name":
            held = (self.at, self.line_number, self.kind, self.word)
            array = self.word
            self.advance()
            if self.accept("[") and self.accept("]"):
                self.expect(")")
                return lambda m: (max(m.array(array), default=-1) + 1, 0)
            self.at, self.line_number, self.kind, self.word = held
        value = self.expression()
        self.expect(")")
        self.address += 2
        address = self.address
        return lambda m: m.built_in(name, value(m), address)

    def _call(self, name: str) -> tuple[Value, bool]:
        self.expect("(")
        arguments: list[Value | str] = []
        while self.word != ")":
            held = (self.at, self.line_number, self.kind, self.word)
            array = self.word if self.kind == "name" else ""
            if array:
                self.advance()
                if self.accept("[") and self.accept("]"):
                    arguments.append(array)
                    if not self.accept(","):
                        break
                    continue
                self.at, self.line_number, self.kind, self.word = held
            arguments.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")")
        address = self.address + 2
        self.address += 3
        known = self.machine.functions.get(name)
        return (lambda m: m.call(name, arguments, address)), known is not None and known.void

    def _place(self, name: str) -> tuple[Value, bool]:
        """A variable or an element, what is assigned to it, or a step of it."""
        index: Value | None = None
        if self.accept("["):
            index = self.expression()
            self.expect("]")
        self.address += 2
        if self.kind == "op" and self.word in _ASSIGN:
            operator = self.word[:-1]
            self.advance()
            value = self._sum()[0]
            self.address += 2
            return self._assigned(name, index, operator, value), True
        if self.kind == "op" and self.word in {"++", "--"}:
            operator = self.word[0]
            self.advance()
            return stepping(name, index, operator, True), False
        return loaded(name, index), False

    def _assigned(self, name: str, index: Value | None, operator: str, value: Value) -> Value:
        address = self.address

        def assign(m: Machine) -> Number:
            where = None if index is None else m.index(name, index(m), address)
            number = value(m)
            if operator:
                number = m.binary(operator, m.load(name, where), number, address)
            return m.store(name, where, number)

        return assign

    def _stepped(self) -> Value:
        operator = self.word[0]
        self.advance()
        if self.kind != "name" or (self.word in _WORDS and self.word not in _SPECIAL):
            raise Wrong
        name = self.word
        self.advance()
        index: Value | None = None
        if self.accept("["):
            index = self.expression()
            self.expect("]")
        self.address += 4
        return stepping(name, index, operator, False)


_BUILTIN = frozenset({"length", "scale", "sqrt", "read"})
_LIMITS = "BC_BASE_MAX     = 2147483647\nBC_DIM_MAX      = 16777215\nBC_SCALE_MAX    = 2147483647\nBC_STRING_MAX   = 2147483647\n"
_STATEMENTS: dict[str, Callable[[Parser], Act]] = {
    "if": Parser.read_if,
    "while": Parser.read_while,
    "for": Parser.read_for,
    "return": Parser.read_return,
    "break": lambda parser: parser.leave("break"),
    "continue": lambda parser: parser.leave("continue"),
    "halt": Parser.read_halt,
    "quit": Parser.read_quit,
    "print": Parser.read_print,
    "limits": Parser.read_words,
}
