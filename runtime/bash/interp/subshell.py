"""``( commands )``."""

from __future__ import annotations

from runtime.bash.interp import fork
from runtime.bash.interp.exit_status_text import explain_foreground
from runtime.bash.interp.failure import failed
from runtime.bash.syntax.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Subshell

    Run = Callable[[State], int]

__all__ = ["subshell"]


def subshell(node: Subshell, compiler: Compiler) -> Run:
    """A forked process on the running task; its failure is one of this shell."""
    run = compiler.command(node.body)
    line = _first_line(node)

    def run_subshell(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line or st.line
        st.command = node
        st.pipestatus = None
        process = fork.call(st, run)
        status = process.status or 0
        if process.signal:
            explain_foreground(st, [(process, node)])
        st.status = status
        if status:
            failed(st, status)
        return status

    return run_subshell


def _first_line(node: Node) -> int:
    """The line of the first command inside: the tree keeps none for parentheses."""
    line: int = getattr(node, "line", 0)
    for name in ("body", "commands", "first", "command"):
        inner = None if line else getattr(node, name, None)
        if isinstance(inner, tuple) and inner:
            inner = inner[0]
        if isinstance(inner, Node):
            return _first_line(inner)
    return line
