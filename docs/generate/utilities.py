"""docs/utilities.md: every utility of the virtual shell with its options, from the tables that the utilities read."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.bash.builtins import NAMES, module_of, synopsis
from runtime.bash.commands import names

if TYPE_CHECKING:
    from runtime.bash.option_table import Options

_HEAD = """\
# Utilities of the virtual bash

<!-- Generated from the options tables of runtime/bash/commands by `just docs`; edit those. -->

The commands of [the virtual bash](bash.md) that are no builtins: {count} of them, each after the tool that its entry names, with that
tool's options, output and messages. All of them work on virtual files, and are bounded by the shell's limits. What is said here
is what `NAME --help` says in the shell; `--help` and `--version` are understood by all and left out below.

Options are read as GNU's `getopt_long` reads them: letters may stand together (`-rn`), long names may be cut short while they stay
unambiguous, options may follow operands unless `POSIXLY_CORRECT` is set, and `--` ends them. *Departures* say where a command differs on
purpose from what it follows; what a row calls ignored is taken and changes nothing.

| command | for | after |
|---|---|---|
"""
_BUILTINS = """
## Builtins of the shell

They are bash's own and belong to the language ([the virtual bash](bash.md)); `help NAME` says all of each in the shell.

| builtin | for |
|---|---|
"""
_GENERAL = (
    "      --help                 display this help and exit\n",
    "      --version              output version information and exit\n",
)


def render() -> dict[str, str]:
    """The page by its path."""
    tables = {name: _table(name) for name in sorted(names())}
    first: dict[int, str] = {}
    for name in sorted(tables, key=lambda name: (not _defines(name), name)):
        first.setdefault(id(tables[name]), name)
    rows = [f"| [{name}](#{name}) | {_purpose(name)} | {table.origin} |\n" for name, table in tables.items()]
    entries = [_entry(name, table, first[id(table)]) for name, table in tables.items()]
    builtins = [f"| `{_cell(synopsis(name))}` | {_summary(name)} |\n" for name in NAMES]
    head = _HEAD.format(count=len(tables))
    operators = (
        f"\nThe operators of `test`, `[` and `[[`:\n\n```text\n{module_of('test').HELP['test']}\n```\n"
    )
    return {"docs/utilities.md": "".join([head, *rows, *entries, _BUILTINS, *builtins, operators])}


def _defines(name: str) -> bool:
    """Whether the table stands in the command's own file: second names take it from there."""
    file = import_module(f"runtime.bash.commands.{name}").__file__
    return (
        file is not None
        and re.search(r"^OPTIONS = \w+\(", Path(file).read_text("utf-8"), re.MULTILINE) is not None
    )


def _table(name: str) -> Options:
    table: Options = import_module(f"runtime.bash.commands.{name}").OPTIONS
    return table


def _purpose(name: str) -> str:
    """The first line of the module: ``sort: put lines in order.``."""
    text = (import_module(f"runtime.bash.commands.{name}").__doc__ or "").partition("\n")[0]
    return _cell(text.removeprefix(f"{name}: ").rstrip("."))


def _summary(name: str) -> str:
    text: str | dict[str, str] = module_of(name).HELP
    return _cell((text if isinstance(text, str) else text[name]).partition("\n")[0].rstrip("."))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _entry(name: str, table: Options, first: str) -> str:
    if name != first:
        return f"\n## {name}\n\nThe same options as [{first}](#{first}).\n"
    text = table.help(name)
    for line in _GENERAL:
        text = text.replace(line, "")
    notes = "".join(f"- {note}\n" for note in table.notes)
    fence = "```" if "```" not in text else "````"
    departures = f"\nDepartures:\n\n{notes}" if notes else ""
    return f"\n## {name}\n\nAfter {table.origin}.\n\n{fence}text\n{text.rstrip()}\n{fence}\n{departures}"
