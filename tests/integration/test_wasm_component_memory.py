"""How many memories a component may have: the bound holds for each of them."""

from __future__ import annotations

import json

import pytest
from wasm_modules import assembled

from runtime.contracts.digest import digest

PAGES = 600  # 37.5 MiB each, within the bound


def _of(memories: int) -> bytes:
    modules = "\n".join(
        f'(core module $m{n} (memory (export "memory") {PAGES})) (core instance $i{n} (instantiate $m{n}))'
        for n in range(memories)
    )
    return assembled(f"""(component
  {modules}
  (core module $room (memory (export "memory") 2) (global $top (mut i32) (i32.const 4096))
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (global.get $top)))
  (core instance $r (instantiate $room))
  (core module $code (import "room" "memory" (memory 1))
    (func (export "describe") (result i32) (i32.const 16))
    (func (export "run") (param i32 i32) (result i32)
      (i32.store (i32.const 16) (i32.const 0)) (i32.store (i32.const 20) (local.get 0))
      (i32.store (i32.const 24) (local.get 1)) (i32.const 16)))
  (core instance $c (instantiate $code (with "room" (instance $r))))
  (func (export "describe") (result string)
    (canon lift (core func $c "describe") (memory (core memory $r "memory"))))
  (func (export "run") (param "arguments" string) (result (result string (error string)))
    (canon lift (core func $c "run") (memory (core memory $r "memory")) (realloc (core func $r "realloc")))))""")


@pytest.fixture
def call(workspace):
    def run(memories: int) -> object:
        place, module = workspace.folder / "modules" / "it", _of(memories)
        place.mkdir(parents=True)
        (place / "it.wasm").write_bytes(module)
        declared = {
            "name": "it", "description": "For a test", "input_schema": {"type": "object"}, "output_schema": {}, "source": "wasm",
            "risk": "read_only", "resource_bounds": {"memory_bytes": 64 << 20},
            "wasm": {"kind": "component", "module": "it.wasm", "digest": digest(module)},
        }  # fmt: skip
        (place / "manifest.json").write_text(json.dumps(declared))
        settings = workspace.folder / "runtime.toml"
        settings.write_text(settings.read_text() + '\n[tools]\nfolders = ["modules"]\n')
        with workspace.open() as executor:
            return executor.call_sync("it", {"n": memories})

    return run


def test_a_component_has_memories_of_its_own_beside_its_adapters(call):
    assert call(3).output == {"n": 3}  # and the one that its text passes through


def test_a_component_with_more_memories_does_not_start(call):
    outcome = call(4)
    assert outcome.error.category == "tool.failed"
    assert outcome.fuel == 0
