"""A workspace with traps laid in it, an executor over it, and hostile tools in its folder."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from wasm_attacks import DONE, Attack, Kind
from wasm_modules import ECHO, answering, assembled, component

from runtime.audit.keys.key_files import load_signer
from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.folder import read_tool
from runtime.backends._wasm.modules import admit_described
from runtime.backends._wasm.worker import WasmWorker
from runtime.contracts.audit import KINDS, Body, Record
from runtime.contracts.capability import Capability, to_data
from runtime.contracts.digest import digest
from runtime.contracts.invocation import Outcome
from runtime.host.executor import Executor
from runtime.host.settings import cache_folder, load_settings
from runtime.host.workspace import initialise

ALLOW_ALL = """\
package runtime.authz

import rego.v1

default decision := {"allow": true, "reasons": ["allowed for this test"]}
"""
TOOLS = "modules"
BOUNDS = {
    "wall_s": 10.0,
    "fuel": 50_000_000,
    "memory_bytes": 64 << 20,
    "output_bytes": 1 << 20,
}
_EFFECTS = ("fs_read", "fs_write", "net_read", "net_write")
KINDS_OF_TOOLS: tuple[Kind, ...] = ("reactor", "command", "component")
GOOD: dict[Kind, str] = {"reactor": "good_reactor", "command": "good_command", "component": "good_component"}


class Ended(NamedTuple):
    """How a call of a hostile tool ended."""

    outcome: Outcome
    wall_s: float

    @property
    def code(self) -> str:
        """The category of its error, or `DONE`."""
        return DONE if self.outcome.error is None else self.outcome.error.category


def good(kind: Kind) -> bytes:
    """A tool of this kind as it should be; it answers ``"fine"``, or its arguments."""
    if kind == "component":
        return component(ECHO)
    if kind == "reactor":
        return assembled(answering('"fine"'))
    write = '(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))'
    return assembled(
        f"""(module {write} (memory (export "memory") 1) (data (i32.const 64) "\\22fine\\22")
        (func (export "_start") (i32.store (i32.const 16) (i32.const 64)) (i32.store (i32.const 20) (i32.const 6))
          (drop (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 24)))))"""
    )


def declare(
    folder: Path,
    name: str,
    module: bytes,
    kind: Kind,
    *,
    declares: Sequence[Capability] = (),
    bounds: Mapping[str, Any] = {},
    **fields: Any,
) -> Path:
    """Write a tool's folder: its module, and a manifest that pins it."""
    place = folder / name
    place.mkdir(parents=True)
    (place / f"{name}.wasm").write_bytes(module)
    kinds = [capability.kind for capability in declares]
    manifest = {
        "name": name,
        "description": "Attacks its host",
        "input_schema": {"type": "object"},
        "output_schema": {"type": ["string", "number", "object"]},
        "required_capabilities": [to_data(capability) for capability in declares],
        "side_effects": [effect for effect in _EFFECTS if effect in kinds] or ["none"],
        "resource_bounds": {**BOUNDS, **bounds},
        "risk": "read_only",
        "source": "wasm",
        "wasm": {"kind": kind, "module": f"{name}.wasm", "digest": digest(module)},
        **fields,
    }
    (place / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return place


class Arena:
    """A workspace, what lies around it, and the tools in it."""

    def __init__(self, root: Path, kinds: Sequence[Kind] = ("reactor",)) -> None:
        """Make it.

        Args:
            root: An empty folder.
            kinds: The honest tools that there are beside hostile ones; those that need a worker have one started.
        """
        self.root = root
        self.kinds = kinds
        self.folder = root / "workspace"
        self.folder.mkdir(parents=True)
        self.tools = self.folder / TOOLS
        self.tools.mkdir()
        (root / "outside.txt").write_text("the neighbour's secret")
        (self.folder / "README.md").write_text("# Hello\n")
        (self.folder / "secret.txt").write_text("not granted")
        os.mkfifo(self.folder / "pipe")
        with (self.folder / "sparse").open("wb") as sparse:
            sparse.truncate(1 << 30)
        self.lay_traps()
        self.verifier_key = initialise(self.folder, pin=False).verifier_key
        (self.folder / "policies" / "authz.rego").write_text(ALLOW_ALL)
        for file in (self.folder / "policies").glob("*"):
            if file.name != "authz.rego":
                file.unlink()
        with (self.folder / "runtime.toml").open("a") as settings:
            settings.write(f'\n[tools]\nfolders = ["{TOOLS}"]\n\n[limits]\nmemory_bytes = {1 << 32}\n')
        for kind in kinds:
            declare(self.tools, GOOD[kind], good(kind), kind)

    def lay_traps(self) -> None:
        """Fill what tools may read and write with what leads elsewhere; what they did to it before is gone."""
        for name in ("src", "out"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()
        source = self.folder / "src"
        (source / "a.txt").write_text("alpha")
        os.mkfifo(source / "pipe")
        for name, target in _LINKS.items():
            (source / name).symlink_to(target)

    def add(self, name: str, attack: Attack, kind: Kind, **fields: Any) -> None:
        """Put a hostile tool into the folder."""
        declare(
            self.tools,
            name,
            attack.module(name),
            kind,
            declares=attack.declares,
            bounds=attack.bounds,
            **fields,
        )

    def open(self) -> Executor:
        """An executor over all that is in the folder."""
        return Executor.open(
            self.folder, settings=load_settings(self.folder).settings, isolation="in_process"
        )

    def compile_ahead(self, without: str = "") -> None:
        """Have one worker compile the tools but one: each would start a worker of its own at its first call."""
        settings = load_settings(self.folder).settings
        signer = load_signer(self.folder / settings.keys.signing, settings.audit.origin)
        cache = Cache(cache_folder() / "wasm", signer.secret("compiled modules"))
        places = [place for place in self.tools.iterdir() if place.name != without]
        modules = [
            read_tool(place).module if place.is_dir() else admit_described(place)[0] for place in places
        ]
        if missing := {module.digest: module for module in modules if module.digest not in _compiled}:
            worker = WasmWorker(None)
            for module in missing.values():
                _compiled[module.digest] = worker.compile(module.form, module.stripped, 30.0) or b""
            worker.kill()
        for module in modules:
            cache.put(module.digest, _compiled[module.digest])

    def bodies(self, call_id: str) -> list[Body]:
        """The records of one call."""
        return [body for call, body in self.records(call_id) if call == call_id]

    def records(self, part: str = "") -> Iterator[tuple[str | None, Body]]:
        """The calls and bodies of the log's lines that hold this part."""
        for line in (self.folder / ".runtime/audit/records.jsonl").read_bytes().split(b"\n")[:-1]:
            if part.encode() in line:
                record = msgspec.json.decode(line, type=Record)
                yield record.call, msgspec.json.decode(record.body, type=KINDS[record.kind])

    def denied(self, call_id: str) -> list[str]:
        """The targets that were denied while a call ran."""
        return [
            check.target
            for body in self.bodies(call_id)
            for check in getattr(body, "checks", ())
            if not check.allowed
        ]

    def seen(self) -> dict[str, bytes | str]:
        """Every file in and around the workspace but for the log, the tools and what may be changed."""
        free = tuple(str(self.folder / name) for name in ("src/", "out/", ".runtime/audit/", f"{TOOLS}/"))
        found: dict[str, bytes | str] = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                place = Path(folder, name)
                if str(place).startswith(free):
                    continue
                small = place.is_file() and place.stat().st_size < 1 << 20
                found[str(place)] = place.read_bytes() if small else str(os.lstat(place).st_mode)
        return found

    def looted(self) -> list[str]:
        """Files of `src` that hold what lies elsewhere."""
        key = (self.folder / ".runtime/keys/log.key").read_bytes()
        secrets = (b"the neighbour's secret", b"not granted", key, Path("/etc/passwd").read_bytes())
        return [
            place.name
            for place in (self.folder / "src").iterdir()
            if place.is_file() and not place.is_symlink() and place.read_bytes() in secrets
        ]


_LINKS = {
    "link_out": "../../outside.txt",
    "link_absolute": "/etc/passwd",
    "folder_out": "../..",
    "folder_up": "..",
    "chain_1": "chain_2",
    "chain_2": "chain_3",
    "chain_3": "../../outside.txt",
    "circle": "circle",
    "magic": "/proc/self/root",
    "link_key": "../.runtime/keys/log.key",
}
_compiled: dict[str, bytes] = {}
"""By the digest of a module: what this process's tests have compiled already."""


class Host:
    """The executor's process: what it holds, and how hostile calls of it end."""

    def __init__(self, arena: Arena, executor: Executor) -> None:
        self.arena = arena
        self.executor = executor
        for kind in arena.kinds:
            assert self.is_well(kind)
        self._begun_bytes = held_bytes()

    def attack(self, name: str, attack: Attack) -> Ended:
        """Call a hostile tool with what it declares."""
        begun = time.monotonic()
        outcome = self.executor.call_sync(name, dict(attack.arguments), grants=list(attack.declares))
        return Ended(outcome, time.monotonic() - begun)

    def is_well(self, kind: Kind) -> bool:
        """Whether an honest tool of this kind does its work."""
        outcome = self.executor.call_sync(GOOD[kind], {"a": 1}, grants=[])
        return outcome.ok and outcome.output == ({"a": 1} if kind == "component" else "fine")

    @property
    def grown_bytes(self) -> int:
        """How much the process has grown since honest tools ran."""
        return held_bytes() - self._begun_bytes


def held_bytes() -> int:
    """The memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def opened(arena: Arena) -> Iterator[Host]:
    """A host over an arena."""
    with arena.open() as executor:
        yield Host(arena, executor)
