"""POSIX regular expressions (XBD chapter 9) with GNU's additions, rewritten in Python's syntax.

A pattern is rewritten for bytes that are all ASCII, or for text (UTF-8 with surrogates for what is none). What the
rewriting learns on its way decides how the pattern may run (see `posix.regex`): how many ways a backtracking matcher
could try, and whether alternatives could make "first" differ from POSIX's "longest".
"""

from __future__ import annotations

__all__ = ["RegexError", "Rewritten", "rewrite"]

_MOST = 32_767  # RE_DUP_MAX
_UNBOUNDED = -1
_INTERVAL = "Invalid content of \\{\\}"
_BRACKET = "Unmatched [, [^, [:, [., or [="
# {n} is a newline where newlines are ordinary, {-n} where they are not.
_ASCII_CLASSES = {
    "alpha": "A-Za-z",
    "digit": "0-9",
    "alnum": "0-9A-Za-z",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r" \t{n}\v-\r",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "print": " -~",
    "graph": "!-~",
    "cntrl": r"\x00-\t{n}\v-\x1f\x7f",
    "xdigit": "0-9A-Fa-f",
}
# In text the classes reach beyond ASCII; digits and hexadecimal digits never do (C.UTF-8).
_TEXT_CLASSES = {
    **_ASCII_CLASSES,
    "alpha": r"\p{Alphabetic}",
    "alnum": r"\p{Alphabetic}\p{Nd}",
    "upper": r"\p{Lu}\p{Lt}",
    "lower": r"\p{Ll}",
    "space": r" \t{n}\v-\r\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000",
    "blank": r" \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000",
    "punct": r"!-/:-@\[-`{-~\p{P}\p{S}",
    "print": r" -~\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}",
    "graph": r"!-~\p{L}\p{M}\p{N}\p{P}\p{S}",
}
_ESCAPES = {
    "w": ("[0-9A-Za-z_]", r"[\w]"),
    "W": (r"[^0-9A-Za-z_{-n}]", r"[^\w{-n}\udc80-\udcff]"),
    "s": (r"[ \t{n}\v-\r]", r"[ \t{n}\v-\r\u1680\u2000-\u200a\u2028\u2029\u205f\u3000]"),
    "S": (r"[^ \t-\r]", r"[^ \t-\r\u1680\u2000-\u200a\u2028\u2029\u205f\u3000\udc80-\udcff]"),
    "b": (r"\b", r"\b"),
    "B": (r"\B", r"\B"),
    "<": (r"\b(?=\w)", r"\b(?=\w)"),
    ">": (r"\b(?<=\w)", r"\b(?<=\w)"),
}
# Escapes that match no character, so that what follows repeats nothing.
_ASSERTIONS = frozenset("bB<>`'")
_SPECIAL = frozenset("\\^$.|?*+()[]{}#&~- \t\n\r\v\f")


class RegexError(Exception):
    """The pattern is none; ``str(error)`` is GNU's message."""


class Rewritten:
    """A pattern in Python's syntax and what is known of it.

    Attributes:
        text: the pattern.
        groups: how many groups it captures.
        variable: repetitions of single characters whose number varies.
        nested: whether more than a single character repeats, or a group is referred back to.
        choices: alternatives beyond the first.
        ambiguous: whether alternatives could match with different lengths at one place.
        literal: the text it matches when it is nothing but literal, else None.
        tokens: its pieces: a character or set, a look around, a parenthesis, a bar, a repetition.
        warnings: GNU's warnings.
    """

    __slots__ = (
        "ambiguous",
        "choices",
        "groups",
        "literal",
        "nested",
        "text",
        "tokens",
        "variable",
        "warnings",
    )

    def __init__(self) -> None:
        self.text = ""
        self.tokens: list[str] = []
        self.groups = 0
        self.variable = 0
        self.nested = False
        self.choices = 0
        self.ambiguous = False
        self.literal: str | None = None
        self.warnings: list[str] = []


def rewrite(
    pattern: str,
    *,
    extended: bool,
    text: bool = False,
    newline: bool = False,
    multiline: bool = True,
    strict: bool = False,
) -> Rewritten:
    """Rewrite one pattern.

    Args:
        pattern: the BRE or, ``extended``, the ERE.
        extended: which of the two.
        text: for str that may hold anything; without it for ASCII bytes.
        newline: newlines are characters like others (a pattern space); without it, none may be matched.
        multiline: ``^`` and ``$`` are written for MULTILINE; without it for one buffer.
        strict: as regcomp() has it (sed), not grep's lexer: a lone ``)`` or ``{`` and a repetition of nothing are errors.
    """
    rewriter = _Rewriter(pattern, extended, text, newline, multiline)
    rewriter.strict = strict
    return rewriter.run()


class _Rewriter:
    def __init__(self, pattern: str, extended: bool, text: bool, newline: bool, multiline: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.unicode = text
        self.newline = newline
        self.start, self.end = ("^", "$") if multiline else (r"\A", r"\Z")
        self.strict = False
        self.at = 0
        self.out: list[str] = []
        # Where in `out` the last thing that can be repeated begins; -1 when there is none.
        self.atom = -1
        self.single = False  # it is one character
        self.repeated = ""  # the repetition it has already
        self.fresh = True  # at the start of an alternative
        self.begun = False  # something but anchors stands in it
        self.open: list[tuple[int, int]] = []  # where each open group begins, and its number
        # Groups that a back reference may name: those closed on its own branch, or before the alternatives began.
        self.closed: set[int] = set()
        self.before: list[tuple[set[int], set[int]]] = [(set(), set())]
        self.literal: list[str] | None = []
        # The first literal characters of the alternatives of each open level; None once one is no literal.
        self.firsts: list[set[str] | None] = [set()]
        self.found = Rewritten()

    def run(self) -> Rewritten:
        pattern, found = self.pattern, self.found
        while self.at < len(pattern):
            char = pattern[self.at]
            self.at += 1
            handle = _HANDLERS.get(char)
            if handle is None:
                self.char(char)
            else:
                handle(self)
        if self.open:
            raise RegexError("Unmatched ( or \\(")
        found.tokens = self.out
        found.text = "".join(self.out)
        found.literal = None if self.literal is None else "".join(self.literal)
        return found

    # What is written

    def put(self, text: str, *, single: bool) -> None:
        """One thing that can be repeated."""
        self.begun = True
        self._first(None)
        self.literal = None
        self.atom = len(self.out)
        self.single = single
        self.repeated = ""
        self.fresh = False
        self.out.append(text)

    def char(self, char: str) -> None:
        """A character that stands for itself."""
        self.begun = True
        self._first(char)
        self.atom = len(self.out)
        self.single = True
        self.repeated = ""
        self.fresh = False
        if self.literal is not None:
            self.literal.append(char)
        self.out.append(self._escape(char))

    def _escape(self, char: str) -> str:
        if not self.unicode and not char.isascii():
            return "(?!)"
        return "\\" + char if char in _SPECIAL else char

    def assertion(self, text: str) -> None:
        self.literal = None
        self.atom = -1
        self.out.append(text)

    def _first(self, char: str | None) -> None:
        """Whether the alternatives of this level begin with different literals, so that at most one can match."""
        if not self.fresh:
            return
        firsts = self.firsts[-1]
        if firsts is None:
            return
        if char is None or char.lower() in firsts:
            self.firsts[-1] = None
        else:
            firsts.add(char.lower())

    # Operators

    def dot(self) -> None:
        if self.unicode:
            self.put(r"[^\udc80-\udcff]" if self.newline else r"[^\n\udc80-\udcff]", single=True)
        else:
            self.put(r"[\x00-\xff]" if self.newline else ".", single=True)

    def caret(self) -> None:
        if self.extended or self.fresh:
            self._first(None)
            self.assertion(self.start)
            # `^*` in a BRE is an anchor and a literal star.
            self.fresh = self.fresh and not self.extended
        else:
            self.char("^")

    def dollar(self) -> None:
        rest = self.pattern[self.at : self.at + 2]
        if self.extended or not rest or rest in ("\\)", "\\|"):
            self._first(None)
            self.assertion(self.end)
        else:
            self.char("$")

    def star(self) -> None:
        self.repeat("*", 0, _UNBOUNDED)

    def plus(self) -> None:
        if self.extended:
            self.repeat("+", 1, _UNBOUNDED)
        else:
            self.char("+")

    def question(self) -> None:
        if self.extended:
            self.repeat("?", 0, 1)
        else:
            self.char("?")

    def repeat(self, sign: str, low: int, high: int) -> None:
        """The last thing, ``low`` to ``high`` times."""
        if self.atom < 0:
            self._repeat_nothing(sign)
            return
        self.literal = None
        found = self.found
        if low != high:
            found.variable += 1
        if not self.single:
            found.nested = True
        if self.repeated:
            if self.repeated == "*" and sign in "*+?":
                return  # a** is a*: nested it would only cost time
            if self.repeated in "+?" and sign in "*+?":
                self.out[-1] = self.repeated = sign if sign == self.repeated else "*"
                return
            self.out[self.atom :] = ["(?:", *self.out[self.atom :], ")"]
            found.nested = True
        self.out.append(sign)
        self.repeated = sign

    def _repeat_nothing(self, sign: str) -> None:
        if not self.extended:
            self.char(sign)
            return
        if self.strict:
            raise RegexError("Invalid preceding regular expression")
        if self.out and self.out[-1] == self.start and sign != "+":
            self.out.pop()  # no anchor is a match as well
        if not self.begun:
            shown = "{...}" if sign.startswith("{") else sign
            self.found.warnings.append(f"{shown} at start of expression")
        if self.pattern.startswith(")", self.at):
            # What follows is taken for the thing to repeat.
            self.at += 1
            self.char(")")

    def brace(self) -> None:
        """ERE's ``{``: an interval if it reads as one, else itself."""
        if not self.extended:
            self.char("{")
            return
        if self.strict and self.atom >= 0 and "}" not in self.pattern[self.at :]:
            raise RegexError("Unmatched \\{")
        bounds = self._bounds("}")
        empty = self.atom >= 0 and self.pattern.startswith("}", self.at)
        if bounds is None and (self.strict or empty):
            raise RegexError(_INTERVAL)
        if bounds is None:
            self.char("{")
        else:
            self._interval(*bounds)

    def _bounds(self, close: str) -> tuple[int, int] | None:
        """Read ``n}``, ``n,}``, ``,m}`` or ``n,m}``; None (and nothing read) when it is none of them."""
        end = self.pattern.find(close, self.at)
        body = self.pattern[self.at : end] if end >= 0 else ""
        low, comma, high = body.partition(",")
        digits = low + high
        if end < 0 or not body or (digits and not (digits.isascii() and digits.isdigit())):
            return None
        self.at = end + len(close)
        if len(low) > 6 or len(high) > 6:
            raise RegexError("Regular expression too big")
        first = int(low or 0)
        if not comma:
            return first, first
        return first, int(high) if high else _UNBOUNDED

    def _interval(self, low: int, high: int) -> None:
        if high != _UNBOUNDED and low > high:
            raise RegexError(_INTERVAL)
        if max(low, high) > _MOST:
            raise RegexError("Regular expression too big")
        sign = f"{{{low}}}" if low == high else f"{{{low},{'' if high == _UNBOUNDED else high}}}"
        self.repeat(sign, low, high)

    def paren(self) -> None:
        if self.extended:
            self.group()
        else:
            self.char("(")

    def group(self) -> None:
        self._first(None)
        self.literal = None
        self.found.groups += 1
        self.open.append((len(self.out), self.found.groups))
        self.firsts.append(set())
        self.before.append((set(self.closed), set()))
        self.out.append("(")
        self.atom = -1
        self.fresh = True
        self.begun = False

    def close_paren(self) -> None:
        if self.extended and (self.open or self.strict):
            self.close()
        else:
            self.char(")")

    def close(self) -> None:
        if not self.open:
            raise RegexError("Unmatched ) or \\)")
        self.atom, number = self.open.pop()
        self.firsts.pop()
        self.closed |= self.before.pop()[1]
        self.closed.add(number)
        self.out.append(")")
        self.begun = True
        self.single = False
        self.repeated = ""
        self.fresh = False

    def bar(self) -> None:
        if self.extended:
            self.alternative()
        else:
            self.char("|")

    def alternative(self) -> None:
        if self.fresh:
            self._first(None)
        self.literal = None
        self.found.choices += 1
        known, other = self.before[-1]
        other |= self.closed
        self.closed = set(known)
        self.out.append("|")
        self.atom = -1
        self.fresh = True
        self.begun = False
        if self.firsts[-1] is None:
            self.found.ambiguous = True
        # The alternative that follows may still be one that begins like another.
        self.found.ambiguous = self.found.ambiguous or not self._distinct_ahead()

    def _distinct_ahead(self) -> bool:
        """Whether the alternative that begins here starts with a literal not seen on this level."""
        firsts = self.firsts[-1]
        char = self.pattern[self.at : self.at + 1]
        return firsts is not None and char.isalnum() and char.lower() not in firsts

    def backslash(self) -> None:
        if self.at >= len(self.pattern):
            raise RegexError("Trailing backslash")
        char = self.pattern[self.at]
        self.at += 1
        if not self.extended and char in _BASIC:
            _BASIC[char](self)
        elif char in "123456789":
            self._reference(int(char))
        elif char in _ESCAPES:
            text = self._newlines(_ESCAPES[char][self.unicode])
            if char in _ASSERTIONS:
                self._first(None)
                self.assertion(text)
                self.fresh = False
            else:
                self.put(text, single=True)
        elif char in "`'":
            self._first(None)
            edge = (self.start, self.end) if not self.newline else (r"\A", r"\Z")
            self.assertion(edge[char == "'"])
            self.fresh = False
        else:
            self.char(char)

    def _newlines(self, text: str) -> str:
        return text.replace("{n}", r"\n" * self.newline).replace("{-n}", r"\n" * (not self.newline))

    def _reference(self, number: int) -> None:
        if number not in self.closed:
            raise RegexError("Invalid back reference")
        self.put(f"(?:\\{number})", single=False)
        self.found.nested = True

    def basic_interval(self) -> None:
        if "\\}" not in self.pattern[self.at :]:
            raise RegexError("Unmatched \\{")
        if self.atom < 0:
            if self.strict:
                raise RegexError("Invalid preceding regular expression")
            self.char("{")
            return
        bounds = self._bounds("\\}")
        if bounds is None:
            raise RegexError(_INTERVAL)
        self._interval(*bounds)

    def basic_plus(self) -> None:
        self.repeat("+", 1, _UNBOUNDED)

    def basic_question(self) -> None:
        self.repeat("?", 0, 1)

    # Bracket expressions

    def bracket(self) -> None:
        pattern = self.pattern
        if pattern[self.at :] in ("", "^"):
            raise RegexError("Invalid regular expression")
        negated = pattern[self.at] == "^"
        self.at += negated
        items: list[str] = []
        first = True
        started = self.at
        while True:
            if self.at >= len(pattern):
                raise RegexError(_BRACKET)
            if pattern[self.at] == "]" and not first:
                self.at += 1
                break
            first = False
            items.append(self._member())
        if pattern[started] == ":" and pattern[self.at - 2] == ":" and self.at - started > 2:
            raise RegexError("character class syntax is [[:space:]], not [:space:]")
        self.put(self._set("".join(items), negated), single=True)

    def _set(self, items: str, negated: bool) -> str:
        if not negated:
            return f"[{items}]" if items else "(?!)"
        never = ("" if self.newline else r"\n") + (r"\udc80-\udcff" if self.unicode else "")
        return f"[^{items}{never}]" if items + never else r"[\x00-\xff]"

    def _member(self) -> str:
        """A class, or a character or range."""
        start = self._element()
        if len(start) != 1:
            return start
        pattern, at = self.pattern, self.at
        if pattern[at : at + 1] != "-" or pattern[at + 1 : at + 2] in ("]", ""):
            return self._escape_member(start)
        self.at += 1
        end = self._element()
        if len(end) != 1 or end < start:
            raise RegexError("Invalid range end")
        if not self.unicode:
            if not start.isascii():
                return ""
            end = min(end, "\x7f")
        return f"{self._escape_member(start)}-{self._escape_member(end)}"

    def _element(self) -> str:
        """The next character of a bracket expression, or the rewritten text of a class (longer than one character)."""
        pattern = self.pattern
        if self.at >= len(pattern):
            raise RegexError(_BRACKET)
        char = pattern[self.at]
        kind = pattern[self.at + 1 : self.at + 2] if char == "[" else ""
        if not kind or kind not in ":.=":
            self.at += 1
            return char
        end = pattern.find(f"{kind}]", self.at + 2)
        if end < 0:
            raise RegexError(_BRACKET)
        name = pattern[self.at + 2 : end]
        self.at = end + 2
        if kind == ":":
            classes = _TEXT_CLASSES if self.unicode else _ASCII_CLASSES
            if name not in classes:
                raise RegexError("Invalid character class name")
            return self._newlines(classes[name])
        if len(name) != 1:
            raise RegexError("Invalid collation character")
        return name

    def _escape_member(self, char: str) -> str:
        if not self.unicode and not char.isascii():
            return ""
        return char if char.isalnum() or not char.isascii() else f"\\x{ord(char):02x}"


_HANDLERS = {
    ".": _Rewriter.dot,
    "^": _Rewriter.caret,
    "$": _Rewriter.dollar,
    "*": _Rewriter.star,
    "+": _Rewriter.plus,
    "?": _Rewriter.question,
    "{": _Rewriter.brace,
    "(": _Rewriter.paren,
    ")": _Rewriter.close_paren,
    "|": _Rewriter.bar,
    "\\": _Rewriter.backslash,
    "[": _Rewriter.bracket,
}
_BASIC = {
    "(": _Rewriter.group,
    ")": _Rewriter.close,
    "|": _Rewriter.alternative,
    "{": _Rewriter.basic_interval,
    "+": _Rewriter.basic_plus,
    "?": _Rewriter.basic_question,
}
