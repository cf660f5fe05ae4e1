"""What covers what, in examples that a reader of a grant would ask about. The laws are in tests/property."""

from __future__ import annotations

import pytest

from runtime.capability.match import CapabilitySet, intersect, prefix_covers
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    DbRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    ProcessSpawn,
    WasmExec,
)


@pytest.mark.parametrize(
    ("grant", "required", "answer"),
    [
        (FsRead(["src"]), FsRead(["src/a"]), True),
        (FsRead(["src"]), FsRead(["srcx"]), False),
        (FsRead(["src"]), FsRead(["."]), False),
        (FsRead(["."]), FsRead(["src", "docs"]), True),
        (FsRead(["a", "b"]), FsRead(["b/c", "a"]), True),
        (FsRead(["src"]), FsWrite(["src"]), False),
        (FsRead([]), FsRead(["src"]), False),
        (EnvRead(["*"]), EnvRead(["HOME"]), True),
        (EnvRead(["HOME"]), EnvRead(["*"]), False),
        (EnvRead(["LC_*"]), EnvRead(["LC_ALL"]), False),
        (DbRead(["orders"]), DbRead(["order"]), False),
        (NetRead(["*"]), NetRead(["example.com"]), True),
        (NetRead(["*"]), NetRead(["localhost"]), False),
        (NetRead(["*", "localhost"]), NetRead(["localhost:8080"]), True),
        (NetRead(["*.example.com"]), NetRead(["example.com"]), False),
        (NetRead(["https://a.example.com"]), NetRead(["a.example.com"]), False),
        (ProcessSpawn(["git"], cpu_s=5), ProcessSpawn(["git"], cpu_s=3), True),
        (ProcessSpawn(["git"], cpu_s=5), ProcessSpawn(["git"]), False),
        (ProcessSpawn(["git"]), ProcessSpawn(["git"], cpu_s=3), True),
        (WasmExec(fuel=10), WasmExec(fuel=11), False),
        (ClockRead(), ClockRead(), True),
    ],
)
def test_a_grant_covers_what_its_words_say(grant: Capability, required: Capability, answer: bool) -> None:
    assert (intersect(grant, required) == required) is answer


def test_the_workspace_prefix_covers_every_path() -> None:
    assert prefix_covers(".", "anything/at/all")
    assert prefix_covers(".", ".")


def test_an_intersection_keeps_the_deeper_prefix_and_the_tighter_bound() -> None:
    assert intersect(FsRead(["."]), FsRead(["src"])) == FsRead(["src"])
    assert intersect(ProcessSpawn(["*"], cpu_s=3), ProcessSpawn(["git"], memory_bytes=9)) == ProcessSpawn(
        ["git"], cpu_s=3, memory_bytes=9
    )
    assert intersect(FsRead(["a"]), FsRead(["b"])) is None


def test_capabilities_of_one_kind_become_one_without_covered_targets() -> None:
    held = CapabilitySet([FsRead(["src/a", "docs"]), FsRead(["src"]), FsRead(["src-b"])])
    assert list(held) == [FsRead(["docs", "src", "src-b"])]


def test_a_covered_target_is_never_kept_beside_what_covers_it() -> None:
    held = CapabilitySet([FsRead(["a", "a-b", "a/b", "a/b/c"]), EnvRead(["*", "HOME"])])
    assert list(held) == [FsRead(["a", "a-b"]), EnvRead(["*"])]


def test_merging_takes_the_tighter_bound_so_that_no_target_gains_one() -> None:
    held = CapabilitySet([ProcessSpawn(["git"], cpu_s=1), ProcessSpawn(["make"], cpu_s=10)])
    assert held.get("process_spawn") == ProcessSpawn(["git", "make"], cpu_s=1)


def test_a_set_is_a_value_that_does_not_depend_on_order() -> None:
    one = CapabilitySet([ClockRead(), FsRead(["a"])])
    two = CapabilitySet([FsRead(["a"]), ClockRead()])
    assert one == two
    assert hash(one) == hash(two)
    assert len(one) == 2
    assert "fs_read" in one
    assert "fs_write" not in one
    assert one.get("fs_write") is None
    assert one != [FsRead(["a"]), ClockRead()]
    assert repr(one) == "CapabilitySet([FsRead(prefixes=('a',)), ClockRead()])"
    assert one.to_data() == [{"type": "fs_read", "prefixes": ["a"]}, {"type": "clock_read"}]
