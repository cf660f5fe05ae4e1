"""Simple commands, aliases, and the definitions of functions that begin as one."""

from __future__ import annotations

from runtime.bash.syntax.compound import Compounds
from runtime.bash.syntax.contexts import ELEMENT, SUBSCRIPT, WORD
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.redirects import OPERATORS
from runtime.bash.syntax.tree import Assignment, Literal, Redirection, Simple, Word
from runtime.bash.syntax.words import ARRAY_BEGINS, TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from runtime.bash.syntax.tree import Command

__all__ = ["SimpleCommands"]

# Behind these, words that look like assignments are assignments, arrays too.
_DECLARES = frozenset({"declare", "typeset", "local", "export", "readonly"})
# Behind these, `name=(...)` is one word.
_TAKES_ARRAYS = frozenset({"alias", "eval", "let"})
# In posix mode declarations keep their syntax behind these.
_PREFIXES = frozenset({"command", "builtin"})
_ALIAS_WORD = LazyRegex(r"(?:[ \t]+|\\\n)*+([^ \t\n;&|<>()'\"`$\\]++)(?=[ \t\n;&|()<>]|\Z)")

# What may follow the words read so far.
_NOTHING, _VALUES, _ARRAYS, _TEXTS, _PREFIX = range(5)

# Words of one command between two countings.
_COUNTED = 512


class _Pieces:
    """A simple command while it is read. ``mark`` is where bash takes its line: behind the token that follows the first
    word, or behind the first assignment or redirection."""

    __slots__ = ("assignments", "declares", "mark", "posix", "redirections", "words")

    def __init__(self, posix: bool) -> None:
        self.words: list[Word | Assignment] = []
        self.assignments: list[Assignment] = []
        self.redirections: list[Redirection] = []
        self.declares = _NOTHING
        self.posix = posix
        self.mark = 0

    def plain(self, text: str) -> bool:
        """Whether the word of plain characters ``text`` can be nothing but a word here."""
        if self.words:
            return self.declares == _NOTHING
        return "=" not in text and "[" not in text

    def declaring(self, text: str) -> None:
        """What the plain word ``text``, put last, makes of those behind it."""
        if text in _DECLARES:
            self.declares = _ARRAYS if len(self.words) == 1 else _VALUES
        elif self.posix and text in _PREFIXES:
            self.declares = _PREFIX
        elif len(self.words) == 1:
            self.declares = _TEXTS if text in _TAKES_ARRAYS else _NOTHING
        elif not text.startswith("-"):
            self.declares = _NOTHING


class SimpleCommands(Compounds):
    """Reads simple commands."""

    __slots__ = ()

    def simple(self) -> Command:
        """Assignments, words and redirections; or a function's definition."""
        made = _Pieces(self.options.posix)
        words = made.words
        counted = 0
        while True:
            # One command may be the whole script.
            counted += self._counted() if len(words) - counted > _COUNTED else 0
            match = TOKEN(self.text, self.pos)
            assert match is not None  # noqa: S101
            kind = match.lastindex
            if kind == 1:
                if match[1] in OPERATORS:
                    self._redirect(match, None, made)
                    continue
                if match[1] == "(":
                    return self._definition(made, match.end())
                break
            if self.next_alias >= 0 and self._alias_again():
                continue
            start = match.end()
            if kind == 2:
                text = match[2]
                if made.plain(text):
                    # The common case, an eighth of the cost of the general one.
                    self.pos = start
                    words.append(Word((Literal(text),), text))
                    if len(words) == 1:
                        made.declaring(text)
                    else:
                        made.mark = made.mark or start
                    continue
                start -= len(text)
            elif start >= len(self.text):
                break
            self._piece(start, made)
        self.count(len(words) - counted + 1)
        line = self.line_at(made.mark or self.pos)
        return Simple(tuple(words), tuple(made.assignments), tuple(made.redirections), line)

    def _counted(self) -> int:
        self.count(_COUNTED)
        return _COUNTED

    def _redirect(self, match: re.Match[str], fd: int | str | None, made: _Pieces) -> None:
        """The redirection whose operator is ``match``; the command's name may still follow it."""
        made.redirections.append(self.redirection_at(match, fd))
        made.mark = made.mark or self.pos
        if self.aliasing and not made.words:
            self.expand_alias()

    def _piece(self, start: int, made: _Pieces) -> None:
        """A piece that is more than a plain word."""
        fd = self.descriptor(start)
        if fd is not None:
            self._redirect(self.operator(), fd, made)
            return
        if not made.words:
            piece = self.assignment_or_word(start, SUBSCRIPT, True)
            if isinstance(piece, Assignment):
                made.assignments.append(piece)
                made.mark = made.mark or self.pos
                if self.aliasing:
                    self.expand_alias()
                return
        elif made.declares in (_VALUES, _ARRAYS):
            piece = self.assignment_or_word(start, ELEMENT, made.declares == _ARRAYS)
        elif made.declares == _TEXTS and (match := ARRAY_BEGINS.match(self.text, start)):
            piece = self.array_text(start, match.end() - 1)
        else:
            parts = self.scan(start, WORD)
            piece = Word(parts, self.text[start : self.pos])
        made.words.append(piece)
        if len(made.words) > 1:
            made.mark = made.mark or self.pos
        if made.declares == _PREFIX and isinstance(piece, Word):
            made.declaring(piece.source)

    def _definition(self, made: _Pieces, end: int) -> Command:
        """``name ()``, of which the first parenthesis ends at ``end``."""
        if len(made.words) != 1 or made.assignments or made.redirections:
            self.unexpected()
        name = made.words[0]
        assert isinstance(name, Word)  # noqa: S101  (a first word is no assignment)
        self.pos = end
        line = self.line_at(end)
        self.expect(")")
        return self.defined(name.source, line)

    # Aliases

    def expand_alias(self) -> None:
        """Replace the word that comes next by its alias, as often as that gives another alias."""
        while (match := _ALIAS_WORD.match(self.text, self.pos)) is not None:
            name = match[1]
            text = self.options.aliases.get(name)
            if text is None or self._expanding(name, match.start(1)):
                return
            left = len(self.text) - match.end()
            blank = text[-1:] in (" ", "\t")
            line = self.line_at(match.start(1))
            self.splice(match.start(1), match.end(), text)
            self.marked_pos, self.marked_line = match.start(1), line
            self.expanding.append((name, left))
            if blank:
                self.next_alias = left

    def _expanding(self, name: str, start: int) -> bool:
        """Whether the text at ``start`` came from the alias ``name`` itself."""
        left = len(self.text) - start
        while self.expanding and left <= self.expanding[-1][1]:
            self.expanding.pop()
        return any(name == active for active, _ in self.expanding)

    def _alias_again(self) -> bool:
        """Look the next word up as well if an alias that ended in a blank stands right before it."""
        match = _ALIAS_WORD.match(self.text, self.pos)
        start = match.start(1) if match else self.pos
        if len(self.text) - start > self.next_alias:
            return False
        self.next_alias = -1
        before = len(self.text), self.spliced
        self.expand_alias()
        return before != (len(self.text), self.spliced)
