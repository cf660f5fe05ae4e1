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

from runtime.bash.posix.regex_syntax import RegexError, Rewritten, rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.limits import Meter
    from runtime.bash.posix.linear import Found, Linear

    Subject = Any  # bytes, or str where bytes are not all ASCII
    Match = re.Match[Any] | Found
    Search = Callable[[Subject, int, int], Match | None]
    Substitute = Callable[[Subject, Subject, int], tuple[Subject, int]]

__all__ = ["Pattern", "RegexError"]

# Steps that `re` may take between two looks at the clock: at some 5 ns a step 50 ms at worst.
_STEPS = 10_000_000
# Seconds of processor time that `regex` has for one search: it holds the interpreter's lock, and nothing else of the
# host's thread runs meanwhile. The first where another engine can go on, the second where none can.
_MOMENT_S = 0.01
_BACKTRACKING_S = 0.25
# Lines are searched in blocks of about so many characters, so that the clock is looked at between two of them.
_BLOCK = 65_536
# Compiling takes a microsecond a character, in which nothing looks at the clock.
_LONGEST = 200_000
_MOST_CHOICES = 12


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
        if sum(map(len, sources)) > _LONGEST:
            raise RegexError("Regular expression too big")
        first = self._engines(not ascii_only)
        self.groups = first.groups
        self.warnings = first.warnings

    def subject(self, data: bytes) -> Subject:
        """``data`` in the form that searches take: bytes that are all ASCII as they are, else text."""
        return data if data.isascii() and self._plain else data.decode("utf-8", "surrogateescape")

    def _engines(self, text: bool) -> _Engines:
        made = self._made.get(text)
        if made is None:
            made = self._made[text] = _Engines(self, text)
        return made

    def lines(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """Where the lines lie (without their newline) that hold a match."""
        newline = "\n" if isinstance(subject, str) else b"\n"
        check = self.meter.check
        for begin, end, search in self._blocks(subject, newline):
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

    def _blocks(self, subject: Subject, newline: Subject) -> Iterator[tuple[int, int, Search]]:
        """Runs of whole lines, each with the engine that may search it."""
        size = len(subject)
        if subject[-1:] == newline:
            size -= 1
        engines = self._engines(isinstance(subject, str))
        search, most = engines.bounded(self.meter), _BLOCK
        if engines.steps(2) <= _STEPS:
            longest = max(map(len, subject.split(newline)))
            # A block's cost is at most its length times the steps from one start, plus one line for the cut.
            within = _STEPS // engines.steps(longest + 1)
            if within > longest:
                search, most = engines.quick, within
        at = 0
        while at <= size:
            cut = subject.find(newline, at + most, size)
            end = size if cut < 0 else cut
            yield at, end, search
            at = end + 1

    def quick_blocks(self, subject: Subject) -> tuple[re.Pattern[Any], list[tuple[int, int]]] | None:
        """`re`'s own pattern and runs of whole lines that it may search at once; None where it may not, or where a match
        could be empty (POSIX and `re` differ on what stands next to one)."""
        engines = self._engines(isinstance(subject, str))
        if engines.substitute() is None:
            return None
        blocks = list(self._blocks(subject, "\n" if isinstance(subject, str) else b"\n"))
        if any(search != engines.quick for _, _, search in blocks):
            return None
        return engines.compiled, [(begin, end) for begin, end, _ in blocks]

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


class _Engines:
    """One form of a pattern (for ASCII bytes or for text) in either engine, compiled as needed."""

    def __init__(self, pattern: Pattern, text: bool) -> None:
        self.text = text
        self.ignore_case = pattern.ignore_case
        self.warnings: list[str] = []
        self.groups = 0
        self.variable = 0
        self.choices = 0
        self.ambiguous = False
        self.tame = pattern.syntax != "perl"
        self.longest = False
        parts = [self._part(pattern, source, text) for source in pattern.sources]
        if len(parts) > 1:
            self.choices += len(parts) - 1
            # Each source is tried once from a start: sources add up, they do not multiply.
            self.longest = pattern.longest
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
        # Where a pattern looks around itself, that it does not match "" proves nothing.
        looks = any(sign in self.source for sign in (r"\b", r"\B", "(?="))
        self._may_be_empty = self.safe < 0 or looks or self.quick("" if text else b"", 0, 0) is not None

    def _part(self, pattern: Pattern, source: str, text: bool) -> str:
        if pattern.syntax == "fixed":
            return re.escape(source) if text or source.isascii() else "(?!)"
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
        self.variable = max(self.variable, made.variable)
        self.choices += made.choices
        self.ambiguous = self.ambiguous or made.ambiguous
        self.tame = self.tame and not made.nested
        before, self.groups = self.groups, self.groups + made.groups
        return _renumbered(made.text, before) if before and made.nested else made.text

    def _runs_in_re(self) -> bool:
        return self.tame and not self.longest and "\\p{" not in self.source

    def steps(self, size: int) -> int:
        """The most steps that `re` could take from one start in a line of ``size`` characters."""
        if not self.tame or (self.ambiguous and self.choices > _MOST_CHOICES):
            return _STEPS + 1
        ways = 1 << self.choices if self.ambiguous else self.choices + 1
        steps: int = ways * size**self.variable
        return min(steps, _STEPS + 1)

    def _safe(self) -> int:
        """The longest line that `re` may search at once."""
        ways = self.steps(1)
        if ways > _STEPS:
            return -1
        return int((_STEPS / ways) ** (1 / (self.variable + 1))) - 1

    def substitute(self) -> Substitute | None:
        """``subn`` of `re`, None where a match could be empty."""
        if self._substitute is None and not self._may_be_empty:
            self.quick(self.source[:0] if self.text else b"", 0, 0)
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
                self._bounded = regex.compile(source, flags, cache_pattern=False)
            except (regex.error, OverflowError, RecursionError, MemoryError) as error:
                raise RegexError(_reworded(str(error))) from error
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
        search = self._compile_bounded().search
        seconds = _BACKTRACKING_S if linear is None else _MOMENT_S

        def within(subject: Subject, at: int, end: int) -> Match | None:
            meter.check()
            try:
                return search(subject, at, end, timeout=seconds)  # type: ignore[no-any-return]
            except TimeoutError:
                if linear is None:
                    meter.exceeded("regex", f"a regular expression that takes more than {seconds} s")
                    raise
            return linear.search(subject, at, end, meter)

        return within


def _renumbered(text: str, before: int) -> str:
    """References of one source among several: its groups come after ``before`` others."""
    return re.sub(r"\(\?:\\([1-9])\)", lambda found: f"(?:\\{int(found[1]) + before})", text)


def _reworded(message: str) -> str:
    return f"unsupported expression: {message}" if message else "Regular expression too big"
