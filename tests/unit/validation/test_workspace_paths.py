"""Paths among arguments: one spelling for policy, approver, record and tool, and what no spelling makes a path of the workspace."""

from __future__ import annotations

import pytest

from runtime.contracts.errors import ArgumentRefused
from runtime.validation.strict_json import NotPlain
from runtime.validation.workspace_paths import PathArguments, normal_path, path_arguments

PATH = {"type": "string", "format": "workspace-path"}
WORKSPACE = "/srv/work"


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("a.txt", "a.txt"),
        ("./src//a.py", "src/a.py"),
        ("src/../a.py", "a.py"),
        ("src/", "src"),
        (".", "."),
        ("", ""),
        ("/srv/work", "."),
        ("/srv/work/", "."),
        ("/srv/work/src/a.py", "src/a.py"),
        ("//srv/work/a", "a"),
        ("/srv/./work/../work/a", "a"),
        ("..a/b..", "..a/b.."),
        ("a\\..\\b", "a\\..\\b"),
    ],
)
def test_a_path_has_one_spelling_relative_to_the_workspace(given: str, normal: str) -> None:
    """T-TOOL-15"""
    assert normal_path(given, WORKSPACE, field="path") == normal


@pytest.mark.parametrize(
    "given",
    [
        "..",
        "../x",
        "a/../../x",
        "/",
        "/etc/passwd",
        "/srv",
        "/srv/works/a",
        "/srv/work/../x",
        "//etc/passwd",
        "../work/a",
    ],
)
def test_a_path_that_leads_out_is_refused_by_its_spelling(given: str) -> None:
    """T-TOOL-15"""
    with pytest.raises(ArgumentRefused) as caught:
        normal_path(given, WORKSPACE, field="path")
    assert caught.value.code == "path_outside_working_dir"
    assert caught.value.category == "input.invalid"
    assert not caught.value.executed


@pytest.mark.parametrize("given", ["a\0b", "n" * 256, "d/" * 2100 + "x"])
def test_a_path_that_no_file_can_have_is_refused(given: str) -> None:
    with pytest.raises(ArgumentRefused) as caught:
        normal_path(given, WORKSPACE, field="path")
    assert caught.value.code == "invalid_path"


def test_a_workspace_that_is_the_root_holds_every_absolute_path() -> None:
    assert normal_path("/etc/passwd", "/", field="path") == "etc/passwd"


def test_the_message_shows_a_hostile_path_on_one_line() -> None:
    with pytest.raises(ArgumentRefused) as caught:
        normal_path("../x\n\x1b[31m" + "y" * 9999, WORKSPACE, field="path")
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 300


def test_paths_in_lists_are_normalized_one_by_one() -> None:
    found = path_arguments(
        {"properties": {"one": PATH, "many": {"type": "array", "items": PATH}, "text": {}}}
    )
    assert found == PathArguments(("one",), ("many",))
    given = {"one": "./a", "many": ["b/", "c"], "text": "./x"}
    assert found.normalized(given, WORKSPACE) == {"one": "a", "many": ["b", "c"], "text": "./x"}


def test_arguments_whose_paths_are_spelled_right_stay_the_same_object() -> None:
    given = {"one": "a", "text": "./x"}
    assert PathArguments(("one",)).normalized(given, WORKSPACE) is given


@pytest.mark.parametrize(
    "place",
    [
        {"format": "workspace-path"},
        {"type": ["string", "null"], "format": "workspace-path"},
        {"anyOf": [PATH, {"type": "null"}]},
        {"type": "object", "properties": {"path": PATH}},
        {"type": "array", "items": {"type": "array", "items": PATH}},
    ],
)
def test_the_format_is_refused_where_nothing_would_enforce_it(place: dict[str, object]) -> None:
    """T-TOOL-15"""
    with pytest.raises(NotPlain):
        path_arguments({"type": "object", "properties": {"x": place}})
