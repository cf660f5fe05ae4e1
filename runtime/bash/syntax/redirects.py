"""Redirections and here-documents."""

from __future__ import annotations

import re

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.syntax.contexts import HERE
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.syntax.quoting import decode_ansi
from runtime.bash.syntax.tree import BadSubstitution, Fault, HereDocument, Quoted, Redirection, Word
from runtime.bash.syntax.words import NUMBER, TOKEN, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.syntax.tree import Part

__all__ = ["OPERATORS", "Redirects"]

OPERATORS = frozenset({"<", ">", ">>", ">|", "<>", "<<", "<<-", "<<<", "<&", ">&", "&>", "&>>"})
_QUOTES = frozenset("\\'\"")
_QUOTED = r"'([^']*)'|\$'((?:[^'\\]|\\.)*)'|\$?\"((?:[^\"\\]|\\.)*)\"|\\(.)"
# A line of a here-document in which backslashes continue lines.
_CONTINUED_LINE = LazyRegex(r"[^\\\n]*+(?:\\(?:.|\n|\Z)[^\\\n]*+)*+\n?")
# bash reads a descriptor into a C int; a longer number is a word.
_MAX_DESCRIPTOR_DIGITS = 10


class Redirects(Words):
    """Reads redirections."""

    __slots__ = ()

    def descriptor(self, start: int) -> int | str | None:
        """The number or ``{name}`` of a redirection at ``start``; ``self.pos`` is left behind it."""
        match = NUMBER(self.text, start)
        if match is None or len(match[1] or "") > _MAX_DESCRIPTOR_DIGITS:
            return None
        self.pos = match.end()
        return int(match[1]) if match[1] else match[2]

    def redirection_at(self, match: re.Match[str], fd: int | str | None) -> Redirection:
        """The redirection whose operator the token ``match`` is."""
        operator = match[1]
        self.pos = match.end()
        self.count(1)
        # One more level: a redirection takes more frames of Python than another word.
        self.deeper()
        target = self._target(operator)
        self.depth -= 1
        return Redirection(operator, target, fd)

    def _target(self, operator: str) -> Word | HereDocument:
        if operator in ("<<", "<<-"):
            return self._here_document(operator == "<<-")
        return self.plain_word()

    def redirections(self) -> tuple[Redirection, ...]:
        """All redirections that come next, behind a compound command."""
        found: list[Redirection] = []
        while True:
            match = TOKEN(self.text, self.pos)
            if match is None or match.lastindex == 2:
                break
            if match.lastindex == 1:
                if match[1] not in OPERATORS:
                    break
                found.append(self.redirection_at(match, None))
                continue
            before = self.pos
            fd = self.descriptor(match.end())
            if fd is None:
                self.pos = before
                break
            found.append(self.redirection_at(self.operator(), fd))
        if found:
            self.barred = self.pos
        return tuple(found)

    def operator(self) -> re.Match[str]:
        """The operator behind a descriptor."""
        match = TOKEN(self.text, self.pos)
        assert match is not None  # noqa: S101
        assert match.lastindex == 1  # noqa: S101  (the descriptor's pattern looked ahead)
        return match

    # Here-documents

    def _here_document(self, strip: bool) -> HereDocument:
        """The delimiter of a here-document; its body comes behind the next newline."""
        line = self.line_at(self.pos)
        written = self.plain_word().source
        quoted = not _QUOTES.isdisjoint(written)
        node = HereDocument(
            Word(()), re.sub(_QUOTED, _unquoted, written, flags=re.DOTALL) if quoted else written, quoted
        )
        self.pending.append((node, strip, line))
        return node

    def read_here_documents(self) -> None:
        """The bodies of the here-documents that wait, from ``self.pos`` on."""
        pending, self.pending = self.pending, []
        for node, strip, line in pending:
            body = self._body(node.delimiter, strip, node.quoted, line)
            if node.quoted:
                node.body = Word((Quoted(body),) if body else (), body)
            else:
                node.body = Word(self._expanded(body, line), body)

    def _body(self, delimiter: str, strip: bool, quoted: bool, first_line: int) -> str:
        """The lines up to the delimiter, tabs stripped where asked; ``self.pos`` is left behind the delimiter's line."""
        text, pos = self.text, self.pos
        lines: list[str] = []
        while pos < len(text):
            if quoted:
                end = text.find("\n", pos) + 1 or len(text)
            else:
                match = _CONTINUED_LINE.match(text, pos)
                end = match.end() if match else len(text)
            line = text[pos:end]
            if strip:
                line = line.lstrip("\t")
            bare = line if quoted or "\\\n" not in line else line.replace("\\\n", "")
            if bare.startswith(delimiter):
                rest = bare[len(delimiter) :]
                if rest in ("\n", ""):
                    self.pos = end
                    return "".join(lines)
                # As bash does inside $( ): `EOF)` ends the document too.
                if self.inside and ")" in rest:
                    self._warn(delimiter, first_line, pos)
                    self.pos = end - len(rest)
                    return "".join(lines)
            lines.append(line)
            pos = end
        self._warn(delimiter, first_line, len(text) - 1)
        self.pos = len(text)
        return "".join(lines)

    def _warn(self, delimiter: str, first_line: int, pos: int) -> None:
        text = f"here-document at line {first_line} delimited by end-of-file (wanted `{delimiter}')"
        self.warnings.append((self.line_at(max(pos, 0)), f"warning: {text}"))

    def _expanded(self, body: str, line: int) -> tuple[Part, ...]:
        """The parts of a body: it is read as a text of its own, for its tabs may be stripped.

        bash reads it only when it expands it: a fault in it fails the command, not the script.
        """
        outer = self.text, self.pos, self.marked_pos, self.marked_line, self.inside, self.depth, self.here
        self.text, self.marked_pos, self.marked_line, self.inside, self.here = body, 0, line, 0, line
        self.closers = {}
        parts: tuple[Part, ...]
        try:
            parts = self.scan(0, HERE)
        except ShellSyntaxError as error:
            unclosed = error.incomplete and not error.message.endswith("`)'")
            bad = BadSubstitution(body) if unclosed else Fault(error.message, body, error.source, error.line)
            parts = (bad,)
            self.pending = []
        self.text, self.pos, self.marked_pos, self.marked_line, self.inside, self.depth, self.here = outer
        self.closers = {}
        return parts


def _unquoted(match: re.Match[str]) -> str:
    """What a quoted piece of a delimiter says. Nothing in a delimiter is expanded."""
    single, ansi, double, escaped = match.groups()
    if ansi is not None:
        return decode_ansi(ansi)
    if double is not None:
        return re.sub(r"\\([$`\"\\])", r"\1", double)
    return str(single if single is not None else escaped.replace("\n", ""))
