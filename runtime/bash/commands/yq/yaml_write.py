"""Values as YAML, the way yq prints them: blocks indented by two, strings as they were written where that is known."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import Literal, spelled
from runtime.bash.commands.yq.yaml_read import DEEPEST, BadYaml, scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget
    from runtime.bash.commands.yq.yaml_read import Looks

__all__ = ["Writer"]

_WORDS = {None: "null", True: "true", False: "false"}
_UNSAFE_START = frozenset("-?:,[]{}#&*!|>'\"%@` ")
_MORE_SAFE = re.compile(r"[-?:][^\s]")
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?(?:$|[Tt\s])")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\x1b": "\\e", "\x07": "\\a", "\x08": "\\b"}  # fmt: skip
_CONTAINERS = (dict, list)


class Writer:
    """Prints values.

    Args:
        budget: what the text is charged to.
        looks: how things were written.
        plainly: to print in blocks, and strings in the plainest way, whatever they were (``-P``).
        indent: spaces of one level.
    """

    def __init__(self, budget: Budget, looks: Looks, indent: int = 2, *, plainly: bool = False) -> None:
        self.budget = budget
        self.looks = looks
        self.plainly = plainly
        self.indent = max(indent, 2)

    def document(self, value: Any) -> str:
        """A value that is no scalar, with its last newline. Raises BadYaml."""
        held: list[str] = []
        size = charged = 0
        for piece in self._block(value, "", 0):
            held.append(piece)
            size += len(piece)
            self.budget.tick()
            if size - charged > 65_536:
                charged = size
                self.budget.meter.text(size)
        return "".join(held)

    def lines(self, value: Any, margin: str) -> str:
        """The members of a container as lines behind ``margin``."""
        return "".join(self._block(value, margin, 0))

    def behind(self, value: Any, margin: str) -> str:
        """A value as it stands behind a key's colon, with its last newline."""
        return "".join(self._member(value, margin, 0))

    def in_line(self, value: Any) -> str:
        """A value as it stands within ``{}`` or ``[]``."""
        return "".join(self._flow(value, 0))

    def leaf(self, value: Any, style: str, margin: str) -> str:
        """A scalar in the style of the one it replaces."""
        if type(value) is str and style in {"'", '"'} and "\n" not in value:
            return self.string(value, style, margin)
        return self.small(value, margin + " " * self.indent)

    def _block(self, value: Any, margin: str, depth: int) -> Iterator[str]:
        """Lines of a container, or of a scalar behind what stands before it."""
        if depth > DEEPEST:
            raise BadYaml(f"exceeded max depth of {DEEPEST}")
        if type(value) not in _CONTAINERS or not value or self._flows(value):
            yield f"{self.small(value, margin)}\n"
        elif type(value) is dict:
            for key, item in value.items():
                yield f"{margin}{self._key(key)}:"
                yield from self._member(item, margin, depth)
        else:
            for item in value:
                yield f"{margin}-"
                yield from self._element(item, margin, depth)

    def _flows(self, value: Any) -> bool:
        return self.looks.of(value) == "{" and not self.plainly

    def _style(self, text: str) -> str:
        style = self.looks.of(text)
        return style if style == "plain" or not self.plainly else ""

    def _opens(self, value: Any) -> bool:
        return type(value) in _CONTAINERS and bool(value) and not self._flows(value)

    def _member(self, value: Any, margin: str, depth: int) -> Iterator[str]:
        inner = margin + " " * self.indent
        if self._opens(value):
            yield "\n"
            yield from self._block(value, inner, depth + 1)
        else:
            yield f" {self.small(value, inner)}\n"

    def _element(self, value: Any, margin: str, depth: int) -> Iterator[str]:
        inner = margin + " " * self.indent
        if not self._opens(value):
            yield f" {self.small(value, inner)}\n"
            return
        # The first line of a block stands behind the dash.
        pieces = self._block(value, inner, depth + 1)
        yield " " * (self.indent - 1) + next(pieces)[len(inner) :]
        yield from pieces

    def _key(self, key: str) -> str:
        return self.string(key, self._style(key), "", key=True)

    def small(self, value: Any, margin: str = "") -> str:
        """A scalar, an empty container, or one that is written in one line."""
        if type(value) is str:
            return self.string(value, self._style(value), margin)
        if type(value) in _CONTAINERS:
            return "".join(self._flow(value, 0))
        if value is None or type(value) is bool:
            return _WORDS[value]
        return _number(value)

    def _flow(self, value: Any, depth: int) -> Iterator[str]:
        self.budget.tick()
        if depth > DEEPEST:
            raise BadYaml(f"exceeded max depth of {DEEPEST}")
        if type(value) not in _CONTAINERS:
            yield self._leaf_in_flow(value)
            return
        mapping = type(value) is dict
        yield "{" if mapping else "["
        for number, item in enumerate(value.items() if mapping else value):
            lead = ", " if number else ""
            if mapping:
                yield f"{lead}{self._leaf_in_flow(item[0])}: "
                yield from self._flow(item[1], depth + 1)
            else:
                yield lead
                yield from self._flow(item, depth + 1)
        yield "}" if mapping else "]"

    def _leaf_in_flow(self, value: Any) -> str:
        if type(value) is not str:
            return self.small(value)
        style = self._style(value)
        if not style and any(char in value for char in ",[]{}"):
            style = "'"
        return self.string(value, style if style in {"'", '"'} else "", "", key=True)

    def string(self, text: str, style: str, margin: str, *, key: bool = False) -> str:
        """A string in a style, or in the plainest that reads back as the same."""
        self.budget.meter.text(len(text))
        if _CONTROL.search(text):
            return _double(text)
        if style in {">", "|"} and not key and "\n" not in text[:-1] and _fits_block(text):
            return style + _literal(text, margin, self.indent)[1:]
        if "\n" in text:
            return _double(text) if key or not _fits_block(text) else _literal(text, margin, self.indent)
        if style == '"':
            return _double(text)
        if style == "'":
            return _single(text)
        if not text or (style != "plain" and _resolves(text)):
            return _double(text)
        return text if _is_plain(text) else _single(text)


def _number(value: Any) -> str:
    if type(value) is Literal:
        return spelled(value)
    if value != value:  # only what is no number differs from itself
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    return spelled(value)


def _resolves(text: str) -> bool:
    """Whether a plain scalar of these characters would be no string, or a date to older readers."""
    return type(scalar(text)) is not str or _DATE.match(text) is not None or text == "<<"


def _is_plain(text: str) -> bool:
    if text != text.strip() or ": " in text or " #" in text or text.endswith(":") or "\t" in text:
        return False
    if text[:3] in {"---", "..."}:
        return False
    return text[0] not in _UNSAFE_START or _MORE_SAFE.match(text) is not None


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _double(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(char) or _escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if not _CONTROL.match(char):
        return char
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"


def _fits_block(text: str) -> bool:
    lines = text.split("\n")
    return (
        not any(line and not line.strip() for line in lines)
        and bool(text.strip("\n"))
        and not lines[0].startswith((" ", "\t"))
    )


def _literal(text: str, margin: str, indent: int) -> str:
    """``|`` with the mark for what ends it."""
    inner = margin or " " * indent
    mark = "" if text.endswith("\n") else "-"
    if text.endswith("\n\n"):
        mark = "+"
    lines = text.removesuffix("\n").split("\n")
    return f"|{mark}\n" + "\n".join(inner + line if line else "" for line in lines)
