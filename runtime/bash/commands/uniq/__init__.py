"""uniq: leave out lines that repeat."""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.input import Lines, opened
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.commands.uniq.runs import runs as runs_of_lines
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [INPUT [OUTPUT]]",
    "Write INPUT (or standard input) to OUTPUT (or standard output) with one line for several equal ones in a row.",
    ("c", "count", "", "write how often before each line"),
    ("d", "repeated", "", "write only lines that repeat, one of each"),
    ("D", "", "", "write all lines that repeat"),
    ("", "all-repeated", "[METHOD]", "the same, groups parted by an empty line: none, prepend or separate"),
    ("f", "skip-fields", "N", "do not compare the first N fields"),
    ("", "group", "[METHOD]", "write all, groups parted by an empty line: separate, prepend, append or both"),
    ("i", "ignore-case", "", "ignore the case of letters"),
    ("s", "skip-chars", "N", "do not compare the first N characters"),
    ("u", "unique", "", "write only lines that do not repeat"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    ("w", "check-chars", "N", "compare no more than N characters"),
    digits="old",
)
_GROUPS = (("prepend",), ("append",), ("separate",), ("both",))
_REPEATED = (("none",), ("prepend",), ("separate",))
_FIELD = rb"[ \t]*[^ \t]*"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _modern(cx.args), _checks(cx))
    operands = given.operands
    if len(operands) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {quote(operands[2])}")
    spread, method = _methods(cx, given)
    if "c" in given and spread:
        raise OPTIONS.refuse(cx, "printing all duplicated lines and repeat counts is meaningless")
    key = _key(cx, given)
    end = b"\0" if "z" in given else b"\n"
    name = operands[0] if operands else "-"
    folder = name not in ("-", "") and cx.fs.is_dir(cx.path(name))
    source = None if folder else _open(cx, name)
    try:
        write, close = _target(cx, operands[1] if len(operands) > 1 else "-")
        try:
            if source is None:
                source = _open(cx, name)
            for text in _written(cx, given, source, end, key, spread, method):
                write(text)
        finally:
            close()
    finally:
        if source is not None:
            source.release()
    return 0


def _modern(args: list[str]) -> list[str]:
    """``+5`` of old, where it is no option's value, in today's words."""
    out: list[str] = []
    for arg in args:
        old = re.fullmatch(r"\+\d+", arg) and not (out and OPTIONS.takes_next(out[-1])) and "--" not in out
        out.append(f"--skip-chars={arg[1:]}" if old else arg)
    return out


def _open(cx: Context, name: str) -> Stream:
    try:
        return opened(cx, name)
    except OSError as error:
        cx.complain(
            f"error reading {always(name)}" if error.errno == 21 else f"{maybe(name)}: {reason(error)}"
        )
        raise Done(1) from None


def _target(cx: Context, name: str) -> tuple[Callable[[bytes], None], Callable[[], None]]:
    if name == "-":
        return cx.stdout.write, lambda: None
    try:
        stream = cx.open(name, 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
    except OSError as error:
        cx.complain(f"{maybe(name)}: {reason(error)}")
        raise Done(1) from None
    return stream.write, stream.release


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    """What refuses a value as soon as it is read."""
    return {
        "f": partial(_number, cx, "fields to skip"),
        "s": partial(_number, cx, "bytes to skip"),
        "w": partial(_number, cx, "bytes to compare"),
        "group": lambda text: text and choose(cx, OPTIONS, "group", text, _GROUPS),
        "all-repeated": lambda text: text and choose(cx, OPTIONS, "all-repeated", text, _REPEATED),
    }


def _methods(cx: Context, given: Given) -> tuple[str, str]:
    """How groups are spread out: ("", "") or ("all-repeated" | "group", method)."""
    if "group" in given:
        if given.any((*"cdDu", "all-repeated")):
            raise OPTIONS.refuse(cx, "--group is mutually exclusive with -c/-d/-D/-u")
        return "group", choose(cx, OPTIONS, "group", given["group"] or "separate", _GROUPS)
    if given.any(("D", "all-repeated")):
        method = given.get("all-repeated") if given.last(("D", "all-repeated")) != "D" else ""
        method = method or "none"
        return "all-repeated", choose(cx, OPTIONS, "all-repeated", method, _REPEATED)
    return "", ""


def _number(cx: Context, what: str, text: str) -> int:
    digits = text.lstrip(" \t\n\v\f\r").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        cx.complain(f"{text}: invalid number of {what}")
        raise Done(1)
    return int(digits[:30])


def _key(cx: Context, given: Given) -> Callable[[bytes], bytes] | None:
    """What of a line is compared; None for all of it."""
    fields = _number(cx, "", given.get(given.last(("f", "old"), "f"), "0"))
    skip = _number(cx, "", given.get("s", "0"))
    most = _number(cx, "", given["w"]) if "w" in given else 1 << 62
    fold = "i" in given
    if not (fields or skip or fold) and "w" not in given:
        return None
    field = re.compile(_FIELD)

    def key(line: bytes) -> bytes:
        at = 0
        for _ in range(fields):
            found = field.match(line, at)
            if at >= len(line) or found is None:
                break
            at = found.end()
        text = line[at + skip : at + skip + most]
        return text.lower() if fold else text

    return key


class _Run:
    """Equal lines in a row; all of them are kept only where all are written."""

    __slots__ = ("count", "first", "lines")

    def __init__(self, first: bytes) -> None:
        self.first = first
        self.count = 0
        self.lines: list[bytes] = []


def _runs(
    cx: Context, stream: Stream, end: bytes, key: Callable[[bytes], bytes] | None, every: bool
) -> Iterator[_Run]:
    run: _Run | None = None
    before = b""
    for block in Lines(cx, stream, end).blocks():
        lines = block.split(end)
        if not lines[-1]:
            lines.pop()
        for value, group in groupby(lines, key):
            found = list(group)
            if run is None or value != before:
                if run is not None:
                    yield run
                run, before = _Run(found[0]), value
            run.count += len(found)
            if every:
                run.lines += found
    if run is not None:
        yield run


def _written(
    cx: Context,
    given: Given,
    stream: Stream,
    end: bytes,
    key: Callable[[bytes], bytes] | None,
    spread: str,
    method: str,
) -> Iterator[bytes]:
    least = 2 if "d" in given else 1
    most = 1 if "u" in given else 1 << 62
    if not spread and key is None:
        yield from runs_of_lines(cx, stream, end, least=least, most=most, counted="c" in given)
        return
    runs = _runs(cx, stream, end, key, bool(spread))
    if spread:
        # With -u the last line of each group is left out, as it is when lines are written once.
        yield from _spread(runs, end, spread, method, int("u" in given))
        return
    counted = "c" in given
    out: list[bytes] = []
    for run in runs:
        if least <= run.count <= most:
            out.append(b"%7d %b" % (run.count, run.first) if counted else run.first)
        if len(out) >= 4096:
            yield end.join(out) + end
            out.clear()
    if out:
        yield end.join(out) + end


def _spread(runs: Iterator[_Run], end: bytes, spread: str, method: str, cut: int) -> Iterator[bytes]:
    first = True
    for run in runs:
        if spread == "all-repeated" and run.count < 2:
            continue
        if method in ("prepend", "both") or (method == "separate" and not first):
            yield end
        yield end.join(run.lines[: len(run.lines) - cut]) + end if len(run.lines) > cut else b""
        if method == "append":
            yield end
        first = False
    if method == "both" and not first:
        yield end
