"""Values in colour (``-C``), with the escapes jq 1.7 uses or those of ``JQ_COLORS``."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.writer import pieces, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.commands.jq.writer import Style

    # Escapes of null, false, true, numbers, strings, arrays, objects and object keys.
    Colors = tuple[str, ...]

__all__ = ["chosen", "colored"]

_DEFAULT = ("1;30", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "34;1")
_SETTING = re.compile(r"[0-9;]*(?::[0-9;]*)*")
_RESET = "\x1b[0m"
_DEEPEST = 10_000
_KINDS = {type(None): 0, str: 4, list: 5, dict: 6}


def chosen(setting: str) -> Colors:
    """The escapes for a setting of ``JQ_COLORS`` ("" for the defaults)."""
    codes = list(_DEFAULT)
    if setting and _SETTING.fullmatch(setting):
        for number, code in enumerate(setting.split(":")[: len(codes)]):
            codes[number] = code
    return tuple(f"\x1b[{code}m" for code in codes)


def _color(value: Any, colors: Colors) -> str:
    if type(value) is bool:
        return colors[2 if value else 1]
    return colors[_KINDS.get(type(value), 3)]


def colored(value: Any, style: Style, colors: Colors) -> Iterator[str]:
    """The text with its escapes, piece by piece."""
    yield from _term(value, style, colors, "\n" if style.indent else "", 0)


def _term(value: Any, style: Style, colors: Colors, margin: str, depth: int) -> Iterator[str]:
    start = _color(value, colors)
    kind = type(value)
    if kind not in (list, dict):
        yield start
        yield from pieces(value)
        yield _RESET
    elif depth > _DEEPEST // 10:
        # Deeper than anybody reads: without colour, and without a frame a level.
        yield start
        yield from pieces(value, sort=style.sort)
        yield _RESET
    elif not value:
        yield f"{start}{'{}' if kind is dict else '[]'}{_RESET}"
    elif kind is list:
        yield f"{start}["
        inner = margin + style.indent
        for number, item in enumerate(value):
            yield f"{start},{inner}" if number else inner
            yield from _term(item, style, colors, inner, depth + 1)
        yield f"{start}{margin}{start}]{_RESET}"
    else:
        yield from _object(value, style, colors, margin, depth, start)


def _object(
    value: dict[str, Any], style: Style, colors: Colors, margin: str, depth: int, start: str
) -> Iterator[str]:
    yield f"{start}{{"
    inner = margin + style.indent
    space = " " if style.indent else ""
    for number, name in enumerate(sorted(value) if style.sort else value):
        yield f"{start},{inner}" if number else inner
        yield f"{_RESET}{colors[7]}{quoted(name)}{_RESET}{start}:{space}{_RESET}"
        yield from _term(value[name], style, colors, inner, depth + 1)
    yield f"{start}{margin}{start}}}{_RESET}"
