"""Reads an OpenAPI document: JSON or YAML 1.2, as hostile input.

A document's size is bounded as a text, and again as a tree: what aliases or references unfold to is counted wherever it is walked. YAML
has no tags, merge keys or dates here, and an alias that holds itself is refused. References are followed inside the document alone.
"""

from __future__ import annotations

import json
import re
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200
MAX_HOPS = 32
"""References from one to the next."""
_INT = re.compile(r"[-+]?[0-9]{1,19}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?")
_CONSTANTS = {"null": None, "Null": None, "NULL": None, "~": None, "": None,
              "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}  # fmt: skip
_MAX_ALIASES = 10_000


class DocumentRefused(ValueError):
    """Why a document, or one operation of it, cannot be imported."""


class Document:
    """A document that was read: its root, and what references in it lead to."""

    def __init__(self, root: dict[str, Any]) -> None:
        """Keep the root.

        Raises:
            DocumentRefused: it is no document of OpenAPI 3.0 or 3.1.
        """
        version = root.get("openapi")
        if not isinstance(version, str) or not version.startswith(("3.0", "3.1")):
            said = version or root.get("swagger")
            raise DocumentRefused(
                f"no document of OpenAPI 3.0 or 3.1, but {said!r:.40}"
                if said
                else "no document of OpenAPI 3.0 or 3.1"
            )
        self.root = root
        self.is_30 = version.startswith("3.0")

    def resolved(self, value: Any) -> dict[str, Any]:
        """The object itself, or what its reference leads to.

        Raises:
            DocumentRefused: that is outside of the document, is none, or leads in a circle.
        """
        for _ in range(MAX_HOPS):
            if not isinstance(value, dict):
                raise DocumentRefused("an object of the document is none")
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return value
            value = self.at(reference)
        raise DocumentRefused("references lead in a circle")

    def at(self, reference: str) -> Any:
        """What a reference of the form ``#/components/...`` leads to.

        Raises:
            DocumentRefused: nothing, or something outside of the document.
        """
        if not reference.startswith("#/"):
            raise DocumentRefused(f"the reference {reference[:100]!r} leads out of the document")
        value: Any = self.root
        for token in reference[2:].split("/"):
            name = _unquoted(token).replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and name.isdecimal() and len(name) < 7 and int(name) < len(value):
                value = value[int(name)]
            elif isinstance(value, dict) and name in value:
                value = value[name]
            else:
                raise DocumentRefused(f"the reference {reference[:100]!r} leads nowhere")
        return value


def _unquoted(token: str) -> str:
    return (
        re.sub(r"%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), token) if "%" in token else token
    )


def read_document(data: bytes) -> Document:
    """The document of a text.

    Raises:
        DocumentRefused: it is too large, is neither JSON nor YAML, or is no document of OpenAPI 3.0 or 3.1.
    """
    if len(data) > MAX_BYTES:
        raise DocumentRefused(f"larger than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentRefused("not UTF-8") from None
    try:
        root = _json(text) if text.lstrip()[:1] == "{" else _yaml(text)
    except RecursionError:
        raise DocumentRefused("nested too deeply") from None
    if not isinstance(root, dict):
        raise DocumentRefused("no object")
    return Document(root)


def _json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_int=_whole, parse_constant=_no_number)
    except DocumentRefused:
        raise
    except ValueError as error:
        raise DocumentRefused(f"not JSON: {str(error)[:100]}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):  # a reader and a reviewer could see different ones
        raise DocumentRefused("a name is given twice in one object")
    return value


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) < 20 else float(digits)


def _no_number(name: str) -> Any:
    raise DocumentRefused(f"{name} is no number of JSON")


def _yaml(text: str) -> Any:
    import yaml  # most documents are JSON

    loader: Any = getattr(yaml, "CParser", None)
    try:
        events = iter(yaml.parse(text, Loader=loader) if loader else yaml.parse(text))
        return _Composer(events).document()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" in line {mark.line + 1}" if mark else ""
        raise DocumentRefused(f"neither JSON nor YAML{place}") from None


class _Composer:
    """Builds values of YAML's events, by its core schema. Aliases share what they name; nothing is copied."""

    def __init__(self, events: Any) -> None:
        self._events = events
        self._anchors: dict[str, Any] = {}
        self._aliases = 0

    def document(self) -> Any:
        """The one document."""
        value, found = None, 0
        for event in self._events:
            name = type(event).__name__
            if name in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent", "AliasEvent"):
                value, found = self._value(event, 0), found + 1
        if found != 1:
            raise DocumentRefused("not one document of YAML")
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise DocumentRefused("nested too deeply")
        name = type(event).__name__
        if name == "AliasEvent":
            return self._alias(event.anchor)
        if event.tag is not None and event.tag not in ("!", "tag:yaml.org,2002:str"):
            raise DocumentRefused("YAML with tags is not read")
        if name == "ScalarEvent":
            value: Any = event.value if event.style is not None or event.tag else _scalar(event.value)
        elif name == "SequenceStartEvent":
            value = [self._value(each, depth + 1) for each in iter(self._next, None)]
        else:
            value = self._mapping(depth)
        if event.anchor is not None:  # only now: what an anchor names cannot hold itself
            self._anchors[event.anchor] = value
        return value

    def _next(self) -> Any:
        event = next(self._events)
        return None if type(event).__name__ in ("SequenceEndEvent", "MappingEndEvent") else event

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for event in iter(self._next, None):
            key = event.value if type(event).__name__ == "ScalarEvent" else None
            if key is None or key in found:
                raise DocumentRefused("a name of a mapping is no text, or is given twice")
            if key == "<<" and event.style is None:
                raise DocumentRefused("YAML with merge keys is not read")
            if (value := self._next()) is None:
                raise DocumentRefused("a mapping ends early")
            found[key] = self._value(value, depth + 1)
        return found

    def _alias(self, anchor: str) -> Any:
        self._aliases += 1
        if self._aliases > _MAX_ALIASES or anchor not in self._anchors:
            raise DocumentRefused("an alias names what holds it, or there are too many")
        return self._anchors[anchor]


def _scalar(text: str) -> Any:
    """YAML 1.2's core schema, in decimal."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
