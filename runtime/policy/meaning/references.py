"""References that name nothing: a misspelt list of ``data.json`` is undefined to any engine, and opens or closes doors."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from runtime.policy.meaning.input_schema import input_schema
from runtime.policy.meaning.terms import (
    Complaint,
    Comprehension,
    Path,
    Reference,
    Rule,
    Statement,
    Term,
    inside,
)


class Known:
    """What a bundle's references may name."""

    def __init__(self, data: dict[str, Any], paths: Iterable[Path]) -> None:
        self._data = data
        self._children: dict[Path, set[str]] = {}
        self._rules = set(paths)
        for path in self._rules:
            for length in range(1, len(path)):
                self._children.setdefault(path[:length], set()).add(path[length])
        self._input = input_schema()

    def complaint(self, path: Path) -> str | None:
        """Why a path leads nowhere, or None."""
        return self._of_data(path) if path[0] == "data" else self._of_input(path)

    def _of_data(self, path: Path) -> str | None:
        value: Any = self._data
        for length in range(2, len(path) + 1):
            if path[:length] in self._rules:
                return None
            part = path[length - 1]
            names = set(value) if isinstance(value, dict) else set()
            if part not in names and part not in self._children.get(path[: length - 1], set()):
                if isinstance(value, list):
                    return f"{_dotted(path[: length - 1])} is a list; it has no {part!r}"
                among = names | self._children.get(path[: length - 1], set())
                return f"{_dotted(path[:length])} is neither a rule nor in data.json{_hint(part, among)}"
            value = value.get(part) if isinstance(value, dict) else None
        return None

    def _of_input(self, path: Path) -> str | None:
        schema = self._input
        for length in range(2, len(path) + 1):
            properties = schema.get("properties")
            if properties is None or schema.get("additionalProperties", True):
                return None
            part = path[length - 1]
            if part not in properties:
                return f"no question has {_dotted(path[:length])}{_hint(part, properties)}"
            schema = properties[part]
        return None


def unresolved(rule: Rule, known: Known, roots: Collection[str]) -> Iterator[Complaint]:
    """The references of a rule into these roots that lead nowhere."""
    for reference, replaced in _references(rule):
        if reference.root in roots:
            path = reference.constant
            if any(path[: len(target)] == target or target[: len(path)] == path for target in replaced):
                continue
            if message := known.complaint(path):
                yield Complaint(reference.offset, message)


def _references(rule: Rule) -> Iterator[tuple[Reference, tuple[Path, ...]]]:
    for clause in rule.clauses:
        heads = [*clause.heads, *([clause.value] if clause.value is not None else [])]
        yield from _in_terms([*clause.arguments, *heads], ())
        yield from _in_body(clause.body, ())


def _in_body(
    body: list[Statement], replaced: tuple[Path, ...]
) -> Iterator[tuple[Reference, tuple[Path, ...]]]:
    for statement in body:
        yield from _in_terms([r.value for r in statement.replacements], replaced)
        within = (*replaced, *(r.target for r in statement.replacements))
        yield from _in_terms(statement.terms, within)
        yield from _in_body(statement.body, within)


def _in_terms(
    terms: Iterable[Term], replaced: tuple[Path, ...]
) -> Iterator[tuple[Reference, tuple[Path, ...]]]:
    for term in terms:
        for part in inside(term):
            if isinstance(part, Reference):
                yield part, replaced
            elif isinstance(part, Comprehension):
                yield from _in_terms(part.heads, replaced)
                yield from _in_body(part.body, replaced)


def _hint(part: str, among: Iterable[str]) -> str:
    close = difflib.get_close_matches(part, sorted(among), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _dotted(path: Path) -> str:
    return ".".join(path)
