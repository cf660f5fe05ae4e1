"""``runtime tools import openapi SPEC``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runtime.cli.frame import CliGroup, json_option, one_line, print_json

if TYPE_CHECKING:
    from runtime.openapi import Imported

_SHOWN = 20


@click.group(
    "import",
    cls=CliGroup,
    short_help="Make tools of a service's description.",
    examples=(
        "runtime tools import openapi petstore.json --into apis",
        "runtime tools import openapi api.yaml --into apis --only pets",
        "runtime tools import openapi - --into apis < api.json",
    ),
)
def import_group() -> None:
    """Make files of tools from descriptions of services."""


@import_group.command(
    "openapi",
    examples=(
        "runtime tools import openapi petstore.json --into apis",
        "runtime tools import openapi api.yaml --into apis --only pets --only 'GET /health' --prefix shop",
        "runtime tools import openapi github.json --into apis --header 'Authorization: Bearer {secret:GITHUB}'",
    ),
    exit_codes={0: "ok", 1: "some operations became no tool", 2: "usage or configuration"},
)
@click.argument("spec")
@click.option("--into", required=True, metavar="DIR", help="The tools folder that the files are written to.")
@click.option(
    "--only",
    multiple=True,
    metavar="TAG|OPERATION",
    help="A tag, operation id, name of a tool, or 'GET /path'. Default: all.",
)
@click.option("--server", default="", metavar="URL", help="Instead of the servers that the document names.")
@click.option("--prefix", default="", metavar="WORD", help="What names of tools begin with.")
@click.option(
    "--secret",
    default="",
    metavar="WORD",
    help="What names of secrets begin with. Default: the document's title.",
)
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="'NAME: TEMPLATE'",
    help="A header of every request, with {secret:NAME} in it.",
)
@click.option("--replace", is_flag=True, help="Write over files that differ.")
@json_option
def import_openapi(
    spec: str,
    into: str,
    only: tuple[str, ...],
    server: str,
    prefix: str,
    secret: str,
    headers: tuple[str, ...],
    replace: bool,
    as_json: bool,
) -> int:
    """Make an HTTP tool of each operation of SPEC, an OpenAPI 3.0 or 3.1 document in JSON or YAML (- for standard input).

    Nothing is fetched: references count inside the document alone. The files say all that the tools can do; read them, name the folder in tools.folders,
    and accept it with `runtime tools accept`.
    """
    from runtime.contracts.errors import ConfigurationError
    from runtime.openapi import DocumentRefused, import_document, read_document

    try:
        document = read_document(_read(spec))
        found = import_document(
            document,
            only=only,
            server=server,
            prefix=f"{prefix}_" if prefix else "",
            secret=secret,
            headers=_headers(headers),
        )
    except DocumentRefused as error:
        raise ConfigurationError(
            f"{Path(spec).name}: {one_line(str(error))}", suggestion="Correct the document or the options."
        ) from None
    _write(Path(into), found, replace=replace)
    _tell(found, into, as_json=as_json)
    return 1 if found.skipped else 0


def _read(spec: str) -> bytes:
    from runtime.contracts.errors import ConfigurationError
    from runtime.openapi.document import MAX_BYTES

    try:
        if spec == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(spec).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise ConfigurationError(
            f"{one_line(spec)} cannot be read: {reason}", suggestion="Name a file; nothing is fetched."
        ) from None


def _headers(given: tuple[str, ...]) -> dict[str, str]:
    found = [header.partition(":") for header in given]
    if any(not colon for _, colon, _ in found):
        raise click.UsageError("--header: write 'NAME: TEMPLATE'")
    return {name.strip(): value.strip() for name, _, value in found}


def _write(folder: Path, found: Imported, *, replace: bool) -> None:
    """Write all files, or none where one of another content is there."""
    from runtime.contracts.errors import ConfigurationError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {name for name in found.files if os.path.lexists(folder / name)}
        differing = [name for name in sorted(there) if not _holds(folder / name, found.files[name])]
        if differing and not replace:
            raise ConfigurationError(
                f"{folder / differing[0]} is there already, and differs",
                suggestion="Write it over with --replace, or set names apart with --prefix.",
            )
        for name in found.files.keys() - (there - set(differing)):
            place = folder / name
            fresh = place.with_name(f".{name}.new")
            fresh.unlink(missing_ok=True)
            with fresh.open("xb") as stream:
                stream.write(found.files[name].encode("utf-8"))
            fresh.replace(place)
    except OSError as error:
        raise ConfigurationError(
            f"{folder} cannot be written: {error.strerror}", suggestion="Name a folder that you can write."
        ) from None


def _holds(file: Path, text: str) -> bool:
    return not file.is_symlink() and file.is_file() and file.read_bytes() == text.encode("utf-8")


def _tell(found: Imported, into: str, *, as_json: bool) -> None:
    if as_json:
        import msgspec

        data = msgspec.to_builtins(found)
        print_json(data | {"files": sorted(found.files)})
        return
    for name in sorted(found.files):
        click.echo(str(Path(into) / name))
    for title, left in (("no tool", found.skipped), ("any answer is taken", found.loosened)):
        for one in left[:_SHOWN]:
            click.echo(one_line(f"{one.operation}: {title}: {one.reason}"), err=True)
        if len(left) > _SHOWN:
            click.echo(f"... and {len(left) - _SHOWN} more; --json shows all", err=True)
    click.echo(f"{len(found.files)} tools of {', '.join(found.servers) or 'no server'}", err=True)
    for name, servers in sorted(found.secrets.items()):
        click.echo(f"They need [secrets.{name}] in your own config.toml, for {', '.join(servers)}", err=True)
