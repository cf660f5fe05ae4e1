"""expr: evaluate an expression of arguments."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "EXPRESSION\nOPTION",
    "Print the value of EXPRESSION; status 1 when it is empty or 0, 2 when it is none.",
    status=2,
    permute=False,
    sections=(("Expressions, weakest first", lambda: _operators()),),  # noqa: PLW0108  # it stands below
    examples=(("expr 6 \\* 7", "42"), ("expr notes.txt : '.*\\.\\(.*\\)'", "what is behind the last dot")),
)
_INTEGER = re.compile(r"-?[0-9]+", re.ASCII)
_COMPARED = ("<", "<=", "=", "==", "!=", ">=", ">")
# Beyond this nobody counts; Python's own conversions are quadratic.
_MOST_DIGITS = 4000
_DEEPEST = 200


def main(cx: Context) -> int:
    args = cx.args
    if args in (["--help"], ["--version"]):
        OPTIONS.parse(cx)
    if args[:1] == ["--"]:
        args = args[1:]
    if not args:
        raise OPTIONS.refuse(cx, "missing operand")
    value = _Expression(cx, args).run()
    cx.write(f"{value}\n")
    return int(_null(value))


def _null(value: str) -> bool:
    return not value or (_INTEGER.fullmatch(value) is not None and not value.lstrip("-").strip("0"))


class _Expression:
    """Recursive descent over the arguments. ``live`` says whether a part is evaluated or only read."""

    def __init__(self, cx: Context, args: list[str]) -> None:
        self.cx = cx
        self.args = args
        self.at = 0
        self.depth = 0

    def run(self) -> str:
        value = self.either(True)
        if self.at < len(self.args):
            raise self.fail(f"syntax error: unexpected argument {quote(self.args[self.at])}")
        return value

    def fail(self, message: str, status: int = 2) -> Done:
        self.cx.complain(message)
        return Done(status)

    def peek(self, *words: str) -> str:
        """The next argument when it is one of ``words``, taken."""
        if self.at < len(self.args) and self.args[self.at] in words:
            self.at += 1
            return self.args[self.at - 1]
        return ""

    def need(self) -> str:
        if self.at >= len(self.args):
            raise self.fail(f"syntax error: missing argument after {quote(self.args[self.at - 1])}")
        self.at += 1
        return self.args[self.at - 1]

    def either(self, live: bool) -> str:
        left = self.both(live)
        while self.peek("|"):
            right = self.both(live and _null(left))
            if _null(left):
                left = "0" if _null(right) else right
        return left

    def both(self, live: bool) -> str:
        left = self.compared(live)
        while self.peek("&"):
            right = self.compared(live and not _null(left))
            if _null(left) or _null(right):
                left = "0"
        return left

    def compared(self, live: bool) -> str:
        left = self.sums(live)
        while sign := self.peek(*_COMPARED):
            left = _compare(sign, left, self.sums(live))
        return left

    def number(self, text: str) -> int:
        if not _INTEGER.fullmatch(text) or len(text) > _MOST_DIGITS:
            raise self.fail("non-integer argument")
        return int(text)

    def sums(self, live: bool) -> str:
        left = self.products(live)
        while sign := self.peek("+", "-"):
            right = self.products(live)
            if live:
                one, two = self.number(left), self.number(right)
                left = str(one + two if sign == "+" else one - two)
        return left

    def products(self, live: bool) -> str:
        left = self.matched(live)
        while sign := self.peek("*", "/", "%"):
            right = self.matched(live)
            if live:
                one, two = self.number(left), self.number(right)
                left = str(self.product(sign, one, two))
        return left

    def product(self, sign: str, one: int, two: int) -> int:
        if sign == "*":
            if (one.bit_length() + two.bit_length()) // 4 > _MOST_DIGITS * 3:
                raise self.fail("integer result too large")
            return one * two
        if two == 0:
            raise self.fail("division by zero")
        whole = abs(one) // abs(two)
        whole = -whole if (one < 0) != (two < 0) else whole
        return whole if sign == "/" else one - whole * two

    def matched(self, live: bool) -> str:
        left = self.word(live)
        while self.peek(":"):
            right = self.word(live)
            left = self.match(left, right) if live else left
        return left

    def word(self, live: bool) -> str:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail("syntax error: expression nested too deeply")
        try:
            return self._word(live)
        finally:
            self.depth -= 1

    def _word(self, live: bool) -> str:
        arg = self.need()
        if arg == "(":
            value = self.either(live)
            if self.at >= len(self.args):
                raise self.fail(f"syntax error: expecting ')' after {quote(self.args[self.at - 1])}")
            if not self.peek(")"):
                raise self.fail(f"syntax error: expecting ')' instead of {quote(self.args[self.at])}")
            return value
        if arg == ")":
            raise self.fail("syntax error: unexpected ')'")
        if arg == "+":
            return self.need()
        function = _FUNCTIONS.get(arg)
        return function[0](self, live) if function else arg

    def length(self, live: bool) -> str:
        return str(len(self.word(live)))

    def match_words(self, live: bool) -> str:
        text, pattern = self.word(live), self.word(live)
        return self.match(text, pattern) if live else ""

    def index(self, live: bool) -> str:
        text, chars = self.word(live), self.word(live)
        return str(next((at for at, char in enumerate(text, 1) if char in chars), 0))

    def substr(self, live: bool) -> str:
        text, start, size = self.word(live), self.word(live), self.word(live)
        if not (_INTEGER.fullmatch(start) and _INTEGER.fullmatch(size)):
            return ""
        first, count = int(start[:18]), int(size[:18])
        return text[first - 1 : first - 1 + count] if first > 0 and count > 0 else ""

    def match(self, text: str, source: str) -> str:
        """``text : source``: anchored at the start; the first group, or how many characters match."""
        try:
            pattern = Pattern(
                [source], self.cx.meter, newline=True, multiline=False, longest=True, anchored=True
            )
        except RegexError as error:
            raise self.fail(str(error)) from None
        found = pattern.search(text)
        if pattern.groups:
            return (found[1] or "") if found else ""
        return str(found.end() if found else 0)


# How each function is read, what it takes, and its help.
_FUNCTIONS = {
    "length": (_Expression.length, "TEXT", "how many characters"),
    "match": (_Expression.match_words, "TEXT RE", "the same as TEXT : RE"),
    "index": (_Expression.index, "TEXT CHARS", "where the first of CHARS stands in TEXT, 0 where none does"),
    "substr": (_Expression.substr, "TEXT FROM COUNT", "part of TEXT, from 1"),
}
_OPERATORS = (
    ("A | B", "A if it is neither empty nor 0, else B"),
    ("A & B", "A if neither is empty or 0, else 0"),
    ("A < B, <= = == != >= >", "1 or 0, as numbers if both are, else as texts"),
    ("A + B, A - B", "of integers of any size"),
    ("A * B, A / B, A % B", "the same"),
    ("TEXT : RE", "what \\(...\\) matches at the beginning of TEXT, or how much matches"),
    ("+ WORD", "WORD, even if it is an operator"),
    ("( EXPRESSION )", "its value"),
)


def _operators() -> list[tuple[str, str]]:
    return [*_OPERATORS, *((f"{name} {takes}", text) for name, (_, takes, text) in _FUNCTIONS.items())]


def _compare(sign: str, left: str, right: str) -> str:
    """As numbers when both are, else by code points."""
    one: object
    two: object
    if _INTEGER.fullmatch(left) and _INTEGER.fullmatch(right) and len(left + right) < _MOST_DIGITS:
        one, two = int(left), int(right)
    else:
        one, two = left.encode("utf-8", "surrogateescape"), right.encode("utf-8", "surrogateescape")
    same, less = one == two, one < two  # type: ignore[operator]
    truth = {
        "=": same,
        "==": same,
        "!=": not same,
        "<": less,
        "<=": less or same,
        ">": not (less or same),
        ">=": not less,
    }
    return str(int(truth[sign]))
