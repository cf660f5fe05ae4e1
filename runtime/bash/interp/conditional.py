"""``[[ expression ]]``."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.expand.arithmetic_numbers import BadExpression
from runtime.bash.interp import command_hooks
from runtime.bash.interp.branches import pattern
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import calm
from runtime.bash.interp.primaries import FILES, NUMBERS, UNARY
from runtime.bash.syntax.tree import BinaryTest, BothTest, NotTest, UnaryTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Condition, Conditional, Word

    Run = Callable[[State], int]
    Test = Callable[[State], bool]

__all__ = ["conditional", "leaf"]

_EMPTY = "''"
_PATTERNS = {"=": True, "==": True, "!=": False}


def leaf(node: Conditional, compiler: Compiler) -> Run | None:
    """As a condition, where it runs no command."""
    return conditional(node, compiler, guarded=True) if _calm(node.expression) else None


def _calm(node: Condition) -> bool:
    if isinstance(node, UnaryTest):
        return calm(node.word)
    if isinstance(node, NotTest):
        return _calm(node.condition)
    if isinstance(node, BothTest):
        return _calm(node.left) and _calm(node.right)
    return calm(node.left) and calm(node.right)


class _RegexError(Exception):
    """The right side of ``=~`` is no regular expression: status 2, without a word."""


def conditional(node: Conditional, compiler: Compiler, *, guarded: bool = False) -> Run:
    """Compile ``[[ ]]``; ``guarded``: its failure is an answer."""
    test = _compiled(node.expression, compiler, "")
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        st.command = node
        if st.hooks and not command_hooks.before(st, node):
            return st.status
        try:
            status = 0 if test(st) else 1
        except ExpansionError as error:
            status = _faulty(st, error)
        except _RegexError:
            status = 2
        st.status = status
        st.pipestatus = None
        if status and not guarded:
            failed(st, status)
        return status

    return run


def _faulty(st: State, error: ExpansionError) -> int:
    """An operand of a numeric comparison is no expression. Other failed expansions throw away the unit."""
    if not isinstance(error, BadExpression):
        raise error
    st.complain(f"[[: {error.message}")
    return 1


def _compiled(node: Condition, compiler: Compiler, shown: str) -> Test:
    """``shown`` stands before what is traced of it: the ``!`` of a primary that is negated."""
    if isinstance(node, NotTest):
        inner = _compiled(node.condition, compiler, "" if shown else "! ")
        return lambda st: not inner(st)
    if isinstance(node, BothTest):
        left, right = _compiled(node.left, compiler, ""), _compiled(node.right, compiler, "")
        if node.operator == "&&":
            return lambda st: left(st) and right(st)
        return lambda st: left(st) or right(st)
    if isinstance(node, UnaryTest):
        return _unary(node, compiler, shown)
    return _binary(node, compiler, shown)


def _text(word: Word, compiler: Compiler) -> Callable[[State], str]:
    text = compiler.words.text(word)
    return (lambda _st: text) if isinstance(text, str) else text


def _unary(node: UnaryTest, compiler: Compiler, shown: str) -> Test:
    text = _text(node.word, compiler)
    operator = node.operator or "-n"
    primary = UNARY[operator]

    def test(st: State) -> bool:
        operand = text(st)
        if st.hooks:
            _trace(st, shown, operator, operand)
        return primary(st, operand)

    if operator == "-n":

        def is_filled(st: State) -> bool:
            operand = text(st)
            if st.hooks:
                _trace(st, shown, operator, operand)
            return operand != ""

        return is_filled
    return test


def _trace(st: State, shown: str, *words: str) -> None:
    """Unlike other words these are shown as they are; only an empty one needs something to be seen by."""
    if st.options["xtrace"]:
        command_hooks.trace(st, f"[[ {shown}{' '.join(word or _EMPTY for word in words)} ]]")


def _binary(node: BinaryTest, compiler: Compiler, shown: str) -> Test:
    operator = node.operator
    if operator in _PATTERNS:
        return _pattern(node, compiler, _PATTERNS[operator], shown)
    if operator == "=~":
        return _regex(node, compiler, shown)
    if operator in NUMBERS:
        return _numbers(node, compiler, shown)
    left, right = _text(node.left, compiler), _text(node.right, compiler)
    if operator in FILES:
        primary = FILES[operator]
    elif operator == "<":
        primary = _before
    else:
        primary = _after

    def test(st: State) -> bool:
        first, second = left(st), right(st)
        if st.hooks:
            _trace(st, shown, first, operator, second)
        return primary(st, first, second)

    return test


def _before(_st: State, left: str, right: str) -> bool:
    return left < right


def _after(_st: State, left: str, right: str) -> bool:
    return left > right


def _pattern(node: BinaryTest, compiler: Compiler, wanted: bool, shown: str) -> Test:
    left = _text(node.left, compiler)
    matches = pattern(node.right, compiler, conditional=True)
    right = compiler.words.pattern(node.right)

    def test(st: State) -> bool:
        subject = left(st)
        if st.hooks and st.options["xtrace"]:
            text = right if isinstance(right, str) else right(st)
            command_hooks.trace(st, f"[[ {shown}{subject or _EMPTY} {node.operator} {text} ]]")
        return matches(st, subject) is wanted

    return test


def _numbers(node: BinaryTest, compiler: Compiler, shown: str) -> Test:
    left, right = compiler.words.arithmetic(node.left), compiler.words.arithmetic(node.right)
    compare = NUMBERS[node.operator]

    def test(st: State) -> bool:
        first = left if isinstance(left, int) else left(st)
        second = right if isinstance(right, int) else right(st)
        if st.hooks:
            _trace(st, shown, str(first), node.operator, str(second))
        return compare(first, second)

    return test


def _regex(node: BinaryTest, compiler: Compiler, shown: str) -> Test:
    left = _text(node.left, compiler)
    regex = compiler.words.regex(node.right)

    def test(st: State) -> bool:
        from runtime.bash.interp.regex import RegexError, search

        subject = left(st)
        source = regex if isinstance(regex, str) else regex(st)
        if st.hooks and st.options["xtrace"]:
            command_hooks.trace(st, f"[[ {shown}{subject or _EMPTY} =~ {source} ]]")
        try:
            return search(st, source, subject)
        except RegexError as error:
            raise _RegexError from error

    return test
