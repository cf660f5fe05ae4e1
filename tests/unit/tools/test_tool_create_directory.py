"""create_directory: the tool contract's section 9."""

from __future__ import annotations

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead, FsWrite


def create(call, path, **options):
    return call("create_directory", {"path": path}, **options)


def refused(call, path) -> ToolError:
    with pytest.raises(ToolError) as caught:
        create(call, path)
    assert caught.value.suggestion
    return caught.value


def test_a_directory_and_its_parents_are_made_and_reported(workspace, call) -> None:
    assert create(call, "src/models") == {
        "output": "Created directory: src/models",
        "files_affected": ["src/models"],
        "metadata": {"created_parents": ["src"]},
        "warnings": [],
    }
    assert (workspace / "src/models").is_dir()


def test_only_parents_that_were_missing_are_named(workspace, call) -> None:
    (workspace / "a").mkdir()
    assert create(call, "a/b/c/d")["metadata"] == {"created_parents": ["a/b", "a/b/c"]}


def test_a_directory_that_is_there_is_no_error(workspace, call) -> None:
    (workspace / "src").mkdir()
    result = create(call, "src")
    assert result["output"] == "Directory exists: src"
    assert (result["files_affected"], result["metadata"]) == ([], {"created_parents": []})


@pytest.mark.parametrize("path", [".", "./", ".//."])
def test_the_working_directory_is_there_already(call, path) -> None:
    assert create(call, path)["files_affected"] == []


@pytest.mark.parametrize("spelled", ["./a/b/", "a//b", "a/./b", "a/x/../b"])
def test_a_path_is_named_in_its_shortest_spelling(workspace, call, spelled) -> None:
    (workspace / "a/x").mkdir(parents=True)
    assert create(call, spelled)["output"] == "Created directory: a/b"
    assert (workspace / "a/b").is_dir()


def test_a_file_in_the_way_is_named(workspace, call) -> None:
    (workspace / "test.txt").write_text("x")
    error = refused(call, "test.txt")
    assert (error.code, error.message) == (
        "not_a_directory", "Path 'test.txt' exists as a file, cannot create directory",
    )  # fmt: skip
    assert refused(call, "test.txt/sub").code == "not_a_directory"
    assert (workspace / "test.txt").read_text() == "x"


def test_a_path_outside_is_refused_and_nothing_is_made(workspace, call) -> None:
    for path in ("../x", "/tmp/x", "a/../../x"):
        error = refused(call, path)
        assert error.code == "path_outside_working_dir"
        assert error.message == f"Path '{path}' is outside working directory"
    assert sorted(p.name for p in workspace.parent.iterdir()) == ["secret.txt", "workspace"]


def test_a_link_out_is_not_followed_and_one_within_is(workspace, call) -> None:
    (workspace / "in").mkdir()
    (workspace / "link").symlink_to("in")
    (workspace / "out").symlink_to("..")
    create(call, "link/made")
    assert (workspace / "in/made").is_dir()
    assert refused(call, "out/made").code == "path_outside_working_dir"


def test_a_link_to_nothing_is_named(workspace, call) -> None:
    (workspace / "dangling").symlink_to("nowhere")
    assert refused(call, "dangling/x").code == "directory_not_found"


def test_a_folder_that_may_not_be_written_is_left(workspace, call, modes_hold) -> None:
    (workspace / "locked").mkdir(mode=0o555)
    error = refused(call, "locked/x")
    assert (error.code, error.message) == ("permission_denied", "Cannot create directory - permission denied")


def test_writing_must_be_granted(workspace, call) -> None:
    for grants in ((FsRead(["."]),), (FsWrite(["src"]),), ()):
        with pytest.raises(CapabilityExceeded):
            create(call, "docs", grants=grants)
    (workspace / "src").mkdir()
    create(call, "src/x", grants=(FsWrite(["src"]),))
    assert not (workspace / "docs").exists()


@pytest.mark.parametrize("arguments", [{}, {"path": 1}, {"path": None}, {"path": "a", "mode": 7}, []])
def test_arguments_outside_the_schema_never_reach_the_tool(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("create_directory", arguments)


@pytest.mark.parametrize("name", ["spaced name", "ünïcødé", "a\\b", "-rf", "x" * 255, "semi;colon", "quo'te"])
def test_names_are_taken_as_they_are(workspace, call, name) -> None:
    create(call, name)
    assert [p.name for p in workspace.iterdir()] == [name]


@pytest.mark.parametrize("path", ["a\0b", "x" * 256, "\ud800", "a/" * 3000])
def test_names_that_no_file_system_takes_are_refused(call, path) -> None:
    assert refused(call, path).code == "invalid_path"


def test_a_name_cannot_forge_a_line(call) -> None:
    assert "\n" not in create(call, "a\nb")["output"]
