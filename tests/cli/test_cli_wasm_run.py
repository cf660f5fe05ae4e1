"""``runtime wasm run``: a module as a tool, declared or not, always governed."""

from __future__ import annotations

import json

import pytest
import wasmtime

from runtime.contracts.digest import digest

ECHO = """(module (memory (export "memory") 2)
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64)
    (i64.or (i64.shl (i64.extend_i32_u (local.get 0)) (i64.const 32)) (i64.extend_i32_u (local.get 1)))))"""
READER = """(module
  (import "cathedral" "read" (func $read (param i32 i32 i64 i32 i32) (result i32)))
  (memory (export "memory") 2) (data (i32.const 16) "README.md") (data (i32.const 64) "denied")
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64) (local $n i32)
    (local.set $n (call $read (i32.const 16) (i32.const 9) (i64.const 0) (i32.const 4096) (i32.const 100)))
    (if (i32.lt_s (local.get $n) (i32.const 0))
      (then (return (i64.or (i64.shl (i64.const 64) (i64.const 32)) (i64.const 6)))))
    (i64.or (i64.shl (i64.const 4096) (i64.const 32)) (i64.extend_i32_u (local.get $n)))))"""


@pytest.fixture
def module(project):
    def write(text: str, name: str = "it.wasm") -> str:
        (project / name).write_bytes(bytes(wasmtime.wat2wasm(text)))
        return name

    return write


def test_a_module_alone_runs_and_its_fuel_is_told(module, run):
    ran = run("wasm", "run", module(ECHO), '{"a": 1}', "--json")
    assert (ran.status, ran.data["output"], ran.data["tool"], ran.data["fuel"]) == (0, {"a": 1}, "it", 10)
    told = run("wasm", "run", "it.wasm", '{"a": 1}').out
    assert '{"a":1}' in told
    assert "Fuel: 10" in told


def test_a_module_alone_may_use_what_it_imports_as_far_as_it_is_granted(project, module, run):
    (project / "README.md").write_text("# Hello\n")
    name = module(READER)
    assert run("wasm", "run", name, "--grant", "fs_read=.", "--json").data["output"] == "# Hello\n"
    assert run("wasm", "run", name, "--grant", "fs_read=src", "--json").data["output"] == "denied"


def test_a_run_of_a_module_is_a_call_in_the_log(module, run):
    call = run("wasm", "run", module(ECHO), "--json").data["call_id"]
    shown = run("audit", "show", call, "--json").data
    assert "ToolCompleted" in json.dumps(shown)
    assert run("audit", "verify").status == 0


def test_less_fuel_than_a_module_burns_is_a_limit(module, run):
    ran = run("wasm", "run", module(ECHO), "--fuel", "10", "--json")
    assert (ran.status, ran.data["error"]["code"]) == (6, "limit.fuel")
    assert run("wasm", "run", "it.wasm", "--fuel", "11").status == 0


def test_beside_its_manifest_a_module_is_the_tool_that_is_declared_there(project, run):
    folder, data = project / "mine", bytes(wasmtime.wat2wasm(ECHO))
    folder.mkdir()
    (folder / "it.wasm").write_bytes(data)
    declared = {
        "name": "declared", "description": "For a test", "output_schema": {}, "source": "wasm", "risk": "read_only",
        "input_schema": {"type": "object", "required": ["n"]},
        "wasm": {"kind": "reactor", "module": "it.wasm", "digest": digest(data)},
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(declared))
    assert run("wasm", "run", "mine/it.wasm", '{"n": 1}', "--json").data["tool"] == "declared"
    assert run("wasm", "run", "mine/it.wasm", "{}").status == 5
    (folder / "it.wasm").write_bytes(data + b"\0\1\0")
    assert run("wasm", "run", "mine/it.wasm", '{"n": 1}').status == 2


@pytest.mark.parametrize("name", ["none.wasm", ".", "README.md"])
def test_what_is_no_module_is_refused_and_nothing_runs(project, run, name):
    (project / "README.md").write_text("# Hello\n")
    ran = run("wasm", "run", name)
    assert ran.status == 2
    assert "Traceback" not in ran.err


def test_without_a_prepared_folder_nothing_runs(folder, run):
    (folder / "it.wasm").write_bytes(bytes(wasmtime.wat2wasm(ECHO)))
    assert run("wasm", "run", "it.wasm").status == 2
