"""``while``, ``until``, ``for``, ``for ((;;))``, ``select``.

The handlers of ``break`` and ``continue`` stand inside the round: since Python 3.11 entering a ``try`` costs nothing.
"""

from __future__ import annotations

from runtime.bash.errors import Break, Continue, Exit, ExpansionError
from runtime.bash.interp import command_hooks
from runtime.bash.interp.arithmetic import faulty
from runtime.bash.interp.failure import failed, survive
from runtime.bash.state import ReadOnly
from runtime.bash.syntax.tree import ArithmeticCommand, DoubleQuoted, Literal, Parameter, Word
from runtime.bash.variables import NAMEREF, READONLY, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import For, ForArithmetic, Select, While

    Run = Callable[[State], int]

__all__ = ["for_", "for_arithmetic", "select", "while_"]

_ALL_ARGUMENTS = Word((DoubleQuoted((Parameter("@"),)),))


def while_(node: While, compiler: Compiler) -> Run:
    """``while`` and ``until``; the status is the last round's, 0 without one."""
    condition = compiler.condition(node.condition)
    body = compiler.command(node.body)
    until = node.until

    def run(st: State) -> int:
        meter = st.meter
        status = 0
        st.loops += 1
        around, st.around = st.around, st.fds.get(0)
        try:
            while True:
                try:
                    if (condition(st) == 0) is until:
                        break
                    meter.loops_left -= 1
                    if meter.loops_left < 0:
                        meter.loop()
                    status = body(st)
                except Break as leave:
                    status = _out(st, leave)
                    break
                except Continue as leave:
                    status = _again(st, leave)
                except Exception as error:  # noqa: BLE001
                    status = survive(st, error)
        finally:
            st.loops -= 1
            st.around = around
        st.status = status
        return status

    return run


def _out(st: State, leave: Break) -> int:
    """``break``: the loops around take the rest of its levels."""
    if leave.levels > 1 and st.loops > 1:
        leave.levels -= 1
        raise leave
    return st.status


def _again(st: State, leave: Continue) -> int:
    """``continue``: this loop's next round, or one around it."""
    if leave.levels > 1 and st.loops > 1:
        leave.levels -= 1
        raise leave
    return st.status


def _misnamed(node: For | Select) -> Run | None:
    """A loop over what is no name: bash parses it, and fails when it comes to it."""
    name = node.name
    if name.isidentifier() and name.isascii():
        return None

    def refuse(st: State) -> int:
        st.line = node.line
        st.complain(f"`{name}': not a valid identifier")
        st.status = 1
        if st.options["posix"]:
            raise Exit(1)
        return failed(st, 1)

    return refuse


def for_(node: For, compiler: Compiler) -> Run:
    """``for name in words``."""
    return _misnamed(node) or _for_items(node, compiler)


def _for_items(node: For, compiler: Compiler) -> Run:
    fields = compiler.words.fields((_ALL_ARGUMENTS,) if node.words is None else node.words)
    body = compiler.command(node.body)
    name, line = node.name, node.line

    def run(st: State) -> int:
        st.line = line
        meter = st.meter
        items = fields if isinstance(fields, tuple) else fields(st)
        status = 0
        st.loops += 1
        around, st.around = st.around, st.fds.get(0)
        try:
            for item in items:
                meter.loops_left -= 1
                if meter.loops_left < 0:
                    meter.loop()
                if st.hooks and not command_hooks.before_round(st, node):
                    continue
                if type(st.vars.get(name)) is str:
                    st.vars[name] = item
                elif not _assigned(st, name, item):
                    status = 1
                    break
                try:
                    status = body(st)
                except Break as leave:
                    status = _out(st, leave)
                    break
                except Continue as leave:
                    status = _again(st, leave)
                except Exception as error:  # noqa: BLE001
                    status = survive(st, error)
        finally:
            st.loops -= 1
            st.around = around
        st.status = status
        return status

    return run


def _assigned(st: State, name: str, value: str) -> bool:
    """Assign the loop's name; a nameref takes the item as the name it leads to."""
    held = st.vars.get(name)
    if isinstance(held, Variable) and held.flags & NAMEREF and not held.flags & READONLY:
        st.vars[name] = Variable(value, held.flags)
        return True
    try:
        st.assign(name, value)
    except ReadOnly as error:
        st.complain(error.message)
        return False
    return True


def for_arithmetic(node: ForArithmetic, compiler: Compiler) -> Run:
    """``for ((start; condition; step))``; a faulty expression ends it with status 1.

    All in one closure: with each expression behind one of its own, a round took 1.4 µs instead of 1.1.
    """
    condition = _expression(node.condition, compiler, absent=1)
    step = _expression(node.step, compiler, absent=0)
    start = _watched(node.start, _expression(node.start, compiler, absent=0))
    seen_condition = _watched(node.condition, condition)
    seen_step = _watched(node.step, step)
    body = compiler.command(node.body)
    line = node.line

    def run(st: State) -> int:
        st.line = line
        meter = st.meter
        status = 0
        # Whose ExpansionError it is: the loop's own expressions end the loop, the body's pass through.
        mine = True
        st.loops += 1
        around, st.around = st.around, st.fds.get(0)
        try:
            start(st)
            while True:
                meter.loops_left -= 1
                if meter.loops_left < 0:
                    meter.loop()
                if not (seen_condition(st) if st.hooks else condition(st)):
                    break
                mine = False
                try:
                    status = body(st)
                except Break as leave:
                    status = _out(st, leave)
                    break
                except Continue as leave:
                    status = _again(st, leave)
                except Exception as error:  # noqa: BLE001
                    status = survive(st, error)
                mine = True
                st.line = line
                (seen_step if st.hooks else step)(st)
        except ExpansionError as error:
            if not mine:
                raise
            status = faulty(st, error)
        finally:
            st.loops -= 1
            st.around = around
        st.status = status
        return status

    return run


def _watched(word: Word, evaluate: Callable[[State], int]) -> Callable[[State], int]:
    """The same, for those who watch each expression: tracing, a DEBUG trap. To them it is a command, 1 when it is empty."""
    first, *others = word.parts or (Literal("1"),)
    if isinstance(first, Literal):
        first = Literal(first.text.lstrip())
    node = ArithmeticCommand(Word((first, *others), word.source.lstrip() or "1"))

    def seen(st: State) -> int:
        if st.hooks and not command_hooks.expression(st, node):
            return 0
        return evaluate(st)

    return seen


def _expression(word: Word, compiler: Compiler, *, absent: int) -> Callable[[State], int]:
    value = compiler.words.arithmetic(word) if word.parts else absent
    return (lambda _st: value) if isinstance(value, int) else value


def select(node: Select, compiler: Compiler) -> Run:
    """``select name in words``: the menu and the prompt go to standard error, the choice is read as ``read`` reads."""
    misnamed = _misnamed(node)
    if misnamed is not None:
        return misnamed
    fields = compiler.words.fields((_ALL_ARGUMENTS,) if node.words is None else node.words)
    body = compiler.command(node.body)
    name, line = node.name, node.line

    def run(st: State) -> int:
        from runtime.bash.interp.select_menu import choices

        st.line = line
        items = list(fields) if isinstance(fields, tuple) else fields(st)
        if st.hooks:
            command_hooks.before_round(st, node)
        meter = st.meter
        status = 0
        st.loops += 1
        around, st.around = st.around, st.fds.get(0)
        try:
            for choice in choices(st, items):
                meter.loop()
                if choice is None:
                    status = 1
                    break
                if not _assigned(st, name, choice):
                    status = 1
                    break
                try:
                    status = body(st)
                except Break as leave:
                    status = _out(st, leave)
                    break
                except Continue as leave:
                    status = _again(st, leave)
                except Exception as error:  # noqa: BLE001
                    status = survive(st, error)
        finally:
            st.loops -= 1
            st.around = around
        st.status = status
        return status

    return run
