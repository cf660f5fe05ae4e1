"""``runtime wasm``: each command is a module of this package, found by its name."""

from __future__ import annotations

from runtime.cli.frame import CommandModules

command = CommandModules(
    package=__name__,
    help="WebAssembly modules: what one asks for, before it is anybody's tool.",
    short_help="Look into WebAssembly modules.",
    examples=("runtime wasm inspect tool.wasm", "runtime wasm inspect tool.wasm --json"),
)
