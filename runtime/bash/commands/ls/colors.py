"""The colours of names: what LS_COLORS says, and GNU ls's own where it says nothing."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.ls.entry import Entry
    from runtime.bash.utility_context import Context

__all__ = ["Colors", "colors"]

_DEFAULT = {
    "lc": "\33[", "rc": "m", "ec": "", "rs": "0", "no": "", "fi": "", "di": "01;34", "ln": "01;36", "pi": "33", "so": "01;35",
    "bd": "01;33", "cd": "01;33", "mi": "", "or": "", "ex": "01;32", "do": "01;35", "su": "37;41", "sg": "30;43",
    "st": "37;44", "ow": "34;42", "tw": "30;42", "ca": "30;41", "mh": "", "cl": "\33[K",
}  # fmt: skip
_KINDS = {0o040000: "di", 0o120000: "ln", 0o010000: "pi", 0o140000: "so", 0o060000: "bd", 0o020000: "cd"}
_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "e": "\33",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "?": "\x7f",
    "_": " ",
}
_TERMINALS = (
    "xterm",
    "screen",
    "tmux",
    "linux",
    "rxvt",
    "vt100",
    "ansi",
    "eterm",
    "putty",
    "konsole",
    "cygwin",
)


class _Unparsable(Exception):
    """The text is none; the message, "" where there is none, comes before the general one."""


class Colors:
    """The sequence of every kind of file, and of the ends of names."""

    def __init__(self, table: dict[str, str], ends: list[tuple[str, str]]) -> None:
        self.table = table
        # By the end of a name: which place it has among all, the later the stronger, and its sequence.
        self.ends = {end: (place, sequence) for place, (end, sequence) in enumerate(ends)}
        self.used = False
        self.referents = table["ln"] == "target"

    def paint(self, text: str, entry: Entry) -> str:
        """A name in its colour."""
        sequence = self._sequence(entry)
        if not sequence:
            return text
        table = self.table
        reset = table["ec"] or f"{table['lc']}{table['rs']}{table['rc']}"
        begin = "" if self.used else reset
        self.used = True
        return f"{begin}{table['lc']}{sequence}{table['rc']}{text}{reset}"

    def finish(self) -> str:
        """What comes after all names, where the marks are not those of every terminal."""
        table = self.table
        return (
            f"{table['lc']}{table['rc']}" if self.used and (table["lc"], table["rc"]) != ("\33[", "m") else ""
        )

    def _set(self, kind: str) -> bool:
        return self.table[kind] not in ("", "0", "00")

    def _sequence(self, entry: Entry) -> str:
        mode = entry.stat.mode if entry.stat else entry.kind
        link = mode & 0o170000 == 0o120000
        if link and self.referents and entry.target:
            mode = entry.target
        kind = self._kind(mode, entry)
        if kind == "fi":
            found = self._by_end(entry.name.lower())
            if found is not None:
                return found
        if kind == "ln" and entry.stat and not entry.target and (self.referents or self._set("or")):
            kind = "or"
        return self.table[kind]

    def _by_end(self, name: str) -> str | None:
        """The sequence of the strongest end that a name has."""
        if not self.ends:
            return None
        found = [self.ends[name[at:]] for at in range(len(name) + 1) if name[at:] in self.ends]
        return max(found)[1] if found else None

    def _kind(self, mode: int, entry: Entry) -> str:
        kind = mode & 0o170000
        if kind == 0o100000:
            return self._file(mode, entry)
        if kind == 0o040000:
            for bits, name in ((0o1002, "tw"), (0o2, "ow"), (0o1000, "st")):
                if mode & bits == bits and self._set(name):
                    return name
        return _KINDS.get(kind, "or")

    def _file(self, mode: int, entry: Entry) -> str:
        for bits, name in ((0o4000, "su"), (0o2000, "sg"), (0o111, "ex")):
            if mode & bits and self._set(name):
                return name
        return "mh" if entry.stat and entry.stat.nlink > 1 and self._set("mh") else "fi"


def colors(cx: Context) -> Colors | None:
    """What the environment wants; None for no colours."""
    text = cx.env.get("LS_COLORS", "")
    if not text:
        # Colours are for terminals that have some, or for those who chose their own.
        term = cx.env.get("TERM", "")
        known = cx.env.get("COLORTERM") or "color" in term or term.startswith(_TERMINALS)
        return Colors(_DEFAULT, []) if known else None
    table = dict(_DEFAULT)
    ends: list[tuple[str, str]] = []
    try:
        _read(text, table, ends)
    except _Unparsable as error:
        if str(error):
            cx.complain(str(error))
        cx.complain("unparsable value for LS_COLORS environment variable")
        return None
    return Colors(table, ends)


def _read(text: str, table: dict[str, str], ends: list[tuple[str, str]]) -> None:
    """Pairs of a kind, or ``*`` and an end of names, and a sequence, parted by colons."""
    at = 0
    while at < len(text):
        if text[at] == ":":
            at += 1
            continue
        starred = text[at] == "*"
        name, at = _word(text, at + 1, "=") if starred else (text[at : at + 2], at + 2)
        if text[at : at + 1] != "=":
            raise _Unparsable("")
        sequence, at = _word(text, at + 1, ":")
        if starred:
            ends.append((name.lower(), sequence))
        elif name in table:
            table[name] = sequence
        else:
            raise _Unparsable(f"unrecognized prefix: {quote(name)}")


def _word(text: str, at: int, stop: str) -> tuple[str, int]:
    """A text up to ``stop``, its escapes replaced."""
    out = []
    while at < len(text) and text[at] != stop and text[at] != ":":
        char = text[at]
        at += 1
        if char == "\\" and at < len(text):
            digits = text[at : at + 3]
            width = next(
                (n for n in (3, 2, 1) if len(digits) >= n and all(c in "01234567" for c in digits[:n])), 0
            )
            if width:
                char, at = chr(int(digits[:width], 8) & 255), at + width
            else:
                char, at = _ESCAPES.get(text[at], text[at]), at + 1
        elif char == "^" and at < len(text):
            char, at = chr(ord(text[at]) & 0o37) if text[at] != "?" else "\x7f", at + 1
        out.append(char)
    return "".join(out), at
