"""The files that patch reads, replaces, removes, and keeps as backups."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Files"]

_CREATE, _APPEND = 0o1101, 0o2101  # O_WRONLY | O_CREAT, and O_TRUNC or O_APPEND


class Files:
    """What happens to files.

    Attributes:
        backup_mismatch: whether what did not fit exactly is backed up.
    """

    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        last = given.last(("backup-if-mismatch", "no-backup-if-mismatch"))
        self.backup_mismatch = last == "backup-if-mismatch" or (not last and "POSIXLY_CORRECT" not in cx.env)
        self.written: set[str] = set()

    def stat(self, name: str, follow: bool = False) -> Stat | None:
        """What a name leads to, links not followed; None when nothing is there."""
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=follow)
        except OSError:
            return None

    def content(self, name: str) -> bytes:
        """A whole file."""
        return self.cx.fs.read_bytes(self.cx.path(name))

    def _write(self, name: str, data: bytes, flags: int, mode: int = 0o666) -> None:
        stream = self.cx.open(name, flags, mode)
        try:
            stream.write(data)
        finally:
            stream.release()

    def put_out(self, name: str, data: bytes) -> None:
        """-o: patched files one after the other."""
        if name == "-":
            self.cx.stdout.write(data)
            return
        self._write(name, data, _APPEND if name in self.written else _CREATE, 0o600)
        self.written.add(name)

    def put_rejects(self, name: str, data: bytes) -> None:
        """Reject files; several parts may share one."""
        self._folders(name)
        self._write(name, data, _APPEND if f"{name}\0" in self.written else _CREATE)
        self.written.add(f"{name}\0")

    def put(self, name: str, target: str, data: bytes, backup: bool, mode: int | None) -> None:
        """``target`` is ``data`` from now on, with the mode of ``name``."""
        fs, path = self.cx.fs, self.cx.path(target)
        before = self.stat(name, follow=True)
        if backup:
            self._back_up(target)
        if self.stat(target) is not None and "follow-symlinks" not in self.given:
            fs.unlink(path)
        self._folders(target)
        self._write(target, data, _CREATE)
        self.written.add(target)
        if mode is not None:
            fs.chmod(path, mode & ~self.cx.umask)
        elif before is not None:
            fs.chmod(path, before.mode & 0o7777)

    def remove(self, target: str, backup: bool) -> None:
        """``target`` goes, and the folders that it leaves empty."""
        if backup:
            self._back_up(target)
        if self.stat(target) is not None:
            self.cx.fs.unlink(self.cx.path(target))
        folder = target.rpartition("/")[0].rstrip("/")
        while folder:
            try:
                self.cx.fs.rmdir(self.cx.path(folder))
            except OSError:
                return
            folder = folder.rpartition("/")[0].rstrip("/")

    def _folders(self, name: str) -> None:
        for found in re.finditer("/+", name):
            folder = name[: found.start()]
            if folder and not self.cx.fs.exists(self.cx.path(folder)):
                self.cx.fs.mkdir(self.cx.path(folder), 0o777 & ~self.cx.umask)

    def _back_up(self, name: str) -> None:
        """Once for each file: the first backup is what there was before."""
        if name in self.written:
            return
        kept = self._backup_name(name)
        self._folders(kept)
        if self.stat(name) is None:
            self._write(kept, b"", _CREATE)
            self.cx.fs.chmod(self.cx.path(kept), 0)
        else:
            self.cx.fs.rename(self.cx.path(name), self.cx.path(kept))

    def _backup_name(self, name: str) -> str:
        given, env = self.given, self.cx.env
        folder, slash, base = name.rpartition("/")
        control = (
            given.get("V") or env.get("PATCH_VERSION_CONTROL") or env.get("VERSION_CONTROL") or "existing"
        )
        simple = any(key in given for key in "BYz") and "V" not in given
        if not simple and not control.startswith(("s", "never")):
            pattern = re.compile(re.escape(base) + r"\.~([0-9]{1,9})~")
            place = self.cx.path(folder + slash if slash else ".")
            there = self.cx.fs.listdir(place) if self.cx.fs.is_dir(place) else []
            numbers = [int(found[1]) for entry in there if (found := pattern.fullmatch(entry))]
            if numbers or (control.startswith(("n", "t")) and not control.startswith("ni")):
                return f"{name}.~{max(numbers, default=0) + 1}~"
        if not any(key in given for key in "BYz"):
            return name + (env.get("SIMPLE_BACKUP_SUFFIX") or ".orig")
        return f"{given.get('B')}{folder}{slash}{given.get('Y')}{base}{given.get('z')}"
