"""Lists of commands: ``a; b``, ``a && b``, ``{ a; }``, ``! a``, and conditions."""

from __future__ import annotations

from runtime.bash.interp.failure import survive
from runtime.bash.syntax.tree import ArithmeticCommand, Conditional, Sequence, Simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import AndOr, Command, Group, Pipeline

    Run = Callable[[State], int]

__all__ = ["and_or", "condition", "group", "pipeline", "sequence"]


def sequence(node: Sequence, compiler: Compiler) -> Run:
    """``a; b; c``."""
    runs = tuple(compiler.command(command) for command in node.commands)
    if not runs:
        return _nothing
    if len(runs) == 1:
        return runs[0]
    if len(runs) == 2:
        first, second = runs

        def run_two(st: State) -> int:
            try:
                first(st)
            except Exception as error:  # noqa: BLE001  a defect ends no more than this command
                survive(st, error)
            return second(st)

        return run_two
    *most, last = runs

    def run(st: State) -> int:
        for command in most:
            try:
                command(st)
            except Exception as error:  # noqa: BLE001
                survive(st, error)
        return last(st)

    return run


def _nothing(st: State) -> int:
    st.status = 0
    return 0


def group(node: Group, compiler: Compiler) -> Run:
    """``{ a; b; }``."""
    return sequence(node.body, compiler)


def condition(node: Command, compiler: Compiler) -> Run:
    """A command whose failure is an answer: ``set -e`` and the ERR trap sleep, also in functions that it calls."""
    if isinstance(node, Sequence) and len(node.commands) == 1:
        return condition(node.commands[0], compiler)
    alone = _leaf(node, compiler)
    if alone is not None:
        return alone
    run = compiler.command(node)

    def guarded(st: State) -> int:
        st.guarded += 1
        try:
            return run(st)
        except Exception as error:  # noqa: BLE001
            return survive(st, error)
        finally:
            st.guarded -= 1

    return guarded


def _leaf(node: Command, compiler: Compiler) -> Run | None:
    """A condition that runs nothing but itself: nothing has to be put to sleep for it."""
    if isinstance(node, Simple):
        from runtime.bash.interp.simple_command import leaf

        return leaf(node, compiler)
    if isinstance(node, ArithmeticCommand):
        from runtime.bash.interp import arithmetic

        return arithmetic.leaf(node, compiler)
    if isinstance(node, Conditional):
        from runtime.bash.interp import conditional

        return conditional.leaf(node, compiler)
    return None


def and_or(node: AndOr, compiler: Compiler) -> Run:
    """``a && b || c``: only the last one's failure is a failure of the list."""
    first = compiler.condition(node.first)
    *middle, (operator, command) = node.rest
    last = compiler.command(command)
    when_last = operator == "&&"
    if not middle:
        if when_last:

            def both(st: State) -> int:
                return first(st) or last(st)

            return both

        def either(st: State) -> int:
            return last(st) if first(st) else 0

        return either
    steps = tuple((word == "&&", compiler.condition(part)) for word, part in middle)

    def run(st: State) -> int:
        status = first(st)
        for when, step in steps:
            if (status == 0) is when:
                status = step(st)
        return last(st) if (status == 0) is when_last else status

    return run


def pipeline(node: Pipeline, compiler: Compiler) -> Run:
    """``! command`` needs no processes; anything longer, or timed, does."""
    if len(node.commands) == 1 and node.timed is None:
        return _negation(node, compiler)
    from runtime.bash.interp.pipeline import compile_pipeline

    return compile_pipeline(node, compiler)


def _negation(node: Pipeline, compiler: Compiler) -> Run:
    """``! command``."""
    run = compiler.condition(node.commands[0])
    if node.negated % 2 == 0:
        return run

    def negated(st: State) -> int:
        status = run(st)
        st.pipestatus = [status]
        st.status = status = 0 if status else 1
        return status

    return negated
