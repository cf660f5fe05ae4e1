"""Recorded calls run again: what is compared, what is skipped and why, what is recorded of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from runtime import FsRead, FsWrite, ToolContext, ToolError, tool
from runtime.audit.maintain.erase import erase
from runtime.audit.verify.verifier import verify
from runtime.contracts.audit import ReplayEnded, ReplayStarted
from runtime.contracts.errors import AuditNotFound, InputInvalid, RuntimeClosed

PURE: dict[str, Any] = {"side_effects": ["none"], "determinism": "pure", "output_schema": {}}
GIVEN: dict[str, Any] = {"answer": 1}
RAN: list[str] = []


@tool(description="Turn a text around", **PURE)
def turn(text: str) -> str:
    RAN.append(text)
    return text[::-1]


@tool(description="Claim to be pure", **PURE)
def claim() -> Any:
    if isinstance(GIVEN["answer"], Exception):
        raise GIVEN["answer"]
    return GIVEN["answer"]


@tool(description="Toss a coin", side_effects=["none"], determinism="nondeterministic")
def toss() -> int:
    RAN.append("toss")
    return 1


@tool(
    description="Write a file",
    side_effects=["fs_write"],
    determinism="deterministic",
    capabilities=[FsWrite(["."])],
)
def write(ctx: ToolContext) -> int:
    RAN.append("write")
    ctx.fs.create("made.txt", b"x")
    return 1


@tool(
    description="Read a file",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(["."])],
)
def read(ctx: ToolContext) -> str:
    return ctx.fs.read_bytes("README.md").decode()


@pytest.fixture(autouse=True)
def fresh() -> None:
    RAN.clear()
    GIVEN["answer"] = 1


def replay(executor: Any, *calls: str, **options: Any) -> Any:
    return asyncio.run(executor.replay(calls, **options))


def ended(workspace: Any) -> tuple[list[ReplayStarted], list[ReplayEnded]]:
    bodies = [body for _, body in workspace.records()]
    return [b for b in bodies if isinstance(b, ReplayStarted)], [
        b for b in bodies if isinstance(b, ReplayEnded)
    ]


def test_a_pure_tool_gives_the_same_again_and_nothing_is_recorded_as_a_call(workspace, opened):
    executor = opened(turn)
    call = executor.call_sync("turn", {"text": "abc"}).call_id
    before = workspace.kinds(call)
    report = replay(executor, requested_by="user:eve")
    assert (report.replayed, report.diverged, report.first, report.skipped) == (1, 0, None, {})
    assert RAN == ["abc", "abc"]
    assert workspace.kinds(call) == before
    assert ended(workspace) == (
        [ReplayStarted(calls=0, requested_by="user:eve", tool=None)],
        [ReplayEnded(diverged=0, first=None, replayed=1, skipped=0)],
    )


def test_the_first_output_that_differs_is_named_with_both_digests(workspace, opened):
    executor = opened(claim, turn)
    executor.call_sync("turn", {"text": "abc"})
    first = executor.call_sync("claim", {})
    executor.call_sync("claim", {})
    GIVEN["answer"] = 2
    report = replay(executor)
    assert (report.replayed, report.diverged) == (3, 2)
    assert (report.first.call, report.first.tool, report.first.seq) == (
        first.call_id,
        "claim",
        first.receipt.seq,
    )
    assert report.first.recorded == first.digest != report.first.replayed
    assert ended(workspace)[1][0].first == first.call_id


def test_a_call_that_fails_now_has_diverged_and_its_code_is_told(opened):
    executor = opened(claim)
    executor.call_sync("claim", {})
    GIVEN["answer"] = ToolError("worn_out", "It broke")
    report = replay(executor)
    assert (report.diverged, report.first.replayed, report.first.error) == (1, None, "worn_out")


def test_what_writes_or_is_not_deterministic_is_never_run_again(workspace, opened):
    """T-AUD-67"""
    executor = opened(toss, write)
    executor.call_sync("toss", {})
    assert executor.call_sync("write", {}, grants=[FsWrite(["."])]).ok
    (workspace.folder / "made.txt").unlink()
    report = replay(executor, grants=[FsWrite(["."]), FsRead(["."])])
    assert report.skipped == {"has_effects": 1, "not_deterministic": 1}
    assert RAN == ["toss", "write"]
    assert not (workspace.folder / "made.txt").exists()


def test_a_tool_that_reads_is_given_what_is_granted_and_sees_that_a_file_changed(workspace, opened):
    executor = opened(read)
    executor.call_sync("read", {}, grants=[FsRead(["."])])
    assert replay(executor, grants=[]).skipped == {"not_granted": 1}
    assert replay(executor, grants=[FsRead(["."])]).diverged == 0
    (workspace.folder / "README.md").write_text("other")
    assert replay(executor, grants=[FsRead(["."])]).diverged == 1
    assert replay(executor, grants=[FsRead(["elsewhere"])]).first.error == "capability.exceeded"


def test_a_tool_whose_declaration_changed_is_skipped(opened):
    """T-AUD-67: the digest of the manifest is part of the record."""
    opened(turn).call_sync("turn", {"text": "abc"})

    @tool(name="turn", description="Turn a text around, differently", **PURE)
    def other(text: str) -> str:
        RAN.append("other")
        return text[::-1]

    assert replay(opened(other)).skipped == {"manifest_changed": 1}
    assert replay(opened()).skipped == {"tool_unknown": 1}
    assert RAN == ["abc"]


def test_erased_redacted_and_refused_calls_are_skipped_by_their_reasons(workspace, opened, tmp_path):
    executor = opened(turn)
    erased = executor.call_sync("turn", {"text": "abc"}).call_id
    executor.call_sync("turn", {"text": 7})
    executor.call_sync("turn", {"text": "kept"})
    executor.close()
    redactions = {
        "/arguments/text": "arguments_redacted",
        "/arguments/no": "arguments_not_kept",
        "/result": "result_redacted",
    }
    for pointer in redactions:
        workspace.decide(f'{{"allow": true, "obligations": {{"redact": ["{pointer}"]}}}}')
        with workspace.open(turn) as one:
            one.call_sync("turn", {"text": "abc"})
    from runtime.audit.keys.key_files import load_signer

    settings = workspace.settings
    erase(
        workspace.log,
        signer=load_signer(workspace.folder / settings.keys.signing, settings.audit.origin),
        origin=settings.audit.origin,
        runtime_version="1",
        call=erased,
    )
    report = replay(opened(turn))
    assert report.replayed == 1
    assert report.skipped == {"not_completed": 1, "arguments_erased": 1} | dict.fromkeys(
        redactions.values(), 1
    )


def test_without_the_vault_everything_is_skipped_as_missing(workspace, opened):
    executor = opened(turn)
    executor.call_sync("turn", {"text": "abc"})
    executor.close()
    (workspace.log / "vault.dat").unlink()
    assert replay(opened(turn)).skipped == {"arguments_missing": 1}


def test_named_calls_and_one_tool_alone_are_run_again(opened):
    executor = opened(turn, claim)
    calls = [executor.call_sync("turn", {"text": text}).call_id for text in "abc"]
    executor.call_sync("claim", {})
    RAN.clear()
    assert replay(executor, calls[1]).replayed == 1
    assert RAN == ["b"]
    assert replay(executor, tool="claim").replayed == 1
    assert replay(executor, tool="nothing").replayed == 0


def test_a_named_call_that_is_not_there_is_refused_before_anything_runs(workspace, opened):
    executor = opened(turn)
    call = executor.call_sync("turn", {"text": "a"}).call_id
    for calls, options in (([call, "c-9"], {}), ([call], {"tool": "claim"})):
        with pytest.raises(AuditNotFound) as refused:
            replay(executor, *calls, **options)
        assert refused.value.code == "audit.not_found"
    assert (RAN, ended(workspace)) == (["a"], ([], []))


def test_a_closed_executor_and_a_malformed_principal_are_refused(opened):
    executor = opened(turn)
    with pytest.raises(InputInvalid):
        replay(executor, requested_by="\n")
    executor.close()
    with pytest.raises(RuntimeClosed):
        replay(executor)


def test_a_replay_leaves_a_log_that_verifies(workspace, opened):
    executor = opened(turn)
    executor.call_sync("turn", {"text": "abc"})
    replay(executor)
    executor.close()
    assert verify(Path(workspace.log), verifier_keys=[workspace.verifier_key]).verdict == "OK_NOT_WITNESSED"
