"""Programs that serve many calls: one process for each owner and its grants, stopped between calls, and ended at the first thing that is not as it should be."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from program_tools import name_tools_folder, put_server
from web_server import Server, response

from runtime import Executor, FsRead, FsWrite, NetRead, ResourceBounds
from runtime.audit.verify.verifier import verify

FILES = [{"type": "fs_read", "prefixes": ["."]}, {"type": "fs_write", "prefixes": ["."]}]
BOUNDED = ResourceBounds(wall_s=20, memory_bytes=200_000_000, output_bytes=300_000)
ATTACKS = {
    "fail": "failed",
    "twice": "output.invalid",
    "half": "tool.failed",
    "neither": "output.invalid",
    "lies": "output.invalid",
    "no_json": "output.invalid",
    "bad_text": "output.invalid",
    "not_a_number": "output.invalid",
    "deep": "limit.output",
    "silent": "tool.failed",
    "dies": "failed",
    "deaf": "tool.failed",
    "floods": "limit.output",
    "floods_errors": "limit.output",
    "hogs": "limit.memory/failed",
}
"""What a call does, and the code that it ends with; the next call always meets a fresh process, but for the first."""
ANSWERED = {"leaves_child": False, "locks": False, "unstoppable": False, "signals": True, "works_on": True}
"""Calls that answer, and whether their process may serve again."""


@pytest.fixture
def tools(workspace: Any) -> Path:
    name_tools_folder(workspace.folder)
    return Path(workspace.folder / "tools")


@pytest.fixture
def server(workspace: Any, tools: Path) -> Iterator[Executor]:
    put_server(tools, "serves.py")
    with workspace.open() as executor:
        yield executor


def do(executor: Executor, what: str, **options: Any) -> Any:
    return executor.call_sync("serves", {"do": what}, **options)


def processes(word: bytes = b"--serve") -> list[Path]:
    """The processes of this test's programs."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if word in (process / "cmdline").read_bytes().split(b"\0"):
                found.append(process)
        except OSError:
            continue
    return found


def states(process: Path) -> set[str]:
    """The states of a process's threads."""
    threads = (process / "task").iterdir()
    return {(thread / "stat").read_text().rpartition(")")[2].split()[0] for thread in threads}


def test_one_process_serves_the_calls_of_one_owner_and_their_grants(server):
    """T-EXE-07"""
    assert [do(server, "count").output for _ in range(3)] == [1, 2, 3]
    assert do(server, "count", principal="agent:other").output == 1
    assert do(server, "count", limits=BOUNDED).output == 1
    assert do(server, "count").output == 4
    assert do(server, "keeps").output == [
        1,
        1,
    ]  # memory and files of its own are there for the owner's next call
    assert do(server, "keeps").output == [2, 2]
    assert do(server, "keeps", principal="agent:other").output == [1, 1]


def test_a_process_that_waits_is_stopped_and_close_leaves_none(server):
    """T-EXE-07: nothing acts unseen between two calls, and nothing is left."""
    assert do(server, "works_on").output == 1
    (waiting,) = processes()
    assert states(waiting) == {"T"}
    assert do(server, "count").output == 2
    assert states(waiting) == {"T"}
    server.close()
    assert not processes()


def test_whatever_is_wrong_with_an_answer_ends_the_process_and_the_next_call_works(workspace, server):
    """T-EXE-08: each with the wall that holds; T-EXE-05: nothing is left."""
    wrong = {}
    for attack, codes in ATTACKS.items():
        served = do(server, "count", limits=BOUNDED).output
        outcome = do(server, attack, limits=BOUNDED)
        after = do(server, "count", limits=BOUNDED).output
        code = outcome.error.code if outcome.error is not None else "completed"
        if code not in codes.split("/") or "\x1b" in outcome.error.message:
            wrong[attack] = outcome
        if after != (served + 2 if attack == "fail" else 1):
            wrong[f"after {attack}"] = (served, after)
    assert wrong == {}
    assert do(server, "dies").error.message == "the disk is full"
    server.close()
    assert not processes()
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert (report.findings, report.open_calls) == ((), 0)


def test_an_answer_to_the_next_call_is_never_taken_for_one(server):
    """T-EXE-08: what is written before a call is asked, nobody believes, whenever it comes."""
    for _ in range(5):
        told = [do(server, "early"), do(server, "count"), do(server, "count")]
        assert "for the next call" not in [outcome.output for outcome in told if outcome.ok]
        assert {outcome.error.code for outcome in told if not outcome.ok} == {"output.invalid"}
        assert told[2].ok


def test_an_answer_whose_process_cannot_be_stopped_or_leaves_children_is_its_last(server):
    """T-EXE-08"""
    for attack, again in ANSWERED.items():
        served = do(server, "count").output
        assert do(server, attack).output == served + 1, attack
        assert not processes(b"31337")
        assert do(server, "count").output == (served + 2 if again else 1), attack


def test_each_call_has_its_own_time_and_a_deadline_ends_the_process(server):
    """T-EXE-08: a bound of processor time counts the call, not what the process served before."""
    bounds = ResourceBounds(cpu_s=0.6, wall_s=20)
    assert [do(server, "computes", limits=bounds).output for _ in range(4)] == [1, 2, 3, 4]
    assert do(server, "burns", limits=bounds).error.code == "limit.cpu"
    assert do(server, "count", limits=bounds).output == 1
    assert do(server, "hangs", limits=ResourceBounds(wall_s=0.3)).error.code == "limit.wall"
    begun = time.monotonic()
    assert do(server, "count").output == 1
    assert time.monotonic() - begun < 20


def test_a_caller_who_gives_up_ends_the_process_that_serves_it(server):
    """T-EXE-05"""

    async def give_up() -> None:
        call = asyncio.ensure_future(server.call("serves", {"do": "hangs"}))
        while not await asyncio.to_thread(processes):
            pass
        call.cancel()
        await asyncio.wait((call,))

    asyncio.run(give_up())
    assert not processes()
    assert do(server, "count").output == 1


def test_calls_of_many_loops_and_many_at_once_are_served_and_few_processes_wait(server):
    """T-EXE-07"""

    async def one() -> Any:
        return (await server.call("serves", {"do": "count"})).output

    assert [asyncio.run(one()) for _ in range(3)] == [1, 2, 3]

    async def many() -> list[Any]:
        return await asyncio.gather(*(one() for _ in range(20)))

    assert all(asyncio.run(many()))
    assert len(processes()) <= 16


def test_another_file_of_the_tool_ends_the_processes_of_the_former_one(workspace, tools):
    """T-EXE-03"""
    place = put_server(tools, "serves.py")
    with workspace.open() as executor:
        assert [do(executor, "count").output for _ in range(2)] == [1, 2]
        (former,) = processes()
        place.write_text(place.read_text().replace("served += 1", "served += 10"))
        assert do(executor, "count").error.code == "tool.changed"
        asyncio.run(executor.rediscover())
        assert do(executor, "count").output == 10
        assert not former.exists()


def test_a_kept_process_sees_the_folders_that_are_there_now_and_nothing_that_was_hidden(workspace, tools):
    """T-EXE-07: a folder that was replaced is not shown as it was."""
    folder = workspace.folder / "granted"
    folder.mkdir()
    (folder / "note").write_text("first")
    properties = {"do": {"type": "string"}, "files": {"type": "array"}}
    put_server(
        tools, "serves.py", capabilities=FILES[:1], parameters={"type": "object", "properties": properties}
    )
    asked = {"do": "look", "files": ["granted/note", ".runtime/keys/log.key", "/tool/serves.py"]}
    with workspace.open() as executor:
        first = executor.call_sync("serves", asked, grants=[FsRead(["granted"])]).output
        (folder / "note").write_text("changed")
        second = executor.call_sync("serves", asked, grants=[FsRead(["granted"])]).output
        assert do(executor, "count", grants=[FsRead(["granted"])]).output == 3
        folder.rename(workspace.folder / "former")
        folder.mkdir()
        (folder / "note").write_text("another")
        third = executor.call_sync("serves", asked, grants=[FsRead(["granted"])]).output
        assert do(executor, "count", grants=[FsRead(["."])]).output == 1
    notes = [told["granted/note"] for told in (first, second, third)]
    assert notes == ["first", "changed", "another"]
    assert first[".runtime/keys/log.key"] == "No such file or directory"
    assert first["/tool/serves.py"].startswith("#!")


def test_a_served_call_that_is_reviewed_has_a_process_of_its_own(workspace, tools):
    """T-EXE-07"""
    put_server(tools, "serves.py", capabilities=FILES)
    grants = [FsRead(["."]), FsWrite(["."])]
    with workspace.open() as executor:
        assert do(executor, "count", grants=grants).output == 1
        reviewed = do(executor, "writes", grants=grants, changes="review")
        assert reviewed.output == 1
        assert (workspace.folder / "made").read_text() == "made"
        assert do(executor, "count", grants=grants).output == 2


def test_each_served_call_asks_for_its_own_way_to_servers(workspace, tools):
    """T-EXE-07: what a connection of one call let in, no later call has."""
    server = Server({"/": response(b"hello")})
    properties = {"do": {"type": "string"}, "url": {"type": "string"}}
    wide = [{"type": "net_read", "allowlist": ["*", server.address]}]
    put_server(tools, "serves.py", capabilities=wide, parameters={"type": "object", "properties": properties})
    asked = {"do": "fetch", "url": server.url()}
    try:
        with workspace.open() as executor:
            outcomes = [
                executor.call_sync("serves", asked, grants=[NetRead([server.address])]) for _ in range(2)
            ]
    finally:
        server.close()
    assert [outcome.output for outcome in outcomes] == [[1, "hello"], [2, "hello"]]
    checked = [
        [check.target for body in workspace.bodies(outcome.call_id) for check in getattr(body, "checks", ())]
        for outcome in outcomes
    ]
    assert checked[0] == checked[1]
    assert server.address in str(checked[1])
