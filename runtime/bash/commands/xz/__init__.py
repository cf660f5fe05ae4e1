"""xz: compress files in the format of xz or lzma."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import LZMA, XZ, Codec
from runtime.bash.commands._shared.compressor import Compressor, again, run
from runtime.bash.commands._shared.input import encoded, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.commands.xz.listing import Summary
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "Xz", "main"]

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Compress or decompress FILEs in the .xz format; standard input when there is no FILE, or FILE is -.",
    ("z", "compress", "", "compress"),
    ("d", "decompress uncompress", "", "expand"),
    ("t", "test", "", "only check compressed files"),
    ("l", "list", "", "list what .xz files hold"),
    ("k", "keep", "", "keep the files"),
    ("f", "force", "", "overwrite what is there, follow links; with -dc pass what is not compressed"),
    ("c", "stdout to-stdout", "", "write on standard output, keep the files"),
    ("", "single-stream", "", "ignored: every stream is expanded"),
    ("", "no-sparse", "", "ignored: no file is sparse"),
    ("S", "suffix", ".SUF", "end names with .SUF, not .xz"),
    ("", "files", "[FILE]", "read names from FILE or standard input, one a line"),
    ("", "files0", "[FILE]", "the same, each ended by NUL"),
    ("F", "format", "FMT", "the format: auto, xz, lzma (alone)"),
    ("C", "check", "CHECK", "what to check by: none, crc32, crc64 or sha256"),
    ("", "ignore-check", "", "ignored: what is written is always checked"),
    ("e", "extreme", "", "try harder"),
    ("T", "threads", "NUM", "ignored: there is one"),
    ("", "block-size block-list", "SIZE", "ignored: there is one block"),
    ("", "flush-timeout", "TIMEOUT", "ignored"),
    (
        "M",
        "memlimit memory memlimit-compress memlimit-decompress memlimit-mt-decompress",
        "LIMIT",
        "ignored: 80 MiB",
    ),
    ("", "no-adjust", "", "ignored"),
    ("", "lzma1 lzma2", "[OPTS]", "ignored: presets say it"),
    ("", "x86 powerpc ia64 arm armthumb arm64 sparc delta", "[OPTS]", "ignored"),
    ("q", "quiet", "", "no warnings; twice: no errors either"),
    ("v", "verbose", "", "say what was gained"),
    ("Q", "no-warn", "", "warnings do not change the exit status"),
    ("", "robot", "", "figures for programs"),
    ("", "info-memory", "", "ignored"),
    ("h", "", "", "like --help"),
    ("H", "long-help", "", "like --help"),
    ("V", "", "", "like --version"),
    ("", "fast", "", "like -0"),
    ("", "best", "", "like -9"),
    digits="level",
    hint="{name}: Try `{name} --help' for more information.",
    origin="XZ Utils 5.4",
    after="A digit from 0 (fast) to 9 (small) is a preset; 6 when none is given, and 7 to 9 are as 6.",
    notes=("Presets above 6 ask for dictionaries larger than any file here, so they are taken as 6.",),
)
_FORMATS = ("auto", "xz", "lzma", "alone")
_CHECKS = {"none": 0, "crc32": 1, "crc64": 4, "sha256": 10}
_MOST_LEVEL = 6
_COLUMNS = "Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename\n"


class Xz(Compressor):
    """xz's words, formats and lists."""

    standard = "(stdin)"

    def __init__(self, cx: Context, given: Given, codec: Codec, expand: bool, to_stdout: bool) -> None:
        form = given.get("F", "auto")
        for text, known, what in (
            (form, _FORMATS, "Unknown file format type"),
            (given.get("C", "crc64"), _CHECKS, "Unsupported integrity check type"),
        ):
            if text not in known:
                cx.complain(f"{text}: {what}")
                raise Done(1)
        if form in ("lzma", "alone"):
            codec = LZMA
        super().__init__(cx, given, codec, expand, to_stdout)
        self.total: Summary | None = None
        self.operands = 1
        self.number = 0

    def say(self, message: str, status: int = 0) -> int:
        if self.quiet < (2 if status == 1 else 1):
            self.cx.complain(message)
        return 0 if status == 2 and "Q" in self.given else status

    def all(self, names: list[str]) -> int:
        lists = [(key, value) for key, value in self.given.order if key in ("files", "files0")]
        if lists and names == ["-"]:
            names = []
        for key, value in lists:
            names = names + self._names(value, "\0" if key == "files0" else "\n")
        self.operands = len(names)
        return super().all(names)

    def _names(self, file: str, end: str) -> list[str]:
        try:
            stream = self.cx.open(file) if file and file != "-" else self.cx.stdin.retain()
        except OSError as error:
            self.cx.complain(f"{file}: {reason(error)}")
            raise Done(1) from None
        try:
            names = whole(self.cx, stream).decode("utf-8", "surrogateescape").split(end)
        finally:
            stream.release()
        if names.pop():
            self.cx.complain(f"{file or '(stdin)'}: Unexpected end of input when reading filenames")
            raise Done(1)
        return [name for name in names if name]

    def file(self, name: str) -> int:
        self.number += 1
        return super().file(name)

    def _found(self, name: str) -> str | int:
        # No suffix is tried: the name is the name.
        try:
            self.cx.fs.stat(self.cx.path(name), follow=False)
        except OSError as error:
            return self.missing(name, error)
        return super()._found(name)

    def unknown(self, name: str) -> str | int:
        try:
            stream = self.cx.open(name)
        except OSError as error:
            return self.missing(name, error)
        try:
            known = self.codec.begins(stream.read(64))
        finally:
            stream.release()
        if not known:
            return self.damaged("foreign")
        return super().unknown(name)

    def compressed(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        from lzma import FORMAT_ALONE, FORMAT_XZ, PRESET_EXTREME, LZMACompressor

        preset = min(self.level, _MOST_LEVEL) | (PRESET_EXTREME if "e" in self.given else 0)
        machine: Any = (
            LZMACompressor(FORMAT_ALONE, preset=preset)
            if self.codec is LZMA
            else LZMACompressor(FORMAT_XZ, _CHECKS[self.given.get("C", "crc64")], preset)
        )
        for piece in pieces:
            if out := machine.compress(piece):
                yield out
        yield machine.flush()

    def _expanded(self, source: Iterator[bytes]) -> Iterator[bytes]:
        from runtime.bash.commands._shared.codecs import Damaged

        first = next(source, b"")
        source = again(first, source)
        if self.force and self.to_stdout and not self.testing and not self.codec.begins(first):
            yield from source
            return
        yield from super()._expanded(source)
        # Behind the last stream only NULs may stand, four by four.
        if self.behind.strip(b"\0") or len(self.behind) % 4:
            raise Damaged("short" if len(self.behind) < 12 else "foreign")

    def done(self) -> int:
        if "v" in self.given and not self.quiet:
            packed, plain = (self.taken, self.made) if self.expand else (self.made, self.taken)
            from runtime.bash.commands.xz.listing import ratio, size

            shown = f"{self.source}: {size(packed)} / {size(plain)} = {ratio(packed, plain)}\n"
            self.cx.stderr.write(encoded(shown))
        return 0

    def listed(self, stream: Stream) -> int:
        from runtime.bash.commands.xz.listing import NotXz, Summary, streams, tables

        if self.source == self.standard:
            return self.say("--list does not support reading from standard input", 1)
        try:
            found = streams(whole(self.cx, stream))
        except NotXz as wrong:
            return self.say(f"{self.source}: {wrong}", 1)
        summary = Summary()
        summary.add(found)
        if self.total is None:
            self.total = Summary()
            if "robot" not in self.given and "v" not in self.given:
                self.cx.write(_COLUMNS)
        self.total.add(found)
        if "robot" in self.given:
            self.cx.write(f"name\t{self.source}\nfile\t{_robot(summary)}\n")
        elif "v" in self.given:
            if self.total.files > 1:
                self.cx.write("\n")
            self.cx.write(f"{self.source} ({self.number}/{self.operands})\n{summary.lines()}{tables(found)}")
        else:
            self.cx.write(summary.row(self.source))
        return 0

    def closing(self) -> None:
        total = self.total
        if total is None:
            return
        if "robot" in self.given:
            self.cx.write(f"totals\t{_robot(total)}\t{total.files}\n")
        elif total.files > 1 and "v" in self.given:
            self.cx.write(f"\nTotals:\n  Number of files:   {total.files}\n{total.lines()}")
        elif total.files > 1:
            self.cx.write("-" * 79 + "\n" + total.row(f"{total.files} files"))


def _robot(summary: Summary) -> str:
    from runtime.bash.commands.xz.listing import ratio

    figures = (
        summary.streams,
        summary.blocks,
        summary.size,
        summary.plain,
        ratio(summary.size, summary.plain),
    )
    return "\t".join(map(str, (*figures, summary.check, summary.padding)))


def main(cx: Context) -> int:
    return run(Xz, cx, OPTIONS, XZ)
