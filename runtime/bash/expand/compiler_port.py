"""The compiler of words as the other modules of expansion see it: a type, so that none of them has to import it."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.expansion import Expansion
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Word

    Text = Callable[[State], str]

__all__ = ["WordCompilerPort"]


class WordCompilerPort(Protocol):
    """`runtime.bash.expand.compiler.WordCompiler`, seen from below."""

    def text(self, word: Word) -> str | Text:
        """Neither split nor a pattern."""

    def replacement(self, word: Word) -> str | Text:
        """The replacement of ``${x/pattern/replacement}``; a quoted ``&`` is escaped."""

    def arithmetic(self, word: Word) -> int | Callable[[State], int]:
        """An arithmetic expression."""

    def pieces(self, word: Word | None, quoted: bool) -> Expansion:
        """The word of ``${x:-word}`` as an expansion of its own."""

    def as_text(self, word: Word | str | None) -> Text:
        """`text` as a closure, whatever the word."""

    def as_text_here(self, word: Word) -> Text:
        """The body of a here-document, as a closure."""

    def pattern(self, word: Word) -> str | Text:
        """The text of a pattern; what is quoted is escaped."""

    def pattern_of(self, word: Word | None) -> str | Text:
        """`pattern`, the empty one without a word."""

    def parts(self, word: Word) -> list[Expansion]:
        """The expansions that an argument is made of."""

    def quoted_parts(self, word: Word) -> list[Expansion]:
        """The expansions of a word that stands as if in double quotes."""

    def joined(self, parts: list[Expansion]) -> str | Text:
        """Parts as one text."""
