"""The base of the parser: the text, the place in it, lines, depth, faults, and the loop that reads text into parts."""

from __future__ import annotations

from itertools import groupby

from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.syntax.contexts import DOUBLE
from runtime.bash.syntax.tree import DoubleQuoted, Literal, Quoted

# Nodes between two looks at the reader's clock.
_LOOK_NODES = 512

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from runtime.bash.limits import Limits
    from runtime.bash.syntax.contexts import LexicalContext
    from runtime.bash.syntax.options import ParseOptions
    from runtime.bash.syntax.tree import HereDocument, Part, Sequence

    # Reads what begins at a position; leaves `pos` behind it. A str is plain text, None ends the text there.
    Handler = Callable[[Any, int, LexicalContext], Part | str | tuple[Part, ...] | None]

__all__ = ["Scanner", "merged"]

# Splices copy the text: so many bytes of copies per byte of allowed input bound the work that aliases can cause.
_SPLICE_WORK = 500


class Scanner:
    """Reads parts of words. ``pos`` is behind what was read last."""

    __slots__ = (
        "aliasing",
        "barred",
        "closers",
        "depth",
        "due",
        "expanding",
        "here",
        "inside",
        "limits",
        "look",
        "marked_line",
        "marked_pos",
        "newlines",
        "next_alias",
        "nodes",
        "options",
        "pending",
        "pos",
        "spans",
        "spliced",
        "text",
        "warnings",
    )

    # Character, or dollar and character, to handler; filled in by the modules that know them.
    handlers: dict[str, Handler] = {}  # noqa: RUF012  (one table for the class, filled at import)

    def __init__(self, text: str, options: ParseOptions, limits: Limits, first_line: int = 1) -> None:
        if len(text) > limits.max_input_bytes:
            raise LimitExceeded("input_bytes", f"a script of more than {limits.max_input_bytes} bytes")
        if "\0" in text:
            text = text.replace("\0", "")
        # As bash does: the input ends with a newline, which no backslash before it hides.
        bare = text.removesuffix("\n")
        hidden = (len(bare) - len(bare.rstrip("\\"))) % 2
        if len(bare) < len(text):
            text += "\n" * hidden
        else:
            text += "\\\n" if hidden else "\n"
        self.text = text
        self.pos = 0
        self.options = options
        self.limits = limits
        self.marked_pos = 0
        self.marked_line = first_line
        self.depth = 0
        self.nodes = 0
        # Called every few hundred nodes: the reader's clock.
        self.look: Callable[[], None] | None = None
        self.due = _LOOK_NODES
        self.spliced = 0
        self.aliasing = False
        # Aliases whose text is being read, each with how much text is left behind it.
        self.expanding: list[tuple[str, int]] = []
        # Where (as text left) a word is looked up as an alias though it is no command: behind an alias ending in a blank.
        self.next_alias = -1
        # Where each parenthesis closes that was passed over unparsed.
        self.closers: dict[int, int] = {}
        # Where reserved words are not recognized: behind the redirections of a compound command.
        self.barred = -1
        # The line that bash gives to commands in the body of a here-document being read: that of its redirection.
        self.here = 0
        # Command substitutions around the place being read.
        self.inside = 0
        # Here-documents whose bodies begin behind the next newline, each with its line.
        self.pending: list[tuple[HereDocument, bool, int]] = []
        self.warnings: list[tuple[int, str]] = []
        # For the printer only: begin, end and what stands there instead, of all that bash rewrites in a word; and the
        # commands (by id) that a newline ends.
        self.spans: list[tuple[int, int, Sequence | str]] | None = None
        self.newlines: set[int] | None = None

    # Places

    def line_at(self, pos: int) -> int:
        """The line of a position. Positions ask in rising order, so that all calls together read the text once."""
        marked = self.marked_pos
        if pos >= marked:
            self.marked_line += self.text.count("\n", marked, pos)
        else:
            self.marked_line -= self.text.count("\n", pos, marked)
        self.marked_pos = pos
        return self.marked_line

    def splice(self, start: int, end: int, text: str) -> None:
        """Put ``text`` in the place of what stands between ``start`` and ``end``."""
        self.spliced += len(self.text) + len(text)
        if self.spliced > self.limits.max_input_bytes * _SPLICE_WORK:
            raise LimitExceeded("input_bytes", "aliases or line continuations in names replace too much text")
        self.closers = {}
        self.text = self.text[:start] + text + self.text[end:]
        if len(self.text) > self.limits.max_input_bytes:
            raise LimitExceeded(
                "input_bytes", f"aliases expand to more than {self.limits.max_input_bytes} bytes"
            )

    def deeper(self, levels: int = 1) -> None:
        """Go down; the caller comes back by ``depth -= levels``."""
        self.depth += levels
        if self.depth > self.limits.max_parse_depth:
            raise LimitExceeded(
                "parse_depth", f"syntax nested more than {self.limits.max_parse_depth} levels deep"
            )

    def count(self, grown: int) -> None:
        """So many more nodes."""
        self.nodes += grown
        if self.nodes > self.due:
            self.due = self.nodes + _LOOK_NODES
            if self.look is not None:
                self.look()
        if self.nodes > self.limits.max_ast_nodes:
            raise LimitExceeded(
                "ast_nodes", f"a script of more than {self.limits.max_ast_nodes} syntax elements"
            )

    # Faults

    def fault(self, message: str, pos: int, *, echo: bool = True) -> NoReturn:
        """Raise the syntax error ``message`` at ``pos``, with its line echoed."""
        begin = self.text.rfind("\n", 0, pos) + 1
        end = self.text.find("\n", pos)
        source = self.text[begin : end if end >= 0 else None]
        raise ShellSyntaxError(
            message, self.line_at(pos), pos - begin + 1, source=f"`{source}'" if echo else ""
        )

    def unmatched(self, wanted: str, start: int) -> NoReturn:
        """The text ends inside quotes or brackets that began at ``start``."""
        begin = self.text.rfind("\n", 0, start) + 1
        raise ShellSyntaxError(
            f"unexpected EOF while looking for matching `{wanted}'",
            self.line_at(start),
            start - begin + 1,
            incomplete=True,
        )

    # Text

    def scan(self, pos: int, cx: LexicalContext) -> tuple[Part, ...]:
        """Read parts from ``pos`` to where the context ends; ``self.pos`` is left at the character that ended them."""
        start, depth = pos, 0
        pieces: list[Part | str] = []
        # What stands around the double quotes being read: they nest here, not in frames of Python.
        around: list[tuple[LexicalContext, list[Part | str], int, int]] = []
        while True:
            match = cx.match(self.text, pos)
            if match is not None:
                pieces.append(match[0])
                pos = match.end()
            char = self.text[pos : pos + 1]
            if char == '"' and cx.double:
                around.append((cx, pieces, depth, start))
                cx, pieces, depth, start = DOUBLE, [], 0, pos
                pos += 1
            elif char and char in cx.special:
                found = self.handlers.get(self.text[pos : pos + 2]) if char in "$<>" else None
                piece = (found or self.handlers[char])(self, pos, cx)
                if piece is None:
                    break
                pos = self.pos
                pieces += piece if type(piece) is tuple else (piece,)  # type: ignore[arg-type]
                if not len(pieces) % _LOOK_NODES and self.look is not None:
                    self.look()
            else:
                depth = self._nesting(char, depth, cx, start)
                if depth >= 0:
                    pieces.append(char)
                elif around:
                    self.count(len(pieces))
                    quoted = merged(pieces)
                    cx, pieces, depth, start = around.pop()
                    pieces.extend(quoted if cx.flat else (DoubleQuoted(quoted),))
                else:
                    break
                pos += 1
        self.pos = pos
        self.count(len(pieces))
        return merged(pieces)

    def _nesting(self, char: str, depth: int, cx: LexicalContext, start: int) -> int:
        """How many brackets are open behind ``char``; below zero where the text ends."""
        if not char:
            if cx.wanted:
                self.unmatched(cx.wanted, start)
            return -1
        if char in cx.opens:
            return depth + 1
        if char in cx.closes:
            return depth - 1
        return -1 if char in cx.ends else depth


def merged(pieces: list[Part | str]) -> tuple[Part, ...]:
    """Pieces as parts, neighbours of one kind joined once: a word of many pieces costs linear time."""
    if len(pieces) == 1:
        only = pieces[0]
        return (Literal(only) if type(only) is str else only,) if only != "" else ()  # type: ignore[return-value]
    parts: list[Part] = []
    for kind, group in groupby(pieces, _kind):
        if kind is Literal:
            text = "".join([piece if type(piece) is str else piece.text for piece in group])  # type: ignore[union-attr]
            if text:
                parts.append(Literal(text))
        elif kind is Quoted:
            parts.append(Quoted("".join([piece.text for piece in group])))  # type: ignore[union-attr]
        else:
            parts.extend(group)  # type: ignore[arg-type]
    return tuple(parts)


def _kind(piece: Part | str) -> type:
    kind = type(piece)
    return Literal if kind is str else kind
