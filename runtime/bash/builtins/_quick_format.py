"""Formats of ``printf`` that are mostly used, with arguments that are what they seem: one function a directive, no bookkeeping.

``printf -v s '%04d' $i`` in a loop takes a third of the time that `printf.Printer` needs. Whatever has to be complained about,
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
    if not isinstance(piece, Directive) or piece.precision is not None:
        return None
    width = piece.width or 0
    if not isinstance(width, int) or width > _NARROW or piece.plus or piece.blank:
        return None
    if piece.letter == "s":
        return _string(width, piece.left)
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
