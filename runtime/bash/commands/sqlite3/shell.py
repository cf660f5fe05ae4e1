"""The sqlite3 shell: the scripts it reads, and the file that it keeps its database in."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded, opened, text_of, whole
from runtime.bash.commands.sqlite3.engine import Database, Fault, complete
from runtime.bash.commands.sqlite3.modes import Format, printed
from runtime.bash.commands.sqlite3.text import pointed_out, unquoted_end
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Shell"]

_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_WRITABLE = 2
# Files that read one another.
_DEEPEST = 25
_MEMORY = ":memory:"
# Other shells' words for the end of a statement.
_GO = frozenset({"go", "/"})


class Shell:
    """One run.

    Attributes:
        form: how rows are printed.
        out: where they go: standard output, or what ``.output`` and ``.once`` name.
        leaving: the status that ``.exit`` asks for, once it does.
    """

    def __init__(self, cx: Context, perform: Callable[[Shell, str], int]) -> None:
        self.cx = cx
        # What runs a dot command.
        self._perform = perform
        self.form = Format()
        self.out: Stream = cx.stdout
        self.once = False
        self.echo = self.bail = self.show_changes = False
        self.leaving: int | None = None
        self.file = ""
        self.read_only = False
        self.depth = 0
        self._database: Database | None = None
        self._data = b""

    # -- the database and its file

    @property
    def database(self) -> Database:
        """The database, opened at its first use. Raises Done."""
        if self._database is None:
            try:
                self._data = self._content()
            except OSError:
                self.complain(f'Error: unable to open database "{self.file}": unable to open database file')
                raise Done(1) from None
            self._database = Database(self.cx, self._data, read_only=self.read_only)
        return self._database

    def _content(self) -> bytes:
        """What the file holds; nothing when it is new. Raises OSError."""
        if self.file in {"", _MEMORY}:
            return b""
        cx = self.cx
        path = cx.path(self.file)
        if not cx.fs.exists(path):
            if self.read_only:
                raise FileNotFoundError(2, "No such file or directory")
            # Where it cannot be made, nothing is begun.
            cx.open(self.file, 0o101).release()  # O_WRONLY | O_CREAT
            return b""
        if not self.read_only:
            self.read_only = not cx.fs.access(path, _WRITABLE)
        stream = opened(cx, self.file)
        try:
            return whole(cx, stream)
        finally:
            stream.release()

    def open(self, name: str, *, fresh: bool = False, read_only: bool = False) -> None:
        """Another database from now on."""
        self.close()
        self.file, self.read_only = name, read_only
        if fresh and name not in {"", _MEMORY}:
            self.save_as(name, b"")

    def close(self) -> None:
        """Write back what was changed, and let the database go. Raises OSError."""
        database, self._database = self._database, None
        if database is None:
            return
        try:
            if database.written and self.file not in {"", _MEMORY} and not database.corrupt:
                data = database.serialized()
                if data != self._data:
                    self._write_back(data)
        finally:
            database.close()

    def _write_back(self, data: bytes) -> None:
        """The file, whole: where the new one does not fit, the old one stays."""
        try:
            self.save_as(self.file, data)
        except BaseException:
            self.save_as(self.file, self._data)
            raise

    def save_as(self, name: str, data: bytes) -> None:
        """Write a file. Raises OSError."""
        stream = self.cx.open(name, _WRITE)
        try:
            stream.write(data)
        finally:
            stream.release()

    # -- what is said

    def say(self, text: str) -> None:
        """Write to where rows go."""
        self.out.write(encoded(text))

    def complain(self, text: str) -> None:
        """Write a line to standard error."""
        self.cx.stderr.write(encoded(text + "\n"))

    def redirect(self, stream: Stream | None, *, once: bool = False) -> None:
        """Rows go to another stream from now on, or (None) to standard output again."""
        if self.out is not self.cx.stdout:
            self.out.release()
        self.out = stream or self.cx.stdout
        self.once = once and stream is not None

    # -- SQL

    def execute(self, sql: str) -> None:
        """Every statement of a text. Raises Fault."""
        for rows in self.database.run(sql):
            names = rows.names
            if not names:
                for _ in rows:
                    pass
            elif rows.sql[:7].lower() == "explain" and names == ["id", "parent", "notused", "detail"]:
                from runtime.bash.commands.sqlite3.plan import drawn

                self.say(drawn(list(rows)))
            else:
                for text in printed(self.form, names, rows, self.cx.meter):
                    self.say(text)
            if self.show_changes:
                changed, total = self.database.changes()
                self.say(f"changes: {changed}   total_changes: {total}\n")

    def command(self, text: str) -> int:
        """One operand after the file, or a ``-cmd``: a dot command or SQL; a status."""
        if text.startswith("."):
            return self.dot(text)
        try:
            self.execute(text)
        except Fault as fault:
            phase = "stepping" if fault.prepared else "in prepare"
            self.complain(f"Error: {phase}, {_worded(fault)}")
            return fault.code
        return 0

    def dot(self, line: str) -> int:
        """One dot command; a status."""
        return self._perform(self, line)

    def process(self, text: str) -> int:
        """A script: how many of its parts failed."""
        held: list[str] = []
        failed = started = 0
        for number, line in enumerate(_lines(text), 1):
            if (failed and self.bail) or self.leaving is not None:
                return failed
            if not held and (line[:1] in {".", "#"} or not line.strip()):
                failed += self._aside(line)
                continue
            started = started if held else number
            held.append(line)
            sql = self._ended(held)
            if sql:
                failed += self._piece(sql, started)
                held = []
        if "".join(held).strip() and not (failed and self.bail):
            failed += self._piece("\n".join(held).lstrip(), started, echo=False)
        return failed

    def _ended(self, held: list[str]) -> str:
        """The statements of these lines when the last one ends them, else ""."""
        last = held[-1].strip().lower()
        if last in _GO and len(held) > 1:
            sql = "\n".join(held[:-1]).lstrip() + ";"
        elif ";" in last:
            sql = "\n".join(held).lstrip()
        else:
            return ""
        return sql if self._whole(sql) else ""

    def _whole(self, sql: str) -> bool:
        return unquoted_end(sql) and complete(sql)

    def _aside(self, line: str) -> int:
        """A line that is no SQL."""
        if self.echo:
            self.say(f"{line}\n")
        return int(line[:1] == "." and self.dot(line) != 0)

    def _piece(self, sql: str, line: int, *, echo: bool = True) -> int:
        if self.echo and echo:
            self.say(f"{sql}\n")
        try:
            self.execute(sql)
        except Fault as fault:
            kind = "Runtime" if fault.prepared else "Parse"
            self.complain(f"{kind} error near line {line}: {_worded(fault)}")
            return 1
        finally:
            if self.once:
                self.redirect(None)
        return 0

    def read(self, name: str) -> int:
        """Process a file of the virtual file system; a status. Raises OSError."""
        if self.depth >= _DEEPEST:
            self.complain(f"Input nesting limit ({_DEEPEST}) reached at line 1. Check recursion.")
            return 1
        stream = opened(self.cx, name)
        try:
            text = text_of(whole(self.cx, stream))
        finally:
            stream.release()
        self.depth += 1
        try:
            return int(self.process(text) > 0)
        finally:
            self.depth -= 1


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    # What follows a NUL in a line is not read.
    return [line.removesuffix("\r").partition("\0")[0] for line in lines]


def _worded(fault: Fault) -> str:
    code = f" ({fault.code})" if fault.code > 1 else ""
    return f"{fault.message}{code}{pointed_out(fault.sql, fault.offset)}"
