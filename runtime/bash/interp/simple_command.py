"""Simple commands: `fast_paths` where one fits, a short path for words alone, else `general_path`."""

from __future__ import annotations

from runtime.bash.interp.execute import execute, run_past_functions
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import calm
from runtime.bash.interp.fast_paths import LEAVES, fast_path, name_of
from runtime.bash.syntax.tree import ProcessSubstitution, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Assignment, Simple

    Run = Callable[[State], int]

__all__ = ["leaf", "run_past_functions", "simple"]


def simple(node: Simple, compiler: Compiler) -> Run:
    """Compile a simple command: a fast path where there is one, else the general one."""
    if not node.words:
        from runtime.bash.interp.general_path import without_name

        return without_name(node, compiler)
    if any(map(_begins_process, node.words)):
        return _whole(node, compiler)
    fast = fast_path(node, compiler, _later(node, compiler))
    if fast is not None:
        return fast
    only_words = all(isinstance(word, Word) for word in node.words)
    if node.assignments or node.redirections or not only_words:
        return _whole(node, compiler)
    return _plain(node, compiler)


def _begins_process(word: Word | Assignment) -> bool:
    """Whether a word has a process substitution, whose pipe is to be closed after the command."""
    value = word if isinstance(word, Word) else word.value
    return isinstance(value, Word) and any(isinstance(part, ProcessSubstitution) for part in value.parts)


def _whole(node: Simple, compiler: Compiler) -> Run:
    from runtime.bash.interp.general_path import general

    return general(node, compiler)


def _later(node: Simple, compiler: Compiler) -> Run:
    """The general path behind a fast one, compiled when it is first needed: mostly never."""
    made: list[Run] = []

    def run(st: State) -> int:
        if not made:
            made.append(_whole(node, compiler))
        return made[0](st)

    return run


def leaf(node: Simple, compiler: Compiler) -> Run | None:
    """A condition that answers by itself (``[``, ``true``), compiled so that its failure is an answer; None for others."""
    if not node.words or not all(isinstance(word, Word) and calm(word) for word in node.words):
        return None
    if name_of(node) not in LEAVES:
        return None
    general = _later(node, compiler)

    def guarded(st: State) -> int:
        st.guarded += 1
        try:
            return general(st)
        finally:
            st.guarded -= 1

    return fast_path(node, compiler, guarded, guarded=True)


# Words only


def _plain(node: Simple, compiler: Compiler) -> Run:
    """A command of nothing but words: the most common of those without a fast path."""
    fields = compiler.words.fields(tuple(word for word in node.words if isinstance(word, Word)))
    line = node.line
    general = _later(node, compiler)

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        st.command = node
        if isinstance(fields, tuple):
            argv = list(fields)
        else:
            st.substituted = False
            argv = fields(st)
            if not argv:
                return _nothing_left(st)
        status = execute(st, argv)
        st.underscore = argv[-1]
        st.pipestatus = None
        st.status = status
        if status:
            failed(st, status)
        return status

    return run


def _nothing_left(st: State) -> int:
    """The words expanded to nothing: the status is the last substitution's, 0 without one."""
    status = st.status if st.substituted else 0
    st.underscore = ""
    st.pipestatus = None
    st.status = status
    if status:
        failed(st, status)
    return status
