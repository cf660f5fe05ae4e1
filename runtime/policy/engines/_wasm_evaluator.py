"""What `opa build -t wasm` makes, run by wasmtime. Its counterpart for Rego text is `_evaluator`, which loads this file, too.

OPA's ABI 1.2: the module imports its memory, ``opa_abort`` and ``opa_builtin0`` to ``opa_builtin4``; ``builtins`` and ``entrypoints`` say
by number which functions it needs and which rules it answers; ``opa_eval`` takes the input as text and gives the answer as text.
One instance answers question after question, as in OPA: each evaluation begins at the same place of the heap. After a fault
it is replaced. Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import ctypes
import functools
import json
import re
from collections.abc import Callable
from typing import Any

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime._func import enter_wasm

FUEL = 2_000_000_000
"""Of one evaluation: some seconds. The deadline is the worker's; this one holds in process, too."""
LOAD_FUEL = 20 * FUEL
MEMORY_BYTES = 256 << 20
STACK_BYTES = 512 << 10
_PAGE = 65_536
_PREFIX, _SUFFIX, _NOTHING = b'{{"result":', b"}}", b"set()"
_AS_VALUE = 1
"""The answer's form: as JSON, OPA's modules write the members of a set in any order."""
_IMPORTS = {"opa_abort": (1, 0), "opa_println": (1, 0), **{f"opa_builtin{n}": (n + 2, 1) for n in range(5)}}
_EXPORTS = {
    "opa_malloc": (1, 1), "opa_value_dump": (1, 1), "opa_value_parse": (2, 1), "opa_json_parse": (2, 1),
    "opa_json_dump": (1, 1), "opa_eval": (7, 1), "opa_heap_ptr_get": (0, 1), "opa_heap_blocks_stash": (0, 0),
    "builtins": (0, 1), "entrypoints": (0, 1),
}  # fmt: skip
"""How many parameters and results a function has, all of them i32."""
_SLOTS = 8
_TRAP = re.compile(r"wasm trap: ([^\n]*)")
_I32 = wasmtime.ValType.i32()

HostFunction = Callable[..., "str | None"]
"""Takes and gives values as text; None is undefined."""


Module = tuple[wasmtime.Engine, wasmtime.Module]


class WasmFault(Exception):
    """The module cannot be used, or an evaluation did not end well."""


class WasmEvaluator:
    """One module with its data. Bound to the thread that made it."""

    def __init__(
        self,
        module: Module,
        bundle: dict[str, Any],
        supply: Callable[[str], HostFunction],
        carried: list[list[Any]],
    ) -> None:
        """Load a bundle.

        Args:
            module: The module, as `compiled` or `loaded` gave it.
            bundle: ``{"data": text, "entry": "data.x.y"}``.
            supply: Gives the host's function of a name.
            carried: ``[number, name]`` of the host's functions that stand in the place of the module's own.
        """
        self._module = module
        self._carried = carried
        self._data = bundle["data"].encode()
        self._entry = bundle["entry"].removeprefix("data.").replace(".", "/")
        self._supply = supply
        self._instance: _Instance | None = None

    def facts(self) -> dict[str, list[str]]:
        """What the module asks its host for, and answers: ``{"builtins": [...], "entrypoints": [...]}``."""
        instance = _Instance(self._module, b"{}", [], None)
        return {"builtins": sorted(instance.builtins), "entrypoints": sorted(instance.entrypoints)}

    def machine_code(self) -> bytes:
        """The module as this machine runs it."""
        return bytes(self._module[1].serialize())

    def evaluate(self, question: bytes) -> bytes:
        """The entry rule's value for this input, as Rego; empty where it has none. An empty question is none."""
        try:
            if self._instance is None:
                self._instance = _Instance(self._module, self._data, self._carried, self._supply)
            return self._instance.evaluate(self._entry, question)
        except BaseException:
            self._instance = None  # a fault may leave half an evaluation behind
            raise


def loaded(machine_code: bytes) -> Module:
    """A module from what `WasmEvaluator.machine_code` gave, in a worker alone: it comes from a worker of the same engine, by way of its parent."""
    engine = _engine()
    return engine, wasmtime.Module.deserialize(engine, machine_code)


@functools.lru_cache(maxsize=4)
def compiled(module: bytes) -> Module:
    """The compiled module; it is needed twice, to be checked and to be put in force."""
    engine = _engine()
    try:
        made = wasmtime.Module(engine, module)
    except wasmtime.WasmtimeError as error:
        raise WasmFault(f"this is no Wasm module: {_plain(error)}") from None
    _require_abi(made)
    return engine, made


def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.consume_fuel = True
    config.cranelift_nan_canonicalization = True
    config.max_wasm_stack = STACK_BYTES
    for name in ("wasm_threads", "wasm_memory64", "wasm_multi_memory", "wasm_relaxed_simd"):
        setattr(config, name, False)
    return wasmtime.Engine(config)


def _require_abi(module: wasmtime.Module) -> None:
    """Refuse what is no policy of OPA's. The signatures are relied on: calls are not checked again."""
    for needed in module.imports:
        if needed.module != "env" or not (
            isinstance(needed.type, wasmtime.MemoryType)
            if needed.name == "memory"
            else _has_form(needed.type, _IMPORTS.get(needed.name or ""))
        ):
            raise WasmFault(f"the module imports {needed.module}.{needed.name}, which no policy needs")
    exported = {export.name: export.type for export in module.exports}
    for name, form in _EXPORTS.items():
        if not _has_form(exported.get(name), form):
            raise WasmFault(f"the module exports no {name}: make it with opa build -t wasm, of ABI 1.2")
    if not isinstance(exported.get("memory"), wasmtime.MemoryType):
        raise WasmFault("the module exports no memory")


def _has_form(found: Any, form: tuple[int, int] | None) -> bool:
    if form is None or not isinstance(found, wasmtime.FuncType):
        return False
    given = (found.params, found.results)
    return tuple(map(len, given)) == form and all(kind == _I32 for kinds in given for kind in kinds)


class _Instance:
    def __init__(
        self,
        module: tuple[wasmtime.Engine, wasmtime.Module],
        data: bytes,
        carried: list[list[Any]],
        supply: Callable[[str], HostFunction] | None,
    ) -> None:
        engine, compiled = module
        self._store = wasmtime.Store(engine)
        self._store.set_limits(
            memory_size=MEMORY_BYTES, table_elements=100_000, instances=1, tables=4, memories=1
        )
        self._store.set_fuel(LOAD_FUEL)
        self._context = self._store._context()  # noqa: SLF001
        self._functions: dict[int, HostFunction] = {}
        try:
            imports = [self._import(needed) for needed in compiled.imports]
            exports = wasmtime.Instance(self._store, compiled, imports).exports(self._store)
            self._addresses = {n: ctypes.byref(exports[n]._func) for n in _EXPORTS}  # type: ignore[union-attr]  # noqa: SLF001
            self._memory: Any = exports["memory"]
            self.builtins = self._table("builtins")
            self.entrypoints = self._table("entrypoints")
            if supply is not None:
                self._functions = {number: supply(name) for name, number in self.builtins.items()}
                self._functions |= {number: supply(name) for number, name in carried}
            self._call("opa_malloc", 0)
            self._data = self._parsed("opa_json_parse", data)
            self._call("opa_heap_blocks_stash")
            self._heap = self._call("opa_heap_ptr_get")
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise WasmFault(_plain(error)) from None

    def evaluate(self, entry: str, question: bytes) -> bytes:
        self._store.set_fuel(FUEL)
        try:
            self._write(self._heap, question)
            given = (self._heap, len(question)) if question else (0, 0)
            end = self._heap + len(question)
            answer = self._text(
                self._call("opa_eval", 0, self.entrypoints[entry], self._data, *given, end, _AS_VALUE)
            )
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise WasmFault(_plain(error)) from None
        if answer == _NOTHING:
            return b""
        if not (answer.startswith(_PREFIX) and answer.endswith(_SUFFIX)):
            raise WasmFault("the module's answer is not in OPA's form")
        return answer[len(_PREFIX) : -len(_SUFFIX)]

    # What the module calls.

    def _import(self, needed: Any) -> Any:
        if needed.name == "memory":
            return wasmtime.Memory(self._store, needed.type)
        function = {"opa_abort": self._abort, "opa_println": self._ignore}.get(needed.name, self._builtin)
        return wasmtime.Func(self._store, needed.type, function)

    def _abort(self, place: int) -> None:
        raise WasmFault(self._text(place & _U32).decode(errors="replace"))

    def _ignore(self, _: int) -> None:
        """What the module prints goes nowhere."""

    def _builtin(self, number: int, _: int, *places: int) -> int:
        if number not in self._functions:
            raise WasmFault(f"the module calls the function {number}, which it did not ask for")
        texts = [self._text(self._call("opa_value_dump", place)).decode() for place in places]
        answer = self._functions[number](*texts)
        if answer is None:
            return 0
        place = self._parsed("opa_value_parse", answer.encode())
        return place - (1 << 32) if place >> 31 else place

    # What the host calls.

    def _parsed(self, parse: str, text: bytes) -> int:
        place = self._call("opa_malloc", len(text))
        self._write(place, text)
        parsed = self._call(parse, place, len(text))
        if parsed == 0:
            raise WasmFault("the module cannot read a value")
        return parsed

    def _table(self, name: str) -> dict[str, int]:
        found = json.loads(self._text(self._call("opa_json_dump", self._call(name))))
        return {str(key): int(number) for key, number in found.items()}

    def _call(self, name: str, *arguments: int) -> int:
        # The public call turns each value into a typed object and back: 60 µs where this takes 3.
        values = (ffi.wasmtime_val_raw_t * _SLOTS)()
        for slot, argument in enumerate(arguments):
            values[slot].i32 = argument
        with enter_wasm(self._store) as trap:
            error = ffi.wasmtime_func_call_unchecked(
                self._context, self._addresses[name], values, _SLOTS, trap
            )
            if error:
                raise wasmtime.WasmtimeError._from_ptr(error)  # noqa: SLF001
        return int(values[0].i32) & _U32

    def _write(self, place: int, content: bytes) -> None:
        missing = place + len(content) - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))
        ctypes.memmove(self._base() + place, content, len(content))

    def _text(self, place: int) -> bytes:
        """The bytes up to the next zero."""
        size, base, parts, step = self._memory.data_len(self._store), self._base(), [], 1024
        while place < size:
            part = ctypes.string_at(base + place, min(step, size - place))
            head, zero, _ = part.partition(b"\0")
            parts.append(head)
            if zero:
                return b"".join(parts)
            place += len(part)
            step *= 4
        raise WasmFault("the module gives a text that does not end")

    def _base(self) -> int:
        # Asked for each time: growing moves the memory.
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)


_U32 = 0xFFFF_FFFF


def _plain(error: Exception) -> str:
    """The line that says what happened, without the module's own backtrace."""
    trap = _TRAP.search(str(error))
    return (trap[1] if trap else str(error).partition("\n")[0])[:300]
