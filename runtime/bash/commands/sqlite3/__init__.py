"""sqlite3: SQL over a database in memory, or over one file of the virtual file system."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

# Options have one dash or two and no clusters; they are read by `run`; this table is for it and for the manual.
OPTIONS = Options(
    "[OPTIONS] [FILE [SQL]...]",
    "Run SQL over the database FILE, made when it is missing, or over an empty one in memory.",
    ("", "ascii", "", "set output mode to 'ascii'"),
    ("", "bail", "", "stop after hitting an error"),
    ("", "batch", "", "ignored: nobody is asked anything"),
    ("", "box", "", "set output mode to 'box'"),
    ("", "cmd", "COMMAND", 'run "COMMAND" before reading standard input'),
    ("", "column", "", "set output mode to 'column'"),
    ("", "csv", "", "set output mode to 'csv'"),
    ("", "echo", "", "print inputs before execution"),
    ("", "header", "", "turn headers on"),
    ("", "noheader", "", "turn headers off"),
    ("", "html", "", "set output mode to HTML"),
    ("", "init", "FILE", "read FILE before anything else"),
    ("", "interactive", "", "ignored"),
    ("", "json", "", "set output mode to 'json'"),
    ("", "line", "", "set output mode to 'line'"),
    ("", "list", "", "set output mode to 'list'"),
    ("", "markdown", "", "set output mode to 'markdown'"),
    ("", "newline", "SEP", "set output row separator; default '\\n'"),
    ("", "nullvalue", "TEXT", "set text string for NULL values; default ''"),
    ("", "quote", "", "set output mode to 'quote'"),
    ("", "readonly", "", "open the database read-only"),
    ("", "safe", "", "ignored: nothing unsafe is ever allowed"),
    ("", "separator", "SEP", "set output column separator; default '|'"),
    ("", "table", "", "set output mode to 'table'"),
    ("", "tabs", "", "set output mode to 'tabs'"),
    origin="SQLite's shell 3.40",
    after="Refused always: ATTACH, VACUUM INTO, extensions, and pragmas that reach beyond the database.\n"
    "The database is read when it is opened and written back at the end, when it was changed.",
)


def main(cx: Context) -> int:
    from runtime.bash.commands.sqlite3.run import run

    return run(cx, OPTIONS)
