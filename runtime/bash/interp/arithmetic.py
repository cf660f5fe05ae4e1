"""``(( expression ))``."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.expand.arithmetic_numbers import BadExpression
from runtime.bash.interp import command_hooks
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import calm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import ArithmeticCommand

    Run = Callable[[State], int]

__all__ = ["command", "faulty", "leaf"]


def command(node: ArithmeticCommand, compiler: Compiler, *, guarded: bool = False) -> Run:
    """``(( expression ))``: 0 when it is not zero. ``guarded``: its failure is an answer."""
    value = compiler.words.arithmetic(node.expression)
    line = node.line
    shown = f"(( {node.expression.source} ))"

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        st.command = node
        if st.hooks and not command_hooks.compound(st, node, shown):
            return st.status
        try:
            status = 0 if (value if isinstance(value, int) else value(st)) else 1
        except ExpansionError as error:
            status = faulty(st, error)
        st.status = status
        st.pipestatus = None
        if status and not guarded:
            failed(st, status)
        return status

    return run


def leaf(node: ArithmeticCommand, compiler: Compiler) -> Run | None:
    """As a condition, where it runs no command."""
    return command(node, compiler, guarded=True) if calm(node.expression) else None


def faulty(st: State, error: ExpansionError) -> int:
    """An expression is no expression: say so as ``((`` does. Other errors pass: they throw away the unit."""
    if not isinstance(error, BadExpression):
        raise error
    if error.message:
        st.complain(f"((: {error.message}")
    return 1
