"""``.import``: a file of separated values into a table."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands.sqlite3.engine import Fault
from runtime.bash.commands.sqlite3.text import identifier, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.sqlite3.shell import Shell

    # The line that a row begins in, and its fields.
    Numbered = tuple[int, list[str]]

__all__ = ["brought_in"]

_USAGE = """\
.import FILE TABLE       Import data from FILE into TABLE
   Options:
     --ascii               Use \\037 and \\036 as column and row separators
     --csv                 Use , and \\n as column and row separators
     --skip N              Skip the first N rows of input
     --schema S            Target table to be S.TABLE
     -v                    "Verbose" - increase auxiliary output
   Notes:
     *  If TABLE does not exist, it is created.  The first row of input
        determines the column names.
     *  If neither --csv or --ascii are used, the input mode is derived
        from the ".mode" output mode
"""
# Rows between two looks at the clock.
_STRIDE = 64


class _Wish:
    """What the words of the command ask for."""

    def __init__(self, shell: Shell) -> None:
        form = shell.form
        self.columns, self.rows = form.columns, form.rows
        self.quoting = form.mode != "ascii"
        self.file = self.table = ""
        self.skip = 0
        self.verbose = False
        if form.mode == "csv" and self.rows == "\r\n":
            # What is read ends its lines as most files do; from then on so does what is printed.
            self.rows = form.rows = "\n"


def _refuse(shell: Shell, words: str) -> None:
    shell.say(f"ERROR: {words}. Usage:\n{_USAGE}")


def _wished(shell: Shell, words: list[str]) -> _Wish | None:
    wish = _Wish(shell)
    rest = words[::-1]
    while rest:
        word = rest.pop()
        name = word.lstrip("-") if word.startswith("-") else ""
        if not name:
            if wish.table:
                _refuse(shell, f'extra argument: "{word}"')
                return None
            wish.file, wish.table = (wish.file, word) if wish.file else (word, "")
        elif name == "v":
            wish.verbose = True
        elif name in {"skip", "schema"} and rest:
            value = rest.pop()
            wish.skip = int(value[:9]) if name == "skip" and value.isdecimal() else wish.skip
        elif name == "ascii":
            wish.columns, wish.rows, wish.quoting = "\x1f", "\x1e", False
        elif name == "csv":
            wish.columns, wish.rows, wish.quoting = ",", "\n", True
        else:
            _refuse(shell, f'unknown option: "{word}"')
            return None
    if not wish.table:
        _refuse(shell, f"missing {'TABLE' if wish.file else 'FILE'} argument")
        return None
    return wish


def _fields(text: str, wish: _Wish) -> Iterator[Numbered]:
    """Rows with the line each begins in."""
    at, line, end = 0, 1, len(text)
    column, row_end = wish.columns, wish.rows
    while at < end:
        begun, fields = line, []
        while True:
            if wish.quoting and text.startswith('"', at):
                field, at = _quoted(text, at)
                line += field.count("\n")
                stop = _either(text, at, column, row_end)
                field, at = field + text[at:stop].removesuffix("\r" if row_end == "\n" else "\0"), stop
            else:
                stop = _either(text, at, column, row_end)
                field, at = text[at:stop], stop
                if row_end == "\n" and not text.startswith(column, at):
                    field = field.removesuffix("\r")
            fields.append(field)
            if not text.startswith(column, at) or at >= end:
                break
            at += len(column)
        at += len(row_end)
        line += 1
        yield begun, fields


def _either(text: str, at: int, column: str, row_end: str) -> int:
    stops = [stop for stop in (text.find(column, at), text.find(row_end, at)) if stop >= 0]
    return min(stops, default=len(text))


def _quoted(text: str, at: int) -> tuple[str, int]:
    parts: list[str] = []
    at += 1
    while True:
        stop = text.find('"', at)
        if stop < 0:
            return "".join(parts) + text[at:], len(text)
        parts.append(text[at:stop])
        at = stop + 1
        if not text.startswith('"', at):
            return "".join(parts), at
        parts.append('"')
        at += 1


def _content(shell: Shell, name: str) -> str | None:
    try:
        stream = opened(shell.cx, name) if name != "-" else shell.cx.stdin.retain()
    except OSError:
        shell.complain(f'Error: cannot open "{name}"')
        return None
    try:
        return text_of(whole(shell.cx, stream))
    finally:
        stream.release()


def brought_in(shell: Shell, words: list[str]) -> int:
    """The command with its words; a status. Raises Fault."""
    wish = _wished(shell, words)
    if wish is None:
        return 1
    if not wish.columns or not wish.rows:
        shell.complain(
            f"Error: non-null {'column' if not wish.columns else 'row'} separator required for import"
        )
        return 1
    text = _content(shell, wish.file)
    if text is None:
        return 1
    rows = _fields(text, wish)
    for _ in range(wish.skip):
        next(rows, None)
    database = shell.database
    names = database.rows(f"SELECT name FROM pragma_table_info({literal(wish.table)})")
    made = ""
    if not names:
        first = next(rows, None)
        if first is None:
            shell.complain(f"{wish.file}: empty file")
            return 1
        columns = _distinct(shell, wish.file, first[1])
        made = f'CREATE TABLE "{wish.table.replace(chr(34), chr(34) * 2)}"(\n' + ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}" TEXT' for name in columns) + ")"  # fmt: skip
        if wish.verbose:
            shell.say(f"{made}\n\n")
        database.rows(made)
        count = len(columns)
    else:
        count = len(names)
    return _insert(shell, wish, rows, count)


def _insert(shell: Shell, wish: _Wish, rows: Iterator[Numbered], count: int) -> int:
    """Every row; the status of the last."""
    database = shell.database
    sql = f"INSERT INTO {identifier(wish.table)} VALUES({','.join('?' * count)})"
    own = not database.in_transaction
    added = failed = line = status = 0
    if own:
        database.rows("BEGIN")
    try:
        for line, fields in rows:
            values = _fitted(shell, wish.file, line, fields, count)
            try:
                database.insert(sql, values, look=added % _STRIDE == 0)
                added, status = added + 1, 0
            except Fault as fault:
                shell.complain(f"{wish.file}:{line}: INSERT failed: {fault.message}")
                failed, status = failed + 1, fault.code
    finally:
        if own and database.in_transaction:
            database.rows("COMMIT")
    if wish.verbose:
        shell.say(f"Added {added} rows with {failed} errors using {line} lines of input\n")
    return status


def _fitted(shell: Shell, file: str, line: int, fields: list[str], count: int) -> tuple[str | None, ...]:
    found = len(fields)
    if found == count:
        return tuple(fields)
    if found < count:
        shell.complain(
            f"{file}:{line}: expected {count} columns but found {found} - filling the rest with NULL"
        )
        return (*fields, *[None] * (count - found))
    shell.complain(f"{file}:{line}: expected {count} columns but found {found} - extras ignored")
    return tuple(fields[:count])


def _distinct(shell: Shell, file: str, names: list[str]) -> list[str]:
    """The names of columns, renamed where two are the same."""
    names = [name or "?" for name in names]
    folded = [name.lower() for name in names]
    if len(set(folded)) == len(names):
        return names
    made, renamed = [], []
    for number, name in enumerate(names, 1):
        if folded.count(name.lower()) > 1:
            made.append(f"{name}_{number}")
            renamed.append(f'"{name}" to "{made[-1]}"')
        else:
            made.append(name)
    shell.complain(f"Columns renamed during .import {file} due to duplicates:\n" + ",\n".join(renamed))
    return made
