"""file_search: the tool contract's section 5."""

from __future__ import annotations

import time

import pytest

from runtime.contracts.errors import CallCancelled, CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import FsRead, ResourceBounds


@pytest.fixture
def tree(workspace):
    for name in (
        "main.go", "cmd/main.go", "internal/agent.go", "internal/agent_test.go", "docs/a.md", "docs/deep/er/b.md", ".github/ci.yml",
        ".env", "src/.hidden/x.go", "Makefile", "a b.txt",
    ):  # fmt: skip
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("x")
    return workspace


def found(call, pattern, base=None, **options):
    arguments = {"pattern": pattern} | ({} if base is None else {"base_path": base})
    arguments |= {key: options.pop(key) for key in list(options) if key == "respect_gitignore"}
    result = call("file_search", arguments, **options)
    return [line[2:] for line in result["output"].splitlines()[1:]]


def refused(call, code, pattern="**", base=".") -> ToolError:
    with pytest.raises(ToolError) as caught:
        call("file_search", {"pattern": pattern, "base_path": base})
    assert caught.value.code == code
    assert caught.value.suggestion
    return caught.value


def test_files_that_fit_are_listed_and_counted(tree, call) -> None:
    assert call("file_search", {"pattern": "**/*.go"}) == {
        "output": (
            "Found 4 files matching '**/*.go':\n  cmd/main.go\n  internal/agent.go\n  internal/agent_test.go\n  main.go\n"
        ),
        "files_affected": [],
        "metadata": {"matches": 4, "pattern": "**/*.go"},
        "warnings": [],
    }


def test_no_match_is_a_success(tree, call) -> None:
    result = call("file_search", {"pattern": "*.rs"})
    assert (result["output"], result["metadata"]["matches"]) == ("Found 0 files matching '*.rs'\n", 0)


def test_one_match_is_counted_in_the_singular(tree, call) -> None:
    assert call("file_search", {"pattern": "Makefile"})["output"].startswith(
        "Found 1 file matching 'Makefile':"
    )


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("*.md", ["docs/a.md", "docs/deep/er/b.md"]),
        ("docs/*.md", ["docs/a.md"]),
        ("docs/**", ["docs/a.md", "docs/deep/er/b.md"]),
        ("docs/", ["docs/a.md", "docs/deep/er/b.md"]),
        ("**/*_test.go", ["internal/agent_test.go"]),
        ("{cmd,docs}/*", ["cmd/main.go", "docs/a.md"]),
        ("**/[am]*.go", ["cmd/main.go", "internal/agent.go", "internal/agent_test.go", "main.go"]),
        ("internal/agent?go", ["internal/agent.go"]),
        ("./main.go", ["main.go"]),
        ("a b.txt", ["a b.txt"]),
        ("MAKEFILE", []),
        ("nowhere/**", []),
        ("main.go/**", []),
    ],
)
def test_patterns_mean_what_they_do_elsewhere(tree, call, pattern, files) -> None:
    assert found(call, pattern) == files


def test_a_base_narrows_the_search_and_patterns_start_there(tree, call) -> None:
    assert found(call, "**/*.md", "docs") == ["docs/a.md", "docs/deep/er/b.md"]
    assert found(call, "er/*.md", "docs/deep/") == ["docs/deep/er/b.md"]
    assert found(call, "docs/*.md", "docs") == []
    assert found(call, "*.md", "./docs//deep") == ["docs/deep/er/b.md"]


def test_hidden_files_are_found_only_where_the_pattern_names_them(tree, call) -> None:
    """T-TOOL-05"""
    for pattern in ("**", "**/*", "*", ".*", "**/.*", ".e?v", "**/x.go"):
        assert not [path for path in found(call, pattern) if "/." in f"/{path}"]
    assert found(call, ".env") == [".env"]
    assert found(call, ".github/**") == [".github/ci.yml"]
    assert found(call, "src/.hidden/*.go") == ["src/.hidden/x.go"]


@pytest.mark.parametrize("pattern", ["**/*[.go", "[", "a[b", "x" * 257, "", "{a,b,c,d}" * 8])
def test_an_invalid_pattern_is_named(tree, call, pattern) -> None:
    error = refused(call, "invalid_glob", pattern)
    assert error.message.startswith("Invalid glob pattern '")
    if len(pattern) < 10:
        assert error.message == f"Invalid glob pattern '{pattern}'"


@pytest.mark.parametrize("pattern", ["../*", "/etc/*", "src/../../*", ".."])
def test_a_pattern_cannot_lead_outside(tree, call, pattern) -> None:
    """T-TOOL-01"""
    refused(call, "path_outside_working_dir", pattern)


def test_a_base_that_cannot_be_searched_is_named(tree, call, modes_hold) -> None:
    assert refused(call, "directory_not_found", base="missing").message == "Directory 'missing' not found"
    assert refused(call, "not_a_directory", base="main.go").message == "Path 'main.go' is not a directory"
    assert (
        refused(call, "path_outside_working_dir", base="../").message
        == "Path '../' is outside working directory"
    )
    (tree / "docs").chmod(0)
    assert (
        refused(call, "permission_denied", base="docs").message
        == "Cannot search directory 'docs' - permission denied"
    )
    (tree / "docs").chmod(0o755)


def test_of_more_than_a_thousand_files_the_first_are_listed_with_a_warning(workspace, call) -> None:
    for number in range(1003):
        (workspace / f"f{number:04}.txt").touch()
    result = call("file_search", {"pattern": "*.txt"})
    # The wording is the tool contract's.
    assert result["warnings"] == ["Found 1003 matches, showing first 1000"]
    assert result["metadata"]["matches"] == 1003
    assert len(result["output"].splitlines()) == 1001


def test_folders_deeper_than_twenty_levels_are_not_searched(workspace, call) -> None:
    folder = workspace
    for level in range(1, 23):
        (folder / f"at{level}.txt").touch()
        folder = folder / "d"
        folder.mkdir()
    names = {path.rpartition("/")[2] for path in found(call, "**/at*.txt")}
    assert names == {f"at{level}.txt" for level in range(1, 21)}


def test_links_are_not_followed(tree, call) -> None:
    (tree / "folder").symlink_to("docs")
    (tree / "loop").symlink_to(".")
    (tree / "z.md").symlink_to("docs/a.md")
    assert found(call, "*.md") == ["docs/a.md", "docs/deep/er/b.md"]


def test_a_narrow_grant_shows_what_it_covers(tree, call) -> None:
    assert found(call, "**/*.go", grants=(FsRead(["cmd"]),)) == ["cmd/main.go"]
    with pytest.raises(CapabilityExceeded):
        found(call, "*", "docs", grants=(FsRead(["cmd"]),))


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("*.o\n", ["a.c", "build/x.c", "src/build/y.c", "src/c.c"]),
        ("build/\n", ["a.c", "a.o", "src/b.o", "src/c.c"]),
        ("/build\n", ["a.c", "a.o", "src/b.o", "src/build/y.c", "src/c.c"]),
        ("*.o\n!b.o\n", ["a.c", "build/x.c", "src/b.o", "src/build/y.c", "src/c.c"]),
        ("# note\n\n\\#x\nsrc/*.o  \n", ["a.c", "a.o", "build/x.c", "src/build/y.c", "src/c.c"]),
        ("src/**\n", ["a.c", "a.o", "build/x.c"]),
        ("**/build/*.c\n", ["a.c", "a.o", "src/b.o", "src/c.c"]),
        ("[ab].?\n", ["build/x.c", "src/build/y.c", "src/c.c"]),
        ("src\n!src/c.c\n", ["a.c", "a.o", "build/x.c"]),
        ("[\n(((\n", ["a.c", "a.o", "build/x.c", "src/b.o", "src/build/y.c", "src/c.c"]),
    ],
)
def test_ignore_files_are_heeded_where_that_is_asked_for(workspace, call, rules, left) -> None:
    for name in ("a.c", "a.o", "build/x.c", "src/b.o", "src/c.c", "src/build/y.c"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).touch()
    (workspace / ".gitignore").write_text(rules)
    assert found(call, "**", respect_gitignore=True) == left
    assert len(found(call, "**")) == 6


def test_a_line_of_an_ignore_file_that_is_no_pattern_ignores_nothing(workspace, call) -> None:
    (workspace / "a.o").touch()
    (workspace / ".gitignore").write_text("/\n!\n!/\n[z-a]\n" + "*" * 3000 + "\n")
    assert found(call, "**", respect_gitignore=True) == ["a.o"]


def test_an_ignore_file_farther_in_comes_after_one_farther_out(workspace, call) -> None:
    (workspace / "src").mkdir()
    for name in ("a.o", "src/b.o"):
        (workspace / name).touch()
    (workspace / ".gitignore").write_text("*.o\r\n")
    (workspace / "src/.gitignore").write_text("!*.o")
    assert found(call, "**", respect_gitignore=True) == ["src/b.o"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"pattern": 1},
        {"pattern": "*", "base_path": 1},
        {"pattern": "*", "max": 1},
        {"base_path": "."},
        {"pattern": None},
    ],
)
def test_arguments_outside_the_schema_never_reach_the_tool(tree, call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("file_search", arguments)


def test_a_name_cannot_forge_a_line(workspace, call) -> None:
    """T-TOOL-06"""
    (workspace / "a\n  forged.txt").touch()
    (workspace / "b\x1b[2J.txt").touch()
    assert found(call, "*.txt") == ["a\\x0a  forged.txt", "b\\x1b[2J.txt"]


def test_a_search_out_of_time_returns_what_it_has(tree, call) -> None:
    clock = iter([0.0] * 12 + [100.0] * 1000)
    result = call(
        "file_search", {"pattern": "**"}, monotonic_s=lambda: next(clock), bounds=ResourceBounds(wall_s=200.0)
    )
    assert result["warnings"] == ["Search timed out after 30s, returning partial results"]
    assert result["metadata"]["matches"] < 8


def test_a_pattern_that_backtracks_ends_in_time(workspace, call) -> None:
    """T-TOOL-04"""
    (workspace / ("a" * 200)).touch()
    begun = time.monotonic()
    call("file_search", {"pattern": "*a" * 60 + "b"}, bounds=ResourceBounds(wall_s=1.0))
    assert time.monotonic() - begun < 10


def test_a_caller_who_gave_up_ends_the_search(tree, call, monkeypatch) -> None:
    from runtime.capability.context import CallContext

    def gone(_: CallContext) -> None:
        raise CallCancelled("gone")

    monkeypatch.setattr(CallContext, "check", gone)
    with pytest.raises(CallCancelled):
        call("file_search", {"pattern": "**"})
