"""``runtime serve mcp``."""

from __future__ import annotations

from typing import Any

import click

from runtime.cli.commands.call import grant_option, role_option
from runtime.cli.frame import EXIT_CODES, CliCommand, folder_option

_CLIENTS = ("claude", "cursor", "vscode", "codex")


@click.command(
    cls=CliCommand,
    short_help="Serve the tools over the Model Context Protocol.",
    examples=(
        "runtime serve mcp",
        "runtime serve mcp --principal agent:editor --grant fs_read=src,docs",
        "runtime serve mcp --http 127.0.0.1:8321",
        "runtime serve mcp --print-config claude",
    ),
    exit_codes={code: EXIT_CODES[code] for code in (0, 2, 130)},
)
@click.option(
    "--http",
    "address",
    is_flag=False,
    flag_value="127.0.0.1:8321",
    metavar="[HOST:PORT]",
    help="Serve over HTTP instead of standard input and output. Default: 127.0.0.1:8321.",
)
@click.option(
    "--principal",
    metavar="KIND:NAME",
    help="On whose behalf the client calls, without --http. Default: serve.principal of the settings.",
)
@role_option
@grant_option
@click.option(
    "--approvals",
    type=click.Choice(["client", "inbox"]),
    help="Who answers questions, without --http: the person at the client, or whoever looks into `runtime approvals`. "
    "Default: serve.approvals of the settings.",
)
@click.option(
    "--auditor", is_flag=True, help="Let the client read the records of everybody's calls, without --http."
)
@click.option(
    "--certificate",
    type=click.Path(exists=True, dir_okay=False),
    help="A TLS certificate chain, with --http.",
)
@click.option(
    "--private-key", type=click.Path(exists=True, dir_okay=False), help="Its private key, with --http."
)
@click.option(
    "--print-config",
    "for_client",
    type=click.Choice(_CLIENTS),
    help="Print what this client's configuration needs to start or reach the server, and exit.",
)
@folder_option
def command(**options: Any) -> int:
    """Serve the tools of the workspace to a client of the Model Context Protocol, which starts this command.

    Each client sees the tools that its grants and the policy could let it call, and each call is governed and recorded. Standard output carries the
    protocol alone. With --http the server has many clients, which bring a token each: `runtime serve tokens add NAME`.
    """
    import importlib.util

    from runtime.contracts.errors import ConfigurationMissing

    if options["for_client"]:
        return _print_config(options)
    if importlib.util.find_spec("mcp") is None:
        raise ConfigurationMissing(
            "the library mcp is not installed", suggestion="Run `pip install cathedral-runtime[mcp]`."
        )
    if options["address"] is None:
        return _over_stdio(options)
    return _over_http(options)


def _over_stdio(options: dict[str, Any]) -> int:
    import asyncio
    from pathlib import Path

    for name in ("certificate", "private_key"):
        if options[name]:
            raise click.UsageError(f"--{name.replace('_', '-')}: only with --http")
    from runtime.capability.grants import parse_grant
    from runtime.cli.ask import login
    from runtime.contracts.invocation import Principal
    from runtime.executor.dependencies import as_principal
    from runtime.host.settings import load_settings
    from runtime.server.client import Client
    from runtime.server.mcp.command import serve_stdio
    from runtime.server.mcp.stdio import protocol_streams

    settings = load_settings(Path(options["folder"])).settings.serve
    who = as_principal(options["principal"] or settings.principal)
    client = Client(
        name="stdio",
        principal=Principal(id=who.id, roles=options["roles"]),
        grants=tuple(map(parse_grant, options["grants"])) or None,
        approver=login() if (options["approvals"] or settings.approvals) == "client" else None,
        is_auditor=options["auditor"],
    )
    with protocol_streams() as streams:
        asyncio.run(serve_stdio(options["folder"], client, streams))
    return 0


def _over_http(options: dict[str, Any]) -> int:
    import asyncio

    from runtime.server.mcp.http import serve_http

    for name in ("principal", "roles", "grants", "approvals", "auditor"):
        if options[name]:
            raise click.UsageError(
                f"--{name.removesuffix('s') if name != 'approvals' else name}: over HTTP each token says that of its client; "
                "see `runtime serve tokens add --help`"
            )
    asyncio.run(
        serve_http(
            options["folder"],
            options["address"],
            certificate=options["certificate"],
            private_key=options["private_key"],
            told=lambda text: click.echo(text, err=True),
        )
    )
    return 0


def _print_config(options: dict[str, Any]) -> int:
    from runtime.server.mcp.client_config import entry_for

    click.echo(entry_for(options["for_client"], options), nl=False)
    return 0
