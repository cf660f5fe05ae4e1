"""du: how much room files take."""

from __future__ import annotations

from runtime.bash.commands._shared.input import text_of, whole
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.commands._shared.sizes import human, size_of
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Summarize device usage of the set of FILEs, recursively for directories.",
    ("0", "null", "", "end lines with NUL"),
    ("a", "all", "", "write counts for all files, not just directories"),
    ("", "apparent-size", "", "print apparent sizes rather than device usage"),
    ("B", "block-size", "SIZE", "scale sizes by SIZE"),
    ("b", "bytes", "", "equivalent to '--apparent-size --block-size=1'"),
    ("c", "total", "", "produce a grand total"),
    ("DH", "dereference-args", "", "dereference only symlinks that are listed on the command line"),
    ("d", "max-depth", "N", "print only what is N or fewer levels below the command line"),
    ("h", "human-readable", "", "print sizes in human readable format"),
    ("k", "", "", "like --block-size=1K"),
    ("L", "dereference", "", "dereference all symbolic links"),
    ("l", "count-links", "", "count sizes many times if hard linked"),
    ("m", "", "", "like --block-size=1M"),
    ("P", "no-dereference", "", "don't follow any symbolic links (default)"),
    ("S", "separate-dirs", "", "do not include size of subdirectories"),
    ("", "si", "", "like -h, but use powers of 1000 not 1024"),
    ("s", "summarize", "", "display only a total for each argument"),
    ("t", "threshold", "SIZE", "exclude what is smaller than SIZE, or greater if negative"),
    ("x", "one-file-system", "", "skip directories on different file systems"),
    ("", "exclude", "PATTERN", "exclude files that match PATTERN"),
    ("X", "exclude-from", "FILE", "exclude files that match a pattern of FILE"),
    ("", "files0-from", "F", "read the names from file F, each ended by NUL"),
    ("", "inodes", "", "count files, not their sizes"),
    (
        "",
        "time",
        "[WORD]",
        "show when anything in a folder changed last; WORD: atime, access, use, ctime or status",
    ),
    ("", "time-style", "STYLE", "how times are shown: full-iso, long-iso, iso or +FORMAT"),
)
_TIMES = (("atime", "access", "use"), ("ctime", "status"))
_STYLES = {"full-iso": "%Y-%m-%d %H:%M:%S.%N %z", "long-iso": "%Y-%m-%d %H:%M", "iso": "%Y-%m-%d"}
_FOLDER, _KIND, _BLOCK = 0o040000, 0o170000, 4096


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    _warn(cx, given)
    work = _Usage(cx, given)
    total = 0
    for name in _names(cx, given, work):
        total += work.argument(name)
    if "c" in given:
        work.show(total, "total", max(work.newest, default=0))
    return work.status


def _warn(cx: Context, given: Given) -> None:
    if "s" in given and "a" in given:
        raise OPTIONS.refuse(cx, "cannot both summarize and show all entries")
    if "s" in given and given.get("d") == "0":
        cx.complain("warning: summarizing is the same as using --max-depth=0")
    elif "s" in given and given.get("d").isdigit():
        raise OPTIONS.refuse(cx, f"warning: summarizing conflicts with --max-depth={int(given['d'][:18])}")
    if "inodes" in given and given.any(("b", "apparent-size")):
        cx.complain("warning: options --apparent-size and -b are ineffective with --inodes")


def _names(cx: Context, given: Given, work: _Usage) -> Iterator[str]:
    """The operands, or what --files0-from names."""
    if "files0-from" not in given:
        yield from given.operands or ["."]
        return
    source = given["files0-from"]
    if given.operands:
        cx.complain(f"extra operand {quote(given.operands[0])}")
        cx.stderr.write(b"file operands cannot be combined with --files0-from\n")
        raise OPTIONS.refuse(cx, "")
    try:
        stream = cx.stdin.retain() if source == "-" else cx.open(source)
    except OSError as error:
        cx.complain(f"cannot open {always(source)} for reading: {reason(error)}")
        raise Done(1) from None
    try:
        names = text_of(whole(cx, stream)).split("\0")
    finally:
        stream.release()
    for number, name in enumerate(names if names[-1] else names[:-1], 1):
        if name == "-" and source == "-":
            cx.complain(f"when reading file names from stdin, no file name of {always('-')} allowed")
            work.status = 1
        elif name:
            yield name
        else:
            cx.complain(f"{maybe(source)}:{number}: invalid zero-length file name")
            work.status = 1


class _Usage:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.status = 0
        self.seen: set[tuple[int, int]] = set()
        self.follow = "L" in given
        self.bytes = given.any(("b", "apparent-size"))
        self.counting = "inodes" in given
        self.excluded = [wildcard(text) for text in given.all("exclude") + self._patterns(given.all("X"))]
        self.newest: list[int] = []
        self.suffix = ""
        self.time, self.style = self._times(given)
        depth = given.get("d", "0" if "s" in given else str(1 << 30))
        if not (depth.isascii() and depth.isdigit()):
            raise OPTIONS.refuse(cx, f"invalid maximum depth {quote(depth)}")
        self.depth = int(depth[:9])
        self.unit = self._unit(given)
        text = given.get("t", "0")
        limit = size_of(text.lstrip("-"))
        if limit is None:
            cx.complain(f"invalid --threshold argument {quote(text)}")
            raise Done(1)
        self.threshold = -limit if text.startswith("-") else limit

    def _patterns(self, names: list[str]) -> list[str]:
        found: list[str] = []
        for name in names:
            try:
                stream = self.cx.open(name)
            except OSError as error:
                raise OPTIONS.refuse(self.cx, f"{maybe(name)}: {reason(error)}") from None
            try:
                found += [line for line in text_of(whole(self.cx, stream)).split("\n") if line]
            finally:
                stream.release()
        return found

    def _times(self, given: Given) -> tuple[str, str]:
        """Which time is shown ("" none), and how."""
        if "time" not in given:
            return "", ""
        from runtime.bash.commands._shared.argmatch import choose, invalid

        word = choose(self.cx, OPTIONS, "time", given["time"], _TIMES) if given["time"] else "mtime"
        style = given.get("time-style", self.cx.env.get("TIME_STYLE", "long-iso"))
        if style.startswith("+"):
            return f"{word}_ns", style[1:]
        found = [name for name in _STYLES if name.startswith(style)] if style not in _STYLES else [style]
        if len(found) != 1:
            raise invalid(self.cx, OPTIONS, "time style", style, tuple((name,) for name in _STYLES))
        return f"{word}_ns", _STYLES[found[0]]

    def _unit(self, given: Given) -> int:
        unit = 1024
        for key, value in given.order:
            if key == "B":
                self.suffix = value.upper() if value.isalpha() else ""
                size = size_of(value)
                if not size:
                    self.cx.complain(f"invalid --block-size argument {quote(value)}")
                    raise Done(1)
                unit = size
            else:
                unit = {"b": 1, "k": 1024, "m": 1 << 20, "h": 0, "si": -1}.get(key, unit)
        return unit

    def argument(self, name: str) -> int:
        """One operand with all below it; its size."""
        return self._walk(name, 0, follow=self.follow or "D" in self.given)[0]

    def _walk(self, name: str, depth: int, *, follow: bool) -> tuple[int, bool]:
        """The size of a name with all below it, and whether it is a folder."""
        self.cx.meter.check()
        path = self.cx.path(name)
        try:
            stat = self.cx.fs.stat(path, follow=follow)
            inside = sorted(self.cx.fs.listdir(path)) if stat.mode & _KIND == _FOLDER else []
        except OSError as error:
            self.cx.complain(f"cannot access {always(name)}: {reason(error)}")
            self.status = 1
            return 0, False
        identity = (stat.dev, stat.ino)
        if (stat.nlink > 1 or self.follow) and "l" not in self.given:
            if identity in self.seen:
                return 0, False
            self.seen.add(identity)
        own = self._size(stat)
        below = beside = 0
        mark = len(self.newest)
        for inner in inside:
            if not any(fits(inner) for fits in self.excluded):
                size, inner_folder = self._walk(
                    f"{name.rstrip('/')}/{inner}" if name != "/" else f"/{inner}",
                    depth + 1,
                    follow=self.follow,
                )
                below += size
                beside += 0 if inner_folder else size
        total = own + below
        if self.time:
            newest = max([getattr(stat, self.time), *self.newest[mark:]])
            self.newest[mark:] = [newest]
        folder = stat.mode & _KIND == _FOLDER
        if depth <= self.depth and (folder or "a" in self.given or not depth):
            alone = "S" in self.given and folder
            self.show(own + beside if alone else total, name, self.newest[-1] if self.time else 0)
        return total, folder

    def _size(self, stat: Stat) -> int:
        if self.counting:
            return 1
        if self.bytes:
            return stat.size if stat.mode & _KIND != _FOLDER else _BLOCK
        if stat.mode & _KIND == _FOLDER:
            return _BLOCK
        # A short link's text lies in the inode.
        return 0 if stat.mode & _KIND == 0o120000 else -(-stat.size // _BLOCK) * _BLOCK

    def show(self, size: int, name: str, newest: int = 0) -> None:
        """One line."""
        if (self.threshold > 0 and size < self.threshold) or (self.threshold < 0 and size > -self.threshold):
            return
        if self.counting and self.unit > 0:
            text = str(size)
        elif self.unit <= 0:
            text = human(size, 1024 if not self.unit else 1000)
        else:
            text = f"{-(-size // self.unit)}{self.suffix}"
        when = f"{self._shown(newest)}\t" if self.time else ""
        end = "\0" if "0" in self.given else "\n"
        self.cx.write(f"{text}\t{when}{name}{end}")

    def _shown(self, moment: int) -> str:
        from runtime.bash.posix.time_format import format_time
        from runtime.bash.posix.zones import zone_of

        seconds, nanos = divmod(moment, 1_000_000_000)
        return format_time(self.style, zone_of(self.cx.env).parts(seconds), seconds, nanos)
