"""The gate: what is declared, within what is granted."""

from __future__ import annotations

from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import Check
from runtime.contracts.capability import (
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    ProcessSpawn,
    RandomRead,
)


def test_a_declaration_runs_with_the_grant_that_it_covers() -> None:
    result = check_gate([FsRead(["."])], [FsRead(["src"])])
    assert result.effective == CapabilitySet([FsRead(["src"])])
    assert result.missing == ()
    assert result.checks == (Check(allowed=True, capability="fs_read", count=1, target="."),)


def test_a_declaration_runs_with_no_more_than_it_declares() -> None:
    assert check_gate([FsRead(["src"])], [FsRead(["."])]).effective == CapabilitySet([FsRead(["src"])])


def test_what_is_granted_and_not_declared_is_dropped() -> None:
    """T-CAP-03"""
    result = check_gate([ClockRead()], [ClockRead(), FsRead(["."]), RandomRead()])
    assert result.effective == CapabilitySet([ClockRead()])


def test_what_is_declared_and_not_granted_is_missing() -> None:
    result = check_gate([FsRead(["src"]), FsWrite(["src"]), ClockRead()], [FsRead(["docs"]), ClockRead()])
    assert result.missing == (FsRead(["src"]), FsWrite(["src"]))
    assert result.effective == CapabilitySet([ClockRead()])
    assert [(c.capability, c.allowed, c.target) for c in result.checks] == [
        ("fs_read", False, "src"),
        ("fs_write", False, "src"),
        ("clock_read", True, "*"),
    ]


def test_a_declaration_without_targets_takes_what_is_granted() -> None:
    result = check_gate([FsRead([]), NetRead([])], [FsRead(["src"]), NetRead(["a.com"])])
    assert result.effective == CapabilitySet([FsRead(["src"]), NetRead(["a.com"])])
    assert [check.target for check in result.checks] == ["*", "*"]


def test_a_declaration_without_targets_keeps_its_own_bounds() -> None:
    result = check_gate([ProcessSpawn([], cpu_s=2)], [ProcessSpawn(["git"], cpu_s=9, memory_bytes=5)])
    assert result.effective == CapabilitySet([ProcessSpawn(["git"], cpu_s=2, memory_bytes=5)])


def test_a_grant_without_targets_grants_nothing() -> None:
    """T-CAP-03"""
    assert check_gate([FsRead([])], [FsRead([])]).missing == (FsRead([]),)
    assert check_gate([FsRead(["."])], [FsRead([])]).missing == (FsRead(["."]),)


def test_what_passed_once_is_narrowed_further_by_other_grants() -> None:
    passed = check_gate([FsRead([])], [FsRead(["src"])]).effective
    assert check_gate(passed, [FsRead(["src/a"])]).effective == CapabilitySet([FsRead(["src/a"])])


def test_a_kind_that_the_other_grants_leave_out_is_missing() -> None:
    passed = check_gate([FsRead(["src"]), ClockRead()], [FsRead(["src"]), ClockRead()]).effective
    assert check_gate(passed, [ClockRead()]).missing == (FsRead(["src"]),)
    assert check_gate([ClockRead()], []).missing == (ClockRead(),)


def test_other_grants_give_no_more_than_what_passed() -> None:
    passed = check_gate([EnvRead(["*"])], [EnvRead(["LANG"])]).effective
    assert check_gate(passed, [EnvRead(["*"])]).effective == CapabilitySet([EnvRead(["LANG"])])


def test_a_tool_that_declares_nothing_gets_nothing() -> None:
    """T-CAP-03"""
    result = check_gate([], [FsRead(["."])])
    assert (len(result.effective), result.checks, result.missing) == (0, (), ())


def test_equal_questions_get_the_same_answer_object() -> None:
    declared = CapabilitySet([FsRead(["."])])
    assert check_gate(declared, (FsRead(["a"]),)) is check_gate(declared, [FsRead(["a"])])
