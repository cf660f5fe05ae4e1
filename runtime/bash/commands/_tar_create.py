"""Putting archives together."""

from __future__ import annotations

from runtime.bash.commands._names import reason
from runtime.bash.commands._owners import name_of
from runtime.bash.commands._tar_format import BLOCK, RECORD, header, matches
from runtime.bash.commands._wildcards import wildcard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.command import Context
    from runtime.bash.options import Given
    from runtime.vfs.api import Stat

__all__ = ["Writer"]

_FOLDER, _FILE, _LINK, _FIFO = 0o040000, 0o100000, 0o120000, 0o010000


class Writer:
    """One archive: its bytes in pieces. ``own`` is the archive itself, which it must not hold."""

    def __init__(
        self, cx: Context, given: Given, folder: str, excluded: list[str], newest: dict[str, int] | None
    ) -> None:
        self.cx = cx
        self.given = given
        self.folder = folder.rstrip("/")
        self.excluded = [wildcard(pattern.rstrip("/")) for pattern in excluded]
        self.newest = newest
        self.follow = "h" in given
        self.own: Stat | None = None
        self.status = 0
        self.linked: dict[int, str] = {}
        self.warned = False
        self.count = 0

    def pieces(self, names: list[str]) -> Iterator[bytes]:
        """The archive, padded to whole records."""
        for name in names:
            for piece in self._member(name):
                self.count += len(piece)
                yield piece
        yield b"\0" * (-(self.count + 2 * BLOCK) % RECORD + 2 * BLOCK)

    def _fail(self, message: str) -> None:
        self.cx.complain(message)
        self.status = 2

    def _member(self, name: str) -> Iterator[bytes]:
        self.cx.meter.check()
        if matches(name, self.excluded):
            return
        path = name if name.startswith("/") else f"{self.folder}/{name}"
        try:
            stat = self.cx.fs.stat(path, follow=self.follow)
        except OSError as error:
            self._fail(f"{name}: Cannot stat: {reason(error)}")
            return
        if self.own is not None and (stat.dev, stat.ino) == (self.own.dev, self.own.ino):
            self.cx.complain(f"{name}: file is the archive; not dumped")
            return
        kind = stat.mode & 0o170000
        stored = self._stored(name)
        if kind == _FOLDER:
            yield from self._folder(name, path, stored, stat)
        elif self.newest is None or stat.mtime_ns // 10**9 > self.newest.get(stored, -1):
            yield from self._leaf(name, path, stored, stat, kind)

    def _stored(self, name: str) -> str:
        if "P" in self.given or not name.startswith("/"):
            return name
        if not self.warned:
            self.warned = True
            self.cx.complain("Removing leading `/' from member names")
        return name.lstrip("/") or "./"

    def _say(self, name: str) -> None:
        if "v" in self.given:
            # The archive itself may go to standard output.
            out = self.cx.stderr if self.given.get("f", "-") == "-" else self.cx.stdout
            out.write(f"{name}\n".encode("utf-8", "surrogateescape"))

    def _header(self, name: str, kind: str, size: int, stat: Stat, link: str = "") -> bytes:
        self._say(name)
        time = self.given.get("mtime")
        seconds = int(time[1:18]) if time[:1] == "@" and time[1:].isdigit() else stat.mtime_ns // 10**9
        mode = self.given.get("mode")
        bits = int(mode, 8) if mode and not mode.strip("01234567") else stat.mode & 0o7777
        return header(
            name, kind, size, bits, self._who("owner", stat.uid), self._who("group", stat.gid), seconds, link
        )

    def _who(self, key: str, number: int) -> tuple[int, str]:
        forced = self.given.get(key)
        if forced:
            name, _, digits = forced.partition(":")
            return (int(digits[:9]) if digits.isdigit() else int(name[:9]) if name.isdigit() else 0), name
        known = "" if "numeric-owner" in self.given else name_of(self.cx, number) or ""
        return number, known

    def _folder(self, name: str, path: str, stored: str, stat: Stat) -> Iterator[bytes]:
        yield self._header(stored.rstrip("/") + "/", "5", 0, stat)
        if "no-recursion" in self.given:
            return
        try:
            inside = self.cx.fs.listdir(path)
        except OSError as error:
            self._fail(f"{name}: Cannot open: {reason(error)}")
            return
        for inner in sorted(inside):
            yield from self._member(f"{name.rstrip('/')}/{inner}")
        if "remove-files" in self.given:
            self._remove(path, folder=True)

    def _leaf(self, name: str, path: str, stored: str, stat: Stat, kind: int) -> Iterator[bytes]:
        if kind == _LINK:
            yield self._header(stored, "2", 0, stat, self.cx.fs.readlink(path))
        elif stat.ino in self.linked and stat.nlink > 1:
            yield self._header(stored, "1", 0, stat, self.linked[stat.ino])
        elif kind == _FIFO:
            yield self._header(stored, "6", 0, stat)
        elif kind == _FILE:
            self.linked[stat.ino] = stored
            yield from self._file(name, path, stored, stat)
        else:
            self._fail(f"{name}: Unknown file type; file ignored")
            return
        if "remove-files" in self.given:
            self._remove(path, folder=False)

    def _remove(self, path: str, *, folder: bool) -> None:
        try:
            (self.cx.fs.rmdir if folder else self.cx.fs.unlink)(path)
        except OSError as error:
            self._fail(f"{path}: Cannot {'rmdir' if folder else 'unlink'}: {reason(error)}")

    def _file(self, name: str, path: str, stored: str, stat: Stat) -> Iterator[bytes]:
        try:
            stream = self.cx.launch.open(path)
        except OSError as error:
            self._fail(f"{name}: Cannot open: {reason(error)}")
            return
        left = stat.size
        try:
            yield self._header(stored, "0", stat.size, stat)
            while left:
                piece = stream.read(min(left, 1 << 16))
                if not piece:  # it has shrunk meanwhile
                    yield b"\0" * left
                    break
                left -= len(piece)
                yield piece
        finally:
            stream.release()
        yield b"\0" * (-stat.size % BLOCK)
