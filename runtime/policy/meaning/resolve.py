"""The engine's syntax tree as resolved terms, by OPA's rules of scope.

A name that a body declares (``:=``, ``some``) is local throughout the body, also above its declaration, where using it is
an error. What is not declared is a rule or import of that name, and else a variable of the whole rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from runtime.policy.meaning.terms import (
    Application,
    Clause,
    Collection,
    Complaint,
    Comprehension,
    Constant,
    Path,
    Reference,
    Replacement,
    Rule,
    Statement,
    Term,
    Variable,
)
from runtime.policy.syntax import flat

Node = dict[str, Any]
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,18})|-?(?:0|[1-9]\d{0,14})\.\d{0,14}[1-9]")
_ROOTS = ("input", "data")
_DECLARED = {"argument": "redeclared", "assign": "assigned above", "some": "declared above"}


class _Scope:
    """One body: what it declares, by which kind of declaration, and what it used before."""

    def __init__(self, pending: set[str]) -> None:
        self.pending = pending
        self.declared: dict[str, tuple[str, str]] = {}
        self.used: dict[str, int] = {}
        self.must_be_used: dict[str, tuple[str, int]] = {}
        """Names of ``some x`` and ``every``, with what the author calls them and where."""


class NameResolver:
    """Resolves the rules of one module."""

    def __init__(self, file: str, text: str, package: Path, names: Mapping[str, Path], *, wide: bool) -> None:
        """Take whether negation is wide, and what names mean where nothing hides them: rules of the package, and imports."""
        self._file = file
        self._source = text.encode()
        self._package = package
        self._names = names
        self._wide = wide
        self._scopes: list[_Scope] = []
        self._count = 0
        self.complaints: list[Complaint] = []
        self._terms: dict[str, Callable[[Node], Term]] = {
            "Var": self._variable,
            "RefDot": lambda n: self._reference({"RefDot": n}),
            "RefBrack": lambda n: self._reference({"RefBrack": n}),
            "Call": self._call,
            "Array": lambda n: self._collection("a", n["items"], n),
            "Set": lambda n: self._collection("S", n["items"], n),
            "Object": lambda n: self._collection("o", [t for _, k, v in n["fields"] for t in (k, v)], n),
            "ArrayCompr": lambda n: self._closure("a", [n["term"]], n),
            "SetCompr": lambda n: self._closure("S", [n["term"]], n),
            "ObjectCompr": lambda n: self._closure("o", [n["key"], n["value"]], n),
            "BinExpr": self._infix,
            "BoolExpr": self._infix,
            "ArithExpr": self._infix,
            "Membership": self._membership,
            "AssignExpr": self._nested_assignment,
            "UnaryExpr": self._minus,
        }

    def rule(self, node: Node) -> Rule:
        tag, inner = next(iter(node.items()))
        if tag == "Default":
            return self._default(inner)
        kind, head = next(iter(inner["head"].items()))
        whole, name = flat(head["refr"])
        self._scopes = [_Scope(set())]
        for argument in head.get("args") or ():
            self._declare(argument, "argument")
        arguments = [self.term(a) for a in head.get("args") or ()]
        bodies = inner["bodies"] or [{"is_else": False, "query": {"stmts": []}, "span": inner["span"]}]
        clauses = [self._clause(head, body, arguments, is_first=not body["is_else"]) for body in bodies]
        kinds = {"Set": "set", "Func": "function", "Compr": "value" if whole else "object"}
        path = (*self._package, *name)
        if self._package == () or name[:1] in (("input",), ("data",)):
            self._complain(inner["span"]["start"], f"rules must not shadow {name[0]}; name it differently")
        return Rule(self._file, path, kinds[kind], clauses, inner["span"]["start"])

    def _default(self, inner: Node) -> Rule:
        _, name = flat(inner["refr"])
        self._scopes = [_Scope(set())]
        for argument in inner["args"]:
            self._declare(argument, "argument")
        arguments = [self.term(a) for a in inner["args"]]
        value = self.term(inner["value"])
        clause = Clause(arguments, [], value, [], inner["span"]["start"])
        kind = "function" if inner["args"] else "value"
        return Rule(
            self._file, (*self._package, *name), kind, [clause], inner["span"]["start"], is_default=True
        )

    def _clause(self, head: Node, body: Node, arguments: list[Term], *, is_first: bool) -> Clause:
        self._scopes.append(_Scope(set(_declarations(body["query"], self._text))))
        statements = self._body(body["query"])
        assign = head.get("assign") if is_first else body.get("assign")
        heads = self._computed_keys(head["refr"]) if is_first else []
        if head.get("key"):
            heads.append(self.term(head["key"]))
        value = self.term(assign["value"]) if assign else None
        self._leave()
        return Clause(arguments, heads, value, statements, body["span"]["start"])

    def _computed_keys(self, node: Node) -> list[Term]:
        keys: list[Term] = []
        while (inner := next(iter(node.values()))).get("refr"):
            if inner.get("index"):
                keys.append(self.term(inner["index"]))
            node = inner["refr"]
        return keys[::-1]

    # Statements.

    def _body(self, query: Node) -> list[Statement]:
        self._require_no_comprehension(query)
        made: list[Statement] = []
        for statement in query["stmts"]:
            tag, literal = next(iter(statement["literal"].items()))
            if tag == "SomeVars":
                for span in literal["vars"]:
                    self._introduce(self._text(span), span["start"], "some")
                    self._expect_use(self._text(span), span["start"])
                continue
            read = self._statement(tag, literal)
            read.replacements = [self._replacement(m) for m in statement.get("with_mods") or ()]
            made.append(read)
        return made

    def _require_no_comprehension(self, query: Node) -> None:
        """OPA takes a body ``{ a | b == c }`` for a set comprehension, which holds whatever is in it."""
        if not query["stmts"] or self._source[query["span"]["start"]] != ord("{"):
            return
        begin = query["span"]["start"]
        node = query["stmts"][0]["literal"].get("Expr", {}).get("expr", {})
        while node:
            tag, inner = next(iter(node.items()))
            if tag == "BinExpr" and inner["op"] == "Union":
                self._complain(begin, "OPA reads this body as a set; give the union a name first: x := a | b")
            node = inner.get("lhs", {})

    def _statement(self, tag: str, literal: Node) -> Statement:
        offset = literal["span"]["start"]
        if tag == "SomeIn":
            return self._some_in(literal, offset)
        if tag == "Every":
            return self._every(literal, offset)
        kind, expression = next(iter(literal["expr"].items()))
        if tag == "NotExpr":
            self._require_whole_body(literal["expr"], offset)
            if kind == "AssignExpr" and expression["op"] == "ColEq":
                self._complain(offset, "cannot assign inside a negation; compare with == instead")
            if kind == "AssignExpr":
                terms = [self.term(expression["lhs"]), self.term(expression["rhs"])]
                return Statement("not", [Application("Eq", (), terms, offset, is_operator=True)], offset)
            return Statement("not", [self.term(literal["expr"])], offset)
        if kind != "AssignExpr":
            return Statement("expression", [self.term(literal["expr"])], offset)
        right = self.term(expression["rhs"])
        if expression["op"] == "ColEq":
            self._require_pattern(expression["lhs"])
            self._declare(expression["lhs"], "assign")
        left = self.term(expression["lhs"])
        return Statement("assign" if expression["op"] == "ColEq" else "unify", [left, right], offset)

    def _require_whole_body(self, node: Node, offset: int) -> None:
        """In a file with wide negation, braces behind ``not`` are a body, which nothing can follow."""
        if not self._wide or "SetCompr" in node:
            return
        while node and "SetCompr" not in node:
            inner = next(iter(node.values()))
            node = inner.get("lhs") or inner.get("refr") or inner.get("key") or inner.get("value") or {}
            node = node if isinstance(node, dict) else {}
        if node:
            self._complain(offset, "braces behind not are a body here; give the set a name first")

    def _some_in(self, literal: Node, offset: int) -> Statement:
        collection = self.term(literal["collection"])
        patterns = [p for p in (literal["key"], literal["value"]) if p]
        for pattern in patterns:
            self._declare(pattern, "some")
        return Statement("some", [*map(self.term, patterns), collection], offset)

    def _every(self, literal: Node, offset: int) -> Statement:
        domain = self.term(literal["domain"])
        self._scopes.append(_Scope(set()))
        names: list[Term] = []
        for span in (literal["key"], literal["value"]):
            if span:
                self._introduce(self._text(span), span["start"], "some")
                names.append(self._named(self._text(span), span["start"]))
                self._expect_use(self._text(span), span["start"])
        self._scopes.append(_Scope(set(_declarations(literal["query"], self._text))))
        body = self._body(literal["query"])
        self._leave()
        self._leave()
        return Statement("every", [*names, domain], offset, body=body)

    def _replacement(self, modifier: Node) -> Replacement:
        _, target = flat(modifier["refr"])
        offset = int(modifier["span"]["start"])
        if target[:1] not in (("input",), ("data",)) and target:
            resolved = self._names.get(target[0])
            target = (*resolved, *target[1:]) if resolved else target
        return Replacement(target, self.term(modifier["as"]), offset)

    # Declarations.

    def _declare(self, pattern: Node, how: str) -> None:
        tag, inner = next(iter(pattern.items()))
        if tag == "Var":
            self._introduce(inner["value"], inner["span"]["start"], how)
        elif tag == "Array":
            for item in inner["items"]:
                self._declare(item, how)
        elif tag == "Object":
            for _, _, value in inner["fields"]:
                self._declare(value, how)

    def _introduce(self, name: str, offset: int, how: str) -> None:
        scope = self._scopes[-1]
        if name in _ROOTS:
            what = "arguments" if how == "argument" else "variables"
            self._complain(offset, f"{what} must not shadow {name}; name it differently")
        if name == "_":
            return
        held = scope.declared.get(name)
        if how == "assign" and held is None and len(self._scopes) == 2:
            held = self._scopes[0].declared.get(name)
            held = held if held and held[1] == "argument" else None
        if held and how != "argument":
            self._complain(offset, f"{name} is {_DECLARED[held[1]]}")
        elif name in scope.used and how != "argument":
            self._complain(offset, f"{name} is referenced above; declare it before it is used")
        if how == "argument" and held:
            return
        self._count += 1
        scope.declared[name] = (f"{name}#{self._count}", how)

    def _expect_use(self, name: str, offset: int) -> None:
        scope = self._scopes[-1]
        if name in scope.declared:
            scope.must_be_used[scope.declared[name][0]] = (name, offset)

    def _leave(self) -> None:
        for name, offset in self._scopes.pop().must_be_used.values():
            self._complain(offset, f"{name} is declared and never used; write _ or leave it out")

    def _require_pattern(self, node: Node) -> None:
        tag, inner = next(iter(node.items()))
        if tag == "Array":
            for item in inner["items"]:
                self._require_pattern(item)
        elif tag == "Object":
            for _, _, value in inner["fields"]:
                self._require_pattern(value)
        elif tag != "Var":
            self._complain(inner["span"]["start"], "only variables can be assigned; compare with == instead")

    # Terms.

    def term(self, node: Node) -> Term:
        tag, inner = next(iter(node.items()))
        handler = self._terms.get(tag)
        if handler is not None:
            return handler(inner)
        offset = inner["span"]["start"]
        if tag in ("String", "RawString"):
            return Constant("s", inner["value"], offset - 1)  # the tree's place is behind the quote
        if tag == "Number":
            self._require_plain(inner["span"])
            return Constant("#", self._text(inner["span"]), offset)
        written = self._text(inner["span"])
        return Constant("n" if written == "null" else "b", written, offset)

    def _require_plain(self, span: Mapping[str, int]) -> None:
        """Numbers that OPA and the engine hold and write alike."""
        written = self._text(span)
        if not _NUMBER.fullmatch(written) or abs(float(written)) > 2**63:
            self._complain(
                span["start"], "write numbers in full, up to 63 bits, without exponent and trailing zeros"
            )

    def _variable(self, node: Node) -> Term:
        return self._named(node["value"], node["span"]["start"])

    def _named(self, name: str, offset: int) -> Term:
        if name == "_":
            self._count += 1
            return Variable(f"_#{self._count}", "_", offset)
        for scope in reversed(self._scopes):
            if name in scope.declared:
                scope.must_be_used.pop(scope.declared[name][0], None)
                return Variable(scope.declared[name][0], name, offset)
            if name in scope.pending:
                scope.used.setdefault(name, offset)
                return Variable(name, name, offset)
        if name in _ROOTS:
            return Reference(name, [], offset)
        path = self._names.get(name)
        if path is not None:
            return Reference(path[0], [Constant("s", part, offset) for part in path[1:]], offset)
        return Variable(name, name, offset)

    def _reference(self, node: Node) -> Term:
        keys: list[Term] = []
        offset = int(next(iter(node.values()))["span"]["start"])
        while (tag := next(iter(node))) in ("RefDot", "RefBrack"):
            inner = node[tag]
            if tag == "RefDot":
                keys.append(Constant("s", inner["field"][1], inner["field"][0]["start"]))
            else:
                keys.append(self.term(inner["index"]))
            node = inner["refr"]
        root = self.term(node)
        if isinstance(root, Reference):
            return Reference(root.root, [*root.keys, *keys[::-1]], offset)
        return Reference(root, keys[::-1], offset)

    def _call(self, node: Node) -> Term:
        _, path = flat(node["fcn"])
        if path and any(path[0] in scope.declared for scope in self._scopes):
            self._complain(node["span"]["start"], f"{path[0]} is a variable here, which cannot be called")
        resolved = self._names.get(path[0]) if path else None
        absolute = path if path[:1] == ("data",) else (*resolved, *path[1:]) if resolved else ()
        arguments = [self.term(p) for p in node["params"]]
        return Application(".".join(path), absolute, arguments, node["span"]["start"])

    def _infix(self, node: Node) -> Term:
        terms = [self.term(node["lhs"]), self.term(node["rhs"])]
        return Application(node["op"], (), terms, terms[0].offset, is_operator=True)

    def _membership(self, node: Node) -> Term:
        terms = [self.term(t) for t in (node["key"], node["value"], node["collection"]) if t]
        name = "InWithKey" if node["key"] else "In"
        return Application(name, (), terms, terms[0].offset, is_operator=True)

    def _nested_assignment(self, node: Node) -> Term:
        self._complain(node["span"]["start"], "an assignment is a condition of its own, not part of another")
        return self.term(node["rhs"])

    def _minus(self, node: Node) -> Term:
        # The engine reads -a == b as -(a == b).
        self._complain(node["span"]["start"], "a minus sign stands before numbers only; write 0 - x")
        return self.term(node["expr"])

    def _collection(self, kind: str, items: list[Node], node: Node) -> Term:
        return Collection(kind, [self.term(i) for i in items], node["span"]["start"])

    def _closure(self, kind: str, heads: list[Node], node: Node) -> Term:
        self._scopes.append(_Scope(set(_declarations(node["query"], self._text))))
        body = self._body(node["query"])
        terms = [self.term(h) for h in heads]
        self._leave()
        return Comprehension(kind, terms, body, node["span"]["start"])

    def _text(self, span: Mapping[str, int]) -> str:
        return self._source[span["start"] : span["end"]].decode()

    def _complain(self, offset: int, message: str) -> None:
        self.complaints.append(Complaint(offset, message))


def _declarations(query: Node, text: Callable[[Mapping[str, int]], str]) -> Iterator[str]:
    """The names that the statements of a body declare, nested bodies left out."""
    for statement in query["stmts"]:
        tag, literal = next(iter(statement["literal"].items()))
        if tag == "SomeVars":
            yield from map(text, literal["vars"])
        elif tag == "SomeIn":
            for pattern in (literal["key"], literal["value"]):
                yield from _pattern_names(pattern) if pattern else ()
        elif tag == "Expr":
            kind, expression = next(iter(literal["expr"].items()))
            if kind == "AssignExpr" and expression["op"] == "ColEq":
                yield from _pattern_names(expression["lhs"])


def _pattern_names(pattern: Node) -> Iterator[str]:
    tag, inner = next(iter(pattern.items()))
    if tag == "Var":
        if inner["value"] != "_":
            yield inner["value"]
    elif tag == "Array":
        for item in inner["items"]:
            yield from _pattern_names(item)
    elif tag == "Object":
        for _, _, value in inner["fields"]:
            yield from _pattern_names(value)
