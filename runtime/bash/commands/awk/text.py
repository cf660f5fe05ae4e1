"""awk's functions on text: substitution, matching, splitting, case."""

from __future__ import annotations

import re

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.field_splitting import apart
from runtime.bash.commands.awk.regexes import literal
from runtime.bash.commands.awk.values import LOOKS, Array, Input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.field_splitting import Divide
    from runtime.bash.commands.awk.regexes import Regex
    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.commands.awk.values import Value
    from runtime.bash.posix.linear import Found

    # What replaces a match: literal texts, and numbers of groups (0 for the match).
    Template = list[str | int]

__all__ = [
    "columns",
    "gensub",
    "is_array",
    "lowered",
    "match",
    "matches",
    "patsplit",
    "raised",
    "split",
    "split_by",
    "substitute",
    "substr",
    "type_of",
]

_AMPERSAND = re.compile(r"(\\*)&")
_REFERENCE = re.compile(r"\\([\\&0-9])|&", re.DOTALL)
_WIDTH = re.compile(r"(?:(\d{1,9}):)?(\d{1,9}|\*)")
_KEYS = [str(at) for at in range(1, 101)]
# Arrays of no more elements are only counted when everything is.
_FEW_PARTS = 8
# As many subscripts are kept for the next split.
_MOST_KEYS = 100_000
# Matches between two looks at the clock.
_STRIDE = 1000
# Characters that may be replaced in without one.
_AT_ONCE = 500_000


def substr(text: str, start: float, length: float | None = None) -> str:
    """Characters from ``start`` (from 1), rounded as POSIX has it. What begins before the text is as long as what begins
    with it: Debian's awk (mawk) reads ``substr(s, 0, 10)`` so, and programs that count from 0 rely on it."""
    first = max(_rounded(start), 1) - 1
    if length is None:
        return text[first:]
    return text[first : first + max(_rounded(length), 0)]


def _rounded(value: float) -> int:
    if value != value:
        return 0
    if not -1e15 < value < 1e15:
        return 10**15 if value > 0 else -(10**15)
    return round(value)


def raised(text: str) -> str:
    """``toupper``: characters stay one each."""
    return text.upper() if text.isascii() else "".join(_one(char, char.upper()) for char in text)


def lowered(text: str) -> str:
    """``tolower``."""
    return text.lower() if text.isascii() else "".join(_one(char, char.lower()) for char in text)


def _one(char: str, changed: str) -> str:
    return changed if len(changed) == 1 else char


# Substitution


def substitute(rt: Core, regex: Regex, replacement: str, text: str, every: bool) -> float:
    """``sub`` and ``gsub`` on a text: how many matches were replaced; the new text is ``rt.got``."""
    plain = "&" not in replacement and "\\" not in replacement
    whole = regex.whole(text) if plain and len(text) < _AT_ONCE else None
    if whole is not None and len(replacement) * len(text) < rt.meter.limits.max_variable_bytes:
        made, count = whole.subn(replacement, text, 0 if every else 1)
        if count:
            rt.got = rt.charged(made)
        return float(count)
    template: Template = [replacement] if plain else _parted(replacement)
    return _replaced(rt, regex, template, text, 0 if every else 1)


def _parted(replacement: str) -> Template:
    """A backslash is special before ``&`` alone: an odd number of them makes it ordinary."""
    parts: Template = []
    at = 0
    for found in _AMPERSAND.finditer(replacement):
        slashes = len(found[1])
        parts.append(replacement[at : found.start()] + "\\" * (slashes // 2))
        parts.append("&" if slashes % 2 else 0)
        at = found.end()
    parts.append(replacement[at:])
    return parts


def _replaced(rt: Core, regex: Regex, template: Template, text: str, which: int) -> float:
    """Replace every match, or with ``which`` the one of that number; an empty match right behind another is none."""
    out: list[str] = []
    at = copied = count = replaced = size = 0
    last = -1
    find, meter = regex.find, rt.meter
    while at <= len(text):
        found = find(text, at)
        if found is None:
            break
        begin, end = found.span()
        at = end if end > begin else end + 1
        if begin == end == last:
            continue
        last = end
        count += 1
        if count % _STRIDE == 0:
            meter.check()
            out = ["".join(out)]
        if which and count != which:
            continue
        out.append(text[copied:begin])
        for part in template:
            piece = part if isinstance(part, str) else _group(found, part)
            out.append(piece)
            size += len(piece)
        meter.text(size)
        copied = end
        replaced += 1
        if which:
            break
    if replaced:
        out.append(text[copied:])
        rt.got = rt.charged("".join(out))
    return float(replaced)


def _group(found: re.Match[str] | Found, number: int) -> str:
    if number == 0:
        return found[0]
    groups = found.groups()
    return groups[number - 1] or "" if number <= len(groups) else ""


def gensub(rt: Core, regex: Regex, replacement: str, how: Value, text: str) -> str:
    """``gensub``: the changed text; ``\\1`` to ``\\9`` stand for groups."""
    parts: Template = []
    at = 0
    for found in _REFERENCE.finditer(replacement):
        parts.append(replacement[at : found.start()])
        code = found[1]
        parts.append(0 if code is None else int(code) if code.isdigit() else code)
        at = found.end()
    parts.append(replacement[at:])
    which = 0
    if not (isinstance(how, str) and how[:1] in ("g", "G")):
        number = how if isinstance(how, float) else LOOKS[str(how or "")] or 0.0
        which = max(1, int(number) if number < 1e9 else 10**9)
    return rt.got if _replaced(rt, regex, parts, text, which) else text


# Matching and splitting


def match(rt: Core, text: str, regex: Regex, array: Array | None = None) -> float:
    """``match``: where, from 1; sets RSTART and RLENGTH, and the groups in ``array``."""
    found = regex.find(text)
    if array is not None:
        array.clear()
    if found is None:
        rt.rstart, rt.rlength = 0.0, -1.0
        return 0.0
    begin, end = found.span()
    rt.rstart, rt.rlength = begin + 1.0, float(end - begin)
    if array is not None:
        for number, group in enumerate((found[0], *found.groups())):
            if group is None:
                continue
            start = found.start(number)
            array[str(number)] = Input(group)
            array[f"{number}{rt.subsep}start"] = start + 1.0
            array[f"{number}{rt.subsep}length"] = float(len(group))
    return rt.rstart


def _fill(rt: Core, array: Array, parts: list[str]) -> float:
    count = len(parts)
    if count <= _FEW_PARTS:
        array.clear()
        if count == 2:
            # Most that is split is a name and a value: a third of the time of what follows.
            array["1"] = Input(parts[0])
            array["2"] = Input(parts[1])
        else:
            for key, part in zip(_KEYS, parts):  # noqa: B905  # there are more keys; to say so takes as long as two elements
                array[key] = Input(part)
        return float(count)
    rt.elements(count)
    if len(_KEYS) < count <= _MOST_KEYS:
        _KEYS.extend(map(str, range(len(_KEYS) + 1, count + 1)))
    keys = _KEYS if count <= _MOST_KEYS else map(str, range(1, count + 1))
    array.clear()
    # strict=False: the keys are as many as the longest list so far had
    array.update(zip(keys, map(Input, parts), strict=False))
    return float(count)


def split(rt: Core, array: Array, text: str, divide: Divide) -> float:
    """``split``."""
    return _fill(rt, array, divide(text))


def split_by(rt: Core, array: Array, text: str, separator: str | Regex, seps: Array | None) -> float:
    """``split`` by an expression, or with the separators kept in ``seps``."""
    if isinstance(separator, str):
        if separator == " ":
            return _split_words(rt, array, text, seps)
        if not separator:
            return _split_characters(rt, array, text, seps)
        separator = rt.regex(literal(separator) if len(separator) == 1 else separator)
    elif not separator.source:
        return _split_characters(rt, array, text, seps)
    between: list[str] | None = None if seps is None else []
    count = _fill(rt, array, apart(separator, text, between))
    if seps is not None:
        _fill(rt, seps, between or [])
    return count


def _split_characters(rt: Core, array: Array, text: str, seps: Array | None) -> float:
    if seps is not None:
        seps.clear()
    rt.elements(len(text))
    return _fill(rt, array, list(text))


def _split_words(rt: Core, array: Array, text: str, seps: Array | None) -> float:
    pieces = re.split(r"([^ \t\n]+)", text)
    words, between = pieces[1::2], pieces[2::2]
    count = _fill(rt, array, words)
    if seps is not None:
        if between and not between[-1]:
            between.pop()
        _fill(rt, seps, between)
        if pieces[0] and words:
            seps["0"] = Input(pieces[0])
    return count


def matches(regex: Regex, text: str) -> tuple[list[str], list[str]]:
    """The matches of an expression as fields (an empty one behind another does not count), and what is between."""
    fields: list[str] = []
    between: list[str] = []
    at, copied, last, size = 0, 0, -1, len(text)
    find = regex.find
    while at <= size and text:
        found = find(text, at)
        if found is None:
            break
        begin, end = found.span()
        at = end if end > begin else end + 1
        if begin == end == last:
            continue
        last = end
        between.append(text[copied:begin])
        fields.append(text[begin:end])
        copied = end
    between.append(text[copied:])
    return fields, between


def patsplit(rt: Core, text: str, array: Array, regex: Regex, seps: Array | None) -> float:
    """``patsplit``: the elements are what matches."""
    fields, between = matches(regex, text)
    if seps is not None:
        _fill(rt, seps, between[1:])
        seps["0"] = Input(between[0])
    return _fill(rt, array, fields)


def columns(widths: str) -> Divide:
    """How FIELDWIDTHS divides: ``[skip:]width``, ``*`` for the rest."""
    steps: list[tuple[int, int]] = []
    for word in widths.split():
        found = _WIDTH.fullmatch(word)
        if found is None:
            raise AwkError(f"invalid FIELDWIDTHS value, for field {len(steps) + 1}, near '{word[:40]}'")
        steps.append((int(found[1] or 0), -1 if found[2] == "*" else int(found[2])))

    def divide(text: str) -> list[str]:
        fields = []
        at = 0
        for skip, width in steps:
            at += skip
            if at >= len(text):
                break
            end = len(text) if width < 0 else at + width
            fields.append(text[at:end])
            at = end
        return fields

    return divide


# Types


def is_array(value: Value) -> bool:
    """``isarray``."""
    return isinstance(value, dict)


def type_of(value: Value) -> str:
    """``typeof``."""
    if value is None:
        return "unassigned"
    if isinstance(value, dict):
        return "array"
    if value.__class__ is float:
        return "number"
    return "strnum" if value.__class__ is Input and LOOKS[value] is not None else "string"
