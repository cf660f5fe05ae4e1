"""shuf: lines in an order of chance."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded, opened, split_lines, whole
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]\n-e [OPTION]... [ARG]...\n-i LO-HI [OPTION]...",
    "Write a random permutation of the input lines to standard output.",
    ("e", "echo", "", "treat each ARG as an input line"),
    ("i", "input-range", "LO-HI", "treat each number LO through HI as an input line"),
    ("n", "head-count", "COUNT", "output at most COUNT lines"),
    ("o", "output", "FILE", "write to FILE"),
    ("", "random-source", "FILE", "begin the order of chance with what FILE holds"),
    ("r", "repeat", "", "output lines can be repeated"),
    ("z", "zero-terminated", "", "lines end with NUL"),
)
_RANGE = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    end = b"\0" if "z" in given else b"\n"
    if "e" in given and "i" in given:
        raise OPTIONS.refuse(cx, "cannot combine -e and -i options")
    count = _count(cx, given)
    lines = _lines(cx, given, end)
    chosen = _chosen(cx, given, lines, count)
    data = b"".join((b"%d" % line if isinstance(line, int) else line) + end for line in chosen)
    if "o" not in given:
        cx.stdout.write(data)
        return 0
    try:
        stream = cx.open(given["o"], 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
    except OSError as error:
        return cx.fail(f"{maybe(given['o'])}: {reason(error)}")
    try:
        stream.write(data)
    finally:
        stream.release()
    return 0


def _count(cx: Context, given: Given) -> int | None:
    counts = given.all("n")
    for text in counts:
        if not (text.isascii() and text.isdigit()):
            cx.complain(f"invalid line count: {quote(text)}")
            raise Done(1)
    return min((int(text[:18]) for text in counts), default=None)


def _lines(cx: Context, given: Given, end: bytes) -> Sequence[bytes | int]:
    names = given.operands
    if "e" in given:
        return [encoded(name) for name in names]
    if "i" in given:
        found = _RANGE.fullmatch(given["i"])
        if found is None or int(found[1]) > int(found[2]) + 1:
            cx.complain(f"invalid input range: {quote(given['i'])}")
            raise Done(1)
        if names:
            raise OPTIONS.refuse(cx, f"extra operand {quote(names[0])}")
        return range(int(found[1]), int(found[2]) + 1)
    if len(names) > 1:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[1])}")
    name = names[0] if names else "-"
    try:
        stream = opened(cx, name)
    except OSError as error:
        cx.complain(f"{maybe(name)}: {reason(error)}" if error.errno != 21 else "read error: Is a directory")
        raise Done(1) from None
    try:
        data = whole(cx, stream)
        cx.meter.fields(data.count(end))
        return [line.removesuffix(end) for line in split_lines(data, end)]
    finally:
        stream.release()


def _chosen(cx: Context, given: Given, lines: Sequence[bytes | int], count: int | None) -> list[bytes | int]:
    chance = _chance(cx, given)
    most = cx.meter.limits.max_expansion_fields
    if "r" in given:
        if not lines and count != 0:
            cx.complain("no lines to repeat")
            raise Done(1)
        wanted = most + 1 if count is None else count
        if wanted <= most:
            return [lines[chance.randrange(len(lines))] for _ in range(wanted)]
        _stream_repeats(cx, lines, chance, count, b"\0" if "z" in given else b"\n")
        return []
    wanted = len(lines) if count is None else min(count, len(lines))
    cx.meter.fields(wanted)
    return chance.sample(lines, wanted)


def _stream_repeats(
    cx: Context, lines: Sequence[bytes | int], chance: Random, count: int | None, end: bytes
) -> None:
    """Lines without end, until nobody reads them."""
    left = count
    while left is None or left > 0:
        cx.meter.check()
        size = 100 if left is None else min(100, left)
        block = [lines[chance.randrange(len(lines))] for _ in range(size)]
        cx.stdout.write(b"".join((b"%d" % line if isinstance(line, int) else line) + end for line in block))
        left = None if left is None else left - size


def _chance(cx: Context, given: Given) -> Random:
    if "random-source" not in given:
        return cx.random
    from random import Random

    name = given["random-source"]
    try:
        stream = opened(cx, name)
    except OSError as error:
        cx.complain(f"{maybe(name)}: {reason(error)}")
        raise Done(1) from None
    try:
        return Random(stream.read(4096))  # noqa: S311  # an order of lines, no secret
    finally:
        stream.release()
