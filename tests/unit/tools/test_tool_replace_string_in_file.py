"""replace_string_in_file: the tool contract's section 3, and that a file is changed whole, alone and only as it was read."""

from __future__ import annotations

import threading

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead, FsWrite

TEN_MB = 10 * 1024 * 1024


def replace(call, path="a.txt", old="old", new="new", **options):
    return call("replace_string_in_file", {"path": path, "old_string": old, "new_string": new}, **options)


def refused(call, code, **arguments) -> ToolError:
    with pytest.raises(ToolError) as caught:
        replace(call, **arguments)
    assert caught.value.code == code
    assert caught.value.suggestion
    return caught.value


def test_a_string_is_replaced_and_reported(workspace, call) -> None:
    (workspace / "hello.py").write_text("a\nb\nc\nd\nprint('old')\n")
    assert replace(call, "hello.py") == {
        "output": "Replaced 1 occurrence in hello.py",
        "files_affected": ["hello.py"],
        "metadata": {"occurrences_found": 1, "occurrences_replaced": 1, "lines_changed": [5]},
        "warnings": [],
    }
    assert (workspace / "hello.py").read_text() == "a\nb\nc\nd\nprint('new')\n"


def test_of_several_occurrences_the_first_is_replaced_with_a_warning(workspace, call) -> None:
    (workspace / "a.txt").write_text("\n\n\n\nold old\nold\n")
    result = replace(call)
    # The wording is the tool contract's.
    assert result["warnings"] == ["Found 3 occurrences, replaced only the first at line 5"]
    assert result["metadata"] == {"occurrences_found": 3, "occurrences_replaced": 1, "lines_changed": [5]}
    assert (workspace / "a.txt").read_text() == "\n\n\n\nnew old\nold\n"


def test_a_string_that_is_not_there_changes_nothing(workspace, call) -> None:
    (workspace / "a.txt").write_text("text")
    error = refused(call, "string_not_found", old="old_text")
    assert error.message == "String 'old_text' not found in file"
    assert (workspace / "a.txt").read_text() == "text"


@pytest.mark.parametrize(
    ("old", "lines"),
    [("b", [2]), ("b\n", [2]), ("b\nc", [2, 3]), ("b\nc\n", [2, 3]), ("a\nb\nc\nd", [1, 2, 3, 4])],
)
def test_the_lines_of_the_occurrence_are_named(workspace, call, old, lines) -> None:
    (workspace / "a.txt").write_text("a\nb\nc\nd\n")
    assert replace(call, old=old)["metadata"]["lines_changed"] == lines


def test_a_string_is_taken_letter_by_letter(workspace, call) -> None:
    (workspace / "a.txt").write_text(r"x.*y \1 $& ${a}")
    replace(call, old=".*", new=r"\1$&")
    assert (workspace / "a.txt").read_text() == r"x\1$&y \1 $& ${a}"


def test_a_string_can_be_removed(workspace, call) -> None:
    (workspace / "a.txt").write_text("a old b")
    replace(call, new="")
    assert (workspace / "a.txt").read_text() == "a  b"


def test_the_same_string_leaves_the_file_alone_with_a_warning(workspace, call) -> None:
    (workspace / "a.txt").write_text("old")
    before = (workspace / "a.txt").stat()
    result = replace(call, new="old")
    assert result["files_affected"] == []
    assert result["warnings"] == ["old_string and new_string are the same, the file was not changed"]
    assert (workspace / "a.txt").stat().st_ino == before.st_ino


def test_mode_and_line_ends_stay(workspace, call) -> None:
    file = workspace / "run.sh"
    file.write_bytes(b"#!/bin/sh\r\nold\r\nend")
    file.chmod(0o750)
    replace(call, "run.sh")
    assert file.read_bytes() == b"#!/bin/sh\r\nnew\r\nend"
    assert file.stat().st_mode & 0o7777 == 0o750


def test_lines_written_with_lf_are_found_in_a_file_of_crlf(workspace, call) -> None:
    (workspace / "a.txt").write_bytes(b"a\r\nb\r\nc\r\n")
    assert replace(call, old="a\nb\n", new="x\ny\nz\n")["metadata"]["lines_changed"] == [1, 2]
    assert (workspace / "a.txt").read_bytes() == b"x\r\ny\r\nz\r\nc\r\n"


def test_letters_of_every_alphabet_are_replaced(workspace, call) -> None:
    (workspace / "a.txt").write_text("Grüße, 世界 🎉", encoding="utf-8")
    replace(call, old="世界 🎉", new="мир")
    assert (workspace / "a.txt").read_text(encoding="utf-8") == "Grüße, мир"


def test_bytes_that_are_no_utf8_elsewhere_in_the_file_stay(workspace, call) -> None:
    (workspace / "a.txt").write_bytes(b"\xff\xfe1 old \xe9")
    refused(call, "not_a_text_file")  # the first two are a mark of UTF-16
    (workspace / "a.txt").write_bytes(b"caf\xe9 old \xe9")
    replace(call)
    assert (workspace / "a.txt").read_bytes() == b"caf\xe9 new \xe9"


def test_a_binary_file_is_refused(workspace, call) -> None:
    (workspace / "a.bin").write_bytes(b"old\0old")
    error = refused(call, "not_a_text_file", path="a.bin")
    assert error.message == "File 'a.bin' is binary or not in UTF-8, cannot replace a string in it"


def test_an_empty_old_string_never_reaches_the_tool(workspace, call) -> None:
    (workspace / "a.txt").write_text("x")
    with pytest.raises(InputInvalid):
        replace(call, old="")


@pytest.mark.parametrize(
    "arguments",
    [{}, {"path": "a.txt"}, {"path": 1, "old_string": "a", "new_string": "b"}, {"path": "a", "old_string": "a"},
     {"path": "a.txt", "old_string": "a", "new_string": None}, {"path": "a.txt", "old_string": "a", "new_string": "b", "all": True}],
)  # fmt: skip
def test_arguments_outside_the_schema_never_reach_the_tool(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("replace_string_in_file", arguments)


def test_what_cannot_be_changed_is_named(workspace, call) -> None:
    (workspace / "src").mkdir()
    (workspace / "plain").write_text("x")
    assert (
        refused(call, "file_not_found", path="missing.txt").message
        == "File 'missing.txt' not found in working directory"
    )
    assert refused(call, "is_a_directory", path="src").message == "Path 'src' is a directory, not a file"
    assert (
        refused(call, "file_not_found", path="plain/x").message
        == "File 'plain/x' not found in working directory"
    )
    outside = refused(call, "path_outside_working_dir", path="../secret.txt", old="secret")
    assert outside.message == "Path '../secret.txt' is outside working directory"
    assert "neighbour's secret" in (workspace.parent / "secret.txt").read_text()


def test_a_file_that_may_not_be_written_is_left(workspace, call, modes_hold) -> None:
    (workspace / "a.txt").write_text("old")
    (workspace / "a.txt").chmod(0o444)
    error = refused(call, "permission_denied")
    assert error.message == "Cannot modify file 'a.txt' - permission denied"
    assert (workspace / "a.txt").read_text() == "old"


def test_both_reading_and_writing_must_be_granted(workspace, call) -> None:
    (workspace / "a.txt").write_text("old")
    for grants in ((FsRead(["."]),), (FsWrite(["."]),), (FsRead(["."]), FsWrite(["src"]))):
        with pytest.raises(CapabilityExceeded):
            replace(call, grants=grants)
    assert (workspace / "a.txt").read_text() == "old"


def test_files_have_a_largest_size_before_and_after(workspace, call) -> None:
    (workspace / "a.txt").write_bytes(b"old" + b"x" * (TEN_MB - 3))
    replace(call, new="abc")
    assert (
        refused(call, "file_too_large", old="abc", new="abcd").message == "File 'a.txt' is larger than 10MB"
    )
    (workspace / "a.txt").write_bytes(b"old" + b"x" * TEN_MB)
    refused(call, "file_too_large")


def test_half_a_surrogate_pair_is_refused(workspace, call) -> None:
    (workspace / "a.txt").write_text("old")
    refused(call, "content_invalid", new="\ud800")
    assert (workspace / "a.txt").read_text() == "old"


def test_a_link_is_followed_inside_the_workspace_and_stays_one(workspace, call) -> None:
    (workspace / "a.txt").write_text("old")
    (workspace / "link").symlink_to("a.txt")
    replace(call, "link")
    assert (workspace / "a.txt").read_text() == "new"
    assert (workspace / "link").is_symlink()
    (workspace / "out").symlink_to("../secret.txt")
    refused(call, "path_outside_working_dir", path="out", old="secret")


def test_a_change_that_somebody_makes_meanwhile_is_not_lost(workspace, call, context, monkeypatch) -> None:
    """T-TOOL-08"""
    (workspace / "a.txt").write_text("old")
    from runtime.capability.handles import FilesHandle

    read = FilesHandle.read_bytes

    def and_then_another_writes(self, path, **options):
        data = read(self, path, **options)
        (workspace / "a.txt").write_text("old, changed by somebody else")
        return data

    monkeypatch.setattr(FilesHandle, "read_bytes", and_then_another_writes)
    error = refused(call, "file_changed")
    assert error.message == "File 'a.txt' was changed by somebody else meanwhile, nothing was replaced"
    assert (workspace / "a.txt").read_text() == "old, changed by somebody else"


def test_of_replacements_side_by_side_none_is_lost(workspace, call) -> None:
    """T-TOOL-08"""
    (workspace / "a.txt").write_text("".join(f"<{n}>\n" for n in range(16)))
    done: list[int] = []
    faults: set[str] = set()

    def change(number: int) -> None:
        while True:
            try:
                replace(call, old=f"<{number}>", new=f"[{number}]")
            except ToolError as error:
                faults.add(error.code)
            else:
                done.append(number)
                return

    threads = [threading.Thread(target=change, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == list(range(16))
    assert (workspace / "a.txt").read_text() == "".join(f"[{n}]\n" for n in range(16))
    assert faults <= {"file_changed", "file_busy"}
    assert [p.name for p in workspace.iterdir()] == ["a.txt"]


def test_a_long_string_is_cut_in_the_message_only(workspace, call) -> None:
    (workspace / "a.txt").write_text("x")
    message = refused(call, "string_not_found", old="y" * 5000).message
    assert len(message) < 300
    assert "\x1b" not in refused(call, "string_not_found", old="\x1b[31m").message
