"""The s command: from the plain case, which is one call of the engine, to counted matches and changes of case."""

from __future__ import annotations

from runtime.bash.commands._shared.input import text_of
from runtime.bash.commands.sed.buffer import MOST_AT_ONCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runtime.bash.commands.sed.run import Machine
    from runtime.bash.commands.sed.tree import Command, Replacement, Substitution
    from runtime.bash.posix.regex import Match, Pattern, Subject

__all__ = ["filled", "substitute"]

_GO_ON = -1
_LONGEST = 65_536
# Pieces of text between two charges.
_PIECES = 4096


def substitute(machine: Machine, command: Command) -> int:
    """Carry out one ``s``."""
    substitution = command.substitution
    if substitution is None:
        return _GO_ON
    pattern = machine.used(substitution.pattern)
    space = machine.space
    subject = pattern.subject(space)
    if substitution.replacement.beyond_ascii and isinstance(subject, bytes):
        subject = text_of(subject)
    # The engine's own way keeps a piece for every match.
    plain = substitution.count == 1 and len(subject) <= _LONGEST
    plain = plain and substitution.replacement.most(len(subject)) <= MOST_AT_ONCE // 16
    engine = pattern.engine(subject) if plain and not substitution.replacement.cases else None
    if engine is not None:
        template: Subject = substitution.replacement.template
        if isinstance(subject, str):
            template = text_of(template)
        made, count = engine(template, subject, 0 if substitution.every else 1)
        if len(subject) > _PIECES:
            machine.cx.meter.check()
        if not count:
            return _GO_ON
    else:
        found = _matches(machine, pattern, subject, substitution)
        made = _replaced(machine, subject, found, substitution.replacement)
        if made is None:
            return _GO_ON
    machine.replaced = True
    machine.space = machine.grown(made.encode("utf-8", "surrogateescape") if isinstance(made, str) else made)
    _after(machine, substitution)
    return _GO_ON


def _after(machine: Machine, substitution: Substitution) -> None:
    if substitution.execute:
        machine.space = machine.execute(text_of(machine.space)).removesuffix(machine.end)
    if substitution.print:
        machine.line(machine.space)
    if substitution.output is not None:
        machine.line(machine.space, machine.output(substitution.output))


def _matches(
    machine: Machine, pattern: Pattern, subject: Subject, substitution: Substitution
) -> Iterator[Match]:
    """The matches to replace: the N-th, with g also those after it. An empty match right after another is none."""
    at, number, end = 0, 0, -1
    while at <= len(subject):
        match = pattern.search(subject, at)
        if match is None:
            return
        start, stop = match.span()
        if start == stop == end:
            at = stop + 1
            continue
        number += 1
        if number >= substitution.count:
            yield match
            if not substitution.every:
                return
        end = stop
        at = stop + (start == stop)
        if not number % 256:
            machine.cx.meter.check()


def _replaced(
    machine: Machine, subject: Subject, found: Iterable[Match], replacement: Replacement
) -> Subject | None:
    """The text with each match replaced, charged as it is made; None without a match."""
    empty = subject[:0]
    blocks: list[Subject] = []
    pieces: list[Subject] = []
    size = at = 0
    for match in found:
        pieces += [subject[at : match.start()], filled(match, replacement, subject)]
        at = match.end()
        if len(pieces) >= _PIECES:
            size += sum(map(len, pieces))
            machine.may_hold(size)
            blocks.append(empty.join(pieces))
            pieces.clear()
    if not pieces and not blocks:
        return None
    machine.may_hold(size + sum(map(len, pieces)))
    return empty.join([*blocks, *pieces, subject[at:]])


def filled(match: Match, replacement: Replacement, subject: Subject) -> Subject:
    """The replacement of one match. Case goes by characters: bytes here are ASCII."""
    parts: list[Subject] = []
    case = once = ""
    for part in replacement.parts:
        if isinstance(part, str):
            if part in "ul":
                once = part
            else:
                case, once = part.replace("E", ""), once if part != "E" else ""
            continue
        if isinstance(part, int):
            text = match[part] or subject[:0]
        else:
            text = part if isinstance(subject, bytes) else text_of(part)
        if case:
            text = text.upper() if case == "U" else text.lower()
        if once and text:
            head = text[:1].upper() if once == "u" else text[:1].lower()
            text, once = head + text[1:], ""
        parts.append(text)
    return subject[:0].join(parts)
