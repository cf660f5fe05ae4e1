"""Running POSIX regular expressions without ever backtracking past the budget.

Three engines share the work:

`re`                fast and always loaded, but cannot be stopped: it runs only where the number of steps it could take is
                    small, which `Pattern` bounds from the pattern's shape and the longest line
`linear`            never goes back: repeated groups, and alternatives of which the longest is wanted
`regex`             stops when told to: back references and Perl's syntax, within a fixed time; lines too long for `re`,
                    tried for a moment before `linear` does them

Matches are leftmost; they are made longest where that can show (``longest``).
"""

from __future__ import annotations

import re
from math import comb, exp, lgamma, log

from runtime.bash.charset import CODEC, decoded
from runtime.bash.posix.bounded import BACKTRACKING_S, BOUNDED_S, COMPILING_S, TooBig, begun, compiled, late
from runtime.bash.posix.regex_syntax import RegexError, Rewritten, rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.limits import Meter
    from runtime.bash.posix.linear import Found, Linear
    from runtime.bash.posix.regex_cost import Cost
    from runtime.bash.posix.regex_lines import Searcher

    Subject = Any  # bytes, or str where bytes are not all ASCII
    Match = re.Match[Any] | Found
    Search = Callable[[Subject, int, int], Match | None]
    Substitute = Callable[[Subject, Subject, int], tuple[Subject, int]]

__all__ = ["Pattern", "RegexError"]

# Steps that `re` may take between two looks at the clock: at 5 to 15 ns a step 60 ms at worst.
_STEPS = 4_000_000
# Seconds of processor time that `regex` has for one search where another engine can go on.
_MOMENT_S = 0.01
# Lines are searched in blocks of about so many characters, so that the clock is looked at between two of them.
_BLOCK = 65_536
# Compiling takes some microseconds a character, in which nothing looks at the clock.
_LONGEST = 200_000
_MOST_CHOICES = 12
# Longer than most lines are.
_SHORT = 512
# Fewest characters of a match, before any expression is looked at.
_UNKNOWN = 1 << 30
# More tokens than this take too long to measure; less text than this is searched before another form is compiled.
_MOST_TOKENS = 4096
_WORTHWHILE = 4096


class Pattern:
    """One or more expressions, any of which may match.

    Args:
        sources: the expressions.
        meter: whose deadline stops a search.
        syntax: ``basic``, ``extended``, ``fixed`` or ``perl``.
        ignore_case: as it says.
        whole: "" for any match; ``word``, ``line`` or ``buffer`` for one that is a whole one.
        newline: newlines are characters like others (a pattern space of sed).
        multiline: ``^`` and ``$`` match at lines as well as at the ends.
        longest: which match is found matters, not only whether there is one.
        strict: what is doubtful is an error (see `rewrite`).
        anchored: a match begins where the text does.

    Raises:
        RegexError: an expression is none.
    """

    def __init__(
        self,
        sources: list[str],
        meter: Meter,
        *,
        syntax: str = "basic",
        ignore_case: bool = False,
        whole: str = "",
        newline: bool = False,
        multiline: bool = True,
        longest: bool = False,
        strict: bool = False,
        anchored: bool = False,
    ) -> None:
        self.sources = sources
        self.meter = meter
        self.syntax = syntax
        self.ignore_case = ignore_case
        self.whole = whole
        self.newline = newline
        self.multiline = multiline
        self.longest = longest
        self.strict = strict
        self.anchored = anchored
        self._made: dict[bool, _Engines] = {}
        ascii_only = syntax != "perl" and all(source.isascii() for source in sources)
        self._plain = ascii_only
        self._bytewise = CODEC.get() == "ascii"
        # Lines are what a `Searcher` looks for, and it reads POSIX syntax only.
        self.finds_lines = (
            multiline
            and not newline
            and not anchored
            and syntax != "perl"
            and whole != "buffer"
            and bool(sources)
        )
        if sum(map(len, sources)) > _LONGEST:
            raise RegexError("Regular expression too big")
        meter.afford(COMPILING_S * sum(map(len, sources)))
        first = self._engines(not ascii_only)
        self.groups = first.groups
        self.warnings = first.warnings

    def subject(self, data: bytes) -> Subject:
        """``data`` in the form that searches take: bytes that are characters as they are, else text."""
        if self._plain and (self._bytewise or data.isascii()):
            return data
        return decoded(data)

    def _engines(self, text: bool) -> _Engines:
        made = self._made.get(text)
        if made is None:
            made = self._made[text] = _Engines(self, text)
        return made

    def lines(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """Where the lines lie (without their newline) that hold a match."""
        newline = "\n" if isinstance(subject, str) else b"\n"
        check = self.meter.check
        blocks, searcher = self._portions(subject, newline)
        if searcher is not None:
            for begin, end, _ in blocks:
                yield from searcher.spans(subject, begin, end)
                check()
            return
        for begin, end, search in blocks:
            at = begin
            while at <= end:
                found = search(subject, at, end)
                if found is None:
                    break
                start = max(begin, subject.rfind(newline, begin, found.start()) + 1)
                stop = subject.find(newline, found.end(), end)
                if stop < 0:
                    stop = end
                yield start, stop
                at = stop + 1
            check()

    def spans(self, subject: Subject) -> list[tuple[int, int]]:
        """The same as a list, which takes less time."""
        blocks, searcher = self._portions(subject, "\n" if isinstance(subject, str) else b"\n")
        if searcher is None:
            return list(self.lines(subject))
        found: list[tuple[int, int]] = []
        for begin, end, _ in blocks:
            found += searcher.spans(subject, begin, end)
            self.meter.check()
        return found

    def count(self, subject: Subject) -> int:
        """How many lines hold a match."""
        blocks, searcher = self._portions(subject, "\n" if isinstance(subject, str) else b"\n")
        if searcher is None:
            return sum(1 for _ in self.lines(subject))
        found = 0
        for begin, end, _ in blocks:
            found += searcher.count(subject, begin, end)
            self.meter.check()
        return found

    def _portions(
        self, subject: Subject, newline: Subject
    ) -> tuple[Iterable[tuple[int, int, Search]], Searcher | None]:
        """Runs of whole lines, and what may find their lines at once."""
        if len(subject) < _WORTHWHILE:
            return self._blocks(subject, newline), None
        engines = self._engines(isinstance(subject, str))
        blocks = list(self._blocks(subject, newline))
        if any(search != engines.quick for _, _, search in blocks):
            return blocks, None
        return blocks, engines.searcher(self)

    def _blocks(self, subject: Subject, newline: Subject) -> Iterator[tuple[int, int, Search]]:
        """Runs of whole lines, each with the engine that may search it."""
        size = len(subject)
        if subject[-1:] == newline:
            size -= 1
        engines = self._engines(isinstance(subject, str))
        most = engines.at_once(subject, newline)
        search: Search = engines.quick if most else engines.bounded(self.meter)
        most = most or _BLOCK
        at = 0
        while at <= size:
            cut = subject.find(newline, at + most, size)
            end = size if cut < 0 else cut
            yield at, end, search
            at = end + 1

    def quick_blocks(
        self, subject: Subject, *, empty: bool = False
    ) -> tuple[re.Pattern[Any], list[tuple[int, int]]] | None:
        """`re`'s own pattern and runs of whole lines that it may search at once; None where it may not, or unless ``empty``
        where a match could be empty (POSIX and `re` differ on what stands next to one)."""
        engines = self._engines(isinstance(subject, str))
        if engines.substitute() is None and not (empty and engines.safe > 0):
            return None
        blocks = list(self._blocks(subject, "\n" if isinstance(subject, str) else b"\n"))
        if any(search != engines.quick for _, _, search in blocks):
            return None
        engines.quick(subject, 0, 0)  # compiles it
        return engines.compiled, [(begin, end) for begin, end, _ in blocks]

    def matches(self, subject: Subject) -> list[Subject] | None:
        """What matches in many lines, match after match; None where that takes a search by `search`."""
        quick = self.quick_blocks(subject)
        if quick is None:
            return None
        compiled, blocks = quick
        found: list[Subject] = []
        for begin, end in blocks:
            if compiled.groups:
                found += [match[0] for match in compiled.finditer(subject, begin, end)]
            else:
                found += compiled.findall(subject, begin, end)
            self.meter.check()
        return found

    def search(self, subject: Subject, at: int = 0, end: int | None = None) -> Match | None:
        """The first match in one line or buffer from ``at`` on."""
        engines = self._engines(isinstance(subject, str))
        size = len(subject) if end is None else end
        if size - at <= engines.safe:
            return engines.quick(subject, at, size)
        return engines.bounded(self.meter)(subject, at, size)

    def plain(self) -> tuple[re.Pattern[str] | None, int]:
        """`re`'s form for str that is all ASCII, and the longest text it may be given; None where `search` must do."""
        return self._engines(False).plain() if self._plain else (None, -1)

    def engine(self, subject: Subject) -> Substitute | None:
        """``re``'s own ``subn`` for one line, where it gives what POSIX wants: the line is short and no match is empty."""
        engines = self._engines(isinstance(subject, str))
        if len(subject) > engines.safe:
            return None
        return engines.substitute()


def _longest(subject: Subject, newline: Subject, *, exact: bool) -> int:
    """The length of the longest line; unless ``exact``, of short lines no more than a bound."""
    at, size = 0, 0 if exact else len(subject)
    while at + _SHORT < size:
        at = subject.rfind(newline, at, at + _SHORT + 1) + 1
        if not at:
            break
    else:
        if size:
            return _SHORT
    return max(map(len, subject.split(newline)))


class _Engines:
    """One form of a pattern (for ASCII bytes or for text) in either engine, compiled as needed."""

    def __init__(self, pattern: Pattern, text: bool) -> None:
        self.text = text
        self.ignore_case = pattern.ignore_case
        self.warnings: list[str] = []
        self.groups = 0
        # The steps from one start: `ways` times the combinations of `power` places (see `regex_cost`).
        self.power = 0
        self.ways = 0
        self.least = _UNKNOWN
        self.ambiguous = False
        self.tame = pattern.syntax != "perl"
        self.longest = False
        self.tokens: list[list[str]] = []
        parts = [self._part(pattern, source, text) for source in pattern.sources]
        if len(parts) > 1:
            self.longest = pattern.longest
        self.ways = self.ways or 1
        joined = "|".join(parts) if parts else "(?!)"
        if pattern.whole == "line":
            joined = f"^(?:{joined})$"
        elif pattern.whole == "word":
            joined = rf"(?<!\w)(?:{joined})(?!\w)"
        elif pattern.whole == "buffer":
            joined = rf"\A(?:{joined})\Z"
        if pattern.anchored:
            joined = rf"\A(?:{joined})"
        self.longest = self.longest or (pattern.longest and self.ambiguous)
        self.source = joined
        self.flags = re.MULTILINE if pattern.multiline else 0
        self._quick: Search | None = None
        self._bounded: Any = None
        self.compiled: Any = None
        self._substitute: Substitute | None = None
        self._perl = pattern.syntax == "perl"
        self._linear: Linear | None = None
        if not self._runs_in_re():
            self.tame = False
            if self._line() is None:
                self._compile_bounded()
        self.safe = self._safe()
        self._may_be_empty = self.safe < 0 or self._matches_nothing()
        self._searcher: Searcher | None = None

    def _part(self, pattern: Pattern, source: str, text: bool) -> str:
        if pattern.syntax == "fixed":
            tokens = [re.escape(char) for char in source] if text or source.isascii() else ["(?!)"]
            self.tokens.append(tokens)
            self.ways += 1
            self.least = min(self.least, len(source))
            return "".join(tokens)
        if pattern.syntax == "perl":
            from runtime.bash.posix.perl_syntax import rewrite_perl

            return rewrite_perl(source)
        made: Rewritten = rewrite(
            source,
            extended=pattern.syntax == "extended",
            text=text,
            newline=pattern.newline,
            multiline=pattern.multiline,
            strict=pattern.strict,
        )
        self.warnings += made.warnings
        self._cost(made, text)
        self.ambiguous = self.ambiguous or made.ambiguous or (made.nested and pattern.longest)
        before, self.groups = self.groups, self.groups + made.groups
        return _renumbered(made.text, before) if before and made.nested else made.text

    def _cost(self, made: Rewritten, text: bool) -> None:
        """What one source adds: each is tried once from a start, so that they add up and do not multiply."""
        self.tokens.append(made.tokens)
        looks = any(token[:2] in (r"\b", r"\B", "(?") for token in made.tokens)
        cost: Cost | None = None
        doubtful = made.nested or made.ambiguous or made.variable > 1 or looks
        if doubtful and len(made.tokens) <= _MOST_TOKENS:
            from runtime.bash.posix.regex_cost import measured

            cost = measured(made.tokens, text=text)
        if cost is not None:
            self.power = max(self.power, cost.power)
            self.ways += cost.ways
            self.least = min(self.least, cost.least)
            return
        self.tame = self.tame and not made.nested and not (made.ambiguous and made.choices > _MOST_CHOICES)
        self.power = max(self.power, made.variable)
        self.ways += 1 << min(made.choices, _MOST_CHOICES) if made.ambiguous else made.choices + 1
        if looks:
            self.least = 0

    def _matches_nothing(self) -> bool:
        """Whether a match could be empty. That an expression which looks around itself does not match "" proves nothing: those
        were measured."""
        return not self.least or self.quick(self._empty(), 0, 0) is not None

    def _empty(self) -> Subject:
        return "" if self.text else b""

    def _runs_in_re(self) -> bool:
        return self.tame and not self.longest and "\\p{" not in self.source

    def steps(self, size: int) -> int:
        """The most steps that `re` could take from one start, on the average, in a line of ``size`` characters."""
        if not self.tame:
            return _STEPS + 1
        if size > _STEPS:
            return _STEPS + 1 if self.power else self.ways
        return min(self.ways * comb(size + self.power, self.power + 1) // size, _STEPS + 1)

    def at_once(self, subject: Subject, newline: Subject) -> int:
        """How much of these lines `re` may search at once, 0 where it may not search them."""
        size = len(subject) + 1
        if self.steps(2) > _STEPS:
            return 0
        if size * self.steps(size) <= _STEPS:
            return size
        longest = _longest(subject, newline, exact=self.power > 1)
        # A block's cost is at most its length times the steps from one start, plus one line for the cut.
        within = _STEPS // self.steps(longest + 1)
        return within if within > longest else 0

    def _safe(self) -> int:
        """The longest line that `re` may search at once."""
        if not self.tame:
            return -1
        # As many combinations as that, solved for the size; by logarithms, since neither factor need fit into a float.
        places = self.power + 1
        return int(exp((log(_STEPS) - log(self.ways) + lgamma(places + 1)) / places)) - places

    def searcher(self, pattern: Pattern) -> Searcher | None:
        """What finds lines in blocks that `quick` may search, None where a match could be empty."""
        if self._searcher is None and pattern.finds_lines and not self._may_be_empty:
            from runtime.bash.posix.regex_lines import Searcher

            try:
                self._searcher = Searcher(
                    self.tokens, pattern.whole, text=self.text, ignore_case=self.ignore_case
                )
            except (re.error, OverflowError, RecursionError) as error:
                raise RegexError("Regular expression too big") from error
        return self._searcher

    def substitute(self) -> Substitute | None:
        """``subn`` of `re`, None where a match could be empty."""
        if self._substitute is None and not self._may_be_empty:
            self.quick(self._empty(), 0, 0)
            self._substitute = self.compiled.subn
        return self._substitute

    def quick(self, subject: Subject, at: int, end: int) -> Match | None:
        """Search with `re`."""
        if self._quick is None:
            flags = self.flags | (re.IGNORECASE if self.ignore_case else 0)
            source = self.source if self.text else self.source.encode("latin-1")
            try:
                self.compiled = re.compile(source, flags)
                self._quick = self.compiled.search
            except (re.error, OverflowError, RecursionError) as error:
                raise RegexError("Regular expression too big") from error
        return self._quick(subject, at, end)

    def plain(self) -> tuple[re.Pattern[str] | None, int]:
        """The form for ASCII, over str."""
        if self.safe < 0:
            return None, -1
        flags = self.flags | re.ASCII | (re.IGNORECASE if self.ignore_case else 0)
        return re.compile(self.source, flags), self.safe

    def _compile_bounded(self) -> Any:
        if self._bounded is None:
            import regex

            flags = regex.MULTILINE if self.flags & re.MULTILINE else 0
            flags |= regex.IGNORECASE if self.ignore_case else 0
            flags |= regex.POSIX if self.longest else 0
            source: Any = self.source if self.text else self.source.encode("latin-1")
            try:
                self._bounded = compiled(source, flags, regex.compile)
            except regex.error as error:
                from runtime.bash.posix.perl_syntax import perl_message

                raise RegexError(perl_message(str(error))) from error
            except TooBig as error:
                raise RegexError("Regular expression too big") from error
        return self._bounded

    def _line(self) -> Linear | None:
        """The engine that never goes back, None where it cannot do this pattern."""
        if self._linear is None and not self._perl:
            from runtime.bash.posix.linear import Linear, NotLinear

            try:
                self._linear = Linear(
                    self.source, ignore_case=self.ignore_case, lines=bool(self.flags & re.MULTILINE)
                )
            except NotLinear:
                self._perl = True
        return self._linear

    def bounded(self, meter: Meter) -> Search:
        """A search that looks at the clock."""
        linear = self._line()
        if linear is not None and not self.tame:
            return lambda subject, at, end: linear.search(subject, at, end, meter)
        if self._bounded is None:
            meter.afford(BOUNDED_S * len(self.source))
        search = self._compile_bounded().search
        most = BACKTRACKING_S if linear is None else _MOMENT_S

        def within(subject: Subject, at: int, end: int) -> Match | None:
            try:
                return search(subject, at, end, timeout=begun(meter, most))  # type: ignore[no-any-return]
            except TimeoutError:
                if linear is None:
                    late(meter)
                    raise
            return linear.search(subject, at, end, meter)

        return within


def _renumbered(text: str, before: int) -> str:
    """References of one source among several: its groups come after ``before`` others."""
    return re.sub(r"\(\?:\\([1-9])\)", lambda found: f"(?:\\{int(found[1]) + before})", text)
