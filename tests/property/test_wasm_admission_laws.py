"""Laws of admission on any bytes: a module is read as the engine reads it, or refused with a code."""

from __future__ import annotations

import functools
import time

import wasmtime
from hypothesis import given
from hypothesis import strategies as st
from wasm_bytes import COMPONENT, custom, padded, sprinkled
from wasm_modules import (
    BUFFER,
    ECHO,
    MAGIC,
    assembled,
    call,
    component,
    leb,
    packed,
    probe,
    section,
    sections,
)
from wasmtime import component as components

from runtime.backends._wasm.admission import AdmittedModule, ModuleRefused, read_module

CODES = {"magic", "size", "malformed", "count", "import", "export", "feature", "section"}
KINDS = {
    wasmtime.FuncType: "func",
    wasmtime.TableType: "table",
    wasmtime.MemoryType: "memory",
    wasmtime.GlobalType: "global",
}


@functools.cache
def samples() -> tuple[bytes, ...]:
    """Whole modules of every kind, with all that a section can hold."""
    rich = """(module $rich
      (type $f (func (param i32 i64) (result f32)))
      (import "a" "f" (func $in (type $f))) (import "a" "g" (global $g (mut i32))) (import "a" "t" (table 1 externref))
      (memory $m 1 4) (table $t 3 9 funcref) (global $h v128 (v128.const i32x4 1 2 3 4))
      (global (export "h") i64 (i64.add (i64.const 1) (i64.const 2)))
      (func $a (param v128) (result i32 i64) (local f32 f64) (i32.const 1) (i64.const 2))
      (func $b (return_call $b)) (start $b)
      (elem (table $t) (i32.const 0) func $a $b) (elem declare func $b) (elem externref (ref.null extern))
      (data (i32.const 8) "text") (data "passive")
      (func (memory.init 1 (i32.const 0) (i32.const 0) (i32.const 0)))
      (export "m" (memory $m)) (export "t" (table $t)) (export "a" (func $a)) (export "in" (func $in)))"""
    return (
        assembled(rich),
        probe([call("cathedral.read", b"a.txt", 0, BUFFER, 9)]),
        probe([call("wasi.fd_write", 1, 0, 0, 0)]),
        packed(),
        sprinkled(packed(), custom("name", b"\1\0")),
        component(ECHO, uses=("log", "read", "clock")),
        sprinkled(component(ECHO, foreign='(import "wasi:io/poll@0.2.0" (instance))'), custom("x")),
    )


def read(data: bytes) -> AdmittedModule | None:
    """The module; None where it is refused as every refusal must be."""
    began = time.process_time()
    try:
        module = read_module(data)
    except ModuleRefused as error:
        assert error.code.removeprefix("wasm.") in CODES  # noqa: PT017  # the error is a result here
        assert error.suggestion  # noqa: PT017
        assert error.message.isprintable()  # noqa: PT017
        module = None
    assert time.process_time() - began < 0.5
    return module


def bounds(limits: wasmtime.Limits) -> str:
    """Limits, as signatures have them."""
    return f"{limits.min}..{'' if limits.max is None else limits.max}"


def told(kind: object, signature: str) -> tuple[str, str]:
    """A type of the engine as admission tells it.

    Of vectors the engine's bindings must not be asked: the process would be aborted. They are taken as they were read.
    """
    if "v128" in signature:
        return KINDS[type(kind)], signature
    if isinstance(kind, wasmtime.FuncType):
        results = ",".join(map(str, kind.results))
        single = len(kind.results) == 1
        text = f"({','.join(map(str, kind.params))})->{results if single else f'({results})'}"
    elif isinstance(kind, wasmtime.GlobalType):
        text = f"{'mut ' if kind.mutable else ''}{kind.content}"
    elif isinstance(kind, wasmtime.TableType):
        text = f"{kind.element} {bounds(kind.limits)}"
    else:
        assert isinstance(kind, wasmtime.MemoryType)
        text = bounds(kind.limits)
    return KINDS[type(kind)], text.replace("anyref", "externref")


def agree(module: AdmittedModule) -> None:
    """Hold that the engine, where it takes the stripped module, sees the imports and exports that admission saw."""
    engine = wasmtime.Engine()
    if module.form == "component":
        try:
            whole = components.Component(engine, module.stripped)
        except wasmtime.WasmtimeError:
            return
        assert list(whole.type.imports(engine)) == list(dict.fromkeys(item.module for item in module.imports))
        assert list(whole.type.exports(engine)) == [item.name for item in module.exports]
        return
    try:
        compiled = wasmtime.Module(engine, module.stripped)
    except wasmtime.WasmtimeError:
        return
    imports, exports = compiled.imports, compiled.exports
    assert [(i.module, i.name) for i in imports] == [(item.module, item.name) for item in module.imports]
    assert [e.name for e in exports] == [item.name for item in module.exports]
    for item, seen in zip((*module.imports, *module.exports), (*imports, *exports), strict=True):
        assert told(seen.type, item.signature) == (item.kind, item.signature)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A module with a few bytes changed, cut out, put in twice, or numbers grown beyond all bounds."""
    data = bytearray(draw(st.sampled_from(samples())))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(("flip", "byte", "cut", "end", "again", "number", "section"))):
            case "flip":
                data[at] ^= 1 << draw(st.integers(0, 7))
            case "byte":
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at : at + draw(st.integers(1, 20))]
            case "end":
                del data[max(at, 8) :]
            case "again":
                data[at:at] = data[at : at + draw(st.integers(1, 40))]
            case "number":
                data[at : at + 1] = leb(draw(st.integers(0, (1 << 36) - 1)))
            case _:
                data[at:at] = section(draw(st.integers(0, 14)), draw(st.binary(max_size=12)))
        data = data or bytearray(MAGIC)
    return bytes(data)


@given(mutations())
def test_a_damaged_module_is_refused_or_read_as_the_engine_reads_it(data):
    module = read(data)
    if module is not None:
        agree(module)


@st.composite
def grown(draw: st.DrawFn) -> bytes:
    """A module one of whose sections has its bytes replaced, with the size written right."""
    data = draw(st.sampled_from(samples()))
    places = sections(data)
    number, begin, end = draw(st.sampled_from(places))
    whole = data[begin:end]
    content = bytearray(whole[1 + len(leb(end - begin)) :])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        content[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=4))
    return data[:begin] + section(number, bytes(content)) + data[end:]


@given(grown())
def test_a_section_with_other_content_is_refused_or_read_as_the_engine_reads_it(data):
    module = read(data)
    if module is not None:
        agree(module)


@given(st.sampled_from((MAGIC, COMPONENT, b"")), st.binary(max_size=300))
def test_any_bytes_at_all_are_refused_or_read(magic, data):
    read(magic + data)


@given(
    st.integers(0, 11),
    st.integers(0, (1 << 35) - 1),
    st.binary(max_size=8),
    st.sampled_from((MAGIC, COMPONENT)),
)
def test_a_count_that_no_bytes_follow_costs_nothing(kind, count, rest, magic):
    read(magic + section(kind, leb(count) + rest))


TYPES = st.sampled_from(("i32", "i64", "f32", "f64", "v128", "funcref", "externref"))
NAMES = st.text("ab.:/_-\u00e9\u0430 ", max_size=6)


@st.composite
def declarations(draw: st.DrawFn) -> str:
    """The text of a module that imports and exports a little of everything."""

    def func() -> str:
        parameters, results = (" ".join(draw(st.lists(TYPES, max_size=3))) for _ in range(2))
        return f"(param {parameters}) (result {results})"

    def bounds() -> str:
        least = draw(st.integers(0, 9))
        return f"{least} {least + draw(st.integers(0, 9))}" if draw(st.booleans()) else f"{least}"

    fields, functions = [], 0
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(
            st.sampled_from(
                (
                    f"(func {func()})",
                    f"(global {draw(TYPES)})",
                    f"(global (mut {draw(TYPES)}))",
                    f"(table {bounds()} funcref)",
                )
            )
        )
        functions += kind.startswith("(func")
        fields.append(f'(import "{draw(NAMES)}" "{draw(NAMES)}" {kind})')
    fields += [f"(func {func()} unreachable)" for _ in range(draw(st.integers(0, 4)))]
    fields.append(f"(memory {bounds()}) (table {bounds()} externref) (global f64 (f64.const 1))")
    functions = sum(field.startswith("(func") or "(func" in field for field in fields)
    names = draw(st.lists(NAMES, unique=True, max_size=5))
    kinds = [f"(func {n})" for n in range(functions)] + ["(memory 0)", "(table 0)", "(global 0)"]
    fields += [f'(export "{name}" {draw(st.sampled_from(kinds))})' for name in names]
    return f"(module {' '.join(fields)})"


@given(declarations())
def test_declarations_of_any_kind_are_read_as_the_engine_reads_them(text):
    data = assembled(text)
    wasmtime.Module.validate(wasmtime.Engine(), data)
    module = read_module(data)
    agree(module)
    assert module.stripped == data or "name" in module.custom_sections


@given(
    st.sampled_from(range(7)),
    st.lists(st.builds(custom, NAMES, st.binary(max_size=20)), min_size=1, max_size=3),
)
def test_custom_sections_anywhere_leave_no_trace(which, extra):
    data = samples()[which]
    stripped = read_module(data).stripped
    module = read_module(sprinkled(data, *extra))
    assert module.stripped == stripped
    assert read_module(stripped).stripped is stripped


@given(st.sampled_from(range(5)), st.integers(2, 5), st.randoms(use_true_random=False))
def test_sizes_of_sections_written_in_more_bytes_mean_the_same(which, length, random):
    data = samples()[which]
    out = [data[:8]]
    for number, begin, end in sections(data):
        content = data[begin + 1 + len(leb(end - begin - 2)) : end]
        size = (
            padded(len(content), length)
            if random.random() < 0.5 and len(content) < 1 << 7 * (length - 1)
            else leb(len(content))
        )
        out.append(bytes([number]) + size + content)
    module, plain = read_module(b"".join(out)), read_module(data)
    assert (module.imports, module.exports) == (plain.imports, plain.exports)
    agree(module)
