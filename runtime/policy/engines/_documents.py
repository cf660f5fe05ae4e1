"""Functions on graphs, globs and JSON Schemas, with OPA's answers. What is not surely OPA's answer is an error.

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

MAX_PATHS = 10_000
MAX_PATTERN_CHARS = 1_000
MAX_STEPS = 10_000


class UnknownPart(ValueError):
    """OPA's answer to this is an error, or not known here."""


# Graphs.


def reachable_paths(graph: Any, initial: Any) -> set[tuple[str, ...]]:
    """The paths from these nodes on, each up to where it ends or would come round."""
    if not isinstance(graph, dict) or not isinstance(initial, list | set | frozenset):
        raise UnknownPart("an object and an array or set of nodes are needed")
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[str, tuple[str, ...]]] = [(node, ()) for node in initial if _node(node) in graph]
    steps = 0
    while waiting:
        node, path = waiting.pop()
        steps += 1
        if steps > MAX_PATHS:
            raise UnknownPart("a graph of too many paths")
        if node in path or (path and node not in graph):
            found.add(path)
            continue
        path = (*path, node)
        edges = _edges(graph[node])
        if node in edges:
            raise UnknownPart("a node beside itself, which OPA may or may not name twice")
        if not edges:
            found.add(path)
        waiting += [(edge, path) for edge in edges]
    return found


def _node(value: Any) -> str:
    if not isinstance(value, str):
        raise UnknownPart("a node that is no string")
    return value


def _edges(given: Any) -> list[str]:
    return list(map(_node, given)) if isinstance(given, list | set | frozenset) else []


# Globs.


class GlobToken(msgspec.Struct, frozen=True):
    """What one place of a pattern takes: of these characters, or any, and how often."""

    characters: frozenset[str] | None
    flag: str
    is_class: bool = False


def _glob(pattern: Any) -> list[GlobToken]:
    if not isinstance(pattern, str) or len(pattern) > MAX_PATTERN_CHARS:
        raise UnknownPart("a pattern is a string")
    tokens, at = [], 0
    while at < len(pattern):
        taken: frozenset[str] | None
        is_class = pattern[at] == "["
        if is_class:
            taken, at = _class(pattern, at + 1)
        elif pattern[at] in "]+*":
            raise UnknownPart(f"{pattern[at]} where a character is needed")
        else:
            is_escaped = pattern[at] == "\\"
            at += is_escaped
            if at >= len(pattern):
                raise UnknownPart("the pattern ends within an escape")
            taken = None if pattern[at] == "." and not is_escaped else frozenset(pattern[at])
            at += 1
        flag = pattern[at] if at < len(pattern) and pattern[at] in "+*" else ""
        at += len(flag)
        tokens.append(GlobToken(taken, flag, is_class))
    return tokens


def _class(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """The characters between brackets, and where to go on."""
    end = pattern.find("]", at)
    inside = pattern[at:end] if end >= 0 else "\\"
    if "\\" in inside or "[" in inside:
        raise UnknownPart("brackets that readers differ on")
    taken: set[str] = set()
    while inside:
        first, ranged, inside = inside[0], inside[1:2] == "-", inside[1:]
        if first == "-" or (ranged and (len(inside) < 2 or inside[1] == "-" or inside[1] < first)):
            raise UnknownPart("a range that is none")
        last, inside = (inside[1], inside[2:]) if ranged else (first, inside)
        if ord(last) - ord(first) > MAX_PATTERN_CHARS:
            raise UnknownPart("a range of too many characters")
        taken |= {chr(code) for code in range(ord(first), ord(last) + 1)}
    return frozenset(taken), end + 1


class _Comparison:
    """Compares two patterns as OPA's library does, which does not find every text that matches both."""

    def __init__(self) -> None:
        self._left = MAX_STEPS

    def is_shared(self, one: list[GlobToken], other: list[GlobToken]) -> bool:
        self._left -= 1
        if self._left < 0:
            raise UnknownPart("the patterns take too long to compare")
        for at, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            if mine.flag or theirs.flag:
                first, second = (one[at:], other[at:]) if mine.flag else (other[at:], one[at:])
                return (
                    self._after_plus(first, second)
                    if first[0].flag == "+"
                    else self._after_star(first, second)
                )
            if not _share(mine, theirs):
                return False
        return len(one) == len(other)

    def _after_plus(self, one: list[GlobToken], other: list[GlobToken]) -> bool:
        if not _share(one[0], other[0]):
            return False
        if self._after_star(one, other[1:]):
            return True
        return bool(other[0].flag) and self.is_shared(one[1:], other)

    def _after_star(self, one: list[GlobToken], other: list[GlobToken]) -> bool:
        following = one[1] if len(one) > 1 else None
        for at, token in enumerate(other):
            if following is not None and _share(token, following) and self.is_shared(one[1:], other[at:]):
                return True
            if not _share(token, one[0]):
                return False
        return following is None


def globs_match(one: Any, other: Any) -> bool:
    """Whether OPA finds a text that both patterns match."""
    left, right = _simple(_glob(one)), _simple(_glob(other))
    begin = 0
    while begin < min(len(left), len(right)) and not left[begin].flag and not right[begin].flag:
        if not _share(left[begin], right[begin]):
            return False
        begin += 1
    begin = max(begin - 1, 0)
    end = 0
    while end < min(len(left), len(right)) - begin and not left[-1 - end].flag and not right[-1 - end].flag:
        if not _share(left[-1 - end], right[-1 - end]):
            return False
        end += 1
    kept = max(end - 1, 0)
    return _Comparison().is_shared(left[begin : len(left) - kept], right[begin : len(right) - kept])


def _simple(tokens: list[GlobToken]) -> list[GlobToken]:
    """The same with neighbours of the same characters as one, where both may repeat."""
    found: list[GlobToken] = []
    for token in tokens:
        last = found[-1] if found else None
        if (
            last is not None
            and token.flag
            and last.flag
            and token.characters == last.characters
            and token.is_class == last.is_class
        ):
            found[-1] = GlobToken(
                last.characters, "+" if "+" in (token.flag, last.flag) else "*", last.is_class
            )
        else:
            found.append(token)
    return found


def _share(one: GlobToken, other: GlobToken) -> bool:
    return (
        one.characters is None or other.characters is None or not one.characters.isdisjoint(other.characters)
    )


# JSON Schemas.

_TYPES: dict[str, Callable[[Any], bool]] = {
    "array": lambda v: isinstance(v, list),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: type(v) is int,
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    "null": lambda v: v is None,
    "object": lambda v: isinstance(v, dict),
    "string": lambda v: isinstance(v, str),
}
_KEYWORDS = frozenset({"type", "properties", "required", "items", "title", "description"})


def _document(given: Any) -> Any:
    if not isinstance(given, str | dict | list):
        raise UnknownPart("a document or a text of it is needed")
    try:
        value = (
            json.loads(given, parse_float=_no_fraction, parse_constant=_no_fraction)
            if isinstance(given, str)
            else given
        )
    except ValueError:
        raise UnknownPart("this is no JSON that every reader takes for the same") from None
    stack = [value]
    while stack:
        last = stack.pop()
        if isinstance(last, float | set | frozenset) or (
            isinstance(last, dict) and not all(isinstance(k, str) for k in last)
        ):
            raise UnknownPart("a fraction, a set, or a key that is no string")
        stack += last.values() if isinstance(last, dict) else last if isinstance(last, list) else ()
    return value


def _no_fraction(text: str) -> Any:
    raise ValueError(text)


def _require_plain(schema: Any) -> None:
    """A schema of the commonest keywords, which everybody reads alike."""
    if (
        not isinstance(schema, dict)
        or not set(schema) <= _KEYWORDS
        or schema.get("type", "null") not in _TYPES
    ):
        raise UnknownPart(f"a schema of other keywords than {', '.join(sorted(_KEYWORDS))}")
    required, properties = schema.get("required", ["x"]), schema.get("properties", {})
    if not isinstance(required, list) or not required or not isinstance(properties, dict):
        raise UnknownPart("properties is an object, required an array")
    texts = [*required, schema.get("title", ""), schema.get("description", "")]
    if not all(isinstance(text, str) for text in texts) or len(set(required)) < len(required):
        raise UnknownPart("required has different names")
    for inner in (*properties.values(), *([schema["items"]] if "items" in schema else ())):
        _require_plain(inner)


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    if "type" in schema and not _TYPES[schema["type"]](value):
        return False
    if isinstance(value, list):
        return all(_fits(item, schema.get("items", {})) for item in value)
    if not isinstance(value, dict):
        return True
    properties = schema.get("properties", {})
    return set(schema.get("required", ())) <= set(value) and all(
        _fits(item, properties[name]) for name, item in value.items() if name in properties
    )


def verify_schema(schema: Any) -> list[Any]:
    """Whether this is a schema; of what is none, an unknown type is said in the words of OPA's library."""
    found = _document(schema)
    kind = found.get("type") if isinstance(found, dict) and set(found) == {"type"} else None
    if isinstance(kind, str) and kind.isidentifier() and kind not in _TYPES:
        given = f"has a primitive type that is NOT VALID -- given: /{kind}/ Expected valid values are:"
        return [False, f"jsonschema: {given}[{' '.join(_TYPES)}]"]
    _require_plain(found)
    return [True, None]


def match_schema(document: Any, schema: Any) -> list[Any]:
    """That a document fits; what does not fit would have to be said in the words of OPA's library."""
    value, found = _document(document), _document(schema)
    _require_plain(found)
    if not _fits(value, found):
        raise UnknownPart("the document does not fit the schema")
    return [True, []]


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "graph.reachable_paths": (2, reachable_paths),
    "json.match_schema": (2, match_schema),
    "json.verify_schema": (1, verify_schema),
    "regex.globs_match": (2, globs_match),
}
