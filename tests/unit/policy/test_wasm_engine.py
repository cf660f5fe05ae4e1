"""Compiled bundles: what is refused before one takes effect, and what bounds one that decides."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import native_calls
import pytest
import wasmtime
from engine_cases import COMPILED

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy.engines import _evaluator, _wasm_evaluator, open_engine, wasm

QUESTION = PolicyInput(
    principal={}, tool={}, canonical_arguments=b'{"answer":{"allow":true}}', capabilities={}
)
ECHO = (COMPILED / "echo.tar.gz").read_bytes()
MANIFEST = {"wasm": [{"entrypoint": "runtime/authz/decision", "module": "/policy.wasm"}]}
TINY = wasmtime.wat2wasm("(module)")


def packed(members: dict[str, bytes], kind: bytes = tarfile.REGTYPE) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            member.type = kind
            archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


def members(**changed: Any) -> dict[str, bytes]:
    found = wasm._members(ECHO)
    return {**found, **changed}


def refused(tmp_path: Path, content: bytes, isolation: Any = "in_process", **options: Any) -> str:
    bundle = tmp_path / "bundle.tar.gz"
    bundle.write_bytes(content)
    with pytest.raises(BundleInvalid) as caught:
        open_engine(f"wasm:{bundle}", isolation=isolation, **options)
    assert caught.value.code == "policy.bundle_invalid"
    return caught.value.message


def test_a_bundle_as_opa_writes_it_decides(tmp_path: Path) -> None:
    engine = open_engine(f"wasm:{COMPILED / 'echo.tar.gz'}")
    decision = engine.decide(QUESTION)
    assert (decision.outcome, decision.engine, decision.bundle) == ("allow", "wasm", engine.bundle)
    assert engine.decide(QUESTION).cached
    engine.close()


def test_a_bare_module_decides(tmp_path: Path) -> None:
    bare = tmp_path / "policy.wasm"
    bare.write_bytes(members()["policy.wasm"])
    engine = open_engine(f"wasm:{bare}", isolation="in_process")
    assert engine.decide(QUESTION).outcome == "allow"
    engine.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no bundle",
        gzip.compress(b"no archive"),
        gzip.compress(b"\0" * 10_000)[:-20],
        packed({}),
        packed({"policy.wasm": TINY, "other.wasm": TINY}),
        packed({".manifest": json.dumps(MANIFEST).encode()}),
        packed({".manifest": b"{", "policy.wasm": TINY}),
        packed({".manifest": b'{"wasm": 1}', "policy.wasm": TINY}),
        packed({".manifest": b'{"wasm": [{"module": 1}]}', "policy.wasm": TINY}),
        packed({"policy.wasm": b"\0asm"}),
        packed({"policy.wasm": TINY}),
        packed({"../policy.wasm": TINY}),
        packed({"policy.wasm": b""}, tarfile.SYMTYPE),
        b"\0asm\1\0\0\0",
    ],
    ids=range(15),
)
def test_what_opa_did_not_build_is_refused(tmp_path: Path, content: bytes) -> None:
    """T-POL-17"""
    refused(tmp_path, content)


@pytest.mark.parametrize("name", ["data.yaml", "lib/data.json", "patch.json", "lists.json", "notes.txt"])
def test_a_member_that_would_be_ignored_is_refused(tmp_path: Path, name: str) -> None:
    """T-POL-17"""
    assert name in refused(tmp_path, packed(members(**{name: b"{}"})))


def test_a_bundle_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    """T-POL-17"""
    assert "unpacks to more" in refused(tmp_path, gzip.compress(b"\0" * (wasm.MAX_UNPACKED_BYTES + 1)))


@pytest.mark.parametrize(
    "data", [b"[", b"[]", b'{"a":1,"a":2}', b'{"denied":{"7":true}}', b'{"runtime":{"authz":{}}}']
)
def test_data_that_engines_could_read_differently_is_refused(tmp_path: Path, data: bytes) -> None:
    """T-POL-17: OPA's store finds the key "7" by the number 7, its modules do not."""
    refused(tmp_path, packed(members(**{"data.json": data})))


def test_a_module_that_does_not_answer_the_entry_is_refused(tmp_path: Path) -> None:
    assert "opa build -t wasm -e runtime/authz/other" in refused(
        tmp_path, ECHO, entry="data.runtime.authz.other"
    )


@pytest.mark.parametrize("isolation", ["worker", "in_process"])
@pytest.mark.parametrize(
    "text",
    [
        '(module (import "env" "memory" (memory 1)) (import "wasi_snapshot_preview1" "fd_write" (func)))',
        '(module (import "env" "opa_abort" (func (param i64))))',
        '(module (import "env" "opa_builtin9" (func (param i32 i32) (result i32))))',
        '(module (memory (export "memory") 1) (func (export "opa_eval") (param i64)))',
    ],
)
def test_a_module_of_another_form_is_refused(tmp_path: Path, text: str, isolation: Any) -> None:
    """T-POL-17"""
    refused(tmp_path, packed(members(**{"policy.wasm": bytes(wasmtime.wat2wasm(text))})), isolation)


def opa_like(body: str, builtins: str = "{}", constant: str = "none", carried: str = "spare") -> bytes:
    """A module with OPA's interface whose evaluation is this."""
    entry = '{\\"runtime/authz/decision\\":0}'
    text = f"""(module
      (import "env" "memory" (memory 2))
      (import "env" "opa_abort" (func $abort (param i32)))
      (import "env" "opa_builtin0" (func $host (param i32 i32) (result i32)))
      (export "memory" (memory 0))
      (global $heap (mut i32) (i32.const 65536))
      (data (i32.const 16) "{entry}\\00")
      (data (i32.const 128) "{builtins}\\00")
      (data (i32.const 256) "{{{{\\"result\\":{{\\"allow\\":true}}}}}}\\00")
      (data (i32.const 512) "\\00{constant}\\00")
      (func unreachable)
      (func ${carried} (result i32) (i32.const 256))
      (func $opa_malloc (export "opa_malloc") (param i32) (result i32)
        (global.get $heap) (global.set $heap (i32.add (global.get $heap) (local.get 0))))
      (func $opa_value_dump (export "opa_value_dump") (param i32) (result i32) (local.get 0))
      (func $opa_value_parse (export "opa_value_parse") (param i32 i32) (result i32) (local.get 0))
      (func $opa_json_parse (export "opa_json_parse") (param i32 i32) (result i32) (local.get 0))
      (func $opa_json_dump (export "opa_json_dump") (param i32) (result i32) (local.get 0))
      (func $opa_heap_ptr_get (export "opa_heap_ptr_get") (result i32) (global.get $heap))
      (func $opa_heap_blocks_stash (export "opa_heap_blocks_stash"))
      (func $builtins (export "builtins") (result i32) (i32.const 128))
      (func $entrypoints (export "entrypoints") (result i32) (i32.const 16))
      (func $opa_eval (export "opa_eval") (param i32 i32 i32 i32 i32 i32 i32) (result i32) {body}))"""
    return bytes(wasmtime.wat2wasm(text))


def test_a_module_with_opas_interface_is_taken(tmp_path: Path) -> None:
    """The hostile ones below are refused for what they do alone."""
    bundle = tmp_path / "policy.wasm"
    bundle.write_bytes(opa_like("(i32.const 256)"))
    engine = open_engine(f"wasm:{bundle}", isolation="in_process")
    assert engine.decide(QUESTION).outcome == "allow"
    engine.close()


@pytest.mark.parametrize("isolation", ["worker", "in_process"])
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("(loop $on (br $on)) (i32.const 256)", "fuel"),
        (
            "(drop (memory.grow (i32.const 60000))) (i32.store (i32.const 2000000000) (i32.const 1)) (i32.const 256)",
            "out of bounds",
        ),
        ("(i32.const -1)", "does not end"),
        ("(i32.const 2147483647)", "does not end"),
        ("(call $abort (i32.const 256)) (i32.const 256)", "result"),
        ("(call $abort (i32.const -5)) (i32.const 256)", "does not end"),
        ("(unreachable)", "unreachable"),
        ("(call $host (i32.const 7) (i32.const 0))", "7"),
        ("(i32.const 16)", "form"),
    ],
    ids=["endless", "memory", "far", "unended", "abort", "abort-far", "unreachable", "host", "shape"],
)
def test_a_module_that_does_not_end_well_is_refused(
    tmp_path: Path, body: str, complaint: str, isolation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-POL-17: the sample question finds it; in a decision it denies."""
    if isolation == "in_process":
        monkeypatch.setattr(_wasm_evaluator, "FUEL", 10_000_000)
    # A worker's alarm may come before the end of its fuel.
    assert complaint in refused(tmp_path, opa_like(body), isolation, deadline_s=60.0)


def is_allowed(tmp_path: Path, member: str, text: str) -> bool:
    """Whether the recorded module of functions, as a bundle in force, says yes to a call of one."""
    rule = f"data.natives.f{native_calls.NAMES.index(member)}"
    bundle = tmp_path / "natives.tar.gz"
    bundle.write_bytes(native_calls.MODULE.read_bytes())
    program = _evaluator.CompiledProgram(wasm._loadable(wasm.unpack(bundle.read_bytes()), rule))
    return bool(json.loads(program.evaluate(json.dumps([text]).encode()))[0])


@pytest.mark.parametrize(
    ("text", "is_base64"), [("YWJj", True), ("YWI", False), ("YW Jj", False), ("", True)]
)
def test_a_function_that_a_module_carries_answers_as_opas_server(
    tmp_path: Path, text: str, is_base64: bool
) -> None:
    """T-POL-18: the module's own takes text without padding, and text with spaces."""
    assert is_allowed(tmp_path, "base64.is_valid", text) is is_base64


@pytest.mark.parametrize(
    "changed",
    [
        lambda module: module.replace(b"\x04name", b"\x04nome"),
        lambda module: module.replace(b"\x03\x00\x00\x0b", b"\x03\x00\x01\x0b"),
        lambda module: module[:-40],
        lambda module: module[:8] + b"\x02\xff\xff\xff\xff\xff",
        lambda module: module[:8] + b"\x0a\x05\xff\xff\xff\xff\x0f",
    ],
    ids=["nameless", "optimized", "short", "endless-number", "endless-code"],
)
def test_a_module_that_does_not_tell_its_functions_is_refused(tmp_path: Path, changed: Any) -> None:
    """T-POL-18: names say which functions it carries; `wasm-opt` and `wasm-strip` take them away."""
    refused(tmp_path, changed(members()["policy.wasm"]))


@pytest.mark.parametrize("number", ["100e-2", "1E3", "0.0000001"])
def test_a_number_that_a_set_of_the_module_would_not_find_is_refused(tmp_path: Path, number: str) -> None:
    """T-POL-18: modules hash 1 and 100e-2 differently, so a list of what is denied would miss it."""
    assert number in refused(tmp_path, opa_like("(i32.const 256)", constant=number))


@pytest.mark.parametrize("name", ["all", "any"])
def test_a_function_that_rego_gave_up_is_refused_by_name(tmp_path: Path, name: str) -> None:
    """T-POL-18"""
    assert f"calls {name}" in refused(
        tmp_path, opa_like(f"(call $opa_agg_{name})", carried=f"opa_agg_{name}")
    )


def test_a_module_that_breaks_on_one_question_answers_the_next(tmp_path: Path) -> None:
    """T-POL-17"""
    body = "(if (i32.gt_u (local.get 4) (i32.const 1000)) (then unreachable)) (i32.const 256)"
    bundle = tmp_path / "policy.wasm"
    bundle.write_bytes(opa_like(body))
    large = PolicyInput(
        principal={}, tool={}, canonical_arguments=b'{"a":"%s"}' % (b"x" * 2000), capabilities={}
    )
    engine = open_engine(f"wasm:{bundle}", isolation="worker", cache_size=0, deadline_s=10.0)
    assert [engine.decide(q).outcome for q in (QUESTION, large, QUESTION)] == ["allow", "error", "allow"]
    engine.close()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("http.send", "network"),
        ("opa.runtime", "environment"),
        ("crypto.x509.parse_keypair", "not supplied"),
        ("time.now_ns", "clock"),
    ],
)
def test_a_function_that_is_not_supplied_is_refused_by_name(tmp_path: Path, name: str, why: str) -> None:
    """T-POL-17"""
    builtins = f'{{\\"{name}\\":1}}'
    message = refused(tmp_path, opa_like("(i32.const 256)", builtins))
    assert name in message
    assert why in message


def test_the_clock_may_be_allowed_by_name_and_nothing_is_kept_then(tmp_path: Path) -> None:
    bundle = tmp_path / "policy.wasm"
    bundle.write_bytes(opa_like("(i32.const 256)", '{\\"time.now_ns\\":1}'))
    engine = open_engine(f"wasm:{bundle}", isolation="in_process", allow_builtins=frozenset({"time.now_ns"}))
    assert [engine.decide(QUESTION).cached for _ in range(2)] == [False, False]
    engine.close()


def test_a_bundle_that_others_can_change_is_refused(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.tar.gz"
    bundle.write_bytes(ECHO)
    bundle.chmod(0o666)
    with pytest.raises(BundleInvalid):
        open_engine(f"wasm:{bundle}")


def test_a_bundle_is_named_or_there_is_no_engine(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        open_engine("wasm:")
    with pytest.raises(BundleInvalid):
        open_engine(f"wasm:{tmp_path / 'nowhere.tar.gz'}")
    with pytest.raises(BundleInvalid):
        open_engine(f"wasm:{tmp_path}")


def test_a_reload_takes_the_new_module_and_keeps_the_last_good_one(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.tar.gz"
    bundle.write_bytes(ECHO)
    engine = open_engine(f"wasm:{bundle}", isolation="in_process")
    first = engine.bundle
    bundle.write_bytes(b"half a bundle")
    assert not engine.reload().accepted
    assert engine.decide(QUESTION).outcome == "allow"
    bundle.write_bytes((COMPILED / "rules.tar.gz").read_bytes())
    assert engine.reload().accepted
    assert engine.bundle != first
    assert engine.decide(QUESTION).outcome == "deny"
    engine.close()


def test_values_cross_between_module_and_host_without_a_loss() -> None:
    values = _evaluator._beside("_rego_values")
    text = '{"a":{3,1.50,"x",null,{1,2},[1],{"k":2}},1:set(),"b":123456789012345678901234567890}'
    assert values.to_json(text) == (
        '{"a":[null,1.50,3,"x",[1],{"k":2},[1,2]],"1":[],"b":123456789012345678901234567890}'
    )
    assert values.read('{"a":[1,{"b","c"}],"d":set()}') == {"a": [1, frozenset({"b", "c"})], "d": frozenset()}
    assert values.write({"a": [True, None, "ü"], "b": frozenset()}) == '{"a":[true,null,"ü"],"b":set()}'
    for bad in ("{1", "[1,", '{"a" 1}', "{1 2}", "", "[1]]", '{"a":}', '"', "nan", "-", "[1 2]", "{" * 1000):
        with pytest.raises(values.Unreadable):
            values.to_json(bad)
