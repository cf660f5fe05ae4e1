"""A command line as arguments: ``--id 42 --tag a --tag b --no-verbose`` by the schema of a tool. Pure.

| written | read |
|---|---|
| ``--id 42``, ``--id=42`` | the type that the schema says: ``integer``, ``number``, ``boolean``, ``string`` |
| ``--verbose``, ``--no-verbose`` | true, false, of a boolean |
| ``--tag a --tag b``, ``--tag '["a","b"]'`` | an array |
| ``--filter '{"a":1}'`` | an object |
| ``--other x`` | text, unless the schema is closed to others; true where no value follows |

A value that begins with ``--`` is written ``--key=--value``. A flag's dashes stand for underscores where only such a name is known.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

STDIN_JSON = "stdin-json"
HELP = "help"
_INTEGER = re.compile(r"[+-]?[0-9]{1,400}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TRUTH = {"true": True, "false": False}
_NEAR = 0.6
_LONGEST = 80


class UsageError(ValueError):
    """The command line does not fit the tool."""

    def __init__(self, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


class Given(msgspec.Struct):
    """What a command line says."""

    params: dict[str, Any]
    wants_help: bool = False
    merges_stdin: bool = False
    unknown: tuple[str, ...] = ()
    """Flags that the schema does not name."""


class Flags:
    """The flags of one tool."""

    def __init__(self, name: str, schema: Mapping[str, Any]) -> None:
        """Read them off its schema.

        Args:
            name: The tool's.
            schema: Of an object; what is no schema has no flags.
        """
        self.name = name
        self._root = schema
        found = schema.get("properties")
        self.properties: dict[str, Any] = dict(found) if isinstance(found, Mapping) else {}
        required = schema.get("required")
        self.required = (
            [key for key in required if isinstance(key, str)] if isinstance(required, list) else []
        )
        self._closed = schema.get("additionalProperties") is False

    def parse(self, words: Sequence[str]) -> Given:
        """The arguments of a command line, without defaults.

        Raises:
            UsageError: a flag or value does not fit.
        """
        given = Given({})
        left = list(reversed(words))
        unknown: list[str] = []
        while left:
            word = left.pop()
            if word == "--" and not left:
                break
            if word == "-h" and HELP not in self.properties:
                given.wants_help = True
                continue
            if not word.startswith("--") or word == "--":
                raise UsageError(f"unexpected argument {_shown(word)}", "Arguments are flags: --key value.")
            flag, equals, value = word[2:].partition("=")
            if flag == HELP and flag not in self.properties:
                given.wants_help = True
            elif flag == STDIN_JSON and flag not in self.properties:
                given.merges_stdin = True
            else:
                self._take(given, unknown, flag, value if equals else None, left)
        given.unknown = tuple(unknown)
        return given

    def complete(self, given: Given, more: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with those of standard input below them, and the schema's defaults.

        Raises:
            UsageError: one that is required is missing.
        """
        params = {**more, **given.params}
        for key, schema in self.properties.items():
            resolved = self._resolved(schema)
            if key not in params and "default" in resolved:
                params[key] = resolved["default"]
        if missing := [key for key in self.required if key not in params]:
            near = [
                f"--{flag} looks like --{key}"
                for key in missing
                for flag in difflib.get_close_matches(key, given.unknown, n=1, cutoff=_NEAR)
            ]
            needs = " and ".join(f"--{key}" for key in missing)
            raise UsageError(f"missing {needs}", "; ".join(near) + "." if near else f"Usage: {self.usage()}")
        return params

    def merged(self, text: str) -> dict[str, Any]:
        """The one JSON object of standard input.

        Raises:
            UsageError: it is none.
        """
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise UsageError("--stdin-json: standard input is not one JSON object")
        return value

    def usage(self) -> str:
        """``get_user --id <integer>``."""
        return " ".join([self.name, *(self._shape(key) for key in self.properties)])

    def lines(self) -> list[str]:
        """One line for each flag, for people and models."""
        rows = [(self._shape(key), self._about(key)) for key in self.properties]
        rows += [
            (f"--{STDIN_JSON}", "Take further arguments from one JSON object on standard input"),
            (f"--{HELP}", "Show this help"),
        ]
        width = max(len(shape) for shape, _ in rows)
        return [f"  {shape:<{width}}  {about}".rstrip() for shape, about in rows]

    # -- one flag -----------------------------------------------------------------------------------------

    def _take(self, given: Given, unknown: list[str], flag: str, value: str | None, left: list[str]) -> None:
        key = self._known(flag)
        if key is None and flag.startswith("no-") and value is None:
            negated = self._known(flag[3:])
            if negated is not None and "boolean" in self._types(negated):
                given.params[negated] = False
                return
        if key is None:
            self._take_unknown(given, unknown, flag, value, left)
            return
        types = self._types(key)
        if value is None and "boolean" in types:
            follows = left[-1] if left else ""
            value = left.pop() if follows in _TRUTH else "true"
        elif value is None:
            value = self._following(flag, left)
        if types == ["array"] and not value.lstrip().startswith("["):
            items = self._resolved(self._resolved(self.properties[key]).get("items", {}))
            read = self._read(flag, value, items)
            given.params.setdefault(key, []).append(read)
        else:
            given.params[key] = self._read(flag, value, self._resolved(self.properties[key]))

    def _take_unknown(
        self, given: Given, unknown: list[str], flag: str, value: str | None, left: list[str]
    ) -> None:
        if self._closed or not flag:
            near = difflib.get_close_matches(flag, self.properties, n=1, cutoff=_NEAR)
            raise UsageError(
                f"unknown flag --{_cut(flag)}",
                f"Did you mean --{near[0]}?" if near else f"Usage: {self.usage()}",
            )
        if value is None and left and not left[-1].startswith("--"):
            value = left.pop()
        unknown.append(flag)
        given.params[flag] = True if value is None else value

    def _known(self, flag: str) -> str | None:
        if flag in self.properties:
            return flag
        spelled = flag.replace("-", "_")
        return spelled if spelled in self.properties else None

    def _following(self, flag: str, left: list[str]) -> str:
        if not left or left[-1].startswith("--"):
            raise UsageError(f"--{flag} needs a value", f"Usage: {self.usage()}")
        return left.pop()

    # -- one value ----------------------------------------------------------------------------------------

    def _read(self, flag: str, text: str, schema: Mapping[str, Any]) -> Any:
        types = _types_of(schema)
        choices = schema.get("enum")
        for kind in [kind for kind in _READERS if kind in types] or ["string"]:
            read, value = _READERS[kind](text)
            if read and (not isinstance(choices, list) or value in choices):
                return value
        if isinstance(choices, list):
            names = [choice if isinstance(choice, str) else json.dumps(choice) for choice in choices]
            near = difflib.get_close_matches(text, names, n=1, cutoff=_NEAR)
            raise UsageError(
                f"--{flag}: {_shown(text)} is none of {', '.join(names)}",
                f"Did you mean {near[0]}?" if near else "",
            )
        wanted = " or ".join(_ARTICLES.get(kind, kind) for kind in types)
        raise UsageError(f"--{flag}: {_shown(text)} is not {wanted}")

    def _types(self, key: str) -> list[str]:
        return _types_of(self._resolved(self.properties[key]))

    def _resolved(self, schema: Any) -> Mapping[str, Any]:
        """The schema that a reference within its own document leads to."""
        for _ in range(_LONGEST):
            if not isinstance(schema, Mapping):
                return {}
            reference = schema.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                return schema
            target: Any = self._root
            for part in reference[2:].split("/"):
                target = target.get(part) if isinstance(target, Mapping) else None
            schema = {
                **(target if isinstance(target, Mapping) else {}),
                **{k: v for k, v in schema.items() if k != "$ref"},
            }
        return {}

    # -- help ---------------------------------------------------------------------------------------------

    def _shape(self, key: str) -> str:
        types = self._types(key)
        return f"--{key}" if types == ["boolean"] else f"--{key} <{'|'.join(types) or 'any'}>"

    def _about(self, key: str) -> str:
        schema = self._resolved(self.properties[key])
        parts = [str(schema["description"])] if isinstance(schema.get("description"), str) else []
        if isinstance(schema.get("enum"), list):
            parts.append("one of " + ", ".join(map(_plain, schema["enum"])))
        if key in self.required:
            parts.append("required")
        elif "default" in schema:
            parts.append(f"default {_plain(schema['default'])}")
        return "; ".join(" ".join(part.split()) for part in parts)


def _types_of(schema: Mapping[str, Any]) -> list[str]:
    """The types that a schema allows, as far as it says."""
    named = schema.get("type")
    if isinstance(named, str):
        return [named]
    if isinstance(named, list):
        return [kind for kind in named if isinstance(kind, str)]
    for keyword in ("anyOf", "oneOf"):
        variants = schema.get(keyword)
        if isinstance(variants, list):
            return list(
                dict.fromkeys(kind for v in variants if isinstance(v, Mapping) for kind in _types_of(v))
            )
    choices = schema.get("enum")
    if isinstance(choices, list):
        return list(dict.fromkeys(_type_of(choice) for choice in choices))
    return []


def _type_of(value: Any) -> str:
    for kind, types in _PYTHON.items():
        if isinstance(value, types):
            return kind
    return "null"


def _integer(text: str) -> tuple[bool, Any]:
    return (True, int(text)) if _INTEGER.fullmatch(text) else (False, None)


def _number(text: str) -> tuple[bool, Any]:
    if not _NUMBER.fullmatch(text):
        return False, None
    value = int(text) if _INTEGER.fullmatch(text) else float(text)
    return abs(value) != float("inf"), value


def _boolean(text: str) -> tuple[bool, Any]:
    return text in _TRUTH, _TRUTH.get(text)


def _null(text: str) -> tuple[bool, Any]:
    return text == "null", None


def _json(kind: type) -> Any:
    def read(text: str) -> tuple[bool, Any]:
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return False, None
        return isinstance(value, kind), value

    return read


# In the order in which they are tried where a schema allows several: what any text fits comes last.
_READERS: dict[str, Any] = {
    "null": _null, "boolean": _boolean, "integer": _integer, "number": _number, "array": _json(list), "object": _json(dict),
    "string": lambda text: (True, text),
}  # fmt: skip
_PYTHON: dict[str, Any] = {
    "boolean": bool,
    "integer": int,
    "number": float,
    "string": str,
    "array": list,
    "object": dict,
}
_ARTICLES = {
    "integer": "an integer", "number": "a number", "boolean": "true or false", "array": "a JSON array",
    "object": "a JSON object",
}  # fmt: skip


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _shown(text: str) -> str:
    return json.dumps(_cut(text), ensure_ascii=False)
