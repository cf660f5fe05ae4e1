"""What is committed of WebAssembly: modules that are the pinned ones, small, and built without a trace of the builder's machine."""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from blake3 import blake3

from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.limits import ResourceBounds

SHIPPED = ("csv_query", "grep_files", "json_pretty", "markdown_outline", "word_count")
EXAMPLES = ("run_javascript", "table_sql")
MOST_BYTES = {"reactor": 60_000, "command": 60_000, "component": 100_000}
MOST_BYTES_OF_AN_EXAMPLE = 1_000_000
PLACES = re.compile(rb"/(tmp|root|home|Users|usr|opt|var)/")
EXACT = re.compile(r"\d+\.\d+\.\d+(\.\d+)?")


@pytest.fixture(
    params=[*(f"wasm_tools/{name}" for name in SHIPPED), *(f"examples/{name}" for name in EXAMPLES)]
)
def folder(root: Path, request: pytest.FixtureRequest) -> Path:
    """The folder of each tool with a committed module."""
    return root / request.param


def manifest(folder: Path) -> dict[str, Any]:
    """Its declaration."""
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def module(folder: Path) -> bytes:
    """Its module."""
    return (folder / manifest(folder)["wasm"]["module"]).read_bytes()


def test_the_shipped_tools_are_these_and_no_others(root: Path) -> None:
    assert sorted(path.parent.name for path in root.glob("wasm_tools/*/manifest.json")) == list(SHIPPED)


def test_a_manifest_pins_the_module_beside_it(folder: Path) -> None:
    assert manifest(folder)["wasm"]["digest"] == f"blake3:{blake3(module(folder)).hexdigest()}"
    assert manifest(folder)["name"] == folder.name


def test_a_module_is_small_and_names_no_place_on_a_machine(folder: Path) -> None:
    most = (
        MOST_BYTES_OF_AN_EXAMPLE
        if folder.parent.name == "examples"
        else MOST_BYTES[manifest(folder)["wasm"]["kind"]]
    )
    assert len(module(folder)) <= most
    assert PLACES.findall(module(folder)) == []


def test_a_tool_brings_its_source_its_build_and_a_short_description(folder: Path) -> None:
    assert {"build.sh", "README.md"} <= {path.name for path in folder.iterdir()}
    assert any(path.suffix in {".c", ".zig", ".ts"} for path in folder.iterdir())
    assert 5 <= (folder / "README.md").read_text("utf-8").count("\n") <= 15


def test_what_a_program_says_of_itself_is_what_its_manifest_says(folder: Path) -> None:
    """The text is part of the module, so that the two cannot drift apart unseen."""
    if manifest(folder)["wasm"]["kind"] == "reactor":
        assert not (folder / "describe.json").exists()
        return
    told = (folder / "describe.json").read_bytes()
    fields = {"name": "name", "version": "version", "description": "description"}
    fields |= {"parameters": "input_schema", "output": "output_schema"}
    assert json.loads(told) == {ours: manifest(folder)[theirs] for ours, theirs in fields.items()}
    assert told in module(folder)


def test_a_command_without_a_manifest_describes_itself(root: Path, tmp_path: Path) -> None:
    folder = root / "wasm_tools" / "json_pretty"
    (tmp_path / "json_pretty.wasm").write_bytes(module(folder))
    backend = Wasm(cache=None, secret=b"0" * 32, files=None)
    bounds = ResourceBounds(wall_s=20.0, fuel=10_000_000, memory_bytes=1 << 26)
    try:
        (found,) = backend.find(tmp_path, lambda: CallContext("describe", CapabilitySet(), bounds))
    finally:
        backend.close()
    assert found.manifest.name == "json_pretty"
    assert found.manifest.input_schema == manifest(folder)["input_schema"]
    assert found.manifest.wasm is not None
    assert found.manifest.wasm.digest == manifest(folder)["wasm"]["digest"]


def test_every_toolchain_is_pinned_to_one_version(root: Path) -> None:
    groups = json.loads((root / "wasm_tools" / "toolchain.json").read_text("utf-8"))
    pins = [version for group in groups.values() for kind in group.values() for version in kind.values()]
    assert pins
    assert [version for version in pins if not EXACT.fullmatch(version)] == []
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [pin for pin in extras["wasm"] if not EXACT.fullmatch(pin.partition("==")[2])] == []


def test_the_wheel_brings_the_modules_and_leaves_out_what_they_are_made_of(wheel: Path) -> None:
    inside = {
        Path(name).relative_to("runtime/wasm_tools")
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith("runtime/wasm_tools/")
    }
    assert {path.parent.as_posix() for path in inside if path.suffix == ".wasm"} == set(SHIPPED)
    assert {path.suffix for path in inside} == {".json", ".md", ".wasm"}
