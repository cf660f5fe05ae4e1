"""Formats of ``printf`` that are mostly used, with arguments that are what they seem: one function a directive, no bookkeeping.

``printf -v s '%04d' $i`` in a loop takes a third of the time that `printf.FormatPrinter` needs. Whatever has to be complained about,
charged or clamped is left to it: a function that gives None has done nothing.
"""

from __future__ import annotations

from runtime.bash.builtins._format import Directive, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.builtins._format import Piece
    from runtime.bash.limits import Meter

    Written = Callable[[str], str | None]
    Plan = tuple[str | Written, ...]

__all__ = ["plan", "written"]

# Plans that are kept, and the longest format that has one: what a round of it writes is weighed at its end only.
_KEPT, _LONGEST = 256, 4096
# Digits of a number that is sure to fit in 64 bits.
_SHORT = 18
# Digits behind a point that are worth a quick way, and digits in all of which a long double is sure.
_FEW, _SURE = 9, 18
# Widths up to this are not worth charging one by one.
_NARROW = 256
_plans: dict[str, Plan | None] = {}


def plan(text: str, meter: Meter) -> Plan | None:
    """A format's texts and functions; None where a directive needs more than its argument."""
    if len(text) > _LONGEST:
        return None
    if text not in _plans:
        if len(_plans) >= _KEPT:
            _plans.clear()
        steps = [_step(piece) for piece in pieces(text, meter)]
        _plans[text] = None if None in steps else tuple(step for step in steps if step is not None)
    return _plans[text]


def written(steps: Plan, arguments: list[str], most: int) -> str | None:
    """The format used until no argument is left; None where `Printer` has to do it, as for more than ``most`` characters."""
    made: list[str] = []
    size = at = 0
    count = len(arguments)
    while True:
        before = at
        for step in steps:
            if type(step) is str:
                text: str | None = step
            else:
                text = step(arguments[at] if at < count else "")  # type: ignore[operator]
                at += 1
                if text is None:
                    return None
            size += len(text)  # type: ignore[arg-type]
            made.append(text)  # type: ignore[arg-type]
        if size > most:
            return None
        if at >= count or at == before:
            return "".join(made)


def _step(piece: Piece) -> str | Written | None:
    if isinstance(piece, str):
        return piece
    if not isinstance(piece, Directive) or piece.plus or piece.blank or piece.alternate:
        return None
    width, precision = piece.width or 0, piece.precision
    if not isinstance(width, int) or width > _NARROW:
        return None
    if piece.letter == "f" and (precision is None or (isinstance(precision, int) and precision <= _FEW)):
        return _fixed(width, 6 if precision is None else precision, piece.left, piece.zero)
    return _plain(piece, width) if precision is None else None


def _plain(piece: Directive, width: int) -> Written | None:
    if piece.letter == "s":
        return _string(width, piece.left)
    if piece.letter in "xXou":
        return _unsigned(piece.letter.replace("u", "d"), width, piece.left, piece.zero)
    if piece.letter == "c":
        return _character(width, piece.left)
    if piece.letter == "b" and not width:
        return lambda text: None if "\\" in text else text
    if piece.letter in {"d", "i"}:
        return _decimal(width, piece.left, piece.zero)
    if piece.letter == "q" and not width:
        from runtime.bash.expand.quote import backslashed

        return backslashed
    return None


def _string(width: int, left: bool) -> Written:
    if not width:
        return str

    def padded(text: str) -> str | None:
        # Widths count bytes.
        if not text.isascii():
            return None
        return text.ljust(width) if left else text.rjust(width)

    return padded


def _character(width: int, left: bool) -> Written:
    def first(text: str) -> str | None:
        if not text or not text[0].isascii():
            return None
        return text[0].ljust(width) if left else text[0].rjust(width)

    return first


def _unsigned(letter: str, width: int, left: bool, zero: bool) -> Written:
    def number(text: str) -> str | None:
        if not (text.isdecimal() and text.isascii() and len(text) <= _SHORT) or (
            text[0] == "0" and text != "0"
        ):
            return None
        digits = format(int(text), letter)
        if left:
            return digits.ljust(width)
        return digits.zfill(width) if zero else digits.rjust(width)

    return number


def _fixed(width: int, precision: int, left: bool, zero: bool) -> Written:
    """``%.2f`` of a decimal with few digits: C's long double is so close to it that only a tie needs a look at its bits."""

    def number(text: str) -> str | None:
        negative = text[:1] == "-"
        whole, _, part = text[negative:].partition(".")
        digits = whole + part
        if not (whole and digits.isdecimal() and digits.isascii()) or len(digits) + precision > _SURE:
            return None
        dropped = len(part) - precision
        value = int(digits)
        if dropped > 0:
            step = 10**dropped
            value, rest = divmod(value, step)
            if 2 * rest == step:
                return None
            value += 2 * rest > step
        else:
            value *= 10**-dropped
        shown = str(value).rjust(precision + 1, "0")
        if precision:
            shown = f"{shown[:-precision]}.{shown[-precision:]}"
        if negative:
            shown = f"-{shown}"
        if left:
            return shown.ljust(width)
        return shown.zfill(width) if zero else shown.rjust(width)

    return number


def _decimal(width: int, left: bool, zero: bool) -> Written:
    def number(text: str) -> str | None:
        digits = text[1:] if text[:1] == "-" else text
        if not (digits.isdecimal() and digits.isascii() and len(digits) <= _SHORT):
            return None if text else filled("0")
        return None if digits[0] == "0" and text != "0" else filled(text)

    def filled(text: str) -> str:
        if left:
            return text.ljust(width)
        return text.zfill(width) if zero else text.rjust(width)

    return number
