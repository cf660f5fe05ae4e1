"""What is known of a program before it runs: which names are arrays, which values are always numbers.

Both are found by going over the trees until nothing new turns up. A function's parameter is an array where it is used as
one or handed to a parameter that is; the argument behind it is then one, too. Types form a small lattice: ``num`` (a
number), ``num0`` (a number or never set), ``str``, ``any``.
"""

from __future__ import annotations

from runtime.bash.commands.awk.errors import AwkSyntaxError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.awk.tree import Function, Node, Program

__all__ = ["SPECIAL", "Names"]

# Variables that the machine keeps: the attribute that holds them, their type, and their help.
SPECIAL = {
    "NR": ("rt.nr", "num", "records so far"),
    "FNR": ("rt.fnr", "num", "records of this file so far"),
    "NF": ("row.count()", "num", "fields of the record"),
    "RSTART": ("rt.rstart", "num", "where match found it"),
    "RLENGTH": ("rt.rlength", "num", "how long it was, -1 for nothing"),
    "FS": ("rt.fs", "any", "what parts fields: a space (any blanks), a character or an expression"),
    "RS": ("rt.rs", "any", "what ends records: a character, an expression, or empty for paragraphs"),
    "OFS": ("rt.ofs", "any", "what print writes between fields"),
    "ORS": ("rt.ors", "any", "what print writes behind records"),
    "OFMT": ("rt.ofmt", "any", "how print writes numbers"),
    "CONVFMT": ("rt.convfmt", "any", "how numbers become text"),
    "SUBSEP": ("rt.subsep", "any", "what parts subscripts"),
    "RT": ("rt.terminator", "any", "what ended the record"),
    "FILENAME": ("rt.filename", "any", "the file that is read"),
    "FPAT": ("rt.fpat", "any", "what fields look like"),
    "FIELDWIDTHS": ("rt.fieldwidths", "any", "how wide fields are"),
    "IGNORECASE": ("rt.ignorecase", "any", "expressions match in any case"),
    "ARGC": ("rt.argc", "any", "how many arguments"),
}
SPECIAL_ARRAYS = {
    "ENVIRON": "the exported variables",
    "ARGV": "the arguments, from 0",
    "PROCINFO": "what is known of the machine, and sorted_in, the order of for (k in a)",
}
_NUMBERS = frozenset(
    ["num", "regex", "cmp", "match", "in", "and", "or", "not", "neg", "pos", "bin", "step", "getline"]
)
_TEXTS = frozenset(["str", "concat", "group"])
_TEXT_BUILTINS = frozenset(["substr", "gensub", "tolower", "toupper", "sprintf", "strftime", "typeof"])
# Builtins of which an argument (by place) is an array.
ARRAY_ARGS = {"split": (1, 3), "patsplit": (1, 3), "match": (2,), "asort": (0, 1), "asorti": (0, 1)}
_SUBSTITUTIONS = ("sub", "gsub")

Scope = str  # name of a function, "" for the program


def join(left: str, right: str) -> str:
    """The type of what may be either; "" is nothing yet."""
    if left == right or not right:
        return left
    if not left:
        return right
    return "num0" if {left, right} <= {"num", "num0"} else "any"


class Names:
    """Arrays and types of every name, by (scope, name).

    Attributes:
        globals: scalars of the program, sorted; ``arrays`` the same of its arrays.
        assigned: special variables that the program or, ``outside``, its command line assigns.
        rebuilt: whether a field or NF is assigned, so that ``$0`` may have to be made again.
        most: how many fields are ever looked at, -1 where that depends on data.
    """

    def __init__(self, program: Program, outside: frozenset[str] = frozenset()) -> None:
        self.program = program
        self.types: dict[tuple[Scope, str], str] = {("", name): "any" for name in outside}
        self.returns: dict[str, str] = {}
        self.array_names: set[tuple[Scope, str]] = {("", name) for name in SPECIAL_ARRAYS}
        self.all: set[str] = set()
        self.assigned: set[str] = set(outside)
        self.rebuilt = "NF" in outside
        self.most = 0
        self.nodes: list[tuple[Node, Function | None]] = list(_walk(program))
        self._settle(self._find_arrays)
        self._expose()
        self._settle(self._find_types)
        self.arrays = sorted(name for name in self.all if ("", name) in self.array_names)
        self.globals = sorted(
            name for name in self.all if ("", name) not in self.array_names and name not in SPECIAL
        )

    def _settle(self, look: object) -> None:
        while look():  # type: ignore[operator]
            pass

    def scope(self, name: str, function: Function | None) -> tuple[Scope, str]:
        """Whose a name is."""
        return (function.name if function is not None and name in function.params else "", name)

    def is_array(self, node: Node, function: Function | None) -> bool:
        """Whether a node names an array."""
        return node.kind == "name" and self.scope(node.parts[0], function) in self.array_names

    # Arrays

    def _find_arrays(self) -> bool:
        before = len(self.array_names)
        for node, function in self.nodes:
            if node.kind == "name" and not self.scope(node.parts[0], function)[0]:
                self.all.add(node.parts[0])
            for used in self._arrays_in(node):
                if used.kind == "name":
                    self._is_array(used, function)
        return len(self.array_names) > before

    def _is_array(self, node: Node, function: Function | None) -> None:
        name = node.parts[0]
        if name in SPECIAL:
            raise AwkSyntaxError(f"attempt to use scalar '{name}' as an array", node.line)
        if name in self.program.functions:
            raise AwkSyntaxError(f"function '{name}' called with space or used as a variable", node.line)
        self.array_names.add(self.scope(name, function))

    def _arrays_in(self, node: Node) -> Iterator[Node]:
        """The nodes right below that must be arrays."""
        kind = node.kind
        if kind == "elem":
            yield node.parts[0]
        elif kind in ("in", "forin"):
            yield node.parts[1]
        elif kind == "delete":
            if node.parts[0].kind == "name":
                yield node.parts[0]
        elif kind == "builtin":
            for place in ARRAY_ARGS.get(node.parts[0], ()):
                yield from node.parts[1][place : place + 1]
        elif kind == "call":
            yield from self._array_arguments(node)

    def _array_arguments(self, node: Node) -> Iterator[Node]:
        called = self.program.functions[node.parts[0]]
        if len(node.parts[1]) > len(called.params):
            raise AwkSyntaxError(
                f"function '{called.name}' called with more arguments than declared", node.line
            )
        for param, given in zip(called.params, node.parts[1], strict=False):
            if (called.name, param) in self.array_names:
                yield given

    # Types

    def _expose(self) -> None:
        """Functions that may be called to compare, by a name that only the run knows, are given values of any type."""
        sorts = ("asort", "asorti")
        if "PROCINFO" in self.all or any(n.kind == "builtin" and n.parts[0] in sorts for n, _ in self.nodes):
            for function in self.program.functions.values():
                self.types.update({(function.name, param): "any" for param in function.params})

    def _find_types(self) -> bool:
        before = dict(self.types), dict(self.returns)
        self.most = 0
        for node, function in self.nodes:
            if node.kind in _LOOKS:
                getattr(self, f"_see_{node.kind}")(node, function)
        return before != (self.types, self.returns)

    def _note(self, target: Node | None, kind: str, function: Function | None) -> None:
        """``target`` is assigned a value of that type."""
        if target is None:
            return
        if target.kind == "name":
            name = target.parts[0]
            where = self.scope(name, function)
            if not where[0] and name in SPECIAL:
                self.assigned.add(name)
                self.rebuilt = self.rebuilt or name == "NF"
            self.types[where] = join(self.types.get(where, ""), kind)
        elif target.kind == "elem":
            if target.parts[0].parts[0] == "ARGV":
                # An operand that only the run makes may assign anything.
                self.assigned.update(SPECIAL)
                self.rebuilt = True
        elif target.kind == "field":
            index = target.parts[0]
            if index.kind != "num" or index.parts[0] != 0:
                self.rebuilt = True

    def _see_assign(self, node: Node, function: Function | None) -> None:
        self._note(node.parts[1], self.kind(node, function), function)

    def _see_step(self, node: Node, function: Function | None) -> None:
        self._note(node.parts[0], "num", function)

    def _see_getline(self, node: Node, function: Function | None) -> None:
        self._note(node.parts[1], "any", function)

    def _see_forin(self, node: Node, function: Function | None) -> None:
        self._note(node.parts[0], "any", function)

    def _see_builtin(self, node: Node, function: Function | None) -> None:
        name, args = node.parts
        if name in _SUBSTITUTIONS and len(args) > 2:
            self._note(args[2], "str", function)
        # A variable's first value is none at all, so one that is only substituted in may be either.
        if name in _SUBSTITUTIONS and len(args) > 2 and args[2].kind == "name":
            self.types[self.scope(args[2].parts[0], function)] = "any"

    def _see_call(self, node: Node, function: Function | None) -> None:
        called = self.program.functions[node.parts[0]]
        given = node.parts[1]
        for place, param in enumerate(called.params):
            where = (called.name, param)
            kind = self.kind(given[place], function) if place < len(given) else "num0"
            self.types[where] = join(self.types.get(where, ""), kind)

    def _see_return(self, node: Node, function: Function | None) -> None:
        if function is not None:
            value = node.parts[0]
            kind = "num0" if value is None else self.kind(value, function)
            self.returns[function.name] = join(self.returns.get(function.name, ""), kind)

    def _see_field(self, node: Node, function: Function | None) -> None:  # noqa: ARG002
        index = node.parts[0]
        if index.kind != "num":
            self.most = -1
        elif self.most >= 0:
            self.most = max(self.most, int(index.parts[0]))

    def _see_name(self, node: Node, function: Function | None) -> None:  # noqa: ARG002
        if node.parts[0] == "NF":
            self.most = -1

    def variable(self, name: str, function: Function | None) -> str:
        """The type of a variable."""
        where = self.scope(name, function)
        if not where[0]:
            if name in SPECIAL:
                return SPECIAL[name][1]
            return join("num0", self.types.get(where, ""))
        return self.types.get(where, "") or "num0"

    def kind(self, node: Node, function: Function | None) -> str:
        """The type of an expression."""
        kind = node.kind
        if kind in _NUMBERS:
            return "num"
        if kind in _TEXTS:
            return "str"
        if kind not in _KINDS:
            return "any"
        known: str = getattr(self, f"_kind_{kind}")(node, function)
        return known

    def _kind_name(self, node: Node, function: Function | None) -> str:
        return "any" if self.is_array(node, function) else self.variable(node.parts[0], function)

    def _kind_assign(self, node: Node, function: Function | None) -> str:
        return "num" if node.parts[0] else self.kind(node.parts[2], function)

    def _kind_cond(self, node: Node, function: Function | None) -> str:
        return join(self.kind(node.parts[1], function), self.kind(node.parts[2], function))

    def _kind_paren(self, node: Node, function: Function | None) -> str:
        return self.kind(node.parts[0], function)

    def _kind_builtin(self, node: Node, function: Function | None) -> str:  # noqa: ARG002
        return "str" if node.parts[0] in _TEXT_BUILTINS else "num"

    def _kind_call(self, node: Node, function: Function | None) -> str:  # noqa: ARG002
        # A function may end without returning anything.
        return join(self.returns.get(node.parts[0], ""), "num0")


def _walk(program: Program) -> Iterator[tuple[Node, Function | None]]:
    """Every node with the function that it is in."""
    for root, function in program.roots():
        stack = [root]
        while stack:
            node = stack.pop()
            yield node, function
            stack.extend(node.children())


_LOOKS = frozenset(["assign", "step", "getline", "forin", "builtin", "call", "return", "field", "name"])
_KINDS = frozenset(["name", "assign", "cond", "paren", "builtin", "call"])
