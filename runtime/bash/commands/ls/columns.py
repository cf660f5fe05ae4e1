"""Cells set out in columns or rows, as ``ls -C``, ``ls -x`` and ``ls -m`` do."""

from __future__ import annotations

from runtime.bash.commands._shared.char_width import width

__all__ = ["columns", "commas"]

_GAP = 2
_LEAST = 3  # columns of a column


def _wide(cell: str) -> int:
    return len(cell) if cell.isascii() and cell.isprintable() else _measured(cell)


def _measured(cell: str) -> int:
    size = 0
    plain = True
    for char in cell:
        # Colour sequences take no room.
        if char == "\33":
            plain = False
        elif plain:
            size += width(char)
        elif char == "m":
            plain = True
    return size


def columns(cells: list[str], line: int, *, down: bool, tab: int = 8) -> str:
    """As many columns as fit into ``line``; ``down`` fills them one after the other, else row by row. Gaps are made of
    tabs where they can be (``tab``: the distance of stops, 0 for spaces only)."""
    sizes = [_wide(cell) for cell in cells]
    most = min(max(line // 3, 1), len(cells))
    rows, widths = len(cells), [max(sizes)]
    for count in range(most, 1, -1):
        height = -(-len(cells) // count)
        groups = (
            [sizes[at : at + height] for at in range(0, len(cells), height)]
            if down
            else [sizes[at::count] for at in range(count)]
        )
        tried = [max(_LEAST, max(group) + _GAP) for group in groups if group]
        tried[-1] = max(_LEAST, tried[-1] - _GAP)
        if sum(tried) < line:
            rows, widths = height, tried
            break
    count = len(widths)
    out = []
    for row in range(rows):
        places = (
            range(row, len(cells), rows) if down else range(row * count, min((row + 1) * count, len(cells)))
        )
        at = start = 0
        for column, place in enumerate(places):
            if column:
                out.append(_gap(at, start, tab))
            out.append(cells[place])
            at = start + sizes[place]
            start += widths[column]
        out.append("\n")
    return "".join(out)


def _gap(at: int, to: int, tab: int) -> str:
    out = ""
    while at < to:
        if tab and to // tab > (at + 1) // tab:
            out += "\t"
            at += tab - at % tab
        else:
            out += " "
            at += 1
    return out


def commas(cells: list[str], line: int) -> str:
    """All in a row, parted by commas, broken before ``line``."""
    out = []
    at = 0
    for number, cell in enumerate(cells):
        size = _wide(cell)
        if number:
            if at + size + 2 < line:
                out.append(", ")
                at += 2
            else:
                out.append(",\n")
                at = 0
        out.append(cell)
        at += size
    return "".join(out) + "\n"
