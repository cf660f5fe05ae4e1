"""``wasm:BUNDLE``: what `opa build -t wasm` makes, run by wasmtime in the policy worker, behind the guard.

The bundle is the ``.tar.gz`` that OPA writes, or a bare ``policy.wasm``. OPA's compiler has given the rules their meaning; the sources that
OPA puts beside the module are not read. Loading takes these steps:

1. Read the file; its digest is the bundle's.
2. Unpack it within bounds. A member that would be ignored is refused.
3. Compile the module, in the worker. It imports what OPA's modules do and nothing else.
4. Find the entry among its entry points, and each function that it asks its host for among those that are supplied.
5. Put one sample question to it.
"""

from __future__ import annotations

import base64
import io
import json
import re
import tarfile
import time
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts import canonical
from runtime.contracts.digest import digest
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy.builtins import IMPURE, PURE, objection
from runtime.policy.bundle import MAX_SETTLE_S, plain_data, read_own
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import EngineOptions, _evaluator
from runtime.policy.engines._in_process import ThreadEvaluator
from runtime.policy.engines._pool import WorkerEvaluator
from runtime.policy.engines._sources import engine_over
from runtime.policy.engines._trial import SAMPLE, judge
from runtime.policy.engines._worker import START_S, BundleFile, PolicyWorker, WorkerLost
from runtime.policy.guard import GuardedEngine, Live
from runtime.policy.mended import mended_call
from runtime.policy.problem import PolicyProblem, refuse
from runtime.policy.signatures import SIGNATURES

SCHEMES = ("wasm",)
MAX_BYTES = 16 * 1024 * 1024
MAX_UNPACKED_BYTES = 64 * 1024 * 1024
_MANIFEST, _DATA, _BARE = ".manifest", "data.json", b"\0asm"
_PACKAGE = re.compile(r"^package[ \t]+([\w.]+)", re.MULTILINE)
SUPPLIED = PURE | {"time.now_ns"}
_OPERATORS = {
    **{f"guards.{name}": ["#", "#", "#"] for name in ("plus", "times", "divided")},
    "guards.minus": ["#S", "#S", "#S"],
    "internal.template_string": ["a", "s"],
}
"""What stands in the place of functions that a module carries and no policy names: the kinds of arguments and result."""


class Unpacked(msgspec.Struct, frozen=True):
    """What a bundle holds that matters."""

    module: bytes
    data: dict[str, Any]
    entrypoints: frozenset[str] | None
    """Those that the manifest names for the module; None where there is no manifest."""
    packages: frozenset[str] = frozenset()
    """Of the sources that lie beside the module: ``runtime.authz``."""


def open_url(bundle: str, options: EngineOptions) -> GuardedEngine:
    """An engine over a compiled bundle. Raises as `open_engine` says."""
    if not bundle:
        raise ConfigurationError("wasm: names no bundle", suggestion="Write wasm:policies.tar.gz.")
    return engine_over("wasm", WasmBundle(Path(bundle)), options)


class WasmBundle:
    """The bundle that one file holds."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, settle_s: float) -> Mapping[str, bytes]:
        """The file, once it was the same twice: `opa build` writes it piece by piece."""
        until, name = time.monotonic() + MAX_SETTLE_S, self._path.name
        content = read_own(self._path, name, MAX_BYTES)
        while settle_s > 0:
            time.sleep(settle_s)
            former, content = content, read_own(self._path, name, MAX_BYTES)
            if former == content:
                break
            if time.monotonic() > until:
                raise refuse([PolicyProblem(name, 0, 0, f"was being changed for {MAX_SETTLE_S:g} s")])
        return {name: content}

    def identify(self, files: Mapping[str, bytes]) -> tuple[str, Mapping[str, bytes]]:
        return digest(_only(files)), files

    def prepare(self, files: Mapping[str, bytes], options: EngineOptions) -> Live:
        content = _only(files)
        unpacked = unpack(content)
        _require_apart(unpacked, options.entry)
        loadable = _loadable(unpacked, options.entry)
        evaluator, facts = (_in_worker if options.isolation == "worker" else _in_process)(
            loadable, unpacked, options
        )
        return Live(digest(content), set(facts["builtins"]).isdisjoint(IMPURE), evaluator)


def try_out(files: Mapping[str, bytes], *, entry: str) -> None:
    """See that a bundle can be put in force, in a worker of its own. Raises BundleInvalid."""
    options = EngineOptions(
        isolation="worker",
        deadline_s=1.0,
        cache_size=0,
        entry=entry,
        max_stale_s=0.0,
        allow_builtins=frozenset(),
    )
    WasmBundle(Path()).prepare(files, options).evaluator.close()


def unpack(content: bytes) -> Unpacked:
    """What the bundle's bytes hold. Raises BundleInvalid."""
    if content.startswith(_BARE):
        return Unpacked(content, {}, None)
    members = _members(content)
    manifest = plain_data(_MANIFEST, members[_MANIFEST]) if _MANIFEST in members else None
    modules = _modules(manifest, members)
    if len(modules) != 1 or (module := next(iter(modules))) not in members:
        raise _refused("holds no Wasm module, or several: make it with opa build -t wasm -e ENTRY")
    for name in members:
        if name not in (module, _MANIFEST, _DATA, ".signatures.json", "plan.json") and not name.endswith(
            ".rego"
        ):
            raise _refused(f"holds {name}, which is not loaded")
    data = plain_data(_DATA, members[_DATA]) if _DATA in members else {}
    if key := _number_as_key(data):
        # OPA's store finds {"7": ...} by the number 7 as well, its Wasm modules do not: a list of what is denied would be empty.
        raise _refused(f"has data under the key {key!r}, a number: let the key begin with a letter")
    sources = [text.decode(errors="replace") for name, text in members.items() if name.endswith(".rego")]
    packages = frozenset(name for text in sources for name in _PACKAGE.findall(text))
    return Unpacked(members[module], data, modules[module], packages)


def _require_apart(unpacked: Unpacked, entry: str) -> None:
    """Refuse data in the place of a package: OPA's engines differ in which of the two they take."""
    for package in sorted({entry.removeprefix("data.").rpartition(".")[0], *unpacked.packages}):
        place: Any = unpacked.data
        for part in package.split("."):
            place = place.get(part) if isinstance(place, dict) else place
        if place is not None:
            raise _refused(f"has data that overlaps package {package}")


def _number_as_key(value: Any) -> str:
    found, stack = "", [value]
    while stack and not found:
        last = stack.pop()
        stack += last.values() if isinstance(last, dict) else last if isinstance(last, list) else ()
        found = next((key for key in last if key.isdigit()), "") if isinstance(last, dict) else ""
    return found


def _modules(manifest: dict[str, Any] | None, members: Iterable[str]) -> dict[str, frozenset[str] | None]:
    """The modules with their entry points."""
    if manifest is None:
        return dict.fromkeys(name for name in members if name.endswith(".wasm"))
    found: dict[str, frozenset[str] | None] = {}
    try:
        for resolver in manifest.get("wasm", []):
            name = resolver["module"].lstrip("/")
            found[name] = (found.get(name) or frozenset()) | {resolver["entrypoint"]}
    except (TypeError, KeyError, AttributeError):
        raise _refused(f"{_MANIFEST} does not say which module answers what") from None
    return found


def _members(content: bytes) -> dict[str, bytes]:
    inflater = zlib.decompressobj(31)
    try:
        archive = inflater.decompress(content, MAX_UNPACKED_BYTES + 1)
        if len(archive) > MAX_UNPACKED_BYTES:
            raise _refused(f"unpacks to more than {MAX_UNPACKED_BYTES} bytes")
        found: dict[str, bytes] = {}
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as members:
            for member in members:
                if member.isdir():
                    continue
                name, file = member.name.lstrip("/"), members.extractfile(member) if member.isreg() else None
                if file is None or name in found or ".." in name.split("/"):
                    raise _refused(f"holds {name}, which is no plain file, or twice the same name")
                found[name] = file.read()
    except (zlib.error, tarfile.TarError, EOFError, ValueError, OverflowError) as error:
        raise _refused(f"is no bundle of OPA's: {error}") from None
    return found


def _loadable(unpacked: Unpacked, entry: str) -> dict[str, Any]:
    arities = ((name, len(SIGNATURES[name].arguments)) for name in SUPPLIED if name in SIGNATURES)
    return {
        "module": base64.b64encode(unpacked.module).decode(),
        "data": canonical.encode(unpacked.data).decode(),
        "entry": entry,
        "expressions": {n: mended_call(n, n, [f"input[{i}]" for i in range(arity)]) for n, arity in arities},
        "kinds": _OPERATORS
        | {n: [*SIGNATURES[n].arguments, SIGNATURES[n].result] for n in SUPPLIED if n in SIGNATURES},
    }


def _require(facts: dict[str, list[str]], unpacked: Unpacked, options: EngineOptions) -> None:
    """Refuse a module that does not answer the entry, or asks for what its host does not give."""
    path = options.entry.removeprefix("data.").replace(".", "/")
    if path not in facts["entrypoints"] or (
        unpacked.entrypoints is not None and path not in unpacked.entrypoints
    ):
        raise _refused(f"does not answer {options.entry}: make it with opa build -t wasm -e {path}")
    problems = [PolicyProblem("bundle", 0, 0, why) for why in facts["objections"]]
    for number in facts["numbers"]:
        why = f"has the number {number}, which its sets do not find by its other spellings: write it in decimals"
        problems.append(PolicyProblem("bundle", 0, 0, why))
    for name in facts["builtins"]:
        fault = objection(name, allowed=options.allow_builtins)
        if fault is None and name not in SUPPLIED:
            fault = f"{name} is not supplied to Wasm modules"
        if fault is not None:
            problems.append(PolicyProblem("bundle", 0, 0, f"calls {name}: {fault}"))
    if problems:
        raise refuse(problems)


def _in_worker(
    loadable: dict[str, Any], unpacked: Unpacked, options: EngineOptions
) -> tuple[WorkerEvaluator, dict[str, list[str]]]:
    file: BundleFile | None = None
    worker: PolicyWorker | None = None
    try:
        file = BundleFile(loadable)
        worker = PolicyWorker(file, options.deadline_s)
        facts = json.loads(_asked(worker, b"A"))
        _require(facts, unpacked, options)
        compiled = json.loads(_asked(worker, b"C"))
        _asked(worker, b"L")
        judge(_asked(worker, b"E", SAMPLE))
        file.close()
        file = BundleFile(
            {**loadable, "module": "", "compiled": compiled}
        )  # for the workers that replace this one
    except BaseException as error:
        if worker is not None:
            worker.kill()
        if file is not None:
            file.close()
        if isinstance(error, OSError):
            raise ConfigurationError(
                f"the policy worker cannot be started: {error}",
                suggestion="Free memory, processes or room for temporary files, and try again.",
            ) from None
        raise
    return WorkerEvaluator(file, worker, options.deadline_s), facts


def _asked(worker: PolicyWorker, op: bytes, payload: bytes = b"") -> bytes:
    try:
        return worker.call(op, payload, START_S)
    except NoAnswer as none:
        raise _refused(none.detail) from None
    except WorkerLost as lost:
        raise _refused("takes too long to load" if lost.late else f"breaks the engine: {lost}") from None


def _in_process(
    loadable: dict[str, Any], unpacked: Unpacked, options: EngineOptions
) -> tuple[ThreadEvaluator, dict[str, list[str]]]:
    try:
        program = _evaluator.CompiledProgram(loadable)
        facts = json.loads(program.facts())
        _require(facts, unpacked, options)
        answer = program.evaluate(SAMPLE)
    except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
        raise _refused(str(error)) from None
    judge(answer)
    return ThreadEvaluator(loadable), facts


def _only(files: Mapping[str, bytes]) -> bytes:
    if len(files) != 1:
        raise _refused("is one file, made with opa build -t wasm")
    return next(iter(files.values()))


def _refused(what: str) -> BundleInvalid:
    return refuse([PolicyProblem("bundle", 0, 0, what)])
