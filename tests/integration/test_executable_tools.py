"""Executables as tools: found by asking them, run confined, and told apart by how they end."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from program_tools import name_tools_folder, put_file, put_program
from web_server import Server, response

from runtime import FsRead, FsWrite, NetRead, ProcessSpawn, ResourceBounds
from runtime.contracts.errors import ConfigurationChanged
from runtime.contracts.llm_tool import ToolStatus
from runtime.host.discovery import discover_folder

LOCATION = {"type": "object", "properties": {"location": {"type": "string"}}, "required": ["location"]}
FILES = [{"type": "fs_read", "prefixes": ["."]}]


@pytest.fixture
def tools(workspace: Any) -> Path:
    name_tools_folder(workspace.folder)
    folder: Path = workspace.folder / "tools"
    folder.mkdir()
    return folder


def test_an_executable_that_describes_itself_is_a_governed_tool(workspace, tools):
    put_program(tools, "get_weather.sh", 'printf "%s" "$1"; echo told apart >&2', parameters=LOCATION)
    with workspace.open() as executor:
        done = executor.call_sync("get_weather", {"location": "Oslo"})
        refused = executor.call_sync("get_weather", {"place": 1})
        unknown = executor.call_sync("get_wether", {})
    assert done.output == '{"location":"Oslo"}'
    assert (refused.error.code, unknown.error.code) == ("input.invalid", "tool.not_found")
    assert workspace.kinds(done.call_id)[:3] == ["ToolInvoked", "CapabilityCheck", "PolicyDecision"]
    manifest = next(m for m in executor.manifests if m.name == "get_weather")
    assert (manifest.source, manifest.risk, manifest.required_capabilities) == ("subprocess", "read_only", ())


def test_a_program_is_given_what_it_declares_and_is_granted_and_nothing_else(workspace, tools, monkeypatch):
    """T-EXE-02"""
    monkeypatch.setenv("SECRET_OF_THE_HOST", "seen")
    look = "ls README.md 2>&1; env | grep -c SECRET; test -r .runtime/keys/log.key && echo key; touch made 2>&1; exit 0"
    put_program(tools, "nothing.sh", look)
    put_program(tools, "reader.sh", look, capabilities=FILES)
    with workspace.open() as executor:
        nothing = executor.call_sync("nothing", {}, grants=[FsRead(["."])]).output
        reader = executor.call_sync("reader", {}, grants=[FsRead(["."])]).output
        refused = executor.call_sync("reader", {}, grants=[])
    assert "cannot access 'README.md'" in nothing
    assert "\n0\n" in nothing
    assert reader.startswith("README.md\n0\ntouch: cannot touch")
    assert "key" not in reader
    assert refused.error.code == "capability.missing"
    assert not (workspace.folder / "made").exists()


def test_how_a_program_ends_is_told_with_what_it_wrote_to_stderr(workspace, tools):
    put_program(
        tools,
        "ends.sh",
        'echo "why it failed" >&2; s=${1//[^0-9]/}; (( s < 200 )) && exit $s; kill -$((s - 200)) $$',
    )
    put_program(tools, "waits.sh", "sleep 60 & wait", bounds={"wall_s": 0.5})
    put_program(tools, "floods.sh", "yes", bounds={"output_bytes": 10_000, "wall_s": 2})
    put_program(
        tools,
        "eats.sh",
        "for i in 1 2 3; do (x=$(head -c 30000000 /dev/zero | tr '\\0' a); sleep 9) & done; wait",
        bounds={"memory_bytes": 90_000_000},
    )
    put_program(tools, "lies.sh", "echo no JSON", output_schema={"type": "integer"})
    put_program(tools, "bytes.sh", r"printf '\377'", normalization="binary")
    put_program(tools, "number.sh", "echo 7", output_schema={"type": "integer"})
    with workspace.open() as executor:
        ends = [executor.call_sync("ends", {"n": status}) for status in (1, 2, 3, 127, 209)]
        others = [executor.call_sync(name, {}) for name in ("waits", "floods", "eats", "lies")]
        assert executor.call_sync("bytes", {}).output == b"\xff"
        assert executor.call_sync("number", {}).output == 7
    assert [one.error.code for one in ends] == ["failed", "usage", "failed", "command_not_found", "signal"]
    assert {one.error.category for one in ends} == {"tool.failed"}
    assert ends[0].error.message == "why it failed"
    assert ends[2].error.details == {"exit_status": 3, "stderr": "why it failed"}
    assert [one.error.code for one in others] == [
        "limit.wall",
        "limit.wall",
        "limit.memory",
        "output.invalid",
    ]


def test_large_arguments_come_on_stdin_and_small_ones_in_the_first_argument(workspace, tools):
    put_program(tools, "counts.sh", 'if [[ "$1" == - ]]; then wc -c; else echo ${#1}; fi')
    with workspace.open() as executor:
        assert executor.call_sync("counts", {"a": "x" * 99_992}).output == "100000\n"
        assert executor.call_sync("counts", {"a": "x" * 99_993}).output == "100001\n"


def test_what_a_program_writes_is_told_while_it_runs(workspace, tools):
    fifo = workspace.folder / "go"
    os.mkfifo(fifo)
    put_program(tools, "slow.sh", "echo first; read line < go; echo second", capabilities=FILES)

    async def follow() -> list[Any]:
        told = []
        async with workspace.open() as executor:
            async for event in executor.stream("slow", {}, grants=[FsRead(["."])]):
                if isinstance(event, ToolStatus) and event.phase == "output":
                    told.append(event.output)
                    if len(told) == 1:
                        await asyncio.to_thread(fifo.write_text, "on\n")
        return [*told, event.output]

    assert asyncio.run(follow()) == ["first\n", "second\n", "first\nsecond\n"]


def test_what_a_program_changes_is_held_back_where_changes_are_reviewed(workspace, tools):
    """T-PROC-20"""
    files = [{"type": "fs_read", "prefixes": ["."]}, {"type": "fs_write", "prefixes": ["."]}]
    put_program(tools, "writes.sh", "echo new >made; test -e README.md && exit 0", capabilities=files)
    put_program(tools, "fails.sh", "echo new >failed; exit 1", capabilities=files)
    grants = [FsRead(["."]), FsWrite(["."])]
    with workspace.open() as executor:
        done = executor.call_sync("writes", {}, grants=grants, changes="review")
        failed = executor.call_sync("fails", {}, grants=grants, changes="review")
    assert ([change.path for change in done.changes.changes], done.changes.outcome) == (["made"], "committed")
    assert (workspace.folder / "made").read_text() == "new\n"
    assert failed.error.code == "failed"
    assert not (workspace.folder / "failed").exists()
    assert "ChangesHeld" in workspace.kinds(failed.call_id)


def test_each_file_that_gives_no_tool_is_named_with_its_reason(workspace, tools):
    """T-EXE-01"""
    good = {"description": "d", "parameters": {"type": "object"}}
    hostile = {"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}
    database = [{"type": "db_read", "tables": ["t"]}]
    written = {
        "status.sh": "echo '{}'; exit 3",
        "json.sh": "echo '{\"name\":\n 1,}'",
        "twice.sh": 'echo \'{"name": "x", "name": "twice"}\'',
        "fields.sh": 'echo \'{"name": "fields"}\'',
        "large.sh": "head -c 300000 /dev/zero",
        "hangs.sh": "sleep 60",
    }
    declared = {
        "schema.sh": good | {"name": "schema", "parameters": hostile},
        "odd.sh": good | {"name": "no name!"},
        "one.sh": good | {"name": "same"},
        "two.sh": good | {"name": "same"},
        "taken.sh": good | {"name": "read_file"},
        "unheld.sh": good | {"name": "unheld", "bounds": {"fuel": 1}},
        "cannot.sh": good | {"name": "cannot", "capabilities": database},
    }
    written |= {name: f"echo '{json.dumps(fields)}'" for name, fields in declared.items()}
    for name, body in written.items():
        put_file(tools, name, f"#!/bin/sh\n{body}\n")
    put_file(tools, "no_interpreter", "#!/nowhere/at/all\n")
    put_file(tools, "plain.sh", "#!/bin/sh\n", mode=0o644)
    put_program(tools, "fine.sh", "echo fine")
    workspace.accept()
    found = discover_folder(workspace.folder)
    assert {Path(one.file).name: one.code for one in found.skipped} == {
        "status.sh": "describe.status",
        "json.sh": "describe.json",
        "twice.sh": "describe.json",
        "fields.sh": "describe.fields",
        "schema.sh": "schema.refused",
        "odd.sh": "tool.manifest_invalid",
        "one.sh": "name.taken",
        "two.sh": "name.taken",
        "taken.sh": "name.taken",
        "unheld.sh": "tool.manifest_invalid",
        "cannot.sh": "describe.fields",
        "large.sh": "describe.too_large",
        "hangs.sh": "describe.timeout",
        "no_interpreter": "describe.not_run",
        "plain.sh": "not_executable",
    }
    assert "line 2" in next(one.reason for one in found.skipped if one.file == "tools/json.sh")
    assert list(found.tools) == ["tools/fine.sh"]
    with workspace.open() as executor:  # the faults of some files are no fault of the others
        assert executor.call_sync("fine", {}).output == "fine\n"


def test_a_file_that_changed_since_it_was_accepted_is_refused(workspace, tools):
    """T-EXE-03"""
    place = put_program(tools, "tool.sh", "echo accepted")
    with workspace.open() as executor:
        assert executor.call_sync("tool", {}).output == "accepted\n"
        place.touch()  # another time, the same bytes
        assert executor.call_sync("tool", {}).output == "accepted\n"
        text = place.read_text()
        place.write_text(text.replace("accepted", "replaced"))
        assert executor.call_sync("tool", {}).error.code == "tool.changed"
        place.write_text(text)
        assert executor.call_sync("tool", {}).output == "accepted\n"
        place.chmod(0o644)
        assert executor.call_sync("tool", {}).error.code == "tool.changed"
        place.unlink()
        assert executor.call_sync("tool", {}).error.code == "tool.changed"


def test_executables_of_a_folder_that_nobody_accepted_are_not_asked(workspace, tools):
    """T-EXE-03"""
    workspace.accept()
    put_program(tools, "tool.sh", "echo new")
    with pytest.raises(ConfigurationChanged) as added:
        discover_folder(workspace.folder)
    workspace.accept()
    (tools / "tool.sh").chmod(0o644)
    with pytest.raises(ConfigurationChanged) as made_plain:
        discover_folder(workspace.folder)
    assert [one["change"] for one in added.value.details["files"]] == ["added"]
    assert [one["path"] for one in made_plain.value.details["files"]] == ["tools/tool.sh (executable)"]


def test_a_description_is_kept_by_its_digest_and_believed_with_its_tag_alone(workspace, tools, user_home):
    """T-EXE-04"""
    place = put_program(tools, "tool.sh", "echo ran")
    with workspace.open():
        pass
    (kept,) = (user_home / ".cache").rglob("descriptions/*")
    described = kept.read_bytes()
    assert json.loads(described[32:])["name"] == "tool"
    kept.write_bytes(described.replace(b"A test's", b"Another "))
    with workspace.open() as executor:
        assert next(m for m in executor.manifests if m.name == "tool").description == "A test's"
        copy = next((user_home / ".cache").rglob("tool.sh"))
        copy.chmod(0o700)
        copy.write_text("#!/bin/sh\necho swapped\n")
    with workspace.open() as executor:
        assert executor.call_sync("tool", {}).output == "ran\n"
    assert place.exists()


def test_a_script_in_python_that_may_be_executed_is_a_program_and_never_imported(workspace, tools):
    """T-EXE-02"""
    described = json.dumps({"name": "pid", "description": "d", "parameters": {"type": "object"}})
    body = f"import os, sys\nprint({described!r} if sys.argv[1] == '--describe' else os.getpid())\n"
    put_file(tools, "pid.py", f"#!/usr/bin/env python3\n{body}")
    with workspace.open() as executor:
        assert int(executor.call_sync("pid", {}).output) < 10


def test_a_caller_who_gives_up_ends_the_whole_tree_of_processes(workspace, tools):
    """T-EXE-05"""
    put_program(tools, "forks.sh", "(setsid sleep 987654 &) ; (sleep 987654 & ) ; sleep 987654")

    async def give_up() -> None:
        async with workspace.open() as executor:
            call = asyncio.ensure_future(executor.call("forks", {}, limits=ResourceBounds(wall_s=20)))
            await asyncio.to_thread(_until_it_sleeps)
            call.cancel()
            await asyncio.wait((call,))

    asyncio.run(give_up())
    assert not _sleepers()


def _until_it_sleeps() -> None:
    while len(_sleepers()) < 3:
        pass


def _sleepers() -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"987654" in (process / "cmdline").read_bytes().split(b"\0"):
                found.append(process.name)
        except OSError:
            continue
    return found


def test_a_program_reaches_granted_servers_alone_and_runs_named_commands_alone(workspace, tools):
    """T-EXE-02"""
    server = Server({"/": response(b"hello")})
    fetch = 'curl -sS -o /dev/null -w "%{http_code}" "$(jq -r .url <<<"$1")"'
    named = "jq -cn 1; ls / >/dev/null 2>&1 && echo THROUGH; exit 0"
    wide = [{"type": "net_read", "allowlist": ["*", server.address]}]
    put_program(tools, "fetch.sh", fetch, capabilities=wide)
    put_program(tools, "named.sh", named, capabilities=[{"type": "process_spawn", "commands": ["jq", "cat"]}])
    try:
        with workspace.open() as executor:
            grants = [NetRead([server.address])]
            fetched = executor.call_sync("fetch", {"url": server.url()}, grants=grants)
            elsewhere = executor.call_sync("fetch", {"url": "http://127.0.0.1:1/"}, grants=grants)
            run = executor.call_sync("named", {}, grants=[ProcessSpawn(["jq", "cat", "ls"])])
    finally:
        server.close()
    assert fetched.output == "200"
    assert elsewhere.output == "403"
    assert run.output == "1\n"
