"""csplit: a file in pieces, at lines that are numbered or match."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import held, split_lines, whole
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE PATTERN...",
    "Output pieces of FILE separated by PATTERN(s) to files 'xx00', 'xx01', ..., and byte counts of each piece to standard output.",
    ("b", "suffix-format", "FORMAT", "use sprintf FORMAT instead of %02d"),
    ("f", "prefix", "PREFIX", "use PREFIX instead of 'xx'"),
    ("k", "keep-files", "", "do not remove output files on errors"),
    ("", "suppress-matched", "", "suppress the lines matching PATTERN"),
    ("n", "digits", "DIGITS", "use specified number of digits instead of 2"),
    ("sq", "silent quiet", "", "do not print counts of output file sizes"),
    ("z", "elide-empty-files", "", "suppress empty output files"),
    after="PATTERN is INTEGER, /REGEXP/[OFFSET], %REGEXP%[OFFSET] (skip), each with {INTEGER} or {*} to repeat it.",
)
_NUMBER = re.compile(r"[ \t]*\+?(\d+)", re.ASCII)
_OFFSET = re.compile(r"[ \t]*([-+]?\d+)", re.ASCII)
_SUFFIX = re.compile(r"%([-+ 0'#]*)(\d*)(\.\d*)?(.?)", re.ASCII | re.DOTALL)
_CONVERSIONS = {"d": "d", "i": "d", "u": "d", "o": "o", "x": "x", "X": "X"}
_FOREVER = 1 << 62


class _Control:
    """One PATTERN: a line number, or an expression with its offset; and how often it is repeated."""

    __slots__ = ("expression", "line", "offset", "repeat", "skip", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.line = 0
        self.expression: Pattern | None = None
        self.skip = text[:1] == "%"
        self.offset = 0
        self.repeat = 0


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    name_of = _Names(cx, given)
    operands = given.operands
    if len(operands) < 2:
        raise OPTIONS.refuse(cx, f"missing operand{f' after {quote(operands[0])}' if operands else ''}")
    source = _source(cx, operands[0])
    try:
        controls = _controls(cx, operands[1:])
        folder = operands[0] != "-" and cx.fs.is_dir(cx.path(operands[0]))
        lines = [] if folder else split_lines(whole(cx, source))
    finally:
        source.release()
    held(cx, len(lines))
    splitting = _Splitting(cx, given, name_of, lines)
    try:
        splitting.run([_Control("")] if folder else controls)
    except _Failed as failure:
        if failure.args[0]:
            cx.complain(failure.args[0])
        splitting.close()
        splitting.remove()
        return 1
    return 0


class _Failed(Exception):
    """Splitting ends here: what to say."""


def _source(cx: Context, name: str) -> Stream:
    if name == "-":
        return cx.stdin.retain()
    try:
        stream = cx.open(name)
    except OSError as error:
        cx.complain(f"cannot open {always(name)} for reading: {reason(error)}")
        raise Done(1) from None
    return stream


def _controls(cx: Context, words: list[str]) -> list[_Control]:
    found: list[_Control] = []
    last = 0
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        control = _Control(word)
        if word[:1] in ("/", "%"):
            _expression(cx, control)
        else:
            last = control.line = _line_number(cx, word, last)
        if at < len(words) and words[at].startswith("{"):
            control.repeat = _repeat(cx, words[at])
            at += 1
        found.append(control)
    return found


def _refuse(cx: Context, message: str) -> Done:
    cx.complain(message)
    return Done(1)


def _line_number(cx: Context, word: str, last: int) -> int:
    digits = _NUMBER.fullmatch(word)
    if digits is None or len(digits[1]) > 18:
        raise _refuse(cx, f"{quote(word)}: invalid pattern")
    number = int(digits[1])
    if number == 0:
        raise _refuse(cx, f"{word}: line number must be greater than zero")
    if number < last:
        raise _refuse(cx, f"line number {quote(word)} is smaller than preceding line number, {last}")
    if number == last:
        cx.complain(f"warning: line number {quote(word)} is the same as preceding line number")
    return number


def _expression(cx: Context, control: _Control) -> None:
    text = control.text
    end = text.rfind(text[0])
    if end == 0:
        raise _refuse(cx, f"{text}: closing delimiter '{text[0]}' missing")
    try:
        control.expression = Pattern([text[1:end]], cx.meter)
    except RegexError as error:
        raise _refuse(cx, f"{quote(text)}: invalid regular expression: {error}") from None
    if text[end + 1 :]:
        offset = _OFFSET.fullmatch(text[end + 1 :])
        if offset is None or len(offset[1]) > 18:
            raise _refuse(cx, f"{quote(text)}: integer expected after delimiter")
        control.offset = int(offset[1])


def _repeat(cx: Context, word: str) -> int:
    if not word.endswith("}"):
        raise _refuse(cx, f"{quote(word)}: '}}' is required in repeat count")
    if word == "{*}":
        return _FOREVER
    digits = _NUMBER.fullmatch(word[1:-1])
    if digits is None or len(digits[1]) > 18:
        raise _refuse(cx, f"{quote(word[:-1])}}}: integer required between '{{' and '}}'")
    return int(digits[1])


class _Names:
    """The names of the pieces."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.prefix = given.get("f", "xx")
        self.format = given.get("b")
        digits = _NUMBER.fullmatch(given.get("n", "2"))
        if digits is None or len(digits[1]) > 9:
            raise _refuse(cx, f"invalid number: {quote(given['n'])}")
        self.digits = int(digits[1])
        cx.meter.text(self.digits)
        self.parts = self._parts(cx) if "b" in given else None

    def _parts(self, cx: Context) -> tuple[str, str, str]:
        """What stands before the number, its format, and what follows."""
        texts: list[str] = [""]
        form = ""
        at = 0
        while at < len(self.format):
            if self.format[at] != "%" or self.format[at : at + 2] == "%%":
                texts[-1] += self.format[at]
                at += 2 if self.format[at] == "%" else 1
                continue
            found = _SUFFIX.match(self.format, at)
            if len(texts) > 1:
                raise _refuse(cx, "too many % conversion specifications in suffix")
            if found is not None:
                form = self._conversion(cx, found)
                at = found.end()
            texts.append("")
        if len(texts) == 1:
            raise _refuse(cx, "missing % conversion specification in suffix")
        return texts[0], form, texts[1]

    def _conversion(self, cx: Context, found: re.Match[str]) -> str:
        """Python's format for one of C's."""
        flags, width, precision, letter = found.groups()
        if not letter:
            raise _refuse(cx, "missing conversion specifier in suffix")
        if letter not in _CONVERSIONS:
            shown = letter if letter.isprintable() else f"\\{ord(letter) & 255:03o}"
            raise _refuse(cx, f"invalid conversion specifier in suffix: {shown}")
        for flag, bad in (("'", "oxX"), ("#", "diu")):
            if flag in flags and letter in bad:
                raise _refuse(cx, f"invalid flags in conversion specification: %{flag}{letter}")
        cx.meter.text(max(int(width[:18] or 0), int((precision or ".")[1:19] or 0)))
        kept = "".join(flag for flag in flags if flag in "-0#" or (flag in "+ " and letter in "di"))
        if "#" in flags and letter == "o":  # C's lead is 0, Python's is 0o
            return f"%{'-' if '-' in flags else ''}{width}s"
        return f"%{kept}{width}{precision or ''}{_CONVERSIONS[letter]}"

    def of(self, number: int) -> str:
        """The name of piece ``number``."""
        if self.parts is None:
            return f"{self.prefix}{number:0{self.digits}d}"
        before, form, after = self.parts
        shown = form % (number if form[-1] != "s" else f"0{number:o}" if number else "0")
        return f"{self.prefix}{before}{shown}{after}"


class _Splitting:
    """The pieces on their way out; line numbers count from 1."""

    def __init__(self, cx: Context, given: Given, names: _Names, lines: list[bytes]) -> None:
        self.cx = cx
        self.given = given
        self.names = names
        self.lines = lines
        self.next = 1  # the first line that no piece has yet
        self.current = 0  # the line that was looked at last
        self.made: list[str] = []
        self.stream: Stream | None = None
        self.size = 0
        self.suppress = "suppress-matched" in given

    def run(self, controls: list[_Control]) -> None:
        """All pieces. Raises _Failed."""
        for control in controls:
            step = self._match if control.expression else self._number if control.line else self._unreadable
            for repetition in range(control.repeat + 1):
                self.cx.meter.check()
                if step(control, repetition):
                    return
        self.begin()
        self._save(len(self.lines) + 1)
        self.close()

    # Pieces

    def begin(self) -> None:
        """The next piece."""
        name = self.names.of(len(self.made))
        try:
            self.stream = self.cx.open(name, 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
        except OSError as error:
            raise _Failed(f"{maybe(name)}: {reason(error)}") from None
        self.made.append(name)
        self.size = 0

    def _save(self, end: int) -> None:
        """The lines up to ``end``, it left out, go to the piece, or nowhere when there is none."""
        data = b"".join(self.lines[self.next - 1 : end - 1])
        if self.stream is not None and data:
            self.stream.write(data)
            self.size += len(data)
        self._pass(min(end, len(self.lines) + 1))

    def _pass(self, end: int) -> None:
        self.current = max(self.current, end - 1 if end > self.next else 0)
        self.next = max(self.next, end)

    def close(self) -> None:
        """The piece is whole."""
        if self.stream is None:
            return
        self.stream.release()
        self.stream = None
        if not self.size and "z" in self.given:
            self.cx.fs.unlink(self.cx.path(self.made.pop()))
        elif "s" not in self.given:
            self.cx.write(f"{self.size}\n")

    def remove(self) -> None:
        """All pieces go, unless they are to be kept."""
        if "k" in self.given:
            return
        for name in self.made:
            try:
                self.cx.fs.unlink(self.cx.path(name))
            except OSError as error:
                self.cx.complain(f"{maybe(name)}: {reason(error)}")

    # Where pieces end

    def _unreadable(self, *_: object) -> bool:
        self.begin()
        raise _Failed("read error: Is a directory")

    def _number(self, control: _Control, repetition: int) -> bool:
        """Up to the line of that number, or as many lines again."""
        wanted = control.line * (repetition + 1)
        again = f" on repetition {repetition}" if repetition else ""
        failed = _Failed(f"{quote(str(control.line))}: line number out of range{again}")
        self.begin()
        if self.suppress and self.current >= len(self.lines):
            raise failed
        self._present()
        short = wanted > len(self.lines) + 1
        self._save(max(wanted, self.next))
        if short:
            raise failed
        self.close()
        if self.suppress:
            self._pass(min(self.next, len(self.lines)) + 1)
        elif self.current >= len(self.lines):
            raise failed
        return False

    def _match(self, control: _Control, repetition: int) -> bool:
        """Up to the next line that matches, and the offset; whether all is done."""
        if not control.skip:
            self.begin()
        found = self._search(control.expression)
        if found is None:
            if control.repeat < _FOREVER:
                again = f" on repetition {repetition}" if repetition else ""
                self.cx.complain(f"{quote(control.text)}: match not found{again}")
            if not control.skip:
                self._save(len(self.lines) + 1)
                self.close()
            if control.repeat < _FOREVER:
                raise _Failed("")
            return True
        self.current = found
        end = found + control.offset
        self._present()
        short = end > len(self.lines) + 1
        if self.next > end:
            raise _Failed(f"{quote(control.text)}: line number out of range")
        self._save(end)
        if short:
            raise _Failed(f"{quote(control.text)}: line number out of range")
        self.close()
        self.current = max(found, end) if control.offset > 0 else found
        if self.suppress and self.next <= len(self.lines):
            self._pass(self.next + 1)
        return False

    def _present(self) -> None:
        """GNU's csplit ends at once when all was read before, and leaves its pieces."""
        if self.next > len(self.lines):
            self.cx.complain("input disappeared")
            raise Done(1)

    def _search(self, expression: Pattern | None) -> int | None:
        for number in range(self.current + 1, len(self.lines) + 1):
            line = self.lines[number - 1]
            if expression and expression.search(expression.subject(line.removesuffix(b"\n"))) is not None:
                return number
            if not number & 1023:
                self.cx.meter.check()
        return None
