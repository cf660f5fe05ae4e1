"""Taking archives apart. No member leaves the folder that it is extracted to:

1. Leading slashes of a name are cut off; a name with ``..`` is refused (in the target of a hard link, what is before it goes).
2. Links that lead out (absolute, or with ``..``) are made when all else is done, so that no member is written through one.
3. A member whose way passes a link that the archive itself made is refused.
"""

from __future__ import annotations

import re

from runtime.bash.commands._names import reason
from runtime.bash.commands._tar_format import matches, shown
from runtime.bash.commands._wildcards import wildcard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.commands._tar_format import Entry
    from runtime.bash.options import Given

__all__ = ["Extractor"]

_CLIMB = re.compile(r".*(?:^|/)\.\.(?=/|$)/*|^/+", re.DOTALL)


class Extractor:
    """One reading of an archive: ``take`` every member, then ``finish``."""

    def __init__(self, cx: Context, given: Given, folder: str, names: list[str], excluded: list[str]) -> None:
        self.cx = cx
        self.given = given
        self.folder = folder.rstrip("/")
        self.names = dict.fromkeys((name.rstrip("/") for name in names), False)
        self.patterns = {name: wildcard(name) for name in self.names} if "wildcards" in given else {}
        self.excluded = [wildcard(pattern.rstrip("/")) for pattern in excluded]
        text = given.get("strip-components", "0")
        self.strip = int(text[:6]) if text.isascii() and text.isdigit() else 0
        self.verbose = given.count("v")
        self.width = 19
        self.status = 0
        self.warned: set[str] = set()
        self.links: set[str] = set()
        self.later: list[tuple[str, str]] = []
        self.times: list[tuple[str, int, int]] = []

    def take(self, entry: Entry, extract: bool) -> None:
        """One member."""
        if not self._wanted(entry.name) or matches(entry.name, self.excluded):
            return
        if not extract:
            self._list(entry, self.verbose)
            return
        name = self._safe(entry.name)
        if ".." in entry.name.split("/"):
            self._fail(f"{entry.name}: Member name contains '..'")
            return
        if self.strip:
            name = "/".join(name.split("/")[self.strip :])
        if self.verbose:
            self._list(entry, self.verbose - 1)
        if self.strip and not name.strip("/"):
            return
        name = name or "."
        if "O" in self.given:
            for piece in entry.content:
                self.cx.stdout.write(piece)
            return
        try:
            self._make(entry, f"{self.folder}/{name.rstrip('/')}")
        except OSError as error:
            self._fail(f"{entry.name}: Cannot open: {reason(error)}")

    def _wanted(self, name: str) -> bool:
        if not self.names:
            return True
        bare = name.rstrip("/")
        for wanted in self.names:
            fits = self.patterns.get(wanted)
            if bare == wanted or bare.startswith(wanted + "/") or (fits is not None and fits(bare)):
                self.names[wanted] = True
                return True
        return False

    def _list(self, entry: Entry, level: int) -> None:
        text = entry.name
        if level:
            text, self.width = shown(entry, "numeric-owner" in self.given, self.width)
        # What is listed must not mix with what -O prints.
        out = self.cx.stderr if "O" in self.given else self.cx.stdout
        out.write(f"{text}\n".encode("utf-8", "surrogateescape"))

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
            if not fs.is_dir(path):
                fs.mkdir(path, 0o700 | mode)
            self.times.append((path, mode, entry.mtime))
            return
        if self._kept(path):
            return
        if entry.type == "2":
            self._link(entry.link, path)
        elif entry.type == "1":
            self._hard_link(entry, path)
        elif entry.type == "6":
            fs.mkfifo(path, mode)
        elif entry.type in "0\x007":
            self._file(entry, path, mode)
        else:
            self._fail(f"{entry.name}: Cannot mknod: Operation not permitted")

    def _kept(self, path: str) -> bool:
        """Whether what is there stays; otherwise it is gone."""
        fs = self.cx.fs
        try:
            kind = fs.stat(path, follow=False).mode & 0o170000
        except OSError:
            return False
        if "skip-old-files" in self.given:
            return True
        shown_name = path[len(self.folder) + 1 :]
        if "k" in self.given:
            self._fail(f"{shown_name}: Cannot open: File exists")
            return True
        if kind == 0o040000:
            fs.rmdir(path)
        else:
            fs.unlink(path)
        return False

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
        name = self._safe(entry.link)
        if self.strip:
            name = "/".join(name.split("/")[self.strip :])
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
        for name, found in self.names.items():
            if not found:
                self._fail(f"{name}: Not found in archive")
        return self.status
