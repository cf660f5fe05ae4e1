"""``runtime tools list|show|schema|discover|validate|new|test|lint|accept``."""

from __future__ import annotations

import sys

import click

from runtime.cli.accept import EXIT_CODES, accept_changes, yes_option
from runtime.cli.completion import tool_names
from runtime.cli.frame import CliGroup, folder_option, json_option, print_json, printable, style
from runtime.cli.tools_import import import_group

# The names in `runtime.providers`, which is loaded only to print a definition.
FORMATS = ("openai", "openai-responses", "anthropic", "gemini", "mcp")
TOOL_KINDS = ("shell", "python", "node", "toml", "wasm")
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
@click.argument("name", shell_complete=tool_names)
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
    "discover",
    examples=("runtime tools discover tools", "runtime tools discover tools --json", "runtime tools list"),
    exit_codes={0: "ok", 2: "usage or configuration"},
)
@click.argument("place", type=click.Path(exists=True), required=False)
@click.option("--schemas", is_flag=True, help="Print name, description and parameters alone, as JSON.")
@json_option
@folder_option
def discover_tools(place: str | None, schemas: bool, as_json: bool, folder: str) -> None:
    """Show which tools the files of an accepted tools folder give, and why each of the others gives none.

    PLACE is the folder or one of its files; without it, all tools folders of the workspace are looked at. With --schemas a folder gives a list, a file
    one object.
    """
    from runtime.host.discovery import discover_folder, discover_place

    found = discover_folder(folder) if place is None else discover_place(place)
    if schemas:
        print_json(found.schemas())
        return
    if as_json:
        print_json(found.to_data())
        return
    width = max((len(file) for file in (*found.tools, *(s.file for s in found.skipped))), default=0)
    for file, manifests in found.tools.items():
        names = ", ".join(manifest.name for manifest in manifests)
        click.echo(f"{style('✓', 'green')} {printable(file):{width}}  {names}")
    for one in found.skipped:
        click.echo(f"{style('✗', 'red')} {printable(one.file):{width}}  {one.code}: {printable(one.reason)}")


@command.command(
    "new",
    examples=(
        "runtime tools new weather --kind shell",
        "runtime tools new weather --kind python --serves-many",
        "runtime tools new weather --kind toml --into own_tools",
    ),
    exit_codes={0: "ok", 2: "usage or configuration"},
)
@click.argument("name")
@click.option("--kind", type=click.Choice(TOOL_KINDS), required=True, help="What it is written in.")
@click.option("--into", default="tools", show_default=True, help="The tools folder of the workspace.")
@click.option(
    "--serves-many",
    is_flag=True,
    help="One process serves many calls: starts quicker, and keeps its memory. For python and node.",
)
@folder_option
def new_tool(name: str, kind: str, into: str, serves_many: bool, folder: str) -> None:
    """Write a tool that works, and its test, into a tools folder; nothing of it runs before it is accepted."""
    from runtime.host.tool_starts import start_tool

    for path in start_tool(folder, name, kind, into, serves_many=serves_many):
        click.echo(f"{style('✓', 'green')} Created {printable(path)}")
    click.echo("Next: runtime accept")


@command.command(
    "test",
    examples=("runtime tools test weather", "runtime tools test weather --json"),
    exit_codes={
        0: "ok: every case passed",
        1: "a case failed",
        2: "usage or configuration",
        3: "no such tool",
    },
)
@click.argument("name")
@json_option
@folder_option
def test_tool(name: str, as_json: bool, folder: str) -> int:
    """Run the cases in NAME.test.json beside the tool, as governed calls of its stub."""
    from runtime.host.tool_trials import try_tool

    cases = try_tool(folder, name)
    if as_json:
        print_json({"cases": [{"arguments": c.arguments, "passed": c.passed, "told": c.told} for c in cases]})
    else:
        for number, case in enumerate(cases, 1):
            mark = style("✓", "green") if case.passed else style("✗", "red")
            click.echo(f"{mark} case {number}" + (f": {printable(case.told)}" if case.told else ""))
    return 0 if all(case.passed for case in cases) else 1


@command.command(
    "lint",
    examples=("runtime tools lint", "runtime tools lint --json"),
    exit_codes={0: "ok: nothing to say", 1: "there are findings", 2: "usage or configuration"},
)
@json_option
@folder_option
def lint_tools(as_json: bool, folder: str) -> int:
    """Say what is wrong with the files of the tools folders, or could be better."""
    from runtime.host.tool_trials import lint_tools as lint

    findings = lint(folder)
    if as_json:
        print_json({"findings": [{"file": one.file, "told": one.told} for one in findings]})
    else:
        for one in findings:
            click.echo(f"{printable(one.file)}: {printable(one.told)}")
    return 1 if findings else 0


@command.command(
    "validate",
    examples=(
        """runtime tools discover tools --schemas | runtime tools validate disk_usage '{"path": "."}'""",
    ),
    exit_codes={0: "ok: they fit", 3: "no such tool", 5: "the arguments do not fit"},
)
@click.argument("name")
@click.argument("arguments", default="{}")
def validate_call(name: str, arguments: str) -> None:
    """Check the arguments of a call against a catalog on standard input; nothing runs."""
    from runtime.host.discovery import MAX_CATALOG_BYTES
    from runtime.host.discovery import validate_call as validate

    validate(sys.stdin.buffer.read(MAX_CATALOG_BYTES + 1), name, arguments)


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


command.add_command(import_group)
