"""The scanner: real policies pass, whatever the parser cannot bear does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.policy.bundle import RegoFile
from runtime.policy.lexical import MAX_CHAIN, MAX_NESTING, scan


def complaint(text: str) -> str | None:
    found = scan(RegoFile("a.rego", text))
    return found and found.message


def test_the_default_policies_pass(root: Path) -> None:
    for path in (root / "policies").glob("*.rego"):
        assert scan(RegoFile(path.name, path.read_text("utf-8"))) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment [[[",
        'x := "[[[" # ]]]',
        "x := `\n[[[\n`",
        'x := "\\"[" + "\\\\"',
        "x := 1\r\ny := 2\r\n",
        "größe := 1.5e3",
        "x := {1, 2} & {2}",
        "x contains y if some y in z",
    ],
)
def test_what_strings_and_comments_hold_is_not_counted(text: str) -> None:
    assert complaint(text) is None


def test_nesting_is_allowed_up_to_its_bound() -> None:
    assert complaint("x := " + "(" * MAX_NESTING + ")" * MAX_NESTING) is None
    assert "nested" in str(complaint("x := " + "(" * (MAX_NESTING + 1) + ")" * (MAX_NESTING + 1)))


def test_a_chain_is_allowed_up_to_its_bound() -> None:
    assert complaint("x := 1" + " + 1" * (MAX_CHAIN - 1)) is None  # the assignment is one, too
    assert "chains" in str(complaint("x := 1" + " + 1" * MAX_CHAIN))


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n# comment +\n", ";", "; ", "\r\n"])
def test_statements_do_not_add_up(between: str) -> None:
    assert complaint("r if {\n" + between.join(["x.y.z == a + b"] * 500) + "\n}") is None


@pytest.mark.parametrize("between", [" +\n", "\n+ ", "\n  # comment\n+ ", " + # comment\n\n"])
def test_an_expression_over_many_lines_adds_up(between: str) -> None:
    assert complaint("x := " + between.join(["1"] * 500)) is not None


def test_elements_of_a_list_do_not_add_up() -> None:
    assert complaint("x := [" + ", ".join(["a + b"] * 500) + "]") is None


def test_depth_inside_brackets_adds_to_the_depth_outside() -> None:
    half = MAX_CHAIN // 2
    inner = "1" + " + 1" * half
    assert complaint(f"x := 1{' + 1' * half} + ({inner})") is not None
    assert complaint(f"x := [{inner}, {inner}]") is None


def test_many_deep_literals_cost_too_much_together() -> None:
    deep = "[" * 14 + "1" + "]" * 14
    assert complaint(f"x := {deep}") is None
    assert "nests too much" in str(complaint("".join(f"x{n} := {deep}\n" for n in range(500))))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('x := 1\ny := "open\n', 2, 6),
        ("x := `open", 1, 6),
        ("x := )", 1, 6),
        ("x := (]", 1, 7),
        ("x := (1", 1, 8),
        ("x := 1\ry := 2", 1, 7),
        ("x := $a", 1, 6),
        ("é := \x00", 1, 6),
        ('x := "\t\x01"', 1, 6),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(text: str, line: int, column: int) -> None:
    found = scan(RegoFile("a.rego", text))
    assert found is not None
    assert (found.line, found.column) == (line, column)
