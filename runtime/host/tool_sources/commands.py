"""Wrapped commands: a ``*.toml`` with a table ``[command]`` that says which words run a program of the system, and how arguments go into them.

::

    [command]
    description = "Check disk usage for a directory"
    argv = ["du", "-sh", "--", "{path}"]
    capabilities = [{type = "fs_read", prefixes = ["."]}]
    stub = "4.0K ."

    [command.parameters.path]
    type = "string"
    description = "Directory path"
    default = "."

No shell reads the words, and the command alone may be executed (`process_spawn` can name others that it needs). The optional fields are those of an executable's
declaration; ``stub`` is the text that its stub answers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from runtime.backends._executables.program import ProgramOrder, ProgramOrigin, ProgramTool, Undescribed
from runtime.backends._executables.template import TYPES, Template, TemplateInvalid
from runtime.contracts.digest import digest
from runtime.contracts.program import Program
from runtime.host.tool_sources import FolderFile, Loaded, Skipped, ToolFolder, ToolSource
from runtime.host.tool_sources._declaration import convert_declaration, manifest_of, stub_of

_OWN = frozenset({"argv", "parameters", "stub"})
_DECLARED = frozenset(
    {
        "name", "description", "short_description", "version", "output_schema", "capabilities", "optional_capabilities", "side_effects", "determinism",
        "bounds", "risk", "requires_approval", "affects", "normalization",
    }
)  # fmt: skip
_MAX_BYTES = 262_144


def wants(file: FolderFile) -> bool:
    """Every TOML file at the top: its table says whose it is."""
    return file.at_top and file.name.endswith(".toml")


class CommandsSource(ToolSource):
    """Reads wrapped commands."""

    lenient = True

    def load(self, folder: ToolFolder) -> Iterator[Loaded | Skipped]:
        """The wrapped commands of a folder; a file with another table is another source's."""
        for path in sorted(path for path in folder.files if wants_path(path)):
            try:
                table = _table(folder.files[path])
                if table is not None:
                    yield Loaded(path, self._tool(folder, path, table))
            except Undescribed as why:
                yield Skipped(path, why.code, why.reason)

    def _tool(self, folder: ToolFolder, path: str, table: dict[str, Any]) -> ProgramTool:
        if unknown := sorted(table.keys() - _OWN - _DECLARED):
            raise Undescribed("command.field", f"command.{unknown[0]} is not known")
        properties, required = _parameters(table.get("parameters", {}))
        try:
            template = Template(table.get("argv"), properties)
        except TemplateInvalid as error:
            raise Undescribed("command.argv", str(error)) from None
        stub = table.get("stub")
        if stub is not None and not isinstance(stub, str):
            raise Undescribed("command.field", "command.stub must be the text that the stub answers")
        fields = {name: table[name] for name in _DECLARED & table.keys()}
        schema = {
            "type": "object", "properties": properties, "required": required, "additionalProperties": False,
        }  # fmt: skip
        declared = convert_declaration(
            {"name": path.removesuffix(".toml"), "parameters": schema, "stub": stub is not None} | fields
        )
        found = digest(folder.files[path])
        manifest = manifest_of(declared, Program(file=path, digest=found))
        if self.setup.stub:
            if stub is None:
                raise Undescribed("stub.absent", "it declares no stub")
            manifest = stub_of(manifest)
        return ProgramTool(
            manifest,
            ProgramOrigin(folder.place / path, found, must_execute=False),
            _stubbed(stub) if self.setup.stub and stub is not None else _ordered(template, _named(table)),
            check=template.check,
        )


def wants_path(path: str) -> bool:
    """Whether a file that was read is a TOML file of the folder itself."""
    return "/" not in path and path.endswith(".toml")


def _table(data: bytes) -> dict[str, Any] | None:
    """The table ``[command]``; None where the file is of another kind of tools.

    Raises:
        Undescribed: it is of none.
    """
    if len(data) > _MAX_BYTES:
        raise Undescribed("toml.unreadable", f"it is larger than {_MAX_BYTES} bytes")
    try:
        read = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise Undescribed("toml.unreadable", f"it is no TOML: {error}"[:300]) from None
    if "http" in read:
        return None
    table = read.get("command")
    if not isinstance(table, dict) or read.keys() - {"command"}:
        raise Undescribed("toml.kind", "it has no table [command] or [http], or another beside it")
    return table


def _parameters(tables: Any) -> tuple[dict[str, dict[str, Any]], list[str]]:
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        raise Undescribed("command.parameters", "command.parameters must be tables by name")
    properties, required = {}, []
    for name, table in tables.items():
        schema = {key: value for key, value in table.items() if key != "required"}
        if schema.get("type") not in TYPES:
            raise Undescribed("command.parameters", f"{name}: type must be one of {', '.join(TYPES)}")
        if schema["type"] == "array" and _item_type(schema) not in ("string", "integer", "number"):
            raise Undescribed("command.parameters", f"{name}: items.type must be string, integer or number")
        if table.get("required", "default" not in schema) is True:
            required.append(name)
        properties[name] = schema
    return properties, required


def _item_type(schema: dict[str, Any]) -> Any:
    items = schema.get("items")
    return items.get("type") if isinstance(items, dict) else None


def _named(table: dict[str, Any]) -> tuple[str, ...]:
    """What the command executes besides itself, as far as it says so."""
    given = (*table.get("capabilities", ()), *table.get("optional_capabilities", ()))
    return tuple(
        name for one in given if one.get("type") == "process_spawn" for name in one.get("commands", ())
    )


def _ordered(template: Template, named: tuple[str, ...]) -> Callable[[dict[str, Any]], ProgramOrder]:
    def make_order(arguments: dict[str, Any]) -> ProgramOrder:
        # Those that it names are narrowed by the grants of the call where it runs.
        commands = None if named else (template.command,)
        return ProgramOrder(template.render(arguments), None, commands, b"", {})

    return make_order


def _stubbed(stub: str) -> Callable[[dict[str, Any]], str]:
    return lambda _: stub


SOURCE = CommandsSource
