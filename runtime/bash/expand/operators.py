"""What operators make of a value: ``${x#..}``, ``${x/../..}``, ``${x^..}``, ``${x:o:l}``.

Each factory gives `Prepare`: a closure that looks at the state once and gives the function for one value, so that it is
the same for a scalar and for every element of an array.
"""

from __future__ import annotations

from runtime.bash.expand.pattern import Pattern, Plain, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.limits import Meter
    from runtime.bash.state import State

    Change = Callable[[str], str]
    Prepare = Callable[[State], Change]
    Text = str | Callable[[State], str]

__all__ = ["cased", "replaced", "template", "trimmed"]


def _pattern_reader(text: Text, *, nocase: bool = False) -> Callable[[State], Pattern]:
    """A closure that gives the compiled pattern; ``nocase``: nocasematch has a say."""
    if isinstance(text, str) and "(" not in text and not nocase:
        fixed = pattern(text)
        return lambda st: fixed  # noqa: ARG005

    def read(st: State) -> Pattern:
        on = st.settings.on
        return pattern(
            text if isinstance(text, str) else text(st), "extglob" in on, nocase and "nocasematch" in on
        )

    return read


def trimmed(operator: str, text: Text) -> Prepare:
    """``# ## % %%``."""
    read = _pattern_reader(text)
    longest = len(operator) == 2
    if operator[0] == "#":

        def prepare(st: State) -> Change:
            find, meter = read(st).prefix, st.meter

            def change(value: str) -> str:
                at = find(value, longest, meter)
                return value[at:] if at > 0 else value

            return change
    else:

        def prepare(st: State) -> Change:
            find, meter = read(st).suffix, st.meter

            def change(value: str) -> str:
                at = find(value, longest, meter)
                return value[:at] if at >= 0 else value

            return change

    return prepare


def template(text: str) -> list[str | None]:
    """The parts of a replacement: text, and None where ``&`` stands for the match. ``\\&`` and ``\\\\`` are escapes."""
    parts: list[str | None] = []
    fixed = ""
    at = 0
    while at < len(text):
        character = text[at]
        if character == "\\" and text[at + 1 : at + 2] in {"&", "\\"}:
            at += 1
            fixed += text[at]
        elif character == "&":
            parts += [fixed, None]
            fixed = ""
        else:
            fixed += character
        at += 1
    return [*parts, fixed] if fixed else parts


def replaced(operator: str, text: Text, plain: Text | None, escaped: Text | None) -> Prepare:
    """``/ // /# /%``; ``plain`` is the replacement as text, ``escaped`` with ``\\`` before a quoted ``&`` or ``\\``."""
    read = _pattern_reader(text, nocase=True)
    find = _FINDERS[operator]

    def prepare(st: State) -> Change:
        found = read(st)
        meter = st.meter
        if escaped is not None and "patsub_replacement" in st.settings.on:
            with_ = escaped if isinstance(escaped, str) else escaped(st)
            parts = template(with_) if "&" in with_ or "\\" in with_ else [with_]
        elif plain is not None:
            parts = [plain if isinstance(plain, str) else plain(st)]
        else:
            parts = []
        if None not in parts:
            fixed = "".join(filter(None, parts))
            return lambda value: _join(value, find(found, value, meter), [fixed], meter)
        return lambda value: _join(value, find(found, value, meter), parts, meter)

    return prepare


def _is_empty(found: Pattern) -> bool:
    return isinstance(found, Plain) and not found.head and not found.star


def _first(found: Pattern, value: str, meter: Meter) -> list[tuple[int, int]]:
    span = None if _is_empty(found) else found.find(value, 0, meter)
    return [] if span is None else [span]


def _every(found: Pattern, value: str, meter: Meter) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    end = len(value)
    if _is_empty(found):
        return spans
    if not end:
        return [(0, 0)] if found.matches(value, meter) else spans
    at = 0
    while at < end:
        span = found.find(value, at, meter)
        if span is None or span[0] >= end:
            break
        spans.append(span)
        # Behind a match of nothing one character is passed over.
        at = span[1] + (span[0] == span[1])
        if not len(spans) & 4095:
            meter.check()
    return spans


def _at_start(found: Pattern, value: str, meter: Meter) -> list[tuple[int, int]]:
    end = found.prefix(value, True, meter)
    return [] if end < 0 else [(0, end)]


def _at_end(found: Pattern, value: str, meter: Meter) -> list[tuple[int, int]]:
    start = found.suffix(value, True, meter)
    return [] if start < 0 else [(start, len(value))]


_FINDERS = {"/": _first, "//": _every, "/#": _at_start, "/%": _at_end}


def _join(value: str, spans: list[tuple[int, int]], parts: list[str | None], meter: Meter) -> str:
    """``value`` with each span replaced; charged before it is made."""
    if not spans:
        return value
    fixed = sum(len(part) for part in parts if part is not None)
    matches = parts.count(None)
    meter.text(len(value) + len(spans) * fixed + matches * sum(end - start for start, end in spans))
    made = []
    last = 0
    for start, end in spans:
        made.append(value[last:start])
        made += [value[start:end] if part is None else part for part in parts]
        last = end
    made.append(value[last:])
    return "".join(made)


# ``ß`` and its like have an upper case of two letters; towupper leaves them alone.
def _upper(character: str) -> str:
    changed = character.upper()
    return changed if len(changed) == 1 else character


def _lower(character: str) -> str:
    changed = character.lower()
    return changed if len(changed) == 1 else character


def _toggle(character: str) -> str:
    return _lower(character) if character.isupper() else _upper(character)


_CASES = {"^": _upper, ",": _lower, "~": _toggle}
_WHOLE = {"^": str.upper, ",": str.lower, "~": str.swapcase}


def recased(operator: str, value: str) -> str:
    """Every character of ``value`` with the case that ``^``, ``,`` or ``~`` gives."""
    if value.isascii():
        return _WHOLE[operator](value)
    return "".join(map(_CASES[operator], value))


def cased(operator: str, text: Text | None) -> Prepare:
    """``^ ^^ , ,, ~ ~~``: the first or every character that the pattern matches; without a pattern, any."""
    change = _CASES[operator[0]]
    every = len(operator) == 2
    if text is None or text in {"", "?"}:
        if every:
            return lambda st: lambda value: recased(operator[0], value)  # noqa: ARG005
        return lambda st: lambda value: change(value[0]) + value[1:] if value else value  # noqa: ARG005
    read = _pattern_reader(text)

    def prepare(st: State) -> Change:
        fits = read(st).matches

        def matching(value: str) -> str:
            if every:
                return "".join([change(c) if fits(c) else c for c in value])
            return change(value[0]) + value[1:] if value and fits(value[0]) else value

        return matching

    return prepare
