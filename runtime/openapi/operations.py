"""One operation of a document as the request of an HTTP tool, or the reason why it cannot be one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from runtime.contracts.http_request import split_url
from runtime.openapi.document import Document, DocumentRefused
from runtime.openapi.schemas import MAX_TEXT, Converter, clean

METHODS = ("get", "head", "options", "post", "put", "patch", "delete")
_MAX_NAME = 64
_MAX_DESCRIPTION = 1_000
_NOT_SENT = frozenset(
    {"accept", "content-type", "authorization"}
)  # OpenAPI 3.1, section 4.8.12.1: they have no effect
_STYLES = {"query": "form", "path": "simple", "header": "simple", "cookie": "form"}
_PLACES = {"query": "query", "header": "headers", "cookie": "cookies"}
_JSON = re.compile(r"application/(?:[a-z0-9.+-]+\+)?json|text/json", re.IGNORECASE)


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One operation as it stands in the document."""

    method: str
    path: str
    item: dict[str, Any]
    body: dict[str, Any]

    @property
    def identity(self) -> str:
        """What its author calls it."""
        given = self.body.get("operationId")
        return given if isinstance(given, str) and given.strip() else f"{self.method}_{self.path}"

    @property
    def tags(self) -> tuple[str, ...]:
        """The groups that it belongs to."""
        tags = self.body.get("tags")
        return tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()

    @property
    def label(self) -> str:
        """Method and path, as people name an operation."""
        return f"{self.method.upper()} {clean(self.path, 200)}"


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a tool file says of an operation."""

    description: str
    short_description: str
    parameters: dict[str, Any]
    output_schema: dict[str, Any]
    http: dict[str, Any]


def operations(document: Document) -> Iterator[Operation]:
    """Every operation, in the document's order.

    Raises:
        DocumentRefused: its paths are none.
    """
    paths = document.root.get("paths", {})
    if not isinstance(paths, dict):
        raise DocumentRefused("its paths are no object")
    for path, given in paths.items():
        if not isinstance(given, dict) or not str(path).startswith("/"):
            continue
        item = document.resolved(given)
        for method in METHODS:
            if isinstance(body := item.get(method), dict):
                yield Operation(method=method, path=path, item=item, body=body)


def tool_name(operation: Operation, prefix: str) -> str:
    """A name that every provider of models accepts: ``getPetById`` becomes ``get_pet_by_id``."""
    words = re.sub(r"([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])", r"\1\3_\2\4", operation.identity)
    name = re.sub(r"[^A-Za-z0-9]+", "_", prefix + words).strip("_").lower()
    return (name if re.match(r"[a-z_]", name) else f"_{name}")[:_MAX_NAME].rstrip("_") or "operation"


class Writer:
    """Writes requests; one serves a whole document."""

    def __init__(self, document: Document, *, server: str, title: str, headers: Mapping[str, str]) -> None:
        """Keep the document.

        Args:
            document: What is imported.
            server: Overrides the document's servers.
            title: What names of secrets begin with.
            headers: Of every request.
        """
        self._document = document
        self._headers = headers
        self._server = server
        self._title = title

    def request(self, operation: Operation) -> Request:
        """The operation as a request.

        Raises:
            DocumentRefused: it cannot be one; why.
        """
        fill = _Filling(self._document)
        path = fill.parameters(operation)
        http: dict[str, Any] = {"method": operation.method.upper(), "url": self._base(operation) + path}
        fill.body(operation, http)
        http |= {place: fields for place, fields in fill.fields.items() if fields}
        self._secure(operation, http)
        if self._headers:
            http["headers"] = {**http.get("headers", {}), **self._headers}
        output = _answer(self._document, operation, http)
        summary = clean(str(operation.body.get("summary") or ""), 200)
        described = clean(str(operation.body.get("description") or ""), _MAX_DESCRIPTION)
        text = (
            f"{summary}. {described}"
            if summary and described and not described.startswith(summary)
            else described
        )
        return Request(
            description=text or summary or operation.label,
            short_description=summary,
            parameters=fill.schema(),
            output_schema=output,
            http=http,
        )

    def _base(self, operation: Operation) -> str:
        """The server's address, as a literal of a template."""
        url = self._server
        for holder in () if url else (operation.body, operation.item, self._document.root):
            servers = holder.get("servers")
            if isinstance(servers, list) and servers and isinstance(servers[0], dict):
                url = _server_url(servers[0])
                break
        try:
            server, path, query = split_url(url)
        except ValueError:
            raise DocumentRefused(
                "its server is no address with http or https, or has variables without defaults: give one with --server"
            ) from None
        if query or "{" in path:
            raise DocumentRefused(
                "its server has a query or variables without defaults: give one with --server"
            )
        return server + path.rstrip("/")

    def _secure(self, operation: Operation, http: dict[str, Any]) -> None:
        """Add the credentials of the first way that can be gone.

        Raises:
            DocumentRefused: there is none.
        """
        given = operation.body.get("security", self._document.root.get("security"))
        ways = [way for way in given if isinstance(way, dict)] if isinstance(given, list) else []
        reasons: list[str] = []
        for way in sorted(ways, key=lambda each: not each):  # one with credentials before none
            try:
                found = [self._credential(name) for name in way]
            except DocumentRefused as error:
                reasons.append(str(error))
                continue
            for place, name, value in found:
                http.setdefault(place, {})[name] = value
            return
        if reasons:
            raise DocumentRefused(reasons[0])

    def _credential(self, scheme: str) -> tuple[str, str, str]:
        """Place, name and template of a security scheme."""
        schemes = self._document.resolved(self._document.root.get("components", {})).get(
            "securitySchemes", {}
        )
        found = self._document.resolved(schemes.get(scheme) if isinstance(schemes, dict) else None)
        secret = re.sub(r"[^A-Za-z0-9]+", "_", f"{self._title}_{scheme}").strip("_").upper()[:_MAX_NAME]
        secret = secret if re.match(r"[A-Z_]", secret) else f"_{secret}"[:_MAX_NAME]
        kind, form = found.get("type"), str(found.get("scheme", "")).lower()
        if kind == "apiKey" and found.get("in") in _PLACES:
            name = str(found.get("name", ""))
            return _PLACES[found["in"]], name, f"{{secret:{secret}}}"
        if kind in ("oauth2", "openIdConnect") or (kind == "http" and form == "bearer"):
            return "headers", "Authorization", f"Bearer {{secret:{secret}}}"
        if kind == "http" and form == "basic":
            return "headers", "Authorization", f"Basic {{secret:{secret}|base64}}"
        raise DocumentRefused(
            f"its security scheme {clean(scheme, 60)!r} ({clean(str(form or kind), 40)}) is not supported"
        )


class _Filling:
    """The arguments of one tool, and where each goes."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._converter = Converter(document, "request")
        self._properties: dict[str, Any] = {}
        self._required: list[str] = []
        self.fields: dict[str, dict[str, Any]] = {"query": {}, "headers": {}, "cookies": {}}

    def schema(self) -> dict[str, Any]:
        """The schema of the arguments."""
        return self._converter.with_definitions(
            {
                "type": "object",
                "properties": self._properties,
                "required": self._required,
                "additionalProperties": False,
            }
        )

    def parameters(self, operation: Operation) -> str:
        """Take the parameters in; the path's template."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for holder in (operation.item, operation.body):
            for given in holder.get("parameters") or ():
                parameter = self._document.resolved(given)
                found[str(parameter.get("in")), str(parameter.get("name"))] = parameter
        names = {name: self._parameter(place, name, parameter) for (place, name), parameter in found.items()}
        in_path = {name: names[name] for place, name in found if place == "path"}
        return _path(operation.path, in_path)

    def _parameter(self, place: str, name: str, parameter: dict[str, Any]) -> str:
        if place not in _STYLES:
            raise DocumentRefused(f"a parameter in {clean(place, 40)!r} is not supported")
        if place == "header" and name.lower() in _NOT_SENT:
            return ""
        style, schema = str(parameter.get("style") or _STYLES[place]), parameter.get("schema", {})
        explode = parameter.get("explode", style == "form") is True
        if isinstance(content := parameter.get("content"), dict) and content:
            kind, media = next(iter(content.items()))
            if not _JSON.match(str(kind)):
                raise DocumentRefused(
                    f"the parameter {clean(name, 60)!r} is written as {clean(str(kind), 40)}"
                )
            style, schema = "json", self._document.resolved(media).get("schema", {})
        converted = self._converter.convert(schema)
        if place == "path" and (style != "simple" or self._is_composite(converted)):
            raise DocumentRefused(
                f"the parameter {clean(name, 60)!r} of the path is a list or an object, or in the style {style[:20]}"
            )
        if place == "cookie" and style == "form" and explode and self._is_composite(converted):
            raise DocumentRefused(f"the cookie {clean(name, 60)!r} is a list or an object of several cookies")
        described = parameter.get("description")
        if isinstance(described, str) and described.strip():
            converted["description"] = clean(described, MAX_TEXT)
        required = place == "path" or parameter.get("required") is True
        if required and converted.get("type") == "array":
            converted.setdefault("minItems", 1)  # nothing is sent of an empty list
        argument = self._argument(name, place, converted, required=required)
        if place != "path":
            self.fields[_PLACES[place]][name] = _field(argument, style, place, explode=explode)
        return argument

    def _is_composite(self, converted: dict[str, Any]) -> bool:
        """Whether a schema is one of lists or objects, its reference followed."""
        seen = 0
        while isinstance(reference := converted.get("$ref"), str) and seen < 10:
            target = self._converter.with_definitions({})["$defs"][reference.rpartition("/")[2]]
            converted, seen = target if isinstance(target, dict) else {}, seen + 1
        kind = converted.get("type")
        return bool({"array", "object"} & ({kind} if isinstance(kind, str) else set(kind or ())))

    def _argument(self, name: str, place: str, schema: dict[str, Any], *, required: bool) -> str:
        """A name for the argument that nothing else has."""
        bare = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("_.-")[: _MAX_NAME - 10] or place
        bare = bare if re.match(r"[A-Za-z_]", bare) else f"_{bare}"
        argument, number = bare, 1
        while argument in self._properties:
            argument = f"{bare}_{place}" if number == 1 else f"{bare}_{place}_{number}"
            number += 1
        self._properties[argument] = schema
        if required:
            self._required.append(argument)
        return argument

    def body(self, operation: Operation, http: dict[str, Any]) -> None:
        """Take the body in, in the first of its forms that can be written."""
        if "requestBody" not in operation.body:
            return
        if operation.method in ("get", "head"):
            return  # RFC 9110, section 9.3.1: it has no meaning
        given = self._document.resolved(operation.body["requestBody"])
        content = given.get("content")
        media = (
            {str(k): self._document.resolved(v) for k, v in content.items()}
            if isinstance(content, dict)
            else {}
        )
        required = given.get("required") is True
        for kinds, write in (
            (_JSON, self._json_body),
            (re.compile("application/x-www-form-urlencoded"), self._form_body),
            (re.compile("multipart/form-data"), self._multipart_body),
            (re.compile("text/plain"), self._text_body),
            (re.compile("application/octet-stream"), self._bytes_body),
            (
                re.compile(r"(?:application|text)/(?:[a-z0-9.+-]+\+)?xml|text/[a-z0-9.+-]+"),
                self._written_body,
            ),
        ):
            for kind, value in media.items():
                if write == self._multipart_body and kinds.match(kind) and not self._has_parts(value):
                    continue
                if kinds.match(kind):
                    http["body"] = write(kind, value, required=required)
                    return
        if required or not media:
            raise DocumentRefused(f"its body is {clean(', '.join(media) or 'of no type', 80)}")

    def _json_body(self, kind: str, media: dict[str, Any], *, required: bool) -> dict[str, Any]:
        schema = self._converter.convert(media.get("schema", {}))
        return {
            "json": f"{{{self._argument('body', 'body', schema, required=required)}}}",
            "type": _media_type(kind),
        }

    def _text_body(self, kind: str, media: dict[str, Any], *, required: bool) -> dict[str, Any]:
        schema = self._converter.convert(media.get("schema", {})) | {"type": "string"}
        return {
            "text": f"{{{self._argument('body', 'body', schema, required=required)}}}",
            "type": _media_type(kind),
        }

    def _written_body(self, kind: str, _: dict[str, Any], *, required: bool) -> dict[str, Any]:
        """A document that the caller writes itself: its schema is one of values, and says how they become text in words of its own."""
        schema = {"type": "string", "description": f"The body, written as {_media_type(kind)}"}
        return {
            "text": f"{{{self._argument('body', 'body', schema, required=required)}}}",
            "type": _media_type(kind),
        }

    def _bytes_body(self, kind: str, _: dict[str, Any], *, required: bool) -> dict[str, Any]:
        schema = {"type": "string", "description": "The bytes, in base64"}
        return {
            "base64": f"{{{self._argument('body', 'body', schema, required=required)}}}",
            "type": _media_type(kind),
        }

    def _multipart_body(self, _: str, media: dict[str, Any], *, required: bool) -> dict[str, Any]:
        properties, wanted = self._fields_of(media)
        parts: dict[str, Any] = {}
        for name, given in properties.items():
            schema = self._document.resolved(given)
            items = self._document.resolved(schema["items"]) if "items" in schema else {}
            is_file = _is_binary(items or schema)
            converted: dict[str, Any] = {"type": "string", "description": "The file, in base64"}
            if is_file and items:
                converted = {"type": "array", "items": converted}
            converted = converted if is_file else self._converter.convert(given)
            needed = required and name in wanted
            value = f"{{{self._argument(name, 'form', converted, required=needed)}}}"
            kind = _part_type(media.get("encoding"), name)
            if not is_file and not kind:
                parts[name] = value
                continue
            parts[name] = {"value": value} | ({"type": kind} if kind else {})
            if is_file:
                parts[name] |= {
                    "filename": re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip(".") or "file",
                    "base64": True,
                }
        return {"multipart": parts}

    def _has_parts(self, media: dict[str, Any]) -> bool:
        """Whether each field is written as a part by itself; a style that says how to write a list or an object within one is not."""
        encoding = media.get("encoding")
        for name, given in self._fields_of(media)[0].items():
            how = encoding.get(name) if isinstance(encoding, dict) else None
            style = how.get("style") if isinstance(how, dict) else None
            kind = self._document.resolved(given).get("type")
            repeated = kind == "array" and isinstance(how, dict) and how.get("explode", True) is True
            if style is not None and not (style == "form" and (repeated or kind not in ("array", "object"))):
                return False
        return True

    def _fields_of(self, media: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
        """The fields of a form, and which of them it must have."""
        schema = self._document.resolved(media.get("schema", {}))
        properties, wanted = schema.get("properties"), schema.get("required")
        if not isinstance(properties, dict) or not properties:
            raise DocumentRefused("its form has no fields")
        return properties, wanted if isinstance(wanted, list) else []

    def _form_body(self, kind: str, media: dict[str, Any], *, required: bool) -> dict[str, Any]:
        properties, wanted = self._fields_of(media)
        encoding = media.get("encoding")
        form: dict[str, Any] = {}
        for name, given in properties.items():
            converted = self._converter.convert(given)
            how = encoding.get(name) if isinstance(encoding, dict) else None
            style = str(how.get("style") or "form") if isinstance(how, dict) else "form"
            explode = how.get("explode", style == "form") is True if isinstance(how, dict) else True
            # Without a style, what is no list is written as JSON (OpenAPI 3.1, section 4.8.15.1).
            style = (
                "json"
                if style == "form" and self._is_object(converted) and not isinstance(how, dict)
                else style
            )
            needed = required and name in wanted
            form[name] = _field(
                self._argument(name, "form", converted, required=needed), style, "form", explode=explode
            )
        return {"form": form, "type": _media_type(kind)}

    def _is_object(self, converted: dict[str, Any]) -> bool:
        return self._is_composite(converted) and converted.get("type") != "array"


def _field(argument: str, style: str, place: str, *, explode: bool) -> Any:
    if style not in ("form", "simple", "spaceDelimited", "pipeDelimited", "deepObject", "json"):
        raise DocumentRefused(f"the style {clean(style, 40)!r} is not supported")
    if (style, explode) == (("simple", False) if place == "header" else ("form", True)):
        plain = {"value": f"{{{argument}}}"}
        return plain | {"explode": False} if place == "header" else f"{{{argument}}}"
    return {"value": f"{{{argument}}}", "style": style, "explode": explode}


def _is_binary(schema: dict[str, Any]) -> bool:
    """Whether a part is a file: ``format: binary`` in OpenAPI 3.0, a media type in 3.1."""
    media = schema.get("contentMediaType")
    binary = schema.get("format") in ("binary", "byte") or schema.get("contentEncoding") == "base64"
    return binary or (isinstance(media, str) and not media.startswith(("text/", "application/json")))


def _part_type(encoding: Any, name: str) -> str:
    """The type that a document gives a part; the first, where it offers several."""
    how = encoding.get(name) if isinstance(encoding, dict) else None
    given = str(how.get("contentType") or "") if isinstance(how, dict) else ""
    first = clean(given.split(",")[0].strip(), 100)
    return first if first.isascii() and "*" not in first else ""


def _media_type(kind: str) -> str:
    found = clean(kind, 100)
    return "application/json" if "*" in found else found


def _path(path: str, names: dict[str, str]) -> str:
    """The path's template; braces that name no parameter are an error."""
    written = ""
    for literal, name in re.findall(r"([^{}]*)(?:\{([^{}]*)\})?", path):
        if name and name not in names:
            raise DocumentRefused(f"its path has {clean(name, 60)!r}, which is no parameter")
        written += literal + (f"{{{names[name]}}}" if name else "")
    if (
        re.sub(r"\{[^{}]*\}", "", path).strip("/") != re.sub(r"\{[^{}]*\}", "", written).strip("/")
        or "?" in path
        or "#" in path
    ):
        raise DocumentRefused("its path is no template")
    return written


def _server_url(server: dict[str, Any]) -> str:
    """The address with its variables' defaults."""
    url, variables = str(server.get("url", "")), server.get("variables")
    if isinstance(variables, dict):
        for name, variable in list(variables.items())[:20]:
            if isinstance(variable, dict) and isinstance(default := variable.get("default"), str):
                url = url.replace(f"{{{name}}}", default)[:2_000]
    return url


def _answer(document: Document, operation: Operation, http: dict[str, Any]) -> dict[str, Any]:
    """The schema of the output; ``http`` is told how to read the answer."""
    if operation.method == "head":
        http["answer"] = "response"
        return {}
    responses = operation.body.get("responses")
    found = responses.items() if isinstance(responses, dict) else ()
    answers = [document.resolved(value) for status, value in found if str(status).upper().startswith("2")]
    contents = [a["content"] if isinstance(a.get("content"), dict) else {} for a in answers]
    media = [(str(kind), value) for content in contents for kind, value in content.items()]
    json = [value for kind, value in media if _JSON.match(kind)]
    if media and not json:
        http["answer"] = "text"
        return {"type": "string"}
    converter = Converter(document, "response")
    schemas = [converter.convert(document.resolved(value).get("schema", {})) for value in json]
    if not schemas or {} in schemas:
        return {}
    if any(not content for content in contents):
        schemas.append({"type": "null"})
    distinct = [schema for number, schema in enumerate(schemas) if schema not in schemas[:number]]
    return converter.with_definitions(distinct[0] if len(distinct) == 1 else {"anyOf": distinct})
