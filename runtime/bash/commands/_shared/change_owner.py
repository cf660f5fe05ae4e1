"""Changing owners: what chown and chgrp share."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import by_name, name_of
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given, Options
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["ROWS", "change", "owner"]

ROWS = (
    ("c", "changes", "", "like verbose but report only when a change is made"),
    ("f", "silent quiet", "", "suppress most error messages"),
    ("v", "verbose", "", "output a diagnostic for every file processed"),
    ("", "dereference", "", "affect the referent of each symbolic link (default)"),
    ("h", "no-dereference", "", "affect symbolic links instead of any referenced file"),
    ("", "no-preserve-root", "", "do not treat '/' specially (the default)"),
    ("", "preserve-root", "", "fail to operate recursively on '/'"),
    ("", "reference", "RFILE", "use RFILE's owner rather than specified"),
    ("R", "recursive", "", "operate on files and directories recursively"),
    ("H", "", "", "with -R, traverse links to directories that are operands"),
    ("L", "", "", "with -R, traverse every link to a directory"),
    ("P", "", "", "with -R, do not traverse any links (default)"),
)
_KIND, _FOLDER, _LINK = 0o170000, 0o040000, 0o120000


def owner(cx: Context, text: str) -> tuple[int, int]:
    """The numbers of ``OWNER[:[GROUP]]``; -1 for what is not to change. Raises Done."""
    user, mark, group = text.partition(":")
    if not mark and by_name(cx, user) is None and "." in user:
        user, mark, group = text.partition(".")
    uid = -1 if not user else _numbered(cx, user.removeprefix("+"), "user", text)
    if group:
        return uid, _numbered(cx, group.removeprefix("+"), "group", text)
    return uid, uid if mark and user else -1


def _numbered(cx: Context, name: str, what: str, text: str) -> int:
    number = by_name(cx, name)
    if number is None:
        cx.complain(f"invalid {what}: {quote(text)}")
        raise Done(1)
    return number


def change(cx: Context, options: Options, given: Given, names: list[str], uid: int, gid: int) -> int:
    """Change all of ``names``; the exit status."""
    if given.any("R") and given.last(("h", "dereference")) == "dereference" and given.last("HLP", "P") == "P":
        cx.complain("-R --dereference requires either -H or -L")
        return 1
    return _Change(cx, given, uid, gid, options.about.startswith("Change the group")).run(names)


class _Change:
    def __init__(self, cx: Context, given: Given, uid: int, gid: int, group_only: bool) -> None:
        self.cx = cx
        self.uid, self.gid = uid, gid
        self.group_only = group_only
        self.recursive = "R" in given
        self.walk = given.last("HLP", "P")
        self.follow = given.last(("h", "dereference"), "" if not self.recursive else "P") != "h"
        self.quiet = "f" in given
        self.report = given.last("cv")
        self.guard = given.last(("preserve-root", "no-preserve-root")) == "preserve-root"
        self.status = 0

    def complain(self, message: str) -> None:
        self.status = 1
        if not self.quiet:
            self.cx.complain(message)

    def run(self, names: list[str]) -> int:
        for name in names:
            if (
                self.recursive
                and self.guard
                and name
                and self.cx.fs.realpath(self.cx.path(name), strict=False) == "/"
            ):
                same = "" if name == "/" else " (same as '/')"
                self.complain(f"it is dangerous to operate recursively on {always(name)}{same}")
                self.cx.complain("use --no-preserve-root to override this failsafe")
                continue
            self._operand(name)
        return self.status

    def _operand(self, name: str) -> None:
        stack = [(name, True)]
        while stack:
            self.cx.meter.check()
            name, operand = stack.pop()
            stat = self._stat(name, operand)
            if stat is None:
                continue
            if self.recursive and stat.mode & _KIND == _FOLDER:
                stack += [(f"{name.rstrip('/')}/{entry}", False) for entry in self._entries(name)]
            self._one(name, stat)

    def _stat(self, name: str, operand: bool) -> Stat | None:
        follow = self.walk == "L" or (operand and self.walk == "H") or (self.follow and not self.recursive)
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=follow)
        except OSError as error:
            if error.errno == 2 and name and self._dangling(name):
                self.complain(f"cannot dereference {always(name)}: {reason(error)}")
            else:
                self.complain(f"cannot access {always(name)}: {reason(error)}")
            return None

    def _dangling(self, name: str) -> bool:
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=False).mode & _KIND == _LINK
        except OSError:
            return False

    def _entries(self, name: str) -> list[str]:
        try:
            return self.cx.fs.listdir(self.cx.path(name))[::-1]
        except OSError as error:
            self.complain(f"cannot read directory {always(name)}: {reason(error)}")
            return []

    def _one(self, name: str, stat: Stat) -> None:
        changed = self.uid not in (-1, stat.uid) or self.gid not in (-1, stat.gid)
        try:
            self.cx.fs.chown(self.cx.path(name), self.uid, self.gid, follow=stat.mode & _KIND != _LINK)
        except OSError as error:
            what = "group" if self.group_only else "ownership"
            self.complain(f"changing {what} of {always(name)}: {reason(error)}")
            if self.report == "v":
                self.cx.write(f"failed to change {what} of {always(name)} {self._words(stat)}\n")
            return
        what = "group" if self.group_only and self.gid != -1 else "ownership"
        if changed and self.report:
            self.cx.write(f"changed {what} of {always(name)} {self._words(stat)}\n")
        elif self.report == "v":
            kept = self._before(stat)
            self.cx.write(f"{what} of {always(name)} retained{f' as {kept}' if kept else ''}\n")

    def _before(self, stat: Stat) -> str:
        """The owners so far, as far as they are spoken of."""
        user = self.uid != -1 or (self.gid != -1 and not self.group_only)
        return self._shown(stat.uid if user else -1, stat.gid if self.gid != -1 else -1)

    def _words(self, stat: Stat) -> str:
        lead = ":" if self.uid == -1 and not self.group_only else ""
        return f"from {self._before(stat)} to {lead}{self._shown(self.uid, self.gid)}"

    def _shown(self, uid: int, gid: int) -> str:
        user, group = (name_of(self.cx, number) or str(number) for number in (uid, gid))
        if uid == -1:
            return "" if gid == -1 else group
        return user if gid == -1 else f"{user}:{group}"
