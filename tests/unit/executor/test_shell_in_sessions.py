"""A shell that is kept across calls by the session's name: what stays, what does not, and whose it is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runtime.contracts.capability import Capability, ClockRead, EnvRead, FsRead, FsWrite
from runtime.contracts.errors import InputInvalid
from runtime.executor.session import Session


@pytest.fixture
def run(workspace: Any) -> Any:
    """Runs commands in a session, each time with a new executor: as after a restart."""

    def made(commands: str, *grants: Capability, name: str | None = "s", principal: str = "agent:a") -> Any:
        with workspace.open(approvals=False) as executor:
            return executor.call_sync(
                "bash", {"commands": commands}, grants=grants, principal=principal, session=Session(name=name)
            )

    return made


def test_variables_functions_files_and_the_folder_are_kept_over_restarts(run: Any) -> None:
    run(
        "x=5; a=(1 2); f() { echo \"f $1\"; }; set -o pipefail; mkdir -p ~/d; cd ~/d; echo hi > note; trap 'echo bye' EXIT; trap - EXIT"
    )
    again = run("echo $x ${a[1]}; f 1; pwd; cat note; set -o | grep pipefail")
    assert again.output["stdout"].split() == ["5", "2", "f", "1", "/home/agent/d", "hi", "pipefail", "on"]


def test_a_session_without_a_name_keeps_no_shell(run: Any) -> None:
    run("x=5; echo hi > /tmp/f", name=None)
    assert run("echo [$x]; cat /tmp/f", name=None).output["stdout"] == "[]\n"


def test_nobody_takes_anothers_session_by_its_name(run: Any) -> None:
    """T-SH-17"""
    run("secret=42; echo 42 > /tmp/f", principal="agent:a")
    other = run(
        "echo [$secret]; cat /tmp/f; find / -name '*shell*' 2>/dev/null", FsRead(["."]), principal="agent:b"
    )
    assert "42" not in other.output["stdout"]
    assert run("echo [$secret]", principal="agent:a").output["stdout"] == "[42]\n"


def test_no_script_reaches_the_files_of_sessions(run: Any, workspace: Any) -> None:
    """T-SH-17: they are reserved, whatever was granted."""
    run("x=1")
    everything = (FsRead(["."]), FsWrite(["."]))
    tried = run(
        "cd .runtime; cat shells/*; ls shells; rm -rf shells; mv shells x; echo y > shells/y; cp -r shells /tmp",
        *everything,
    )
    assert "bin" not in tried.output["stdout"]
    assert run("echo [$x]").output["stdout"] == "[1]\n"


def test_capabilities_are_those_of_each_call_and_never_kept(run: Any, workspace: Any) -> None:
    """T-SH-17: a session carries what was computed, and no authority."""
    assert (
        run("cat README.md; cd /workspace; date +%Y", FsRead(["."]), ClockRead())
        .output["stdout"]
        .startswith("# Hello\n")
    )
    later = run("cat /workspace/README.md; date +%F; pwd; echo x > new")
    assert later.output["stdout"] == "2026-01-01\n/workspace\n"
    assert "No such file" in later.output["stderr"]
    assert not (workspace.folder / "new").exists()


def test_a_folder_that_is_gone_is_not_made_again_on_the_host(run: Any, workspace: Any) -> None:
    (workspace.folder / "src").mkdir()
    run("cd src", FsRead(["."]), FsWrite(["."]))
    (workspace.folder / "src").rmdir()
    assert run("pwd; ls", FsRead(["."]), FsWrite(["."])).output["exit_code"] != 0
    assert not (workspace.folder / "src").exists()


def test_granted_variables_stand_over_those_that_were_kept(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", "from the host")
    run("KEY=old")
    assert (
        run("echo $KEY; env | grep ^KEY", EnvRead(["KEY"])).output["stdout"]
        == "from the host\nKEY=from the host\n"
    )


def test_a_script_that_a_limit_ended_leaves_a_shell_that_works(run: Any) -> None:
    run("x=1; while :; do x=2; done")
    assert run("echo $x; echo on").output["stdout"] == "2\non\n"


def test_of_two_calls_in_one_session_at_once_the_second_is_told_to_wait(workspace: Any) -> None:
    async def both() -> list[Any]:
        async with workspace.open(approvals=False) as executor:
            session = Session(name="s")
            calls = [
                executor.call(
                    "bash",
                    {"commands": "sleep 0.05; x=$((x + 1)); echo $x"},
                    grants=[ClockRead()],
                    session=session,
                )
                for _ in range(2)
            ]
            return list(await asyncio.gather(*calls))

    ended = asyncio.run(both())
    assert sorted(outcome.ok for outcome in ended) == [False, True]
    assert next(outcome for outcome in ended if not outcome.ok).error.code == "session_busy"


def test_a_cancelled_call_leaves_the_session_as_it_was_and_free(workspace: Any) -> None:
    async def cancelled() -> Any:
        async with workspace.open(approvals=False) as executor:
            session = Session(name="s")
            await executor.call("bash", {"commands": "x=1"}, grants=[], session=session)
            begun = asyncio.Event()
            task = asyncio.ensure_future(
                executor.call(
                    "bash",
                    {"commands": "x=2; while :; do sleep 1; done"},
                    grants=[ClockRead()],
                    session=session,
                )
            )
            asyncio.get_running_loop().call_later(0.05, begun.set)
            await begun.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await executor.call("bash", {"commands": "echo $x"}, grants=[], session=session)

    assert asyncio.run(cancelled()).output["stdout"] == "1\n"


def test_what_a_session_keeps_has_a_bound(run: Any) -> None:
    run("x=1")
    filled = run("head -c 9000000 /dev/zero > /tmp/big; echo $?")
    assert filled.output["error"] or filled.output["stdout"] != "0\n"
    assert run("echo $x").output["stdout"] == "1\n"


@pytest.mark.parametrize("name", ["", "a/b", "../x", "a b", "x" * 129, 7, "\0"])
def test_a_session_has_a_plain_name(name: Any) -> None:
    with pytest.raises(InputInvalid):
        Session(name=name)
