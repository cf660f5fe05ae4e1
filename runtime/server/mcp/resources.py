"""Resources: the workspace's files within the client's grants, tools' declarations, and the records of its calls with their proofs.

    runtime://files/PATH                    a file, read by a governed call
    runtime://tools/NAME                    what a tool declares
    runtime://tools/NAME/arguments/ARG      the schema of one argument; its listed values complete the template
    runtime://calls/ID                      what happened in a call, as `runtime audit show` tells it
    runtime://calls/ID/proof                for each of its records the proof that it is in the signed log

A client reads the calls of its own principal. One whose token says that it audits reads all. What is not the client's is not there: the answer is
that of a resource which does not exist.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CompleteRequestParams, PaginatedRequestParams
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from runtime.contracts.errors import AuditNotFound, Error
from runtime.contracts.invocation import CALL_ID, Completed
from runtime.contracts.manifest import NAME
from runtime.host.executor import Executor
from runtime.server.catalogue import Catalogue
from runtime.server.client import Client
from runtime.server.limits import ClientLimits
from runtime.server.mcp import workspace_files
from runtime.server.mcp.calls import Context
from runtime.server.mcp.pages import page_of
from runtime.server.records import CallRecords

FILES, TOOLS, CALLS = "runtime://files/", "runtime://tools/", "runtime://calls/"
TEMPLATES: tuple[dict[str, Any], ...] = (
    {
        "uriTemplate": f"{FILES}{{+path}}",
        "name": "workspace-file",
        "title": "A file of the workspace",
        "description": "Read within the client's grants, by a governed call.",
    },
    {
        "uriTemplate": f"{TOOLS}{{tool}}",
        "name": "tool",
        "title": "What a tool declares",
        "mimeType": "application/json",
    },
    {
        "uriTemplate": f"{TOOLS}{{tool}}/arguments/{{argument}}",
        "name": "tool-argument",
        "title": "The schema of an argument",
        "mimeType": "application/json",
    },
    {
        "uriTemplate": f"{TOOLS}{{tool}}/arguments/{{argument}}/{{value}}",
        "name": "tool-argument-value",
        "title": "A value that an argument may have, completed from those that its schema lists",
        "mimeType": "application/json",
    },
    {
        "uriTemplate": f"{CALLS}{{call}}",
        "name": "call",
        "title": "What happened in a call",
        "description": "Its records, as `runtime audit show` tells them.",
        "mimeType": "application/json",
    },
    {
        "uriTemplate": f"{CALLS}{{call}}/proof",
        "name": "call-proof",
        "title": "Proofs that a call's records are in the signed log",
        "mimeType": "application/json",
    },
)
_NOT_FOUND = -32002
_ARGUMENT = re.compile(rf"({NAME.pattern})(?:/arguments/([^/]+)(?:/([^/]+))?)?")
_CALL = re.compile(rf"({CALL_ID.pattern})(/proof)?")
_LONGEST_URI = 4096
_MOST_COMPLETIONS = 100
_RECENT = 100
_MOST_CLIENTS = 1000
_TEXT = ("text/plain", "application/json")


class Resources:
    """Lists, reads and completes resources for all clients."""

    def __init__(
        self, executor: Executor, catalogue: Catalogue, limits: ClientLimits, records: CallRecords
    ) -> None:
        """Read nothing yet."""
        self._executor = executor
        self._catalogue = catalogue
        self._limits = limits
        self._records = records
        self._recent: dict[str, deque[str]] = {}

    def made(self, client: Client, call_id: str) -> None:
        """Remember that a client made a call, to complete its id."""
        if client.name not in self._recent and len(self._recent) >= _MOST_CLIENTS:
            del self._recent[next(iter(self._recent))]
        self._recent.setdefault(client.name, deque(maxlen=_RECENT)).append(call_id)

    async def list(self, client: Client, params: PaginatedRequestParams | None) -> dict[str, Any]:
        """A page of the files that the client may read; none where gate or policy let it list none."""
        cursor = None if params is None else params.cursor
        page_of((), cursor, str)  # refuses a cursor that is none before anything runs
        outcome = await self._call(client, workspace_files.LIST, {})
        paths: list[str] = outcome.output["paths"] if isinstance(outcome, Completed) else []
        page, following = page_of(paths, cursor, str)
        listed = [{"uri": FILES + _quoted(path), "name": path} for path in page]
        return {"resources": listed} | ({"nextCursor": following} if following else {})

    async def read(self, ctx: Context, client: Client, uri: str) -> dict[str, Any]:
        """What a resource holds.

        Raises:
            MCPError: there is none, or none for this client.
        """
        found: bytes | None = None
        try:
            if len(uri) <= _LONGEST_URI:
                if uri.startswith(FILES):
                    found = await self._file(client, uri.removeprefix(FILES))
                elif uri.startswith(TOOLS):
                    found = await self._tool(client, uri.removeprefix(TOOLS))
                elif uri.startswith(CALLS):
                    found = await self._call_record(client, uri.removeprefix(CALLS))
        except AuditNotFound:
            found = None
        except Error as error:
            raise MCPError(INTERNAL_ERROR, "the resource cannot be read", {"code": error.code}) from None
        if found is None:
            # 2026-07-28 took the code away that earlier revisions have for it.
            code = INVALID_PARAMS if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else _NOT_FOUND
            raise MCPError(
                code, "Resource not found", {"uri": uri[:_LONGEST_URI], "code": "resource.not_found"}
            )
        return {"contents": [_contents(uri, found)]}

    async def complete(self, client: Client, params: CompleteRequestParams) -> dict[str, Any]:
        """The values that a template's variable may have, as far as this client may know them."""
        given = dict((params.context.arguments if params.context else None) or {})
        template = getattr(params.ref, "uri", "")
        values: Iterable[str] = ()
        if template.startswith(TOOLS):
            values = await self._tool_values(client, params.argument.name, given)
        elif template.startswith(CALLS) and params.argument.name == "call":
            values = reversed(self._recent.get(client.name, ()))
        fitting = list(dict.fromkeys(value for value in values if value.startswith(params.argument.value)))
        return {
            "completion": {
                "values": fitting[:_MOST_COMPLETIONS],
                "total": len(fitting),
                "hasMore": len(fitting) > _MOST_COMPLETIONS,
            }
        }

    async def _tool_values(self, client: Client, variable: str, given: dict[str, str]) -> Iterable[str]:
        if variable == "tool":
            shown = [one.name for one in await self._catalogue.of(client)]
            return [name for name in shown if name not in workspace_files.NAMES]
        manifest = await self._catalogue.find(client, given.get("tool", ""))
        arguments = {} if manifest is None else manifest.input_schema.get("properties", {})
        if variable == "argument":
            return list(arguments)
        return [_spelled(value) for value in listed_values(arguments.get(given.get("argument", "")))]

    async def _file(self, client: Client, quoted: str) -> bytes | None:
        path = unquote(quoted, errors="strict") if _is_plain(quoted) else ""
        if not path or _quoted(path) != quoted:
            return None  # each file has one address
        outcome = await self._call(client, workspace_files.READ, {"path": path})
        return outcome.output if isinstance(outcome, Completed) else None

    async def _call(self, client: Client, tool: str, arguments: dict[str, Any]) -> Any:
        with self._limits.call(client):
            return await self._executor.call(
                tool, arguments, grants=client.grants, principal=client.principal
            )

    async def _tool(self, client: Client, rest: str) -> bytes | None:
        named = _ARGUMENT.fullmatch(rest)
        manifest = None if named is None else await self._catalogue.find(client, named[1])
        if named is None or manifest is None or manifest.name in workspace_files.NAMES:
            return None
        if named[2] is None:
            return msgspec.json.encode(manifest.to_data())
        schema = manifest.input_schema.get("properties", {}).get(unquote(named[2]))
        if schema is None:
            return None
        if named[3] is None:
            return msgspec.json.encode(schema)
        listed = [value for value in listed_values(schema) if _spelled(value) == unquote(named[3])]
        return msgspec.json.encode(listed[0]) if listed else None

    async def _call_record(self, client: Client, rest: str) -> bytes | None:
        named = _CALL.fullmatch(rest)
        if named is None:
            return None
        owner = None if client.is_auditor else client.principal.id
        tell = self._records.proofs if named[2] else self._records.shown
        found = await asyncio.to_thread(tell, named[1], owner)
        return None if found is None else msgspec.json.encode(found)


def listed_values(schema: Any) -> list[Any]:
    """The values that an argument's schema lists."""
    if not isinstance(schema, dict):
        return []
    if "const" in schema:
        return [schema["const"]]
    found = list(schema.get("enum", ()))
    for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        found += listed_values(branch)
    return [value for value in found if value is not None]


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _quoted(path: str) -> str:
    return quote(path, safe="/")


def _is_plain(quoted: str) -> bool:
    """Whether unquoting gives text: bytes that are no UTF-8 name no file."""
    try:
        unquote(quoted, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def _contents(uri: str, data: bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return {"uri": uri, "mimeType": "application/octet-stream", "blob": msgspec.to_builtins(data)}
    return {"uri": uri, "mimeType": _TEXT[not uri.startswith(FILES)], "text": text}
