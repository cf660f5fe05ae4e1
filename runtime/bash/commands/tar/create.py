"""Putting archives together."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import name_of
from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands.tar.archive import BLOCK, RECORD, Entry, header, shown
from runtime.bash.commands.tar.names import Matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.tar.names import Fits, Transform
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Writer"]

_FOLDER, _FILE, _LINK, _FIFO = 0o040000, 0o100000, 0o120000, 0o010000
_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55"
# Options by what of a folder with such a file they keep: the file, nothing of what is inside, nothing at all.
_TAGS = {
    "exclude-caches": "file",
    "exclude-tag": "file",
    "exclude-caches-under": "under",
    "exclude-tag-under": "under",
    "exclude-caches-all": "all",
    "exclude-tag-all": "all",
}
_IGNORES = (".gitignore", ".cvsignore", ".bzrignore", ".hgignore")


class Writer:
    """One archive: its bytes in pieces.

    Attributes:
        own: the archive itself, which it must not hold.
        newest: with -u, the times of what it holds.
        since: with -N, what is older stays out.
        mtime: with --mtime, the time of all members.
        log: where -v writes.
    """

    def __init__(
        self, cx: Context, given: Given, excluded: list[Fits], transform: Transform, log: Stream
    ) -> None:
        self.cx = cx
        self.given = given
        self.excluded = excluded
        self.transform = transform
        self.log = log
        self.newest: dict[str, int] | None = None
        self.since: int | None = None
        self.mtime: int | None = None
        self.record = RECORD
        self.follow = "h" in given
        self.recursive = given.last(("recursion", "no-recursion")) != "no-recursion"
        self.verbose = given.count("v")
        self.own: Stat | None = None
        self.status = 0
        self.linked: dict[int, str] = {}
        self.links: dict[int, int] = {}
        self.warned: set[str] = set()
        self.count = 0
        self.width = 19
        mode = given.get("mode")
        self.mode = Mode(mode) if mode else None
        self.local: list[Fits] = []

    def pieces(self, sources: list[tuple[str, str]]) -> Iterator[bytes]:
        """The archive of names in folders, padded to whole records."""
        if "V" in self.given:
            yield self._counted(
                header(self.given["V"], "V", 0, 0, (0, ""), (0, ""), int(self.cx.clock.now()))
            )
        for name, folder in sources:
            for piece in self._member(name, folder.rstrip("/"), top=True):
                yield self._counted(piece)
        if "l" in self.given:
            self._missing_links()
        end = b"\0" * (-(self.count + 2 * BLOCK) % self.record + 2 * BLOCK)
        yield self._counted(end)

    def _counted(self, piece: bytes) -> bytes:
        self.count += len(piece)
        return piece

    def _missing_links(self) -> None:
        for ino, left in self.links.items():
            if left > 0:
                self.cx.complain(f"Missing links to {quote(self.linked[ino])}.")

    def _fail(self, name: str, what: str, error: OSError) -> None:
        if "ignore-failed-read" in self.given:
            self.cx.complain(f"{name}: Warning: {what}: {reason(error)}")
            return
        self.cx.complain(f"{name}: {what}: {reason(error)}")
        self.status = 2

    def _left_out(self, name: str) -> bool:
        return any(fits(name) for fits in self.excluded) or any(fits(name) for fits in self.local)

    def _member(self, name: str, folder: str, *, top: bool = False) -> Iterator[bytes]:
        self.cx.meter.check()
        if self._left_out(name):
            return
        path = name if name.startswith("/") else f"{folder}/{name}"
        try:
            stat = self.cx.fs.stat(path, follow=self.follow)
        except OSError as error:
            self._fail(name, "Cannot stat", error)
            return
        if self.own is not None and (stat.dev, stat.ino) == (self.own.dev, self.own.ino):
            self.cx.complain(f"{name}: file is the archive; not dumped")
            return
        kind = stat.mode & 0o170000
        stored = self.transform(self._stored(name))
        if kind == _FOLDER:
            yield from self._folder(name, folder, stored, stat)
        elif self._is_new(stored, stat):
            yield from self._leaf(name, path, stored, stat, kind)
        elif top and self.since is not None:
            self.cx.complain(f"{name}: file is unchanged; not dumped")

    def _is_new(self, stored: str, stat: Stat) -> bool:
        if self.since is not None:
            changed = stat.mtime_ns if "newer-mtime" in self.given else max(stat.mtime_ns, stat.ctime_ns)
            if changed < self.since:
                return False
        return self.newest is None or stat.mtime_ns // 10**9 > self.newest.get(stored, -1)

    def _stored(self, name: str, what: str = "member names") -> str:
        if "P" in self.given or not name.startswith("/"):
            return name
        if what not in self.warned:
            self.warned.add(what)
            self.cx.complain(f"Removing leading `/' from {what}")
        return name.lstrip("/") or "./"

    def _say(self, name: str, made: bytes) -> None:
        text = name
        if self.verbose > 1:
            entry = Entry(made[-BLOCK:])
            entry.name = name
            text, self.width = shown(entry, "numeric-owner" in self.given, self.width)
        if self.verbose:
            self.log.write(f"{text}\n".encode("utf-8", "surrogateescape"))

    def _header(self, name: str, stored: str, kind: str, size: int, stat: Stat, link: str = "") -> bytes:
        seconds = stat.mtime_ns // 10**9
        if self.mtime is not None:
            seconds = min(seconds, self.mtime) if "clamp-mtime" in self.given else self.mtime
        bits = self.mode.apply(stat.mode, self.cx.umask) if self.mode else stat.mode & 0o7777
        owner, group = self._who("owner", stat.uid), self._who("group", stat.gid)
        made = header(stored, kind, size, bits, owner, group, seconds, link)
        self._say(stored if "show-transformed-names" in self.given else name, made)
        return made

    def _who(self, key: str, number: int) -> tuple[int, str]:
        forced = self.given.get(key)
        if forced:
            name, _, digits = forced.partition(":")
            return (int(digits[:9]) if digits.isdigit() else int(name[:9]) if name.isdigit() else 0), name
        known = "" if "numeric-owner" in self.given else name_of(self.cx, number) or ""
        return number, known

    def _folder(self, name: str, folder: str, stored: str, stat: Stat) -> Iterator[bytes]:
        path = name if name.startswith("/") else f"{folder}/{name}"
        try:
            inside = sorted(self.cx.fs.listdir(path))
        except OSError as error:
            self._fail(name, "Cannot open", error)
            return
        keeps, tags = self._tagged(path, inside)
        if keeps == "all":
            return
        if stored.rstrip("/"):
            yield self._header(name.rstrip("/") + "/", stored.rstrip("/") + "/", "5", 0, stat)
        if not self.recursive or keeps == "under":
            return
        before = self.local
        here = self._ignored(path, inside, recursive=False)
        self.local = [*before, *self._ignored(path, inside, recursive=True)]
        for inner in inside:
            full = f"{name.rstrip('/')}/{inner}"
            if (keeps != "file" or inner in tags) and not any(fits(inner) for fits in here):
                yield from self._member(full, folder)
        self.local = before
        if "remove-files" in self.given:
            self._remove(name, path, folder=True)

    def _tagged(self, path: str, inside: list[str]) -> tuple[str, list[str]]:
        """What to keep of a folder for the sake of a file in it: "" everything."""
        for key, value in self.given.order:
            keeps = _TAGS.get(key)
            if keeps is None:
                continue
            tag = value or "CACHEDIR.TAG"
            if tag in inside and (value or self._is_cache(f"{path}/{tag}")):
                return keeps, [tag]
        return "", []

    def _is_cache(self, path: str) -> bool:
        try:
            return self.cx.fs.read_bytes(path).startswith(_SIGNATURE)
        except OSError:
            return False

    def _ignored(self, path: str, inside: list[str], *, recursive: bool) -> list[Fits]:
        """The patterns that files in a folder name: for the folder alone, or for what is below as well."""
        names = self.given.all("exclude-ignore-recursive" if recursive else "exclude-ignore")
        if recursive and "exclude-vcs-ignores" in self.given:
            names += _IGNORES
        found: list[Fits] = []
        for name in names:
            if name in inside:
                lines = self.cx.fs.read_bytes(f"{path}/{name}").decode("utf-8", "surrogateescape").split("\n")
                found += [Matching().excluding(line) for line in lines if line and not line.startswith("#")]
        return found

    def _leaf(self, name: str, path: str, stored: str, stat: Stat, kind: int) -> Iterator[bytes]:
        if kind == _LINK:
            target = self.transform(self.cx.fs.readlink(path), "s")
            yield self._header(name, stored, "2", 0, stat, target)
        elif stat.ino in self.linked and stat.nlink > 1 and "hard-dereference" not in self.given:
            self.links[stat.ino] -= 1
            target = self.transform(self._stored(self.linked[stat.ino], "hard link targets"), "h")
            yield self._header(name, stored, "1", 0, stat, target)
        elif kind == _FIFO:
            yield self._header(name, stored, "6", 0, stat)
        elif kind == _FILE:
            self.linked[stat.ino] = name
            self.links[stat.ino] = stat.nlink - 1
            yield from self._file(name, path, stored, stat)
        else:
            self.cx.complain(f"{name}: Unknown file type; file ignored")
            return
        if "remove-files" in self.given:
            self._remove(name, path, folder=False)

    def _remove(self, name: str, path: str, *, folder: bool) -> None:
        try:
            (self.cx.fs.rmdir if folder else self.cx.fs.unlink)(path)
        except OSError as error:
            self.cx.complain(f"{name}: Cannot {'rmdir' if folder else 'unlink'}: {reason(error)}")
            self.status = 2

    def _file(self, name: str, path: str, stored: str, stat: Stat) -> Iterator[bytes]:
        try:
            stream = self.cx.launch.open(path)
        except OSError as error:
            self._fail(name, "Cannot open", error)
            return
        left = stat.size
        try:
            yield self._header(name, stored, "0", stat.size, stat)
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
