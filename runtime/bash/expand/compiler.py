"""Words to closures: what is known when a script is read is decided then, the rest runs over the State.

Every method gives a constant where the word has one. The closures hold nothing of a shell: compiled scripts are shared.
"""

from __future__ import annotations

import re

from runtime.bash.errors import BadArithmetic, BadExpression, ExpansionError
from runtime.bash.expand.argv import argv
from runtime.bash.expand.expansion import Bare, Expansion, Fixed, Many, Pieces, Quotes, Scalar, closure
from runtime.bash.expand.late_expansion import read_with
from runtime.bash.expand.pattern import escape
from runtime.bash.expand.tilde import Tilde, tildes
from runtime.bash.syntax.tree import (
    Arithmetic,
    BadSubstitution,
    CommandSubstitution,
    DoubleQuoted,
    Fault,
    Literal,
    Parameter,
    ProcessSubstitution,
    Quoted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.expand.expansion import Mask
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Part, Sequence, Word

    Text = Callable[[State], str]

__all__ = ["Substitutions", "WordCompiler"]

# Compiled at their first use: not every script has a use for them, and every one pays for its start.
_ERE = r"[.\[\]\\*^$+?(){}|]"
_UNKNOWN_TRANSFORMATION = r"\$\{([A-Za-z_][A-Za-z0-9_]*)@[^}]*\}\Z"
_REPLACED = r"[&\\]"


class Substitutions:
    """How the interpreter compiles what runs commands."""

    __slots__ = ("command", "process")

    def __init__(
        self,
        command: Callable[[Sequence], Text],
        process: Callable[[ProcessSubstitution], Text],
    ) -> None:
        self.command = command
        self.process = process


class WordCompiler:
    """Compiles words, each method for one place in the grammar (see runtime/bash/syntax/tree.py for the nodes)."""

    __slots__ = ("_assigning", "_substitutions")

    def __init__(self, substitutions: Substitutions) -> None:
        self._substitutions = substitutions
        # Whether the word being compiled is an assignment's value: then tildes in `${x-~:~}` follow its rules.
        self._assigning = False
        read_with(self)

    # Places

    def fields(self, words: tuple[Word, ...]) -> tuple[str, ...] | Callable[[State], list[str]]:
        """Arguments: every expansion, splitting, pathnames and quote removal."""
        return argv(self, words)

    def text(self, word: Word) -> str | Text:
        """Neither split nor a pattern: the value of an assignment, the word of ``case``, a here-string."""
        return self.joined(self._parts(tildes(word.parts, assigned=False), quoted=False))

    def assigned(self, word: Word) -> str | Text:
        """As `text`, with tildes after ``:`` too."""
        before, self._assigning = self._assigning, True
        try:
            return self.joined(self._parts(tildes(word.parts, assigned=True), quoted=False))
        finally:
            self._assigning = before

    def keyed(self, word: Word) -> str | Text:
        """As `text`, without tildes: what a key of an associative array is given."""
        return self.joined(self._parts(word.parts, quoted=False))

    def here(self, word: Word) -> str | Text:
        """The body of a here-document."""
        return self.joined(self._parts(word.parts, quoted=True))

    def subscript(self, word: Word) -> str | Text:
        """The text of a subscript: a key, or an expression for `subscripts.index_of`."""
        return self.text(word)

    def pattern(self, word: Word) -> str | Text:
        """The text of a pattern; what is quoted is escaped."""
        return self._masked(word, escape)

    def regex(self, word: Word) -> str | Text:
        """The right side of ``=~``; what is quoted matches itself."""
        from runtime.bash.expand.quoted_regex import MARK, unmarked

        masked = self._masked(word, lambda text: re.sub(_ERE, rf"{MARK}\g<0>", text))
        return unmarked(masked) if isinstance(masked, str) else lambda st: unmarked(masked(st))

    def replacement(self, word: Word) -> str | Text:
        """The replacement of ``${x/pattern/replacement}``; a quoted ``&`` is escaped."""
        return self._masked(word, lambda text: re.sub(_REPLACED, r"\\\g<0>", text))

    def arithmetic(self, word: Word) -> int | Callable[[State], int]:
        """An arithmetic expression."""
        # A module is imported by the first word that needs it: without them a shell starts a tenth faster.
        from runtime.bash.expand.arithmetic_words import compiled

        return compiled(self, word)

    def redirect_target(self, word: Word) -> Text:
        """The target of a redirection: exactly one field."""
        found = self.fields((word,))
        written = word.source
        if isinstance(found, tuple) and len(found) == 1:
            return closure(found[0])

        def target(st: State) -> str:
            fields = list(found) if isinstance(found, tuple) else found(st)
            if len(fields) != 1:
                raise ExpansionError(f"{written}: ambiguous redirect")
            return fields[0]

        return target

    # For the other modules of expansion

    def pieces(self, word: Word | None, quoted: bool) -> Expansion:
        """The word of ``${x:-word}`` as an expansion of its own."""
        if word is None:
            return Fixed("", quoted)
        inside = word.parts if quoted else tildes(word.parts, assigned=self._assigning, inner=True)
        parts = self._parts(inside, quoted)
        if not parts:
            return Fixed("", quoted)
        if not quoted:
            # Its blanks are no longer between words: they split like those of any value.
            parts = [Bare(one.value) if isinstance(one, Fixed) and not one.quoted else one for one in parts]
        return parts[0] if len(parts) == 1 else Pieces(parts, quoted)

    def as_text(self, word: Word | str | None) -> Text:
        """`text` as a closure, whatever the word."""
        return closure("" if word is None else word if isinstance(word, str) else self.text(word))

    def as_text_here(self, word: Word) -> Text:
        """`here` as a closure."""
        return closure(self.here(word))

    def pattern_of(self, word: Word | None) -> str | Text:
        """`pattern`, the empty one without a word."""
        return "" if word is None else self.pattern(word)

    def parts(self, word: Word) -> list[Expansion]:
        """The expansions that an argument is made of."""
        return self._parts(tildes(word.parts, assigned=False, argument=True), quoted=False)

    def quoted_parts(self, word: Word) -> list[Expansion]:
        """The expansions of a word that stands as if in double quotes."""
        return self._parts(word.parts, quoted=True)

    def joined(self, parts: list[Expansion]) -> str | Text:
        """Parts as one text."""
        return Pieces(parts, quoted=False).folded()

    # Parts

    def _masked(self, word: Word, mask: Mask) -> str | Text:
        parts = self._parts(tildes(word.parts, assigned=False), quoted=False)
        return Pieces(parts, quoted=False).folded(mask)

    def _parts(self, parts: Iterable[Part | Tilde], quoted: bool) -> list[Expansion]:
        """Compile the parts of a word; neighbouring texts of one kind become one."""
        made: list[Expansion] = []
        for part in parts:
            if isinstance(part, DoubleQuoted):
                inside = self._parts(part.parts, quoted=True) or [Fixed("", quoted=True)]
                if len(inside) > 1 and any(isinstance(one, Many) and not one.star for one in inside):
                    inside = [Quotes(inside, quoted=True)]
            else:
                inside = [_COMPILE[type(part)](self, part, quoted)]
            for one in inside:
                last = made[-1] if made else None
                if isinstance(one, Fixed) and isinstance(last, Fixed) and one.quoted == last.quoted:
                    made[-1] = Fixed(last.value + one.value, one.quoted)
                else:
                    made.append(one)
        return made

    def _literal(self, part: Literal, quoted: bool) -> Expansion:
        return Fixed(part.text, quoted)

    def _quoted(self, part: Quoted, quoted: bool) -> Expansion:  # noqa: ARG002
        return Fixed(part.text, quoted=True)

    def _tilde(self, part: Tilde, quoted: bool) -> Expansion:  # noqa: ARG002
        return Scalar(part.reader(), quoted=True)

    def _parameter(self, part: Parameter, quoted: bool) -> Expansion:
        from runtime.bash.expand.parameter import expansion

        return expansion(self, part, quoted)

    def _bad(self, part: BadSubstitution, quoted: bool) -> Expansion:
        from runtime.bash.expand.reference import UNBOUND_STATUS

        text = part.text
        unknown = re.match(_UNKNOWN_TRANSFORMATION, text)

        def refuse(st: State) -> str:
            if unknown is not None:
                # bash looks at the letter last, and then gives the shell up.
                if st.get(unknown[1]) is None:
                    return ""
                raise ExpansionError(f"{text}: bad substitution", fatal=True, status=UNBOUND_STATUS)
            raise ExpansionError(f"{text}: bad substitution")

        return Scalar(refuse, quoted)

    def _fault(self, part: Fault, quoted: bool) -> Expansion:
        message = f"command substitution: line {part.line}: "
        lines = [message + part.message] + ([message + part.source] if part.source else [])

        def report(st: State) -> str:
            st.say("".join(f"{st.source or st.name0}: {line}\n" for line in lines))
            raise ExpansionError("")

        return Scalar(report, quoted)

    def _command(self, part: CommandSubstitution, quoted: bool) -> Expansion:
        before, self._assigning = self._assigning, False
        try:
            return Scalar(self._substitutions.command(part.body), quoted)
        finally:
            self._assigning = before

    def _process(self, part: ProcessSubstitution, quoted: bool) -> Expansion:  # noqa: ARG002
        return Scalar(self._substitutions.process(part), quoted=True)

    def _arithmetic(self, part: Arithmetic, quoted: bool) -> Expansion:
        number = self.arithmetic(part.expression)
        if isinstance(number, int):
            text = str(number)
            # Unquoted it is split like any value: IFS may hold digits.
            return Fixed(text, quoted=True) if quoted else Scalar(lambda st: text, quoted)  # noqa: ARG005

        def text_of(st: State) -> str:
            try:
                return str(number(st))
            except BadExpression as error:
                raise BadArithmetic(error.message, status=error.status) from None

        return Scalar(text_of, quoted)


_COMPILE: dict[type, Callable[..., Expansion]] = {
    Literal: WordCompiler._literal,  # noqa: SLF001
    Quoted: WordCompiler._quoted,  # noqa: SLF001
    Tilde: WordCompiler._tilde,  # noqa: SLF001
    Parameter: WordCompiler._parameter,  # noqa: SLF001
    BadSubstitution: WordCompiler._bad,  # noqa: SLF001
    Fault: WordCompiler._fault,  # noqa: SLF001
    CommandSubstitution: WordCompiler._command,  # noqa: SLF001
    ProcessSubstitution: WordCompiler._process,  # noqa: SLF001
    Arithmetic: WordCompiler._arithmetic,  # noqa: SLF001
}
