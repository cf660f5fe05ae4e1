"""Find the lines of a text that hold a literal or match a regular expression that nobody vouches for.

A hostile expression can try to run for ever, to fill the memory, or both. What stops it, each row a reproduced
fault of the ``regex`` package without it:

| attack | example | stopped by |
|---|---|---|
| exponential time | ``(a+)+$`` | a deadline in the engine, which lets other threads run meanwhile |
| endless recursion, 280 MB a second | ``(?R)`` | calls of groups are refused |
| compiling to gigabytes, deaf to deadlines | ``((a{60000}){60000}){60000}`` | copies are counted first |
| keeping every capture of a long text | ``(.)*`` | at most 65,536 characters of a line, at most 20 groups |
| nesting | ``((((...`` | at most 1,000 characters |

An expression is matched against one line at a time, as grep does. That is exact and slow (2 µs a line), so where
it makes no difference (see `_LOCAL`) whole blocks of lines are searched first, and only lines on which a match
begins are looked at alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from runtime.sdk import ToolError

if TYPE_CHECKING:
    import regex

MAX_PATTERN = 1000
MAX_GROUPS = 20
MAX_COPIES = 200_000
"""Nodes that a pattern may compile to; one takes about 270 bytes."""
BLOCK = 65_536
_BLOCK_TIMEOUT_S = 0.25
# A character is itself only after an even number of backslashes.
_PLAIN = r"(?<!\\)(?:\\\\)*"
_CALL = _PLAIN + r"\(\?(?:R|[+-]?\d|&|P>)"
# In verbose mode a comment can stand between a group and its count, where `_copies` does not look.
_VERBOSE = _PLAIN + r"\(\?[A-Za-z0-9-]*x"
_COUNT = r"(\))?\{(\d+)"
# Whatever can tell the end of a line from the end of a block, gives up a match that it has begun, or reads
# backwards. Without these, what matches a line alone also matches it among others.
_LOCAL = r"\\[AZzGKXR]|\(\?(?!:|[ims]*[:)]|P<)|[?*+}]\+|(?<!\\)\{(?![\d,])|\(\*"
# The package's words for the most frequent mistake, in those of the tool contract.
_PLAIN_WORDS = {"missing )": "unclosed group"}
_SUGGESTION = (
    "Escape characters such as ( [ { * with a backslash, or search for literal text with is_regex false"
)

# The characters of programs and prose, the most frequent last; a byte that is not here is rarer than these.
_FREQUENT = (
    b"%$^@?~!|;&<>`[]{}XQZJKWVYUHGBqzDOFMLNPCRjIATSE9876543*+#=/210\\:()'\",.-_kxwvbygfpmuhdcliosnrate\n "
)

Find = Callable[[str, int], int]
"""Where the next match at or after a position begins; -1 for none."""


class Hit(NamedTuple):
    """A line with a match: its number, itself, and where in it the first match begins."""

    number: int
    line: str
    column: int


def hits(text: str, find: Find) -> Iterator[Hit]:
    """Every line on which a match begins, once."""
    number, counted = 1, 0
    at = find(text, 0)
    while at >= 0:
        start = text.rfind("\n", 0, at) + 1
        end = _line_end(text, at)
        number += text.count("\n", counted, start)
        counted = start
        yield Hit(number, text[start:end], at - start)
        at = find(text, end + 1) if end < len(text) else -1


class Literal:
    """A text whose UTF-8 is looked for among a file's bytes."""

    def __init__(self, text: str) -> None:
        self._bytes = text.encode("utf-8", "replace")
        # One byte is found five times as fast as several; a file without the rarest of them is done with.
        self._rarest = min(self._bytes, key=_FREQUENT.find)

    def within(self, data: bytes) -> bool:
        """Whether the bytes hold it."""
        return self._rarest in data and self._bytes in data


class LineRegex:
    """A regular expression applied to one line at a time within a deadline."""

    def __init__(self, pattern: str, left_s: Callable[[], float]) -> None:
        """Compile the pattern.

        Args:
            pattern: The expression, hostile until proven otherwise.
            left_s: The seconds left; matching raises TimeoutError when they are over.

        Raises:
            ToolError: ``invalid_regex``.
        """
        import regex

        _guard(pattern)
        self._search = _compiled(pattern).search
        self._left_s = left_s
        self._by_block = regex.search(_LOCAL, pattern) is None
        self.clipped = False
        """Whether a line was too long to be searched to its end."""

    def find(self, text: str, at: int) -> int:
        """Where the next match begins that lies on one line; ``at`` is where a line begins."""
        while at < len(text):
            if self._by_block and (at := self._candidate(text, at)) == len(text):
                break
            end = _line_end(text, at)
            if found := self._search(text[at : min(end, at + BLOCK)], timeout=self._left()):
                return at + int(found.start())
            self.clipped |= end - at > BLOCK
            at = end + 1
        return -1

    def _candidate(self, text: str, at: int) -> int:
        """The next line on which a match may begin; the end of the text where there is none."""
        while at < len(text):
            stop = len(text) if len(text) - at <= BLOCK else text.rfind("\n", at, at + BLOCK + 1)
            if stop < 0:
                return at
            try:
                found = self._search(text, at, stop, timeout=min(_BLOCK_TIMEOUT_S, self._left()))
            except TimeoutError:
                # Harmless on a line, maybe, and slow on many at once ("[^x]*y"): go on line by line.
                self._by_block = False
                return at
            if found:
                return text.rfind("\n", at, found.start()) + 1 or at
            at = stop + 1
        return len(text)

    def _left(self) -> float:
        if (left_s := self._left_s()) <= 0:
            raise TimeoutError
        return left_s


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _guard(pattern: str) -> None:
    import regex

    if len(pattern) > MAX_PATTERN:
        raise _invalid(f"longer than {MAX_PATTERN} characters")
    if regex.search(_CALL, pattern):
        raise _invalid("recursion and calls of groups are not supported")
    if regex.search(_VERBOSE, pattern):
        raise _invalid("verbose mode is not supported")
    if _copies(pattern) > MAX_COPIES:
        raise _invalid("repeat counts are too large")


def _copies(pattern: str) -> int:
    """No less than the nodes that the pattern compiles to: ``x{n}`` becomes n copies of x, also inside copies.

    What is copied is at most the whole pattern. A count after a parenthesis multiplies everything, wherever the
    group begins; any other adds up.
    """
    import regex

    copies, factor = 1, 1
    for after_group, count in regex.findall(_COUNT, pattern):
        # Digits past these would take time to convert, and mean too many in any case.
        number = max(1, int(count[:8]))
        if after_group:
            factor *= number
        else:
            copies += number
    return len(pattern) * copies * factor


def _compiled(pattern: str) -> regex.Pattern[str]:
    import regex

    try:
        compiled = regex.compile(pattern, regex.MULTILINE)
    except regex.error as error:
        raise _invalid(_PLAIN_WORDS.get(error.msg, error.msg)) from None
    except (RecursionError, OverflowError, ValueError, KeyError, IndexError):
        # Mistakes that the package's own parser trips over.
        raise _invalid("the expression cannot be compiled") from None
    if compiled.groups > MAX_GROUPS:
        raise _invalid(f"more than {MAX_GROUPS} capture groups, write (?:...)")
    return compiled


def _invalid(reason: str) -> ToolError:
    return ToolError("invalid_regex", f"Invalid regex pattern: {reason}", suggestion=_SUGGESTION)
