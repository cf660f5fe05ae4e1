"""Archives that are there: taking members out, joining archives, and comparing one with the files."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands.tar.archive import BLOCK, RECORD, entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.tar.archive import Entry
    from runtime.bash.commands.tar.extract import Extractor
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Comparison", "joined", "without"]

_KINDS = {"0": 0o100000, "\0": 0o100000, "7": 0o100000, "1": 0, "2": 0o120000, "5": 0o040000, "6": 0o010000}


def _closed(data: bytes) -> bytes:
    """Members with the blocks of zeros that end an archive."""
    return data + b"\0" * (-(len(data) + 2 * BLOCK) % RECORD + 2 * BLOCK)


def without(cx: Context, data: bytes, work: Extractor) -> bytes:
    """The archive but for the members that ``work`` was told to take."""
    kept = [data[entry.start : entry.end] for entry in entries(cx, [data]) if not work.wants(entry.name)]
    return _closed(b"".join(kept))


def joined(cx: Context, archives: list[bytes]) -> bytes:
    """All members of several archives, in order."""
    parts = []
    for data in archives:
        last = 0
        for entry in entries(cx, [data]):
            last = entry.end
        parts.append(data[:last])
    return _closed(b"".join(parts))


class Comparison:
    """``--compare``: what differs between members and files. Differences are output, not errors."""

    def __init__(self, cx: Context, folder: str) -> None:
        self.cx = cx
        self.folder = folder.rstrip("/")
        self.differs = False

    def take(self, entry: Entry) -> None:
        """One member."""
        if entry.type == "V":
            return
        name = entry.name.rstrip("/") or "/"
        path = name if name.startswith("/") else f"{self.folder}/{name}"
        try:
            stat = self.cx.fs.stat(path, follow=False)
        except OSError as error:
            self.cx.complain(f"{name}: Warning: Cannot stat: {reason(error)}")
            self.differs = True
            return
        for what in self._differences(entry, path, stat):
            self.differs = True
            self.cx.stdout.write(encoded(f"{entry.name}: {what}\n"))

    def _differences(self, entry: Entry, path: str, stat: Stat) -> list[str]:
        if entry.type == "1":
            return self._linked(entry, stat)
        kind = _KINDS.get("5" if entry.is_folder else entry.type)
        if kind is not None and stat.mode & 0o170000 != kind:
            return ["File type differs"]
        if entry.type == "2":
            return [] if self.cx.fs.readlink(path) == entry.link else ["Symlink differs"]
        found = ["Mode differs"] if (stat.mode ^ entry.mode) & 0o7777 else []
        if entry.is_folder or entry.type == "6":
            return found
        found += ["Uid differs"] if stat.uid != entry.uid else []
        found += ["Gid differs"] if stat.gid != entry.gid else []
        found += ["Mod time differs"] if stat.mtime_ns // 10**9 != entry.mtime else []
        if stat.size != entry.size:
            return [*found, "Size differs"]
        if self.cx.fs.read_bytes(path) != b"".join(entry.content):
            found.append("Contents differ")
        return found

    def _linked(self, entry: Entry, stat: Stat) -> list[str]:
        target = entry.link if entry.link.startswith("/") else f"{self.folder}/{entry.link}"
        try:
            same = self.cx.fs.stat(target, follow=False).ino == stat.ino
        except OSError as error:
            self.cx.complain(f"{entry.link}: Warning: Cannot stat: {reason(error)}")
            self.differs = True
            return []
        return [] if same else [f"Not linked to {quote(entry.link)}"]
