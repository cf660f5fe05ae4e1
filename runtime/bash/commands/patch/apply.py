"""Putting hunks in their place: where their lines are found, near where they should be, and how much context may differ."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.patch.hunks import Hunk
    from runtime.bash.limits import Meter

__all__ = ["Patching"]

_BLANKS = re.compile(rb"[ \t\r\f\v]+")


class Patching:
    """One file while hunks are applied to it; line numbers count from 1.

    Attributes:
        offset: how far below its stated place the last hunk was found.
        grown: lines that the hunks so far have added.
        frozen: the last line of the input that is settled.
        out: what is written so far.
    """

    def __init__(self, meter: Meter, lines: list[bytes], loose: bool, absent: bool) -> None:
        self.meter = meter
        self.lines = lines
        self.loose = loose
        self.absent = absent  # the patch makes the file: where there is one, nothing fits
        self.compared = [_loosened(line) for line in lines] if loose else lines
        self.offset = 0
        self.grown = 0
        self.frozen = 0
        self.out: list[bytes] = []

    def locate(self, hunk: Hunk, fuzz: int) -> int:
        """Where the hunk fits when ``fuzz`` lines of its context are not looked at; 0 where it does not."""
        guess = hunk.first + self.offset
        size = len(hunk.old)
        if not size:
            return 0 if self.absent and self.lines else guess
        prefix, suffix = hunk.context()
        most = max(prefix, suffix)
        skip, drop = fuzz + prefix - most, fuzz + suffix - most
        wanted = [line for _, line in hunk.old]
        if self.loose:
            wanted = [_loosened(line) for line in wanted]
        if skip < 0 and hunk.first <= 1:
            # Less context before than behind: the hunk was at the beginning.
            if drop < 0 and (size != len(self.lines) or prefix < self.frozen):
                return 0
            fits = self.frozen <= prefix and self._fits(wanted, 1, 0, max(drop, 0))
            return self._found(1, guess) if fits else 0
        if drop < 0:
            place = len(self.lines) - size + 1
            fits = place > self.frozen and self._fits(wanted, place, max(skip, 0), 0)
            return self._found(place, guess) if fits else 0
        return self._nearest(wanted, guess, max(skip, 0), drop)

    def _found(self, place: int, guess: int) -> int:
        self.offset += place - guess
        return place

    def _nearest(self, wanted: list[bytes], guess: int, skip: int, drop: int) -> int:
        """The place closest to ``guess``; below it first, of two as far away."""
        last = len(self.lines) - (len(wanted) - drop) + 1
        first = max(self.frozen + 1, 1)
        start = guess - last if last < guess else first - guess if guess < first else 0
        for distance in range(max(start, 0), max(last - guess, guess - first) + 1):
            if not distance & 1023:
                self.meter.check()
            if guess + distance <= last and self._fits(wanted, guess + distance, skip, drop):
                return self._found(guess + distance, guess)
            if 0 < distance <= guess - first and self._fits(wanted, guess - distance, skip, drop):
                return self._found(guess - distance, guess)
        return 0

    def _fits(self, wanted: list[bytes], place: int, skip: int, drop: int) -> bool:
        end = len(wanted) - drop
        start = place - 1 + skip
        if start < 0 or place - 1 + end > len(self.lines):
            return False
        # The first line alone tells most places apart, without a copy.
        if skip < end and self.compared[start] != wanted[skip]:
            return False
        return self.compared[start : place - 1 + end] == wanted[skip:end]

    def apply(self, hunk: Hunk, place: int) -> bool:
        """Write the file up to and with the hunk; False (and nothing written) where its sides do not agree."""
        steps = _steps(hunk)
        if steps is None:
            return False
        where = place - 1
        for mark, passed, line in steps:
            self._copy(where + passed)
            if mark == "-":
                self.frozen += 1
            else:
                if mark == ">":
                    self._end_line()
                self.out.append(line)
        self.grown += len(hunk.new) - len(hunk.old)
        return True

    def _copy(self, end: int) -> None:
        """The input's lines up to ``end`` as they are."""
        if end > self.frozen:
            if self.frozen < len(self.lines):
                self._end_line()
            self.out += self.lines[self.frozen : end]
            self.frozen = end

    def _end_line(self) -> None:
        """What follows begins a line of its own. GNU's patch sees to that for what it copies, and for what it adds behind
        a hunk's last line; not for what it adds further up."""
        if self.out and not self.out[-1].endswith(b"\n"):
            self.out.append(b"\n")

    def finish(self) -> bytes:
        """The whole patched file."""
        self._copy(len(self.lines))
        return b"".join(self.out)


def _steps(hunk: Hunk) -> list[tuple[str, int, bytes]] | None:
    """What happens line by line: the mark (``>`` for what comes behind all old lines), how many old lines come before, the
    new line; None for sides that do not agree."""
    steps: list[tuple[str, int, bytes]] = []
    at = 0
    old, new = hunk.old, hunk.new
    for passed, (mark, line) in enumerate(old):
        while mark != "-" and at < len(new) and new[at][0] == "+":
            steps.append(("+", passed, new[at][1]))
            at += 1
        if mark in "-!":
            steps.append(("-", passed, line))
            if mark == "!" and (passed + 1 == len(old) or old[passed + 1][0] != "!"):
                while at < len(new) and new[at][0] == "!":
                    steps.append(("+", passed + 1, new[at][1]))
                    at += 1
        elif at < len(new) and new[at][0] == " ":
            at += 1
        else:
            return None
    while at < len(new) and new[at][0] == "+":
        steps.append((">", len(old), new[at][1]))
        at += 1
    return steps if at == len(new) else None


def _loosened(line: bytes) -> bytes:
    """-l: any run of blanks is like any other, and none at the end."""
    return _BLANKS.sub(b" ", line.rstrip())
