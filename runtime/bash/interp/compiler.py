"""What each compiler of a node is given: how to compile the parts of the node.

A compiler of a node is a function ``(node, compiler) -> Run``. It decides all that the text decides; the closure it returns gets the
State as its argument and holds nothing of any shell, so that a compiled script is shared by all shells that run it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.compiler import WordCompiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Command

    Run = Callable[[State], int]

__all__ = ["Compiler"]


class Compiler:
    """The compiler of the whole tree, as the compilers of its nodes see it.

    Attributes:
        command: compiles any command.
        condition: compiles one whose failure is an answer (``if``, ``while``, left of ``&&``, after ``!``): ``set -e`` and
            the ERR trap sleep while it runs.
        words: compiles words (`runtime.bash.expand`).
    """

    __slots__ = ("command", "condition", "words")

    def __init__(
        self,
        command: Callable[[Command], Run],
        condition: Callable[[Command], Run],
        words: WordCompiler,
    ) -> None:
        self.command = command
        self.condition = condition
        self.words = words
