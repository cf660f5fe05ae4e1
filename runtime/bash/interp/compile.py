"""From the syntax tree to closures: which chapter compiles which node.

Compiled once and run many times. A node compiles to ``Run``: a function of the State that does the command, sets
``st.status`` and returns it. Control flow and limits leave it as exceptions (see `runtime.bash.errors`).
"""

from __future__ import annotations

from runtime.bash.expand.compiler import Substitutions, WordCompiler
from runtime.bash.interp import (
    arithmetic,
    branches,
    conditional,
    functions,
    lists,
    loops,
    redirect,
    simple,
    subshell,
)
from runtime.bash.interp.compiler import Compiler
from runtime.bash.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

    Run = Callable[[State], int]

__all__ = ["COMPILER", "compile_command"]


def compile_command(node: tree.Command) -> Run:
    """Compile one command."""
    return _CHAPTERS[type(node)](node, COMPILER)


def _condition(node: tree.Command) -> Run:
    return lists.condition(node, COMPILER)


def _pipeline(node: tree.Pipeline, compiler: Compiler) -> Run:
    from runtime.bash.interp.pipeline import compile_pipeline

    return compile_pipeline(node, compiler)


def _background(node: tree.Background, compiler: Compiler) -> Run:
    from runtime.bash.interp.jobs import compile_background

    return compile_background(node, compiler)


def _coprocess(node: tree.Coprocess, compiler: Compiler) -> Run:
    from runtime.bash.interp.jobs import compile_coprocess

    return compile_coprocess(node, compiler)


def _substituted(body: tree.Sequence) -> Callable[[State], str]:
    from runtime.bash.interp.substitution import compile_substitution

    return compile_substitution(body, COMPILER)


def _process(node: tree.ProcessSubstitution) -> Callable[[State], str]:
    from runtime.bash.interp.processes import compile_process

    return compile_process(node, COMPILER)


def _negated(node: tree.Pipeline, compiler: Compiler) -> Run:
    """``! command`` needs no pipeline; anything longer, or timed, does."""
    if len(node.commands) == 1 and node.timed is None:
        return lists.negation(node, compiler)
    return _pipeline(node, compiler)


# Types that compile apart from the rest are imported at their first use: most scripts have no job and many no pipeline.
_CHAPTERS: dict[type, Callable[..., Run]] = {
    tree.Simple: simple.simple,
    tree.Sequence: lists.sequence,
    tree.AndOr: lists.and_or,
    tree.Group: lists.group,
    tree.Pipeline: _negated,
    tree.Background: _background,
    tree.Coprocess: _coprocess,
    tree.Subshell: subshell.subshell,
    tree.If: branches.if_,
    tree.Case: branches.case,
    tree.While: loops.while_,
    tree.For: loops.for_,
    tree.ForArithmetic: loops.for_arithmetic,
    tree.Select: loops.select,
    tree.ArithmeticCommand: arithmetic.command,
    tree.Conditional: conditional.conditional,
    tree.Function: functions.definition,
    tree.Redirected: redirect.redirected,
}
COMPILER = Compiler(compile_command, _condition, WordCompiler(Substitutions(_substituted, _process)))
