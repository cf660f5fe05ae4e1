"""What is refused at load, by OPA's rules and the runtime's own: file, line, column, caret and the way out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid
from runtime.policy.engines import open_engine

SHIPPED = Path(__file__).resolve().parents[3] / "policies"
HEAD = 'package runtime.authz\n\nimport data.lists\n\ndecision := {"allow": true}\n\n'
LISTS = {"lists": {"closed": ["a"], "sizes": {"a": 1}}}


def complaint(folder: Path, text: str, *, head: str = HEAD, data: Any = LISTS) -> str:
    (folder / "authz.rego").write_text(head + text, "utf-8")
    (folder / "data.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(BundleInvalid) as caught:
        open_engine(f"rego:{folder}", isolation="in_process")
    return caught.value.message


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("x := count(1, 2)", "7:6", "count takes 1 argument"),
        ("x := f(1)\n\nf(a, b) := a + b", "7:6", "f takes 2 arguments"),
        ("x := missing", "7:6", "missing is neither a rule"),
        ("x contains y if true", "7:12", "y is neither a rule"),
        ("x if not input.arguments.list[_] == 1", "7:31", "nothing gives _ a value"),
        ("x := nothing(1)", "7:6", "no function is named nothing"),
        ("x(input) := 1", "7:3", "must not shadow input"),
        ("x if { data := 1 }", "7:13", "data cannot be shadowed"),
        ("lists := 1", "3:1", "a rule of this package is called lists"),
        ('x if "a" == 1', "7:6", "a string is never a number"),
        ("x := 1\n\nx contains 1", "9:1", "one value elsewhere and a set here"),
        ("default x := input.arguments.a", "7:14", "a default is a constant"),
        ("a := b\n\nb := a", "7:1", "needs itself"),
        ("x := lists.closd", "7:6", "did you mean closed?"),
        ("x := input.principle.id", "7:6", "did you mean principal?"),
        ("x if { y := 1; y := 2 }", "7:16", "y is assigned above"),
        ("x if { some y; true }", "7:13", "never used"),
        ("x := 1.0", "7:6", "write numbers in full"),
        ("x := yaml.marshal(1)", "7:6", "use json.marshal"),
    ],
)
def test_a_mistake_is_refused_where_it_stands(tmp_path: Path, text: str, place: str, said: str) -> None:
    message = complaint(tmp_path, text + "\n")
    assert message.startswith(f"authz.rego:{place}: ")
    assert said in message
    assert "^" in message


@pytest.mark.parametrize(
    ("imports", "said"),
    [
        ("import data.lists\nimport data.other.lists\n", "a second import"),
        ("import foo.bar\n", "import path must begin with one of"),
        ("import future.keywords.and\n", "no keyword that this engine knows"),
        ("import rego.v2\n", "does not exist"),
    ],
)
def test_imports_are_of_what_exists_and_once(tmp_path: Path, imports: str, said: str) -> None:
    head = f'package runtime.authz\n\n{imports}\ndecision := {{"allow": true}}\n'
    assert said in complaint(tmp_path, "", head=head)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"alow": true}', "did you mean allow?"),
        ('{"allow": "yes"}', "allow must be boolean"),
        (
            '{"allow": true, "obligations": {"rate": {"key": "k", "maxx": 1, "per_s": 1}}}',
            "did you mean max?",
        ),
        ('{"allow": true, "obligations": bound}\n\nbound := {"redakt": []}', "did you mean redact?"),
        ("true", "the answer must be object"),
    ],
)
def test_an_answer_outside_the_schema_is_found_before_any_call(
    tmp_path: Path, answer: str, said: str
) -> None:
    """T-POL-15"""
    assert said in complaint(tmp_path, "", head=f"package runtime.authz\n\ndecision := {answer}\n")


def test_an_answer_that_only_evaluation_shows_is_judged_as_well(tmp_path: Path) -> None:
    """T-POL-15"""
    head = 'package runtime.authz\n\ndecision := object.union({"allow": true}, {"oblige": count(input.tool.name)})\n'
    assert "outside the decision schema" in complaint(tmp_path, "", head=head)


def lists(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if isinstance(value, dict):
        return [
            found for key, inner in value.items() for found in [(*path, key), *lists(inner, (*path, key))]
        ]
    return []


@pytest.mark.parametrize("path", lists(json.loads((SHIPPED / "data.json").read_text("utf-8"))), ids=".".join)
def test_the_shipped_bundle_with_one_list_misspelt_is_refused(tmp_path: Path, path: tuple[str, ...]) -> None:
    """T-POL-15"""
    data = json.loads((SHIPPED / "data.json").read_text("utf-8"))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1] + "s"] = place.pop(path[-1])
    message = complaint(tmp_path, (SHIPPED / "authz.rego").read_text("utf-8"), head="", data=data)
    assert "neither a rule nor in data.json" in message


def test_a_negated_body_is_a_body_and_messages_keep_their_columns(tmp_path: Path) -> None:
    head = "package runtime.authz\n\nimport future.keywords.not\n\n"
    body = (
        'decision := {"allow": true} if not {\n\tinput.arguments.path == "a"\n\tinput.arguments.size > 3\n}\n'
    )
    assert complaint(tmp_path, body + "\nx if not { y; true }\n", head=head).startswith("authz.rego:10:12: ")
    (tmp_path / "authz.rego").write_text(head + body, "utf-8")
    engine = open_engine(f"rego:{tmp_path}", isolation="in_process")
    asked = [b"{}", b'{"path":"a","size":4}', b'{"path":"a","size":1}']
    base = PolicyInput(
        principal={"id": "agent:a"},
        tool={"name": "t"},
        canonical_arguments=b"{}",
        capabilities={"declared": [], "granted": []},
    )
    import msgspec

    decided = [engine.decide(msgspec.structs.replace(base, canonical_arguments=a)).outcome for a in asked]
    engine.close()
    assert decided == ["allow", "undefined", "allow"]


def test_characters_are_counted_as_opa_counts_them_and_members_as_before(tmp_path: Path) -> None:
    """T-POL-13: beyond the basic plane the engine counts a character twice."""
    policy = """package runtime.authz

counted contains {"n": count(value)} if some value in input.arguments.values

nested := {{"a": 1}, {"a": 2}, [1], {1, true}}

decision := {"allow": count(nested) + count(set()) == 4, "reasons": sort([sprintf("%v", [c.n]) | some c in counted])}

decision := {"allow": false} if not count(input.arguments.values) == 4
"""
    (tmp_path / "authz.rego").write_text(policy)
    engine = open_engine(f"rego:{tmp_path}", isolation="in_process")
    arguments = msgspec.json.encode({"values": ["a😀", "你好吗", "", [[1], [1, 2], {}, 4]]})
    decision = engine.decide(
        PolicyInput(principal={}, tool={}, canonical_arguments=arguments, capabilities={})
    )
    engine.close()
    assert (decision.outcome, decision.reasons) == ("allow", ("0", "2", "3", "4"))
