"""YAML as values: PyYAML's events, with the scalars of YAML 1.2's core schema.

Only the library's scanner is used: it makes one event after the other, so that every node is charged before it is made, and
an alias is the value itself, never a copy. What its YAML 1.1 would make of ``yes``, ``1:30`` or a date does not happen.
"""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import EXACT, Literal, number, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget

__all__ = ["DEEPEST", "BadYaml", "Looks", "documents", "scalar"]

# Levels of a document; the library stops at its own bound of a thousand.
DEEPEST = 500
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_JSON = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_PREFIX = "tag:yaml.org,2002:"
_MERGE = "<<"
# Digits of a number in another base.
_LONG = 200
# Strings whose look is remembered, at some 150 bytes each: beyond, they are printed as plainly as they can be.
_MOST_LOOKS = 200_000
# Keys that `<<` copies: mappings that merge one another grow by the square.
_MOST_MERGED = 1_000_000
# What two libraries call the same mistake: PyYAML's words, then those of the one that yq is built on.
_WORDS = {"expected <block end>, but found ": "did not find expected key", "found character '\\t'": "found character that cannot start any token"}  # fmt: skip


class BadYaml(Exception):
    """The text is no YAML; ``line`` counts from 1, 0 where there is none."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Looks:
    """How strings and containers were written, by identity: a filter hands on what it does not change.

    ``kept`` holds them, so that no identity is given to something else.
    """

    __slots__ = ("kept", "style")

    def __init__(self) -> None:
        self.style: dict[int, str] = {}
        self.kept: list[Any] = []

    def note(self, value: Any, style: str) -> None:
        """``value`` was written in ``style``: one of ``' " | >`` or ``{`` for a container in one line."""
        # Single characters are one object wherever they stand.
        if (type(value) is not str or len(value) > 1) and len(self.kept) < _MOST_LOOKS:
            self.style[id(value)] = style
            self.kept.append(value)

    def of(self, value: Any) -> str:
        """The style, "" for none."""
        return self.style.get(id(value), "")

    def hand_on(self, old: Any, new: Any, budget: Budget) -> None:
        """What stands where something else stood looks like that did."""
        stack = [(old, new)]
        seen: set[int] = set()
        while stack:
            old, new = stack.pop()
            if old is new or type(old) is not type(new) or id(new) in seen:
                continue
            if type(new) in (dict, list):
                seen.add(id(new))
            budget.tick()
            style = self.of(old)
            if old and style and style != "plain" and not self.of(new):
                self.note(new, style)
            if type(new) is dict:
                stack += [(old[key], item) for key, item in new.items() if key in old]
            elif type(new) is list:
                stack += zip(old, new, strict=False)


def scalar(text: str) -> Any:
    """What a plain scalar is in the core schema."""
    if text in _NULL:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    first = text[0]
    if first.isdigit() or first in "+-.":
        if _INT.fullmatch(text):
            return _integer(text)
        if _FLOAT.fullmatch(text):
            return _spelled_as(number(text.lstrip("+")) if _JSON.fullmatch(text) else float(text), text)
        if _SPECIAL.fullmatch(text):
            return float(text.replace(".", "", 1))
    return text


def _integer(text: str) -> Any:
    if text[:2] in {"0o", "0x"}:
        # Longer ones are more than a double holds, and their decimal digits more than Python will make.
        value = int(text[2:], 8 if text[1] == "o" else 16) if len(text) < _LONG else float("inf")
        return _spelled_as(value if value < EXACT else float(value), text)
    return _spelled_as(number(text.lstrip("+-").lstrip("0") or "0") * (-1 if text[0] == "-" else 1), text)


def _spelled_as(value: Any, text: str) -> Any:
    """The number with its spelling, where it has another than ours."""
    if spelled(value) == text:
        return value
    made = Literal(value)
    made.text = text
    return made


class _Open:
    """A container that is being read."""

    __slots__ = ("anchor", "key", "keyed", "merges", "value")

    def __init__(self, value: Any, anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: Any = None
        self.keyed = False
        self.merges: list[Any] = []


class _Document:
    """One document, built from its events."""

    def __init__(self, budget: Budget, looks: Looks) -> None:
        self.budget = budget
        self.looks = looks
        self.anchors: dict[str, Any] = {}
        self.stack: list[_Open] = []
        self.root: Any = None
        self.merged = 0

    def begin(self, value: Any, event: Any) -> None:
        if len(self.stack) >= DEEPEST:
            raise BadYaml(f"exceeded max depth of {DEEPEST}", event.start_mark.line + 1)
        self.budget.cells(1)
        if event.flow_style:
            self.looks.note(value, "{")
        if event.anchor:
            self.anchors[event.anchor] = value
        self.stack.append(_Open(value, event.anchor))

    def end(self) -> None:
        opened = self.stack.pop()
        if opened.merges:
            self.merged += sum(
                len(source)
                for merge in opened.merges
                for source in (merge if type(merge) is list else [merge])
                if type(source) is dict
            )
            if self.merged > _MOST_MERGED:
                self.budget.meter.exceeded("variable_bytes", f"yq: more than {_MOST_MERGED} merged keys")
            _merge(opened.value, opened.merges)
        self.put(opened.value)

    def put(self, value: Any) -> None:
        """The next node."""
        if not self.stack:
            self.root = value
            return
        top = self.stack[-1]
        self.budget.cells(1)
        if type(top.value) is list:
            top.value.append(value)
        elif not top.keyed:
            top.key, top.keyed = value, True
        else:
            top.keyed = False
            if top.key is _MERGE_KEY:
                top.merges.append(value)
            else:
                top.value[_key(top.key)] = value

    def leaf(self, event: Any) -> None:
        text = event.value
        self.budget.text(len(text))
        value: Any = text
        if event.tag and event.tag != "!":
            value = _tagged(event.tag, text, event.start_mark.line + 1)
        elif event.implicit[0]:
            value = scalar(text)
            if type(value) is str and text[:1].isdigit():
                # A date stays as plain as it was.
                self.looks.note(text, "plain")
            if (
                text == _MERGE
                and self.stack
                and type(self.stack[-1].value) is dict
                and not self.stack[-1].keyed
            ):
                value = _MERGE_KEY
        else:
            self.looks.note(text, event.style or "")
        if event.anchor:
            self.anchors[event.anchor] = value
        self.put(value)

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            raise BadYaml(f"unknown anchor '{event.anchor}' referenced")
        value = self.anchors[event.anchor]
        if any(opened.value is value for opened in self.stack):
            raise BadYaml(f"anchor '{event.anchor}' value contains itself")
        self.put(value)


_MERGE_KEY: Any = object()


def _key(value: Any) -> str:
    """A key as text: a mapping has no other here."""
    if type(value) is str:
        return value
    if value is None or type(value) is bool:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return spelled(value)
    raise BadYaml("a mapping or a sequence is no key here")


def _merge(value: dict[str, Any], merges: list[Any]) -> None:
    """``<<``: what is there stays, earlier mappings win."""
    merged: dict[str, Any] = {}
    for source in [item for merge in merges for item in (merge if type(merge) is list else [merge])]:
        if type(source) is not dict:
            raise BadYaml("map merge requires map or sequence of maps as the value")
        for key, item in source.items():
            merged.setdefault(key, item)
    own = dict(value)
    value.clear()
    value.update(merged)
    value.update(own)


def _tagged(tag: str, text: str, line: int) -> Any:
    name = tag.removeprefix(_PREFIX)
    if name in {"null", "bool", "int", "float"}:
        value = scalar(text)
        if type(value) is str:
            raise BadYaml(f"cannot decode !!str `{text[:20]}` as a !!{name}", line)
        return value
    return text


def documents(data: bytes, budget: Budget, looks: Looks) -> Iterator[Any]:
    """Every document of a text. Raises BadYaml."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        yield from _read(yaml.parse(data, Loader=loader), budget, looks)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYaml(_worded(error.problem or error.context or ""), mark.line + 1 if mark else 0) from None
    except (yaml.YAMLError, UnicodeError):
        raise BadYaml("control characters are not allowed") from None


def _worded(problem: str) -> str:
    return next((words for known, words in _WORDS.items() if problem.startswith(known)), problem)


def _read(events: Iterator[Any], budget: Budget, looks: Looks) -> Iterator[Any]:
    document = _Document(budget, looks)
    for event in events:
        name = type(event).__name__
        budget.tick()
        if name == "ScalarEvent":
            document.leaf(event)
        elif name == "MappingStartEvent":
            document.begin({}, event)
        elif name == "SequenceStartEvent":
            document.begin([], event)
        elif name in {"MappingEndEvent", "SequenceEndEvent"}:
            document.end()
        elif name == "AliasEvent":
            document.alias(event)
        elif name == "DocumentEndEvent":
            yield document.root
            document = _Document(budget, looks)
