"""From the syntax tree to closures: which function compiles which node.

Compiled once and run many times. A node compiles to ``Run``: a function of the State that does the command, sets
``st.status`` and returns it. Control flow and limits leave it as exceptions (see `runtime.bash.errors`).
"""

from __future__ import annotations

from runtime.bash.expand.compiler import Substitutions, WordCompiler
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
    kind = type(node)
    compiler = _compilers.get(kind)
    if compiler is None:
        # A module is imported at its first use: most scripts have no job, and many no loop.
        module, function = _MODULES[kind]
        found = __import__(f"runtime.bash.interp.{module}", fromlist=[function])
        compiler = _compilers[kind] = getattr(found, function)
    return compiler(node, COMPILER)


def _condition(node: tree.Command) -> Run:
    from runtime.bash.interp.lists import condition

    return condition(node, COMPILER)


def _substituted(body: tree.Sequence) -> Callable[[State], str]:
    from runtime.bash.interp.command_substitution import compile_substitution

    return compile_substitution(body, COMPILER)


def _process(node: tree.ProcessSubstitution) -> Callable[[State], str]:
    from runtime.bash.interp.fork import compile_process

    return compile_process(node, COMPILER)


_MODULES: dict[type, tuple[str, str]] = {
    tree.Simple: ("simple_command", "simple"),
    tree.Sequence: ("lists", "sequence"),
    tree.AndOr: ("lists", "and_or"),
    tree.Group: ("lists", "group"),
    tree.Pipeline: ("lists", "pipeline"),
    tree.Background: ("jobs", "compile_background"),
    tree.Coprocess: ("jobs", "compile_coprocess"),
    tree.Subshell: ("subshell", "subshell"),
    tree.If: ("branches", "if_"),
    tree.Case: ("branches", "case"),
    tree.While: ("loops", "while_"),
    tree.For: ("loops", "for_"),
    tree.ForArithmetic: ("loops", "for_arithmetic"),
    tree.Select: ("loops", "select"),
    tree.ArithmeticCommand: ("arithmetic", "command"),
    tree.Conditional: ("conditional", "conditional"),
    tree.Function: ("functions", "definition"),
    tree.Redirected: ("redirect", "redirected"),
    tree.Fault: ("syntax_error", "fault"),
}
_compilers: dict[type, Callable[..., Run]] = {}
COMPILER = Compiler(compile_command, _condition, WordCompiler(Substitutions(_substituted, _process)))
