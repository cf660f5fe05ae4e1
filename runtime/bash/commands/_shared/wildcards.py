"""Shell patterns as utilities match them (``fnmatch``): ``find -name``, ``grep --include``.

Each ``*`` is an atomic lazy run up to the next fixed piece, so that a match takes at most pattern times text.
"""

from __future__ import annotations

import re

from runtime.bash.posix.regex_syntax import RegexError, rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["wildcard"]


def wildcard(
    pattern: str, *, ignore_case: bool = False, path: bool = False, period: bool = False
) -> Callable[[str], object]:
    """A predicate of whole texts.

    Args:
        pattern: with ``*``, ``?``, ``[...]`` and backslashes.
        ignore_case: as it says.
        path: ``*`` and ``?`` match no slash (FNM_PATHNAME).
        period: a leading period is matched by a period only (FNM_PERIOD).
    """
    pieces: list[list[str]] = [[]]
    at = 0
    single = "[^/]" if path else "."
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append([])
        elif char == "?":
            pieces[-1].append(single)
        elif char == "[":
            text, at = _bracket(pattern, at)
            pieces[-1].append(text)
        elif char == "\\" and at < len(pattern):
            pieces[-1].append(re.escape(pattern[at]))
            at += 1
        else:
            pieces[-1].append(re.escape(char))
    head, *rest = ("".join(piece) for piece in pieces)
    if rest:
        last = rest.pop()
        head += "".join(f"(?>{single}*?{piece})" for piece in rest) + f"{single}*{last}"
    if period:
        head = r"(?!\.)" + head if pattern[:1] in ("*", "?", "[") else head
    source = rf"(?s:{head})\Z"
    if "\\p{" in source:
        import regex

        return regex.compile(source, regex.IGNORECASE if ignore_case else 0).match  # type: ignore[no-any-return]
    return re.compile(source, re.IGNORECASE if ignore_case else 0).match


def _bracket(pattern: str, at: int) -> tuple[str, int]:
    """The set that begins after the ``[`` before ``at``, and where it ends; a ``[`` that begins none is itself."""
    end = at + 1 if pattern[at : at + 1] in ("!", "^") else at
    end = end + 1 if pattern[end : end + 1] == "]" else end
    body = []
    while end < len(pattern) and pattern[end] != "]":
        closing = (
            pattern.find(pattern[end + 1] + "]", end + 2)
            if pattern[end : end + 2] in ("[:", "[.", "[=")
            else -1
        )
        step = closing + 2 - end if closing > 0 else 1
        if pattern[end] == "\\" and end + 1 < len(pattern):
            body.append(pattern[end + 1])
            step = 2
        else:
            body.append(pattern[end : end + step])
        end += step
    if end >= len(pattern):
        return r"\[", at
    negated = pattern[at] in "!^"
    members = "".join(body) if not pattern[at + negated :].startswith("]") else "]" + "".join(body)
    try:
        text = rewrite(f"[{'^' if negated else ''}{members}]", extended=True, text=True, newline=True).text
    except RegexError:
        return "(?!)", end + 1
    return text.replace(r"\udc80-\udcff]", "]") if negated else text, end + 1
