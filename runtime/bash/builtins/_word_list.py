"""The word list of ``compgen -W``: split at IFS outside of quotes, then expanded as words are, but for pathnames."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["words_of"]

# What would end a word in a command line, and is an ordinary character here.
_OPERATORS = frozenset("|&;<>() \t\n#")
_CLOSING = {"(": ")", "{": "}"}


def words_of(st: State, text: str) -> list[str]:
    """The words that ``text`` gives; none when an expansion in it does not close."""
    from runtime.bash.errors import ShellSyntaxError
    from runtime.bash.interp.dispatch import COMPILER
    from runtime.bash.syntax.parser import parse
    from runtime.bash.syntax.tree import Simple, Word

    separators = " \t\n" if st.ifs is None else st.ifs
    line = ": " + " ".join(_pieces(text, separators))
    try:
        tree = parse(line)
    except ShellSyntaxError:
        st.complain(f"compgen: {text}: bad word list")
        return []
    command = tree.commands[0]
    if not isinstance(command, Simple):
        return []
    words = tuple(word for word in command.words[1:] if isinstance(word, Word))
    fields = COMPILER.words.fields(words)
    if isinstance(fields, tuple):
        return list(fields)
    options = st.options
    st.options = options.having("noglob", True)
    try:
        return fields(st)
    finally:
        st.options = options


def _pieces(text: str, separators: str) -> list[str]:
    """The words as a command line would have to spell them."""
    pieces = [""]
    at = 0
    while at < len(text):
        end = _held_together(text, at)
        if end > at:
            pieces[-1] += text[at:end] + _missing_quote(text[at:end])
            at = end
        else:
            char = text[at]
            if char in separators:
                pieces.append("")
            else:
                pieces[-1] += f"\\{char}" if char in _OPERATORS else char
            at += 1
    return [piece for piece in pieces if piece]


def _missing_quote(part: str) -> str:
    """What closes a quote that the list leaves open."""
    quote = part[0]
    return quote if quote in "'\"`" and (len(part) == 1 or part[-1] != quote) else ""


def _held_together(text: str, at: int) -> int:
    """Where the quotes or the expansion that begins at ``at`` end; ``at`` when none does."""
    char = text[at]
    if char == "\\":
        return min(at + 2, len(text))
    if char in "'\"`":
        return _closed(text, at + 1, char)
    if char == "$" and text[at + 1 : at + 2] in _CLOSING:
        return _balanced(text, at + 1)
    return at


def _closed(text: str, at: int, quote: str) -> int:
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" and quote != "'" else 1
    return min(at + 1, len(text))


def _balanced(text: str, at: int) -> int:
    opening, closing, depth = text[at], _CLOSING[text[at]], 0
    while at < len(text):
        char = text[at]
        if char in "'\"`\\":
            at = min(at + 2, len(text)) if char == "\\" else _closed(text, at + 1, char)
            continue
        depth += (char == opening) - (char == closing)
        at += 1
        if not depth:
            break
    return at
