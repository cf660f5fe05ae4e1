"""What admission reads of a module, what it leaves behind, and what it refuses; the engine is asked for the truth."""

from __future__ import annotations

import contextlib
import time
import tracemalloc
from collections.abc import Callable

import pytest
import wasmtime
from wasm_bytes import COMPONENT, EMPTY_TYPE, custom, functions, padded, signed, sprinkled
from wasm_modules import (
    ECHO,
    MAGIC,
    assembled,
    component,
    leb,
    name,
    packed,
    section,
    vector,
)
from wasmtime import component as components

from runtime.backends._wasm.admission import (
    DEFAULT,
    ModuleLimits,
    ModuleRefused,
    admit,
    read_module,
)
from runtime.contracts.wasm import OPENED_BY

ALL = frozenset(OPENED_BY)
NOTHING = frozenset[str]()
END = b"\0\x0b"
BOMB = (
    custom("name", b"\1" + leb(9) + b"\1\0\6" + b"_ZN3fo") + custom("producers", b"\0") + custom("\x1b[2J\n")
)

COUNTING = """(module $counter
  (import "cathedral" "log" (func $log (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1 16)
  (table 4 funcref) (elem (i32.const 1) $work)
  (global $n (mut i32) (i32.const 7))
  (data $text (i32.const 16) "some text")
  (type $task (func (param i32) (result i32)))
  (func $boot (global.set $n (i32.const 11)))
  (start $boot)
  (func $work (param $times i32) (result i32) (local $sum i32)
    (loop $again
      (local.set $sum (i32.add (local.get $sum) (i32.load8_u offset=16 (i32.rem_u (local.get $times) (i32.const 9)))))
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
    (local.get $sum))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "run") (param i32 i32) (result i64)
    (i64.extend_i32_u (i32.add (global.get $n) (call_indirect (type $task) (i32.const 500) (i32.const 1))))))"""


def refused(data: bytes, limits: ModuleLimits = DEFAULT) -> ModuleRefused:
    """How a module is refused."""
    with pytest.raises(ModuleRefused) as caught:
        read_module(data, limits=limits)
    return caught.value


# -- reading ------------------------------------------------------------------------------------------------------


def test_a_modules_declarations_are_read_as_the_engine_reads_them():
    data = assembled(COUNTING)
    module = read_module(data)
    admit(module, kind="reactor", allowed=NOTHING)
    assert module.imports == (("cathedral", "log", "func", "(i32,i32,i32)->i32"),)
    assert module.exports == (
        ("memory", "memory", "1..16"),
        ("alloc", "func", "(i32)->i32"),
        ("run", "func", "(i32,i32)->i64"),
    )
    assert (module.form, module.size_bytes, module.functions, module.data_bytes) == ("core", len(data), 4, 9)
    assert (module.memory_min_pages, module.memory_max_pages, module.has_start) == (1, 16, True)
    assert module.custom_sections == ("name",)


def test_what_is_imported_has_the_first_numbers_of_its_kind():
    module = read_module(
        assembled("""(module
          (import "a" "g" (global (mut i64))) (import "a" "t" (table 1 2 externref)) (import "a" "m" (memory 3))
          (import "a" "f" (func (param v128) (result f32 f64)))
          (global $own f32 (f32.const 1)) (func $own (result i32) (i32.const 1))
          (export "g0" (global 0)) (export "g1" (global 1)) (export "t" (table 0)) (export "m" (memory 0))
          (export "f0" (func 0)) (export "f1" (func 1)))""")
    )
    signatures = {export.name: export.signature for export in module.exports}
    assert signatures == {
        "g0": "mut i64", "g1": "f32", "t": "externref 1..2", "m": "3..", "f0": "(v128)->(f32,f64)", "f1": "()->i32",
    }  # fmt: skip
    assert [item.signature for item in module.imports] == [
        "mut i64",
        "externref 1..2",
        "3..",
        "(v128)->(f32,f64)",
    ]
    assert module.features == ("multi-value", "reference-types", "simd")


@pytest.mark.parametrize(
    ("field", "seen"),
    [
        ('(func (param i32) (result i32) (i32.extend8_s (local.get 0)))', ()),
        ("(func (param f32) (result i32) (i32.trunc_sat_f32_s (local.get 0)))", ()),
        ("(func $f (return_call $f))", ()),
        ('(memory 1) (data "x") (func (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 0)))', ("bulk-memory",)),
        ("(memory 1) (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 0)))", ()),
        ("(func (result i32 i32) (i32.const 1) (i32.const 2))", ("multi-value",)),
        ("(table 1 externref) (table 1 funcref)", ("reference-types",)),
        ("(table 2 funcref) (func $f) (elem funcref (ref.func $f) (ref.null func))", ("bulk-memory",)),
        ("(table 2 funcref) (func $f) (elem declare func $f)", ("bulk-memory",)),
        ("(table 2 funcref) (func $f) (table $b 2 funcref) (elem (table $b) (i32.const 0) func $f)", ("bulk-memory", "reference-types")),
        ("(global v128 (v128.const i64x2 1 2))", ("simd",)),
        ("(global i32 (i32.const -5)) (global i64 (i64.const -5)) (global f64 (f64.const 1))", ()),
        ("(global i32 (i32.add (i32.const 1) (i32.mul (i32.const 2) (i32.const 3))))", ("extended-const",)),
        ("(func $f) (global funcref (ref.func $f)) (global externref (ref.null extern))", ("reference-types",)),
    ],
)  # fmt: skip
def test_what_the_engine_has_on_for_tools_is_admitted(field, seen):
    data = assembled(f"(module {field})")
    module = read_module(data)
    assert module.features == tuple(seen)
    wasmtime.Module.validate(wasmtime.Engine(), module.stripped)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("(module (type (struct (field i32))))", "garbage-collected"),
        ("(module (type (array i8)))", "garbage-collected"),
        ("(module (rec (type (func)) (type (func))))", "garbage-collected"),
        ("(module (type (sub (func))))", "garbage-collected"),
        ("(module (func (param anyref)))", "garbage-collected"),
        ("(module (table 1 i31ref))", "garbage-collected"),
        ("(module (func (param (ref func))))", "function references"),
        ("(module (func $f) (table 1 (ref func) (ref.func $f)))", "function references"),
        ("(module (memory 1 1 shared))", "threads"),
        ('(module (import "a" "b" (memory 1 1 shared)))', "threads"),
        ("(module (memory i64 1))", "memory64"),
        ("(module (table i64 1 funcref))", "memory64"),
        ("(module (memory 1 (pagesize 1)))", "custom page sizes"),
        ("(module (memory 1) (memory 1))", "multi-memory"),
        ('(module (import "a" "b" (memory 1)) (memory 1))', "multi-memory"),
        ("(module (tag))", "exceptions"),
        ('(module (import "a" "t" (tag $t)) (export "t" (tag $t)))', "exceptions"),
        ("(module (global i31ref (ref.null i31)))", "garbage-collected"),
        ("(module (global externref (extern.convert_any (ref.null any))))", "garbage-collected"),
        ("(module (global funcref (ref.null nofunc)))", "function references"),
        ("(module (table 1 funcref) (elem arrayref (ref.null array)))", "garbage-collected"),
        ('(module (import "a" "b" (tag)))', "exceptions"),
        ("(module (func (param exnref)))", "exceptions"),
        ("(module (type $f (func)) (type (cont $f)))", "stack switching"),
    ],
)
def test_a_proposal_that_tools_may_not_use_is_named(text, proposal):
    error = refused(assembled(text))
    assert error.code == "wasm.feature"
    assert proposal in error.message


RICH = """(component $c
  (type $p (record (field "a" u8) (field "b" (list string)))) (import "pair" (type $pair (eq $p)))
  (type $c1 (variant (case "none") (case "some" $pair))) (import "some-case" (type $case (eq $c1)))
  (type $f (flags "x" "y")) (import "flags" (type $flags (eq $f)))
  (type $e (enum "p" "q")) (import "enum" (type $enum (eq $e)))
  (import "things" (type $thing (sub resource)))
  (import "take" (func (param "p" (own $thing)) (param "b" (borrow $thing)) (result (tuple s8 u64 char f32 f64 bool))))
  (import "case" (func (param "c" $case) (param "e" $enum) (result (option $flags))))
  (import "box" (instance $box
    (export "kind" (type $kind (sub resource))) (alias outer $c $enum (type $inner))
    (export "open" (func (param "n" s16) (result (own $kind)))) (export "list" (func (result (list $inner))))
    (export "fail" (func (result (result))))))
  (import "module" (core module (import "a" "b" (func)) (export "c" (func))))
  (alias export $box "fail" (func $taken))
  (core module $m (func (export "f") (result i32) (i32.const 0)))
  (core instance $i (instantiate $m))
  (func $fail (result (result)) (canon lift (core func $i "f")))
  (instance $own (export "deep" (func $fail)))
  (alias export $own "deep" (func $deep))
  (export "fail" (func $fail))
  (export "again" (func $fail) (func (result (result))))
  (export "deep" (func $deep))
  (export "own" (instance $own)))"""


def test_a_components_types_are_told_as_text():
    text = RICH.replace('  (import "module" (core module (import "a" "b" (func)) (export "c" (func))))\n', "")
    module = read_module(assembled(text))
    pair = "record<u8,list<string>>"
    assert module.imports == (
        ("take", "", "func", "(handle,handle)->tuple<s8,u64,char,f32,f64,bool>"),
        ("case", "", "func", f"(variant<'none','some'({pair})>,names<'p','q'>)->option<names<'x','y'>>"),
        ("box", "open", "func", "(s16)->handle"),
        ("box", "list", "func", "()->list<?>"),
        ("box", "fail", "func", "()->result<_,_>"),
    )
    assert module.exports == (
        ("fail", "func", "()->result<_,_>"),
        ("again", "func", "()->result<_,_>"),
        ("deep", "func", "?"),
        ("own", "instance", ""),
    )
    components.Component(wasmtime.Engine(), module.stripped)


def test_a_component_that_imports_modules_is_refused():
    assert refused(assembled(RICH)).code == "wasm.feature"


# -- stripping ----------------------------------------------------------------------------------------------------


def run_with_fuel(data: bytes) -> tuple[int, int]:
    """The answer of the counting module, and what fuel it took."""
    config = wasmtime.Config()
    config.consume_fuel = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    store.set_fuel(1_000_000)
    kind = wasmtime.FuncType([wasmtime.ValType.i32()] * 3, [wasmtime.ValType.i32()])
    log = wasmtime.Func(store, kind, lambda *_: 0)
    instance = wasmtime.Instance(store, wasmtime.Module(engine, data), [log])
    return instance.exports(store)["run"](store, 0, 0), 1_000_000 - store.get_fuel()


def test_a_stripped_module_gives_the_same_result_for_the_same_fuel():
    plain = assembled(COUNTING)
    loaded = sprinkled(
        plain, custom("dylink.0", b"\1\0"), custom("producers", b"\0"), custom("junk", bytes(999))
    )
    module = read_module(loaded)
    assert set(module.custom_sections) == {"name", "dylink.0", "producers", "junk"}
    assert len(module.stripped) < len(plain) < len(loaded)
    again = read_module(module.stripped)
    assert (again.custom_sections, again.imports, again.exports) == ((), module.imports, module.exports)
    assert run_with_fuel(module.stripped) == run_with_fuel(plain)


def test_a_module_without_custom_sections_is_left_as_it_is():
    data = packed()
    assert read_module(data).stripped is data


def test_names_that_take_seconds_to_demangle_reach_no_engine():
    """A trap's text has the names of functions, demangled: a short one can stand for gigabytes."""
    mangled = "_ZN" + "".join(f"1{c}" for c in "abcdef") + "E" + "IS_S_E" * 40
    table = vector([leb(0) + name(mangled)])
    body = b"\0\0\x0b"
    data = functions([body]) + custom("name", b"\1" + leb(len(table)) + table)
    assert b"IS_S_E" in data
    assert read_module(data).stripped == functions([body])


def test_a_component_is_stripped_at_every_depth_and_still_runs():
    plain = component(ECHO, uses=("log",))
    loaded = sprinkled(plain, custom("name", b"\1\0"), custom("component-name", b"\0"))
    module = read_module(loaded)
    admit(module, kind="component", allowed=NOTHING)
    assert b"component-name" not in module.stripped
    assert read_module(module.stripped).custom_sections == ()
    engine = wasmtime.Engine()
    linker = components.Linker(engine)
    with linker.root() as top, top.add_instance("cathedral:tool/host@1.0.0") as host:
        host.add_func("log", lambda *_: None)
    store = wasmtime.Store(engine)
    instance = linker.instantiate(store, components.Component(engine, module.stripped))
    run = instance.get_func(store, "run")
    assert run(store, "said").payload == "said"


def test_sizes_of_what_is_inside_are_written_anew():
    inner = MAGIC + custom("x", bytes(200)) + section(1, vector([EMPTY_TYPE]))
    middle = COMPONENT + section(1, inner) + custom("y", bytes(50))
    module = read_module(COMPONENT + section(4, middle))
    assert module.stripped == COMPONENT + section(
        4, COMPONENT + section(1, MAGIC + section(1, vector([EMPTY_TYPE])))
    )
    assert module.custom_sections == ("x", "y")


# -- refusals -----------------------------------------------------------------------------------------------------

TYPE = section(1, vector([EMPTY_TYPE]))
MALFORMED = {
    "a section that ends after the file": MAGIC + b"\1\x10" + vector([EMPTY_TYPE]),
    "sections that overlap": MAGIC + b"\1\x06" + vector([EMPTY_TYPE]) + section(3, vector([])),
    "a section without a size": MAGIC + b"\1",
    "a section twice": MAGIC + TYPE + TYPE,
    "sections out of order": MAGIC + section(3, vector([])) + TYPE,
    "an unknown section": MAGIC + section(14, b""),
    "bytes after the vector": MAGIC + section(1, vector([EMPTY_TYPE]) + b"\0"),
    "bytes after the module": MAGIC + TYPE + b"\xff\xff",
    "a number of six bytes": MAGIC + b"\1" + padded(0, 6) + b"\0",
    "a number beyond 32 bits": MAGIC + section(1, b"\xff\xff\xff\xff\x7f"),
    "a count without items": MAGIC + section(1, leb(40_000)),
    "a type that is none": MAGIC + section(1, vector([b"\x60\1\x01\0"])),
    "a form that is none": MAGIC + section(1, vector([b"\x00\0\0"])),
    "a function of no type": MAGIC + TYPE + section(3, vector([leb(1)])) + section(10, vector([leb(2) + END])),
    "functions without bodies": MAGIC + TYPE + section(3, vector([b"\0"])),
    "bodies without functions": MAGIC + TYPE + section(10, vector([leb(2) + END])),
    "a body beyond its section": MAGIC + TYPE + section(3, vector([b"\0"])) + section(10, b"\1\x7f" + END),
    "a body without an end": functions([b"\0\1"]),
    "an empty body": functions([b""]),
    "an import of no kind": MAGIC + section(2, vector([name("a") + name("b") + b"\x09\0"])),
    "a name that is not UTF-8": MAGIC + section(2, vector([name(b"\xff\xfe") + name("b") + b"\0\0"])),
    "a custom name that is not UTF-8": MAGIC + section(0, name(b"\xc3")),
    "a custom section without a name": MAGIC + section(0, b""),
    "an export of nothing": MAGIC + section(7, vector([name("a") + b"\0\0"])),
    "two exports of one name": MAGIC + TYPE + section(3, vector([b"\0"])) + section(7, vector([name("a") + b"\0\0"] * 2)) + section(10, vector([leb(2) + END])),
    "a start that is not there": MAGIC + section(8, leb(0)),
    "a memory of too many pages": MAGIC + section(5, vector([b"\0" + leb(65_537)])),
    "a memory with flags of nobody": MAGIC + section(5, vector([b"\x10\1"])),
    "a memory that shrinks": MAGIC + section(5, vector([b"\1\5\4"])),
    "a global with a call": MAGIC + section(6, vector([b"\x7f\0\x10\0\x0b"])),
    "a global that is half done": MAGIC + section(6, vector([b"\x7f\0\x41\0"])),
    "data with unknown flags": MAGIC + section(11, vector([b"\3"])),
    "elements with unknown flags": MAGIC + section(9, vector([b"\x09"])),
    "a count of data that is wrong": MAGIC + section(12, leb(2)) + section(11, vector([])),
    "data beyond its section": MAGIC + section(11, vector([b"\1" + leb(100)])),
    "a component with a module that is none": COMPONENT + section(1, b"\0asm\2\0\0\0"),
    "a component in place of a module": COMPONENT + section(1, COMPONENT),
    "a module that passes its section": COMPONENT + section(1, MAGIC + b"\1\x7f"),
    "a component's unknown section": COMPONENT + section(40, b""),
    "an export of no kind": MAGIC + section(7, vector([name("a") + b"\7\0"])),
    "a global of no type": MAGIC + section(6, vector([b"\x01\0\x0b"])),
    "a global of no flag": MAGIC + section(6, vector([b"\x7f\x08\x0b"])),
    "a table of no type": MAGIC + section(4, vector([b"\x7f\0\0"])),
    "a vector that is computed": MAGIC + section(6, vector([b"\x7b\0\xfd\x0d" + bytes(16) + b"\x0b"])),
    "a number of eleven bytes": MAGIC + section(6, vector([b"\x7e\0\x42" + b"\x80" * 10 + b"\0\x0b"])),
    "elements of no kind": MAGIC + section(9, vector([b"\1\1\0"])),
    "a component's type that is none": COMPONENT + section(7, vector([b"\x01"])),
    "a component's value of no type": COMPONENT + section(7, vector([b"\x70\x41"])),
    "a component's value of a wide type": COMPONENT + section(7, vector([b"\x70\xff\x7e"])),
    "a component's type of too many bytes": COMPONENT + section(7, vector([b"\x70" + b"\x80" * 5 + b"\0"])),
    "a component's option of neither": COMPONENT + section(7, vector([b"\x6a\2"])),
    "a component's case that refines": COMPONENT + section(7, vector([b"\x71" + vector([name("a") + b"\0\1"])])),
    "a component's function of no result": COMPONENT + section(7, vector([b"\x40\0\2"])),
    "a component's resource of i64": COMPONENT + section(7, vector([b"\x3f\x7e\0"])),
    "a component's resource of neither": COMPONENT + section(7, vector([b"\x3f\x7f\2"])),
    "a component's declaration of nothing": COMPONENT + section(7, vector([b"\x42" + vector([b"\7"])])),
    "a component's bound of nothing": COMPONENT + section(10, vector([b"\0" + name("a") + b"\3\2"])),
    "a component's import of a core table": COMPONENT + section(10, vector([b"\0" + name("a") + b"\0\1\0"])),
    "a component's alias of nothing": COMPONENT + section(6, vector([b"\1\3\0"])),
    "a component's lift of nothing": COMPONENT + section(8, vector([b"\0\1\0\0\0"])),
    "a component's export of neither": COMPONENT + section(11, vector([b"\0" + name("a") + b"\1\0\2"])),
    "a component's name that is half there": COMPONENT + section(10, vector([b"\0" + leb(9) + b"x"])),
}  # fmt: skip


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_is_refused_with_its_place(data):
    error = refused(data)
    assert error.code == "wasm.malformed"
    assert " at byte 0x" in error.message
    assert error.suggestion


@pytest.mark.parametrize(
    "data", [b"", b"\0asm", b"(module)", b"\0asm\2\0\0\0", b"\0asm\x0d\0\0\0", b"\x7fELF" + bytes(60)]
)
def test_what_is_no_module_is_told_by_its_first_bytes(data):
    assert refused(data).code == "wasm.magic"


FUNCTION = leb(2) + END
SMALL = ModuleLimits(size_bytes=200, declared_bytes=100, sections=4, code_bytes=40, body_bytes=30)


def many(count: int, what: str) -> bytes:
    """A module with so many of something."""
    function = [b"\0"] * count
    made: dict[str, Callable[[], bytes]] = {
        "types": lambda: MAGIC + section(1, vector([EMPTY_TYPE] * count)),
        "imports": lambda: MAGIC + TYPE + section(2, vector([b"\1a\1b\0\0"] * count)),
        "functions": lambda: MAGIC + TYPE + section(3, vector(function)) + section(10, vector([FUNCTION] * count)),
        "tables": lambda: MAGIC + section(4, vector([b"\x70\0\0"] * count)),
        "table_elements": lambda: MAGIC + section(4, vector([b"\x70\0" + leb(count)])),
        "globals": lambda: MAGIC + section(6, vector([b"\x7f\0\x41\0\x0b"] * count)),
        "exports": lambda: MAGIC + section(5, vector([b"\0\0"])) + section(7, vector([name(f"{i:x}") + b"\2\0" for i in range(count)])),
        "segments": lambda: MAGIC + section(11, vector([b"\1\0"] * count)),
        "segment_elements": lambda: MAGIC + section(4, vector([b"\x70\0\0"])) + section(9, vector([b"\1\0" + vector(function)])),
        "constant_steps": lambda: MAGIC + section(6, vector([b"\x7f\0" + b"\x41\0" * (count - 1) + b"\x0b"])),
        "locals": lambda: functions([b"\1" + leb(count) + b"\x7f\x0b"]),
        "local_groups": lambda: functions([leb(count) + b"\0\x7f" * count + b"\x0b"]),
        "parameters": lambda: MAGIC + section(1, vector([b"\x60" + leb(count) + b"\x7f" * count + b"\0"])),
        "name_bytes": lambda: MAGIC + custom("x" * count),
        "body_bytes": lambda: functions([b"\0" + b"\1" * (count - 2) + b"\x0b"]),
        "sections": lambda: MAGIC + custom("") * count,
        "size_bytes": lambda: MAGIC + custom("", bytes(count - 8 - 3)),
    }  # fmt: skip
    return made[what]()


@pytest.mark.parametrize(
    "what",
    [
        "types", "imports", "functions", "tables", "table_elements", "globals", "exports", "segments", "segment_elements",
        "constant_steps", "locals", "local_groups", "parameters", "name_bytes", "body_bytes", "sections", "size_bytes",
    ],
)  # fmt: skip
def test_one_more_than_a_limit_is_refused(what):
    limit = 100
    limits = ModuleLimits(**{what: limit})
    read_module(many(limit, what), limits=limits)
    code = {"sections": "wasm.section", "size_bytes": "wasm.size"}.get(what, "wasm.count")
    assert refused(many(limit + 1, what), limits).code == code


def test_ninety_thousand_imports_are_refused_before_they_are_read():
    data = many(90_000, "imports")
    began = time.process_time()
    error = refused(data)
    assert (error.code, "90,000 imports" in error.message) == ("wasm.count", True)
    assert time.process_time() - began < 0.1


@pytest.mark.parametrize(
    "bodies",
    [
        [b"\1" + leb(5_000) + b"\x7f\x0b"] * 250,
        [b"\0" + b"\1" * (1 << 20) + b"\x0b"],
        [b"\1" + leb(1 << 31) + b"\x7f\x0b"],
        [b"\2" + (leb(0xFFFFFFFF) + b"\x7f") * 2 + b"\x0b"],
    ],
    ids=["locals in all", "one long body", "two thousand million locals", "a sum that wraps"],
)
def test_functions_that_would_take_a_compilers_memory_are_refused(bodies):
    assert refused(functions(bodies)).code == "wasm.count"


def test_parameters_count_as_locals_of_every_function():
    wide = b"\x60" + leb(1000) + b"\x7f" * 1000 + b"\0"
    read_module(functions([END] * 900, types=[wide]))
    assert refused(functions([END] * 1_100, types=[wide])).code == "wasm.count"


def test_a_code_section_is_bounded_as_a_whole():
    read_module(functions([END] * 5), limits=SMALL)
    assert refused(functions([END] * 20), SMALL).code == "wasm.count"


def test_components_in_components_end_at_a_depth():
    data = COMPONENT
    for _ in range(4):
        data = COMPONENT + section(4, data)
    read_module(data)
    for _ in range(2_000):
        data = COMPONENT + section(4, data)
    assert refused(data).code == "wasm.count"


def test_types_in_types_end_at_a_depth():
    data = b"\x42" + vector([])
    for _ in range(3):
        data = b"\x42" + vector([b"\1" + data])
    read_module(COMPONENT + section(7, vector([data])))
    for _ in range(5_000):
        data = b"\x42" + vector([b"\1" + data])
    assert refused(COMPONENT + section(7, vector([data]))).code == "wasm.count"


def test_types_that_double_stay_short():
    """A pair of the type before, a thousand times, is 2^1000 long when it is written out."""
    types = [b"\x6f" + vector([b"\x7f"] * 2)] + [b"\x6f" + vector([signed(i)] * 2) for i in range(1_000)]
    function = b"\x40" + vector([name("a") + signed(1_000)]) + b"\1\0"
    data = (
        COMPONENT
        + section(7, vector([*types, function]))
        + section(10, vector([b"\0" + name("f") + b"\1" + leb(1_001)]))
    )
    (item,) = read_module(data).imports
    assert "?" in item.signature
    assert len(item.signature) < 1_000


def test_modules_in_a_component_share_its_limits():
    inner = section(1, functions([END] * 60))
    limits = ModuleLimits(functions=100)
    read_module(COMPONENT + inner, limits=limits)
    assert refused(COMPONENT + inner * 2, limits).code == "wasm.count"
    assert refused(COMPONENT + section(4, COMPONENT + inner) + inner, limits).code == "wasm.count"
    typed = section(1, MAGIC + section(1, vector([EMPTY_TYPE] * 60))) + section(7, vector([b"\x7f"] * 40))
    read_module(COMPONENT + typed, limits=ModuleLimits(types=100))
    assert refused(COMPONENT + typed, ModuleLimits(types=99)).code == "wasm.count"


@pytest.mark.parametrize(
    "content",
    [
        section(3, vector([EMPTY_TYPE])),
        section(9, b"\0\0\0"),
        section(12, vector([])),
        section(7, vector([b"\x43\0\1\0"])),
        section(7, vector([b"\x66\0"])),
        section(7, vector([b"\x70\x64"])),
        section(7, vector([b"\x42" + vector([b"\0\x60\0\0"])])),
        section(6, vector([b"\2\0\0" + name("v")])),
        section(8, vector([b"\x05"])),
        section(8, vector([b"\0\0\0" + vector([b"\6"]) + b"\0"])),
        section(10, vector([b"\2" + name("a") + b"\1\0"])),
        section(10, vector([b"\0" + name("a") + b"\2\1\x7f"])),
    ],
)
def test_what_components_of_tools_do_not_need_is_refused_by_name(content):
    error = refused(COMPONENT + content)
    assert error.code == "wasm.feature"
    assert "component model" in error.message


# -- cost ---------------------------------------------------------------------------------------------------------

DENSE = {
    "types": lambda: many(50_000, "types"),
    "functions": lambda: many(50_000, "functions"),
    "exports": lambda: many(10_000, "exports"),
    "globals": lambda: MAGIC + section(6, vector([b"\x7f\0" + b"\x41\0" * 49 + b"\x0b"] * 10_000)),
    "elements": lambda: many(200_000, "segment_elements"),
    "locals": lambda: functions([leb(250_000) + b"\0\x7f" * 250_000 + b"\x0b"]),
    "sections": lambda: MAGIC + custom("a") * 5_000_000,
    "modules": lambda: COMPONENT + section(1, many(1_000, "types")) * 400,
    "aliases": lambda: COMPONENT + section(6, vector([b"\1\2\0\0"] * 49_000)) * 5,
    "junk": lambda: MAGIC + custom("junk", bytes(60 << 20)),
}


@pytest.mark.parametrize("what", DENSE)
def test_the_densest_module_within_the_limits_is_read_in_a_moment(what):
    """In processor time: the machine may be shared."""
    data = DENSE[what]()
    began = time.process_time()
    with contextlib.suppress(ModuleRefused):
        read_module(data)
    assert time.process_time() - began < 3


@pytest.mark.parametrize("what", ["types", "elements", "sections", "junk"])
def test_reading_takes_little_more_memory_than_what_is_read(what):
    data = DENSE[what]()
    tracemalloc.start()
    with contextlib.suppress(ModuleRefused):
        read_module(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * len(data) + (16 << 20)
