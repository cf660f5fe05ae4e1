"""column: lists in columns, and fields as a table."""

from __future__ import annotations

from runtime.bash.commands._input import each, text_of, watched, whole
from runtime.bash.commands._width import width
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.bash.options import Given

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
    ("L", "keep-empty-lines", "", "do not ignore empty lines"),
    ("J", "json", "", "write the table as JSON"),
    ("c", "output-width", "WIDTH", "width of the output in characters"),
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


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    lines = []
    status = 0
    for _, stream in each(cx, given.operands, folder="{name}: Is a directory"):
        if stream is None:
            status = 1
            continue
        text = text_of(whole(cx, stream))
        lines += text.removesuffix("\n").split("\n") if text else []
    if given.any("tJ"):
        _Table(cx, given, lines).write()
    else:
        _fill(cx, given, [line.strip(" \t") for line in lines if line.strip()])
    return status


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
            elif word != "-":
                self.cx.complain(f"undefined column name '{word}'")
                raise Done(1)
        return chosen

    def _order(self) -> list[int]:
        first = self._chosen("O")
        hidden = self._chosen("H")
        order = first + [at for at in range(self.count) if at not in first]
        return [at for at in order if at not in hidden]

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
        blocks = []
        for row in self.rows:
            inside = ",\n".join(
                f"         {dumps(names[at])}: {dumps(row[at], ensure_ascii=False) if row[at] else 'null'}"
                for at in self.order
            )
            blocks.append(f"{{\n{inside}\n      }}")
        name = dumps(self.given.get("n", "table"))
        self.cx.write(f"{{\n   {name}: [\n      {','.join(blocks)}\n   ]\n}}\n")


def _cells(line: str, separators: str, greedy: bool, limit: int) -> list[str]:
    if greedy:
        return line.split(None, limit - 1 if limit else -1)
    first = separators[:1]
    if len(separators) > 1:
        line = line.translate({ord(char): first for char in separators})
    return line.split(first, limit - 1 if limit else -1) if first else [line]
