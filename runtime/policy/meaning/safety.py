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
    Comprehension,
    Constant,
    Reference,
    Rule,
    Statement,
    Term,
    Variable,
    children,
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


class _Parts:
    """What of a statement matters here, found once: it is looked at again with each variable that is bound."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        terms = [part for term in statement.terms for part in inside(term)]
        given = [part for r in statement.replacements for part in inside(r.value)]
        # A statement stands where its terms do; of ``every`` the domain alone.
        is_every = statement.kind == "every"
        own = [*(inside(statement.terms[-1]) if is_every else terms), *given]
        self.variables = [part for part in own if isinstance(part, Variable)]
        self.given = {part.name for part in given if isinstance(part, Variable)}
        self.introduced = (
            {t.name for t in statement.terms[:-1] if isinstance(t, Variable)} if is_every else set()
        )
        self.closures = [part for part in (*terms, *given) if isinstance(part, Comprehension)]
        self.taken: set[str] = set()
        """The names in its closures."""
        for part in own:
            if isinstance(part, Comprehension):
                self.taken |= free_names(part.body, part.heads)
        if is_every:
            self.taken |= free_names(statement.body, [])
        self.nested: list[Term] = []
        if statement.kind == "not":
            # OPA evaluates the calls inside a negation before it, and those may iterate.
            self.nested = [call for term in statement.terms for call in _nested_calls(term)]
            terms = [part for call in self.nested for part in inside(call)]
        elif is_every:
            terms = inside(statement.terms[-1])
        self.references = [part for part in terms if isinstance(part, Reference) and part.keys]


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
        waiting, ordered = [_Parts(s) for s in statements], []
        around = outer | safe | {v.name for parts in waiting for v in parts.variables}
        while waiting:
            ready = next((p for p in waiting if self._is_ready(p, safe, around)), None)
            if ready is None:
                break
            if ready is not waiting[0] and waiting[0].statement.kind == "not":
                self._early.append(waiting[0].statement)
            waiting = [p for p in waiting if p is not ready]
            ordered.append(ready.statement)
            safe |= _outputs(ready, safe)
            self._within(ready, safe, around)
        for parts in waiting:
            self._report(parts, safe, around)
        for early in self._early:
            if not any(early is p.statement for p in waiting):
                self._needs_later(early)
        self._early = []
        return [*ordered, *(p.statement for p in waiting)]

    def _is_ready(self, parts: _Parts, safe: set[str], around: set[str]) -> bool:
        bound = safe | _outputs(parts, safe)
        shared = (parts.taken & around) - parts.introduced
        return (
            all(v.name in bound for v in parts.variables) and shared <= bound and safe.issuperset(parts.given)
        )

    def _within(self, parts: _Parts, safe: set[str], around: set[str]) -> None:
        for closure in parts.closures:
            self._closure(closure.body, closure.heads, set(safe), around)
        if parts.statement.kind == "every":
            inner = safe | parts.introduced
            parts.statement.body[:] = self._body(parts.statement.body, inner, around)

    def _report(self, parts: _Parts, safe: set[str], around: set[str]) -> None:
        bound = safe | _outputs(parts, safe)
        found = False
        for variable in parts.variables:
            if variable.name not in bound and variable.name not in self._named:
                self._say(variable)
            found = found or variable.name not in bound
        if not found:
            needed = (parts.taken & around) | parts.given
            missing = sorted(name.partition("#")[0] for name in needed - safe)
            self.complaints.append(
                Complaint(parts.statement.offset, f"{', '.join(missing)} has no value where this needs it")
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


def _outputs(parts: _Parts, safe: set[str]) -> set[str]:
    """The variables that a statement binds, given those that are bound."""
    statement = parts.statement
    bound = _keys(parts.references, safe)
    if statement.kind == "not":
        return bound
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


def _keys(references: list[Reference], safe: set[str]) -> set[str]:
    """What stands as key in references whose root is safe, until nothing is gained."""
    bound: set[str] = set()
    gained = True
    while gained:
        before = len(bound)
        for reference in references:
            if isinstance(reference.root, str) or _is_safe(reference.root, safe | bound):
                for key in reference.keys:
                    if not isinstance(key, Constant):
                        bound.update(_pattern(key))
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
