"""seq: print numbers."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... LAST\n[OPTION]... FIRST LAST\n[OPTION]... FIRST INCREMENT LAST",
    "Print numbers from FIRST to LAST, in steps of INCREMENT.",
    ("f", "format", "FORMAT", "print each with a floating-point conversion of printf"),
    ("s", "separator", "STRING", "part them by STRING, not a newline"),
    ("w", "equal-width", "", "make all equally wide with leading zeros"),
    permute=False,
)
_NUMBER = re.compile(r"[ \t\n\v\f\r]*([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?")
_HEX = re.compile(r"[ \t\n\v\f\r]*[-+]?0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?\d+)?")
_INFINITE = re.compile(r"[ \t\n\v\f\r]*([-+]?)(?:inf|infinity)", re.IGNORECASE)
_FORMAT = re.compile(r"((?:[^%]|%%)*)%([-+ #0']*)(\d*)(?:\.(\d*))?L?(.)((?:[^%]|%%)*)(.*)", re.DOTALL)
_BATCH = 2048
_BATCH_CHARACTERS = 1 << 20
_MOST_DIGITS = 4000
_ENDLESS = None


class _Number:
    """An exact decimal: ``value`` in units of ``10 ** -places``; ``width`` is that of its text. None: infinite."""

    def __init__(self, value: int | None, places: int, width: int) -> None:
        self.value = value
        self.places = places
        self.width = width

    def at(self, places: int) -> int | None:
        """The value with more places."""
        return None if self.value is None else self.value * 10 ** (places - self.places)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _guarded(cx.args))
    operands = given.operands
    if not operands:
        raise OPTIONS.refuse(cx, "missing operand")
    if len(operands) > 3:
        raise OPTIONS.refuse(cx, f"extra operand {quote(operands[3])}")
    form = _format(cx, given)
    numbers = [_parse(cx, text) for text in operands]
    first = numbers[0] if len(numbers) > 1 else _Number(1, 0, 1)
    step = numbers[1] if len(numbers) == 3 else _Number(1, 0, 1)
    last = numbers[-1]
    if step.value == 0:
        raise OPTIONS.refuse(cx, f"invalid Zero increment value: {quote(operands[1])}")
    places = max(first.places, step.places)
    width = _width(first, last, places) if "w" in given else 0
    texts = (
        _plain(first, step, last, places, width) if form is None else _formed(first, step, last, places, form)
    )
    _write(cx, texts, given.get("s", "\n"))
    return 0


def _formed(
    first: _Number, step: _Number, last: _Number, places: int, form: Callable[[float], str]
) -> Iterator[str]:
    exact = max(places, last.places)
    return (form(value / 10**exact) for value in _values(first, step, last, exact))


def _guarded(args: list[str]) -> list[str]:
    """A negative number is no option: it ends them."""
    valued = False
    for at, arg in enumerate(args):
        if not valued and re.match(r"-[\d.]", arg):
            return [*args[:at], "--", *args[at:]]
        if arg == "--" or (not arg.startswith("-") and not valued):
            break
        valued = not valued and arg in ("-s", "-f", "--separator", "--format", "-ws", "-wf")
    return args


def _bad(cx: Context, text: str) -> Done:
    return OPTIONS.refuse(cx, f"invalid floating point argument: {quote(text)}")


def _parse(cx: Context, text: str) -> _Number:
    infinite = _INFINITE.fullmatch(text)
    if infinite is not None:
        return _Number(None if infinite[1] != "-" else -(10**20), 0, len(text))
    if text.strip().lower().lstrip("+-") == "nan":
        raise OPTIONS.refuse(cx, f"invalid {quote('not-a-number')} argument: {quote(text)}")
    if _HEX.fullmatch(text):
        value = float.fromhex(text.strip())
        if not value.is_integer():
            raise _bad(cx, text)
        return _Number(int(value), 0, len(text))
    found = _NUMBER.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        raise _bad(cx, text)
    sign, whole, fraction, power = found.groups(default="")
    exponent = int(power[:6] or 0)
    if len(whole) + len(fraction) + abs(exponent) > _MOST_DIGITS:
        raise _bad(cx, text)
    places = max(0, len(fraction) - exponent)
    value = int(whole + fraction or "0") * 10 ** max(0, exponent - len(fraction))
    width = (
        len(text.strip().lstrip("+"))
        if not power
        else len(whole or "0") + max(exponent, 0) + bool(places) + places
    )
    if not whole and fraction:
        width += 1
    if fraction == "" and "." in text:
        width -= 1
    return _Number(-value if sign == "-" else value, places, width)


def _width(first: _Number, last: _Number, places: int) -> int:
    """-w: the widest of first and last, written with the same places."""
    widths = []
    for number in (first, last):
        point = number.places > 0
        whole = number.width - (number.places + 1 if point else 0)
        widths.append(whole + (places + 1 if places else 0))
    return max(widths)


def _values(first: _Number, step: _Number, last: _Number, places: int) -> range | Iterator[int]:
    start, by, end = first.at(places), step.at(places), last.at(places)
    if start is None or by is None:
        return iter(())
    if end is _ENDLESS:
        from itertools import count

        return count(start, by)
    return range(start, end + (1 if by > 0 else -1), by)


def _plain(first: _Number, step: _Number, last: _Number, places: int, width: int) -> Iterator[str]:
    exact = max(places, last.places)
    values = _values(first, step, last, exact)
    if exact == 0:
        return map(str, values) if not width else (f"{value:0{width}d}" for value in values)
    unit = 10 ** (exact - places)
    return (_decimal(value // unit, places, width) for value in values)


def _decimal(value: int, places: int, width: int) -> str:
    sign = "-" if value < 0 else ""
    digits = f"{abs(value):0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return sign + text.rjust(width - len(sign), "0")


def _write(cx: Context, texts: Iterator[str], separator: str) -> None:
    """In batches: whoever reads may have had enough."""
    from itertools import islice

    write, check = cx.write, cx.meter.check
    lead, any_text = "", False
    count = 1
    while batch := list(islice(texts, count)):
        text = separator.join(batch)
        write(lead + text)
        lead, any_text = separator, True
        count = max(1, min(_BATCH, _BATCH_CHARACTERS * len(batch) // (len(text) + len(separator) + 1)))
        check()
    if any_text:
        write("\n")


def _trouble(cx: Context, text: str, what: str) -> Done:
    cx.complain(f"format {quote(text)} {what}")
    return Done(1)


def _format(cx: Context, given: Given) -> Callable[[float], str] | None:
    """-f: a function from a number to its text."""
    if "f" not in given:
        return None
    text = given["f"]
    found = _FORMAT.fullmatch(text)
    if found is None or (found[5] == "%" and not found[6]):
        raise _trouble(
            cx, text, "ends in %" if text.replace("%%", "").endswith("%") else "has no % directive"
        )
    head, flags, width, precision, letter, tail, more = found.groups()
    if letter not in "efgaEFGA":
        raise _trouble(cx, text, f"has unknown %{letter} directive")
    if more:
        raise _trouble(cx, text, "has too many % directives")
    if "w" in given:
        raise OPTIONS.refuse(cx, "format string may not be specified when printing equal width strings")
    cx.meter.text(max(int((width or "0")[:12]), int((precision or "0")[:12])))
    spec = f"%{flags.replace(chr(39), '')}{width}{'' if precision is None else '.' + precision}{letter}"
    head, tail = head.replace("%%", "%"), tail.replace("%%", "%")
    if letter in "aA":
        return lambda value: head + value.hex() + tail
    return lambda value: head + spec % value + tail
