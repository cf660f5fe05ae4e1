"""Lists of ranges as ``cut -f`` takes them, for ``numfmt --field``."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Options
    from runtime.bash.utility_context import Context

__all__ = ["ranges"]

_RANGE = re.compile(r"(\d{0,18})(-?)(\d{0,18})", re.ASCII)


def ranges(cx: Context, options: Options, text: str) -> list[tuple[int, int]]:
    """``1,3-5,7-`` as pairs of first and last. Raises Done."""
    found = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise options.refuse(cx, f"invalid field value {quote(part)}")
        first, dash, last = match.groups()
        low = int(first or 1)
        high = int(last) if last else (1 << 62 if dash else low)
        if not low or not (first or dash):
            raise options.refuse(cx, "fields are numbered from 1")
        if high < low:
            raise options.refuse(cx, "invalid decreasing range")
        found.append((low, high))
    return found
