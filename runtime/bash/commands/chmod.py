"""chmod: change permissions."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.modes import Mode, letters
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... MODE[,MODE]... FILE...\n[OPTION]... OCTAL-MODE FILE...\n[OPTION]... --reference=RFILE FILE...",
    "Change the mode of each FILE to MODE.",
    ("c", "changes", "", "say what is changed"),
    ("f", "silent quiet", "", "do not complain about most failures"),
    ("v", "verbose", "", "say what is done to every file"),
    ("", "no-preserve-root", "", "do not treat / specially"),
    ("", "preserve-root", "", "refuse to change / and all below it"),
    ("", "reference", "RFILE", "take the mode of RFILE"),
    ("R", "recursive", "", "change what folders hold as well"),
)
# A mode may begin with a minus sign, as an option does.
_MODE = re.compile(r"-[rwxXstugo0-7]+(?:,.*)?|-(?!-)[rwxXst]*[-+=].*")


def main(cx: Context) -> int:
    modes, rest = _split(cx.args)
    given = OPTIONS.parse(cx, rest)
    operands = given.operands
    if "reference" not in given:
        operands = modes + operands
    if not operands or (len(operands) == 1 and "reference" not in given):
        after = f" after {quote(operands[0])}" if operands and not modes else ""
        raise OPTIONS.refuse(cx, f"missing operand{after}")
    if "reference" in given:
        try:
            text = f"{cx.fs.stat(cx.path(given['reference'])).mode & 0o7777:05o}"
        except OSError as error:
            return cx.fail(f"failed to get attributes of {always(given['reference'])}: {reason(error)}")
    else:
        text = operands.pop(0)
    try:
        mode = Mode(text)
    except ValueError:
        raise OPTIONS.refuse(cx, f"invalid mode: {quote(text)}") from None
    change = _Change(cx, given, mode)
    for name in operands:
        change.operand(name)
    return int(change.failed)


def _split(args: list[str]) -> tuple[list[str], list[str]]:
    """Modes that look like options, and the rest."""
    for at, arg in enumerate(args):
        if arg == "--":
            break
        if _MODE.fullmatch(arg):
            return [arg], args[:at] + args[at + 1 :]
    return [], args


class _Change:
    def __init__(self, cx: Context, given: Given, mode: Mode) -> None:
        self.cx = cx
        self.mode = mode
        self.recursive = "R" in given
        self.quiet = "f" in given
        self.report = given.last("cv")
        self.guard = given.last(("preserve-root", "no-preserve-root")) == "preserve-root"
        self.failed = False

    def complain(self, message: str) -> None:
        self.failed = True
        if not self.quiet:
            self.cx.complain(message)

    def operand(self, name: str) -> None:
        fs = self.cx.fs
        try:
            path = self.cx.path(name)
            mode = fs.stat(path).mode
        except OSError as error:
            dangling = error.errno == 2 and name and self._is_link(name)
            what = "cannot operate on dangling symlink " if dangling else "cannot access "
            self.complain(what + always(name) + ("" if dangling else f": {reason(error)}"))
            if self.report == "v":
                self.cx.write(f"{always(name)} could not be accessed\n")
            return
        if self.recursive and self.guard and fs.realpath(path) == "/":
            self.complain("it is dangerous to operate recursively on '/'")
            self.cx.complain("use --no-preserve-root to override this failsafe")
            return
        stack = [(name, mode)]
        while stack:
            name, mode = stack.pop()
            self.cx.meter.check()
            self._one(name, mode)
            if self.recursive and mode & 0o170000 == 0o040000:
                stack += self._below(name)

    def _is_link(self, name: str) -> bool:
        try:
            return self.cx.fs.stat(self.cx.path(name), follow=False).mode & 0o170000 == 0o120000
        except OSError:
            return False

    def _below(self, name: str) -> list[tuple[str, int]]:
        """What a folder holds, last first; links are left alone."""
        fs, found = self.cx.fs, []
        try:
            for entry, kind in fs.scandir(self.cx.path(name)):
                path = f"{name.rstrip('/')}/{entry}"
                if kind != 0o120000:
                    found.append((path, fs.stat(self.cx.path(path), follow=False).mode))
        except OSError as error:
            self.complain(f"cannot read directory {always(name)}: {reason(error)}")
        return found[::-1]

    def _one(self, name: str, mode: int) -> None:
        bits = self.mode.apply(mode, self.cx.umask)
        before = mode & 0o7777
        try:
            self.cx.fs.chmod(self.cx.path(name), bits)
        except OSError as error:
            self.complain(f"changing permissions of {always(name)}: {reason(error)}")
            return
        shown = f"{before:04o} ({letters(before)[1:]}) to {bits:04o} ({letters(bits)[1:]})"
        if bits != before and self.report:
            self.cx.write(f"mode of {always(name)} changed from {shown}\n")
        elif self.report == "v":
            self.cx.write(f"mode of {always(name)} retained as {bits:04o} ({letters(bits)[1:]})\n")
