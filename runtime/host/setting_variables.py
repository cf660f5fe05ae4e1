"""Variables of the environment that set settings: which there are, and what the text of one says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

__all__ = ["Sections", "refuse_unknown_variables", "variable", "with_environment"]

Sections = Sequence[tuple[str, type[msgspec.Struct]]]
"""Sections by name, with their settings."""
_SHORT = {("telemetry", "log"): "RUNTIME_LOG"}
"""Variables that are set by hand, for one command: a shorter name."""
_OTHER_VARIABLES = frozenset({"RUNTIME_DEBUG", "RUNTIME_STUB"})
"""They set no setting: the trace of a fault, and answers that a tool makes up."""


def refuse_unknown_variables(environ: Mapping[str, str], sections: Sections) -> None:
    """A misspelt variable would leave the setting that it was meant for as it was, and nobody would know."""
    named = [name for name in environ if name.startswith("RUNTIME_") and name not in _OTHER_VARIABLES]
    if not named:
        return
    known = {variable(section, field) for section, model in sections for field in model.__struct_fields__}
    for name in named:
        if name not in known:
            from runtime.host.setting_errors import unknown_variable

            raise unknown_variable(name, known | _OTHER_VARIABLES)


def with_environment(
    table: Mapping[str, Any],
    environ: Mapping[str, str],
    sections: Sections,
) -> dict[str, Any]:
    """The table with ``RUNTIME_POLICY_ENGINE``-like variables laid over it, each read as its setting's type."""
    merged = {key: dict(value) if isinstance(value, dict) else value for key, value in table.items()}
    for section, model in sections:
        for field in model.__struct_fields__:
            value = environ.get(variable(section, field))
            target = merged.setdefault(section, {}) if value is not None else None
            if isinstance(target, dict):
                target[field] = _typed(model, field, value)
    return merged


def _typed(section: type[msgspec.Struct], field: str, text: str | None) -> object:
    """What the text of a variable says, or else the text itself: a wrong value is refused where its setting is named."""
    for read in (str, _list_of_json, _list_of_one):
        try:
            return getattr(msgspec.convert({field: read(text or "")}, section, strict=False), field)
        except (msgspec.ValidationError, msgspec.DecodeError):
            continue
    return text


def _list_of_json(text: str) -> object:
    return msgspec.json.decode(text, type=list)


def _list_of_one(text: str) -> object:
    return [text]


def variable(section: str, field: str) -> str:
    """The variable of the environment that sets a setting."""
    return _SHORT.get((section, field)) or f"RUNTIME_{section}_{field}".upper()
