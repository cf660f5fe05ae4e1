"""Fast paths: builtins whose words are plain enough to be compiled instead of called.

Each stands for the general path (`general_path`) as long as nothing asks for a look at every command (``st.hooks``: tracing, a
function that hides the builtin) and its operands are what they seem; else it steps aside and the general path does all.
The first lines of each closure are the same on purpose: as a function of their own they cost 60 ns a command, a tenth
of what ``[ $i -lt 10 ]`` takes.
"""

from __future__ import annotations

from runtime.bash.errors import BadExpression, Break, Continue, Return
from runtime.bash.interp.execute import execute, run_fields
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import number, operand
from runtime.bash.syntax.tree import Literal, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Simple

    Run = Callable[[State], int]
    Text = str | Callable[[State], str]

__all__ = ["LEAVES", "fast_path", "name_of"]

_FEW = 4


def name_of(node: Simple) -> str:
    """The command's name where it is plain text, else ""."""
    first = node.words[0]
    if isinstance(first, Word) and len(first.parts) == 1 and isinstance(first.parts[0], Literal):
        return first.parts[0].text
    return ""


def fast_path(node: Simple, compiler: Compiler, general: Run, *, guarded: bool = False) -> Run | None:
    """The fast path of a simple command, or None; ``guarded``: its failure is an answer."""
    name = name_of(node)
    if node.assignments and name != "read":
        return None
    if node.redirections and name not in _REDIRECTED:
        return None
    compile_node = _COMPILERS.get(name)
    return None if compile_node is None else compile_node(node, compiler, general, guarded)


# : true false


def _constant(node: Simple, compiler: Compiler, general: Run, guarded: bool) -> Run | None:
    """``:``, ``true``, ``false``; words after them are expanded for what that does."""
    status = 1 if name_of(node) == "false" else 0
    fields = compiler.words.fields(_words(node))
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        st.command = node
        argv = fields if isinstance(fields, tuple) else fields(st)
        st.underscore = argv[-1]
        st.pipestatus = None
        st.status = status
        if status and not guarded:
            failed(st, status)
        return status

    return run


def _words(node: Simple) -> tuple[Word, ...]:
    return tuple(word for word in node.words if isinstance(word, Word))


# [ test


def _test(node: Simple, compiler: Compiler, general: Run, guarded: bool) -> Run | None:
    """``[ ... ]`` and ``test ...`` with as many operands as there are words."""
    words = list(_words(node)[1:])
    if not words:
        return None
    # What `$_` is afterwards; where only running it could tell, the builtin does.
    underscore = operand(words[-1], compiler)
    if not isinstance(underscore, str) or (name_of(node) == "[" and words.pop().source != "]"):
        return None
    from runtime.bash.interp.compiled_test import compile_test

    ask = compile_test(words, compiler)
    if ask is None:
        return None
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        answer = ask(st)
        if answer is None:
            return general(st)
        st.command = node
        st.underscore = underscore
        st.pipestatus = None
        if answer:
            st.status = 0
            return 0
        st.status = 1
        if not guarded:
            failed(st, 1)
        return 1

    return run


# echo


def _echo(node: Simple, compiler: Compiler, general: Run, _guarded: bool) -> Run | None:
    """``echo`` without options."""
    fields = compiler.words.fields(_words(node)[1:])
    line = node.line
    if node.redirections:
        return _echo_elsewhere(node, fields, compiler, general)
    if isinstance(fields, tuple):
        return _echo_constant(node, fields, general)

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        st.command = node
        args = fields(st)
        stream = st.fds.get(1)
        if stream is None or (args and args[0][:1] == "-"):
            return run_fields(st, ["echo", *args])
        if len(args) > _FEW:
            meter.text(sum(map(len, args)))
        try:
            stream.write((" ".join(args) + "\n").encode("utf-8", "surrogateescape"))
        except OSError as error:
            return _unwritten(st, error)
        st.underscore = args[-1] if args else "echo"
        st.pipestatus = None
        st.status = 0
        return 0

    return run


def _echo_constant(node: Simple, fields: tuple[str, ...], general: Run) -> Run | None:
    if fields and fields[0][:1] == "-":
        return None
    data = (" ".join(fields) + "\n").encode("utf-8", "surrogateescape")
    last = fields[-1] if fields else "echo"
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        stream = st.fds.get(1)
        if st.hooks or stream is None:
            return general(st)
        st.line = line
        st.command = node
        try:
            stream.write(data)
        except OSError as error:
            return _unwritten(st, error)
        st.underscore = last
        st.pipestatus = None
        st.status = 0
        return 0

    return run


def _echo_elsewhere(
    node: Simple, fields: tuple[str, ...] | Callable[[State], list[str]], compiler: Compiler, general: Run
) -> Run | None:
    """``echo ... >file``, ``echo ... >&2``: what is echoed is expanded before the redirections are."""
    from runtime.bash.interp.redirect import Redirections, leave, leaves_nothing

    first = fields[:1] if isinstance(fields, tuple) else ()
    if not all(map(leaves_nothing, node.redirections)) or (first and first[0][:1] == "-"):
        return None
    redirections = Redirections(node.redirections, compiler)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        st.command = node
        args = fields if isinstance(fields, tuple) else fields(st)
        if len(args) > _FEW:
            meter.text(sum(map(len, args)))
        undo = redirections.enter(st)
        if undo is None:
            status = 1
        else:
            try:
                status = _echoed(st, args)
            finally:
                leave(st, undo)
        st.underscore = args[-1] if args else "echo"
        st.pipestatus = None
        st.status = status
        return failed(st, status) if status else 0

    return run


def _echoed(st: State, args: Sequence[str]) -> int:
    stream = st.fds.get(1)
    if stream is None or (args and args[0][:1] == "-"):
        return execute(st, ["echo", *args])
    try:
        stream.write((" ".join(args) + "\n").encode("utf-8", "surrogateescape"))
    except OSError as error:
        st.complain(f"echo: write error: {error.strerror}")
        return 1
    return 0


def _unwritten(st: State, error: OSError) -> int:
    st.complain(f"echo: write error: {error.strerror}")
    st.status = 1
    return failed(st, 1)


# break continue return


def _leave_loop(node: Simple, compiler: Compiler, general: Run, _guarded: bool) -> Run | None:
    """``break`` and ``continue``, with a number or without."""
    fields = compiler.words.fields(_words(node)[1:])
    if not isinstance(fields, tuple) or len(fields) > 1:
        return None
    levels = number(fields[0]) if fields else 1
    if levels is None or levels < 1:
        return None
    kind: type[Break] | type[Continue] = Break if name_of(node) == "break" else Continue

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks or not st.loops:
            return general(st)
        st.command = node
        st.status = 0
        raise kind(min(levels, st.loops))

    return run


def _return(node: Simple, compiler: Compiler, general: Run, _guarded: bool) -> Run | None:
    """``return`` and ``return n`` in a function."""
    words = _words(node)[1:]
    if len(words) > 1:
        return None
    wanted = operand(words[0], compiler) if words else ""
    if wanted is None:
        return None
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks or not st.frames or st.frames[-1].kind == "environment":
            return general(st)
        text = wanted if isinstance(wanted, str) else wanted(st)
        st.line = line
        st.command = node
        if text == "" and not words and "status before trap" not in st.extra:
            raise Return(st.status)
        value = number(text)
        if value is None:
            return general(st)
        raise Return(value & 255)

    return run


# let


def _let(node: Simple, compiler: Compiler, general: Run, guarded: bool) -> Run | None:
    """``let`` with expressions that are plain text."""
    texts = compiler.words.fields(_words(node)[1:])
    if not isinstance(texts, tuple) or not texts or texts[0][:1] == "-":
        return None
    from runtime.bash.expand.arithmetic import compile_text

    codes = [compile_text(text) for text in texts]
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        if st.hooks:
            return general(st)
        st.line = line
        st.command = node
        value = 0
        try:
            for code in codes:
                value = code if isinstance(code, int) else code(st)
        except BadExpression as error:
            st.complain(f"let: {error.message}")
            value = 0
        st.underscore = texts[-1]
        st.pipestatus = None
        st.status = status = 0 if value else 1
        if status and not guarded:
            failed(st, status)
        return status

    return run


# In modules of their own, imported when a script has such a command


def _declaration(node: Simple, compiler: Compiler, general: Run, _guarded: bool) -> Run | None:
    from runtime.bash.interp.fast_declare import fast_declare

    return fast_declare(node, name_of(node), compiler, general)


def _read(node: Simple, compiler: Compiler, general: Run, guarded: bool) -> Run | None:
    from runtime.bash.interp.fast_read import fast_read

    return fast_read(node, compiler, general, guarded)


_COMPILERS: dict[str, Callable[[Simple, Compiler, Run, bool], Run | None]] = {
    ":": _constant,
    "true": _constant,
    "false": _constant,
    "[": _test,
    "test": _test,
    "echo": _echo,
    "break": _leave_loop,
    "continue": _leave_loop,
    "declare": _declaration,
    "export": _declaration,
    "let": _let,
    "local": _declaration,
    "read": _read,
    "readonly": _declaration,
    "return": _return,
    "typeset": _declaration,
}
# Those whose fast path sees to their redirections.
_REDIRECTED = frozenset({"echo", "read"})
# Those that only give a status and run nothing else.
LEAVES = frozenset({":", "true", "false", "[", "test", "read"})
