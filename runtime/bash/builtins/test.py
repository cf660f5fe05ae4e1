"""``test`` and ``[``: POSIX's rules by the number of arguments, then a grammar for more than four.

expression: term -a term, term -o term (-a binds tighter), nothing is left unevaluated
term:       ! term, ( expression ), operand operator operand, operator operand, operand
"""

from __future__ import annotations

import operator

from runtime.bash.interp.primaries import FILES, NUMBERS, UNARY, integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

SYNOPSIS = {"test": "[expr]", "[": "arg... ]"}
HELP = {
    "test": """Exits with success or failure as the expression is true or false.

Files:    -a -e exists  -f regular  -d folder  -h -L link  -b -c -p -S device, FIFO, socket  -s not empty
          -r -w -x may be read, written, executed  -u -g -k mode bits  -O -G own  -N new since read  -t FD is a terminal
          F1 -nt F2  newer   F1 -ot F2  older   F1 -ef F2  the same
Strings:  -z empty  -n or alone: not empty   S1 = S2  S1 != S2  S1 < S2  S1 > S2
Numbers:  N1 -eq -ne -lt -le -gt -ge N2
Shell:    -o OPTION is on   -v VAR is set   -R VAR is a name reference
Combined: ! EXPR   EXPR -a EXPR   EXPR -o EXPR   ( EXPR )""",
    "[": "Like test, with a last argument of ].",
}

_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}
_BINARY = frozenset([*_TEXTS, *NUMBERS, *FILES])


class Malformed(Exception):
    """The expression makes no sense; the message is bash's."""


def main(st: State, argv: list[str]) -> int:
    """Evaluate; 0, 1, or 2 after a message."""
    name = argv[0]
    operands = argv[1:]
    if name == "[" and (not operands or operands.pop() != "]"):
        st.complain("[: missing `]'")
        return 2
    try:
        return 0 if TestExpression(st, operands, "]" if name == "[" else None).holds() else 1
    except Malformed as wrong:
        st.complain(f"{name}: {wrong}")
        return 2


class TestExpression:
    """The arguments of one ``test`` and how far they are read."""

    __slots__ = ("at", "bracket", "depth", "st", "words")

    def __init__(self, st: State, words: list[str], bracket: str | None = None) -> None:
        self.st = st
        self.bracket = bracket
        self.words = words
        self.at = 0
        self.depth = 0

    def holds(self) -> bool:
        """POSIX: the number of arguments decides what each of them is."""
        count = len(self.words)
        if count > 4:
            return self.whole()
        return (lambda: False, self.one, self.two, self.three, self.four)[count]()

    def one(self) -> bool:
        """A text that is not empty."""
        return self.words[self.at] != ""

    def two(self) -> bool:
        """``! text`` or ``-f text``."""
        first, second = self.words[self.at :][:2]
        if first == "!":
            return second == ""
        if first in UNARY:
            return UNARY[first](self.st, second)
        raise Malformed(f"{first}: unary operator expected")

    def three(self) -> bool:
        """``a = b``, ``a -a b``, ``! -f text``, ``( text )``."""
        first, second, third = self.words[self.at :][:3]
        if second in _BINARY:
            return self.binary(first, second, third)
        if second == "-a":
            return first != "" and third != ""
        if second == "-o":
            return first != "" or third != ""
        if first == "!":
            self.at += 1
            return not self.two()
        if first == "(" and third == ")":
            return second != ""
        raise Malformed(f"{second}: binary operator expected")

    def four(self) -> bool:
        """``! a = b``, ``( -f text )``, or the grammar."""
        if self.words[0] == "!":
            self.at = 1
            return not self.three()
        if self.words[0] == "(" and self.words[3] == ")":
            self.at = 1
            return self.two()
        return self.whole()

    # The grammar

    def whole(self) -> bool:
        """All the words."""
        value = self.either()
        if self.at < len(self.words):
            word = self.words[self.at]
            if word[:1] == "-":
                raise Malformed(f"syntax error: `{word}' unexpected")
            raise Malformed("too many arguments")
        return value

    def either(self) -> bool:
        """``term -o term``."""
        value = self.both()
        while self.peek() == "-o":
            self.at += 1
            # Not `or`: what stands on the right is checked even where it cannot decide.
            value |= self.both()
        return value

    def both(self) -> bool:
        """``term -a term``."""
        value = self.term()
        while self.peek() == "-a":
            self.at += 1
            value &= self.term()
        return value

    def term(self) -> bool:
        """One primary, maybe negated."""
        negated = False
        while self.peek() == "!":
            self.at += 1
            negated = not negated
        return self.primary() != negated

    def primary(self) -> bool:
        """A parenthesis, a primary on two words, on one, or a text."""
        word = self.peek()
        if word is None:
            raise Malformed("argument expected")
        if word == "(":
            return self.parenthesis()
        rest = self.words[self.at : self.at + 3]
        if len(rest) == 3 and rest[1] in _BINARY:
            self.at += 3
            return self.binary(*rest)
        if len(rest) >= 2 and word in UNARY:
            self.at += 2
            return UNARY[word](self.st, rest[1])
        self.at += 1
        return word != ""

    def parenthesis(self) -> bool:
        """``( expression )``; depth is counted, so that no script meets Python's recursion."""
        self.depth += 1
        if self.depth > self.st.meter.limits.max_parse_depth:
            self.st.meter.exceeded("parse_depth", "parentheses nested too deep")
        self.at += 1
        value = self.either()
        found = self.peek() or self.bracket
        if found is None:
            raise Malformed("`)' expected")
        if found != ")":
            raise Malformed(f"`)' expected, found {found}")
        self.at += 1
        self.depth -= 1
        return value

    def peek(self) -> str | None:
        """The next word."""
        return self.words[self.at] if self.at < len(self.words) else None

    def binary(self, left: str, sign: str, right: str) -> bool:
        """A primary on two words."""
        if sign in _TEXTS:
            return _TEXTS[sign](left, right)
        if sign in FILES:
            return FILES[sign](self.st, left, right)
        return NUMBERS[sign](_integer(left), _integer(right))


def _integer(text: str) -> int:
    value = integer(text)
    if value is None:
        raise Malformed(f"{text}: integer expression expected")
    return value
