"""df: how full file systems are, by the quotas that they have."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.commands._shared.sizes import human, scaled, size_of
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Usage

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Show information about the file system on which each FILE resides, or all file systems by default.",
    ("a", "all", "", "include pseudo, duplicate, inaccessible file systems"),
    ("B", "block-size", "SIZE", "scale sizes by SIZE before printing them"),
    ("h", "human-readable", "", "print sizes in powers of 1024 (e.g., 1023M)"),
    ("H", "si", "", "print sizes in powers of 1000 (e.g., 1.1G)"),
    ("i", "inodes", "", "list inode information instead of block usage"),
    ("k", "", "", "like --block-size=1K"),
    ("l", "local", "", "limit listing to local file systems"),
    ("m", "", "", "like --block-size=1M"),
    ("", "no-sync", "", "do not invoke sync before getting usage info (default)"),
    ("", "output", "[FIELD_LIST]", "use the output format defined by FIELD_LIST, or print all fields"),
    ("P", "portability", "", "use the POSIX output format"),
    ("", "sync", "", "invoke sync before getting usage info"),
    ("", "total", "", "elide all entries insignificant to available space, and produce a grand total"),
    ("t", "type", "TYPE", "limit listing to file systems of type TYPE"),
    ("T", "print-type", "", "print file system type"),
    ("x", "exclude-type", "TYPE", "limit listing to file systems not of type TYPE"),
    ("v", "", "", "ignored"),
    after="FIELD_LIST is made of source, fstype, itotal, iused, iavail, ipcent, size, used, avail, pcent, file and target.",
)
# Heading, whether it stands on the right, and the least width.
_FIELDS = {
    "source": ("Filesystem", False, 14),
    "fstype": ("Type", False, 4),
    "itotal": ("Inodes", True, 5),
    "iused": ("IUsed", True, 5),
    "iavail": ("IFree", True, 5),
    "ipcent": ("IUse%", True, 4),
    "size": ("", True, 5),
    "used": ("Used", True, 5),
    "avail": ("Available", True, 5),
    "pcent": ("Use%", True, 4),
    "file": ("File", False, 0),
    "target": ("Mounted on", False, 0),
}
_BLOCKS = ["source", "size", "used", "avail", "pcent", "target"]
_INODES = ["source", "itotal", "iused", "iavail", "ipcent", "target"]


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    shown = _Table(cx, given)
    status = 0
    for name in given.operands:
        try:
            shown.add(cx.fs.usage(cx.path(name)), name)
        except OSError as error:
            status = cx.fail(f"{maybe(name)}: {reason(error)}")
    if not given.operands:
        for point in cx.fs.mount_points():
            shown.add(cx.fs.usage(point), "-")
    if not shown.rows:
        return status or cx.fail("no file systems processed")
    if "total" in given:
        shown.total()
    cx.write(shown.text())
    return status


class _Table:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.given = given
        self.unit, self.suffix = self._unit()
        self.inodes = "i" in given
        self.fields = self._fields()
        self.wanted = set(given.all("t"))
        self.left_out = set(given.all("x"))
        for kind in given.all("t"):
            if kind in self.left_out:
                cx.complain(f"file system type {quote(kind)} both selected and excluded")
                raise Done(1)
        self.rows: list[list[str]] = []
        self.sums = [0, 0, 0, 0]

    def _unit(self) -> tuple[int, str]:
        """Bytes in a block, and the letters behind counts of them."""
        text = self.given.get("B")
        if self.given.last("hHBkm") == "m":
            return 1 << 20, ""
        if self.given.last("hHBkm") != "B":
            return 512 if "POSIXLY_CORRECT" in self.cx.env and not self.given.any("k") else 1024, ""
        named = {"human-readable": "h", "si": "H"}.get(text)
        if named:
            self.given.add(named, "")
            return 1024, ""
        unit = size_of(text)
        if not unit:
            option = "-B" if any(arg.startswith("-B") for arg in self.cx.args) else "--block-size"
            kind = "suffix in " if text[:1].isdigit() and unit is None else ""
            self.cx.complain(f"invalid {kind}{option} argument {always(text)}")
            raise Done(1)
        return unit, "" if text[:1].isdigit() else text.removesuffix("iB")

    def _fields(self) -> list[str]:
        given = self.given
        if "output" not in given:
            fields = list(_INODES if self.inodes else _BLOCKS)
            if "T" in given:
                fields.insert(1, "fstype")
            return fields
        for key, shown in (("i", "-i"), ("P", "-P"), ("T", "-T")):
            if key in given:
                raise OPTIONS.refuse(self.cx, f"options {shown} and --output are mutually exclusive")
        fields = []
        for text in given.all("output"):
            for field in text.split(",") if text else _FIELDS:
                if field not in _FIELDS:
                    raise OPTIONS.refuse(self.cx, f"option --output: field {quote(field)} unknown")
                if field in fields:
                    raise OPTIONS.refuse(
                        self.cx, f"option --output: field {quote(field)} used more than once"
                    )
                fields.append(field)
        return fields

    def add(self, usage: Usage, name: str) -> None:
        """A row of one file system."""
        if (self.wanted and usage.kind not in self.wanted) or usage.kind in self.left_out:
            return
        counts = [usage.bytes_total, usage.bytes_used, usage.names_total, usage.names_used]
        self.sums = [total + count for total, count in zip(self.sums, counts, strict=True)]
        self._row(usage.kind, usage.kind, name, usage.point, counts)

    def total(self) -> None:
        """The row of all together."""
        target = "-" if "source" in self.fields else "total"
        self._row("total", "-", "-", target, self.sums)

    def _row(self, source: str, kind: str, name: str, point: str, counts: list[int]) -> None:
        size, used, names, names_used = counts
        values = {
            "source": source,
            "fstype": kind,
            "file": name,
            "target": point,
            "itotal": self._count(names),
            "iused": self._count(names_used),
            "iavail": self._count(max(0, names - names_used)),
            "ipcent": _percent(names_used, names),
            "size": self._size(size),
            "used": self._size(used),
            "avail": self._size(max(0, size - used)),
            "pcent": _percent(used, size),
        }
        self.rows.append([values[field] for field in self.fields])

    def _count(self, number: int) -> str:
        scale = self.given.last("hHBkm")
        return human(number, 1000 if scale == "H" else 1024) if scale in ("h", "H") else str(number)

    def _size(self, number: int) -> str:
        scale = self.given.last("hHBkm")
        if scale in ("h", "H"):
            return human(number, 1000 if scale == "H" else 1024)
        return f"{scaled(number, self.unit)}{self.suffix}"

    def _heading(self, field: str) -> str:
        heading = _FIELDS[field][0]
        scale = self.given.last("hHBkm")
        if field == "size":
            if scale in ("h", "H"):
                return "Size"
            return f"{self.unit if 'P' in self.given else _block(self.unit)}-blocks"
        if field == "avail" and (scale in ("h", "H") or "output" in self.given):
            return "Avail"
        return "Capacity" if field == "pcent" and "P" in self.given else heading

    def text(self) -> str:
        """All rows in columns."""
        table = [[self._heading(field) for field in self.fields], *self.rows]
        widths = [
            max(_FIELDS[field][2], *(len(row[at]) for row in table)) for at, field in enumerate(self.fields)
        ]
        lines = []
        for row in table:
            cells = [
                text.rjust(width) if _FIELDS[field][1] else text.ljust(width)
                for text, width, field in zip(row, widths, self.fields, strict=True)
            ]
            if not _FIELDS[self.fields[-1]][1]:
                cells[-1] = row[-1]
            lines.append(" ".join(cells) + "\n")
        return "".join(lines)


def _percent(used: int, size: int) -> str:
    return f"{-(-used * 100 // size)}%" if size else "-"


def _block(unit: int) -> str:
    """A block's size in the heading: ``1K``, ``1MB``, ``512B``."""
    if unit % 1024 == 0:
        return human(unit).replace(".0", "")
    return human(unit, 1000).replace(".0", "") + "B"
