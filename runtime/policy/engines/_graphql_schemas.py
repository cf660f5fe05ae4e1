"""Whether a GraphQL schema is one to OPA, whose library is laxer than the specification here and there.

A schema document is the object that ``graphql.parse_schema`` gives. Imports nothing of the runtime: the policy worker loads
this file by its path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]

_SCALARS = ("Int", "Float", "String", "Boolean", "ID")
_INTROSPECTION = {
    "__Schema": "OBJECT", "__Type": "OBJECT", "__TypeKind": "ENUM", "__Field": "OBJECT", "__InputValue": "OBJECT",
    "__EnumValue": "OBJECT", "__Directive": "OBJECT", "__DirectiveLocation": "ENUM",
}  # fmt: skip
_FRAGMENTS = ["FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
_REASON = {"Name": "reason", "Type": {"NamedType": "String"}}
_IF = {"Name": "if", "Type": {"NamedType": "Boolean", "NonNull": True}}
_DIRECTIVES: dict[str, Node] = {
    "include": {"Locations": ["FIELD", *_FRAGMENTS], "Arguments": [_IF]},
    "skip": {"Locations": ["FIELD", *_FRAGMENTS], "Arguments": [_IF]},
    "defer": {"Locations": _FRAGMENTS, "Arguments": [{"Name": "if", "Type": {"NamedType": "Boolean"}}, {"Name": "label", "Type": {"NamedType": "String"}}]},
    "deprecated": {
        "Locations": ["FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INPUT_FIELD_DEFINITION", "ENUM_VALUE"],
        "Arguments": [_REASON],
    },
    "specifiedBy": {"Locations": ["SCALAR"], "Arguments": [{"Name": "url", "Type": {"NamedType": "String", "NonNull": True}}]},
    "oneOf": {"Locations": ["INPUT_OBJECT"]},
}  # fmt: skip
_INPUT_KINDS = ("SCALAR", "ENUM", "INPUT_OBJECT")
_NULL_KIND = 6


class InvalidSchema(ValueError):
    """OPA refuses the schema."""


class UnknownSchema(ValueError):
    """What OPA says of the schema is not known here."""


def require_valid(document: Node) -> None:
    """Raise InvalidSchema for what OPA refuses, UnknownSchema where nobody knows."""
    _Schema(document).check()


def _require(holds: object, message: str) -> None:
    if not holds:
        raise InvalidSchema(message)


def _require_own(name: str) -> None:
    _require(not name.startswith("__"), f"the name {name} is reserved")


def _name(kind: Node) -> str:
    while not kind.get("NamedType"):
        kind = kind["Elem"]
    return str(kind["NamedType"])


class _Schema:
    def __init__(self, document: Node) -> None:
        self._types: dict[str, Node] = {name: {"Kind": "SCALAR", "Name": name} for name in _SCALARS}
        self._types |= {name: {"Kind": kind, "Name": name} for name, kind in _INTROSPECTION.items()}
        self._given: list[Node] = []
        self._possible: dict[str, set[str]] = {}
        self._directives = dict(_DIRECTIVES)
        self._define(document)
        self._roots = [*document.get("Schema", []), *document.get("SchemaExtension", [])]
        _require(len(document.get("Schema", [])) <= 1, "several schema definitions")

    def _define(self, document: Node) -> None:
        for given in document.get("Definitions", []):
            _require(given["Name"] not in self._types, f"{given['Name']} is declared twice")
            self._given.append(dict(given))
            self._types[given["Name"]] = self._given[-1]
        for extension in document.get("Extensions", []):
            base = self._types.get(extension["Name"])
            if base is None:
                base = self._types[extension["Name"]] = {"Kind": extension["Kind"], "Name": extension["Name"]}
                self._given.append(base)
            _require(base["Kind"] == extension["Kind"], f"{extension['Name']} is of another kind")
            if not any(base is given for given in self._given):
                raise UnknownSchema("a built-in type is extended")
            for part in ("Directives", "Interfaces", "Fields", "Types", "EnumValues"):
                base[part] = [*base.get(part, []), *extension.get(part, [])]
        for given in self._given:
            for member in given.get("Types", []):
                self._possible.setdefault(given["Name"], set()).add(member)
            for interface in given.get("Interfaces", []):
                self._possible.setdefault(interface, set()).add(given["Name"])
        self._declare(document.get("Directives", []))

    def _declare(self, directives: list[Node]) -> None:
        """A built-in directive may be declared again."""
        self._own: dict[str, Node] = {}
        for directive in directives:
            name = directive["Name"]
            _require(name in _DIRECTIVES or name not in self._own, f"@{name} is declared twice")
            self._own[name] = self._directives[name] = directive

    def check(self) -> None:
        for root in self._roots:
            for operation in root.get("OperationTypes", []):
                _require(operation["Type"] in self._types, f"the root {operation['Type']} does not exist")
            self._require_directives(root.get("Directives", []), "SCHEMA")
        for given in self._given:
            self._definition(given)
        self._require_no_cycle()
        for directive in self._own.values():
            _require_own(directive["Name"])
            self._arguments(directive.get("Arguments", []), directive["Name"])

    def _definition(self, given: Node) -> None:
        kind, fields = given["Kind"], given.get("Fields", [])
        _require_own(given["Name"])
        for field in fields:
            self._field(field, kind)
        for member in given.get("Types", []):
            _require(self._types.get(member, {}).get("Kind") == "OBJECT", f"{member} is no object")
        for interface in given.get("Interfaces", []):
            self._implements(given, interface)
        values = [value["Name"] for value in given.get("EnumValues", [])]
        _require(
            fields or kind not in ("OBJECT", "INTERFACE", "INPUT_OBJECT"), f"{given['Name']} has no fields"
        )
        _require(values or kind != "ENUM", f"{given['Name']} has no values")
        _require(not {"true", "false", "null"} & set(values), "a value that is no enumerated one")
        for value in given.get("EnumValues", []):
            self._require_directives(value.get("Directives", []), "ENUM_VALUE")
        for names in ([field["Name"] for field in fields], values, given.get("Types", [])):
            _require(len(set(names)) == len(names), f"{given['Name']} has something twice")
        self._require_directives(given.get("Directives", []), kind, is_one_place=False)

    def _field(self, field: Node, kind: str) -> None:
        _require_own(field["Name"])
        found = self._types.get(_name(field["Type"]))
        _require(found, f"there is no type {_name(field['Type'])}")
        is_input = kind == "INPUT_OBJECT"
        allowed = _INPUT_KINDS if is_input else ("SCALAR", "OBJECT", "INTERFACE", "UNION", "ENUM")
        _require(found is None or found["Kind"] in allowed, f"{field['Name']} is of a kind that it cannot be")
        self._arguments(field.get("Arguments", []), None)
        self._require_directives(
            field.get("Directives", []), "INPUT_FIELD_DEFINITION" if is_input else "FIELD_DEFINITION"
        )

    def _arguments(self, arguments: list[Node], directive: str | None) -> None:
        for argument in arguments:
            _require_own(argument["Name"])
            found = self._types.get(_name(argument["Type"]), {})
            _require(found.get("Kind") in _INPUT_KINDS, f"{argument['Name']} is of no type for input")
            self._require_directives(argument.get("Directives", []), "ARGUMENT_DEFINITION", inside=directive)

    def _require_directives(
        self, directives: list[Node], place: str, *, inside: str | None = None, is_one_place: bool = True
    ) -> None:
        seen: set[str] = set()
        for directive in directives:
            name = directive["Name"]
            _require_own(name)
            _require(name != inside, f"@{name} refers to itself")
            definition = self._directives.get(name)
            _require(definition, f"there is no @{name}")
            declared = definition or {}
            is_repeated = is_one_place and name in seen and not declared.get("IsRepeatable")
            _require(not is_repeated, f"@{name} stands here twice")
            seen.add(name)
            _require(place in declared["Locations"], f"@{name} cannot stand on {place}")
            self._require_arguments(directive, declared)

    def _require_arguments(self, directive: Node, declared: Node) -> None:
        given = {argument["Name"]: argument["Value"] for argument in directive.get("Arguments", [])}
        known = {argument["Name"]: argument for argument in declared.get("Arguments", [])}
        _require(set(given) <= set(known), f"@{directive['Name']} has no such argument")
        for name, argument in known.items():
            is_needed = argument["Type"].get("NonNull") and "DefaultValue" not in argument
            is_there = name in given and given[name].get("Kind") != _NULL_KIND
            _require(is_there or not is_needed, f"@{directive['Name']} lacks {name}")

    def _implements(self, given: Node, name: str) -> None:
        interface = self._types.get(name, {})
        _require(interface.get("Kind") == "INTERFACE", f"{name} is no interface")
        fields = {field["Name"]: field for field in reversed(given.get("Fields", []))}
        for wanted in interface.get("Fields", []):
            field = fields.get(wanted["Name"])
            _require(field, f"{given['Name']} lacks {wanted['Name']}")
            if field is not None:
                self._require_fits(field, wanted)
        for other in interface.get("Interfaces", []):
            _require(other in given.get("Interfaces", []), f"{given['Name']} does not implement {other}")

    def _require_fits(self, field: Node, wanted: Node) -> None:
        _require(self._is_covariant(wanted["Type"], field["Type"]), f"{field['Name']} is of another type")
        arguments = {argument["Name"]: argument for argument in reversed(field.get("Arguments", []))}
        needed = {argument["Name"] for argument in wanted.get("Arguments", [])}
        for argument in wanted.get("Arguments", []):
            found = arguments.get(argument["Name"])
            is_alike = found is not None and _is_compatible(argument["Type"], found["Type"])
            _require(is_alike, f"{field['Name']} takes other arguments")
        for name, argument in arguments.items():
            is_optional = not argument["Type"].get("NonNull") or "DefaultValue" in argument
            _require(name in needed or is_optional, f"{field['Name']} needs a further argument")

    def _is_covariant(self, wanted: Node, found: Node) -> bool:
        if wanted.get("NonNull") and not found.get("NonNull"):
            return False
        name = wanted.get("NamedType")
        if name:
            return name == found.get("NamedType") or found.get("NamedType") in self._possible.get(name, set())
        return "Elem" in found and self._is_covariant(wanted["Elem"], found["Elem"])

    def _require_no_cycle(self) -> None:
        """An input object that needs itself can never be given."""
        inputs = {g["Name"]: list(_needed(g)) for g in self._given if g["Kind"] == "INPUT_OBJECT"}
        done: set[str] = set()
        for start in inputs:
            stack, above = [(start, iter(inputs[start]))], [start]
            while stack:
                name, left = stack[-1]
                following = next((n for n in left if n in inputs and n not in done), None)
                if following is None:
                    done.add(name)
                    stack.pop()
                    above.pop()
                    continue
                _require(following not in above, f"{following} needs itself")
                stack.append((following, iter(inputs[following])))
                above.append(following)


def _needed(given: Node) -> Iterator[str]:
    for field in given.get("Fields", []):
        if field["Type"].get("NonNull") and field["Type"].get("NamedType"):
            yield field["Type"]["NamedType"]


def _is_compatible(wanted: Node, found: Node) -> bool:
    if wanted.get("NamedType", "") != found.get("NamedType", ""):
        return False
    if "Elem" in wanted and ("Elem" not in found or not _is_compatible(wanted["Elem"], found["Elem"])):
        return False
    return not found.get("NonNull") or bool(wanted.get("NonNull"))
