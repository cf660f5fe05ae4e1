"""The commands of sed: one function each, which gives where the script goes on."""

from __future__ import annotations

from runtime.bash.commands._shared.input import Lines, encoded, opened, text_of
from runtime.bash.commands.sed.replace import substitute
from runtime.bash.commands.sed.run import END_CYCLE, GO_ON, RESTART, Quit
from runtime.bash.commands.sed.tree import ACTIVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.sed.run import Action, Machine
    from runtime.bash.commands.sed.tree import Command

__all__ = ["ACTIONS"]

_NAMED = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 92: b"\\\\"}


def _block(_machine: Machine, _command: Command) -> int:
    return GO_ON


def _number(machine: Machine, _command: Command) -> int:
    machine.out.write(b"%d" % machine.source.line, machine.end)
    return GO_ON


def _append(machine: Machine, command: Command) -> int:
    machine.queue.append(("text", encoded(command.text)))
    return GO_ON


def _insert(machine: Machine, command: Command) -> int:
    if command.text:
        machine.out.write(encoded(command.text)[:-1], machine.end)
    return GO_ON


def _change(machine: Machine, command: Command) -> int:
    if command.state != ACTIVE and command.text:
        machine.out.write(encoded(command.text)[:-1], machine.end)
    return END_CYCLE


def _branch(_machine: Machine, command: Command) -> int:
    return command.target


def _branch_if(machine: Machine, command: Command) -> int:
    if machine.replaced:
        machine.replaced = False
        return command.target
    return GO_ON


def _branch_unless(machine: Machine, command: Command) -> int:
    if machine.replaced:
        machine.replaced = False
        return GO_ON
    return command.target


def _delete(_machine: Machine, _command: Command) -> int:
    return END_CYCLE


def _delete_first(machine: Machine, _command: Command) -> int:
    _, end, rest = machine.space.partition(machine.end)
    if not end:
        return END_CYCLE
    machine.space = rest
    machine.cx.meter.loop()
    return RESTART


def _execute(machine: Machine, command: Command) -> int:
    if command.text:
        machine.out.write(machine.execute(command.text))
    else:
        machine.space = machine.execute(text_of(machine.space)).removesuffix(machine.end)
    return GO_ON


def _file_name(machine: Machine, _command: Command) -> int:
    machine.out.write(encoded(machine.source.name), machine.end)
    return GO_ON


def _get(machine: Machine, _command: Command) -> int:
    machine.space = machine.held
    machine.ended = machine.held_ended
    return GO_ON


def _get_more(machine: Machine, _command: Command) -> int:
    machine.space = machine.grown(machine.space + machine.end + machine.held)
    machine.ended = machine.held_ended
    return GO_ON


def _hold(machine: Machine, _command: Command) -> int:
    machine.held = machine.space
    machine.held_ended = machine.ended
    return GO_ON


def _hold_more(machine: Machine, _command: Command) -> int:
    machine.held = machine.grown(machine.held + machine.end + machine.space)
    machine.held_ended = machine.ended
    return GO_ON


def _list(machine: Machine, command: Command) -> int:
    width = command.number if command.number >= 0 else machine.width
    machine.out.write(listed(machine.space, width, machine.end), machine.end)
    return GO_ON


def listed(data: bytes, width: int, end: bytes) -> bytes:
    """``l``: nothing hidden, lines no longer than ``width``."""
    out = []
    at = 0
    for byte in data:
        text = _NAMED.get(byte) or (bytes((byte,)) if 32 <= byte < 127 else b"\\%03o" % byte)
        if width and at + len(text) > width - 1:
            out.append(b"\\" + end)
            at = 0
        out.append(text)
        at += len(text)
    return b"".join(out) + b"$"


def _next(machine: Machine, _command: Command) -> int:
    if not machine.source.more():
        raise _exhausted(machine)
    if not machine.silent:
        machine.line(machine.space)
    machine.dump()
    machine.read()
    return GO_ON


def _exhausted(machine: Machine) -> Quit:
    """There is no next line: what is there is written (unless POSIX says no) and the script ends."""
    machine.finish(not machine.silent and not machine.posix)
    return Quit(0)


def _next_more(machine: Machine, _command: Command) -> int:
    if not machine.source.more():
        raise _exhausted(machine)
    machine.dump()
    before = machine.space
    machine.read()
    machine.space = machine.grown(before + machine.end + machine.space)
    return GO_ON


def _print(machine: Machine, _command: Command) -> int:
    machine.line(machine.space)
    return GO_ON


def _print_first(machine: Machine, _command: Command) -> int:
    machine.out.write(machine.space.partition(machine.end)[0], machine.end)
    return GO_ON


def _quit(machine: Machine, command: Command) -> int:
    machine.finish(not machine.silent)
    # GNU sed's own: a last line without its newline gets one here.
    machine.out.write(b"")
    raise Quit(max(command.number, 0) & 255)


def _quit_silently(_machine: Machine, command: Command) -> int:
    raise Quit(max(command.number, 0) & 255)


def _read_file(machine: Machine, command: Command) -> int:
    machine.queue.append(("file", encoded(command.text)))
    return GO_ON


def _read_line(machine: Machine, command: Command) -> int:
    name = command.text
    if name not in machine.reading:
        try:
            machine.reading[name] = iter(Lines(machine.cx, opened(machine.cx, name), machine.end))
        except OSError:
            machine.reading[name] = None
    lines = machine.reading[name]
    line = next(lines, None) if lines is not None else None
    if line is not None:
        machine.queue.append(("line", line))
    return GO_ON


def _write(machine: Machine, command: Command) -> int:
    if command.output is not None:
        machine.line(machine.space, machine.output(command.output))
    return GO_ON


def _write_first(machine: Machine, command: Command) -> int:
    if command.output is not None:
        output = machine.output(command.output)
        output.write(machine.space.partition(machine.end)[0], machine.end)
        if output.stream is machine.cx.stderr:
            output.flush()
    return GO_ON


def _exchange(machine: Machine, _command: Command) -> int:
    machine.space, machine.held = machine.held, machine.space
    machine.ended, machine.held_ended = machine.held_ended, machine.ended
    return GO_ON


def _transliterate(machine: Machine, command: Command) -> int:
    if command.table is not None:
        machine.space = command.table(machine.space)
    return GO_ON


def _zap(machine: Machine, _command: Command) -> int:
    machine.space = b""
    return GO_ON


ACTIONS: dict[str, Action] = {
    "{": _block,
    "=": _number,
    "a": _append,
    "b": _branch,
    "c": _change,
    "d": _delete,
    "D": _delete_first,
    "e": _execute,
    "F": _file_name,
    "g": _get,
    "G": _get_more,
    "h": _hold,
    "H": _hold_more,
    "i": _insert,
    "l": _list,
    "n": _next,
    "N": _next_more,
    "p": _print,
    "P": _print_first,
    "q": _quit,
    "Q": _quit_silently,
    "r": _read_file,
    "R": _read_line,
    "s": substitute,
    "t": _branch_if,
    "T": _branch_unless,
    "w": _write,
    "W": _write_first,
    "x": _exchange,
    "y": _transliterate,
    "z": _zap,
}
