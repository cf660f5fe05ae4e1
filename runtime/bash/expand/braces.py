"""Brace expansion: ``{a,b}``, ``{1..10..2}``, ``{a..e}``, nested and next to anything.

A word is read into a tree: a `Row` of pieces, each a piece of the word, a `Range` or a `Choices`. The number of words it makes is
known before one of them is made.
"""

from __future__ import annotations

import re
from itertools import pairwise, product

from runtime.bash.errors import LimitExceeded
from runtime.bash.syntax.tree import Literal, Parameter, Quoted, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.syntax.tree import Part

    Piece = Part | str  # a str is a character of unquoted text
    Parts = tuple[Part, ...]

__all__ = ["FOLDED", "Braces", "expansion"]

# Up to so many words are made when the script is compiled, more when it runs.
FOLDED = 128
_MAX = 1 << 62
_INT64 = 1 << 63
_MAX_DEPTH = 60
_BACKSLASH = 92
_SEQUENCE = re.compile(r"(.+?)\.\.(.+?)(?:\.\.([+-]?\d+))?", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_]+")
# Pairing the braces of a word takes microseconds a character, in which nothing looks at the clock.
_LONGEST = 100_000
_NUMBER = re.compile(r"[+-]?\d{1,19}")
_PADDED = re.compile(r"[+-]?0\d")


class Range:
    """``{first..last..step}``."""

    __slots__ = ("letters", "numbers", "width")

    def __init__(self, numbers: range, letters: bool, width: int) -> None:
        self.numbers = numbers
        self.letters = letters
        self.width = width

    @property
    def count(self) -> int:
        # len() of a range beyond the C integers fails.
        numbers = self.numbers
        return (numbers[-1] - numbers.start) // numbers.step + 1

    def texts(self) -> Iterator[str]:
        if self.letters:
            # The backslash among them quotes what follows, which is nothing.
            return (chr(number) if number != _BACKSLASH else "" for number in self.numbers)
        if self.width:
            return (f"{number:0{self.width}d}" for number in self.numbers)
        return map(str, self.numbers)

    def parts(self) -> Iterator[Parts]:
        return ((Literal(text) if text else Quoted(""),) for text in self.texts())


class FixedText:
    """Parts that stand as they are."""

    __slots__ = ("fixed",)
    count = 1

    def __init__(self, fixed: Parts) -> None:
        self.fixed = fixed

    def texts(self) -> Iterator[str]:
        return iter(["".join(part.text for part in self.fixed if isinstance(part, Literal))])

    def parts(self) -> Iterator[Parts]:
        return iter([self.fixed])


class Row:
    """Pieces side by side: every combination, the last varying fastest."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: list[Node]) -> None:
        self.pieces = pieces

    @property
    def count(self) -> int:
        total = 1
        for piece in self.pieces:
            total = min(_MAX, total * piece.count)
        return total

    def texts(self) -> Iterator[str]:
        if len(self.pieces) == 1:
            return self.pieces[0].texts()
        return map("".join, _combinations([piece.texts for piece in self.pieces]))

    def parts(self) -> Iterator[Parts]:
        return (sum(chosen, ()) for chosen in _combinations([piece.parts for piece in self.pieces]))


def _combinations(makers: list[Callable[[], Iterator[Any]]]) -> Iterator[tuple[Any, ...]]:
    first, *others = makers
    # Only the first is walked lazily: `product` keeps what it is given.
    kept = [list(maker()) for maker in others]
    return ((one, *rest) for one in first() for rest in product(*kept))


class Choices:
    """``{a,b}``."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    @property
    def count(self) -> int:
        return min(_MAX, sum(row.count for row in self.rows))

    def texts(self) -> Iterator[str]:
        return (text for row in self.rows for text in row.texts())

    def parts(self) -> Iterator[Parts]:
        return (parts for row in self.rows for parts in row.parts())


if TYPE_CHECKING:
    Node = Range | FixedText | Row | Choices


class Braces:
    """What a word with braces expands to."""

    __slots__ = ("_plain", "_row", "count")

    def __init__(self, row: Row, plain: bool) -> None:
        self._row = row
        self._plain = plain
        self.count = row.count

    def texts(self) -> Iterator[str] | None:
        """The fields themselves, where the word is nothing but text without patterns or tildes; else None."""
        return self._row.texts() if self._plain else None

    def words(self) -> Iterator[Word]:
        """The words."""
        return (Word(_closed(_merged(parts))) for parts in self._row.parts())


class _Open(Parameter):
    """``$name`` at the end of a piece: what comes to stand behind it may make the name longer (``$x{a,b}`` is ``$xa $xb``)."""

    __slots__ = ()


def _merged(parts: Parts) -> Parts:
    made: list[Part] = []
    for part in parts:
        last = made[-1] if made else None
        if isinstance(part, Literal) and isinstance(last, _Open) and (more := _NAME.match(part.text)):
            made[-1] = _Open(last.name + more[0])
            if rest := part.text[more.end() :]:
                made.append(Literal(rest))
        elif isinstance(part, Literal) and isinstance(last, Literal):
            made[-1] = Literal(last.text + part.text)
        elif not isinstance(part, Literal) or part.text:
            made.append(part)
    return tuple(made)


def _closed(parts: Parts) -> Parts:
    return tuple(Parameter(part.name) if isinstance(part, _Open) else part for part in parts)


def expansion(word: Word) -> Braces | None:
    """The expansion of a word, None when its braces mean nothing. Raises LimitExceeded."""
    if len(word.source) > _LONGEST:
        raise LimitExceeded("braces", f"a word with braces of more than {_LONGEST} characters")
    pieces: list[Piece] = []
    for part, behind in zip(word.parts, (*word.parts[1:], None), strict=True):
        if isinstance(part, Literal):
            pieces += part.text
        elif isinstance(part, Parameter) and isinstance(behind, Literal) and _is_open(part, behind, word):
            pieces.append(_Open(part.name))
        else:
            pieces.append(part)
    row, found = _row(pieces, _partners(pieces), 0, len(pieces), 0)
    if not found:
        return None
    plain = all(isinstance(part, Literal) for part in word.parts) and not any(
        isinstance(piece, str) and piece in "*?[~(" for piece in pieces
    )
    return Braces(row, plain)


def _is_open(part: Parameter, behind: Literal, word: Word) -> bool:
    """Whether it was written ``$name`` (and not ``${name}``) next to a brace or the comma of one."""
    mark = behind.text[:1]
    return mark in "{,}" and part.name.isidentifier() and f"${part.name}{mark}" in word.source


def _partners(pieces: list[Piece]) -> dict[int, tuple[int, list[int]]]:
    """For each ``{`` that is closed: where, and the commas that are its own."""
    partners: dict[int, tuple[int, list[int]]] = {}
    open_: list[tuple[int, list[int]]] = []
    for at, piece in enumerate(pieces):
        if piece == "{":
            open_.append((at, []))
        elif piece == "}" and open_:
            start, commas = open_.pop()
            partners[start] = (at, commas)
        elif piece == "," and open_:
            open_[-1][1].append(at)
    return partners


def _row(
    pieces: list[Piece], partners: dict[int, tuple[int, list[int]]], at: int, end: int, depth: int
) -> tuple[Row, bool]:
    nodes: list[Node] = []
    fixed: list[Part] = []
    found = False
    while at < end:
        node = None
        piece = pieces[at]
        if piece == "{" and depth < _MAX_DEPTH and at in partners and partners[at][0] < end:
            close, commas = partners[at]
            node = _brace(pieces, partners, at, close, commas, depth)
        if node is None:
            fixed.append(Literal(piece) if isinstance(piece, str) else piece)
            at += 1
            continue
        if fixed:
            nodes.append(FixedText(_merged(tuple(fixed))))
            fixed = []
        nodes.append(node)
        found = True
        at = close + 1
    if fixed or not nodes:
        nodes.append(FixedText(_merged(tuple(fixed))))
    return Row(nodes), found


def _brace(
    pieces: list[Piece],
    partners: dict[int, tuple[int, list[int]]],
    start: int,
    close: int,
    commas: list[int],
    depth: int,
) -> Node | None:
    if commas:
        bounds = [start, *commas, close]
        rows = [_row(pieces, partners, left + 1, right, depth + 1)[0] for left, right in pairwise(bounds)]
        return Choices(rows)
    inside = pieces[start + 1 : close]
    if not all(isinstance(piece, str) for piece in inside):
        return None
    return _range("".join(inside))  # type: ignore[arg-type]


def _range(text: str) -> Range | None:
    match = _SEQUENCE.fullmatch(text)
    if match is None:
        return None
    first, last, by = match.groups()
    step = abs(int(by)) if by and len(by) < 21 else 0 if not by else _INT64
    if step >= _INT64:
        return None
    step = step or 1
    if _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last):
        low, high = int(first), int(last)
        if not (-_INT64 <= low < _INT64 and -_INT64 <= high < _INT64):
            return None
        padded = _PADDED.match(first) or _PADDED.match(last)
        return Range(_numbers(low, high, step), False, max(len(first), len(last)) if padded else 0)
    if len(first) == 1 and len(last) == 1 and (first + last).isascii() and (first + last).isalpha():
        return Range(_numbers(ord(first), ord(last), step), True, 0)
    return None


def _numbers(low: int, high: int, step: int) -> range:
    return range(low, high + 1, step) if low <= high else range(low, high - 1, -step)
