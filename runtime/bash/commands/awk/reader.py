"""Records of one stream, as RS divides it. Read in blocks, of which records are taken one by one.

A block is an iterator, so that the main loop runs over it while getline takes from it.
"""

from __future__ import annotations

from runtime.bash.charset import decoded
from runtime.bash.commands.awk.field_splitting import ODD
from runtime.bash.commands.awk.regexes import literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands.awk.regexes import Regex
    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.streams import Stream

__all__ = ["Reader"]

_FIRST, _MOST = 16_384, 1 << 20
_LEAST, _MOST_RECORDS = 8_192, 8_192
# Bytes that Python's split takes for white space and awk does not.
_ODD_BYTES = bytes([11, 12, 13, 28, 29, 30, 31])


class Reader:
    """The records of a stream.

    Attributes:
        block: what is left of the present block.
        terminator: RT of the record taken last.
        plain: whether Python and awk agree on the white space of the block.
    """

    __slots__ = (
        "_at",
        "_bytes",
        "_end",
        "_mode",
        "_rs",
        "_size",
        "_text",
        "block",
        "plain",
        "rt",
        "stream",
        "terminator",
    )

    def __init__(self, rt: Core, stream: Stream) -> None:
        self.rt = rt
        self.stream = stream
        self.block: Iterator[str] = iter(())
        self.terminator = ""
        self.plain = False
        self._bytes = b""  # read and not yet decoded: a line or a character is not complete
        self._text = ""  # decoded and not yet divided, from `_at` on; only where no single character divides
        self._at = 0
        self._size = _FIRST
        self._end = False
        self._rs = rt.rs_text
        self._mode = self._chosen()

    def next(self) -> str | None:
        """The next record, None at the end."""
        if self._rs != self.rt.rs_text:
            self.turn()
        for record in self.block:
            return record
        while self.more():
            for record in self.block:
                return record
        return None

    def more(self) -> bool:
        """Another block; False at the end."""
        self.rt.meter.check()
        return self._mode()

    def _chosen(self) -> Callable[[], bool]:
        rs = self._rs
        if len(rs) == 1 and rs.isascii() and not (self.rt.ignoring and rs.isalpha()):
            return self._by_byte
        return self._by_paragraph if not rs else self._by_match

    def turn(self) -> None:
        """RS is another: what is left is divided anew."""
        left = list(self.block) if self._mode == self._by_byte else []
        if left:
            ended = not self._end or self._bytes or self.terminator
            self._bytes = (self._rs.join(left) + (self._rs if ended else "")).encode(
                "utf-8", "surrogateescape"
            ) + self._bytes
        self._bytes = self._text[self._at :].encode("utf-8", "surrogateescape") + self._bytes
        self._text, self._at = "", 0
        self.block = iter(())
        self._rs = self.rt.rs_text
        self._mode = self._chosen()

    def _read(self) -> bytes:
        """More bytes, b"" at the end."""
        if self._end:
            return b""
        rt = self.rt
        rt.meter.check()
        data = self.stream.read(self._size)
        # What is read may be kept by the program: then it counts.
        rt.charge(min(len(data), rt.meter.limits.max_variable_bytes))
        if not data:
            self._end = True
        elif len(data) == self._size and self._size < _MOST:
            self._size *= 2
        limit = self.rt.meter.limits.max_file_bytes
        if len(self._bytes) + len(self._text) > limit:
            self.rt.meter.exceeded("file_bytes", f"awk: a record of more than {limit} bytes")
        return data

    def _by_byte(self) -> bool:
        end = self._rs.encode()
        held = [self._bytes]
        cut = self._bytes.rfind(end)
        while cut < 0:
            data = self._read()
            if not data:
                return self._last(b"".join(held))
            cut = data.rfind(end)
            held.append(data)
            if cut < 0:
                self._bytes = b"".join(held)
                held = [self._bytes]
        *before, last = held
        before.append(last[:cut])
        self._bytes = last[cut + 1 :]
        self._divide(b"".join(before), self._rs)
        return True

    def _last(self, rest: bytes) -> bool:
        """What no terminator follows."""
        self._bytes = b""
        if not rest:
            return False
        self._divide(rest, "")
        return True

    def _divide(self, data: bytes, terminator: str) -> None:
        self.terminator = terminator
        if data.isascii():
            self.plain = len(data.translate(None, _ODD_BYTES)) == len(data)
            text = data.decode("ascii")
        else:
            text = decoded(data)
            self.plain = ODD.search(text) is None
        records = text.split(self._rs) if terminator else [text]
        if len(records) > _MOST_RECORDS:
            # The clock is looked at between two blocks, whatever a rule does with each record.
            self._size = _LEAST
        self.block = iter(records)

    # Where more than one character may end a record

    def _fill(self) -> bool:
        """More text behind what is left; False at the end."""
        data = self._read()
        held = self._bytes + data
        self._bytes = b""
        if data:
            cut = len(held)
            # A character may go on in the next piece: at most three bytes of it are here.
            while cut > max(0, len(held) - 3) and held[cut - 1] & 0xC0 == 0x80:
                cut -= 1
            if cut and held[cut - 1] >= 0xC0:
                cut -= 1
                held, self._bytes = held[:cut], held[cut:]
        if held:
            self._text = self._text[self._at :] + decoded(held)
            self._at = 0
            # Text is searched from the record's start again: twice as much each time keeps that linear.
            self._size = max(self._size, min(2 * len(self._text), 16 * _MOST))
        return bool(data) or bool(held)

    def _by_match(self) -> bool:
        rs = literal(self._rs) if len(self._rs) == 1 else self._rs
        regex = self.rt.regex(rs)
        self.plain = False
        found = self._find(regex)
        if found is None:
            rest = self._text[self._at :]
            self._text, self._at = "", 0
            self.terminator = ""
            self.block = iter([rest] if rest else ())
            return bool(rest)
        begin, end = found
        record, self.terminator = self._text[self._at : begin], self._text[begin:end]
        self._at = end
        self.block = iter([record])
        return True

    def _find(self, regex: Regex) -> tuple[int, int] | None:
        at = self._at
        while True:
            found = regex.find(self._text, at)
            if found is not None and found.start() == found.end():
                at = found.end() + 1
                if at <= len(self._text):
                    continue
                found = None
            # A match at the end of what is here may go on.
            if found is not None and (found.end() < len(self._text) or self._end):
                return found.span()
            done = self._at
            if not self._fill():
                if found is not None:
                    return found.span()
                return None
            at = max(0, at - done) if found is None and at > done else 0

    def _by_paragraph(self) -> bool:
        self.plain = False
        while True:
            text = self._text
            while self._at < len(text) and text[self._at] == "\n":
                self._at += 1
            end = text.find("\n\n", self._at)
            stop = end
            while 0 <= stop < len(text) and text[stop] == "\n":
                stop += 1
            if end >= 0 and (stop < len(text) or self._end):
                self.terminator = text[end:stop]
                self.block = iter([text[self._at : end]])
                self._at = stop
                return True
            if not self._fill():
                break
        rest = self._text[self._at :]
        self._text, self._at = "", 0
        record = rest.rstrip("\n")
        self.terminator = rest[len(record) :]
        self.block = iter([record] if record else ())
        return bool(record)
