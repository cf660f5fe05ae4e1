"""``printf``: a format, used again until all arguments are consumed.

A width or a precision is charged before anything of that size is made. Widths count bytes, as C's do.
"""

from __future__ import annotations

from runtime.bash.builtins._escapes import ARGUMENT, ESCAPE_S, decode, tidy
from runtime.bash.builtins._fast_format import plan, written
from runtime.bash.builtins._format import Directive, Warned, Wrong, pieces
from runtime.bash.builtins._options import USAGE, bad_name, emit, options, usage
from runtime.bash.builtins._variables import is_reference, store
from runtime.bash.charset import narrow
from runtime.bash.syntax.lazy_regex import LazyRegex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.builtins._format import Piece
    from runtime.bash.state import State

SYNOPSIS = "[-v var] format [arguments]"
HELP = """Format and print arguments under the control of a format.

Options:
  -v var   assign the output to the variable (or array element) var instead of printing it

The format has plain characters, escapes as in $'...', and directives as in printf(1); besides:
  %b       expand backslash escapes in the argument
  %q       quote the argument so that the shell reads it back; %Q applies the precision before quoting
  %(fmt)T  the time, by strftime's fmt; -1 is now, -2 the shell's start"""

_BITS = 64
_INTEGER = LazyRegex(r"[ \t\n\r\v\f]*([+-]?)(?:0[xX]([0-9a-fA-F]+)|0([0-7]*)|([1-9][0-9]*))?")
# A number of more digits than this is out of range; it is not computed.
_DIGITS = 64
# Digits that are within every range.
_SHORT = 10
_INT = (1 << 31) - 1


def main(st: State, argv: list[str]) -> int:
    """Print, or with ``-v`` assign."""
    target = None
    at = 1
    if len(argv) > 3 and argv[1] == "-v" and argv[3][:1] != "-" and is_reference(argv[2]):
        # What a loop says, without reading options.
        target, at = argv[2], 3
    elif len(argv) > 1 and argv[1][:1] == "-":
        parsed = options(st, argv, "v:")
        if parsed is None:
            return USAGE
        for _, target in parsed[0]:
            if not is_reference(target):
                bad_name(st, "printf", target)
                return USAGE
        at = parsed[1]
    if at >= len(argv):
        return usage(st, "printf")
    text, status = _printed(st, argv[at], argv[at + 1 :], direct=target is None)
    if target is None:
        return (emit(st, "printf", text) if text else 0) or status
    # A variable holds no NUL: C's string ends there.
    return store(st, target, tidy(text.partition("\0")[0])) or status


def _printed(st: State, form: str, arguments: list[str], *, direct: bool) -> tuple[str, int]:
    """The text and the status."""
    steps = plan(form, st.meter)
    quick = None if steps is None else written(steps, arguments, st.meter.limits.max_variable_bytes)
    if quick is not None:
        return quick, 0
    printer = FormatPrinter(st, arguments, direct=direct)
    printer.run(pieces(form, st.meter))
    return "".join(printer.out), printer.status


class _Stop(Exception):
    """``%b`` with ``\\c``, or an error: nothing more is printed."""


class FormatPrinter:
    """One run of ``printf``: the arguments still to come and what was made of those before."""

    __slots__ = ("arguments", "at", "direct", "out", "size", "st", "status")

    def __init__(self, st: State, arguments: list[str], *, direct: bool) -> None:
        self.st = st
        self.arguments = arguments
        self.direct = direct
        self.at = 0
        self.out: list[str] = []
        self.size = 0
        self.status = 0

    def run(self, format_pieces: tuple[Piece, ...]) -> None:
        """Print the format until no argument is left, at least once."""
        try:
            while True:
                before = self.at
                for piece in format_pieces:
                    self.add(piece if type(piece) is str else self.piece(piece))
                if self.at >= len(self.arguments) or self.at == before:
                    return
        except _Stop:
            pass

    def add(self, text: str) -> None:
        """Charge for a text and keep it."""
        self.size += len(text)
        self.st.meter.text(self.size)
        self.out.append(text)
        if not len(self.out) & 255:
            self.st.meter.check()

    def piece(self, piece: Piece) -> str:
        """What one piece of the format writes."""
        if isinstance(piece, Directive):
            width, precision = piece.width, piece.precision
            left = piece.left
            if width == "*":
                width = self.count()
                left = left or width < 0
                width = abs(width)
            if precision == "*":
                precision = self.count()
            # Charged before the text of that size is made.
            self.st.meter.text(self.size + max(int(width or 0), int(precision or 0)))
            field = Field(piece, int(width or 0), _precision(precision), left)
            return _CONVERSIONS[piece.letter](self, field)
        if isinstance(piece, Warned):
            for message in piece.messages:
                self.complain(message)
            return piece.text
        if isinstance(piece, Wrong):
            self.complain(piece.message)
            self.status = 1
            raise _Stop
        return piece

    # Arguments

    def argument(self) -> str | None:
        """The next argument; None behind the last."""
        at = self.at
        self.at = at + 1
        return self.arguments[at] if at < len(self.arguments) else None

    def complain(self, message: str) -> None:
        """A message; printing goes on. Complete lines come before it: bash's standard output is line-buffered."""
        if self.direct:
            lines, newline, rest = "".join(self.out).rpartition("\n")
            self.out = [rest]
            if newline:
                emit(self.st, "printf", lines + newline)
        self.st.complain(f"printf: {message}")

    def invalid(self, text: str) -> None:
        """``text`` is no number."""
        kind = "invalid number"
        if text[:1] == "0" and text[1:2].isdecimal():
            kind = "invalid octal number"
        elif text[:2] == "0x":
            kind = "invalid hex number"
        self.complain(f"{text}: {kind}")
        self.status = 1

    def integer(self, lowest: int, highest: int) -> int:
        """The next argument as an integer, as C's ``strtoimax`` with base 0 reads it."""
        text = self.argument()
        if not text:
            return 0
        if text[0] in "'\"":
            return _code(text[1:], self.st.narrow)
        if text.isascii() and text.isdecimal() and text[0] != "0" and len(text) < _SHORT:
            return int(text)
        match = _INTEGER.match(text)
        assert match is not None  # noqa: S101 - the pattern may match nothing, but it matches
        if match.end() < len(text) or not match[0].strip():
            self.invalid(text)
        sign, hexadecimal, octal, decimal = match.groups()
        digits, base = (hexadecimal, 16) if hexadecimal else (octal, 8) if octal else (decimal, 10)
        value = int((digits or "0").lstrip("0")[:_DIGITS] or "0", base)
        value = -value if sign == "-" else value
        clamped = max(lowest, min(highest, value))
        if clamped != value:
            self.complain(f"warning: {text}: Numerical result out of range")
        return clamped

    def count(self) -> int:
        """A ``*``."""
        return self.integer(-_INT - 1, _INT)


class Field:
    """A directive with its width and precision known."""

    __slots__ = ("directive", "left", "precision", "width")

    def __init__(self, directive: Directive, width: int, precision: int | None, left: bool) -> None:
        self.directive = directive
        self.width = width
        self.precision = precision
        self.left = left

    def padded(self, text: str) -> str:
        """``text`` filled with blanks to the width."""
        missing = self.width - (len(text) if text.isascii() else len(_encoded(text)))
        if missing <= 0:
            return text
        return text + " " * missing if self.left else " " * missing + text

    def cut(self, text: str) -> str:
        """``text`` no longer than the precision, in bytes."""
        if self.precision is None or len(text) * 4 <= self.precision:
            return text
        return _encoded(text)[: self.precision].decode("utf-8", "surrogateescape")

    def signed(self, negative: bool, prefix: str, digits: str, *, zeros: bool) -> str:
        """A number with its sign and prefix, filled to the width."""
        directive = self.directive
        head = "-" if negative else "+" if directive.plus else " " if directive.blank else ""
        head += prefix
        if zeros and directive.zero and not self.left:
            digits = digits.rjust(self.width - len(head), "0")
        return self.padded(head + digits)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _precision(precision: int | str | None) -> int | None:
    return None if precision is None or int(precision) < 0 else int(precision)


def _code(text: str, bytes_: bool) -> int:
    """The code of the first character of ``'c``; a byte that is no UTF-8 counts as itself."""
    if not text:
        return 0
    code = ord(narrow(text[0])[0] if bytes_ else text[0])
    return code - 0xDC00 if 0xDC80 <= code < 0xDD00 else code


# Conversions


def _string(printer: FormatPrinter, field: Field) -> str:
    text = printer.argument() or ""
    return field.padded(field.cut(text)) if field.width or field.precision is not None else text


def _byte(printer: FormatPrinter, field: Field) -> str:
    text = _encoded(printer.argument() or "")[:1].decode("utf-8", "surrogateescape")
    return field.padded(text or "\0")


def _escaped(printer: FormatPrinter, field: Field) -> str:
    argument = printer.argument() or ""
    printer.st.meter.afford(ESCAPE_S * argument.count("\\"))
    text, stopped = decode(argument, ARGUMENT, printer.complain)
    text = field.padded(field.cut(text))
    if stopped:
        printer.add(text)
        raise _Stop
    return text


def _quoted(printer: FormatPrinter, field: Field) -> str:
    from runtime.bash.expand.quote import backslashed

    text = printer.argument() or ""
    if field.directive.letter == "Q":
        return field.padded(backslashed(field.cut(text)))
    return field.padded(field.cut(backslashed(text)))


def _decimal(printer: FormatPrinter, field: Field) -> str:
    value = printer.integer(-(1 << _BITS - 1), (1 << _BITS - 1) - 1)
    return field.signed(value < 0, "", _digits(field, str(abs(value))), zeros=field.precision is None)


def _digits(field: Field, digits: str) -> str:
    if field.precision == 0 and digits == "0":
        return ""
    return digits.rjust(field.precision or 0, "0")


def _unsigned(printer: FormatPrinter, field: Field) -> str:
    letter = field.directive.letter
    value = printer.integer(-(1 << _BITS) + 1, (1 << _BITS) - 1) % (1 << _BITS)
    prefix = ""
    digits = _digits(field, format(value, "d" if letter == "u" else letter))
    if field.directive.alternate and letter == "o" and digits[:1] != "0":
        digits = f"0{digits}"
    elif field.directive.alternate and letter in "xX" and value:
        prefix = f"0{letter}"
    # Signs are for signed conversions: "+" and " " do nothing here.
    text = prefix + digits
    if field.directive.zero and not field.left and field.precision is None:
        text = prefix + digits.rjust(field.width - len(prefix), "0")
    return field.padded(text)


def _floating(printer: FormatPrinter, field: Field) -> str:
    from runtime.bash.builtins import _float

    text = printer.argument() or ""
    if text[:1] in ("'", '"') and text:
        number = _float.read(str(_code(text[1:], printer.st.narrow)))[0]
    else:
        number, length, strange = _float.read(text)
        if length < len(text):
            printer.invalid(text)
        elif strange:
            printer.complain(f"warning: {text}: Numerical result out of range")
    letter = field.directive.letter
    digits = _float.written(number, letter, field.precision, alternate=field.directive.alternate)
    if letter in "aA" and not number.special and field.directive.zero:
        return field.signed(number.negative, digits[:2], digits[2:], zeros=True)
    return field.signed(number.negative, "", digits, zeros=not number.special)


def _time(printer: FormatPrinter, field: Field) -> str:
    from runtime.bash.builtins._clock import formatted

    text = printer.argument()
    if text is None:
        seconds = -1
    else:
        printer.at -= 1
        seconds = printer.integer(-(1 << _BITS - 1), (1 << _BITS - 1) - 1)
    return field.padded(field.cut(formatted(printer.st, field.directive.time or "%X", seconds)))


def _written(printer: FormatPrinter, _field: Field) -> str:
    name = printer.argument()
    if name:
        if not is_reference(name):
            bad_name(printer.st, "printf", name)
            printer.status = 1
            raise _Stop
        store(printer.st, name, str(len(_encoded("".join(printer.out)))))
    return ""


_CONVERSIONS: dict[str, Callable[[FormatPrinter, Field], str]] = {
    "s": _string,
    "c": _byte,
    "b": _escaped,
    "q": _quoted,
    "Q": _quoted,
    "T": _time,
    "n": _written,
    **dict.fromkeys("di", _decimal),
    **dict.fromkeys("ouxX", _unsigned),
    **dict.fromkeys("eEfFgGaA", _floating),
}
