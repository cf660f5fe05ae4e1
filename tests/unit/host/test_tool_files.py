"""What of a tools folder is read: what loading would run, once, and through no link."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationError
from runtime.host import tool_files
from runtime.host.tool_files import ToolFolder, digest_of, read_tool_folders


def put(folder: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def paths(folder: Path) -> list[str]:
    (read,) = read_tool_folders(folder, ["."])
    return sorted(read.files)


def code_of(folder: Path, name: str = ".") -> str:
    with pytest.raises(ConfigurationError) as caught:
        read_tool_folders(folder, [name])
    assert caught.value.suggestion
    return caught.value.code


def test_python_files_are_read_wherever_they_can_be_imported_from(tmp_path):
    loaded = ["_shared.py", "one.py", "sub/deep/three.py", "sub/two.py"]
    others = ["README.md", ".hidden/x.py", "data.txt", "__pycache__/x.py", "not-a-name/x.py"]
    put(tmp_path, dict.fromkeys([*loaded, *others], b""))
    assert paths(tmp_path) == loaded


def test_modules_are_read_with_the_declaration_that_names_them(tmp_path):
    put(
        tmp_path,
        {
            "lone.wasm": b"\0asm",
            "sub/deep.wasm": b"",
            "my-tool/manifest.json": json.dumps({"wasm": {"module": "it.bin"}}).encode(),
            "my-tool/it.bin": b"\0",
            "my-tool/x": b"",
            "odd/manifest.json": b"[",
            "odd/other": b"",
            "away/manifest.json": json.dumps({"wasm": {"module": "../lone.wasm"}}).encode(),
        },
    )
    assert paths(tmp_path) == [
        "away/manifest.json", "lone.wasm", "my-tool/it.bin", "my-tool/manifest.json", "odd/manifest.json",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["linked.py", "linked.wasm", "linked"])
def test_a_link_in_a_tools_folder_is_refused(tmp_path, name):
    """T-RUN-25"""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.py").write_text("")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / name).symlink_to(tmp_path / "elsewhere" / ("x.py" if "." in name else ""))
    assert code_of(tmp_path, "tools") == "config.invalid"


def test_a_tools_folder_that_is_a_link_is_refused(tmp_path):
    """T-RUN-25"""
    (tmp_path / "real").mkdir()
    (tmp_path / "tools").symlink_to("real")
    assert code_of(tmp_path, "tools") == "config.invalid"


def test_a_pipe_that_poses_as_a_tool_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "tool.py")
    assert code_of(tmp_path) == "config.invalid"


@pytest.mark.parametrize("name", ["none", "file", "x" * 5000, "nul\0"])
def test_what_is_no_folder_is_a_coded_error(tmp_path, name):
    (tmp_path / "file").write_text("")
    assert code_of(tmp_path, name) == "config.invalid"


def test_a_name_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "\udcff.py").write_text("")
    assert code_of(tmp_path) == "config.invalid"


@pytest.mark.parametrize(("bound", "value"), [("MAX_FILES", 2), ("MAX_BYTES", 20)])
def test_folders_are_read_within_bounds_that_hold_for_all_of_them(tmp_path, monkeypatch, bound, value):
    put(tmp_path, dict.fromkeys(["a/x.py", "b/x.py", "c/x.py"], b"x" * 8))
    assert len(read_tool_folders(tmp_path, "abc")) == 3
    monkeypatch.setattr(tool_files, bound, value)
    assert len(read_tool_folders(tmp_path, "ab")) == 2
    with pytest.raises(ConfigurationError):
        read_tool_folders(tmp_path, "abc")


def test_folders_within_folders_without_end_are_refused(tmp_path):
    deep = tmp_path
    for _ in range(400):
        deep /= "a"
    deep.mkdir(parents=True)
    assert code_of(tmp_path) == "config.invalid"


def test_no_two_sets_of_files_have_one_digest():
    sets = [
        [],
        [("a", {})],
        [("a", {"x.py": b""})],
        [("a", {"x.py": b"y"})],
        [("a", {"x.p": b"yy"})],
        [("a", {"x.py": b"", "y.py": b""})],
        [("a", {"x.py": b""}), ("b", {})],
        [("a", {}), ("b", {"x.py": b""})],
        [("b", {"x.py": b""}), ("a", {})],
    ]
    digests = {digest_of([ToolFolder(name, Path(), files) for name, files in one]) for one in sets}
    assert len(digests) == len(sets)
