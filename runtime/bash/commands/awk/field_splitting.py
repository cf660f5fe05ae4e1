"""Dividing text into fields: at blanks, at a character, at the matches of an expression."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.regexes import Regex

    Divide = Callable[[str], list[str]]

__all__ = ["ODD", "apart", "blanks", "divider"]

_WORDS = re.compile(r"[^ \t\n]+").findall
# White space for Python that is none for awk.
ODD = re.compile(r"[\r\v\f\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")


def blanks(text: str) -> list[str]:
    """The words between blanks and newlines."""
    return _WORDS(text) if ODD.search(text) else text.split()


def apart(regex: Regex, text: str, separators: list[str] | None = None) -> list[str]:
    """What lies between the matches of an expression; empty matches separate nothing."""
    if not text:
        return []
    whole = regex.whole(text)
    if whole is not None and not whole.groups and separators is None:
        return whole.split(text)
    out = []
    at = start = 0
    find, size = regex.find, len(text)
    while at <= size:
        found = find(text, at)
        if found is None:
            break
        begin, end = found.span()
        if begin == end:
            at = begin + 1
            continue
        out.append(text[start:begin])
        if separators is not None:
            separators.append(text[begin:end])
        start = at = end
    out.append(text[start:])
    return out


def divider(
    separator: str, compiled: Callable[[str], Regex], *, ignoring: bool = False, paragraphs: bool = False
) -> Divide:
    """How a text like FS divides; ``ignoring`` case, and with ``paragraphs`` at newlines as well."""
    if separator == " ":
        return blanks
    if not separator:
        return list
    if len(separator) == 1 and not (ignoring and separator.isalpha()):
        if not paragraphs:
            return lambda text: text.split(separator) if text else []
        return lambda text: text.replace("\n", separator).split(separator) if text else []
    if len(separator) == 1:
        separator = f"[{separator}]"
    regex = compiled(f"({separator})|\n" if paragraphs else separator)
    return lambda text: apart(regex, text)
