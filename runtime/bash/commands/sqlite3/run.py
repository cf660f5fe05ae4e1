"""The command line of the sqlite3 shell."""

from __future__ import annotations

from runtime.bash.commands._shared.input import text_of, whole
from runtime.bash.commands.sqlite3.dot_commands import perform
from runtime.bash.commands.sqlite3.engine import VERSION
from runtime.bash.commands.sqlite3.shell import Shell
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Options
    from runtime.bash.utility_context import Context

__all__ = ["run"]

_MODES = (
    "ascii",
    "box",
    "column",
    "csv",
    "html",
    "json",
    "line",
    "list",
    "markdown",
    "quote",
    "table",
    "tabs",
)
_WITH_VALUE = {"cmd", "init", "newline", "nullvalue", "separator", "maxsize", "nonce", "vfs", "mmap"}
_IGNORED = {"batch", "interactive", "safe", "stats", "nofollow", "deserialize", "memtrace", "append", "maxsize", "nonce", "vfs", "mmap"}  # fmt: skip


class _Line:
    """The command line, read."""

    def __init__(self) -> None:
        self.options: list[tuple[str, str]] = []
        self.operands: list[str] = []


def _read_line(cx: Context, options: Options) -> _Line:
    line = _Line()
    rest = list(reversed(cx.args))
    while rest:
        word = rest.pop()
        if word[:1] != "-":
            line.operands.append(word)
            continue
        name = word[2:] if word.startswith("--") else word[1:]
        if name == "help":
            cx.write(options.help(cx.name))
            raise Done(0)
        if name == "version":
            cx.write(f"{VERSION}\n")
            raise Done(0)
        if name not in options.longs and name not in _IGNORED:
            cx.complain(f"Error: unknown option: -{name}\nUse -help for a list of options.")
            raise Done(1)
        value = ""
        if name in _WITH_VALUE:
            if not rest:
                cx.complain(f"Error: missing argument to {word}")
                raise Done(1)
            value = rest.pop()
        line.options.append((name, value))
    return line


def _set(shell: Shell, name: str, value: str) -> None:
    form = shell.form
    setters: dict[str, Callable[[], None]] = {
        "separator": lambda: setattr(form, "columns", value),
        "newline": lambda: setattr(form, "rows", value),
        "nullvalue": lambda: setattr(form, "null", value),
        "header": lambda: setattr(form, "header", True),
        "noheader": lambda: setattr(form, "header", False),
        "echo": lambda: setattr(shell, "echo", True),
        "bail": lambda: setattr(shell, "bail", True),
        "readonly": lambda: setattr(shell, "read_only", True),
    }
    if name in _MODES:
        rows = form.rows
        form.turn(name)
        if name == "csv":
            # The option leaves the ends of rows as they are, `.mode csv` does not.
            form.rows = rows
    elif name in setters:
        setters[name]()


def run(cx: Context, options: Options) -> int:
    """One call of sqlite3."""
    line = _read_line(cx, options)
    shell = Shell(cx, perform)
    for name, value in line.options:
        _set(shell, name, value)
    if line.operands:
        shell.file = line.operands[0]
    try:
        status = _ran(shell, line)
    finally:
        shell.redirect(None)
        status_of_file = _kept(shell)
    return status or status_of_file


def _kept(shell: Shell) -> int:
    try:
        shell.close()
    except OSError as error:
        full = error.errno in {27, 28, 122}  # EFBIG, ENOSPC, EDQUOT
        shell.complain(f"Error: {'database or disk is full' if full else 'disk I/O error'}")
        return 13 if full else 10
    return 0


def _ran(shell: Shell, line: _Line) -> int:
    shell.database  # noqa: B018  # a file that cannot be opened is said first
    for name, value in line.options:
        status = _before(shell, name, value)
        if shell.leaving is not None:
            return shell.leaving
        if status and shell.bail:
            return status
    if len(line.operands) < 2:
        failed = shell.process(text_of(whole(shell.cx, shell.cx.stdin)))
        return shell.leaving or int(failed > 0)
    for text in line.operands[1:]:
        status = shell.command(text)
        if shell.leaving is not None:
            return shell.leaving
        if status:
            return status
    return 0


def _before(shell: Shell, name: str, value: str) -> int:
    """What an option asks to be done before anything else; a status."""
    if name == "cmd":
        return shell.command(value)
    if name == "init":
        try:
            shell.read(value)
        except OSError:
            shell.complain(f'cannot open: "{value}"')
    return 0
