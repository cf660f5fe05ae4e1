"""Scripts of nothing but ``s``, carried out on whole blocks of lines at once.

That is most of what sed is used for, and a hundred times less work than a cycle for each line. It holds for commands that
see one line each: no address, no flag but g, i and m, no empty expression, no newline on either side.
"""

from __future__ import annotations

from runtime.bash.commands._input import text_of
from runtime.bash.posix.regex import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands._sed_tree import Command, Replacement, Substitution
    from runtime.bash.posix.regex import Match, Subject

__all__ = ["MOST_AT_ONCE", "block_editor"]

# Bytes that one call of the engine may make; beyond, they are charged as they are made.
MOST_AT_ONCE = 4_000_000


def block_editor(commands: list[Command]) -> Callable[[bytes], bytes | None] | None:
    """A function from a block of whole lines to what the script makes of it, or None for a block that it cannot do; None
    for a script that is not of this kind."""
    steps = []
    for command in commands:
        substitution = command.substitution
        if substitution is None or command.first is not None or command.negated or not _simple(substitution):
            return None
        steps.append((substitution, _of_lines(substitution)))

    def edit(block: bytes) -> bytes | None:
        data: bytes | None = block
        for substitution, pattern in steps:
            data = _edited(data, substitution, pattern) if data is not None else None
        return data

    return edit if steps else None


def _simple(substitution: Substitution) -> bool:
    pattern = substitution.pattern
    return (
        pattern is not None
        and not (substitution.print or substitution.execute or substitution.output)
        and substitution.count == 1
        and not substitution.replacement.cases
        and not any(b"\n" in part for part in substitution.replacement.parts if isinstance(part, bytes))
        and not pattern.multiline
        and "\n" not in pattern.sources[0]
    )


def _of_lines(substitution: Substitution) -> Pattern:
    """The expression for many lines in one text: it matches within one of them."""
    old = substitution.pattern
    if old is None:
        raise ValueError("a simple substitution has an expression")
    return Pattern(
        old.sources, old.meter, syntax=old.syntax, ignore_case=old.ignore_case, longest=True, strict=True
    )


def _edited(block: bytes, substitution: Substitution, pattern: Pattern) -> bytes | None:
    subject = pattern.subject(block)
    quick = pattern.quick_blocks(subject)
    if quick is None or substitution.replacement.most(len(subject)) > MOST_AT_ONCE:
        return None
    compiled, blocks = quick
    out: list[Subject] = []
    at = 0
    for begin, end in blocks:
        out.append(subject[at:begin])
        if substitution.every:
            template: Subject = substitution.replacement.template
            out.append(
                compiled.sub(text_of(template) if isinstance(subject, str) else template, subject[begin:end])
            )
        else:
            made = _expander(substitution.replacement, isinstance(subject, str))
            _first_of_lines(compiled.finditer(subject, begin, end), made, subject, (begin, end), out)
        at = end
        pattern.meter.check()
    out.append(subject[at:])
    text = subject[:0].join(out)
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def _first_of_lines(
    matches: Iterator[Match],
    made: Callable[[Match], Subject],
    subject: Subject,
    bounds: tuple[int, int],
    out: list[Subject],
) -> None:
    """Replace the first match of each line."""
    newline = "\n" if isinstance(subject, str) else b"\n"
    at, end = bounds
    next_line = at
    for found in matches:
        start = found.start()
        if start < next_line:
            continue
        out += (subject[at:start], made(found))
        at = found.end()
        next_line = subject.find(newline, at, end) + 1 or end + 1
    out.append(subject[at:end])


def _expander(replacement: Replacement, text: bool) -> Callable[[Match], Subject]:
    """A function from a match to what replaces it."""
    parts: list[Subject] = [
        text_of(part) if text and isinstance(part, bytes) else part
        for part in replacement.parts
        if not isinstance(part, str)
    ]
    empty: Subject = "" if text else b""
    if not any(isinstance(part, int) for part in parts):
        constant = empty.join(parts)
        return lambda found: constant  # noqa: ARG005
    return lambda found: empty.join(
        [(found[part] or empty) if isinstance(part, int) else part for part in parts]
    )
