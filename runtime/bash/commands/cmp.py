"""cmp: compare two files byte by byte."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]",
    "Compare two files byte by byte; FILE2 is standard input when it is left out.",
    ("b", "print-bytes print-chars", "", "print the bytes that differ"),
    ("i", "ignore-initial", "SKIP", "leave out the first SKIP bytes, or SKIP1:SKIP2"),
    ("l", "verbose", "", "print where bytes differ, and their values"),
    ("n", "bytes", "LIMIT", "compare no more than LIMIT bytes"),
    ("s", "quiet silent", "", "print nothing"),
    ("v", "", "", "the same as --version"),
    status=2,
    hint="{name}: Try '{name} --help' for more information.",
    origin="GNU diffutils 3.8",
)
_CHUNK = 65_536


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks=_checks(cx))
    if "v" in given:
        OPTIONS.parse(cx, ["--version"])
    names = given.operands
    if not names:
        raise OPTIONS.refuse(cx, f"missing operand after '{cx.args[-1] if cx.args else cx.name}'")
    if len(names) > 4:
        raise OPTIONS.refuse(cx, f"extra operand '{names[4]}'")
    if given.any("l") and "s" in given:
        raise OPTIONS.refuse(cx, "options -l and -s are incompatible")
    # Of several amounts to leave out the largest counts.
    skips = [0, 0]
    for pair_of in given.all("i"):
        parts = [_size(cx, text, "--ignore-initial") for text in pair_of.split(":", 1)]
        skips = [max(skips[0], parts[0]), max(skips[1], parts[-1])]
    for number, text in enumerate(names[2:]):
        skips[number] = max(skips[number], _size(cx, text, "--ignore-initial"))
    most = _size(cx, given["n"], "--bytes") if "n" in given else 1 << 62
    pair = [names[0], names[1] if len(names) > 1 else "-"]
    if pair[0] == pair[1] and skips[0] == skips[1]:
        return 0
    streams: list[Stream] = []
    try:
        for name, skip in zip(pair, skips, strict=True):
            streams.append(_open(cx, given, name))
            _skip(streams[-1], skip)
        return _Comparison(cx, given, pair, most).run(*streams)
    finally:
        for stream in streams:
            stream.release()


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    """What refuses a value as soon as it is read."""
    return {
        "n": lambda text: _size(cx, text, "--bytes"),
        "i": lambda text: [_size(cx, part, "--ignore-initial") for part in text.split(":", 1)],
    }


def _open(cx: Context, given: Given, name: str) -> Stream:
    try:
        return opened(cx, name)
    except OSError as error:
        if "s" not in given or error.errno == 21:
            cx.complain(f"{name}: {reason(error)}")
        raise Done(2) from None


def _size(cx: Context, text: str, option: str) -> int:
    size = size_of(text)
    if size is None:
        raise OPTIONS.refuse(cx, f"invalid {option} value '{text}'")
    return size


def _skip(stream: Stream, count: int) -> None:
    while count > 0:
        data = stream.read(min(count, _CHUNK))
        if not data:
            return
        count -= len(data)


class _Comparison:
    def __init__(self, cx: Context, given: Given, names: list[str], most: int) -> None:
        self.cx = cx
        self.names = names
        self.most = most
        self.silent = "s" in given
        self.every = "l" in given
        self.bytes = "b" in given
        self.offset = 0
        self.lines = 0
        self.last_newline = True

    def run(self, one: Stream, two: Stream) -> int:
        """0 when the files are the same, else 1."""
        differ = False
        left, right = b"", b""
        while self.offset < self.most:
            left = left or one.read(_CHUNK)
            right = right or two.read(_CHUNK)
            size = min(len(left), len(right), self.most - self.offset)
            if not size:
                break
            a, b = left[:size], right[:size]
            if a != b:
                differ = True
                if not self.every:
                    self._first(a, b)
                    return 1
                self._all(a, b)
            self.lines += a.count(b"\n")
            self.last_newline = a.endswith(b"\n")
            self.offset += size
            left, right = left[size:], right[size:]
            self.cx.meter.check()
        if self.offset < self.most and bool(left) != bool(right):
            self._ended(self.names[1] if left else self.names[0])
            return 1
        return int(differ)

    def _first(self, a: bytes, b: bytes) -> None:
        if self.silent:
            return
        at = next(number for number, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
        line = self.lines + a.count(b"\n", 0, at) + 1
        where = f"byte {self.offset + at + 1}, line {line}"
        tail = f" is {a[at]:3o} {_shown(a[at])} {b[at]:3o} {_shown(b[at])}" if self.bytes else ""
        self.cx.write(f"{self.names[0]} {self.names[1]} differ: {where}{tail}\n")

    def _all(self, a: bytes, b: bytes) -> None:
        width = len(str(self.most)) if self.most < 1 << 62 else self._width()
        out = []
        for at, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:
                middle = f"{x:3o} {_shown(x):4} {y:3o} {_shown(y)}" if self.bytes else f"{x:3o} {y:3o}"
                out.append(f"{self.offset + at + 1:{width}d} {middle}\n")
        self.cx.write("".join(out))

    def _width(self) -> int:
        sizes = []
        for name in self.names:
            try:
                sizes.append(self.cx.fs.stat(self.cx.path(name)).size if name != "-" else 1 << 62)
            except OSError:
                sizes.append(1 << 62)
        return len(str(min(sizes)))

    def _ended(self, name: str) -> None:
        if self.silent:
            return
        if not self.offset:
            self.cx.complain(f"EOF on {name} which is empty")
        elif self.every:
            self.cx.complain(f"EOF on {name} after byte {self.offset}")
        elif self.last_newline:
            self.cx.complain(f"EOF on {name} after byte {self.offset}, line {self.lines}")
        else:
            self.cx.complain(f"EOF on {name} after byte {self.offset}, in line {self.lines + 1}")


def _shown(byte: int) -> str:
    from runtime.bash.commands.cat import shown

    return shown(byte).decode("ascii") if byte not in (9, 10) else "^I" if byte == 9 else "^J"
