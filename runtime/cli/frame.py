"""The conventions of every command: lazy loading, help with examples, ``--json``, coded errors, exit codes.

stdout is data and stderr is talk. An error is ``{code, message, suggestion}``; with ``--json`` it goes to stdout as
``{"error": {...}}``, otherwise to stderr as text. Nothing that a user can do ends in a traceback.
"""

from __future__ import annotations

import difflib
import importlib
import json
import os
import pkgutil
import sys
from pathlib import Path
from typing import Any

import click

EXIT_CODES = {
    0: "ok",
    1: "a finding: the tool failed, a check did not hold",
    2: "usage or configuration",
    3: "denied: no such tool, capability or permission",
    4: "approval needed or rejected",
    5: "input or output does not match its schema",
    6: "a limit was reached",
    7: "a backend is unavailable or broke",
    130: "interrupted",
}

_READ_AT_MOST = 32 * 1024 * 1024

# The longest matching prefix of an error's category decides.
_EXIT_BY_CATEGORY = {
    "config.": 2,
    "tool.duplicate": 2,
    "tool.manifest_invalid": 2,
    "schema.refused": 2,
    "policy.bundle_invalid": 2,
    "audit.": 2,
    "audit.tampered": 1,
    "audit.unproven": 3,
    "audit.untrusted": 4,
    "audit.export_unavailable": 7,
    "runtime.closed": 2,
    "approval.unknown": 2,
    "wasm.": 2,
    "tool.changed": 2,
    "tool.not_found": 3,
    "capability.": 3,
    "policy.": 3,
    "call.": 3,
    "approval.": 4,
    "input.": 5,
    "output.": 5,
    "limit.": 6,
    "backend.": 7,
    "mcp.": 7,
    "runtime.fault": 7,
    "runtime.overloaded": 7,
    "changes.": 3,
    "changes.left": 2,
    "changes.unfinished": 7,
    "tool.failed": 1,
    "call.cancelled": 130,
}


def exit_code(category: str) -> int:
    """The exit status for an error's category."""
    matching = [prefix for prefix in _EXIT_BY_CATEGORY if category.startswith(prefix)]
    return _EXIT_BY_CATEGORY[max(matching, key=len)] if matching else 1


class CliCommand(click.Command):
    """A command whose help ends with examples and exit codes."""

    def __init__(
        self,
        *args: Any,
        examples: tuple[str, ...] = (),
        exit_codes: dict[int, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples
        self.exit_codes = exit_codes or {code: EXIT_CODES[code] for code in (0, 1, 2)}

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        _write_epilog(formatter, self.examples, self.exit_codes)


class CliGroup(click.Group):
    """A group whose help ends with examples and exit codes."""

    command_class = CliCommand

    def __init__(
        self,
        *args: Any,
        examples: tuple[str, ...] = (),
        exit_codes: dict[int, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples
        self.exit_codes = exit_codes or EXIT_CODES

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        _write_epilog(formatter, self.examples, self.exit_codes)


class CommandModules(CliGroup):
    """A group whose commands are the modules of a package, imported when they are needed: each has a ``command``."""

    def __init__(self, *args: Any, package: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the modules."""
        found = importlib.import_module(self.package)
        return sorted(module.name for module in pkgutil.iter_modules(found.__path__))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; an unknown one is answered with the closest there is."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            close = difflib.get_close_matches(name, self.list_commands(ctx), 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a module."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = importlib.import_module(f"{self.package}.{cmd_name}").command
        return found


def _write_epilog(formatter: click.HelpFormatter, examples: tuple[str, ...], codes: dict[int, str]) -> None:
    if examples:
        with formatter.section("Examples"):
            for example in examples:
                formatter.write_text(example)
    with formatter.section("Exit codes"):
        formatter.write_dl([(str(code), meaning) for code, meaning in codes.items()])


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
folder_option = click.option(
    "-C",
    "--folder",
    default=".",
    metavar="DIR",
    help="The workspace: where runtime.toml is looked for, upwards. Default: this folder.",
)


def read_arguments(given: str, name: str = "ARGUMENTS") -> str | bytes:
    """The text of JSON, @FILE or - for standard input, read no further than any tool would accept.

    Raises:
        click.UsageError: the file cannot be read.
    """
    if given == "-":
        return sys.stdin.buffer.read(_READ_AT_MOST)
    if not given.startswith("@"):
        return given
    try:
        with Path(given[1:]).open("rb") as stream:
            return stream.read(_READ_AT_MOST)
    except OSError as error:
        raise click.UsageError(f"{name}: {given[1:]} cannot be read: {error.strerror}") from None


def print_json(data: Any, *, line: bool = False) -> None:
    """One JSON object on stdout, in one line where that is asked for; text from tools keeps its characters but no raw control codes."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(data, ensure_ascii=not utf8, indent=None if line or not sys.stdout.isatty() else 2)
    if not text.isprintable():  # JSON itself escapes ESC, but neither CSI (U+009B) nor half a surrogate pair
        text = "".join(c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1] for c in text)
    click.echo(text)


def use_colour() -> bool:
    """Whether stdout may carry colour.

    NO_COLOR forbids it (no-color.org) and outranks FORCE_COLOR (force-color.org); without either, a terminal that is not dumb has it.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def style(text: str, colour: str) -> str:
    """The text in colour, where colour may be used."""
    if not use_colour():
        return text
    # Whoever forces colour wants it through a pipe as well, where click would take it out again.
    context = click.get_current_context(silent=True)
    if context is not None:
        context.color = True
    return click.style(text, fg=colour)


def printable(text: str) -> str:
    """Text from outside, with terminal control characters made visible (newline and tab stay)."""
    return "".join(c if c in "\n\t" or c.isprintable() else ascii(c)[1:-1] for c in text)


def one_line(text: str) -> str:
    """Text from outside that has one line to itself: a line break in it must not forge another."""
    return printable(text).replace("\n", "\\n")
