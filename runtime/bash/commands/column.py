"""column: lists in columns, and fields as a table."""

from __future__ import annotations

from runtime.bash.commands._shared.char_width import width
from runtime.bash.commands._shared.input import each, text_of, watched, whole
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] [<file>...]",
    "Columnate lists.",
    ("t", "table", "", "create a table"),
    ("n", "table-name", "NAME", "table name for JSON output"),
    ("O", "table-order", "COLUMNS", "order of the columns"),
    ("N", "table-columns", "NAMES", "names of the columns, separated by commas"),
    ("l", "table-columns-limit", "NUM", "most columns of input; the last takes the rest"),
    ("d", "table-noheadings", "", "do not print the header"),
    ("H", "table-hide", "COLUMNS", "do not print these columns"),
    ("R", "table-right", "COLUMNS", "align these columns to the right"),
    ("E", "table-noextreme", "COLUMNS", "ignored: no column is cut"),
    ("T", "table-truncate", "COLUMNS", "ignored: no column is cut"),
    ("W", "table-wrap", "COLUMNS", "ignored: no column is wrapped"),
    ("e", "table-header-repeat", "", "ignored: there are no pages"),
    ("L", "keep-empty-lines table-empty-lines", "", "do not ignore empty lines"),
    ("r", "tree", "COLUMN", "the column to draw a tree in"),
    ("i", "tree-id", "COLUMN", "the column that names a line"),
    ("p", "tree-parent", "COLUMN", "the column that names the line above it"),
    ("J", "json", "", "write the table as JSON"),
    ("c", "output-width columns", "WIDTH", "width of the output in characters"),
    ("o", "output-separator", "STRING", "what stands between columns of a table, two blanks by default"),
    ("s", "separator", "STRING", "characters that separate fields"),
    ("x", "fillrows", "", "fill rows before columns"),
    ("h", "", "", "the same as --help"),
    ("V", "", "", "the same as --version"),
    origin="util-linux 2.38",
)
_TAB = 8
# Bytes that a cell costs, and characters that are written at once.
_CELL = 8
_WRITTEN = 1 << 20
_DEEPEST = 60


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    _check(cx, given)
    lines = []
    status = 0
    for _, stream in each(cx, given.operands, folder="{name}: Is a directory"):
        if stream is None:
            status = min(status + 1, 255)
            continue
        text = text_of(whole(cx, stream))
        lines += text.removesuffix("\n").split("\n") if text else []
    if given.any("tJ"):
        _Table(cx, given, lines).write()
    else:
        _fill(cx, given, [line.strip(" \t") for line in lines if line.strip()])
    return status


def _check(cx: Context, given: Given) -> None:
    width = given.get("c", "80")
    if not (width.isascii() and width.isdigit()) and width != "unlimited":
        cx.complain(f"invalid columns argument: '{width}'")
        raise Done(1)
    if "r" in given and not ("i" in given and "p" in given):
        cx.complain("options --tree-id and --tree-parent are required for tree formatting")
        raise Done(1)
    if given.any("nOlRHETW") and not given.any("tJ"):
        cx.complain("option --table required for all --table-*")
        raise Done(1)


def _columns(text: str) -> int:
    return len(text) if text.isascii() else sum(map(width, text))


def _fill(cx: Context, given: Given, entries: list[str]) -> None:
    text = given.get("c", cx.env.get("COLUMNS", "80"))
    room = int(text[:9]) if text.isascii() and text.isdigit() else 1 << 30 if text == "unlimited" else 80
    widest = max(map(_columns, watched(cx, entries)), default=0)
    cell = (widest // _TAB + 1) * _TAB
    across = max(1, room // cell)
    if widest >= room or across == 1:
        cx.write("".join(f"{entry}\n" for entry in entries))
        return
    down = -(-len(entries) // across)
    out = []
    for row in watched(cx, range(down)):
        by_rows = "x" in given
        chosen = entries[row * across : (row + 1) * across] if by_rows else entries[row::down]
        out += [entry + "\t" * -(-(cell - _columns(entry)) // _TAB) for entry in chosen[:-1]]
        out.append(f"{chosen[-1]}\n")
    cx.write("".join(out))


class _Table:
    def __init__(self, cx: Context, given: Given, lines: list[str]) -> None:
        self.cx = cx
        self.given = given
        self.names = given["N"].split(",") if "N" in given else []
        separators = given.get("s", " \t")
        limit = int(given["l"]) if given.get("l", "x").isdigit() else 0
        kept = (
            lines
            if "L" in given
            else [line for line in lines if line.strip(separators if "s" in given else None)]
        )
        self.rows = [_cells(line, separators, "s" not in given, limit) for line in watched(cx, kept)]
        self.count = max([len(self.names), *map(len, self.rows)], default=0)
        cx.meter.text(_CELL * self.count * len(self.rows))
        self.rows = [row + [""] * (self.count - len(row)) for row in self.rows]
        self.order = self._order()
        self.below: dict[int, list[int]] = {}
        self.tops = self._tree() if "r" in given else list(range(len(self.rows)))
        self.right = self._chosen("R")

    def _chosen(self, key: str) -> list[int]:
        """The columns that an option names: by name, by number, ``-1`` for the last, ``0`` for all."""
        chosen: list[int] = []
        for word in self.given.get(key).split(",") if key in self.given else []:
            if word == "0":
                chosen += range(self.count)
            elif word == "-1":
                chosen.append(self.count - 1)
            elif word in self.names:
                chosen.append(self.names.index(word))
            elif word.isdigit() and 1 <= int(word[:6]) <= self.count:
                chosen.append(int(word[:6]) - 1)
            elif word == "-":
                chosen += range(len(self.names), self.count)
            else:
                self.cx.complain(f"undefined column name '{word}'")
                raise Done(1)
        return chosen

    def _order(self) -> list[int]:
        first = self._chosen("O")
        hidden = self._chosen("H")
        order = first + [at for at in range(self.count) if at not in first]
        return [at for at in order if at not in hidden]

    def _tree(self) -> list[int]:
        """The rows that stand below none; ``below`` gets those of every other. A ring of rows stands below nothing, and goes."""
        ids, parents = self._chosen("i"), self._chosen("p")
        drawn = self._chosen("r")
        if not ids or not parents or not drawn:
            return list(range(len(self.rows)))
        places: dict[str, int] = {}
        for number, row in enumerate(self.rows):
            places.setdefault(row[ids[0]], number)
        tops = []
        for number, row in enumerate(self.rows):
            above = places.get(row[parents[0]])
            if above is None or above == number:
                tops.append(number)
            else:
                self.below.setdefault(above, []).append(number)
        if "J" not in self.given:
            self._draw(tops, drawn[0])
        return tops

    def _draw(self, tops: list[int], column: int) -> None:
        """Put the rows in the order of the tree, with its lines in front of a column."""
        rows: list[list[str]] = []
        held = [(number, "", "") for number in reversed(tops)]
        size = 0
        while held:
            number, head, lead = held.pop()
            row = self.rows[number]
            size += len(lead)
            self.cx.meter.text(size)
            rows.append([*row[:column], head + row[column], *row[column + 1 :]])
            inside = self.below.get(number, [])
            for child in reversed(inside):
                last = child == inside[-1]
                held.append((child, lead + ("└─" if last else "├─"), lead + ("  " if last else "│ ")))
        self.rows = rows

    def write(self) -> None:
        """The table as text or JSON."""
        if "J" in self.given:
            self._json()
            return
        rows = self.rows
        if self.names and "d" not in self.given:
            header = self.names + [""] * (self.count - len(self.names))
            rows = [header, *rows]
        widths = [
            max((_columns(row[at]) for row in rows), default=0) for at in watched(self.cx, range(self.count))
        ]
        between = self.given.get("o", "  ")
        out = []
        size = 0
        for row in rows:
            self.cx.meter.check()
            out.append(between.join(self._placed(row, widths)) + "\n")
            size += len(out[-1])
            if size > _WRITTEN:
                self.cx.write("".join(out))
                out.clear()
                size = 0
        self.cx.write("".join(out))

    def _placed(self, row: list[str], widths: list[int]) -> list[str]:
        cells = []
        for at in watched(self.cx, self.order):
            pad = " " * (widths[at] - _columns(row[at]))
            if at in self.right:
                cells.append(pad + row[at])
            else:
                cells.append(row[at] if at == self.order[-1] else row[at] + pad)
        return cells

    def _json(self) -> None:
        if not self.names:
            self.cx.complain("option --table-columns required for --json")
            raise Done(1)
        from json import dumps

        names = [name.lower() for name in self.names] + [""] * (self.count - len(self.names))
        inside = ",".join(self._object(names, number, 9, 0) for number in self.tops)
        self.cx.write(f"{{\n   {dumps(self.given.get('n', 'table'))}: [\n      {inside}\n   ]\n}}\n")

    def _object(self, names: list[str], number: int, indent: int, depth: int) -> str:
        from json import dumps

        if depth > _DEEPEST:
            self.cx.complain("the tree is too deep")
            raise Done(1)
        pad = " " * indent
        row = self.rows[number]
        parts = [
            f"{pad}{dumps(names[at])}: {dumps(row[at], ensure_ascii=False) if row[at] else 'null'}"
            for at in self.order
        ]
        below = self.below.get(number)
        if below:
            made = ",".join(self._object(names, child, indent + 6, depth + 1) for child in below)
            parts.append(f'{pad}"children": [\n{pad}   {made}\n{pad}]')
        self.cx.meter.text(sum(map(len, parts)))
        return "{\n" + ",\n".join(parts) + f"\n{pad[3:]}}}"


def _cells(line: str, separators: str, greedy: bool, limit: int) -> list[str]:
    if greedy:
        return line.split(None, limit - 1 if limit else -1)
    first = separators[:1]
    if len(separators) > 1:
        line = line.translate({ord(char): first for char in separators})
    return line.split(first, limit - 1 if limit else -1) if first else [line]
