"""tree: the contents of directories as a tree."""

from __future__ import annotations

from runtime.bash.commands._shared.sizes import human
from runtime.bash.commands._shared.wildcards import wildcard
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

OPTIONS = Options(
    "[OPTION]... [DIRECTORY]...",
    "List the contents of directories in a tree-like format.",
    ("a", "", "", "all files are listed"),
    ("d", "", "", "list directories only"),
    ("f", "", "", "print the full path prefix for each file"),
    ("F", "", "", "append / = * | as ls -F"),
    ("h", "", "", "print the size in a human readable way"),
    ("i", "", "", "do not print indentation lines"),
    ("I", "", "PATTERN", "do not list files that match PATTERN"),
    ("l", "", "", "follow symbolic links like directories"),
    ("L", "", "LEVEL", "descend only LEVEL directories deep"),
    ("n", "", "", "ignored: nothing is coloured"),
    ("C", "", "", "ignored: nothing is coloured"),
    ("p", "", "", "print the protections for each file"),
    ("P", "", "PATTERN", "list only those files that match PATTERN"),
    ("r", "", "", "reverse the order of the sort"),
    ("s", "", "", "print the size in bytes of each file"),
    ("t", "", "", "sort by last modification time"),
    ("", "dirsfirst", "", "list directories before files"),
    ("", "noreport", "", "do not print the count at the end"),
    ("", "charset", "NAME", "ascii for lines of plain characters"),
    origin="tree 2.1",
)
_KIND, _FOLDER, _LINK = 0o170000, 0o040000, 0o120000
_MARKS = {_FOLDER: "/", 0o010000: "|", 0o140000: "="}
_DEEPEST = 500


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    level = given.get("L", str(_DEEPEST))
    if not (level.isascii() and level.isdigit()) or not int(level[:9]):
        return cx.fail("Invalid level, must be greater than 0.")
    work = _Tree(cx, given, min(int(level[:9]), _DEEPEST))
    for name in given.operands or ["."]:
        work.root(name)
    work.report()
    return work.status


class _Tree:
    def __init__(self, cx: Context, given: Given, deepest: int) -> None:
        self.cx = cx
        self.given = given
        self.deepest = deepest
        self.status = self.folders = self.files = 0
        plain = given.get("charset").lower() in {"ascii", "us-ascii"}
        self.lines = ("|-- ", "`-- ", "|   ", "    ") if plain else ("├── ", "└── ", "│\u00a0\u00a0 ", "    ")
        self.ignored = [wildcard(part) for text in given.all("I") for part in text.split("|")]
        self.wanted = [wildcard(part) for text in given.all("P") for part in text.split("|")]

    def root(self, name: str) -> None:
        """One operand."""
        path = self.cx.path(name)
        if not self.cx.fs.is_dir(path):
            self.cx.write(f"{name}  [error opening dir]\n")
            self.status = 2
            return
        self.cx.write(f"{self._details(self.cx.fs.stat(path))}{name}\n")
        self.folders += 1
        self._walk(name, "", 1)

    def _entries(self, name: str) -> list[tuple[str, Stat, bool]]:
        found = []
        for inner in sorted(self.cx.fs.listdir(self.cx.path(name))):
            if inner.startswith(".") and "a" not in self.given:
                continue
            path = self.cx.path(f"{name}/{inner}")
            stat = self.cx.fs.stat(path, follow=False)
            folder = stat.mode & _KIND == _FOLDER
            leads = stat.mode & _KIND == _LINK and self.cx.fs.is_dir(path)
            if any(fits(inner) for fits in self.ignored) or ("d" in self.given and not folder and not leads):
                continue
            if self.wanted and not folder and not any(fits(inner) for fits in self.wanted):
                continue
            found.append((inner, stat, folder or leads))
        if "t" in self.given:
            found.sort(key=lambda entry: entry[1].mtime_ns)
        if "r" in self.given:
            found.reverse()
        if "dirsfirst" in self.given:
            found.sort(key=lambda entry: not entry[2])
        return found

    def _walk(self, name: str, lead: str, depth: int) -> None:
        self.cx.meter.check()
        if depth > self.deepest:
            return
        try:
            entries = self._entries(name)
        except OSError:
            self.cx.write(f"{lead}{self.lines[1]} [error opening dir]\n")
            self.status = 2
            return
        for number, (inner, stat, folder) in enumerate(entries):
            last = number == len(entries) - 1
            path = f"{name.rstrip('/')}/{inner}"
            branch = "" if "i" in self.given else lead + self.lines[last]
            self.cx.write(
                f"{branch}{self._details(stat)}{path if 'f' in self.given else inner}{self._behind(path, stat)}\n"
            )
            link = stat.mode & _KIND == _LINK
            if folder:
                self.folders += 1
                if not link or "l" in self.given:
                    self._walk(path, lead + self.lines[3 if last else 2], depth + 1)
            else:
                self.files += 1

    def _details(self, stat: Stat) -> str:
        from runtime.bash.commands._shared.modes import letters

        parts = [letters(stat.mode)] if "p" in self.given else []
        if "h" in self.given:
            parts.append(f"{human(stat.size):>4}")
        elif "s" in self.given:
            parts.append(f"{stat.size:>11}")
        return f"[{' '.join(parts)}]  " if parts else ""

    def _behind(self, path: str, stat: Stat) -> str:
        kind = stat.mode & _KIND
        mark = ""
        if "F" in self.given:
            mark = _MARKS.get(kind, "*" if kind == 0o100000 and stat.mode & 0o111 else "")
        if kind == _LINK:
            return f" -> {self.cx.fs.readlink(self.cx.path(path))}"
        return mark

    def report(self) -> None:
        """How much was seen."""
        if "noreport" in self.given:
            return
        folders = f"{self.folders} director{'y' if self.folders == 1 else 'ies'}"
        files = "" if "d" in self.given else f", {self.files} file{'' if self.files == 1 else 's'}"
        self.cx.write(f"\n{folders}{files}\n")
