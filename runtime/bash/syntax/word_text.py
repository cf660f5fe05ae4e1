"""Words as text: as they were written where that is known, else rebuilt from their parts."""

from __future__ import annotations

import re

from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.syntax.quoting import quote
from runtime.bash.syntax.tree import (
    Arithmetic,
    ArrayElement,
    ArrayLiteral,
    Assignment,
    BadSubstitution,
    CommandSubstitution,
    DoubleQuoted,
    Fault,
    Literal,
    Parameter,
    ProcessSubstitution,
    Quoted,
    Sequence,
    Word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.syntax.tree import Command, Part

    # How the commands of a substitution are printed: on one line, without the parentheses.
    Body = Callable[[Sequence, frozenset[int]], str]

__all__ = ["WordText"]

# What a plain text must escape, by where it stands.
_PLAIN = None
_DOUBLE = re.compile(r'[$`"\\]')
_HERE = re.compile(r"[$`\\]")
_BRACE_QUOTED = re.compile(r'[$`"\\}]')
# In arithmetic a text between single quotes is kept as it stands.
_ARITHMETIC = re.compile(r"('[^']*')|[$`\"\\]")
# What bash rewrites in the text of a word: substitutions, `$'...'`, `$"..."` and line continuations.
_REWRITTEN = re.compile(r"[$<>]\(|\$['\"]|\\\n").search
_WORDS_OF_VALUE = frozenset("-=?+")


class WordText:
    """Prints words.

    Args:
        body: prints the commands of a substitution.
        rebuilt: ignore how words were written.
        reprinted: print the commands of substitutions anew, as bash does.
    """

    def __init__(self, body: Body, *, rebuilt: bool = False, reprinted: bool = False) -> None:
        self.body = body
        self.rebuilt = rebuilt
        self.reprinted = reprinted

    def word(self, word: Word | Assignment, escape: re.Pattern[str] | None = _PLAIN) -> str:
        """One word, an assignment too."""
        if isinstance(word, Assignment):
            return self.assignment(word)
        if word.source and not self.rebuilt:
            # A line continuation at the end of a word is no part of it.
            source = word.source.removesuffix("\\\n")
            return self._reprinted(source) if self.reprinted and _REWRITTEN(source) else source
        return self.parts(word.parts, escape)

    def assignment(self, node: Assignment) -> str:
        """``name[subscript]+=value``."""
        subscript = "" if node.subscript is None else f"[{self.word(node.subscript)}]"
        value = self.array(node.value) if isinstance(node.value, ArrayLiteral) else self.word(node.value)
        return f"{node.name}{subscript}{'+=' if node.append else '='}{value}"

    def array(self, node: ArrayLiteral) -> str:
        """``(a [b]=c)``."""
        return f"({' '.join(map(self._element, node.elements))})"

    def _element(self, node: ArrayElement) -> str:
        value = self.word(node.value)
        if node.subscript is None:
            return value
        return f"[{self.word(node.subscript)}]{'+=' if node.append else '='}{value}"

    def _reprinted(self, source: str) -> str:
        """The text of a word with the commands of its substitutions printed anew."""
        from runtime.bash.syntax.parser import rewritten  # the parser needs no printer

        try:
            spans, newlines = rewritten(source)
        except (ShellSyntaxError, LimitExceeded):
            return source
        pieces: list[str] = []
        done = 0
        for start, end, new in spans:
            pieces.append(source[done:start])
            if isinstance(new, str):
                pieces.append(new)
            else:
                pieces += [source[start : start + 2], self.substituted(new, newlines), ")"]
            done = end
        return "".join([*pieces, source[done:]])

    def substituted(self, body: Sequence, newlines: frozenset[int] = frozenset()) -> str:
        """Commands as they stand between parentheses: never a second one right behind the first."""
        text = self.body(body, newlines)
        return f" {text}" if text.startswith("(") else text

    # Parts

    def parts(self, parts: tuple[Part, ...], escape: re.Pattern[str] | None) -> str:
        """Parts one after another, plain text escaped for where it stands."""
        pieces: list[str] = []
        for part in parts:
            dollar = escape is None and pieces and pieces[-1].endswith("$")
            pieces.append(self._behind_dollar(part) if dollar else self.part(part, escape))
        return "".join(pieces)

    def _behind_dollar(self, part: Part) -> str:
        """A part behind a plain dollar, with which its quote or its own dollar must not join."""
        if isinstance(part, Quoted):
            return f"\\{part.text[:1]}{quote(part.text[1:]) if part.text[1:] else ''}"
        if isinstance(part, CommandSubstitution):
            return self._backquoted(part.body.commands)
        return self.part(part, None)

    def part(self, part: Part, escape: re.Pattern[str] | None) -> str:
        """One part of a word."""
        match part:
            case Literal():
                return part.text if escape is None else escape.sub(_escaped, part.text)
            case Quoted():
                return quote(part.text)
            case DoubleQuoted():
                return f'"{self.parts(part.parts, _DOUBLE)}"'
            case Parameter():
                return f"${part.name}" if part.bare else "${" + self._parameter(part, escape) + "}"
            case BadSubstitution() | Fault():
                return part.text
            case CommandSubstitution():
                if part.body.commands and isinstance(part.body.commands[-1], Fault):
                    return self._backquoted(part.body.commands)
                return f"$({self.substituted(part.body)})"
            case ProcessSubstitution():
                return f"{part.direction}({self.substituted(part.body)})"
            case Arithmetic():
                text = self.word(part.expression, _ARITHMETIC)
                return f"$(({text}))" if text.count("(") == text.count(")") else f"$[{text}]"

    def _backquoted(self, commands: tuple[Command, ...]) -> str:
        """Commands between backquotes, which alone can hold some that do not parse."""
        lines = [
            command.text if isinstance(command, Fault) else self.body(Sequence((command,)), frozenset())
            for command in commands
        ]
        text = "\n".join(lines)
        return "`" + re.sub(r"[\\`$]", r"\\\g<0>", text) + "`"

    def arithmetic(self, word: Word) -> str:
        """An expression as it stands between ``((`` and ``))``."""
        return self.word(word, _ARITHMETIC)

    def here(self, word: Word) -> str:
        """The body of a here-document that expands."""
        return word.source if word.source and not self.rebuilt else self.parts(word.parts, _HERE)

    def _parameter(self, node: Parameter, escape: re.Pattern[str] | None) -> str:
        name = node.name
        if node.subscript is not None:
            inner = node.subscript if isinstance(node.subscript, str) else self.word(node.subscript)
            name += f"[{inner}]"
        operator = node.operator
        if operator == "#len":
            return f"#{name}"
        if operator == "keys":
            return f"!{name}"
        if operator in ("names@", "names*"):
            return f"!{name}{operator[-1]}"
        written = f"{'!' if node.indirect else ''}{name}{operator}"
        if node.argument is not None:
            written += self._argument(node, node.argument, escape)
        if node.replacement is not None:
            if operator == ":":
                return f"{written}:{self.word(node.replacement, _ARITHMETIC)}"
            return f"{written}/{self.word(node.replacement)}"
        return written

    def _argument(self, node: Parameter, argument: Word, escape: re.Pattern[str] | None) -> str:
        if node.operator == ":":
            return self.word(argument, _ARITHMETIC)
        if escape is not None and node.operator[-1] in _WORDS_OF_VALUE:
            return self.word(argument, _BRACE_QUOTED)
        return self.word(argument)


def _escaped(match: re.Match[str]) -> str:
    if match.re is _ARITHMETIC and match[1]:
        return match[1]
    return "\\" + match[0]
