"""Tools are found by their marks and held by name; nothing registers itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from runtime.contracts.errors import ConfigurationError, DuplicateTool
from runtime.host.resources import folder
from runtime.host.tool_files import read_tool_folders
from runtime.sdk import as_tool, tool
from runtime.sdk.registry import Registry, discover, discover_deferred, discover_files

TOOL = """\
from runtime.sdk import tool

@tool(description="A test", side_effects=["none"])
def {name}(text: str) -> str:
    return text
"""


def made(name: str) -> Any:
    """A tool of a name."""

    def function(text: str) -> str:
        return text

    return as_tool(tool(description="A test", side_effects=["none"], name=name)(function))


def names(found: list[Any]) -> list[str]:
    """The names of marked functions."""
    return [as_tool(item).manifest.name for item in found]


# -- the registry -----------------------------------------------------------------------------------------


def test_a_registered_tool_is_found_by_its_name_and_no_other():
    registry = Registry()
    one = made("one")
    registry.register(one)
    assert registry.get("one") is one
    assert registry.get("two") is None
    assert len(registry) == 1


def test_tools_are_listed_by_name():
    registry = Registry()
    for name in ("b", "C", "a"):
        registry.register(made(name))
    assert registry.names() == ["C", "a", "b"]
    assert [item.manifest.name for item in registry] == ["C", "a", "b"]


def test_a_second_tool_of_one_name_is_refused_and_the_first_stays():
    """T-RUN-14: whoever comes second cannot take a known name."""
    registry = Registry()
    first = made("one")
    registry.register(first)
    with pytest.raises(DuplicateTool) as caught:
        registry.register(made("one"))
    assert caught.value.code == "tool.duplicate"
    assert registry.get("one") is first


def test_a_misspelled_name_is_recognised():
    registry = Registry()
    for name in ("read_file", "create_file", "grep_search"):
        registry.register(made(name))
    assert registry.suggest("raed_file") == "read_file"
    assert registry.suggest("zzz") is None


@pytest.mark.parametrize("name", ["", "x" * 65, "read file", "\x1b[2J", "read_file" * 100_000])
def test_a_name_that_no_tool_can_have_is_not_compared(name):
    registry = Registry()
    registry.register(made("read_file"))
    assert registry.suggest(name) is None


def found_in(folder: Path) -> list[Any]:
    """The tools of a folder, read and loaded as a catalog does."""
    (read,) = read_tool_folders(folder, ["."])
    return discover_files(folder, read.files)


# -- discovery --------------------------------------------------------------------------------------------


def test_each_shipped_file_without_an_underscore_is_a_tool():
    files = sorted(path.stem for path in folder("tools").glob("*.py") if not path.name.startswith("_"))
    assert sorted(names(discover())) == files
    assert files


def test_a_folder_s_tools_are_found_in_the_order_of_its_files(tmp_path: Path):
    for name in ("beta", "alpha", "gamma"):
        (tmp_path / f"{name}.py").write_text(TOOL.format(name=name))
    assert names(found_in(tmp_path)) == ["alpha", "beta", "gamma"]


def test_a_file_with_an_underscore_is_shared_and_no_tool(tmp_path: Path):
    (tmp_path / "_shared.py").write_text("WORD = 'shared'\n" + TOOL.format(name="hidden"))
    (tmp_path / "seen.py").write_text(
        "from ._shared import WORD, hidden\n" + TOOL.format(name="seen").replace("return text", "return WORD")
    )
    (found,) = found_in(tmp_path)
    assert found("x") == "shared"


def test_a_second_name_is_not_a_second_tool(tmp_path: Path):
    (tmp_path / "one.py").write_text(TOOL.format(name="one") + "\nalias = one\n")
    assert names(found_in(tmp_path)) == ["one"]


def test_two_folders_may_hold_files_of_one_name(tmp_path: Path):
    for side in ("left", "right"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "same.py").write_text(TOOL.format(name=side))
    assert names(found_in(tmp_path / "left")) == ["left"]
    assert names(found_in(tmp_path / "right")) == ["right"]


def test_a_folder_s_files_do_not_hide_other_modules(tmp_path: Path):
    (tmp_path / "json.py").write_text(TOOL.format(name="json"))
    before = sys.modules.get("json")
    assert names(found_in(tmp_path)) == ["json"]
    assert sys.modules.get("json") is before
    assert str(tmp_path) not in sys.path


def test_a_folder_is_loaded_once_in_a_process(tmp_path: Path):
    (tmp_path / "one.py").write_text(TOOL.format(name="one"))
    assert found_in(tmp_path) == found_in(tmp_path)


def test_a_file_made_after_the_first_look_is_found_by_the_next(tmp_path: Path):
    (tmp_path / "one.py").write_text(TOOL.format(name="one"))
    found_in(tmp_path)
    (tmp_path / "two.py").write_text(TOOL.format(name="two"))
    assert names(found_in(tmp_path)) == ["one", "two"]


@pytest.mark.parametrize(
    "text",
    ["import nowhere_at_all", "def (", "raise OSError('broken')", "import sys; sys.exit(3)", "1 / 0", "\x00"],
)
def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path, text: str):
    (tmp_path / "fine.py").write_text(TOOL.format(name="fine"))
    (tmp_path / "broken.py").write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        found_in(tmp_path)
    assert "broken.py" in caught.value.message
    assert caught.value.suggestion


def test_a_name_that_is_no_module_is_named_as_well(tmp_path: Path):
    (tmp_path / "a.b.py").write_text(TOOL.format(name="one"))
    with pytest.raises(ConfigurationError) as caught:
        found_in(tmp_path)
    assert "a.b.py" in caught.value.message


def test_a_file_that_was_mended_is_loaded(tmp_path: Path):
    (tmp_path / "one.py").write_text("1 / 0")
    with pytest.raises(ConfigurationError):
        found_in(tmp_path)
    (tmp_path / "one.py").write_text(TOOL.format(name="one"))
    assert names(found_in(tmp_path)) == ["one"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path):
    (tmp_path / "file").write_text("")
    for missing in (tmp_path / "none", tmp_path / "file"):
        with pytest.raises(ConfigurationError):
            found_in(missing)


def test_an_empty_folder_holds_no_tools(tmp_path: Path):
    assert found_in(tmp_path) == []


def test_each_shipped_module_holds_one_tool_named_as_its_file() -> None:
    """The executor offers a shipped tool by its file's name, and imports the file with the first call."""
    for deferred in discover_deferred():
        assert as_tool(deferred.load()).manifest.name == deferred.name
    assert [deferred.name for deferred in discover_deferred()] == sorted(names(discover()))


def test_a_deferred_tool_is_made_once_and_when_it_is_asked_for() -> None:
    made = []
    registry = Registry()
    registry.defer("later", lambda: made.append(1) or as_tool(discover_deferred()[0].load()))
    assert (registry.names(), made) == (["later"], [])
    assert registry.get("later") is registry.get("later")
    assert made == [1]
    with pytest.raises(DuplicateTool):
        registry.defer("later", lambda: None)
