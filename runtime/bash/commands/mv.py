"""mv: move and rename files."""

from __future__ import annotations

from runtime.bash.commands._shared.copy import Copier, destination
from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

OPTIONS = Options(
    "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
    "Rename SOURCE to DEST, or move SOURCEs into DIRECTORY.",
    ("", "backup", "[CONTROL]", "keep what is in the way as a backup"),
    ("b", "", "", "the same without a CONTROL"),
    ("", "debug", "", "ignored"),
    ("f", "force", "", "do not ask"),
    ("i", "interactive", "", "ask before overwriting"),
    ("n", "no-clobber", "", "do not overwrite"),
    ("", "strip-trailing-slashes", "", "remove slashes at the end of SOURCE"),
    ("S", "suffix", "SUFFIX", "backups end with SUFFIX"),
    ("t", "target-directory", "DIRECTORY", "move into DIRECTORY"),
    ("T", "no-target-directory", "", "DEST is no folder to move into"),
    ("u", "update", "", "move only what is newer or missing"),
    ("v", "verbose", "", "say what is moved"),
    ("Z", "context", "", "ignored"),
)
_KIND, _FOLDER = 0o170000, 0o040000


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    folder = destination(cx, OPTIONS, given, names)
    if folder is None:
        return 1
    mover = _Mover(cx, given)
    if not folder:
        mover.move(mover.stripped(names[0]), names[1])
        return int(mover.copier.failed)
    for name in names:
        source = mover.stripped(name)
        base = source.rstrip("/").rpartition("/")[2] or "/"
        mover.move(source, f"{folder.rstrip('/')}/{base}")
    return int(mover.copier.failed)


class _Mover:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.copier = Copier(cx, OPTIONS, given)
        self.mode = given.last("fin")
        self.strip = "strip-trailing-slashes" in given
        copier = self.copier
        copier.recursive, copier.follow, copier.follow_operands = True, False, False
        copier.keep = {"mode", "ownership", "timestamps", "links"}
        self.made: set[tuple[int, int]] = set()

    def stripped(self, name: str) -> str:
        return name.rstrip("/") or name if self.strip else name

    def move(self, source: str, target: str) -> None:
        """Move one operand."""
        cx, fs = self.cx, self.cx.fs
        try:
            stat = fs.stat(cx.path(source), follow=False)
        except OSError as error:
            self.copier.complain(f"cannot stat {always(source)}: {reason(error)}")
            return
        try:
            there: Stat | None = fs.stat(cx.path(target), follow=False)
        except OSError:
            there = None
        try:
            kept = self._clear(source, target, stat, there)
            if kept is None:
                return
            fs.rename(cx.path(source), cx.path(target))
        except OSError as error:
            if error.errno != 18:
                self._failed(source, target, error)
                return
            self._across(source, target)
            return
        self.made.add((stat.dev, stat.ino))
        if self.copier.verbose:
            cx.write(f"renamed {always(source)} -> {always(target)}{kept}\n")

    def _failed(self, source: str, target: str, error: OSError) -> None:
        if error.errno == 22 and self.cx.fs.is_dir(self.cx.path(source)):
            self.copier.complain(
                f"cannot move {always(source)} to a subdirectory of itself, {always(target)}"
            )
        elif error.errno in (17, 39):
            self.copier.complain(f"cannot move {always(source)} to {always(target)}: Directory not empty")
        else:
            self.copier.complain(f"cannot move {always(source)} to {always(target)}: {reason(error)}")

    def _clear(self, source: str, target: str, stat: Stat, there: Stat | None) -> str | None:
        """Whether the move may replace what is there: what is said of a backup, None when it is not to be."""
        copier = self.copier
        if there is None:
            return ""
        if self.mode == "n":
            return None
        if self._same(stat, there) and not copier.backup.wanted:
            copier.complain(f"{always(source)} and {always(target)} are the same file")
            return None
        if copier.update and there.mtime_ns >= stat.mtime_ns:
            return None
        if self.mode == "i" and not copier.confirm(f"overwrite {always(target)}?"):
            return None
        wrong = self._conflict(source, target, stat, there)
        if wrong:
            copier.complain(wrong)
            return None
        if self._unwritable(target, there) and not copier.confirm(self._question(target, there)):
            return None
        kept = copier.backup.keep(target)
        return f" (backup: {always(kept)})" if kept else ""

    def _unwritable(self, target: str, there: Stat) -> bool:
        """What cannot be written is asked about where there is a terminal; without one it is replaced."""
        if self.mode == "f" or not self.cx.stdin.isatty() or there.mode & _KIND == 0o120000:
            return False
        return not self.cx.fs.access(self.cx.path(target), 2)

    def _question(self, target: str, there: Stat) -> str:
        from runtime.bash.commands._shared.modes import letters

        mode = there.mode & 0o7777
        return f"replace {always(target)}, overriding mode {mode:04o} ({letters(mode)[1:]})?"

    @staticmethod
    def _same(stat: Stat, there: Stat) -> bool:
        return (stat.dev, stat.ino) == (there.dev, there.ino)

    def _conflict(self, source: str, target: str, stat: Stat, there: Stat) -> str:
        folder, other = stat.mode & _KIND == _FOLDER, there.mode & _KIND == _FOLDER
        if self._same(stat, there):
            return ""
        if folder and not other:
            return f"cannot overwrite non-directory {always(target)} with directory {always(source)}"
        if other and not folder:
            return f"cannot overwrite directory {always(target)} with non-directory"
        if (there.dev, there.ino) in self.made:
            return f"will not overwrite just-created {always(target)} with {always(source)}"
        return ""

    def _across(self, source: str, target: str) -> None:
        """To another file system: a copy, then the original goes."""
        if not self.copier.copy(source, target):
            return
        stack = [(source, False)]
        fs, path = self.cx.fs, self.cx.path
        while stack:
            name, emptied = stack.pop()
            self.cx.meter.check()
            if emptied:
                fs.rmdir(path(name))
            elif fs.stat(path(name), follow=False).mode & _KIND == _FOLDER:
                stack.append((name, True))
                stack += [(f"{name}/{entry}", False) for entry in fs.listdir(path(name))]
            else:
                fs.unlink(path(name))
        if self.copier.verbose:
            self.cx.write(f"removed {always(source)}\n")
