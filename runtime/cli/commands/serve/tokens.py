"""``runtime serve tokens``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.cli.frame import CliGroup, folder_option, json_option, one_line, print_json

if TYPE_CHECKING:
    from runtime.server.tokens import ClientToken, TokenFile

_EXPIRY = re.compile(r"(\d{1,6})([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


@click.group(
    "tokens",
    cls=CliGroup,
    short_help="Give tokens to clients over HTTP, and take them back.",
    examples=(
        "runtime serve tokens add laptop --principal agent:laptop --grant fs_read=src",
        "runtime serve tokens list",
        "runtime serve tokens revoke laptop",
    ),
)
def command() -> None:
    """The clients that `runtime serve mcp --http` lets in: one token each, with the principal and the grants of its calls.

    They are kept in your own configuration, hashed: a token is shown once, when it is made.
    """


def _tokens(folder: str) -> TokenFile:
    from runtime.host.settings import load_settings
    from runtime.server.tokens import TokenFile

    return TokenFile(load_settings(Path(folder)).workspace)


def _expiry_us(text: str | None) -> int | None:
    if text is None:
        return None
    from runtime.approval.clock import system_time_us

    matched = _EXPIRY.fullmatch(text)
    if matched is None:
        raise click.UsageError("--expires: write 30m, 12h or 90d")
    return system_time_us() + int(matched[1]) * _SECONDS[matched[2]] * 1_000_000


@command.command(
    "add",
    examples=(
        "runtime serve tokens add laptop --principal agent:laptop",
        "runtime serve tokens add ci --principal agent:ci --grant fs_read=src --expires 90d",
        "runtime serve tokens add desk --principal agent:desk --approver user:ana",
    ),
)
@click.argument("name")
@click.option("--principal", required=True, metavar="KIND:NAME", help="On whose behalf its client calls.")
@click.option("--role", "roles", multiple=True, metavar="ROLE", help="A role of the principal.")
@click.option(
    "--grant",
    "grants",
    multiple=True,
    metavar="CAP",
    help="What its calls may use: fs_read=src,docs, clock_read, or JSON. Replaces the configured grants.",
)
@click.option(
    "--approver",
    metavar="KIND:NAME",
    help="As whom the person at the client answers its questions. Default: nobody at it may; they wait for `runtime approvals`.",
)
@click.option("--auditor", is_flag=True, help="Let it read the records of everybody's calls.")
@click.option(
    "--expires", metavar="TIME", help="Until when it is good: 30m, 12h, 90d from now. Default: for ever."
)
@json_option
@folder_option
def add(name: str, folder: str, as_json: bool, **options: Any) -> int:
    """Make a token for the client NAME and print it, this once."""
    from runtime.server.tokens import new_token

    token = new_token(
        name,
        options["principal"],
        roles=options["roles"],
        grants=options["grants"] or None,
        approver=options["approver"],
        auditor=options["auditor"],
        expires_us=_expiry_us(options["expires"]),
    )
    text = _tokens(folder).add(token)
    if as_json:
        print_json({"name": name, "token": text, "principal": token.principal})
        return 0
    click.echo(text)
    click.echo("It is not shown again; give it to the client alone.", err=True)
    return 0


@command.command(
    "list",
    examples=(
        "runtime serve tokens list",
        "runtime serve tokens list --json",
        "runtime serve tokens list -C project",
    ),
)
@json_option
@folder_option
def list_tokens(folder: str, as_json: bool) -> int:
    """List the clients that have a token: names, principals and grants, never the tokens."""
    tokens = _tokens(folder)
    kept = tokens.all()
    if as_json:
        print_json({"tokens": [_data(one, tokens) for one in kept]})
        return 0
    for one in kept:
        click.echo(_line(one, tokens))
    if not kept:
        click.echo(
            "There is no token; make one with `runtime serve tokens add NAME --principal agent:NAME`.",
            err=True,
        )
    return 0


def _data(one: ClientToken, tokens: TokenFile) -> dict[str, Any]:
    import msgspec

    data = msgspec.to_builtins(one)
    return {name: data[name] for name in data if name not in ("hash", "workspace")} | {
        "good": tokens.is_good(one)
    }


def _line(one: ClientToken, tokens: TokenFile) -> str:
    from runtime.audit.format.timestamps import format_timestamp

    parts = [
        one.name,
        one.principal,
        "grants: " + ("configured" if one.grants is None else " ".join(one.grants)),
    ]
    if one.roles:
        parts.append("roles: " + " ".join(one.roles))
    if one.approver:
        parts.append(f"approver: {one.approver}")
    if one.auditor:
        parts.append("auditor")
    if one.expires_us is not None:
        parts.append(("until " if tokens.is_good(one) else "expired ") + format_timestamp(one.expires_us))
    return one_line("  ".join(parts))


@command.command(
    "revoke",
    examples=(
        "runtime serve tokens revoke laptop",
        "runtime serve tokens revoke laptop --json",
        "runtime serve tokens revoke laptop -C project",
    ),
)
@click.argument("name")
@json_option
@folder_option
def revoke(name: str, folder: str, as_json: bool) -> int:
    """Take the token of the client NAME back: from its next request on it is refused."""
    found = _tokens(folder).revoke(name)
    if as_json:
        print_json({"revoked": found.name, "principal": found.principal})
        return 0
    click.echo(f"Revoked: {found.name}", err=True)
    return 0
