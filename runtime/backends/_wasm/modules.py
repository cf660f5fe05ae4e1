"""From a module's file to something that runs: pinned, admitted, compiled, kept.

1. The bytes are those that the manifest pins.
2. They are admitted (`admission`) before any compiler sees them, and their custom sections are left behind.
3. They are compiled in a worker that can be killed, or come from the cache.
4. The compiled form is kept in memory, by the pinned digest, for as long as the runtime is open.
"""

from __future__ import annotations

import errno
import itertools
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.worker import WasmWorker, WorkerLate
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import BackendUnavailable, WasmRefused
from runtime.contracts.manifest import Manifest
from runtime.contracts.wasm import OPENED_BY, Kind

COMPILE_S = 10.0
COMPILE_S_PER_MEGABYTE = 2.0
"""Real modules take half a second a megabyte; one that was made to stall the compiler takes a minute."""
MAX_MODULE_BYTES = 64 * 1024 * 1024


class Admitted(msgspec.Struct, frozen=True, kw_only=True):
    """A tool's module as admission left it."""

    digest: Digest
    form: Literal["core", "component"]
    stripped: bytes
    memory_min_pages: int
    initializes: bool


class Compiled(msgspec.Struct, frozen=True, kw_only=True):
    """Its compiled form, under a number that workers know it by."""

    number: int
    admitted: Admitted
    code: bytes


def read_pinned(manifest: Manifest, file: Path, most: int = MAX_MODULE_BYTES) -> bytes:
    """Step 1: the module's bytes.

    Raises:
        WasmRefused: the file is not there, or not the pinned one.
    """
    declared = manifest.wasm
    assert declared is not None  # noqa: S101  # the manifest was checked: its source is wasm
    data = read_module_file(manifest.name, file, most)
    if digest(data) != declared.digest:
        raise WasmRefused(
            f"tool {manifest.name!r}: {file.name} is not the module that the manifest pins",
            suggestion=f"Restore the file, or write its digest into the manifest: {digest(data)}",
            tool=manifest.name,
            reason="digest",
        )
    return data


def admit_pinned(manifest: Manifest, data: bytes) -> Admitted:
    """Step 2, for bytes that passed step 1.

    Raises:
        WasmRefused: they are not admitted.
    """
    assert manifest.wasm is not None  # noqa: S101  # as above
    declares = {c.kind for c in (*manifest.required_capabilities, *manifest.optional_capabilities)}
    opened = frozenset(f for f, openers in OPENED_BY.items() if not openers or declares.intersection(openers))
    return _admitted(manifest.name, data, manifest.wasm.kind, opened)


def admit_described(file: Path, most: int = MAX_MODULE_BYTES) -> tuple[Admitted, Digest]:
    """A command that is its own declaration, and its digest. What it imports of the host its capabilities open at the call.

    Raises:
        WasmRefused: it cannot be read, or is not admitted.
    """
    data = read_module_file(file.stem, file, most)
    return _admitted(file.stem, data, "command", frozenset(OPENED_BY)), digest(data)


def look_into(name: str, data: bytes) -> tuple[Kind, list[str]]:
    """What kind of tool a module is, and the kinds of capabilities that its imports need.

    Raises:
        WasmRefused: it is malformed, or a tool of no kind.
    """
    from runtime.backends._wasm.admission import ModuleRefused, describe_module, read_module

    try:
        told = describe_module(read_module(data))
    except ModuleRefused as refused:
        raise WasmRefused(
            f"{name}: {refused.message}", suggestion=refused.suggestion, reason=refused.code
        ) from None
    if told["kind"] is None:
        reasons = "; ".join(f"no {kind}: {why}" for kind, why in told["why_not"].items())
        raise WasmRefused(f"{name} is a tool of no kind ({reasons})"[:1_000], reason="wasm.export")
    return told["kind"], list(told["capabilities"])


def _admitted(name: str, data: bytes, kind: Kind, opened: frozenset[str]) -> Admitted:
    # Not for those who only open a runtime: what it ships is admitted at the first call.
    from runtime.backends._wasm.admission import ModuleRefused, admit, read_module

    try:
        module = read_module(data)
        admit(module, kind=kind, allowed=opened)
    except ModuleRefused as refused:
        raise WasmRefused(
            f"tool {name!r}: {refused.message}", suggestion=refused.suggestion, tool=name, reason=refused.code
        ) from None
    return Admitted(
        digest=digest(data),
        form=module.form,
        stripped=module.stripped,
        memory_min_pages=module.memory_min_pages or 0,
        initializes=any(export.name == "_initialize" for export in module.exports),
    )


class Modules:
    """Compiles modules, once each. Safe to use from several threads."""

    def __init__(self, cache: Cache, start: Callable[[], WasmWorker]) -> None:
        """Keep what it works with.

        Args:
            cache: Where compiled forms are kept between processes.
            start: Starts a worker without files, for compiling.
        """
        self._cache = cache
        self._start = start
        self._locks: dict[Digest, threading.Lock] = {}  # a module that takes long keeps no other one waiting
        self._compiled: dict[Digest, Compiled] = {}
        self._given_up: dict[
            Digest, tuple[str, str]
        ] = {}  # asked again, it would take a compiler's time again
        self._numbers = itertools.count(1)
        self._compiling: set[WasmWorker] = set()
        self._closed = False

    def close(self) -> None:
        """End what is being compiled, and compile nothing more."""
        self._closed = True
        for worker in tuple(self._compiling):
            worker.kill()

    def ready(self, module: Admitted) -> Compiled | None:
        """The compiled form, where there is one already."""
        return self._compiled.get(module.digest)

    def compiled(self, name: str, module: Admitted) -> Compiled:
        """The compiled form of an admitted module.

        Raises:
            WasmRefused: it is not valid, or compiling it took too much.
            BackendUnavailable: no worker can be started.
        """
        with self._locks.setdefault(module.digest, threading.Lock()):
            found = self._compiled.get(module.digest)
            if found is None:
                if given_up := self._given_up.get(module.digest):
                    raise _refused(name, *given_up)
                found = self._compiled[module.digest] = self._made(name, module)
            return found

    def _made(self, name: str, module: Admitted) -> Compiled:
        code = self._cache.get(module.digest)
        if code is None:
            code = self._compile(name, module)
            self._cache.put(module.digest, code)
        return Compiled(number=next(self._numbers), admitted=module, code=code)

    def _compile(self, name: str, module: Admitted) -> bytes:
        deadline_s = COMPILE_S + COMPILE_S_PER_MEGABYTE * len(module.stripped) / 1_000_000
        fault = ("is not valid", "invalid")
        for _ in range(
            2
        ):  # a worker may be ended by others, for want of memory; twice, it is the module's doing
            try:
                if (code := self._compiled_apart(module, deadline_s)) is not None:
                    return code
                break
            except WorkerLate:
                fault = (f"takes more than {deadline_s:.0f} s to compile", "compile")
                break
            except wire.Gone:
                fault = ("takes more to compile than it may", "compile")
                if self._closed:
                    break
        if self._closed:
            raise _closing()
        self._given_up[module.digest] = fault
        raise _refused(name, *fault)

    def _compiled_apart(self, module: Admitted, deadline_s: float) -> bytes | None:
        """What a worker of its own makes of a module; None where that is not valid."""
        worker = self._start()
        self._compiling.add(worker)
        try:
            if self._closed:  # after it was started: then `close` did not see it
                raise _closing()
            return worker.compile(module.form, module.stripped, deadline_s)
        finally:
            self._compiling.discard(worker)
            worker.kill()


def _closing() -> BackendUnavailable:
    return BackendUnavailable("the runtime was closed while a module was being compiled")


def _refused(name: str, what: str, reason: str) -> WasmRefused:
    return WasmRefused(f"tool {name!r}: its module {what}", tool=name, reason=f"wasm.{reason}")


def read_module_file(name: str, file: Path, most: int = MAX_MODULE_BYTES) -> bytes:
    """The bytes of a module's file. Raises WasmRefused."""
    try:
        data = read_regular(file, most + 1)
    except OSError as error:
        raise WasmRefused(
            f"tool {name!r}: {file.name} cannot be read: {error.strerror}", tool=name, reason="wasm.file"
        ) from None
    if len(data) > most:
        raise _refused(name, f"is larger than {most} bytes", "size")
    return data


def read_regular(file: Path, most: int) -> bytes:
    """The first bytes of a regular file: not of what a link leads to, nor of a pipe, which would be waited for."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as opened:  # noqa: PTH123  # a descriptor, not a path
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return opened.read(most)
