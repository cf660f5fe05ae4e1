"""The errors that wrong settings end in. Only a wrong setting loads this module: every start reads settings."""

from __future__ import annotations

import difflib
import re
import typing
from collections.abc import Collection
from pathlib import Path

import msgspec

from runtime.contracts.errors import ConfigurationError

_PATH = re.compile(r" - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>[^`]*)`")
_KINDS = {
    "object": "a table", "array": "a list", "str": "text", "int": "a whole number", "float": "a number",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
"""What msgspec calls a kind of value, and TOML's word for it."""


def wrong_setting(
    section: type[msgspec.Struct], problem: str, source: Path | None, prefix: str
) -> ConfigurationError:
    """The error for what msgspec says of settings.

    Args:
        section: What the table was read as.
        problem: The text of msgspec's error.
        source: The file that the table came from.
        prefix: The setting that the table is the value of.
    """
    found = _PATH.search(problem)
    path = re.sub(r"\[(\d+)\]", r".\1", found["path"]) if found else ""
    path = path.removesuffix("[...]")
    text = problem[: found.start()] if found else problem
    kind = _kind(section, path)
    suggestion = "See docs/settings.md for the settings and their values."
    if unknown := _UNKNOWN.match(text):
        names = kind.__struct_fields__ if _is_struct(kind) else ()
        path = f"{path}.{unknown['name']}".lstrip(".")
        text = "there is no such setting"
        if close := difflib.get_close_matches(unknown["name"], names, 1):
            suggestion = f"Did you mean {close[0]}?"
        elif names:
            suggestion = f"There are: {', '.join(names)}."
    else:
        text = _words(text, kind)
    name = ".".join(filter(None, (prefix, path))) or "(top level)"
    where = f"{source.name}: " if source else ""
    return ConfigurationError(f"{where}{name}: {text}", suggestion=suggestion, field=name)


def unknown_variable(name: str, known: Collection[str]) -> ConfigurationError:
    """The error for a variable of the environment that looks like a setting's and is none."""
    shown = ascii(name)[1:-1][:80]
    close = difflib.get_close_matches(name, known, 1)
    return ConfigurationError(
        f"the environment variable {shown} sets nothing",
        suggestion=f"Did you mean {close[0]}?"
        if close
        else "Unset it; docs/settings.md lists the variables.",
        field=shown,
    )


def _words(text: str, kind: object) -> str:
    if text.startswith("Invalid enum value"):
        return (
            f"must be one of {', '.join(map(repr, typing.get_args(kind)))}, not {text.partition('value ')[2]}"
        )
    if "matching regex" in text:
        return "must be text without control characters"
    text = re.sub(r"`(\w+)`", lambda found: _KINDS.get(found[1], found[1]), text)
    return text.replace("Expected ", "must be ", 1).replace(", got ", ", not ")


def _kind(section: type[msgspec.Struct], path: str) -> object:
    """The type of the setting at a path."""
    kind: object = section
    for name in filter(None, path.split(".")):
        if not _is_struct(kind):
            break
        kind = typing.get_type_hints(kind).get(name)
    return kind


def _is_struct(kind: object) -> typing.TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
