"""The fields that one word grows into, from what its parts hand over in order."""

from __future__ import annotations

from runtime.bash.expand.pattern import escape, is_magic
from runtime.bash.expand.split import Splitter, splitter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

    Emit = Callable[["State", "Fields"], None]

__all__ = ["Fields", "append_split"]


class Fields:
    """Builds fields at the end of ``out``.

    A field is open once something, if only a pair of quotes, was put into it. ``_ended`` remembers that white space has
    just ended one, so that a hard separator behind it belongs to the same gap.
    """

    __slots__ = ("_ended", "_lost", "_magic", "_open", "_parts", "_splitter", "out", "st")

    def __init__(self, st: State, out: list[str]) -> None:
        self.st = st
        self.out = out
        self._parts: list[tuple[str, bool]] = []
        self._open = False
        self._magic = False
        self._ended = False
        self._lost = False
        self._splitter = splitter(st.ifs)

    def quoted(self, text: str) -> None:
        """Text as it is; empty text too makes a field."""
        self._parts.append((text, True))
        self._open = True

    def plain(self, text: str) -> None:
        """Unquoted text of the script: not split, but a pattern."""
        if text:
            self._parts.append((text, False))
            self._open = True
            self._magic = True

    def split(self, text: str) -> None:
        """The value of an unquoted expansion."""
        weigh(self.st, self._splitter, text)
        pieces = self._splitter.parts(text)
        self._bare(pieces[0])
        hard = self._splitter.hard
        for at in range(1, len(pieces), 2):
            delimiter = pieces[at]
            if hard and not _is_white(delimiter, hard):
                self._separate()
            else:
                self._space()
            self._bare(pieces[at + 1])

    def _bare(self, text: str) -> None:
        if text:
            self._parts.append((text, False))
            self._open = True
            self._magic = True

    def _space(self) -> None:
        if self._open:
            self._close()
            self._ended = True

    def _separate(self) -> None:
        if self._open:
            self._close()
        elif self._ended:
            self._ended = False
        else:
            self.out.append("")

    def each(self, values: list[str]) -> None:
        """``"$@"``: the first joins what stands before, the last what follows."""
        if not values:
            self._lost = True
        for number, value in enumerate(values):
            if number:
                self._close()
            self._parts.append((value, True))
            self._open = True

    def together(self, emits: list[Emit]) -> None:
        """What stands between two double quotes: with an empty ``$@`` among it, and no text, it makes no field."""
        made, parts, was_open, self._lost = len(self.out), len(self._parts), self._open, False
        for emit in emits:
            emit(self.st, self)
        if self._lost and made == len(self.out) and not any(text for text, _ in self._parts[parts:]):
            del self._parts[parts:]
            self._open = was_open

    def each_split(self, values: list[str]) -> None:
        """Unquoted ``$@`` and ``$*``: every value on its own, and split; empty ones stay where IFS has no white space."""
        keep = bool(self._splitter.hard) and self._splitter.fields(" ") != []
        for number, value in enumerate(values):
            if number:
                if keep and not self._open:
                    self.out.append("")
                elif self._open:
                    self._close()
                self._ended = False
            self.split(value)

    def _close(self) -> None:
        parts = self._parts
        text = parts[0][0] if len(parts) == 1 else "".join([part for part, _ in parts])
        st = self.st
        if self._magic and not st.options["noglob"] and is_magic(text, st.options["extglob"]):
            from runtime.bash.expand.glob import pathnames

            self.out += pathnames(st, "".join([escape(t) if q else t for t, q in parts]), text)
        else:
            self.out.append(text)
        self._parts = []
        self._open = self._magic = self._ended = False

    def done(self) -> None:
        """The word is over."""
        if self._open:
            self._close()


def _is_white(delimiter: str, hard: str) -> bool:
    """Whether a gap is white space only."""
    return not any(c in delimiter for c in hard)


def weigh(st: State, by: Splitter, text: str) -> None:
    """Charge the fields of a long text before they are made; of a short one there cannot be too many."""
    if len(text) > st.meter.limits.max_expansion_fields:
        st.meter.fields(by.count(text))


def append_split(st: State, out: list[str], value: str) -> None:
    """A word that is nothing but one unquoted expansion: its value, split and expanded to pathnames."""
    by = splitter(st.ifs)
    weigh(st, by, value)
    found = by.fields(value)
    options = st.options
    if options["noglob"] or not is_magic(value, options["extglob"]):
        out += found
        return
    from runtime.bash.expand.glob import pathnames

    for field in found:
        if is_magic(field, options["extglob"]):
            out += pathnames(st, field, field)
        else:
            out.append(field)
