"""``runtime wasm inspect``."""

from __future__ import annotations

import os

import pytest
from wasm_bytes import custom
from wasm_modules import (
    BUFFER,
    ECHO,
    MAGIC,
    answering,
    assembled,
    call,
    component,
    leb,
    packed,
    probe,
    reactor,
    section,
)

from runtime.contracts.digest import digest

GREP = probe([call("cathedral.read", b"a.txt", 0, BUFFER, 9), call("cathedral.fetch", b"{}", BUFFER, 9)])
PROGRAM = probe([call("wasi.path_open", 3, 0, b"a", 0, 0, 0, 0, 0), call("wasi.clock_time_get", 0, 0, 0)])


@pytest.fixture
def module(folder):
    """Writes a module into the current folder."""

    def write(data: bytes | str, name: str = "tool.wasm") -> bytes:
        data = assembled(data) if isinstance(data, str) else data
        (folder / name).write_bytes(data)
        return data

    return write


@pytest.mark.parametrize(
    ("data", "kind", "needs"),
    [
        (answering("{}"), "reactor", []),
        (GREP, "reactor", ["fs_read", "net_read", "net_write"]),
        (PROGRAM, "command", ["clock_read", "fs_read", "fs_write"]),
        (component(ECHO, uses=("write",)), "component", ["fs_write"]),
    ],
)
def test_a_module_is_told_with_its_kind_and_what_it_would_need(module, run, data, kind, needs):
    data = module(data)
    ran = run("wasm", "inspect", "tool.wasm", "--json")
    assert ran.status == 0
    told = ran.data
    assert (told["kind"], told["capabilities"], told["digest"]) == (kind, needs, digest(data))
    assert (told["file"], told["size_bytes"]) == ("tool.wasm", len(data))
    text = run("wasm", "inspect", "tool.wasm").out
    assert f"a {kind}: tool.wasm" in text
    assert told["digest"] in text
    assert (", ".join(needs) or "no capability") in text
    assert all(export["name"] in text for export in told["exports"])


def test_a_module_that_is_no_tool_is_a_finding_with_its_reasons(module, run):
    module('(module (import "env" "system" (func (param i32) (result i32))))')
    ran = run("wasm", "inspect", "tool.wasm")
    assert ran.status == 1
    assert "no tool of any kind" in ran.out
    assert "no reactor: A reactor must export memory" in ran.out
    assert run("wasm", "inspect", "tool.wasm", "--json").status == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"(module)", "wasm.magic"),
        (b"", "wasm.magic"),
        (MAGIC + b"\1\x7f", "wasm.malformed"),
        (MAGIC + section(1, leb(60_000) + bytes(60_000)), "wasm.count"),
        (assembled("(module (memory 1) (memory 1))"), "wasm.feature"),
        (MAGIC + custom("a") * 6_000, "wasm.section"),
    ],
)
def test_what_admission_refuses_is_a_coded_error(module, run, data, reason):
    module(data)
    ran = run("wasm", "inspect", "tool.wasm", "--json")
    assert (ran.status, ran.code) == (2, "wasm.refused")
    assert reason in ran.data["error"]["message"]
    assert ran.data["error"]["suggestion"]
    assert run("wasm", "inspect", "tool.wasm").err.startswith("Error [wasm.refused]: ")


def test_a_file_too_large_is_refused_without_being_read(folder, run):
    with (folder / "sparse.wasm").open("wb") as file:
        file.truncate(1 << 40)
    ran = run("wasm", "inspect", "sparse.wasm", "--json")
    assert (ran.status, ran.code) == (2, "wasm.refused")
    assert "wasm.size" in ran.data["error"]["message"]


@pytest.mark.parametrize("name", ["missing.wasm", ".", "pipe", "/dev/zero", "a\0b", "\x1b[2J\n"])
def test_what_is_no_regular_file_is_a_usage_error(folder, run, name):
    os.mkfifo(folder / "pipe")
    ran = run("wasm", "inspect", name)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Error [usage.invalid]: ")
    assert "\x1b" not in ran.err


def test_what_a_module_says_of_itself_does_not_steer_the_terminal(module, run):
    """T-RUN-17"""
    module(packed(last=custom("\x1b[31mred\n") + custom("\u202eright")), name="a\x1bb.wasm")
    module(
        reactor(
            "(i64.const 0)",
            imports='(import "\\1b[2J\\0aforged" "\\c2\\9b" (func))',
            fields='(func (export "\\1b]0;x\\07"))',
        )
    )
    for name in ("a\x1bb.wasm", "tool.wasm"):
        for flags in ((), ("--json",)):
            out = run("wasm", "inspect", name, *flags).out
            assert all(one.isprintable() for one in out.split("\n"))
            assert "\nforged" not in out


def test_a_long_list_of_exports_is_cut_for_people_only(module, run):
    module(packed(exports=[bytes([4]) + f"e{i:03}".encode() + b"\0\0" for i in range(500)]))
    assert "more: `--json` shows all" in run("wasm", "inspect", "tool.wasm").out
    assert len(run("wasm", "inspect", "tool.wasm", "--json").data["exports"]) == 503
