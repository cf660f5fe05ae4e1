"""What every part of a running program shares: the variables, values and their forms, and the budget."""

from __future__ import annotations

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.field_splitting import divider
from runtime.bash.commands.awk.regexes import Regex
from runtime.bash.commands.awk.values import SUBSCRIPTS, Array, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.commands.awk.field_splitting import Divide
    from runtime.bash.commands.awk.values import Value
    from runtime.bash.utility_context import Context

__all__ = ["ROUNDS", "Core"]

# Rounds of the program's loops that the shell counts as one: a round takes 0.1 µs where the shell's takes microseconds.
ROUNDS = 100
# Calls of functions within one another, for each that the shell allows: they are lighter, and recursion is their use.
_DEPTH = 10
_MOST_REGEXES = 500
# What an element of an array counts for beyond its text.
_ELEMENT = 24
# Texts shorter than this are only counted when everything is.
_SMALL = 200
_PACE = 20_000
# Characters that are copied between two looks at the clock.
_COPIED = 4_000_000


class Core:
    """The values that a run has, and their forms."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.meter = cx.meter
        self.nr = self.fnr = self.rstart = 0.0
        self.rlength = -1.0
        self.fs: Value = " "
        self.rs: Value = "\n"
        self.rs_text = "\n"
        self.ofs: Value = " "
        self.separator = " "
        self.ors = "\n"
        self.ofmt = self.convfmt = "%.6g"
        self.subsep = "\x1c"
        self.terminator = ""
        self.filename: Value = ""
        self.fpat: Value = "[^[:space:]]+"
        self.fieldwidths: Value = ""
        self.ignorecase: Value = 0.0
        self.ignoring = False
        self.argc: Value = 0.0
        self.argv = Array()
        self.procinfo = Array()
        self.got: Value = None  # what getline read or a substitution made
        self.local_arrays: list[Array] = []
        self.functions: dict[str, Callable[..., Value]] = {}
        self.setters: dict[str, Callable[[Value], None]] = {}
        self.held: Callable[[], Iterable[Value]] = tuple
        self.begin_file: Callable[[], None] = _nothing
        self.end_file: Callable[[], None] = _nothing
        self.deepest = cx.meter.limits.max_function_depth * _DEPTH
        self._regexes: dict[str, Regex] = {}
        self._dividers: dict[str, Divide] = {}
        self._spent = self._copied = 0
        self._rounds = 0
        self._pace = _PACE

    # Values

    def text(self, value: Value) -> str:
        """A value as a string, by CONVFMT."""
        if value.__class__ is float:
            try:
                return SUBSCRIPTS[value]
            except KeyError:
                return shown(value, self.convfmt)
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        raise AwkError("attempt to use array in a scalar context")

    def show(self, value: Value) -> str:
        """A value as print shows it, by OFMT."""
        if value.__class__ is float:
            try:
                return SUBSCRIPTS[value]
            except KeyError:
                return shown(value, self.ofmt)
        return self.text(value)

    def regex(self, source: str) -> Regex:
        """The expression of that text."""
        made = self._regexes.get(source)
        if made is None:
            if len(self._regexes) >= _MOST_REGEXES:
                self._regexes.clear()
            made = self._regexes[source] = Regex(source, self.meter, self.ignoring)
        return made

    def divider(self, separator: str) -> Divide:
        """How split divides by that text."""
        made = self._dividers.get(separator)
        if made is None:
            if len(self._dividers) >= _MOST_REGEXES:
                self._dividers.clear()
            made = self._dividers[separator] = divider(separator, self.regex, ignoring=self.ignoring)
        return made

    def forget(self) -> None:
        """What was compiled is compiled anew: IGNORECASE is another."""
        self._regexes.clear()
        self._dividers.clear()

    # The budget

    def tick(self) -> int:
        """A hundred rounds of loops have passed; how many may pass before the next call."""
        self.meter.loop()
        self.meter.check()
        self.pace(ROUNDS)
        return ROUNDS

    def pace(self, rounds: int) -> None:
        """So many rounds or records have passed: now and then, what the variables hold is counted."""
        self._rounds += rounds
        if self._rounds >= self._pace:
            self._count()

    def charged(self, text: str) -> str:
        """``text``, which was just made, within the budget."""
        if len(text) > _SMALL:
            self.charge(len(text))
        return text

    def elements(self, count: int) -> None:
        """So many elements of an array come into being at once."""
        self.charge(_ELEMENT * count)

    def charge(self, size: int) -> None:
        """A text of that size comes into being."""
        limit = self.meter.limits.max_variable_bytes
        if size > limit:
            self.meter.text(size)
        self._spent += size
        # Every text is a copy: a few milliseconds of copying between two looks at the clock.
        self._copied += size
        if self._copied > _COPIED:
            self._copied = 0
            self.meter.check()
        if self._spent > limit:
            self._count()

    def _count(self) -> None:
        """Everything that variables hold; the next count is due when half as many elements could have come."""
        elements, size = 0, 0
        stack: list[Value] = [*self.held(), *self.local_arrays]
        while stack:
            value = stack.pop()
            if isinstance(value, str):
                size += len(value)
            elif isinstance(value, dict):
                elements += len(value)
                size += _ELEMENT * len(value) + sum(map(len, value))
                stack.extend(value.values())
        limit = self.meter.limits.max_variable_bytes
        if size > limit:
            self.meter.exceeded("variable_bytes", f"awk: variables hold more than {limit} bytes")
        # Close to the limit a quarter of it is left to be made before the next count.
        self._spent = min(size, limit * 3 // 4)
        self._rounds = 0
        self._pace = max(_PACE, elements // 2)

    def local(self) -> Array:
        """An array of a function's own."""
        array = Array()
        self.local_arrays.append(array)
        return array

    def too_deep(self) -> None:
        """Functions call each other beyond what is allowed."""
        self.meter.exceeded("function_depth", f"awk: functions nested more than {self.deepest} levels deep")


def _nothing() -> None:
    pass
