"""Documents that were written to harm whoever imports them: what is refused, and that it is refused soon."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from runtime.openapi import DocumentRefused, Imported, import_document, read_document
from runtime.sdk.http_files import read_http_file

SERVER = [{"url": "https://api.example.com"}]


def document(paths: Any, **more: Any) -> bytes:
    return json.dumps(
        {"openapi": "3.1.0", "info": {"title": "t"}, "servers": SERVER, "paths": paths} | more
    ).encode()


def operation(schema: Any = True, **more: Any) -> dict[str, Any]:
    return {"/a": {"get": {"parameters": [{"name": "q", "in": "query", "schema": schema}]} | more}}


def imported(paths: Any, **more: Any) -> Imported:
    return import_document(read_document(document(paths, **more)))


def refused(data: bytes | str) -> str:
    with pytest.raises(DocumentRefused) as caught:
        import_document(read_document(data if isinstance(data, bytes) else data.encode()))
    return str(caught.value)


LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
HEAD = "openapi: 3.1.0\nservers: [{url: 'https://api.example.com'}]\n"


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "1", "\xff", "openapi: 2.0", "swagger: '2.0'", '{"openapi": 3}', '{"openapi": "4.0.0", "paths": {}}', "a: [", "a: b: c",
        '{"openapi": "3.1.0", "openapi": "3.0.0", "paths": {}}', '{"openapi": "3.1.0", "paths": NaN}', '{"a":' * 50_000, "[" * 50_000,
        "- " * 5_000, HEAD + "paths: &p {/a: *p}", HEAD + "x: !!python/object/apply:os.system [id]", HEAD + "a: 1\na: 2", HEAD + "<<: {a: 1}",
        HEAD + "? [a]\n: b", HEAD + "---\na: 1", HEAD + "paths: *none", HEAD + "paths: [1]", HEAD + "paths: {}", "%TAG ! tag:x:\n--- !a 1",
    ],
)  # fmt: skip
def test_what_is_no_document_or_could_be_read_in_two_ways_is_refused(text):
    """T-OAPI-01"""
    assert refused(text.encode("latin-1"))


def test_aliases_that_unfold_to_billions_are_never_unfolded():
    """T-OAPI-01"""
    schema = "paths: {/a: {get: {parameters: [{name: q, in: query, schema: {enum: *a11}}]}}}\n"
    found = import_document(read_document((HEAD + LAUGHS + schema).encode()))
    assert (len(found.files), found.skipped) == (
        1,
        (),
    )  # an enumeration of that kind says nothing, and is left out
    tree = LAUGHS.replace("[x", "[{type: string}").replace(", x", ", {type: string}")
    for number in range(12):
        tree = tree.replace(f"&a{number} [", f"&a{number} {{allOf: [").replace("]\n", "]}\n")
    schema = "paths: {/a: {get: {parameters: [{name: q, in: query, schema: *a11}]}}}\n"
    found = import_document(
        read_document((HEAD + LAUGHS.replace("[", "{allOf: [").replace("]", "]}") + schema).encode())
    )
    assert [left.reason for left in found.skipped] == ["a schema is no object"]


def test_references_that_unfold_to_billions_or_hold_themselves_cost_nothing():
    """T-OAPI-01"""
    schemas: dict[str, Any] = {"s0": {"type": "string"}, "self": {"$ref": "#/components/schemas/self"}}
    schemas |= {f"s{n}": {"allOf": [{"$ref": f"#/components/schemas/s{n - 1}"}] * 9} for n in range(1, 20)}
    schemas["tree"] = {"properties": {"left": {"$ref": "#/components/schemas/tree"}}}
    found = imported(operation({"$ref": "#/components/schemas/s19"}), components={"schemas": schemas})
    assert [left.operation for left in found.skipped] == ["GET /a"]
    found = imported(operation({"$ref": "#/components/schemas/self"}), components={"schemas": schemas})
    assert len(found.files) + len(found.skipped) == 1
    found = imported(operation({"$ref": "#/components/schemas/tree"}), components={"schemas": schemas})
    assert len(found.files) == 1


@pytest.mark.parametrize(
    "reference",
    [
        "https://evil.example/schema.json", "file:///etc/passwd", "other.json#/a", "//evil.example/x", "#/nowhere", "#anchor", "", "#/paths/~1a/get/x",
    ],
)  # fmt: skip
def test_references_out_of_the_document_are_refused_and_nothing_is_fetched(reference):
    """T-OAPI-02"""
    for paths in (operation({"$ref": reference}), {"/a": {"get": {"parameters": [{"$ref": reference}]}}}):
        found = imported(paths)
        assert (found.files, [left.operation for left in found.skipped]) == ({}, ["GET /a"])


def test_parameters_and_path_items_that_refer_in_a_circle_are_refused():
    """T-OAPI-02"""
    circle = {
        "parameters": {"a": {"$ref": "#/components/parameters/b"}, "b": {"$ref": "#/components/parameters/a"}}
    }
    paths = {"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/a"}]}}}
    assert [left.reason for left in imported(paths, components=circle).skipped] == [
        "references lead in a circle"
    ]
    assert refused(document({"/a": {"$ref": "#/paths/~1a"}}))


@pytest.mark.parametrize("deep", [{"items": {}}, {"allOf": []}, {"properties": {}}])
def test_a_schema_that_is_too_deep_or_too_large_leaves_its_operation_out(deep):
    """T-OAPI-01"""
    keyword = next(iter(deep))
    schema: Any = {"type": "string"}
    for _ in range(190):
        schema = {
            keyword: [schema] if keyword == "allOf" else {"a": schema} if keyword == "properties" else schema
        }
    assert [left.operation for left in imported(operation(schema)).skipped] == ["GET /a"]
    assert imported(operation({"anyOf": [{"type": "string"}] * 30_000})).skipped


HOSTILE_TEXTS = (
    "'''\n[http]\nurl = 'https://evil.example/'", '"""\nname = "x"', "\x1b]0;title\x07\u202e", "\x00\x7f\x80", "a\nb = 1", "\\", "{secret:OTHER}", "{q}", "{{", "]\n[x",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_no_text_of_a_document_becomes_anything_but_text_in_a_tool_file(text):
    """T-OAPI-03"""
    found = imported(
        {
            "/a": {
                "post": {
                    "operationId": text,
                    "summary": text,
                    "description": text,
                    "tags": [text],
                    "parameters": [
                        {
                            "name": text,
                            "in": "query",
                            "description": text,
                            "schema": {"enum": [text], "description": text},
                        }
                    ],
                    "requestBody": {
                        "content": {"application/json": {"schema": {"properties": {text: {"pattern": text}}}}}
                    },
                    "security": [{text: []}],
                }
            }
        },
        components={"securitySchemes": {text: {"type": "apiKey", "in": "query", "name": "key"}}},
    )
    for name, written in found.files.items():
        assert set(tomllib.loads(written)) <= {
            "description",
            "short_description",
            "parameters",
            "output_schema",
            "http",
        }
        request = read_http_file(name, written.encode()).manifest.http
        assert request is not None
        assert (request.server, request.method, "OTHER" in request.secrets()) == (
            "https://api.example.com",
            "POST",
            False,
        )
        assert "/" not in name
        assert all(line.isprintable() for line in written.split("\n"))
    assert len(found.files) + len(found.skipped) == 1


@pytest.mark.parametrize(
    "url",
    [
        "/v1", "ftp://a.example", "https://{host}.example", "https://user:pw@a.example", "https://a.example/?x=1", "https://a.example/../..",
        "javascript:alert(1)", "https://a.example/#x", "", 7, "https://a b.example",
    ],
)  # fmt: skip
def test_a_server_that_is_no_plain_address_gives_no_tool(url):
    """T-OAPI-03"""
    found = imported(operation(), servers=[{"url": url}])
    assert (found.files, len(found.skipped)) == ({}, 1)


def test_the_server_of_every_tool_is_told_also_one_that_an_operation_names_itself():
    """T-OAPI-03"""
    paths = {"/a": {"get": {}}, "/b": {"get": {"servers": [{"url": "https://evil.example"}]}}}
    assert imported(paths).servers == ("https://api.example.com:443", "https://evil.example:443")


@pytest.mark.parametrize(
    "paths",
    [
        {"/a": {"get": {"parameters": 7}}}, {"/a": {"get": {"parameters": [7]}}}, {"/a": {"get": {"parameters": {"a": 1}}}},
        {"/a": {"get": {"responses": {"200": 7}}}}, {"/a": {"get": {"responses": {"200": {"content": {"application/json": 7}}}}}},
        {"/a": {"post": {"requestBody": 7}}}, {"/a": {"post": {"requestBody": {"content": {"application/json": []}}}}},
        {"/a": {"post": {"requestBody": {"required": True, "content": {"multipart/form-data": {}}}}}},
        {"/a/{x}": {"get": {}}}, {"/a/../b": {"get": {}}}, {"/a?b=c": {"get": {}}}, {"/a/{x": {"get": {}}},
        {"/a": {"get": {"security": [{"none": []}]}}}, {"/a": {"get": {"parameters": [{"name": "a", "in": "moon"}]}}},
        {"/a": {"get": {"parameters": [{"name": "Host", "in": "header"}]}}},
        {"/a": {"get": {"parameters": [{"name": "X-HTTP-Method-Override", "in": "header"}]}}},
        {"/a": {"get": {"parameters": [{"name": "q", "in": "query", "style": "odd"}]}}},
        {"/a/{x}": {"get": {"parameters": [{"name": "x", "in": "path", "schema": {"type": "array"}}]}}},
    ],
)  # fmt: skip
def test_an_operation_that_cannot_be_a_tool_is_left_out_with_a_reason_and_takes_no_other_along(paths):
    found = imported(paths | {"/good": {"get": {}}})
    assert [left.reason != "" for left in found.skipped] == [True]
    assert list(found.files) == ["get_good.toml"]


def test_names_are_fit_for_every_provider_and_never_the_same():
    found = imported(
        {
            f"/{n}": {"get": {"operationId": "getX" + "y" * 100}, "head": {"operationId": "get-x"}}
            for n in range(3)
        }
    )
    names = [name.removesuffix(".toml") for name in found.files]
    assert len(set(names)) == 6
    assert all(len(name) <= 64 and name.replace("_", "").isalnum() for name in names)


@pytest.mark.parametrize(
    "names",
    [("a", "a", "a_2"), ("a_2", "a", "a"), ("a", "a", "a_3", "a"), ("a_3", "a_2", "a", "a", "a", "a_2")],
)
def test_an_operation_never_takes_the_name_of_another_by_its_number(names):
    """T-OAPI-01: else the file of a request that somebody chose would hold another one."""
    found = imported({f"/{place}": {"get": {"operationId": name}} for place, name in enumerate(names)})
    paths = {
        name.removesuffix(".toml"): read_http_file(name, text.encode()).manifest.http.path
        for name, text in found.files.items()
    }
    assert sorted(paths.values()) == [f"/{place}" for place in range(len(names))]
    assert {name: paths[name] for name in names} == {name: f"/{names.index(name)}" for name in names}


def test_a_pattern_that_would_run_for_long_is_dropped_and_the_rest_of_the_schema_kept():
    """T-OAPI-01"""
    found = imported(operation({"type": "string", "pattern": "(?=a)(a+)+\\1$", "maxLength": 7}))
    manifest = read_http_file("t.toml", found.files["get_a.toml"].encode()).manifest
    assert manifest.input_schema["properties"]["q"] == {"type": "string", "maxLength": 7}
