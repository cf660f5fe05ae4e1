"""``graphql.*``, with OPA's answers: documents are parsed by graphql-core and written as the objects that OPA makes of them.

OPA's library and graphql-core differ here and there. Where they may, the answer is an error, which denies. Imports nothing of the
runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Any

from graphql import GraphQLError, GraphQLSyntaxError, build_ast_schema, parse, specified_rules, validate
from graphql.language import ast as core
from graphql.language.token_kind import TokenKind

Node = dict[str, Any]

MAX_CHARS = 1 << 17
MAX_TOKENS = 50_000

_SCHEMAS: Any = None
"""The module that judges schemas."""


class UnknownDocument(ValueError):
    """OPA's answer to this is an error, or not known here."""


class _Invalid(ValueError):
    """OPA refuses the document."""


def use(schemas: Any) -> None:
    """Take the module that judges schemas: loaded by path, this one cannot import it."""
    global _SCHEMAS  # noqa: PLW0603  # as said
    _SCHEMAS = schemas


# Text.

_SURE = re.compile(
    r"Syntax Error: (?:Expected (?:Name|':'|'='|'\)'|'}'|']'|'on'|'{'), found .*|Unexpected (?:<EOF>|description, .*|Name '.*'|String '.*'|'[^$]'))\.?",
    re.DOTALL,
)
"""What the two parsers refuse alike, but for `_LAX`."""
_LAX = re.compile(
    r'"(?:implements|on|query|mutation|subscription)"|\bfragment\s+\w+\s*\(|(?<!extend )\bschema\b[^{]*$|@\w+\s*\([^)]*\$|""\s*extend|^(?:\s*#[^\n]*)+\s*$'
)
"""What OPA's parser takes, and the other does not."""


def _parsed(text: Any) -> core.DocumentNode:
    """The document of a text. Raises _Invalid where OPA surely refuses it."""
    if not isinstance(text, str) or len(text) > MAX_CHARS:
        raise UnknownDocument("the text of a GraphQL document is needed")
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ud800-\udfff]|\\u", text):
        raise UnknownDocument("a character that readers differ on")
    if not text.strip(" \t\n,"):
        return core.DocumentNode(definitions=())
    try:
        document = parse(text, max_tokens=MAX_TOKENS)
    except GraphQLSyntaxError as error:
        if _SURE.fullmatch(error.message) and not _LAX.search(text):
            raise _Invalid(error.message) from None
        raise UnknownDocument(error.message) from None
    except RecursionError:
        raise UnknownDocument("the document is nested too deeply") from None
    return document


def _has_comments(document: core.DocumentNode) -> bool:
    token = document.loc.start_token if document.loc else None
    while token is not None and token.kind is not TokenKind.COMMENT:
        token = token.next
    return token is not None


def _pruned(node: Node) -> Node:
    """The members that say something: OPA leaves out what is null or empty."""
    return {key: value for key, value in node.items() if value is not None and value not in ([], {})}


def _named(node: Any) -> str:
    return str(node.name.value) if node.name else ""


def _text_of(node: Any) -> str:
    """A description, or the value of a text."""
    if node is None:
        return ""
    if node.block and node.loc:
        written = node.loc.source.body[node.loc.start + 3 : node.loc.end - 3]
        first, *others = written.split("\n")
        if others and first.strip(" \t"):
            raise UnknownDocument("a block of text whose first line is not empty")
    return str(node.value)


_KINDS = {
    core.VariableNode: 0,
    core.IntValueNode: 1,
    core.FloatValueNode: 2,
    core.StringValueNode: 3,
    core.BooleanValueNode: 5,
    core.NullValueNode: 6,
    core.EnumValueNode: 7,
    core.ListValueNode: 8,
    core.ObjectValueNode: 9,
}
_BLOCK = 4


def _value(node: Any) -> Node:
    kind, raw, children = _KINDS[type(node)], "", []
    if isinstance(node, core.VariableNode):
        raw = _named(node)
    elif isinstance(node, core.StringValueNode):
        kind, raw = (_BLOCK if node.block else kind), _text_of(node)
    elif isinstance(node, core.BooleanValueNode):
        raw = "true" if node.value else "false"
    elif isinstance(node, core.NullValueNode):
        raw = "null"
    elif isinstance(node, core.ListValueNode):
        children = [{"Name": "", "Value": _value(item)} for item in node.values or ()]
    elif isinstance(node, core.ObjectValueNode):
        children = [{"Name": _named(field), "Value": _value(field.value)} for field in node.fields or ()]
    else:
        raw = str(node.value)
    return _pruned({"Raw": raw, "Children": children, "Kind": kind, "ExpectedTypeHasDefault": False})


def _type(node: Any) -> Node:
    is_strict = isinstance(node, core.NonNullTypeNode)
    inner = node.type if isinstance(node, core.NonNullTypeNode) else node
    if isinstance(inner, core.ListTypeNode):
        return {"Elem": _type(inner.type), "NamedType": "", "NonNull": is_strict}
    return {"NamedType": _named(inner), "NonNull": is_strict}


def _arguments(nodes: Iterable[Any]) -> list[Node]:
    return [{"Name": _named(node), "Value": _value(node.value)} for node in nodes]


def _directives(node: Any) -> list[Node]:
    return [
        _pruned({"Name": _named(d), "Arguments": _arguments(d.arguments or ()), "Location": ""})
        for d in node.directives or ()
    ]


# Queries.


def _selections(chosen: Any) -> list[Node]:
    if chosen is None:
        return []
    if not chosen.selections:
        raise _Invalid("a selection of nothing")
    return [_selection(node) for node in chosen.selections]


def _selection(node: Any) -> Node:
    directives = _directives(node)
    if isinstance(node, core.FragmentSpreadNode):
        return _pruned({"Name": _named(node), "Directives": directives})
    if isinstance(node, core.InlineFragmentNode):
        condition = _named(node.type_condition) if node.type_condition else ""
        chosen = _selections(node.selection_set)
        return _pruned({"TypeCondition": condition, "Directives": directives, "SelectionSet": chosen})
    return _pruned(
        {
            "Alias": node.alias.value if node.alias else _named(node),
            "Name": _named(node),
            "Arguments": _arguments(node.arguments or ()),
            "Directives": directives,
            "SelectionSet": _selections(node.selection_set),
        }
    )


def _variable(node: core.VariableDefinitionNode) -> Node:
    return _pruned(
        {
            "Variable": _named(node.variable),
            "Type": _type(node.type),
            "DefaultValue": _value(node.default_value) if node.default_value else None,
            "Directives": _directives(node),
            "Used": False,
        }
    )


def _query(document: core.DocumentNode) -> Node:
    operations, fragments = [], []
    for node in document.definitions or ():
        if getattr(node, "description", None) is not None:
            raise _Invalid("a description")
        if isinstance(node, core.OperationDefinitionNode):
            variables = [_variable(v) for v in node.variable_definitions or ()]
            operation = {
                "Operation": node.operation.value,
                "Name": _named(node),
                "VariableDefinitions": variables,
            }
            operations.append(_with_selections(operation, node))
        elif isinstance(node, core.FragmentDefinitionNode):
            fragment = {"Name": _named(node), "TypeCondition": _named(node.type_condition)}
            fragments.append(_with_selections(fragment, node))
        else:
            raise _Invalid("a definition that is no query")
    return _pruned({"Operations": operations, "Fragments": fragments})


def _with_selections(given: Node, node: Any) -> Node:
    return _pruned(
        {**given, "Directives": _directives(node), "SelectionSet": _selections(node.selection_set)}
    )


# Schemas.

_DEFINITIONS = {
    core.ScalarTypeDefinitionNode: "SCALAR",
    core.ObjectTypeDefinitionNode: "OBJECT",
    core.InterfaceTypeDefinitionNode: "INTERFACE",
    core.UnionTypeDefinitionNode: "UNION",
    core.EnumTypeDefinitionNode: "ENUM",
    core.InputObjectTypeDefinitionNode: "INPUT_OBJECT",
}
_EXTENSIONS = {
    core.ScalarTypeExtensionNode: core.ScalarTypeDefinitionNode,
    core.ObjectTypeExtensionNode: core.ObjectTypeDefinitionNode,
    core.InterfaceTypeExtensionNode: core.InterfaceTypeDefinitionNode,
    core.UnionTypeExtensionNode: core.UnionTypeDefinitionNode,
    core.EnumTypeExtensionNode: core.EnumTypeDefinitionNode,
    core.InputObjectTypeExtensionNode: core.InputObjectTypeDefinitionNode,
}


def _schema(document: core.DocumentNode) -> Node:
    found: dict[str, list[Node]] = {
        part: [] for part in ("Schema", "SchemaExtension", "Directives", "Definitions", "Extensions")
    }
    for node in document.definitions or ():
        if isinstance(node, core.SchemaDefinitionNode | core.SchemaExtensionNode):
            part = "Schema" if isinstance(node, core.SchemaDefinitionNode) else "SchemaExtension"
            found[part].append(_root(node))
        elif isinstance(node, core.DirectiveDefinitionNode):
            found["Directives"].append(_directive(node))
        elif type(node) in _DEFINITIONS:
            found["Definitions"].append(_definition(node, _DEFINITIONS[type(node)]))
        elif type(node) in _EXTENSIONS:
            if isinstance(node, core.InterfaceTypeExtensionNode) and node.interfaces:
                raise _Invalid("an extension of an interface by interfaces")
            found["Extensions"].append(_definition(node, _DEFINITIONS[_EXTENSIONS[type(node)]]))
        else:
            raise _Invalid("a definition that is no type")
    return _pruned(found)


def _root(node: Any) -> Node:
    operations = [
        {"Operation": o.operation.value, "Type": _named(o.type)} for o in node.operation_types or ()
    ]
    description = _text_of(getattr(node, "description", None))
    return _pruned(
        {"Description": description, "Directives": _directives(node), "OperationTypes": operations}
    )


def _directive(node: core.DirectiveDefinitionNode) -> Node:
    return _pruned(
        {
            "Description": _text_of(node.description),
            "Name": _named(node),
            "Arguments": [_input(a) for a in node.arguments or ()],
            "Locations": [name.value for name in node.locations or ()],
            "IsRepeatable": bool(node.repeatable),
        }
    )


def _input(node: core.InputValueDefinitionNode) -> Node:
    return _pruned(
        {
            "Description": _text_of(node.description),
            "Name": _named(node),
            "DefaultValue": _value(node.default_value) if node.default_value else None,
            "Type": _type(node.type),
            "Directives": _directives(node),
        }
    )


def _field(node: Any) -> Node:
    if isinstance(node, core.InputValueDefinitionNode):
        return _input(node)
    return _pruned(
        {
            "Description": _text_of(node.description),
            "Name": _named(node),
            "Arguments": [_input(a) for a in node.arguments or ()],
            "Type": _type(node.type),
            "Directives": _directives(node),
        }
    )


def _definition(node: Any, kind: str) -> Node:
    values = [
        _pruned({"Description": _text_of(v.description), "Name": _named(v), "Directives": _directives(v)})
        for v in ((node.values or ()) if kind == "ENUM" else ())
    ]
    has_fields = kind in ("OBJECT", "INTERFACE", "INPUT_OBJECT")
    return _pruned(
        {
            "Kind": kind,
            "Description": _text_of(getattr(node, "description", None)),
            "Name": _named(node),
            "Directives": _directives(node),
            "Interfaces": [_named(i) for i in node.interfaces or ()]
            if kind in ("OBJECT", "INTERFACE")
            else [],
            "Fields": [_field(field) for field in node.fields or ()] if has_fields else [],
            "Types": [_named(t) for t in node.types or ()] if kind == "UNION" else [],
            "EnumValues": values,
            "BuiltIn": False,
        }
    )


# What rules call.


def _object_of(text: Any, read: Callable[[core.DocumentNode], Node]) -> Node:
    document = _parsed(text)
    if _has_comments(document):
        raise UnknownDocument("a document with comments, which OPA keeps")
    return read(document)


def parse_query(text: Any) -> Node:
    return _object_of(text, _query)


def parse_schema(text: Any) -> Node:
    return _object_of(text, _schema)


@functools.lru_cache(maxsize=16)
def _valid_schema(text: str) -> core.DocumentNode:
    """The document of a schema that OPA takes. Raises _Invalid."""
    document = _parsed(text)
    _require_valid(_schema(document))
    return document


def _require_valid(schema: Node) -> None:
    try:
        _SCHEMAS.require_valid(schema)
    except _SCHEMAS.InvalidSchema as error:
        raise _Invalid(str(error)) from None
    except (_SCHEMAS.UnknownSchema, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnknownDocument(f"the schema cannot be judged: {error}") from None


def schema_is_valid(schema: Any) -> bool:
    try:
        if isinstance(schema, dict):
            _require_valid(_readable(schema))
        elif isinstance(schema, str):
            _valid_schema(schema)
        else:
            return False
    except _Invalid:
        return False
    return True


_PARTS_TEXT = """
    Schema SchemaExtension Directives Definitions Extensions Description OperationTypes Operation Type Kind Name Interfaces
    Fields Types EnumValues BuiltIn Arguments DefaultValue NamedType Elem NonNull Raw Children Value ExpectedTypeHasDefault
    Locations IsRepeatable Location
    """
_PARTS = frozenset(_PARTS_TEXT.split())


def _readable(schema: Node) -> Node:
    """A schema that is given as an object, of parts that OPA knows."""
    stack: list[Any] = [schema]
    while stack:
        last = stack.pop()
        if isinstance(last, dict) and not set(last) <= _PARTS:
            raise UnknownDocument("a schema with unknown parts")
        stack += last.values() if isinstance(last, dict) else last if isinstance(last, list) else ()
    return schema


_SHARED_TEXT = """
    FieldsOnCorrectTypeRule KnownArgumentNamesRule KnownTypeNamesRule NoUndefinedVariablesRule KnownFragmentNamesRule
    ScalarLeafsRule ProvidedRequiredArgumentsRule UniqueOperationNamesRule LoneAnonymousOperationRule NoUnusedFragmentsRule
    NoUnusedVariablesRule FragmentsOnCompositeTypesRule NoFragmentCyclesRule
    """
_SHARED = frozenset(_SHARED_TEXT.split())
"""What the two libraries refuse alike."""


def _require_valid_query(query: core.DocumentNode, schema: core.DocumentNode) -> None:
    """Raise _Invalid where OPA surely refuses the query, UnknownDocument where it may."""
    try:
        built = build_ast_schema(_whole(schema), assume_valid_sdl=True, assume_valid=True)
        if any(
            built.get_root_type(o.operation) is None
            for o in query.definitions
            if isinstance(o, core.OperationDefinitionNode)
        ):
            raise UnknownDocument("the schema has no type for such an operation")
        shared = [rule for rule in specified_rules if rule.__name__ in _SHARED]
        if errors := validate(built, query, shared):
            raise _Invalid(errors[0].message)
        if errors := validate(built, query):
            raise UnknownDocument(errors[0].message)
    except (GraphQLError, TypeError, RecursionError) as error:
        raise UnknownDocument(f"the query cannot be judged: {error}") from None


def _whole(schema: core.DocumentNode) -> core.DocumentNode:
    """The schema with a definition in the place of the first extension of what is not defined."""
    defined = {_named(node) for node in schema.definitions if type(node) in _DEFINITIONS}
    nodes: list[Any] = []
    for node in schema.definitions:
        made = _EXTENSIONS.get(type(node))
        if made is not None and _named(node) not in defined:
            defined.add(_named(node))
            nodes.append(made(**{key: getattr(node, key) for key in node.keys}))
        else:
            nodes.append(node)
    return core.DocumentNode(definitions=tuple(nodes))


def _require_checked(query: Any, schema: Any) -> None:
    """Raise _Invalid where OPA refuses the query or the schema, UnknownDocument where it may."""
    if not isinstance(query, str) or not isinstance(schema, str):
        raise UnknownDocument("query and schema are texts")
    document = _parsed(query)
    _query(document)
    _require_valid_query(document, _valid_schema(schema))


def is_valid(query: Any, schema: Any) -> bool:
    try:
        _require_checked(query, schema)
    except _Invalid:
        return False
    return True


def parse_both(query: Any, schema: Any) -> list[Node]:
    """``graphql.parse``: an invalid document is an error."""
    _require_checked(query, schema)
    return [parse_query(query), parse_schema(schema)]


def parse_and_verify(query: Any, schema: Any) -> list[Any]:
    try:
        return [True, *parse_both(query, schema)]
    except _Invalid:
        return [False, {}, {}]


EXTENSIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "graphql.is_valid": (2, is_valid),
    "graphql.parse": (2, parse_both),
    "graphql.parse_and_verify": (2, parse_and_verify),
    "graphql.parse_query": (1, parse_query),
    "graphql.parse_schema": (1, parse_schema),
    "graphql.schema_is_valid": (1, schema_is_valid),
}
