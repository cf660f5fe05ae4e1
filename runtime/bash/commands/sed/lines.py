"""Which lines of a block an address selects, and what is left of the block when they are kept, dropped or edited."""

from __future__ import annotations

from runtime.bash.posix.regex import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.sed.tree import Address, Command

    Spans = list[tuple[int, int]]
    Select = Callable[["Block"], Spans]

__all__ = ["Block", "by_expression", "by_line", "of_lines", "others", "picked", "replaced", "selection"]

# Up to so many runs of lines are edited one by one, more of them all at once.
_FEW = 4


class Block:
    """Whole lines: ``data``; the number of the line before them, and whether no line follows."""

    __slots__ = ("before", "data", "last")

    def __init__(self, data: bytes, before: int, last: bool) -> None:
        self.data = data
        self.before = before
        self.last = last


def of_lines(old: Pattern, *, longest: bool) -> Pattern:
    """An expression of a pattern space for many lines in one text: it matches within one of them."""
    return Pattern(
        old.sources, old.meter, syntax=old.syntax, ignore_case=old.ignore_case, longest=longest, strict=True
    )


def selection(command: Command) -> Select | None:
    """What gives the runs of lines (the last newline left out) that a command is for; None for an address that depends on
    more than the line and its number."""
    first, second = command.first, command.second
    if first is None:
        return None
    if second is None:
        return _alone(first)
    if first.kind == second.kind == "line" and first.number > 0:
        low, high = first.number, max(first.number, second.number)
        return lambda block: _numbered(block, low, high)
    return None


def _alone(address: Address) -> Select | None:
    if address.kind == "regex" and address.pattern is not None and by_line(address.pattern):
        return by_expression(address.pattern)
    if address.kind == "line" and address.number > 0:
        number = address.number
        return lambda block: _numbered(block, number, number)
    return _the_last if address.kind == "last" else None


def by_line(pattern: Pattern) -> bool:
    """Whether an expression means in many lines what it means in one."""
    return not pattern.multiline and "\n" not in pattern.sources[0]


def by_expression(old: Pattern) -> Select:
    """The lines that hold a match."""
    pattern = of_lines(old, longest=False)

    def spans(block: Block) -> Spans:
        subject = pattern.subject(block.data)
        found = pattern.spans(subject)
        return _in_bytes(subject, found) if isinstance(subject, str) else found

    return spans


def _in_bytes(text: str, spans: Spans) -> Spans:
    """Where runs of a text lie in its bytes."""
    out = []
    at = offset = 0
    for start, end in spans:
        offset += len(text[at:start].encode("utf-8", "surrogateescape"))
        begun = offset
        offset += len(text[start:end].encode("utf-8", "surrogateescape"))
        out.append((begun, offset))
        at = end
    return out


def _numbered(block: Block, low: int, high: int) -> Spans:
    """The lines of those numbers, both included."""
    data = block.data
    count = data.count(b"\n") + (not data.endswith(b"\n"))
    skip, end = max(low - block.before - 1, 0), min(high - block.before, count)
    if skip >= end:
        return []
    start = _after(data, skip)
    return [(start, _after(data, end) - 1 if end < count or data.endswith(b"\n") else len(data))]


def _after(data: bytes, count: int) -> int:
    """The offset behind so many lines."""
    return len(data) - len(data.split(b"\n", count)[count]) if count else 0


def _the_last(block: Block) -> Spans:
    if not block.last or not block.data:
        return []
    end = len(block.data) - block.data.endswith(b"\n")
    return [(block.data.rfind(b"\n", 0, end) + 1, end)]


def others(data: bytes, spans: Spans) -> Spans:
    """The runs of lines between those."""
    starts = [0, *(end + 1 for _, end in spans)]
    ends = [*(start - 1 for start, _ in spans), len(data) - data.endswith(b"\n")]
    size = len(data)
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start <= end and start < size]


def picked(data: bytes, spans: Spans) -> bytes:
    """Those lines."""
    return b"".join([data[start : end + 1] for start, end in spans])


def replaced(data: bytes, spans: Spans, edit: Callable[[bytes], bytes | None]) -> bytes | None:
    """The text with those lines as ``edit`` has them; None where it cannot."""
    if len(spans) > _FEW:
        whole = edit(picked(data, spans))
        made = [] if whole is None else _in_runs(whole, data, spans)
    else:
        edited = [edit(data[start : end + 1]) for start, end in spans]
        made = [
            text[:-1] if end < len(data) else text
            for text, (_, end) in zip(edited, spans, strict=True)
            if text is not None
        ]
    if len(made) != len(spans):
        return None
    out: list[bytes] = []
    at = 0
    for (start, end), text in zip(spans, made, strict=True):
        out += (data[at:start], text)
        at = end
    out.append(data[at:])
    return b"".join(out)


def _in_runs(whole: bytes, data: bytes, spans: Spans) -> list[bytes]:
    """Edited lines in the runs that they were in: there are as many as before."""
    lines = whole.split(b"\n")
    counts = [data.count(b"\n", start, end) + 1 for start, end in spans]
    if max(counts) == 1:
        return lines[: len(spans)]
    out = []
    at = 0
    for count in counts:
        out.append(b"\n".join(lines[at : at + count]))
        at += count
    return out
