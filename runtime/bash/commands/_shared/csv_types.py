"""What the columns of a table hold: csvkit takes a column for numbers or truth values when every cell of it is one."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal

    Value = str | bool | Decimal | None

__all__ = ["NULLS", "typed"]

NULLS = frozenset({"", "na", "n/a", "none", "null", "."})
_TRUE = frozenset({"yes", "y", "true", "t", "1"})
_FALSE = frozenset({"no", "n", "false", "f", "0"})
_NUMBER = re.compile(
    r"[-+]?[$€£]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,300})?(?:\.[0-9]{1,300})?(?:[eE][-+]?[0-9]{1,3})?%?"
)
_DROPPED = str.maketrans("", "", "$€£,%")


def typed(rows: list[list[str]], *, plainly: bool) -> list[list[Value]]:
    """The rows with values for texts; ``plainly`` makes nothing but nulls of them."""
    made: list[list[Value]] = [[] for _ in rows]
    for column in zip(*rows, strict=True):
        for row, value in zip(made, _column(column, plainly=plainly), strict=True):
            row.append(value)
    return made


def _column(cells: tuple[str, ...], *, plainly: bool) -> list[Value]:
    null = [cell.strip().lower() in (frozenset({""}) if plainly else NULLS) for cell in cells]
    if not plainly:
        words = [cell.strip().lower() for cell, absent in zip(cells, null, strict=True) if not absent]
        if all(word in _TRUE or word in _FALSE for word in words):
            return [
                None if absent else cell.strip().lower() in _TRUE
                for cell, absent in zip(cells, null, strict=True)
            ]
        if all(_is_number(word) for word in words):
            from decimal import Decimal

            return [
                None if absent else Decimal(cell.strip().translate(_DROPPED))
                for cell, absent in zip(cells, null, strict=True)
            ]
    return [None if absent else cell for cell, absent in zip(cells, null, strict=True)]


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None and any(char.isdigit() for char in word)
