"""What an expansion gives, before its place in a word decides what becomes of it.

Scalar     one text
Many       a list of texts: ``$@``, ``${a[*]}`` and what operators make of them
Choice     ``${x:-word}``: the value, or the pieces of a word with quoting of their own
Late       known only when it runs: ``${!name}``

Each can be asked for closures: ``text`` (assignments, here-documents), ``pattern`` (quoted text is escaped) and ``emit``
(fields of a word).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.fields import Emit, Fields
    from runtime.bash.state import State

    Text = Callable[[State], str]
    Mask = Callable[[str], str]
    Values = Callable[[State], list[str]]

__all__ = [
    "Bare",
    "Choice",
    "Expansion",
    "Fixed",
    "Late",
    "Many",
    "Pieces",
    "Quotes",
    "Scalar",
    "closure",
    "concatenated",
    "joint",
    "merged",
]


def joint(st: State) -> str:
    """What ``"$*"`` puts between values: the first character of IFS, a blank when IFS is unset."""
    ifs = st.ifs
    return " " if ifs is None else ifs[:1]


def merged(st: State, values: list[str], between: str) -> str:
    """Values as one text, charged before it is made."""
    if len(values) > 64:
        st.meter.text(sum(map(len, values)) + len(between) * len(values))
    return between.join(values)


class Expansion:
    """Base: one part of a word as an expansion."""

    __slots__ = ("quoted",)

    def __init__(self, quoted: bool) -> None:
        self.quoted = quoted

    if TYPE_CHECKING:

        def text(self) -> Text:
            """Its value where nothing is split."""

    def masked(self, mask: Mask) -> Text:
        """As `text`, with quoted text sent through ``mask``: what is quoted is no pattern."""
        text = self.text()
        if not self.quoted:
            return text
        return lambda st: mask(text(st))

    if TYPE_CHECKING:

        def emit(self) -> Emit:
            """Puts it into a word's fields."""


class Fixed(Expansion):
    """Text of the script itself."""

    __slots__ = ("value",)

    def __init__(self, value: str, quoted: bool) -> None:
        super().__init__(quoted)
        self.value = value

    def text(self) -> Text:
        value = self.value
        return lambda st: value  # noqa: ARG005

    def emit(self) -> Emit:
        value = self.value
        if self.quoted:
            return lambda st, fields: fields.quoted(value)  # noqa: ARG005
        return lambda st, fields: fields.plain(value)  # noqa: ARG005


class Bare(Fixed):
    """Unquoted text in the word of ``${x:-word}``: split like a value."""

    __slots__ = ()

    def __init__(self, value: str) -> None:
        super().__init__(value, quoted=False)

    def emit(self) -> Emit:
        value = self.value
        return lambda st, fields: fields.split(value)  # noqa: ARG005


class Scalar(Expansion):
    """One text."""

    __slots__ = ("read",)

    def __init__(self, read: Text, quoted: bool) -> None:
        super().__init__(quoted)
        self.read = read

    def text(self) -> Text:
        return self.read

    def emit(self) -> Emit:
        read = self.read
        if self.quoted:
            return lambda st, fields: fields.quoted(read(st))
        return lambda st, fields: fields.split(read(st))


class Many(Expansion):
    """A list of texts; ``star`` joins them by IFS where a single text is wanted."""

    __slots__ = ("star", "values")

    def __init__(self, values: Values, star: bool, quoted: bool) -> None:
        super().__init__(quoted)
        self.values = values
        self.star = star

    def text(self) -> Text:
        values = self.values
        if self.star:
            return lambda st: merged(st, values(st), joint(st))
        return lambda st: merged(st, values(st), " ")

    def emit(self) -> Emit:
        values = self.values
        if not self.quoted:
            return lambda st, fields: fields.each_split(values(st))
        if self.star:
            return lambda st, fields: fields.quoted(merged(st, values(st), joint(st)))
        return lambda st, fields: fields.each(values(st))


class Choice(Expansion):
    """The value itself, or ``word`` when ``chosen(st)`` says so; ``own`` is None where the value is never used."""

    __slots__ = ("chosen", "own", "word")

    def __init__(
        self, chosen: Callable[[State], bool], own: Expansion | None, word: Expansion, quoted: bool
    ) -> None:
        super().__init__(quoted)
        self.chosen = chosen
        self.own = own
        self.word = word

    def text(self) -> Text:
        chosen, word = self.chosen, self.word.text()
        own = Fixed("", self.quoted).text() if self.own is None else self.own.text()
        return lambda st: word(st) if chosen(st) else own(st)

    def masked(self, mask: Mask) -> Text:
        chosen, word = self.chosen, self.word.masked(mask)
        own = Fixed("", self.quoted).text() if self.own is None else self.own.masked(mask)
        return lambda st: word(st) if chosen(st) else own(st)

    def emit(self) -> Emit:
        chosen, word = self.chosen, self.word.emit()
        own = Fixed("", self.quoted).emit() if self.own is None else self.own.emit()

        def emit(st: State, fields: Fields) -> None:
            (word if chosen(st) else own)(st, fields)

        return emit


class Late(Expansion):
    """``find(st)`` gives the expansion that it is this time."""

    __slots__ = ("find",)

    def __init__(self, find: Callable[[State], Expansion], quoted: bool) -> None:
        super().__init__(quoted)
        self.find = find

    def text(self) -> Text:
        find = self.find
        return lambda st: find(st).text()(st)

    def masked(self, mask: Mask) -> Text:
        find = self.find
        return lambda st: find(st).masked(mask)(st)

    def emit(self) -> Emit:
        find = self.find
        return lambda st, fields: find(st).emit()(st, fields)


class Pieces(Expansion):
    """Several parts in a row, each with quoting of its own: the word of ``${x:-a"b"$c}``."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Expansion], quoted: bool) -> None:
        super().__init__(quoted)
        self.parts = parts

    def folded(self, mask: Mask | None = None) -> str | Text:
        """The parts as one text, a constant where all are."""
        return concatenated([_text(part) if mask is None else _masked(part, mask) for part in self.parts])

    def text(self) -> Text:
        return closure(self.folded())

    def masked(self, mask: Mask) -> Text:
        return closure(self.folded(mask))

    def emit(self) -> Emit:
        emits = [part.emit() for part in self.parts]

        def emit(st: State, fields: Fields) -> None:
            for part in emits:
                part(st, fields)

        return emit


class Quotes(Pieces):
    """What stands between double quotes, where a list is among it."""

    __slots__ = ()

    def emit(self) -> Emit:
        emits = [part.emit() for part in self.parts]
        return lambda st, fields: fields.together(emits)  # noqa: ARG005


def _text(part: Expansion) -> str | Text:
    return part.value if isinstance(part, Fixed) else part.text()


def _masked(part: Expansion, mask: Mask) -> str | Text:
    if isinstance(part, Fixed):
        return mask(part.value) if part.quoted else part.value
    return part.masked(mask)


def closure(text: str | Text) -> Text:
    """``text`` as a closure."""
    return (lambda st: text) if isinstance(text, str) else text  # noqa: ARG005


# Texts up to this size are not worth a question to the meter.
_SMALL = 65_536


def concatenated(parts: list[str | Text]) -> str | Text:
    """The parts in a row: a constant, or a closure. The commonest shapes have one of their own."""
    folded: list[str | Text] = []
    for part in parts:
        if isinstance(part, str) and folded and isinstance(folded[-1], str):
            folded[-1] += part
        elif part != "":
            folded.append(part)
    if not folded:
        return ""
    if len(folded) == 1:
        return folded[0]
    if len(folded) == 2:
        return _pair(folded[0], folded[1])
    if len(folded) == 3 and isinstance(folded[0], str) and isinstance(folded[2], str):
        return _between(folded[0], closure(folded[1]), folded[2])
    return _row(folded)


def _pair(left: str | Text, right: str | Text) -> Text:
    if isinstance(left, str):
        return _between(left, closure(right), "")
    if isinstance(right, str):
        return _between("", left, right)

    def both(st: State) -> str:
        made = left(st) + right(st)
        if len(made) > _SMALL:
            st.meter.text(len(made))
        return made

    return both


def _between(left: str, middle: Text, right: str) -> Text:
    def between(st: State) -> str:
        made = f"{left}{middle(st)}{right}"
        if len(made) > _SMALL:
            st.meter.text(len(made))
        return made

    return between


def _row(parts: list[str | Text]) -> Text:
    def row(st: State) -> str:
        made = [part if type(part) is str else part(st) for part in parts]  # type: ignore[operator]
        size = sum(map(len, made))
        if size > _SMALL:
            st.meter.text(size)
        return "".join(made)

    return row
