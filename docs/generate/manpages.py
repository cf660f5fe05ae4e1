"""Manual pages for section 1: one for `runtime`, one for each of its commands with the commands below it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from runtime.cli.frame import CliCommand, CliGroup
from runtime.cli.main import cli
from runtime.contracts.version import VERSION

_FOLDER = "docs/man"


def render() -> dict[str, str]:
    """Path of each page to its text."""
    context = click.Context(cli, info_name="runtime", **cli.context_settings)
    pages = {f"{_FOLDER}/runtime.1": _page(context, "runtime", deep=False)}
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None  # noqa: S101  # list_commands named it
        below = click.Context(command, info_name=name, parent=context)
        pages[f"{_FOLDER}/runtime-{name}.1"] = _page(below, f"runtime-{name}", deep=True)
    return pages


def strays(root: Path) -> set[str]:
    """Pages of commands that are gone."""
    return {f"{_FOLDER}/{p.name}" for p in (root / _FOLDER).glob("*.1")} - set(render())


def _page(context: click.Context, title: str, *, deep: bool) -> str:
    command = context.command
    lines = [
        f'.TH "{title.upper()}" 1 "" "cathedral-runtime {VERSION}" "Cathedral Runtime"',
        ".SH NAME",
        f"{_text(title)} \\- {_text(command.get_short_help_str(120))}",
        ".SH SYNOPSIS",
        f".B {_text(_usage(context))}",
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        *_options(context, ".SH OPTIONS"),
    ]
    if isinstance(command, click.Group):
        lines += [".SH COMMANDS", *(_sections(context) if deep else _listed(context))]
    lines += list(_epilog(command, ".SH"))
    if not deep:
        lines += [
            ".SH ENVIRONMENT",
            ".TP\n.B RUNTIME_SECTION_SETTING",
            "Outranks a setting of the workspace, for example RUNTIME_POLICY_ENGINE; an unknown one is an error.",
            '.TP\n.BR NO_COLOR , " FORCE_COLOR"',
            "Forbid colour, or print it into a pipe as well.",
            ".TP\n.B RUNTIME_DEBUG",
            "Show the trace of an unexpected fault.",
        ]
    return "\n".join(lines) + "\n"


def _listed(context: click.Context) -> Iterator[str]:
    for child in _children(context):
        yield ".TP"
        yield f".BR runtime-{_text(child.info_name or '')} (1)"
        yield _text(child.command.get_short_help_str(120))


def _sections(context: click.Context) -> Iterator[str]:
    for child in _children(context):
        yield f".SS {_text(_usage(child))}"
        yield from _paragraphs(child.command.help or "")
        yield from _options(child, ".PP\nOptions:")
        if isinstance(child.command, click.Group):
            yield from _sections(child)
        else:
            yield from _epilog(child.command, ".PP\n")


def _children(context: click.Context) -> Iterator[click.Context]:
    group = context.command
    assert isinstance(group, click.Group)  # noqa: S101  # the callers looked
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            yield click.Context(command, info_name=name, parent=context)


def _usage(context: click.Context) -> str:
    pieces = context.command.collect_usage_pieces(context)
    return " ".join([context.command_path, *pieces])


def _options(context: click.Context, heading: str) -> Iterator[str]:
    records = [
        record
        for parameter in context.command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None and record[1]
    ]
    if records:
        yield heading
    for name, about in records:
        yield f".TP\n.B {_text(name)}\n{_text(about)}"


def _epilog(command: click.Command, heading: str) -> Iterator[str]:
    if not isinstance(command, CliCommand | CliGroup):
        return
    if command.examples:
        yield f"{heading} EXAMPLES" if heading == ".SH" else f"{heading}Examples:"
        yield ".nf"
        yield from (f".RS\n{_text(example)}\n.RE" for example in command.examples)
        yield ".fi"
    yield f"{heading} EXIT STATUS" if heading == ".SH" else f"{heading}Exit status:"
    yield from (f".TP\n.B {code}\n{_text(meaning)}" for code, meaning in command.exit_codes.items())


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.replace("\b", "").split("\n\n"):
        yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _text(text: str) -> str:
    """Text that roff prints as it stands: neither a backslash, nor a dot or quote at a line's start, means anything."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    return f"\\&{escaped}" if escaped[:1] in {".", "'"} else escaped
