"""Values as OPA's Wasm modules write them: JSON, with sets ``{1, "a"}`` and ``set()``, and objects whose keys are any value.

Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

MAX_DEPTH = 200
_MARK = re.compile(r'\s*(set\(\)|"(?:[^"\\]|\\.)*"|[-+.\deE]+|true|false|null|[][{},:])')
_SCALARS = {"true": True, "false": False, "null": None}


class Unreadable(ValueError):
    """The text is no value, or one that has no counterpart here."""


def read(text: str) -> Any:
    """The value of a text; a set is a frozenset, so its members, and the keys of an object, are scalars."""
    if '"' not in text and "{" not in text and "set(" not in text:
        return json.loads(text)
    return _Reader(text).whole()


def write(value: Any) -> str:
    """The text of a value."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{write(k)}:{write(v)}" for k, v in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(map(write, value)) + "}" if value else "set()"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(write, value)) + "]"
    written = getattr(value, "written", None)
    if isinstance(written, str):
        return written
    if (
        isinstance(value, float) and 1e-6 <= abs(value) < 1e21
    ):  # in decimals, as the question has it: the module hashes 1e-05 otherwise
        return format(Decimal(repr(value)), "f").removesuffix(".0")
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def to_json(text: str) -> str:
    """The value as OPA writes it in JSON: a set is an array in OPA's order, a key that is no string is its text."""
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except ValueError:
        return _json(_Document(text).whole())
    return text  # as nearly always: it holds no set


def is_set(text: str) -> bool:
    """Whether the text of a collection in braces is a set."""
    return isinstance(_Document(text).whole(), _Set)


class _Number(str):
    """A number as it was written: every digit of it."""


class _Set(list[Any]):
    """The members of a set."""


def _json(value: Any) -> str:
    if isinstance(value, _Number):
        return str(value)
    if isinstance(value, _Set):
        return "[" + ",".join(map(_json, sorted(value, key=_rank))) + "]"
    if isinstance(value, list):
        return "[" + ",".join(map(_json, value)) + "]"
    if isinstance(value, _Pairs):
        keys = [_json_key(k) for k, _ in value.pairs]
        if len(set(keys)) < len(keys):
            raise Unreadable("keys that JSON writes alike")
        return "{" + ",".join(f"{k}:{_json(v)}" for k, (_, v) in zip(keys, value.pairs, strict=True)) + "}"
    return json.dumps(value, ensure_ascii=False)


def _json_key(key: Any) -> str:
    if type(key) is str:
        return json.dumps(key, ensure_ascii=False)
    written = _json(key)
    if re.search("[<>&\u2028\u2029]", written):
        raise Unreadable("a key that is written in several ways")
    return json.dumps(written, ensure_ascii=False)


class _Pairs:
    """The members of an object."""

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        self.pairs = pairs


_Rank = tuple[Any, ...]


def _rank(value: Any) -> _Rank:
    """OPA's order: null, booleans, numbers, strings, arrays, objects, sets."""
    if value is None:
        return (0,)
    if isinstance(value, bool):
        return (1, value)
    if isinstance(value, _Number):
        return (2, Decimal(value))
    if isinstance(value, str):
        return (3, value)
    if isinstance(value, _Set):
        return (6, *map(_rank, sorted(value, key=_rank)))
    if isinstance(value, list):
        return (4, *map(_rank, value))
    pairs = sorted((_rank(k), _rank(v)) for k, v in value.pairs)
    return (5, *(rank for pair in pairs for rank in pair))


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> Any:
        """The value, and nothing behind it."""
        value = self.value(0)
        if self.mark():
            raise Unreadable("something follows the value")
        return value

    def mark(self) -> str:
        """The next scalar or sign; an empty one at the end."""
        found = _MARK.match(self._text, self._at)
        if not found:
            if self._text[self._at :].strip():
                raise Unreadable("no value")
            return ""
        self._at = found.end()
        return found[1]

    def value(self, depth: int) -> Any:
        return self._value(self.mark(), depth)

    def _value(self, mark: str, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise Unreadable("a value is nested too deeply")
        if mark == "[":
            return self._array(depth)
        if mark == "{":
            return self._braces(depth)
        if mark == "set()":
            return self.set_of([])
        if mark in _SCALARS:
            return _SCALARS[mark]
        try:
            scalar = json.loads(mark, strict=False)
        except ValueError:
            raise Unreadable("no value") from None
        return scalar if isinstance(scalar, str) else self.number(mark)

    def _array(self, depth: int) -> list[Any]:
        mark = self.mark()
        if mark == "]":
            return []
        items = [self._value(mark, depth + 1)]
        while self._goes_on("]"):
            items.append(self.value(depth + 1))
        return items

    def _braces(self, depth: int) -> Any:
        mark = self.mark()
        if mark == "}":
            return self.object_of([])
        first = self._value(mark, depth + 1)
        try:
            mark = self.mark()
            return self._object(first, depth) if mark == ":" else self._set(first, mark, depth)
        except TypeError:
            raise Unreadable("a collection as a key, or as a member of a set") from None

    def _object(self, key: Any, depth: int) -> Any:
        pairs = [(key, self.value(depth + 1))]
        while self._goes_on("}"):
            key = self.value(depth + 1)
            if self.mark() != ":":
                raise Unreadable("a key without a value")
            pairs.append((key, self.value(depth + 1)))
        return self.object_of(pairs)

    def _set(self, first: Any, mark: str, depth: int) -> Any:
        items = [first]
        while mark != "}":
            if mark != ",":
                raise Unreadable("a collection that does not end")
            items.append(self.value(depth + 1))
            mark = self.mark()
        return self.set_of(items)

    def _goes_on(self, end: str) -> bool:
        mark = self.mark()
        if mark not in (",", end):
            raise Unreadable("a collection that does not end")
        return mark == ","

    # What values are made of.

    def number(self, text: str) -> Any:
        return json.loads(text)

    def set_of(self, items: list[Any]) -> Any:
        found = frozenset(items)
        if len(found) < len(items):
            raise Unreadable("1 and true in one set")
        return found

    def object_of(self, pairs: list[tuple[Any, Any]]) -> Any:
        return dict(pairs)


class _Document(_Reader):
    """Reads what is written again, without a loss."""

    def number(self, text: str) -> Any:
        return _Number(text)

    def set_of(self, items: list[Any]) -> Any:
        return _Set(items)

    def object_of(self, pairs: list[tuple[Any, Any]]) -> Any:
        return _Pairs(pairs)
