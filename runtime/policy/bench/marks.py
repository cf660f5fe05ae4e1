"""A mark behind each statement of each rule: what was evaluated tells how far each body came.

The engine's own coverage counts a head as reached when its body is begun. A mark is a call that records where it stands and
holds; it is evaluated when everything in front of it held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from runtime.policy.bundle import RegoFile
from runtime.policy.engines._evaluator import MARK
from runtime.policy.syntax import Path, flat
from runtime.policy.wide_negation import parsable

Node = dict[str, Any]

_MOST_TEXT = 160
_OPERATIONS = frozenset({"BoolExpr", "BinExpr", "ArithExpr", "AssignExpr"})
_REFERENCES = frozenset({"RefDot", "RefBrack"})


class Condition(msgspec.Struct, frozen=True):
    """One statement of a body, or the value that the head gives."""

    line: int
    column: int
    text: str


class MarkedClause(msgspec.Struct, frozen=True):
    """One way to a rule's value."""

    number: int
    rule: str
    """``data.runtime.authz.deny``."""
    file: str
    line: int
    text: str
    """The first line of its head."""
    conditions: tuple[Condition, ...]
    is_function: bool
    has_value: bool
    """Whether the head gives a value that may be undefined."""

    @property
    def complete(self) -> int:
        """The mark that says that the clause held."""
        return len(self.conditions) + 1


class Marks:
    """The clauses of a bundle, numbered as they are written again."""

    def __init__(self, wanted: dict[int, int] | None = None) -> None:
        """Mark every statement; ``wanted`` names by clause the statement whose operands' values are recorded, too."""
        self.clauses: list[MarkedClause] = []
        self._wanted = wanted or {}

    def of(self, module: RegoFile, package: Path) -> ModuleMarks:
        """The marks of one module."""
        return ModuleMarks(module, package, self.clauses, self._wanted)


class ModuleMarks:
    """A `Marker` of one module."""

    def __init__(
        self, module: RegoFile, package: Path, clauses: list[MarkedClause], wanted: dict[int, int]
    ) -> None:
        """Go on behind the clauses of other modules."""
        self._module = module
        self._source = parsable(module.text).encode()
        self._package = package
        self._clauses = clauses
        self._wanted = wanted
        self._arguments: dict[int, list[str]] = {}

    def begin(self, rule: Node, body: Node) -> int:
        """See `Marker`."""
        number = len(self._clauses)
        kind, head = next(iter(rule["head"].items()))
        _, name = flat(head["refr"])
        span = body["span"] if body.get("is_else") else rule["span"]
        assign = body.get("assign") if body.get("is_else") else head.get("assign")
        self._clauses.append(
            MarkedClause(
                number,
                ".".join((*self._package, *name)),
                self._module.path,
                int(span["line"]),
                self._text(span),
                tuple(self._condition(statement) for statement in body["query"]["stmts"]),
                kind == "Func",
                bool(assign or head.get("key")),
            )
        )
        arguments = head.get("args") or ()
        names = [next(iter(a.values()))["value"] for a in arguments if "Var" in a]
        self._arguments[number] = [name for name in names if not name.startswith("_")]
        return number

    def mark(self, clause: int, reached: int) -> str:
        """See `Marker`."""
        values = ", ".join(self._arguments[clause]) if reached == 0 else ""
        return f"{MARK}({clause}, {reached}, [{values}])"

    def probe(self, clause: int, number: int, statement: Node, term: Callable[[Node], str]) -> str:
        """See `Marker`."""
        if self._wanted.get(clause) != number:
            return ""
        found: dict[str, str] = {}
        for node in _operands(statement["literal"]):
            found.setdefault(self._text(next(iter(node.values()))["span"]), term(node))
        modified = "".join(
            f" with {term(m['refr'])} as {term(m['as'])}" for m in statement.get("with_mods") or ()
        )
        written = ", ".join(
            f"{msgspec.json.encode(text).decode()}: [v__ | v__ := {value}{modified}]"
            for text, value in found.items()
        )
        return f"{MARK}({clause}, {-1 - number}, {{{written}}})" if written else ""

    def _condition(self, statement: Node) -> Condition:
        span = statement["span"]
        before = self._source[: span["start"]].decode()
        return Condition(int(span["line"]), len(before) - before.rfind("\n"), self._text(span))

    def _text(self, span: dict[str, int]) -> str:
        end = span["end"]
        if self._source[end : end + 1] in (b'"', b"`"):  # the engine's span of a string ends in front of it
            end += 1
        text = self._source[span["start"] : end].decode().partition("\n")[0].strip()
        return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def _operands(literal: Node) -> Iterator[Node]:
    """What a condition is made of, as far as its value explains why the condition does not hold."""
    tag, inner = next(iter(literal.items()))
    if tag == "SomeIn":
        yield from _terms(inner["collection"])
    elif tag == "Every":
        yield from _terms(inner["domain"])
    elif tag in ("Expr", "NotExpr"):
        node = inner["expr"]
        tag, inner = next(iter(node.items()))
        if tag == "AssignExpr":
            yield from _terms(inner["rhs"])
            if inner["op"] == "Eq" and "Var" not in inner["lhs"]:
                yield from _terms(inner["lhs"])
        else:
            yield from _terms(node, whole=tag not in (*_OPERATIONS, "Membership"))


def _terms(node: Node, *, whole: bool = True) -> Iterator[Node]:
    """The parts of a term that are not constant, inner ones first: ``input.a`` before ``input.a.b``."""
    tag, inner = next(iter(node.items()))
    if tag in _REFERENCES:
        below = inner["refr"]
        if _depth(node) > 1 or not _is_root(below):
            yield from _terms(below)
    for part in _parts(tag, inner):
        yield from _terms(part)
    if tag in _REFERENCES:
        if not _has_wildcard(node):
            yield node
    elif tag == "Var":
        if not _is_root(node) and not inner["value"].startswith("_"):
            yield node
    elif tag == "Call" and whole:
        yield node


def _parts(tag: str, inner: Node) -> list[Node]:
    if tag == "Call":
        return list(inner["params"])
    if tag in ("Array", "Set"):
        return list(inner["items"])
    if tag == "Membership":
        return [inner[side] for side in ("key", "value", "collection") if inner[side]]
    return [inner["lhs"], inner["rhs"]] if tag in _OPERATIONS else []


def _is_root(node: Node) -> bool:
    return "Var" in node and node["Var"]["value"] in ("input", "data")


def _depth(node: Node) -> int:
    tag, inner = next(iter(node.items()))
    return 1 + _depth(inner["refr"]) if tag in _REFERENCES else 0


def _has_wildcard(node: Node) -> bool:
    tag, inner = next(iter(node.items()))
    if tag == "Var":
        return bool(inner["value"] == "_")
    if tag not in _REFERENCES:
        return False
    return _has_wildcard(inner["refr"]) or (tag == "RefBrack" and _has_wildcard(inner["index"]))
