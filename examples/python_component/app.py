"""Reads TOML files as JSON: a tool in Python that becomes a component, interpreter and all."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import wit_world
from componentize_py_types import Err
from wit_world.imports import host

CHUNK = 65_536
DESCRIPTION = {
    "name": "toml_to_json",
    "description": "Gives the content of a TOML file of the workspace as JSON.",
    "parameters": {
        "type": "object",
        "properties": {"path": {"type": "string", "minLength": 1}},
        "required": ["path"],
        "additionalProperties": False,
    },
}


class WitWorld(wit_world.WitWorld):
    """The world of `wit/tool.wit`."""

    def describe(self) -> str:
        """The declaration."""
        return json.dumps(DESCRIPTION)

    def run(self, arguments: str) -> str:
        """The file's content; an error tells what to correct."""
        path = json.loads(arguments)["path"]
        try:
            return json.dumps(tomllib.loads(_read(path).decode()), default=str)
        except Err as error:
            raise _failed("path.unreadable", f"{path} cannot be read (error {-error.value})") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise _failed("toml.invalid", f"{path}: {error}") from None


def _read(path: str) -> bytes:
    parts: list[bytes] = []
    while part := host.read(path, sum(map(len, parts)), CHUNK):
        parts.append(part)
    return b"".join(parts)


def _failed(code: str, message: str) -> Any:
    return Err(json.dumps({"code": code, "message": message, "suggestion": "Give the path of a TOML file."}))
