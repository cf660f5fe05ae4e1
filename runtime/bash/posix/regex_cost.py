"""How much a backtracking matcher could do with an expression, read off its tokens.

A matcher goes back to where it had a choice. Where a character repeats and what follows cannot be that character
(`[0-9]+ `), only one number of rounds can go on, so that going back costs its length and multiplies nothing. A group
that repeats is no worse than a character that repeats as long as it can match in one way only from any place
(`([0-9]{1,3}\\.){3}`); one that can match in several (`(a*b*)*`, `(a|ab)+`) makes the number of ways grow as a power of two,
and is refused here: such expressions go to the engine that never goes back.
"""

from __future__ import annotations

import re

__all__ = ["Cost", "literal_prefix", "measured"]

_REPEATS = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}
# A repetition that may stop in no more places than this is counted as so many ways.
_FEW = 8
_MOST_WAYS = 1 << 12
_ASCII = "".join(map(chr, range(128)))
_OPERATORS = frozenset("()|.^$*+?")
# So many characters in a row take about the time of one choice.
_TOKENS = 8

# What is known of a part: the steps from one start are at most `ways` times the text's length to the power of `power`; what
# follows is multiplied by the length to the power of `open`; the fewest characters it matches; whether it matches in one
# way only. (power, open, ways, fewest, single)
_Part = tuple[int, int, int, int, bool]
_LOOK: _Part = (0, 0, 1, 0, True)
_CHARACTER: _Part = (0, 0, 1, 1, True)


class _Unbounded(Exception):
    """Nothing can be promised."""


class Cost:
    """The bound: ``ways`` times the combinations of ``power`` places; ``least`` characters are matched."""

    __slots__ = ("least", "power", "ways")

    def __init__(self, power: int, ways: int, least: int) -> None:
        self.power = power
        self.ways = ways
        self.least = least


def measured(tokens: list[str], *, text: bool) -> Cost | None:
    """The cost of the expression that `regex_syntax` wrote as ``tokens``, for str (``text``) or for bytes; None where it has no
    bound that is a power of the text's length."""
    reader = _Reader(tokens, text)
    try:
        part = reader.choice()
    except (_Unbounded, re.error, RecursionError):
        return None
    if reader.at != len(tokens) or part[2] > _MOST_WAYS:
        return None
    return Cost(part[0], part[2] * (1 + (len(tokens) - reader.choosing) // _TOKENS), part[3])


def literal_prefix(tokens: list[str]) -> int:
    """How many tokens at the start stand for one character each, whatever follows."""
    count = 0
    while count < len(tokens) and _is_literal(tokens[count]):
        count += 1
    return count - 1 if count and count < len(tokens) and _bounds(tokens[count]) else count


def _is_literal(token: str) -> bool:
    if len(token) == 1:
        return token not in _OPERATORS
    return len(token) == 2 and token[0] == "\\" and not token[1].isalnum()


def _bounds(token: str) -> tuple[int, int] | None:
    """The least and most rounds (-1: any number) of a repetition, None for another token."""
    if token in _REPEATS:
        return _REPEATS[token]
    if token[0] != "{" or len(token) < 3:
        return None
    low, comma, high = token[1:-1].partition(",")
    return int(low), int(low) if not comma else int(high) if high else -1


class _Reader:
    """A reader of tokens."""

    def __init__(self, tokens: list[str], text: bool) -> None:
        self.tokens = tokens
        self.text = text
        self.at = 0
        # Where the first token stands that may match in several ways: what follows is tried for each of them.
        self.choosing = len(tokens)

    def choice(self) -> _Part:
        """Alternatives, up to the end or a closing parenthesis."""
        begun = self.at
        parts = [self._sequence()]
        starts = [begun]
        while self._here() == "|":
            self.at += 1
            starts.append(self.at)
            parts.append(self._sequence())
        if len(parts) == 1:
            return parts[0]
        firsts = {self._first(start) for start in starts}
        apart = len(firsts) == len(parts) and "" not in firsts
        ways = [part[2] for part in parts]
        return (
            max(part[0] for part in parts),
            max(part[1] for part in parts),
            max(ways) if apart else sum(ways),
            min(part[3] for part in parts),
            apart and all(part[4] for part in parts),
        )

    def _here(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _first(self, at: int) -> str:
        """The character that an alternative begins with, "" where it may begin with others."""
        alternative = self.tokens[at : at + 2]
        return alternative[0].lower() if literal_prefix(alternative) else ""

    def _sequence(self) -> _Part:
        power = held = least = 0
        ways, single = 1, True
        while (token := self._here()) and token not in ("|", ")"):
            begun = self.at
            item = self._item(token)
            if item[1] or item[2] > 1:
                self.choosing = min(self.choosing, begun)
            power = max(power, held + item[0])
            held += item[1]
            ways *= item[2]
            least += item[3]
            single = single and item[4]
            if ways > _MOST_WAYS:
                raise _Unbounded
        return power, held, ways, least, single

    def _item(self, token: str) -> _Part:
        """A character, a look around or a group, with what repeats it."""
        self.at += 1
        if token in ("(", "(?:"):
            body = self.choice()
            self.at += 1
            bounds = self._repetition()
            return body if bounds is None else self._group(body, *bounds)
        if token.startswith("(?:"):
            raise _Unbounded  # a reference
        if token in ("^", "$") or token[:2] in ("(?", r"\A", r"\Z", r"\b", r"\B"):
            return _LOOK
        bounds = self._repetition()
        return _CHARACTER if bounds is None else self._character(token, *bounds)

    def _character(self, token: str, low: int, high: int) -> _Part:
        """A character that repeats."""
        if low == high:
            return int(low > _FEW), 0, 1, low, True
        if self._parted(token):
            return 1, 0, 1, low, True
        if 0 < high - low < _FEW:
            return int(low > _FEW), 0, high - low + 1, low, False
        return 1, 1, 1, low, False

    def _repetition(self) -> tuple[int, int] | None:
        bounds = _bounds(self._here()) if self._here() else None
        if bounds is not None:
            self.at += 1
        return bounds

    def _group(self, body: _Part, low: int, high: int) -> _Part:
        power, held, ways, least, single = body
        if (low, high) == (0, 1):
            return power, held, ways + 1, 0, False
        if low == high == 1:
            return power, held, ways, least, single
        if not single or not least or power > 1:
            raise _Unbounded
        if low == high:
            return 1, 0, ways, low * least, True
        return 1, 1, ways, low * least, False

    def _parted(self, token: str) -> bool:
        """Whether what follows here begins with a character that ``token`` does not fit."""
        following = self._here()
        if not following or following in ("|", ")"):
            return False
        after = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""
        bounds = _bounds(after) if after else None
        if bounds is not None and not bounds[0]:
            return False
        # Case counts for nothing here: what is apart without it is apart with it.
        fits = re.compile(token, re.IGNORECASE | re.DOTALL)
        if _is_literal(following):
            return fits.fullmatch(following[-1]) is None
        if self.text or following[0] not in "[.":
            return False
        others = re.compile(following, re.IGNORECASE | re.DOTALL)
        return not set(fits.findall(_ASCII)) & set(others.findall(_ASCII))
