"""``if`` and ``case``."""

from __future__ import annotations

from runtime.bash.charset import narrow
from runtime.bash.expand.pattern import compiled
from runtime.bash.interp import command_hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Case, CaseClause, If, Word

    Run = Callable[[State], int]
    Matches = Callable[[State, str], bool]

__all__ = ["case", "if_", "pattern"]

# Characters that make a text more than itself as a pattern; "(" only after one of the extended operators.
_SPECIAL = frozenset("*?[\\(")
# From this length on a pattern takes milliseconds to compile.
_LONG = 2048


def if_(node: If, compiler: Compiler) -> Run:
    """``if``, ``elif``, ``else``; 0 when nothing of it runs."""
    otherwise = None if node.otherwise is None else compiler.command(node.otherwise)
    clauses = tuple((compiler.condition(asked), compiler.command(body)) for asked, body in node.clauses)
    if len(clauses) == 1:
        return _if_one(*clauses[0], otherwise)

    def run(st: State) -> int:
        for condition, body in clauses:
            if condition(st) == 0:
                return body(st)
        if otherwise is not None:
            return otherwise(st)
        st.status = 0
        return 0

    return run


def _if_one(condition: Run, body: Run, otherwise: Run | None) -> Run:
    if otherwise is not None:

        def run_either(st: State) -> int:
            return otherwise(st) if condition(st) else body(st)

        return run_either

    def run(st: State) -> int:
        if condition(st) == 0:
            return body(st)
        st.status = 0
        return 0

    return run


def pattern(word: Word, compiler: Compiler, *, conditional: bool = False) -> Matches:
    """Whether a text matches a pattern; in ``[[ ]]`` extended patterns are always read as such."""
    text = compiler.words.pattern(word)
    if isinstance(text, str):
        return _constant(text, conditional)

    def matches(st: State, subject: str) -> bool:
        on = st.options.on
        wanted = text(st)
        if st.narrow:
            wanted, subject = narrow(wanted), narrow(subject)
        if _SPECIAL.isdisjoint(wanted) and "nocasematch" not in on:
            return subject == wanted
        if len(wanted) > _LONG:
            # A microsecond or two a character: many of these are many milliseconds.
            st.meter.check()
        return compiled(wanted, extglob=conditional or "extglob" in on, nocase="nocasematch" in on)(subject)

    return matches


def _constant(text: str, conditional: bool) -> Matches:
    plain = _SPECIAL.isdisjoint(text)
    # The pattern compiled, by whether extended patterns are on; the rarer case-insensitive form is left to the cache.
    made: dict[bool, Callable[[str], bool]] = {}

    def matches(st: State, subject: str) -> bool:
        on = st.options.on
        if st.narrow and not (plain or (subject.isascii() and text.isascii())):
            return compiled(narrow(text), extglob=conditional or "extglob" in on, nocase="nocasematch" in on)(
                narrow(subject)
            )
        if "nocasematch" in on:
            return compiled(text, extglob=conditional or "extglob" in on, nocase=True)(subject)
        if plain:
            return subject == text
        extended = conditional or "extglob" in on
        match = made.get(extended)
        if match is None:
            match = made[extended] = compiled(text, extglob=extended)
        return match(subject)

    return matches


def case(node: Case, compiler: Compiler) -> Run:
    """``case word in``; 0 when no pattern matches."""
    word = compiler.words.text(node.word)
    clauses = tuple(_clause(clause, compiler) for clause in node.clauses)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        if st.hooks and not command_hooks.before(st, node):
            return st.status
        subject = word if isinstance(word, str) else word(st)
        # 1. Find the first pattern that matches. 2. Run its body. 3. ";;" ends, ";&" runs the next, ";;&" goes on testing.
        status = 0
        falling = False
        for patterns, body, terminator in clauses:
            if not falling:
                for matches in patterns:
                    if matches(st, subject):
                        break
                else:
                    continue
            status = body(st)
            if terminator == ";;":
                return status
            falling = terminator == ";&"
        st.status = status
        return status

    return run


def _clause(clause: CaseClause, compiler: Compiler) -> tuple[tuple[Matches, ...], Run, str]:
    patterns = tuple(pattern(word, compiler) for word in clause.patterns)
    return patterns, compiler.command(clause.body), clause.terminator
