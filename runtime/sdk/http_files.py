"""Reads an HTTP tool from a file: TOML with a table ``[http]``.

``description``, ``parameters`` (a JSON Schema: a table, or its JSON text) and ``[http]`` are needed. The name is the file's unless it says another one.
"""

from __future__ import annotations

import tomllib
from pathlib import PurePosixPath
from typing import Any

import msgspec

from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Determinism, Risk
from runtime.sdk.http_declaration import HttpTool, http_tool_of, read_request

MAX_FILE_BYTES = 1024 * 1024


class _File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What stands in the file."""

    http: dict[str, Any]
    description: str
    name: str = ""
    version: str = "1.0.0"
    short_description: str = ""
    parameters: dict[str, Any] | str = {}
    output_schema: dict[str, Any] | str = {}
    determinism: Determinism | None = None
    risk: Risk | None = None
    requires_approval: bool = False
    bounds: ResourceBounds | None = None
    stub: Any = msgspec.UNSET


def stub_answer(data: bytes) -> Any:
    """What the stub of a file's tool answers; ``msgspec.UNSET`` where it has none. The file was read before."""
    return tomllib.loads(data.decode("utf-8")).get("stub", msgspec.UNSET)


def tables_of(data: bytes) -> frozenset[str] | None:
    """The names at the top of a TOML file; None where it is none."""
    try:
        return frozenset(tomllib.loads(data[: MAX_FILE_BYTES + 1].decode()))
    except (ValueError, RecursionError):
        return None


def read_http_file(path: str, data: bytes) -> HttpTool:
    """The tool that a file declares.

    Args:
        path: The file's, for its name and for errors.
        data: What is in it.

    Raises:
        ManifestInvalid: it declares none; the message names file and field.
    """
    place = PurePosixPath(path)
    if len(data) > MAX_FILE_BYTES:
        raise _wrong(place, f"larger than {MAX_FILE_BYTES} bytes")
    try:
        table = tomllib.loads(data.decode("utf-8"))
        file = msgspec.convert(table, _File)
    except (ValueError, RecursionError) as error:  # of UTF-8, of TOML, of msgspec
        text = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:300]
        raise _wrong(place, text) from None
    name = file.name or place.stem
    return http_tool_of(
        name=name,
        description=file.description,
        request=read_request(name, file.http),
        input_schema=_closed(_schema(place, "parameters", file.parameters)),
        output_schema=_schema(place, "output_schema", file.output_schema),
        version=file.version,
        short_description=file.short_description,
        determinism=file.determinism,
        risk=file.risk,
        requires_approval=file.requires_approval,
        bounds=file.bounds,
    )


def _schema(place: PurePosixPath, field: str, written: dict[str, Any] | str) -> dict[str, Any]:
    if isinstance(written, dict):
        return written
    try:
        return msgspec.json.decode(written, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _wrong(place, f"{field}: {error}") from None


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of the arguments; what it does not name is no argument."""
    closed = {"type": "object", "properties": {}, "required": [], "additionalProperties": False, **schema}
    if closed["type"] != "object" or closed["additionalProperties"] is not False:
        raise ManifestInvalid(
            "parameters must be a schema of an object without further properties", field="parameters"
        )
    return closed


def _wrong(place: PurePosixPath, what: str) -> ManifestInvalid:
    return ManifestInvalid(
        f"the tool file {place.name[:100]!r} cannot be read: {what}",
        suggestion="Correct the file; docs/http-tools.md shows one.",
        file=str(place),
    )
