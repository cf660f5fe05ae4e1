"""Functions of OPA's that are written here: what they answer, what they refuse, and what their bundles need."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from document_calls import NOW_NS, SCHEMA, encoded
from opa_oracle import FAILED, our_expression

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid
from runtime.policy import builtins
from runtime.policy.engines import Isolation, open_engine
from runtime.policy.guard import GuardedEngine

ASKED = PolicyInput(
    principal={"id": "agent:a"},
    tool={"name": "read_file", "side_effects": []},
    canonical_arguments=b'{"path":"a"}',
    capabilities={"declared": [], "granted": []},
)


def opened(folder: Path, rule: str, isolation: Isolation = "in_process") -> GuardedEngine:
    text = f'package runtime.authz\n\ndefault decision := {{"allow": false}}\n\ndecision := {{"allow": true}} if {{\n{rule}\n}}\n'
    (folder / "authz.rego").write_text(text, "utf-8")
    return open_engine(f"rego:{folder}", isolation=isolation, cache_size=0)


def unsigned(header: dict[str, object], payload: dict[str, object]) -> str:
    return ".".join([encoded(json.dumps(part).encode()) for part in (header, payload)] + [""])


def test_a_token_without_a_signature_is_not_a_verified_one() -> None:
    """T-POL-13"""
    token = unsigned({"alg": "none"}, {"iss": "me"})
    assert our_expression(f'io.jwt.decode_verify("{token}", {{"secret": "s"}})') == ["value", [False, {}, {}]]


def test_a_token_that_ends_is_not_judged_by_a_clock_that_nobody_named() -> None:
    """T-POL-13: the answer would depend on the time, and be kept."""
    signed = f'io.jwt.encode_sign({{"alg": "HS256"}}, {{"exp": {NOW_NS // 10**9}}}, {{"kty": "oct", "k": "{encoded(b"s")}"}})'
    assert our_expression(f'io.jwt.decode_verify({signed}, {{"secret": "s"}})') == [FAILED]
    late = our_expression(f'io.jwt.decode_verify({signed}, {{"secret": "s", "time": {NOW_NS}}})')
    assert late == ["value", [False, {}, {}]]
    early = our_expression(f'io.jwt.decode_verify({signed}, {{"secret": "s", "time": {NOW_NS - 10**9}}})')
    assert early[1][0] is True


SIGNED = f'io.jwt.encode_sign({{"alg": "HS256"}}, {{}}, {{"kty": "oct", "k": "{encoded(b"s")}"}})'


@pytest.mark.parametrize(
    "trust",
    [
        {"secret": "s", "time": None},
        {"cert": json.dumps({"kty": "oct", "k": encoded(b"s"), "alg": ""})},
        {"cert": json.dumps({"keys": [{"kty": "oct", "k": encoded(b"s"), "alg": ""}]})},
    ],
)
def test_what_is_given_empty_is_not_left_out(trust: dict[str, object]) -> None:
    """T-POL-13: OPA refuses a time that is no number, and a key whose algorithm is empty, so no token is verified with them."""
    assert our_expression(f"io.jwt.decode_verify({SIGNED}, {json.dumps(trust)})") == [FAILED]


@pytest.mark.parametrize(
    "expression",
    [
        'units.parse("20E")',  # beyond what the engine can hold
        'units.parse("0.5")',  # OPA writes 0.5000000000
        'uri.parse("http://user@host/")',
        'net.cidr_merge(["::ffff:10.0.0.0/104"])',
        'net.cidr_expand("10.0.0.0/8")',
        'graphql.parse_query("# kept\\n{ a }")',
        'strings.render_template("{{{.a}}", {"a": "b"})',
        'urlquery.decode("a=")',
        'urlquery.decode("a#b")',
        'urlquery.decode_object("a=1#&b=2")',
        'graph.reachable_paths({"a": ["a"]}, ["a"])',
        'strings.render_template("{{range .a}}x{{end}}", {"a": [1]})',
        'io.jwt.encode_sign({"alg": "ES256"}, {}, {"kty": "EC", "crv": "P-256", "x": "", "y": "", "d": ""})',
    ],
)
def test_what_is_not_surely_the_answer_of_opa_is_an_error(expression: str) -> None:
    """T-POL-13"""
    assert our_expression(expression) == [FAILED]


@pytest.mark.parametrize(
    ("text", "is_base64"),
    [
        ("YQ==", True),
        ("YR==", True),
        ("YQ\r\n=\n=", True),
        ("", True),
        ("YQ", False),
        ("Y Q==", False),
    ],
)
def test_what_is_base64_to_opa_is_base64_to_a_negation(text: str, is_base64: bool) -> None:
    """T-POL-13: `not base64.is_valid(x)` would hold for text with a line break, which OPA decodes."""
    assert our_expression(f"base64.is_valid({json.dumps(text)})") == ["value", is_base64]


def test_a_call_may_name_the_place_of_its_result_last() -> None:
    found = our_expression('{h | io.jwt.decode("e30.e30.", [h, _, _])}')
    assert found == ["value", [{}]]


def test_a_worker_knows_the_functions_of_other_libraries(tmp_path: Path) -> None:
    rule = f"\tgraphql.schema_is_valid(`{SCHEMA}`)\n\tio.jwt.decode(`e30.e30.`)[2] == ``"
    engine = opened(tmp_path, rule, "worker")
    try:
        assert engine.decide(ASKED).outcome == "allow"
    finally:
        engine.close()


def test_without_its_extra_graphql_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtins, "find_spec", lambda _: None)
    with pytest.raises(BundleInvalid) as refused:
        opened(tmp_path, "\tgraphql.schema_is_valid(`type Query { a: Int }`)")
    assert "graphql" in refused.value.message


def test_a_long_line_is_a_line_as_any_other(tmp_path: Path) -> None:
    engine = opened(tmp_path, f'\tinput.tool.name in ["{"x" * 5_000}", "read_file"]')
    assert engine.decide(ASKED).outcome == "allow"
    engine.close()


@pytest.mark.parametrize("rule", ["\tinput.principal.id == `agent:a`", "\tinput[_].id == `agent:a`"])
def test_an_engine_is_given_what_its_rules_read_and_a_decision_is_of_all(tmp_path: Path, rule: str) -> None:
    """T-POL-13: what rules do not name is left out, and nothing that they may reach."""
    engine = opened(tmp_path, rule)
    one = engine.decide(ASKED)
    other = engine.decide(PolicyInput(**{**_parts(), "canonical_arguments": b'{"path":"b"}'}))
    assert one.outcome == other.outcome == "allow"
    assert one.decision_id != other.decision_id
    engine.close()


def _parts() -> dict[str, object]:
    return {
        "principal": ASKED.principal,
        "tool": ASKED.tool,
        "canonical_arguments": ASKED.canonical_arguments,
        "capabilities": ASKED.capabilities,
    }
