"""``[[ text =~ regex ]]``: POSIX extended regular expressions, and BASH_REMATCH."""

from __future__ import annotations

import re

from runtime.bash.charset import narrow, widen
from runtime.bash.posix.regex import Pattern, RegexError
from runtime.bash.variables import INDEXED, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["RegexError", "search"]

_NAME = "BASH_REMATCH"
# Expressions that a shell keeps, and the longest of them: 64 KiB of text at most.
_KEPT, _LONGEST_KEPT = 64, 1024
_BOUNDS = re.compile(r"\{(?:[0-9]+(?:,[0-9]*)?|,[0-9]*)\}")


def search(st: State, source: str, subject: str) -> bool:
    """Whether the expression matches anywhere; sets BASH_REMATCH. Raises RegexError."""
    bytewise = st.narrow and not (subject.isascii() and source.isascii())
    if bytewise:
        pattern, prepared = _pattern(st, _by_bytes(source)), _by_bytes(subject)
    else:
        pattern = _pattern(st, source)
        prepared = pattern.subject(subject.encode("utf-8", "surrogateescape"))
    found = pattern.search(prepared)
    values: list[str] = []
    if found is not None:
        values = [_text(group) for group in (found[0], *found.groups())]
        if bytewise:
            values = [widen(value.translate(_BYTES)) for value in values]
    # Not a local one: bash sets the global array, whatever function runs.
    st.vars[_NAME] = Variable(Indexed(values), INDEXED, st.token)
    st.hold(sum(map(len, values)))
    return found is not None


# Bytes as characters of which an expression knows nothing; those of surrogateescape are no characters to it at all.
_UNKNOWN = {byte: byte - 0xDC80 + 0xF780 for byte in range(0xDC80, 0xDD00)}
_BYTES = {unknown: byte for byte, unknown in _UNKNOWN.items()}


def _by_bytes(text: str) -> str:
    return narrow(text).translate(_UNKNOWN)


def _pattern(st: State, source: str) -> Pattern:
    """The expression compiled, once for all rounds of a loop: reading it takes twice as long as a search."""
    kept: dict[tuple[str, bool], Pattern] = st.callbacks.extra.setdefault("regexes", {})  # type: ignore[assignment]
    key = (source, st.options["nocasematch"])
    found = kept.get(key)
    # It charges the meter that it was made for, which is one script's.
    if found is not None and found.meter is st.meter:
        return found
    if _repeats_nothing(source):
        raise RegexError("Invalid preceding regular expression")
    made = Pattern(
        [source], st.meter, syntax="extended", ignore_case=key[1], newline=True, multiline=False, longest=True
    )
    if len(kept) >= _KEPT:
        kept.clear()
    if len(source) <= _LONGEST_KEPT:
        kept[key] = made
    return made


def _repeats_nothing(source: str) -> bool:
    """Whether ``*``, ``+``, ``?`` or ``{`` has nothing before it, or ``{`` opens no bounds: regcomp(3) refuses both, and
    GNU grep reads them as themselves."""
    may_repeat = False
    at = 0
    while at < len(source):
        char = source[at]
        if char in "*+?{" and not may_repeat:
            return True
        if char == "{" and not _BOUNDS.match(source, at):
            return True
        if char == "[":
            at = _end_of_set(source, at)
        elif char == "\\":
            at += 1
        may_repeat = char not in "(|^$"
        at += 1
    return False


def _end_of_set(source: str, at: int) -> int:
    """Where the bracket expression that begins at ``at`` ends; ``at`` itself when it does not."""
    end = at + 1
    if source[end : end + 1] == "^":
        end += 1
    if source[end : end + 1] == "]":
        end += 1
    while end < len(source) and source[end] != "]":
        if source[end] == "[" and source[end + 1 : end + 2] in {":", ".", "="}:
            close = source.find(source[end + 1] + "]", end + 2)
            end = close + 1 if close >= 0 else end
        end += 1
    return end if end < len(source) else at


def _text(group: str | bytes | None) -> str:
    if group is None:
        return ""
    return group if isinstance(group, str) else group.decode("utf-8", "surrogateescape")
