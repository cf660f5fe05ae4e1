"""Elements that a text names: ``read 'a[$i]'``, ``printf -v``, ``[ -v ]``, ``unset``, and what a nameref leads to.

Such a text comes out of quotes, so its subscript has yet to be expanded.
"""

from __future__ import annotations

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.expand import subscripts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["assign_element", "element", "expanded"]

_EXPANDING = frozenset("$`\\'\"")


def element(st: State, text: str) -> str | None:
    """What ``${text}`` gives for ``name[subscript]``."""
    return subscripts.element(st, _resolved(st, text))


def assign_element(st: State, text: str, value: str, append: bool = False) -> None:
    """``name[subscript]=value``."""
    subscripts.assign_element(st, _resolved(st, text), value, append)


def _resolved(st: State, text: str) -> str:
    parts = subscripts.split_name(text)
    if parts is None or _EXPANDING.isdisjoint(parts[1]):
        return text
    return f"{parts[0]}[{expanded(st, *parts)}]"


def expanded(st: State, name: str, subscript: str) -> str:
    """What the subscript of ``name[subscript]`` says; as it stands where nothing expands or it cannot be read."""
    if _EXPANDING.isdisjoint(subscript):
        return subscript
    from runtime.bash.interp.dispatch import COMPILER
    from runtime.bash.syntax.parser import parse
    from runtime.bash.syntax.tree import Simple

    try:
        commands = parse(f"{name}[{subscript}]=").commands
    except ShellSyntaxError:
        return subscript
    command = commands[0]
    # Exactly one assignment: a subscript that closes its bracket early gets no command in.
    if (
        len(commands) != 1
        or not isinstance(command, Simple)
        or command.words
        or len(command.assignments) != 1
    ):
        return subscript
    word = command.assignments[0].subscript
    if word is None:
        return subscript
    text = COMPILER.words.text(word)
    return text if isinstance(text, str) else text(st)
