"""Text from outside, shown so that it says exactly what it is and cannot pass for a line of ours.

1. Text that is plain stands as it is; any other is a JSON string literal, so that a line break and ``\\n`` differ.
2. What a terminal would act on, hide, reorder or pile up is escaped: control and format characters, every space but the
   usual one, letters that are written from right to left, marks beyond two on a letter, fillers that show nothing.
3. No line is longer than the terminal is wide. Where ours breaks, the next one is indented and marked; a terminal that
   broke it would begin the next one at its edge, as ours begin.

What is shown of a value gives it back: join the lines, and read the literal.
"""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any, TextIO

__all__ = ["literal", "literal_name", "value_literal", "visible", "wrapped"]

CONTINUED = "    | "
"""What a line of ours goes on with."""
_NARROWEST = 12
_USUAL_WIDTH = 80
_MOST_MARKS = 2
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""They count as letters or signs, and show nothing."""


def literal(text: str) -> str:
    """The text itself where it is plain, otherwise a JSON string literal."""
    return text if _is_plain(text) else value_literal(text)


def literal_name(name: str) -> str:
    """The name of an argument: what stands in front of the first colon."""
    return name if _NAME.fullmatch(name) else value_literal(name)


def value_literal(value: Any) -> str:
    """A value as JSON, of which nothing acts on a terminal."""
    return visible(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def visible(text: str) -> str:
    """Text without what acts on a terminal: of JSON and of regular expressions this is another spelling of the same."""
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks, on_letter = 0, False
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += 1
            safe = on_letter and marks <= _MOST_MARKS and category != "Me"
        else:
            marks, on_letter = 0, category[0] == "L"
            safe = _is_safe(character)
        shown.append(character if safe else _escape(character))
    return "".join(shown)


def wrapped(line: str) -> list[str]:
    """A line of ours in lines that fit the terminal; those behind the first are marked."""
    return list(_broken(line, _width()))


def _is_plain(text: str) -> bool:
    """Whether nobody could take it for anything else: another text, a value that is none, or a size."""
    if not text or text[0] in ' "<' or text[-1] == " " or "\\" in text or visible(text) != text:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return True
    return False  # the number 1 and the text "1" differ


def _is_safe(character: str) -> bool:
    return (
        character.isprintable()
        and character not in _BLANK
        and unicodedata.bidirectional(character) not in _RIGHT_TO_LEFT
    )


def _escape(character: str) -> str:
    """As JSON escapes it: beyond the first plane in two halves."""
    return json.dumps(character)[1:-1] if character != "\x7f" else "\\u007f"


def _width() -> int:
    """Columns of the terminal, less the last one: to fill that makes some terminals begin a new line."""
    columns = filter(None, map(_columns_of, (sys.stdout, sys.stderr)))
    return max(_NARROWEST, min(columns, default=_USUAL_WIDTH)) - 1


def _columns_of(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # it is no terminal, or no file
        return 0


def _broken(line: str, width: int) -> Iterator[str]:
    if line.isascii():
        room = width - len(CONTINUED)
        yield line[:width]
        yield from (CONTINUED + line[start : start + room] for start in range(width, len(line), room))
        return
    start, taken = 0, 0
    for place, character in enumerate(line):
        columns = _columns(character)
        if taken + columns > width:
            yield (CONTINUED if start else "") + line[start:place]
            start, taken = place, len(CONTINUED)
        taken += columns
    yield (CONTINUED if start else "") + line[start:]


def _columns(character: str) -> int:
    """How many a terminal needs at most: some show what is ambiguous as wide."""
    if unicodedata.category(character)[0] == "M":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1
