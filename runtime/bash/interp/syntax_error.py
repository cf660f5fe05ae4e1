"""Text between backquotes that does not parse: it fails when it is run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Fault

__all__ = ["fault"]

_SYNTAX_ERROR = 2


def fault(node: Fault, _compiler: Compiler) -> Callable[[State], int]:
    """Says what bash would have said while parsing."""

    def run(st: State) -> int:
        where = f"{st.source or st.name0}: command substitution: line {node.line}: "
        for text in (node.message, node.source):
            if text:
                st.say(f"{where}{text}\n")
        st.status = _SYNTAX_ERROR
        return _SYNTAX_ERROR

    return run
