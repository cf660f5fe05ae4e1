"""``runtime mcp add|list|diff|accept|remove``: other MCP servers, whose tools are offered here once they are accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runtime.cli.accept import asked, show_difference, yes_option
from runtime.cli.frame import CliGroup, folder_option, json_option, one_line, print_json, printable, style

if TYPE_CHECKING:
    from runtime.host.mcp_acceptance import Offered

_suspicious_option = click.option(
    "--suspicious",
    is_flag=True,
    help="With --yes: accept those, too, whose definitions have something suspicious.",
)


@click.group(
    cls=CliGroup,
    short_help="Offer the tools of other MCP servers, governed.",
    examples=(
        "runtime mcp add files --grant fs_read=docs -- mcp-server-filesystem docs",
        "runtime mcp list",
        "runtime mcp diff files",
    ),
)
def command() -> None:
    """Other MCP servers: their tools are called as NAME.TOOL, through all that every call goes through.

    A server that is a program runs confined to the grants that you give it. Its tools are those that you accepted: one whose description or schema
    changed is refused until you accept it again.
    """


@command.command(
    "add",
    examples=(
        "runtime mcp add files --grant fs_read=docs -- mcp-server-filesystem docs",
        "runtime mcp add time --system /opt/mcp -- /opt/mcp/bin/mcp-server-time",
        "runtime mcp add github --url https://api.githubcopilot.com/mcp/ --header 'Authorization: Bearer {secret:GITHUB}'",
    ),
    exit_codes={
        0: "ok: added",
        2: "usage or configuration",
        4: "not accepted; nothing was changed",
        7: "the server cannot be asked",
    },
)
@click.argument("name")
@click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="[-- PROGRAM [ARGUMENT]...]")
@click.option("--url", default="", metavar="URL", help="The address of a server that is reached over HTTP.")
@click.option(
    "--grant",
    "grants",
    multiple=True,
    metavar="KIND=TARGETS",
    help="What it may do, for example fs_read=docs.",
)
@click.option(
    "--system",
    multiple=True,
    metavar="DIR",
    help="A folder outside the workspace that holds the program's own code.",
)
@click.option(
    "--env",
    "environment",
    multiple=True,
    metavar="NAME=TEXT",
    help="A variable of the program; {secret:NAME} stands for a secret.",
)
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="'NAME: TEXT'",
    help="A header of each request; {secret:NAME} stands for a secret.",
)
@click.option(
    "--yes", is_flag=True, help="Accept without asking those of its tools in which nothing was found."
)
@_suspicious_option
@json_option
@folder_option
def add(
    name: str,
    program: tuple[str, ...],
    url: str,
    grants: tuple[str, ...],
    system: tuple[str, ...],
    environment: tuple[str, ...],
    headers: tuple[str, ...],
    yes: bool,
    suspicious: bool,
    as_json: bool,
    folder: str,
) -> int:
    """Ask the server NAME for its tools, show them, and add it to runtime.toml with those that you accept."""
    from runtime.host.mcp_registration import add_server

    table: dict[str, Any] = {"command": list(program)} if program else {}
    table |= {"url": url} if url else {}
    table |= {"grants": _grants(grants)} if grants else {}
    table |= {"system": list(system)} if system else {}
    table |= {"environment": _pairs("--env", environment, "=")} if environment else {}
    table |= {"headers": _pairs("--header", headers, ":")} if headers else {}
    shown: list[Offered] = []

    def agree(offered: list[Offered]) -> list[Offered] | None:
        shown.extend(offered)
        if not as_json:
            _show(offered)
        return _agreed(offered, as_json=as_json, yes=yes, suspicious=suspicious)

    added = add_server(folder, name, table, agree)
    if as_json:
        print_json({"added": added, "tools": [_data(one) for one in shown]})
    elif added:
        click.echo(style("✓", "green") + f" Added {name}; next: runtime tools list")
    else:
        click.echo("Not accepted; nothing was changed. --yes accepts without a terminal.", err=True)
    return 0 if added else 4


@command.command(
    "list", examples=("runtime mcp list", "runtime mcp list --json", "runtime mcp list -C ../other")
)
@json_option
@folder_option
def list_(as_json: bool, folder: str) -> None:
    """List the servers of the settings and how many of their tools are accepted; none is started."""
    import msgspec

    from runtime.host.mcp_registration import list_servers

    servers = list_servers(folder)
    if as_json:
        print_json({"servers": msgspec.to_builtins(servers)})
        return
    width = max((len(one.name) for one in servers), default=0)
    for one in servers:
        grants = "+".join(one.grants) or "nothing"
        click.echo(f"{one.name:{width}}  {len(one.accepted):3} tools  {grants:20}  {one_line(one.reached)}")


@command.command(
    "diff",
    examples=("runtime mcp diff files", "runtime mcp diff files --json", "runtime mcp diff"),
    exit_codes={
        0: "ok: as accepted",
        1: "something differs",
        2: "usage or configuration",
        7: "a server cannot be asked",
    },
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option
@folder_option
def diff(names: tuple[str, ...], as_json: bool, folder: str) -> int:
    """Ask the servers for their tools, and show how they differ from the accepted ones."""
    differs, data = False, {}
    for name in names or _all(folder):
        difference, offered = _compared(folder, name)
        differs |= not difference.is_none
        data[name] = {"changes": _changes(difference), "tools": [_data(one) for one in offered]}
        if not as_json:
            _head(name, names)
            _show_findings(offered)
            show_difference(difference)
    if as_json:
        print_json({"same": not differs, "servers": data})
    return 1 if differs else 0


@command.command(
    "accept",
    examples=(
        "runtime mcp accept files",
        "runtime mcp accept --yes",
        "runtime mcp accept files --yes --suspicious",
    ),
    exit_codes={
        0: "ok: accepted",
        2: "usage or configuration",
        4: "not accepted",
        7: "a server cannot be asked",
    },
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@yes_option
@_suspicious_option
@json_option
@folder_option
def accept(names: tuple[str, ...], yes: bool, suspicious: bool, as_json: bool, folder: str) -> int:
    """Show how the servers' tools differ from the accepted ones and what was found in them, ask, and accept them.

    A definition with hidden text is never accepted.
    """
    from runtime.host.acceptance import accept as pin
    from runtime.host.mcp_registration import would_accept

    data, accepted = {}, True
    for name in names or _all(folder):
        difference, offered = _compared(folder, name)
        if not as_json:
            _head(name, names)
            _show_findings(offered)
            show_difference(difference)
        agreed = (
            offered
            if difference.is_none
            else _agreed(offered, as_json=as_json, yes=yes, suspicious=suspicious)
        )
        if agreed is not None and not difference.is_none:
            pin(would_accept(folder, name, agreed))
        accepted &= agreed is not None
        data[name] = {"accepted": agreed is not None, "tools": [_data(one) for one in offered]}
    if as_json:
        print_json({"accepted": accepted, "servers": data})
    elif not accepted:
        click.echo(
            "Not accepted; what was accepted before holds. --yes accepts without a terminal.", err=True
        )
    return 0 if accepted else 4


@command.command(
    "remove",
    examples=("runtime mcp remove files", "runtime mcp remove files -C ../other", "runtime mcp list"),
    exit_codes={0: "ok", 2: "usage or configuration"},
)
@click.argument("name")
@folder_option
def remove(name: str, folder: str) -> None:
    """Take the server NAME out of runtime.toml, and forget its accepted tools."""
    from runtime.host.mcp_registration import remove_server

    remove_server(folder, name)
    click.echo(style("✓", "green") + f" Removed {name}")


def _all(folder: str) -> list[str]:
    from runtime.host.mcp_registration import list_servers

    return [one.name for one in list_servers(folder)]


def _compared(folder: str, name: str) -> tuple[Any, list[Offered]]:
    from runtime.host.differences import compare
    from runtime.host.mcp_registration import find_offered, would_accept

    offered = find_offered(folder, name)
    return compare(would_accept(folder, name, [one for one in offered if one.acceptable])), offered


def _agreed(offered: list[Offered], *, as_json: bool, yes: bool, suspicious: bool) -> list[Offered] | None:
    """The tools that whoever is there accepts, None for none at all."""
    acceptable = [one for one in offered if one.acceptable]
    clean = [one for one in acceptable if not one.findings]
    if yes:
        left = [] if suspicious else [one.definition.name for one in acceptable if one.findings]
        if left and not as_json:
            click.echo(
                f"Left out, as something was found in them: {one_line(', '.join(left))} (--suspicious accepts them)",
                err=True,
            )
        return acceptable if suspicious else clean
    if as_json:
        return None
    return acceptable if asked() else None


def _head(name: str, names: tuple[str, ...]) -> None:
    if len(names) != 1:
        click.echo(f"{name}:")


def _show(offered: list[Offered]) -> None:
    """Tell the tools whole: this is what a model will read."""
    for one in offered:
        mark = (
            style("✓", "green")
            if one.acceptable and not one.findings
            else style("!", "yellow" if one.acceptable else "red")
        )
        click.echo(f"{mark} {one_line(one.definition.name)}")
        if one.definition.content:
            click.echo("".join(f"    {line}\n" for line in printable(_about(one)).split("\n")), nl=False)
    _show_findings(offered)


def _about(one: Offered) -> str:
    import json

    data = one.definition.data
    arguments = json.dumps(data.get("inputSchema", {}).get("properties", {}), ensure_ascii=False)
    return f"{data.get('description', '')}\narguments: {arguments}"


def _show_findings(offered: list[Offered]) -> None:
    for one in offered:
        if one.fault:
            click.echo(style("refused", "red") + f" {one_line(one.definition.name)}: {one_line(one.fault)}")
        for found in one.findings:
            colour = "red" if found.severity == "refused" else "yellow"
            click.echo(
                style(found.severity, colour)
                + f" {one_line(one.definition.name)}{found.where}: {found.what}: {printable(found.excerpt)}"
            )


def _data(one: Offered) -> dict[str, Any]:
    import msgspec

    definition = one.definition.data if one.definition.content else None
    return {
        "name": f"{one.server}.{one.definition.name}",
        "digest": one.definition.digest,
        "acceptable": one.acceptable,
        "fault": one.fault,
        "findings": msgspec.to_builtins(one.findings),
        "definition": definition,
    }


def _changes(difference: Any) -> list[dict[str, str]]:
    return [{"path": file.path, "change": file.change, "diff": file.diff} for file in difference.changes]


def _grants(given: tuple[str, ...]) -> dict[str, Any]:
    """The grants as a table of the settings."""
    from runtime.capability.grants import parse_grant
    from runtime.contracts.capability import to_data

    table: dict[str, Any] = {}
    for text in given:
        data = {key: value for key, value in to_data(parse_grant(text)).items() if value is not None}
        kind = data.pop("type")
        values = list(data.values())
        table[kind] = (
            True if not values else values[0] if len(values) == 1 and isinstance(values[0], list) else data
        )
    return table


def _pairs(option: str, given: tuple[str, ...], mark: str) -> dict[str, str]:
    found = [text.partition(mark) for text in given]
    if any(not separator for _, separator, _ in found):
        raise click.UsageError(f"{option}: write NAME{mark}TEXT")
    return {name.strip(): value.strip() for name, _, value in found}
