"""``runtime policy input TOOL [ARGUMENTS]``."""

from __future__ import annotations

from typing import Any

import click

from runtime.cli.commands.call import grant_option, principal_of, principal_option, role_option
from runtime.cli.frame import CliCommand, folder_option, read_arguments

_CODES = {
    0: "ok",
    2: "usage or configuration",
    3: "the call would be refused before policy is asked: no such tool, no grant",
    5: "the arguments do not fit the tool's schema",
}


@click.command(
    cls=CliCommand,
    examples=(
        'runtime policy input read_file \'{"path": "README.md"}\'',
        "runtime policy input create_file @arguments.json --principal agent:ci --role deployer",
        "runtime policy input list_dir --pretty > question.json",
    ),
    exit_codes=_CODES,
)
@click.argument("tool")
@click.argument("arguments", default="{}")
@grant_option
@principal_option
@role_option
@click.option("--pretty", is_flag=True, help="Indented, for reading and editing.")
@click.option("--json", is_flag=True, expose_value=False, help="The same: what is printed is always JSON.")
@folder_option
def command(**options: Any) -> int:
    """Print the exact question that a call of TOOL with ARGUMENTS would be put to policy with. Nothing runs.

    Its context has every part. Policy is asked with session, time and counts only where its rules read them.
    """
    import json

    from runtime.capability.grants import parse_grant
    from runtime.host.policy_bench.questions import question_for

    question = question_for(
        options["folder"],
        options["tool"],
        read_arguments(options["arguments"]),
        principal=principal_of(options),
        grants=tuple(map(parse_grant, options["grants"])) or None,
    )
    text = json.dumps(json.loads(question), indent=2 if options["pretty"] else None, ensure_ascii=True)
    click.echo(text)
    return 0
