"""unzip: list, test and extract files of a zip archive.

An archive says what its members expand to: the sum is charged before the first is read, and a member that expands to more
than it said is damaged. Names lose what would lead out of the folder, and nothing is written through a link.
"""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context


class _Options(Options):
    """Of what it does not know unzip shows its usage."""

    __slots__ = ()

    def refuse(self, cx: Context, message: str) -> Done:
        """Bad usage, in unzip's words."""
        if "-- 'd'" in message:
            cx.stderr.write(b"error:  must specify directory to which to extract with -d option\n")
        else:
            cx.stderr.write(encoded(self.brief(cx.name)))
        return Done(self.status)


OPTIONS = _Options(
    "[-opts[modifiers]] file[.zip] [list] [-x xlist] [-d exdir]",
    "List, test and extract files in a zip archive.",
    ("p", "", "", "extract files to pipe, no messages"),
    ("l", "", "", "list files (short format)"),
    ("t", "", "", "test compressed archive data"),
    ("v", "", "", "list verbosely"),
    ("f", "", "", "freshen existing files, create none"),
    ("u", "", "", "update files, create if necessary"),
    ("c", "", "", "extract files to standard output, with their names"),
    ("z", "", "", "display archive comment only"),
    ("T", "", "", "make the archive as old as its latest member"),
    ("Z", "", "", "zipinfo: list as ls does"),
    ("1", "", "", "with -Z, names only"),
    ("n", "", "", "never overwrite existing files"),
    ("o", "", "", "overwrite files WITHOUT prompting"),
    ("q", "", "", "quiet mode"),
    ("j", "", "", "junk paths"),
    ("a", "", "", "ignored: texts are extracted as they are"),
    ("KUVWM", "", "", "ignored"),
    ("hs", "", "", "ignored"),
    ("C", "", "", "match filenames case-insensitively"),
    ("L", "", "", "make names lowercase"),
    ("X", "", "", "ignored"),
    ("d", "", "EXDIR", "extract files into EXDIR"),
    ("P", "", "PASSWORD", "ignored: encrypted members are refused"),
    status=10,
    hint="",
    origin="Info-ZIP 6.0",
)
_LINK = 0o120000
# Stored and deflated: the others expand all that they are given at once, whatever is asked for.
_METHODS = (0, 8)
# Bytes between two looks at the clock.
_PIECE = 262_144
_NO_MATCH, _NO_ARCHIVE, _BAD, _UNSUPPORTED = 11, 9, 2, 81


def main(cx: Context) -> int:
    args = list(cx.args)
    excluded: list[str] = []
    if "-x" in args:
        at = args.index("-x")
        end = next((i for i in range(at + 1, len(args)) if args[i].startswith("-")), len(args))
        excluded = args[at + 1 : end]
        del args[at:end]
    given = OPTIONS.parse(cx, args)
    if not given.operands:
        cx.write(OPTIONS.help(cx.name))
        return 0
    name, *wanted = given.operands
    statuses = []
    for found in _archives(cx, name):
        archive, full = _opened(cx, found)
        with archive:
            statuses.append(_Unpacking(cx, given, archive, full, wanted, excluded).run())
    return max(statuses)


def _archives(cx: Context, name: str) -> list[str]:
    """A name that is there, or those that it is a pattern of."""
    if not any(char in name for char in "*?[") or cx.fs.exists(cx.path(name)):
        return [name]
    folder, slash, pattern = name.rpartition("/")
    try:
        inside = cx.fs.listdir(cx.path(folder + slash or "."))
    except OSError:
        return [name]
    fits = wildcard(pattern)
    return [f"{folder}{slash}{inner}" for inner in sorted(inside) if fits(inner)] or [name]


def _opened(cx: Context, name: str) -> tuple[ZipFile, str]:
    from io import BytesIO
    from zipfile import BadZipFile, ZipFile

    found = next(
        (full for full in (name, f"{name}.zip", f"{name}.ZIP") if cx.fs.is_file(cx.path(full))), None
    )
    if found is None:
        cx.stderr.write(
            f"unzip:  cannot find or open {name}, {name}.zip or {name}.ZIP.\n".encode(
                "utf-8", "surrogateescape"
            )
        )
        raise Done(_NO_ARCHIVE)
    try:
        return ZipFile(BytesIO(cx.fs.read_bytes(cx.path(found)))), found
    except (BadZipFile, RuntimeError, ValueError, OverflowError):
        message = (
            "  End-of-central-directory signature not found.  Either this file is not\n"
            "  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n"
            "  latter case the central directory and zipfile comment will be found on\n"
            "  the last disk(s) of this archive.\n"
            f"unzip:  cannot find zipfile directory in one of {name} or\n"
            f"        {name}.zip, and cannot find {name}.ZIP, period.\n"
        )
        cx.write(f"Archive:  {found}\n")
        cx.stderr.write(message.encode("utf-8", "surrogateescape"))
        raise Done(_NO_ARCHIVE) from None


class _Unpacking:
    def __init__(
        self, cx: Context, given: Given, archive: ZipFile, name: str, wanted: list[str], excluded: list[str]
    ) -> None:
        self.cx = cx
        self.given = given
        self.archive = archive
        self.name = name
        self.quiet = "q" in given or "p" in given
        case = "C" in given
        self.wanted = {text: wildcard(text, ignore_case=case) for text in wanted}
        self.excluded = [wildcard(text, ignore_case=case) for text in excluded]
        self.unmatched = set(wanted)
        self.status = 0
        self.root = cx.path(given["d"]) if "d" in given else cx.cwd

    def _read(self, info: ZipInfo) -> bytes:
        """All of a member, of which never more comes than its size says."""
        if info.compress_type not in _METHODS:
            raise RuntimeError(info.compress_type)
        pieces = []
        with self.archive.open(info) as member:
            while piece := member.read(_PIECE):
                self.cx.meter.check()
                pieces.append(piece)
        return b"".join(pieces)

    def say(self, text: str) -> None:
        """What is done, unless quiet."""
        if not self.quiet:
            self.cx.write(text)

    def run(self) -> int:
        """List, test or extract what is wanted."""
        chosen = [info for info in self.archive.infolist() if self._chosen(info.filename)]
        listing = self.given.any("Zlv")
        if "Z" in self.given:
            self._info(chosen)
        elif "z" in self.given:
            comment = self.archive.comment.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
            self.cx.write(f"Archive:  {self.name}\n" + (f"{comment}\n" if comment else ""))
        elif "T" in self.given:
            return self._touch(chosen)
        elif self.given.any("lv"):
            self._list(chosen)
        else:
            self._charge(chosen)
            self.say(f"Archive:  {self.name}\n")
            for info in chosen:
                self.cx.meter.check()
                self._member(info)
            if "t" in self.given:
                verdict = "At least one error was detected" if self.status else "No errors detected"
                self.cx.write(f"{verdict} in compressed data of {self.name}.\n")
        for text in self.unmatched if not listing or not chosen else ():
            self.cx.stderr.write(
                f"caution: filename not matched:  {text}\n".encode("utf-8", "surrogateescape")
            )
            self.status = self.status or _NO_MATCH
        return self.status

    def _chosen(self, stored: str) -> bool:
        if any(fits(stored) for fits in self.excluded):
            return False
        fitting = [text for text, fits in self.wanted.items() if fits(stored)]
        self.unmatched.difference_update(fitting)
        return not self.wanted or bool(fitting)

    def _charge(self, chosen: list[ZipInfo]) -> None:
        limits = self.cx.meter.limits
        if len(chosen) > limits.max_files:
            self.cx.meter.exceeded("files", f"unzip: more than {limits.max_files} files")
        if sum(info.file_size for info in chosen) > limits.max_fs_bytes:
            self.cx.meter.exceeded("fs_bytes", f"unzip: more than {limits.max_fs_bytes} bytes to extract")
        if any(info.file_size > limits.max_file_bytes for info in chosen):
            self.cx.meter.exceeded("file_bytes", f"unzip: a file of more than {limits.max_file_bytes} bytes")

    def _list(self, chosen: list[ZipInfo]) -> None:
        total = sum(info.file_size for info in chosen)
        files = f"{len(chosen)} file{'' if len(chosen) == 1 else 's'}"
        quiet = self.given.count("q")
        out = [f"Archive:  {self.name}\n"] if not quiet else []
        if "v" in self.given:
            out.append(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n")
            out.append("--------  ------  ------- ---- ---------- ----- --------  ----\n")
            out += [_verbose(info) for info in chosen]
            packed = sum(info.compress_size for info in chosen)
            out.append("--------          -------  ---                            -------\n")
            out.append(
                f"{total:8d}         {packed:8d} {_ratio(packed, total):>3}%                            {files}\n"
            )
        elif quiet > 1:
            out += [f"{info.file_size:9d}  {_when(info)}   {info.filename}\n" for info in chosen]
        else:
            out.append("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
            out += [f"{info.file_size:9d}  {_when(info)}   {info.filename}\n" for info in chosen]
            out.append(f"---------                     -------\n{total:9d}                     {files}\n")
        self.cx.write("".join(out))

    def _info(self, chosen: list[ZipInfo]) -> None:
        """-Z: as ls lists; with -1 the names."""
        if "1" in self.given:
            self.cx.write("".join(f"{info.filename}\n" for info in chosen))
            return
        size = self.cx.fs.stat(self.cx.path(self.name)).size
        out = [
            f"Archive:  {self.name}\nZip file size: {size} bytes, number of entries: {len(self.archive.infolist())}\n"
        ]
        out += [self._row(info) for info in chosen]
        plain, packed = sum(info.file_size for info in chosen), sum(info.compress_size for info in chosen)
        saved = 100 * (plain - packed) / plain if plain else 0
        files = f"{len(chosen)} file{'' if len(chosen) == 1 else 's'}"
        out.append(f"{files}, {plain} bytes uncompressed, {packed} bytes compressed:  {saved:.1f}%\n")
        self.cx.write("".join(out))

    def _row(self, info: ZipInfo) -> str:
        from runtime.bash.commands._shared.modes import letters

        mode = info.external_attr >> 16 or (0o040755 if info.filename.endswith("/") else 0o100644)
        method = {0: "stor", 8: "defN"}.get(info.compress_type, "u" + f"{info.compress_type:03d}")
        year, month, day, hour, minute, _ = info.date_time
        name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
            (month - 1) % 12
        ]
        binary = "b" if info.filename.endswith("/") or b"\0" in (self._data(info) or b"") else "t"
        return (
            f"{letters(mode)}  3.0 unx {info.file_size:8d} {binary}x {method} "
            f"{year % 100:02d}-{name}-{day:02d} {hour:02d}:{minute:02d} {info.filename}\n"
        )

    def _touch(self, chosen: list[ZipInfo]) -> int:
        from calendar import timegm

        latest = max((timegm((*info.date_time, 0, 0, 0)) for info in chosen), default=0) * 10**9
        self.cx.fs.utime(self.cx.path(self.name), latest, latest)
        self.say(f"Updated time stamp for {self.name}.\n")
        return 0

    def _data(self, info: ZipInfo) -> bytes | None:
        """A member's content; None, complained of, when it is damaged or locked."""
        import zlib
        from zipfile import BadZipFile

        try:
            return self._read(info)
        except (BadZipFile, zlib.error, EOFError, ValueError):
            self.cx.write(f"    error:  invalid compressed data to inflate {info.filename}\n")
            self.status = _BAD
        except RuntimeError:  # a member that is locked, or packed in a way that zipfile does not know
            locked = info.flag_bits & 1
            why = "unable to get password" if locked else "unsupported compression method"
            line = f"   skipping: {info.filename}  {why}\n"
            self.cx.stderr.write(line.encode("utf-8", "surrogateescape"))
            self.status = 82 if locked else _UNSUPPORTED
        return None

    def _member(self, info: ZipInfo) -> None:
        stored = info.filename
        if "t" in self.given:
            if self._data(info) is not None:
                self.say(f"    testing: {stored:<22}   OK\n")
            return
        if self.given.any("pc"):
            data = self._data(info)
            if "c" in self.given:
                verb = " extracting" if not info.compress_type else "  inflating"
                self.say(f"{verb}: {stored:<22}  \n")
                data = data + b"\n" if data is not None else data
            if data and not stored.endswith("/"):
                self.cx.stdout.write(data)
            return
        steps = [step for step in stored.split("/") if step not in {"", ".", ".."}]
        if "L" in self.given:
            steps = [step.lower() for step in steps]
        if "j" in self.given:
            steps = [] if stored.endswith("/") else steps[-1:]
        if not steps:
            return
        shown = f"{self.given['d'].rstrip('/')}/{'/'.join(steps)}" if "d" in self.given else "/".join(steps)
        try:
            self._extract(info, steps, shown)
        except OSError as error:
            self.cx.stderr.write(
                f"error:  cannot create {shown}: {reason(error)}\n".encode("utf-8", "surrogateescape")
            )
            self.status = 50

    def _extract(self, info: ZipInfo, steps: list[str], shown: str) -> None:
        fs = self.cx.fs
        folder = info.filename.endswith("/")
        path = self.root.rstrip("/")
        self._folders(path)
        for step in steps if folder else steps[:-1]:
            path += f"/{step}"
            if not self._entered(path, folder):
                raise OSError(20, "Not a directory")
        if folder:
            return
        path += f"/{steps[-1]}"
        if fs.exists(path) or fs.passes_link(path):
            if not self._fresh(info, path) or not self._replaces(shown):
                return
            fs.unlink(path)
        elif "f" in self.given:
            return
        data = self._data(info)
        if data is None:
            return
        stored = info.compress_type == 0
        mode = info.external_attr >> 16
        if mode & 0o170000 == _LINK:
            self.say(f"    linking: {shown:<22}  -> {data.decode('utf-8', 'surrogateescape')} \n")
            fs.symlink(data.decode("utf-8", "surrogateescape"), path)
            return
        self.say(f" extracting: {shown:<22}  \n" if stored else f"  inflating: {shown:<22}  \n")
        fs.write_bytes(path, data)
        fs.chmod(path, (mode & 0o777 or 0o644) & ~self.cx.umask)
        from calendar import timegm

        try:
            stamp = timegm((*info.date_time, 0, 0, 0)) * 10**9
        except ValueError:  # a day that no month has
            return
        fs.utime(path, stamp, stamp)

    def _fresh(self, info: ZipInfo, path: str) -> bool:
        """With -f and -u, whether the member is newer than the file."""
        if not self.given.any("fu"):
            return True
        from calendar import timegm

        then = timegm((*info.date_time, 0, 0, 0))
        return then // 2 > self.cx.fs.stat(path, follow=False).mtime_ns // 10**9 // 2

    def _folders(self, path: str) -> None:
        at = ""
        for step in path.split("/")[1:]:
            at += f"/{step}"
            if not self.cx.fs.exists(at):
                self.cx.fs.mkdir(at, 0o777 & ~self.cx.umask)

    def _entered(self, path: str, told: bool) -> bool:
        """Whether a folder of the archive is one, and no link."""
        fs = self.cx.fs
        try:
            return fs.stat(path, follow=False).mode & 0o170000 == 0o040000
        except FileNotFoundError:
            fs.mkdir(path, 0o777 & ~self.cx.umask)
            prefix = self.root.rstrip("/")
            inside = path[len(prefix) + 1 :]
            if told:
                into = f"{self.given['d'].rstrip('/')}/" if "d" in self.given else ""
                self.say(f"   creating: {into}{inside}/\n")
            return True

    def _replaces(self, shown: str) -> bool:
        if "o" in self.given:
            return True
        if "n" in self.given:
            return False
        question = f"replace {shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename: "
        self.cx.stderr.write(encoded(question))
        answer = self.cx.stdin.readline().decode("utf-8", "replace")[:1]
        if not answer:
            self.cx.stderr.write(b' NULL\n(EOF or read error, treating as "[N]one" ...)\n')
            self.status = 1
        if answer in ("", "N", "A"):
            self.given.add("o" if answer == "A" else "n", "")
        return answer in ("y", "Y", "A")


def _when(info: ZipInfo) -> str:
    year, month, day, hour, minute, _ = info.date_time
    return f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}"


def _ratio(packed: int, size: int) -> int:
    return round(100 * (size - packed) / size) if size else 0


def _verbose(info: ZipInfo) -> str:
    method = {0: "Stored", 8: "Defl:N"}.get(info.compress_type, f"Unk:{info.compress_type:03d}")
    ratio = f"{_ratio(info.compress_size, info.file_size)}%"
    return f"{info.file_size:8d}  {method} {info.compress_size:8d} {ratio:>4} {_when(info)} {info.CRC:08x}  {info.filename}\n"
