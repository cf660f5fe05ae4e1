"""The dot commands of the sqlite3 shell, by name; any beginning of a name that fits stands for the first in the table."""

from __future__ import annotations

from os import strerror

from runtime.bash.commands.sqlite3.engine import VERSION, Fault
from runtime.bash.commands.sqlite3.modes import MODES
from runtime.bash.commands.sqlite3.text import identifier, literal
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.sqlite3.shell import Shell

    Command = Callable[[Shell, list[str]], int]

__all__ = ["perform"]

_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_HELP = {
    "bail": "on|off             Stop after hitting an error.  Default OFF",
    "backup": "FILE             Backup the database to FILE",
    "changes": "on|off          Show number of rows changed by SQL",
    "databases": "              List names and files of attached databases",
    "dump": "?OBJECTS?          Render database content as SQL",
    "echo": "on|off             Turn command echo on or off",
    "exit": "?CODE?             Exit this program with return-code CODE",
    "headers": "on|off          Turn display of headers on or off",
    "help": "?PATTERN?          Show help text for PATTERN",
    "import": "FILE TABLE       Import data from FILE into TABLE",
    "indexes": "?TABLE?         Show names of indexes",
    "mode": "MODE ?OPTIONS?     Set output mode",
    "nullvalue": "STRING        Use STRING in place of NULL values",
    "once": "?FILE?             Output for the next SQL command only to FILE",
    "open": "?OPTIONS? ?FILE?   Close existing database and reopen FILE",
    "output": "?FILE?           Send output to FILE or stdout if FILE is omitted",
    "print": "STRING...         Print literal STRING",
    "quit": "                   Exit this program",
    "read": "FILE               Read input from FILE",
    "save": "FILE               Write database to FILE (an alias for .backup ...)",
    "schema": "?PATTERN?        Show the CREATE statements matching PATTERN",
    "separator": "COL ?ROW?     Change the column and row separators",
    "show": "                   Show the current values for various settings",
    "tables": "?TABLE?          List names of tables matching LIKE pattern TABLE",
    "width": "NUM1 NUM2 ...     Set minimum column widths for columnar output",
}
_ON = {"on": True, "yes": True, "off": False, "no": False}
_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    '"': '"',
    "'": "'",
    "\\": "\\",
}


def perform(shell: Shell, line: str) -> int:
    """One line that begins with a dot; a status."""
    words = _words(line[1:])
    if not words:
        return 0
    name = words[0]
    command = _found(name)
    if command is None:
        shell.complain(f'Error: unknown command or invalid arguments:  "{name}". Enter ".help" for help')
        return 1
    try:
        return command(shell, words)
    except Fault as fault:
        shell.complain(f"Error: {fault.message}")
        return 1


def _found(name: str) -> Command | None:
    if name in COMMANDS:
        return COMMANDS[name]
    return next((command for full, command in COMMANDS.items() if full.startswith(name)), None) if len(name) > 1 or name in "qh" else None  # fmt: skip


def _words(text: str) -> list[str]:
    words: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in "\"'":
            end = at + 1
            while end < len(text) and text[end] != char:
                end += 2 if text[end] == "\\" and char == '"' else 1
            word = text[at + 1 : end]
            words.append(unescaped(word) if char == '"' else word)
            at = end + 1
        else:
            end = at
            while end < len(text) and not text[end].isspace():
                end += 1
            words.append(unescaped(text[at:end]))
            at = end
    return words


def unescaped(text: str) -> str:
    """Escapes as in C."""
    if "\\" not in text:
        return text
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char != "\\" or at == len(text):
            out.append(char)
            continue
        char = text[at]
        at += 1
        if char in "01234567":
            end = at
            while end < len(text) and end < at + 2 and text[end] in "01234567":
                end += 1
            out.append(chr(int(text[at - 1 : end], 8) & 0xFF))
            at = end
        else:
            out.append(_ESCAPES.get(char, char))
    return "".join(out)


def _boolean(shell: Shell, word: str) -> bool:
    if word.isdigit():
        return int(word[:9]) != 0
    if word.lower() not in _ON:
        shell.complain(f'ERROR: Not a boolean value: "{word}". Assuming "no".')
    return _ON.get(word.lower(), False)


def _switch(usage: str, act: Callable[[Shell, bool], None]) -> Command:
    def command(shell: Shell, words: list[str]) -> int:
        if len(words) != 2:
            shell.complain(f"Usage: .{usage} on|off")
            return 1
        act(shell, _boolean(shell, words[1]))
        return 0

    return command


def _ignored(shell: Shell, words: list[str]) -> int:
    del shell, words
    return 0


def _exit(shell: Shell, words: list[str]) -> int:
    code = words[1] if len(words) > 1 and words[0].startswith("e") else "0"
    shell.leaving = int(code[:9]) & 0xFF if code.isdigit() else 0
    return 0


def _mode(shell: Shell, words: list[str]) -> int:
    form = shell.form
    if len(words) == 1:
        columnar = form.mode in {"box", "column", "markdown", "table"}
        tail = f" --wrap 0 --wordwrap off --{'' if form.quote else 'no'}quote" if columnar else ""
        shell.say(f"current output mode: {form.mode}{tail}\n")
        return 0
    operands = [word for word in words[1:] if not word.startswith("-")]
    flags = {word.lstrip("-") for word in words[1:] if word.startswith("-")}
    wish = operands[0] if operands else form.mode
    # "lines" and "columns" are taken too, and any beginning.
    mode = next(
        (known for known in _PREFERRED if wish and (known.startswith(wish) or wish == f"{known}s")), None
    )
    if mode is None:
        shell.complain(f"Error: mode should be one of: {' '.join(MODES)}")
        return 1
    form.turn(mode)
    form.quote = form.quote or "quote" in flags
    if mode == "insert":
        form.table = operands[1] if len(operands) > 1 else "table"
    return 0


_PREFERRED = ("line", "column", "list", "html", "tcl", "csv", "tabs", "insert", "quote", "ascii", "markdown", "table", "box", "qbox", "json")  # fmt: skip


def _separator(shell: Shell, words: list[str]) -> int:
    if len(words) not in {2, 3}:
        shell.complain("Usage: .separator COL ?ROW?")
        return 1
    shell.form.columns = words[1]
    if len(words) == 3:
        shell.form.rows = words[2]
    return 0


def _nullvalue(shell: Shell, words: list[str]) -> int:
    if len(words) != 2:
        shell.complain("Usage: .nullvalue STRING")
        return 1
    shell.form.null = words[1]
    return 0


def _width(shell: Shell, words: list[str]) -> int:
    widths = [int(word[:9]) if word.removeprefix("-").isdecimal() else 0 for word in words[1:]]
    for width in widths:
        shell.cx.meter.text(abs(width))
    shell.form.widths = widths
    return 0


def _print(shell: Shell, words: list[str]) -> int:
    shell.say(" ".join(words[1:]) + "\n")
    return 0


def _output(shell: Shell, words: list[str]) -> int:
    names = [word for word in words[1:] if not word.startswith("-")]
    if len(names) > 1:
        shell.complain(f'ERROR: extra parameter: "{names[1]}".  Usage:')
        return 1
    if not names or names[0] == "stdout":
        shell.redirect(None)
        return 0
    try:
        name = "/dev/null" if names[0] == "off" else names[0]
        shell.redirect(shell.cx.open(name, _WRITE), once=words[0].startswith("on"))
    except OSError:
        shell.redirect(None)
        shell.complain(f'Error: cannot open "{names[0]}"\nError: cannot write to "{names[0]}"')
        return 1
    return 0


def _read(shell: Shell, words: list[str]) -> int:
    if len(words) != 2:
        shell.complain("Usage: .read FILE")
        return 1
    try:
        return shell.read(words[1])
    except OSError:
        shell.complain(f'Error: cannot open "{words[1]}"')
        return 1


def _open(shell: Shell, words: list[str]) -> int:
    flags = {word.lstrip("-") for word in words[1:] if word.startswith("-")}
    names = [word for word in words[1:] if not word.startswith("-")]
    try:
        shell.open(names[0] if names else "", fresh="new" in flags, read_only="readonly" in flags)
        shell.database  # noqa: B018  # opened now, so that its failure is this command's
    except Done as done:
        return done.status
    except OSError as error:
        shell.complain(f"Error: {strerror(error.errno or 5)}")
        return 1
    return 0


def _save(shell: Shell, words: list[str]) -> int:
    names = [word for word in words[1:] if not word.startswith("-")]
    if len(names) != 1:
        shell.complain("missing FILENAME argument on .backup")
        return 1
    try:
        shell.save_as(names[0], shell.database.serialized())
    except OSError:
        shell.complain(f'Error: cannot open "{names[0]}"')
        return 1
    return 0


def _show(shell: Shell, words: list[str]) -> int:
    del words
    form = shell.form
    output = "stdout" if shell.out is shell.cx.stdout else "file"
    values = {
        "echo": "on" if shell.echo else "off", "eqp": "off", "explain": "auto", "headers": "on" if form.header else "off",
        "mode": form.mode, "nullvalue": _shown(form.null), "output": output, "colseparator": _shown(form.columns),
        "rowseparator": _shown(form.rows), "stats": "off", "width": "".join(f"{width} " for width in form.widths),
        "filename": shell.file or ":memory:",
    }  # fmt: skip
    shell.say("".join(f"{name:>12}: {value}\n" for name, value in values.items()))
    return 0


def _shown(text: str) -> str:
    made = (
        text.replace("\\", "\\\\")
        .replace('"', '\\"')
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t")
    )
    return '"' + "".join(f"\\{ord(char):03o}" if char < " " else char for char in made) + '"'


def _databases(shell: Shell, words: list[str]) -> int:
    del words
    path = '""' if shell.file in {"", ":memory:"} else shell.cx.path(shell.file)
    shell.database  # noqa: B018  # whether it is read-only is known once it is open
    shell.say(f"main: {path} {'r/o' if shell.read_only else 'r/w'}\n")
    return 0


# -- what the database holds


def _names(kinds: str, column: str) -> Command:
    def command(shell: Shell, words: list[str]) -> int:
        if len(words) > 2:
            shell.complain(f"Usage: .{words[0]} ?LIKE-PATTERN?")
            return 1
        like = f" AND {column} LIKE {literal(words[1])}" if len(words) > 1 else ""
        found = shell.database.rows(
            f"SELECT name FROM sqlite_schema WHERE type IN ({kinds}) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'{like} ORDER BY 1"
        )
        shell.say(_table([str(row[0]) for row in found]))
        return 0

    return command


def _table(names: list[str]) -> str:
    """Names in as many columns as 80 characters hold, downwards."""
    if not names:
        return ""
    wide = max(map(len, names))
    columns = max(1, 80 // (wide + 2))
    rows = (len(names) + columns - 1) // columns
    return "".join("  ".join(name.ljust(wide) for name in names[row::rows]) + "\n" for row in range(rows))


def _schema(shell: Shell, words: list[str]) -> int:
    flags = {word.lstrip("-") for word in words[1:] if word.startswith("-")}
    names = [word for word in words[1:] if not word.startswith("-")]
    if len(names) > 1:
        shell.complain("Usage: .schema ?--indent? ?--nosys? ?LIKE-PATTERN?")
        return 1
    wanted = "sql NOT NULL"
    if names and names[0].lower() in {"sqlite_schema", "sqlite_master"}:
        columns = "\n  type text,\n  name text,\n  tbl_name text,\n  rootpage integer,\n  sql text\n"
        shell.say(f"CREATE TABLE {names[0]} ({columns});\n")
        return 0
    if names:
        relation = "GLOB" if any(char in names[0] for char in "*?[") else "LIKE"
        wanted += f" AND lower(tbl_name) {relation} {literal(names[0].lower())}"
    if "nosys" in flags:
        wanted += " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    for kind, name, sql in shell.database.rows(
        f"SELECT type, name, sql FROM sqlite_schema WHERE {wanted} ORDER BY rowid"
    ):
        shell.say(_statement(sql) + (_columns_of(shell, name) if _is_view(kind, sql) else "") + ";\n")
    return 0


def _is_view(kind: str, sql: str) -> bool:
    return kind == "view" or sql[:20].upper() == "CREATE VIRTUAL TABLE"


def _statement(sql: str) -> str:
    quoted = sql[:13] == "CREATE TABLE " and sql[13:14] in {"'", '"'}
    return f"CREATE TABLE IF NOT EXISTS {sql[13:]}" if quoted else sql


def _columns_of(shell: Shell, name: str) -> str:
    try:
        columns = shell.database.rows(f"SELECT name FROM pragma_table_info({literal(name)})")
    except Fault:
        return ""
    return f"\n/* {identifier(name)}({','.join(identifier(row[0]) for row in columns)}) */" if columns else ""


def _fullschema(shell: Shell, words: list[str]) -> int:
    del words
    found = shell.database.rows(
        "SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
    )
    shell.say("".join(_statement(row[0]) + ";\n" for row in found) + "/* No STAT tables available */\n")
    return 0


def _dump(shell: Shell, words: list[str]) -> int:
    from runtime.bash.commands.sqlite3.dump import dumped

    for text in dumped(shell.database, [word for word in words[1:] if not word.startswith("-")]):
        shell.say(text)
    return 0


def _import(shell: Shell, words: list[str]) -> int:
    from runtime.bash.commands.sqlite3.importing import brought_in

    return brought_in(shell, words[1:])


def _help(shell: Shell, words: list[str]) -> int:
    pattern = words[-1].removeprefix(".") if len(words) > 1 else ""
    found = [f".{name} {text}\n" for name, text in _HELP.items() if name.startswith(pattern)]
    shell.say("".join(found) or f"Nothing matches '{pattern}'\n")
    return 0


def _version(shell: Shell, words: list[str]) -> int:
    del words
    shell.say(f"SQLite {VERSION}\n")
    return 0


def _titled(shell: Shell, value: bool) -> None:
    shell.form.header = value


def _set(name: str) -> Callable[[Shell, bool], None]:
    return lambda shell, value: setattr(shell, name, value)


# In the order in which a beginning of a name is looked for.
COMMANDS: dict[str, Command] = {
    "backup": _save,
    "bail": _switch("bail", _set("bail")),
    "binary": _ignored,
    "changes": _switch("changes", _set("show_changes")),
    "databases": _databases,
    "dump": _dump,
    "echo": _switch("echo", _set("echo")),
    "eqp": _ignored,
    "exit": _exit,
    "explain": _ignored,
    "fullschema": _fullschema,
    "headers": _switch("headers", _titled),
    "help": _help,
    "import": _import,
    "indexes": _names("'index'", "tbl_name"),
    "indices": _names("'index'", "tbl_name"),
    "mode": _mode,
    "nullvalue": _nullvalue,
    "once": _output,
    "open": _open,
    "output": _output,
    "print": _print,
    "quit": _exit,
    "read": _read,
    "save": _save,
    "schema": _schema,
    "separator": _separator,
    "show": _show,
    "stats": _ignored,
    "tables": _names("'table','view'", "name"),
    "timeout": _ignored,
    "timer": _ignored,
    "version": _version,
    "width": _width,
}
