"""What a person at a terminal sees and answers."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import sys

import pytest

from runtime.cli.ask import approve_on_terminal
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest

PROMPT = b"Approve? (y/n/always): "
CALL = ("call", "ponder", '{"text": "the words to approve"}', "--json")


@pytest.mark.parametrize("answer", [b"y\n", b"yes\n", b"Y\n"])
def test_a_yes_typed_at_the_terminal_lets_the_call_run(own_tools, terminal, answer):
    asked = terminal(*CALL)
    asked.wait_for(PROMPT)
    assert b"Tool: ponder\r\nParameters:\r\n  text: the words to approve\r\n" in asked.shown
    assert b"Risk level: read_only\r\n" in asked.shown
    asked.type(answer)
    status, out = asked.end()
    assert (status, json.loads(out)["output"]) == (0, "the words to approve")


@pytest.mark.parametrize("answer", [b"n\n", b"\n", b"x\n", b"yesss\n", b"\x04"])
def test_anything_but_a_yes_is_a_rejection(own_tools, terminal, answer):
    """T-RUN-06"""
    asked = terminal(*CALL)
    asked.wait_for(PROMPT)
    asked.type(answer)
    status, out = asked.end()
    assert (status, json.loads(out)["error"]["code"]) == (4, "approval.rejected")


def test_what_was_typed_before_the_question_is_no_answer_to_it(own_tools, terminal):
    """T-RUN-06"""
    asked = terminal(*CALL)
    asked.type(b"y\n")
    asked.wait_for(PROMPT)
    asked.type(b"n\n")
    assert asked.end()[0] == 4


def test_an_interrupt_at_the_question_ends_it_and_is_recorded(own_tools, terminal, run):
    asked = terminal(*CALL, "--call-id", "asked")
    asked.wait_for(PROMPT)
    asked.process.send_signal(signal.SIGINT)
    assert asked.end()[0] == 130
    assert '"kind":"ToolAborted"' in (own_tools / ".runtime/audit/records.jsonl").read_text()
    assert run("audit", "verify").status == 0


@pytest.mark.parametrize(("typed", "approved"), [(b"yes\n", True), (b"no\n", False), (b"\x04", False)])
def test_a_forged_line_in_a_question_is_shown_as_what_it_is(monkeypatch, capsys, typed, approved):
    """T-RUN-06, T-RUN-17: names and reasons are text from outside, too."""
    request = ApprovalRequest(
        call_id="c", tool="t", arguments={"a\nRisk level: none": 1, "b": "x" * 61, "c": ["\x1b[8m"]},
        arguments_digest="d", manifest="m", bundle="b", risk="dangerous", principal="agent:x", reasons=("why\nApprove? (y/n/always): y",), expires_us=0,
    )  # fmt: skip
    master, slave = pty.openpty()

    async def answer() -> ApprovalAnswer:
        asked = asyncio.create_task(approve_on_terminal(request))
        await asyncio.sleep(0)  # until it waits for the terminal
        os.write(master, typed)
        return await asked

    with open(slave, closefd=True) as terminal_:  # noqa: PTH123  # a descriptor, not a path
        monkeypatch.setattr(sys, "stdin", terminal_)
        assert asyncio.run(answer()).approved is approved
    os.close(master)
    shown = capsys.readouterr().err.splitlines()
    assert [line for line in shown if line.startswith(("Risk level", "Approve?"))] == [
        "Risk level: dangerous", "Approve? (y/n/always): ",
    ]  # fmt: skip
    assert "  b: <61 bytes>" in shown
    assert '  "a\\nRisk level: none": 1' in shown
    assert 'Why: "why\\nApprove? (y/n/always): y"' in shown
    assert "Asked by: agent:x" in shown
    assert not any("\x1b" in line for line in shown)


def test_the_question_has_the_form_of_the_tool_contract(own_tools, run, terminal):
    """Tool contract, "Approval Display"."""
    (own_tools / "policies" / "authz.rego").write_text(
        'package runtime.authz\n\ndefault decision := {"allow": true, "ask": true, "reasons": ["it writes"]}\n'
    )
    assert run("policy", "accept", "--yes").status == 0
    arguments = json.dumps({"content": "print('hello you')\n\n", "path": "hello.py"})
    asked = terminal("call", "create_file", arguments, "--grant", "fs_write=.")
    asked.wait_for(PROMPT)
    before, tool, rest = asked.shown.replace(b"\r", b"").partition(b"Tool: ")
    assert (tool + rest).decode() == (
        "Tool: create_file\nParameters:\n  path: hello.py\n  content: <20 bytes>\nFiles affected: hello.py\n"
        "Risk level: safe_write\n\nApprove? (y/n/always): "
    )
    assert before.startswith(b"Why: it writes\nMay use: fs_write=.\nAsked by: user:cli\n")
    asked.type(b"y\n")
    assert asked.end()[0] == 0
    assert (own_tools / "hello.py").read_text() == "print('hello you')\n\n"


def test_show_shows_every_parameter_whole_and_asks_again(own_tools, terminal):
    """T-RUN-17"""
    asked = terminal("call", "ponder", json.dumps({"text": "begin\n" + "x" * 100 + "\x1b[8mend"}))
    asked.wait_for(PROMPT)
    assert b"text: <113 bytes>" in asked.shown
    assert b"end" not in asked.shown
    asked.shown = b""
    asked.type(b"show\n")
    asked.wait_for(PROMPT)
    assert asked.shown.count(b"Asked by: user:cli\r\n") == 1
    begun = asked.shown.index(b'  text: "begin\\n')
    shown = asked.shown[begun : asked.shown.index(b"Risk level")]
    assert shown.replace(b"\r\n    | ", b"") == b'  text: "begin\\n' + b"x" * 100 + b'\\u001b[8mend"\r\n'
    asked.type(b"n\n")
    assert asked.end()[0] == 4


def test_always_makes_a_rule_and_the_same_call_asks_nobody_again(own_tools, terminal, run):
    asked = terminal(*CALL)
    asked.wait_for(PROMPT)
    asked.type(b"always\n")
    assert asked.end()[0] == 0
    [rule] = run("approvals", "rules", "list", "--json").data["rules"]
    assert (rule["tool"], rule["workspace"], rule["note"]) == ("ponder", str(own_tools), "always")
    assert run(*CALL).status == 0
    other = run("call", "ponder", '{"text": "other words"}', "--json")
    assert (other.status, other.code) == (4, "approval.required")


def test_a_yes_stands_where_no_rule_can_be_made_of_it(own_tools, terminal, run):
    asked = terminal("call", "ponder", json.dumps({"text": "x" * 5000}), "--json")
    asked.wait_for(PROMPT)
    asked.type(b"always\n")
    asked.wait_for(b"no rule was made")
    assert asked.end()[0] == 0
    assert run("approvals", "rules", "list", "--json").data == {"rules": []}


def test_by_rules_alone_nobody_is_asked_at_the_terminal_and_the_question_waits(own_tools, terminal, run):
    asked = terminal(*CALL, "--approve", "rules")
    status, out = asked.end()
    error = json.loads(out)["error"]
    assert (status, error["code"]) == (4, "approval.required")
    assert PROMPT not in asked.shown
    assert run("approvals", "show", error["details"]["approval"], "--json").data["state"] == "pending"


@pytest.mark.parametrize("flag", [["--approve", "never"], ["--no-input"]])
def test_nobody_is_asked_who_does_not_want_to_be(own_tools, terminal, flag):
    asked = terminal(*CALL, *flag)
    status, out = asked.end()
    assert (status, json.loads(out)["error"]["code"]) == (4, "approval.required")
    assert PROMPT not in asked.shown


def test_long_arguments_are_shown_by_size_and_control_characters_visibly(own_tools, terminal):
    """T-RUN-17"""
    asked = terminal("call", "ponder", json.dumps({"text": "x" * 100}))
    asked.wait_for(PROMPT)
    assert b"text: <100 bytes>" in asked.shown
    hostile = terminal("call", "ponder", json.dumps({"text": "\x1b[8mhidden"}))
    hostile.wait_for(PROMPT)
    assert b"\x1b" not in hostile.shown
    assert b'text: "\\u001b[8mhidden"' in hostile.shown


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_goes_to_terminals_that_want_it(own_tools, child, environment, coloured):
    master, slave = pty.openpty()
    env = (
        {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
        | {"TERM": "xterm"}
        | environment
    )
    process = child("audit", "verify", stdout=slave, stderr=slave, env=env)
    assert process.wait(60) == 0
    os.close(slave)
    shown = os.read(master, 65_536)
    os.close(master)
    assert b"OK\x1b" in shown or b"OK\r" in shown
    assert (b"\x1b[32m" in shown) is coloured


def test_json_at_a_terminal_is_indented_and_still_free_of_control_characters(own_tools, child):
    """T-RUN-17"""
    master, slave = pty.openpty()
    process = child("call", "paint", '{"text": "\\u009b31m"}', "--json", stdout=slave)
    assert process.wait(60) == 0
    os.close(slave)
    shown = os.read(master, 65_536)
    os.close(master)
    assert shown.startswith(b'{\r\n  "tool": "paint"')
    assert b"\\u009b31m" in shown


def test_forced_colour_goes_through_a_pipe_and_an_option_forbids_it(project, child):
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"FORCE_COLOR": "1"}
    forced, forbidden = (
        child(*option, "audit", "verify", env=env).communicate(timeout=60)[0]
        for option in ((), ("--no-color",))
    )
    assert forced.startswith(b"\x1b[32mOK")
    assert b"\x1b" not in forbidden
