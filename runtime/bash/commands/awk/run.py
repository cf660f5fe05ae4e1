"""Running a program: BEGIN, the rules on every record, END."""

from __future__ import annotations

from operator import length_hint

from runtime.bash.commands.awk.errors import AwkError, AwkRefused, Exit, Next, NextFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.machine import Machine
    from runtime.bash.commands.awk.program import Compiled
    from runtime.bash.commands.awk.reader import Reader
    from runtime.bash.commands.awk.record import Row

    Action = Callable[[], None]

__all__ = ["Run"]

_FATAL = 2
# What Python says where a scalar is used as an array, or the other way round, through a function's parameter.
_MISTAKES = (TypeError, AttributeError, KeyError)


class Run:
    """One run of a program."""

    __slots__ = ("_program", "_rt", "begin", "end", "rules", "status")

    def __init__(self, rt: Machine, program: Compiled) -> None:
        self._rt = rt
        self._program = program
        self.status = 0
        self.begin: Action | None
        self.rules: Action | None
        self.end: Action | None
        self.begin, self.rules, self.end, begin_file, end_file = program.make(rt)
        if begin_file is not None:
            rt.begin_file = begin_file
        if end_file is not None:
            rt.end_file = end_file

    def run(self) -> int:
        """Run it; its exit status."""
        rt = self._rt
        try:
            self._parts()
            rt.channels.finish()
        except (AwkError, *_MISTAKES) as error:
            self._explain(error)
            rt.channels.finish()
            return _FATAL
        finally:
            rt.release()
        return self.status

    def _parts(self) -> None:
        """Every part; ``exit`` in BEGIN or a rule goes on with END."""
        if self._ended(self.begin) and (self.rules is not None or self.end is not None):
            self._ended(self._input)
        self._ended(self.end)

    def _ended(self, part: Action | None) -> bool:
        """Run a part; whether it ended without ``exit``."""
        if part is None:
            return True
        try:
            part()
        except Exit as left:
            if left.status is not None:
                self.status = left.status
            return False
        except (Next, NextFile) as left:
            # A function may say so that BEGIN or END calls.
            word = "next" if isinstance(left, Next) else "nextfile"
            where = "BEGIN" if part is self.begin else "END"
            raise AwkError(f"'{word}' cannot be called from a {where} rule") from None
        return True

    def _input(self) -> None:
        rules = self.rules or _nothing
        step = self._one_by_one if self._program.careful else self._by_blocks
        source = self._rt.source
        while True:
            try:
                while source.reader is not None or source.advance():
                    step(rules)
                    source.leave()
                return
            except Next:
                continue
            except NextFile:
                source.leave()

    def _one_by_one(self, rules: Action) -> None:
        """Records of a file, or of all files where getline went on to the next."""
        rt = self._rt
        row, following = rt.row, rt.source.next
        while (record := following()) is not None:
            row.replace(record)
            rt.pace(1)
            rules()

    def _by_blocks(self, rules: Action) -> None:
        """The rest of a file: nothing but this loop takes records from it."""
        rt = self._rt
        row, reader = rt.row, rt.source.reader
        if reader is None:
            return
        run = self._block if self._program.counting else self._uncounted
        while True:
            before = rt.nr
            rt.terminator, row.plain = reader.terminator, reader.plain
            run(rules, row, reader)
            rt.pace(int(rt.nr - before) if rt.nr > before else 1)
            if not reader.more():
                return

    def _block(self, rules: Action, row: Row, reader: Reader) -> None:
        rt = self._rt
        for record in reader.block:
            rt.nr += 1.0
            rt.fnr += 1.0
            row.text = record
            row.fields = None
            if row.assigned:
                row.assigned = {}
            rules()
            row.plain = reader.plain

    def _uncounted(self, rules: Action, row: Row, reader: Reader) -> None:
        """The same where only messages tell the number of a record: it is known from what is left of the block."""
        rt, block = self._rt, reader.block
        before = length_hint(block)
        try:
            for record in block:
                row.text = record
                row.fields = None
                if row.assigned:
                    row.assigned = {}
                rules()
                row.plain = reader.plain
        finally:
            done = before - length_hint(block)
            rt.nr += done
            rt.fnr += done

    def _explain(self, error: Exception) -> None:
        rt = self._rt
        message = error.message if isinstance(error, AwkError) else "attempt to use a scalar value as array"
        line = self._program.line(error.__traceback__)
        where = f"cmd. line:{line}: " if line else ""
        record = f"(FILENAME={rt.text(rt.filename) or '-'} FNR={rt.fnr:.0f}) " if rt.nr else ""
        rt.channels.output.flush()
        rt.cx.complain(message if isinstance(error, AwkRefused) else f"{where}{record}fatal: {message}")


def _nothing() -> None:
    pass
