"""Writes values as TOML 1.0: texts, numbers, booleans, and tables within tables."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml(table: dict[str, Any]) -> str:
    """The text of a table: values first, then each table within under its header."""
    return "".join(_lines(table, ()))


def _lines(table: dict[str, Any], above: tuple[str, ...]) -> list[str]:
    lines = [
        f"{_key(name)} = {_value(value)}\n" for name, value in table.items() if not isinstance(value, dict)
    ]
    for name, value in table.items():
        if isinstance(value, dict):
            place = (*above, name)
            lines.append(f"\n[{'.'.join(map(_key, place))}]\n")
            lines += _lines(value, place)
    return lines


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return json.dumps(value)
    if "\n" in value and "'''" not in value and _is_literal(value):
        return f"'''\n{value}'''"
    return _text(value)


def _is_literal(text: str) -> bool:
    """Whether it can stand in TOML as it is: printable, apart from the ends of lines."""
    return all(line.isprintable() for line in text.split("\n"))


def _text(text: str) -> str:
    """A basic string; what JSON escapes TOML escapes alike, and the delete character, too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
