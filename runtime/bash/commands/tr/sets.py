"""What the two STRINGs of tr mean: lists of bytes, as POSIX's ranges, classes and repetitions write them."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.utility_context import Context

__all__ = ["List", "check", "pairs"]

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
_CASES = ("lower", "upper")
_LETTERS = 26
_NUMBER = re.compile(rb"[ \t]*\+?(?:(0[0-7]*)|([1-9]\d*))")
_OCTAL = re.compile(rb"[0-3]?[0-7]{1,2}")
# More bytes than there are change nothing.
_ENOUGH = 1024
_MOST_REPEATS = (1 << 64) - 2


class List:
    """The bytes of one STRING in order, as parts that keep where they came from.

    Attributes:
        parts: (what, bytes): the name of a class, ``=``, ``*`` for what is repeated, ``-`` for a range, "" for one byte.
        fills: where among the parts ``[x*]`` stands, which grows to the other list's length; ``*x`` with no bytes until then.
    """

    def __init__(self, cx: Context, text: str) -> None:
        self.cx = cx
        self.codes = bytearray()
        self.escaped: list[bool] = []
        self.parts: list[tuple[str, bytes]] = []
        self.fills: list[int] = []
        self._unescape(encoded(text))
        self._read()

    def __len__(self) -> int:
        return sum(len(data) for _, data in self.parts)

    def joined(self) -> bytes:
        """All its bytes."""
        return b"".join(data for _, data in self.parts)

    def kinds(self) -> set[str]:
        """What its parts are."""
        return {what for what, _ in self.parts}

    def fail(self, message: str) -> Done:
        """Say what is wrong; the Done to raise."""
        self.cx.complain(message)
        return Done(1)

    def _unescape(self, data: bytes) -> None:
        """An escaped byte means nothing but itself."""
        at = 0
        while at < len(data):
            byte, escaped = data[at], data[at] == 92
            at += 1
            if escaped:
                octal = _OCTAL.match(data, at)
                if octal is not None:
                    byte, at = int(octal[0], 8), octal.end()
                    self._ambiguous(octal[0] + data[at : at + 1])
                elif at < len(data):
                    byte = _ESCAPES.get(chr(data[at]), data[at])
                    at += 1
                else:
                    self.cx.complain("warning: an unescaped backslash at end of string is not portable")
                    escaped = False
            self.codes.append(byte)
            self.escaped.append(escaped)

    def _ambiguous(self, digits: bytes) -> None:
        if len(digits) == 3 and b"400" <= digits <= b"777" and digits[2:] <= b"7" and digits.isdigit():
            shown = digits.decode()
            self.cx.complain(
                f"warning: the ambiguous octal escape \\{shown} is being\n\t"
                f"interpreted as the 2-byte sequence \\0{shown[:2]}, {shown[2]}"
            )

    def _plain(self, at: int, char: str) -> bool:
        return at < len(self.codes) and self.codes[at] == ord(char) and not self.escaped[at]

    def _read(self) -> None:
        at, codes = 0, self.codes
        while at + 2 < len(codes):
            step = self._bracket(at) if self._plain(at, "[") else 0
            if not step and self._plain(at + 1, "-"):
                step = self._range(codes[at], codes[at + 2])
            if not step:
                self.parts.append(("", bytes(codes[at : at + 1])))
            at += step or 1
        self.parts += [("", bytes(codes[last : last + 1])) for last in range(at, len(codes))]

    def _range(self, low: int, high: int) -> int:
        if low > high:
            shown = f"{_shown(low)}-{_shown(high)}"
            raise self.fail(f"range-endpoints of '{shown}' are in reverse collating sequence order")
        self.parts.append(("-", bytes(range(low, high + 1))))
        return 3

    def _bracket(self, at: int) -> int:
        """``[:class:]``, ``[=x=]`` or ``[x*n]`` at ``at``; how many bytes it takes, 0 when it is none."""
        for mark in (":", "="):
            if self._plain(at + 1, mark):
                ends = range(at + 2, len(self.codes) - 1)
                end = next((e for e in ends if self._plain(e, mark) and self._plain(e + 1, "]")), -1)
                if end >= 0 and self._named(mark, bytes(self.codes[at + 2 : end]), at):
                    return end + 2 - at
        return self._repeat(at)

    def _named(self, mark: str, name: bytes, at: int) -> bool:
        shown = name.decode("utf-8", "replace")
        if not name:
            what = "character class name '[::]'" if mark == ":" else "equivalence class character '[==]'"
            raise self.fail(f"missing {what}")
        if mark == ":" and shown in _MEMBERS:
            self.parts.append((shown, _MEMBERS[shown]))
        elif mark == "=" and len(name) == 1:
            self.parts.append(("=", name))
        elif re.match(rb"\*\d*\]", self.codes[at + 2 :]):
            return False
        elif mark == ":":
            raise self.fail(f"invalid character class {quote(shown)}")
        else:
            raise self.fail(f"{shown}: equivalence class operand must be a single character")
        return True

    def _repeat(self, at: int) -> int:
        if not self._plain(at + 2, "*"):
            return 0
        end = at + 3
        while end < len(self.codes) and not self.escaped[end] and not self._plain(end, "]"):
            end += 1
        if not self._plain(end, "]"):
            return 0
        digits = bytes(self.codes[at + 3 : end])
        found = _NUMBER.fullmatch(digits)
        count = 0
        if found is not None:
            count = int(found[1], 8) if found[1] else int(found[2][:30])
        if digits and (found is None or count > _MOST_REPEATS):
            shown = quote(digits.decode("utf-8", "surrogateescape"))
            raise self.fail(f"invalid repeat count {shown} in [c*n] construct")
        if not count:
            self.fills.append(len(self.parts))
        byte = self.codes[at + 1]
        self.parts.append((f"*{chr(byte)}", bytes((byte,)) * min(count, _ENOUGH)))
        return end + 1 - at

    def grow(self, size: int) -> None:
        """Fill ``[x*]`` up to ``size`` bytes in all."""
        for at in self.fills[:1]:
            what, _ = self.parts[at]
            self.parts[at] = (what, what[1].encode("latin-1") * max(0, size - len(self)))

    def extend(self, size: int) -> None:
        """Repeat the last byte up to ``size`` bytes in all."""
        what, data = self.parts[-1]
        if what in _MEMBERS:
            raise self.fail(
                "when translating with string1 longer than string2,\n"
                "the latter string must not end with a character class"
            )
        last = data[-1:] or what[1:].encode("latin-1")
        self.parts.append(("-", last * min(size, _ENOUGH)))


class _Item:
    """One byte: the case of the class that it comes from, whether it begins a part, and where its part ends."""

    __slots__ = ("byte", "case", "end", "fresh")

    def __init__(self, byte: int, case: str, fresh: bool, end: int) -> None:
        self.byte = byte
        self.case = case
        self.fresh = fresh
        self.end = end


_NOTHING = _Item(-1, "", False, 0)


def _shown(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def check(first: List, second: List | None, *, translating: bool, complement: bool, cut: bool) -> None:
    """What the lists may not say together, in GNU's order; fills and extends the second. Raises Done."""
    if first.fills:
        raise first.fail("the [c*] repeat construct may not appear in string1")
    if second is None:
        return
    size = 256 - len(set(first.joined())) if complement else len(first)
    second.grow(size)
    if len(second.fills) > 1:
        raise second.fail("only one [c*] repeat construct may appear in string2")
    if translating:
        _check_translation(first, second, size, complement, cut)
    elif second.fills:
        raise second.fail("the [c*] construct may appear in string2 only when translating")


def _check_translation(first: List, second: List, size: int, complement: bool, cut: bool) -> None:
    if "=" in second.kinds():
        raise second.fail("[=c=] expressions may not appear in string2 when translating")
    if second.kinds() & (_MEMBERS.keys() - set(_CASES)):
        raise second.fail(
            "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'"
        )
    have = len(second)
    if not complement and second.kinds() & set(_CASES):
        size, have = _aligned(first, second)
    if size > have and not cut:
        if not have:
            raise second.fail("when not truncating set1, string2 must be non-empty")
        second.extend(size - have)
        have = size
    if complement and first.kinds() & _MEMBERS.keys() and (have != size or len(set(second.joined())) > 1):
        raise second.fail(
            "when translating with complemented character classes,\n"
            "string2 must map all characters in the domain to one"
        )


def _aligned(first: List, second: List) -> tuple[int, int]:
    """Every [:upper:] and [:lower:] of the second stands beside one of the first; the lengths with each counted as one."""
    size, have = len(first), len(second)
    for here, there in pairs(first, second):
        if there.fresh and there.case and not (here.fresh and here.case):
            raise second.fail("misaligned [:upper:] and/or [:lower:] construct")
        if there.case:
            size -= _LETTERS - 1
            have -= _LETTERS - 1
    return size, have


def pairs(first: List, second: List) -> Iterator[tuple[_Item, _Item]]:
    """The bytes that stand beside each other; a class that turns the case is passed over at once. Behind the end of the first
    list nothing stands beside the second's next byte."""
    one, two = _items(first), _items(second)
    i = j = 0
    while i < len(one) and j < len(two):
        yield one[i], two[j]
        i, j = (one[i].end, two[j].end) if two[j].case else (i + 1, j + 1)
    if j < len(two):
        yield _NOTHING, two[j]


def _items(source: List) -> list[_Item]:
    out: list[_Item] = []
    for what, data in source.parts:
        end = len(out) + len(data)
        case = what if what in _CASES else ""
        out += [_Item(byte, case, at == 0, end) for at, byte in enumerate(data)]
    return out
