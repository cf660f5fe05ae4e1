"""What head and tail have in common: how much of a file is asked for, and the line above it."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["ABSENT", "FOLDER", "amount", "header"]

FOLDER = "error reading {always}: Is a directory"
ABSENT = "cannot open {always} for reading: {reason}"
_BLANKS = " \t\n\v\f\r"
_TOO_LARGE = "Value too large for defined data type"


def amount(cx: Context, unit: str, text: str, number: str) -> int:
    """How many bytes (``unit`` c) or lines ``number`` says, which is ``text`` without its sign. Raises Done."""
    size = size_of(number.lstrip(_BLANKS).removeprefix("+"))
    what = "bytes" if unit == "c" else "lines"
    if size is None:
        cx.complain(f"invalid number of {what}: {quote(text.removeprefix('-'))}")
        raise Done(1)
    if size >= 1 << 64:
        cx.complain(f"invalid number of {what}: {quote(text.removeprefix('-'))}: {_TOO_LARGE}")
        raise Done(1)
    return size


def header(cx: Context, name: str, first: bool) -> None:
    """Say whose part follows."""
    cx.write(f"{'' if first else chr(10)}==> {'standard input' if name == '-' else name} <==\n")
