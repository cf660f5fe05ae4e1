"""Which tools a folder holds, whatever lies in it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wasm_arena import declare, good
from wasm_modules import BUFFER, call, probe

from runtime.backends._wasm.folder import WasmTool, find_tools, lone_tool, read_tool, tool_of_file
from runtime.backends._wasm.modules import Admitted
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import FsRead
from runtime.contracts.errors import (
    BackendFault,
    BackendUnavailable,
    Error,
    ManifestInvalid,
    ToolFault,
    WasmRefused,
)
from runtime.contracts.limits import ResourceBounds

COMMAND = good("command")
READS = probe([call("cathedral.read", b"a", 0, BUFFER, 9)])


def silent(_name: str, _module: Admitted) -> bytes:
    raise ToolFault("it says nothing")


def saying(**fields: Any) -> Callable[[str, Admitted], bytes]:
    told = {"name": "it", "description": "d", "parameters": {"type": "object"}, **fields}
    return lambda _name, _module: json.dumps(told).encode()


def test_tools_come_in_the_order_of_their_names_and_other_things_are_left_alone(tmp_path: Path) -> None:
    for name in ("b", "a"):
        declare(tmp_path, name, good("reactor"), "reactor")
    (tmp_path / "it.wasm").write_bytes(COMMAND)
    (tmp_path / "folder.wasm").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "silent.wasm").write_bytes(COMMAND)
    found = list(find_tools(tmp_path, lambda name, m: saying()(name, m) if name == "it" else silent(name, m)))
    assert [tool.manifest.name for tool in found] == ["a", "b", "it"]
    assert found[2].manifest.wasm is not None
    assert found[2].manifest.wasm.kind == "command"


def test_a_module_is_run_by_its_backend_and_nobody_else(tmp_path: Path) -> None:
    tool = read_tool(declare(tmp_path, "a", good("reactor"), "reactor"))
    with pytest.raises(BackendFault):
        tool.execute({}, CallContext("c", CapabilitySet(), ResourceBounds()))


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _link(place: Path) -> None:
    place.symlink_to(place.with_name("other.json"))


@pytest.mark.parametrize("lay", [_pipe, _link, Path.mkdir], ids=["a pipe", "a link", "a folder"])
def test_a_manifest_that_is_no_file_is_neither_waited_for_nor_followed(
    tmp_path: Path, lay: Callable[[Path], None]
) -> None:
    """T-WASM-02"""
    place = declare(tmp_path, "odd", good("reactor"), "reactor")
    (place / "manifest.json").rename(place / "other.json")
    lay(place / "manifest.json")
    with pytest.raises(ManifestInvalid) as caught:
        list(find_tools(tmp_path, silent))
    assert caught.value.code == "tool.manifest_invalid"


@pytest.mark.parametrize("lay", [_pipe, _link], ids=["a pipe", "a link to nothing"])
def test_a_module_that_is_no_file_is_refused_and_not_passed_over(
    tmp_path: Path, lay: Callable[[Path], None]
) -> None:
    """T-WASM-02"""
    lay(tmp_path / "odd.wasm")
    with pytest.raises(WasmRefused) as caught:
        list(find_tools(tmp_path, silent))
    assert caught.value.details["reason"] == "wasm.file"


def test_a_folder_that_cannot_be_listed_is_an_error_of_the_set_up(tmp_path: Path) -> None:
    with pytest.raises(ManifestInvalid):
        list(find_tools(tmp_path / "none", silent))
    code = f"""
import os, sys
from pathlib import Path
from runtime.backends._wasm.folder import find_tools
from runtime.contracts.errors import Error
os.chdir({str(tmp_path)!r})
if os.getuid() == 0:  # whom no mode keeps out
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
for place in sys.argv[1:]:
    try:
        print(list(find_tools(Path(place), None)))
    except Error as error:
        print(error.code)
"""
    (tmp_path / "locked").mkdir()
    (tmp_path / "within").mkdir()
    (tmp_path / "within" / "it.wasm").write_bytes(COMMAND)
    declare(tmp_path / "closed", "tool", COMMAND, "command")
    declare(tmp_path / "unread", "tool", COMMAND, "command")
    for place, mode in (
        ("locked", 0),
        ("within", 0o744),
        ("closed/tool", 0),
        ("unread/tool/manifest.json", 0),
    ):
        (tmp_path / place).chmod(mode)
    ways = [way for way in (tmp_path, *tmp_path.parents) if not way.stat().st_mode & 0o001]
    modes = [way.stat().st_mode for way in ways]
    try:
        for way in ways:
            way.chmod(0o755)
        ran = subprocess.run(
            [sys.executable, "-c", code, "locked", "within", "closed", "unread"],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for way, mode in zip(ways, modes, strict=True):
            way.chmod(mode)
    assert (ran.stdout.split(), ran.stderr) == (
        ["tool.manifest_invalid", "wasm.refused", "[]", "tool.manifest_invalid"],
        "",
    )


@pytest.mark.parametrize(
    "told",
    [
        {"name": "other"},
        {"parameters": 1},
        {"risk": "none"},
        {"required_capabilities": [{"type": "everything"}]},
        {"resource_bounds": {"wall_s": -1}},
    ],
)
def test_a_declaration_that_does_not_hold_is_refused_by_its_code(
    tmp_path: Path, told: dict[str, Any]
) -> None:
    """T-WASM-11"""
    (tmp_path / "it.wasm").write_bytes(COMMAND)
    with pytest.raises(Error) as caught:
        list(find_tools(tmp_path, saying(**told)))
    assert caught.value.code in ("wasm.refused", "tool.manifest_invalid")


def test_a_module_alone_is_a_tool_that_may_use_what_it_imports(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"\xff.wasm")
    odd.write_bytes(READS)
    assert tool_of_file(odd).manifest.description == "The module \\udcff.wasm, as it is."
    file = tmp_path / "9 lives.wasm"
    file.write_bytes(READS)
    tool: WasmTool = tool_of_file(file)
    assert tool.manifest.name == "_9_lives"
    assert tool.manifest.optional_capabilities == (FsRead(prefixes=["."]),)
    assert tool.manifest.side_effects == ("fs_read",)
    with pytest.raises(WasmRefused):
        lone_tool(tmp_path / "none.wasm")


def test_a_module_beside_its_manifest_is_the_tool_of_that_manifest(tmp_path: Path) -> None:
    place = declare(tmp_path, "named", good("reactor"), "reactor", version="2.0.0")
    assert tool_of_file(place / "named.wasm").manifest.version == "2.0.0"
    (place / "other.wasm").write_bytes(READS)
    assert tool_of_file(place / "other.wasm").manifest.version == "1.0.0"


def test_a_module_of_no_kind_says_why_it_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty.wasm").write_bytes(b"\0asm\1\0\0\0")
    with pytest.raises(WasmRefused) as caught:
        tool_of_file(tmp_path / "empty.wasm")
    assert caught.value.details["reason"] == "wasm.export"


def test_two_tools_share_a_module_and_each_has_the_admission_of_its_own_manifest(tmp_path: Path) -> None:
    """T-WASM-02. The compiled form is of the bytes; what they may import is asked for each manifest."""
    granted = declare(tmp_path, "granted", READS, "reactor", declares=(FsRead(prefixes=["."]),))
    assert (
        read_tool(granted).module
        == read_tool(
            declare(tmp_path, "widely", READS, "reactor", declares=(FsRead(prefixes=["src"]),))
        ).module
    )
    for name, kind in (("bare", "reactor"), ("other_kind", "command"), ("third_kind", "component")):
        with pytest.raises(WasmRefused):
            read_tool(declare(tmp_path, name, READS, kind))  # type: ignore[arg-type]


def test_a_shipped_module_is_pinned_at_once_and_admitted_at_its_first_call(tmp_path: Path) -> None:
    """T-WASM-02. What an installation brings is trusted as its own code is; that something replaced it is seen at once."""
    place = declare(tmp_path, "imports", READS, "reactor")
    (tool,) = find_tools(tmp_path, silent, shipped=True)
    assert not tool.admitted
    backend = Wasm(cache=None, secret=b"0" * 32, files=None)
    try:
        context = CallContext("c", CapabilitySet(), ResourceBounds())
        context.start()
        with pytest.raises(BackendUnavailable) as caught:
            asyncio.run(backend.run(tool, {}, context))
    finally:
        backend.close()
    assert caught.value.details["reason"] == "wasm.import"
    with pytest.raises(WasmRefused):
        list(find_tools(tmp_path, silent))
    (place / "imports.wasm").write_bytes(good("reactor"))
    with pytest.raises(WasmRefused) as replaced:
        list(find_tools(tmp_path, silent, shipped=True))
    assert replaced.value.details["reason"] == "digest"
