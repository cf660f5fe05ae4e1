"""nl: number lines."""

from __future__ import annotations

from functools import partial

from runtime.bash.commands._shared.input import Lines, each, encoded
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands._shared.sizes import bounded
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write each FILE with its lines numbered.",
    ("b", "body-numbering", "STYLE", "which lines of bodies: a all, t not empty, n none, pBRE that match"),
    ("d", "section-delimiter", "CC", "sections begin with CC (\\:)"),
    ("f", "footer-numbering", "STYLE", "which lines of footers"),
    ("h", "header-numbering", "STYLE", "which lines of headers"),
    ("i", "line-increment", "NUMBER", "the step from line to line"),
    ("l", "join-blank-lines", "NUMBER", "so many empty lines count as one"),
    ("n", "number-format", "FORMAT", "ln left, rn right, rz right with zeros"),
    ("p", "no-renumber", "", "do not begin anew at each page"),
    ("s", "number-separator", "STRING", "what follows the number"),
    ("v", "starting-line-number", "NUMBER", "the first number"),
    ("w", "number-width", "NUMBER", "how wide numbers are"),
)
_WHAT = {
    "v": "starting line number",
    "i": "line number increment",
    "l": "line number of blank lines",
    "w": "line number field width",
}
_SECTIONS = {"h": "header", "b": "body", "f": "footer"}
_FORMATS = {"ln": "<", "rn": ">", "rz": "0>"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks=_checks(cx))
    numbering = _Numbering(cx, given)
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for block in Lines(cx, stream).blocks():
            lines = block.split(b"\n")
            if not lines[-1]:
                lines.pop()
            cx.stdout.write(b"".join([numbering.line(line) for line in lines]))
    return status


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    """What refuses a value as soon as it is read."""

    def form(text: str) -> None:
        if text not in _FORMATS:
            raise OPTIONS.refuse(cx, f"invalid line numbering format: {quote(text)}")

    return {
        "n": form,
        **{key: partial(_number, cx, key) for key in _WHAT},
        **{key: partial(_style, cx, section) for key, section in _SECTIONS.items()},
    }


def _number(cx: Context, key: str, text: str) -> int:
    least = 1 if key in "lw" else -(1 << 63)
    return bounded(cx, text, _WHAT[key], least, (1 << 31) - 1 if key == "w" else (1 << 63) - 1)


def _style(cx: Context, section: str, text: str) -> Pattern | None:
    """The pattern of a style that has one; the first letter of any other says it all."""
    if text[:1] and text[0] in "atn":
        return None
    if text[:1] != "p":
        raise OPTIONS.refuse(cx, f"invalid {section} numbering style: {quote(text)}")
    try:
        return Pattern([text[1:]], cx.meter)
    except RegexError as error:
        cx.complain(str(error))
        raise Done(1) from None


class _Numbering:
    def __init__(self, cx: Context, given: Given) -> None:
        self.cx = cx
        self.styles = {
            "h": self._style("header", given.get("h", "n")),
            "b": self._style("body", given.get("b", "t")),
            "f": self._style("footer", given.get("f", "n")),
        }
        self.start = _number(cx, "v", given.get("v", "1"))
        self.step = _number(cx, "i", given.get("i", "1"))
        self.join = _number(cx, "l", given.get("l", "1"))
        self.width = _number(cx, "w", given.get("w", "6"))
        cx.meter.text(self.width)
        self.form = f"{_FORMATS[given.get('n', 'rn')]}{self.width}d"
        self.separator = encoded(given.get("s", "\t"))
        self.renew = "p" not in given
        mark = encoded(given.get("d", "\\:"))
        mark = mark + b":" if len(mark) == 1 else mark
        self.marks = {mark * 3: "h", mark * 2: "b", mark: "f"} if mark else {}
        self.blank = b" " * (self.width + len(self.separator))
        self.section = self.styles["b"]
        self.number = self.start
        self.empty = 0

    def _style(self, section: str, text: str) -> Callable[[bytes], bool]:
        pattern = _style(self.cx, section, text)
        if pattern is not None:
            return lambda line: pattern.search(pattern.subject(line)) is not None
        if text[0] == "a":
            return self._joined
        return bool if text[0] == "t" else lambda line: False  # noqa: ARG005

    def _joined(self, line: bytes) -> bool:
        """-l: of so many empty lines in a row the last one has a number."""
        if line or self.join <= 1:
            self.empty = 0
            return True
        self.empty += 1
        if self.empty == self.join:
            self.empty = 0
            return True
        return False

    def line(self, line: bytes) -> bytes:
        """One line as it is written."""
        section = self.marks.get(line)
        if section is not None:
            self.section = self.styles[section]
            if self.renew:
                self.number = self.start
            return b"\n"
        if not self.section(line):
            return self.blank + line + b"\n"
        number = format(self.number, self.form).encode()
        self.number += self.step
        return number + self.separator + line + b"\n"
