"""numfmt: numbers with units and back."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.input import Lines, encoded, text_of
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.numfmt.ranges import ranges
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [NUMBER]...",
    "Reformat NUMBER(s), or the numbers from standard input if none are specified.",
    ("", "debug", "", "warn of what makes no sense"),
    ("d", "delimiter", "X", "use X instead of whitespace between fields"),
    ("", "field", "FIELDS", "replace the numbers in these fields, as of cut; 1 by default"),
    ("", "format", "FORMAT", "write as printf's %f with width, zeros, - and precision"),
    ("", "from", "UNIT", "units of the input: none, auto, si, iec or iec-i"),
    ("", "from-unit", "N", "size of the input's unit"),
    ("", "grouping", "", "group digits, which this locale does not"),
    ("", "header", "[N]", "print the first N lines as they are, 1 by default"),
    ("", "invalid", "MODE", "of what is no number: abort, fail, warn or ignore"),
    ("", "padding", "N", "at least N characters, to the left when negative"),
    ("", "round", "METHOD", "up, down, from-zero (default), towards-zero or nearest"),
    ("", "suffix", "SUFFIX", "add SUFFIX, and accept it in the input"),
    ("", "to", "UNIT", "units of the output: none, si, iec or iec-i"),
    ("", "to-unit", "N", "size of the output's unit"),
    ("z", "zero-terminated", "", "lines end with NUL"),
)
_FROM = (("none",), ("auto",), ("si",), ("iec",), ("iec-i",))
_TO = (("none",), ("si",), ("iec",), ("iec-i",))
_ROUND = (("up",), ("down",), ("from-zero",), ("towards-zero",), ("nearest",))
_INVALID = (("abort",), ("fail",), ("warn",), ("ignore",))
_LETTERS = "KMGTPEZY"
_NUMBER = re.compile(r"[ \t]*(-?)(\d*)(?:\.(\d*))?([ \t]*)([A-Za-z]?)(i?)(.*)", re.ASCII | re.DOTALL)
_FORMAT = re.compile(r"((?:[^%]|%%)*)%([ '0-]*)(\d*)(?:\.(\d*))?f((?:[^%]|%%)*)", re.DOTALL)
_UNIT = re.compile(r"(\d*)([KMGTPEZY]?)(i?)", re.ASCII)
# GNU 9.1: digits of a number that is read, powers of ten of one that is printed without and with a unit, and bytes.
_MOST_DIGITS = 27
_MOST_PLAIN, _MOST_SCALED = 18, 26
_MOST_BYTES = 127
# The precision of the long double that GNU reckons with.
_MANTISSA_BITS = 64
# Which rounding leaves zero behind: away from it for (numbers above, numbers below).
_AWAY = {
    "up": (True, False),
    "down": (False, True),
    "from-zero": (True, True),
    "towards-zero": (False, False),
}


class _Bad(Exception):
    """A field is no number, or not one that may stand here."""


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    work = _Work(cx, given)
    changes = given.any(("from", "to", "grouping", "padding", "format"))
    if "debug" in given and not changes:
        cx.complain("no conversion option specified")
    end = "\0" if "z" in given else "\n"
    if given.operands:
        for word in given.operands:
            cx.write(work.line(word, False) + end)
        return work.status
    header = given.get("header", "") or "1"
    if not (header.isascii() and header.isdigit()) or not int(header[:18]):
        return cx.fail(f"invalid header value {quote(header)}")
    left = int(header[:18]) if "header" in given else 0
    ending = encoded(end)
    for line in Lines(cx, cx.stdin, ending):
        if left:
            left -= 1
            cx.stdout.write(line)
            continue
        text = text_of(line.removesuffix(ending))
        cx.write(work.line(text, True) + (end if line.endswith(ending) else ""))
    return work.status


class _Work:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.status = 0
        self.source = choose(cx, OPTIONS, "from", given.get("from", "none"), _FROM)
        self.target = choose(cx, OPTIONS, "to", given.get("to", "none"), _TO)
        self.round = choose(cx, OPTIONS, "round", given.get("round", "from-zero"), _ROUND)
        self.invalid = choose(cx, OPTIONS, "invalid", given.get("invalid", "abort"), _INVALID)
        self.suffix = given.get("suffix")
        self.delimiter = given.get("d")
        if "d" in given and len(self.delimiter) > 1:
            raise OPTIONS.refuse(cx, "the delimiter must be a single character")
        self.from_unit = self._unit(given.get("from-unit", "1"))
        self.to_unit = self._unit(given.get("to-unit", "1"))
        self.padding = self._padding(given)
        self.fields = ranges(cx, OPTIONS, given.get("field", "1"))
        self.before = self.behind = self.flags = ""
        self.precision: int | None = None
        if "format" in given:
            self._format(given["format"])

    def _unit(self, text: str) -> int:
        found = _UNIT.fullmatch(text)
        if found is None or not text or len(text) > 18 or found[1] == "0":
            self.cx.complain(f"invalid unit size: {quote(text)}")
            raise Done(1)
        base = 1024 if found[3] else 1000
        power: int = base ** (_LETTERS.index(found[2]) + 1 if found[2] else 0)
        return int(found[1] or 1) * power

    def _padding(self, given: Given) -> int:
        text = given.get("padding", "0")
        if "padding" in given and (not re.fullmatch(r"-?\d{1,18}", text, re.ASCII) or int(text) == 0):
            self.cx.complain(f"invalid padding value {quote(text)}")
            raise Done(1)
        size = int(text)
        self.cx.meter.text(abs(size))
        return size

    def _format(self, text: str) -> None:
        found = _FORMAT.fullmatch(text)
        if found is None:
            problem = (
                "has no % directive"
                if "%" not in text.replace("%%", "")
                else "invalid directive (must be %['][-][N][.][N]f)"
            )
            joint = (
                f"format {quote(text)} {problem}"
                if "no %" in problem
                else f"invalid format {quote(text)}, directive must be %[0]['][-][N][.][N]f"
            )
            self.cx.complain(joint)
            raise Done(1)
        before, flags, width, precision, behind = found.groups()
        self.before, self.behind = before, behind
        self.cx.meter.text(int((width or "0")[:18]))
        if width:
            self.padding = int(width) * (-1 if "-" in flags else 1)
        self.flags = flags
        if precision is not None:
            self.precision = int((precision or "0")[:18])
            self.cx.meter.text(self.precision)

    def line(self, text: str, padded: bool) -> str:
        """One line with its fields replaced."""
        if self.delimiter:
            parts = text.split(self.delimiter)
            return self.delimiter.join(
                self._field(part, 0) if self._wanted(number) else part for number, part in enumerate(parts, 1)
            )
        if not text.strip(" \t\n"):
            return self._field("", 0)
        out = []
        for number, found in enumerate(re.finditer(r"([ \t\n]*)([^ \t\n]*)", text), 1):
            blank, part = found.groups()
            if number > 1:
                # The blank that ends a field is always a space.
                blank = " " + blank[1:] if blank else ""
            if not part:
                out.append(blank)
                break
            if not self._wanted(number):
                out.append(blank + part)
                continue
            # A field that blanks stand before keeps its place: its new text is as wide as they and it were.
            wide = len(blank) + len(part) if len(blank) > 1 or (blank and number == 1) else 0
            first = blank[:1] if number > 1 else ""
            out.append(first + self._field(part, wide - len(first) if wide and padded else 0))
        return "".join(out)

    def _wanted(self, number: int) -> bool:
        return any(low <= number <= high for low, high in self.fields)

    def _field(self, text: str, wide: int) -> str:
        try:
            return self._converted(text, wide)
        except _Bad as bad:
            if self.invalid != "ignore":
                self.cx.complain(str(bad))
            if self.invalid == "abort":
                raise Done(2) from None
            if self.invalid == "fail":
                self.status = 2
            return text

    def _converted(self, text: str, wide: int) -> str:
        shown = text
        if self.suffix and text.endswith(self.suffix):
            text = text.removesuffix(self.suffix)
        value, scale = self._read(text, shown)
        # The digits behind a point are kept unless a unit has moved it.
        kept = 0 if text[-1:].isalpha() else scale
        number = self._written(value * self.from_unit, scale, kept)
        result = number + self.suffix
        width = self.padding or wide
        if "0" in self.flags and width > len(result):
            sign = "-" if result.startswith("-") else ""
            result = sign + result[len(sign) :].rjust(width - len(sign), "0")
        result = result.rjust(width) if width > 0 else result.ljust(-width)
        return self.before + result + self.behind

    def _read(self, text: str, shown: str) -> tuple[int, int]:
        """The number in a field: an integer, and how many of its digits stand behind the point."""
        found = _NUMBER.fullmatch(text)
        if found is None or not (found[2] or found[3]):
            raise _Bad(f"invalid number: {quote(shown)}")
        sign, whole, fraction, _, letter, binary, rest = found.groups()
        fraction = fraction or ""
        if len(whole) + len(fraction) > _MOST_DIGITS:
            raise _Bad(f"value too large to be converted: {quote(shown)}")
        value = int(whole + fraction) * (-1 if sign else 1)
        if not letter and not binary:
            if rest:
                raise _Bad(f"invalid suffix in input: {quote(shown)}")
            if self.source == "iec-i" and letter:
                raise _Bad(f"missing 'i' suffix in input: {quote(shown)} (e.g Ki/Mi/Gi)")
            return value, len(fraction)
        power = self._power(letter, binary, rest, shown)
        return value * power, len(fraction)

    def _power(self, letter: str, binary: str, rest: str, shown: str) -> int:
        if letter not in _LETTERS + "k" or not letter:
            raise _Bad(f"invalid suffix in input: {quote(shown)}")
        if self.source == "none":
            raise _Bad(f"rejecting suffix in input: {quote(shown)} (consider using --from)")
        if self.source == "iec-i" and not binary:
            raise _Bad(f"missing 'i' suffix in input: {quote(shown)} (e.g Ki/Mi/Gi)")
        if rest or (binary and self.source not in {"auto", "iec-i"}):
            raise _Bad(f"invalid suffix in input {quote(shown)}: {quote(binary + rest)}")
        base = 1024 if self.source in {"iec", "iec-i"} or binary else 1000
        power: int = base ** (_LETTERS.index(letter.upper()) + 1)
        return power

    def _written(self, value: int, scale: int, kept: int) -> str:
        over, under = value, 10**scale * self.to_unit
        self._permit(over, under, kept if self.precision is None else self.precision)
        if self.target == "none":
            places = kept if self.precision is None else self.precision
            return _fixed(self._rounded(over * 10**places, under), places)
        base = 1000 if self.target == "si" else 1024
        power = 0
        while abs(over) >= under * base:
            under *= base
            power += 1
        # One digit behind the point while the number before it has one, none without a unit.
        free = 1 if power and abs(self._rounded(over * 10, under)) < 100 else 0
        places = free if self.precision is None else self.precision
        rounded = self._rounded(over * 10**places, under)
        if abs(rounded) >= base * 10**places and power < len(_LETTERS):
            power += 1
            places = 1 if self.precision is None else places
            rounded = self._rounded(over * 10**places, under * base)
        unit = _LETTERS[power - 1] if power else ""
        return _fixed(rounded, places) + unit + ("i" if power and self.target == "iec-i" else "")

    def _permit(self, over: int, under: int, precision: int) -> None:
        """Refuse what GNU's buffers do not hold. Raises _Bad, or Done."""
        whole = _as_long_double(abs(over) // under)
        power = len(str(whole)) - 1
        shown = f"{over / under:g}"
        if self.target == "none" and max(power, power + precision) > _MOST_PLAIN:
            what, told = ("value/precision", f"{shown}/{precision}") if precision else ("value", shown)
            raise _Bad(f"{what} too large to be printed: '{told}' (consider using --to)")
        if power > _MOST_SCALED:
            raise _Bad(f"value too large to be printed: '{shown}' (cannot handle values > 999Y)")
        if precision >= _MOST_BYTES - 1:
            self.cx.complain(f"failed to prepare value '{over / under:f}' for printing")
            raise Done(1)

    def _rounded(self, over: int, under: int) -> int:
        whole, rest = divmod(abs(over), under)
        negative = over < 0
        if self.round == "nearest":
            result = whole + (2 * rest >= under)
        else:
            result = whole + (rest > 0 and _AWAY[self.round][negative])
        return -result if negative else result


def _as_long_double(whole: int) -> int:
    """The integer as far as a long double holds it."""
    shift = max(0, whole.bit_length() - _MANTISSA_BITS)
    return whole + (1 << shift >> 1) >> shift << shift


def _fixed(value: int, places: int) -> str:
    if not places:
        return str(value)
    digits = str(abs(value)).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
