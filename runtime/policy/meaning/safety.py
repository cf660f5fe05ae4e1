"""Variables that nothing binds. The engine evaluates them to undefined or ignores them; OPA refuses the bundle.

A variable is safe when a condition gives it a value: an equation whose other side is safe, a declaration with ``:=`` or
``some ... in``, or its place as a key of a safe reference. The order of conditions does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runtime.policy.meaning.terms import (
    Application,
    Clause,
    Collection,
    Complaint,
    Constant,
    Reference,
    Rule,
    Statement,
    Term,
    Variable,
    children,
    closures,
    free_names,
    inside,
    variables,
)
from runtime.policy.signatures import SIGNATURES


def unsafe(rule: Rule) -> Iterator[Complaint]:
    """What is unsafe in a rule. Puts its bodies in an order in which each condition finds its variables bound."""
    for clause in rule.clauses:
        checker = _Checker()
        checker.clause(clause)
        yield from checker.complaints


class _Checker:
    def __init__(self) -> None:
        self.complaints: list[Complaint] = []
        self._named: set[str] = set()
        self._early: list[Statement] = []
        """Negations above what gives their variables a value: the engine may evaluate them too soon."""

    def clause(self, clause: Clause) -> None:
        safe = {v.name for a in clause.arguments for v in variables(a)}
        heads = [*clause.heads, *([clause.value] if clause.value is not None else [])]
        self._closure(clause.body, heads, safe, set())

    def _closure(self, body: list[Statement], heads: list[Term], safe: set[str], outer: set[str]) -> None:
        """A body and the terms that it gives: those are conditions, too, since their references must have a value."""
        given = [Statement("expression", [head], _offset(head)) for head in heads]
        ordered = self._body([*body, *given], safe, outer)
        body[:] = [s for s in ordered if not any(s is g for g in given)]

    def _body(self, statements: list[Statement], safe: set[str], outer: set[str]) -> list[Statement]:
        around = outer | safe | {v.name for s in statements for v in _plain(s)}
        waiting, ordered = list(statements), []
        while waiting:
            ready = next((s for s in waiting if self._is_ready(s, safe, around)), None)
            if ready is None:
                break
            if ready is not waiting[0] and waiting[0].kind == "not":
                self._early.append(waiting[0])
            waiting = [s for s in waiting if s is not ready]
            ordered.append(ready)
            safe |= _outputs(ready, safe)
            self._within(ready, safe, around)
        for statement in waiting:
            self._report(statement, safe, around)
        for early in self._early:
            if not any(early is s for s in waiting):
                self._needs_later(early)
        self._early = []
        return [*ordered, *waiting]

    def _is_ready(self, statement: Statement, safe: set[str], around: set[str]) -> bool:
        bound = safe | _outputs(statement, safe)
        shared = _shared(statement, around) - {v.name for v in _introduced(statement)}
        given = [v.name for replacement in statement.replacements for v in variables(replacement.value)]
        return all(v.name in bound for v in _plain(statement)) and shared <= bound and safe.issuperset(given)

    def _within(self, statement: Statement, safe: set[str], around: set[str]) -> None:
        for term in [*statement.terms, *(r.value for r in statement.replacements)]:
            for closure in closures(term):
                self._closure(closure.body, closure.heads, set(safe), around)
        if statement.kind == "every":
            inner = safe | {v.name for v in _introduced(statement)}
            statement.body[:] = self._body(statement.body, inner, around)

    def _report(self, statement: Statement, safe: set[str], around: set[str]) -> None:
        bound = safe | _outputs(statement, safe)
        found = False
        for variable in _plain(statement):
            if variable.name not in bound and variable.name not in self._named:
                self._say(variable)
            found = found or variable.name not in bound
        if not found:
            needed = _shared(statement, around) | {
                v.name for r in statement.replacements for v in variables(r.value)
            }
            missing = sorted(name.partition("#")[0] for name in needed - safe)
            self.complaints.append(
                Complaint(statement.offset, f"{', '.join(missing)} has no value where this needs it")
            )

    def _needs_later(self, statement: Statement) -> None:
        message = "this negation needs a value that is given below it; put it behind"
        if not any(c.offset == statement.offset for c in self.complaints):
            self.complaints.append(Complaint(statement.offset, message))

    def _say(self, variable: Variable) -> None:
        self._named.add(variable.name)
        if variable.written == "_":
            message = "nothing gives _ a value here; inside a negation or a head it cannot iterate"
        else:
            message = f"{variable.written} is neither a rule nor given a value here"
        self.complaints.append(Complaint(variable.offset, message))


def _offset(term: Term) -> int:
    return term.offset


def _introduced(statement: Statement) -> list[Variable]:
    """The variables of ``every``, which its body alone sees."""
    return [t for t in statement.terms[:-1] if isinstance(t, Variable)] if statement.kind == "every" else []


def _conditions(statement: Statement) -> list[Term]:
    """The terms of a statement in whose place it stands: of ``every`` the domain alone."""
    terms = statement.terms[-1:] if statement.kind == "every" else statement.terms
    return [*terms, *(r.value for r in statement.replacements)]


def _plain(statement: Statement) -> Iterable[Variable]:
    return (v for term in _conditions(statement) for v in variables(term))


def _shared(statement: Statement, around: set[str]) -> set[str]:
    """What the closures of a statement take from around them."""
    names: set[str] = set()
    for term in _conditions(statement):
        for closure in closures(term):
            names |= free_names(closure.body, closure.heads)
    if statement.kind == "every":
        names |= free_names(statement.body, [])
    return names & around


def _outputs(statement: Statement, safe: set[str]) -> set[str]:
    """The variables that a statement binds, given those that are bound."""
    if statement.kind == "not":
        # OPA evaluates the calls inside a negation before it, and those may iterate.
        terms = [call for term in statement.terms for call in _nested_calls(term)]
        return _keys(terms, safe)
    bound = _keys(statement.terms[-1:] if statement.kind == "every" else statement.terms, safe)
    known = safe | bound
    if statement.kind in ("unify", "assign"):
        left, right = statement.terms
        bound |= _unified(left, right, known)
    elif statement.kind == "some" and _is_safe(statement.terms[-1], known):
        for pattern in statement.terms[:-1]:
            bound |= set(_pattern(pattern))
    elif statement.kind == "expression" and isinstance(statement.terms[0], Application):
        bound |= _filled(statement.terms[0], known)
    return bound


def _nested_calls(term: Term) -> list[Term]:
    """The outermost calls strictly inside a term."""
    found: list[Term] = []
    stack = children(term)
    while stack:
        last, stack = stack[0], stack[1:]
        if isinstance(last, Application):
            found.append(last)
        else:
            stack = [*children(last), *stack]
    return found


def _keys(terms: list[Term], safe: set[str]) -> set[str]:
    """What stands as key in references whose root is safe, until nothing is gained."""
    bound: set[str] = set()
    references = [r for term in terms for r in inside(term) if isinstance(r, Reference)]
    gained = True
    while gained:
        before = len(bound)
        for reference in references:
            if isinstance(reference.root, str) or _is_safe(reference.root, safe | bound):
                for key in reference.keys:
                    bound |= set(_pattern(key))
        gained = len(bound) > before
    return bound


def _pattern(term: Term) -> Iterator[str]:
    """The variables that matching a value against a term binds."""
    if isinstance(term, Variable):
        yield term.name
    elif isinstance(term, Collection):
        items = term.items[1::2] if term.kind == "o" else term.items if term.kind == "a" else []
        for item in items:
            yield from _pattern(item)


def _is_safe(term: Term, safe: set[str]) -> bool:
    return all(v.name in safe for v in variables(term))


def _unified(left: Term, right: Term, safe: set[str]) -> set[str]:
    bound: set[str] = set()
    if _is_safe(left, safe):
        bound |= set(_pattern(right))
    if _is_safe(right, safe):
        bound |= set(_pattern(left))
    if not bound and isinstance(left, Collection) and isinstance(right, Collection):
        pairs: Iterable[tuple[Term, Term]] = ()
        if left.kind == right.kind == "a":
            pairs = zip(left.items, right.items, strict=False)
        if left.kind == right.kind == "o":
            pairs = _same_keys(left, right)
        for one, other in pairs:
            bound |= _unified(one, other, safe | bound)
    return bound


def _same_keys(left: Collection, right: Collection) -> Iterable[tuple[Term, Term]]:
    """The values of two objects under the keys that are constants in both."""
    others = {k.value: v for k, v in _fields(right) if isinstance(k, Constant)}
    return [(v, others[k.value]) for k, v in _fields(left) if isinstance(k, Constant) and k.value in others]


def _fields(term: Collection) -> Iterable[tuple[Term, Term]]:
    return zip(term.items[::2], term.items[1::2], strict=True)


def _filled(call: Application, safe: set[str]) -> set[str]:
    """The last argument of a call that has one more than the function takes: the place of its result."""
    signature = SIGNATURES.get(call.name)
    if call.is_operator or len(call.arguments) < 2 or (signature is None and not call.path):
        return set()
    if signature is not None and len(call.arguments) != len(signature.arguments) + 1:
        return set()
    if all(_is_safe(argument, safe) for argument in call.arguments[:-1]):
        return set(_pattern(call.arguments[-1]))
    return set()
