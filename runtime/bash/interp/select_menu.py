"""The menu of ``select``: bash's columns, its prompt, and the answers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.state import State

__all__ = ["choices", "menu"]

_TAB = 8


def menu(items: list[str], width: int) -> str:
    """The items numbered, in columns filled downwards (bash: print_select_list)."""
    digits = len(str(len(items)))
    longest = max(map(len, items))
    column = longest + digits + 2 + 2  # ") " after the number, two blanks between columns
    columns = max(width // column, 1)
    rows = -(-len(items) // columns)
    if rows == 1:
        # One column looks better than one row.
        rows, columns = len(items), 1
    columns = -(-len(items) // rows)
    lines = []
    for row in range(rows):
        line, at = "", 0
        for index in range(row, len(items), rows):
            # Numbers after the first column are as wide as the widest.
            line += f"{index + 1:>{digits}}) {items[index]}"
            at += digits + 2 + len(items[index])
            if index + rows < len(items):
                target = (index // rows + 1) * column
                line += _padding(at, target)
                at = target
        lines.append(line + "\n")
    return "".join(lines)


def _padding(start: int, end: int) -> str:
    """Blanks from column ``start`` to ``end``, with tabs where they fit (bash: indent)."""
    text = ""
    while start < end:
        if end // _TAB > start // _TAB:
            text += "\t"
            start += _TAB - start % _TAB
        else:
            text += " "
            start += 1
    return text


def choices(st: State, items: list[str]) -> Iterator[str | None]:
    """What is chosen, round by round ("" for an answer that is no number of an item); None at the end of input."""
    if not items:
        return
    columns = st.get("COLUMNS") or ""
    shown = menu(items, int(columns) if columns.isdecimal() and len(columns) < 6 and int(columns) else 80)
    show = True
    while True:
        if show:
            st.say(shown)
        prompt = st.get("PS3")
        st.say("#? " if prompt is None else prompt)
        stream = st.fds.get(0)
        line = b"" if stream is None else stream.readline()
        if not line:
            output = st.fds.get(1)
            if output is not None:
                output.write(b"\n")
            yield None
            return
        answer = line.rstrip(b"\n").decode("utf-8", "surrogateescape")
        st.assign("REPLY", answer)
        number = answer.strip()
        if not number:
            show = True
            continue
        show = False
        chosen = int(number) if number.isdecimal() and len(number) < 10 else 0
        yield items[chosen - 1] if 0 < chosen <= len(items) else ""
        show = not st.get("REPLY")
