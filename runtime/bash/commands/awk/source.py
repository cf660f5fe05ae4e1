"""The main input: the operands, which are files and assignments, one after another."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.awk.errors import AwkRefused
from runtime.bash.commands.awk.lexer import unescaped
from runtime.bash.commands.awk.reader import Reader
from runtime.bash.commands.awk.values import Input, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.channels import Channels
    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.commands.awk.values import Value

__all__ = ["ASSIGNMENT", "Source"]

# Arguments between two looks at the clock.
_LOOK = 1024
ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.ASCII | re.DOTALL)


class Source:
    """What the main loop and plain getline read."""

    __slots__ = ("_assign", "_at", "_channels", "_seen", "reader", "rt")

    def __init__(self, rt: Core, channels: Channels, assign: Callable[[str, Value], None]) -> None:
        self.rt = rt
        self._channels = channels
        self._assign = assign
        self.reader: Reader | None = None
        self._at = 0
        self._seen = False  # an operand that is a file

    def next(self) -> str | None:
        """The next record of all input, counted; None at the end."""
        while self.reader is not None or self.advance():
            reader = self.reader
            record = reader.next() if reader is not None else None
            if record is not None and reader is not None:
                rt = self.rt
                rt.nr += 1.0
                rt.fnr += 1.0
                rt.terminator = reader.terminator
                return record
            self.leave()
        return None

    def advance(self) -> bool:
        """Open the next file; False when there is none."""
        rt = self.rt
        while True:
            name = self._operand()
            if name is None:
                return False
            rt.filename = Input(name)
            rt.fnr = 0.0
            if not self._open(name):
                continue
            rt.begin_file()
            # nextfile in BEGINFILE passes this file over.
            if self.reader is not None:
                return True

    def _operand(self) -> str | None:
        rt = self.rt
        while self._at + 1 < number(rt.argc):
            self._at += 1
            if not self._at % _LOOK:
                # ARGC is what the program says, whatever ARGV holds.
                rt.meter.check()
            operand = rt.text(rt.argv.get(str(self._at)))
            assignment = ASSIGNMENT.fullmatch(operand)
            if assignment is not None:
                self._assign(assignment[1], Input(unescaped(assignment[2])))
            elif operand:
                self._seen = True
                return operand
        if self._seen:
            return None
        self._seen = True
        return ""

    def _open(self, name: str) -> bool:
        rt = self.rt
        if name in ("", "-", "/dev/stdin"):
            self.reader = self._channels.standard_input()
            self.reader.stream.retain()
            return True
        try:
            if rt.cx.fs.is_dir(rt.cx.path(name)):
                self._channels.flush()
                rt.cx.complain(f"warning: command line argument `{name}' is a directory: skipped")
                return False
            stream = rt.cx.open(name)
        except OSError as error:
            raise AwkRefused(f"cannot open {name} ({reason(error)})") from None
        self.reader = Reader(rt, stream)
        return True

    def leave(self) -> None:
        """The present file is done, or skipped."""
        reader = self.reader
        if reader is None:
            return
        self.reader = None
        reader.stream.release()
        self.rt.end_file()

    def abandon(self) -> None:
        """Close what is open, whatever ended the program."""
        if self.reader is not None:
            self.reader.stream.release()
            self.reader = None
