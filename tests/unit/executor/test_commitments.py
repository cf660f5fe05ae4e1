"""What of a call gets to the vault: all of it, what policy leaves of it, or nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime import ApprovalAnswer, tool
from runtime.audit.vault.vault_reader import VaultReader
from runtime.audit.verify.verifier import verify
from runtime.contracts.audit import ApprovalDecided, ToolCompleted, ToolInvoked
from runtime.contracts.digest import commitment
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.vault import Opened
from runtime.executor.hidden_names import HIDDEN

SECRET = "hunter2"


@tool(description="Give the arguments back", side_effects=["none"], determinism="pure", output_schema={})
def echo(text: str, token: str = "none", tags: list[str] = []) -> Any:  # noqa: B006  # a default of the schema
    return {"text": text, "token": token, "tags": tags}


@tool(description="Give bytes", side_effects=["none"], normalization="binary", output_schema={})
def blob() -> bytes:
    return b"\xff\n" + SECRET.encode()


LARGE = ResourceBounds(input_bytes=4 << 20)


@tool(description="Take much", side_effects=["none"], bounds=LARGE)
def swallow(text: str) -> int:
    return len(text)


def held(workspace: Any, body: Any) -> Opened:
    """What the vault holds of a record's commitment."""
    made = {ToolInvoked: "arguments", ToolCompleted: "raw", ApprovalDecided: "modified"}[type(body)]
    seq = next(record.seq for record, one in workspace.records() if one == body)
    with VaultReader.at(workspace.log) as vault:
        return vault.open(getattr(body, made), seq)


def files(workspace: Any) -> bytes:
    return b"".join(file.read_bytes() for file in Path(workspace.folder).rglob("*") if file.is_file())


def redact(workspace: Any, *pointers: str, **decision: Any) -> None:
    workspace.decide(
        msgspec.json.encode({"allow": True, **decision, "obligations": {"redact": pointers}}).decode()
    )


def ends(workspace: Any, call: str) -> tuple[ToolInvoked, ToolCompleted]:
    invoked, *_, completed = workspace.bodies(call)
    return invoked, completed


def check(workspace: Any) -> Any:
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert report.verdict == "OK_NOT_WITNESSED", report
    return report


def test_the_vault_opens_what_the_records_commit_to(workspace, opened):
    outcome = opened(echo).call_sync("echo", {"text": "a\nb"})
    invoked, completed = ends(workspace, outcome.call_id)
    arguments, result = held(workspace, invoked), held(workspace, completed)
    assert (invoked.kept, completed.kept) == ("whole", "whole")
    assert arguments.value == b'{"tags":[],"text":"a\\nb","token":"none"}'
    assert arguments.salt == bytes.fromhex(outcome.salts["arguments"])
    assert result.value == b'{"text":"a\\nb","token":"none","tags":[]}'


def test_binary_results_are_held_as_they_are(workspace, opened):
    outcome = opened(blob).call_sync("blob", {})
    assert held(workspace, ends(workspace, outcome.call_id)[1]).value == outcome.output


def test_of_arguments_over_a_mebibyte_the_salt_alone_is_kept_and_said_to_be(workspace, opened):
    text = "x" * (1 << 20)
    outcome = opened(swallow).call_sync("swallow", {"text": text})
    invoked, _ = ends(workspace, outcome.call_id)
    found = held(workspace, invoked)
    assert (invoked.kept, found.state, found.value) == ("salt", "salt", None)
    assert commitment(found.salt, msgspec.json.encode({"text": text})) == invoked.arguments
    opened().close()
    check(workspace)


def test_redacted_fields_reach_no_file_and_whoever_knows_them_can_show_it(workspace, opened):
    """T-AUD-65"""
    redact(workspace, "/arguments/token", "/result/token")
    executor = opened(echo)
    outcome = executor.call_sync("echo", {"text": "a", "token": SECRET})
    assert outcome.output["token"] == SECRET
    executor.close()
    assert SECRET.encode() not in files(workspace)
    invoked, completed = ends(workspace, outcome.call_id)
    assert (invoked.kept, completed.kept, completed.output_hash) == ("redacted", "redacted", None)
    for body, root in ((invoked, "arguments"), (completed, "result")):
        kept = msgspec.json.decode(held(workspace, body).value)
        salt = bytes.fromhex(outcome.salts[f"/{root}/token"])
        assert kept["text"] == "a"
        assert kept["token"] == {"$redacted": commitment(salt, f'"{SECRET}"'.encode())}
    assert check(workspace).values == 3


def test_log_and_vault_do_not_depend_on_what_was_redacted_but_by_its_salt(workspace, opened):
    """T-AUD-65: whoever holds every file cannot try out which short secret it was."""
    redact(workspace, "/arguments/token", "/result")
    outcome = opened(echo).call_sync("echo", {"text": "a", "token": SECRET})
    data = files(workspace)
    for name in ("/arguments/token", "/result"):
        assert outcome.salts[name].encode() not in data
    assert outcome.digest.encode() not in data
    assert outcome.raw_digest.encode() not in data


@pytest.mark.parametrize(
    "pointer", ["/arguments", "/arguments/tags", "/arguments/tags/1", "/arguments/token"]
)
def test_a_pointer_takes_out_a_member_an_item_or_everything(workspace, opened, pointer):
    redact(workspace, pointer, "/result")
    executor = opened(echo)
    assert executor.call_sync("echo", {"text": "a", "token": SECRET, "tags": ["b", SECRET]}).ok
    executor.close()
    kept = b"" if pointer == "/arguments" else b'"text":"a"'
    data = (workspace.log / "vault.dat").read_bytes()
    assert kept in data
    assert data.count(SECRET.encode()) == {"/arguments": 0}.get(pointer, 1)


def test_an_outer_pointer_covers_what_an_inner_one_names(workspace, opened):
    redact(workspace, "/arguments/tags/0", "/arguments/tags", "/arguments/tags")
    outcome = opened(echo).call_sync("echo", {"text": "a", "tags": ["b"]})
    assert ends(workspace, outcome.call_id)[0].kept == "redacted"
    assert set(outcome.salts) == {"arguments", "/arguments/tags", "result"}


@pytest.mark.parametrize(
    "pointer",
    [
        "/arguments/tokn",
        "/arguments/tags/1",
        "/arguments/tags/-",
        "/arguments/tags/00",
        "/arguments/text/0",
        "/token",
    ],
)
def test_a_wrong_pointer_keeps_the_whole_value_out_of_the_vault(workspace, opened, pointer):
    """T-AUD-66: it may be meant for the very field that must not be kept."""
    redact(workspace, pointer, "/result")
    executor = opened(echo)
    outcome = executor.call_sync("echo", {"text": SECRET, "tags": ["b"]})
    assert outcome.ok
    executor.close()
    invoked, _ = ends(workspace, outcome.call_id)
    assert (invoked.kept, held(workspace, invoked).state) == ("nothing", "absent")
    assert SECRET.encode() not in files(workspace)
    salt = bytes.fromhex(outcome.salts["arguments"])
    assert invoked.arguments == commitment(salt, b'{"tags":["b"],"text":"hunter2","token":"none"}')
    check(workspace)


def test_a_wrong_pointer_into_the_result_hides_its_digest_too(workspace, opened):
    """T-AUD-66"""
    redact(workspace, "/result/tokn")
    outcome = opened(echo).call_sync("echo", {"text": "a"})
    completed = ends(workspace, outcome.call_id)[1]
    assert (completed.kept, completed.output_hash) == ("nothing", None)


def test_a_pointer_into_bytes_resolves_to_nothing(workspace, opened):
    """T-AUD-66"""
    redact(workspace, "/result/a")
    outcome = opened(blob).call_sync("blob", {})
    assert ends(workspace, outcome.call_id)[1].kept == "nothing"
    assert SECRET.encode() not in (workspace.log / "vault.dat").read_bytes()


def test_a_denied_call_is_kept_as_far_as_its_denial_lets_it(workspace, opened):
    """T-AUD-65"""
    redact(workspace, "/arguments/token", allow=False)
    outcome = opened(echo).call_sync("echo", {"text": "why", "token": SECRET})
    invoked = workspace.bodies(outcome.call_id)[0]
    assert (outcome.error.code, invoked.kept) == ("policy.denied", "redacted")
    assert b'"text":"why"' in held(workspace, invoked).value
    assert SECRET.encode() not in files(workspace)


ANSWERED_BY_THE_TEXT = """\
package runtime.authz

import rego.v1

default decision := {"allow": true}

decision := json.unmarshal(input.arguments.text)
"""


@pytest.mark.parametrize("arguments", [{"text": f'"{SECRET}"'}, {"text": SECRET, "more": 1}])
def test_what_policy_has_not_judged_is_not_kept(workspace, opened, arguments):
    """T-AUD-66: it might have been redacted."""
    workspace.policy(ANSWERED_BY_THE_TEXT)
    outcome = opened(echo).call_sync("echo", arguments)
    invoked = workspace.bodies(outcome.call_id)[0]
    assert (invoked.kept, invoked.arguments is not None) == ("nothing", True)
    assert SECRET.encode() not in files(workspace)


def test_an_approvers_arguments_are_redacted_like_those_asked_about(workspace, opened):
    """T-AUD-65"""
    redact(workspace, "/arguments/token", "/result", ask=True)

    def instead(_: object) -> ApprovalAnswer:
        return ApprovalAnswer(approved=True, approver="user:eve", arguments={"text": "b", "token": "hunter3"})

    executor = opened(echo, approve=instead)
    outcome = executor.call_sync("echo", {"text": "a", "token": SECRET})
    assert outcome.output["text"] == "b"
    executor.close()
    decided = next(body for body in workspace.bodies(outcome.call_id) if isinstance(body, ApprovalDecided))
    assert decided.kept == "redacted"
    assert b'"text":"b","token":{"$redacted"' in held(workspace, decided).value
    assert b"hunter" not in files(workspace)
    assert {"arguments", "/arguments/token", "asked_arguments", "asked_arguments/token"} <= set(outcome.salts)
    check(workspace)


def test_what_an_approver_changed_runs_and_is_what_the_record_commits_to(workspace, opened):
    workspace.decide('{"allow": true, "ask": true}')
    answer = ApprovalAnswer(approved=True, approver="user:eve", arguments={"text": "b"})
    outcome = opened(echo, approve=lambda _: answer).call_sync("echo", {"text": "a"})
    decided = next(body for body in workspace.bodies(outcome.call_id) if isinstance(body, ApprovalDecided))
    assert held(workspace, decided).value == b'{"tags":[],"text":"b","token":"none"}'


def test_without_a_vault_nothing_is_kept_and_the_records_say_so(workspace, opened):
    """T-AUD-66"""
    audit = msgspec.structs.replace(workspace.settings.audit, vault=False)
    settings = msgspec.structs.replace(workspace.settings, audit=audit)
    executor = type(opened())  # the class that the workspace opens
    with executor.open(workspace.folder, tools=[echo], settings=settings, isolation="in_process") as one:
        outcome = one.call_sync("echo", {"text": SECRET})
    invoked, completed = ends(workspace, outcome.call_id)
    assert (invoked.kept, completed.kept) == ("nothing", "nothing")
    assert completed.output_hash == outcome.digest
    assert SECRET.encode() not in files(workspace)
    check(workspace)


def test_many_calls_at_once_each_have_their_rows(workspace, opened):
    executor = opened(echo)

    async def many() -> list[Any]:
        return await asyncio.gather(*(executor.call("echo", {"text": str(n)}) for n in range(100)))

    outcomes = asyncio.run(many())
    executor.close()
    for outcome in outcomes[::10]:
        invoked, _ = ends(workspace, outcome.call_id)
        assert msgspec.json.decode(held(workspace, invoked).value)["text"] == outcome.output["text"]
    assert check(workspace).values == 300


def test_the_decision_id_in_the_log_does_not_give_the_arguments_away(workspace, opened):
    """T-AUD-65: it is a digest of the question, which holds them, under a key that no file has."""
    from runtime.contracts.digest import digest
    from runtime.policy.question import decision_id

    outcome = opened(echo).call_sync("echo", {"text": SECRET})
    assert outcome.decision.decision_id.encode() in (workspace.log / "records.jsonl").read_bytes()
    assert decision_id(b"{}", "bundle") == decision_id(b"{}", "bundle") != digest(b"bundle\n{}")


def test_names_that_policy_redacts_are_committed_to_and_not_shown(workspace, opened):
    """T-AUD-65: beside the fields of arguments and results."""
    redact(workspace, "/principals", "/targets")
    outcome = opened(echo).call_sync("echo", {"text": "x"})
    invoked, _ = ends(workspace, outcome.call_id)
    assert (invoked.principal, invoked.kept) == (HIDDEN, "whole")
    seq = next(record.seq for record, body in workspace.records() if body == invoked)
    with VaultReader.at(workspace.log) as vault:
        assert vault.open(invoked.names, seq).state == "value"
    opened().close()
    check(workspace)
