"""What the grammars of command lines draw from: options tables, file names, and texts that utilities stumble over.

A grammar draws from a seeded `random.Random` alone. Of the values that are wrong at most one stands in a command line: which
of several faults is named first is nobody's contract.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from utility_oracle import Case

WORDS = (
    "a", "b", "B", "ab", "Abc", "foo", "bar", "10", "9", "2", "-3", "1.5", "0x1f", "1e2", "é", "zz top", "", "x:y", "a b", "1K", "3M", "Jan",
    "feb", "#", "_", "  lead", "tab\there", "v1.10", "v1.9", "~",
)  # fmt: skip
_BYTES = "\0\1\t\n\r ab\x7f\udc80\udcc3\udca9\udcff"
_UNKNOWN = ("-@", "--bogus", "--bogus=1")
_NOT_THERE = ("missing", "d", "f/x", "")
FOLDER = {"d/": ""}


class Draw:
    """Chance with the words for it; ``wrong`` is spent by the first value that is drawn wrong."""

    def __init__(self, source: random.Random) -> None:
        self.r = source
        self.spent = False

    def maybe(self, part: float = 0.5) -> bool:
        """True so often."""
        return self.r.random() < part

    def pick(self, *of):
        """One of them."""
        return self.r.choice(of)

    def some(self, of: Sequence, most: int, least: int = 0) -> list:
        """Some of them, with repetitions."""
        return [self.r.choice(of) for _ in range(self.r.randint(least, most))]

    def number(self, low: int, high: int) -> int:
        """A number between, both included."""
        return self.r.randint(low, high)

    def wrong(self, part: float = 0.1) -> bool:
        """True so often, and once at most."""
        if self.spent or not self.maybe(part):
            return False
        self.spent = True
        return True

    def value(self, good: Sequence[str], bad: Sequence[str] = ()) -> str:
        """A good value, or now and then a bad one."""
        return self.r.choice(bad) if bad and self.wrong() else self.r.choice(good)

    def text(self) -> str:
        """The content of a file."""
        kind = self.r.random()
        if kind < 0.06:
            return ""
        if kind < 0.10:
            return "".join(self.some(_BYTES, 40, 1))
        if kind < 0.12:
            return "x" * self.number(60, 150) + " " + "word " * self.number(1, 30) + self.pick("\n", "")
        glue = self.pick(" ", " ", "\t", ":", ",", "")
        lines = [glue.join(self.some(WORDS, 5)) for _ in range(self.number(1, 8))]
        if self.maybe(0.4):
            lines += self.some(lines, 3)
        if self.maybe(0.3):
            lines.sort()
        if self.maybe(0.2):
            lines = [line for line in lines for _ in range(self.number(1, 3))]
        text = self.pick("\n", "\n", "\n", "\n", "\r\n", "\n\n").join(lines) + self.pick("", *"\n" * 7)
        return text.replace("\n", "\0") if self.maybe(0.05) else text

    def names(self, most: int = 2) -> list[str]:
        """Operands that are files; standard input at most once."""
        found: list[str] = []
        for _ in range(self.number(0, most)):
            name = self.pick("f", "f", "g", "h", "-")
            if name == "-" and "-" in found:
                name = "f"
            found.append(self.pick(*_NOT_THERE) if self.wrong(0.06) else name)
        return found

    def files(self, names: Sequence[str] = ("f", "g", "h")) -> dict[str, str]:
        """Some files and an empty folder."""
        return {name: self.text() for name in names} | FOLDER


Value = Callable[[Draw], str]
Row = tuple[str, str, Value | None]


class Options:
    """The options of one tool. A row is (short letter, long name, value): no value takes no argument; a long name that ends in
    ``?`` takes one that may be left out."""

    def __init__(self, *rows: Row | str) -> None:
        self.rows: list[Row] = [row if isinstance(row, tuple) else (row, "", None) for row in rows]

    def draw(self, d: Draw, most: int = 3) -> list[str]:
        """Some of them in every form that getopt_long reads."""
        argv: list[str] = []
        cluster = False
        for short, long, value in d.some(self.rows, most):
            if long and (not short or d.maybe(0.25)):
                argv += self._long(d, long, value)
            elif value is not None:
                argv += self._short(d, short, long, value)
            elif cluster and d.maybe():
                argv[-1] += short
                continue
            else:
                argv.append(f"-{short}")
                cluster = True
                continue
            cluster = False
        if d.wrong(0.03):
            argv.append(d.pick(*_UNKNOWN))
        return argv

    def _long(self, d: Draw, long: str, value: Value | None) -> list[str]:
        name = long.rstrip("?")
        if d.maybe(0.15):
            others = [other.rstrip("?") for _, other, _ in self.rows if other != long]
            cuts = [name[:size] for size in range(2, len(name))]
            name = d.pick(*[cut for cut in cuts if not any(other.startswith(cut) for other in others)], name)
        if value is None:
            return [f"--{name}" + ("=x" if d.wrong(0.02) else "")]
        text = value(d)
        if long.endswith("?"):
            return [f"--{name}={text}" if text and d.maybe(0.8) else f"--{name}"]
        return [f"--{name}={text}"] if d.maybe(0.7) else [f"--{name}", text]

    @staticmethod
    def _short(d: Draw, short: str, long: str, value: Value) -> list[str]:
        text = value(d)
        if long.endswith("?"):
            return [f"-{short}{text}" if d.maybe(0.7) else f"-{short}"]
        return [f"-{short}{text}"] if text and d.maybe(0.6) else [f"-{short}", text]


def line(d: Draw, name: str, options: list[str], operands: list[str]) -> tuple[str, ...]:
    """The command: operands behind its options, now and then before them or behind ``--``."""
    if d.maybe(0.05):
        return (name, *operands, *options)
    return (name, *options, *(["--"] if d.maybe(0.08) else []), *operands)


def reader(name: str, options: Options, most: int = 3, names: int = 2) -> Callable[[random.Random], Case]:
    """The grammar of a tool that reads files: options, names, and standard input."""

    def draw(r: random.Random) -> Case:
        d = Draw(r)
        drawn = options.draw(d, most)
        return Case(line(d, name, drawn, d.names(names)), d.files(), d.text())

    return draw


def of(*good: str, bad: Sequence[str] = ()) -> Value:
    """One of these values, now and then one of the bad ones."""
    return lambda d: d.value(good, bad)
