"""The words of an HTML page, in one pass over its text and without a tree.

The standard's tree is what a hostile page aims at: 250 kB of ``<div>`` within each other take a fast C parser seconds, and
``<p><b id=1><p><b id=2>…`` asks for a number of nodes that grows with the square of the page (docs/adr/0094). Words need no tree: what is
hidden, what breaks a line and what keeps its spaces can be told from one tag after the other.

Nothing is looked for twice: what has no end reaches to the end of the page, and a quotation mark without a partner is the last of its kind.
"""

from __future__ import annotations

import html
import re

__all__ = ["words"]

# Their content is no markup: it ends at their own closing tag.
_RAW = frozenset(
    {"iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"}
)
_UNSHOWN_RAW = _RAW - {"textarea", "title", "xmp"}
_UNSHOWN = frozenset({"audio", "canvas", "datalist", "noscript", "object", "svg", "template", "video"})
_BREAKS = frozenset(
    ["address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search", "section", "select", "summary", "table", "tbody", "tfoot", "thead", "title", "tr", "ul"]
)  # fmt: skip
_SPACES = frozenset({"td", "th"})
_NAME = re.compile(r"[a-zA-Z][^\s/>]{0,63}")
_STOP = re.compile(r"[>\"']")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_EMPTY_LINES = re.compile(r"\n{3,}")


def words(page: str) -> str:
    """What a reader sees of a page: a line for each block, the lines of preformatted text as they are."""
    reader = _Reader(page)
    reader.read()
    return reader.text()


class _Reader:
    """One pass over a page."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._lowered = page.lower() if page.isascii() else _lowered(page)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._preformatted = 0
        self._unshown: dict[str, int] = {}

    def read(self) -> None:
        """Take the page apart."""
        at = 0
        while (opened := self._page.find("<", at)) >= 0:
            self._show(at, opened)
            at = self._markup(opened)
        self._show(at, len(self._page))
        self._break()

    def text(self) -> str:
        """The lines so far."""
        return _EMPTY_LINES.sub("\n\n", "\n".join(self._lines)).strip("\n")

    def _markup(self, at: int) -> int:
        """Take what begins with ``<``; where it ends."""
        page = self._page
        if page.startswith("<!--", at):
            return self._after("-->", at + 4)
        if page.startswith(("<!", "<?"), at):
            return self._after(">", at)
        closing = page.startswith("/", at + 1)
        name = _NAME.match(page, at + 2 if closing else at + 1)
        if name is None:
            if closing:  # the standard makes a comment of it
                return self._after(">", at)
            self._line.append("" if self._unshown else "<")
            return at + 1
        end = self._tag_end(name.end())
        return self._tag(name[0].lower(), closing, end)

    def _tag(self, name: str, closing: bool, end: int) -> int:
        if name in _UNSHOWN:
            self._hide(name, closing)
        if name in _BREAKS:
            self._break()
        elif name in _SPACES:
            self._line.append(" ")
        if name == "pre":
            self._preformatted = max(0, self._preformatted + (-1 if closing else 1))
        if closing or name not in _RAW:
            return end
        stop = self._find(f"</{name}", end)
        if name not in _UNSHOWN_RAW:
            self._show(end, stop)
            self._break()
        return stop

    def _hide(self, name: str, closing: bool) -> None:
        depth = self._unshown.pop(name, 0) + (-1 if closing else 1)
        if depth > 0:
            self._unshown[name] = depth

    def _tag_end(self, at: int) -> int:
        """Behind the tag's ``>``; one in a quoted value is none."""
        while (stop := _STOP.search(self._page, at)) is not None:
            if stop[0] == ">":
                return stop.end()
            partner = self._find(stop[0], stop.end())
            # A quotation without an end is one character like any other.
            at = stop.end() if partner == len(self._page) else partner + 1
        return len(self._page)

    def _after(self, mark: str, at: int) -> int:
        return min(self._find(mark, at) + len(mark), len(self._page))

    def _find(self, mark: str, at: int) -> int:
        """Where the mark is next; the end of the page where it is not."""
        found = self._lowered.find(mark, at)
        return found if found >= 0 else len(self._page)

    def _show(self, start: int, end: int) -> None:
        if start < end and not self._unshown:
            self._line.append(html.unescape(self._page[start:end]))

    def _break(self) -> None:
        """End the line; of preformatted text the spaces stay."""
        text = "".join(self._line)
        self._line.clear()
        if self._preformatted:
            self._lines += text.strip("\r\n").split("\n") if text.strip() else []
        elif text := _BLANKS.sub(" ", text).strip():
            self._lines.append(text)


def _lowered(page: str) -> str:
    """In lower case, letter for letter: some letters become two, and every place behind them would shift."""
    return page.translate({code: code + 32 for code in range(ord("A"), ord("Z") + 1)})
