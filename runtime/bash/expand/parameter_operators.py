"""What operators make of a value: ``${x#..}``, ``${x/../..}``, ``${x^..}``.

Operands are expanded once for all values, so an operator is prepared in a state and gives the function for one value.
Where the operands are constant there is a shorter way: ``direct`` works on the value of a scalar at once.
"""

from __future__ import annotations

from runtime.bash.charset import bytewise, narrow
from runtime.bash.expand.pattern import Plain, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runtime.bash.expand.pattern import Pattern
    from runtime.bash.limits import Meter
    from runtime.bash.state import State

    Change = Callable[[str], str]
    Finder = Callable[[Pattern, str, Meter], Iterable[tuple[int, int]]]
    Text = str | Callable[[State], str]

__all__ = ["Operator", "cased", "mapped", "recased", "replaced", "template", "trimmed"]


class Operator:
    """An operator with its operands: ``prepare(st)(value)``, or ``direct(st, value)`` unless that is None."""

    __slots__ = ("direct", "prepare")

    def __init__(
        self,
        prepare: Callable[[State], Change],
        direct: Callable[[State, str], str] | None = None,
    ) -> None:
        self.prepare = _by_characters(prepare)
        self.direct = direct


def _by_characters(prepare: Callable[[State], Change]) -> Callable[[State], Change]:
    def prepared(st: State) -> Change:
        return bytewise(prepare(st)) if st.narrow else prepare(st)

    return prepared


def mapped(st: State, change: Change, values: Iterable[str]) -> list[str]:
    """Every value changed. Together they are charged as one text."""
    meter = st.meter
    most = meter.limits.max_variable_bytes
    made: list[str] = []
    size = 0
    for value in values:
        made.append(changed := change(value))
        size += len(changed)
        if size > most:
            meter.text(size)
        if not len(made) & 1023:
            meter.check()
    return made


def of_value(change: Change) -> Operator:
    """An operator that is a function of the value alone."""
    return Operator(lambda st: change, lambda st, value: change(value))  # noqa: ARG005


def _constant(text: Text) -> Pattern | None:
    """The pattern, where no option has a say in it."""
    return pattern(text) if isinstance(text, str) and "(" not in text else None


# From this length on a pattern takes milliseconds to compile.
_LONG = 2048


def _pattern(st: State, text: Text, *, nocase: bool = False) -> Pattern:
    on = st.options.on
    given = text if isinstance(text, str) else text(st)
    if st.narrow:
        given = narrow(given)
    if len(given) > _LONG:
        # A microsecond or two a character: many of these are many milliseconds.
        st.meter.check()
    return pattern(given, "extglob" in on, nocase and "nocasematch" in on)


def trimmed(operator: str, text: Text) -> Operator:
    """``# ## % %%``."""
    longest = len(operator) == 2
    cut = _from_start if operator[0] == "#" else _from_end
    fixed = _constant(text)

    def prepare(st: State) -> Change:
        found, meter = _pattern(st, text), st.meter
        return lambda value: cut(found, value, longest, meter)

    if fixed is None:
        return Operator(prepare)
    known = fixed
    return Operator(prepare, lambda st, value: cut(known, value, longest, st.meter))


def _from_start(found: Pattern, value: str, longest: bool, meter: Meter) -> str:
    at = found.prefix(value, longest, meter)
    return value[at:] if at > 0 else value


def _from_end(found: Pattern, value: str, longest: bool, meter: Meter) -> str:
    at = found.suffix(value, longest, meter)
    return value[:at] if at >= 0 else value


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


def replaced(operator: str, text: Text, plain: Text | None, escaped: Text | None) -> Operator:
    """``/ // /# /%``; ``plain`` is the replacement as text, ``escaped`` with ``\\`` before a quoted ``&`` or ``\\``."""
    find = _FINDERS[operator]

    def prepare(st: State) -> Change:
        found, meter = _pattern(st, text, nocase=True), st.meter
        if escaped is not None and "patsub_replacement" in st.options.on:
            with_ = escaped if isinstance(escaped, str) else escaped(st)
            parts: list[str | None] = template(with_) if "&" in with_ or "\\" in with_ else [with_]
        else:
            parts = [] if plain is None else [plain if isinstance(plain, str) else plain(st)]
        if (
            isinstance(found, Plain)
            and _is_text(found, operator)
            and len(parts) == 1
            and parts[0] is not None
        ):
            old, new, count = found.head, parts[0], _COUNTS[operator]
            return lambda value: _swapped(value, old, new, count, meter)
        return lambda value: _join(value, find(found, value, meter), parts, meter)

    fixed = _constant(text)
    if not isinstance(fixed, Plain) or not _is_text(fixed, operator):
        return Operator(prepare)
    new = "" if escaped is None else escaped
    if not isinstance(new, str) or "&" in new or "\\" in new:
        return Operator(prepare)
    return Operator(prepare, _text_for_text(fixed.head, new, _COUNTS[operator], prepare))


# How many matches the operators replace that may match anywhere.
_COUNTS = {"/": 1, "//": -1}


def _is_text(found: Plain, operator: str) -> bool:
    """Whether it is text that is looked for, anywhere."""
    return bool(found.head) and not found.star and operator in _COUNTS


def _text_for_text(
    old: str, new: str, count: int, prepare: Callable[[State], Change]
) -> Callable[[State, str], str]:
    """Plain text for plain text, which str.replace does."""

    def direct(st: State, value: str) -> str:
        if "nocasematch" in st.options.on:
            return prepare(st)(value)
        # In a small text it is not worth a charge: at most so many times the replacement is made.
        return (
            value.replace(old, new, count)
            if len(value) < _SMALL
            else _swapped(value, old, new, count, st.meter)
        )

    return direct


_SMALL = 1024


def _swapped(value: str, old: str, new: str, count: int, meter: Meter) -> str:
    times = value.count(old) if count < 0 else 1
    meter.text(len(value) + times * max(len(new) - len(old), 0))
    return value.replace(old, new, count)


def _is_empty(found: Pattern) -> bool:
    return isinstance(found, Plain) and not found.head and not found.star


def _first(found: Pattern, value: str, meter: Meter) -> Iterable[tuple[int, int]]:
    span = None if _is_empty(found) else found.find(value, 0, meter)
    return () if span is None else (span,)


def _every(found: Pattern, value: str, meter: Meter) -> Iterator[tuple[int, int]]:
    end = len(value)
    if _is_empty(found):
        return
    if not end:
        if found.matches(value, meter):
            yield 0, 0
        return
    at = 0
    while at < end:
        span = found.find(value, at, meter)
        if span is None or span[0] >= end:
            return
        yield span
        # Behind a match of nothing one character is passed over.
        at = span[1] + (span[0] == span[1])


def _at_start(found: Pattern, value: str, meter: Meter) -> Iterable[tuple[int, int]]:
    end = found.prefix(value, True, meter)
    return () if end < 0 else ((0, end),)


def _at_end(found: Pattern, value: str, meter: Meter) -> Iterable[tuple[int, int]]:
    start = found.suffix(value, True, meter)
    return () if start < 0 else ((start, len(value)),)


_FINDERS: dict[str, Finder] = {
    "/": _first,
    "//": _every,
    "/#": _at_start,
    "/%": _at_end,
}
# Pieces between two charges. A span takes a hundred bytes where a character takes one: they are never all held.
_PIECES = 4096


def _join(value: str, spans: Iterable[tuple[int, int]], parts: list[str | None], meter: Meter) -> str:
    """``value`` with each span replaced; charged before it is made."""
    blocks: list[str] = []
    pieces: list[str] = []
    size = last = 0
    for start, end in spans:
        pieces.append(value[last:start])
        pieces += [value[start:end] if part is None else part for part in parts]
        last = end
        if len(pieces) > _PIECES:
            size += _charged(pieces, size, meter)
            blocks.append("".join(pieces))
            pieces.clear()
            meter.check()
    pieces.append(value[last:])
    _charged(pieces, size, meter)
    return "".join([*blocks, *pieces])


def _charged(pieces: list[str], held: int, meter: Meter) -> int:
    size = sum(map(len, pieces))
    meter.text(held + size)
    return size


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


def cased(operator: str, text: Text | None) -> Operator:
    """``^ ^^ , ,, ~ ~~``: the first or every character that the pattern matches; without a pattern, any."""
    kind, every = operator[0], len(operator) == 2
    change = _CASES[kind]
    if text is None or text in {"", "?"}:
        return of_value((lambda value: recased(kind, value)) if every else _of_first(change, None))

    def prepare(st: State) -> Change:
        fits = _pattern(st, text).matches
        if every:
            return lambda value: "".join([change(c) if fits(c) else c for c in value])
        return _of_first(change, fits)

    return Operator(prepare)


def _of_first(change: Change, fits: Callable[[str], bool] | None) -> Change:
    def first(value: str) -> str:
        if not value or (fits is not None and not fits(value[0])):
            return value
        return change(value[0]) + value[1:]

    return first
