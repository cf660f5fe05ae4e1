"""What a typed function says about itself: schemas of its arguments and result, and the conversions between.

Builtins, enums, dataclasses, TypedDicts, NamedTuples and msgspec structs are read by msgspec; whatever mentions pydantic or its
constraints, by pydantic, which is imported only then.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import re
import types
import typing
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from runtime.contracts.errors import ManifestInvalid, OutputInvalid
from runtime.contracts.ports import ToolContext

_STREAMS = (AsyncIterator, AsyncIterable, AsyncGenerator)
_EMPTY = inspect.Parameter.empty
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_MUTABLE = (list, dict, set, bytearray)
_BINARY = (bytes, bytearray, memoryview)
_CONSTRAINTS = ("pydantic", "annotated_types")
_LONGEST_MESSAGE = 200


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
    yielded = _yielded(function, name, hints, binary=binary)
    described = dict(_described(inspect.getdoc(function) or ""))
    found: list[_Parameter] = []
    context = None
    for parameter in inspect.signature(function).parameters.values():
        annotation = _annotation(name, parameter, hints)
        if _is_context(annotation):
            if context is not None:
                raise _refused(name, parameter.name, "the only ToolContext; a tool has one context")
            context = parameter.name
        else:
            found.append(_parameter(name, parameter, annotation, described.get(parameter.name)))
    arguments = _struct(name, found)
    output = _binary_schema(name, hints) if binary else _output_schema(name, hints)
    if yielded is str:
        output = {"type": "string"}
    return Signature(
        input_schema=_input_schema(name, arguments, found),
        output_schema=output,
        context=context,
        bind=_binder(arguments, {p.name: p.adapter for p in found if p.adapter is not None}),
        render=_renderer(name, hints["return"], output, binary=binary),
    )


def _yielded(function: Callable[..., Any], name: str, hints: dict[str, Any], *, binary: bool) -> Any:
    """What an async generator function yields; its hints then say that it returns a list of those."""
    if not inspect.isasyncgenfunction(function):
        return None
    annotation = hints.get("return")
    if binary or get_origin(annotation) not in _STREAMS or not get_args(annotation):
        raise _refused(name, "return", "annotated, for example `-> AsyncIterator[str]`, and not binary")
    item = get_args(annotation)[0]
    hints["return"] = types.GenericAlias(list, (item,))
    return item


class _Parameter(msgspec.Struct, frozen=True):
    """One argument of the tool."""

    name: str
    annotation: Any
    adapter: Any
    """Reads it in place of msgspec, where pydantic has to."""
    description: str | None
    default: Any
    shown_default: Any
    """The default as JSON data."""


def _parameter(
    tool: str, parameter: inspect.Parameter, annotation: Any, description: str | None
) -> _Parameter:
    adapter = _adapter(tool, annotation) if _mentions_pydantic(annotation) else None
    shown = _EMPTY
    if parameter.default is not _EMPTY:
        shown = _shown_default(tool, parameter, annotation, adapter)
    return _Parameter(parameter.name, annotation, adapter, description, parameter.default, shown)


def _shown_default(tool: str, parameter: inspect.Parameter, annotation: Any, adapter: Any) -> Any:
    """The default as JSON; one that its own type would refuse is a mistake, most often a forgotten ``| None``."""
    if type(parameter.default).__module__.startswith("pydantic.fields"):
        raise _refused(tool, parameter.name, "written as Annotated[type, Field(...)], with a plain default")
    try:
        if adapter is None:
            shown = msgspec.to_builtins(parameter.default, str_keys=True, order="deterministic")
            msgspec.convert(shown, annotation, str_keys=True)
        else:
            shown = adapter.dump_python(parameter.default, mode="json", warnings="error")
            adapter.validate_json(msgspec.json.encode(shown))
    except (TypeError, ValueError):  # msgspec's and pydantic's errors are ValueErrors
        kind = getattr(annotation, "__name__", str(annotation))
        raise _refused(
            tool, parameter.name, f"given a default of its type {kind}; for None, write `{kind} | None`"
        ) from None
    return shown


def _is_context(annotation: Any) -> bool:
    """Whether the parameter is the context; ``| None`` and annotations serve the author's own tests."""
    if annotation is ToolContext:
        return True
    inner = get_args(annotation)
    return ToolContext in (inner[:1] if get_origin(annotation) is Annotated else inner)


def _hints(function: Callable[..., Any], name: str) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function, localns=_enclosing(function), include_extras=True)
    except (NameError, AttributeError, SyntaxError, TypeError) as error:
        raise ManifestInvalid(
            f"tool {name!r}: an annotation cannot be read: {error}",
            suggestion="Define or import the type at the top level of the module, outside of `if TYPE_CHECKING`.",
            tool=name,
        ) from None


def _enclosing(function: Callable[..., Any]) -> dict[str, Any]:
    """The variables of the enclosing function, where types may be defined.

    One without a value yet is left out: for one, the executor that a tool will call and is about to be opened with.
    """
    inner = inspect.unwrap(function)
    found: dict[str, Any] = {}
    for name, cell in zip(inner.__code__.co_freevars, inner.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            found[name] = cell.cell_contents
    return found


def _annotation(name: str, parameter: inspect.Parameter, hints: dict[str, Any]) -> Any:
    if parameter.kind not in _BY_NAME:
        raise _refused(name, parameter.name, "a parameter with a name: no *args, **kwargs or positional-only")
    if parameter.name not in hints:
        raise _refused(name, parameter.name, "annotated, for example `text: str`")
    return hints[parameter.name]


def _struct(tool: str, parameters: list[_Parameter]) -> type[msgspec.Struct]:
    fields = [_field(parameter) for parameter in parameters]
    try:
        return msgspec.defstruct("_arguments", fields, kw_only=True, forbid_unknown_fields=True, frozen=True)
    except (TypeError, ValueError) as error:
        raise ManifestInvalid(f"tool {tool!r}: {error}", tool=tool) from None


def _field(parameter: _Parameter) -> Any:
    annotation = Any if parameter.adapter is not None else parameter.annotation
    annotation = _with_description(annotation, parameter)
    default = parameter.default
    if default is _EMPTY:
        return (parameter.name, annotation)
    # Always a factory: msgspec then neither shares a mutable default nor tries to spell it in the schema.
    if isinstance(default, _MUTABLE):
        return (parameter.name, annotation, msgspec.field(default_factory=lambda: copy.deepcopy(default)))
    return (parameter.name, annotation, msgspec.field(default_factory=lambda: default))


# -- schemas ----------------------------------------------------------------------------------------------


def _input_schema(tool: str, arguments: type[msgspec.Struct], parameters: list[_Parameter]) -> dict[str, Any]:
    schema = _derived(tool, arguments)
    schema.pop("title", None)
    schema.setdefault("required", [])
    for parameter in parameters:
        place = schema["properties"][parameter.name]
        if parameter.adapter is not None:
            place.update(_by_pydantic(parameter.adapter, "validation", schema, parameter.name) | place)
        if parameter.shown_default is not _EMPTY:
            place["default"] = parameter.shown_default
        _drop_null(place)
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
    own = dict(place)  # the parameter's description, before that of its type
    place.update(rest[0] if len(rest) == 1 else {"anyOf": rest})
    place.update(own)


def _output_schema(tool: str, hints: dict[str, Any]) -> dict[str, Any]:
    annotation = _return(tool, hints)
    if _mentions_pydantic(annotation):
        schema: dict[str, Any] = {}
        schema.update(_by_pydantic(_adapter(tool, annotation), "serialization", schema, "return"))
        return schema
    derived = _derived(tool, annotation)
    if b'"contentEncoding":"base64"' in msgspec.json.encode(derived):
        raise _refused(tool, "return", 'free of bytes; for binary output, declare normalization="binary"')
    for prose in ("title", "description"):  # of a class: for those who read the code
        derived.pop(prose, None)
    return derived


def _binary_schema(tool: str, hints: dict[str, Any]) -> dict[str, Any]:
    """The empty schema: bytes are no JSON, and are hashed as they are."""
    annotation = _return(tool, hints)
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if annotation not in _BINARY:
        raise _refused(tool, "return", "annotated `-> bytes`, since its normalization is binary")
    return {}


def _return(tool: str, hints: dict[str, Any]) -> Any:
    if "return" not in hints:
        raise _refused(tool, "return", "annotated, for example `-> str` or `-> None`")
    return hints["return"]


def _derived(name: str, annotation: Any) -> dict[str, Any]:
    """msgspec's schema, with the top level in place instead of behind a reference."""
    try:
        schema: dict[str, Any] = msgspec.json.schema(annotation)
    except TypeError as error:
        raise ManifestInvalid(
            f"tool {name!r}: {str(error).splitlines()[-1]}",
            suggestion="Use types that have a JSON form.",
            tool=name,
        ) from None
    except KeyError as error:  # how msgspec puts it that it cannot tell two classes apart by their names
        raise ManifestInvalid(
            f"tool {name!r}: two of its types have the same name: {str(error)[:_LONGEST_MESSAGE]}",
            suggestion="Give each class a name of its own in its module.",
            tool=name,
        ) from None
    top = str(schema.get("$ref", ""))
    key = top.removeprefix("#/$defs/")
    definitions = schema.get("$defs", {})
    recursive = f'"{top}"'.encode() in msgspec.json.encode(definitions)
    if not top or recursive:
        return schema
    inlined: dict[str, Any] = definitions.pop(key)
    return inlined | ({"$defs": definitions} if definitions else {})


def _by_pydantic(
    adapter: Any, mode: Literal["validation", "serialization"], schema: dict[str, Any], owner: str
) -> dict[str, Any]:
    """pydantic's schema; its definitions move to the root, where the references expect them.

    Where two definitions of one name differ (an enum is spelled differently by msgspec), the owner's name sets them apart.
    """
    shared = schema.get("$defs", {})
    for prefix in ("", f"{owner}."):
        found: dict[str, Any] = adapter.json_schema(mode=mode, ref_template=f"#/$defs/{prefix}{{model}}")
        definitions = {prefix + name: definition for name, definition in found.pop("$defs", {}).items()}
        if all(shared.get(name, definition) == definition for name, definition in definitions.items()):
            break
    if definitions:
        schema["$defs"] = shared | definitions
    return found


def _with_description(annotation: Any, parameter: _Parameter) -> Any:
    """``Annotated[T, "text"]``, or the docstring's line, as msgspec's description."""
    declared = parameter.annotation
    metadata = declared.__metadata__ if get_origin(declared) is Annotated else ()
    texts = [m for m in metadata if isinstance(m, str)]
    if any(getattr(m, "description", None) for m in metadata):  # of msgspec.Meta or pydantic's Field
        return annotation
    chosen = texts[0] if texts else parameter.description
    return annotation if chosen is None else Annotated[annotation, msgspec.Meta(description=chosen)]


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
        converted = msgspec.convert(given, arguments, str_keys=True)
        values = {name: getattr(converted, name) for name in names}
        for name in adapters.keys() & given.keys():
            values[name] = _read(name, adapters[name], given[name])
        return values

    return bind


def _read(name: str, adapter: Any, data: Any) -> Any:
    """Through JSON text: a strict model takes a date or an enum from JSON, and not from Python's str."""
    from pydantic import ValidationError

    try:
        return adapter.validate_json(msgspec.json.encode(data))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        first = found[0]
        place = ".".join(map(str, (name, *first["loc"])))
        raise msgspec.ValidationError(f"{place}: {first['msg']}"[:_LONGEST_MESSAGE]) from None


def _renderer(tool: str, annotation: Any, schema: dict[str, Any], *, binary: bool) -> Callable[[Any], Any]:
    if binary:
        convert = _as_bytes
    elif _mentions_pydantic(annotation):
        adapter = _adapter(tool, annotation)

        def convert(value: Any) -> Any:
            return adapter.dump_python(value, mode="json", warnings="error")
    else:
        # A set has an order of its own in every process: sorted, equal results have equal digests.
        has_set = b'"uniqueItems":true' in msgspec.json.encode(schema)
        convert = partial(_as_builtins, order="deterministic" if has_set else None)

    def render(value: Any) -> Any:
        try:
            return convert(value)
        except (TypeError, ValueError, RecursionError):
            raise OutputInvalid(
                f"{tool} returned a value that has no {'binary' if binary else 'JSON'} form", tool=tool
            ) from None

    return render


def _as_bytes(value: Any) -> bytes:
    if not isinstance(value, _BINARY):
        raise TypeError
    return bytes(value)


def _as_builtins(value: Any, order: Literal["deterministic"] | None) -> Any:
    # Bytes stay bytes, for the output schema to refuse: silently becoming base64 would be a surprise.
    return msgspec.to_builtins(value, str_keys=True, builtin_types=_BINARY, order=order)


def _adapter(tool: str, annotation: Any) -> Any:
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    try:
        return TypeAdapter(annotation)
    except (PydanticUserError, TypeError) as error:
        raise ManifestInvalid(f"tool {tool!r}: {str(error).splitlines()[0]}", tool=tool) from None


def _mentions_pydantic(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        return _mentions_pydantic(inner) or any(type(m).__module__.startswith(_CONSTRAINTS) for m in metadata)
    if hasattr(annotation, "__pydantic_core_schema__"):
        return True
    return any(_mentions_pydantic(argument) for argument in get_args(annotation))


def _refused(tool: str, parameter: str, wanted: str) -> ManifestInvalid:
    return ManifestInvalid(f"tool {tool!r}: {parameter} must be {wanted}", tool=tool, parameter=parameter)
