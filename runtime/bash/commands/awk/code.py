"""Expressions of awk as expressions of Python.

Each expression is asked for in the form that its surroundings need: as a number, as text, as a condition or as a value
of any type. What is known of its type (`names`) saves the conversion. ``rt`` is the machine, ``row`` the record;
``g_x`` and ``l_x`` are variables, ``f_x`` functions, ``t1`` temporaries, ``k1`` constants that are made once a run.
"""

from __future__ import annotations

import re

from runtime.bash.commands.awk.errors import AwkSyntaxError
from runtime.bash.commands.awk.names import SPECIAL, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.names import Names
    from runtime.bash.commands.awk.tree import Function, Node

__all__ = ["Code"]

_COMPARE = {
    "<": "less",
    "<=": "less_equal",
    "==": "equal",
    "!=": "unequal",
    ">": "greater",
    ">=": "greater_equal",
}
_BINARY = {"/": "divide", "%": "remainder", "^": "power"}
_CONDITIONS = frozenset(["cmp", "match", "in", "and", "or", "not", "regex"])
_LVALUES = frozenset(["name", "elem", "field"])
# A field as text, written out: a call for each would double the time of a small program.
_FIELD = "(f[{0}] if len(f := row.fields or row.parts()) > {0} else '')"
_LAST = {_FIELD: "row.last()"}
# Expressions of nothing but these are strings, however their case is looked at.
_PLAIN = re.compile(r"[A-Za-z0-9 _=:,;/-]+", re.ASCII)
_PARTS_AT_ONCE = 4
# Python refuses deeper nesting; far below that no one reads it either.
_LONGEST = 400_000


class Code:
    """The translator of expressions of one program."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.function: Function | None = None
        self.constants: list[str] = []
        self._known: dict[str, str] = {}
        self._temporaries = 0
        self.record = "row.whole()" if names.rebuilt else "row.text"
        self.whole = "row.record()" if names.rebuilt else "Input(row.text)"
        self.fixed = {"OFS", "ORS", "SUBSEP", "IGNORECASE"} - names.assigned

    def temp(self) -> str:
        """A name for a moment."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def constant(self, code: str) -> str:
        """The name of what ``code`` gives, made once a run."""
        name = self._known.get(code)
        if name is None:
            name = self._known[code] = f"k{len(self._known)}"
            self.constants.append(f"{name} = {code}")
        return name

    def kind(self, node: Node) -> str:
        """The type of an expression."""
        return self.names.kind(node, self.function)

    # The four forms

    def num(self, node: Node) -> str:
        """As a number."""
        node = _bare(node)
        if node.kind == "field":
            return self._field(node, "row.numeric({})", f"NUMBERS[{self.record}]", "number(row.any({}))")
        code, kind = self.natural(node), self.kind(node)
        if kind == "num":
            return code
        if kind == "num0":
            return f"({code} or 0.0)"
        if kind == "str":
            return f"NUMBERS[{code}]"
        if code.isidentifier():
            return f"({code} if {code}.__class__ is float else number({code}))"
        return f"number({code})"

    def text(self, node: Node) -> str:
        """As text."""
        node = _bare(node)
        if node.kind == "field":
            return self._field(node, _FIELD, self.record, "row.text_of({})")
        if node.kind == "num" and node.parts[0] == int(node.parts[0]) and abs(node.parts[0]) < 1e15:
            return repr(str(int(node.parts[0])))
        code, kind = self.natural(node), self.kind(node)
        if kind == "str":
            return code
        if code.isidentifier():
            if kind in ("num", "num0"):
                return f"(K({code}) or text({code}))"
            return f"({code} if {code}.__class__ is str else text({code}))"
        return f"text({code})"

    def cond(self, node: Node) -> str:
        """As a condition."""
        node = _bare(node)
        if node.kind in _CONDITIONS:
            code: str = getattr(self, f"_{node.kind}")(node)
            return code
        if node.kind == "field":
            return f"truth({self.value(node)})"
        code = self.natural(node)
        return code if self.kind(node) != "any" else f"truth({code})"

    def value(self, node: Node) -> str:
        """As it is."""
        node = _bare(node)
        if node.kind == "field":
            return self._field(node, "row.value({})", self.whole, "row.any({})")
        return self.natural(node)

    def natural(self, node: Node) -> str:
        """In the form that belongs to its type."""
        if node.kind in _CONDITIONS:
            return f"(1.0 if {self.cond(node)} else 0.0)"
        code: str = getattr(self, f"_{node.kind}")(node)
        if len(code) > _LONGEST:
            raise AwkSyntaxError("program is too complex", node.line)
        return code

    # Operands

    def _num(self, node: Node) -> str:
        value = node.parts[0]
        return repr(value) if value - value == 0 else f"float({str(value)!r})"

    def _str(self, node: Node) -> str:
        return repr(node.parts[0])

    def _field(self, node: Node, known: str, whole: str, computed: str) -> str:
        index = _bare(node.parts[0])
        if index.kind == "num" and 0 <= index.parts[0] < 1e6:
            at = int(index.parts[0])
            return known.format(at - 1) if at else whole
        if index.kind == "name" and index.parts[0] == "NF" and self.special(index) and known in _LAST:
            return _LAST[known]
        return computed.format(self.num(index))

    def variable(self, name: str) -> str:
        """What reads, and for all but special ones assigns, a variable."""
        if self.function is not None and name in self.function.params:
            return f"l_{name}"
        if name in SPECIAL:
            return SPECIAL[name][0]
        if name in self.names.program.functions:
            raise AwkSyntaxError(f"function '{name}' called with space or used as a variable")
        return f"g_{name}"

    def _name(self, node: Node) -> str:
        return self.variable(node.parts[0])

    def special(self, node: Node) -> bool:
        """Whether the machine keeps that variable."""
        name = node.parts[0]
        return name in SPECIAL and not (self.function is not None and name in self.function.params)

    def array(self, node: Node) -> str:
        """An array: a name, or an element that is one."""
        if node.kind == "elem":
            return f"below({self.array(node.parts[0])}, {self.key(node.parts[1])})"
        if node.kind != "name":
            raise AwkSyntaxError("attempt to use a scalar as an array", node.line)
        return self.variable(node.parts[0])

    def key(self, subscripts: list[Node]) -> str:
        """The text of subscripts."""
        if len(subscripts) == 1:
            return self.text(subscripts[0])
        separator = repr("\x1c") if "SUBSEP" in self.fixed else "text(rt.subsep)"
        return f"charged({separator}.join(({', '.join(map(self.text, subscripts))})))"

    def _elem(self, node: Node) -> str:
        return f"{self.array(node.parts[0])}[{self.key(node.parts[1])}]"

    def _group(self, node: Node) -> str:
        raise AwkSyntaxError("syntax error at or near ,", node.line)

    # Operators

    def _cond(self, node: Node) -> str:
        test, then, other = node.parts
        kind = join(self.kind(then), self.kind(other))
        form = {"num": self.num, "str": self.text}.get(kind, self.value)
        return f"({form(then)} if {self.cond(test)} else {form(other)})"

    def _and(self, node: Node) -> str:
        return f"({self.cond(node.parts[0])} and {self.cond(node.parts[1])})"

    def _or(self, node: Node) -> str:
        return f"({self.cond(node.parts[0])} or {self.cond(node.parts[1])})"

    def _not(self, node: Node) -> str:
        return f"(not {self.cond(node.parts[0])})"

    def _neg(self, node: Node) -> str:
        return f"(-{self.num(node.parts[0])})"

    def _pos(self, node: Node) -> str:
        return self.num(node.parts[0])

    def _bin(self, node: Node) -> str:
        op, left, right = node.parts
        return self.arithmetic(op, self.num(left), right, _bare(left))

    def arithmetic(self, op: str, left: str, right: Node, chain: Node | None = None, code: str = "") -> str:
        """``left op right``; a chain of one precedence needs no parentheses. ``code`` is what gives ``right``, if known."""
        code = code or self.num(right)
        function = _BINARY.get(op)
        right = _bare(right)
        if op == "/" and right.kind == "num" and right.parts[0] != 0:
            function = None
        if function is not None:
            return f"{function}({left}, {code})"
        if (
            chain is not None
            and chain.kind == "bin"
            and chain.parts[0] in ("+-" if op in "+-" else "*")
            and left[0] == "("
        ):
            left = left[1:-1]
        return f"({left} {op} {code})"

    def _cmp(self, node: Node) -> str:
        op, left, right = node.parts
        kinds = self.kind(left), self.kind(right)
        if "str" in kinds:
            return f"({self.text(left)} {op} {self.text(right)})"
        numeric = [kind in ("num", "num0") for kind in kinds]
        if all(numeric):
            return f"({self.num(left)} {op} {self.num(right)})"
        if numeric[1] and _bare(left).kind == "field" and _bare(right).kind == "num":
            quick = self._field(_bare(left), "row.looks({})", "", "")
            if quick:
                return f"(t {op} {self.num(right)} if (t := {quick}) is not None else {_COMPARE[op]}({self.value(left)}, {self.num(right)}, rt.convfmt))"
        a, b = self.value(left), self.value(right)
        slow = f"{_COMPARE[op]}({a}, {b}, rt.convfmt)"
        if numeric[1] and a.isidentifier() and _bare(right).kind in ("num", "name"):
            return f"({a} {op} {self.num(right)} if {a}.__class__ is float else {slow})"
        return slow

    def regex(self, node: Node) -> str:
        """An expression to be matched."""
        node = _bare(node)
        if node.kind != "regex":
            return f"rt.regex({self.text(node)})"
        made = f"rt.regex({node.parts[0]!r})"
        return self.constant(made) if "IGNORECASE" in self.fixed else made

    def tester(self, node: Node) -> str:
        """What tells whether an expression matches."""
        node = _bare(node)
        test = f"{self.regex(node)}.test"
        return self.constant(test) if node.kind == "regex" and "IGNORECASE" in self.fixed else test

    def _holds(self, pattern: Node, subject: str, negated: bool) -> str:
        """Whether a text holds an expression that is nothing but a string, "" where it is more."""
        pattern = _bare(pattern)
        plain = pattern.kind == "regex" and "IGNORECASE" in self.fixed and _PLAIN.fullmatch(pattern.parts[0])
        return f"({pattern.parts[0]!r} {'not in' if negated else 'in'} {subject})" if plain else ""

    def _regex(self, node: Node) -> str:
        return self._holds(node, self.record, False) or f"({self.tester(node)}({self.record}) is not None)"

    def _match(self, node: Node) -> str:
        negated, subject, pattern = node.parts
        answer = "is" if negated else "is not"
        return (
            self._holds(pattern, self.text(subject), negated)
            or f"({self.tester(pattern)}({self.text(subject)}) {answer} None)"
        )

    def _in(self, node: Node) -> str:
        return f"({self.key(node.parts[0])} in {self.array(node.parts[1])})"

    def _concat(self, node: Node) -> str:
        codes = [self.text(part) for part in _flat(node)]
        while len(codes) > 1:
            # A few at a time: each sum is held against the budget before it becomes part of a longer one.
            codes = [
                f"charged({' + '.join(codes[at : at + _PARTS_AT_ONCE])})"
                for at in range(0, len(codes), _PARTS_AT_ONCE)
            ]
        return codes[0]

    def _call(self, node: Node) -> str:
        name, given = node.parts
        called = self.names.program.functions[name]
        args = []
        for param, arg in zip(called.params, given, strict=False):
            wanted = (name, param) in self.names.array_names
            args.append(self.array(arg) if wanted else self.value(arg))
        return f"f_{name}({', '.join(args)})"

    # Assignment

    def store(self, target: Node, code: str) -> str:
        """An expression that assigns."""
        target = _bare(target)
        if target.kind == "name":
            name = target.parts[0]
            if self.names.is_array(target, self.function):
                raise AwkSyntaxError(f"attempt to use array '{name}' in a scalar context", target.line)
            return (
                f"rt.set({name!r}, {code})" if self.special(target) else f"({self.variable(name)} := {code})"
            )
        if target.kind == "elem":
            return f"put({self.array(target.parts[0])}, {self.key(target.parts[1])}, {code})"
        if target.kind == "field":
            return f"row.set({self.num(target.parts[0])}, {code})"
        raise AwkSyntaxError("syntax error: assignment to what is no variable", target.line)

    def once(self, target: Node) -> tuple[str, str]:
        """A target that is read and then assigned: the code that reads it, and a form to assign ``{}`` with.

        What finds its place is computed once, by the reading.
        """
        if target.kind == "elem":
            array, key = self.temp(), self.temp()
            reads = f"({array} := {self.array(target.parts[0])})[({key} := {self.key(target.parts[1])})]"
            return reads, f"put({array}, {key}, {{}})"
        index = _bare(target.parts[0]) if target.kind == "field" else target
        if target.kind == "field" and index.kind != "num":
            at = self.temp()
            return f"row.any({at} := {self.num(index)})", f"row.set({at}, {{}})"
        return self.value(target), self.store(target, "{}")

    def _assign(self, node: Node) -> str:
        op, target, value = node.parts
        if not op:
            return self.store(target, self.value(value))
        place, reads, stores = self.placed(_bare(target))
        done = list(place)
        if self.pure(value):
            right = self.num(value)
        else:
            # What changes variables comes before the target is read.
            right = self.temp()
            done.append(f"({right} := {self.num(value)})")
        done.append(stores.replace("{}", self.arithmetic(op, reads, value, code=right), 1))
        return done[0] if len(done) == 1 else f"({', '.join(done)})[-1]"

    def placed(self, target: Node) -> tuple[list[str], str, str]:
        """A target in steps: what finds its place, what then reads it as a number, and a form to assign ``{}`` with."""
        if target.kind == "elem":
            array, key = self.temp(), self.temp()
            place = [f"({array} := {self.array(target.parts[0])})", f"({key} := {self.key(target.parts[1])})"]
            return place, f"number({array}[{key}])", f"put({array}, {key}, {{}})"
        index = _bare(target.parts[0]) if target.kind == "field" else target
        if target.kind == "field" and index.kind != "num":
            at = self.temp()
            return [f"({at} := {self.num(index)})"], f"number(row.any({at}))", f"row.set({at}, {{}})"
        return [], self.num(target), self.store(target, "{}")

    def _step(self, node: Node) -> str:
        target, delta, prefix = node.parts
        target = _bare(target)
        sign, back = ("+", "-") if delta > 0 else ("-", "+")
        if target.kind == "elem":
            code = f"bump({self.array(target.parts[0])}, {self.key(target.parts[1])}, {float(delta)})"
        elif target.kind == "name":
            code = self.store(target, f"{self.num(target)} {sign} 1.0")
        else:
            reads, stores = self.once(target)
            held = self.temp()
            code = f"(({held} := number({reads})), {stores.replace('{}', f'{held} {sign} 1.0', 1)})[1]"
        return code if prefix else f"({code} {back} 1.0)"

    def _getline(self, node: Node) -> str:
        how, target, source = node.parts
        record = target is None
        if not how:
            code = f"rt.getline({record})"
        elif how == "<":
            code = f"rt.getline_from(channels.file({self.text(source)}), {record}, False)"
        else:
            code = f"rt.getline_from(channels.command({self.text(source)}), {record}, True)"
        if record:
            return code
        got = self.temp()
        return f"({got} if ({got} := {code}) <= 0.0 else ({self.store(target, 'rt.got')}, {got})[1])"

    def pure(self, node: Node) -> bool:
        """Whether computing it changes nothing."""
        if node.kind in ("assign", "step", "getline", "call"):
            return False
        if node.kind == "builtin" and node.parts[0] in _IMPURE:
            return False
        return all(self.pure(child) for child in node.children())


_IMPURE = frozenset(
    [
        "sub",
        "gsub",
        "split",
        "patsplit",
        "match",
        "close",
        "fflush",
        "system",
        "rand",
        "srand",
        "asort",
        "asorti",
    ]
)


def _bare(node: Node) -> Node:
    while node.kind == "paren":
        node = node.parts[0]
    return node


def _flat(node: Node) -> list[Node]:
    """The parts of a concatenation, those of concatenations in it included."""
    out = []
    stack = list(reversed(node.parts[0]))
    while stack:
        part = _bare(stack.pop())
        if part.kind == "concat":
            stack.extend(reversed(part.parts[0]))
        else:
            out.append(part)
    return out
