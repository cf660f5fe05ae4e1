"""``runtime policy schema``."""

from __future__ import annotations

import json

import click

from runtime.cli.frame import CliCommand, folder_option


@click.command(
    cls=CliCommand,
    examples=(
        "runtime policy schema",
        "runtime policy schema --tool create_file > schemas/input.json",
        "runtime policy schema --answer",
    ),
)
@click.option("--tool", metavar="NAME", help="With the arguments of this tool.")
@click.option("--answer", is_flag=True, help="The schema of the decision in place of the question's.")
@click.option("--json", is_flag=True, expose_value=False, help="The same: what is printed is always JSON.")
@folder_option
def command(tool: str | None, answer: bool, folder: str) -> int:
    """Print the JSON Schema of `input`, for editors and for `opa check --schema`."""
    from runtime.host.inspection import find_manifest
    from runtime.policy.decide import SCHEMA_ID, decision_schema
    from runtime.policy.meaning.input_schema import input_schema

    schema = decision_schema() if answer else {"$schema": SCHEMA_ID, **input_schema()}
    if tool is not None and not answer:
        manifest = find_manifest(folder, tool)
        schema["properties"]["arguments"] = manifest.input_schema
        schema["properties"]["tool"]["properties"]["name"] = {"const": manifest.name}
    click.echo(json.dumps(schema, indent=2))
    return 0
