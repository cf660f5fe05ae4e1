"""What a typed function says about itself: schemas of its arguments and result, and the conversions between.

Builtins, enums, dataclasses, TypedDicts, NamedTuples and msgspec structs are read by msgspec; whatever mentions pydantic, by
pydantic, which is imported only then.
"""

from __future__ import annotations

import copy
import inspect
import re
import typing
from collections.abc import Callable, Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec

from runtime.contracts.errors import ManifestInvalid
from runtime.contracts.ports import ToolContext

_EMPTY = inspect.Parameter.empty
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_MUTABLE = (list, dict, set, bytearray)


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """A function read once, so that a call costs one conversion each way."""

    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    context: str | None
    """The name of the parameter that takes the `ToolContext`."""
    bind: Callable[[dict[str, Any]], dict[str, Any]]
    """From validated JSON arguments to keyword arguments; raises msgspec.ValidationError."""
    render: Callable[[Any], Any]
    """From the function's result to JSON builtins."""


def read(function: Callable[..., Any], *, binary: bool = False) -> Signature:
    """The signature of a function.

    Args:
        function: Its parameters and its return value are annotated.
        binary: The result is bytes and stays so.

    Raises:
        ManifestInvalid: naming the parameter, and what to write instead.
    """
    name = function.__name__
    hints = _hints(function, name)
    descriptions = dict(_described(inspect.getdoc(function) or ""))
    fields: list[Any] = []
    adapters: dict[str, Any] = {}
    overrides: dict[str, dict[str, Any]] = {}
    context = None
    for parameter in inspect.signature(function).parameters.values():
        annotation = _annotation(name, parameter, hints)
        if annotation is ToolContext:
            if context is not None:
                raise _refused(name, parameter.name, "the only ToolContext; a tool has one context")
            context = parameter.name
            continue
        if _mentions_pydantic(annotation):
            adapters[parameter.name] = adapter = _adapter(annotation)
            overrides[parameter.name] = adapter.json_schema(ref_template="#/$defs/{model}")
            annotation = Any
        fields.append(_field(parameter, _with_description(annotation, descriptions.get(parameter.name))))
    arguments = _struct(name, fields)
    return Signature(
        input_schema=_input_schema(name, arguments, overrides, descriptions),
        output_schema={} if binary else _output_schema(name, hints),
        context=context,
        bind=_binder(arguments, adapters),
        render=_renderer(hints.get("return"), binary=binary),
    )


def _hints(function: Callable[..., Any], name: str) -> dict[str, Any]:
    scope = inspect.getclosurevars(inspect.unwrap(function)).nonlocals
    try:
        return typing.get_type_hints(function, localns=dict(scope), include_extras=True)
    except NameError as error:
        raise ManifestInvalid(
            f"tool {name!r}: an annotation names {error.name!r}, which is not defined",
            suggestion="Define the type at the top level of the module.",
            tool=name,
        ) from None


def _annotation(name: str, parameter: inspect.Parameter, hints: dict[str, Any]) -> Any:
    if parameter.kind not in _BY_NAME:
        raise _refused(name, parameter.name, "a parameter with a name: no *args, **kwargs or positional-only")
    if parameter.name not in hints:
        raise _refused(name, parameter.name, "annotated, for example `text: str`")
    return hints[parameter.name]


def _field(parameter: inspect.Parameter, annotation: Any) -> Any:
    if parameter.default is _EMPTY:
        return (parameter.name, annotation)
    default = parameter.default
    if isinstance(default, _MUTABLE):
        return (parameter.name, annotation, msgspec.field(default_factory=lambda: copy.deepcopy(default)))
    return (parameter.name, annotation, default)


def _struct(name: str, fields: list[Any]) -> type[msgspec.Struct]:
    try:
        return msgspec.defstruct("Arguments", fields, kw_only=True, forbid_unknown_fields=True, frozen=True)
    except (TypeError, ValueError) as error:
        raise ManifestInvalid(f"tool {name!r}: {error}", tool=name) from None


# -- schemas ----------------------------------------------------------------------------------------------


def _input_schema(
    name: str,
    arguments: type[msgspec.Struct],
    overrides: dict[str, dict[str, Any]],
    descriptions: dict[str, str],
) -> dict[str, Any]:
    schema = _derived(name, arguments)
    schema.pop("title", None)
    schema.setdefault("required", [])
    for place in schema["properties"].values():
        _drop_null(place)
    for parameter, override in overrides.items():
        place = schema["properties"][parameter]
        place.update(_hoisted(name, override, schema))
        if parameter in descriptions:
            place.setdefault("description", descriptions[parameter])
    return schema


def _drop_null(place: dict[str, Any]) -> None:
    """Let ``int | None = None`` be an optional integer: whoever has none leaves it out.

    Models' providers have no common way to write "or null", and a message about one type is clearer than one about two.
    """
    variants = place.get("anyOf", ())
    if "default" not in place or place["default"] is not None or {"type": "null"} not in variants:
        return
    rest = [variant for variant in variants if variant != {"type": "null"}]
    del place["default"], place["anyOf"]
    place.update(rest[0] if len(rest) == 1 else {"anyOf": rest})


def _output_schema(name: str, hints: dict[str, Any]) -> dict[str, Any]:
    if "return" not in hints:
        raise _refused(name, "return", "annotated, for example `-> str` or `-> None`")
    annotation = hints["return"]
    if _mentions_pydantic(annotation):
        schema: dict[str, Any] = {}
        found = _adapter(annotation).json_schema(ref_template="#/$defs/{model}", mode="serialization")
        schema.update(_hoisted(name, found, schema))
        return schema
    derived = _derived(name, annotation)
    for prose in ("title", "description"):  # of a class: for those who read the code
        derived.pop(prose, None)
    return derived


def _derived(name: str, annotation: Any) -> dict[str, Any]:
    """msgspec's schema, with the top level in place instead of behind a reference."""
    try:
        schema: dict[str, Any] = msgspec.json.schema(annotation)
    except TypeError as error:
        raise ManifestInvalid(
            f"tool {name!r}: {error}", suggestion="Use types that have a JSON form.", tool=name
        ) from None
    top = str(schema.get("$ref", ""))
    key = top.removeprefix("#/$defs/")
    definitions = schema.get("$defs", {})
    recursive = top.encode() in msgspec.json.encode(definitions)
    if not top or recursive:
        return schema
    inlined: dict[str, Any] = definitions.pop(key)
    return inlined | ({"$defs": definitions} if definitions else {})


def _hoisted(name: str, found: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without its definitions, which move to the root where the references expect them."""
    for key, definition in found.pop("$defs", {}).items():
        if schema.setdefault("$defs", {}).setdefault(key, definition) != definition:
            raise ManifestInvalid(f"tool {name!r}: two types are named {key!r}", tool=name)
    return found


def _with_description(annotation: Any, text: str | None) -> Any:
    """``Annotated[T, "text"]``, or the docstring's line, as msgspec's description."""
    metadata = annotation.__metadata__ if get_origin(annotation) is Annotated else ()
    texts = [m for m in metadata if isinstance(m, str)]
    has_own = any(isinstance(m, msgspec.Meta) and m.description for m in metadata)
    chosen = texts[0] if texts else text
    if chosen is None or has_own:
        return annotation
    return Annotated[annotation, msgspec.Meta(description=chosen)]


def _described(doc: str) -> Iterator[tuple[str, str]]:
    """The parameters of a Google-style ``Args:`` section."""
    section = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)+)", doc, re.MULTILINE)
    if section is None:
        return
    for entry in re.split(r"\n(?=    \S)", section.group(1).rstrip()):
        match = re.match(r"\s*(\w+)(?:\s*\([^)]*\))?:\s*(.+)", entry, re.DOTALL)
        if match:
            yield match.group(1), " ".join(match.group(2).split())


# -- conversions ------------------------------------------------------------------------------------------


def _binder(
    arguments: type[msgspec.Struct], adapters: dict[str, Any]
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    names = arguments.__struct_fields__

    def bind(given: dict[str, Any]) -> dict[str, Any]:
        converted = msgspec.convert(given, arguments)
        values = {name: getattr(converted, name) for name in names}
        for name in adapters.keys() & given.keys():
            try:
                values[name] = adapters[name].validate_python(given[name])
            except ValueError as error:  # pydantic's ValidationError is one
                raise msgspec.ValidationError(f"{name}: {error}") from None
        return values

    return bind


def _renderer(annotation: Any, *, binary: bool) -> Callable[[Any], Any]:
    if binary:
        return _as_bytes
    if _mentions_pydantic(annotation):
        adapter = _adapter(annotation)
        return lambda value: adapter.dump_python(value, mode="json")
    return _as_builtins


def _as_bytes(value: Any) -> bytes:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError("a tool with binary output returns bytes")
    return bytes(value)


def _as_builtins(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True)


def _adapter(annotation: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(annotation)


def _mentions_pydantic(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        return _mentions_pydantic(inner) or any(type(m).__module__.startswith("pydantic") for m in metadata)
    if hasattr(annotation, "__pydantic_core_schema__"):
        return True
    return any(_mentions_pydantic(argument) for argument in get_args(annotation))


def _refused(tool: str, parameter: str, wanted: str) -> ManifestInvalid:
    return ManifestInvalid(f"tool {tool!r}: {parameter} must be {wanted}", tool=tool, parameter=parameter)
