"""Indirection: ``${!name...}`` expands what the value of ``name`` names."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError, ShellSyntaxError
from runtime.bash.expand.expansion import Expansion, Late, Scalar
from runtime.bash.expand.reference import refer, unbound
from runtime.bash.expand.special_parameters import is_name, is_special
from runtime.bash.syntax.tree import DoubleQuoted, Literal, Parameter, Simple, Word
from runtime.bash.variables import NAMEREF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State

    Compile = Callable[[WordCompilerPort, Parameter, bool], Expansion]

__all__ = ["indirect"]

# Targets that one expansion remembers, compiled.
_KEPT, _LONGEST = 64, 256


def indirect(words: WordCompilerPort, node: Parameter, quoted: bool, compile_: Compile) -> Expansion:
    """Compile ``${!name}``, ``${!name:-word}`` ...; of a nameref, ``${!name}`` is the name it refers to."""
    name = node.name
    reference = refer(name, node.subscript, words.arithmetic, words.text)
    known: dict[str, Expansion] = {}

    def find(st: State) -> Expansion:
        held = st.vars.get(name)
        if held is not None and not isinstance(held, str) and held.flags & NAMEREF:
            target = st.target(name)
            return Scalar(lambda st: target, quoted)  # noqa: ARG005
        text = reference.maybe(st)
        if text is None:
            raise ExpansionError(f"{name}: invalid indirect expansion")
        if st.nounset and not node.operator and is_name(text) and st.get(text) is None:
            unbound(st, f"!{name}")
        found = known.get(text)
        if found is None:
            if len(known) >= _KEPT:
                known.clear()
            found = compile_(words, _target(node, text), quoted)
            if len(text) <= _LONGEST:
                known[text] = found
        return found

    return Late(find, quoted)


def _target(node: Parameter, text: str) -> Parameter:
    """The expansion of ``node`` with ``text`` in the place of the name."""
    subscript: Word | str | None = None
    name = text
    if not is_name(text) and not is_special(text):
        name, bracket, inside = text.partition("[")
        if not bracket or not is_name(name) or not inside.endswith("]") or inside == "]":
            raise ExpansionError(f"{text}: invalid variable name")
        subscript = _subscript(text, inside[:-1])
    return Parameter(name, node.operator, node.argument, node.replacement, subscript=subscript)


def _subscript(text: str, inside: str) -> Word | str:
    if inside in {"@", "*"}:
        return inside
    if inside.isalnum():
        return Word((Literal(inside),), inside)
    from runtime.bash.syntax.parser import parse

    try:
        command = parse(f': "${{{text}}}"').commands[0]
    except ShellSyntaxError:
        command = None
    if isinstance(command, Simple) and len(command.words) == 2 and isinstance(command.words[1], Word):
        parts = command.words[1].parts
        if len(parts) == 1 and isinstance(parts[0], DoubleQuoted) and len(parts[0].parts) == 1:
            found = parts[0].parts[0]
            if isinstance(found, Parameter) and isinstance(found.subscript, Word) and not found.operator:
                return found.subscript
    raise ExpansionError(f"{text}: invalid variable name")
