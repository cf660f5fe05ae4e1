"""pr: pages and columns."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import held, opened, whole
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Paginate or columnate FILE(s) for printing.",
    ("", "columns", "COLUMN", "output COLUMN columns and print columns down, unless -a is used"),
    (
        "",
        "pages",
        "FIRST_PAGE[:LAST_PAGE]",
        "begin [stop] printing with page FIRST_[LAST_]PAGE (also +FIRST...)",
    ),
    ("a", "across", "", "print columns across rather than down"),
    ("c", "show-control-chars", "", "ignored"),
    ("d", "double-space", "", "double space the output"),
    ("D", "date-format", "FORMAT", "use FORMAT for the header date"),
    ("e", "expand-tabs", "[CHAR[WIDTH]]", "expand input CHARs (TABs) to tab WIDTH (8)"),
    ("Ff", "form-feed", "", "use form feeds instead of newlines to separate pages"),
    ("h", "header", "HEADER", "use a centered HEADER instead of filename in page header"),
    ("i", "output-tabs", "[CHAR[WIDTH]]", "replace spaces with CHARs (TABs) to tab WIDTH (8)"),
    ("J", "join-lines", "", "merge full lines, no column alignment"),
    ("l", "length", "PAGE_LENGTH", "set the page length to PAGE_LENGTH (66) lines"),
    ("m", "merge", "", "print all files in parallel, one in each column"),
    ("n", "number-lines", "[SEP[DIGITS]]", "number lines, use DIGITS (5) digits, then SEP (TAB)"),
    ("N", "first-line-number", "NUMBER", "start counting with NUMBER"),
    ("o", "indent", "MARGIN", "offset each line with MARGIN (zero) spaces"),
    ("r", "no-file-warnings", "", "omit warning when a file cannot be opened"),
    ("s", "separator", "[CHAR]", "separate columns by a single character"),
    ("S", "sep-string", "[STRING]", "separate columns by STRING"),
    ("t", "omit-header", "", "omit page headers and trailers"),
    ("T", "omit-pagination", "", "the same, and eliminate form feeds of the input"),
    ("v", "show-nonprinting", "", "ignored"),
    ("w", "width", "PAGE_WIDTH", "set page width to PAGE_WIDTH (72) characters for columns"),
    ("W", "page-width", "PAGE_WIDTH", "set page width to PAGE_WIDTH (72) characters always"),
    digits="columns",
    posix=False,
)
_NUMBERS = {
    "l": ("'-l PAGE_LENGTH' invalid number of lines", 1),
    "w": ("'-w PAGE_WIDTH' invalid number of characters", 1),
    "W": ("'-W PAGE_WIDTH' invalid number of characters", 1),
    "o": ("'-o MARGIN' invalid line offset", 0),
    "N": ("'-N NUMBER' invalid starting line number", None),
    "columns": ("invalid number of columns", 1),
}
_PAGES = re.compile(r"(\d{1,18})(?::(\d{1,18}))?", re.ASCII)
# Lines as wide, or pages as long, that may be held at once.
_FILLED = 16


def main(cx: Context) -> int:
    from runtime.bash.commands.pr.pages import Layout, Pages

    ranges, args = _ranges(cx.args)
    given = OPTIONS.parse(cx, args)
    ranges += given.all("pages")
    numbers = {key: _number(cx, given, key) for key in _NUMBERS if key in given}
    # Widths and lengths that pages are filled up to.
    cx.meter.text(_FILLED * max(map(abs, numbers.values()), default=0))
    if "m" in given and "columns" in given:
        return cx.fail("cannot specify number of columns when printing in parallel")
    if "m" in given and "a" in given:
        return cx.fail("cannot specify both printing across and printing in parallel")
    names = given.operands or ["-"]
    layout = Layout(cx, given, numbers, len(names))
    if layout.column_width < 1:
        return cx.fail("page width too narrow")
    first, last = _page_range(cx, ranges[-1]) if ranges else (1, 1 << 62)
    pages = Pages(cx, layout, first, last)
    status = 0
    if "m" in given:
        texts = [_read(cx, name, given) for name in names]
        pages.merged([text for text in texts if text is not None])
        status = int(None in texts)
    else:
        for name in names:
            text = _read(cx, name, given)
            if text is None:
                status = 1
            else:
                pages.file(name, text)
    return status


def _ranges(args: list[str]) -> tuple[list[str], list[str]]:
    """Operands like ``+3:5``, and the rest."""
    ranges = [arg[1:] for arg in args if arg.startswith("+") and _PAGES.fullmatch(arg[1:])]
    return ranges, [arg for arg in args if not (arg.startswith("+") and _PAGES.fullmatch(arg[1:]))]


def _page_range(cx: Context, text: str) -> tuple[int, int]:
    found = _PAGES.fullmatch(text)
    first, last = (int(found[1]), int(found[2] or 1 << 62)) if found else (0, 0)
    if found is None or not first or last < first:
        cx.complain(f"invalid page range {quote(text)}")
        raise Done(1)
    return first, last


def _number(cx: Context, given: Given, key: str) -> int:
    words, least = _NUMBERS[key]
    text = given[key]
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        cx.complain(f"{words}: {quote(text)}")
        raise Done(1)
    value = int(text[:12])
    if (least is not None and value < least) or abs(value) > 2_147_483_647:
        cx.complain(f"{words}: {quote(text)}: Numerical result out of range")
        raise Done(1)
    return value


def _read(cx: Context, name: str, given: Given) -> str | None:
    """A file's text, each byte a character; None when it cannot be read."""
    try:
        stream = opened(cx, name)
    except OSError as error:
        if "r" not in given:
            cx.complain(f"{maybe(name)}: {reason(error)}")
        return None
    try:
        data = whole(cx, stream)
    finally:
        stream.release()
    held(cx, data.count(b"\n"))
    return data.decode("latin-1")
