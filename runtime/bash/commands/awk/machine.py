"""What a running program works on: the record, the channels, and special variables that act when they are assigned."""

from __future__ import annotations

import re

from runtime.bash.commands.awk.channels import Channels
from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.field_splitting import divider
from runtime.bash.commands.awk.rand import Chance
from runtime.bash.commands.awk.record import Row
from runtime.bash.commands.awk.shared_state import Core
from runtime.bash.commands.awk.source import Source
from runtime.bash.commands.awk.text import columns, matches
from runtime.bash.commands.awk.values import Array, Input, number, truth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.reader import Reader
    from runtime.bash.commands.awk.values import Value
    from runtime.bash.utility_context import Context

__all__ = ["Machine"]

_DIGITS = re.compile(r"\d+")
_MOST_DIGITS = 10_000


class Machine(Core):
    """The state of one run. ``set`` assigns special variables, whose values the compiled program reads as attributes."""

    def __init__(self, cx: Context, most: int) -> None:
        super().__init__(cx)
        self.row = Row(self, most)
        self.channels = Channels(self)
        self.source = Source(self, self.channels, self.assign)
        self.chance = Chance(cx)

    # Special variables

    def set(self, name: str, value: Value) -> Value:
        """Assign a special variable; the value it then has."""
        special = _SETTERS.get(name)
        if special is not None:
            getattr(self, special)(value)
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
        self._divide_by_fs()

    def _divide_by_fs(self) -> None:
        separator = self.text(self.fs)
        if not self.rs_text and separator != " ":
            self.row.divide_by(divider(separator, self.regex, ignoring=self.ignoring, paragraphs=True))
            return
        single = len(separator) == 1 and separator != " " and not (self.ignoring and separator.isalpha())
        self.row.divide_by(self.divider(separator), separator if single else "")

    def _set_rs(self, value: Value) -> None:
        self.row.parts()
        self.rs = value
        self.rs_text = self.text(value)
        self._divide_by_fs()

    def _set_nf(self, value: Value) -> None:
        self.row.set_count(number(value))

    def _set_ofs(self, value: Value) -> None:
        self.row.whole()
        self.ofs = value
        self.separator = self.text(value)

    def _set_ofmt(self, value: Value) -> None:
        self._set_form("OFMT", value)

    def _set_convfmt(self, value: Value) -> None:
        self._set_form("CONVFMT", value)

    def _set_form(self, name: str, value: Value) -> None:
        form = self.text(value)
        if any(len(digits) > 5 or int(digits) > _MOST_DIGITS for digits in _DIGITS.findall(form)):
            raise AwkError(f"bad {name} specification '{form[:40]}'")
        setattr(self, name.lower(), form)

    def _set_fpat(self, value: Value) -> None:
        self.row.parts()
        self.fpat = value
        regex = self.regex(self.text(value))
        self.row.divide_by(lambda text: matches(regex, text)[0])

    def _set_fieldwidths(self, value: Value) -> None:
        self.row.parts()
        self.fieldwidths = value
        self.row.divide_by(columns(self.text(value)))

    def _set_ignorecase(self, value: Value) -> None:
        self.row.parts()
        self.ignorecase = value
        self.ignoring = truth(value)
        self.forget()
        self._divide_by_fs()

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
        self.source.abandon()
        self.channels.abandon()


_SPECIAL_NAMES = frozenset(
    [
        "NR",
        "FNR",
        "NF",
        "FS",
        "RS",
        "OFS",
        "ORS",
        "RSTART",
        "RLENGTH",
        "OFMT",
        "CONVFMT",
        "SUBSEP",
        "RT",
        "FILENAME",
        "FPAT",
        "FIELDWIDTHS",
        "IGNORECASE",
        "ARGC",
    ]
)
_SETTERS = {
    "FS": "_set_fs",
    "RS": "_set_rs",
    "NF": "_set_nf",
    "OFS": "_set_ofs",
    "OFMT": "_set_ofmt",
    "CONVFMT": "_set_convfmt",
    "FPAT": "_set_fpat",
    "FIELDWIDTHS": "_set_fieldwidths",
    "IGNORECASE": "_set_ignorecase",
}
