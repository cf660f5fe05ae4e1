"""Bodies of multipart/form-data, read back by another implementation: what a value may be, and what it cannot become."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.formparser import parse_form_data

from runtime.contracts.errors import ManifestInvalid, ToolError
from runtime.sdk.http_declaration import read_request
from runtime.sdk.http_encoding import Written, write

PARTS = {
    "note": "{note}",
    "tags": "{tags}",
    "meta": "{meta}",
    "scan": {"value": "{scan}", "base64": True, "filename": "{name}", "type": "image/png"},
}


def written(arguments: dict[str, Any], parts: dict[str, Any] = PARTS) -> Written:
    request = read_request(
        "t", {"method": "POST", "url": "https://a.example/x", "body": {"multipart": parts}}
    )
    return write(request, arguments, {"KEY": "secret-value"}, "")


def parsed(sent: Written) -> tuple[dict[str, list[str]], dict[str, tuple[str | None, str, bytes]]]:
    """Fields and files, as a server's framework reads them."""
    environ = {
        "wsgi.input": BytesIO(sent.body),
        "CONTENT_TYPE": dict(sent.headers)["content-type"],
        "CONTENT_LENGTH": str(len(sent.body)),
        "REQUEST_METHOD": "POST",
    }
    _, form, files = parse_form_data(environ, silent=False)
    found: dict[str, tuple[str | None, str, bytes]] = {}
    for name, file in files.items():
        with file.stream as stream:
            found[name] = (file.filename, file.mimetype, stream.read())
    return form.to_dict(flat=False), found


def test_texts_lists_objects_and_files_become_the_parts_that_were_declared():
    arguments = {
        "note": "ä \r\n--x--",
        "tags": ["a", 2, True],
        "meta": {"k": [1]},
        "scan": base64.b64encode(b"\0PNG\r\n").decode(),
        "name": 'it"s a ü.png',
    }
    form, files = parsed(written(arguments))
    assert form == {"note": ["ä \r\n--x--"], "tags": ["a", "2", "true"], "meta": ['{"k":[1]}']}
    assert files == {"scan": ('it"s a ü.png', "image/png", b"\0PNG\r\n")}


def test_a_part_without_its_argument_is_left_out_and_a_secret_stands_in_its_own():
    parts = {"key": "{secret:KEY}", "note": "{note}", "tags": "{tags}"}
    assert parsed(written({"tags": []}, parts)) == ({"key": ["secret-value"]}, {})


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
@example('--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nforged', "\r\n--")
def test_no_value_ends_its_part_or_begins_another(note, tag):
    """T-HTTP-03"""
    sent = written({"note": note, "tags": [tag]})
    assert parsed(sent) == ({"note": [note], "tags": [tag]}, {})
    boundary = dict(sent.headers)["content-type"].partition("boundary=")[2]
    # Who has seen a boundary cannot use it: with another value it is another one.
    forged = f'\r\n--{boundary}\r\nContent-Disposition: form-data; name="scan"\r\n\r\nx'
    assert parsed(written({"note": note + forged, "tags": [tag]}))[0]["note"] == [note + forged]


def test_the_same_request_is_the_same_bytes_each_time():
    assert written({"note": "x"}) == written({"note": "x"})
    assert written({"note": "x"}).body != written({"note": "y"}).body


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "a\\b", "..", ".", "", "a\r\nX: y", "a\0", "x" * 300, "\u202ea", " "]
)
def test_the_name_of_a_file_is_no_place_and_ends_no_header(name):
    """T-HTTP-04"""
    with pytest.raises(ToolError) as caught:
        written({"scan": "AAA=", "name": name})
    assert caught.value.code == "invalid_argument"


def test_a_file_that_is_no_base64_is_refused():
    with pytest.raises(ToolError) as caught:
        written({"scan": "not base64!", "name": "x"})
    assert caught.value.code == "invalid_argument"


@pytest.mark.parametrize(
    "body",
    [
        {"multipart": {}},
        {"multipart": "x"},
        {"multipart": {"a": 1}},
        {"multipart": {"a": {"value": "{a}", "other": 1}}},
        {"multipart": {"a": {"value": "{a}{b}", "base64": True}}},
        {"multipart": {"a\r\n": "x"}},
        {"multipart": {"a": {"value": "x", "type": "text/plain\r\nX: y"}}},
        {"multipart": {"a": "x"}, "type": "multipart/mixed"},
        {"multipart": {"a": "x"}, "json": {}},
    ],
)
def test_a_body_that_is_declared_wrongly_is_refused_with_its_field(body):
    with pytest.raises(ManifestInvalid) as caught:
        read_request("t", {"method": "POST", "url": "https://a.example/x", "body": body})
    assert caught.value.details["field"].startswith("http")
