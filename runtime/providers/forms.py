"""What a value may look like where a schema has references and unions, and which nulls only stand for "left out"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Forms", "fixed_values", "is_a", "without_nulls"]

_MOST_HOPS = 10


def is_a(schema: Mapping[str, Any], kind: str) -> bool:
    """Whether values of this type are among those that the schema names."""
    kinds = schema.get("type", ())
    return kind == kinds or (not isinstance(kinds, str) and kind in kinds)


def fixed_values(schema: Mapping[str, Any]) -> list[Any]:
    """The values that a schema lists; none where it lists none."""
    return list(schema["enum"]) if "enum" in schema else [schema["const"]] if "const" in schema else []


class Forms:
    """The forms of the schemas within one; each is looked up once."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        # The schema stands beside its forms so that it lives, and its id with it.
        self._known: dict[int, tuple[Any, list[Mapping[str, Any]]]] = {}

    def of(self, schema: Any) -> list[Mapping[str, Any]]:
        """The schemas that this one stands for, behind references and unions."""
        known = self._known.get(id(schema))
        if known is None:
            self._known[id(schema)] = known = (schema, self._unfolded(schema))
        return known[1]

    def constants(self, form: Mapping[str, Any], name: str) -> list[Any]:
        """What a member of an object can only be, if it is there for sure."""
        member = self._resolved(form.get("properties", {}).get(name, {}))
        return fixed_values(member) if name in form.get("required", ()) else []

    def take_null(self, schema: Any) -> bool:
        """Whether null fits as far as types and listed values say."""
        return any(
            ("type" not in form or is_a(form, "null"))
            and (None in form.get("enum", (None,)))
            and form.get("const") is None
            for form in self.of(schema)
        )

    def fitting(self, schema: Any, value: list[Any] | dict[str, Any]) -> Mapping[str, Any]:
        """The form that a list or an object is meant to have; an empty one where that cannot be told."""
        kind = "object" if isinstance(value, dict) else "array"
        forms = [form for form in self.of(schema) if is_a(form, kind)]
        if len(forms) > 1 and isinstance(value, dict):
            forms = [form for form in forms if self._describes(form, value)]
        return forms[0] if len(forms) == 1 else {}

    def _describes(self, form: Mapping[str, Any], value: dict[str, Any]) -> bool:
        return form.get("properties", {}).keys() == value.keys() and all(
            not (constants := self.constants(form, name)) or member in constants
            for name, member in value.items()
        )

    def _unfolded(self, schema: Any) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        waiting, seen = [schema], set()
        while waiting:
            form = self._resolved(waiting.pop())
            branches = form.get("anyOf", form.get("oneOf"))
            if branches is None:
                found.append(form)
            elif id(form) not in seen:  # a union within itself adds no form; nor does one that is there twice
                seen.add(id(form))
                waiting += reversed(branches)
        return found

    def _resolved(self, schema: Any) -> Mapping[str, Any]:
        for _ in range(_MOST_HOPS):
            if not isinstance(schema, Mapping):
                break
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                return schema
            schema = self._place(reference)
        return {}

    def _place(self, reference: str) -> Any:
        """What a JSON Pointer in a fragment leads to (RFC 6901, section 6); None where it leads nowhere."""
        found: Any = self._root
        first, *tokens = reference.split("/")
        for token in tokens:
            key = token.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if isinstance(found, Mapping) else None
        return found if first == "#" else None


def without_nulls(schema: Mapping[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments without the nulls that only stand for something optional which was left out.

    A null stays where the schema takes null, where the name is required or unknown, and where the form cannot be told.
    """
    kept: dict[str, Any] = _without(Forms(schema), schema, arguments)
    return kept


def _without(forms: Forms, schema: Any, value: Any) -> Any:
    if not isinstance(value, (list, dict)):
        return value
    form = forms.fitting(schema, value)
    if isinstance(value, list):
        return [_without(forms, form.get("items"), item) for item in value]
    properties, required = form.get("properties", {}), form.get("required", ())
    return {
        name: _without(forms, properties.get(name), member)
        for name, member in value.items()
        if member is not None
        or name not in properties
        or name in required
        or forms.take_null(properties[name])
    }
