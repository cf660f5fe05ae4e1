"""What a running program works on: its special variables, the record, the channels and the budget."""

from __future__ import annotations

import re

from runtime.bash.commands.awk.chance import Chance
from runtime.bash.commands.awk.channels import Channels
from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.reader import Reader
from runtime.bash.commands.awk.regexes import Regex
from runtime.bash.commands.awk.row import Row, divider
from runtime.bash.commands.awk.source import Source
from runtime.bash.commands.awk.values import SUBSCRIPTS, Array, Input, number, shown, truth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.command import Context
    from runtime.bash.commands.awk.row import Divide
    from runtime.bash.commands.awk.values import Value

__all__ = ["ROUNDS", "Machine"]

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
_DIGITS = re.compile(r"\d+")
_MOST_DIGITS = 10_000


class Machine:
    """The state of one run. ``set`` assigns special variables, whose values the compiled program reads as attributes."""

    def __init__(self, cx: Context, most: int) -> None:
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
        self.row = Row(self, most)
        self.channels = Channels(self)
        self.chance = Chance(self)
        self.source = Source(self)
        self.standard: Reader | None = None
        self.local_arrays: list[Array] = []
        self.functions: dict[str, Callable[..., Value]] = {}
        self.setters: dict[str, Callable[[Value], None]] = {}
        self.held: Callable[[], Iterable[Value]] = tuple
        self.begin_file: Callable[[], None] = _nothing
        self.end_file: Callable[[], None] = _nothing
        self.deepest = cx.meter.limits.max_function_depth * _DEPTH
        self._regexes: dict[str, Regex] = {}
        self._dividers: dict[str, Divide] = {}
        self._spent = 0
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
            made = self._dividers[separator] = divider(self, separator)
        return made

    # Special variables

    def set(self, name: str, value: Value) -> Value:
        """Assign a special variable; the value it then has."""
        special = _SETTERS.get(name)
        if special is not None:
            special(self, value)
        elif name in ("NR", "FNR", "RSTART", "RLENGTH"):
            value = number(value)
            setattr(self, name.lower(), value)
        elif name in ("ORS", "SUBSEP"):
            setattr(self, name.lower(), self.text(value))
        elif name == "RT":
            self.terminator = self.text(value)
        else:
            setattr(self, name.lower(), value)
        return value

    def _set_fs(self, value: Value) -> None:
        # The present record keeps the separator that it was read under.
        self.row.parts()
        self.fs = value
        self.row.divide = self._by_fs()

    def _by_fs(self) -> Divide:
        separator = self.text(self.fs)
        if not self.rs_text and separator != " ":
            return divider(self, separator, paragraphs=True)
        return self.divider(separator)

    def _set_rs(self, value: Value) -> None:
        self.row.parts()
        self.rs = value
        self.rs_text = self.text(value)
        self.row.divide = self._by_fs()

    def _set_nf(self, value: Value) -> None:
        self.row.set_count(number(value))

    def _set_ofs(self, value: Value) -> None:
        self.row.whole()
        self.ofs = value
        self.separator = self.text(value)

    def _set_form(self, name: str, value: Value) -> None:
        form = self.text(value)
        if any(len(digits) > 5 or int(digits) > _MOST_DIGITS for digits in _DIGITS.findall(form)):
            raise AwkError(f"bad {name} specification '{form[:40]}'")
        setattr(self, name.lower(), form)

    def _set_fpat(self, value: Value) -> None:
        self.row.parts()
        self.fpat = value
        regex = self.regex(self.text(value))
        from runtime.bash.commands.awk.text import matches

        self.row.divide = lambda text: matches(regex, text)[0]

    def _set_fieldwidths(self, value: Value) -> None:
        self.row.parts()
        self.fieldwidths = value
        from runtime.bash.commands.awk.text import columns

        self.row.divide = columns(self.text(value))

    def _set_ignorecase(self, value: Value) -> None:
        self.row.parts()
        self.ignorecase = value
        self.ignoring = truth(value)
        self._regexes.clear()
        self._dividers.clear()
        self.row.divide = self._by_fs()

    def assign(self, name: str, value: Value) -> None:
        """An assignment on the command line: a string that may be a number."""
        setter = self.setters.get(name)
        if setter is not None:
            setter(value)
        elif name in _SPECIAL_NAMES:
            self.set(name, value)
        elif name in self.functions:
            raise AwkError(f"cannot use function name '{name}' as variable name")

    def environment(self) -> Array:
        """ENVIRON."""
        return Array((name, Input(value)) for name, value in self.cx.env.items())

    # Input

    def standard_input(self) -> Reader:
        """The one reader of standard input."""
        if self.standard is None:
            self.standard = Reader(self, self.cx.stdin)
        return self.standard

    def getline(self, record: bool) -> float:
        """Plain getline: the next record of the main input, into ``$0`` or `got`."""
        text = self.source.next()
        if text is None:
            return 0.0
        self._take(text, record)
        return 1.0

    def getline_from(self, reader: Reader | None, record: bool, counted: bool) -> float:
        """getline from a file or, ``counted``, a command."""
        if reader is None:
            return -1.0
        text = reader.next()
        if text is None:
            return 0.0
        self.terminator = reader.terminator
        if counted:
            self.nr += 1.0
        self._take(text, record)
        return 1.0

    def _take(self, text: str, record: bool) -> None:
        if record:
            self.row.replace(text)
        else:
            self.got = Input(text)

    def release(self) -> None:
        """Close what is open, whatever ended the program; nothing more is written."""
        reader = self.source.reader
        if reader is not None and reader is not self.standard:
            reader.stream.release()
        self.channels.abandon()

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

    def charge(self, size: int) -> None:
        """A text of that size comes into being."""
        limit = self.meter.limits.max_variable_bytes
        if size > limit:
            self.meter.text(size)
        self._spent += size
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


_SPECIAL_NAMES = frozenset(
    "NR FNR NF FS RS OFS ORS RSTART RLENGTH OFMT CONVFMT SUBSEP RT FILENAME FPAT FIELDWIDTHS IGNORECASE ARGC".split()
)
_SETTERS: dict[str, Callable[[Machine, Value], None]] = {
    "FS": Machine._set_fs,
    "RS": Machine._set_rs,
    "NF": Machine._set_nf,
    "OFS": Machine._set_ofs,
    "OFMT": lambda rt, value: rt._set_form("OFMT", value),
    "CONVFMT": lambda rt, value: rt._set_form("CONVFMT", value),
    "FPAT": Machine._set_fpat,
    "FIELDWIDTHS": Machine._set_fieldwidths,
    "IGNORECASE": Machine._set_ignorecase,
}
