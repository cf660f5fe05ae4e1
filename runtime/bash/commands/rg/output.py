"""How rg prints what it found: lines with their context, counts, names, or JSON."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands.rg.matches import text
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.commands.rg.matches import Found, Stats
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["Json", "Printer"]

_GROUP = re.compile(r"\$(?:\{(\w+)\}|(\w+)|(\$))", re.ASCII)
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_COLOURS = {"path": "\x1b[35m", "line": "\x1b[32m", "column": "", "match": "\x1b[1m\x1b[31m"}
_SWAP = str.maketrans("\0\n", "\n\0")


class Printer:
    """Plain output."""

    def __init__(self, cx: Context, given: Given, *, named: bool) -> None:
        self.cx = cx
        self.given = given
        self.vimgrep = "vimgrep" in given
        self.named = given.last(("H", "I"), "H" if named or self.vimgrep else "I") == "H"
        self.heading = given.last(("heading", "no-heading", "p", "vimgrep")) in {"heading", "p"}
        numbered = given.last(("n", "N", "p", "column", "vimgrep"), "N") != "N"
        self.numbers = numbered and not ("passthru" in given and "n" not in given)
        self.columns = given.last(("column", "no-column", "vimgrep")) in {"column", "vimgrep"}
        around = self.number("C", 0)
        self.after = self.number("A", around)
        self.before = self.number("B", around)
        if "passthru" in given:
            self.after = self.before = 1 << 62
        self.widest = self.number("M", 0)
        self.zero = "\0" if "0" in given else ""
        self.colour = given.last(("color", "p")) == "p" or given.get("color") in {"always", "ansi"}
        self.match_mark = self._separator("field-match-separator", ":")
        self.context_mark = self._separator("field-context-separator", "-")
        self.break_mark: str | None = self._separator("context-separator", "--")
        if given.last(("context-separator", "no-context-separator")) == "no-context-separator":
            self.break_mark = None
        self.swaps = "null-data" in given
        self.separated = False
        self.printed = 0

    def number(self, key: str, default: int) -> int:
        """The value of an option that is a number. Raises Done."""
        value = self.given.get(key, "")
        if key not in self.given:
            return default
        if not (value.isascii() and value.isdigit()):
            self.cx.complain(
                f"error parsing flag -{key}: value is not a valid number: "
                + ("cannot parse integer from empty string" if not value else "invalid digit found in string")
            )
            raise Done(2)
        return int(value[:18])

    def _separator(self, key: str, default: str) -> str:
        return _ESCAPE.sub(_unescaped, self.given[key]) if key in self.given else default

    def write(self, words: str) -> None:
        """Print, and count it."""
        data = encoded(words)
        self.printed += len(data)
        self.cx.stdout.write(data)

    def paint(self, kind: str, words: str) -> str:
        """In the colour of its kind."""
        return f"\x1b[0m{_COLOURS[kind]}{words}\x1b[0m" if self.colour else words

    def report(self, found: Found, stats: Stats) -> None:
        """What there is to say of one file."""
        given = self.given
        before = self.printed
        name = self.paint("path", found.shown)
        if "files-without-match" in given:
            if not found.hits:
                self.write(name + (self.zero or "\n"))
        elif given.any(("c", "count-matches")) and (found.hits or "include-zero" in given):
            every = "count-matches" in given or "o" in given
            count = found.count() if every and "v" not in given else len(found.hits)
            self.write(f"{name + (self.zero or ':') if self.named else ''}{count}\n")
        elif not found.hits:
            pass
        elif "l" in given:
            self.write(name + (self.zero or "\n"))
        elif found.binary:
            self.write(
                f'{name + ": " if self.named else ""}binary file matches (found "\\0" byte around offset {found.data.find(0)})\n'
            )
        else:
            self._lines(found)
        stats.printed = self.printed - before

    def _lines(self, found: Found) -> None:
        if self.heading and self.named:
            self.write(("\n" if self.separated else "") + self.paint("path", found.shown) + "\n")
        elif self.separated and (self.before or self.after) and "passthru" not in self.given:
            self._break()
        self.separated = True
        chosen = set(found.hits)
        last = -1
        for hit in found.hits:
            for number in range(
                max(last + 1, hit - self.before), min(len(found.lines), hit + self.after + 1)
            ):
                self.cx.meter.check()
                if (self.before or self.after) and last >= 0 and number > last + 1:
                    self._break()
                self._line(found, number, number in chosen)
                last = number

    def _break(self) -> None:
        if self.break_mark is not None:
            self.write(f"{self.break_mark}\n")

    def _line(self, found: Found, number: int, hit: bool) -> None:
        inverted = "v" in self.given
        spans = found.spans(number) if hit and not inverted else []
        if hit and not inverted and ("o" in self.given or self.vimgrep):
            for span in spans:
                line = found.lines[number]
                words = text(line[span[0] : span[1]]) if "o" in self.given else None
                if words is not None and "r" in self.given:
                    words = self._replacement(found, line, span)
                self._written(
                    found,
                    number,
                    True,
                    span,
                    words if words is not None else self._shown(found, number, [span]),
                )
            return
        self._written(found, number, hit, spans[0] if spans else None, self._shown(found, number, spans))

    def _shown(self, found: Found, number: int, spans: list[tuple[int, int]]) -> str:
        """A line with its matches replaced or coloured; a few words where it is too long."""
        line = found.lines[number]
        if "r" in self.given and spans:
            words = self._replaced(found, line, spans)
        elif self.colour and spans:
            words = self._coloured(line, spans)
        else:
            words = text(line)
        if "trim" in self.given:
            words = words.lstrip(" \t\n\v\f\r")
        if not self.widest or len(encoded(text(line))) <= self.widest:
            return words
        if "max-columns-preview" in self.given:
            return words[: self.widest] + " [... omitted end of long line]"
        if number not in found.hits:
            return "[Omitted long context line]"
        counted = self.columns or self.colour or self.given.any("r")
        return f"[Omitted long line with {len(spans)} matches]" if counted else "[Omitted long matching line]"

    def _coloured(self, line: Any, spans: list[tuple[int, int]]) -> str:
        out, at = [], 0
        for start, end in spans:
            out += [text(line[at:start]), self.paint("match", text(line[start:end]))]
            at = end
        return "".join([*out, text(line[at:])])

    def _written(
        self, found: Found, number: int, hit: bool, span: tuple[int, int] | None, words: str
    ) -> None:
        mark = self.match_mark if hit else self.context_mark
        parts = []
        if self.named and not self.heading:
            parts.append(self.paint("path", found.shown) + (self.zero or mark))
        if self.numbers:
            parts.append(self.paint("line", str(number + 1)) + mark)
        if self.columns and hit:
            start = span[0] if span else 0
            parts.append(
                self.paint("column", str(len(encoded(text(found.lines[number][:start]))) + 1)) + mark
            )
        if "b" in self.given:
            inner = len(encoded(text(found.lines[number][: span[0]]))) if span and "o" in self.given else 0
            parts.append(f"{found.offset(number) + inner}{mark}")
        end = "\n"
        if self.swaps:
            words, end = words.translate(_SWAP), "\0"
        self.write("".join(parts) + words + end)

    def _replacement(self, found: Found, line: Any, span: tuple[int, int]) -> str:
        match = found.pattern.search(line, span[0])
        if match is None or match.start() != span[0]:
            return self.given["r"]

        groups: Any = match

        def group(reference: re.Match[str]) -> str:
            if reference[3]:
                return "$"
            name = reference[1] or reference[2]
            try:
                return text(groups[int(name)] if name.isdigit() else groups[name])
            except (IndexError, KeyError):
                return ""

        words = _GROUP.sub(group, self.given["r"])
        self.cx.meter.text(len(words))
        return words

    def _replaced(self, found: Found, line: Any, spans: list[tuple[int, int]]) -> str:
        out: list[str] = []
        at = size = 0
        for span in spans:
            made = self._replacement(found, line, span)
            out += [text(line[at : span[0]]), self.paint("match", made) if self.colour else made]
            size += len(out[-1]) + len(out[-2])
            self.cx.meter.text(size)
            at = span[1]
        return "".join([*out, text(line[at:])])

    def finish(self, total: Stats) -> None:
        """What comes after the last file."""
        if "stats" in self.given:
            self.cx.write(
                f"\n{total.matches} matches\n{total.lines} matched lines\n{total.matched} files contained matches\n"
                f"{total.searches} files searched\n{total.printed} bytes printed\n{total.searched} bytes searched\n"
                "0.000000 seconds spent searching\n0.000000 seconds\n"
            )


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _ESCAPED.get(found[2], f"\\{found[2]}" if found[2] != "\\" else "\\")


class Json(Printer):
    """``--json``: one message a line. No time passes in the virtual machine while a file is searched."""

    def report(self, found: Found, stats: Stats) -> None:
        if not found.hits and "passthru" not in self.given:
            return
        before = self.printed
        self._message("begin", {"path": _value(found.shown)})
        chosen = set(found.hits)
        last = -1
        for hit in found.hits:
            for number in range(
                max(last + 1, hit - self.before), min(len(found.lines), hit + self.after + 1)
            ):
                self.cx.meter.check()
                self._message(
                    "match" if number in chosen else "context", self._lined(found, number, number in chosen)
                )
                last = number
        stats.printed = self.printed - before
        where = found.data.find(0) if found.binary else None
        self._message(
            "end",
            {
                "path": _value(found.shown),
                "binary_offset": where,
                "stats": {"elapsed": _ELAPSED, **_figures(stats)},
            },
        )

    def _lined(self, found: Found, number: int, hit: bool) -> dict[str, Any]:
        line = found.lines[number]
        words = text(line) + ("\n" if found.ended or number + 1 < len(found.lines) else "")
        parts = [
            {
                "match": _value(text(line[start:end])),
                **(
                    {"replacement": _value(self._replacement(found, line, (start, end)))}
                    if "r" in self.given
                    else {}
                ),
                "start": len(encoded(text(line[:start]))),
                "end": len(encoded(text(line[:end]))),
            }
            for start, end in (found.spans(number) if hit and "v" not in self.given else [])
        ]
        return {
            "path": _value(found.shown),
            "lines": _value(words),
            "line_number": number + 1,
            "absolute_offset": found.offset(number),
            "submatches": parts,
        }

    def _message(self, kind: str, data: dict[str, Any]) -> None:
        import json

        self.write(json.dumps({"type": kind, "data": data}, ensure_ascii=False, separators=(",", ":")) + "\n")

    def finish(self, total: Stats) -> None:
        import json

        figures = {**_figures(total), "elapsed": _ELAPSED}
        message = {
            "data": {"elapsed_total": _ELAPSED, "stats": dict(sorted(figures.items()))},
            "type": "summary",
        }
        self.write(json.dumps(message, separators=(",", ":")) + "\n")


_ELAPSED = {"secs": 0, "nanos": 0, "human": "0.000000s"}


def _figures(stats: Stats) -> dict[str, int]:
    return {
        "searches": stats.searches,
        "searches_with_match": stats.matched,
        "bytes_searched": stats.searched,
        "bytes_printed": stats.printed,
        "matched_lines": stats.lines,
        "matches": stats.matches,
    }


def _value(words: str) -> dict[str, str]:
    data = encoded(words)
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        from base64 import b64encode

        return {"bytes": b64encode(data).decode()}
