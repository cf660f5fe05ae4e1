"""What a parsed policy refers to: its rules, and for each the references and calls inside it.

The engine's syntax tree names nodes by tag: ``{"RefDot": {"refr": {"Var": {"value": "data"}}, "field": [span,
"x"], ...}}``. Names that a rule declares itself (``:=``, ``some .. in``, ``every``, function arguments) hide rules of
the same name from the declaration on (plain ``some x`` does not: the engine prefers the rule); where it is unclear whether a name is hidden, it counts as a reference,
so that no dependency is missed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

Path = tuple[str, ...]
Scope = set[str]


_NODES = (list, dict)
"""What of a tree holds nodes. Places are left out: there are more of them than of all else."""


class RuleReference(msgspec.Struct, frozen=True):
    """A place in a rule that names something: ``("data", "lib", "x")``, as far as it is spelled out."""

    path: Path
    offset: int
    """In bytes, as the engine counts."""


class FunctionCall(msgspec.Struct, frozen=True):
    """A function call: the name as written, and the path of the rule if it is one."""

    name: str
    path: Path
    offset: int


class WithReplacement(msgspec.Struct, frozen=True):
    """``with target as value``: whatever calls the target may now call the value."""

    target: str
    target_path: Path
    value: str
    value_path: Path


class RuleDefinition(msgspec.Struct):
    """One definition of a rule; several may share a path."""

    path: Path
    offset: int
    file: str = ""
    is_function: bool = False
    is_complete: bool = True
    references: list[RuleReference] = []
    calls: list[FunctionCall] = []
    replacements: list[WithReplacement] = []


class Syntax(msgspec.Struct, frozen=True):
    """One parsed file."""

    file: str
    package: Path
    rules: tuple[RuleDefinition, ...]
    imports: dict[str, Path] = {}
    """What its imports are called, and what they name."""


def read(file: str, text: str, tree: dict[str, Any]) -> Syntax:
    """The rules of one file from the engine's tree of it."""
    source = text.encode()
    _, package = flat(tree["package"]["refr"])
    aliases = dict(_alias(source, imported) for imported in tree["imports"])
    package = ("data", *package)
    return Syntax(
        file,
        package,
        tuple(_Reader(source, file, package, aliases).rule(r) for r in tree["rules"]),
        {name: path for name, path in aliases.items() if path[:1] in (("data",), ("input",))},
    )


def _alias(source: bytes, imported: dict[str, Any]) -> tuple[str, Path]:
    _, path = flat(imported["refr"])
    name = _text(source, imported["as"]) if imported.get("as") else path[-1]
    return name, path


def _text(source: bytes, span: dict[str, int]) -> str:
    return source[span["start"] : span["end"]].decode()


def flat(node: dict[str, Any]) -> tuple[bool, Path]:
    """The parts of a reference as far as they are constant, and whether that is all of it."""
    tag, inner = next(iter(node.items()))
    if tag == "Var":
        return True, (inner["value"],)
    if tag not in ("RefDot", "RefBrack"):
        return False, ()
    whole, path = flat(inner["refr"])
    if not whole:
        return False, path
    part = inner["field"][1] if tag == "RefDot" else _constant(inner["index"])
    return (True, (*path, part)) if part is not None else (False, path)


def _constant(node: dict[str, Any]) -> str | None:
    tag, inner = next(iter(node.items()))
    return inner["value"] if tag in ("String", "RawString") else None


class _Reader:
    """Walks the rules of one file; `_rule` collects what the rule at hand refers to."""

    def __init__(self, source: bytes, file: str, package: Path, aliases: dict[str, Path]) -> None:
        self._source = source
        self._file = file
        self._package = package
        self._aliases = aliases
        self._rule = RuleDefinition((), 0)
        self._handlers: dict[str, Callable[[Any, Scope], None]] = {
            "Var": lambda node, scope: self._reference({"Var": node}, scope),
            "RefDot": lambda node, scope: self._reference({"RefDot": node}, scope),
            "RefBrack": lambda node, scope: self._reference({"RefBrack": node}, scope),
            "Call": self._call,
            "ArrayCompr": self._comprehension,
            "SetCompr": self._comprehension,
            "ObjectCompr": self._comprehension,
            "Every": self._every,
            "SomeIn": self._some_in,
            "AssignExpr": self._assignment,
            "with_mods": self._with,
        }

    def rule(self, node: dict[str, Any]) -> RuleDefinition:
        tag, inner = next(iter(node.items()))
        head = inner if tag == "Default" else next(iter(inner["head"].values()))
        _, name = flat(head["refr"])
        self._rule = RuleDefinition(
            (*self._package, *name),
            inner["span"]["start"],
            file=self._file,
            is_function=bool(head.get("args")) or "Func" in inner.get("head", {}),
            is_complete=len(name) == 1 and "Var" in head["refr"] and "Set" not in inner.get("head", {}),
        )
        if tag == "Default":
            self._visit(inner["value"], set())
        else:
            self._definition(head, inner["bodies"])
        return self._rule

    def _definition(self, head: dict[str, Any], bodies: list[dict[str, Any]]) -> None:
        outer: Scope = set()
        for argument in head.get("args", ()):
            self._declare(argument, outer)
        for body in bodies or [{"query": {"stmts": []}}]:
            scope = set(outer)
            self._query(body["query"], scope)
            if not body.get("is_else"):
                self._head(head, scope)
            self._visit(body.get("assign"), scope)

    def _head(self, head: dict[str, Any], scope: Scope) -> None:
        """The key and value that a definition gives, and what its name computes (``m[f(x)]``)."""
        for part in ("key", "value", "assign"):
            self._visit(head.get(part), scope)
        node = head["refr"]
        while (inner := next(iter(node.values()))).get("refr"):
            self._visit(inner.get("index"), scope)
            node = inner["refr"]

    def _visit(self, node: Any, scope: Scope) -> None:
        if isinstance(node, list):
            for item in node:
                if isinstance(item, _NODES):
                    self._visit(item, scope)
        elif isinstance(node, dict):
            for tag, inner in node.items():
                handler = self._handlers.get(tag)
                if handler is not None:
                    handler(inner, scope)
                elif tag != "span" and isinstance(inner, _NODES):
                    self._visit(inner, scope)

    def _query(self, query: dict[str, Any], scope: Scope) -> None:
        """Statements in order: each may declare names for those after it."""
        for statement in query["stmts"]:
            self._visit(statement["literal"], scope)
            self._visit({"with_mods": statement.get("with_mods") or []}, scope)

    def _reference(self, node: dict[str, Any], scope: Scope) -> None:
        _, path = flat(node)
        if path and (path[0] == "data" or path[0] not in scope):
            self._mention(path, self._offset(node))
        inner = next(iter(node.values()))
        while inner.get("refr"):
            self._visit(inner.get("index"), scope)
            node = inner["refr"]
            inner = next(iter(node.values()))
        if "Var" not in node:
            self._visit(node, scope)

    def _call(self, node: dict[str, Any], scope: Scope) -> None:
        """Scope does not matter: the engine looks functions up past local names."""
        _, path = flat(node["fcn"])
        self._rule.calls.append(FunctionCall(".".join(path), self._resolved(path), node["span"]["start"]))
        self._mention(path, node["span"]["start"])
        self._visit(node["params"], scope)

    def _comprehension(self, node: dict[str, Any], scope: Scope) -> None:
        inside = set(scope)
        self._query(node["query"], inside)
        for part in ("term", "key", "value"):
            self._visit(node.get(part), inside)

    def _every(self, node: dict[str, Any], scope: Scope) -> None:
        self._visit(node["domain"], scope)
        names = {_text(self._source, span) for span in (node.get("key"), node["value"]) if span}
        self._query(node["query"], scope | names)

    def _some_in(self, node: dict[str, Any], scope: Scope) -> None:
        self._visit(node["collection"], scope)
        for part in (node.get("key"), node["value"]):
            if part:
                self._declare(part, scope)

    def _assignment(self, node: dict[str, Any], scope: Scope) -> None:
        self._visit(node["rhs"], scope)
        if node["op"] == "ColEq":
            self._declare(node["lhs"], scope)
        else:
            self._visit(node["lhs"], scope)

    def _declare(self, pattern: dict[str, Any], scope: Scope) -> None:
        """The names that a pattern such as ``[x, {"k": y}]`` binds; anything else in it is a reference."""
        tag, inner = next(iter(pattern.items()))
        if tag == "Var":
            scope.add(inner["value"])
        elif tag == "Array":
            for item in inner["items"]:
                self._declare(item, scope)
        elif tag == "Object":
            for _, key, value in inner["fields"]:
                self._visit(key, scope)
                self._declare(value, scope)
        else:
            self._visit(pattern, scope)

    def _with(self, modifiers: list[dict[str, Any]], scope: Scope) -> None:
        for modifier in modifiers:
            _, target = flat(modifier["refr"])
            _, value = flat(modifier["as"])
            self._rule.replacements.append(
                WithReplacement(
                    ".".join(target), self._resolved(target), ".".join(value), self._resolved(value)
                )
            )
            self._visit(modifier["as"], scope)

    def _mention(self, path: Path, offset: int) -> None:
        """Count a reference; under a name that is imported *and* defined here, both, as engines differ."""
        self._rule.references.append(RuleReference(self._resolved(path), offset))
        if path and path[0] in self._aliases:
            self._rule.references.append(RuleReference((*self._package, *path), offset))

    def _resolved(self, path: Path) -> Path:
        if not path or path[0] in ("data", "input"):
            return path
        if path[0] in self._aliases:
            return (*self._aliases[path[0]], *path[1:])
        return (*self._package, *path)

    def _offset(self, node: dict[str, Any]) -> int:
        """Where the reference begins: the span of a dotted one starts at its root, of a call at its name."""
        return int(next(iter(node.values()))["span"]["start"])


def call_name(node: dict[str, Any]) -> str:
    """The name of a called function as written: ``net.cidr_contains``."""
    return ".".join(flat(node["fcn"])[1])


def has_wide_negation(tree: dict[str, Any]) -> bool:
    """Whether the file imports ``future.keywords.not``: a negation holds where anything inside it is undefined."""
    return any(flat(i["refr"])[1] == ("future", "keywords", "not") for i in tree["imports"])
