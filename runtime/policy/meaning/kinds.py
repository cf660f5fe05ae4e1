"""What terms can be: arity, arguments, comparisons that can never hold, references into values that lack the key.

A type is None for anything, or the tuple of its variants. Only what can never be right is a complaint; a call that may
be right is left to the engine, whose error denies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

import msgspec

from runtime.policy.meaning.terms import (
    Application,
    Collection,
    Complaint,
    Comprehension,
    Constant,
    Path,
    Reference,
    Rule,
    Statement,
    Term,
    Variable,
)
from runtime.policy.signatures import OPERATORS, SIGNATURES, BuiltinSignature

_WORDS = {
    "n": "null", "b": "a boolean", "#": "a number", "s": "a string", "a": "an array", "o": "an object", "S": "a set",
}  # fmt: skip


class Variant(msgspec.Struct, frozen=True):
    """One shape of a value. Of an array or object that is spelled out, the parts are known."""

    kind: str
    fields: dict[str, Type] | None = None
    items: tuple[Type, ...] | None = None
    element: Type = None
    places: dict[str, tuple[str, int]] = {}
    """Of an object that is spelled out: file and offset of each key."""


Type: TypeAlias = tuple[Variant, ...] | None


@cache
def of_kinds(kinds: str, element: str = "*") -> Type:
    """The type of some kinds, ``*`` being any, with what members of a collection are."""
    inner = None if element == "*" else of_kinds(element)
    return None if kinds == "*" else tuple(Variant(kind, element=inner) for kind in kinds)


def union(types: Iterable[Type]) -> Type:
    """Whatever one of them may be."""
    found: list[Variant] = []
    for one in types:
        if one is None:
            return None
        found += [variant for variant in one if variant not in found]
    return tuple(found)


class Kinds:
    """The types of a bundle's rules, found out when they are asked for."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules: dict[Path, list[Rule]] = {}
        for rule in rules:
            self._rules.setdefault(rule.path, []).append(rule)
        self._found: dict[Path, Type] = {}
        self._open: set[Path] = set()

    def check(self, rule: Rule) -> Iterator[Complaint]:
        """What can never be right in one rule."""
        return iter(_Walk(self, rule).run())

    def given(self, rule: Rule) -> Type:
        """What one definition of a rule gives."""
        return _Walk(self, rule).value()

    def rule_at(self, path: Path) -> tuple[list[Rule], Path]:
        """The rules that a path reaches into, and what follows."""
        for length in range(len(path), 1, -1):
            if path[:length] in self._rules:
                return self._rules[path[:length]], path[length:]
        return [], ()

    def functions(self, path: Path) -> list[Rule]:
        return [rule for rule in self._rules.get(path, []) if rule.kind == "function"]

    def hides_functions(self, path: Path) -> bool:
        """Whether functions lie deeper than right beneath a path; the engine and OPA differ on what holds them."""
        return any(
            p[: len(path)] == path and len(p) > len(path) + 1 and self.functions(p) for p in self._rules
        )

    def is_partial(self, path: Path) -> bool:
        """Whether further rules lie beneath a rule's path, so that its value is not all that is there."""
        return any(len(other) > len(path) and other[: len(path)] == path for other in self._rules)

    def value(self, path: Path) -> Type:
        """What a rule can be."""
        if path in self._open or self.is_partial(path):
            return None
        if path not in self._found:
            self._open.add(path)
            self._found[path] = union(
                _Walk(self, rule).value()
                for rule in self._rules[path]
                if not (rule.kind == "function" and rule.is_default)
            )
            self._open.discard(path)
        return self._found[path]


class _Walk:
    """One rule: its variables' types, and what is wrong."""

    def __init__(self, kinds: Kinds, rule: Rule) -> None:
        self._kinds = kinds
        self._rule = rule
        self._known: dict[str, Type] = {}
        self._condition: Term | None = None
        """The term that is a condition by itself: a call there may name the place of its result last."""
        self._complaints: list[Complaint] = []

    def run(self) -> list[Complaint]:
        self.value()
        return self._complaints

    def value(self) -> Type:
        given: list[Type] = []
        for clause in self._rule.clauses:
            self._known = {}
            self._body(clause.body)
            heads = [self._of(head) for head in clause.heads]
            value = self._of(clause.value) if clause.value is not None else of_kinds("b")
            given.append(self._shape(heads, value))
        return union(given)

    def _shape(self, heads: list[Type], value: Type) -> Type:
        if self._rule.kind == "set":
            return (Variant("S", element=heads[-1] if heads else None),)
        return (Variant("o", element=value),) if self._rule.kind == "object" else value

    def _body(self, body: list[Statement]) -> None:
        for statement in body:
            for replacement in statement.replacements:
                if replacement.target[:1] in (("input",), ("data",)):
                    self._of(replacement.value)
            if any(
                replacement.target[:1] not in (("input",), ("data",))
                for replacement in statement.replacements
            ):
                continue  # what a replaced function gives is unknown
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        if statement.kind in ("unify", "assign"):
            left, right = statement.terms
            self._unify(left, right, statement.offset)
        elif statement.kind in ("some", "every"):
            self._iterate(statement)
        else:
            self._condition = statement.terms[0] if statement.kind == "expression" else None
            for term in statement.terms:
                self._of(term)

    def _iterate(self, statement: Statement) -> None:
        collection = self._of(statement.terms[-1])
        if collection is not None and not any(v.kind in "aoS" for v in collection):
            self._say(statement.terms[-1].offset, f"{_words(collection)} has no members")
        members = None if collection is None else union(v.element for v in collection if v.kind in "aoS")
        for pattern in statement.terms[:-1]:
            self._bind(pattern, members if pattern is statement.terms[-2] else None)
        self._body(statement.body)

    def _unify(self, left: Term, right: Term, offset: int) -> None:
        one, other = self._of(left), self._of(right)
        self._require_match(one, other, offset)
        self._bind(left, other)
        self._bind(right, one)

    def _bind(self, pattern: Term, given: Type) -> None:
        if isinstance(pattern, Variable):
            self._known.setdefault(pattern.name, given)
        elif isinstance(pattern, Collection) and pattern.kind == "a":
            parts = given[0].items if given and len(given) == 1 else None
            for number, item in enumerate(pattern.items):
                self._bind(item, parts[number] if parts and number < len(parts) else None)

    def _require_match(self, one: Type, other: Type, offset: int) -> None:
        if one is None or other is None or not one or not other:
            return
        if {v.kind for v in one}.isdisjoint(v.kind for v in other):
            self._say(offset, f"can never hold: {_words(one)} is never {_words(other)}")

    # Terms.

    def _of(self, term: Term) -> Type:
        if isinstance(term, Constant):
            return of_kinds(term.kind)
        if isinstance(term, Variable):
            return self._known.get(term.name)
        if isinstance(term, Reference):
            return self._reference(term)
        if isinstance(term, Application):
            return self._application(term)
        if isinstance(term, Collection):
            return self._collection(term)
        return self._closure(term)

    def _closure(self, term: Comprehension) -> Type:
        if term.kind == "a" and any(_is_walk(statement) for statement in term.body):
            self._say(term.offset, "the order of what walk finds is not fixed; collect it in a set")
        self._body(term.body)
        heads = [self._of(head) for head in term.heads]
        return (Variant(term.kind, element=heads[-1]),)

    def _collection(self, term: Collection) -> Type:
        items = [self._of(item) for item in term.items]
        if term.kind == "a":
            return (Variant("a", items=tuple(items), element=union(items) if items else None),)
        if term.kind == "S":
            return (Variant("S", element=union(items) if items else None),)
        fields: dict[str, Type] | None = {}
        places: dict[str, tuple[str, int]] = {}
        for key, value in zip(term.items[::2], items[1::2], strict=True):
            if isinstance(key, Constant) and key.kind == "s" and key.value is not None and fields is not None:
                fields[key.value] = value
                places[key.value] = (self._rule.file, key.offset)
            else:
                fields = None
        return (Variant("o", fields=fields, element=union(items[1::2]) if items else None, places=places),)

    def _reference(self, term: Reference) -> Type:
        for key in term.keys:
            self._of(key)
        if not isinstance(term.root, str):
            return self._into(self._of(term.root), term.keys)
        path = term.constant
        rules, rest = self._kinds.rule_at(path)
        if not rules:
            if len(path) == len(term.keys) + 1 and self._kinds.hides_functions(path):
                self._say(term.offset, "a package whose functions have dotted names; name one of its rules")
            return None
        if any(rule.kind == "function" for rule in rules):
            self._say(term.offset, f"{path[-1]} is a function; call it with arguments")
            return None
        length = len(path) - len(rest) - 1
        return self._into(self._kinds.value(path[: length + 1]), term.keys[length:])

    def _into(self, given: Type, keys: list[Term]) -> Type:
        for key in keys:
            if given is None:
                return None
            parts = [found for variant in given for found in _member(variant, key)]
            if given and not parts:
                name = f" {key.value!r}" if isinstance(key, Constant) else " such member"
                self._say(key.offset, f"{_words(given)} here has no{name}")
                return None
            given = union(parts)
        return given

    def _application(self, term: Application) -> Type:
        given = [self._of(argument) for argument in term.arguments]
        if term.is_operator:
            return self._operator(term, given)
        functions = self._kinds.functions(term.path) if term.path else []
        if functions:
            return self._function(term, functions)
        if term.path and self._kinds.rule_at(term.path)[0]:
            self._say(term.offset, f"{term.name} is no function")
            return None
        signature = SIGNATURES.get(term.name)
        if signature is None or signature.is_variadic:
            return None
        wanted = len(signature.arguments)
        if term.name == "walk" and (len(given) != 2 or term is not self._condition):
            self._say(term.offset, "walk is a condition of its own: walk(document, [path, value])")
            return None
        has_place = term is self._condition and len(given) == wanted + 1
        if len(given) != wanted and not has_place:
            self._say(term.offset, f"{term.name} takes {_count(wanted)}, here it is given {len(given)}")
            return None
        self._require_kinds(term, signature, given)
        if has_place:
            self._bind(term.arguments[-1], of_kinds(signature.result))
            return of_kinds("b")
        return of_kinds(signature.result, signature.element)

    def _function(self, term: Application, functions: list[Rule]) -> Type:
        wanted = len(functions[0].clauses[0].arguments)
        if term is self._condition and len(term.arguments) == wanted + 1:
            self._bind(term.arguments[-1], None)
            return of_kinds("b")
        if len(term.arguments) != wanted:
            self._say(
                term.offset, f"{term.name} takes {_count(wanted)}, here it is given {len(term.arguments)}"
            )
            return None
        return self._kinds.value(term.path)

    def _operator(self, term: Application, given: list[Type]) -> Type:
        if term.name == "Eq":
            self._require_match(given[0], given[1], term.offset)
        signature = OPERATORS[term.name]
        self._require_kinds(term, signature, given)
        if term.name == "Sub":
            return self._difference(term, given)
        return of_kinds(signature.result)

    def _difference(self, term: Application, given: list[Type]) -> Type:
        kinds = [{v.kind for v in one} & {"#", "S"} if one is not None else {"#", "S"} for one in given]
        both = kinds[0] & kinds[1]
        if not both and all(kinds):
            self._say(term.offset, "takes numbers from numbers or sets from sets, not one from the other")
        return of_kinds("".join(sorted(both)) or "*")

    def _require_kinds(self, term: Application, signature: BuiltinSignature, given: list[Type]) -> None:
        for argument, one, wanted in zip(term.arguments, given, signature.arguments, strict=False):
            if one and wanted != "*" and all(variant.kind not in wanted for variant in one):
                of_what = "here" if term.is_operator else f"as an argument of {term.name}"
                self._say(
                    argument.offset,
                    f"{_words(one)} is no use {of_what}: {_words(of_kinds(wanted))} is needed",
                )

    def _say(self, offset: int, message: str) -> None:
        self._complaints.append(Complaint(offset, message))


def _member(variant: Variant, key: Term) -> list[Type]:
    """What a key may lead to; nothing where it leads nowhere."""
    if variant.kind not in "aoS":
        return []
    if variant.kind == "o" and isinstance(key, Constant) and variant.fields is not None:
        return [variant.fields[key.value]] if key.kind == "s" and key.value in variant.fields else []
    if variant.kind == "a" and isinstance(key, Constant):
        if key.kind != "#":
            return []
        number = int(key.value or 0) if (key.value or "").isdigit() else -1
        if variant.items is not None:
            return [variant.items[number]] if 0 <= number < len(variant.items) else []
    return [variant.element]


def _is_walk(statement: Statement) -> bool:
    return any(isinstance(term, Application) and term.name == "walk" for term in statement.terms)


def _words(given: Type) -> str:
    return " or ".join(dict.fromkeys(_WORDS[variant.kind] for variant in given or ())) or "nothing"


def _count(wanted: int) -> str:
    return f"{wanted} argument" + ("" if wanted == 1 else "s")
