"""Equal results have equal digests, and what has no normal form is no result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runtime.contracts.digest import digest
from runtime.contracts.errors import OutputInvalid, OutputLimit
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.validation.normalize import Normalized, Normalizer


def manifest(normalization: str | None = "json", **fields: Any) -> Manifest:
    """A tool's declaration with a rule."""
    return Manifest(
        name="tool",
        description="A tool",
        input_schema={},
        output_schema={},
        normalization=normalization,
        **fields,
    )


def normal(
    value: Any, normalization: str | None = "json", *, rule: Any = None, max_bytes: int = 10_000
) -> Normalized:
    """The normal form of a value."""
    rules = {"tool": rule} if rule else {}
    return Normalizer(rules).normalize(manifest(normalization), value, max_bytes=max_bytes)


def refused(value: Any, normalization: str | None = "json", **options: Any) -> OutputInvalid:
    """The error of a value without a normal form."""
    with pytest.raises(OutputInvalid) as caught:
        normal(value, normalization, **options)
    return caught.value


def test_json_is_hashed_in_canonical_form_and_kept_as_it_came():
    found = normal({"b": 1.0, "a": "é"})
    assert found.raw == '{"b":1.0,"a":"é"}'.encode()
    assert found.data == '{"a":"é","b":1}'.encode()
    assert (found.digest, found.raw_digest) == (digest(found.data), digest(found.raw))


def test_the_order_of_keys_changes_the_raw_digest_only():
    one, two = normal({"a": 1, "b": 2}), normal({"b": 2, "a": 1})
    assert one.digest == two.digest
    assert one.raw_digest != two.raw_digest


@pytest.mark.parametrize("value", [None, True, 0, "", [], {}, [1, [2, {"a": None}]], "\x00", -0.0, 1e21])
def test_every_json_value_has_a_normal_form_that_reads_back(value):
    assert json.loads(normal(value).data) == value


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        2**53,
        "\ud800",
        {"\udfff": 1},
        b"x",
        {1, 2},
        object(),
        {1: 2},
        [float("nan")],
    ],
    ids=[
        "nan",
        "infinity",
        "large",
        "surrogate",
        "surrogate key",
        "bytes",
        "set",
        "object",
        "number key",
        "nested",
    ],
)
def test_a_value_without_a_canonical_form_is_refused(value):
    assert refused(value).code == "output.invalid"


def test_a_value_within_itself_is_refused_and_not_a_traceback():
    loop: list[Any] = []
    loop.append(loop)
    refused(loop)


@pytest.mark.parametrize("value", [b"ab", bytearray(b"ab"), memoryview(b"ab")])
def test_bytes_are_hashed_as_they_are(value):
    found = normal(value, "binary")
    assert (found.raw, found.data) == (b"ab", b"ab")
    assert found.digest == found.raw_digest == digest(b"ab")


@pytest.mark.parametrize("value", ["ab", None, ["ab"], 5])
def test_a_binary_tool_that_gives_no_bytes_is_refused(value):
    """bytes(5) would be five zeros."""
    refused(value, "binary")


def test_a_custom_rule_makes_the_bytes_that_are_hashed():
    found = normal({"time": 5, "rows": [1]}, "custom", rule=lambda value: json.dumps(value["rows"]).encode())
    assert (found.data, found.digest) == (b"[1]", digest(b"[1]"))
    assert found.raw == b'{"time":5,"rows":[1]}'


def test_a_custom_rule_cannot_change_the_result():
    def rule(value: Any) -> bytes:
        value["rows"].clear()
        return b""

    result = {"rows": [1]}
    normal(result, "custom", rule=rule)
    assert result == {"rows": [1]}


def test_a_custom_rule_that_fails_is_an_error_without_its_words():
    def rule(value: Any) -> bytes:
        raise ValueError("secret")

    assert "secret" not in refused({}, "custom", rule=rule).message


@pytest.mark.parametrize("given", ["text", None, bytearray(b"x"), type("B", (bytes,), {})(b"x")])
def test_a_custom_rule_gives_exact_bytes(given):
    refused({}, "custom", rule=lambda value: given)


def test_a_tool_without_a_rule_is_an_error():
    refused({}, None)
    assert "normalizers" in refused({}, "custom").suggestion


def test_the_manifest_bounds_the_output_unless_the_call_does():
    tight = manifest(resource_bounds=ResourceBounds(output_bytes=4))
    assert Normalizer().normalize(tight, "ab").raw == b'"ab"'
    with pytest.raises(OutputLimit):
        Normalizer().normalize(tight, "abc")


@pytest.mark.parametrize("rule", ["json", "custom"])
def test_the_size_of_the_output_is_bounded_exactly(rule):
    assert normal("x" * 98, rule, rule=lambda value: b"", max_bytes=100)
    with pytest.raises(OutputLimit) as caught:
        normal("x" * 99, rule, rule=lambda value: b"", max_bytes=100)
    assert caught.value.details["max_bytes"] == 100


def test_the_size_of_bytes_is_bounded_before_they_are_copied():
    class Huge(bytes):
        def __bytes__(self) -> bytes:
            raise AssertionError("copied")

    assert normal(b"x" * 100, "binary", max_bytes=100)
    with pytest.raises(OutputLimit):
        normal(Huge(101), "binary", max_bytes=100)
    with pytest.raises(OutputLimit):  # a view counts bytes, not items
        normal(memoryview(b"x" * 104).cast("q"), "binary", max_bytes=100)


def test_a_normal_form_that_outgrows_its_source_is_bounded_too():
    """1e20 has four characters; its canonical form has twenty-one."""
    with pytest.raises(OutputLimit):
        normal([1e20] * 10, max_bytes=100)
    with pytest.raises(OutputLimit):
        normal(1, "custom", rule=lambda value: b"x" * 101, max_bytes=100)


def test_shared_objects_that_unfold_without_end_are_refused_at_once():
    value: list[Any] = []
    for _ in range(60):
        value = [value, value]
    with pytest.raises(OutputLimit):
        normal(value)
