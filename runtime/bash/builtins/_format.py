"""``printf``'s format: parsed once into pieces, each a text or a `Directive`; the same format is parsed once a process."""

from __future__ import annotations

from runtime.bash.builtins._escapes import ESCAPE_S, FORMAT, decode
from runtime.bash.syntax.lazy_regex import LazyRegex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter

__all__ = ["CONVERSIONS", "Directive", "Warned", "Wrong", "pieces"]

CONVERSIONS = frozenset("diouxXeEfFgGaAcsbqQnT")

# What a directive without flags, width and precision is mostly for.
_PLAIN = frozenset("sdcbqx")
# The flags, width and precision of one directive and what follows them.
_DIRECTIVE = LazyRegex(
    r"%(?P<flags>[-#+ 0']*)(?P<width>\*|[0-9]*)"
    r"(?P<point>\.(?P<precision>\*|-?[0-9]*))?[hjlLtz]*"
)
_CACHE: dict[str, tuple[Piece, ...]] = {}
_CACHED, _LONGEST = 256, 4096
# Widths beyond this are refused by every budget; reading them exactly would cost more than a budget has.
_HUGE = 10**10


class Directive:
    """One ``%`` conversion. ``width`` and ``precision`` are numbers, "*" (from the arguments) or None."""

    __slots__ = ("alternate", "blank", "left", "letter", "plus", "precision", "time", "width", "zero")

    def __init__(
        self, letter: str, flags: str, width: int | str | None, precision: int | str | None, time: str = ""
    ) -> None:
        self.letter = letter
        self.left = "-" in flags
        self.alternate = "#" in flags
        self.plus = "+" in flags
        self.blank = " " in flags
        self.zero = "0" in flags
        self.width = width
        self.precision = precision
        self.time = time


class Warned:
    """A text with something wrong in it, said each time that it is written."""

    __slots__ = ("messages", "text")

    def __init__(self, text: str, messages: list[str]) -> None:
        self.text = text
        self.messages = messages


class Wrong:
    """Where the format makes no more sense: printing ends here with status 1."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message


Piece = str | Directive | Warned | Wrong


def pieces(text: str, meter: Meter) -> tuple[Piece, ...]:
    """The pieces of a format."""
    found = _CACHE.get(text)
    if found is None:
        found = tuple(_parsed(text, meter))
        if len(text) <= _LONGEST:
            if len(_CACHE) >= _CACHED:
                _CACHE.clear()
            _CACHE[text] = found
    return found


def _parsed(text: str, meter: Meter) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    while at < len(text):
        # One time format that is never closed is looked for to the end.
        meter.check()
        start = text.find("%", at)
        if start < 0:
            start = len(text)
        if start > at:
            meter.afford(ESCAPE_S * text.count("\\", at, start))
            found.append(_plain(text[at:start]))
        at = start
        if at < len(text):
            piece, at = _directive(text, at)
            found.append(piece)
            if isinstance(piece, Wrong):
                break
    return found


def _plain(text: str) -> Piece:
    messages: list[str] = []
    decoded, _ = decode(text, FORMAT, messages.append)
    return Warned(decoded, messages) if messages else decoded


def _directive(text: str, at: int) -> tuple[Piece, int]:
    if text.startswith("%%", at):
        return "%", at + 2
    if text[at + 1 : at + 2] in _PLAIN:
        return Directive(text[at + 1], "", None, None), at + 2
    match = _DIRECTIVE.match(text, at)
    assert match is not None  # noqa: S101 - the pattern matches at every %
    end = match.end()
    letter = text[end : end + 1]
    if not letter:
        return Wrong(f"`{text[at:]}': missing format character"), end
    width = _count(match["width"])
    precision = None if match["point"] is None else _count(match["precision"] or "0")
    if letter == "(":
        time, end = _time(text, end)
        if time is None:
            return Warned(text[at:end], ["warning: `\0': invalid time format specification"]), end
        return Directive("T", match["flags"], width, precision, time), end
    if letter not in CONVERSIONS or letter == "T":
        return Wrong(f"`{letter}': invalid format character"), end
    return Directive(letter, match["flags"], width, precision), end + 1


def _count(text: str) -> int | str | None:
    if text == "*":
        return "*"
    if not text or text[0] == "-":
        return None
    return int(text) if len(text) < 10 else _HUGE


def _time(text: str, at: int) -> tuple[str | None, int]:
    """The time format in ``(...)T`` from its parenthesis on, and where the directive ends; None where it is none."""
    depth = 0
    for index in range(at, len(text)):
        if text[index] == "(":
            depth += 1
        elif text[index] == ")":
            depth -= 1
            if depth == 0:
                if text[index + 1 : index + 2] != "T":
                    break
                return text[at + 1 : index], index + 2
    return None, at + 1
