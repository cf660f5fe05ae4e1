"""Texts that turn up while a script runs and are expanded then: prompts, subscripts inside the values of variables."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError, ShellSyntaxError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State

__all__ = ["expanded", "read_with"]

# The compiler of this interpreter; it knows no shell.
_compiler: list[WordCompilerPort] = []


def read_with(words: WordCompilerPort) -> None:
    """From now on ``words`` compiles the texts that turn up."""
    _compiler[:] = [words]


def expanded(st: State, text: str, words: WordCompilerPort | None = None) -> str:
    """``text`` expanded as the body of a here-document is; as it is where nothing in it expands."""
    from runtime.bash.syntax.contexts import HERE
    from runtime.bash.syntax.options import ParseOptions
    from runtime.bash.syntax.parser import Parser
    from runtime.bash.syntax.tree import Word

    words = words or (_compiler[-1] if _compiler else None)
    if words is None or not any(c in text for c in "$`\\"):
        return text
    try:
        parts = Parser(text, ParseOptions(), st.meter.limits).scan(0, HERE)
    except ShellSyntaxError as error:
        raise ExpansionError(f"{text}: bad substitution") from error
    made = words.as_text_here(Word(parts))(st)
    # The parser ends every text with a newline.
    return made[:-1] if made.endswith("\n") and not text.endswith("\n") else made
