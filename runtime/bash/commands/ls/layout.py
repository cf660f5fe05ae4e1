"""What ls writes: names in columns, rows or lines, and the long format."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import name_of
from runtime.bash.commands._shared.modes import letters
from runtime.bash.commands._shared.quoting import always, in_double_quotes, maybe, needs_quotes, quote
from runtime.bash.commands._shared.sizes import human, scaled, size_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.ls.colors import Colors
    from runtime.bash.commands.ls.entry import Entry
    from runtime.bash.option_table import Given, Options
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Format"]

_BLOCK = 4096
_MANY = 64
_HALF_YEAR = 31_556_952 // 2
_FORMATS = {
    "l": "long",
    "g": "long",
    "n": "long",
    "o": "long",
    "C": "vertical",
    "x": "across",
    "m": "commas",
    "1": "single",
}
_WORDS = (
    ("verbose", "long"),
    ("commas",),
    ("horizontal", "across"),
    ("vertical",),
    ("single-column",),
)
_SHAPES = {"verbose": "long", "horizontal": "across", "single-column": "single"}
_INDICATORS = {0o040000: "/", 0o120000: "@", 0o010000: "|", 0o140000: "="}
_QUOTING = (
    ("literal",),
    ("shell",),
    ("shell-always",),
    ("shell-escape",),
    ("shell-escape-always",),
    ("c",),
    ("c-maybe",),
    ("escape",),
    ("locale",),
    ("clocale",),
)
_WHEN = (("always", "yes", "force"), ("never", "no", "none"), ("auto", "tty", "if-tty"))
_STYLES = {
    "full-iso": ("%Y-%m-%d %H:%M:%S.%N %z",) * 2,
    "long-iso": ("%Y-%m-%d %H:%M",) * 2,
    "iso": ("%Y-%m-%d ", "%m-%d %H:%M"),
    "locale": ("%b %e  %Y", "%b %e %H:%M"),
}


class Format:
    """How entries are shown; ``time`` names the field of Stat whose time is meant."""

    def __init__(self, cx: Context, options: Options, given: Given) -> None:
        self.cx = cx
        self.options = options
        self.time = "mtime_ns"
        self.kind = self._kind(given)
        self.long = self.kind == "long"
        self.owner = "g" not in given
        self.group = not given.any("oG")
        self.author = "author" in given
        self.numeric = "n" in given
        self.inode = "i" in given
        self.blocks = "s" in given
        self.context = "Z" in given
        self.classify = self._classify(given)
        self.colors = self._chosen(given, "color")
        self.links = self._when(given, "hyperlink") in ("", "always")
        self.unit, self.base, self.unit_name = self._units(given)
        self.end = "\0" if "zero" in given else "\n"
        self.width = self._width(given)
        self.tab = int(given["T"][:6]) if given.get("T").isdecimal() else 8
        if self.colors:
            self.tab = 0  # a tab behind a colour would take it along
        self.minor = 0  # digits of the longest minor device number
        self.quoted = self._quoting(given)
        self.times = self._times(given)
        self.needs_stat = self.long or self.inode or self.blocks

    def _when(self, given: Given, key: str) -> str:
        """always, auto or never; "" is always."""
        from runtime.bash.commands._shared.argmatch import choose

        word = given.get(key) if key in given else "never"
        return choose(self.cx, self.options, key, word, _WHEN) if word else word

    def _chosen(self, given: Given, key: str) -> Colors | None:
        if self._when(given, key) not in ("", "always"):
            return None
        from runtime.bash.commands.ls.colors import colors

        return colors(self.cx)

    def _kind(self, given: Given) -> str:
        found = "single"
        for key, value in given.order:
            if key == "1" and found == "long":
                continue  # -1 does not undo -l
            if key in _FORMATS:
                found = _FORMATS[key]
            elif key == "format":
                from runtime.bash.commands._shared.argmatch import choose

                word = choose(self.cx, self.options, "format", value, _WORDS)
                found = _SHAPES.get(word, word)
            elif key == "full-time":
                found = "long"
            elif key == "zero" and found in ("vertical", "across", "commas"):
                found = "single"
        return found

    def _classify(self, given: Given) -> str:
        found = ""
        for key, value in given.order:
            if key in ("F", "classify"):
                found = "*/=@|" if value in ("", "always", "yes", "force") else ""
            elif key == "file-type":
                found = "/=@|"
            elif key == "p":
                found = "/"
            elif key == "indicator-style":
                found = {"slash": "/", "file-type": "/=@|", "classify": "*/=@|"}.get(value, "")
        return found

    def _units(self, given: Given) -> tuple[int, int, str]:
        """(unit of sizes, base of -h or 0, suffix)."""
        unit, base, name = 0, 0, ""
        for key, value in given.order:
            if key in ("h", "si"):
                unit, base, name = 0, 1024 if key == "h" else 1000, ""
            elif key == "block-size":
                if value in ("human-readable", "si"):
                    unit, base = 0, 1024 if value[0] == "h" else 1000
                    continue
                size = size_of(value)
                if not size:
                    self.cx.complain(f"invalid --block-size argument {always(value)}")
                    from runtime.bash.option_table import Done

                    raise Done(2)
                unit, base, name = size, 0, "" if value[0].isdigit() else value.replace("KB", "kB")
        return unit, base, name

    def _width(self, given: Given) -> int:
        text = given.get("w", self.cx.env.get("COLUMNS", "") or "80")
        if not text.isdecimal():
            if "w" not in given:
                return 80
            from runtime.bash.option_table import Done

            self.cx.complain(f"invalid line width: {quote(text)}")
            raise Done(2)
        return int(text[:9]) or 1 << 30

    def _quoting(self, given: Given) -> Callable[[str], str]:
        style = "literal"
        hide = False
        for key, value in given.order:
            if key in "bNQ":
                style = {"b": "escape", "N": "literal", "Q": "c"}[key]
            elif key == "quoting-style":
                from runtime.bash.commands._shared.argmatch import choose

                style = choose(self.cx, self.options, "quoting-style", value, _QUOTING)
            elif key in ("q", "show-control-chars"):
                hide = key == "q"
        if style == "literal" and hide:
            return _masked
        return _STYLED[style]

    def _times(self, given: Given) -> tuple[str, str]:
        style = given.get("time-style", self.cx.env.get("TIME_STYLE", "locale"))
        if given.last(("time-style", "full-time")) == "full-time":
            style = "full-iso"
        style = style.removeprefix("posix-")
        if style.startswith("+"):
            from runtime.bash.posix.time_format import charge_time

            old, newline, recent = style[1:].partition("\n")
            # As wide for each of many files.
            charge_time(self.cx.meter, style, _MANY)
            return old, recent if newline else old
        if style not in _STYLES:
            from runtime.bash.commands._shared.argmatch import invalid

            raise invalid(self.cx, self.options, "time-style", style, tuple((name,) for name in _STYLES))
        return _STYLES[style]

    # Writing

    def head(self, path: str, first: bool) -> None:
        """The line above a folder's entries."""
        start = "" if first else self.end
        self.cx.write(f"{start}{self.quoted(path)}:{self.end}")

    def total(self, entries: list[Entry]) -> str | None:
        """The line of the blocks that a folder's entries take."""
        if not (self.long or self.blocks):
            return None
        size = sum(blocks(entry.stat) for entry in entries if entry.stat)
        return f"total {self._blocks(size)}"

    def show(self, entries: list[Entry], total: str | None, beside: list[Entry] | None = None) -> None:
        """Write entries; columns are as wide as those of the entries ``beside`` them ask for as well."""
        out = [] if total is None else [total + self.end]
        if self.long:
            out += [line + self.end for line in self._long(entries, beside or [])]
        else:
            cells = [self._prefix(entry, entries) + self._name(entry) for entry in entries]
            if self.kind == "single":
                out += [cell + self.end for cell in cells]
            elif cells:
                from runtime.bash.commands.ls.columns import columns, commas

                if self.kind == "commas":
                    out.append(commas(cells, self.width))
                else:
                    down = self.kind == "vertical"
                    out.append(columns(cells, self.width, down=down, tab=self.tab))
        self.cx.write("".join(out))

    def _prefix(self, entry: Entry, entries: list[Entry]) -> str:
        """Index number and blocks, in columns."""
        if not (self.inode or self.blocks or self.context):
            return ""
        parts = []
        ragged = self.kind == "commas"
        if self.inode:
            width = 0 if ragged else max(len(str(each.stat.ino)) if each.stat else 1 for each in entries)
            parts.append((str(entry.stat.ino) if entry.stat else "?").rjust(width))
        if self.blocks:
            width = (
                0
                if ragged
                else max(len(self._blocks(blocks(each.stat))) if each.stat else 1 for each in entries)
            )
            parts.append((self._blocks(blocks(entry.stat)) if entry.stat else "?").rjust(width))
        if self.context and not self.long:
            parts.append("?")
        return " ".join(parts) + " "

    def _blocks(self, size: int) -> str:
        if self.base:
            return human(size, self.base)
        return f"{scaled(size, self.unit or 1024)}{self.unit_name}"

    def _size(self, stat: Stat) -> str:
        if stat.mode & 0o170000 in (0o020000, 0o060000):
            return f"{stat.rdev >> 8}, {stat.rdev & 255:{self.minor}}"
        if self.base:
            return human(stat.size, self.base)
        return f"{scaled(stat.size, self.unit)}{self.unit_name}" if self.unit else str(stat.size)

    def _name(self, entry: Entry) -> str:
        text = self.quoted(entry.name)
        if self.colors:
            text = self.colors.paint(text, entry)
        if self.links:
            text = f"\33]8;;file://{quote_path(self.cx.hostname)}{quote_path(self.cx.path(entry.path))}\a{text}\33]8;;\a"
        if entry.link is not None:
            text += f" -> {self.quoted(entry.link)}"
            return text + (self._indicator(entry.target) if self.classify and entry.target else "")
        mode = entry.stat.mode if entry.stat else entry.kind
        return text + (self._indicator(mode) if self.classify else "")

    def _indicator(self, mode: int) -> str:
        mark = _INDICATORS.get(mode & 0o170000, "*" if mode & 0o170111 > 0o100000 else "")
        return mark if mark and mark in self.classify else ""

    def _long(self, entries: list[Entry], beside: list[Entry]) -> list[str]:
        """The lines of the long format, its columns as wide as they must be."""
        every = entries + beside
        self.minor = max((len(str(each.stat.rdev & 255)) for each in every if each.stat), default=0)
        rows = [self._fields(entry) for entry in every]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for entry, row in zip(entries, rows, strict=False):
            fields = [
                text.rjust(width) if right else text.ljust(width)
                for text, width, right in zip(row, widths, self._right, strict=True)
            ]
            lines.append(f"{self._prefix(entry, entries)}{' '.join(fields)} {self._name(entry)}")
        return lines

    @property
    def _right(self) -> list[bool]:
        """Which fields are set to the right."""
        names = [self.owner, self.group, self.author]
        owners = [False] * (sum(names) + self.context)
        return [False, True, *owners, True, False]

    def _fields(self, entry: Entry) -> list[str]:
        stat = entry.stat
        if stat is None:
            mode = letters(entry.kind)[0] + "?????????"
            return [
                mode,
                "?",
                *["?"] * (sum((self.owner, self.group, self.author)) + self.context),
                "?",
                "           ?",
            ]
        fields = [letters(stat.mode), str(stat.nlink)]
        if self.owner:
            fields.append(self._who(stat.uid))
        if self.group:
            fields.append(self._who(stat.gid))
        if self.author:
            fields.append(self._who(stat.uid))
        if self.context:
            fields.append("?")
        return [*fields, self._size(stat), self._time(stat)]

    def _who(self, number: int) -> str:
        return str(number) if self.numeric else name_of(self.cx, number) or str(number)

    def _time(self, stat: Stat) -> str:
        from runtime.bash.posix.time_format import format_time
        from runtime.bash.posix.zones import zone_of

        seconds, nanos = divmod(getattr(stat, self.time), 1_000_000_000)
        now = self.cx.clock.now()
        recent = now - _HALF_YEAR < seconds <= now
        return format_time(self.times[recent], zone_of(self.cx.env).parts(seconds), seconds, nanos)


def quote_path(text: str) -> str:
    """As a URI has it (RFC 3986)."""
    from runtime.bash.commands._shared.input import encoded

    plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/"
    return "".join(chr(byte) if byte in plain else f"%{byte:02x}" for byte in encoded(text))


def blocks(stat: Stat) -> int:
    """The bytes that an object takes: whole blocks, nothing for what holds no data of its own."""
    if stat.mode & 0o170000 not in (0o100000, 0o040000):
        return 0
    return scaled(stat.size, _BLOCK) * _BLOCK


def _masked(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)


def _c_style(name: str) -> str:
    return '"' + _escape(name).replace("\\ ", " ").replace('"', '\\"') + '"'


def _escape(name: str) -> str:
    return quote(name)[1:-1].replace(" ", "\\ ")


def _shell(name: str) -> str:
    return _shell_always(name) if needs_quotes(name, False) or not name else name


def _shell_always(name: str) -> str:
    return f'"{name}"' if "'" in name and in_double_quotes(name) else "'" + name.replace("'", "'\\''") + "'"


_STYLED: dict[str, Callable[[str], str]] = {
    "literal": str,
    "shell": _shell,
    "shell-always": _shell_always,
    "shell-escape": lambda name: maybe(name, False),
    "shell-escape-always": always,
    "c": _c_style,
    "c-maybe": lambda name: name if _c_style(name) == f'"{name}"' else _c_style(name),
    "escape": _escape,
    "locale": quote,
    "clocale": quote,
}
