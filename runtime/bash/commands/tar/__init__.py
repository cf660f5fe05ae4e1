"""tar: many files in one."""

from __future__ import annotations

from runtime.bash.commands._shared import codecs as _codecs
from runtime.bash.commands._shared.codecs import Damaged
from runtime.bash.commands._shared.input import chunks, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.tar.archive import NotTar, entries
from runtime.bash.commands.tar.extract import Extractor
from runtime.bash.commands.tar.options import (
    MODES,
    OPTIONS,
    checked,
    codec_of,
    dashed,
    fatal,
    moment,
    program,
    sources,
    usage,
)
from runtime.bash.streams import Capture, Input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands._shared.codecs import Codec
    from runtime.bash.commands.tar.change import Comparison
    from runtime.bash.commands.tar.names import Fits, Transform
    from runtime.bash.option_table import Done, Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "main"]


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, dashed(cx.args))
    if "usage" in given:
        cx.write(OPTIONS.brief(cx.name))
        return 0
    modes = list(dict.fromkeys(key for key, _ in given.order if key in MODES))
    if not modes:
        raise usage(cx, "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
    if len(modes) > 1:
        raise usage(cx, "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
    job = _Job(cx, given)
    try:
        status = job.run(modes[0])
    except NotTar:
        cx.complain("This does not look like a tar archive")
        status = 2
    except Damaged as damage:
        return fatal(cx, "Unexpected EOF in archive" if str(damage) == "short" else "Child returned status 1")
    finally:
        job.log.release()
    if status == 2:
        cx.complain("Exiting with failure status due to previous errors")
    return status


class _Job:
    """One command line."""

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.name = given.get("f", "-")
        found = checked(cx, given, self._lines)
        self.excluded: list[Fits] = found[0]
        self.transform: Transform = found[1]
        self.record: int = found[2]
        self.log = self._log()

    def run(self, mode: str) -> int:
        """Do what the mode says; the exit status."""
        if mode in "cru":
            return self._create(mode)
        if mode == "test-label":
            return self._label()
        if mode in ("A", "delete"):
            return self._change(mode)
        return self._read(mode)

    def _log(self) -> Stream:
        """Where -v writes: never into an archive or what -O prints."""
        if "index-file" in self.given:
            return self.cx.open(self.given["index-file"], 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
        used = "O" in self.given or (self.name == "-" and self.given.any("cru"))
        return (self.cx.stderr if used else self.cx.stdout).retain()

    def _lines(self, name: str) -> list[str]:
        cx = self.cx
        try:
            stream = cx.stdin.retain() if name == "-" else cx.open(name)
        except OSError as error:
            raise _done(fatal(cx, f"{name}: Cannot open: {reason(error)}")) from None
        try:
            text = whole(cx, stream).decode("utf-8", "surrogateescape")
        finally:
            stream.release()
        null = self.given.last(("null", "no-null")) == "null"
        return [line for line in text.split("\0" if null else "\n") if line]

    def _archive(self, flags: int, name: str = "") -> Stream:
        name = name or self.name
        if name == "-":
            return (self.cx.stdout if flags else self.cx.stdin).retain()
        try:
            stream = self.cx.open(name, flags)
        except OSError as error:
            raise _done(fatal(self.cx, f"{name}: Cannot open: {reason(error)}")) from None
        stat = stream.stat()
        if not flags and stat is not None and stat.mode & 0o170000 == 0o040000:
            stream.release()
            self.cx.complain(f"{name}: Cannot read: Is a directory")
            raise _done(fatal(self.cx, "At beginning of tape, quitting now"))
        return stream

    def _pieces(self, stream: Stream) -> Iterator[bytes]:
        """The archive's bytes; what is compressed is known by its first ones."""
        source = chunks(self.cx, stream)
        first = next(source, b"")
        codec = codec_of(self.given, writing=False)

        def joined() -> Iterator[bytes]:
            yield first
            yield from source

        if codec is not None and first and not codec.begins(first):
            self.cx.stderr.write(f"\n{codec.name}: stdin: not in {codec.name} format\n".encode())
            raise Damaged("foreign")
        command = program(self.given)
        if command and codec is None:
            return iter([self._through([*command, "-d"], b"".join(joined()))])
        for known in (_codecs.GZIP, _codecs.BZIP2, _codecs.XZ):
            if known.begins(first):
                return known.expanded(joined())
        return joined()

    def _through(self, command: list[str], data: bytes) -> bytes:
        made = Capture()
        status = self.cx.launch.run(command, stdin=Input(data), stdout=made)
        if status:
            raise _done(fatal(self.cx, f"Child returned status {status}"))
        return made.value()

    # Reading

    def _work(self, folder: str, names: dict[str, Fits]) -> Extractor:
        return Extractor(self.cx, self.given, folder, names, self.excluded, self.transform, self.log)

    def _read(self, mode: str) -> int:
        stream = self._archive(0)
        total = 0
        try:
            names, folder = sources(self.cx, self.given, self._lines)
            work = self._work(folder, names)
            comparison = _comparison(self.cx, folder) if mode == "d" else None
            for entry in entries(self.cx, self._pieces(stream)):
                total = entry.end
                if comparison is None:
                    work.take(entry, mode)
                elif work.wants(entry.name):
                    if work.verbose:
                        self.log.write(f"{entry.name}\n".encode("utf-8", "surrogateescape"))
                    comparison.take(entry)
            if "R" in self.given and mode == "t":
                self.log.write(f"block {total // 512}: ** Block of NULs **\n".encode())
            status = work.finish()
            self._totals("read", -(-(total + 1024) // self.record) * self.record)
            return status or int(comparison is not None and comparison.differs)
        finally:
            stream.release()

    def _totals(self, what: str, size: int) -> None:
        if "totals" in self.given:
            from runtime.bash.commands._shared.sizes import human

            self.cx.stderr.write(f"Total bytes {what}: {size} ({human(size)}iB, ?/s)\n".encode())

    def _label(self) -> int:
        stream = self._archive(0)
        try:
            first = next(entries(self.cx, self._pieces(stream)), None)
        finally:
            stream.release()
        label = first.name if first is not None and first.type == "V" else None
        if self.given.operands:
            return 0 if label in self.given.operands else 1
        if label is not None:
            self.cx.write(f"{label}\n")
        return 0

    # Writing

    def _change(self, mode: str) -> int:
        """-A and --delete: the archive is written anew."""
        from runtime.bash.commands.tar.change import joined, without

        data = self._plain(self.name)
        status = 0
        if mode == "A":
            made = joined(self.cx, [data, *(self._plain(name) for name in self.given.operands)])
        else:
            names, folder = sources(self.cx, self.given, self._lines)
            work = self._work(folder, names)
            made = without(self.cx, data, work)
            status = work.finish()
        stream = self._archive(0o1101)
        try:
            stream.write(made)
        finally:
            stream.release()
        return status

    def _plain(self, name: str) -> bytes:
        stream = self._archive(0, name)
        try:
            data = whole(self.cx, stream)
        finally:
            stream.release()
        self._uncompressed(data)
        return data

    def _uncompressed(self, data: bytes) -> None:
        if any(codec.begins(data[:64]) for codec in (_codecs.GZIP, _codecs.BZIP2, _codecs.XZ)):
            raise _done(fatal(self.cx, "Cannot update compressed archives"))

    def _create(self, mode: str) -> int:
        from runtime.bash.commands.tar.create import Writer

        cx, given = self.cx, self.given
        wanted = sources(cx, given, self._lines, creating=True)
        if not wanted and "T" not in given and mode == "c":
            raise usage(cx, "Cowardly refusing to create an empty archive")
        codec = codec_of(given, writing=True)
        if mode != "c" and (codec is not None or program(given)):
            raise usage(cx, "Cannot update compressed archives")
        work = Writer(cx, given, self.excluded, self.transform, self.log)
        work.mtime = moment(cx, given, "mtime")
        since = moment(cx, given, "N" if "N" in given else "newer-mtime")
        work.since = None if since is None else since * 10**9
        work.record = self.record
        newest, length = self._held() if mode != "c" else ({}, 0)
        work.newest = newest if mode == "u" else None
        # O_CREAT with O_WRONLY | O_TRUNC, or with O_RDWR.
        stream = self._archive(0o1101 if mode == "c" else 0o102)
        try:
            if mode != "c":
                stream.seek(length)
                work.count = length
            work.own = stream.stat()
            self._pour(work.pieces(wanted), codec, stream)
        finally:
            stream.release()
        self._totals("written", work.count)
        if "W" in given and given.count("v"):
            for name, _ in wanted:
                cx.write(f"Verify {name}\n")
        return work.status

    def _held(self) -> tuple[dict[str, int], int]:
        """The times of what the archive holds, and where its members end."""
        newest: dict[str, int] = {}
        length = 0
        if self.cx.fs.exists(self.cx.path(self.name)):
            data = self._plain(self.name)
            for entry in entries(self.cx, [data]) if data else ():
                newest[entry.name] = entry.mtime
                length = entry.end
        return newest, length

    def _pour(self, pieces: Iterator[bytes], codec: Codec | None, stream: Stream) -> None:
        command = program(self.given)
        if command and codec is None:
            stream.write(self._through(command, b"".join(pieces)))
            return
        for piece in codec.compressed(pieces, 6) if codec else pieces:
            self.cx.meter.check()
            stream.write(piece)


def _comparison(cx: Context, folder: str) -> Comparison:
    from runtime.bash.commands.tar.change import Comparison

    return Comparison(cx, folder)


def _done(status: int) -> Done:
    from runtime.bash.option_table import Done

    return Done(status)
