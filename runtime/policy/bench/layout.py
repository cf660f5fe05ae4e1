"""The layout of a policy's text: indentation by brackets, one blank line between parts, no blanks at the end of a line.

Layout alone changes: what a line says stays as it was written, and so does where it breaks.
"""

from __future__ import annotations

import re

from runtime.policy.lexical import tokens

_OPEN, _CLOSE = "[({", "])}"
_OPERATOR_AT_END = re.compile(r"(:=|==|!=|<=|>=|[=<>+*/&-])$")


def laid_out(text: str) -> str:
    """The text in its layout. Doing it twice changes nothing."""
    protected = _lines_in_strings(text)
    lines: list[str] = []
    stack: list[int] = []
    is_continued = False
    for number, line in enumerate(text.split("\n")):
        if number in protected:
            lines.append(line)
            continue
        bare = line.strip()
        if not bare:
            if lines and lines[-1]:
                lines.append("")
            continue
        begins_closing = len(bare) - len(bare.lstrip(_CLOSE))
        for _ in range(min(begins_closing, len(stack))):
            stack.pop()
        if stack == [] and lines and lines[-1] == "" and begins_closing:
            lines.pop()
        is_deeper = (is_continued and not begins_closing) or bare.startswith("with ")
        depth = len(set(stack)) + is_deeper
        lines.append("\t" * depth + bare)
        for kind, begin, end in tokens(bare[begins_closing:]):
            piece = bare[begins_closing:][begin:end]
            if kind == "open":
                stack.append(number)
            elif kind == "close" and piece and stack:
                stack.pop()
        is_continued = bool(_OPERATOR_AT_END.search(bare)) and not bare.startswith("#")
    return "\n".join(lines).strip("\n") + "\n"


def _lines_in_strings(text: str) -> set[int]:
    """The lines that begin inside a raw string, which are not to be touched."""
    found: set[int] = set()
    for kind, begin, end in tokens(text):
        if kind == "string":
            first, last = text.count("\n", 0, begin), text.count("\n", 0, end)
            found.update(range(first + 1, last + 1))
    return found
