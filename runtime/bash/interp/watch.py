"""What looks at every command when something asks for it: ``set -x``, ``set -n``, the DEBUG trap, streamed output.

All of this hides behind ``st.hooks`` (see `State.refresh_hooks`): a script that asks for none of it pays one question a
command.
"""

from __future__ import annotations

from runtime.bash.syntax.tree import Case, For, ForArithmetic, Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.state import State
    from runtime.bash.syntax.tree import ArithmeticCommand, Command, Word

__all__ = ["after", "before", "before_round", "compound", "expression", "trace", "traced_words"]


def before(st: State, node: Command) -> bool:
    """A command is about to run; whether it may."""
    st.command = node
    if st.settings["noexec"]:
        return False
    traps = st.extra.get("traps")
    if traps is not None and "DEBUG" in traps:  # type: ignore[operator]
        from runtime.bash.interp.traps import run_debug

        if run_debug(st) and st.settings["extdebug"]:
            return False
    if st.settings["xtrace"] and isinstance(node, Case):
        trace(st, f"case {node.word.source} in")
    return True


def compound(st: State, node: ArithmeticCommand, text: str) -> bool:
    """``((`` is about to run; whether it may. ``text`` is what is traced of it."""
    if not before(st, node):
        return False
    if st.settings["xtrace"]:
        trace(st, text)
    return True


def before_round(st: State, node: For | Select, items: Iterable[str]) -> bool:  # noqa: ARG001 - for the caller's symmetry
    """A round of ``for`` or ``select`` begins; whether it may."""
    if not before(st, node):
        return False
    if st.settings["xtrace"]:
        words = '"$@"' if node.words is None else " ".join(word.source for word in node.words)
        trace(st, f"{'for' if isinstance(node, For) else 'select'} {node.name} in {words}")
    return True


def expression(st: State, node: ForArithmetic, word: Word) -> None:
    """One of the expressions of ``for ((;;))`` is about to be evaluated."""
    if word.parts and before(st, node) and st.settings["xtrace"]:
        trace(st, f"(( {word.source.strip()} ))")


def after(st: State) -> None:
    """A command has run: hand on the output that there is."""
    emit: Callable[[], None] | None = st.world.extra.get("emit")  # type: ignore[assignment]
    if emit is not None:
        emit()


def traced_words(words: Iterable[str]) -> str:
    """Words as ``set -x`` shows them."""
    from runtime.bash.expand.quote import traced

    return " ".join(map(traced, words))


def trace(st: State, text: str) -> None:
    """One line of ``set -x``: PS4, its first character once per nested eval or substitution, and the command."""
    number = st.get("BASH_XTRACEFD") or ""
    stream = st.fds.get(int(number) if number.isdecimal() and len(number) < 5 else 2)
    if stream is None:
        return
    prompt = st.get("PS4")
    if prompt is None:
        prompt = ""
    if not _PLAIN.issuperset(prompt):
        prompt = _expanded(st, prompt)
    prompt = prompt[:1] * max(st.nesting, 1) + prompt[1:]
    stream.write(f"{prompt}{text}\n".encode("utf-8", "surrogateescape"))


_PLAIN = frozenset("+ #:>-_.,")


def _expanded(st: State, prompt: str) -> str:
    """PS4 with its parameters expanded, untraced and without a mark on ``$?``."""
    from runtime.bash.expand.prompt import expand_prompt

    status, settings = st.status, st.settings
    st.settings = settings.having("xtrace", False)
    try:
        return expand_prompt(st, prompt)
    finally:
        st.status, st.settings = status, settings
