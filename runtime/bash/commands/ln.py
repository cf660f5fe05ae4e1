"""ln: make links."""

from __future__ import annotations

from runtime.bash.commands._shared.backup import Backup
from runtime.bash.commands._shared.canonical_path import canonical, relative
from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

OPTIONS = Options(
    "[OPTION]... [-T] TARGET LINK_NAME\n[OPTION]... TARGET\n[OPTION]... TARGET... DIRECTORY\n[OPTION]... -t DIRECTORY TARGET...",
    "Make a link to TARGET, by default a hard link.",
    ("", "backup", "[CONTROL]", "keep what is in the way as a backup"),
    ("b", "", "", "the same without a CONTROL"),
    ("dF", "directory", "", "try to make hard links to folders"),
    ("f", "force", "", "remove what is in the way"),
    ("i", "interactive", "", "ask before removing what is in the way"),
    ("L", "logical", "", "link to what links lead to"),
    ("n", "no-dereference", "", "take a link to a folder for a file"),
    ("P", "physical", "", "link to links themselves"),
    ("r", "relative", "", "with -s, name TARGET as seen from the link"),
    ("s", "symbolic", "", "make symbolic links"),
    ("S", "suffix", "SUFFIX", "backups end with SUFFIX"),
    ("t", "target-directory", "DIRECTORY", "make links in DIRECTORY"),
    ("T", "no-target-directory", "", "LINK_NAME is no folder to make links in"),
    ("v", "verbose", "", "say what is linked"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks={"t": lambda folder: _target(cx, folder)})
    names = given.operands
    if not names:
        raise OPTIONS.refuse(cx, "missing file operand")
    linker = _Linker(cx, given)
    if linker.relative and not linker.symbolic:
        return cx.fail("cannot do --relative without --symbolic")
    folder = _folder(linker, given, names)
    if folder is None:
        return 1
    if folder:
        for target in names:
            base = target.rstrip("/").rpartition("/")[2]
            linker.link(target, f"{folder.rstrip('/')}/{base}")
    else:
        linker.link(names[0], names[1])
    return int(linker.failed)


def _folder(linker: _Linker, given: Given, names: list[str]) -> str | None:
    """The folder that the links go to, taken from the operands; "" for none, None when it cannot be."""
    cx = linker.cx
    if "T" in given:
        if len(names) < 2:
            raise OPTIONS.refuse(cx, f"missing destination file operand after {always(names[0])}")
        if len(names) > 2:
            raise OPTIONS.refuse(cx, f"extra operand {always(names[2])}")
        return ""
    if "t" in given:
        return given["t"]
    if len(names) == 1:
        return "."
    if linker.is_folder(names[-1]):
        return names.pop()
    if len(names) > 2:
        cx.complain(f"target {always(names[-1])}: {_why(cx, names[-1])}")
        return None
    return ""


def _target(cx: Context, folder: str) -> None:
    """Refuse what -t names when it is no folder."""
    try:
        if cx.fs.stat(cx.path(folder)).mode & 0o170000 == 0o040000:
            return
        cx.complain(f"target {always(folder)} is not a directory")
    except OSError as error:
        cx.complain(f"failed to access {always(folder)}: {reason(error)}")
    raise Done(1)


def _why(cx: Context, name: str) -> str:
    try:
        cx.fs.stat(cx.path(name))
    except OSError as error:
        return reason(error)
    return "Not a directory"


class _Linker:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.symbolic = "s" in given
        self.relative = "r" in given
        self.plain = "n" in given
        self.force = given.last("fi")
        self.follow = given.last("LP", "P") == "L"
        self.verbose = "v" in given
        self.folders = "d" in given
        self.backup = Backup(cx, OPTIONS, given)
        self.failed = False

    def is_folder(self, name: str) -> bool:
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=not self.plain).mode & 0o170000 == 0o040000
        except OSError:
            return False

    def complain(self, message: str) -> None:
        self.cx.complain(message)
        self.failed = True

    def link(self, target: str, name: str) -> None:
        """One link ``name`` to ``target``."""
        cx, fs = self.cx, self.cx.fs
        kind = "symbolic" if self.symbolic else "hard"
        if not self.symbolic and not self._may_link(target):
            return
        said = self._relative(target, name) if self.relative and self.symbolic else target
        try:
            path = cx.path(name)
            kept = self._clear(target, name)
            if kept is None:
                return
            if self.symbolic:
                fs.symlink(said, path)
            else:
                fs.link(fs.realpath(cx.path(target)) if self.follow else cx.path(target), path)
        except OSError as error:
            shown = always(name)
            if self.symbolic and not said:
                shown += f" -> {always(said)}"
            elif not self.symbolic and error.errno != 17:
                shown += f" => {always(said)}"
            self.complain(f"failed to create {kind} link {shown}: {reason(error)}")
            return
        if self.verbose:
            cx.write(f"{kept}{always(name)} {'->' if self.symbolic else '=>'} {always(said)}\n")

    def _may_link(self, target: str) -> bool:
        try:
            mode = self.cx.fs.stat(self.cx.path(target), follow=self.follow).mode
        except OSError as error:
            self.complain(f"failed to access {always(target)}: {reason(error)}")
            return False
        if mode & 0o170000 == 0o040000:
            if not self.folders:
                self.complain(f"{target}: hard link not allowed for directory")
            return self.folders
        return True

    def _relative(self, target: str, name: str) -> str:
        folder = self.cx.path(name).rpartition("/")[0] or "/"
        return relative(canonical(self.cx, target, "m"), canonical(self.cx, folder, "m"))

    def _clear(self, target: str, name: str) -> str | None:
        """Make way for the link; what is said of a backup, None when the link is not to be made."""
        fs, path = self.cx.fs, self.cx.path(name)
        try:
            here = fs.stat(path, follow=False)
        except OSError:
            return ""
        if not (self.force or self.backup.wanted):
            return ""
        if here.mode & 0o170000 == 0o040000:
            self.complain(f"{name}: cannot overwrite directory")
            return None
        careful = self.force == "f" or self.backup.wanted
        if careful and not (self.symbolic and self.backup.wanted) and self._is_itself(target, name, here):
            self.complain(f"{always(target)} and {always(name)} are the same file")
            return None
        if self.force == "i" and not self._confirm(name):
            return None
        kept = self.backup.keep(name)
        if kept:
            return f"{always(kept)} ~ "
        fs.unlink(path)
        return ""

    def _is_itself(self, target: str, name: str, here: Stat) -> bool:
        """Whether making way for the link would remove what it leads to."""
        fs, path = self.cx.fs, self.cx.path
        try:
            there = fs.stat(path(target), follow=self.symbolic or self.follow)
        except OSError:
            return False
        if (there.dev, there.ino) != (here.dev, here.ino):
            return False
        places = [path(word).rstrip("/").rpartition("/") for word in (target, name)]
        (one, _, first), (two, _, second) = places
        return there.nlink == 1 or (first == second and fs.realpath(one or "/") == fs.realpath(two or "/"))

    def _confirm(self, name: str) -> bool:
        self.cx.stderr.write(f"{self.cx.name}: replace {always(name)}? ".encode("utf-8", "surrogateescape"))
        return self.cx.stdin.readline()[:1] in (b"y", b"Y")
