"""Functions: defining them, and calling them.

A call moves the positional parameters aside, makes a frame for locals, counts its depth and catches ``return``.
"""

from __future__ import annotations

from runtime.bash.errors import Exit, ExpansionError, Return
from runtime.bash.interp.failure import failed
from runtime.bash.state import Definition, Frame, ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Function

    Run = Callable[[State], int]

__all__ = ["call", "deeper", "definition"]

# About what a function costs beside its text (`memory_accounting` counts the same).
_FUNCTION_BYTES = 1024
# Arguments up to this length are bounded by their number.
_SMALL = 4096
# Builtins with a fast path (`fast_paths`), which a function of their name hides.
_HIDEABLE = ": true false [ test echo break continue return local declare typeset export readonly read let"
HIDEABLE = frozenset(_HIDEABLE.split())
# What a function's name may not have in it, though it parses.
_EXPANDED = frozenset("$`'\"\\")
# What BASH_SOURCE says in a function that no file defined.
_NO_FILE = "environment"


def definition(node: Function, compiler: Compiler) -> Run:
    """``name() body``. The body is compiled when the function is first called: many are defined and never used."""
    name = node.name
    line = node.line
    plain = name.isidentifier() and name.isascii()
    body: list[Run] = []

    def run_body(st: State) -> int:
        if not body:
            body.append(compiler.command(node.body))
        return body[0](st)

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        if not plain and _is_refused(st, name):
            return failed(st, 1)
        before = st.functions.get(name)
        readonly = st.extra.get("readonly functions")
        if before is not None and readonly is not None and name in readonly:  # type: ignore[operator]
            st.complain(f"{name}: readonly function")
            st.status = 1
            return 1
        made = Definition(node, run_body, st.source or _NO_FILE)
        if body:
            made.run = body[0]
        if before is None:
            st.hold(_FUNCTION_BYTES)
        else:
            made.exported, made.traced = before.exported, before.traced
        st.functions[name] = made
        if name in HIDEABLE and not st.shadowed:
            st.shadowed = True
            st.refresh_hooks()
        st.status = 0
        return 0

    return run


def _is_refused(st: State, name: str) -> bool:
    """Whether a name that is no variable's may not be a function's either; says so. Raises Exit in posix mode."""
    posix = st.options["posix"]
    if not posix and _EXPANDED.isdisjoint(name):
        return False
    st.complain(f"`{name}': not a valid identifier")
    if posix:
        raise Exit(2)
    st.status = 1
    return True


def deeper(st: State) -> None:
    """One more level of functions, sources, evals, traps or substitutions; the caller takes it back.

    Raises:
        LimitExceeded: ``limit.function_depth``; the level is not counted.
    """
    st.depth += 1
    if st.depth > st.meter.limits.max_function_depth:
        st.depth -= 1
        st.meter.exceeded("function_depth", f"more than {st.meter.limits.max_function_depth} nested calls")


def call(st: State, called: Definition, argv: list[str]) -> int:
    """Call a function with its arguments; its status."""
    depth = st.depth = st.depth + 1
    if depth > st.meter.limits.max_function_depth:
        st.depth -= 1
        deeper(st)
    name = called.node.name
    most = st.vars.get("FUNCNEST")
    if most is not None:
        _check_nesting(st, name)
    for text in argv:
        if type(text) is str and len(text) > _SMALL:
            st.hold(len(text))
    source, line = st.source, st.line
    frame = Frame("function", name, called.source, line, st.args)
    st.frames.append(frame)
    st.args = argv[1:]
    st.source = called.source
    loops, st.loops = st.loops, 0
    around, st.around = st.around, st.fds.get(0)
    try:
        if "traps" in st.extra:
            return _within_traps(st, called)
        status = called.run(st)
        return _returned(st, status) if "traps" in st.extra else status
    except Return as leave:
        # RETURN's action still sees the status of the last command before it.
        status = _returned(st, leave.status) if "traps" in st.extra else leave.status
        st.status = status
        return status
    except (ExpansionError, ReadOnly) as error:
        # Said here, where its line and its file are known; it goes on to the unit that it throws away.
        if error.message:
            st.complain(error.message)
        if isinstance(error, ReadOnly):
            raise ExpansionError("", fatal=st.options["posix"]) from error
        error.message = ""
        raise
    finally:
        st.depth = depth - 1
        st.loops = loops
        st.around = around
        st.line = line
        st.source = source
        st.args = frame.args
        st.leave_frame()


def _check_nesting(st: State, name: str) -> None:
    """FUNCNEST, the script's own limit: beyond it the running unit is thrown away."""
    text = st.get("FUNCNEST") or ""
    most = int(text) if text.isdecimal() and len(text) < 10 else 0
    if most and sum(frame.kind == "function" for frame in st.frames) >= most:
        st.depth -= 1
        st.complain(f"{name}: maximum function nesting level exceeded ({most})")
        raise ExpansionError("")


# Events that a function only notices where they are traced.
_UNNOTICED = ("DEBUG", "RETURN", "ERR")


def _within_traps(st: State, called: Definition) -> int:
    """A call while something is trapped: DEBUG, RETURN and ERR sleep in a function, unless it or everything is traced.

    What the function traps itself stays trapped after it.
    """
    on = st.options.on
    traced = called.traced or "functrace" in on
    table: dict[str, str] = st.extra["traps"]  # type: ignore[assignment]
    asleep = {
        name: table[name]
        for name in _UNNOTICED
        if name in table and not ("errtrace" in on if name == "ERR" else traced)
    }
    if asleep:
        st.extra["traps"] = {name: text for name, text in table.items() if name not in asleep}
        st.refresh_hooks()
    try:
        if "DEBUG" in st.extra["traps"]:  # type: ignore[operator]
            # Once for the body as a whole, before its first command.
            from runtime.bash.interp.traps import run_debug

            run_debug(st)
        return _returned(st, called.run(st))
    except Return as leave:
        status = _returned(st, leave.status)
        st.status = status
        return status
    finally:
        if asleep:
            st.extra["traps"] = {**asleep, **st.extra["traps"]}  # type: ignore[dict-item]
            st.refresh_hooks()


def _returned(st: State, status: int) -> int:
    """The body is done: RETURN, where it is trapped, before the locals go."""
    if "RETURN" in st.extra["traps"]:  # type: ignore[operator]
        from runtime.bash.interp.traps import run_return

        run_return(st)
    return status
