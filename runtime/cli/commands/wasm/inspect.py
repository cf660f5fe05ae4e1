"""``runtime wasm inspect``."""

from __future__ import annotations

import os
import stat
from typing import Any, Final

import click

from runtime.cli.frame import CliCommand, json_option, one_line, print_json, style

_EXIT_CODES: Final = {
    0: "ok: it can be a tool, of the kind that is told",
    1: "a finding: it is a module, but no tool of any kind",
    2: "usage, or it is refused before any compiler sees it",
}
_SHOWN: Final = 40


@click.command(
    cls=CliCommand,
    examples=("runtime wasm inspect tool.wasm", "runtime wasm inspect tool.wasm --json"),
    exit_codes=_EXIT_CODES,
)
@click.argument("file")
@json_option
def command(file: str, as_json: bool) -> int:
    """Show what the module FILE imports and exports, which capabilities it would need, and its size.

    The module is read, never run and never compiled.
    """
    from runtime.backends._wasm.admission import ModuleRefused, describe_module, read_module
    from runtime.contracts.digest import digest
    from runtime.contracts.errors import WasmRefused

    try:
        data = _read(file)
        told = {"file": file, "digest": digest(data)} | describe_module(read_module(data))
    except ModuleRefused as refused:
        raise WasmRefused(
            f"{one_line(file)} is refused ({refused.code}): {refused.message}",
            suggestion=refused.suggestion,
            reason=refused.code,
        ) from None
    if as_json:
        print_json(told)
    else:
        _show(told)
    return 0 if told["kind"] else 1


def _read(file: str) -> bytes:
    """The bytes of a regular file: a pipe would wait, a device would never end."""
    from runtime.backends._wasm.admission import check_size

    try:
        with open(file, "rb", opener=_open) as stream:  # the opener
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise click.UsageError(f"FILE: {one_line(file)} is not a regular file")
            check_size(status.st_size)
            return stream.read(status.st_size)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a usable path"
        raise click.UsageError(f"FILE: {one_line(file)} cannot be read: {reason}") from None


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _show(told: dict[str, Any]) -> None:
    kind = told["kind"]
    mark = style("✓", "green") + f" a {kind}" if kind else style("✗", "red") + " no tool of any kind"
    click.echo(f"{mark}: {one_line(told['file'])}")
    for other, reason in told["why_not"].items():
        click.echo(f"  no {other}: {one_line(reason)}")
    rows = {
        "digest": told["digest"],
        "size": f"{told['size_bytes']:,} bytes, {told['stripped_bytes']:,} without custom sections",
        "inside": f"{told['functions']:,} functions, {told['code_bytes']:,} bytes of code, {told['data_bytes']:,} of data",
        "memory": _memory(told),
        "features": ", ".join(told["features"]),
        "sections": ", ".join(map(one_line, told["custom_sections"])),
        "needs": ", ".join(told["capabilities"]) or "no capability",
    }
    for name, value in rows.items():
        if value:
            click.echo(f"  {name:9} {value}")
    imports = [
        f"{module} {item['name']}{item['signature']}"
        for module, items in told["imports"].items()
        for item in items
    ]
    _list("imports", imports)
    _list("exports", [f"{item['name']} {item['kind']} {item['signature']}" for item in told["exports"]])


def _memory(told: dict[str, Any]) -> str:
    least, most = told["memory_min_pages"], told["memory_max_pages"]
    if least is None:
        return ""
    return f"{least} to {most} pages of 64 KiB" if most is not None else f"{least} pages of 64 KiB and more"


def _list(title: str, lines: list[str]) -> None:
    if not lines:
        return
    click.echo(f"  {title}")
    for line in lines[:_SHOWN]:
        click.echo(f"    {one_line(line).rstrip()}")
    if len(lines) > _SHOWN:
        click.echo(f"    and {len(lines) - _SHOWN:,} more: `--json` shows all")
