"""Tools that are one HTTP request: ``@http_tool`` over a typed function, and the tool that a declaration makes.

What such a tool may reach follows from its request: one server, to read or to write. What it may do to it follows from the method.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

import msgspec

from runtime.contracts.capability import Capability, NetRead, NetWrite
from runtime.contracts.errors import BackendFault, ManifestInvalid
from runtime.contracts.http_request import (
    READING,
    BodyKind,
    HttpBody,
    HttpField,
    HttpRequest,
    Misdeclared,
    check_request,
    query_fields,
    split_url,
)
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.manifest import Determinism, Manifest, Risk, SideEffect
from runtime.contracts.ports import ToolContext
from runtime.sdk.http_encoding import write
from runtime.sdk.registry import mark
from runtime.sdk.signature import read

F = TypeVar("F", bound=Callable[..., Any])
_GRACE_S = 5.0
_HEADROOM_BYTES = 1024 * 1024
"""Headers, handshakes and the request itself."""


class HttpTool:
    """A tool that is one request: its declaration says all of it, and its backend alone sends it."""

    blocking = False

    def __init__(self, manifest: Manifest) -> None:
        """Keep the declaration."""
        self.manifest = manifest

    def check(self, arguments: dict[str, Any]) -> None:
        """Refuse, before policy is asked, what cannot stand where the request has it.

        Raises:
            ToolError: ``invalid_argument``.
        """
        if (request := self.manifest.http) is not None:
            write(request, arguments, dict.fromkeys(request.secrets(), "secret"), "")

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002
        """Refuses: a request is sent by the backend, which adds its secrets."""
        raise BackendFault(f"{self.manifest.name} is run by the http backend alone")


class HttpWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request as its author writes it, in ``[http]`` of a file or in ``@http_tool``."""

    method: str = "GET"
    url: str
    query: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    cookies: dict[str, Any] = {}
    body: dict[str, Any] = {}
    answer: str = "json"
    timeout_s: float = 10.0
    max_bytes: int = 1024 * 1024
    retries: int = 0
    max_redirects: int = 3
    idempotency_header: str = ""


class HttpDeclaration(msgspec.Struct, frozen=True, kw_only=True):
    """What ``@http_tool`` was given."""

    words: dict[str, Any]
    description: str
    options: dict[str, Any]

    def tool_of(self, function: Callable[..., Any]) -> HttpTool:
        """The tool: its schemas follow from the function's signature."""
        name = self.options.get("name") or function.__name__
        signature = read(function)
        if signature.context is not None:
            raise _refused(name, signature.context, "an argument of the request: an HTTP tool runs no code")
        options = {key: value for key, value in self.options.items() if key != "name"}
        return http_tool_of(
            name=name,
            description=self.description or inspect.getdoc(function) or "",
            request=read_request(name, self.words),
            input_schema=signature.input_schema,
            output_schema=signature.output_schema,
            **options,
        )


def http_tool(
    *,
    url: str,
    method: str = "GET",
    description: str = "",
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, Any] | None = None,
    cookies: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | None = None,
    answer: str = "json",
    timeout_s: float = 10.0,
    max_bytes: int = 1024 * 1024,
    retries: int = 0,
    max_redirects: int = 3,
    idempotency_header: str = "",
    **options: Any,
) -> Callable[[F], F]:
    """Declare that a typed function without a body is an HTTP tool: its parameters are the arguments, its result is the answer.

    Args:
        url: ``https://host/path/{argument}``; a query may follow.
        method: Of HTTP.
        description: What it does; the function's docstring by default.
        query: Name to template, or to ``{"value": "{tags}", "style": "form", "explode": False}``.
        headers: Likewise.
        cookies: Likewise.
        body: One of ``json`` (a value with templates in it), ``form``, ``multipart``, ``text`` and ``base64`` (bytes), and ``type`` for its media type.
        answer: ``json``, ``text``, or ``response`` for ``{"status", "headers", "body"}``.
        timeout_s: Of one attempt.
        max_bytes: Of the answer.
        retries: Where the request may be repeated.
        max_redirects: On its own server.
        idempotency_header: Lets the server know a repetition.
        **options: ``name``, ``version``, ``short_description``, ``determinism``, ``risk``, ``requires_approval``, ``bounds``.

    Raises:
        ManifestInvalid: an option is unknown; what else is wrong is said by `as_tool`.
    """
    known = {"name", "version", "short_description", "determinism", "risk", "requires_approval", "bounds"}
    if unknown := sorted(options.keys() - known):
        raise _refused("?", unknown[0], "one of " + ", ".join(sorted(known)))
    words = {
        "url": url, "method": method, "query": dict(query or {}), "headers": dict(headers or {}), "cookies": dict(cookies or {}),
        "body": dict(body or {}), "answer": answer, "timeout_s": timeout_s, "max_bytes": max_bytes, "retries": retries,
        "max_redirects": max_redirects, "idempotency_header": idempotency_header,
    }  # fmt: skip
    declaration = HttpDeclaration(words=words, description=description, options=options)

    def marking(function: F) -> F:
        if not inspect.isfunction(function):
            raise _refused("?", "http_tool", "put on a function")
        return mark(function, declaration)

    return marking


def http_tool_of(
    *,
    name: str,
    description: str,
    request: HttpRequest,
    input_schema: dict[str, Any],
    output_schema: dict[str, Any],
    version: str = "1.0.0",
    short_description: str = "",
    determinism: Determinism | None = None,
    risk: Risk | None = None,
    requires_approval: bool = False,
    bounds: ResourceBounds | None = None,
) -> HttpTool:
    """The tool of a request and its schemas; capability and side effect are those of its method and server.

    Raises:
        ManifestInvalid: the request uses an argument that the schema does not name, or needs one that it does not require.
    """
    _check_arguments(name, request, input_schema)
    reads = request.method in READING
    effect: SideEffect = "net_read" if reads else "net_write"
    server = [f"{request.target}"]
    capability: Capability = NetRead(server) if reads else NetWrite(server)
    return HttpTool(
        Manifest(
            name=name,
            version=version,
            description=description,
            short_description=short_description,
            input_schema=input_schema,
            output_schema=output_schema,
            required_capabilities=(capability,),
            side_effects=(effect,),
            determinism=determinism or ("maybe" if reads else "nondeterministic"),
            resource_bounds=_bounds(request, bounds),
            risk=risk or ("read_only" if reads else "dangerous"),
            requires_approval=requires_approval,
            source="http",
            http=request,
        )
    )


def _bounds(request: HttpRequest, bounds: ResourceBounds | None) -> ResourceBounds:
    """Room for every attempt, where the author gives no bounds."""
    if bounds is not None and bounds.network is not None:
        return bounds
    attempts = 1 + request.retries
    network = NetworkBounds(
        requests=attempts * (1 + (request.max_redirects if request.method in READING else 0)),
        bytes=attempts * (request.max_bytes + _HEADROOM_BYTES),
    )
    if bounds is not None:
        return msgspec.structs.replace(bounds, network=network)
    return ResourceBounds(wall_s=attempts * request.timeout_s + _GRACE_S, network=network)


def _check_arguments(name: str, request: HttpRequest, schema: dict[str, Any]) -> None:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        raise _refused(name, "parameters", "a JSON Schema of an object")
    if unknown := sorted(request.arguments() - properties.keys()):
        raise _refused(name, "http", f"free of {{{unknown[0]}}}, which is no argument of the tool")
    if optional := sorted(request.path_arguments() - set(map(str, required))):
        raise _refused(name, "parameters.required", f"with {optional[0]}, which stands in the path")
    if unused := sorted(properties.keys() - request.arguments()):
        raise _refused(name, "parameters", f"used by the request, unlike {unused[0]}")


def read_request(name: str, table: Any) -> HttpRequest:
    """The request that an author wrote.

    Raises:
        ManifestInvalid: naming the field.
    """
    try:
        words = msgspec.convert(table, HttpWords)
        server, path, query = split_url(words.url)
        request = msgspec.convert(
            {
                **{field: getattr(words, field) for field in _AS_WRITTEN},
                "method": words.method.upper(),
                "url": server + path,
                "query": [*map(msgspec.to_builtins, query_fields(query)), *_fields("query", words.query)],
                "headers": _fields("headers", words.headers),
                "cookies": _fields("cookies", words.cookies),
                "body": _body(words.body),
            },
            HttpRequest,
        )
        check_request(request)
    except Misdeclared as error:
        raise _refused(name, f"http.{error.field}", error.wanted) from None
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        text = str(error) if not isinstance(error, RecursionError) else "nested too deeply"
        raise ManifestInvalid(
            f"tool {name[:64]!r}: http: {text[:300]}", tool=name[:64], field="http"
        ) from None
    return request


_AS_WRITTEN = ("answer", "timeout_s", "max_bytes", "retries", "max_redirects", "idempotency_header")


def _fields(place: str, table: dict[str, Any]) -> list[dict[str, Any]]:
    style = {"headers": "simple"}.get(place, "form")
    return [
        {
            "name": name,
            "style": style,
            **({"value": value} if isinstance(value, str) else _options(place, name, value)),
        }
        for name, value in table.items()
    ]


def _options(place: str, name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or "name" in value:
        raise Misdeclared(f"{place}.{name[:64]}", "a template, or a table with value, style and explode")
    return value


def _body(table: dict[str, Any]) -> dict[str, Any] | None:
    if not table:
        return None
    kinds = [kind for kind in get_args(BodyKind) if kind in table]
    if len(kinds) != 1 or table.keys() - {*kinds, "type"}:
        raise Misdeclared("body", "one of json, form, multipart, text, base64, and perhaps type")
    body: dict[str, Any] = {"kind": kinds[0], "content_type": table.get("type", "")}
    with contextlib.suppress(AttributeError):  # a form that is no table: msgspec says so
        if kinds[0] == "form":
            return body | {"fields": _fields("form", table["form"])}
        if kinds[0] == "multipart":
            return body | {"parts": [_part(name, value) for name, value in table["multipart"].items()]}
    return body | {"template": table[kinds[0]]}


def _part(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"name": name, "value": value}
    known = {"value": "value", "type": "content_type", "filename": "filename", "base64": "is_base64"}
    if not isinstance(value, dict) or value.keys() - known.keys():
        raise Misdeclared(
            f"body.multipart.{name[:64]}", "a template, or a table with value, type, filename and base64"
        )
    return {"name": name} | {known[key]: one for key, one in value.items()}


class HttpStub(HttpTool):
    """The stub of an HTTP tool: it gives a fixed answer, and no request is sent."""

    is_stub = True

    def __init__(self, manifest: Manifest, answer: Any) -> None:
        """Keep the declaration, which is that of a stub, and the answer."""
        super().__init__(manifest)
        self.answer = answer


def _refused(name: str, field: str, wanted: str) -> ManifestInvalid:
    return ManifestInvalid(f"tool {name[:64]!r}: {field} must be {wanted}", tool=name[:64], field=field)


__all__ = [
    "HttpBody",
    "HttpDeclaration",
    "HttpField",
    "HttpStub",
    "HttpTool",
    "http_tool",
    "http_tool_of",
    "read_request",
]
