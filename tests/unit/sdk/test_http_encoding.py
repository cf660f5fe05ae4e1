"""What of an argument reaches the wire: encoded for its place, or refused."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.errors import ToolError
from runtime.sdk.http_declaration import read_request
from runtime.sdk.http_encoding import Written, write

SERVER = "https://api.example.com"


def written(arguments: dict[str, Any], *, url: str = "/", **words: Any) -> Written:
    return write(read_request("t", {"url": SERVER + url, **words}), arguments, {"S": "to/ken"}, "c0ffee")


def refused(arguments: dict[str, Any], **words: Any) -> None:
    with pytest.raises(ToolError) as caught:
        written(arguments, **words)
    assert caught.value.code == "invalid_argument"


@pytest.mark.parametrize(
    "value",
    [
        "", ".", "..", "...", "a/b", "../a", "a\\b", "%2e%2e", "%2E.", "a%2fb", "%252e%252e%252f", "%5c", "%00", "\x00", "a\r\nb", "..;",
        "..;x=1", ". ", "%25252525252e", "a\u2028b", "%0d%0aX: y",
    ],
)  # fmt: skip
def test_what_could_lead_elsewhere_is_no_segment_of_a_path(value):
    """T-HTTP-02"""
    refused({"x": value}, url="/files/{x}")
    if value != "a/b":
        refused({"x": f"a/{value}"}, url="/files/{+x}")


@given(st.text())
def test_a_text_in_a_path_is_one_segment_or_refused(text):
    """T-HTTP-02"""
    try:
        path = urlsplit(written({"x": text}, url="/a/{x}/b").url).path
    except ToolError:
        return
    before, segment, after = path.removeprefix("/").split("/")
    assert (before, unquote(segment), after) == ("a", text, "b")


@given(st.text(), st.lists(st.text(), min_size=1, max_size=3))
def test_texts_in_a_query_stay_in_their_own_parameters(text, several):
    """T-HTTP-03"""
    url = written({"x": text, "many": several}, query={"fixed": "1", "x": "{x}", "many": "{many}"}).url
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True, strict_parsing=True)
    assert pairs == [("fixed", "1"), ("x", text), *(("many", one) for one in several)]
    assert urlsplit(url)[:3] == ("https", "api.example.com", "/")


@pytest.mark.parametrize(
    "value", ["a\r\nX-B: c", "a\nb", "a\0", " a", "a ", "\u20ac", "a\x7f", "\u0120", "a\x85b"]
)
def test_a_header_takes_no_value_that_could_be_another_header(value):
    """T-HTTP-04"""
    refused({"x": value}, headers={"X-A": "{x}"})


def test_a_cookie_is_encoded_so_that_it_stays_one_cookie():
    """T-HTTP-04"""
    headers = dict(written({"x": "a; admin=1\r\nX: y"}, cookies={"c": "{x}", "d": "1"}).headers)
    assert headers["cookie"] == "c=a%3B%20admin%3D1%0D%0AX%3A%20y; d=1"


def test_an_object_cannot_bring_parameters_that_the_request_has_itself():
    """T-HTTP-03"""
    refused({"x": {"token": "mine"}}, query={"token": "{secret:S}", "x": "{x}"})
    assert written({"x": {"a&b": "c=d"}}, query={"token": "1", "x": "{x}"}).url.endswith(
        "?token=1&a%26b=c%3Dd"
    )


@pytest.mark.parametrize(
    ("field", "value", "query"),
    [
        ({}, ["a", "b"], "q=a&q=b"),
        ({"explode": False}, ["a", "b,c"], "q=a,b%2Cc"),
        ({"style": "spaceDelimited", "explode": False}, ["a", "b"], "q=a%20b"),
        ({"style": "pipeDelimited", "explode": False}, ["a", "b"], "q=a|b"),
        ({}, {"a": 1, "b": True}, "a=1&b=true"),
        ({"explode": False}, {"a": 1, "b": 2.5}, "q=a,1,b,2.5"),
        ({"style": "deepObject"}, {"a": 1, "b]=x&c": 2}, "q%5Ba%5D=1&q%5Bb%5D%3Dx%26c%5D=2"),
        ({"style": "json"}, {"a": [1]}, "q=%7B%22a%22%3A%5B1%5D%7D"),
        ({}, [], ""), ({}, None, ""), ({}, 12.0, "q=12.0"), ({}, False, "q=false"), ({}, "", "q="),
    ],
)  # fmt: skip
def test_lists_and_objects_are_written_in_the_styles_of_openapi(field, value, query):
    url = written({"x": value}, query={"q": {"value": "{x}", **field}}).url
    assert url == f"{SERVER}/" + (f"?{query}" if query else "")


def test_what_cannot_be_written_flat_is_refused():
    refused({"x": [[1]]}, query={"q": "{x}"})
    refused({"x": {"a": {}}}, query={"q": "{x}"})
    refused({"x": ["a,b"]}, headers={"X-A": "{x}"})
    refused({"x": [1]}, url="/a/{x}")
    refused({"x": "a" * 70_000}, query={"q": "{x}"})


def test_arguments_that_were_not_given_leave_their_fields_out():
    request = written({}, method="POST", query={"a": "x{p}"}, headers={"X-A": "{p}"}, cookies={"c": "{p}"},
                      body={"json": {"a": "{p}", "b": ["{p}", 1], "c": "{p}!"}})  # fmt: skip
    assert (request.url, request.body) == (f"{SERVER}/", b'{"b":[1]}')
    assert {"X-A", "cookie"} & dict(request.headers).keys() == set()


def test_values_keep_their_types_in_a_body_of_json():
    """T-HTTP-03"""
    arguments = {"n": None, "o": {"a": [1, True]}, "t": '","admin":true,"x":"'}
    request = written(
        arguments, method="POST", body={"json": {"n": "{n}", "o": "{o}", "t": "say {t}", "f": 1}}
    )
    assert request.body == b'{"n":null,"o":{"a":[1,true]},"t":"say \\",\\"admin\\":true,\\"x\\":\\"","f":1}'
    assert dict(request.headers)["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("body", "arguments", "sent", "kind"),
    [
        (
            {"form": {"a": "{x}", "b": "1"}},
            {"x": "1&b=2"},
            b"a=1%26b%3D2&b=1",
            "application/x-www-form-urlencoded",
        ),
        ({"text": "<{x}>", "type": "text/x"}, {"x": "\u20ac"}, "<\u20ac>".encode(), "text/x"),
        ({"base64": "{x}"}, {"x": "AAE="}, b"\0\x01", "application/octet-stream"),
        ({"json": "{x}"}, {"x": [1]}, b"[1]", "application/json"),
        ({"json": "{x}"}, {}, b"", None),
    ],
)
def test_a_body_is_written_in_its_own_form(body, arguments, sent, kind):
    request = written(arguments, method="POST", body=body)
    assert (request.body, dict(request.headers).get("content-type")) == (sent, kind)


def test_base64_that_is_none_is_refused():
    refused({"x": "*"}, method="POST", body={"base64": "{x}"})


def test_a_secret_stands_where_its_placeholder_is_and_a_text_that_looks_like_one_stays_text():
    """T-HTTP-05"""
    request = written(
        {"x": "{secret:S}"}, query={"x": "{x}"}, headers={"A": "Basic {secret:S|base64}", "B": "{secret:S}"}
    )
    assert request.url == f"{SERVER}/?x=%7Bsecret%3AS%7D"
    assert (dict(request.headers)["A"], dict(request.headers)["B"]) == ("Basic dG8va2Vu", "to/ken")
