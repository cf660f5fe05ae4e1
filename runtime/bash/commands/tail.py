"""tail: the last part of files."""

from __future__ import annotations

import re
from functools import partial

from runtime.bash.commands._shared.durations import duration
from runtime.bash.commands._shared.head_tail import ABSENT, FOLDER, amount, header
from runtime.bash.commands._shared.input import chunks, each
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Print the last 10 lines of each FILE, under a header when there are several.",
    ("c", "bytes", "[+]NUM", "print the last NUM bytes; with +, from byte NUM on"),
    ("f", "follow", "[HOW]", "go on printing what is appended"),
    ("F", "", "", "the same as --follow=name --retry"),
    ("n", "lines", "[+]NUM", "print the last NUM lines; with +, from line NUM on"),
    ("", "max-unchanged-stats", "N", "ignored"),
    ("", "pid", "PID", "ignored: there are no other processes"),
    ("q", "quiet silent", "", "never print headers"),
    ("", "retry", "", "go on trying to open a file"),
    ("s", "sleep-interval", "N", "with -f, look every N seconds"),
    ("v", "verbose", "", "always print headers"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    digits="digits",
)
_OLD = re.compile(r"([-+])(\d*)([bcl]?)(f?)")


def _no_process(cx: Context, given: Given) -> None:
    """--pid is looked at, and nothing more."""
    if "pid" not in given:
        return
    if not (given["pid"].isascii() and given["pid"].isdigit()):
        cx.complain(f"invalid PID: {quote(given['pid'])}")
        raise Done(1)
    if not given.any("fF"):
        cx.complain("warning: PID ignored; --pid=PID is useful only when following")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _modern(cx.args), _checks(cx))
    unit = given.last("cn", "n")
    most = _number(cx, unit, given.get(unit, "10"))
    # Of several numbers the last counts, but one "+" holds for all.
    onwards = any(value.startswith("+") for key, value in given.order if key in ("c", "n"))
    end = b"\0" if "z" in given else b"\n"
    pause = duration(given.get("s", "1"))
    if pause is None:
        return cx.fail(f"invalid number of seconds: {quote(given['s'])}")
    _no_process(cx, given)
    if not most and not onwards and not given.any("fF"):
        return 0
    names = given.operands or ["-"]
    heads = given.last("qv", "v" if len(names) > 1 else "q") == "v"
    status = 0
    missing: set[str] = set()
    last = ""
    for name, stream in each(cx, names, folder=FOLDER, absent=ABSENT):
        if stream is None:
            status = 1
            missing.add(name)
            if heads and name not in ("-", "") and cx.fs.is_dir(cx.path(name)):
                header(cx, name, not last)
                last = name
            continue
        if heads:
            header(cx, name, not last)
        last = name
        _part(cx, stream, most, onwards, end if unit == "n" else b"")
    if given.any("fF"):
        if not given.any(("F", "retry")):
            names = [name for name in names if name not in missing]
        _follow(cx, names, pause, heads, last)
    return status


def _modern(args: list[str]) -> list[str]:
    """``-5``, ``+5`` and ``-5f`` of old in today's words: alone, or with one file."""
    files = args[1:]
    if not (
        len(args) == 1
        or (len(args) == 2 and (files == ["-"] or not files[0].startswith("-")))
        or (len(args) in (2, 3) and files[0] == "--")
    ):
        return args
    found = _OLD.fullmatch(args[0])
    if found is None or args[0] in ("-", "-c"):
        return args
    sign, number, unit, follow = found.groups()
    option = "-c" if unit in ("b", "c") and unit else "-n"
    size = (number or "10") + ("b" if unit == "b" else "")
    return [option, ("+" if sign == "+" else "") + size, *(["-f"] if follow else []), *files]


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    def digits(text: str) -> None:
        cx.complain(f"option used in invalid context -- {text[0]}")
        raise Done(1)

    return {"c": partial(_number, cx, "c"), "n": partial(_number, cx, "n"), "digits": digits}


def _number(cx: Context, unit: str, text: str) -> int:
    return amount(cx, unit, text, text[1:] if text[:1] in ("+", "-") else text)


def _part(cx: Context, stream: Stream, most: int, onwards: bool, end: bytes) -> None:
    """One file's part: bytes where ``end`` is empty, else lines."""
    if onwards:
        _skip(cx, stream, most - 1, end)
    elif end:
        _last_lines(cx, stream, most, end)
    else:
        _last_bytes(cx, stream, most)


def _skip(cx: Context, stream: Stream, count: int, end: bytes) -> None:
    """Leave out ``count`` lines (bytes, when ``end`` is empty), copy the rest."""
    for data in chunks(cx, stream):
        if count <= 0:
            cx.stdout.write(data)
            continue
        if not end:
            cx.stdout.write(data[count:])
            count -= len(data)
            continue
        found = data.count(end)
        if found < count:
            count -= found
            continue
        at = 0
        for _ in range(count):
            at = data.index(end, at) + 1
        count = 0
        if at < len(data):
            cx.stdout.write(data[at:])


def _last_bytes(cx: Context, stream: Stream, most: int) -> None:
    held = b""
    for data in chunks(cx, stream):
        held = (held + data)[-most:] if most else b""
        _charge(cx, len(held))
    cx.stdout.write(held)


def _last_lines(cx: Context, stream: Stream, most: int, end: bytes) -> None:
    """Holds the blocks that the last lines can lie in, and no more."""
    blocks: list[tuple[bytes, int]] = []
    ends = size = 0
    for data in chunks(cx, stream):
        found = data.count(end)
        blocks.append((data, found))
        ends += found
        size += len(data)
        while len(blocks) > 1 and ends - blocks[0][1] > most:
            ends -= blocks[0][1]
            size -= len(blocks.pop(0)[0])
        _charge(cx, size)
    text = b"".join(block for block, _ in blocks)
    if not most or not text:
        return
    at = len(text) - text.endswith(end)
    for _ in range(most):
        at = text.rfind(end, 0, at)
        if at < 0:
            break
    cx.stdout.write(text[at + 1 :])


def _charge(cx: Context, size: int) -> None:
    if size > cx.meter.limits.max_file_bytes:
        cx.meter.exceeded(
            "file_bytes", f"{cx.name}: more than {cx.meter.limits.max_file_bytes} bytes held back"
        )


def _follow(cx: Context, names: list[str], pause: float, heads: bool, last: str) -> None:
    """-f: look again and again; ends by a signal, a limit, or when there is nothing to look at."""
    if not names:
        cx.complain("no files remaining")
        raise Done(1)
    sizes = {name: _size(cx, name) for name in names if name != "-"}
    if not sizes:
        return
    while True:
        cx.clock.sleep(pause)
        cx.meter.check()
        for name in sizes:
            before, now = sizes[name], _size(cx, name)
            if now < before:
                cx.complain(f"{name}: file truncated")
            sizes[name] = now
            if now != before and now:
                if heads and name != last:
                    header(cx, name, False)
                last = name
                _copy_from(cx, name, before if now > before else 0)


def _size(cx: Context, name: str) -> int:
    try:
        return cx.fs.stat(cx.path(name)).size
    except OSError:
        return 0


def _copy_from(cx: Context, name: str, offset: int) -> None:
    stream = cx.open(name)
    try:
        stream.seek(offset)
        for data in chunks(cx, stream):
            cx.stdout.write(data)
    finally:
        stream.release()
