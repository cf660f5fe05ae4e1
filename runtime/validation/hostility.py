"""What a schema may not do, found before it is compiled.

1. It is JSON of at most 256 KB and 64 levels.
2. It names no other document: references are ``#``, ``#/$defs/NAME`` or ``#/definitions/NAME``; no ``$id``, no anchors, no
   dynamic references; ``$schema`` is a JSON Schema draft's.
3. It does not loop: following references without descending into the instance must end.
4. It does not explode: what applies to one place of an instance has at most 10,000 parts (a "billion laughs" of
   definitions), and where a definition meets itself several times on the way down, instances are kept shallow enough.

Patterns are left to the compiler, which accepts only those that match in linear time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from runtime.contracts import canonical
from runtime.contracts.errors import SchemaRefused
from runtime.validation.strict_json import shown

MAX_BYTES = 262_144
MAX_DEPTH = 64
MAX_PARTS = 10_000
MAX_VISITS = 1_000_000
"""How often a recursive schema may be applied within one instance."""

_HERE_ONE = ("not", "if", "then", "else")
_HERE_MANY = ("allOf", "anyOf", "oneOf")
_HERE_NAMED = ("dependentSchemas",)
_BELOW_ONE = [
    "items",
    "additionalItems",
    "additionalProperties",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
]
_BELOW_MANY = ("prefixItems", "items")
_BELOW_NAMED = ("properties", "patternProperties")
_DEFINITIONS = ("$defs", "definitions")
_FORBIDDEN = (
    "$id",
    "id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$vocabulary",
)
_DRAFTS = ("https://json-schema.org/draft/", "http://json-schema.org/draft-")


class Shape(NamedTuple):
    """What the checks found out."""

    fan_out: int
    """How often a definition meets itself one level down; 0 where nothing is recursive."""


def inspect(schema: Any, *, where: str) -> Shape:
    """Refuse a hostile schema.

    Raises:
        SchemaRefused: naming the schema and what is wrong with it.
    """
    if not isinstance(schema, dict):
        raise SchemaRefused(f"{where} must be a JSON object", where=where)
    try:
        size = len(canonical.encode(schema, max_depth=MAX_DEPTH))
    except canonical.NotCanonical as error:
        raise SchemaRefused(f"{where} is not JSON: {error}", where=where) from None
    if size > MAX_BYTES:
        raise SchemaRefused(f"{where} is larger than {MAX_BYTES} bytes", where=where)
    return _Inspection(schema, where).run()


class _Inspection:
    def __init__(self, schema: dict[str, Any], where: str) -> None:
        self.where = where
        self.roots: dict[str, Any] = {"#": schema}
        for keyword in _DEFINITIONS:
            definitions = schema.get(keyword, {})
            if isinstance(definitions, dict):
                self.roots.update(
                    {f"#/{keyword}/{name}": definition for name, definition in definitions.items()}
                )
        self.parts: dict[str, int] = {}
        self.edges: dict[str, list[str]] = {}

    def run(self) -> Shape:
        for root in self.roots.values():
            self._check(root)
        for name in self.roots:
            self._count(name, ())
        self.edges = {name: list(self._met_below(root)) for name, root in self.roots.items()}
        return Shape(max((self._fan_out(name) for name in self.roots), default=0))

    def _check(self, node: Any) -> None:
        """Rule 2, for a schema and all schemas in it."""
        if not isinstance(node, dict):
            return
        for keyword in _FORBIDDEN:
            if isinstance(node.get(keyword), str):
                raise self._refused(f"{keyword} is not allowed")
        draft = node.get("$schema", _DRAFTS[0])
        if not (isinstance(draft, str) and draft.startswith(_DRAFTS)):
            raise self._refused(f"$schema {shown(str(draft))!r} is no JSON Schema draft")
        if "$ref" in node and node["$ref"] not in self.roots:
            raise self._refused(
                f"$ref {shown(str(node['$ref']))!r} does not name a definition of this schema"
            )
        for child in (*_here(node), *_below(node)):
            self._check(child)

    def _count(self, name: str, path: tuple[str, ...]) -> int:
        """Rule 3 and the first half of 4: how many schemas apply where this definition does."""
        if name in path:
            raise self._refused(f"{shown(name)} refers to itself without descending into the value")
        if name not in self.parts:
            self.parts[name] = self._parts_of(self.roots[name], (*path, name))
        return self.parts[name]

    def _parts_of(self, node: Any, path: tuple[str, ...]) -> int:
        if not isinstance(node, dict):
            return 1
        total = 1 + sum(self._parts_of(child, path) for child in _here(node))
        if "$ref" in node:
            total += self._count(node["$ref"], path)
        # A part below is counted too, so that width adds up; it starts a path of its own.
        total += sum(self._parts_of(child, ()) for child in _below(node) if not _is_reference(child))
        if total > MAX_PARTS:
            raise self._refused(f"its definitions multiply to more than {MAX_PARTS} parts")
        return total

    def _met_below(self, node: Any, *, below: bool = False) -> Iterator[str]:
        """The definitions that apply one or more levels further down, each as often as it is met."""
        if not isinstance(node, dict):
            return
        if "$ref" in node:
            target = node["$ref"]
            if below:
                yield target
            else:
                yield from self._met_below(self.roots[target])
        for child in _here(node):
            yield from self._met_below(child, below=below)
        for child in _below(node):
            yield from self._met_below(child, below=True)

    def _fan_out(self, name: str) -> int:
        """How many of the definitions met below lead back here."""
        return sum(1 for target in self.edges[name] if self._reaches(target, name))

    def _reaches(self, start: str, goal: str) -> bool:
        seen, pending = {start}, [start]
        while pending:
            current = pending.pop()
            if current == goal:
                return True
            fresh = set(self.edges[current]) - seen
            seen |= fresh
            pending += fresh
        return False

    def _refused(self, why: str) -> SchemaRefused:
        return SchemaRefused(f"{self.where}: {why}", where=self.where)


def _is_reference(node: Any) -> bool:
    return isinstance(node, dict) and set(node) == {"$ref"}


def _here(node: dict[str, Any]) -> Iterator[Any]:
    """The schemas that apply to the same place of the instance."""
    return _children(node, _HERE_ONE, _HERE_MANY, _HERE_NAMED)


def _below(node: dict[str, Any]) -> Iterator[Any]:
    """The schemas that apply to a part of the instance."""
    return _children(node, _BELOW_ONE, _BELOW_MANY, _BELOW_NAMED)


def _children(
    node: dict[str, Any], one: tuple[str, ...] | list[str], many: tuple[str, ...], named: tuple[str, ...]
) -> Iterator[Any]:
    for keyword in one:
        if isinstance(node.get(keyword), dict):
            yield node[keyword]
    for keyword in many:
        if isinstance(node.get(keyword), list):
            yield from node[keyword]
    for keyword in named:
        if isinstance(node.get(keyword), dict):
            yield from node[keyword].values()
