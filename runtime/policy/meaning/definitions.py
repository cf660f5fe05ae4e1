"""Definitions of one rule that contradict each other, or that a name cannot have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runtime.policy.meaning.terms import (
    Application,
    Collection,
    Complaint,
    Comprehension,
    Path,
    Reference,
    Rule,
    Term,
    Variable,
    inside,
)
from runtime.policy.signatures import SIGNATURES

_KEYWORDS = frozenset(
    {"contains", "every", "if", "in", "not", "some", "with", "as", "else", "default", "import", "package"}
)
_WORDS = {"value": "one value", "set": "a set", "object": "an object", "function": "a function"}


def conflicts(rules: Iterable[Rule]) -> Iterator[tuple[Rule, Complaint]]:
    """What is wrong with the definitions of a bundle's rules, taken together."""
    held: dict[Path, list[Rule]] = {}
    for rule in rules:
        held.setdefault(rule.path, []).append(rule)
    for path, definitions in held.items():
        yield from _of_one_path(path, definitions)
    yield from _beneath(held)


def _of_one_path(path: Path, definitions: list[Rule]) -> Iterator[tuple[Rule, Complaint]]:
    first = definitions[0]
    name = path[-1]
    if name in _KEYWORDS and len(path) == len(first.path):
        yield first, Complaint(first.offset, f"{name} is a keyword; name the rule differently")
    if name in SIGNATURES and any(rule.kind == "function" for rule in definitions):
        yield (
            first,
            Complaint(first.offset, f"{name} is a built-in function, which the engine would call instead"),
        )
    defaults = [rule for rule in definitions if rule.is_default]
    for rule in defaults[1:]:
        yield rule, Complaint(rule.offset, f"{name} has more than one default")
    for rule in definitions:
        if rule.kind != first.kind:
            yield (
                rule,
                Complaint(
                    rule.offset, f"{name} is {_WORDS[first.kind]} elsewhere and {_WORDS[rule.kind]} here"
                ),
            )
        elif rule.kind == "function" and _arity(rule) != _arity(first):
            yield (
                rule,
                Complaint(
                    rule.offset, f"{name} takes {_arity(first)} arguments elsewhere and {_arity(rule)} here"
                ),
            )
        if rule.is_default:
            yield from ((rule, complaint) for complaint in _default(rule))
        yield from ((rule, complaint) for complaint in _arguments(rule))


def _beneath(held: dict[Path, list[Rule]]) -> Iterator[tuple[Rule, Complaint]]:
    """Rules below a rule that is one value already."""
    for path, definitions in held.items():
        for length in range(2, len(path)):
            above = held.get(path[:length])
            if above and any(rule.kind in ("value", "set", "function") for rule in above):
                yield (
                    definitions[0],
                    Complaint(
                        definitions[0].offset,
                        f"{'.'.join(path[:length])} is a rule already; nothing lies beneath it",
                    ),
                )


def _default(rule: Rule) -> Iterator[Complaint]:
    value = rule.clauses[0].value
    for part in inside(value) if value is not None else ():
        if isinstance(part, Variable | Reference | Application):
            yield Complaint(part.offset, "a default is a constant; give the rest in a rule with a condition")
            return
    if rule.kind == "function":
        for argument in rule.clauses[0].arguments:
            if not isinstance(argument, Variable):
                yield Complaint(rule.offset, "the arguments of a default are plain variables")


def _arguments(rule: Rule) -> Iterator[Complaint]:
    for clause in rule.clauses[:1]:
        for argument in clause.arguments:
            for part in inside(argument):
                if not _is_pattern(part):
                    yield Complaint(
                        part.offset, "an argument is a variable or a pattern of constants and variables"
                    )


def _is_pattern(term: Term) -> bool:
    if isinstance(term, Collection):
        return term.kind != "S"
    return not isinstance(term, Reference | Application | Comprehension)


def _arity(rule: Rule) -> int:
    return len(rule.clauses[0].arguments)
