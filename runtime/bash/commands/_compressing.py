"""The utilities that replace files by compressed ones and back: gzip, bzip2, xz, and the names they go by."""

from __future__ import annotations

from runtime.bash.commands._codecs import Damaged
from runtime.bash.commands._input import chunks
from runtime.bash.commands._names import reason
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.command import Context
    from runtime.bash.commands._codecs import Codec
    from runtime.bash.options import Given
    from runtime.bash.streams import Stream

__all__ = ["options", "run"]

_WRONG = {
    "foreign": "not in {name} format",
    "empty": "unexpected end of file",
    "short": "unexpected end of file",
    "crc": "invalid compressed data--crc error",
    "bad": "invalid compressed data--format violated",
}
_ERROR, _WARNING = 1, 2


def options(name: str, origin: str) -> Options:
    """The table of one family."""
    return Options(
        "[OPTION]... [FILE]...",
        f"Compress or uncompress FILEs (by default, compress FILES in-place) in the {name} format.",
        ("c", "stdout to-stdout", "", "write on standard output, keep original files unchanged"),
        ("d", "decompress uncompress", "", "decompress"),
        ("f", "force", "", "force overwrite of output file"),
        ("h", "", "", "give this help"),
        ("k", "keep", "", "keep (don't delete) input files"),
        ("l", "list", "", "list compressed file contents"),
        ("L", "license", "", "display software license"),
        ("n", "no-name", "", "do not save or restore the original name and timestamp"),
        ("N", "name", "", "save or restore the original name and timestamp"),
        ("q", "quiet", "", "suppress all warnings"),
        ("r", "recursive", "", "operate recursively on directories"),
        ("S", "suffix", "SUF", "use suffix SUF on compressed files"),
        ("t", "test", "", "test compressed file integrity"),
        ("v", "verbose", "", "verbose mode"),
        ("V", "", "", "display version number"),
        ("T", "threads", "NUM", "ignored: there is one"),
        ("e", "extreme", "", "ignored"),
        ("", "rsyncable", "", "ignored"),
        ("", "fast", "", "compress faster"),
        ("", "best", "", "compress better"),
        digits="level",
        hint="Try `{name} --help' for more information.",
        origin=origin,
    )


def run(cx: Context, table: Options, codec: Codec, *, expand: bool = False, to_stdout: bool = False) -> int:
    """One of the names that the family goes by."""
    given = table.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            table.parse(cx, [name])
    work = _Work(cx, given, codec, expand, to_stdout)
    statuses = [work.file(name) for name in given.operands or ["-"]]
    return _ERROR if _ERROR in statuses else max(statuses)


class _Work:
    def __init__(self, cx: Context, given: Given, codec: Codec, expand: bool, to_stdout: bool) -> None:
        self.cx = cx
        self.given = given
        self.codec = codec
        self.listing = "l" in given
        self.testing = "t" in given
        self.expand = expand or self.listing or self.testing or "d" in given
        self.to_stdout = to_stdout or "c" in given
        self.keep = "k" in given
        self.force = "f" in given
        self.suffix = given.get("S", next(iter(codec.suffixes)))
        level = 6
        for key, value in given.order:
            level = int(value[-1]) if key == "level" else {"fast": 1, "best": 9}.get(key, level)
        self.level = max(1, level) if codec.name != "xz" else level
        self.listed = 0

    def say(self, message: str, status: int = 0) -> int:
        """Complain by the family's name, whichever of its names was called; ``status`` to return."""
        self.cx.stderr.write(f"{self.codec.name}: {message}\n".encode("utf-8", "surrogateescape"))
        return status

    def file(self, name: str) -> int:
        """One operand; its exit status."""
        if name == "-":
            return self._standard()
        cx = self.cx
        if "r" in self.given and cx.fs.is_dir(cx.path(name)):
            return max(
                [self.file(f"{name}/{inner}") for inner in sorted(cx.fs.listdir(cx.path(name)))], default=0
            )
        source = self._source(name)
        if isinstance(source, int):
            return source
        target = self._target(source)
        if target is None:
            return 0 if source.endswith(self.suffix) and not self.expand else _WARNING
        try:
            stream = cx.open(source)
        except OSError as error:
            return self.say(f"{source}: {reason(error)}", _ERROR)
        try:
            return self._convert(stream, source, target)
        finally:
            stream.release()

    def _source(self, name: str) -> str | int:
        cx = self.cx
        try:
            if self.expand and not name.endswith(self.suffix) and not cx.fs.exists(cx.path(name)):
                name += self.suffix
            kind = cx.fs.stat(cx.path(name), follow=self.to_stdout or self.force).mode & 0o170000
        except OSError as error:
            return self.say(f"{name}: {reason(error)}", _ERROR)
        if kind == 0o040000:
            self.say(f"{name} is a directory -- ignored")
            return _WARNING
        if kind not in {0o100000, 0o010000, 0o020000}:
            self.say(f"{name} is not a directory or a regular file - ignored")
            return _WARNING
        return name

    def _target(self, source: str) -> str | None:
        """The name of what is written, "" where it has none."""
        cx = self.cx
        if not self.expand:
            if (
                any(source.endswith(suffix) for suffix in self.codec.suffixes)
                and not self.force
                and not self.to_stdout
            ):
                self.say(f"{source} already has {self.suffix} suffix -- unchanged")
                return None
            target = source + self.suffix
        else:
            ends = {self.suffix: "", **self.codec.suffixes}
            end = next((end for end in ends if source.endswith(end) and len(source) > len(end)), None)
            if self.to_stdout or self.testing or self.listing:
                return source[: len(source) - len(end)] + ends[end] if end else source
            if end is None:
                self.say(f"{source}: unknown suffix -- ignored")
                return None
            target = source[: -len(end)] + ends[end]
        if not self.to_stdout and not self.force and cx.fs.exists(cx.path(target)):
            self.say(f"{target} already exists;\tnot overwritten")
            return None
        return target

    def _pieces(self, stream: Stream) -> Iterator[bytes]:
        source = chunks(self.cx, stream)
        return self.codec.expanded(source) if self.expand else self.codec.compressed(source, self.level)

    def _standard(self) -> int:
        if self.listing:
            return self._list(self.cx.stdin, "stdin", "stdout")
        return self._pour(self.cx.stdin, None if self.testing else self.cx.stdout, "stdin")[0]

    def _pour(self, stream: Stream, into: Stream | None, name: str) -> tuple[int, int]:
        """Convert one stream; the status and the number of bytes written."""
        count = 0
        try:
            for piece in self._pieces(stream):
                self.cx.meter.check()
                count += len(piece)
                if into is not None:
                    into.write(piece)
        except Damaged as damage:
            words = _WRONG[str(damage)].format(name=self.codec.name)
            self.cx.stderr.write(f"\n{self.codec.name}: {name}: {words}\n".encode("utf-8", "surrogateescape"))
            return _ERROR, count
        return 0, count

    def _convert(self, stream: Stream, source: str, target: str) -> int:
        cx = self.cx
        if self.listing:
            return self._list(stream, source, target)
        if self.to_stdout or self.testing:
            status = self._pour(stream, None if self.testing else cx.stdout, source)[0]
            if self.testing and "v" in self.given and not status:
                cx.stderr.write(f"{source}:\t OK\n".encode("utf-8", "surrogateescape"))
            return status
        before = cx.fs.stat(cx.path(source))
        try:
            if cx.fs.exists(cx.path(target)):
                cx.fs.unlink(cx.path(target))
            output = cx.open(target, 0o301, 0o600)  # O_WRONLY | O_CREAT | O_EXCL
        except OSError as error:
            return self.say(f"{target}: {reason(error)}", _ERROR)
        try:
            status, count = self._pour(stream, output, source)
        except BaseException:
            cx.fs.unlink(cx.path(target))
            raise
        finally:
            output.release()
        if status:
            cx.fs.unlink(cx.path(target))
            return status
        cx.fs.chmod(cx.path(target), before.mode & 0o7777)
        cx.fs.utime(cx.path(target), before.atime_ns, before.mtime_ns)
        if "v" in self.given:
            sizes = (before.size, count) if self.expand else (count, before.size)
            what = "created" if self.keep else "replaced with"
            cx.stderr.write(
                f"{source}:\t{_ratio(*sizes)} -- {what} {target}\n".encode("utf-8", "surrogateescape")
            )
        if not self.keep:
            cx.fs.unlink(cx.path(source))
        return 0

    def _list(self, stream: Stream, source: str, target: str) -> int:
        size = 0
        packed = 0

        def counted() -> Iterator[bytes]:
            nonlocal packed
            for piece in chunks(self.cx, stream):
                packed += len(piece)
                yield piece

        try:
            for piece in self.codec.expanded(counted()):
                self.cx.meter.check()
                size += len(piece)
        except Damaged as damage:
            words = _WRONG[str(damage)].format(name=self.codec.name)
            self.cx.stderr.write(
                f"\n{self.codec.name}: {source}: {words}\n".encode("utf-8", "surrogateescape")
            )
            return _ERROR
        if not self.listed:
            self.cx.write("         compressed        uncompressed  ratio uncompressed_name\n")
        self.listed += 1
        self.cx.write(f"{packed:19d} {size:19d} {_ratio(packed, size)} {target}\n")
        return 0


def _ratio(packed: int, size: int) -> str:
    return f"{100 * (size - packed) / size if size else 0:5.1f}%"
