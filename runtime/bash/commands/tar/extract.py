"""Taking archives apart. No member leaves the folder that it is extracted to:

1. Leading slashes of a name are cut off; a name with ``..`` is refused (in the target of a hard link, what is before it goes).
2. Links that lead out (absolute, or with ``..``) are made when all else is done, so that no member is written through one.
3. A member whose way passes a link that the archive itself made is refused.
"""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands.tar.archive import BLOCK, shown
from runtime.bash.option_table import Done
from runtime.bash.streams import Input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.tar.archive import Entry
    from runtime.bash.commands.tar.names import Fits, Transform
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Extractor"]

_CLIMB = re.compile(r".*(?:^|/)\.\.(?=/|$)/*|^/+", re.DOTALL)


class Extractor:
    """One reading of an archive: ``take`` every member, then ``finish``."""

    def __init__(
        self,
        cx: Context,
        given: Given,
        folder: str,
        names: dict[str, Fits],
        excluded: list[Fits],
        transform: Transform,
        log: Stream,
    ) -> None:
        self.cx = cx
        self.given = given
        self.folder = folder.rstrip("/")
        self.names = names
        self.found = dict.fromkeys(names, 0)
        self.excluded = excluded
        self.transform = transform
        self.log = log
        self.strip = int(given.get("strip-components", "0")[:6])
        self.occurrence = int((given.get("occurrence") or "1")[:9]) if "occurrence" in given else 0
        self.verbose = given.count("v")
        self.renamed = given.last(("show-transformed-names", "show-stored-names")) == "show-transformed-names"
        self.width = 19
        self.status = 0
        self.warned: set[str] = set()
        self.links: set[str] = set()
        self.later: list[tuple[str, str]] = []
        self.times: list[tuple[str, int, int]] = []
        self.begun = "K" not in given
        self.top = _top(given)

    def take(self, entry: Entry, mode: str) -> None:
        """One member."""
        if not self.begun:
            self.begun = entry.name.rstrip("/") == self.given["K"].rstrip("/")
        if not self.begun or not self.wants(entry.name) or any(fits(entry.name) for fits in self.excluded):
            return
        if mode == "t":
            self._list(entry, self._placed(entry.name) if self.renamed else entry.name, self.verbose)
        elif mode == "x" and entry.type != "V":
            self._extract(entry)

    def _placed(self, name: str, kind: str = "r") -> str:
        """What a name becomes by the options."""
        name = self.transform(name, kind)
        if self.strip and kind != "s":
            name = "/".join(name.split("/")[self.strip :])
        return name

    def _extract(self, entry: Entry) -> None:
        placed = self._placed(entry.name)
        name = self._safe(placed)
        if ".." in placed.split("/"):
            self._fail(f"{placed}: Member name contains '..'")
            return
        if self.verbose:
            self._list(entry, placed if self.renamed else entry.name, self.verbose - 1)
        if (self.strip or self.transform.steps) and not name.strip("/"):
            return
        name = self._topped(name or ".")
        if "O" in self.given:
            for piece in entry.content:
                self.cx.stdout.write(piece)
            return
        if "to-command" in self.given:
            self._pipe(entry)
            return
        try:
            self._make(entry, f"{self.folder}/{name.rstrip('/')}")
        except OSError as error:
            self._fail(f"{entry.name}: Cannot open: {reason(error)}")

    def _topped(self, name: str) -> str:
        if not self.top or name == self.top or name.startswith(f"{self.top}/"):
            return name
        return f"{self.top}/{name.removeprefix('./')}"

    def _pipe(self, entry: Entry) -> None:
        if entry.type not in "0\0" + "7":
            return
        data = b"".join(entry.content)
        env = dict(self.cx.env) | {
            "TAR_FILENAME": entry.name,
            "TAR_REALNAME": entry.name,
            "TAR_FILETYPE": "f",
            "TAR_SIZE": str(entry.size),
            "TAR_MODE": f"{entry.mode:04o}",
            "TAR_UNAME": entry.owner,
            "TAR_GNAME": entry.group,
            "TAR_UID": str(entry.uid),
            "TAR_GID": str(entry.gid),
            "TAR_MTIME": str(entry.mtime),
            "TAR_ARCHIVE": self.given.get("f", "-"),
            "TAR_VERSION": "1.34",
        }
        status = self.cx.launch.run(["sh", "-c", self.given["to-command"]], stdin=Input(data), env=env)
        if status and "ignore-command-error" not in self.given:
            self._fail(f"Child returned status {status}")

    def wants(self, name: str) -> bool:
        """Whether the operands name it; they are ticked off."""
        if not self.names:
            return True
        for wanted, fits in self.names.items():
            if fits(name):
                self.found[wanted] += 1
                return not self.occurrence or self.found[wanted] == self.occurrence
        return False

    def _list(self, entry: Entry, name: str, level: int) -> None:
        text = name
        if level:
            before, entry.name = entry.name, name
            text, self.width = shown(
                entry, "numeric-owner" in self.given, self.width, full="full-time" in self.given
            )
            entry.name = before
        if "R" in self.given:
            text = f"block {entry.start // BLOCK}: {text}"
        self.log.write(encoded(f"{text}\n"))

    def _safe(self, name: str) -> str:
        found = _CLIMB.match(name)
        if not found or not found[0]:
            return name
        self._warn(f"Removing leading `{found[0]}' from member names")
        return name[found.end() :]

    def _warn(self, message: str) -> None:
        if message not in self.warned:
            self.warned.add(message)
            self.cx.complain(message)

    def _fail(self, message: str) -> None:
        self.cx.complain(message)
        self.status = 2

    def _parents(self, path: str) -> None:
        """Make the folders above; refuse to go through a link of the archive."""
        steps = path[len(self.folder) + 1 :].split("/")[:-1]
        at = self.folder
        for step in steps:
            at += f"/{step}"
            if at in self.links:
                raise OSError(20, "Not a directory")
            if not self.cx.fs.is_dir(at):
                self.cx.fs.mkdir(at, 0o777 & ~self.cx.umask)

    def _make(self, entry: Entry, path: str) -> None:
        fs = self.cx.fs
        self._parents(path)
        if path in self.links and entry.type not in "12":
            fs.unlink(path)
            self.links.discard(path)
        mode = entry.mode & 0o7777 if "p" in self.given else entry.mode & 0o777 & ~self.cx.umask
        if entry.is_folder:
            if fs.is_dir(path) and self.given.any(("U", "recursive-unlink")) and path != self.folder:
                self._old_folder(path)
            if not fs.is_dir(path):
                fs.mkdir(path, 0o700 | mode)
            self.times.append((path, mode, entry.mtime))
            return
        if self._kept(path, entry):
            return
        if entry.type == "2":
            self._link(self.transform(entry.link, "s"), path)
        elif entry.type == "1":
            self._hard_link(entry, path)
        elif entry.type == "6":
            fs.mkfifo(path, mode)
        elif entry.type in "0\x007":
            self._file(entry, path, mode)
        else:
            self._fail(f"{entry.name}: Cannot mknod: Operation not permitted")

    def _kept(self, path: str, entry: Entry) -> bool:
        """Whether what is there stays; otherwise it is gone."""
        fs = self.cx.fs
        try:
            stat = fs.stat(path, follow=False)
        except OSError:
            return False
        if "skip-old-files" in self.given:
            return True
        name = path[len(self.folder) + 1 :]
        if "keep-newer-files" in self.given and stat.mtime_ns >= entry.mtime * 10**9:
            self.cx.complain(f"Current {quote(name)} is newer or same age")
            return True
        if "k" in self.given:
            if entry.type == "2":
                self._fail(f"{name}: Cannot create symlink to {quote(entry.link)}: File exists")
            elif entry.type != "1" or not self._same(stat.ino, entry):
                self._fail(f"{name}: Cannot open: File exists")
            return True
        if stat.mode & 0o170000 != 0o040000:
            fs.unlink(path)
        elif "recursive-unlink" in self.given:
            self._empty(path)
        else:
            fs.rmdir(path)
        return False

    def _same(self, ino: int, entry: Entry) -> bool:
        try:
            return self.cx.fs.stat(f"{self.folder}/{entry.link}", follow=False).ino == ino
        except OSError:
            return False

    def _empty(self, path: str) -> None:
        """Remove a folder and all in it."""
        fs = self.cx.fs
        held = [(path, False)]
        while held:
            at, listed = held.pop()
            self.cx.meter.check()
            if fs.stat(at, follow=False).mode & 0o170000 != 0o040000:
                fs.unlink(at)
            elif listed:
                fs.rmdir(at)
            else:
                held.append((at, True))
                held += [(f"{at}/{inner}", False) for inner in fs.listdir(at)]

    def _old_folder(self, path: str) -> None:
        """-U and --recursive-unlink, of a folder that is there."""
        if "recursive-unlink" in self.given:
            self._empty(path)
        elif "U" in self.given:
            try:
                self.cx.fs.rmdir(path)
            except OSError as error:
                self._fail(f"{path[len(self.folder) + 1 :]}: Cannot unlink: {reason(error)}")

    def _file(self, entry: Entry, path: str, mode: int) -> None:
        stream = self.cx.launch.open(path, 0o301, 0o600)  # O_WRONLY | O_CREAT | O_EXCL
        try:
            for piece in entry.content:
                self.cx.meter.check()
                stream.write(piece)
        finally:
            stream.release()
        self.cx.fs.chmod(path, mode)
        if "m" not in self.given:
            self.cx.fs.utime(path, entry.mtime * 10**9, entry.mtime * 10**9)

    def _link(self, target: str, path: str) -> None:
        self.links.add(path)
        if target.startswith("/") or ".." in target.split("/"):
            self.later.append((target, path))
        else:
            self.cx.fs.symlink(target, path)

    def _hard_link(self, entry: Entry, path: str) -> None:
        name = self._topped(self._safe(self._placed(entry.link, "h")))
        target = f"{self.folder}/{name}"
        try:
            self._parents(target)
            self.cx.fs.link(target, path)
        except OSError as error:
            self._fail(f"{entry.name}: Cannot hard link to ‘{name}’: {reason(error)}")  # noqa: RUF001  # GNU's quotes

    def finish(self) -> int:
        """Make the links that lead out, give folders their modes and times, and say what was not found."""
        for target, path in self.later:
            try:
                if not self.cx.fs.exists(path):
                    self.cx.fs.symlink(target, path)
            except OSError as error:
                self._fail(f"{path}: Cannot create symlink to {target}: {reason(error)}")
        for path, mode, mtime in reversed(self.times):
            self.cx.fs.chmod(path, mode)
            if "m" not in self.given:
                self.cx.fs.utime(path, mtime * 10**9, mtime * 10**9)
        for name, count in self.found.items():
            if count < max(self.occurrence, 1):
                self._fail(f"{name}: Not found in archive")
        return self.status


def _top(given: Given) -> str:
    """The folder of --one-top-level: the archive's name without its ends, when it has no name of its own."""
    if "one-top-level" not in given:
        return ""
    name = given["one-top-level"]
    if not name:
        name = given.get("f", "-").rpartition("/")[2]
        for end in (
            ".tar.gz",
            ".tar.bz2",
            ".tar.xz",
            ".tar.lzma",
            ".tar",
            ".tgz",
            ".tbz",
            ".tbz2",
            ".txz",
            ".tlz",
            ".taz",
        ):
            if name.endswith(end) and name != end:
                return name.removesuffix(end)
        raise Done(2)
    return name.strip("/")
