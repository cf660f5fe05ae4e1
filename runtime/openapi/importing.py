"""A whole document as the files of a tools folder, each tried as the folder's reader will try it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from runtime.contracts.errors import Error, InputInvalid, OutputInvalid, SchemaRefused
from runtime.openapi.document import Document, DocumentRefused
from runtime.openapi.operations import Operation, Request, Writer, operations, tool_name
from runtime.openapi.schemas import clean, without
from runtime.openapi.toml_text import toml
from runtime.sdk.http_files import read_http_file
from runtime.validation.schema import compile_schema

MAX_OPERATIONS = 10_000
MAX_OUTPUT_SCHEMA_BYTES = 100_000
"""A larger one is left out: it says little to a reader, and costs each call."""


class Left(msgspec.Struct, frozen=True):
    """An operation that became no tool, or one whose answer is not checked, and why."""

    operation: str
    reason: str


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What a document gave."""

    files: dict[str, str]
    """The texts of tool files, by file name."""
    skipped: tuple[Left, ...]
    loosened: tuple[Left, ...]
    """Tools that take any answer, since the schema of it cannot be used."""
    servers: tuple[str, ...]
    secrets: dict[str, tuple[str, ...]]
    """The servers of each secret that the tools name."""


def import_document(
    document: Document,
    *,
    only: Collection[str] = (),
    server: str = "",
    prefix: str = "",
    secret: str = "",
    headers: Mapping[str, str] | None = None,
) -> Imported:
    """The tools of a document's operations.

    Args:
        document: Where they stand.
        only: Tags, operation ids, names of tools, or ``GET /path``: what names none of them is left out. All where it is empty.
        server: Overrides the document's servers.
        prefix: What names of tools begin with.
        secret: What names of secrets begin with; the document's title by default.
        headers: Templates of further headers of every request, for a credential that the document does not name.

    Raises:
        DocumentRefused: there are no operations, or too many.
    """
    found = list(operations(document))
    if len(found) > MAX_OPERATIONS:
        raise DocumentRefused(f"more than {MAX_OPERATIONS} operations")
    info = document.root.get("info")
    title = secret or clean(str(info.get("title", "") if isinstance(info, dict) else ""), 30)
    writer = Writer(document, server=server, title=title, headers=headers or {})
    wanted = [
        (operation, name) for operation, name in _named(found, prefix) if _is_wanted(operation, name, only)
    ]
    if not wanted:
        raise DocumentRefused("no operation is named so" if only else "no operations")
    made = _Made()
    for operation, name in wanted:
        made.add(operation, name, writer)
    return made.imported()


def _named(found: list[Operation], prefix: str) -> list[tuple[Operation, str]]:
    """The operations with names that are all different: no number makes one into the name that another has of itself."""
    own = [tool_name(operation, prefix) for operation in found]
    taken, last = set(own), Counter[str]()
    named = []
    for operation, name in zip(found, own, strict=True):
        last[name] += 1
        given = name
        while last[name] > 1 and given in taken:
            suffix = f"_{last[name]}"
            given = name[: 64 - len(suffix)] + suffix
            last[name] += given in taken
        taken.add(given)
        named.append((operation, given))
    return named


def _is_wanted(operation: Operation, name: str, only: Collection[str]) -> bool:
    labels = {name, operation.identity, operation.label, *operation.tags}
    return not only or any(each in labels for each in only)


class _Made:
    """What was made so far."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}
        self._skipped: list[Left] = []
        self._loosened: list[Left] = []
        self._servers: dict[str, None] = {}
        self._secrets: dict[str, dict[str, None]] = {}

    def add(self, operation: Operation, name: str, writer: Writer) -> None:
        """Make a file of an operation, or keep the reason why not."""
        try:
            request = self._checked(operation, name, writer.request(operation))
            text = _text(operation, request)
            tool = read_http_file(f"{name}.toml", text.encode("utf-8"))
        except DocumentRefused as error:
            self._skipped.append(Left(operation.label, str(error)))
            return
        except Error as error:
            self._skipped.append(Left(operation.label, clean(error.message, 300)))
            return
        except (ValueError, RecursionError, AttributeError, TypeError, KeyError):
            self._skipped.append(Left(operation.label, "it is not what OpenAPI describes"))
            return
        assert tool.manifest.http is not None  # noqa: S101  # it was read by it
        server = str(tool.manifest.http.target)
        self._files[f"{name}.toml"] = text
        self._servers[server] = None
        for secret in sorted(tool.manifest.http.secrets()):
            self._secrets.setdefault(secret, {})[server] = None

    def _checked(self, operation: Operation, name: str, request: Request) -> Request:
        """The request with schemas that a tool may have: without patterns, or without an answer's schema, where they cannot be used.

        Raises:
            SchemaRefused: the arguments' schema cannot be used.
        """
        parameters, output = request.parameters, request.output_schema
        try:
            compile_schema(parameters, where=name, error=InputInvalid, arguments=True)
        except SchemaRefused:
            parameters = _without_patterns(parameters)
            compile_schema(parameters, where=name, error=InputInvalid, arguments=True)
        try:
            if len(msgspec.json.encode(output)) > MAX_OUTPUT_SCHEMA_BYTES:
                self._loosened.append(
                    Left(
                        operation.label,
                        f"the schema of its answer has more than {MAX_OUTPUT_SCHEMA_BYTES} bytes",
                    )
                )
                output = {}
            compile_schema(output, where=name, error=OutputInvalid)
        except SchemaRefused as first:
            output = _without_patterns(output)
            try:
                compile_schema(output, where=name, error=OutputInvalid)
            except SchemaRefused:
                self._loosened.append(Left(operation.label, clean(first.message, 300)))
                output = {}
        return msgspec.structs.replace(request, parameters=parameters, output_schema=output)

    def imported(self) -> Imported:
        """All of it."""
        return Imported(
            files=self._files,
            skipped=tuple(self._skipped),
            loosened=tuple(self._loosened),
            servers=tuple(self._servers),
            secrets={name: tuple(servers) for name, servers in self._secrets.items()},
        )


def _without_patterns(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = without(without(schema, "pattern"), "patternProperties")
    return found


def _text(operation: Operation, request: Request) -> str:
    table: dict[str, Any] = {"description": request.description}
    if request.short_description:
        table["short_description"] = request.short_description
    for field, schema in (("parameters", request.parameters), ("output_schema", request.output_schema)):
        table[field] = msgspec.json.format(msgspec.json.encode(schema), indent=1).decode()
    return f"# {operation.label}\n" + toml(table | {"http": request.http})
