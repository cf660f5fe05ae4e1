"""Scripts of ``s``, ``d``, ``y`` and a last ``p``, carried out on whole blocks of lines at once.

That is most of what sed is used for, and a hundred times less work than a cycle for each line. It holds for commands that
see one line each: addresses by expression or number, no flag but g, i and p, no empty expression, no newline on either side.
"""

from __future__ import annotations

from runtime.bash.commands._shared.input import text_of
from runtime.bash.commands.sed.lines import (
    Block,
    by_expression,
    by_line,
    of_lines,
    others,
    picked,
    replaced,
    selection,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands.sed.lines import Select
    from runtime.bash.commands.sed.tree import Command, Replacement, Substitution
    from runtime.bash.posix.regex import Match, Pattern, Subject

    Edit = Callable[[bytes], bytes | None]
    Step = Callable[[Block], bytes | None]

__all__ = ["MOST_AT_ONCE", "Editor", "block_editor"]

# Bytes that one call of the engine may make; beyond, they are charged as they are made.
MOST_AT_ONCE = 4_000_000


class Editor:
    """A script that sees one line at a time, as a function from a block of whole lines to what it makes of it, or None for a
    block that it cannot do. ``looks_ahead``: it asks whether a line is the last one."""

    __slots__ = ("_steps", "looks_ahead")

    def __init__(self, steps: list[Step], looks_ahead: bool) -> None:
        self._steps = steps
        self.looks_ahead = looks_ahead

    def __call__(self, block: Block) -> bytes | None:
        for step in self._steps:
            made = step(block)
            if not made:
                return made
            block = Block(made, block.before, block.last)
        return block.data


def block_editor(commands: list[Command], *, silent: bool, separate: bool) -> Editor | None:
    """The editor of a script, None for one that is not of this kind."""
    steps: list[Step] = []
    kinds = [command.first.kind for command in commands if command.first is not None]
    # A block that cannot be done goes through the cycle, which would look behind the block for the last line.
    ahead = "last" in kinds
    if ahead and (separate or "regex" in kinds or any(command.name not in "dp" for command in commands)):
        return None
    dropped = False
    for command in commands:
        numbered = command.first is not None and command.first.kind != "regex"
        final = silent and command is commands[-1]
        step = None if numbered and dropped else _step(command, final)
        if step is None:
            return None
        steps.append(step)
        dropped = dropped or command.name == "d"
    shown = not silent or (bool(commands) and _prints(commands[-1]))
    return Editor(steps, ahead) if steps and shown else None


def _prints(command: Command) -> bool:
    substitution = command.substitution
    return command.name == "p" or (substitution is not None and substitution.print == 1)


def _step(command: Command, final: bool) -> Step | None:
    """One command. Where nothing is printed by itself, the last one may print: what it does not print is dropped."""
    select = selection(command)
    if select is None and (command.first is not None or command.negated):
        return None
    chosen = _chosen(select, command.negated) if select is not None else None
    if command.name == "d":
        return _keeper(_chosen(select, not command.negated) if select is not None else _none)
    if command.name == "p" and final:
        return _keeper(chosen) if chosen is not None else lambda block: block.data
    edit = _editor(command, final)
    if edit is None:
        return None
    if final:
        kept = by_expression(command.substitution.pattern)  # type: ignore[union-attr, arg-type]
        return _in_turn(_keeper(chosen) if chosen is not None else None, _keeper(kept), edit)
    if chosen is None:
        return lambda block: edit(block.data)
    return lambda block: replaced(block.data, chosen(block), edit)


def _none(_block: Block) -> list[tuple[int, int]]:
    return []


def _chosen(select: Select, negated: bool) -> Select:
    return (lambda block: others(block.data, select(block))) if negated else select


def _keeper(select: Select) -> Step:
    return lambda block: picked(block.data, select(block))


def _in_turn(first: Step | None, second: Step, edit: Edit) -> Step:
    def step(block: Block) -> bytes | None:
        data = first(block) if first is not None else block.data
        data = second(Block(data, 0, False)) if data else data
        return edit(data) if data else data

    return step


def _editor(command: Command, final: bool) -> Edit | None:
    """What a command makes of lines that it is for."""
    substitution, table = command.substitution, command.table
    if command.name == "y" and table is not None and not final:
        if table(b"\n") != b"\n":
            return None
        return lambda data: made if (made := table(data)).count(b"\n") == data.count(b"\n") else None
    if substitution is None or not _simple(substitution) or substitution.print != int(final):
        return None
    pattern = of_lines(substitution.pattern, longest=True)  # type: ignore[arg-type]
    return lambda data: _edited(data, substitution, pattern)


def _simple(substitution: Substitution) -> bool:
    pattern = substitution.pattern
    return (
        pattern is not None
        and not (substitution.execute or substitution.output)
        and substitution.count == 1
        and not substitution.replacement.cases
        and not any(b"\n" in part for part in substitution.replacement.parts if isinstance(part, bytes))
        and by_line(pattern)
    )


def _edited(block: bytes, substitution: Substitution, pattern: Pattern) -> bytes | None:
    if substitution.replacement.most(len(block)) > MOST_AT_ONCE:
        return None
    if pattern.sources[0] in ("^", "$"):
        return _at_edges(block, pattern.sources[0], substitution.replacement)
    subject = pattern.subject(block)
    # An empty match stands next to nothing where only the first match of a line counts.
    quick = pattern.quick_blocks(subject, empty=not substitution.every)
    if quick is None:
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


def _at_edges(block: bytes, edge: str, replacement: Replacement) -> bytes:
    """Something is written before or behind each line; a group there is empty."""
    text = b"".join([part for part in replacement.parts if isinstance(part, bytes)])
    ended = block.endswith(b"\n")
    if edge == "$":
        return block.replace(b"\n", text + b"\n") + (b"" if ended else text)
    made = text + block.replace(b"\n", b"\n" + text)
    return made[: len(made) - len(text)] if ended else made


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
