"""``runtime call --stream``: what a tool writes is printed as it comes."""

from __future__ import annotations

import json
import os
import signal

SCRIPT = json.dumps({"commands": "echo one; echo oops >&2; printf two"})


def test_what_a_script_writes_goes_to_both_streams(project, run):
    called = run("call", "bash", SCRIPT, "--stream")
    assert (called.status, called.out, called.err) == (0, "one\ntwo", "oops\n")


def test_as_json_each_event_is_a_line_and_the_outcome_is_the_last(project, run):
    lines = [json.loads(line) for line in run("call", "bash", SCRIPT, "--stream", "--json").out.splitlines()]
    assert [line.get("output") for line in lines[:-1]] == ["one\n", "oops\n", "two"]
    assert [line["stream"] for line in lines[:-1]] == ["stdout", "stderr", "stdout"]
    assert lines[-1]["success"] is True
    assert lines[-1]["output"]["stdout"] == "one\ntwo"


def test_a_tool_that_streams_nothing_is_told_at_its_end(project, run):
    assert "README.md" in run("call", "list_dir", "--stream").out


def test_a_refused_call_prints_its_error_alone(project, run):
    called = run("call", "no_such_tool", "--stream")
    assert (called.status, called.out) == (3, "")
    assert "tool.not_found" in called.err


def test_no_output_reaches_a_terminal_as_it_is(project, run):
    """T-RUN-17: control sequences of a script's output."""
    called = run("call", "bash", json.dumps({"commands": "printf '\\033]0;owned\\007\\233'"}), "--stream")
    assert called.out.isprintable()


def test_an_interrupt_cancels_the_call_and_records_it(project, run, child):
    """T-CALL-12"""
    script = json.dumps({"commands": "echo begun; while :; do :; done"})
    process = child("call", "bash", script, "--stream", "--call-id", "c")
    assert process.stdout.readline() == b"begun\n"
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    (records,) = run("audit", "show", "c", "--json").data["calls"]
    assert records[-1]["kind"] == "ToolAborted"
