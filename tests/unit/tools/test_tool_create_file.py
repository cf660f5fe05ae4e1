"""create_file: the tool contract's section 1, and that nothing is ever half written or overwritten."""

from __future__ import annotations

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead, FsWrite

TEN_MB = 10 * 1024 * 1024


def test_a_new_file_is_created_and_reported(workspace, call) -> None:
    content = "#" * 124 + "\n"
    assert call("create_file", {"path": "hello.py", "content": content}) == {
        "output": "Created file: hello.py (125 bytes)",
        "files_affected": ["hello.py"],
        "metadata": None,
        "warnings": [],
    }
    assert (workspace / "hello.py").read_text() == content


def test_missing_parents_are_made_on_the_way(workspace, call) -> None:
    result = call("create_file", {"path": "src/models/user.py", "content": "x"})
    assert result["output"] == "Created file: src/models/user.py (1 byte)"
    assert (workspace / "src/models/user.py").read_text() == "x"


def test_an_existing_file_is_never_overwritten(workspace, call) -> None:
    (workspace / "test.txt").write_text("before")
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "test.txt", "content": "after"})
    assert caught.value.code == "file_exists"
    # The wording is the tool contract's.
    assert caught.value.message == "File 'test.txt' already exists. Use replace_string_in_file to modify"
    assert caught.value.suggestion
    assert (workspace / "test.txt").read_text() == "before"


def test_a_path_outside_is_refused_and_nothing_is_made(workspace, call) -> None:
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "../etc/passwd", "content": "x"})
    assert caught.value.code == "path_outside_working_dir"
    assert caught.value.message == "Path '../etc/passwd' is outside working directory"
    assert sorted(p.name for p in workspace.parent.iterdir()) == ["secret.txt", "workspace"]


def test_a_folder_that_may_not_be_written_is_a_refusal_of_the_system(workspace, call, modes_hold) -> None:
    workspace.chmod(0o555)
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "protected.txt", "content": "x"})
    assert caught.value.code == "permission_denied"
    assert caught.value.message == "Cannot create file 'protected.txt' - permission denied"


def test_a_grant_to_read_is_no_grant_to_write(workspace, call) -> None:
    with pytest.raises(CapabilityExceeded) as caught:
        call("create_file", {"path": "a.txt", "content": "x"}, grants=(FsRead(prefixes=["."]),))
    assert caught.value.code == "capability.exceeded"
    assert list(workspace.iterdir()) == []


def test_a_file_is_created_only_beneath_the_granted_folder(workspace, call) -> None:
    grants = (FsWrite(prefixes=["out"]),)
    call("create_file", {"path": "out/a.txt", "content": "x"}, grants=grants)
    with pytest.raises(CapabilityExceeded):
        call("create_file", {"path": "elsewhere.txt", "content": "x"}, grants=grants)
    assert [p.name for p in workspace.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a.txt"},
        {"content": "x"},
        {"path": "a.txt", "content": None},
        {"path": "a.txt", "content": 5},
        {"path": ["a.txt"], "content": "x"},
        {"path": "a.txt", "content": "x", "mode": "0777"},
    ],
)
def test_arguments_outside_the_schema_create_nothing(workspace, call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("create_file", arguments)
    assert list(workspace.iterdir()) == []


def test_an_empty_file_is_a_file(workspace, call) -> None:
    assert call("create_file", {"path": "e", "content": ""})["output"] == "Created file: e (0 bytes)"
    assert (workspace / "e").read_bytes() == b""


def test_content_is_written_byte_for_byte(workspace, call) -> None:
    content = "ä\r\n日本\0\x1b[0m\u2028no end"
    result = call("create_file", {"path": "odd.txt", "content": content})
    written = (workspace / "odd.txt").read_bytes()
    assert written == content.encode()
    assert f"({len(written)} bytes)" in result["output"]


def test_content_of_exactly_ten_megabytes_is_accepted(workspace, call) -> None:
    call("create_file", {"path": "full.txt", "content": "ä" * (TEN_MB // 2)})
    assert (workspace / "full.txt").stat().st_size == TEN_MB


def test_content_is_measured_in_bytes_not_characters(workspace, call) -> None:
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "over.txt", "content": "ä" * (TEN_MB // 2) + "x"})
    assert caught.value.code == "content_too_large"
    assert list(workspace.iterdir()) == []


def test_half_a_surrogate_pair_is_no_content(workspace, call) -> None:
    """Strict JSON stops it earlier; the tool does not rely on who calls it."""
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "a.txt", "content": "\ud800"}, checked=False)
    assert caught.value.code == "content_invalid"
    assert list(workspace.iterdir()) == []


@pytest.mark.parametrize("path", ["src/", "src/.", ".", "new/.."])
def test_a_path_without_a_file_name_is_refused(workspace, call, path) -> None:
    (workspace / "src").mkdir()
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": path, "content": "x"})
    assert caught.value.code == "is_a_directory"
    assert list((workspace / "src").iterdir()) == []


def test_a_directory_of_that_name_stays_a_directory(workspace, call) -> None:
    (workspace / "src").mkdir()
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "src", "content": "x"})
    assert caught.value.code == "file_exists"
    assert (workspace / "src").is_dir()


def test_a_parent_that_is_a_file_is_named_as_the_reason(workspace, call) -> None:
    (workspace / "a.txt").write_text("x")
    with pytest.raises(ToolError) as caught:
        call("create_file", {"path": "a.txt/b.txt", "content": "x"})
    assert caught.value.code == "not_a_directory"


def test_a_parent_that_cannot_be_made_is_named_as_the_reason(workspace, call) -> None:
    (workspace / "dangling").symlink_to("nowhere")
    for path in ("", "dangling/a.txt"):
        with pytest.raises(ToolError) as caught:
            call("create_file", {"path": path, "content": "x"})
        assert caught.value.code == "directory_not_found"
    assert [p.name for p in workspace.iterdir()] == ["dangling"]


def test_no_draft_is_left_beside_the_file(workspace, call) -> None:
    call("create_file", {"path": "a.txt", "content": "x"})
    assert [p.name for p in workspace.iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    "name", ["with space.txt", "grüße.txt", "日本.txt", "-rf", "back\\slash.txt", "C:\\a.txt"]
)
def test_a_name_is_taken_as_it_is_on_every_platform(workspace, call, name) -> None:
    result = call("create_file", {"path": name, "content": "x"})
    assert result["files_affected"] == [name]
    assert [p.name for p in workspace.iterdir()] == [name]


def test_the_report_names_the_file_by_its_shortest_path(workspace, call) -> None:
    result = call("create_file", {"path": "./src//a.txt", "content": "x"})
    assert result["files_affected"] == ["src/a.txt"]
    assert (workspace / "src/a.txt").exists()


def test_the_report_shows_control_characters_escaped(workspace, call) -> None:
    result = call("create_file", {"path": "a\x1b[2Jb\u202e.txt", "content": "x"})
    assert result["output"] == "Created file: a\\x1b[2Jb\\u202e.txt (1 byte)"
    assert result["files_affected"] == ["a\x1b[2Jb\u202e.txt"]
