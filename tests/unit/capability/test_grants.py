"""Grants as people write them, right and wrong."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.capability.gate import from_table, parse_grant
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    EnvRead,
    FsRead,
    NetRead,
    ProcessSpawn,
    WasmExec,
)
from runtime.contracts.errors import ConfigurationError, InputInvalid


@pytest.mark.parametrize(
    ("text", "capability"),
    [
        ("fs_read=src,docs", FsRead(["docs", "src"])),
        (" fs_read = ./src/ , docs , ", None),
        ("fs_read=./src/, docs,", FsRead(["src", "docs"])),
        ("fs_read=.", FsRead(["."])),
        ("fs_read=a=b", FsRead(["a=b"])),
        ("clock_read", ClockRead()),
        ("wasm_exec", WasmExec()),
        ("net_read=*.example.com,https://a.com:8443", NetRead(["*.example.com", "https://a.com:8443"])),
        ("env_read=*", EnvRead(["*"])),
        ('{"type": "process_spawn", "commands": ["git"], "cpu_s": 10}', ProcessSpawn(["git"], cpu_s=10)),
        ('  {"type": "fs_read", "prefixes": ["a,b"]}', FsRead(["a,b"])),
    ],
)
def test_a_grant_is_read_as_it_is_written(text: str, capability: Capability | None) -> None:
    if capability is None:
        with pytest.raises(InputInvalid):
            parse_grant(text)
    else:
        assert parse_grant(text) == capability


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "capability"),
        ("fs_read", "fs_read=src,docs"),
        ("fs_read=", "prefixes"),
        ("fs_read=,", "prefixes"),
        ("fs_reed=src", "did you mean fs_read"),
        ("x" * 10_000, "…"),
        ("clock_read=now", "no targets"),
        ("fs_read=/etc", "absolute"),
        ("fs_read=../up", "climbs"),
        ("fs_read=a\0b", "NUL"),
        ("net_read=a b", "host"),
        ("env_read=LC_*", "alone"),
        ('{"type": "fs_read", "prefixes": []}', "prefixes"),
        ('{"type": "fs_read", "prefixes": "src"}', "array"),
        ('{"type": "fs_read", "prefixes": ["src"], "x": 1}', "x"),
        ('{"type": "fs_read"}', "prefixes"),
        ('{"type": "process_spawn", "commands": ["git"], "cpu_s": -1}', "negative"),
        ('{"type": "wasm_exec", "fuel": -5}', "negative"),
        ('{"type": "root"}', "root"),
        ("{", "truncated"),
        ('{"a": ' + "[" * 100_000, "grant"),
        ('{"\ud800": 1}', "grant"),
    ],
)
def test_what_is_no_grant_is_refused_with_a_way_out(text: str, word: str) -> None:
    with pytest.raises(InputInvalid) as caught:
        parse_grant(text)
    assert caught.value.code == "input.invalid"
    assert word in caught.value.message
    assert len(caught.value.message) < 400
    assert "fs_read=src,docs" in caught.value.suggestion


def test_a_table_grants_what_it_lists() -> None:
    granted = from_table(
        {
            "fs_read": ["src"],
            "clock_read": True,
            "random_read": False,
            "process_spawn": {"commands": ["git"], "cpu_s": 10},
            "wasm_exec": {"fuel": 7},
        }
    )
    assert granted == CapabilitySet(
        [FsRead(["src"]), ClockRead(), ProcessSpawn(["git"], cpu_s=10), WasmExec(fuel=7)]
    )
    assert len(from_table({})) == 0


@pytest.mark.parametrize(
    "table",
    [
        {"fs_read": True},
        {"fs_read": "src"},
        {"fs_read": []},
        {"fs_read": [1]},
        {"fs_read": ["/etc"]},
        {"fs_read": {"prefix": ["src"]}},
        {"fs_rad": ["src"]},
        {"clock_read": ["x"]},
        {"clock_read": 1},
        {"wasm_exec": {"fuel": True}},
        {"wasm_exec": {"fuel": "9"}},
        {"process_spawn": {"commands": ["git"], "cpu_s": float("nan")}},
        {"process_spawn": {"commands": ["git"], "cpu_s": float("inf")}},
        {"net_write": ["http://"]},
        {"db_read": ["ord*"]},
    ],
)
def test_a_table_that_does_not_hold_names_its_entry(table: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        from_table(table)
    (kind,) = table
    assert caught.value.code == "config.invalid"
    assert kind in caught.value.message
    assert caught.value.details == {"setting": kind}


def test_a_type_inside_a_table_cannot_change_its_kind() -> None:
    assert from_table({"wasm_exec": {"type": "process_spawn", "fuel": 1}}).get("process_spawn") is None
