"""find: look for files."""

from __future__ import annotations

from runtime.bash.commands._shared.input import whole
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands.find.expression import SECTIONS, Asked, Expression, Parser
from runtime.bash.commands.find.visit import Quit, Visit
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.find.reader import Walk
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]",
    "Walk folders and evaluate an expression for every file; -print is what is done when no action says otherwise.",
    ("H", "", "", "follow links that are operands"),
    ("L", "", "", "follow links"),
    ("P", "", "", "never follow links (the default)"),
    ("D", "", "debugopts", "ignored"),
    ("O", "", "level", "ignored"),
    permute=False,
    origin="GNU findutils 4.9.0",
    sections=SECTIONS,
    examples=(
        ("find . -name '*.py' -not -path './.git/*'", "Python files, but for those below .git"),
        ("find . -type f -size +1M -mtime -7", "files of more than 1 MiB that changed within a week"),
        ("find . -type d -empty -delete", "delete empty folders"),
        ("find . -name '*.log' -exec grep -l error {} +", "which logs speak of an error"),
        ("find . -type f -printf '%s %p\\n'", "sizes and paths"),
    ),
    notes=("-fstype knows tmpfs alone, and the debugging options are taken and do nothing.",),
)
_FOLDER, _LINK, _KIND = 0o040000, 0o120000, 0o170000


def main(cx: Context) -> int:
    settings, rest = _leading(cx)
    operands = []
    while rest and not (rest[0][0:1] == "-" and len(rest[0]) > 1) and rest[0] not in ("(", "!"):
        operands.append(rest.pop(0))
    try:
        expression = Parser(cx, rest, follow=settings == "L").parse()
    except Asked as asked:
        OPTIONS.parse(cx, [f"--{asked}"])
        return 0
    finder = _Finder(cx, expression, settings)
    try:
        walk = expression.walk
        for operand in _named(cx, walk, operands) if walk.names_from else operands or ["."]:
            finder.root(operand)
    except Quit:
        pass
    finally:
        expression.finish()
    return int(finder.failed or expression.walk.failed)


def _leading(cx: Context) -> tuple[str, list[str]]:
    """-H, -L and -P come before the paths; --help and --version anywhere first."""
    rest = list(cx.args)
    found = "P"
    while rest and (
        rest[0] in ("-H", "-L", "-P", "-D")
        or rest[0].startswith("-O")
        or rest[0] in ("--help", "-help", "--version", "-version")
    ):
        arg = rest.pop(0)
        if arg.endswith(("help", "version")):
            OPTIONS.parse(cx, ["--" + arg.lstrip("-")])
        if arg == "-D":
            if not rest:
                raise OPTIONS.refuse(cx, "Missing argument after the -D option.")
            rest.pop(0)
        elif arg.startswith("-O"):
            _level(cx, arg[2:])
        else:
            found = arg[1]
    if rest[:1] == ["--"]:
        rest.pop(0)
    return found, rest


def _level(cx: Context, text: str) -> None:
    """-O takes a number, which changes nothing here."""
    if not text:
        cx.complain("The -O option must be immediately followed by a decimal integer")
        raise Done(1)
    if not (text.isascii() and text.isdigit()):
        cx.complain("Please specify a decimal number immediately after -O")
        raise Done(1)


def _named(cx: Context, walk: Walk, operands: list[str]) -> Iterator[str]:
    """The names of -files0-from, one by one."""
    source = walk.names_from
    if operands:
        cx.complain(f"extra operand {quote(operands[0])}")
        cx.complain("file operands cannot be combined with -files0-from")
        raise Done(1)
    shown = "(standard input)" if source == "-" else source
    try:
        stream = cx.stdin.retain() if source == "-" else cx.open(source)
    except OSError as error:
        cx.complain(f"cannot open {quote(source)} for reading: {reason(error)}")
        raise Done(1) from None
    try:
        names = whole(cx, stream).decode("utf-8", "surrogateescape").split("\0")
    finally:
        stream.release()
    for number, name in enumerate(names if names[-1] else names[:-1], 1):
        if name:
            yield name
        else:
            cx.complain(f"{quote(shown)}:{number}: invalid zero-length file name")
            walk.failed = True


class _Finder:
    """Walks with a stack of its own, so that no depth of folders is too deep."""

    def __init__(self, cx: Context, expression: Expression, links: str) -> None:
        self.cx = cx
        self.expression = expression
        self.walk: Walk = expression.walk
        self.links = "L" if self.walk.follow else links
        self.failed = False

    def complain(self, path: str, error: OSError) -> None:
        self.cx.complain(f"{quote(path)}: {reason(error)}")
        self.failed = True

    def root(self, operand: str) -> None:
        """Walk one operand."""
        fs = self.cx.fs
        follow = self.links in ("H", "L")
        try:
            path = self.cx.path(operand)
            try:
                stat = fs.stat(path, follow=follow)
            except OSError:
                stat = fs.stat(path, follow=False)
        except OSError as error:
            self.complain(operand, error)
            return
        name = operand.rstrip("/").rpartition("/")[2] or "/"
        visit = Visit(self.cx, operand, name, operand, 0, stat.mode & _KIND, follow)
        self._walk(visit, stat.dev)

    def _walk(self, first: Visit, device: int) -> None:
        walk = self.walk
        stack: list[tuple[Visit, bool]] = [(first, False)]
        above: dict[str, frozenset[tuple[int, int]]] = {}
        while stack:
            visit, done = stack.pop()
            self.cx.meter.check()
            folder = visit.kind == _FOLDER
            if done or not (folder and walk.depth_first):
                self._evaluate(visit)
            if done or not folder or visit.pruned or visit.depth >= walk.most:
                continue
            if walk.one_device and visit.stat.dev != device:
                continue
            ring = self._ring(visit, above)
            if ring is None:
                continue
            if walk.depth_first:
                stack.append((visit, True))
            for child in self._below(visit):
                stack.append((child, False))
                if ring:
                    above[child.path] = ring

    def _ring(
        self, visit: Visit, above: dict[str, frozenset[tuple[int, int]]]
    ) -> frozenset[tuple[int, int]] | None:
        """With -L, the folders above this one; None when it is one of them."""
        if self.links != "L":
            return frozenset()
        identity = (visit.stat.dev, visit.stat.ino)
        ring = above.pop(visit.path, frozenset[tuple[int, int]]())
        if identity in ring:
            self.cx.complain(
                f"File system loop detected; {quote(visit.path)} is part of the same file system loop as {quote(visit.root)}."
            )
            self.failed = True
            return None
        return ring | {identity}

    def _below(self, visit: Visit) -> list[Visit]:
        """What a folder holds, last first."""
        try:
            entries = self.cx.fs.scandir(self.cx.path(visit.path))
        except OSError as error:
            self.complain(visit.path, error)
            return []
        head = visit.path if visit.path.endswith("/") else visit.path + "/"
        follow = self.links == "L"
        found = []
        for name, kind in reversed(entries):
            child = Visit(self.cx, head + name, name, visit.root, visit.depth + 1, kind, follow)
            if follow and kind == _LINK:
                child.kind = child.stat.mode & _KIND
            found.append(child)
        return found

    def _evaluate(self, visit: Visit) -> None:
        if visit.depth < self.walk.least or visit.depth > self.walk.most:
            return
        try:
            self.expression.test(visit)
        except OSError as error:
            if error.errno == 32:
                raise
            self.complain(visit.path, error)
