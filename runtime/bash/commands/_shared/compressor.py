"""What gzip, bzip2 and xz have in common: replacing files by compressed ones and back. Their words are their own."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import Damaged, Expansion
from runtime.bash.commands._shared.input import chunks
from runtime.bash.commands._shared.quoting import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands._shared.codecs import Codec
    from runtime.bash.option_table import Given, Options
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Compressor", "again", "run"]

_ERROR, _WARNING = 1, 2
_KIND, _FOLDER, _LINK, _REGULAR = 0o170000, 0o040000, 0o120000, 0o100000
_REFUSED = {
    "folder": "Is a directory",
    "link": "Is a symbolic link",
    "odd": "Not a regular file",
    "names": "Input file has more than one hard link",
}
_DAMAGED = {
    "foreign": "File format not recognized",
    "empty": "File format not recognized",
    "short": "Unexpected end of input",
    "crc": "Compressed data is corrupt",
    "bad": "Compressed data is corrupt",
}


def run(
    work: type[Compressor],
    cx: Context,
    table: Options,
    codec: Codec,
    *,
    expand: bool = False,
    to_stdout: bool = False,
) -> int:
    """One of the names that a family goes by."""
    given = table.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version"), ("L", "--version")):
        if key in given:
            table.parse(cx, [name])
    return work(cx, given, codec, expand, to_stdout).all(given.operands or ["-"])


class Compressor:
    """One family's way to treat files. What is said here is what xz says.

    Attributes:
        source: the file that is being read, ``target`` the one that is written ("" for standard output).
        taken: how many bytes were read of it, ``made`` how many came out.
    """

    standard = "stdin"
    level = 6

    def __init__(self, cx: Context, given: Given, codec: Codec, expand: bool, to_stdout: bool) -> None:
        self.cx = cx
        self.given = given
        self.codec = codec
        self.listing = "l" in given
        self.testing = "t" in given
        self.expand = self.listing or self.testing or (given.last("dz", "d" if expand else "z") == "d")
        self.to_stdout = to_stdout or "c" in given
        self.keep = "k" in given
        self.force = "f" in given
        self.quiet = given.count("q")
        self.suffix = given.get("S", next(iter(codec.suffixes)))
        for key, value in given.order:
            self.level = int(value[-1]) if key == "level" else {"fast": 1, "best": 9}.get(key, self.level)
        self.source = self.target = ""
        self.taken = self.made = 0
        self.behind = b""

    # What the families say

    def say(self, message: str, status: int = 0) -> int:
        """Complain, a warning unless the status is that of an error; ``status`` to return."""
        if not (self.quiet and status != _ERROR):
            self.cx.complain(message)
        return status

    def missing(self, name: str, error: OSError) -> int:
        """``name`` cannot be opened."""
        return self.say(f"{name}: {reason(error)}", _ERROR)

    def refused(self, name: str, what: str) -> int:
        """``name`` is a "folder", a "link", something "odd", or has more "names"."""
        return self.say(f"{name}: {_REFUSED[what]}, skipping", _WARNING)

    def exists(self, target: str) -> int:
        """The target is there."""
        return self.say(f"{target}: File exists", _ERROR)

    def suffixed(self, name: str) -> int:
        """``name`` ends as compressed files do."""
        end = next(end for end in (self.suffix, *self.codec.suffixes) if name.endswith(end))
        return self.say(f"{name}: File already has `{end}' suffix, skipping", _WARNING)

    def unknown(self, name: str) -> str | int:
        """``name`` does not end as compressed files do: the name to expand it to, or a status."""
        return self.say(f"{name}: Filename has an unknown suffix, skipping", _WARNING)

    def damaged(self, what: str) -> int:
        """The input is no such file."""
        return self.say(f"{self.source}: {_DAMAGED[what]}", _ERROR)

    def done(self) -> int:
        """It went well; what -v says, and what stood behind the end."""
        return 0

    def listed(self, _stream: Stream) -> int:
        """One file of -l."""
        return 0

    def closing(self) -> None:
        """After the last file."""

    def compressed(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The pieces compressed."""
        return self.codec.compressed(pieces, self.level)

    def renamed(self, target: str) -> str:
        """What to expand to, once the head of the file is read."""
        return target

    # Files

    def all(self, names: list[str]) -> int:
        """Every operand; the exit status."""
        statuses = [self.file(name) for name in names]
        self.closing()
        return _ERROR if _ERROR in statuses else max(statuses, default=0)

    def file(self, name: str) -> int:
        """One operand; its exit status."""
        self.source, self.target = name, ""
        if name == "-":
            self.source = self.standard
            return self._treat(self.cx.stdin, None)
        found = self._found(name)
        if isinstance(found, int):
            return found
        self.source = found
        target = "" if self.to_stdout or self.testing or self.listing else self._target(found)
        if isinstance(target, int):
            return target
        try:
            stream = self.cx.open(found)
        except OSError as error:
            return self.missing(found, error)
        try:
            return self._treat(stream, target)
        finally:
            stream.release()

    def _found(self, name: str) -> str | int:
        """The name of the input, or a status where it is none."""
        cx = self.cx
        fs = cx.fs
        try:
            if (
                self.expand
                and not name.endswith(self.suffix)
                and not fs.exists(cx.path(name))
                and self.suffix
            ):
                if not fs.exists(cx.path(name + self.suffix)):
                    return self.absent(name)
                name += self.suffix
            follow = self.to_stdout or self.force or self.testing or self.listing
            stat = fs.stat(cx.path(name), follow=follow)
        except OSError as error:
            return self.missing(name, error)
        kind = stat.mode & _KIND
        if kind == _FOLDER:
            return self.folder(name)
        if kind == _LINK:
            return self.refused(name, "link")
        if kind != _REGULAR and not (self.to_stdout or self.testing):
            return self.refused(name, "odd")
        if stat.nlink > 1 and not follow and not self.keep:
            return self.refused(name, "names")
        return name

    def absent(self, name: str) -> int:
        """Neither the name nor the name with its suffix is there."""
        return self.missing(name, FileNotFoundError(2, "No such file or directory"))

    def folder(self, name: str) -> int:
        """A folder was named."""
        if "r" not in self.given:
            return self.refused(name, "folder")
        inner = [self.file(f"{name}/{inner}") for inner in sorted(self.cx.fs.listdir(self.cx.path(name)))]
        return _ERROR if _ERROR in inner else max(inner, default=0)

    def _target(self, source: str) -> str | int:
        """The name of what is written, or a status."""
        if not self.expand:
            if not self.force and any(source.endswith(end) for end in (self.suffix, *self.codec.suffixes)):
                return self.suffixed(source)
            return source + self.suffix
        ends = {self.suffix: "", **self.codec.suffixes}
        end = next((end for end in ends if end and source.endswith(end) and len(source) > len(end)), None)
        return self.unknown(source) if end is None else source[: -len(end)] + ends[end]

    def plain(self, source: str) -> str:
        """What an archive of that name would expand to."""
        ends = {self.suffix: "", **self.codec.suffixes}
        end = next((end for end in ends if end and source.endswith(end) and len(source) > len(end)), None)
        return source if end is None else source[: -len(end)] + ends[end]

    def _read(self, stream: Stream) -> Iterator[bytes]:
        for piece in chunks(self.cx, stream):
            self.taken += len(piece)
            yield piece

    def pieces(self, stream: Stream) -> Iterator[bytes]:
        """What comes out of a stream."""
        self.taken = self.made = 0
        self.behind = b""
        source = self._read(stream)
        made = self._expanded(source) if self.expand else self.compressed(source)
        for piece in made:
            self.cx.meter.check()
            self.made += len(piece)
            yield piece

    def _expanded(self, source: Iterator[bytes]) -> Iterator[bytes]:
        watched = Expansion(self.codec)
        yield from self.codec.expanded(source, watched)
        self.behind = watched.behind
        if watched.finished:
            for piece in source:
                self.behind = (self.behind + piece)[:4096] if not self.behind.strip(b"\0") else self.behind

    def _treat(self, stream: Stream, target: str | None) -> int:
        """Convert one stream: to ``target``, to standard output when there is none, or nowhere to test it."""
        if self.listing:
            return self.listed(stream)
        made = self.pieces(stream)
        self.target = target or ""
        try:
            first = next(made, b"")
            if not target:
                self._pour(first, made, None if self.testing else self.cx.stdout)
                return self.done()
        except Damaged as damage:
            return self.damaged(str(damage))
        return self._replace(first, made, self.renamed(target))

    def _pour(self, first: bytes, rest: Iterator[bytes], into: Stream | None) -> None:
        if into is not None and first:
            into.write(first)
        for piece in rest:
            if into is not None:
                into.write(piece)

    def _replace(self, first: bytes, rest: Iterator[bytes], target: str) -> int:
        """Write the new file; the old one goes when that went well."""
        fs = self.cx.fs
        source, self.target = self.cx.path(self.source), target
        path = self.cx.path(target)
        if fs.exists(path):
            if not self.force:
                return self.exists(target)
            fs.unlink(path)
        before = fs.stat(source)
        try:
            output = self.cx.open(target, 0o301, 0o600)  # O_WRONLY | O_CREAT | O_EXCL
        except OSError as error:
            return self.missing(target, error)
        try:
            self._pour(first, rest, output)
        except Damaged as damage:
            fs.unlink(path)
            return self.damaged(str(damage))
        except BaseException:
            fs.unlink(path)
            raise
        finally:
            output.release()
        fs.chmod(path, before.mode & 0o777)
        fs.utime(path, before.atime_ns, before.mtime_ns)
        if not self.keep:
            fs.unlink(source)
        return self.done()


def again(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces with the one that was looked at before them."""
    if first:
        yield first
    yield from rest
