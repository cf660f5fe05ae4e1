"""Running a sed script: pattern space, hold space, and the cycle."""

from __future__ import annotations

from runtime.bash.commands._input import encoded, opened, text_of
from runtime.bash.commands._sed_tree import ACTIVE, CLOSED
from runtime.bash.streams import Capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.command import Context
    from runtime.bash.commands._posix_regex import Pattern
    from runtime.bash.commands._sed_input import Source
    from runtime.bash.commands._sed_tree import Address, Command
    from runtime.bash.streams import Stream

__all__ = ["Machine"]

_GO_ON = -1
_END_CYCLE = -2  # without printing
_RESTART = -3
_NAMED = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 92: b"\\\\"}


class Quit(Exception):
    """The script ends with ``status``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Output:
    """A file that is written line by line; a line that had no newline gets one only when another follows."""

    __slots__ = ("chunks", "missing", "stream")

    def __init__(self, stream: Stream, chunks: list[bytes] | None = None) -> None:
        self.stream = stream
        self.missing = b""
        self.chunks: list[bytes] = [] if chunks is None else chunks

    def write(self, data: bytes, end: bytes = b"") -> None:
        """Write ``data``; with ``end``, a line."""
        if self.missing:
            self.chunks.append(self.missing)
            self.missing = b""
        self.chunks.append(data)
        if end:
            self.chunks.append(end)
        if len(self.chunks) > 512:
            self.flush()

    def flush(self) -> None:
        """Hand on what was written."""
        if self.chunks:
            text = b"".join(self.chunks)
            self.chunks.clear()
            self.stream.write(text)


class Machine:
    """One run of a script."""

    def __init__(
        self,
        cx: Context,
        commands: list[Command],
        source: Source,
        *,
        silent: bool,
        end: bytes,
        width: int,
        posix: bool,
    ) -> None:
        self.cx = cx
        self.commands = commands
        self.source = source
        self.silent = silent
        self.end = end
        self.width = width
        self.posix = posix
        self.out = Output(cx.stdout)
        self.others: dict[int, Output] = {}
        self.space = b""
        self.held = b""
        # Whether the line in each space had its newline: it is written as it came.
        self.ended = self.held_ended = True
        self.replaced = False
        self.queue: list[tuple[str, bytes]] = []
        self.pattern: Pattern | None = None
        self.reading: dict[str, Iterator[bytes] | None] = {}
        self.run_of: list[Callable[[Machine, Command], int]] = [
            _ACTIONS[command.name] for command in commands
        ]

    def run(self) -> int:
        """All cycles; the exit status."""
        try:
            restart = False
            while restart or self.read():
                self.replaced = self.replaced and restart
                restart = self._cycle()
        except Quit as quit_:
            return quit_.status
        finally:
            self.flush()
        return 0

    def flush(self) -> None:
        """Write what is held back."""
        self.out.flush()
        for output in self.others.values():
            output.flush()

    def read(self) -> bool:
        """The next line becomes the pattern space; whether there was one."""
        line = self.source.next()
        if line is None:
            return False
        self.space = line
        self.ended = self.source.ended
        return True

    def _cycle(self) -> bool:
        """One cycle; whether the next one begins without reading (D)."""
        commands, run_of = self.commands, self.run_of
        meter = self.cx.meter
        at, size = 0, len(commands)
        while at < size:
            command = commands[at]
            if (command.first is not None or command.negated) and self._selects(command) == command.negated:
                at = command.target if command.name == "{" else at + 1
                continue
            goto = run_of[at](self, command)
            if goto == _GO_ON:
                at += 1
            elif goto >= 0:
                if goto <= at:
                    meter.loop()
                at = goto
            else:
                self.finish(False)
                return goto == _RESTART
        self.finish(not self.silent)
        return False

    def finish(self, show: bool) -> None:
        """The end of a cycle."""
        if show:
            self.line(self.space)
        if self.queue:
            self.dump()

    def line(self, data: bytes, output: Output | None = None) -> None:
        """Write a line; its end is missing where the input's was."""
        output = output or self.out
        if self.ended:
            output.write(data, self.end)
        else:
            output.write(data)
            output.missing = self.end

    def dump(self) -> None:
        """What a, r and R have queued."""
        queue, self.queue = self.queue, []
        for kind, data in queue:
            if kind == "text":
                self.out.write(data)
            elif kind == "line":
                self.out.write(data, b"" if data.endswith(self.end) else self.end)
            else:
                self._copy(text_of(data))

    def _copy(self, name: str) -> None:
        try:
            stream = self.cx.stdin.retain() if name == "/dev/stdin" else opened(self.cx, name)
        except OSError:
            return
        try:
            while data := stream.read(65_536):
                self.out.write(data)
                self.cx.meter.check()
        finally:
            stream.release()

    # Addresses

    def _selects(self, command: Command) -> bool:
        first, second = command.first, command.second
        if first is None:
            return True
        if second is None:
            return self._matches(first)
        line = self.source.line
        if command.state == ACTIVE:
            if second.kind == "regex":
                if self._matches(second):
                    command.state = CLOSED
                return True
            if second.kind == "last":
                if self.source.last():
                    command.state = CLOSED
                return True
            end = second.number if second.kind == "line" else command.end
            if line >= end:
                command.state = CLOSED
            return line <= end or (line > end and self._begins(command, first))
        return self._begins(command, first)

    def _begins(self, command: Command, first: Address) -> bool:
        """Whether a range begins here; if so, where it ends."""
        if command.state == CLOSED and first.kind == "line" and first.number == 0:
            return False
        if not self._matches(first):
            return False
        second, line = command.second, self.source.line
        if second is None:
            return True
        if second.kind == "plus":
            command.end = line + second.number
        elif second.kind == "multiple":
            command.end = line + second.number - line % second.number if second.number else line
        elif second.kind == "line":
            command.end = second.number
        elif second.kind == "step":
            command.end = line
        command.state = ACTIVE if second.kind in ("regex", "last") or command.end > line else CLOSED
        if second.kind == "last" and self.source.last():
            command.state = CLOSED
        return True

    def _matches(self, address: Address) -> bool:
        kind = address.kind
        line = self.source.line
        if kind == "regex":
            return self.search(address.pattern)
        if kind == "line":
            return line == address.number
        if kind == "last":
            return self.source.last()
        if address.step <= 0:
            return line == address.number
        return line >= address.number and (line - address.number) % address.step == 0

    def search(self, pattern: Pattern | None) -> bool:
        """Whether an expression (None: the last one) matches the pattern space."""
        used = self.used(pattern)
        return used.search(used.subject(self.space)) is not None

    def used(self, pattern: Pattern | None) -> Pattern:
        """The expression itself, and from now on the last one."""
        if pattern is None:
            pattern = self.pattern
            if pattern is None:
                self.cx.complain("no previous regular expression")
                raise Quit(1)
        self.pattern = pattern
        return pattern

    def output(self, stream: Stream) -> Output:
        """The Output of a file of w; /dev/stdout is another writer of what standard output gets, in order."""
        found = self.others.get(id(stream))
        if found is None:
            shared = self.out.chunks if stream is self.cx.stdout else None
            found = self.others[id(stream)] = Output(stream, shared)
        return found

    def grown(self, data: bytes) -> bytes:
        """``data``, if it may be held."""
        if len(data) > self.cx.meter.limits.max_file_bytes:
            self.cx.meter.exceeded("file_bytes", "sed: more than a file's bytes in the pattern or hold space")
        return data

    def execute(self, text: str) -> bytes:
        """What a command prints (e)."""
        self.flush()
        capture = Capture()
        self.cx.launch.script(text, stdout=capture)
        return capture.value()


# One function for each command: it gives where to go on.


def _block(_machine: Machine, _command: Command) -> int:
    return _GO_ON


def _number(machine: Machine, _command: Command) -> int:
    machine.out.write(b"%d\n" % machine.source.line)
    return _GO_ON


def _append(machine: Machine, command: Command) -> int:
    machine.queue.append(("text", encoded(command.text)))
    return _GO_ON


def _insert(machine: Machine, command: Command) -> int:
    machine.out.write(encoded(command.text))
    return _GO_ON


def _change(machine: Machine, command: Command) -> int:
    if command.state != ACTIVE:
        machine.out.write(encoded(command.text))
    return _END_CYCLE


def _branch(_machine: Machine, command: Command) -> int:
    return command.target


def _branch_if(machine: Machine, command: Command) -> int:
    if machine.replaced:
        machine.replaced = False
        return command.target
    return _GO_ON


def _branch_unless(machine: Machine, command: Command) -> int:
    if machine.replaced:
        machine.replaced = False
        return _GO_ON
    return command.target


def _delete(_machine: Machine, _command: Command) -> int:
    return _END_CYCLE


def _delete_first(machine: Machine, _command: Command) -> int:
    _, newline, rest = machine.space.partition(b"\n")
    if not newline:
        return _END_CYCLE
    machine.space = rest
    machine.cx.meter.loop()
    return _RESTART


def _execute(machine: Machine, command: Command) -> int:
    if command.text:
        machine.out.write(machine.execute(command.text))
    else:
        machine.space = machine.execute(text_of(machine.space)).removesuffix(machine.end)
    return _GO_ON


def _file_name(machine: Machine, _command: Command) -> int:
    machine.out.write(encoded(machine.source.name), b"\n")
    return _GO_ON


def _get(machine: Machine, _command: Command) -> int:
    machine.space = machine.held
    machine.ended = machine.held_ended
    return _GO_ON


def _get_more(machine: Machine, _command: Command) -> int:
    machine.space = machine.grown(machine.space + b"\n" + machine.held)
    machine.ended = machine.held_ended
    return _GO_ON


def _hold(machine: Machine, _command: Command) -> int:
    machine.held = machine.space
    machine.held_ended = machine.ended
    return _GO_ON


def _hold_more(machine: Machine, _command: Command) -> int:
    machine.held = machine.grown(machine.held + b"\n" + machine.space)
    machine.held_ended = machine.ended
    return _GO_ON


def _list(machine: Machine, command: Command) -> int:
    width = command.number if command.number >= 0 else machine.width
    machine.out.write(listed(machine.space, width))
    return _GO_ON


def listed(data: bytes, width: int) -> bytes:
    """``l``: nothing hidden, lines no longer than ``width``."""
    out = []
    at = 0
    for byte in data:
        text = _NAMED.get(byte) or (bytes((byte,)) if 32 <= byte < 127 else b"\\%03o" % byte)
        if width and at + len(text) > width - 1:
            out.append(b"\\\n")
            at = 0
        out.append(text)
        at += len(text)
    return b"".join(out) + b"$\n"


def _next(machine: Machine, _command: Command) -> int:
    if not machine.source.more():
        raise _exhausted(machine)
    if not machine.silent:
        machine.line(machine.space)
    machine.dump()
    machine.read()
    return _GO_ON


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
    machine.space = machine.grown(before + b"\n" + machine.space)
    return _GO_ON


def _print(machine: Machine, _command: Command) -> int:
    machine.line(machine.space)
    return _GO_ON


def _print_first(machine: Machine, _command: Command) -> int:
    machine.out.write(machine.space.partition(b"\n")[0], machine.end)
    return _GO_ON


def _quit(machine: Machine, command: Command) -> int:
    machine.finish(not machine.silent)
    raise Quit(max(command.number, 0) & 255)


def _quit_silently(_machine: Machine, command: Command) -> int:
    raise Quit(max(command.number, 0) & 255)


def _read_file(machine: Machine, command: Command) -> int:
    machine.queue.append(("file", encoded(command.text)))
    return _GO_ON


def _read_line(machine: Machine, command: Command) -> int:
    from runtime.bash.commands._input import Lines

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
    return _GO_ON


def _write(machine: Machine, command: Command) -> int:
    if command.output is not None:
        machine.line(machine.space, machine.output(command.output))
    return _GO_ON


def _write_first(machine: Machine, command: Command) -> int:
    if command.output is not None:
        machine.output(command.output).write(machine.space.partition(b"\n")[0], machine.end)
    return _GO_ON


def _exchange(machine: Machine, _command: Command) -> int:
    machine.space, machine.held = machine.held, machine.space
    machine.ended, machine.held_ended = machine.held_ended, machine.ended
    return _GO_ON


def _transliterate(machine: Machine, command: Command) -> int:
    if command.table is not None:
        machine.space = command.table(machine.space)
    return _GO_ON


def _zap(machine: Machine, _command: Command) -> int:
    machine.space = b""
    return _GO_ON


def _substitute(machine: Machine, command: Command) -> int:
    from runtime.bash.commands._sed_replace import substitute

    return substitute(machine, command)


_ACTIONS: dict[str, Callable[[Machine, Command], int]] = {
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
    "s": _substitute,
    "t": _branch_if,
    "T": _branch_unless,
    "w": _write,
    "W": _write_first,
    "x": _exchange,
    "y": _transliterate,
    "z": _zap,
}
