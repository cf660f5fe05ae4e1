"""Searching one file as rg does: which lines match, where in them, and what is counted on the way."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.rg.matches import Found, Stats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.rg.output import Printer
    from runtime.bash.option_table import Given
    from runtime.bash.posix.regex import Pattern
    from runtime.bash.utility_context import Context

__all__ = ["Searcher"]

# Byte order marks of what is read as text in another encoding than UTF-8.
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))
_ENCODINGS = {
    "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "latin1": "latin-1", "iso-8859-1": "cp1252",
    "windows-1252": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252", "utf-8": "", "utf8": "", "none": "", "auto": "",
}  # fmt: skip
# NUL and newline exchanged: lines that end with NUL are searched as lines.
_SWAPPED = bytes.maketrans(b"\0\n", b"\n\0")


class Searcher:
    """Every file of one search."""

    def __init__(self, cx: Context, given: Given, pattern: Pattern, printer: Printer) -> None:
        self.cx = cx
        self.given = given
        self.pattern = pattern
        self.printer = printer
        self.multiline = "U" in given
        self.inverted = "v" in given
        self.stops = "stop-on-nonmatch" in given
        self.most = printer.number("m", 1 << 62)
        self.total = Stats()
        self.matched = False
        self.failed = False

    def file(self, shown: str, path: str, *, explicit: bool) -> None:
        """One file by its path."""
        try:
            data = self._content(path)
        except OSError as error:
            self.failed = True
            if "no-messages" not in self.given:
                self.cx.complain(f"{shown}: {reason(error)} (os error {error.errno})")
            return
        self.content(shown, data, explicit=explicit)

    def _content(self, path: str) -> bytes:
        data = self.cx.fs.read_bytes(self.cx.path(path))
        if "z" in self.given:
            from runtime.bash.commands._shared.codecs import BZIP2, GZIP, XZ, Damaged

            codec = next((codec for codec in (GZIP, BZIP2, XZ) if data.startswith(codec.magic)), None)
            if codec is not None:
                made = bytearray()
                try:
                    for piece in codec.expanded([data]):
                        self.cx.meter.text(len(made) + len(piece))
                        made += piece
                except Damaged:
                    raise OSError(5, "Input/output error") from None
                return bytes(made)
        return data

    def content(self, shown: str, data: bytes, *, explicit: bool) -> None:
        """What a file holds."""
        self.cx.meter.check()
        data = self._decoded(data)
        if "null-data" in self.given:
            data = data.translate(_SWAPPED)
        elif "crlf" in self.given:
            data = data.replace(b"\r\n", b"\n")
        binary = b"\0" in data and not self.given.any(("a", "null-data")) and self.given.count("u") < 3
        if binary and not explicit and "binary" not in self.given:
            self.total.searches += 1
            return
        found = Found(
            self.pattern,
            shown,
            data,
            binary=binary,
            multiline=self.multiline,
            inverted=self.inverted,
            stops=self.stops,
            most=self.most,
        )
        stats = Stats()
        stats.searches = 1
        stats.searched = len(data)
        stats.lines = len(found.hits)
        stats.matched = int(bool(found.hits))
        if self.given.any(("stats", "json")):
            stats.matches = found.count()
        self.matched = self.matched or (bool(found.hits) != ("files-without-match" in self.given))
        if "q" not in self.given:
            self.printer.report(found, stats)
        self.total.add(stats)

    def _decoded(self, data: bytes) -> bytes:
        name = self.given.get("E", "auto").lower()
        codec = _ENCODINGS.get(name, "")
        if name == "auto":
            for mark, known in _MARKS:
                if data.startswith(mark):
                    codec = known
                    data = data[len(mark) :]
                    break
        if not codec or codec == "utf-8":
            return data
        self.cx.meter.text(2 * len(data))
        return data.decode(codec, "replace").encode()
