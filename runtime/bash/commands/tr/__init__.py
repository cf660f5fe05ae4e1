"""tr: replace, squeeze or delete bytes."""

from __future__ import annotations

import re
from functools import partial

from runtime.bash.commands._shared.input import chunks
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.tr.sets import List, check, pairs
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... STRING1 [STRING2]",
    "Replace, squeeze or delete bytes of standard input.",
    ("cC", "complement", "", "use all bytes that are not in STRING1"),
    ("d", "delete", "", "delete the bytes of STRING1"),
    ("s", "squeeze-repeats", "", "write one byte for several of the last STRING in a row"),
    ("t", "truncate-set1", "", "cut STRING1 to the length of STRING2"),
    permute=False,
)
# As many bytes are squeezed sooner one after the other than by one expression.
_FEW = 4
_UPPER, _LOWER = range(65, 91), range(97, 123)

# What a character of a set takes: bytes, and seconds in which nothing looks at the clock.
_CHARACTER = 100
_CHARACTER_S = 4e-6


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    operands = given.operands
    delete, squeeze = "d" in given, "s" in given
    _count(cx, operands, delete, squeeze)
    cx.meter.afford(_CHARACTER_S * sum(map(len, operands)))
    lists = [List(cx, text) for text in operands]
    size = sum(map(len, lists))
    cx.meter.text(_CHARACTER * size)
    cx.meter.afford(_CHARACTER_S * size)
    first, second = lists[0], lists[1] if len(lists) > 1 else None
    translating = second is not None and not delete
    check(first, second, translating=translating, complement="c" in given, cut="t" in given)
    one = first.joined()
    if "c" in given:
        one = bytes(byte for byte in range(256) if byte not in set(one))
    two = second.joined() if second is not None else one
    table: bytes | None = None
    if second is not None and translating:
        table = bytes.maketrans(one[: len(two)], two[: len(one)]) if "c" in given else _table(first, second)
    deleted = one if delete else b""
    repeats = two if squeeze else b""
    _run(cx, table, deleted, repeats)
    return 0


def _count(cx: Context, operands: list[str], delete: bool, squeeze: bool) -> None:
    least = 2 if delete == squeeze else 1
    most = 1 if delete and not squeeze else 2
    if len(operands) < least:
        if not operands:
            raise OPTIONS.refuse(cx, "missing operand")
        both = "both deleting and squeezing repeats" if delete else "translating"
        cx.complain(f"missing operand after {quote(operands[-1])}")
        cx.stderr.write(f"Two strings must be given when {both}.\n".encode())
        raise OPTIONS.refuse(cx, "")
    if len(operands) > most:
        cx.complain(f"extra operand {quote(operands[most])}")
        if len(operands) == 2:
            cx.stderr.write(b"Only one string may be given when deleting without squeezing repeats.\n")
        raise OPTIONS.refuse(cx, "")


def _table(first: List, second: List) -> bytes:
    """The table of bytes.translate()."""
    mapped = bytearray(range(256))
    for here, there in pairs(first, second):
        if here.case and there.case and here.case != there.case:
            for byte in _UPPER if here.case == "upper" else _LOWER:
                mapped[byte] = byte ^ 0x20
        elif here.byte >= 0:
            mapped[here.byte] = there.byte
    return bytes(mapped)


def _squeezer(repeats: bytes) -> Callable[[bytes], bytes]:
    """A function that leaves one of each run of these bytes."""
    members = sorted(set(repeats))
    if len(members) > _FEW:
        several = b"([%b])(?=\\1)" % b"".join(b"\\x%02x" % byte for byte in members)
        return partial(re.compile(several, re.DOTALL).sub, b"")
    runs = [(bytes((byte, byte)), bytes((byte,))) for byte in members]

    def squeeze(data: bytes) -> bytes:
        # Each round halves the longest run.
        for run, one in runs:
            while run in data:
                data = data.replace(run, one)
        return data

    return squeeze


def _run(cx: Context, table: bytes | None, deleted: bytes, repeats: bytes) -> None:
    write = cx.stdout.write
    squeeze = _squeezer(repeats)
    last = b""
    for data in chunks(cx, cx.stdin):
        if table is not None or deleted:
            data = data.translate(table, deleted)  # noqa: PLW2901
        if repeats and data:
            held = squeeze(data)
            # A run may go on over the edge of two chunks.
            data = held[1:] if last and held[:1] == last else held  # noqa: PLW2901
            last = held[-1:] if held[-1:] in repeats else b""
        if data:
            write(data)
