"""Which echoes of a secret are taken out of an answer, and which cannot be."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.backends._http.redaction import Redaction

SECRET = "tok/en+with=odd&chars<é>"
REDACTION = Redaction({"PETS": SECRET})


@pytest.mark.parametrize(
    "form",
    [
        SECRET, SECRET.upper(), quote(SECRET), quote(SECRET, safe=""), quote(quote(SECRET, safe=""), safe=""),
        json.dumps(SECRET)[1:-1], html.escape(SECRET), SECRET.encode().hex(), SECRET.encode().hex().upper(),
        base64.b64encode(SECRET.encode()).decode(), base64.urlsafe_b64encode(SECRET.encode()).decode(),
        base64.b64encode(f"user:{SECRET}".encode()).decode(), base64.b64encode(f"x{SECRET}y".encode()).decode(),
        base64.b64encode(f"{{\"k\": \"{SECRET}\"}}".encode()).decode(), SECRET.encode().decode("latin-1"),
        SECRET.replace("/", "\\/"), json.dumps(json.dumps(SECRET)[1:-1])[1:-1], json.dumps(SECRET)[1:-1].replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"),
    ],
)  # fmt: skip
def test_a_secret_is_taken_out_in_the_forms_in_which_servers_echo_it(form):
    """T-HTTP-06"""
    redacted = REDACTION.text(f"before {form} after")
    assert "[secret PETS]" in redacted
    assert SECRET not in redacted
    assert (redacted.startswith("before "), redacted.endswith(" after")) == (True, True)


@given(st.binary(max_size=5), st.binary(max_size=5))
def test_base64_of_anything_around_a_secret_never_gives_it_back(before, after):
    """T-HTTP-06"""
    shown = REDACTION.text(base64.b64encode(before + SECRET.encode() + after).decode())
    assert "[secret PETS]" in shown
    assert len(shown.replace("[secret PETS]", "")) <= 4 + 8 + 8


def test_names_and_values_of_json_are_both_looked_at_and_numbers_too():
    """T-HTTP-06"""
    digits = Redaction({"PIN": "12345678901"})
    value = {"a": [{SECRET: SECRET}], "n": 1, "ok": True, "none": None}
    assert REDACTION.value(value) == {
        "a": [{"[secret PETS]": "[secret PETS]"}],
        "n": 1,
        "ok": True,
        "none": None,
    }
    assert digits.value({"n": 12345678901, "t": "1234567890"}) == {"n": None, "t": "1234567890"}


def test_a_text_that_was_cut_ends_before_the_secret_that_the_cut_went_through():
    """T-HTTP-06"""
    for kept in range(4, len(SECRET)):
        assert REDACTION.text(f"page {SECRET[:kept]}", cut=True) == "page [secret PETS]"
    assert REDACTION.text("page tok", cut=True) == "page tok"


def test_a_secret_inside_another_one_hides_nothing_of_it():
    """T-HTTP-06"""
    redaction = Redaction({"A": "abcdefgh", "B": "xxabcdefghxx"})
    assert redaction.text("xxabcdefghxx abcdefgh") == "[secret B] [secret A]"


def test_what_a_server_changes_otherwise_is_not_found():
    """The limit that the documentation states: whoever was told a secret can tell it in a form of its own."""
    assert REDACTION.text(SECRET[::-1]) == SECRET[::-1]
