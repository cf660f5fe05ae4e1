"""Rules that approve in a person's place: exactly what they say, as long as they say so, and never by accident."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path

import pytest
import regex

from runtime.approval import rules as module
from runtime.approval.rules import MATCH_TIMEOUT_S, RuleFile, check_pattern, matches
from runtime.contracts import canonical
from runtime.contracts.approval import ApprovalRequest
from runtime.contracts.errors import ApprovalUnknown, ConfigurationError

NOW_US = 1_790_000_000_000_000
ENDLESS = ("(a|aa)+", "a" * 60 + "b")  # the library sees through most of the known ones


@pytest.fixture
def rules(tmp_path: Path) -> RuleFile:
    return RuleFile(tmp_path / "config" / "approval-rules.json", tmp_path / "work")


def request(tool: str = "create_file", **arguments: object) -> ApprovalRequest:
    return ApprovalRequest(
        call_id="c", tool=tool, manifest="m", arguments=dict(arguments), arguments_digest="d", risk="dangerous",
        principal="agent:x", reasons=(), bundle="b", expires_us=NOW_US,
    )  # fmt: skip


def approves(rules: RuleFile, tool: str = "create_file", **arguments: object) -> bool:
    return rules.match(request(tool, **arguments), canonical.encode(arguments)) is not None


def test_without_a_file_nothing_is_approved(rules) -> None:
    assert not approves(rules, path="a.txt")
    assert rules.entries() == ()


def test_the_contracts_own_example_approves_what_it_shows(rules) -> None:
    rules.add(tool="create_file", pattern=r'^{"path":".*\.txt"}$')
    assert approves(rules, path="test.txt")
    assert not approves(rules, path="test.py")


def test_a_pattern_is_matched_against_the_whole_of_the_arguments(rules) -> None:
    rules.add(tool="create_file", pattern='"path":"a"')
    assert not approves(rules, path="a")
    rules.add(tool="create_file", pattern='{"path":"a"}')
    assert approves(rules, path="a")
    assert not approves(rules, path="a", content="x")


def test_a_rule_is_for_one_tool(rules) -> None:
    rules.add(tool="create_file", pattern=".*")
    assert not approves(rules, "create_files", path="a")
    assert not approves(rules, "Create_File", path="a")


def test_arguments_are_matched_in_their_canonical_form_however_they_were_written(rules) -> None:
    rules.add(tool="t", pattern='{"a":1,"b":2}')
    assert approves(rules, "t", b=2, a=1)


def test_a_rule_of_another_folder_does_not_count_here(rules, tmp_path) -> None:
    rules.add(tool="t", pattern=".*", workspace=str(tmp_path / "elsewhere"))
    assert not approves(rules, "t")
    rules.add(tool="t", pattern=".*", workspace=str(tmp_path / "work"))
    assert approves(rules, "t")


def test_an_expired_or_disabled_rule_approves_nothing(rules) -> None:
    expired = rules.add(tool="t", pattern=".*", expires_us=time.time_ns() // 1000 - 1)
    assert not approves(rules, "t")
    rules.change(expired.id, expires_us=time.time_ns() // 1000 + 60_000_000)
    assert approves(rules, "t")
    rules.change(expired.id, enabled=False)
    assert not approves(rules, "t")


def test_always_is_a_rule_of_exactly_these_arguments_and_is_made_once(rules) -> None:
    asked, text = request("t", path="a+(b).txt"), canonical.encode({"path": "a+(b).txt"})
    rule = rules.always(asked, text)
    assert rules.always(asked, text).id == rule.id
    assert approves(rules, "t", path="a+(b).txt")
    assert not approves(rules, "t", path="aab.txt")
    assert len(rules.entries()) == 1


def test_a_removed_rule_is_gone_and_an_unknown_one_is_an_error(rules) -> None:
    rule = rules.add(tool="t", pattern=".*")
    assert rules.remove(rule.id) == rule
    assert not approves(rules, "t")
    for act in (rules.remove, lambda name: rules.change(name, enabled=True)):
        with pytest.raises(ApprovalUnknown):
            act(rule.id)


def test_a_rule_that_another_process_added_is_in_force_at_once(rules, tmp_path) -> None:
    assert not approves(rules, "t")
    RuleFile(tmp_path / "config" / "approval-rules.json", tmp_path / "work").add(tool="t", pattern=".*")
    assert approves(rules, "t")


def test_rules_added_side_by_side_are_all_kept(rules) -> None:
    threads = [
        threading.Thread(target=rules.add, kwargs={"tool": f"t{i}", "pattern": ".*"}) for i in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {rule.tool for rule in rules.entries()} == {f"t{i}" for i in range(16)}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff", b'{"rules": [{"id": "r"}]}', b'{"rules": [], "more": 1}', b"[" * 100_000],
    ids=["empty", "torn", "list", "no-utf8", "no-tool", "unknown-field", "deep"],
)
def test_a_file_that_is_damaged_approves_nothing_and_says_so(rules, tmp_path, content) -> None:
    """T-RUN-22"""
    rules.add(tool="t", pattern=".*")
    file = tmp_path / "config" / "approval-rules.json"
    file.write_bytes(content)
    assert not approves(rules, "t")
    with pytest.raises(ConfigurationError):
        rules.entries()


def test_a_file_that_others_may_write_approves_nothing(rules, tmp_path) -> None:
    """T-RUN-22"""
    rules.add(tool="t", pattern=".*")
    (tmp_path / "config" / "approval-rules.json").chmod(0o666)
    assert not approves(RuleFile(tmp_path / "config" / "approval-rules.json", tmp_path / "work"), "t")


def test_the_file_is_the_owners_alone(rules, tmp_path) -> None:
    rules.add(tool="t", pattern=".*")
    file = tmp_path / "config" / "approval-rules.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert json.loads(file.read_text())["rules"][0]["tool"] == "t"


def test_an_expression_that_backtracks_without_end_does_not_match(rules) -> None:
    """T-RUN-22"""
    begun = time.process_time()
    with pytest.raises(TimeoutError):
        regex.fullmatch(*ENDLESS, timeout=MATCH_TIMEOUT_S)
    assert not matches(*ENDLESS)
    assert time.process_time() - begun < 5
    assert not matches("(", "x")


def test_rules_that_could_not_be_read_back_are_not_written(rules, monkeypatch) -> None:
    """T-RUN-22: one rule too many must not put all the others out of force."""
    monkeypatch.setattr(module, "_MAX_BYTES", 600)
    kept = rules.add(tool="t", pattern="{}")
    with pytest.raises(ConfigurationError):
        rules.add(tool="t", pattern="x" * 500)
    assert rules.entries() == (kept,)
    assert approves(rules, "t")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "fifo"])
def test_what_is_no_file_approves_nothing_and_says_so(rules, tmp_path, make) -> None:
    """T-RUN-22"""
    (tmp_path / "config").mkdir()
    make(tmp_path / "config" / "approval-rules.json")
    assert not approves(rules, "t")
    with pytest.raises(ConfigurationError):
        rules.entries()


def test_other_threads_go_on_while_an_expression_backtracks() -> None:
    """T-RUN-22: an event loop among them; a match that held the interpreter would stop them all."""
    interval, done = sys.getswitchinterval(), threading.Event()

    def match() -> None:
        for _ in range(4):
            matches(*ENDLESS)
        done.set()

    matches(*ENDLESS)  # what is imported and compiled once is no part of it
    matching = threading.Thread(target=match)
    sys.setswitchinterval(1e-4)
    try:
        matching.start()
        begun = time.thread_time()
        while not done.is_set():
            pass
        worked_s = time.thread_time() - begun
    finally:
        sys.setswitchinterval(interval)
        matching.join()
    assert worked_s > MATCH_TIMEOUT_S  # of four times as much


@pytest.mark.parametrize("pattern", ["(", "[", "x" * 5000, "(?P<a>x)(?P<a"])
def test_a_pattern_that_is_none_is_refused_when_the_rule_is_made(rules, pattern) -> None:
    with pytest.raises(ConfigurationError) as caught:
        rules.add(tool="t", pattern=pattern)
    assert caught.value.details["field"] == "pattern"
    assert rules.entries() == ()
    with pytest.raises(ConfigurationError):
        check_pattern(pattern)
