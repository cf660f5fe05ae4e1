"""Copying files and folders: what cp does, and mv between file systems."""

from __future__ import annotations

from runtime.bash.commands._shared.backup import Backup
from runtime.bash.commands._shared.quoting import always, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given, Options
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Copier", "destination"]

_KIND, _FOLDER, _REGULAR, _LINK, _FIFO = 0o170000, 0o040000, 0o100000, 0o120000, 0o010000
_WRITE, _READ = 0o1101, 0  # O_WRONLY | O_CREAT | O_TRUNC
_CHUNK = 1 << 18


def destination(cx: Context, options: Options, given: Given, names: list[str]) -> str | None:
    """The folder that operands go into, taken from ``names``; "" when there is none, None when it cannot be."""
    if given.count("t") > 1:
        cx.complain("multiple target directories specified")
        return None
    Backup(cx, options, given).exclude(options, given)
    if not names or (len(names) == 1 and "t" not in given):
        what = (
            f"missing destination file operand after {always(names[0])}" if names else "missing file operand"
        )
        raise options.refuse(cx, what)
    if "t" in given and "T" in given:
        cx.complain("cannot combine --target-directory (-t) and --no-target-directory (-T)")
        return None
    if "t" in given:
        return _existing(cx, given["t"], "target directory")
    if "T" in given:
        if len(names) > 2:
            raise options.refuse(cx, f"extra operand {always(names[2])}")
        return ""
    if names[-1] and cx.fs.is_dir(cx.path(names[-1])):
        return names.pop()
    return _existing(cx, names[-1], "target") if len(names) > 2 else ""


def _existing(cx: Context, name: str, what: str) -> str | None:
    try:
        if cx.fs.stat(cx.path(name)).mode & _KIND == _FOLDER:
            return name
        why = "Not a directory"
    except OSError as error:
        why = reason(error)
    cx.complain(f"{what} {always(name)}: {why}")
    return None


class Copier:
    """Copies as its switches say.

    Attributes:
        recursive, links, hard, symbolic: folders too; links as links; make hard or symbolic links, not copies.
        keep: what is kept: a set of ``mode``, ``ownership``, ``timestamps``, ``links``.
        force, ask, clobber, update: what happens to files that are in the way.
    """

    def __init__(self, cx: Context, options: Options, given: Given) -> None:
        self.cx = cx
        self.fs = cx.fs
        self.recursive = False
        self.follow = True
        self.follow_operands = True
        self.hard = self.symbolic = False
        self.keep: set[str] = set()
        self.force = False
        self.remove = "remove-destination" in given
        self.ask = False
        self.clobber = True
        self.update = "u" in given
        self.attributes_only = "attributes-only" in given
        self.verbose = "v" in given
        self.backup = Backup(cx, options, given)
        self.failed = False
        self.plain_mode = False  # new files get the mode that any new file gets
        self._operand = ("", "")
        self._into_itself = False
        self._made: dict[tuple[int, int], str] = {}
        self._written: set[tuple[int, int]] = set()

    def complain(self, message: str) -> None:
        self.cx.complain(message)
        self.failed = True

    def confirm(self, question: str) -> bool:
        """Ask on standard error."""
        self.cx.stderr.write(f"{self.cx.name}: {question} ".encode("utf-8", "surrogateescape"))
        return self.cx.stdin.readline()[:1] in (b"y", b"Y")

    def _stat(self, name: str, follow: bool) -> Stat | None:
        try:
            return self.fs.stat(self.cx.path(name), follow=follow)
        except OSError:
            return None

    # One operand

    def copy(self, source: str, target: str) -> bool:
        """Copy one operand; whether it worked. Walks with a stack of its own."""
        stack = [(source, target, True, frozenset[tuple[int, int]]())]
        later: list[tuple[str, Stat]] = []
        worked = True
        self._operand = (source, target)
        self._into_itself = False
        while stack and not self._into_itself:
            self.cx.meter.check()
            here, there, operand, above = stack.pop()
            below = self._one(here, there, operand, above, later)
            worked = worked and below is not None
            stack += below or []
        for name, stat in reversed(later):
            self._finish(name, stat)
        return worked

    def _one(
        self,
        source: str,
        target: str,
        operand: bool,
        above: frozenset[tuple[int, int]],
        later: list[tuple[str, Stat]],
    ) -> list[tuple[str, str, bool, frozenset[tuple[int, int]]]] | None:
        """Copy one object; what there is to copy below it, None when it failed."""
        follow = self.follow_operands if operand else self.follow
        try:
            stat = self.fs.stat(self.cx.path(source), follow=follow)
        except OSError as error:
            self.complain(f"cannot stat {always(source)}: {reason(error)}")
            return None
        kind = stat.mode & _KIND
        try:
            if kind == _FOLDER:
                return self._folder(source, target, stat, above, later)
            if not self._may_replace(target, stat):
                return []
            kept = self._clear(source, target, stat)
            if kept is None:
                return None
            self._object(source, target, stat, kept)
        except OSError as error:
            if error.filename2 != "told":
                self.complain(f"cannot create regular file {always(target)}: {reason(error)}")
            return None
        return []

    def _folder(
        self,
        source: str,
        target: str,
        stat: Stat,
        above: frozenset[tuple[int, int]],
        later: list[tuple[str, Stat]],
    ) -> list[tuple[str, str, bool, frozenset[tuple[int, int]]]] | None:
        if not self.recursive:
            self.complain(f"-r not specified; omitting directory {always(source)}")
            return None
        there = self._stat(target, True)
        if (stat.dev, stat.ino) in above:
            one, other = self._operand
            self.complain(f"cannot copy a directory, {always(one)}, into itself, {always(other)}")
            self._into_itself = True
            return None
        if there is not None and (there.dev, there.ino) == (stat.dev, stat.ino):
            self.complain(f"{always(source)} and {always(target)} are the same file")
            return None
        if there is not None and there.mode & _KIND != _FOLDER:
            self.complain(f"cannot overwrite non-directory {always(target)} with directory {always(source)}")
            return None
        if there is None:
            try:
                self.fs.mkdir(self.cx.path(target), stat.mode & 0o777 & ~self.cx.umask | 0o700)
            except OSError as error:
                self.complain(f"cannot create directory {always(target)}: {reason(error)}")
                return None
            if self.verbose:
                self.cx.write(f"{always(source)} -> {always(target)}\n")
            there = self.fs.stat(self.cx.path(target))
            later.append((target, stat))
        elif self.keep:
            later.append((target, stat))
        inside = above | {(there.dev, there.ino)}
        try:
            entries = self.fs.listdir(self.cx.path(source))
        except OSError as error:
            self.complain(f"cannot access {always(source)}: {reason(error)}")
            return None
        head, to = source.rstrip("/"), target.rstrip("/")
        return [(f"{head}/{name}", f"{to}/{name}", False, inside) for name in reversed(entries)]

    def _may_replace(self, target: str, stat: Stat) -> bool:
        """Whether what is at ``target`` may go."""
        there = self._stat(target, False)
        if there is None:
            return True
        if not self.clobber:
            return False
        seen = there if there.mode & _KIND != _LINK else self._stat(target, True) or there
        if self.update and seen.mtime_ns >= stat.mtime_ns:
            return False
        return not self.ask or self.confirm(f"overwrite {always(target)}?")

    def _clear(self, source: str, target: str, stat: Stat) -> str | None:
        """Make way; what is said of a backup, None when the copy cannot be."""
        there = self._stat(target, False)
        if there is None:
            return ""
        if there.mode & _KIND == _FOLDER:
            self.complain(f"cannot overwrite directory {always(target)} with non-directory")
            return None
        seen = self._stat(target, True) or there
        if (seen.dev, seen.ino) == (stat.dev, stat.ino) and not self._same_is_fine(
            source, target, there, stat
        ):
            self.complain(f"{always(source)} and {always(target)} are the same file")
            return None
        if (there.dev, there.ino) in self._written:
            self.complain(f"will not overwrite just-created {always(target)} with {always(source)}")
            return None
        kept = self.backup.keep(target)
        if kept:
            return f" (backup: {always(kept)})"
        replaced = self.remove or self.hard or self.symbolic or stat.mode & _KIND != _REGULAR
        if replaced or (self.force and not self.fs.access(self.cx.path(target), 2)):
            self.fs.unlink(self.cx.path(target))
        return ""

    def _same_is_fine(self, source: str, target: str, there: Stat, stat: Stat) -> bool:
        """Whether ``target``, which is or leads to the source, may make way without taking the source with it."""
        if self.hard and there.ino == stat.ino:
            return True
        given = self._stat(source, False) or stat
        if there.mode & _KIND != _LINK and (self._one_name(source, target) or given.mode & _KIND == _LINK):
            return False
        return self.backup.wanted or self.remove

    def _one_name(self, source: str, target: str) -> bool:
        places = [self.cx.path(name).rstrip("/").rpartition("/") for name in (source, target)]
        (one, _, first), (two, _, second) = places
        return first == second and self.fs.realpath(one or "/") == self.fs.realpath(two or "/")

    def _object(self, source: str, target: str, stat: Stat, kept: str) -> None:
        fs, cx = self.fs, self.cx
        kind = stat.mode & _KIND
        path = cx.path(target)
        known = self._made.get((stat.dev, stat.ino)) if "links" in self.keep and stat.nlink > 1 else None
        if known is not None:
            fs.link(cx.path(known), path)
        elif self.hard:
            fs.link(cx.path(source), path)
        elif self.symbolic:
            self._symbolic(source, target)
        elif kind == _LINK:
            fs.symlink(fs.readlink(cx.path(source)), path)
        elif kind == _FIFO and self.recursive:
            fs.mkfifo(path, stat.mode & 0o777 & ~cx.umask)
        else:
            self._data(source, target, stat)
        if known is None:
            self._made[stat.dev, stat.ino] = target
        if self.verbose:
            cx.write(f"{always(source)} -> {always(target)}{kept}\n")
        made = self._stat(target, False)
        if made is not None and not self.hard:
            self._written.add((made.dev, made.ino))
        if kind != _LINK and not (self.hard or self.symbolic or known):
            self._finish(target, stat, fresh=False)

    def _symbolic(self, source: str, target: str) -> None:
        if not source.startswith("/") and "/" in target:
            self.complain(f"{target}: can make relative symbolic links only in current directory")
            error = OSError(22, "Invalid argument")
            error.filename2 = "told"
            raise error
        self.fs.symlink(source, self.cx.path(target))

    def _data(self, source: str, target: str, stat: Stat) -> None:
        cx = self.cx
        try:
            reader = cx.open(source, _READ)
        except OSError as error:
            self.complain(f"cannot open {always(source)} for reading: {reason(error)}")
            error.filename2 = "told"
            raise
        try:
            flags = _WRITE & ~0o1000 if self.attributes_only else _WRITE
            self._check_target(target)
            writer = cx.open(target, flags, 0o666 if self.plain_mode else stat.mode & 0o777)
            try:
                while not self.attributes_only and (data := reader.read(_CHUNK)):
                    writer.write(data)
                    cx.meter.check()
            finally:
                writer.release()
        finally:
            reader.release()

    def _check_target(self, target: str) -> None:
        """Data never goes through a link that leads nowhere, nor into a name that only a folder can have."""
        if target.endswith("/"):
            raise NotADirectoryError(20, "Not a directory")
        dangling = self._stat(target, True) is None and self._stat(target, False) is not None
        if dangling and not self.force:
            self.complain(f"not writing through dangling symlink {always(target)}")
            error = OSError(2, "")
            error.filename2 = "told"
            raise error

    def _finish(self, name: str, stat: Stat, *, fresh: bool = True) -> None:
        """Mode, owner and times, as far as they are kept."""
        path = self.cx.path(name)
        try:
            if "ownership" in self.keep:
                self.fs.chown(path, stat.uid, stat.gid)
        except OSError:
            pass  # without the right to, copies are one's own (cp -p)
        if "mode" in self.keep:
            self.fs.chmod(path, stat.mode & 0o7777)
        elif fresh:
            self.fs.chmod(path, stat.mode & 0o777 & ~self.cx.umask)
        if "timestamps" in self.keep:
            self.fs.utime(path, stat.atime_ns, stat.mtime_ns)
