"""The actions of find."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.commands.find.printing import compile_format, long_line
from runtime.bash.commands.find.visit import Quit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.find.reader import Reader, Test
    from runtime.bash.commands.find.visit import Visit
    from runtime.bash.streams import Stream

__all__ = ["ACTIONS"]

_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_BATCH_BYTES = 131_072
_FOLDER = 0o040000


def _file(parser: Reader, name: str) -> Stream:
    """The file of -fprint and its like; each is opened once, as the expression is read."""
    if name == "/dev/stdout":
        return parser.cx.stdout
    if name == "/dev/stderr":
        return parser.cx.stderr
    if name not in parser.files:
        try:
            parser.files[name] = parser.cx.open(name, _WRITE)
        except OSError as error:
            raise parser.fail(f"{quote(name)}: {reason(error)}") from None
        parser.last.append(parser.files[name].release)
    return parser.files[name]


def _output(
    text: Callable[[Reader], Callable[[Visit], str]], *, to_file: bool = False
) -> Callable[[Reader], Test]:
    """An action that writes a text."""

    def make(parser: Reader) -> Test:
        parser.acts = True
        stream = _file(parser, parser.take()) if to_file else parser.cx.stdout
        shown = text(parser)

        def act(visit: Visit) -> bool:
            stream.write(encoded(shown(visit)))
            return True

        return act

    return make


def _ended(end: str) -> Callable[[Reader], Callable[[Visit], str]]:
    return lambda parser: lambda visit: visit.path + end  # noqa: ARG005


def _formatted(parser: Reader) -> Callable[[Visit], str]:
    return compile_format(parser, parser.take())


def _long(parser: Reader) -> Callable[[Visit], str]:
    del parser
    return lambda visit: long_line(visit) + "\n"


def _constant(value: bool) -> Callable[[Reader], Test]:
    def make(parser: Reader) -> Test:
        del parser
        return lambda visit: value  # noqa: ARG005

    return make


def _prune(parser: Reader) -> Test:
    del parser

    def act(visit: Visit) -> bool:
        visit.pruned = True
        return True

    return act


def _quit(parser: Reader) -> Test:
    del parser

    def act(visit: Visit) -> bool:
        del visit
        raise Quit

    return act


def _delete(parser: Reader) -> Test:
    parser.acts = True
    parser.walk.depth_first = True

    def act(visit: Visit) -> bool:
        cx = visit.cx
        if visit.path in (".", "./"):
            return True
        try:
            if visit.kind == _FOLDER:
                cx.fs.rmdir(cx.path(visit.path))
            else:
                cx.fs.unlink(cx.path(visit.path))
        except OSError as error:
            cx.complain(f"cannot delete {quote(visit.path)}: {reason(error)}")
            parser.walk.failed = True
            return False
        return True

    return act


def _exec(*, there: bool = False, ask: bool = False) -> Callable[[Reader], Test]:
    """-exec, -execdir (``there``: in the file's folder), -ok and -okdir (``ask``)."""

    def make(parser: Reader) -> Test:
        parser.acts = True
        words: list[str] = []
        while True:
            if not parser.peek() and parser.at >= len(parser.args):
                raise parser.fail(f"missing argument to `{parser.primary_name}'")
            word = parser.take()
            if word == ";":
                break
            if word == "+" and words[-1:] == ["{}"] and not ask:
                return _Batches(parser, words[:-1], there=there).add
            words.append(word)
        if not words:
            raise parser.fail(f"invalid argument `;' to `{parser.primary_name}'")

        def act(visit: Visit) -> bool:
            name = _local(visit) if there else visit.path
            command = [word.replace("{}", name) for word in words]
            if ask and not _agreed(visit, command):
                return False
            return _run(parser, command, _folder(visit) if there else "") == 0

        return act

    return make


def _local(visit: Visit) -> str:
    if visit.path == "/":
        return "/"
    return f"./{visit.name.rstrip('/')}{'/' * visit.path.endswith('/')}"


def _folder(visit: Visit) -> str:
    head = visit.path.rstrip("/").rpartition("/")[0]
    return head or ("/" if visit.path.startswith("/") else ".")


def _agreed(visit: Visit, command: list[str]) -> bool:
    cx = visit.cx
    cx.stderr.write(encoded(f"< {command[0]} ... {visit.path} > ? "))
    return cx.stdin.readline()[:1] in (b"y", b"Y")


def _run(parser: Reader, command: list[str], folder: str) -> int:
    cx = parser.cx
    cx.meter.check()
    missing = cx.launch.missing(command[0])
    if missing:
        why = "Permission denied" if missing == 126 else "No such file or directory"
        cx.complain(f"{quote(command[0])}: {why}")
        return missing
    if not folder or folder == ".":
        return cx.launch.run(command)
    words = " ".join("'" + word.replace("'", "'\\''") + "'" for word in (folder, *command))
    # The first word is the folder: a subshell goes there and becomes the command.
    return cx.launch.run(["sh", "-c", f'set -- {words}; cd "$1" && shift && exec "$@"'])


class _Batches:
    """-exec … {} +: as many files at a time as a command line holds."""

    def __init__(self, parser: Reader, words: list[str], *, there: bool) -> None:
        self.parser = parser
        self.words = words
        self.there = there
        self.folder = ""
        self.names: list[str] = []
        self.size = 0
        parser.last.append(self.flush)

    def add(self, visit: Visit) -> bool:
        """One more file; always true."""
        folder = _folder(visit) if self.there else ""
        name = _local(visit) if self.there else visit.path
        if self.size + len(name) > _BATCH_BYTES or folder != self.folder:
            self.flush()
        self.folder = folder
        self.names.append(name)
        self.size += len(name) + 1
        return True

    def flush(self) -> None:
        """Run what is collected."""
        names, self.names, self.size = self.names, [], 0
        if names and _run(self.parser, [*self.words, *names], self.folder):
            self.parser.walk.failed = True


# What makes the action, what it takes, and its help.
ACTIONS: dict[str, tuple[Callable[[Reader], Test], str, str]] = {
    "-delete": (_delete, "", "delete it; implies -depth"),
    "-exec": (
        _exec(),
        "COMMAND ;",
        "run COMMAND, {} is the file; true when it succeeds. With {} + for many files at once",
    ),
    "-execdir": (_exec(there=True), "COMMAND ;", "the same in the folder of the file"),
    "-false": (_constant(False), "", "never true"),
    "-fls": (_output(_long, to_file=True), "FILE", "like -ls, to FILE"),
    "-fprint": (_output(_ended("\n"), to_file=True), "FILE", "like -print, to FILE"),
    "-fprint0": (_output(_ended("\0"), to_file=True), "FILE", "like -print0, to FILE"),
    "-fprintf": (_output(_formatted, to_file=True), "FILE FORMAT", "like -printf, to FILE"),
    "-ls": (_output(_long), "", "print as ls -dils does"),
    "-ok": (_exec(ask=True), "COMMAND ;", "like -exec, after asking"),
    "-okdir": (_exec(there=True, ask=True), "COMMAND ;", "like -execdir, after asking"),
    "-print": (_output(_ended("\n")), "", "print the path"),
    "-print0": (_output(_ended("\0")), "", "print the path and a NUL"),
    "-printf": (
        _output(_formatted),
        "FORMAT",
        "print by FORMAT: %p %f %h %s %m %M %u %g %t %T@ %y %l %d and others",
    ),
    "-prune": (_prune, "", "do not go into this folder"),
    "-quit": (_quit, "", "end here"),
    "-true": (_constant(True), "", "always true"),
}
