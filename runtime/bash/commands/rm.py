"""rm: remove files and folders."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Remove each FILE. Folders are removed with -r only.",
    ("f", "force", "", "what is not there is no error; never ask"),
    ("i", "", "", "ask before every removal"),
    ("I", "", "", "ask once before removing more than three files, or folders"),
    ("", "interactive", "[WHEN]", "ask: never, once (-I) or always (-i)"),
    ("", "one-file-system", "", "skip folders of other file systems"),
    ("", "no-preserve-root", "", "do not treat / specially"),
    ("", "preserve-root", "[all]", "never remove / (the default)"),
    ("rR", "recursive", "", "remove folders and what they hold"),
    ("d", "dir", "", "remove empty folders"),
    ("v", "verbose", "", "say what is done"),
)
_FOLDER = 0o040000
_WHEN = {"never": "f", "no": "f", "none": "f", "once": "I", "always": "i", "yes": "i", "": "i"}

_EACCES = 13


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    remover = _Remover(cx, given)
    if not given.operands:
        if remover.force:
            return 0
        raise OPTIONS.refuse(cx, "missing operand")
    if remover.ask == "I" and (len(given.operands) > 3 or "r" in given):
        count = len(given.operands)
        noun = f"{count} argument{'s' if count > 1 else ''}{' recursively' if 'r' in given else ''}"
        if not remover.confirm(f"remove {noun}? "):
            return 0
    for name in given.operands:
        remover.operand(name)
    return int(remover.failed)


class _Level:
    """A folder that is being emptied; ``whole`` until something in it stays."""

    __slots__ = ("entries", "path", "whole")

    def __init__(self, path: str, entries: list[tuple[str, int]]) -> None:
        self.path = path
        self.entries = entries
        self.whole = True


class _Remover:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.fs = cx.fs
        self.force = False
        self.recursive = "r" in given
        self.empty = "d" in given
        self.verbose = "v" in given
        self.guard = given.last(("no-preserve-root", "preserve-root")) != "no-preserve-root"
        self.failed = False
        self.ask = "f"
        for key, value in given.order:
            if key in ("f", "i", "I"):
                self.ask = key
                # Asking takes back that what is not there is no error.
                self.force = key == "f"
            elif key == "interactive":
                if value not in _WHEN:
                    raise _bad_when(cx, value)
                self.ask = _WHEN[value]
                self.force = self.force and self.ask == "f"

    def confirm(self, question: str) -> bool:
        """Ask on standard error, read one line of standard input."""
        self.cx.stderr.write(f"{self.cx.name}: {question}".encode("utf-8", "surrogateescape"))
        return self.cx.stdin.readline()[:1] in (b"y", b"Y")

    def complain(self, name: str, why: str) -> None:
        self.cx.complain(f"cannot remove {always(name)}: {why}")
        self.failed = True

    def operand(self, name: str) -> None:
        base = name.rstrip("/").rpartition("/")[2]
        if self.recursive and base in (".", ".."):
            self.cx.complain(f"refusing to remove '.' or '..' directory: skipping {always(name)}")
            self.failed = True
            return
        try:
            mode = self.fs.stat(self.cx.path(name), follow=False).mode
        except OSError as error:
            # A name below what is no folder is as absent as one that nobody made (ENOENT, ENOTDIR).
            if not (self.force and error.errno in (2, 20)):
                self.complain(name, reason(error))
            return
        if mode & 0o170000 == _FOLDER and self.guard and self.recursive and self._is_root(name):
            self.cx.complain("it is dangerous to operate recursively on '/'")
            self.cx.complain("use --no-preserve-root to override this failsafe")
            self.failed = True
            return
        self.remove(name, mode)

    def _is_root(self, name: str) -> bool:
        return self.fs.realpath(self.cx.path(name)) == "/"

    def remove(self, name: str, mode: int) -> bool:
        """Remove one object and, with -r, all below it; whether it is gone. Walks with a stack of its own: a script can
        nest folders deeper than any host's recursion."""
        if mode & 0o170000 != _FOLDER:
            return self._file(name)
        if not self.recursive:
            if not self.empty:
                self.complain(name, "Is a directory")
                return False
            if self.fs.scandir(self.cx.path(name)):
                self.complain(name, "Directory not empty")
                return False
            return self._folder(name, True)
        stack: list[_Level] = []
        if self._enter(name, stack):
            while stack:
                self._step(stack)
        return not self.failed

    def _step(self, stack: list[_Level]) -> None:
        """Remove the next entry of the innermost folder, or the folder itself when there is none left."""
        level = stack[-1]
        self.cx.meter.check()
        if not level.entries:
            stack.pop()
            gone = level.whole and self._folder(level.path, False)
            if stack and not gone:
                stack[-1].whole = False
            return
        entry, kind = level.entries.pop()
        child = f"{level.path.rstrip('/')}/{entry}"
        if not (self._enter(child, stack) if kind == _FOLDER else self._file(child)):
            level.whole = False

    def _enter(self, path: str, stack: list[_Level]) -> bool:
        try:
            entries = self.fs.scandir(self.cx.path(path))
        except OSError as error:
            if error.errno == _EACCES and self.ask == "f" and self._empty(path):
                return True
            self.complain(path, reason(error))
            return False
        if entries and self.ask == "i" and not self.confirm(f"descend into directory {always(path)}? "):
            return False
        entries.reverse()
        stack.append(_Level(path, entries))
        return True

    def _empty(self, path: str) -> bool:
        """Whether a folder that cannot be read was empty, and is gone."""
        try:
            self.fs.rmdir(self.cx.path(path))
        except OSError:
            return False
        if self.verbose:
            self.cx.write(f"removed directory {always(path)}\n")
        return True

    def _file(self, path: str) -> bool:
        if self.ask == "i" and not self.confirm(f"remove {self._kind(path)} {always(path)}? "):
            return False
        try:
            self.fs.unlink(self.cx.path(path))
        except OSError as error:
            if self.force and error.errno in (2, 20):
                return True
            self.complain(path, reason(error))
            return False
        if self.verbose:
            self.cx.write(f"removed {always(path)}\n")
        return True

    def _folder(self, path: str, operand: bool) -> bool:
        if self.ask == "i" and not self.confirm(f"remove directory {always(path)}? "):
            return False
        try:
            self.fs.rmdir(self.cx.path(path))
        except OSError as error:
            self.complain(path, reason(error))
            return operand
        if self.verbose:
            self.cx.write(f"removed directory {always(path)}\n")
        return True

    def _kind(self, path: str) -> str:
        from runtime.bash.commands._shared.file_kinds import kind_name

        return kind_name(self.fs.stat(self.cx.path(path), follow=False))


def _bad_when(cx: Context, value: str) -> Done:
    from runtime.bash.commands._shared.argmatch import invalid

    return invalid(cx, OPTIONS, "interactive", value, (("never", "no", "none"), ("once",), ("always", "yes")))
