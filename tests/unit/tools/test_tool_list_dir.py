"""list_dir: the tool contract's section 4, pages, and names that are not what they look like."""

from __future__ import annotations

import os

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead


def _fill(folder, count: int) -> None:
    for number in range(count):
        (folder / f"f{number:05}").touch()


def test_a_directory_lists_files_then_directories(workspace, call) -> None:
    (workspace / "src/models").mkdir(parents=True)
    (workspace / "src/utils.py").touch()
    (workspace / "src/app.py").touch()
    assert call("list_dir", {"path": "src"}) == {
        "output": "Contents of ./src:\n  app.py\n  utils.py\n  models/\n",
        "files_affected": [],
        "metadata": {
            "total_entries": 3,
            "files": 2,
            "directories": 1,
            "other": 0,
            "page": 1,
            "pages": 1,
        },
        "warnings": [],
    }


def test_without_a_path_the_working_directory_is_listed(workspace, call) -> None:
    (workspace / "a.txt").touch()
    assert call("list_dir", {})["output"] == "Contents of .:\n  a.txt\n"


def test_hidden_entries_are_listed_like_all_others(workspace, call) -> None:
    (workspace / ".env").touch()
    (workspace / ".git").mkdir()
    assert call("list_dir", {})["output"] == "Contents of .:\n  .env\n  .git/\n"


def test_a_path_outside_is_refused_in_the_contracts_words(call) -> None:
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"path": ".."})
    assert caught.value.code == "path_outside_working_dir"
    assert caught.value.message == "Path '..' is outside working directory"


def test_a_folder_that_is_not_granted_is_the_runtimes_refusal(workspace, call) -> None:
    (workspace / "src").mkdir()
    (workspace / "etc").mkdir()
    grants = (FsRead(prefixes=["src"]),)
    assert call("list_dir", {"path": "src"}, grants=grants)["metadata"]["total_entries"] == 0
    with pytest.raises(CapabilityExceeded):
        call("list_dir", {"path": "etc"}, grants=grants)


def test_a_file_is_no_directory(workspace, call) -> None:
    (workspace / "file.txt").touch()
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"path": "file.txt"})
    assert caught.value.code == "not_a_directory"
    # The wording is the tool contract's.
    assert caught.value.message == "Path 'file.txt' is not a directory"
    assert caught.value.suggestion


def test_a_missing_directory_is_named_with_a_way_on(call) -> None:
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"path": "missing"})
    assert caught.value.code == "directory_not_found"
    assert caught.value.message == "Directory 'missing' not found"


def test_an_unreadable_directory_is_a_refusal_of_the_system(workspace, call, modes_hold) -> None:
    (workspace / "locked").mkdir(mode=0)
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"path": "locked"})
    assert caught.value.code == "permission_denied"
    assert caught.value.message == "Cannot list directory - permission denied"


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": 1},
        {"path": None},
        {"page": 0},
        {"page": -1},
        {"page": "1"},
        {"page": 1.5},
        {"recursive": True},
    ],
)
def test_arguments_outside_the_schema_never_reach_the_tool(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("list_dir", arguments)


def test_an_empty_directory_says_that_it_is_empty(workspace, call) -> None:
    (workspace / "empty").mkdir()
    result = call("list_dir", {"path": "empty"})
    assert result["output"] == "Contents of ./empty:\n  (empty)\n"
    assert result["metadata"]["total_entries"] == 0
    assert result["metadata"]["pages"] == 1


def test_a_thousand_entries_fit_on_one_page(workspace, call) -> None:
    _fill(workspace, 1000)
    result = call("list_dir", {})
    assert result["metadata"]["pages"] == 1
    assert result["output"].count("\n") == 1001


def test_pages_together_list_every_entry_once(workspace, call) -> None:
    _fill(workspace, 2001)
    (workspace / "zz").mkdir()
    names: list[str] = []
    for page, shown in ((1, 1000), (2, 1000), (3, 2)):
        result = call("list_dir", {"page": page})
        rows = [row for row in result["output"].splitlines()[1:] if not row.startswith("  ...")]
        assert len(rows) == shown
        assert result["metadata"] == {
            "total_entries": 2002,
            "files": 2001,
            "directories": 1,
            "other": 0,
            "page": page,
            "pages": 3,
        }
        names += rows
    assert names == [f"  f{n:05}" for n in range(2001)] + ["  zz/"]


def test_a_page_says_how_to_get_the_next(workspace, call) -> None:
    _fill(workspace, 1001)
    first, last = call("list_dir", {})["output"], call("list_dir", {"page": 2})["output"]
    assert first.splitlines()[-1] == "  ... entries 1-1000 of 1001, use page=2 for more"
    assert last.splitlines()[-1] == "  f01000"


def test_a_page_beyond_the_last_is_an_error_that_says_how_many(workspace, call) -> None:
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"page": 2})
    assert caught.value.code == "page_out_of_range"
    assert caught.value.message == "Page 2 does not exist - directory has 1 page"


def test_links_and_special_files_are_told_from_files(workspace, call) -> None:
    (workspace / "inside").symlink_to("target")
    (workspace / "outside").symlink_to("/etc")
    os.mkfifo(workspace / "pipe")
    result = call("list_dir", {})
    assert result["output"] == (
        "Contents of .:\n  inside (symlink)\n  outside (symlink)\n  pipe (special file)\n"
    )
    assert result["metadata"] | {"page": 1} == {
        "total_entries": 3,
        "files": 0,
        "directories": 0,
        "other": 3,
        "page": 1,
        "pages": 1,
    }


def test_a_name_cannot_forge_a_line_of_the_list(workspace, call) -> None:
    """T-TOOL-06: names are written by whoever made the files."""
    (workspace / "a\n  fake.py").touch()
    (workspace / "b\x1b[8m\u202egnp.exe").touch()
    assert call("list_dir", {})["output"].splitlines() == [
        "Contents of .:",
        "  a\\x0a  fake.py",
        "  b\\x1b[8m\\u202egnp.exe",
    ]


def test_a_name_that_is_no_unicode_is_shown_by_its_bytes(workspace, call) -> None:
    (workspace / os.fsdecode(b"caf\xe9")).touch()
    assert call("list_dir", {})["output"] == "Contents of .:\n  caf\\xe9\n"


@pytest.mark.parametrize("name", ["with space", "grüße", "日本", "می‌خواهم", "👩‍🚀", "back\\slash", "C:"])
def test_names_of_every_alphabet_stay_readable(workspace, call, name) -> None:
    (workspace / name).touch()
    assert call("list_dir", {})["output"] == f"Contents of .:\n  {name}\n"


def test_a_tag_character_outside_the_basic_plane_is_escaped(workspace, call) -> None:
    (workspace / "a\U000e0041").touch()
    assert call("list_dir", {})["output"] == "Contents of .:\n  a\\U000e0041\n"


@pytest.mark.parametrize("spelling", ["./src", "src/", "src//", "src/.", "src/../src"])
def test_every_spelling_of_a_directory_is_shown_alike(workspace, call, spelling) -> None:
    (workspace / "src").mkdir()
    assert call("list_dir", {"path": spelling})["output"].startswith("Contents of ./src:\n")


def test_a_windows_separator_is_a_character_of_the_name(workspace, call) -> None:
    (workspace / "src/models").mkdir(parents=True)
    with pytest.raises(ToolError) as caught:
        call("list_dir", {"path": "src\\models"})
    assert caught.value.code == "directory_not_found"
