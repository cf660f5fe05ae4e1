"""grep_search: the tool contract's section 6, globs, and files that are not plain text."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
import tracemalloc

import pytest

from runtime.backends.inprocess import InProcess
from runtime.contracts.errors import CallCancelled, CapabilityExceeded, InputInvalid, ToolError
from runtime.hostfs import folder as host
from runtime.sdk import FsRead, as_tool
from runtime.tools.file_search import file_search
from runtime.tools.grep_search import grep_search

TEN_MB = 10 * 1024 * 1024


def _rows(result) -> list[str]:
    return [row.removeprefix("  ") for row in result["output"].splitlines()[1:]]


@pytest.fixture
def tree(workspace):
    """A small project; every file holds the word needle on its second line."""
    for name in ("app.py", "lib/a.go", "lib/deep/b.py", "lib/deep/c.txt", "docs/x.md", ".env", ".git/config"):
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"first\nneedle in {name}\n")
    return workspace


def _found_in(result) -> list[str]:
    return [row.partition(":")[0] for row in _rows(result)]


def test_matches_are_listed_by_file_line_and_text(workspace, call) -> None:
    (workspace / "app.py").write_text("import sys\n" * 14 + "# TODO: implement\n")
    (workspace / "lib.py").write_text("# TODO: one\n\n    x = 1  # TODO: two\n")
    assert call("grep_search", {"pattern": "TODO"}) == {
        "output": (
            "Found 3 matches for 'TODO':\n"
            "  app.py:15: # TODO: implement\n"
            "  lib.py:1: # TODO: one\n"
            "  lib.py:3:     x = 1  # TODO: two\n"
        ),
        "files_affected": [],
        "metadata": {"total_matches": 3, "files_searched": 2, "pattern": "TODO"},
        "warnings": [],
    }


def test_no_match_is_a_success(tree, call) -> None:
    result = call("grep_search", {"pattern": "absent"})
    assert result["output"] == "Found 0 matches for 'absent'\n"
    assert result["metadata"] == {"total_matches": 0, "files_searched": 5, "pattern": "absent"}


def test_an_empty_workspace_is_searched_without_complaint(workspace, call) -> None:
    assert call("grep_search", {"pattern": "x"})["metadata"]["files_searched"] == 0


def test_one_match_is_counted_in_the_singular(tree, call) -> None:
    assert call("grep_search", {"pattern": "needle in app.py"})["output"].startswith(
        "Found 1 match for 'needle"
    )


def test_a_literal_pattern_has_no_special_characters(workspace, call) -> None:
    (workspace / "a.txt").write_text("f(x)[0].*\nfx0\n")
    assert _rows(call("grep_search", {"pattern": "f(x)[0].*"})) == ["a.txt:1: f(x)[0].*"]


def test_a_line_counts_once_however_often_it_matches(workspace, call) -> None:
    (workspace / "a.txt").write_text("xx xx\nxx\n")
    for is_regex in (False, True):
        result = call("grep_search", {"pattern": "xx", "is_regex": is_regex})
        assert result["metadata"]["total_matches"] == 2


def test_a_last_line_without_a_line_end_is_searched(workspace, call) -> None:
    (workspace / "a.txt").write_text("one\ntwo")
    for is_regex in (False, True):
        assert _rows(call("grep_search", {"pattern": "two", "is_regex": is_regex})) == ["a.txt:2: two"]


def test_a_regex_is_matched_line_by_line(workspace, call) -> None:
    (workspace / "a.py").write_text("def f():\n\n    return 1\ndef g(x):\n")
    assert _rows(call("grep_search", {"pattern": r"^def \w+\(.*\):$", "is_regex": True})) == [
        "a.py:1: def f():",
        "a.py:4: def g(x):",
    ]
    assert _rows(call("grep_search", {"pattern": r"f\(\):\s+return", "is_regex": True})) == []


def test_a_regex_that_could_run_on_finds_each_line_by_itself(workspace, call) -> None:
    (workspace / "a.txt").write_text("key: a\n\nkey: b\nlast\n")
    assert _rows(call("grep_search", {"pattern": r"key:[^#]*[ab]", "is_regex": True})) == [
        "a.txt:1: key: a",
        "a.txt:3: key: b",
    ]


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [(r"^$", [2]), (r"\Atwo", [3]), (r"one\Z", [1]), (r"w(?!o)", []), (r"two(?!\n)", [3]), ("(?i)ONE", [1])],
)
def test_anchors_and_assertions_see_one_line(workspace, call, pattern, lines) -> None:
    (workspace / "a.txt").write_text("one\n\ntwo\n")
    result = call("grep_search", {"pattern": pattern, "is_regex": True})
    assert [int(row.split(":")[1]) for row in _rows(result)] == lines


def test_a_dollar_matches_before_a_windows_line_end(workspace, call) -> None:
    (workspace / "dos.txt").write_bytes(b"one;\r\ntwo\r\n")
    assert _rows(call("grep_search", {"pattern": ";$", "is_regex": True})) == ["dos.txt:1: one;"]
    assert _rows(call("grep_search", {"pattern": "two"})) == ["dos.txt:2: two"]


def test_case_counts_unless_a_regex_says_otherwise(workspace, call) -> None:
    (workspace / "a.txt").write_text("Todo\n")
    assert _rows(call("grep_search", {"pattern": "todo"})) == []
    assert _rows(call("grep_search", {"pattern": "(?i)todo", "is_regex": True})) == ["a.txt:1: Todo"]


def test_letters_of_every_alphabet_are_found(workspace, call) -> None:
    (workspace / "a.txt").write_text("Grüße aus 日本\n")
    assert _rows(call("grep_search", {"pattern": "日本"})) == ["a.txt:1: Grüße aus 日本"]
    assert _rows(call("grep_search", {"pattern": r"Gr[üo]\w+e", "is_regex": True})) == [
        "a.txt:1: Grüße aus 日本"
    ]


@pytest.mark.parametrize(
    ("file_pattern", "files"),
    [
        ("*.py", ["app.py", "lib/deep/b.py"]),
        ("**/*.py", ["app.py", "lib/deep/b.py"]),
        ("lib/*.go", ["lib/a.go"]),
        ("lib/*.py", []),
        ("lib/**/*.py", ["lib/deep/b.py"]),
        ("lib/**", ["lib/a.go", "lib/deep/b.py", "lib/deep/c.txt"]),
        ("lib/", ["lib/a.go", "lib/deep/b.py", "lib/deep/c.txt"]),
        ("./lib/*", ["lib/a.go"]),
        ("*.{py,md}", ["app.py", "docs/x.md", "lib/deep/b.py"]),
        ("{docs,lib}/*", ["docs/x.md", "lib/a.go"]),
        ("[a-c].*", ["lib/a.go", "lib/deep/b.py", "lib/deep/c.txt"]),
        ("[]].x", []),
        ("lib/deep/b.py", ["lib/deep/b.py"]),
        ("*.PY", []),
        ("nowhere/*.py", []),
        ("app.py/*", []),
    ],
)
def test_a_glob_limits_the_files_searched(tree, call, file_pattern, files) -> None:
    result = call("grep_search", {"pattern": "needle", "file_pattern": file_pattern})
    assert _found_in(result) == files
    assert result["metadata"]["files_searched"] == len(files)


def test_hidden_files_are_searched_only_where_the_pattern_names_them(tree, call) -> None:
    """T-TOOL-05: a policy sees arguments; what they do not name must not be read out by a wide search."""
    assert not {".env", ".git/config"} & set(_found_in(call("grep_search", {"pattern": "needle"})))
    for wide in (
        "**",
        "*",
        "**/*",
        "{*,*/*}",
        "?env",
        "[.]env",
        ".*",
        ".e*",
        ".[e]nv",
        "{.env,x}",
        ".*/**",
        "**/.e?v",
    ):
        found = _found_in(call("grep_search", {"pattern": "needle", "file_pattern": wide}))
        assert not {".env", ".git/config"} & set(found), wide
    for named in (".env", "./.env", "**/.env"):
        assert _found_in(call("grep_search", {"pattern": "needle", "file_pattern": named})) == [".env"]
    assert _found_in(call("grep_search", {"pattern": "needle", "file_pattern": ".git/**"})) == [".git/config"]


@pytest.mark.parametrize("file_pattern", ["**/*[.go", "", "{1..100000000}", "{a,b}" * 20, "x" * 257])
def test_an_invalid_glob_is_named(call, file_pattern) -> None:
    with pytest.raises(ToolError) as caught:
        call("grep_search", {"pattern": "x", "file_pattern": file_pattern})
    assert caught.value.code == "invalid_glob"
    assert caught.value.message.startswith(f"Invalid glob pattern '{file_pattern[:200]}")


@pytest.mark.parametrize("file_pattern", ["../*.py", "/etc/*", "lib/../../*", "..", "a/**/../../b"])
def test_a_glob_cannot_lead_outside(call, file_pattern) -> None:
    with pytest.raises(ToolError) as caught:
        call("grep_search", {"pattern": "secret", "file_pattern": file_pattern})
    assert caught.value.code == "path_outside_working_dir"
    assert caught.value.message == f"Path '{file_pattern}' is outside working directory"


def test_a_windows_separator_in_a_glob_escapes_the_next_character(tree, call) -> None:
    assert _found_in(call("grep_search", {"pattern": "needle", "file_pattern": "lib\\a.go"})) == []


def test_a_narrow_grant_is_searched_by_naming_its_folder(tree, call) -> None:
    grants = (FsRead(prefixes=["lib"]),)
    result = call("grep_search", {"pattern": "needle", "file_pattern": "lib/**"}, grants=grants)
    assert _found_in(result) == ["lib/a.go", "lib/deep/b.py", "lib/deep/c.txt"]
    with pytest.raises(CapabilityExceeded):
        call("grep_search", {"pattern": "needle", "file_pattern": "docs/*"}, grants=grants)


def test_a_folder_that_may_not_be_read_is_a_refusal_of_the_system(tree, call, modes_hold) -> None:
    (tree / "docs").chmod(0)
    with pytest.raises(ToolError) as caught:
        call("grep_search", {"pattern": "needle", "file_pattern": "docs/*"})
    assert caught.value.code == "permission_denied"


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"pattern": ""},
        {"pattern": 5},
        {"pattern": "x", "max_results": 0},
        {"pattern": "x", "max_results": 1001},
        {"pattern": "x", "max_results": "10"},
        {"pattern": "x", "is_regex": "yes"},
        {"pattern": "x", "file_pattern": 5},
        {"pattern": "x", "case": True},
    ],
)
def test_arguments_outside_the_schema_never_reach_the_tool(tree, call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("grep_search", arguments)


def test_every_match_is_counted_and_the_first_are_shown(workspace, call) -> None:
    (workspace / "a.txt").write_text("x\n" * 5)
    (workspace / "b.txt").write_text("x\n")
    result = call("grep_search", {"pattern": "x", "max_results": 2})
    assert _rows(result) == [
        "a.txt:1: x",
        "a.txt:2: x",
        "... 4 more, not shown: raise max_results or narrow the search",
    ]
    assert result["metadata"] == {"total_matches": 6, "files_searched": 2, "pattern": "x"}
    assert result["warnings"] == ["Found 6 matches, showing first 2"]


def test_exactly_as_many_matches_as_asked_for_are_all_there_are(workspace, call) -> None:
    (workspace / "a.txt").write_text("x\n" * 100)
    result = call("grep_search", {"pattern": "x"})
    assert result["metadata"]["total_matches"] == 100
    assert result["warnings"] == []


def test_binary_files_are_passed_over(workspace, call) -> None:
    (workspace / "blob.bin").write_bytes(b"\0needle\n")
    (workspace / "large.bin").write_bytes(b"\0" * 70_000 + b"needle\n")
    (workspace / "a.txt").write_bytes(b"needle\n")
    result = call("grep_search", {"pattern": "needle"})
    assert _found_in(result) == ["a.txt"]
    assert result["metadata"]["files_searched"] == 1


def test_text_that_is_no_utf8_is_searched_all_the_same(workspace, call) -> None:
    (workspace / "latin1.txt").write_bytes(b"caf\xe9 needle\n")
    assert _rows(call("grep_search", {"pattern": "needle"})) == ["latin1.txt:1: caf\ufffd needle"]


def test_a_marked_wide_encoding_is_searched_as_text(workspace, call) -> None:
    (workspace / "wide.txt").write_bytes("eins\nnadel\n".encode("utf-16"))
    for is_regex in (False, True):
        assert _rows(call("grep_search", {"pattern": "nadel", "is_regex": is_regex})) == ["wide.txt:2: nadel"]


def test_a_very_long_line_is_cut_around_its_match(workspace, call) -> None:
    (workspace / "min.js").write_text("a" * 50_000 + "needle" + "b" * 50_000 + "\n")
    (row,) = _rows(call("grep_search", {"pattern": "needle"}))
    assert row == "min.js:1: ..." + "a" * 100 + "needle" + "b" * 294 + "..."


def test_a_long_line_that_matches_early_is_cut_at_its_end_only(workspace, call) -> None:
    (workspace / "a.txt").write_text("needle" + "b" * 500)
    (row,) = _rows(call("grep_search", {"pattern": "needle"}))
    assert row == "a.txt:1: needle" + "b" * 394 + "..."


def test_a_regex_reads_no_line_to_an_end_too_far_off_and_says_so(workspace, call) -> None:
    (workspace / "a.txt").write_text("x\n" + "a" * 65_536 + "needle\nneedle\n")
    result = call("grep_search", {"pattern": "needle", "is_regex": True})
    assert _rows(result) == ["a.txt:3: needle"]
    assert result["warnings"] == ["Searched only the first 65536 characters of very long lines"]


def test_what_is_kept_of_a_match_is_what_is_shown_of_it(workspace, call) -> None:
    for number in range(12):
        (workspace / f"{number}.min.js").write_bytes(b"needle" + b"x" * 3_000_000)
    tracemalloc.start()
    try:
        result = call("grep_search", {"pattern": "needle"})
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result["metadata"]["total_matches"] == 12
    assert peak_bytes < 20_000_000


def test_a_file_over_ten_megabytes_is_searched_in_part_with_a_warning(workspace, call) -> None:
    with (workspace / "big.log").open("wb") as file:
        file.write(b"needle\n" + b"x" * (TEN_MB - 7) + b"\nneedle\n")
    result = call("grep_search", {"pattern": "needle"})
    assert _rows(result) == ["big.log:1: needle"]
    assert result["warnings"] == ["Searched only the first 10MB of 1 file"]


def test_files_that_cannot_be_read_are_counted_not_fatal(tree, call, modes_hold) -> None:
    (tree / "app.py").chmod(0)
    (tree / "docs/x.md").chmod(0)
    result = call("grep_search", {"pattern": "needle"})
    assert _found_in(result) == ["lib/a.go", "lib/deep/b.py", "lib/deep/c.txt"]
    assert result["warnings"] == ["Skipped 2 files that could not be read"]


def test_a_file_swapped_for_a_link_outside_is_not_read(workspace, call, context, monkeypatch) -> None:
    """T-TOOL-07: between the walk and the opening another process may put anything under the name."""
    (workspace / "a.txt").write_text("x")
    honest = host._read_beneath  # the moment between the two

    def swapped(*arguments):
        (workspace / "a.txt").unlink()
        (workspace / "a.txt").symlink_to("../secret.txt")
        return honest(*arguments)

    monkeypatch.setattr(host, "_read_beneath", swapped)
    result = call("grep_search", {"pattern": "secret"})
    assert _rows(result) == []
    assert result["warnings"] == ["Skipped 1 file that could not be read"]


def test_links_are_not_followed_to_files_or_folders(workspace, call) -> None:
    (workspace / "real").mkdir()
    (workspace / "real/a.txt").write_text("needle\n")
    (workspace / "folder").symlink_to("real")
    (workspace / "file.txt").symlink_to("real/a.txt")
    (workspace / "loop").symlink_to(".")
    assert _found_in(call("grep_search", {"pattern": "needle"})) == ["real/a.txt"]


def test_files_come_in_order_of_their_names(workspace, call) -> None:
    for name in ("b.txt", "a/z.txt", "a.txt", "c/a.txt"):
        (workspace / name).parent.mkdir(exist_ok=True)
        (workspace / name).write_text("x\n")
    first = _found_in(call("grep_search", {"pattern": "x"}))
    assert first == _found_in(call("grep_search", {"pattern": "x"}))
    assert sorted(first) == ["a.txt", "a/z.txt", "b.txt", "c/a.txt"]


def test_a_file_name_cannot_forge_a_match(workspace, call) -> None:
    """T-TOOL-06: the name is escaped; the text of the file is data and stays."""
    (workspace / "a\n  app.py:1: fake").write_text("needle\x1b[0m\n")
    (workspace / os.fsdecode(b"caf\xe9")).write_text("needle\n")
    assert _rows(call("grep_search", {"pattern": "needle"})) == [
        "a\\x0a  app.py:1: fake:1: needle\x1b[0m",
        "caf\\xe9:1: needle",
    ]


def test_a_long_pattern_is_cut_in_the_heading_only(workspace, call) -> None:
    pattern = "\n" + "x" * 5000
    result = call("grep_search", {"pattern": pattern})
    assert result["output"] == "Found 0 matches for '\\x0a" + "x" * 199 + "...'\n"
    assert result["metadata"]["pattern"] == pattern


def test_a_search_out_of_time_returns_what_it_has(tree, call) -> None:
    ticks = itertools.chain([0.0] * 8, itertools.repeat(31.0))
    result = call("grep_search", {"pattern": "needle"}, monotonic_s=lambda: next(ticks))
    assert result["warnings"] == ["Search timed out after 30s, returning partial results"]
    assert result["metadata"]["total_matches"] < 5


@pytest.mark.parametrize("looks", range(3, 10))
def test_a_search_whose_time_is_over_before_its_first_file_is_no_error(tree, call, looks) -> None:
    ticks = itertools.chain([0.0] * looks, itertools.repeat(31.0))
    arguments = {"pattern": "needle", "file_pattern": "*.absent"}
    result = call("grep_search", arguments, monotonic_s=lambda: next(ticks))
    assert result["warnings"] == ["Search timed out after 30s, returning partial results"]
    assert result["metadata"]["files_searched"] == 0


def test_a_large_file_is_reason_enough_to_look_at_the_clock(workspace, call) -> None:
    for number in range(40):
        (workspace / f"{number:02}.log").write_bytes(b"x" * 70_000)
    ticks = itertools.chain([0.0] * 20, itertools.repeat(31.0))
    result = call("grep_search", {"pattern": "needle"}, monotonic_s=lambda: next(ticks))
    assert result["warnings"] == ["Search timed out after 30s, returning partial results"]
    assert 0 < result["metadata"]["files_searched"] < 40


def test_more_files_of_one_folder_than_are_asked_about_at_once_all_come_in_order(workspace, call) -> None:
    names = [f"{number:03}.txt" for number in range(200)]
    for name in names:
        (workspace / name).write_text("needle\n")
    (workspace / "100").mkdir()
    (workspace / "100/inner.txt").write_text("needle\n")
    found = _found_in(call("grep_search", {"pattern": "needle", "max_results": 1000}))
    assert found == [*names[:100], "100/inner.txt", *names[100:]]


@pytest.mark.parametrize("needle", ["e", "\xe9", "\U0001f40d", "aa\x00b", "Zürich", "the rain in", "\\d"])
def test_a_literal_of_any_characters_is_found(workspace, call, needle) -> None:
    (workspace / "a.txt").write_text("x\n" * 5000 + f"<{needle}>\n")
    (workspace / "b.txt").write_text("y\n" * 5000)
    assert _found_in(call("grep_search", {"pattern": needle})) == ["a.txt"]


def test_a_caller_who_gave_up_ends_the_search(tree, call, monkeypatch) -> None:
    monkeypatch.setattr("runtime.capability.context.CallContext.remaining_s", _cancelling)
    with pytest.raises(CallCancelled):
        call("grep_search", {"pattern": "needle"})


@pytest.mark.parametrize(
    ("function", "arguments", "held"),
    [
        (grep_search, {"pattern": "needle"}, "_read_beneath"),
        (file_search, {"pattern": "**"}, "_next_run"),
    ],
)
def test_the_loop_goes_on_while_a_tree_is_searched(
    tree, context, monkeypatch, function, arguments, held
) -> None:
    begun, may_go_on = threading.Event(), threading.Event()
    honest = getattr(host, held)

    def waiting(*given):
        begun.set()
        assert may_go_on.wait(10)
        return honest(*given)

    async def search():
        backend, tool = InProcess(), as_tool(function)
        running = asyncio.create_task(backend.run(tool, arguments, context(tool)))
        await asyncio.to_thread(begun.wait, 10)
        # A search in the loop's own thread would wait for this for ever.
        may_go_on.set()
        result = await running
        backend.close()
        return result

    monkeypatch.setattr(host, held, waiting)
    assert "app.py" in asyncio.run(search())["output"]


def _cancelling(self) -> float:
    self.cancel()
    return 30.0
