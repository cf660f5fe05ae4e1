"""tr: replace, squeeze or delete bytes."""

from __future__ import annotations

import re

from runtime.bash.commands._input import chunks, encoded
from runtime.bash.commands._names import quote
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = Options(
    "[OPTION]... STRING1 [STRING2]",
    "Replace, squeeze or delete bytes of standard input.",
    ("cC", "complement", "", "use all bytes that are not in STRING1"),
    ("d", "delete", "", "delete the bytes of STRING1"),
    ("s", "squeeze-repeats", "", "write one byte for several of the last STRING in a row"),
    ("t", "truncate-set1", "", "cut STRING1 to the length of STRING2"),
    permute=False,
)
_ESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92}
_CLASSES = {
    "alnum": lambda b: chr(b).isalnum(),
    "alpha": lambda b: chr(b).isalpha(),
    "blank": lambda b: b in b" \t",
    "cntrl": lambda b: b < 32 or b == 127,
    "digit": lambda b: 48 <= b <= 57,
    "graph": lambda b: 33 <= b <= 126,
    "lower": lambda b: 97 <= b <= 122,
    "print": lambda b: 32 <= b <= 126,
    "punct": lambda b: 33 <= b <= 126 and not chr(b).isalnum(),
    "space": lambda b: b in b" \t\n\v\f\r",
    "upper": lambda b: 65 <= b <= 90,
    "xdigit": lambda b: b in b"0123456789abcdefABCDEF",
}
_MEMBERS = {name: bytes(filter(test, range(128))) for name, test in _CLASSES.items()}
_REPEAT = re.compile(rb"(\d*)\]")


class _Set:
    """The bytes of one STRING in order; ``fill`` marks where ``[x*]`` grows to the other set's length."""

    def __init__(self, cx: Context, text: str, second: bool) -> None:
        self.cx = cx
        self.text = encoded(text)
        self.second = second
        self.literal: list[tuple[int, bool]] = []
        self._unescape()
        self.out = bytearray()
        self.fill: tuple[int, int] | None = None
        self.cases: list[tuple[int, str]] = []  # where [:lower:] and [:upper:] stand
        self.other_class = False
        self._read()

    def _unescape(self) -> None:
        """(byte, whether it was escaped): an escaped byte means nothing but itself."""
        data, at = self.text, 0
        while at < len(data):
            byte = data[at]
            at += 1
            if byte != 92:
                self.literal.append((byte, False))
                continue
            octal = re.compile(rb"[0-3]?[0-7]{1,2}").match(data, at)
            if octal is not None:
                self.literal.append((int(octal[0], 8), True))
                at = octal.end()
            elif at < len(data):
                self.literal.append((_ESCAPES.get(chr(data[at]), data[at]), True))
                at += 1
            else:
                self.cx.complain("warning: an unescaped backslash at end of string is not portable")
                self.literal.append((92, False))

    def fail(self, message: str) -> Done:
        self.cx.complain(message)
        return Done(1)

    def _plain(self, at: int, byte: bytes) -> bool:
        return at < len(self.literal) and self.literal[at] == (byte[0], False)

    def _read(self) -> None:
        at = 0
        literal = self.literal
        while at < len(literal):
            if self._plain(at, b"["):
                step = self._bracket(at)
                if step:
                    at += step
                    continue
            if self._plain(at + 1, b"-") and at + 2 < len(literal):
                low, high = literal[at][0], literal[at + 2][0]
                if low > high:
                    raise self.fail(
                        f"range-endpoints of '{_shown(low)}-{_shown(high)}' are in reverse collating sequence order"
                    )
                self.out += bytes(range(low, high + 1))
                at += 3
                continue
            self.out.append(literal[at][0])
            at += 1

    def _bracket(self, at: int) -> int:
        """``[:class:]``, ``[=x=]`` or ``[x*n]`` at ``at``; how many bytes it takes, 0 when it is none."""
        literal = self.literal
        for mark in (b":", b"="):
            if self._plain(at + 1, mark):
                end = at + 2
                while end + 1 < len(literal) and not (self._plain(end, mark) and self._plain(end + 1, b"]")):
                    end += 1
                if end + 1 < len(literal) and (mark == b":" or end == at + 3 or end > at + 2):
                    self._named(mark, bytes(byte for byte, _ in literal[at + 2 : end]))
                    return end + 2 - at
        if at + 2 < len(literal) and self._plain(at + 2, b"*"):
            found = _REPEAT.match(bytes(byte for byte, _ in literal[at + 3 : at + 40]))
            if found is not None and not any(
                escaped for _, escaped in literal[at + 3 : at + 3 + found.end()]
            ):
                self._repeat(literal[at + 1][0], found[1])
                return 3 + found.end()
        return 0

    def _named(self, mark: bytes, name: bytes) -> None:
        shown = name.decode("utf-8", "replace")
        if mark == b"=":
            if len(name) != 1:
                raise self.fail(f"{shown}: equivalence class operand must be a single character")
            self.out += name
            return
        if shown not in _MEMBERS:
            raise self.fail(f"invalid character class {quote(shown)}")
        if shown in ("lower", "upper"):
            self.cases.append((len(self.out), shown))
        else:
            self.other_class = True
        self.out += _MEMBERS[shown]

    def _repeat(self, byte: int, digits: bytes) -> None:
        if not self.second:
            raise self.fail("the [c*] repeat construct may not appear in string1")
        count = int(digits, 8 if digits.startswith(b"0") else 10) if digits else 0
        if count:
            # More than all bytes there are changes nothing.
            self.out += bytes((byte,)) * min(count, 1024)
        elif self.fill is not None:
            raise self.fail("only one [c*] repeat construct may appear in string2")
        else:
            self.fill = (len(self.out), byte)

    def grown(self, size: int) -> bytes:
        """The bytes, ``[x*]`` filled up to ``size``."""
        if self.fill is None:
            return bytes(self.out)
        at, byte = self.fill
        return bytes(self.out[:at]) + bytes((byte,)) * max(0, size - len(self.out)) + bytes(self.out[at:])


def _shown(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    operands = given.operands
    delete, squeeze = "d" in given, "s" in given
    _count(cx, operands, delete, squeeze)
    first = _Set(cx, operands[0], False)
    second = _Set(cx, operands[1], True) if len(operands) > 1 else None
    one = bytes(first.out)
    if "c" in given:
        one = bytes(byte for byte in range(256) if byte not in set(one))
    table: bytes | None = None
    deleted = one if delete else b""
    repeats = b""
    if second is not None and not delete:
        table, two = _table(first, second, one, "t" in given, "c" in given)
        repeats = two if squeeze else b""
    elif squeeze:
        repeats = second.grown(0) if second is not None else one
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


def _table(first: _Set, second: _Set, one: bytes, cut: bool, complement: bool) -> tuple[bytes, bytes]:
    """The table of bytes.translate() and the second set as it came out."""
    two = second.grown(len(one))
    if second.other_class:
        raise second.fail(
            "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'"
        )
    if cut:
        one = one[: len(two)]
    if not two and one:
        raise second.fail("when not truncating set1, string2 must be non-empty")
    if complement and (first.cases or first.other_class) and len(set(two)) > 1:
        raise second.fail(
            "when translating with complemented character classes,\nstring2 must map all characters in the domain to one"
        )
    ends = [place for place, _ in second.cases]
    for place, _ in second.cases:
        if place not in [start for start, _ in first.cases] and not complement:
            raise second.fail("misaligned [:upper:] and/or [:lower:] construct")
    if ends and len(two) < len(one) and len(two) == ends[-1] + 26:
        raise second.fail(
            "when translating with string1 longer than string2,\nthe latter string must not end with a character class"
        )
    mapped = list(range(256))
    for place, byte in enumerate(one):
        mapped[byte] = two[place] if place < len(two) else two[-1]
    return bytes(mapped), two


def _run(cx: Context, table: bytes | None, deleted: bytes, repeats: bytes) -> None:
    write = cx.stdout.write
    members = b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(set(repeats))) + b"]"
    squeeze = re.compile(b"(%b)\\1+" % members, re.DOTALL).sub if repeats else None
    last = b""
    for data in chunks(cx, cx.stdin):
        if table is not None or deleted:
            data = data.translate(table, deleted)  # noqa: PLW2901
        if squeeze is not None and data:
            held = squeeze(rb"\1", data)
            # A run may go on over the edge of two chunks.
            data = held[1:] if last and held[:1] == last else held  # noqa: PLW2901
            last = held[-1:] if held[-1:] in repeats else b""
        if data:
            write(data)
