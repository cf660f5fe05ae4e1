"""What an HTTP tool sends: a template of one request, checked when it is declared. No text of a caller is in it.

The server stands in the template itself, without a placeholder, so that no argument chooses where a request goes. A template is text with
placeholders:

| placeholder | stands for |
|---|---|
| ``{name}`` | the argument of that name, encoded for the place where it stands |
| ``{+name}`` | in a path: several segments, none of which leads upwards |
| ``{secret:NAME}`` | a secret of the settings, which the host adds after policy |
| ``{secret:NAME\\|base64}`` | the same in base64, for basic authentication |
| ``{{`` ``}}`` | a brace |
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import parse_qsl

import msgspec

from runtime.contracts.address import Target, take_apart

Method = Literal["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]
Style = Literal["form", "simple", "spaceDelimited", "pipeDelimited", "deepObject", "json"]
BodyKind = Literal["json", "form", "multipart", "text", "base64"]
Answer = Literal["json", "text", "response"]

READING = frozenset({"GET", "HEAD"})
REPEATABLE = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
"""Idempotent by RFC 9110, section 9.2.2."""
MAX_RETRIES = 5
MAX_REDIRECTS = 10
MAX_TIMEOUT_S = 300.0
MAX_ANSWER_BYTES = 64 * 1024 * 1024
SECRET_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PLACEHOLDER = re.compile(
    r"(\+?)([A-Za-z_][A-Za-z0-9_.-]{0,63})|secret:([A-Za-z_][A-Za-z0-9_]{0,63})(\|base64)?"
)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}")
_URL = re.compile(r"(https?://[^/?#{}]+)(/[^?#]*)?(?:\?([^#]*))?")
# The connection's own (RFC 9112), and those by which a request pretends to be another one.
_FORBIDDEN_HEADERS = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "accept-encoding", "expect",
     "cookie", "proxy-authorization", "proxy-connection", "keep-alive",
     "x-http-method", "x-http-method-override", "x-method-override", "x-original-url", "x-rewrite-url"}
)  # fmt: skip


class Part(NamedTuple):
    """A piece of a template: literal text, or what stands for a value."""

    kind: Literal["text", "argument", "segments", "secret", "secret_base64"]
    text: str
    """The literal, or the name."""


class HttpField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One parameter of a query, one header, cookie or field of a form."""

    name: str
    value: str
    """A template; one that is ``{name}`` and nothing else takes lists and objects, too, and is left out with its argument."""
    style: Style = "form"
    """How lists and objects are written: OpenAPI's names; ``json`` is JSON text."""
    explode: bool = True


class HttpPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a ``multipart/form-data`` body."""

    name: str
    value: str
    """A template; one that is ``{name}`` and nothing else is left out with its argument, and makes a part of each item of a list."""
    content_type: str = ""
    """By default none for texts, ``application/json`` for objects, ``application/octet-stream`` for files."""
    filename: str = ""
    """A template; a part with one is a file."""
    is_base64: bool = False
    """Whether the value is bytes in base64."""


class HttpBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""

    kind: BodyKind
    template: Any = None
    """``json``: JSON, in which a string that is ``{name}`` stands for the argument's value; ``text`` and ``base64``: a template."""
    fields: tuple[HttpField, ...] = ()
    """Of a form."""
    parts: tuple[HttpPart, ...] = ()
    """Of ``multipart``."""
    content_type: str = ""


class HttpRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The template of one request, and what holds for its answer."""

    method: Method
    url: str
    """Scheme, host and path; placeholders in the path only."""
    query: tuple[HttpField, ...] = ()
    headers: tuple[HttpField, ...] = ()
    cookies: tuple[HttpField, ...] = ()
    body: HttpBody | None = None
    answer: Answer = "json"
    """What the tool gives back: the JSON of the body, its text, or status, headers and body together, whatever the status is."""
    timeout_s: float = 10.0
    """Of one attempt."""
    max_bytes: int = 1024 * 1024
    """Of the answer's decoded body; a larger answer is an error."""
    retries: int = 0
    """Further attempts after a connection that failed, or 429, 502, 503, 504; for requests that may be repeated."""
    max_redirects: int = 3
    """Of a request that reads, on its own server; others follow none."""
    idempotency_header: str = ""
    """A header that carries a digest of the call's id, by which the server knows a repetition: any method may then be retried."""

    @property
    def target(self) -> Target:
        """The server."""
        return take_apart(self.server)[1]

    @property
    def server(self) -> str:
        """Scheme, host and port, as they are written."""
        return split_url(self.url)[0]

    @property
    def path(self) -> str:
        """The path's template."""
        return split_url(self.url)[1]

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it twice has the effect of sending it once."""
        return self.method in REPEATABLE or bool(self.idempotency_header)

    def fields(self) -> Iterator[tuple[str, HttpField]]:
        """Every named field with the place where it stands."""
        places = (("query", self.query), ("headers", self.headers), ("cookies", self.cookies))
        for place, fields in (*places, ("form", self.body.fields if self.body else ())):
            for field in fields:
                yield place, field

    def templates(self) -> Iterator[str]:
        """Every template of it."""
        yield self.path
        for _, field in self.fields():
            yield field.value
        if self.body is not None:
            yield from texts_of(self.body.template)
            for part in self.body.parts:
                yield from (part.value, part.filename)

    def secrets(self) -> frozenset[str]:
        """The secrets that it names."""
        parts = (part for template in self.templates() for part in parse_template(template))
        return frozenset(part.text for part in parts if part.kind.startswith("secret"))

    def arguments(self) -> frozenset[str]:
        """The arguments that it uses."""
        parts = (part for template in self.templates() for part in parse_template(template))
        return frozenset(part.text for part in parts if part.kind in ("argument", "segments"))

    def path_arguments(self) -> frozenset[str]:
        """The arguments without which there is no path."""
        return frozenset(p.text for p in parse_template(self.path) if p.kind in ("argument", "segments"))


def split_url(url: str) -> tuple[str, str, str]:
    """Server, path and query of a URL's template.

    Raises:
        ValueError: it is none.
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise ValueError("begin with http:// or https:// and a host, with placeholders after the host only")
    return found.group(1), found.group(2) or "/", found.group(3) or ""


def query_fields(query: str) -> tuple[HttpField, ...]:
    """The fields of a query that is written into the URL."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=200)
    except ValueError:
        raise ValueError("write its query as name=value&name=value") from None
    return tuple(HttpField(name, value) for name, value in pairs)


@functools.lru_cache(maxsize=4096)
def parse_template(template: str) -> tuple[Part, ...]:
    """The pieces of a template.

    Raises:
        ValueError: a brace opens no placeholder.
    """
    parts: list[Part] = []
    text, place = "", 0
    while place < len(template):
        character, doubled = template[place], template[place : place + 2]
        if doubled in ("{{", "}}"):
            text, place = text + character, place + 2
        elif character == "{":
            end = template.find("}", place)
            found = _PLACEHOLDER.fullmatch(template[place + 1 : end]) if end > 0 else None
            if found is None:
                raise ValueError(
                    f"{template[place : place + 40]!r} is no placeholder: write {{name}}, or {{{{ for a brace"
                )
            if text:
                parts.append(Part("text", text))
            parts.append(_placeholder(found))
            text, place = "", end + 1
        elif character == "}":
            raise ValueError("a brace closes no placeholder: write }} for a brace")
        else:
            text, place = text + character, place + 1
    return (*parts, Part("text", text)) if text else tuple(parts)


def _placeholder(found: re.Match[str]) -> Part:
    several, argument, secret, base64 = found.groups()
    if secret:
        return Part("secret_base64" if base64 else "secret", secret)
    return Part("segments" if several else "argument", argument)


def alone(template: str) -> str | None:
    """The argument of a template that is one placeholder and nothing else."""
    parts = parse_template(template)
    return parts[0].text if len(parts) == 1 and parts[0].kind == "argument" else None


def texts_of(value: Any) -> Iterator[str]:
    """The strings of a JSON value, without the names in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_of(item)


class Misdeclared(ValueError):
    """What is wrong with a request: the field, and what it must be."""

    def __init__(self, field: str, wanted: str) -> None:
        super().__init__(f"{field} must be {wanted}")
        self.field, self.wanted = field, wanted


def check_request(request: HttpRequest) -> None:
    """Return if the request holds together by itself.

    Raises:
        Misdeclared: naming the field.
    """
    _check_url(request.url)
    _check_numbers(request)
    seen: set[tuple[str, str]] = set()
    for place, field in request.fields():
        _check_field(place, field)
        key = (place, field.name.lower() if place == "headers" else field.name)
        if key in seen and place != "query":
            raise Misdeclared(f"{place}.{field.name}", "named once")
        seen.add(key)
    if request.idempotency_header and not _is_header(request.idempotency_header):
        raise Misdeclared("idempotency_header", "the name of a header that the runtime does not write itself")
    _check_body(request)
    for template in request.templates():
        _check_template(template)
    if any(part.kind == "segments" for t in list(request.templates())[1:] for part in parse_template(t)):
        raise Misdeclared("url", "the one place of {+name}: elsewhere write {name}")


def _check_url(url: str) -> None:
    try:
        server, path, query = split_url(url)
        take_apart(server + re.sub(r"\{[^{}]*\}", "x", path))
    except (ValueError, UnicodeError) as error:
        raise Misdeclared("url", f"an address of the web ({error})") from None
    if query:
        raise Misdeclared("url", "without a query, which has its own place")
    try:
        parts = parse_template(path)
    except ValueError as error:
        raise Misdeclared("url", f"a template ({error})") from None
    literal = "".join(part.text if part.kind == "text" else "x" for part in parts)
    if {".", ".."} & set(literal.lower().replace("%2e", ".").split("/")):
        raise Misdeclared("url", "a path without . and .. in it")


def _check_numbers(request: HttpRequest) -> None:
    for field, value, most, least in (
        ("timeout_s", request.timeout_s, MAX_TIMEOUT_S, 0.001),
        ("max_bytes", request.max_bytes, MAX_ANSWER_BYTES, 1),
        ("retries", request.retries, MAX_RETRIES, 0),
        ("max_redirects", request.max_redirects, MAX_REDIRECTS, 0),
    ):
        if not least <= value <= most:
            raise Misdeclared(field, f"between {least:g} and {most:g}")
    if request.method not in get_args(Method):
        raise Misdeclared("method", "one of " + ", ".join(get_args(Method)))
    if request.retries and not request.is_repeatable:
        raise Misdeclared("retries", f"0: {request.method} may not be repeated without an idempotency_header")


def _check_field(place: str, field: HttpField) -> None:
    where = f"{place}.{field.name[:64]}"
    if not field.name or not field.name.isprintable() or len(field.name) > 256:
        raise Misdeclared(where, "a printable name")
    if place == "headers" and not _is_header(field.name):
        raise Misdeclared(
            where, "a header that the runtime does not write itself; cookies go to [http.cookies]"
        )
    if place == "cookies" and not _TOKEN.fullmatch(field.name):
        raise Misdeclared(where, "the name of a cookie")
    if place in ("headers", "cookies") and not (
        field.value.isprintable() and field.value == field.value.strip()
    ):
        raise Misdeclared(where, "printable, without spaces around it")


def _is_header(name: str) -> bool:
    return bool(_TOKEN.fullmatch(name)) and name.lower() not in _FORBIDDEN_HEADERS


def _check_body(request: HttpRequest) -> None:
    body = request.body
    if body is None:
        return
    if request.method in READING:
        raise Misdeclared("body", f"absent: {request.method} has none")
    given = {"form": bool(body.fields), "multipart": bool(body.parts), "template": body.template is not None}
    wanted = body.kind if body.kind in given else "template"
    if any(present and name != wanted for name, present in given.items()):
        raise Misdeclared("body", "one of json, form, multipart, text, base64")
    _check_parts(body)
    if body.kind in ("text", "base64") and not isinstance(body.template, str):
        raise Misdeclared(f"body.{body.kind}", "a template")
    if body.kind == "base64" and alone(body.template) is None:
        raise Misdeclared("body.base64", "one placeholder and nothing else")
    if not body.content_type.isprintable() or not body.content_type.isascii():
        raise Misdeclared("body.type", "a media type")


def _check_template(template: str) -> None:
    try:
        parse_template(template)
    except ValueError as error:
        raise Misdeclared("template", f"readable ({error})") from None


def _check_parts(body: HttpBody) -> None:
    if body.kind == "multipart" and (not body.parts or body.content_type):
        raise Misdeclared("body.multipart", "a table of parts, without a type of its own")
    for part in body.parts:
        where = f"body.multipart.{part.name[:64]}"
        if not part.name or not part.name.isprintable() or len(part.name) > 256:
            raise Misdeclared(where, "a printable name")
        if part.is_base64 and alone(part.value) is None:
            raise Misdeclared(where, "one placeholder and nothing else where it is base64")
        if not part.content_type.isprintable() or not part.content_type.isascii():
            raise Misdeclared(f"{where}.type", "a media type")
