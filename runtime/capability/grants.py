"""Capabilities as people write them: on a command line, and in the table of a settings file."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from typing import Any

import msgspec

from runtime.capability import hosts, tables
from runtime.capability.match import ANY, CapabilitySet
from runtime.contracts.capability import KINDS, Capability, from_data
from runtime.contracts.errors import ConfigurationError, InputInvalid

_EXAMPLES = {
    "prefixes": "src,docs",
    "allowlist": "api.example.com",
    "tables": "orders",
    "commands": "git",
    "vars": "LANG",
    "tools": "read_file",
}


def parse_grant(text: str) -> Capability:
    """The capability of ``fs_read=src,docs``, ``clock_read`` or a JSON object.

    The JSON form, ``{"type": "process_spawn", "commands": ["git"], "cpu_s": 10}``, states bounds and names that hold a comma.

    Raises:
        InputInvalid: the text is no grant; the suggestion says what would be.
    """
    try:
        return _parsed(text)
    except (ValueError, TypeError, RecursionError, msgspec.DecodeError) as error:
        raise InputInvalid(
            f"grant {_cut(text)}: {error}",
            suggestion=f"Write for example fs_read=src,docs or clock_read; the kinds are {', '.join(KINDS)}.",
            field="grant",
        ) from None


def from_table(table: Mapping[str, Any]) -> CapabilitySet:
    """The capabilities of a settings table, one entry a kind.

    ``{"fs_read": ["src"], "clock_read": true, "process_spawn": {"commands": ["git"], "cpu_s": 10}}``; ``false`` grants
    nothing.

    Raises:
        ConfigurationError: an entry is no grant.
    """
    found = []
    for kind, value in table.items():
        if value is False:
            continue
        try:
            found.append(_from_value(_known(kind), value))
        except (ValueError, TypeError, msgspec.ValidationError) as error:
            raise ConfigurationError(
                f"grant {_cut(kind)}: {error}",
                suggestion="Give each kind its targets in a list, true where it has none, or a table with its bounds.",
                setting=kind,
            ) from None
    return CapabilitySet(found)


def _parsed(text: str) -> Capability:
    if text.lstrip().startswith("{"):
        return _checked(msgspec.json.decode(text, type=dict[str, Any]))
    kind, equals, scope = text.strip().partition("=")
    if not equals:
        return _from_value(_known(kind), True)
    if _scope_field(_known(kind)) is None:
        raise ValueError(f"{kind} takes no targets; write {kind}")
    return _from_value(kind, [name.strip() for name in scope.split(",") if name.strip()])


def _from_value(kind: str, value: object) -> Capability:
    field = _scope_field(kind)
    if isinstance(value, Mapping):
        return _checked({**value, "type": kind})
    if value is True and field is None:
        return _checked({"type": kind})
    if not isinstance(value, list) or field is None:
        raise ValueError(f"{kind} needs {_wanted(kind, field)}")
    return _checked({"type": kind, field: value})


def _checked(data: dict[str, Any]) -> Capability:
    capability = from_data(data)
    for name in capability.__struct_fields__:
        value = getattr(capability, name)
        if value == ():
            raise ValueError(f"{capability.kind} needs {_wanted(capability.kind, name)}")
        if isinstance(value, (int, float)) and not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{name} must be a number that is not negative")
        if name == "allowlist":
            for entry in value:
                hosts.parse(entry)
        if name == "tables":
            tables.require_entries(value)
        if name in ("commands", "vars", "tools"):
            _refuse_partial(value)
    return capability


def _refuse_partial(names: tuple[str, ...]) -> None:
    for name in names:
        if ANY in name and name != ANY:
            raise ValueError(f"{name!r}: only a {ANY} alone is a wildcard")


def _known(kind: str) -> str:
    if kind in KINDS:
        return kind
    near = difflib.get_close_matches(kind[:64], KINDS, n=1)
    raise ValueError(f"there is no capability {_cut(kind)}" + (f"; did you mean {near[0]}?" if near else ""))


def _wanted(kind: str, field: str | None) -> str:
    return f"its {field}, for example {kind}={_EXAMPLES[field]}" if field else "true"


def _scope_field(kind: str) -> str | None:
    return next((name for name in KINDS[kind].__struct_fields__ if name in _EXAMPLES), None)


def _cut(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:80] + "…")
