"""What begins with a dollar: parameters, substitutions, arithmetic, and the quotes ``$'...'`` and ``$"..."``."""

from __future__ import annotations

import re

from runtime.bash.syntax.contexts import (
    ARITHMETIC,
    BRACE,
    BRACE_HERE,
    BRACE_QUOTED,
    BRACKETS,
    HERE,
    INDEX,
    LENGTH,
    OFFSET,
    PATTERN,
)
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.quoting import Quoting, decode_ansi, quote
from runtime.bash.syntax.scanner import merged
from runtime.bash.syntax.tree import (
    Arithmetic,
    BadSubstitution,
    Parameter,
    Quoted,
    Word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.syntax.contexts import LexicalContext
    from runtime.bash.syntax.tree import Part

__all__ = ["Dollars"]

_ANSI_QUOTED = LazyRegex(r"[^'\\]*+(?:\\.[^'\\]*+)*+", re.DOTALL)
_NAME = LazyRegex(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]")
_BRACED_NAME = LazyRegex(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?!-]|\$(?![{(])")
_LENGTH_OF = LazyRegex(r"#([A-Za-z_][A-Za-z0-9_]*(?=[}\[])|(?:[0-9]+|[@*#?$!-])(?=\}))")
_PREFIX = LazyRegex(r"!([A-Za-z_][A-Za-z0-9_]*)([@*])\}")
_INDIRECT = LazyRegex(r"!(?=[A-Za-z_0-9#?@*])")
_OPERATOR = LazyRegex(r"\}|:?[-=?+]|##?|%%?|/[/#%]?|\^\^?|,,?|~~?|@[QEPAaKkUuL](?=\})|:")
# Between the parentheses of `$((`: what can be passed over at once when only their balance is asked for.
_BALANCE = LazyRegex(r"[^()'\"`\\$]+|\\.|'[^']*'?|`[^`\\]*+(?:\\.[^`\\]*+)*+`?|\$\(?|.", re.DOTALL)
_BALANCE_QUOTED = LazyRegex(r"[^\"`\\$)]+|\\.|`[^`\\]*+(?:\\.[^`\\]*+)*+`?|\$\(?|.", re.DOTALL)


def _braces(cx: LexicalContext) -> LexicalContext:
    """Where the word of ``${x-word}`` stands."""
    if not cx.quoted:
        return BRACE
    return BRACE_HERE if cx is HERE or cx is BRACE_HERE else BRACE_QUOTED


class Dollars(Quoting):
    """Handlers of ``$`` and what may follow it."""

    __slots__ = ()

    def dollar(self, pos: int, cx: LexicalContext) -> Part | str:
        """``$name``, or a dollar that is plain text."""
        match = _NAME.match(self.text, pos + 1)
        end = match.end() if match else pos + 1
        if self.text.startswith("\\\n", end) and self._unfold(end):
            again = self.handlers.get(self.text[pos : pos + 2]) or self.handlers["$"]
            return again(self, pos, cx)  # type: ignore[return-value]
        self.pos = end
        return Parameter(match[0], bare=match[0].isdecimal() and match[0] != "0") if match else "$"

    def _unfold(self, pos: int) -> bool:
        """Take the line continuation at ``pos`` out of the text; false where it continues no name."""
        before, after = self.text[pos - 1], self.text[pos + 2 : pos + 3]
        if not (before in "${#!" or before == "_" or before.isalnum()) or not after or after in " \t\n\"'":
            return False
        line = self.line_at(pos)
        self.splice(pos, pos + 2, "")
        self.marked_line = line + 1
        return True

    def ansi(self, pos: int, cx: LexicalContext) -> Part | str:
        """``$'...'``; inside double quotes a plain dollar, but for ``"${x-$'...'}"``, where it is read all the same."""
        if cx.quoted and cx is not BRACE_QUOTED:
            self.pos = pos + 1
            return "$"
        match = _ANSI_QUOTED.match(self.text, pos + 2)
        end = match.end() if match else pos + 2
        if self.text[end : end + 1] != "'":
            self.unmatched("'", pos)
        self.pos = end + 1
        text = decode_ansi(self.text[pos + 2 : end])
        if self.spans is not None:
            self.spans.append((pos, self.pos, quote(text)))
        return text if cx.quoted else Quoted(text)

    def locale(self, pos: int, cx: LexicalContext) -> Part | str:
        """``$"..."``: no catalogue translates, so it is ``"..."``; inside double quotes a plain dollar."""
        if cx.quoted:
            self.pos = pos + 1
            return "$"
        if self.spans is not None:
            self.spans.append((pos, pos + 1, ""))
        # The double quotes that follow are read as any.
        self.pos = pos + 1
        return ""

    # Substitutions and arithmetic

    def arithmetic(self, pos: int, end: int) -> Part:
        """``$((...))``, whose text ends at ``end``."""
        self.deeper()
        start = pos + 3
        node = Arithmetic(Word(self.scan(start, ARITHMETIC), self.text[start:end]))
        self.pos = end + 2
        self.depth -= 1
        return node

    def bracket(self, pos: int, cx: LexicalContext) -> Part:  # noqa: ARG002
        """``$[...]``, the old form of ``$((...))``."""
        self.deeper()
        parts = self.scan(pos + 2, BRACKETS)
        node = Arithmetic(Word(parts, self.text[pos + 2 : self.pos]))
        self.pos += 1
        self.depth -= 1
        return node

    def balanced(self, pos: int) -> int:
        """Where the parenthesis that is open before ``pos`` closes.

        Reads the text without parsing it, and remembers what it saw: to parse twice at every level would take
        exponential time, and to read twice quadratic time.
        """
        known = self.closers.get(pos)
        if known is not None:
            return known
        text, start = self.text, pos
        stack = [(")", pos)]
        while stack:
            closer, opened = stack[-1]
            quoted = closer == '"'
            match = (_BALANCE_QUOTED if quoted else _BALANCE).match(text, pos)
            if match is None:
                self.unmatched(closer, start)
            piece, pos = match[0], match.end()
            if piece[0] in ("`" if quoted else "'`") and (len(piece) == 1 or piece[-1] != piece[0]):
                self.unmatched(piece[0], match.start())
            if piece == closer:
                stack.pop()
                self.closers[opened] = pos - 1
            elif piece == '"':
                stack.append(('"', pos))
            elif piece == "$(" or (piece == "(" and not quoted):
                stack.append((")", pos))
        return pos - 1

    # Parameters

    def brace(self, pos: int, cx: LexicalContext) -> Part:
        """``${...}``."""
        self.deeper()
        node = self._braced(pos, cx)
        if node is None:
            # Read on from here, not again from the start: nested ones would take exponential time.
            self.scan(self.pos, _braces(cx))
            self.pos += 1
            node = BadSubstitution(self.text[pos : self.pos])
        self.depth -= 1
        return node

    def _braced(self, pos: int, cx: LexicalContext) -> Part | None:
        """``${...}`` behind its brace; None where it is a bad substitution, which ends behind ``self.pos``."""
        text = self.text
        self.pos = start = pos + 2
        match = _LENGTH_OF.match(text, start)
        if match is not None:
            return self._length(match)
        match = _PREFIX.match(text, start)
        if match is not None:
            self.pos = match.end()
            return Parameter(match[1], "names" + match[2])
        match = _INDIRECT.match(text, start)
        indirect = match is not None
        name = _BRACED_NAME.match(text, start + indirect)
        end = name.end() if name else start + indirect
        if text.startswith("\\\n", end) and self._unfold(end):
            return self._braced(pos, cx)
        if name is None:
            return None
        self.pos = end
        subscript = self.subscript_of(name[0]) if self.text[end] == "[" else None
        if subscript == "":
            return None
        return self._operation(name[0], subscript, indirect, cx)

    def _length(self, match: re.Match[str]) -> Part | None:
        """``${#name}`` and ``${#name[...]}``."""
        self.pos = match.end()
        subscript = self.subscript_of(match[1]) if self.text[self.pos] == "[" else None
        if subscript == "" or self.text[self.pos : self.pos + 1] != "}":
            return None
        self.pos += 1
        return Parameter(match[1], "#len", subscript=subscript)

    def subscript_of(self, name: str) -> Word | str:
        """``[...]`` at ``self.pos``; "" where it is none: behind a special parameter, or empty."""
        pos = self.pos
        if not (name[0] == "_" or name[0].isalpha()):
            return ""
        plain = self.text[pos + 1 : pos + 3]
        if plain in ("@]", "*]"):
            self.pos = pos + 3
            return plain[0]
        parts = self.scan(pos + 1, INDEX)
        word = Word(parts, self.text[pos + 1 : self.pos])
        if self.text[self.pos] != "]":
            return ""
        self.pos += 1
        return word if parts else ""

    def _operation(
        self, name: str, subscript: Word | str | None, indirect: bool, cx: LexicalContext
    ) -> Part | None:
        """The operator at ``self.pos`` and its words."""
        match = _OPERATOR.match(self.text, self.pos)
        if match is None:
            return None
        operator = match[0]
        self.pos = match.end()
        if operator == "}":
            if indirect and isinstance(subscript, str):
                return Parameter(name, "keys", subscript=subscript)
            return Parameter(name, subscript=subscript, indirect=indirect)
        argument = replacement = None
        if operator == ":":
            argument = self._word(OFFSET)
            replacement = self._second(":", LENGTH)
            if replacement is None and not argument.parts:
                return None
        elif operator[0] == "/":
            argument = self._pattern(operator)
            replacement = self._second("/", BRACE)
        elif operator[0] != "@":
            value = operator[-1] in "-=?+"
            argument = self._word(_braces(cx) if value else BRACE)
            if operator[0] in "^,~" and not argument.parts:
                argument = None
        if self.text[self.pos] != "}":
            return None
        self.pos += 1
        return Parameter(name, operator, argument, replacement, subscript=subscript, indirect=indirect)

    def _second(self, joint: str, cx: LexicalContext) -> Word | None:
        """The word behind ``joint``, None where it is absent."""
        if self.text[self.pos] != joint:
            return None
        self.pos += 1
        return self._word(cx)

    def _word(self, cx: LexicalContext) -> Word:
        start = self.pos
        parts = self.scan(start, cx)
        return Word(parts, self.text[start : self.pos])

    def _pattern(self, operator: str) -> Word:
        """The pattern of a replacement. Behind ``//`` a first slash belongs to it: ``${x///b}`` removes ``/b``."""
        start = self.pos
        slash = operator == "//" and self.text.startswith("/", start)
        parts = self.scan(start + slash, PATTERN)
        if slash:
            parts = merged(["/", *parts])
        return Word(parts, self.text[start : self.pos])


Dollars.handlers.update(
    {
        "$": Dollars.dollar,
        "${": Dollars.brace,
        "$[": Dollars.bracket,
        "$'": Dollars.ansi,
        '$"': Dollars.locale,
    }
)
