"""Running a sed script: pattern space, hold space, and the cycle."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, split_lines, text_of
from runtime.bash.commands.sed.lines import Block
from runtime.bash.commands.sed.tree import ACTIVE, CLOSED, ScriptError
from runtime.bash.streams import Capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from runtime.bash.commands.sed.buffer import Editor
    from runtime.bash.commands.sed.input import Source
    from runtime.bash.commands.sed.tree import Address, Command
    from runtime.bash.posix.regex import Pattern
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

    Action = Callable[["Machine", Command], int]

__all__ = ["END_CYCLE", "GO_ON", "RESTART", "Machine", "Quit"]

# Where a command goes on: at a place of the script (0 and up), or
GO_ON = -1
END_CYCLE = -2  # without printing
RESTART = -3
# Bytes that are copied between two looks at the clock; a text that is long enough to be written at once.
_MOVED = 8_000_000
_LONG = 65_536


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
        if len(self.chunks) > 512 or len(data) > _LONG:
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
        actions: Mapping[str, Action],
        source: Source,
        *,
        silent: bool,
        end: bytes,
        width: int,
        posix: bool,
        place: str,
    ) -> None:
        self.cx = cx
        self.commands = commands
        self.source = source
        self.silent = silent
        self.end = end
        self.width = width
        self.posix = posix
        self.place = place
        self.out = Output(cx.stdout)
        self.others: dict[int, Output] = {}
        self.space = b""
        self.held = b""
        self.moved = 0
        # Whether the line in each space had its newline: it is written as it came.
        self.ended = self.held_ended = True
        self.replaced = False
        self.queue: list[tuple[str, bytes]] = []
        self.pattern: Pattern | None = None
        self.reading: dict[str, Iterator[bytes] | None] = {}
        self.run_of = [actions[command.name] for command in commands]

    def run(self) -> int:
        """All cycles; the exit status."""
        try:
            restart = False
            while restart or self.read():
                if restart:
                    self.cx.meter.check()
                self.replaced = self.replaced and restart
                restart = self._cycle()
        except Quit as quit_:
            self.source.give_back()
            return quit_.status
        finally:
            self.flush()
        return 0

    def run_blocks(self, edit: Editor) -> int:
        """The like of `run` for a script that ``edit`` carries out on blocks of lines; lines of a block that it cannot do go
        through the cycle, one by one."""
        source = self.source
        for block, last in source.blocks(ahead=edit.looks_ahead):
            data = block
            if not edit.looks_ahead and not block.endswith(self.end):
                data = block[: block.rfind(self.end) + 1]
            made = edit(Block(data, source.line, last)) if data else b""
            if made is None:
                self._cycles(block)
                continue
            source.line += data.count(self.end)
            if made:
                self.out.write(made)
                # A line without an end gets one when another follows.
                self.out.missing = b"" if made.endswith(self.end) else self.end
                self.out.flush()
            # What an empty line without an end became cannot be seen in a block.
            self._cycles(block[len(data) :])
        self.flush()
        return 0

    def _cycles(self, block: bytes) -> None:
        for line in split_lines(block, self.end):
            self.source.line += 1
            self.ended = line.endswith(self.end)
            self.space = line[:-1] if self.ended else line
            self._cycle()

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
            if goto == GO_ON:
                at += 1
            elif goto >= 0:
                if goto <= at:
                    meter.loop()
                    meter.check()
                at = goto
            else:
                self.finish(False)
                return goto == RESTART
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
        if output.stream is self.cx.stderr:
            # Complaints come between.
            output.flush()

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
            if second.kind in ("regex", "step"):
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
        second, line = command.second, self.source.line
        if first.kind == "line":
            # A number is passed once: a range whose first line never came here begins with the next that does.
            if command.state == CLOSED or line < first.number:
                return False
            if second is not None and second.kind == "line" and second.number < line != first.number:
                command.state = CLOSED
                return False
        elif not self._matches(first):
            return False
        if second is None:
            return True
        if second.kind == "plus":
            command.end = line + second.number
        elif second.kind == "multiple":
            command.end = line + second.number - line % second.number if second.number else line
        elif second.kind == "line":
            command.end = second.number
        going = (
            not self.source.last()
            if second.kind == "last"
            else second.kind in ("regex", "step") or command.end > line
        )
        command.state = ACTIVE if going else CLOSED
        return True

    def forget(self) -> None:
        """Lines are counted from 1 again: so are ranges."""
        for command in self.commands:
            command.restart()

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
                # No Quit: a file that is edited in place stays as it is.
                raise ScriptError(f"{self.place}: no previous regular expression")
        self.pattern = pattern
        return pattern

    def output(self, stream: Stream) -> Output:
        """The Output of a file of w; /dev/stdout is another writer of what standard output gets, in order."""
        found = self.others.get(id(stream))
        if found is None:
            # In place, what is edited goes elsewhere than /dev/stdout.
            shared = self.out.chunks if stream is self.out.stream else None
            found = self.others[id(stream)] = Output(stream, shared)
        return found

    def grown(self, data: bytes) -> bytes:
        """``data``, if it may be held."""
        self.may_hold(len(data))
        return data

    def may_hold(self, size: int) -> None:
        """Refuse a text of ``size`` before it is made."""
        meter = self.cx.meter
        if size > meter.limits.max_file_bytes:
            meter.exceeded("file_bytes", "sed: more than a file's bytes in the pattern or hold space")
        # A text that grows by a line each time is copied each time.
        self.moved += size
        if self.moved > _MOVED:
            self.moved = 0
            meter.check()

    def execute(self, text: str) -> bytes:
        """What a command prints (e)."""
        self.flush()
        capture = Capture()
        self.cx.launch.script(text, stdout=capture)
        return capture.value()
