"""zip: package and compress files."""

from __future__ import annotations

from runtime.bash.commands._input import whole
from runtime.bash.commands._names import reason
from runtime.bash.commands._wildcards import wildcard
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from zipfile import ZipFile, ZipInfo

    from runtime.bash.command import Context
    from runtime.bash.options import Given

OPTIONS = Options(
    "[-options] [zipfile [file ...]] [-xi list]",
    "Package and compress files; a file named - is standard input, a zipfile named - standard output.",
    ("r", "recurse-paths", "", "go into directories"),
    ("j", "junk-paths", "", "do not record directory names"),
    ("q", "quiet", "", "say nothing"),
    ("u", "update", "", "only changed or new files"),
    ("f", "freshen", "", "only changed files"),
    ("d", "delete", "", "delete entries in zipfile"),
    ("m", "move", "", "move into zipfile: remove files afterwards"),
    ("D", "no-dir-entries", "", "do not add directory entries"),
    ("y", "symlinks", "", "store symbolic links as the link"),
    ("X", "no-extra", "", "ignored: no extra attributes are stored"),
    ("v", "verbose", "", "ignored"),
    ("T", "test", "", "ignored: what is written is sound"),
    ("@", "names-stdin", "", "read names from standard input"),
    ("x", "exclude", "PATTERN", "exclude the names that follow"),
    ("i", "include", "PATTERN", "include only the names that follow"),
    digits="level",
    status=16,
    hint="",
    origin="Info-ZIP 3.0",
)
_NOTHING_TO_DO = 12
_LINK, _FOLDER = 0o120000, 0o040000
_UNIX = 3
# Stored and deflated: what else `zipfile` knows expands all that it is given at once, whatever is asked for.
_METHODS = (0, 8)
# Bytes that are packed between two looks at the clock.
_PIECE = 262_144
_EPOCH_OF_DOS = 315_532_800  # 1980: zip knows nothing earlier


def main(cx: Context) -> int:
    args, lists = _without_lists(cx.args)
    given = OPTIONS.parse(cx, args)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing zipfile")
    name, *names = given.operands
    if "@" in given:
        names += whole(cx, cx.stdin).decode("utf-8", "surrogateescape").split("\n")
    return _Packing(cx, given, name, lists).run([name for name in names if name])


def _without_lists(args: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """``-x`` and ``-i`` take every word up to the next option."""
    rest, lists = [], {"-x": [], "-i": []}  # type: tuple[list[str], dict[str, list[str]]]
    into: list[str] | None = None
    for arg in args:
        if arg in lists:
            into = lists[arg]
        elif into is not None and not arg.startswith("-"):
            into.append(arg)
        else:
            into = None
            rest.append(arg)
    return rest, lists


class _Packing:
    def __init__(self, cx: Context, given: Given, name: str, lists: dict[str, list[str]]) -> None:
        self.cx = cx
        self.given = given
        self.name = name if name == "-" or "." in name.rsplit("/", 1)[-1] else f"{name}.zip"
        self.excluded = [wildcard(text) for text in lists["-x"] + given.all("x")]
        self.included = [wildcard(text) for text in lists["-i"] + given.all("i")]
        self.level = int(given.get("level", "6")[-1])
        self.moved: list[str] = []
        self.total = 0

    def say(self, text: str) -> None:
        """What is done, unless -q; not into the archive."""
        if "q" not in self.given:
            out = self.cx.stderr if self.name == "-" else self.cx.stdout
            out.write(f"{text}\n".encode("utf-8", "surrogateescape"))

    def run(self, names: list[str]) -> int:
        """Make the archive anew, from what it held and what is added."""
        from io import BytesIO
        from zipfile import BadZipFile, ZipFile

        path = "" if self.name == "-" else self.cx.path(self.name)
        old: dict[str, tuple[ZipInfo, bytes]] = {}
        if path and self.cx.fs.exists(path):
            try:
                old = self._held(path)
            except BadZipFile:
                self.cx.stdout.write(
                    b"\nzip error: Zip file structure invalid ("
                    + self.name.encode("utf-8", "surrogateescape")
                    + b")\n"
                )
                return 3
        if "d" in self.given:
            return self._delete(path, old, names)
        found = [pair for name in names for pair in self._walk(name)]
        if not found:
            self.cx.write(f"\nzip error: Nothing to do! ({self.name})\n")
            return _NOTHING_TO_DO
        memory = BytesIO()
        with ZipFile(memory, "w") as archive:
            fresh = dict(found)
            for stored, (info, data) in old.items():
                if stored in fresh:
                    self._add(archive, fresh.pop(stored), stored, "updating")
                else:
                    self._put(archive, info, data)
            for stored, source in fresh.items():
                if "f" not in self.given:
                    self._add(archive, source, stored, "  adding")
        self._store(path, memory.getvalue())
        for source in self.moved:
            self.cx.fs.unlink(source)
        return 0

    def _held(self, path: str) -> dict[str, tuple[ZipInfo, bytes]]:
        from io import BytesIO
        from zipfile import BadZipFile, ZipFile

        with ZipFile(BytesIO(self.cx.fs.read_bytes(path))) as archive:
            infos = archive.infolist()
            self._charge(sum(info.file_size for info in infos))
            if any(info.compress_type not in _METHODS for info in infos):
                raise BadZipFile
            return {info.filename: (info, archive.read(info)) for info in infos}

    def _charge(self, size: int) -> None:
        self.total += size
        most = self.cx.meter.limits.max_file_bytes
        if self.total > most:
            self.cx.meter.exceeded("file_bytes", f"zip: more than {most} bytes to pack")

    def _store(self, path: str, data: bytes) -> None:
        if path:
            self.cx.fs.write_bytes(path, data)
        else:
            self.cx.stdout.write(data)

    def _delete(self, path: str, old: dict[str, tuple[ZipInfo, bytes]], names: list[str]) -> int:
        from io import BytesIO
        from zipfile import ZipFile

        patterns = [wildcard(name) for name in names]
        gone = [stored for stored in old if any(fits(stored) for fits in patterns)]
        if not gone:
            self.cx.write(f"\nzip error: Nothing to do! ({self.name})\n")
            return _NOTHING_TO_DO
        memory = BytesIO()
        with ZipFile(memory, "w") as archive:
            for stored, (info, data) in old.items():
                if stored in gone:
                    self.say(f"deleting: {stored}")
                else:
                    self._put(archive, info, data)
        self._store(path, memory.getvalue())
        return 0

    def _walk(self, name: str) -> Iterator[tuple[str, str]]:
        """Pairs of the name that is stored and the path that it is read from."""
        self.cx.meter.check()
        if name == "-":
            yield "-", "-"
            return
        fs = self.cx.fs
        path = self.cx.path(name)
        try:
            kind = fs.stat(path, follow="y" not in self.given).mode & 0o170000
        except OSError:
            self.cx.stdout.write(
                f"\tzip warning: name not matched: {name}\n".encode("utf-8", "surrogateescape")
            )
            return
        stored = name.lstrip("/").removeprefix("./")
        if "j" in self.given:
            stored = stored.rstrip("/").rsplit("/", 1)[-1]
        if kind == _FOLDER:
            if (
                "j" not in self.given
                and "D" not in self.given
                and stored.strip("./")
                and self._wanted(f"{stored.rstrip('/')}/")
            ):
                yield f"{stored.rstrip('/')}/", path
            if "r" in self.given:
                for inner in sorted(fs.listdir(path)):
                    yield from self._walk(f"{name.rstrip('/')}/{inner}")
        elif self._wanted(stored):
            yield stored, path

    def _wanted(self, stored: str) -> bool:
        if any(fits(stored) for fits in self.excluded):
            return False
        return not self.included or any(fits(stored) for fits in self.included)

    def _add(self, archive: ZipFile, path: str, stored: str, what: str) -> None:
        from time import gmtime
        from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

        if path == "-":
            data, mode, seconds = whole(self.cx, self.cx.stdin), 0o100600, int(self.cx.clock.now())
        else:
            try:
                stat = self.cx.fs.stat(path, follow="y" not in self.given)
                self._charge(stat.size)
                data = self._content(path, stat.mode)
            except OSError as error:
                self.cx.complain(f"{path}: {reason(error)}")
                return
            mode, seconds = stat.mode, stat.mtime_ns // 10**9
        info = ZipInfo(stored, gmtime(max(seconds, _EPOCH_OF_DOS))[:6])
        info.create_system = _UNIX
        info.external_attr = mode << 16 | (0x10 if stored.endswith("/") else 0)
        info.compress_type = ZIP_STORED
        saved = 0
        if self.level and data:
            import zlib

            packed = zlib.compressobj(self.level, zlib.DEFLATED, -15)
            size = sum(len(packed.compress(piece)) for piece in self._pieces(data)) + len(packed.flush())
            if size < len(data):
                info.compress_type = ZIP_DEFLATED
                saved = round(100 * (len(data) - size) / len(data))
        self._put(archive, info, data)
        how = "deflated" if info.compress_type == ZIP_DEFLATED else "stored"
        self.say(f"{what}: {stored} ({how} {saved}%)")
        if "m" in self.given and path != "-" and not stored.endswith("/"):
            self.moved.append(path)

    def _pieces(self, data: bytes) -> Iterator[bytes]:
        """``data`` in pieces, with a look at the clock at each."""
        for at in range(0, len(data), _PIECE):
            self.cx.meter.check()
            yield data[at : at + _PIECE]

    def _put(self, archive: ZipFile, info: ZipInfo, data: bytes) -> None:
        """Write a member; an archive is a file, and no longer than one may be."""
        info.file_size = len(data)
        info._compresslevel = self.level or None  # type: ignore[attr-defined]  # noqa: SLF001  # its one name up to 3.12
        most = self.cx.meter.limits.max_file_bytes
        with archive.open(info, "w") as member:
            for piece in self._pieces(data):
                member.write(piece)
                if archive.fp is not None and archive.fp.tell() > most:
                    self.cx.meter.exceeded("file_bytes", f"zip: more than {most} bytes in an archive")

    def _content(self, path: str, mode: int) -> bytes:
        if mode & 0o170000 == _FOLDER:
            return b""
        if mode & 0o170000 == _LINK:
            return self.cx.fs.readlink(path).encode("utf-8", "surrogateescape")
        return self.cx.fs.read_bytes(path)
