"""``runtime tools list|show|schema|accept``."""

from __future__ import annotations

import click

from runtime.cli.accept import EXIT_CODES, accept_changes, yes_option
from runtime.cli.frame import CliGroup, folder_option, json_option, print_json, printable, style

# The names in `runtime.providers`, which is loaded only to print a definition.
FORMATS = ("openai", "openai-responses", "anthropic", "gemini", "mcp")
# Whose request or answer holds the definitions in an object.
_HELD_BY = {"gemini": "functionDeclarations", "mcp": "tools"}


@click.group(
    cls=CliGroup,
    short_help="List, show and accept the tools.",
    examples=("runtime tools list --json", "runtime tools show read_file", "runtime tools accept"),
)
def command() -> None:
    """The tools that can be called here."""


@command.command(
    "list", examples=("runtime tools list", "runtime tools list --json", "runtime tools list -C ../other")
)
@json_option
@folder_option
def list_tools(as_json: bool, folder: str) -> None:
    """List the tools: name, risk, what they touch, what they do."""
    from runtime.host.inspection import list_manifests

    manifests = list_manifests(folder)
    if as_json:
        print_json({"tools": [m.to_data() for m in manifests]})
        return
    width = max((len(m.name) for m in manifests), default=0)
    colours = {"read_only": "green", "safe_write": "yellow", "dangerous": "red"}
    for m in manifests:
        effects = "+".join(m.side_effects)
        about = printable(m.short_description or m.description).split("\n")[0]
        click.echo(f"{m.name:{width}}  {style(f'{m.risk:10}', colours[m.risk])}  {effects:16}  {about}")


@command.command(
    "show",
    examples=("runtime tools show read_file", "runtime tools show grep_search --json", "runtime tools list"),
    exit_codes={0: "ok", 2: "usage or configuration", 3: "no such tool"},
)
@click.argument("name")
@json_option
@folder_option
def show_tool(name: str, as_json: bool, folder: str) -> None:
    """Show one tool's whole declaration: schemas, capabilities, effects, bounds, digest."""
    import json

    from runtime.host.inspection import find_manifest

    manifest = find_manifest(folder, name)
    data = manifest.to_data() | {"digest": manifest.digest()}
    if as_json:
        print_json(data)
        return
    for field, value in data.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        click.echo(f"{field}: {printable(text)}")


@command.command(
    "schema",
    examples=(
        "runtime tools schema --format openai",
        "runtime tools schema read_file --format anthropic",
        "runtime tools schema --format gemini > tools.json",
    ),
    exit_codes={0: "ok", 2: "usage or configuration", 3: "no such tool"},
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Whose form.",
)
@json_option
@folder_option
def tool_schemas(names: tuple[str, ...], form: str, as_json: bool, folder: str) -> None:
    """Print the tools as a provider of models is told of them, all of them or those named.

    Always JSON: what goes into a request. With --json, one object that also says which tools are not strict, and why.
    """
    from runtime.host.inspection import find_manifest, list_manifests
    from runtime.providers import PROVIDERS, strict_schema

    manifests = [find_manifest(folder, name) for name in dict.fromkeys(names)] or list_manifests(folder)
    definitions = [PROVIDERS[form].definition(manifest) for manifest in manifests]
    notes: dict[str, str] = {}
    if form.startswith("openai"):
        found = {manifest.name: strict_schema(manifest.input_schema).why for manifest in manifests}
        notes = {name: why for name, why in found.items() if why}
    if as_json:
        print_json({"format": form, "tools": definitions, "not_strict": notes})
        return
    print_json({_HELD_BY[form]: definitions} if form in _HELD_BY else definitions)
    for name, why in notes.items():
        click.echo(f"{name} is not strict: {printable(why)}", err=True)


@command.command(
    "accept",
    examples=("runtime tools accept", "runtime tools accept --json", "runtime tools accept --yes"),
    exit_codes=EXIT_CODES,
)
@yes_option
@json_option
@folder_option
def accept_tools(yes: bool, as_json: bool, folder: str) -> int:
    """Show what changed in the tools folders of the workspace since you accepted them, ask, and accept them.

    Changed files are not loaded before that: loading a tool runs its code. With --json nobody is asked: --yes accepts.
    """
    return accept_changes(folder, "tools", as_json=as_json, yes=yes)
