"""The s command: from the plain case, which is one call of the engine, to counted matches and changes of case."""

from __future__ import annotations

from runtime.bash.commands._input import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands._sed_run import Machine
    from runtime.bash.commands._sed_tree import Command, Replacement, Substitution
    from runtime.bash.posix.regex import Match, Pattern, Subject

__all__ = ["substitute"]

_GO_ON = -1


def substitute(machine: Machine, command: Command) -> int:
    """Carry out one ``s``."""
    substitution = command.substitution
    if substitution is None:
        return _GO_ON
    pattern = machine.used(substitution.pattern)
    space = machine.space
    subject = pattern.subject(space)
    plain = substitution.count == 1
    engine = pattern.engine(subject) if plain and not substitution.replacement.cases else None
    if engine is not None:
        template: Subject = substitution.replacement.template
        if isinstance(subject, str):
            template = text_of(template)
        made, count = engine(template, subject, 0 if substitution.every else 1)
        if not count:
            return _GO_ON
    else:
        found = _matches(machine, pattern, subject, substitution)
        if not found:
            return _GO_ON
        made = _replaced(subject, found, substitution.replacement)
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


def _matches(machine: Machine, pattern: Pattern, subject: Subject, substitution: Substitution) -> list[Match]:
    """The matches to replace: the N-th, with g also those after it. An empty match right after another is none."""
    found: list[Match] = []
    at, number, end = 0, 0, -1
    while at <= len(subject):
        match = pattern.search(subject, at)
        if match is None:
            break
        start, stop = match.span()
        if start == stop == end:
            at = stop + 1
            continue
        number += 1
        if number >= substitution.count:
            found.append(match)
            if not substitution.every:
                break
        end = stop
        at = stop + (start == stop)
        if not number % 256:
            machine.cx.meter.check()
    return found


def _replaced(subject: Subject, found: list[Match], replacement: Replacement) -> Subject:
    empty = subject[:0]
    pieces = []
    at = 0
    for match in found:
        pieces += [subject[at : match.start()], _text(match, replacement, subject)]
        at = match.end()
    pieces.append(subject[at:])
    return empty.join(pieces)


def _text(match: Match, replacement: Replacement, subject: Subject) -> Subject:
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
