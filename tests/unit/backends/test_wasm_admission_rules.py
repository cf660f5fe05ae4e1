"""What admission asks of a tool's module: the exports of its kind, and no import that its manifest does not open."""

from __future__ import annotations

import pytest
import wasmtime
from wasm_bytes import custom
from wasm_modules import CATHEDRAL, ECHO, MAGIC, answering, assembled, component, escaped, reactor
from wasmtime import component as components

from runtime.backends._wasm import wasi_preview1
from runtime.backends._wasm.admission import (
    HOST_SIGNATURES,
    AdmittedModule,
    ModuleRefused,
    admit,
    describe_module,
    read_module,
)
from runtime.contracts.wasm import OPENED_BY

ALL = frozenset(OPENED_BY)
NOTHING = frozenset[str]()


def not_admitted(module: AdmittedModule, kind: str, allowed: frozenset[str] = ALL) -> ModuleRefused:
    """How a module that could be read is refused."""
    with pytest.raises(ModuleRefused) as caught:
        admit(module, kind=kind, allowed=allowed)
    return caught.value


def importing(*lines: str, kind: str = "reactor") -> AdmittedModule:
    """A module of a kind with these imports."""
    if kind == "reactor":
        return read_module(assembled(reactor("(i64.const 0)", imports="\n".join(lines))))
    return read_module(
        assembled(f'(module {" ".join(lines)} (memory (export "memory") 1) (func (export "_start")))')
    )


def wat_signature(signature: str) -> str:
    """ "(i32,i64)->i32" in the text format."""
    taken, _, given = signature.partition("->")
    parts = (("param", taken.strip("()")), ("result", given.strip("()")))
    return " ".join(f"({word} {types.replace(',', ' ')})" for word, types in parts if types)


@pytest.mark.parametrize("function", sorted(CATHEDRAL))
def test_a_function_of_the_host_is_open_where_its_capability_is_declared(function):
    module = importing(f'(import "cathedral" "{function}" (func {wat_signature(HOST_SIGNATURES[function])}))')
    admit(module, kind="reactor", allowed=frozenset({function}))
    if function == "log":
        admit(module, kind="reactor", allowed=NOTHING)
        return
    error = not_admitted(module, "reactor", NOTHING)
    assert error.code == "wasm.import"
    assert f"'{function}'" in error.message
    assert all(capability in error.suggestion for capability in OPENED_BY[function])


@pytest.mark.parametrize(
    "line",
    [
        '(import "cathedral" "exec" (func))',
        '(import "cathedral" "log" (func (param i32 i32) (result i32)))',
        '(import "cathedral" "clock" (func (result i32)))',
        '(import "cathedral" "log" (global i32))',
        '(import "cathedral" "memory" (memory 1))',
        '(import "Cathedral" "log" (func (param i32 i32 i32) (result i32)))',
        '(import "cathedral " "log" (func (param i32 i32 i32) (result i32)))',
        '(import "cathedr\u0430l" "log" (func (param i32 i32 i32) (result i32)))',
        '(import "" "" (func))',
        '(import "env" "system" (func (param i32) (result i32)))',
        '(import "env" "t" (table 1 funcref))',
        '(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))',
    ],
)
def test_an_import_that_no_reactor_gets_is_refused(line):
    if "(memory" in line:
        module = read_module(
            assembled(f"""(module {line} (export "memory" (memory 0))
            (func (export "alloc") (param i32) (result i32) (i32.const 0))
            (func (export "run") (param i32 i32) (result i64) (i64.const 0)))""")
        )
    else:
        module = importing(line)
    error = not_admitted(module, "reactor")
    assert error.code == "wasm.import"
    assert error.suggestion


def test_a_command_gets_every_function_of_its_snapshot_as_the_engine_types_it():
    table = wasi_preview1.SIGNATURES
    assert len(table) == 46
    lines = [f'(import "wasi_snapshot_preview1" "{one}" (func {wat_signature(table[one])}))' for one in table]
    module = importing(*lines, kind="command")
    admit(module, kind="command", allowed=NOTHING)
    engine = wasmtime.Engine()
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    store = wasmtime.Store(engine)
    store.set_wasi(wasmtime.WasiConfig())
    linker.instantiate(store, wasmtime.Module(engine, module.stripped))


@pytest.mark.parametrize(
    "line",
    [
        '(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32) (result i32)))',
        '(import "wasi_snapshot_preview1" "fd_spawn" (func (param i32) (result i32)))',
        '(import "wasi_snapshot_preview1" "proc_exit" (func (param i32) (result i32)))',
        '(import "wasi_unstable" "fd_close" (func (param i32) (result i32)))',
        '(import "wasi" "thread-spawn" (func (param i32) (result i32)))',
        '(import "cathedral" "read" (func (param i32 i32 i64 i32 i32) (result i32)))',
    ],
)
def test_an_import_that_no_command_gets_is_refused(line):
    assert not_admitted(importing(line, kind="command"), "command", NOTHING).code == "wasm.import"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("reactor", "(module)"),
        ("reactor", '(module (memory (export "memory") 1) (func (export "_start")))'),
        ("reactor", reactor("(i64.const 0)").replace('"memory"', '"Memory"')),
        ("reactor", reactor("(i64.const 0)").replace('"alloc") (param i32)', '"alloc") (param i64)')),
        ("reactor", reactor("(i64.const 0)").replace('"run") (param i32 i32)', '"run") (param i32)')),
        ("reactor", reactor("(i64.const 0)", fields='(func (export "_initialize") (param i32))')),
        ("reactor", reactor("(i64.const 0)", fields='(global (export "_initialize") i32 (i32.const 0))')),
        ("reactor", '(module (memory 1) (func (export "memory")))'),
        ("command", "(module)"),
        (
            "command",
            '(module (memory (export "memory") 1) (func (export "_start") (result i32) (i32.const 0)))',
        ),
        ("command", '(module (func (export "_start")))'),
        ("component", reactor("(i64.const 0)")),
        ("reactor", "(component)"),
        ("component", "(component)"),
    ],
)
def test_a_module_that_lacks_what_its_kind_exports_is_refused(kind, text):
    error = not_admitted(read_module(assembled(text)), kind)
    assert error.code == "wasm.export"
    assert error.suggestion


def test_an_initializer_is_welcome_where_it_has_its_type():
    text = reactor("(i64.const 0)", fields='(func (export "_initialize"))')
    admit(read_module(assembled(text)), kind="reactor", allowed=NOTHING)


def test_a_component_shows_the_functions_of_the_host_that_it_uses():
    module = read_module(component(ECHO, uses=sorted(CATHEDRAL)))
    assert [(item.name, item.kind) for item in module.imports] == [(one, "func") for one in sorted(CATHEDRAL)]
    admit(module, kind="component", allowed=ALL)
    for function in sorted(ALL - {"log"}):
        error = not_admitted(module, "component", ALL - {function})
        assert (error.code, f"'{function}'" in error.message) == ("wasm.import", True)


HOST = "cathedral:tool/host@1.0.0"


@pytest.mark.parametrize(
    ("line", "admitted"),
    [
        ('(import "wasi:io/poll@0.2.9" (instance))', True),
        ('(import "wasi:clocks/wall-clock@0.2.0" (instance (export "now" (func (result u64)))))', True),
        ('(import "wasi:filesystem/types@0.2.3" (instance))', True),
        ('(import "wasi:sockets/tcp@0.2.0" (instance))', False),
        ('(import "wasi:http/outgoing-handler@0.2.0" (instance))', False),
        ('(import "wasi:io/poll@0.3.0" (instance))', False),
        ('(import "wasi:io/poll" (instance))', False),
        ('(import "wasi:io-x/poll@0.2.0" (instance))', False),
        (f'(import "{HOST}" (instance))', True),
        (f'(import "{HOST}" (instance (export "log" (func (param "l" u8) (param "m" string)))))', True),
        (f'(import "{HOST}" (instance (export "log" (func (param "m" string)))))', False),
        (f'(import "{HOST}" (instance (export "exec" (func (param "m" string)))))', False),
        ('(import "cathedral:tool/host@1.0.1" (instance))', False),
        ('(import "log" (func (param "m" string)))', False),
        ('(import "run" (component))', False),
    ],
)
def test_a_component_gets_its_interfaces_and_no_others(line, admitted):
    module = read_module(component(ECHO, foreign=line))
    if admitted:
        admit(module, kind="component", allowed=ALL)
    else:
        assert not_admitted(module, "component").code == "wasm.import"


def test_a_type_that_hides_the_functions_of_the_host_is_refused():
    """An alias of a type is that type by another number: behind it stands what the manifest may not open."""
    text = """(component $c
      (type $host (instance (export "read" (func (param "path" string)))))
      (alias outer $c $host (type $again))
      (import "cathedral:tool/host@1.0.0" (instance (type $again)))
      (core module $m (memory (export "m") 1)
        (func (export "describe") (result i32) (i32.const 0))
        (func (export "run") (param i32 i32) (result i32) (i32.const 0))
        (func (export "r") (param i32 i32 i32 i32) (result i32) (i32.const 0)))
      (core instance $i (instantiate $m))
      (func (export "describe") (result string) (canon lift (core func $i "describe") (memory (core memory $i "m"))))
      (func (export "run") (param "arguments" string) (result (result string (error string)))
        (canon lift (core func $i "run") (memory (core memory $i "m")) (realloc (core func $i "r")))))"""
    data = assembled(text)
    components.Component(wasmtime.Engine(), data)
    error = not_admitted(read_module(data), "component", NOTHING)
    assert error.code == "wasm.import"


def test_a_component_whose_run_has_another_type_is_refused():
    text = component(ECHO)
    assert (
        not_admitted(read_module(text.replace(b"describe", b"descrybe")), "component").code == "wasm.export"
    )
    swapped = text.replace(b"describe", b"xxxxx").replace(b"xxxxx", b"describe")
    admit(read_module(swapped), kind="component", allowed=NOTHING)
    lifted = assembled("""(component
      (core module $m (memory (export "m") 1) (func (export "run") (result i32) (i32.const 0)))
      (core instance $i (instantiate $m))
      (func (export "describe") (result u32) (canon lift (core func $i "run")))
      (func (export "run") (result u32) (canon lift (core func $i "run"))))""")
    assert not_admitted(read_module(lifted), "component").code == "wasm.export"


def test_no_text_of_a_module_stands_raw_in_a_refusal():
    evil = "\x1b[31m\nError [ok]: fine\u202e" + "A" * 200
    texts = [
        reactor("(i64.const 0)", imports=f'(import "{escaped(evil.encode())}" "x" (func))'),
        reactor(
            "(i64.const 0)",
            imports=f'(import "cathedral" "{escaped(evil.encode())}" (func))',
        ),
    ]
    for text in texts:
        error = not_admitted(read_module(assembled(text)), "reactor")
        for said in (error.message, error.suggestion, str(error)):
            assert said.isascii()
            assert said.isprintable()
            assert len(said) < 400
    assert all(
        one.isascii() and one.isprintable()
        for one in read_module(MAGIC + custom("\x1b[2J\n") + custom("\u202e")).custom_sections
    )


# -- description --------------------------------------------------------------------------------------------------


def test_a_module_is_described_with_its_kind_and_what_it_would_need():
    reader = importing(
        f'(import "cathedral" "read" (func {wat_signature(HOST_SIGNATURES["read"])}))',
        f'(import "cathedral" "fetch" (func {wat_signature(HOST_SIGNATURES["fetch"])}))',
    )
    told = describe_module(reader)
    assert (told["kind"], told["capabilities"]) == ("reactor", ["fs_read", "net_read", "net_write"])
    assert [one["name"] for one in told["imports"]["cathedral"]] == ["read", "fetch"]
    opener = importing(
        *(
            f'(import "wasi_snapshot_preview1" "{one}" (func {wat_signature(wasi_preview1.SIGNATURES[one])}))'
            for one in ("path_open", "clock_time_get", "random_get", "environ_get", "fd_write")
        ),
        kind="command",
    )
    told = describe_module(opener)
    assert told["kind"] == "command"
    assert told["capabilities"] == ["clock_read", "env_read", "fs_read", "fs_write", "random_read"]
    told = describe_module(
        read_module(
            component(ECHO, uses=("clock",), foreign='(import "wasi:random/random@0.2.0" (instance))')
        )
    )
    assert (told["kind"], told["capabilities"]) == ("component", ["clock_read", "random_read"])


def test_what_is_no_tool_is_described_with_the_reasons():
    told = describe_module(read_module(assembled('(module (import "env" "f" (func)))')))
    assert told["kind"] is None
    assert set(told["why_not"]) == {"reactor", "command"}
    assert describe_module(read_module(assembled(answering("{}"))))["why_not"].keys() == {"command"}
