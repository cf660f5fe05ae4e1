"""``with target as value``: of what exists, and as a whole where it is a rule."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.policy.meaning.kinds import Kinds
from runtime.policy.meaning.terms import Complaint, Replacement, Rule, Statement, closures
from runtime.policy.signatures import SIGNATURES


def misplaced(rule: Rule, kinds: Kinds) -> Iterator[Complaint]:
    """The replacements of a rule that replace nothing, or part of a rule."""
    for clause in rule.clauses:
        for statement in _statements(clause.body):
            for replacement in statement.replacements:
                if message := _objection(replacement, kinds):
                    yield Complaint(replacement.offset, message)


def _objection(replacement: Replacement, kinds: Kinds) -> str | None:
    target = replacement.target
    if target[:1] in (("input",), ("data",)):
        rules, rest = kinds.rule_at(target)
        if rules and rest:
            return f"part of the rule {rules[0].path[-1]} cannot be replaced; replace the whole"
        return None
    name = ".".join(target)
    return (
        None
        if name in SIGNATURES
        else f"{name or 'this'} is neither input, data nor a function, so nothing is replaced"
    )


def _statements(body: list[Statement]) -> Iterator[Statement]:
    stack = list(body)
    while stack:
        statement = stack.pop()
        yield statement
        stack += statement.body
        for term in statement.terms:
            for closure in closures(term):
                stack += closure.body
