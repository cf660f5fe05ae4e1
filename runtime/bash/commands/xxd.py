"""xxd: dump in hexadecimal, and back."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import chunks, encoded, opened, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

# xxd's options are words of their own, not getopt's: -ps, -seek; one dash or two; values attached or not.
OPTIONS = Options(
    "[options] [infile [outfile]]\n-r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]",
    "Dump infile, or standard input, in hexadecimal, or turn a dump back.",
    ("a", "autoskip", "", "write one * for lines of zeros"),
    ("b", "bits", "", "binary digits"),
    ("C", "capitalize", "", "capital letters in the name of -i"),
    ("c", "cols", "cols", "octets a line: 16, 12 with -i, 30 with -ps, 6 with -b"),
    ("d", "decimal", "", "decimal offsets"),
    ("E", "EBCDIC", "", "characters in EBCDIC"),
    ("e", "", "", "little-endian groups"),
    ("g", "groupsize", "bytes", "octets a group: 2, 4 with -e, 1 with -b"),
    ("h", "", "", "like --help"),
    ("i", "include", "", "the source of a C array"),
    ("l", "len", "len", "stop after len octets"),
    ("n", "name", "name", "the name of the array of -i"),
    ("o", "offset", "off", "add off to the offsets shown"),
    ("p", "ps postscript plain", "", "plain hexadecimal"),
    ("r", "revert", "", "turn a dump back into bytes"),
    ("s", "skip seek", "seek", "begin seek octets from the start (- from the end)"),
    ("u", "uppercase upper", "", "upper-case digits"),
    ("v", "", "", "like --version"),
    origin="xxd 2022-01-14",
    notes=("Options are words: one dash or two, whole or as a letter, their values attached or not.",),
)
_WORDS = {word: option for option in OPTIONS.options for word in (*option.shorts, *option.longs)}
_FLAGS = {
    word: word[0] if word in ("help", "version") else option.key
    for word, option in _WORDS.items()
    if not option.argument
}
_VALUES = {word: option.key for word, option in _WORDS.items() if option.argument}
_LINE = re.compile(rb"\s*(?:([0-9a-fA-F]+):)?[ \t]*((?:[0-9a-fA-F]{2,}[ \t]?)*)")
_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_WIDEST = 256


def main(cx: Context) -> int:
    given, names = _parse(cx)
    if "h" in given:
        raise _usage(cx, 1)
    if "v" in given:
        cx.write("xxd (Cathedral Runtime, after xxd 2022-01-14)\n")
        return 0
    source = _open(cx, names[0] if names else "-")
    target = cx.stdout.retain()
    try:
        if len(names) > 1 and names[1] != "-":
            target.release()
            try:
                target = cx.open(names[1], _WRITE)
            except OSError as error:
                cx.complain(f"{names[1]}: {reason(error)}")
                return 3
        if "r" in given:
            target.write(_reverted(cx, given, source))
        else:
            _Dump(cx, given, names[0] if names and names[0] != "-" else "").run(source, target)
    finally:
        source.release()
        target.release()
    return 0


def _usage(cx: Context, status: int) -> Done:
    cx.stderr.write(encoded(OPTIONS.help(cx.name)))
    return Done(status)


def _parse(cx: Context) -> tuple[dict[str, str], list[str]]:
    given: dict[str, str] = {}
    names: list[str] = []
    rest = list(reversed(cx.args))
    while rest:
        arg = rest.pop()
        if arg == "--":
            names += reversed(rest)
            break
        word = arg[1:].removeprefix("-") if arg.startswith("-") else ""
        if not word or names:
            names.append(arg)
        elif word in _FLAGS:
            given[_FLAGS[word]] = ""
        elif word in _VALUES:
            if not rest:
                raise _usage(cx, 1)
            given[_VALUES[word]] = rest.pop()
        elif word[0] in "cglson" and not word[1:2].isalpha():
            given[word[0]] = word[1:]
        else:
            raise _usage(cx, 1)
    if len(names) > 2:
        raise _usage(cx, 1)
    return given, names


def _open(cx: Context, name: str) -> Stream:
    try:
        return opened(cx, name)
    except OSError as error:
        cx.complain(f"{name}: {reason(error)}")
        raise Done(2) from None


def _number(text: str) -> int:
    try:
        return int(text, 16) if text.lower().lstrip("+-").startswith("0x") else int(text[:20])
    except ValueError:
        return 0


class _Dump:
    def __init__(self, cx: Context, given: dict[str, str], name: str) -> None:
        self.cx = cx
        self.bits = "b" in given
        self.little = "e" in given
        self.plain = "p" in given
        self.source = "i" in given
        self.upper = "u" in given
        self.skip_zeros = "a" in given
        self.decimal = "d" in given
        default = 12 if self.source else 30 if self.plain else 6 if self.bits else 16
        self.columns = _number(given.get("c", "0")) or default
        if not self.plain and (self.columns < 1 or self.columns > _WIDEST):
            cx.complain(f"invalid number of columns (max. {_WIDEST}).")
            raise Done(1)
        group = 1 if self.bits else 4 if self.little else 2
        self.group = _number(given["g"]) if "g" in given else group
        self.group = self.group if 0 < self.group <= self.columns else self.columns
        self.most = _number(given["l"]) if "l" in given else -1
        self.seek = given.get("s", "0")
        self.offset = _number(given.get("o", "0"))
        self.name = given.get("n") or re.sub(r"\W", "_", name, flags=re.ASCII)
        self.name = ("__" + self.name) if self.name[:1].isdigit() else self.name
        self.capital = "C" in given
        digits = "0123456789ABCDEF" if self.upper else "0123456789abcdef"
        self.hex = [digits[byte >> 4] + digits[byte & 15] for byte in range(256)]

    def run(self, source: Stream, target: Stream) -> None:
        start = self._start(source)
        at = start
        zeros = 0
        held = b""
        last = ""
        out: list[str] = []
        if self.source:
            target.write(encoded(self._include(self._all(source))))
            return
        while data := self._read(source, at - start):
            line = self._line(data, at)
            if self.skip_zeros and not self.plain and not any(data) and len(data) == self.columns:
                # The first and the last line of zeros are shown, those between as one "*".
                zeros += 1
                if zeros > 1:
                    held = encoded(line) if zeros == 2 else b"*\n"
                    last = line
                    at += len(data)
                    continue
            elif zeros:
                out.append(held.decode())
                held, zeros = b"", 0
            out.append(line)
            at += len(data)
            if len(out) > 512:
                target.write(encoded("".join(out)))
                out.clear()
                self.cx.meter.check()
        # At the end the last line is shown as well.
        out.append(held.decode() if zeros < 3 else f"*\n{last}")
        target.write(encoded("".join(out)))

    def _start(self, source: Stream) -> int:
        relative = self.seek.startswith("+")
        seek = _number(self.seek)
        if not seek:
            return 0
        try:
            return source.seek(seek, 1 if relative else 2 if seek < 0 else 0)
        except OSError:
            left = seek
            while left > 0 and (data := source.read(min(left, 65_536))):
                left -= len(data)
            if left:
                self.cx.complain("Sorry, cannot seek.")
                raise Done(4) from None
            return seek

    def _read(self, source: Stream, done: int) -> bytes:
        wanted = self.columns if self.most < 0 else min(self.columns, self.most - done)
        data = b""
        while len(data) < wanted and (more := source.read(wanted - len(data))):
            data += more
        return data

    def _all(self, source: Stream) -> bytes:
        if self.most < 0:
            return whole(self.cx, source)
        out = b""
        for data in chunks(self.cx, source):
            out += data
            if len(out) >= self.most:
                break
        return out[: self.most]

    def _line(self, data: bytes, at: int) -> str:
        if self.plain:
            return "".join(self.hex[byte] for byte in data) + "\n"
        offset = f"{at + self.offset:08d}: " if self.decimal else f"{at + self.offset:08x}: "
        size = 8 if self.bits else 2
        cells = [f"{byte:08b}" for byte in data] if self.bits else [self.hex[byte] for byte in data]
        groups = []
        for start in range(0, len(cells), self.group):
            part = cells[start : start + self.group]
            if self.little:
                part = [" " * size] * (self.group - len(part)) + part[::-1]
            groups.append("".join(part))
        full = -(-self.columns // self.group)
        width = self.columns * size + full - 1
        if self.little:
            width = full * (self.group * size + 1) - 1 if not self.columns % self.group else width
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
        return f"{offset}{' '.join(groups).ljust(width)}  {text}\n"

    def _include(self, data: bytes) -> str:
        rows = []
        for start in range(0, len(data), self.columns):
            cells = (
                f"0{'X' if self.upper else 'x'}{self.hex[byte]}"
                for byte in data[start : start + self.columns]
            )
            rows.append("  " + ", ".join(cells))
        body = ",\n".join(rows)
        if not self.name:
            return body + "\n" if body else ""
        name = self.name.upper() if self.capital else self.name
        size = f"{name}_LEN" if self.capital else f"{name}_len"
        body += "\n" if body else ""
        return f"unsigned char {name}[] = {{\n{body}}};\nunsigned int {size} = {len(data)};\n"


def _reverted(cx: Context, given: dict[str, str], source: Stream) -> bytes:
    data = whole(cx, source)
    if "p" in given:
        digits = re.sub(rb"[^0-9a-fA-F]", b"", data)
        return bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
    out = bytearray()
    seek = _number(given.get("s", "0"))
    columns = _number(given.get("c", "0")) or 16
    for line in data.split(b"\n"):
        found = _LINE.match(line)
        if found is None or found[1] is None:
            continue
        at = int(found[1][:16], 16) + seek
        digits = re.sub(rb"[ \t]", b"", found[2].split(b"  ")[0])[: columns * 2]
        piece = bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
        if at < 0 or at > cx.meter.limits.max_file_bytes:
            cx.meter.exceeded("file_bytes", "xxd: an offset beyond what a file may hold")
        if at > len(out):
            out += bytes(at - len(out))
        out[at : at + len(piece)] = piece
    return bytes(out)
