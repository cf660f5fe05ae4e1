"""du: how much room files take."""

from __future__ import annotations

from runtime.bash.commands._names import always, quote, reason
from runtime.bash.commands._sizes import human, size_of
from runtime.bash.commands._wildcards import wildcard
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.options import Given
    from runtime.vfs.api import Stat

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
)
_FOLDER, _KIND, _BLOCK = 0o040000, 0o170000, 4096


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "s" in given and "a" in given:
        raise OPTIONS.refuse(cx, "cannot both summarize and show all entries")
    work = _Usage(cx, given)
    total = 0
    for name in given.operands or ["."]:
        total += work.argument(name)
    if "c" in given:
        work.show(total, "total")
    return work.status


class _Usage:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.status = 0
        self.seen: set[tuple[int, int]] = set()
        self.follow = "L" in given
        self.bytes = given.any(("b", "apparent-size"))
        self.excluded = [wildcard(text) for text in given.all("exclude")]
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

    def _unit(self, given: Given) -> int:
        unit = 1024
        for key, value in given.order:
            if key == "B":
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
        return self._walk(name, 0, follow=self.follow or "D" in self.given)

    def _walk(self, name: str, depth: int, *, follow: bool) -> int:
        self.cx.meter.check()
        path = self.cx.path(name)
        try:
            stat = self.cx.fs.stat(path, follow=follow)
            inside = sorted(self.cx.fs.listdir(path)) if stat.mode & _KIND == _FOLDER else []
        except OSError as error:
            self.cx.complain(f"cannot access {always(name)}: {reason(error)}")
            self.status = 1
            return 0
        identity = (stat.dev, stat.ino)
        if (stat.nlink > 1 or self.follow) and "l" not in self.given:
            if identity in self.seen:
                return 0
            self.seen.add(identity)
        own = self._size(stat)
        below = 0
        for inner in inside:
            if not any(fits(inner) for fits in self.excluded):
                below += self._walk(
                    f"{name.rstrip('/')}/{inner}" if name != "/" else f"/{inner}",
                    depth + 1,
                    follow=self.follow,
                )
        total = own + below
        folder = stat.mode & _KIND == _FOLDER
        if depth <= self.depth and (folder or "a" in self.given or not depth):
            self.show(total if "S" not in self.given or not folder else own + self._files(name, inside), name)
        return total

    def _files(self, name: str, inside: list[str]) -> int:
        """What stands directly in a folder."""
        total = 0
        for inner in inside:
            stat = self.cx.fs.stat(self.cx.path(f"{name}/{inner}"), follow=False)
            if stat.mode & _KIND != _FOLDER:
                total += self._size(stat)
        return total

    def _size(self, stat: Stat) -> int:
        if self.bytes:
            return stat.size if stat.mode & _KIND != _FOLDER else _BLOCK
        if stat.mode & _KIND == _FOLDER:
            return _BLOCK
        # A short link's text lies in the inode.
        return 0 if stat.mode & _KIND == 0o120000 else -(-stat.size // _BLOCK) * _BLOCK

    def show(self, size: int, name: str) -> None:
        """One line."""
        if (self.threshold > 0 and size < self.threshold) or (self.threshold < 0 and size > -self.threshold):
            return
        text = human(size, 1024 if not self.unit else 1000) if self.unit <= 0 else str(-(-size // self.unit))
        end = "\0" if "0" in self.given else "\n"
        self.cx.write(f"{text}\t{name}{end}")
