"""The defaults of a schema, written into the arguments that leave them out.

Policy judges arguments, an approver sees them and the log commits to them. A tool that falls back on a path which stands
only in its signature would work on something that none of them saw. So what the schema calls a default is filled in before
anybody is asked, in nested objects and lists as well.

``null`` is left out, since it names nothing. Where a value may be one of several schemas, only "this or null" is followed.
What a tool computes while it runs is no default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

_NULL = {"type": "null"}
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Defaults:
    """Fills one schema's defaults in."""

    __slots__ = ("_document", "any")

    def __init__(self, document: dict[str, Any]) -> None:
        """Take a schema whose references were found to stay within it."""
        self._document = document
        self.any = b'"default":' in _encode(document)
        """Whether there may be something to fill in."""

    def fill(self, value: Any, spend: Callable[[int], None]) -> Any:
        """The value with its defaults; the value itself is left as it was.

        Args:
            value: Fits the schema.
            spend: Told the bytes of each default, and raises where they become too many: a default of one element grows with
                the list.
        """
        return self._filled(self._document, value, spend)

    def _filled(self, schema: Any, value: Any, spend: Callable[[int], None]) -> Any:
        schema = self._meant(schema)
        if isinstance(value, dict):
            return self._object(schema.get("properties", {}), value, spend)
        if isinstance(value, list) and isinstance(schema.get("items"), dict):
            return [self._filled(schema["items"], item, spend) for item in value]
        return value

    def _object(self, properties: dict[str, Any], value: dict[str, Any], spend: Callable[[int], None]) -> Any:
        filled = dict(value)
        for name, schema in properties.items():
            if name in value:
                filled[name] = self._filled(schema, value[name], spend)
            elif isinstance(schema, dict) and schema.get("default") is not None:
                data = _encode(schema["default"])
                spend(len(name) + len(data))
                filled[name] = self._filled(schema, _decode(data), spend)
        return filled

    def _meant(self, schema: Any) -> dict[str, Any]:
        """The schema behind references and "or null"; no circle of them passed the survey."""
        while isinstance(schema, dict):
            if "$ref" in schema:
                schema = self._at(schema["$ref"])
                continue
            branches = [branch for branch in schema.get("anyOf", ()) if branch != _NULL]
            if len(branches) != 1:
                return schema
            schema = branches[0]
        return {}

    def _at(self, reference: str) -> Any:
        found: Any = self._document
        for token in reference.split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            found = found[int(key)] if isinstance(found, list) else found[key]
        return found
