"""Finding patches in a text: mail, messages and diffs in any of their forms, and the names that they speak of."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import text_of
from runtime.bash.commands.patch.hunks import COMMAND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.patch.hunks import Source

__all__ = ["INDEX", "NEW", "OLD", "Part", "find_part", "stripped"]

OLD, NEW, INDEX = 0, 1, 2
_GIT = re.compile(rb"diff --git ([^ \n\"]+|\"[^\n]*?\") ([^ \n\"]+|\"[^\n]*?\")\s*")
_GIT_LINES = re.compile(
    rb"(index [0-9a-f]+\.\.[0-9a-f]+(?: (?P<mode>[0-7]{6}))?|old mode (?P<old>[0-7]{6})|new mode (?P<new>[0-7]{6})"
    rb"|deleted file mode (?P<deleted>[0-7]{6})|new file mode (?P<created>[0-7]{6})|rename from (?P<rename_from>.+)"
    rb"|rename to (?P<rename_to>.+)|copy from (?P<copy_from>.+)|copy to (?P<copy_to>.+)|(?P<binary>GIT binary patch))\s*"
)
_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}


class Part:
    """What one file's part of a patch says above its hunks.

    Attributes:
        kind: ``unified``, ``context``, ``normal``, or ``ed`` (which is not applied).
        names: old, new and index name, stripped; None where there is none.
        times: what stands behind the old and the new name.
        missing: for either side, 1 where it is empty or does not exist, 2 where it does not exist.
        git: the fields of git's extended header; None for other patches.
        start: the index of its first hunk's first line.
        line: its number, as messages give it.
    """

    def __init__(self, strip: int) -> None:
        self.strip = strip
        self.kind = ""
        self.names: list[str | None] = [None, None, None]
        self.times = [b"", b""]
        self.stamps: list[int | None] = [None, None]
        self.missing = [0, 0]
        self.git: dict[str, bytes] | None = None
        self.start = 0
        self.line = 0
        self.indent = 0
        self.strip_cr = False

    def header(self, side: int, text: bytes) -> None:
        """A line ``--- name<tab>time``."""
        name, behind = _parted(text)
        if side != INDEX:
            self.times[side] = behind
            self.stamps[side] = 0 if name == "/dev/null" else _stamp(behind)
        self.names[side] = None if name == "/dev/null" else stripped(name, self.strip)


def _parted(text: bytes) -> tuple[str, bytes]:
    """The name and what stands behind it; a name holds blanks only when a tab ends it."""
    text = text.lstrip(b" \t").rstrip(b"\r\n")
    if text.startswith(b'"'):
        return _quoted(text)
    tab = text.find(b"\t")
    if tab < 0:
        blank = re.search(rb"\s", text)
        tab = blank.start() if blank else len(text)
    return text_of(text[:tab].rstrip()), text[len(text[:tab].rstrip()) :]


def _quoted(text: bytes) -> tuple[str, bytes]:
    """A name in C's quotes."""
    out = bytearray()
    at = 1
    while at < len(text) and text[at : at + 1] != b'"':
        found = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL).match(text, at)
        if found is None:
            out.append(text[at])
            at += 1
            continue
        code = found[1].decode("latin-1")
        out.append(int(code, 8) & 255 if len(code) == 3 else _ESCAPES.get(code, ord(code)))
        at = found.end()
    return text_of(bytes(out)), text[at + 1 :]


def stripped(name: str, strip: int) -> str | None:
    """``name`` without its first ``strip`` slashes and what stands before them (all of them when negative)."""
    parts = re.split(r"/+", name)
    if name.startswith("/") and strip < 0:
        parts = parts[1:]
    if strip < 0:
        return parts[-1] or None
    if strip >= len(parts):
        return None
    if strip == 0:
        return name or None
    found = re.match(rf"(?:[^/]*/+){{{strip}}}", name)
    return name[found.end() :] or None if found else None


def _stamp(text: bytes) -> int | None:
    """The time in a header as seconds since the epoch."""
    from runtime.bash.commands._shared.dates import DateError, parse_date
    from runtime.bash.posix.zones import UTC

    if not text.strip():
        return None
    try:
        return parse_date(text_of(text.strip()), (0, 0), UTC)[0]
    except DateError:
        return None


class _Scan:
    """One walk over the lines in front of a part."""

    def __init__(self, source: Source, strip: int, kind: str, named: bool) -> None:
        self.source = source
        self.named = named
        self.wanted = kind
        self.part = Part(strip)
        self.strip = strip
        self.stars = False
        self.command = False
        self.after = False

    def line(self, at: int, raw: bytes) -> bool:
        """One more line; whether the part is found."""
        indent = len(raw) - len(raw.lstrip(b" \t"))
        line = raw[indent:]
        stars = self.stars
        command = self.command
        self.stars = line.startswith(b"********")
        self.command = COMMAND.fullmatch(line) is not None
        if self._hunk(at, indent, line, stars, command):
            return True
        if self._git(at, line):
            return True
        self._header(line, raw.endswith(b"\r\n"))
        return False

    def _fits(self, kind: str) -> bool:
        return self.wanted in ("", kind) and (self.named or self.part.git is not None)

    def _hunk(self, at: int, indent: int, line: bytes, stars: bool, command: bool) -> bool:
        part = self.part
        if line.startswith(b"@@ -") and self._fits("unified"):
            self._begin("unified", at, indent)
            sides = re.match(rb"@@ -(\d+)[^ ]* \+(\d+)", line)
            empty = [not int(sides[1][:9]), not int(sides[2][:9])] if sides else [False, False]
        elif stars and line.startswith(b"*** ") and self._fits("context"):
            self._begin("context", at - 1, indent)
            low = re.match(rb"\*\*\* (\d+)", line)
            empty = [bool(low) and not int(low[1][:9]), self._new_is_empty(at)]  # type: ignore[index]
        elif command and line[:2] in (b"< ", b"> ") and self._fits("normal"):
            self._begin("normal", at - 1, indent)
            return True
        else:
            return False
        for side in (OLD, NEW):
            if empty[side]:
                part.missing[side] = 1 + (part.stamps[side] == 0)
        return True

    def _new_is_empty(self, at: int) -> bool:
        for line in self.source.lines[at + 1 :]:
            text = line.lstrip(b" \t")
            if text.startswith(b"--- "):
                return text.startswith(b"--- 0")
            if text[:2] not in (b"- ", b"! ", b"  ") and line[:2] != b"  ":
                break
        return False

    def _begin(self, kind: str, at: int, indent: int) -> None:
        part = self.part
        part.kind, part.start, part.indent = kind, at, indent
        part.line = at + 1 - self.source.uncounted

    def _git(self, at: int, line: bytes) -> bool:
        """git's extended header; a part that has nothing else ends where the next one begins."""
        part = self.part
        found = _GIT.fullmatch(line)
        if found is not None:
            if part.git and self._extended():
                self._begin("unified", at, 0)
                return True
            part = self.part = Part(self.strip)
            part.git = {}
            for side in (OLD, NEW):
                name = _parted(found[1 + side])[0]
                part.names[side] = stripped(name, self.strip if self.strip >= 0 else 1)
            return False
        field = _GIT_LINES.fullmatch(line) if part.git is not None else None
        if field is not None and part.git is not None:
            self._field(part.git, field)
        return False

    def _field(self, git: dict[str, bytes], field: re.Match[bytes]) -> None:
        part = self.part
        for key, value in field.groupdict().items():
            if value is None:
                continue
            git[key] = value
            if key.endswith(("_from", "_to")):
                side = OLD if key.endswith("_from") else NEW
                part.names[side] = stripped(
                    _parted(value)[0], max(self.strip - 1, 0) if self.strip >= 0 else 0
                )
        for key, side in (("created", OLD), ("deleted", NEW)):
            if key in git:
                part.stamps[side] = 0
                part.missing[side] = 2

    def _extended(self) -> bool:
        git = self.part.git or {}
        return bool({"rename_to", "copy_to", "new", "created", "deleted", "binary"} & git.keys())

    def _header(self, line: bytes, cr: bool) -> None:
        part = self.part
        self.named = self.named or line.startswith((b"*** ", b"+++ ", b"--- ", b"Index:"))
        for lead, side in ((b"*** ", OLD), (b"+++ ", NEW), (b"Index:", INDEX)):
            if line.startswith(lead):
                part.header(side, line[len(lead) :])
                break
        else:
            if not line.startswith(b"--- "):
                self.after = False
                return
            side = NEW if self.after else OLD
            part.header(side, line[4:])
        # Of "***" and "---" the latter is the new one, of "---" and "+++" the old one.
        self.after = line.startswith(b"*** ")
        part.strip_cr = cr

    def end(self) -> Part | None:
        """There are no more lines."""
        if self.part.git is not None and self._extended():
            self._begin("unified", len(self.source.lines), 0)
            return self.part
        return None


def find_part(source: Source, strip: int, kind: str, named: bool) -> Part | None:
    """The next part at or behind ``source.at``, of ``kind`` when one is given; None when nothing more is a patch. Without
    a header only what is ``named`` otherwise is one."""
    scan = _Scan(source, strip, kind, named)
    for at in range(source.at, len(source.lines)):
        if scan.line(at, source.lines[at]):
            return scan.part
    return scan.end()
