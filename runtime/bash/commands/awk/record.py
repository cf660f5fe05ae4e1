"""The current record and its fields: divided only when a field is asked for, and joined again only when ``$0`` is.

What divides them is decided when FS, FPAT or FIELDWIDTHS is assigned; the one assigned last counts.
"""

from __future__ import annotations

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.field_splitting import blanks
from runtime.bash.commands.awk.values import LOOKS, NUMBERS, Input, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.field_splitting import Divide
    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.commands.awk.values import Value

__all__ = ["Row"]

# Numbers of more digits come once, most of them: computing them takes less time than remembering them.
_FEW_DIGITS = 4


class Row:
    """The record, `text` (None while fields were assigned since), and its fields (None until they are asked for)."""

    __slots__ = ("_single", "assigned", "divide", "fields", "most", "plain", "rt", "text")

    def __init__(self, rt: Core, most: int) -> None:
        self.rt = rt
        self.text: str | None = ""
        self.fields: list[str] | None = None
        # Fields that the program assigned keep what they were assigned, number or string.
        self.assigned: dict[int, Value] = {}
        self.divide: Divide = blanks
        self._single = ""
        # How many fields the program can ever look at, -1 for all.
        self.most = most
        # Nothing in the record is white space to Python and not to awk.
        self.plain = False

    def divide_by(self, divide: Divide, single: str = "") -> None:
        """Fields are what ``divide`` makes; ``single``: the one character that it divides at."""
        self.divide = divide
        self._single = single

    def replace(self, text: str) -> None:
        """Assign ``$0``."""
        self.text = text
        self.fields = None
        self.plain = False
        if self.assigned:
            self.assigned = {}

    def whole(self) -> str:
        """``$0``."""
        text = self.text
        if text is None:
            fields = self.fields or []
            self.rt.meter.text(sum(map(len, fields)) + len(fields) * len(self.rt.separator))
            self.text = text = self.rt.separator.join(fields)
        return text

    def record(self) -> str:
        """``$0`` as a value: joined from assigned fields it is a string, as it was read it may be a number."""
        return self.whole() if self.assigned else Input(self.whole())

    def parts(self) -> list[str]:
        """The fields."""
        fields = self.fields
        if fields is None:
            if self.plain and self.divide is blanks:
                fields = self.text.split(None, self.most)  # type: ignore[union-attr]
            elif self._single and self.text:
                fields = self.text.split(self._single, self.most)
            else:
                fields = self.divide(self.text)  # type: ignore[arg-type]
            self.fields = fields
        return fields

    def field(self, at: int) -> str:
        """Field ``at + 1`` as text."""
        fields = self.fields
        if fields is None:
            fields = self.parts()
        return fields[at] if at < len(fields) else ""

    def numeric(self, at: int) -> float:
        """Field ``at + 1`` as a number."""
        if self.assigned and at + 1 in self.assigned:
            return number(self.assigned[at + 1])
        fields = self.fields
        if fields is None:
            fields = self.parts()
        if at >= len(fields):
            return 0.0
        text = fields[at]
        if len(text) > _FEW_DIGITS and text.isdigit() and text.isascii():
            return float(text)
        return NUMBERS[text]

    def looks(self, at: int) -> float | None:
        """The number that field ``at + 1`` is or looks like, None for a string and where it was assigned."""
        if self.assigned:
            return None
        fields = self.fields
        if fields is None:
            fields = self.parts()
        if at >= len(fields):
            return None
        text = fields[at]
        if len(text) > _FEW_DIGITS and text.isdigit() and text.isascii():
            return float(text)
        return LOOKS[text]

    def last(self) -> str:
        """``$NF`` as text."""
        fields = self.fields
        if fields is None:
            fields = self.parts()
        return fields[-1] if fields else self.whole()

    def value(self, at: int) -> Value:
        """Field ``at + 1``; one that is not there is an empty text, which no number equals."""
        if self.assigned and at + 1 in self.assigned:
            return self.assigned[at + 1]
        fields = self.fields
        if fields is None:
            fields = self.parts()
        return Input(fields[at]) if at < len(fields) else Input("")

    def any(self, index: float) -> Value:
        """``$index``."""
        at = self._place(index)
        return self.value(at - 1) if at else self.record()

    def text_of(self, index: float) -> str:
        """``$index`` as text."""
        at = self._place(index)
        return self.field(at - 1) if at else self.whole()

    def _place(self, index: float) -> int:
        if not -1 < index < 1e15:
            raise AwkError(f"attempt to access field {index:.0f}")
        return int(index)

    def set(self, index: float, value: Value) -> Value:
        """Assign ``$index``."""
        at = self._place(index)
        text = self.rt.text(value)
        if not at:
            self.replace(text)
            return value
        fields = self.parts()
        if at > len(fields):
            self._extend(fields, at)
        fields[at - 1] = text
        self.assigned[at] = value
        self.text = None
        return value

    def _extend(self, fields: list[str], size: int) -> None:
        self.rt.meter.fields(size)
        fields.extend([""] * (size - len(fields)))

    def count(self) -> float:
        """NF."""
        return float(len(self.fields if self.fields is not None else self.parts()))

    def set_count(self, count: float) -> None:
        """Assign NF."""
        if count < 0:
            raise AwkError("NF set to negative value")
        size = self._place(count)
        fields = self.parts()
        if size > len(fields):
            self._extend(fields, size)
        del fields[size:]
        self.assigned = {at: value for at, value in self.assigned.items() if at <= size}
        self.text = None
