"""``runtime wasm run``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from runtime.cli.commands.call import grant_option, principal_option, run_governed
from runtime.cli.frame import EXIT_CODES, CliCommand, folder_option, json_option


@click.command(
    cls=CliCommand,
    examples=(
        "runtime wasm run tool.wasm",
        """runtime wasm run tool.wasm '{"path": "README.md"}' --grant fs_read=.""",
        "runtime wasm run tool.wasm @arguments.json --fuel 1000000 --json",
    ),
    exit_codes=EXIT_CODES,
)
@click.argument("file")
@click.argument("arguments", default="{}")
@grant_option
@click.option("--fuel", type=click.IntRange(min=1), help="About as many instructions as it may execute.")
@click.option(
    "--wall-s", type=click.FloatRange(min=0.001), help="A wall-clock bound tighter than the default."
)
@principal_option
@json_option
@folder_option
def command(file: str, **options: Any) -> int:
    """Run the module FILE as a tool with ARGUMENTS: a JSON object, @FILE, or - for standard input.

    Beside a manifest that pins it, it is the tool of that manifest; alone, it may use what it imports, as far as --grant
    allows. Either way it is a governed call: put to the folder's policy, bounded, and recorded in its log.
    """
    from runtime.backends._wasm.folder import tool_of_file
    from runtime.host.inspection import list_manifests

    tool = tool_of_file(Path(file))
    there = tool.manifest in list_manifests(options["folder"])  # it is one of the folder's own tools
    fixed = {
        "tool": tool.manifest.name,
        "call_id": None,
        "approve": "ask",
        "no_input": False,
        "dry_run": False,
    }
    return run_governed({**options, **fixed}, tools=[] if there else [tool])
