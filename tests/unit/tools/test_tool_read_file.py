"""read_file: the tool contract's section 2 and the edges of text files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead

TEN_MB = 10 * 1024 * 1024


@pytest.fixture
def numbered(workspace: Path) -> Path:
    """A file of twenty lines: line 1 to line 20."""
    path = workspace / "numbered.txt"
    path.write_text("".join(f"line {n}\n" for n in range(1, 21)))
    return path


def test_a_whole_file_comes_back_with_its_counts(workspace, call) -> None:
    (workspace / "hello.py").write_text("import sys\nprint(sys.path)\n")
    assert call("read_file", {"path": "hello.py"}) == {
        "output": "Contents of hello.py (lines 1-2):\nimport sys\nprint(sys.path)\n",
        "files_affected": [],
        "metadata": {"total_lines": 2, "lines_returned": 2, "file_size_bytes": 27},
        "warnings": [],
    }


def test_a_range_is_one_indexed_and_inclusive(numbered, call) -> None:
    result = call("read_file", {"path": "numbered.txt", "start_line": 3, "end_line": 4})
    assert result["output"] == "Contents of numbered.txt (lines 3-4):\nline 3\nline 4\n"
    assert result["metadata"] == {"total_lines": 20, "lines_returned": 2, "file_size_bytes": 151}


def test_a_range_without_a_start_begins_at_line_one(numbered, call) -> None:
    result = call("read_file", {"path": "numbered.txt", "end_line": 1})
    assert result["output"] == "Contents of numbered.txt (lines 1-1):\nline 1\n"


def test_a_range_without_an_end_goes_to_the_last_line(numbered, call) -> None:
    result = call("read_file", {"path": "numbered.txt", "start_line": 19})
    assert result["output"] == "Contents of numbered.txt (lines 19-20):\nline 19\nline 20\n"


def test_an_end_beyond_the_file_means_the_rest_of_it(numbered, call) -> None:
    result = call("read_file", {"path": "numbered.txt", "start_line": 20, "end_line": 40})
    assert result["output"] == "Contents of numbered.txt (lines 20-20):\nline 20\n"


@pytest.mark.parametrize(
    ("given", "requested"),
    [
        ({"start_line": 30, "end_line": 40}, "30-40"),
        ({"start_line": 21}, "21-end"),
        ({"start_line": 5, "end_line": 4}, "5-4"),
    ],
)
def test_an_impossible_range_says_how_long_the_file_is(numbered, call, given, requested) -> None:
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "numbered.txt", **given})
    assert caught.value.code == "line_range_invalid"
    # The wording is the tool contract's.
    assert caught.value.message == f"Line range invalid - file has 20 lines, requested {requested}"
    assert "between 1 and 20" in caught.value.suggestion


def test_a_missing_file_is_named_with_a_way_on(call) -> None:
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "missing.txt"})
    assert caught.value.code == "file_not_found"
    assert caught.value.message == "File 'missing.txt' not found in working directory"
    assert caught.value.suggestion == "Check the file name and try again, or use file_search to find it"


def test_a_file_taken_for_a_folder_counts_as_missing(numbered, call) -> None:
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "numbered.txt/inner.txt"})
    assert caught.value.code == "file_not_found"


def test_a_path_outside_is_refused_in_the_contracts_words(call) -> None:
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "../etc/passwd"})
    assert caught.value.code == "path_outside_working_dir"
    assert caught.value.message == "Path '../etc/passwd' is outside working directory"
    assert caught.value.suggestion


def test_a_path_that_is_merely_not_granted_is_the_runtimes_refusal(numbered, call) -> None:
    with pytest.raises(CapabilityExceeded) as caught:
        call("read_file", {"path": "numbered.txt"}, grants=(FsRead(prefixes=["src"]),))
    assert caught.value.code == "capability.exceeded"


def test_a_directory_is_not_read_as_a_file(workspace, call) -> None:
    (workspace / "src").mkdir()
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "src"})
    assert caught.value.code == "is_a_directory"


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"path": 5},
        {"path": None},
        {"path": "a", "start_line": 0},
        {"path": "a", "start_line": -1},
        {"path": "a", "end_line": 0},
        {"path": "a", "start_line": "1"},
        {"path": "a", "start_line": 1.5},
        {"path": "a", "encoding": "latin-1"},
    ],
)
def test_arguments_outside_the_schema_never_reach_the_tool(numbered, call, arguments) -> None:
    with pytest.raises(InputInvalid) as caught:
        call("read_file", arguments)
    assert caught.value.code == "input.invalid"


def test_an_empty_file_has_no_lines_and_is_no_error(workspace, call) -> None:
    (workspace / "empty.txt").touch()
    for arguments in ({}, {"start_line": 1, "end_line": 100}):
        result = call("read_file", {"path": "empty.txt", **arguments})
        assert result["output"] == "Contents of empty.txt (empty):\n"
        assert result["metadata"] == {"total_lines": 0, "lines_returned": 0, "file_size_bytes": 0}


def test_an_empty_file_has_no_second_line(workspace, call) -> None:
    (workspace / "empty.txt").touch()
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "empty.txt", "start_line": 2})
    assert caught.value.code == "line_range_invalid"


def test_a_last_line_without_a_line_end_stays_without_one(workspace, call) -> None:
    (workspace / "a.txt").write_text("one\ntwo")
    result = call("read_file", {"path": "a.txt"})
    assert result["output"].endswith(":\none\ntwo")
    assert result["metadata"]["total_lines"] == 2


def test_windows_line_ends_are_kept_and_count_as_one(workspace, call) -> None:
    (workspace / "dos.txt").write_bytes(b"one\r\ntwo\r\nthree\r\n")
    result = call("read_file", {"path": "dos.txt", "start_line": 2, "end_line": 2})
    assert result["output"] == "Contents of dos.txt (lines 2-2):\ntwo\r\n"
    assert result["metadata"]["total_lines"] == 3


def test_only_a_line_feed_ends_a_line(workspace, call) -> None:
    (workspace / "odd.txt").write_text("a\x0cb\u2028c\x85d\re\n", newline="")
    assert call("read_file", {"path": "odd.txt"})["metadata"]["total_lines"] == 1


def test_a_byte_order_mark_is_not_part_of_the_text(workspace, call) -> None:
    (workspace / "bom.txt").write_bytes(b"\xef\xbb\xbfhello\n")
    result = call("read_file", {"path": "bom.txt"})
    assert result["output"] == "Contents of bom.txt (lines 1-1):\nhello\n"
    assert result["metadata"]["file_size_bytes"] == 9


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_marked_wide_encoding_is_text_in_spite_of_its_nuls(workspace, call, encoding) -> None:
    (workspace / "wide.txt").write_bytes("grüße\nzwei\n".encode(encoding))
    result = call("read_file", {"path": "wide.txt"})
    assert result["output"] == "Contents of wide.txt (lines 1-2):\ngrüße\nzwei\n"
    assert result["warnings"] == []


def test_bytes_that_are_no_utf8_are_replaced_with_a_warning(workspace, call) -> None:
    (workspace / "latin1.txt").write_bytes(b"caf\xe9\n")
    result = call("read_file", {"path": "latin1.txt"})
    assert result["output"].endswith("caf\ufffd\n")
    assert result["warnings"] == ["File is not valid UTF-8, invalid bytes are displayed as \ufffd"]


def test_control_characters_of_a_file_are_left_as_they_are(workspace, call) -> None:
    (workspace / "colour.log").write_text("\x1b[31mred\x1b[0m\n")
    assert call("read_file", {"path": "colour.log"})["output"].endswith("\x1b[31mred\x1b[0m\n")


def test_a_binary_file_is_shown_as_hex_up_to_one_kilobyte(workspace, call) -> None:
    (workspace / "blob.bin").write_bytes(b"\x7fELF\0" + bytes(range(256)) * 8)
    result = call("read_file", {"path": "blob.bin"})
    lines = result["output"].splitlines()
    assert lines[0] == "Contents of blob.bin (binary, first 1024 of 2053 bytes):"
    assert lines[1] == "00000000  7f 45 4c 46 00 00 01 02 03 04 05 06 07 08 09 0a  |.ELF............|"
    assert len(lines) == 1 + 64
    assert result["warnings"] == ["File appears to be binary, displaying first 1KB as hex"]
    assert result["metadata"] == {"total_lines": 0, "lines_returned": 0, "file_size_bytes": 2053}


def test_a_short_binary_file_ends_its_last_row_in_line(workspace, call) -> None:
    (workspace / "tiny.bin").write_bytes(b"a\0b")
    rows = call("read_file", {"path": "tiny.bin"})["output"].splitlines()
    assert rows[1] == "00000000  61 00 62" + " " * 41 + "|a.b|"


def test_a_file_over_ten_megabytes_is_cut_with_a_warning(workspace, call) -> None:
    with (workspace / "big.log").open("wb") as file:
        file.write(b"x" * 9 + b"\n")
        file.write((b"y" * 99 + b"\n") * 110_000)
    result = call("read_file", {"path": "big.log"})
    assert result["warnings"] == ["File is larger than 10MB, displaying first 10MB"]
    assert result["metadata"]["file_size_bytes"] == 11_000_010
    assert len(result["output"].partition("\n")[2]) == TEN_MB
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "big.log", "start_line": 109_999})
    assert caught.value.message.startswith("Line range invalid - first 10MB of file has ")


def test_a_file_of_exactly_ten_megabytes_is_whole(workspace, call) -> None:
    (workspace / "full.txt").write_bytes(b"z" * TEN_MB)
    result = call("read_file", {"path": "full.txt"})
    assert result["warnings"] == []
    assert result["metadata"] == {"total_lines": 1, "lines_returned": 1, "file_size_bytes": TEN_MB}


def test_a_cut_inside_a_character_is_no_invalid_text(workspace, call) -> None:
    (workspace / "wide.txt").write_bytes(b"x" + "ä".encode() * (TEN_MB // 2 + 5))
    result = call("read_file", {"path": "wide.txt"})
    assert result["warnings"] == ["File is larger than 10MB, displaying first 10MB"]
    assert "\ufffd" not in result["output"]


@pytest.mark.parametrize(
    "name", ["with space.txt", "grüße.txt", "日本.txt", "-rf", "a'b\".txt", "back\\slash.txt"]
)
def test_names_of_every_alphabet_are_read(workspace, call, name) -> None:
    (workspace / name).write_text("x\n")
    assert call("read_file", {"path": name})["output"] == f"Contents of {name} (lines 1-1):\nx\n"


def test_a_name_with_control_characters_is_shown_escaped(workspace, call) -> None:
    (workspace / "a\x1b[2J\nb.txt").write_text("x")
    result = call("read_file", {"path": "a\x1b[2J\nb.txt"})
    assert result["output"] == "Contents of a\\x1b[2J\\x0ab.txt (lines 1-1):\nx"


@pytest.mark.parametrize("spelling", ["./src/a.txt", "src//a.txt", "src/./a.txt", "src/b/../a.txt"])
def test_every_spelling_of_a_path_is_one_file(workspace, call, spelling) -> None:
    (workspace / "src" / "b").mkdir(parents=True)
    (workspace / "src" / "a.txt").write_text("x")
    assert call("read_file", {"path": spelling})["output"].startswith("Contents of src/a.txt (")


def test_a_windows_separator_is_a_character_of_the_name(workspace, call) -> None:
    (workspace / "src").mkdir()
    (workspace / "src" / "a.txt").write_text("x")
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "src\\a.txt"})
    assert caught.value.code == "file_not_found"


def test_an_unreadable_file_is_a_refusal_of_the_system(workspace, call, modes_hold) -> None:
    locked = workspace / "locked.txt"
    locked.write_text("x")
    locked.chmod(0)
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "locked.txt"})
    assert caught.value.code == "permission_denied"
    assert caught.value.message == "Cannot read file 'locked.txt' - permission denied"


def test_an_unforeseen_failure_of_the_disk_is_still_a_coded_error(workspace, call, monkeypatch) -> None:
    (workspace / "a.txt").write_text("x")

    def broken(*_: object, **__: object) -> None:
        raise OSError(5, os.strerror(5))

    monkeypatch.setattr("runtime.capability.handles.FilesHandle.open_read", broken)
    with pytest.raises(ToolError) as caught:
        call("read_file", {"path": "a.txt"})
    assert caught.value.code == "io_error"
    assert caught.value.message == "Cannot read file 'a.txt' - input/output error"
