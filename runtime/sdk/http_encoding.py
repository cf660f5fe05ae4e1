"""Writes the arguments of a call into the request of its tool: each value encoded for the place where it stands.

What encoding cannot make harmless is refused, since servers decode and normalize what they are sent, some of them twice:

| place | refused |
|---|---|
| path | ``.`` and ``..``, nothing at all, and what is or decodes to a slash, a backslash, or a control character |
| header, cookie | control characters, characters beyond Latin-1, spaces around the value |
| query, form | names out of an object that another field of the request has |
| multipart | file names that are places or hold control characters |
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from runtime.contracts.errors import ToolError
from runtime.contracts.http_request import (
    HttpBody,
    HttpField,
    HttpPart,
    HttpRequest,
    alone,
    parse_template,
)
from runtime.sdk.http_multipart import Piece, boundary_of, joined

MAX_URL = 65_536
_DECODINGS = 4
"""How often a value is decoded to see what it could become behind several servers."""
_JOINED = {"spaceDelimited": "%20", "pipeDelimited": "|"}
_TYPES = {"json": "application/json", "form": "application/x-www-form-urlencoded", "text": "text/plain; charset=utf-8",
          "base64": "application/octet-stream"}  # fmt: skip
Values = Mapping[str, Any]


class Written(NamedTuple):
    """A request with everything in it."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


def write(
    request: HttpRequest, arguments: Values, secrets: Mapping[str, str], call_id_digest: str
) -> Written:
    """The request that is sent.

    Args:
        request: The template; it was checked when it was declared.
        arguments: They fit the tool's schema.
        secrets: By name.
        call_id_digest: What the idempotency header carries.

    Raises:
        ToolError: ``invalid_argument``: a value cannot stand where its template puts it.
    """
    fill = Filling(arguments, secrets)
    url = request.server + fill.path(request.path)
    if query := "&".join(fill.pairs("query", request.query)):
        url = f"{url}?{query}"
    if len(url) > MAX_URL:
        raise ToolError("invalid_argument", f"the address would be longer than {MAX_URL} characters")
    headers = [("accept", "application/json" if request.answer == "json" else "*/*")]
    headers += fill.headers(request.headers)
    if cookies := "; ".join(fill.cookies(request.cookies)):
        headers.append(("cookie", cookies))
    if request.idempotency_header:
        headers.append((request.idempotency_header, call_id_digest))
    body = None if request.body is None else fill.body(request.body)
    if body is not None and request.body is not None:
        kind = request.body.content_type or _type_of(request.body, body)
        headers.append(("content-type", kind))
    return Written(request.method, url, tuple(headers), body or b"")


class Filling:
    """The values of one call."""

    def __init__(self, arguments: Values, secrets: Mapping[str, str]) -> None:
        self._arguments = {name: value for name, value in arguments.items() if value is not None}
        self._given = arguments
        self._secrets = secrets

    def path(self, template: str) -> str:
        """The path."""
        written = "".join(self._pieces(template, _in_path))
        if any(segment in (".", "..") for segment in written.lower().replace("%2e", ".").split("/")):
            raise _refused("path", "make a path with . or .. in it")
        return written

    def pairs(self, place: str, fields: tuple[HttpField, ...]) -> Iterator[str]:
        """``name=value`` for each field of a query or a form that has a value."""
        taken = {field.name for field in fields}
        for field in fields:
            name = quote(field.name, safe="")
            value = self._value(field)
            if isinstance(value, list):
                yield from _list(field, name, value)
            elif isinstance(value, dict):
                yield from _object(place, field, name, value, taken)
            elif value is not None:
                yield f"{name}={quote(value, safe='')}"

    def headers(self, fields: tuple[HttpField, ...]) -> Iterator[tuple[str, str]]:
        """The headers that have a value."""
        for field in fields:
            if (value := self._value(field)) is not None:
                yield field.name, _in_header(field.name, _simple(field, value))

    def cookies(self, fields: tuple[HttpField, ...]) -> Iterator[str]:
        """The cookies that have a value."""
        for field in fields:
            if (value := self._value(field)) is not None:
                yield f"{field.name}={quote(_simple(field, value), safe='')}"

    def body(self, body: HttpBody) -> bytes | None:
        """The body; None where it is one argument, which was not given."""
        if body.kind == "form":
            return "&".join(self.pairs("form", body.fields)).encode("ascii")
        if body.kind == "multipart":
            return joined([piece for part in body.parts for piece in self._parts(part)])
        if (
            isinstance(body.template, str)
            and (name := alone(body.template)) is not None
            and name not in self._given
        ):
            return None
        if body.kind == "json":
            return msgspec.json.encode(self._json(body.template))
        text = self._text(body.template) or ""
        return text.encode("utf-8") if body.kind == "text" else _bytes(str(alone(body.template)), text)

    def _parts(self, part: HttpPart) -> Iterator[Piece]:
        """The pieces of a body that a part becomes: one, none, or one for each item of a list."""
        name = alone(part.value)
        value = self._text(part.value) if name is None else self._arguments.get(name)
        for item in value if isinstance(value, list) else [value]:
            if item is None:
                continue
            kind = part.content_type
            if isinstance(item, dict | list):
                data, kind = msgspec.json.encode(item), kind or "application/json"
            elif part.is_base64:
                data = _bytes(part.name, _scalar(part.name, item))
            else:
                data = _scalar(part.name, item).encode("utf-8")
            filename = ""
            if part.filename:
                filename, kind = _filename(self._text(part.filename)), kind or "application/octet-stream"
            yield Piece(part.name, filename, kind, data)

    def _json(self, template: Any) -> Any:
        if isinstance(template, str):
            name = alone(template)
            return self._given.get(name, _ABSENT) if name is not None else _or_absent(self._text(template))
        if isinstance(template, dict):
            filled = {key: self._json(value) for key, value in template.items()}
            return {key: value for key, value in filled.items() if value is not _ABSENT}
        if isinstance(template, list | tuple):
            return [value for value in map(self._json, template) if value is not _ABSENT]
        return template

    def _value(self, field: HttpField) -> str | list[Any] | dict[str, Any] | None:
        """The field's value; None where an argument in it was not given."""
        name = alone(field.value)
        if name is None:
            return self._text(field.value)
        value = self._arguments.get(name)
        if field.style == "json" and value is not None:
            return msgspec.json.encode(value).decode()
        return value if isinstance(value, list | dict) or value is None else _scalar(name, value)

    def _text(self, template: str) -> str | None:
        """The template's text; None where an argument in it was not given."""
        try:
            return "".join(self._pieces(template, lambda _name, _kind, value: value))
        except KeyError:
            return None

    def _pieces(self, template: str, encode: Callable[[str, str, str], str]) -> Iterator[str]:
        for kind, text in parse_template(template):
            if kind == "text":
                yield text
            elif kind in ("argument", "segments"):
                yield encode(text, kind, _scalar(text, self._arguments[text]))
            else:
                secret = self._secrets[text]
                plain = secret if kind == "secret" else base64.b64encode(secret.encode()).decode()
                yield encode("a secret", "secret", plain)


def _type_of(body: HttpBody, data: bytes) -> str:
    if body.kind != "multipart":
        return _TYPES[body.kind]
    return f"multipart/form-data; boundary={boundary_of(data)}"


def _bytes(name: str, text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise _refused(name, "be base64") from None


def _filename(text: str | None) -> str:
    """The name of a file as a server may see it: no place, and nothing that ends the header."""
    if text is None:
        return "file"
    if not text.isprintable() or not text.strip(". ") or set(text) & {"/", "\\"} or len(text) > 255:
        raise _refused("filename", "be the name of a file, without a slash and control characters")
    return text


_ABSENT: Any = object()


def _or_absent(text: str | None) -> Any:
    return _ABSENT if text is None else text


def _scalar(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return msgspec.json.encode(value).decode()
    raise _refused(name, "be a text, a number or a boolean where the request has it")


def _in_path(name: str, kind: str, value: str) -> str:
    segments = value.split("/") if kind == "segments" else [value]
    for segment in segments:
        if reason := _unfit(segment):
            raise _refused(name, reason)
    return "/".join(quote(segment, safe="") for segment in segments)


def _unfit(segment: str) -> str:
    """Why a value is no segment of a path, however often a server decodes it."""
    for _ in range(_DECODINGS):
        bare = segment.split(";")[0].strip()  # some servers take off what follows a semicolon
        if not segment or not bare:
            return "not be empty where the address has it"
        if bare.strip(".") == "" or "/" in segment or "\\" in segment:
            return "hold no slash, and be neither . nor .. where the address has it"
        if not segment.isprintable():
            return "hold no control characters where the address has it"
        decoded = unquote(segment, errors="replace")
        if decoded == segment:
            return ""
        segment = decoded
    return "not be encoded many times over"


def _in_header(name: str, value: str) -> str:
    fits = all(" " <= c <= "~" or "\xa0" <= c <= "\xff" for c in value)
    if not fits or value != value.strip():
        raise _refused(
            name, "hold no control characters, none beyond Latin-1, and no spaces around it: it is a header"
        )
    return value


def _list(field: HttpField, name: str, items: list[Any]) -> Iterator[str]:
    texts = [quote(_scalar(field.name, item), safe="") for item in items if item is not None]
    if not texts:
        return
    if field.explode and field.style not in ("deepObject", "simple"):
        yield from (f"{name}={text}" for text in texts)
    else:
        yield f"{name}=" + _JOINED.get(field.style, ",").join(texts)


def _object(place: str, field: HttpField, name: str, value: dict[str, Any], taken: set[str]) -> Iterator[str]:
    pairs = [(key, _scalar(field.name, item)) for key, item in value.items() if item is not None]
    if field.style == "deepObject":
        yield from (f"{name}%5B{quote(key, safe='')}%5D={quote(text, safe='')}" for key, text in pairs)
    elif field.explode:
        for key, text in pairs:
            if key in taken:
                raise _refused(field.name, f"not hold {key[:64]!r}, which is another field of the {place}")
            yield f"{quote(key, safe='')}={quote(text, safe='')}"
    elif pairs:
        flat = (quote(text, safe="") for pair in pairs for text in pair)
        yield f"{name}=" + ",".join(flat)


def _simple(field: HttpField, value: str | list[Any] | dict[str, Any]) -> str:
    """Of headers and cookies: OpenAPI's style ``simple``."""
    if isinstance(value, str):
        return value
    items = value if isinstance(value, list) else None
    if items is None and isinstance(value, dict):
        if field.explode:
            return ",".join(f"{key}={_scalar(field.name, item)}" for key, item in value.items())
        items = [part for pair in value.items() for part in pair]
    texts = [_scalar(field.name, item) for item in items or ()]
    if any("," in text for text in texts):
        raise _refused(field.name, "hold no comma in an item")
    return ",".join(texts)


def _refused(name: str, wanted: str) -> ToolError:
    return ToolError(
        "invalid_argument", f"{name[:64]} must {wanted}", suggestion="Correct the argument.", field=name[:64]
    )
