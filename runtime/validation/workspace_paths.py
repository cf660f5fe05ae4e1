"""Arguments that name places in the workspace: read once, by their spelling, before policy is asked.

An argument declares ``"format": "workspace-path"``. Its value gets the one spelling that policy, approver, record and tool then share: relative
to the workspace, without ``.``, ``..``, doubled or closing slashes. An absolute path counts where the workspace is its beginning. Nothing
is looked up: links are followed, and refused where they lead out, by the handle that opens the path.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any

import msgspec

from runtime.contracts.errors import ArgumentRefused
from runtime.contracts.manifest import WORKSPACE_PATH
from runtime.validation.strict_json import NotPlain, pointer_token, printable
from runtime.validation.structure import survey

_MAX_NAME_BYTES = 255
_MAX_PATH_BYTES = 4095
_SHOWN = 200
_USABLE = "Use a path of ordinary names, each at most 255 bytes long"


class PathArguments(msgspec.Struct, frozen=True):
    """The names of a tool's arguments that hold a path, and of those that hold a list of paths."""

    single: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    def normalized(self, arguments: dict[str, Any], workspace: str) -> dict[str, Any]:
        """The arguments with each path in its one spelling; the same object where every path has it.

        Args:
            arguments: They fit the schema.
            workspace: Its absolute path, without links.

        Raises:
            ArgumentRefused: ``path_outside_working_dir`` or ``invalid_path``.
        """
        changed: dict[str, Any] = {}
        for name in self.single:
            if name in arguments:
                changed[name] = normal_path(arguments[name], workspace, field=name)
        for name in self.lists:
            if name in arguments:
                changed[name] = [normal_path(path, workspace, field=name) for path in arguments[name]]
        if all(arguments[name] == value for name, value in changed.items()):
            return arguments
        return arguments | changed


def path_arguments(schema: Mapping[str, Any]) -> PathArguments:
    """The arguments of an input schema that hold paths.

    Raises:
        NotPlain: the format stands where nothing would enforce it.
    """
    single, lists = [], []
    for name, place in _properties(schema).items():
        if _is_path(place):
            single.append(name)
        elif place.get("type") == "array" and _is_path(place.get("items")):
            lists.append(name)
    covered = {f"/properties/{_token(name)}" for name in single}
    covered |= {f"/properties/{_token(name)}/items" for name in lists}
    for pointer, found in survey(dict(schema)).items():
        if found.schema.get("format") == WORKSPACE_PATH and pointer not in covered:
            where = "/".join(pointer_token(part) for part in pointer.split("/"))
            raise NotPlain(
                f"the format {WORKSPACE_PATH} holds for an argument of type string, or for the items of one of type array",
                where,
            )
    return PathArguments(tuple(single), tuple(lists))


def normal_path(path: str, workspace: str, *, field: str) -> str:
    """The path relative to the workspace, in its one spelling; an empty one stays empty.

    Raises:
        ArgumentRefused: ``path_outside_working_dir`` or ``invalid_path``.
    """
    if not path:
        return path
    if "\0" in path:
        raise _refused("invalid_path", path, "holds a NUL character", _USABLE, field)
    normal = posixpath.normpath(path)
    if normal.startswith("/"):
        normal = _beneath(normal, workspace)
    if normal == ".." or normal.startswith("../"):
        raise _refused(
            "path_outside_working_dir",
            path,
            "is outside working directory",
            "Use a path inside the working directory, relative to it and without '..'",
            field,
        )
    raw = normal.encode()
    if len(raw) > _MAX_PATH_BYTES or max(map(len, raw.split(b"/"))) > _MAX_NAME_BYTES:
        raise _refused("invalid_path", path, "is too long", _USABLE, field)
    return normal


def _beneath(absolute: str, workspace: str) -> str:
    """The part of an absolute path behind the workspace, ``..`` where it lies elsewhere."""
    place = "/" + absolute.lstrip("/")  # POSIX lets two slashes at the beginning stand; Linux reads one
    if place == workspace:
        return "."
    prefix = workspace.rstrip("/") + "/"
    return place.removeprefix(prefix) if place.startswith(prefix) else ".."


def _properties(schema: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    named = schema.get("properties")
    return {n: p for n, p in named.items() if isinstance(p, dict)} if isinstance(named, dict) else {}


def _is_path(place: Any) -> bool:
    return isinstance(place, dict) and place.get("type") == "string" and place.get("format") == WORKSPACE_PATH


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _refused(code: str, path: str, what: str, suggestion: str, field: str) -> ArgumentRefused:
    shown = printable(path, _SHOWN)
    return ArgumentRefused(code, f"Path '{shown}' {what}", suggestion=suggestion, field=f"/{_token(field)}")
