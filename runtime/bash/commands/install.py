"""install: copy files and set their modes, or make folders."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import by_name
from runtime.bash.commands._shared.copy import Copier, destination
from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

OPTIONS = Options(
    "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...\n[OPTION]... -d DIRECTORY...",
    "Copy files into destination locations, while setting permission modes, or create all components of each DIRECTORY.",
    ("", "backup", "[CONTROL]", "make a backup of each existing destination file"),
    ("b", "", "", "like --backup but does not accept an argument"),
    ("c", "", "", "ignored"),
    ("C", "compare", "", "do not modify destinations that are the same already"),
    ("d", "directory", "", "treat all arguments as directory names; create all components of them"),
    ("D", "", "", "create all leading components of DEST except the last, then copy SOURCE to DEST"),
    ("g", "group", "GROUP", "set group ownership"),
    ("m", "mode", "MODE", "set permission mode (as in chmod), instead of rwxr-xr-x"),
    ("o", "owner", "OWNER", "set ownership"),
    ("p", "preserve-timestamps", "", "apply access/modification times of SOURCE files"),
    ("s", "strip", "", "ignored: there is nothing to strip"),
    ("", "strip-program", "PROGRAM", "ignored"),
    ("S", "suffix", "SUFFIX", "override the usual backup suffix"),
    ("t", "target-directory", "DIRECTORY", "copy all SOURCE arguments into DIRECTORY"),
    ("T", "no-target-directory", "", "treat DEST as a normal file"),
    ("v", "verbose", "", "print the name of each directory as it is created"),
    ("", "preserve-context", "", "ignored: there are no security contexts"),
    ("Z", "context", "[CTX]", "ignored"),
)
_KIND, _FOLDER = 0o170000, 0o040000


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    if "d" in given and "t" in given:
        return cx.fail("target directory not allowed when installing a directory")
    work = _Install(cx, given)
    if "d" in given:
        if not names:
            raise OPTIONS.refuse(cx, "missing file operand")
        return max(work.folder(name) for name in names)
    if "t" in given and "D" in given and not cx.fs.exists(cx.path(given["t"])):
        work.parents(given["t"] + "/")
    elif (
        "D" in given
        and len(names) == 2
        and ("T" in given or not names[1] or not cx.fs.is_dir(cx.path(names[1])))
    ):
        return work.leading(names[0], names[1])
    if "t" in given and not cx.fs.is_dir(cx.path(given["t"])):
        there = cx.fs.exists(cx.path(given["t"]))
        why = "Not a directory" if there else "No such file or directory"
        return cx.fail(f"failed to access {always(given['t'])}: {why}")
    place = destination(cx, OPTIONS, given, names)
    if place is None:
        return 1
    if not place:
        return work.file(names[0], names[1])
    return max(
        [work.file(name, f"{place.rstrip('/')}/{name.rstrip('/').rpartition('/')[2]}") for name in names],
        default=0,
    )


class _Install:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.verbose = "v" in given
        try:
            self.mode = Mode(given.get("m", "755"))
        except ValueError:
            cx.complain(f"invalid mode {quote(given['m'])}")
            raise Done(1) from None
        self.uid = self._number("o", "user")
        self.gid = self._number("g", "group")

    def _number(self, key: str, what: str) -> int:
        if key not in self.given:
            return -1
        number = by_name(self.cx, self.given[key])
        if number is None:
            self.cx.complain(f"invalid {what} {quote(self.given[key])}")
            raise Done(1)
        return number

    # Folders

    def folder(self, name: str) -> int:
        """-d: one folder, and those above it; the status."""
        cx = self.cx
        if not self.parents(name.rstrip("/")):
            return 1
        try:
            if not cx.fs.is_dir(cx.path(name)):
                self._make(name)
        except OSError as error:
            return cx.fail(f"cannot create directory {quote(name)}: {reason(error)}")
        return self._finish(name, self.mode.apply(0, cx.umask, folder=True))

    def _make(self, name: str) -> None:
        self.cx.fs.mkdir(self.cx.path(name), 0o777 & ~self.cx.umask)
        if self.verbose:
            self.cx.write(f"{self.cx.name}: creating directory {always(name)}\n")

    def parents(self, name: str) -> bool:
        """Every folder on the way to ``name``; whether they are there now."""
        at = name.find("/", 1)
        while at > 0:
            part = name[:at]
            try:
                if part.rstrip("/") == part and not self.cx.fs.is_dir(self.cx.path(part)):
                    if self.cx.fs.exists(self.cx.path(part)):
                        raise NotADirectoryError(20, "Not a directory")
                    self._make(part)
            except OSError as error:
                self.cx.complain(f"cannot create directory {quote(part)}: {reason(error)}")
                return False
            at = name.find("/", at + 1)
        return True

    # Files

    def leading(self, source: str, target: str) -> int:
        """-D: the folders that ``target`` is to be in, then the file."""
        return self.file(source, target) if self.parents(target.rstrip("/")) else 1

    def file(self, source: str, target: str) -> int:
        """One file; the status."""
        cx = self.cx
        try:
            stat = cx.fs.stat(cx.path(source))
        except OSError as error:
            return cx.fail(f"cannot stat {always(source)}: {reason(error)}")
        if stat.mode & _KIND == _FOLDER:
            return cx.fail(f"omitting directory {always(source)}")
        mode = self.mode.apply(0, cx.umask, folder=False)
        if "C" in self.given and self._same(source, target, mode):
            return 0
        if not target:
            return cx.fail("cannot create regular file '': No such file or directory")
        copier = Copier(cx, OPTIONS, self.given)
        there = self._there(target)
        if there is not None and there.mode & _KIND != _FOLDER:
            if (there.dev, there.ino) == (stat.dev, stat.ino) and there.nlink == 1:
                return cx.fail(f"{always(source)} and {always(target)} are the same file")
            copier.remove = True
            if self.verbose and not copier.backup.wanted:
                cx.write(f"removed {always(target)}\n")
        if not copier.copy(source, target):
            return 1
        if "p" in self.given:
            cx.fs.utime(cx.path(target), stat.atime_ns, stat.mtime_ns)
        return self._finish(target, mode)

    def _finish(self, name: str, mode: int) -> int:
        path = self.cx.path(name)
        if self.uid != -1 or self.gid != -1:
            try:
                self.cx.fs.chown(path, self.uid, self.gid)
            except OSError as error:
                return self.cx.fail(f"cannot change ownership of {always(name)}: {reason(error)}")
        try:
            self.cx.fs.chmod(path, mode)
        except OSError as error:
            return self.cx.fail(f"cannot change permissions of {always(name)}: {reason(error)}")
        return 0

    def _there(self, name: str) -> Stat | None:
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=False) if name else None
        except OSError:
            return None

    def _same(self, source: str, target: str, mode: int) -> bool:
        """-C: whether nothing would change."""
        fs, path = self.cx.fs, self.cx.path
        there = self._there(target)
        if there is None or there.mode != 0o100000 | mode or there.size != fs.stat(path(source)).size:
            return False
        return fs.read_bytes(path(source)) == fs.read_bytes(path(target))
