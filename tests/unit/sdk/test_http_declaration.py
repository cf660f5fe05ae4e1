"""What an HTTP tool may be declared as, and what follows from its request."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.contracts.capability import NetRead, NetWrite
from runtime.contracts.errors import ArgumentRefused, BackendFault, ManifestInvalid
from runtime.contracts.http_request import parse_template
from runtime.sdk import as_tool, http_tool
from runtime.sdk.http_declaration import HttpTool, http_tool_of, read_request
from runtime.sdk.http_files import read_http_file, tables_of
from runtime.validation.tool_check import run_check

URL = "https://api.example.com/v1/pets/{pet}"
FILE = """\
description = "Find a pet by its id"

[parameters]
required = ["pet"]
[parameters.properties]
pet = { type = "integer" }
tags = { type = "array", items = { type = "string" } }

[http]
url = "https://api.example.com/v1/pets/{pet}?fields=name"
query = { tags = { value = "{tags}", explode = false } }
headers = { Authorization = "Bearer {secret:PETS}" }
"""


def declared(**words: Any) -> HttpTool:
    """A tool whose arguments are those that its request uses."""
    request = read_request("t", {"url": "https://api.example.com/", **words})
    names = sorted(request.arguments())
    schema = {"type": "object", "properties": {name: {} for name in names}, "required": names}
    return http_tool_of(
        name="t", description="For a test", request=request, input_schema=schema, output_schema={}
    )


def refused(**words: Any) -> str:
    with pytest.raises(ManifestInvalid) as caught:
        declared(**words)
    return str(caught.value.details["field"])


def test_a_function_without_a_body_is_an_http_tool_with_schemas_of_its_signature():
    @http_tool(url=URL, query={"verbose": "{verbose}"}, headers={"X-Fixed": "1"}, version="2.0.0")
    def get_pet(pet: int, verbose: bool = False) -> dict[str, int]:
        """Find a pet."""

    manifest = as_tool(get_pet).manifest
    assert (manifest.name, manifest.description, manifest.version, manifest.source) == (
        "get_pet", "Find a pet.", "2.0.0", "http",
    )  # fmt: skip
    assert manifest.input_schema["required"] == ["pet"]
    assert manifest.output_schema["additionalProperties"] == {"type": "integer"}


@pytest.mark.parametrize(
    ("method", "capability", "effect", "risk"),
    [
        ("GET", NetRead(["https://api.example.com:443"]), "net_read", "read_only"),
        ("head", NetRead(["https://api.example.com:443"]), "net_read", "read_only"),
        ("POST", NetWrite(["https://api.example.com:443"]), "net_write", "dangerous"),
        ("DELETE", NetWrite(["https://api.example.com:443"]), "net_write", "dangerous"),
    ],
)
def test_capability_effect_and_risk_follow_from_method_and_server(method, capability, effect, risk):
    manifest = declared(method=method).manifest
    assert (manifest.required_capabilities, manifest.side_effects, manifest.risk) == (
        (capability,),
        (effect,),
        risk,
    )


def test_the_digest_of_a_tool_covers_its_request():
    assert (
        declared(headers={"X-A": "1"}).manifest.digest() != declared(headers={"X-A": "2"}).manifest.digest()
    )


def test_a_file_declares_the_same_as_code_does_and_is_closed_to_other_arguments():
    tool = read_http_file("get_pet.toml", FILE.encode())
    request = tool.manifest.http
    assert request is not None
    assert (tool.manifest.name, request.url, request.secrets()) == ("get_pet", URL, {"PETS"})
    assert [(field.name, field.value, field.explode) for field in request.query] == [
        ("fields", "name", True), ("tags", "{tags}", False),
    ]  # fmt: skip
    assert tool.manifest.input_schema["additionalProperties"] is False
    assert tables_of(FILE.encode()) == {"description", "parameters", "http"}
    assert tables_of(b"[http") is None


def test_a_schema_in_a_file_may_be_written_as_json():
    text = FILE.replace("[parameters]", "").partition("\nrequired")[0]
    http = FILE[FILE.index("[http]") :]
    schema = (
        """parameters = '{"required": ["pet"], "properties": {"pet": {"enum": [null, 1]}, "tags": {}}}'"""
    )
    manifest = read_http_file("get_pet.toml", f"{text}\n{schema}\n{http}".encode()).manifest
    assert manifest.input_schema["properties"]["pet"] == {"enum": [None, 1]}


@pytest.mark.parametrize(
    "text",
    [
        "", "http = 1", "[http", "\xff", "[http]\nurl='https://a.example/'", FILE.replace("description", "descripton"),
        FILE.replace("[http]", "[http]\nurll = 1"), FILE.replace('"Find a pet by its id"', "1"),
        FILE + "\n[bounds]\nwall_s = -1", FILE.replace("[parameters]", "[parameters]\nadditionalProperties = true"),
        "x = " + "[" * 2000, FILE + "#" * 1_100_000,
    ],
)  # fmt: skip
def test_a_file_that_is_no_declaration_is_refused_with_its_code(text):
    with pytest.raises(ManifestInvalid) as caught:
        read_http_file("get_pet.toml", text.encode("latin-1"))
    assert caught.value.code == "tool.manifest_invalid"
    assert caught.value.suggestion


@pytest.mark.parametrize(
    "url",
    [
        "https://{host}/", "https://a{x}.example/", "{scheme}://a.example/", "https://user:pw@a.example/", "ftp://a.example/",
        "https://a.example:{port}/", "https:///x", "https://a.example\\@b.example/", "https://a.example/../x",
        "https://a.example/%2e%2E/x", "https://a.example/{", "https://a.example/}", "https://a.example/{1x}", "//a.example/",
        "https://a.example/ x", "https://a.example/\r\nHost: b.example", "https://a.example:99999/",
    ],
)  # fmt: skip
def test_no_placeholder_and_no_trick_stands_where_the_server_is_named(url):
    """T-HTTP-01"""
    assert refused(url=url).startswith("http")


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"method": "TRACE"}, "http"),
        ({"method": "POST", "retries": 1}, "http.retries"),
        ({"retries": 99}, "http.retries"),
        ({"timeout_s": 0}, "http.timeout_s"),
        ({"timeout_s": float("nan")}, "http.timeout_s"),
        ({"max_bytes": 10**12}, "http.max_bytes"),
        ({"max_redirects": 99}, "http.max_redirects"),
        ({"headers": {"Host": "b.example"}}, "http.headers.Host"),
        ({"headers": {"Transfer-Encoding": "chunked"}}, "http.headers.Transfer-Encoding"),
        ({"headers": {"X-HTTP-Method-Override": "DELETE"}}, "http.headers.X-HTTP-Method-Override"),
        ({"headers": {"Cookie": "a=b"}}, "http.headers.Cookie"),
        ({"headers": {"X A": "b"}}, "http.headers.X A"),
        ({"headers": {"X-A": "b\r\nX-B: c"}}, "http.headers.X-A"),
        ({"headers": {"X-A": "1", "x-a": "2"}}, "http.headers.x-a"),
        ({"headers": {"X-A": 1}}, "http.headers.X-A"),
        ({"cookies": {"a;b": "c"}}, "http.cookies.a;b"),
        ({"query": {"a": "{+b}"}}, "http.url"),
        ({"query": {"a": "{b"}}, "http.template"),
        ({"body": {"json": 1}}, "http.body"),
        ({"method": "POST", "body": {"json": 1, "text": ""}}, "http.body"),
        ({"method": "POST", "body": {"xml": ""}}, "http.body"),
        ({"method": "POST", "body": {"text": 1}}, "http.body.text"),
        ({"method": "POST", "body": {"base64": "a{b}"}}, "http.body.base64"),
        ({"method": "POST", "body": {"text": "", "type": "text/plain\r\nX: y"}}, "http.body.type"),
        ({"method": "POST", "idempotency_header": "Host"}, "http.idempotency_header"),
    ],
)  # fmt: skip
def test_a_request_that_contradicts_itself_is_refused_with_its_field(words, field):
    assert refused(**words) == field


@pytest.mark.parametrize(
    ("url", "schema", "field"),
    [
        (URL, {"properties": {}}, "http"),
        (URL, {"properties": {"pet": {}}}, "parameters.required"),
        (URL, {"properties": {"pet": {}, "more": {}}, "required": ["pet"]}, "parameters"),
        (URL, {"properties": 1}, "parameters"),
    ],
)
def test_arguments_and_placeholders_must_be_the_same(url, schema, field):
    request = read_request("t", {"url": url})
    with pytest.raises(ManifestInvalid) as caught:
        http_tool_of(name="t", description="d", request=request, input_schema=schema, output_schema={})
    assert caught.value.details["field"] == field


def test_doubled_braces_are_braces_and_secrets_are_no_arguments():
    parts = parse_template("{{a}} {b} {secret:C} {secret:C|base64}")
    assert [(part.kind, part.text) for part in parts] == [
        ("text", "{a} "), ("argument", "b"), ("text", " "), ("secret", "C"), ("text", " "), ("secret_base64", "C"),
    ]  # fmt: skip


def test_bounds_leave_room_for_every_attempt():
    bounds = declared(retries=2, timeout_s=3.0, max_bytes=1000).manifest.resource_bounds
    assert bounds.wall_s >= 9
    assert bounds.network is not None
    assert bounds.network.requests == 12


def test_an_argument_that_cannot_be_sent_is_refused_before_policy_is_asked():
    tool = declared(url=URL)
    with pytest.raises(ArgumentRefused) as caught:
        run_check("t", tool.check, {"pet": ".."})
    assert caught.value.code == "invalid_argument"


def test_an_http_tool_runs_on_its_backend_alone():
    with pytest.raises(BackendFault):
        declared().execute({}, None).send(None)  # type: ignore[arg-type]


def test_a_decorator_refuses_options_and_parameters_that_mean_nothing():
    with pytest.raises(ManifestInvalid):
        http_tool(url=URL, capabilities=[])
    with pytest.raises(ManifestInvalid):
        http_tool(url=URL)(1)  # type: ignore[type-var]
