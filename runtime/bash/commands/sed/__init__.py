"""sed: edit streams by a script."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.sed.actions import ACTIONS
from runtime.bash.commands.sed.buffer import block_editor
from runtime.bash.commands.sed.input import Source
from runtime.bash.commands.sed.parse import SECTIONS, Parser
from runtime.bash.commands.sed.run import Machine
from runtime.bash.commands.sed.tree import ScriptError
from runtime.bash.option_table import Done, Options
from runtime.bash.streams import Capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... {script-only-if-no-other-script} [input-file]...",
    "Carry out a script on every line of the input files.",
    ("n", "quiet silent", "", "do not print the pattern space by itself"),
    ("", "debug", "", "ignored"),
    ("e", "expression", "script", "add script to what is carried out"),
    ("f", "file", "script-file", "add the contents of script-file"),
    ("", "follow-symlinks", "", "with -i, edit what links lead to"),
    ("i", "in-place", "[SUFFIX]", "edit files in place, keeping a copy when SUFFIX is given"),
    ("b", "binary", "", "ignored"),
    ("l", "line-length", "N", "where l breaks lines"),
    ("", "posix", "", "without GNU's additions"),
    ("Er", "regexp-extended", "", "extended regular expressions"),
    ("s", "separate", "", "every file is a stream of its own"),
    ("", "sandbox", "", "refuse e, r and w"),
    ("u", "unbuffered", "", "ignored: output waits for nobody"),
    ("z", "null-data zero-terminated", "", "lines end with NUL"),
    hint="{help}",
    origin="GNU sed 4.9",
    sections=SECTIONS,
    examples=(
        ("sed 's/old/new/g' notes.txt", "replace every old by new"),
        ("sed -n '2,4p' notes.txt", "lines 2 to 4"),
        ("sed -i.bak '/^#/d' notes.txt", "delete comments in the file, keeping notes.txt.bak"),
        ("sed -E 's/([a-z]+) ([a-z]+)/\\2 \\1/' notes.txt", "exchange the first two words"),
    ),
    notes=("The command e runs in the virtual shell. --debug is taken and prints nothing.",),
)
_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    operands = given.operands
    files: dict[str, Stream] = {}
    parser = Parser(
        cx.meter,
        extended="E" in given,
        sandbox="sandbox" in given,
        opened=lambda name: _opened(cx, name, files),
    )
    try:
        if not given.any("ef") and not operands:
            raise OPTIONS.refuse(cx, "")
        _read(cx, given, parser, operands)
        return _run(cx, given, parser, operands)
    except ScriptError as error:
        return cx.fail(str(error), error.status)
    finally:
        for stream in files.values():
            stream.release()


def _read(cx: Context, given: Given, parser: Parser, operands: list[str]) -> None:
    """Read the script, piece by piece."""
    number = 0
    if not given.any("ef"):
        parser.piece(operands.pop(0), 1)
    for key, value in given.order:
        if key == "e":
            number += 1
            parser.piece(value, number)
        elif key == "f":
            try:
                stream = opened(cx, value)
            except OSError as error:
                cx.complain(f"couldn't open file {value}: {reason(error)}")
                raise Done(4) from None
            try:
                parser.script(text_of(whole(cx, stream)), value, first=not number and not parser.commands)
            finally:
                stream.release()
    parser.finish()


def _opened(cx: Context, name: str, files: dict[str, Stream]) -> Stream:
    """The file of a w command; each name is opened once."""
    if name == "/dev/stdout":
        return cx.stdout
    if name == "/dev/stderr":
        return cx.stderr
    if name not in files:
        try:
            files[name] = cx.open(name, _WRITE)
        except OSError as error:
            cx.complain(f"couldn't open file {name}: {reason(error)}")
            raise Done(4) from None
    return files[name]


def _run(cx: Context, given: Given, parser: Parser, operands: list[str]) -> int:
    in_place = "i" in given
    editor = _InPlace(cx, given["i"], follow="follow-symlinks" in given) if in_place else None
    end = b"\0" if "z" in given else b"\n"
    length = given.get("l", "70")
    width = int(length[:9]) if length.isdecimal() else 0
    if in_place and not operands:
        return cx.fail("no input files", 4)
    separate = in_place or "s" in given
    silent = "n" in given or parser.silent
    edit = block_editor(parser.commands, silent=silent, separate=separate) if end == b"\n" else None

    def entered(name: str) -> None:
        if separate:
            machine.forget()
        if editor:
            editor.enter(name)

    source = Source(
        cx,
        operands,
        end=end,
        separate=separate,
        entered=entered,
        emptied=editor.empty if editor else None,
    )
    machine = Machine(
        cx,
        parser.commands,
        ACTIONS,
        source,
        silent=silent,
        end=end,
        width=0 if width == 1 else width,
        posix="posix" in given or "POSIXLY_CORRECT" in cx.env,
        place=parser.ended(),
    )
    if editor:
        editor.machine = machine
    try:
        status = machine.run_blocks(edit) if edit else machine.run()
        if editor:
            editor.leave()
    finally:
        source.close()
    return status or source.status


class _InPlace:
    """-i: what is written while a file is read takes the file's place."""

    def __init__(self, cx: Context, suffix: str, *, follow: bool) -> None:
        self.cx = cx
        self.suffix = suffix
        self.follow = follow
        self.machine: Machine | None = None
        self.name = ""
        self.capture = Capture()

    def enter(self, name: str) -> None:
        """Another file begins."""
        self._store()
        self.name = name
        if self.machine is not None:
            self.capture = Capture()
            self.machine.out.flush()
            self.machine.out.missing = b""
            self.machine.out.stream = self.capture

    def leave(self) -> None:
        """The script has ended."""
        self._store()

    def empty(self, name: str) -> None:
        """A file has no line: it stays empty, and is kept like any other."""
        if self.suffix:
            self._put(name, b"")

    def _store(self) -> None:
        if self.name and self.machine is not None:
            self.machine.out.flush()
            self._put(self.name, self.capture.value())

    def _put(self, name: str, content: bytes) -> None:
        """Put what was written where the file was: under a name of its own first, so that nobody sees half of it."""
        fs, path = self.cx.fs, self.cx.path(name)
        if self.follow:
            path = fs.realpath(path)
        mode = fs.stat(path).mode & 0o7777
        folder, _, base = path.rpartition("/")
        if self.suffix:
            kept = self.suffix.replace("*", base) if "*" in self.suffix else base + self.suffix
            fs.rename(path, self.cx.path(kept) if "/" in kept else f"{folder}/{kept}")
        made = f"{folder}/sed{self.cx.random.getrandbits(30):06x}"
        stream = self.cx.open(made, _WRITE)
        try:
            stream.write(content)
        finally:
            stream.release()
        fs.chmod(made, mode)
        fs.rename(made, path)
