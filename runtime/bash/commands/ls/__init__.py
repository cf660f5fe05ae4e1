"""ls: list folders."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.commands.ls.entry import Entry
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "List each FILE (the working folder when there is none), sorted by name unless told otherwise.",
    ("a", "all", "", "do not leave out names that begin with ."),
    ("A", "almost-all", "", "the same, but for . and .."),
    ("", "author", "", "with -l, show the author (the owner)"),
    ("b", "escape", "", "show odd characters as C escapes"),
    ("", "block-size", "SIZE", "show sizes in units of SIZE"),
    ("B", "ignore-backups", "", "leave out names that end with ~"),
    ("c", "", "", "show and sort by the time of the last change of status"),
    ("C", "", "", "list in columns"),
    ("", "color", "[WHEN]", "colour names: always, auto or never"),
    ("d", "directory", "", "list folders themselves, not what they hold"),
    ("D", "dired", "", "ignored: nobody's editor reads this"),
    ("f", "", "", "list all, in the folder's own order"),
    ("F", "", "", "append one of */=>@| to names"),
    ("", "classify", "[WHEN]", "the same: always, auto or never"),
    ("", "file-type", "", "the same without *"),
    ("", "format", "WORD", "across, commas, horizontal, long, single-column, verbose or vertical"),
    ("", "full-time", "", "the same as -l --time-style=full-iso"),
    ("g", "", "", "like -l without the owner"),
    ("", "group-directories-first", "", "list folders before files"),
    ("G", "no-group", "", "with -l, do not show groups"),
    ("h", "human-readable", "", "show sizes like 1K, 234M, 2G"),
    ("", "si", "", "the same with powers of 1000"),
    ("H", "dereference-command-line", "", "follow links that are operands"),
    ("", "dereference-command-line-symlink-to-dir", "", "the same for links to folders"),
    ("", "hide", "PATTERN", "leave out names that match (unless -a or -A)"),
    ("", "hyperlink", "[WHEN]", "make names links to their files: always, auto or never"),
    ("", "indicator-style", "WORD", "append none, slash, file-type or classify"),
    ("i", "inode", "", "show index numbers"),
    ("I", "ignore", "PATTERN", "leave out names that match"),
    ("k", "kibibytes", "", "show blocks of 1024 bytes"),
    ("l", "", "", "list in the long format"),
    ("L", "dereference", "", "show what links lead to"),
    ("m", "", "", "list in a row, with commas"),
    ("n", "numeric-uid-gid", "", "like -l with numbers for owners"),
    ("N", "literal", "", "show names as they are"),
    ("o", "", "", "like -l without the group"),
    ("p", "", "", "append / to folders"),
    ("q", "hide-control-chars", "", "show ? for odd characters"),
    ("", "show-control-chars", "", "show them as they are"),
    ("Q", "quote-name", "", "show names in double quotes"),
    (
        "",
        "quoting-style",
        "WORD",
        "literal, locale, shell, shell-always, shell-escape, shell-escape-always, c, escape",
    ),
    ("r", "reverse", "", "sort the other way round"),
    ("R", "recursive", "", "list folders in folders"),
    ("s", "size", "", "show the blocks of each file"),
    ("S", "", "", "sort by size, largest first"),
    ("", "sort", "WORD", "sort by none, size, time, version, extension or width"),
    ("", "time", "WORD", "show and sort by: atime, access, use; ctime, status; birth; mtime"),
    ("", "time-style", "STYLE", "full-iso, long-iso, iso, locale or +FORMAT"),
    ("t", "", "", "sort by time, newest first"),
    ("T", "tabsize", "COLS", "ignored: columns are parted by spaces"),
    ("u", "", "", "show and sort by the time of the last access"),
    ("U", "", "", "do not sort"),
    ("v", "", "", "sort by version numbers in names"),
    ("w", "width", "COLS", "lines are COLS wide (0: without end)"),
    ("x", "", "", "list in rows"),
    ("X", "", "", "sort by extension"),
    ("Z", "context", "", "show ? for the security context"),
    ("", "zero", "", "end lines with NUL"),
    ("1", "", "", "list one name a line"),
    status=2,
)
_FOLDER, _LINK = 0o040000, 0o120000
_SORTS = (("none",), ("time",), ("size",), ("extension",), ("version",), ("width",))
_TIMES = (("atime", "access", "use"), ("ctime", "status"), ("mtime", "modification"), ("birth", "creation"))


def main(cx: Context, lead: tuple[str, ...] = ()) -> int:
    given = OPTIONS.parse(cx, [*lead, *cx.args])
    listing = _Listing(cx, given)
    listing.run(given.operands or ["."])
    if listing.format.colors and (end := listing.format.colors.finish()):
        cx.write(end)
    return listing.status


class _Listing:
    def __init__(self, cx: Context, given: Given) -> None:
        from runtime.bash.commands.ls.layout import Format

        self.cx = cx
        self.fs = cx.fs
        self.format = Format(cx, OPTIONS, given)
        self.status = 0
        self.hidden = given.last("aAf").replace("f", "a")
        self.recursive = "R" in given
        self.plain = "d" in given
        self.follow = "L" in given
        default = (
            "" if self.plain or self.format.long or "*" in self.format.classify else "dereference-to-dir"
        )
        self.operand_links = given.last(("H", "dereference-command-line-symlink-to-dir"), default)
        self.reverse = "r" in given
        self.folders_first = "group-directories-first" in given
        self.time = _which_time(cx, given)
        self.format.time = self.time
        self.sort = _which_sort(cx, given, self.format.long)
        marked = self.format.classify or self.format.colors or self.folders_first
        self.needs_stat = bool(
            self.format.needs_stat
            or marked
            or self.sort in ("time", "size")
            or (self.follow and self.recursive)
        )
        self.skipped = self._skipped(given)
        self.first = True

    def _skipped(self, given: Given) -> list[Callable[[str], object]]:
        from runtime.bash.commands._shared.wildcards import wildcard

        patterns = given.all("I") + ([] if self.hidden else given.all("hide"))
        if "B" in given:
            patterns += ["*~", ".*~"]
        return [wildcard(pattern, period=True) for pattern in patterns]

    def complain(self, what: str, name: str, error: OSError, status: int) -> None:
        self.cx.complain(f"{what} {always(name)}: {reason(error)}")
        self.status = max(self.status, status)

    def run(self, operands: list[str]) -> None:
        files: list[Entry] = []
        folders: list[Entry] = []
        for name in operands:
            entry = self._operand(name)
            if entry is not None:
                (folders if entry.kind == _FOLDER and not self.plain else files).append(entry)
        headed = len(operands) > 1 or self.recursive
        if files:
            self.format.show(self._sorted(files), None, folders)
            self.first = False
        stack = self._sorted(folders)[::-1]
        above: dict[str, set[tuple[int, int]]] = {}
        while stack:
            entry = stack.pop()
            self.cx.meter.check()
            below = self._folder(entry, headed, entry.path in operands)
            if self.recursive and below:
                stack += self._descend(entry, below, above)

    def _descend(
        self, entry: Entry, below: list[Entry], above: dict[str, set[tuple[int, int]]]
    ) -> list[Entry]:
        """The folders to list next, last first; with -L one that holds itself is named and left out."""
        if not self.follow:
            return below[::-1]
        own = self.fs.stat(self.cx.path(entry.path))
        ring = {(own.dev, own.ino)} | above.pop(entry.path, set())
        kept = []
        for child in below:
            stat = self.fs.stat(self.cx.path(child.path))
            if (stat.dev, stat.ino) in ring:
                self.cx.complain(f"{child.path}: not listing already-listed directory")
                self.status = 2
            else:
                above[child.path] = ring
                kept.append(child)
        return kept[::-1]

    def _operand(self, name: str) -> Entry | None:
        try:
            path = self.cx.path(name)
            follow = self.follow or self.operand_links == "H"
            if self.operand_links and not follow:
                follow = self.fs.is_dir(path)
            stat = self.fs.stat(path, follow=follow)
        except OSError as error:
            self.complain("cannot access", name, error, 2)
            return None
        entry = Entry(name, name, stat.mode & 0o170000, stat)
        self._resolve(entry)
        return entry

    def _resolve(self, entry: Entry) -> None:
        """What a link says and leads to, where that is shown."""
        shown = self.format.long or self.format.classify or self.format.colors or self.folders_first
        if entry.kind != _LINK or not shown:
            return
        path = self.cx.path(entry.path)
        if self.format.long:
            try:
                entry.link = self.fs.readlink(path)
            except OSError as error:
                self.complain("cannot read symbolic link", entry.path, error, 1)
        try:
            entry.target = self.fs.stat(path).mode
        except OSError:
            entry.target = 0

    def _folder(self, entry: Entry, headed: bool, operand: bool) -> list[Entry]:
        """List one folder; the folders in it."""
        try:
            names = self.fs.scandir(self.cx.path(entry.path))
        except OSError as error:
            self.complain("cannot open directory", entry.path, error, 2 if operand else 1)
            return []
        if headed:
            self.format.head(entry.path, self.first)
        self.first = False
        base = "" if entry.path == "/" else entry.path.rstrip("/")
        entries = []
        if self.hidden == "a":
            names = [(".", _FOLDER), ("..", _FOLDER), *names]
        for name, kind in names:
            if (name[0] == "." and not self.hidden) or any(skip(name) for skip in self.skipped):
                continue
            entries.append(Entry(name, f"{base}/{name}", kind, None))
        if self.needs_stat:
            self._fill(entries)
        entries = self._sorted(entries)
        self.format.show(entries, self.format.total(entries))
        return [entry for entry in entries if entry.kind == _FOLDER and entry.name not in (".", "..")]

    def _fill(self, entries: list[Entry]) -> None:
        for entry in entries:
            try:
                entry.stat = self.fs.stat(self.cx.path(entry.path), follow=self.follow)
                entry.kind = entry.stat.mode & 0o170000
            except OSError as error:
                shown = entry.name if entry.path == f"./{entry.name}" else entry.path
                self.complain("cannot access", shown, error, 1)
                continue
            self._resolve(entry)

    def _sorted(self, entries: list[Entry]) -> list[Entry]:
        if self.sort != "none":
            entries.sort(key=lambda entry: entry.name.encode("utf-8", "surrogateescape"))
            key = self._key()
            if key is not None:
                entries.sort(key=key)
            if self.reverse:
                entries.reverse()
        if self.folders_first:
            entries.sort(key=lambda entry: not (entry.kind == _FOLDER or entry.target & 0o170000 == _FOLDER))
        return entries

    def _key(self) -> Callable[[Entry], Any] | None:
        from runtime.bash.commands._shared.version_order import version_key

        keys: dict[str, Callable[[Entry], Any]] = {
            "time": lambda entry: -getattr(entry.stat, self.time) if entry.stat else 0,
            "size": lambda entry: -entry.stat.size if entry.stat else 0,
            "extension": lambda entry: "." + entry.name.rpartition(".")[2] if "." in entry.name else "",
            "version": lambda entry: version_key(entry.name.encode("utf-8", "surrogateescape")),
            "width": lambda entry: len(entry.name),
        }
        return keys.get(self.sort)


def _which_time(cx: Context, given: Given) -> str:
    found = "mtime"
    for key, value in given.order:
        if key in "cu":
            found = "ctime" if key == "c" else "atime"
        elif key == "time":
            from runtime.bash.commands._shared.argmatch import choose

            found = choose(cx, OPTIONS, "time", value, _TIMES)
    return "mtime_ns" if found == "birth" else f"{found}_ns"


def _which_sort(cx: Context, given: Given, long: bool) -> str:
    letters = {"U": "none", "f": "none", "t": "time", "S": "size", "X": "extension", "v": "version"}
    found = ""
    for key, value in given.order:
        if key in letters:
            found = letters[key]
        elif key == "sort":
            from runtime.bash.commands._shared.argmatch import choose

            found = choose(cx, OPTIONS, "sort", value, _SORTS)
    if not found and not long and given.any(("c", "u", "time")):
        return "time"
    return found or "name"
