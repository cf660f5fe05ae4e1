"""``runtime audit query|show|tail|export``: what happened, for people and programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

RECORDS = ".runtime/audit/records.jsonl"


NOT_READ = [
    (["query", "--since", "yesterday"], 2, "usage.invalid"),
    (["query", "--until", "\x1b[2J"], 2, "usage.invalid"),
    (["query", "--outcome", "fine"], 2, "usage.invalid"),
    (["query", "-n", "0"], 2, "usage.invalid"),
    (["query", "--log", "nowhere"], 2, "config.missing"),
    (["show", "c-99"], 2, "audit.not_found"),
    (["show", ""], 2, "audit.not_found"),
    (["show", "\udcff"], 2, "audit.not_found"),
    (["show", "c", "--log", "README.md"], 2, "config.missing"),
    (["tail", "--log", "nowhere"], 2, "config.missing"),
    (["export", "--format", "xml", "-o", "x"], 2, "usage.invalid"),
    (["export", "--format", "tiles"], 2, "usage.invalid"),
    (["export", "--format", "jsonl", "-o", "no/such/file"], 2, "usage.invalid"),
    (["export", "--format", "tiles", "-o", "."], 2, "usage.invalid"),
    (["export", "--format", "tiles", "-o", "README.md"], 2, "usage.invalid"),
    (["export", "--format", "jsonl", "--log", "nowhere", "-o", "x"], 2, "config.missing"),
]  # fmt: skip


@pytest.fixture
def calls(project, run) -> Path:
    """The project after a call that completed, one that failed, and one that was denied."""
    assert run("call", "list_dir").status == 0
    assert run("call", "read_file", '{"path": "nowhere"}').status == 1
    assert run("call", "create_file", '{"path": "x", "content": "y"}').status == 3
    return project


def test_a_query_finds_calls_and_tells_how_they_went(calls, run):
    found = run("audit", "query", "--json").data
    assert [(call["tool"], call["outcome"]) for call in found["calls"]] == [
        ("list_dir", "completed"),
        ("read_file", "failed"),
        ("create_file", "denied"),
    ]
    assert found["more"] is False
    assert run("audit", "query", "-n", "1", "--json").data["more"] is True
    assert "Only the newest 1 are shown" in run("audit", "query", "-n", "1").err
    lines = run("audit", "query", "--outcome", "denied", "--since", "1d").out.splitlines()
    assert len(lines) == 1
    assert "create_file by user:cli [capability.missing]" in lines[0]
    nothing = run("audit", "query", "--tool", "git_*")
    assert (nothing.status, nothing.out) == (0, "")


def test_a_call_is_shown_step_by_step(calls, run):
    denied = run("audit", "query", "--outcome", "denied", "--json").data["calls"][0]
    (records,) = run("audit", "show", denied["call"], "--json").data["calls"]
    assert [(one["kind"], one["step"]) for one in records] == [
        ("ToolInvoked", 1), ("CapabilityCheck", 5), ("ToolDenied", 5),
    ]  # fmt: skip
    assert records[0]["seq"] == denied["seq"]
    assert all(one["offset_us"] >= 0 for one in records)
    told = run("audit", "show", denied["call"]).out
    assert "step 5   ToolDenied: denied: capability.missing; nothing ran (record" in told


def test_the_tail_shows_the_newest_records(calls, run):
    lines = (calls / RECORDS).read_bytes().split(b"\n")[:-1]
    shown = [json.loads(line) for line in run("audit", "tail", "-n", "3", "--json").out.splitlines()]
    assert [one["seq"] for one in shown] == [len(lines) - 3, len(lines) - 2, len(lines) - 1]
    assert [one["body"] for one in shown] == [json.loads(line)["body"] for line in lines[-3:]]
    assert run("audit", "tail").out.count("\n") == 10
    assert run("audit", "tail", "-n", "0").out == ""


def test_following_shows_what_is_written_and_ends_when_interrupted(calls, child, run):
    process = child("audit", "tail", "--follow", "-n", "1")
    first = process.stdout.readline()
    assert b"ToolDenied" in first
    assert run("call", "list_dir").status == 0
    assert any(b"ToolCompleted" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert b"Traceback" not in process.stderr.read()


def test_following_a_log_that_is_cut_ends_and_says_so(calls, child):
    """T-AUD-09"""
    process = child("audit", "tail", "--follow", "-n", "1")
    assert process.stdout.readline()
    os.truncate(calls / ".runtime/audit/records.jsonl", 0)
    assert process.wait(60) == 1
    assert b"audit.tampered" in process.stderr.read()


def test_each_format_is_written_to_a_file_and_to_a_pipe(calls, run):
    for form in ("jsonl", "csv", "ocsf"):
        made = run("audit", "export", "--format", form, "-o", form, "--json")
        assert (made.status, made.data["format"]) == (0, form)
        assert (calls / form).read_bytes().count(b"\n") == made.data["lines"]
        piped = subprocess.run(
            [sys.executable, "-m", "runtime", "audit", "export", "--format", form],
            capture_output=True, timeout=60, check=True,
        )  # fmt: skip
        assert piped.stdout == (calls / form).read_bytes()
    made = run("audit", "export", "--format", "tiles", "-o", "tiles")
    assert made.status == 0
    assert (calls / "tiles/checkpoint").read_text() == run("audit", "checkpoint").out
    assert not list(calls.glob(".*jsonl*"))


def test_what_cannot_be_read_is_told_with_its_code(calls, run):
    for argv, status, code in NOT_READ:
        ran = run("audit", *argv, "--json")
        assert (argv, ran.status, ran.code) == (argv, status, code)
        told = run("audit", *argv)
        assert (argv, told.status, told.out) == (argv, status, "")
        assert "\x1b" not in told.err
        assert not (calls / "x").exists()


def test_a_line_that_is_no_record_is_named_by_every_reader(calls, run):
    intact = (calls / RECORDS).read_bytes()
    for damage in (b"not json\n", b"\0" * 100 + b"\n", b"x" * 70_000 + b"\n", b"\xff\n"):
        (calls / RECORDS).write_bytes(intact + damage)
        for argv in (
            ["query"],
            ["show", "c"],
            ["tail", "-n", "1"],
            ["export", "--format", "jsonl", "-o", "x"],
        ):
            ran = run("audit", *argv, "--json")
            assert (ran.status, ran.code) == (1, "audit.tampered")


def test_an_empty_log_has_nothing_to_show(calls, run):
    (calls / RECORDS).write_bytes(b"")
    assert run("audit", "query", "--json").code == "audit.tampered"  # its checkpoints say that there was more
    assert run("audit", "tail").out == ""
    assert run("audit", "export", "--format", "jsonl", "-o", "x", "--json").data["lines"] == 0
    ran = run("audit", "export", "--format", "tiles", "-o", "tiles", "--json")
    assert (ran.status, ran.code) == (1, "audit.tampered")
    (calls / RECORDS).with_name("checkpoints").write_bytes(b"")
    assert run("audit", "query", "--json").data == {"calls": [], "more": False}


def test_no_text_of_a_record_reaches_a_terminal_as_it_is(own_tools, run, child):
    """T-AUD-54: a principal and a tool's code may hold escape sequences."""
    evil = "\x1b]0;owned\x07\x9b2J\u202e"
    run("call", "ponder", json.dumps({"text": evil}), "--principal", f"agent:{evil}")
    call = run("audit", "query", "--json").data["calls"][-1]["call"]
    for argv in (["tail"], ["query"], ["show", call]):
        for form in ([], ["--json"]):
            out = run("audit", *argv, *form).out
            assert all(char == "\n" or char.isprintable() for char in out)


def test_an_export_does_not_go_to_a_terminal(calls, child):
    """T-AUD-54"""
    master, slave = os.openpty()
    process = child("audit", "export", "--format", "csv", stdout=slave)
    os.close(slave)
    assert process.wait(60) == 2
    os.close(master)
    assert b"usage.invalid" in process.stderr.read()
