"""A checked syntax tree written again as source: what the engine evaluates, with the meaning that OPA gives it.

The text differs from its author's in three ways and keeps every statement on its line:

* Operators stand in parentheses, so that precedence is the tree's.
* What OPA evaluates before a negation stands before it. ``not endswith(input.path, ".env")`` is
  ``x := input.path; not endswith(x, ".env")``: without a path the rule does not hold. The engine by itself takes an
  undefined operand for a condition that does not hold, and its ``not`` for true. A file that imports
  ``future.keywords.not`` asks for exactly that, and gets it.
* Built-in functions are called as `runtime.policy.mended` says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

from runtime.policy.facts import Mark
from runtime.policy.mended import mended_call, mended_operator
from runtime.policy.signatures import SIGNATURES
from runtime.policy.syntax import Path, call_name, flat, has_wide_negation
from runtime.policy.tool_index import only_tool

Node = dict[str, Any]

_NODES = (list, dict)
_OPERATORS = {
    "Add": "+", "Sub": "-", "Mul": "*", "Div": "/", "Mod": "%", "Union": "|", "Intersection": "&",
    "Lt": "<", "Le": "<=", "Eq": "==", "Ge": ">=", "Gt": ">", "Ne": "!=",
}  # fmt: skip
_ASSIGNMENTS = {"ColEq": ":=", "Eq": "="}
_REFERENCES = frozenset({"RefDot", "RefBrack"})
_CALLS = frozenset({"Call", "BinExpr", "BoolExpr", "ArithExpr", "Membership"})
_COLLECTIONS = frozenset({"Array", "Set", "Object", "ArrayCompr", "SetCompr", "ObjectCompr"})
_COUNT = """NAME(x) := count(x) if { not is_string(x) }
NAME(x) := count(guards.characters(x)) if { is_string(x) }
"""
"""Of a string the engine counts characters beyond the basic plane twice."""
_COMPREHENSIONS = frozenset({"ArrayCompr", "SetCompr", "ObjectCompr"})


class Marker(Protocol):
    """Says what to evaluate between the statements of rules, so that a trace tells how far each body came."""

    def begin(self, rule: Node, body: Node) -> int:
        """The number of a clause, whose marks follow."""
        ...

    def mark(self, clause: int, reached: int) -> str:
        """The statement behind so many statements of a clause's body; one more is the value that its head gives."""
        ...

    def probe(self, clause: int, number: int, statement: Node, term: Callable[[Node], str]) -> str:
        """A statement in front of that of this number, or nothing."""
        ...


def emit(
    text: str, tree: Node, names: Collection[str], marker: Marker | None = None
) -> tuple[str, list[Mark]]:
    """The source of one module, and which of its rules are for one tool alone. Of each name one rule is not marked: the name stays defined.

    Args:
        text: The author's source, from which the tree was parsed.
        tree: The engine's syntax tree of it.
        names: What names a rule or an import in this module, where no local variable hides it.
        marker: Has statements of its own between those of rules.
    """
    return _Emitter(text, tree, names, marker).module(tree)


class _Emitter:
    def __init__(self, text: str, tree: Node, names: Collection[str], marker: Marker | None) -> None:
        self._marker = marker
        self._source = text.encode()
        self._names = {*names, "input", "data"}
        self._lifts = not has_wide_negation(tree)
        self._line = 1
        self._locals = 0
        heads = (next(iter(r.values())).get("head", {}) for r in tree["rules"])
        self._functions = {flat(head["Func"]["refr"])[1] for head in heads if "Func" in head}
        sets = {flat(head["refr"])[1] for rule in tree["rules"] for head in _set_heads(rule)}
        self._sets = {name[0] for name in sets if len(name) == 1} - _declared(tree, self._source)
        """Rules that are sets, under names that no local variable hides."""
        self._counts = False
        """Whether something is counted that may be a string."""
        self._every = 0
        """How many bodies of ``every`` are open."""
        self._mocked: list[str] | None = None
        """Where a statement that replaces functions evaluates their arguments."""
        self._prefix = "lifted__"
        while self._prefix in text:
            self._prefix += "_"
        self._terms: dict[str, Callable[[Any], str]] = {
            "Array": lambda n: "[" + ", ".join(map(self.term, n["items"])) + "]",
            "Set": lambda n: "{" + ", ".join(map(self.term, n["items"])) + "}" if n["items"] else "set()",
            "Object": self._object,
            "ArrayCompr": lambda n: f"[{self.term(n['term'])} | {self._statements(n['query'])}]",
            "SetCompr": lambda n: f"{{{self.term(n['term'])} | {self._statements(n['query'])}}}",
            "ObjectCompr": lambda n: (
                f"{{{self.term(n['key'])}: {self.term(n['value'])} | {self._statements(n['query'])}}}"
            ),
            "Call": self._call,
            "RefDot": lambda n: f"{self.term(n['refr'])}.{n['field'][1]}",
            "RefBrack": lambda n: f"{self.term(n['refr'])}[{self.term(n['index'])}]",
            "BinExpr": self._infix,
            "BoolExpr": self._infix,
            "ArithExpr": self._infix,
            "Membership": self._membership,
            "AssignExpr": lambda n: f"{self.term(n['lhs'])} {_ASSIGNMENTS[n['op']]} {self.term(n['rhs'])}",
            "UnaryExpr": lambda n: f"-{self.term(n['expr'])}",
        }

    def module(self, tree: Node) -> tuple[str, list[Mark]]:
        parts = [self._at(tree["package"]), "package ", self.term(tree["package"]["refr"]), "\n"]
        self._line += 1
        for imported in tree["imports"]:
            parts += [self._at(imported), "import ", self.term(imported["refr"])]
            if imported.get("as"):
                parts.append(f" as {self._slice(imported['as'])}")
            parts.append("\n")
            self._line += 1
        written = sum(map(len, parts))
        marks: list[Mark] = []
        defined: set[Path] = set()
        for rule in tree["rules"]:
            tag, inner = next(iter(rule.items()))
            before = self._at(inner)
            text = self._default(inner) if tag == "Default" else self._rule(inner)
            parts += [before, text, "\n"]
            self._line += 1
            start, written = written + len(before), written + len(before) + len(text) + 1
            name = flat(inner["refr"] if tag == "Default" else next(iter(inner["head"].values()))["refr"])[1]
            if name in defined and (tool := only_tool(rule, self._source)):
                marks.append((start, start + len(text), tool))
            defined.add(name)
        if self._counts:
            parts.append(_COUNT.replace("NAME", f"{self._prefix}count"))
        return "".join(parts), marks

    def _default(self, rule: Node) -> str:
        arguments = f"({', '.join(map(self.term, rule['args']))})" if rule["args"] else ""
        return f"default {self.term(rule['refr'])}{arguments} := {self.term(rule['value'])}"

    def _rule(self, rule: Node) -> str:
        kind, head = next(iter(rule["head"].items()))
        parts = [self.term(head["refr"])]
        if kind == "Set":
            parts.append(f" contains {self.term(head['key'])}" if head.get("key") else "")
        elif kind == "Func":
            parts.append(f"({', '.join(map(self.term, head['args']))})")
        parts.append(self._assigned(head.get("assign")))
        for number, body in enumerate(rule["bodies"]):
            if body["is_else"]:
                parts += [" else", self._assigned(body["assign"])]
            if body["query"]["stmts"] or self._marker is not None:
                parts.append(" if { " if body["is_else"] or number == 0 else " { ")
                parts += [self._body(rule, body), " }"]
        if not rule["bodies"] and self._marker is not None:
            parts += [" if { ", self._body(rule, {"query": {"stmts": []}}), " }"]
        return "".join(parts)

    def _body(self, rule: Node, body: Node) -> str:
        if self._marker is None:
            return self._statements(body["query"])
        marker, clause = self._marker, self._marker.begin(rule, body)
        statements = body["query"]["stmts"]
        parts = [marker.mark(clause, 0)]
        for number, statement in enumerate(statements):
            place = self._at(statement)
            if probe := marker.probe(clause, number, statement, self.term):
                parts.append(place + probe)
                place = ""
            parts += [place + self._statement(statement), marker.mark(clause, number + 1)]
        head = next(iter(rule["head"].values()))
        given = body.get("assign") if body.get("is_else") else head.get("assign")
        for value in (given["value"] if given else None, head.get("key")):
            if value is not None:
                self._lift(value, parts)
        return "; ".join([*parts, marker.mark(clause, len(statements) + 1)])

    def _assigned(self, assign: Node | None) -> str:
        return f" := {self.term(assign['value'])}" if assign else ""

    def _statements(self, query: Node) -> str:
        """The statements of a query, each on its own line where it had one, behind what it needs evaluated first."""
        parts: list[str] = []
        outside = self._mocked
        for statement in query["stmts"]:
            if parts:
                parts.append("; ")
            parts += [self._at(statement), self._statement(statement)]
        self._mocked = outside
        return "".join(parts)

    def _statement(self, statement: Node) -> str:
        before: list[str] = []
        modifiers = "".join(
            f" with {self.term(m['refr'])} as {self._replacement(m, before)}"
            for m in statement.get("with_mods") or ()
        )
        bare = len(before)
        tag, literal = next(iter(statement["literal"].items()))
        # OPA evaluates the arguments of a replaced function as well; the engine leaves them.
        targets = (flat(m["refr"])[1] for m in statement.get("with_mods") or ())
        self._mocked = before if any(t[:1] not in (("input",), ("data",)) for t in targets) else None
        written = self._literal(tag, literal, before)
        self._mocked = None
        before[bare:] = [f"{lifted}{modifiers}" for lifted in before[bare:]]
        return "; ".join([*before, written + modifiers])

    def _literal(self, tag: str, literal: Node, before: list[str]) -> str:
        if tag == "SomeVars":
            return "some " + ", ".join(map(self._slice, literal["vars"]))
        if tag == "SomeIn":
            key = f"{self.term(literal['key'])}, " if literal["key"] else ""
            return f"some {key}{self.term(literal['value'])} in {self.term(literal['collection'])}"
        if tag == "Every":
            key = f"{self._slice(literal['key'])}, " if literal["key"] else ""
            head = f"every {key}{self._slice(literal['value'])} in {self.term(literal['domain'])}"
            self._every += 1
            body = self._statements(literal["query"])
            self._every -= 1
            return f"{head} {{ {body} }}"
        if tag != "NotExpr":
            return self._condition(literal["expr"])
        body = literal["expr"].get("SetCompr")
        if body and not self._lifts:
            # What `parsable` made of a negated body; OPA takes braces there for nothing else.
            return f"{self._terms['SetCompr'](body)} == set()"
        inner = self._negated(literal["expr"], before) if self._lifts else self.term(literal["expr"])
        # In `every` the engine's own negation fails where a key is missing.
        return f"{{0 | {inner}}} == set()" if self._every else f"not {inner}"

    def _condition(self, node: Node) -> str:
        """An expression by itself. A call may name the place of its result last, which the engine knows of its own functions only."""
        call = node.get("Call")
        signature = SIGNATURES.get(call_name(call)) if call else None
        if call is None or signature is None or len(call["params"]) != len(signature.arguments) + 1:
            return self.term(node)
        if call_name(call) == "walk":  # of its results there are several
            return self.term(node)
        *arguments, place = call["params"]
        return f"{self.term(place)} = {self._call({**call, 'params': arguments})}"

    # Negation.

    def _negated(self, node: Node, before: list[str]) -> str:
        tag, inner = next(iter(node.items()))
        if tag == "AssignExpr" or (tag == "BoolExpr" and inner["op"] == "Eq"):
            # OPA unifies: a reference that stands alone is looked at inside the negation. Nothing is left to bind.
            return f"{self._unified(inner['lhs'], before)} == {self._unified(inner['rhs'], before)}"
        if tag in _CALLS:
            return self._infix_or_call(tag, inner, before)
        return self._unified(node, before)

    def _infix_or_call(self, tag: str, inner: Node, before: list[str]) -> str:
        if tag == "Call":
            return self._called(inner, [self._eager(p, before) for p in inner["params"]])
        if tag == "Membership":
            collection = self._eager(inner["collection"], before)
            if not inner["key"]:
                return f"{self._eager(inner['value'], before)} in {collection}"
            key = self._eager(inner["key"], before)
            return f"{key}, {self._eager(inner['value'], before)} in guards.keyed({collection})"
        left, right = self._eager(inner["lhs"], before), self._eager(inner["rhs"], before)
        return self._operation(inner, left, right)

    def _operation(self, inner: Node, left: str, right: str) -> str:
        sign = _OPERATORS[inner["op"]]
        is_plain = _is_scalar(inner["lhs"]) or _is_scalar(inner["rhs"])
        return mended_operator(inner["op"], sign, left, right, is_plain=is_plain)

    def _unified(self, node: Node, before: list[str]) -> str:
        tag = next(iter(node))
        if tag in _CALLS:
            return self._lift(node, before)
        if tag in _REFERENCES:
            return self._pathwise(node, before)
        if tag in ("Array", "Set", "Object"):
            return self._eager(node, before)
        return self.term(node)

    def _pathwise(self, node: Node, before: list[str]) -> str:
        """A reference whose subject and index are evaluated before, and itself in place."""
        tag, inner = next(iter(node.items()))
        if tag == "RefDot":
            return f"{self._pathwise(inner['refr'], before)}.{inner['field'][1]}"
        if tag == "RefBrack":
            return f"{self._pathwise(inner['refr'], before)}[{self._eager(inner['index'], before)}]"
        return self.term(node) if tag == "Var" else self._lift(node, before)

    def _eager(self, node: Node, before: list[str]) -> str:
        """The node with everything that could be undefined moved before the statement."""
        tag, inner = next(iter(node.items()))
        if tag in _CALLS or tag in _REFERENCES or (tag == "Var" and inner["value"] in self._names):
            return self._lift(node, before)
        if tag in ("Array", "Set") and inner["items"]:
            items = ", ".join(self._eager(item, before) for item in inner["items"])
            return f"[{items}]" if tag == "Array" else f"{{{items}}}"
        if tag == "Object":
            fields = (f"{self._eager(k, before)}: {self._eager(v, before)}" for _, k, v in inner["fields"])
            return "{" + ", ".join(fields) + "}"
        return self.term(node)

    def _lift(self, node: Node, before: list[str]) -> str:
        self._locals += 1
        name = f"{self._prefix}{self._locals}"
        before.append(f"{name} := {self.term(node)}")
        return name

    def _replacement(self, modifier: Node, before: list[str]) -> str:
        """The value of ``with``; OPA computes it before the statement. A function's name stays a name."""
        node = modifier["as"]
        is_function = flat(node)[1] in self._functions or flat(modifier["refr"])[1][:1] not in (
            ("input",),
            ("data",),
        )
        if is_function and next(iter(node)) in ("Var", "RefDot", "RefBrack"):
            return self.term(node)
        return self._eager(node, before)

    # Terms.

    def term(self, node: Node) -> str:
        tag, inner = next(iter(node.items()))
        handler = self._terms.get(tag)
        if handler is not None:
            written: str = handler(inner)
            return written
        if tag == "String":
            return f'"{self._slice(inner["span"])}"'
        if tag == "RawString":
            return f"`{self._slice(inner['span'])}`"
        return self._slice(inner["span"])

    def _object(self, inner: Node) -> str:
        return "{" + ", ".join(f"{self.term(k)}: {self.term(v)}" for _, k, v in inner["fields"]) + "}"

    def _call(self, inner: Node) -> str:
        arguments = [
            self._eager(p, self._mocked) if self._mocked is not None else self.term(p)
            for p in inner["params"]
        ]
        return self._called(inner, arguments)

    def _called(self, inner: Node, arguments: list[str]) -> str:
        name = call_name(inner)
        if name == "count" and len(arguments) == 1 and not self._is_collection(inner["params"][0]):
            self._counts = True
            return f"{self._prefix}count({arguments[0]})"
        return mended_call(name, self.term(inner["fcn"]), arguments)

    def _is_collection(self, node: Node) -> bool:
        """Whether a node is surely no string, whose characters the engine counts otherwise than OPA."""
        tag, inner = next(iter(node.items()))
        return tag in _COLLECTIONS or (tag == "Var" and inner["value"] in self._sets)

    def _infix(self, inner: Node) -> str:
        return f"({self._operation(inner, self.term(inner['lhs']), self.term(inner['rhs']))})"

    def _membership(self, inner: Node) -> str:
        collection = self.term(inner["collection"])
        if not inner["key"]:
            return f"({self.term(inner['value'])} in {collection})"
        return f"({self.term(inner['key'])}, {self.term(inner['value'])} in guards.keyed({collection}))"

    # Places.

    def _at(self, node: Node) -> str:
        """Line feeds up to the line that the node had."""
        missing = max(0, int(node["span"]["line"]) - self._line)
        self._line += missing
        return "\n" * missing

    def _slice(self, span: dict[str, int]) -> str:
        text = self._source[span["start"] : span["end"]].decode()
        self._line += text.count("\n")
        return text


def _set_heads(rule: Node) -> list[Node]:
    head = next(iter(rule.values())).get("head", {})
    return [head["Set"]] if "Set" in head else []


def _declared(node: Any, source: bytes) -> set[str]:
    """All names that are declared anywhere below a node, and perhaps others that stand beside them."""
    found: set[str] = set()
    stack = [node]
    while stack:
        last = stack.pop()
        if isinstance(last, list):
            stack += [item for item in last if isinstance(item, _NODES)]
        else:
            for tag, inner in last.items():
                if tag == "span" or type(inner) not in _NODES:
                    continue
                if tag == "AssignExpr":
                    found |= _variables(inner["lhs"])
                elif tag == "SomeIn":
                    found |= _variables([inner["key"], inner["value"]])
                elif tag == "Func":
                    found |= _variables(inner["args"])
                elif tag in ("SomeVars", "Every"):
                    spans = inner["vars"] if tag == "SomeVars" else [inner["key"], inner["value"]]
                    found |= {source[s["start"] : s["end"]].decode() for s in spans if s}
                stack.append(inner)
    return found


def _variables(node: Any) -> set[str]:
    if isinstance(node, list):
        return {name for item in node for name in _variables(item)}
    if not isinstance(node, dict):
        return set()
    found = {node["Var"]["value"]} if "Var" in node else set()
    return found.union(*(_variables(inner) for inner in node.values()))


def _is_scalar(node: Node) -> bool:
    """Whether a node is surely no collection."""
    tag, inner = next(iter(node.items()))
    if tag == "Call":
        signature = SIGNATURES.get(call_name(inner))
        return signature is not None and not set(signature.result) & set("aoS*")
    return tag in ("String", "RawString", "Number", "Bool", "Null", "ArithExpr")
