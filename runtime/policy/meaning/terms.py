"""A rule as resolved terms. Every name has become a `Variable` of its own or a `Reference` to ``data`` or ``input``."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Path: TypeAlias = tuple[str, ...]


class Constant(msgspec.Struct):
    """A scalar; ``kind`` as in `runtime.policy.signatures`."""

    kind: str
    value: str | None
    offset: int


class Variable(msgspec.Struct):
    """A local variable: ``name`` is its own throughout the rule, ``written`` what the author calls it."""

    name: str
    written: str
    offset: int


class Reference(msgspec.Struct):
    """``root.a[b]``; the root is "data", "input", or a term."""

    root: str | Term
    keys: list[Term]
    offset: int

    @property
    def constant(self) -> Path:
        """The path as far as it is spelled out."""
        path = [self.root if isinstance(self.root, str) else ""]
        for key in self.keys:
            if not isinstance(key, Constant) or key.value is None or key.kind != "s":
                break
            path.append(key.value)
        return tuple(path)


class Application(msgspec.Struct):
    """A call of a function, or an infix operator by the name that the syntax tree gives it."""

    name: str
    path: Path
    arguments: list[Term]
    offset: int
    is_operator: bool = False


class Collection(msgspec.Struct):
    """An array or a set; an object's items are key, value, key, value."""

    kind: str
    items: list[Term]
    offset: int


class Comprehension(msgspec.Struct):
    """``[head | body]``, of an array, a set or an object."""

    kind: str
    heads: list[Term]
    body: list[Statement]
    offset: int


Term: TypeAlias = Constant | Variable | Reference | Application | Collection | Comprehension


class Replacement(msgspec.Struct):
    """``with target as value``."""

    target: Path
    value: Term
    offset: int


class Statement(msgspec.Struct):
    """One condition.

    ``kind`` is ``expression`` (one term), ``not`` (one term), ``unify`` (two: ``=``), ``assign`` (two: ``:=``), ``some``
    (the patterns, then the collection), or ``every`` (the variables, then the domain; and a body).
    """

    kind: str
    terms: list[Term]
    offset: int
    body: list[Statement] = []
    replacements: list[Replacement] = []


class Clause(msgspec.Struct):
    """One way to a rule's value: a body with what it gives. An ``else`` is a clause of its own."""

    arguments: list[Term]
    heads: list[Term]
    """The keys of the rule's name that are computed, then key and value."""
    value: Term | None
    body: list[Statement]
    offset: int


class Rule(msgspec.Struct):
    """One definition of a rule."""

    file: str
    path: Path
    """As far as it is spelled out."""
    kind: str
    """``value``, ``set``, ``object`` or ``function``."""
    clauses: list[Clause]
    offset: int
    is_default: bool = False


class Complaint(msgspec.Struct):
    """What is wrong, at an offset in bytes."""

    offset: int
    message: str


def children(term: Term) -> list[Term]:
    """The terms directly inside a term, closures left out."""
    if isinstance(term, Reference):
        return [*term.keys] if isinstance(term.root, str) else [term.root, *term.keys]
    if isinstance(term, Application):
        return term.arguments
    return term.items if isinstance(term, Collection) else []


def inside(term: Term) -> list[Term]:
    """The term and every term in it, closures as one; in the order in which they are written."""
    found: list[Term] = []
    stack = [term]
    while stack:
        last = stack.pop()
        found.append(last)
        if isinstance(last, Reference):
            stack.extend(reversed(last.keys))
            if not isinstance(last.root, str):
                stack.append(last.root)
        elif isinstance(last, Application):
            stack.extend(reversed(last.arguments))
        elif isinstance(last, Collection):
            stack.extend(reversed(last.items))
    return found


def variables(term: Term) -> list[Variable]:
    """The variables of a term outside closures."""
    return [found for found in inside(term) if isinstance(found, Variable)]


def closures(term: Term) -> list[Comprehension]:
    """The closures of a term, those inside them left out."""
    return [found for found in inside(term) if isinstance(found, Comprehension)]


def free_names(statements: list[Statement], heads: list[Term]) -> set[str]:
    """Every variable's name in a closure, those of closures within it too."""
    found: set[str] = set()
    stack: list[tuple[list[Statement], list[Term]]] = [(statements, heads)]
    while stack:
        body, terms = stack.pop()
        for statement in body:
            terms = [*terms, *statement.terms, *(r.value for r in statement.replacements)]
            if statement.body:
                stack.append((statement.body, []))
        for term in terms:
            found.update(v.name for v in variables(term))
            stack.extend((c.body, c.heads) for c in closures(term))
    return found
