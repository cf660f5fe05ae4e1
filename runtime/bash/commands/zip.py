"""zip: package and compress files."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from zipfile import ZipFile, ZipInfo

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context


class _Options(Options):
    """zip's long names are whole, and it says everything on standard output."""

    __slots__ = ()

    def abbreviated(self, name: str) -> list[str]:
        del name
        return []

    def refuse(self, cx: Context, message: str) -> Done:
        """Bad usage, in zip's words."""
        word = message.split("'")[1] if "'" in message else ""
        if "requires" in message:
            words = f"option '{word.lstrip('-')}' requires a value" if word else message
        elif message.startswith(("invalid", "unrec")):
            kind = "long" if word.startswith("--") else "short"
            words = f"{kind} option '{word.lstrip('-').partition('=')[0]}' not supported"
        else:
            words = message
        cx.stdout.write(encoded(f"\nzip error: Invalid command arguments ({words})\n"))
        return Done(self.status)


OPTIONS = _Options(
    "[-options] [zipfile [file ...]] [-xi list]",
    "Package and compress files; a file named - is standard input, a zipfile named - standard output.",
    ("r", "recurse-paths", "", "go into directories"),
    ("j", "junk-paths", "", "do not record directory names"),
    ("q", "quiet", "", "say nothing"),
    ("u", "update", "", "only changed or new files"),
    ("f", "freshen", "", "only changed files that it holds"),
    ("S", "filesync", "", "as -FS: what changed, and delete what is not there"),
    ("F", "fix", "", "ignored, but for -FS"),
    ("d", "delete", "", "delete entries in zipfile"),
    ("m", "move", "", "move into zipfile: remove files afterwards"),
    ("g", "grow", "", "ignored: archives always grow"),
    ("D", "no-dir-entries", "", "do not add directory entries"),
    ("y", "symlinks", "", "store symbolic links as the link"),
    ("t", "from-date", "DATE", "only files changed on or after DATE: mmddyyyy or yyyy-mm-dd"),
    ("", "before-date", "DATE", "only files changed before DATE, as -tt"),
    ("n", "suffixes", "LIST", "do not compress names with these ends, parted by colons"),
    ("o", "latest-time", "", "make zipfile as old as its latest entry"),
    ("z", "archive-comment", "", "read a comment from standard input, up to a line with a dot"),
    ("T", "test", "", "test the archive"),
    ("X", "strip-extra no-extra", "", "ignored: no extra attributes are stored"),
    ("b", "temp-path", "PATH", "ignored"),
    ("", "show-files", "", "only say what would be in it, as -sf"),
    ("", "output-file out", "FILE", "write to FILE in place of zipfile"),
    ("v", "verbose", "", "say more"),
    ("lkAJ", "to-crlf DOS-names adjust-sfx junk-sfx", "", "ignored"),
    ("@", "names-stdin", "", "read names from standard input"),
    ("x", "exclude", "PATTERN", "exclude the names that follow, or those of @FILE"),
    ("i", "include", "PATTERN", "include only the names that follow, or those of @FILE"),
    ("hL", "", "", "like --help"),
    digits="level",
    status=16,
    hint="",
    origin="Info-ZIP 3.0",
    after="A digit from 0 (store) to 9 (small) is how hard to try; 6 when none is given.",
    examples=(
        ("zip -r docs.zip notes.txt src", "pack a file and a folder"),
        ("zip -r code.zip . -i '*.py'", "only what fits a pattern"),
    ),
    notes=("Archives are not encrypted (-e), split (-s) or mended (-F, -FF).",),
    posix=False,
)
_NOTHING_TO_DO = 12
# Options of two letters, which getopt would take for two options.
_WORDS = {"-FS": "--filesync", "-sf": "--show-files", "-tt": "--before-date", "-O": "--out"}
_DATE = re.compile(r"(?:(\d\d)(\d\d)(\d{4})|(\d{4})-(\d\d)-(\d\d))")
_LINK, _FOLDER = 0o120000, 0o040000
_UNIX = 3
# Stored and deflated: what else `zipfile` knows expands all that it is given at once, whatever is asked for.
_METHODS = (0, 8)
# Bytes that are packed between two looks at the clock.
_PIECE = 262_144
_EPOCH_OF_DOS = 315_532_800  # 1980: zip knows nothing earlier


def main(cx: Context) -> int:
    args, lists = _without_lists(cx, [_WORDS.get(arg, arg) for arg in cx.args])
    given = OPTIONS.parse(cx, args)
    if given.any("hL"):
        OPTIONS.parse(cx, ["--help"])
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing zipfile")
    name, *names = given.operands
    if "@" in given:
        names += whole(cx, cx.stdin).decode("utf-8", "surrogateescape").split("\n")
    return _Packing(cx, given, name, lists).run([name for name in names if name])


def _without_lists(cx: Context, args: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """``-x`` and ``-i`` take every word up to the next option."""
    rest, lists = [], {"-x": [], "-i": []}  # type: tuple[list[str], dict[str, list[str]]]
    into: list[str] | None = None
    for arg in args:
        if arg in lists:
            into = lists[arg]
        elif arg[:3] in ("-x@", "-i@"):
            lists[arg[:2]] += _patterns(cx, arg[1:])
        elif into is not None and not arg.startswith("-"):
            into += _patterns(cx, f"x{arg}") if arg.startswith("@") and len(arg) > 1 else [arg]
        else:
            into = None
            rest.append(arg)
    return rest, lists


def _patterns(cx: Context, word: str) -> list[str]:
    """The lines of ``x@FILE``."""
    try:
        stream = cx.open(word[2:])
    except OSError as error:
        cx.stdout.write(
            encoded(
                f"zip I/O error: {reason(error)}\n"
                f"zip error: File not found or no read permission ({word[0]} pattern file '{word[1:]}')\n"
            )
        )
        raise Done(18) from None
    try:
        return [line for line in text_of(whole(cx, stream)).split("\n") if line]
    finally:
        stream.release()


class _Packing:
    def __init__(self, cx: Context, given: Given, name: str, lists: dict[str, list[str]]) -> None:
        self.cx = cx
        self.given = given
        self.name = name if name == "-" or "." in name.rsplit("/", 1)[-1] else f"{name}.zip"
        self.excluded = [wildcard(text) for text in lists["-x"] + given.all("x")]
        self.included = [wildcard(text) for text in lists["-i"] + given.all("i")]
        self.level = int(given.get("level", "6")[-1])
        self.moved: list[str] = []
        self.since = self._day("t")
        self.before = self._day("before-date")
        ends = given.get("n", ".Z:.zip:.zoo:.arc:.lzh:.arj")
        self.stored_ends = tuple(
            end if end.startswith(".") else f".{end}" for end in ends.replace(",", ":").split(":") if end
        )
        self.total = 0
        self.comment = b""
        self.sizes: list[tuple[int, int]] = []

    def say(self, text: str) -> None:
        """What is done, unless -q; not into the archive."""
        if "q" not in self.given:
            out = self.cx.stderr if self.name == "-" else self.cx.stdout
            out.write(f"{text}\n".encode("utf-8", "surrogateescape"))

    def _day(self, key: str) -> int | None:
        """The seconds of an option's date."""
        from calendar import timegm

        if key not in self.given:
            return None
        found = _DATE.fullmatch(self.given[key])
        if found is None:
            raise OPTIONS.refuse(self.cx, f"invalid date entered for -{'t' if key == 't' else 'tt'} option")
        month, day, year = found.group(1, 2, 3) if found[1] else found.group(5, 6, 4)
        return timegm((int(year), int(month), int(day), 0, 0, 0))

    def run(self, names: list[str]) -> int:
        """Make the archive anew, from what it held and what is added."""
        from zipfile import BadZipFile

        path = "" if self.name == "-" else self.cx.path(self.name)
        old: dict[str, tuple[ZipInfo, bytes]] = {}
        if path and self.cx.fs.exists(path):
            try:
                old = self._held(path)
            except BadZipFile:
                self._error(f"Zip file structure invalid ({self.name})")
                return 3
        elif self.given.any("uf") and path:
            self.cx.stdout.write(encoded(f"\tzip warning: {self.name} not found or empty\n"))
        if "d" in self.given:
            return self._delete(path, old, names)
        if "show-files" in self.given:
            return self._show(old, names)
        found = dict(pair for name in names for pair in self._walk(name))
        if not names and old and self.given.any(("f", "u", "S")):
            found = {
                stored: self.cx.path(stored) for stored in old if self.cx.fs.exists(self.cx.path(stored))
            }
        if not names and old and self.given.any(("T", "z", "o")):
            return self._finished(path)
        if not found and not ("S" in self.given and old):
            self._nothing()
            return _NOTHING_TO_DO
        return self._write(path, old, found)

    def _error(self, message: str) -> None:
        self.cx.stdout.write(encoded(f"\nzip error: {message}\n"))

    def _nothing(self) -> None:
        if not self.given.any(("f", "u")):
            self._error(f"Nothing to do! ({self.name})")

    def _write(self, path: str, old: dict[str, tuple[ZipInfo, bytes]], found: dict[str, str]) -> int:
        from io import BytesIO
        from zipfile import ZipFile

        sync = "S" in self.given
        changed = {
            stored: source
            for stored, source in found.items()
            if stored not in old
            or not (sync or self.given.any("uf"))
            or self._newer(source, old[stored][0], sync)
        }
        if "f" in self.given:
            changed = {stored: source for stored, source in changed.items() if stored in old}
        gone = [stored for stored in old if stored not in found] if sync else []
        if sync and not changed and not gone:
            self.say("Archive is current")
            return 0
        if not changed and not sync:
            return _NOTHING_TO_DO
        memory = BytesIO()
        what = "freshening" if "f" in self.given else "updating"
        with ZipFile(memory, "w") as archive:
            for stored, (info, data) in old.items():
                if stored in changed:
                    self._add(archive, changed.pop(stored), stored, what)
                elif stored in gone:
                    self.say(f"deleting: {stored}")
                else:
                    self._put(archive, info, data)
            for stored, source in changed.items():
                self._add(archive, source, stored, "  adding")
            archive.comment = self.comment
        self._store(path, memory.getvalue())
        self._remove()
        if "v" in self.given:
            size, packed = (sum(column) for column in zip(*self.sizes, strict=True))
            saved = round(100 * (size - packed) / size) if size else 0
            self.say(f"total bytes={size}, compressed={packed} -> {saved}% savings")
        return self._finished(path)

    def _remove(self) -> None:
        """-m: files first, then folders from within."""
        fs = self.cx.fs
        for source in [path for path in self.moved if not path.endswith("/")]:
            fs.unlink(source)
        for source in sorted((path for path in self.moved if path.endswith("/")), reverse=True):
            try:
                fs.rmdir(source.rstrip("/"))
            except OSError:
                pass

    def _newer(self, source: str, info: ZipInfo, sync: bool) -> bool:
        """Whether a file changed since it was packed; DOS counts two seconds for one."""
        from calendar import timegm

        stat = self.cx.fs.stat(source, follow="y" not in self.given)
        then, now = timegm((*info.date_time, 0, 0, 0)), stat.mtime_ns // 10**9
        if sync:
            folder = info.filename.endswith("/")
            return not folder and (now // 2 != then // 2 or stat.size != info.file_size)
        return now // 2 > then // 2

    def _finished(self, path: str) -> int:
        """What is done to an archive that is written: a comment, its time, a test."""
        from calendar import timegm
        from io import BytesIO
        from zipfile import ZipFile

        if "z" in self.given and path:
            self.say("enter new zip file comment (end with .):")
            lines = text_of(whole(self.cx, self.cx.stdin)).removesuffix("\n").split("\n")
            comment = "\r\n".join(lines[: lines.index(".")] if "." in lines else lines)
            memory = BytesIO(self.cx.fs.read_bytes(path))
            with ZipFile(memory, "a") as archive:
                archive.comment = encoded(comment)[:65_535]
            self._store(path, memory.getvalue())
        if "o" in self.given and path:
            with ZipFile(BytesIO(self.cx.fs.read_bytes(path))) as archive:
                latest = max((timegm((*info.date_time, 0, 0, 0)) for info in archive.infolist()), default=0)
            self.cx.fs.utime(path, latest * 10**9, latest * 10**9)
        if "T" in self.given:
            self.say(f"test of {self.name} OK")
        return 0

    def _show(self, old: dict[str, tuple[ZipInfo, bytes]], names: list[str]) -> int:
        """-sf: the names alone."""
        if names:
            found = dict(pair for name in names for pair in self._walk(name))
            sizes = {
                stored: self.cx.fs.stat(source).size * (not stored.endswith("/"))
                for stored, source in found.items()
            }
        else:
            sizes = {stored: info.file_size for stored, (info, _) in old.items()}
        head = "Would Add/Update:" if names else "Archive contains:"
        lines = "".join(f"  {stored}\n" for stored in sizes)
        entries = f"{len(sizes)} entr{'y' if len(sizes) == 1 else 'ies'}"
        self.cx.write(f"{head}\n{lines}Total {entries} ({sum(sizes.values())} bytes)\n")
        return 0

    def _held(self, path: str) -> dict[str, tuple[ZipInfo, bytes]]:
        from io import BytesIO
        from zipfile import BadZipFile, ZipFile

        with ZipFile(BytesIO(self.cx.fs.read_bytes(path))) as archive:
            infos = archive.infolist()
            self._charge(sum(info.file_size for info in infos))
            if any(info.compress_type not in _METHODS for info in infos):
                raise BadZipFile
            self.comment = archive.comment
            return {info.filename: (info, archive.read(info)) for info in infos}

    def _charge(self, size: int) -> None:
        self.total += size
        most = self.cx.meter.limits.max_file_bytes
        if self.total > most:
            self.cx.meter.exceeded("file_bytes", f"zip: more than {most} bytes to pack")

    def _store(self, path: str, data: bytes) -> None:
        if "output-file" in self.given:
            path = self.cx.path(self.given["output-file"])
        if path:
            self.cx.fs.write_bytes(path, data)
        else:
            self.cx.stdout.write(data)

    def _delete(self, path: str, old: dict[str, tuple[ZipInfo, bytes]], names: list[str]) -> int:
        from io import BytesIO
        from zipfile import ZipFile

        patterns = [wildcard(name) for name in names]
        gone = [stored for stored in old if any(fits(stored) for fits in patterns)]
        for name, fits in zip(names, patterns, strict=True):
            if not any(fits(stored) for stored in old):
                self.cx.stdout.write(encoded(f"\tzip warning: name not matched: {name}\n"))
        if not gone:
            self._error(f"Nothing to do! ({self.name})")
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
        elif self._wanted(stored) and self._timely(path):
            yield stored, path

    def _timely(self, path: str) -> bool:
        if self.since is None and self.before is None:
            return True
        seconds = self.cx.fs.stat(path).mtime_ns // 10**9
        return (self.since is None or seconds >= self.since) and (
            self.before is None or seconds < self.before
        )

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
        packs = not self.stored_ends or not stored.endswith(self.stored_ends)
        if self.level and data and packs:
            import zlib

            packed = zlib.compressobj(self.level, zlib.DEFLATED, -15)
            size = sum(len(packed.compress(piece)) for piece in self._pieces(data)) + len(packed.flush())
            if size < len(data):
                info.compress_type = ZIP_DEFLATED
                saved = round(100 * (len(data) - size) / len(data))
        info.extract_version = 20 if info.compress_type == ZIP_DEFLATED else 10
        self._put(archive, info, data)
        how = "deflated" if info.compress_type == ZIP_DEFLATED else "stored"
        sizes = f"\t(in={len(data)}) (out={info.compress_size})" if "v" in self.given else ""
        self.say(f"{what}: {stored}{sizes} ({how} {saved}%)")
        self.sizes += [(len(data), info.compress_size)]
        if "m" in self.given and path != "-":
            self.moved.append(f"{path}/" if stored.endswith("/") else path)

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
