"""gzip: compress files in the format of gzip (RFC 1952)."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import GZIP
from runtime.bash.commands._shared.compressor import Compressor, again, run
from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "Gzip", "main"]

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Compress FILEs to FILE.gz, or expand them; standard input when there is no FILE, or FILE is -.",
    ("a", "ascii", "", "ignored: text is no different"),
    ("c", "stdout to-stdout", "", "write on standard output, keep the files"),
    ("d", "decompress uncompress", "", "expand"),
    ("f", "force", "", "overwrite what is there, follow links; with -dc pass what is not compressed"),
    ("h", "", "", "like --help"),
    ("k", "keep", "", "keep the files"),
    ("l", "list", "", "list what compressed files hold"),
    ("L", "license", "", "like --version"),
    ("n", "no-name", "", "do not save or restore names and times"),
    ("N", "name", "", "save and restore names and times"),
    ("q", "quiet silent", "", "no warnings"),
    ("r", "recursive", "", "go into folders"),
    ("", "rsyncable", "", "ignored"),
    ("S", "suffix", "SUF", "end names with SUF, not .gz"),
    ("", "synchronous", "", "ignored: files are in memory"),
    ("t", "test", "", "only check compressed files"),
    ("v", "verbose", "", "say what was gained"),
    ("V", "", "", "like --version"),
    ("", "fast", "", "like -1"),
    ("", "best", "", "like -9"),
    ("Z", "lzw", "", "ignored"),
    ("b", "bits", "BITS", "ignored"),
    digits="level",
    hint="Try `gzip --help' for more information.",
    origin="gzip 1.12",
    after="A digit from 1 (fast) to 9 (small) is how hard to try; 6 when none is given.",
    examples=(
        ("gzip -k notes.txt", "make notes.txt.gz beside notes.txt"),
        ("gzip -c notes.txt | zcat | wc -l", "what was compressed is what it was"),
    ),
    notes=(
        "Compressed bytes are zlib's: they expand to the same, but may differ in size from those of gzip itself.",
    ),
)
_MARK, _SMALL, _FAST = 0x08, 2, 4
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_WRONG = {
    "foreign": "not in gzip format",
    "empty": "unexpected end of file",
    "short": "unexpected end of file",
    "crc": "invalid compressed data--crc error",
    "bad": "invalid compressed data--format violated",
}


class _Header:
    """The head of a member: how long it is, and the name and time that it holds."""

    def __init__(self, data: bytes) -> None:
        flags = data[3] if len(data) > 9 else 0
        self.seconds = int.from_bytes(data[4:8], "little")
        self.name = b""
        at = 10
        if flags & 4:
            at += 2 + int.from_bytes(data[at : at + 2], "little")
        if flags & 8:
            self.name, _, _ = data[at:].partition(b"\0")
            at += len(self.name) + 1
        if flags & 16:
            at = data.find(b"\0", at) + 1 or at
        self.size = at + (2 if flags & 2 else 0)


class Gzip(Compressor):
    """gzip's words, and its headers."""

    head = _Header(b"")
    crc = 0
    count = total_in = total_out = 0

    def say(self, message: str, status: int = 0) -> int:
        if not (self.quiet and status == 2):
            self.cx.stderr.write(encoded(f"gzip: {message}\n"))
        return status

    def missing(self, name: str, error: OSError) -> int:
        return self.say(f"{name}: {reason(error)}", 1)

    def absent(self, name: str) -> int:
        return super().absent(name + self.suffix)

    def refused(self, name: str, what: str) -> int:
        if what == "link":
            return self.say(f"{name}: Too many levels of symbolic links", 1)
        if what == "names":
            return self.say(f"{name} has 1 other link -- unchanged", 2)
        if what == "folder":
            return self.say(f"{name} is a directory -- ignored", 2)
        return self.say(f"{name} is not a directory or a regular file - ignored", 2)

    def exists(self, target: str) -> int:
        return self.say(f"{target} already exists;\tnot overwritten", 2)

    def suffixed(self, name: str) -> int:
        end = next(end for end in (self.suffix, *self.codec.suffixes) if name.endswith(end))
        self.say(f"{name} already has {end} suffix -- unchanged", 2)
        return 0

    def unknown(self, name: str) -> int:
        return self.say(f"{name}: unknown suffix -- ignored", 2)

    def damaged(self, what: str) -> int:
        self.cx.stderr.write(encoded(f"\ngzip: {self.source}: {_WRONG[what]}\n"))
        return 1

    def compressed(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        import zlib

        level = max(1, self.level)
        machine = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
        crc = 0
        yield self._begun(level)
        for piece in pieces:
            crc = zlib.crc32(piece, crc)
            if out := machine.compress(piece):
                yield out
        yield machine.flush()
        yield crc.to_bytes(4, "little") + (self.taken & 0xFFFFFFFF).to_bytes(4, "little")

    def _begun(self, level: int) -> bytes:
        name, seconds = b"", 0
        if self.source != self.standard and "n" not in self.given:
            name = encoded(self.source.rpartition("/")[2])
            seconds = self.cx.fs.stat(self.cx.path(self.source)).mtime_ns // 10**9
        effort = _SMALL if level == 9 else _FAST if level == 1 else 0
        time = (seconds if 0 < seconds < 1 << 32 else 0).to_bytes(4, "little")
        head = (
            bytes([0x1F, 0x8B, 8, _MARK if name else 0])
            + time
            + bytes([effort, 3])
            + (name + b"\0" if name else b"")
        )
        self.head = _Header(head)
        return head

    def _read(self, stream: Stream) -> Iterator[bytes]:
        for number, piece in enumerate(super()._read(stream)):
            if not number and self.expand:
                self.head = _Header(piece)
            self.crc = int.from_bytes(piece[-8:-4], "little")
            yield piece

    def _expanded(self, source: Iterator[bytes]) -> Iterator[bytes]:
        first = next(source, b"")
        source = again(first, source)
        if self.force and self.to_stdout and not self.testing and not first.startswith(b"\x1f\x8b"):
            return source
        return super()._expanded(source)

    def renamed(self, target: str) -> str:
        if self.expand and "N" in self.given and self.head.name:
            return (
                target.rpartition("/")[0]
                + "/" * ("/" in target)
                + self.head.name.decode("utf-8", "surrogateescape")
            )
        return target

    def _gained(self) -> str:
        packed, size = (self.taken, self.made) if self.expand else (self.made, self.taken)
        return _ratio(packed - self.head.size - 8, size)

    def done(self) -> int:
        shown = f"{self.source}:\t" if "v" in self.given else ""
        garbage = self.behind.strip(b"\0")
        if garbage and not self.quiet:
            self.cx.stderr.write(
                encoded(f"\ngzip: {self.source}: decompression OK, trailing garbage ignored\n")
            )
        if shown and self.testing:
            self.cx.stderr.write(encoded(f"{shown} OK\n"))
        elif shown and self.target:
            what = "created" if self.keep else "replaced with"
            self.cx.stderr.write(encoded(f"{shown}{self._gained()} -- {what} {self.target}\n"))
        elif shown:
            self.cx.stderr.write(encoded(f"{shown}{self._gained()}\n"))
        return 2 if garbage else 0

    def listed(self, stream: Stream) -> int:
        from runtime.bash.commands._shared.codecs import Damaged

        try:
            for _ in self.pieces(stream):
                pass
        except Damaged as damage:
            return self.damaged(str(damage))
        verbose = "v" in self.given
        if not self.count and not self.quiet:
            head = "method  crc     date  time  " if verbose else ""
            self.cx.write(f"{head}         compressed        uncompressed  ratio uncompressed_name\n")
        self.count += 1
        self.total_in += self.taken
        self.total_out += self.made
        if verbose:
            self.cx.write(f"defla {self.crc:08x} {self._when()} ")
        name = "stdout" if self.source == self.standard else self.plain(self.source)
        if "N" in self.given and self.head.name:
            name = self.head.name.decode("utf-8", "surrogateescape")
        self._row(self.taken, self.made, self._gained(), name)
        return 0

    def _row(self, packed: int, size: int, gained: str, name: str) -> None:
        self.cx.write(f"{packed:19d} {size:19d} {gained} {name}\n")

    def _when(self) -> str:
        from time import gmtime

        seconds = self.head.seconds if "N" in self.given else 0
        if not seconds and self.source != self.standard:
            seconds = self.cx.fs.stat(self.cx.path(self.source)).mtime_ns // 10**9
        time = gmtime(seconds)
        return f"{_MONTHS[time.tm_mon - 1]} {time.tm_mday:2d} {time.tm_hour:02d}:{time.tm_min:02d}"

    def closing(self) -> None:
        if self.count > 1:
            if "v" in self.given:
                self.cx.write("                            ")
            self._row(
                self.total_in,
                self.total_out,
                _ratio(self.total_in - self.head.size - 8, self.total_out),
                "(totals)",
            )


def _ratio(packed: int, size: int) -> str:
    return f"{100 * (size - packed) / size if size else 0:5.1f}%"


def main(cx: Context) -> int:
    return run(Gzip, cx, OPTIONS, GZIP)
