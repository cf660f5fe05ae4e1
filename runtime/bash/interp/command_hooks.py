"""What looks at every command when something asks for it: ``set -x``, ``set -n``, the DEBUG trap, streamed output.

All of this hides behind ``st.hooks`` (see `State.refresh_hooks`): a script that asks for none of it pays one question a
command.
"""

from __future__ import annotations

from contextlib import suppress

from runtime.bash.errors import ExpansionError
from runtime.bash.syntax.tree import ArrayLiteral, Case, For, Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.state import State
    from runtime.bash.syntax.tree import ArithmeticCommand, ArrayElement, Assignment, Command

__all__ = [
    "after",
    "assignment",
    "before",
    "before_round",
    "compound",
    "expression",
    "header",
    "trace",
    "traced_words",
]


def before(st: State, node: Command) -> bool:
    """A command is about to run; whether it may."""
    st.command = node
    on = st.options.on
    if "noexec" in on:
        return False
    if "xtrace" in on and isinstance(node, Case):
        trace(st, header(node))
    traps = st.extra.get("traps")
    if traps is not None and "DEBUG" in traps:  # type: ignore[operator]
        if st.extra.pop("announced", None) is node:
            return True
        from runtime.bash.interp.traps import run_debug

        if run_debug(st) and "extdebug" in on:
            return False
    return True


def header(node: For | Select | Case) -> str:
    """What stands for a whole loop or ``case`` in a trace and in BASH_COMMAND."""
    if isinstance(node, Case):
        return f"case {node.word.source} in"
    words = '"$@"' if node.words is None else " ".join(word.source for word in node.words)
    return f"{'for' if isinstance(node, For) else 'select'} {node.name} in {words}"


def compound(st: State, node: ArithmeticCommand, text: str) -> bool:
    """``((`` is about to run; whether it may. ``text`` is what is traced of it."""
    if not before(st, node):
        return False
    if st.options["xtrace"]:
        trace(st, text)
    return True


def before_round(st: State, node: For | Select) -> bool:
    """A round of ``for`` or ``select`` begins; whether it may."""
    st.line = node.line
    if st.options["xtrace"]:
        trace(st, header(node))
    return before(st, node)


def expression(st: State, node: ArithmeticCommand) -> bool:
    """One of the expressions of ``for ((;;))`` is about to be evaluated; whether it may."""
    if st.options["xtrace"]:
        trace(st, f"(( {node.expression.source} ))")
    return before(st, node)


def after(st: State) -> None:
    """A command has run: hand on the output that there is."""
    emit: Callable[[], None] | None = st.callbacks.extra.get("emit")  # type: ignore[assignment]
    if emit is not None:
        emit()


def traced_words(words: Iterable[str]) -> str:
    """Words as ``set -x`` shows them."""
    from runtime.bash.expand.quote import traced

    return " ".join(map(traced, words))


def trace(st: State, text: str) -> None:
    """One line of ``set -x``: PS4, its first character once per nested eval or substitution, and the command."""
    number = st.get("BASH_XTRACEFD") if "BASH_XTRACEFD" in st.vars else None
    stream = st.fds.get(int(number) if number and number.isdecimal() and len(number) < 5 else 2)
    if stream is None:
        return
    prompt = st.vars.get("PS4")
    if prompt != "+ ":
        prompt = st.get("PS4") or ""
        if not _PLAIN.issuperset(prompt):
            prompt = _expanded(st, prompt)
    if st.nesting > 1:
        prompt = prompt[:1] * st.nesting + prompt[1:]
    with suppress(OSError):
        stream.write(f"{prompt}{text}\n".encode("utf-8", "surrogateescape"))


_PLAIN = frozenset("+ #:>-_.,")


def assignment(st: State, node: Assignment, text: str) -> None:
    """An assignment is about to be made."""
    if not st.options["xtrace"]:
        return
    subscript = "" if node.subscript is None else f"[{node.subscript.source}]"
    if isinstance(node.value, ArrayLiteral):
        shown = f"({' '.join(map(_element, node.value.elements))})"
    else:
        shown = traced_words([text]) if text else ""
    trace(st, f"{node.name}{subscript}{'+=' if node.append else '='}{shown}")


def _element(element: ArrayElement) -> str:
    if element.subscript is None:
        return element.value.source
    return f"[{element.subscript.source}]{'+=' if element.append else '='}{element.value.source}"


def shown(node: Command) -> str:
    """A command as BASH_COMMAND says it."""
    if isinstance(node, For | Select | Case):
        return f"{header(node)} " if isinstance(node, Case) else header(node)
    from runtime.bash.syntax.printer import command_text

    return command_text(node)


def _expanded(st: State, prompt: str) -> str:
    """PS4 with its parameters expanded, untraced and without a mark on ``$?``."""
    from runtime.bash.expand.prompt import expand_prompt

    status, options = st.status, st.options
    st.options = options.having("xtrace", False)
    try:
        return expand_prompt(st, prompt)
    except ExpansionError as error:
        st.complain(error.message)
        return prompt
    finally:
        st.status, st.options = status, options
