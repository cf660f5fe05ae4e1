"""Regular expressions that can blow up a backtracking matcher, by sets of positions.

A set of positions in the text is an int: bit i stands for offset i. A character moves the positions where it fits one
bit up, alternatives are united, a repetition goes on until nothing new is reached. There is nothing to go back to: the
work is the size of the expression times the length of the text, times the rounds of its repeated groups, and each
step is charged. Matches are leftmost and longest, groups as POSIX has them: earlier ones longest (XBD 9.1).

1. Backward from every position: where matches can start. The first of these is the match's start.
2. Forward from there alone, in a window that grows as long as something reaches its edge: the longest end.
3. Within the match, when somebody asks: where each group lies.
"""

from __future__ import annotations

from runtime.bash.posix.linear_syntax import (
    ANY_NUMBER,
    LinearExpression,
    Look,
    NotLinear,
    RegexAtom,
    RegexChoice,
    RegexGroup,
    RegexNode,
    RegexSequence,
    Repeat,
    parse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.limits import Meter

__all__ = ["Found", "Linear", "NotLinear"]

# Work between two looks at the clock, in words of 64 positions; a step counts at least _STEP of them (half a µs).
_STRIDE = 100_000
_STEP = 8
_WINDOW = 64
# The sets of the characters of an expression that may be kept for one text.
_KEPT_BITS = 256_000_000
# Where the text begins and ends, and nowhere.
_FIXED = (r"\A", r"\Z", "(?!)")


class _Run:
    """One text being matched, forward or (``back``) from its end: offset i is then the text's length less i.

    Attributes:
        edge: whether the end of the text was reached.
    """

    __slots__ = ("all", "back", "edge", "expression", "masks", "meter", "size", "steps", "text", "words")

    def __init__(
        self, expression: LinearExpression, text: str, meter: Meter, *, back: bool, first: bool, last: bool
    ) -> None:
        self.expression = expression
        self.text = text
        self.meter = meter
        self.back = back
        self.size = size = len(text)
        self.all = (1 << (size + 1)) - 1
        self.words = size // 64 + _STEP
        self.steps = 0
        self.edge = False
        at = (size, 0) if back else (0, size)
        self.masks: dict[str, int] = {r"\A": first << at[0], r"\Z": last << at[1], "(?!)": 0}

    def spend(self) -> None:
        self.steps += self.words
        if self.steps > _STRIDE:
            self.steps = 0
            self.meter.check()

    def mask(self, sign: str) -> int:
        """Where the character ``sign`` stands; bit i is the one that is passed from offset i to i + 1."""
        found = self.masks.get(sign)
        if found is None:
            if len(self.masks) * self.size > _KEPT_BITS:
                self.masks = {look: self.masks[look] for look in _FIXED}
            text = self.text if self.back else self.text[::-1]
            found = self.masks[sign] = int("0" + text.translate(self.expression.table(sign)), 2)
            self.meter.check()
        return found

    def places(self, sign: str) -> int:
        """The offsets where ``sign`` holds, which takes no character."""
        found = self.masks.get(sign)
        if found is None:
            found = self.masks[sign] = self._looked(sign)
        return found

    def _looked(self, sign: str) -> int:
        kind = "\n" if sign in "^$" else r"\w"
        stands = self.mask(kind)
        before, after = stands << 1, stands
        if self.back:
            before, after = after, before
        if sign == "^":
            return before | self.places(r"\A")
        if sign == "$":
            return after | self.places(r"\Z")
        at_edge = before ^ after
        return {
            r"\b": at_edge,
            r"\B": ~at_edge,
            r"(?=\w)": after,
            r"(?!\w)": ~after,
            r"(?<=\w)": before,
            r"(?<!\w)": ~before,
        }[sign] & self.all

    def ends(self, node: RegexNode, at: int) -> int:
        """Where a match of ``node`` can end that starts at one of the positions ``at``."""
        if not at:
            return 0
        self.spend()
        if isinstance(node, RegexAtom):
            at = (at & self.mask(node.sign)) << 1
            self.edge = self.edge or at >> self.size > 0
            return at
        if isinstance(node, RegexSequence):
            for item in reversed(node.items) if self.back else node.items:
                at = self.ends(item, at)
            return at
        if isinstance(node, Repeat):
            return self._repeated(node, at)
        if isinstance(node, RegexGroup):
            return self.ends(node.node, at)
        if isinstance(node, RegexChoice):
            found = 0
            for alternative in node.alternatives:
                found |= self.ends(alternative, at)
            return found
        assert isinstance(node, Look)  # noqa: S101  # the last kind there is
        return at & self.places(node.sign)

    def _repeated(self, node: Repeat, at: int) -> int:
        for _ in range(node.low):
            before, at = at, self.ends(node.node, at)
            if at == before:
                break
        if node.high == ANY_NUMBER and isinstance(node.node, RegexAtom):
            # A carry runs through the characters that fit: all rounds in one addition.
            fits = self.mask(node.node.sign)
            at |= (at & fits) + fits ^ fits
            self.edge = self.edge or at >> self.size > 0
            return at & self.all
        rounds = node.high - node.low
        fresh = at
        while fresh and rounds:
            fresh = self.ends(node.node, fresh) & ~at
            at |= fresh
            rounds -= 1
        return at


class Linear:
    """A compiled expression.

    Args:
        source: in Python's syntax, as `regex_syntax` writes it.
        ignore_case: as it says.
        lines: ``^`` and ``$`` match at lines as well as at the ends.

    Raises:
        NotLinear: it refers back to a group.
    """

    def __init__(self, source: str, *, ignore_case: bool, lines: bool) -> None:
        self.expression = parse(source, ignore_case=ignore_case, lines=lines)
        # The subject searched last and where matches start in it: it is searched again and again.
        self._last: tuple[Any, str, int, int, str] = (None, "", 0, -1, "")

    def search(self, subject: Any, at: int, end: int, meter: Meter) -> Found | None:
        """The leftmost longest match that starts from ``at`` on and ends before ``end``, as ``re`` counts them."""
        known, text, base, known_end, starts = self._last
        if known is not subject or known_end != end or at < base:
            text = subject if isinstance(subject, str) else subject.decode("latin-1")
            base = at
            starts = self._starts(text, base, end, meter)
            self._last = (subject, text, base, end, starts)
        start = starts.find("1", at - base)
        if start < 0:
            return None
        start += base
        return Found(self, subject, text, (start, self._end(text, start, end, meter)), end, meter)

    def _starts(self, text: str, base: int, end: int, meter: Meter) -> str:
        """A 1 for every offset from ``base`` on where a match can start."""
        # The character before is looked at, never matched.
        low = max(base - 1, 0)
        run = _Run(self.expression, text[low:end], meter, back=True, first=low == 0, last=True)
        # Its highest bit, which is written first, is the lowest offset.
        return f"{run.ends(self.expression.node, run.all):0{run.size + 1}b}"[base - low :]

    def _end(self, text: str, start: int, end: int, meter: Meter) -> int:
        low = max(start - 1, 0)
        window = _WINDOW
        while True:
            high = min(start + window, end)
            run = _Run(self.expression, text[low:high], meter, back=False, first=low == 0, last=high == end)
            reached = run.ends(self.expression.node, 1 << start - low)
            if high == end or not run.edge:
                return low + reached.bit_length() - 1
            window *= 8


class Found:
    """A match, with what is used of `re.Match`."""

    __slots__ = ("_end", "_groups", "_meter", "_pattern", "_span", "_subject", "_text")

    def __init__(
        self, pattern: Linear, subject: Any, text: str, span: tuple[int, int], end: int, meter: Meter
    ) -> None:
        self._pattern = pattern
        self._subject = subject
        self._text = text
        self._span = span
        self._end = end
        self._meter = meter
        self._groups: dict[int, tuple[int, int]] | None = None

    def start(self, number: int = 0) -> int:
        """Where the match or one of its groups begins, -1 for a group that took no part."""
        if number == 0:
            return self._span[0]
        self[number]
        return (self._groups or {}).get(number, (-1, -1))[0]

    def end(self) -> int:
        """Where it ends."""
        return self._span[1]

    def span(self) -> tuple[int, int]:
        """Both."""
        return self._span

    def groups(self) -> tuple[Any, ...]:
        """What each group matched; None for those that took no part."""
        return tuple(self[number] for number in range(1, self._pattern.expression.groups + 1))

    def __getitem__(self, number: int) -> Any:
        """What a group matched, 0 for all."""
        if number == 0:
            return self._subject[slice(*self._span)]
        if self._groups is None:
            finder = _Groups(self._pattern.expression, self._text, self._span, self._end, self._meter)
            finder.place(self._pattern.expression.node, *self._span)
            self._groups = finder.found
        span = self._groups.get(number)
        return None if span is None else self._subject[slice(*span)]


class _Groups:
    """Where the groups of a match lie."""

    def __init__(
        self, expression: LinearExpression, text: str, span: tuple[int, int], end: int, meter: Meter
    ) -> None:
        self.expression = expression
        self.meter = meter
        self.found: dict[int, tuple[int, int]] = {}
        # One character on each side is looked at.
        self.low, self.high = max(span[0] - 1, 0), min(span[1] + 1, end)
        text = text[self.low : self.high]
        edges = {"first": self.low == 0, "last": self.high == end}
        self.forward = _Run(expression, text, meter, back=False, **edges)
        self.backward = _Run(expression, text, meter, back=True, **edges)

    def _from(self, node: RegexNode, start: int) -> int:
        """Where a match of ``node`` from ``start`` can end."""
        return self.forward.ends(node, 1 << start - self.low)

    def _back(self, node: RegexNode, ends: str) -> str:
        """A 1 for each offset from which ``node`` can reach one of ``ends``."""
        size = self.backward.size + 1
        # What is written first is the highest bit, and the lowest offset.
        return f"{self.backward.ends(node, int(ends, 2)):0{size}b}"

    def _only(self, at: int) -> str:
        size = self.backward.size + 1
        return f"{1 << self.high - at:0{size}b}"

    def _longest(self, node: RegexNode, start: int, allowed: str) -> int:
        """The last of the ``allowed`` ends of ``node`` from ``start``; -1 for none."""
        ends = self._from(node, start) & int(allowed[::-1], 2)
        return self.low + ends.bit_length() - 1 if ends else -1

    def _chosen(self, node: RegexNode, start: int, allowed: str) -> int:
        """The same for what is to be placed: of alternatives the first that can, as in glibc."""
        inside = node
        while isinstance(inside, RegexGroup):
            inside = inside.node
        if not isinstance(inside, RegexChoice):
            return self._longest(node, start, allowed)
        ends = (self._chosen(one, start, allowed) for one in inside.alternatives)
        return next((end for end in ends if end >= 0), -1)

    def place(self, node: RegexNode, start: int, end: int) -> None:
        """``node`` matches from ``start`` to ``end``: find the groups in it."""
        if not node.grouped:
            return
        if isinstance(node, RegexGroup):
            self.found[node.number] = (start, end)
            self.place(node.node, start, end)
        elif isinstance(node, RegexSequence):
            self._place_sequence(node, start, end)
        elif isinstance(node, RegexChoice):
            wanted = self._only(end)
            chosen = (one for one in node.alternatives if self._longest(one, start, wanted) >= 0)
            self.place(next(chosen), start, end)
        elif isinstance(node, Repeat):
            self._place_repeat(node, start, end)

    def _place_sequence(self, node: RegexSequence, start: int, end: int) -> None:
        allowed = [self._only(end)]
        for item in reversed(node.items[1:]):
            allowed.append(self._back(item, allowed[-1]))
        for item in node.items:
            stop = self._chosen(item, start, allowed.pop())
            self.place(item, start, stop)
            start = stop

    def _place_repeat(self, node: Repeat, start: int, end: int) -> None:
        """The groups of each round, as long as it can be for the others to reach the end.

        What a round leaves out keeps its place in an earlier one, as in glibc.
        """
        rest = node
        allowed = ""
        first = start
        while start < end:
            before, rest = rest, _once_less(rest)
            if rest is not before or not allowed:
                allowed = self._back(rest, self._only(end))
            stop = self._chosen(node.node, start, allowed)
            if stop <= start:
                # A round that takes nothing leads nowhere.
                stop = self._longest(node.node, start, allowed)
            if stop <= start:
                break
            self.place(node.node, start, stop)
            start = stop
        if start == first == end and node.low:
            self.place(node.node, start, end)


def _once_less(node: Repeat) -> Repeat:
    """What is left of a repetition after one round."""
    if not node.low and node.high == ANY_NUMBER:
        return node
    high = node.high if node.high == ANY_NUMBER else node.high - 1
    return Repeat(node.node, max(node.low - 1, 0), high)
