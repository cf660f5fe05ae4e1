"""bash: the virtual shell as a governed tool, and what each capability adds to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web_server import redirect, response, serving

from runtime.contracts.errors import InputInvalid
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.sdk import ClockRead, FsRead, FsWrite, NetRead, NetWrite, RandomRead

NOTHING: tuple[Any, ...] = ()


@pytest.fixture
def bash(call):
    """Runs commands as the tool does, with nothing granted unless the test says so."""

    def run(commands: str, *grants: Any, **options: Any) -> dict[str, Any]:
        return call("bash", {"commands": commands}, grants=grants, **options)

    return run


@pytest.fixture
def files(workspace: Path) -> Path:
    (workspace / "src").mkdir()
    (workspace / "docs").mkdir()
    (workspace / "src/a.txt").write_text("one\ntwo\n")
    (workspace / "docs/b.txt").write_text("three\n")
    (workspace / "src/out").symlink_to("../docs/b.txt")
    (workspace / "src/away").symlink_to("../../secret.txt")
    return workspace


def test_commands_run_and_their_output_is_returned(bash) -> None:
    assert bash("echo hi | tr a-z A-Z; echo bad >&2; exit 3") == {
        "stdout": "HI\n",
        "stderr": "bad\n",
        "exit_code": 3,
        "error": None,
    }


def test_without_capabilities_a_script_has_nothing_of_the_machine(bash, files: Path) -> None:
    """T-SH-05"""
    result = bash("pwd; whoami; hostname; ls -A; ls /; env | cut -d= -f1 | sort | tr '\\n' ' '")
    assert result["stdout"].splitlines()[:3] == ["/workspace", "agent", "sandbox"]
    assert "src" not in result["stdout"]
    assert str(files) not in json.dumps(result)


def test_each_call_begins_with_a_fresh_shell(bash) -> None:
    bash("echo 1 > /tmp/f; export X=1")
    assert bash("cat /tmp/f; echo [$X]")["stdout"] == "[]\n"


# Files.


def test_granted_files_are_read_beneath_the_workspace(bash, files: Path) -> None:
    result = bash("wc -l < src/a.txt; cat /workspace/src/a.txt | head -n 1; ls", FsRead(["src"]))
    assert result["stdout"] == "2\none\nsrc\n"


@pytest.mark.parametrize(
    "path", ["docs/b.txt", "src/out", "src/away", "src/../docs/b.txt", "../secret.txt", "/workspace/docs"]
)
def test_files_that_were_not_granted_are_refused(bash, files: Path, path: str) -> None:
    """T-SH-14: by name, by link, by ``..``."""
    result = bash(f"cat {path} || ls {path}/", FsRead(["src"]))
    assert result["stdout"] == ""
    assert result["exit_code"] != 0
    assert "secret" not in json.dumps(result).replace(path, "")


def test_nothing_is_written_without_the_capability(bash, files: Path) -> None:
    result = bash(
        "echo x > src/new; rm src/a.txt; mv src/a.txt src/b; echo y >> src/a.txt; mkdir src/d", FsRead(["."])
    )
    assert result["stderr"].count("Read-only file system") == 5
    assert sorted(p.name for p in (files / "src").iterdir()) == ["a.txt", "away", "out"]
    assert (files / "src/a.txt").read_text() == "one\ntwo\n"


def test_granted_places_are_written_and_no_others(bash, files: Path) -> None:
    commands = "mkdir src/new && echo x > src/new/f; cp src/a.txt docs/c 2>&1; echo y > docs/b.txt"
    result = bash(commands, FsRead(["."]), FsWrite(["src"]))
    assert (files / "src/new/f").read_text() == "x\n"
    assert (files / "docs/b.txt").read_text() == "three\n"
    assert not (files / "docs/c").exists()
    assert (result["stdout"] + result["stderr"]).count("Permission denied") == 2


def test_a_link_that_leads_out_of_the_granted_place_is_not_written_through(bash, files: Path) -> None:
    """T-SH-14"""
    bash(
        "echo x > src/out; echo x > src/away; ln -sf ../docs/b.txt src/l; echo x > src/l",
        FsRead(["src"]),
        FsWrite(["src"]),
    )
    assert (files / "docs/b.txt").read_text() == "three\n"
    assert (files.parent / "secret.txt").read_text() == "the neighbour's secret\n"


def test_no_more_files_are_opened_than_the_call_may(bash, files: Path) -> None:
    result = bash(
        "cat src/a.txt; cat src/a.txt; cat src/a.txt", FsRead(["."]), bounds=ResourceBounds(files=2)
    )
    assert result["stdout"] == "one\ntwo\n" * 2
    assert "Too many open files" in result["stderr"]


# The web.


def test_without_a_grant_there_is_no_network(bash) -> None:
    with serving(page=response(b"hi")) as server:
        result = bash(f"curl -s {server.url('/page')} || wget -qO- {server.url('/page')}")
        assert (result["stdout"], server.connections) == ("", 0)
        assert result["exit_code"] != 0


def test_curl_and_wget_reach_the_granted_server_alone(bash) -> None:
    with serving(page=response(b"hi\n")) as server, serving(page=response(b"no\n")) as other:
        reach = f"curl -s {server.url('/page')}; wget -qO- {server.url('/page')}; curl {other.url('/page')}"
        result = bash(reach, NetRead([server.address]))
        assert result["stdout"] == "hi\nhi\n"
        assert "is not granted" in result["stderr"]
        assert (len(server.asked), other.connections) == (2, 0)


def test_a_redirection_to_another_server_is_not_followed_there(bash) -> None:
    with serving(page=response(b"no\n")) as other, serving(go=redirect(other.url("/page"))) as server:
        result = bash(f"curl -sL {server.url('/go')}", NetRead([server.address]))
        assert (result["stdout"], other.connections) == ("", 0)


def test_sending_needs_its_own_capability(bash) -> None:
    with serving(page=response(b"ok\n")) as server:
        send = f"curl -sS -d a=b {server.url('/page')}"
        assert "is not granted" in bash(send, NetRead([server.address]))["stderr"]
        assert bash(send, NetRead([server.address]), NetWrite([server.address]))["stdout"] == "ok\n"
        assert [asked.body for asked in server.asked] == [b"a=b"]


def test_requests_of_a_script_have_the_bound_of_the_call(bash) -> None:
    with serving(page=response(b"x")) as server:
        bounds = ResourceBounds(network=NetworkBounds(requests=2, bytes=100_000))
        bash(
            f"for i in 1 2 3 4; do curl -s {server.url('/page')}; done",
            NetRead([server.address]),
            bounds=bounds,
        )
        assert len(server.asked) == 2


# Time, chance, variables.


def test_the_clock_stands_unless_it_was_granted(bash) -> None:
    still = bash("date -u +%F; sleep 3600; date -u +%T")
    assert still["stdout"] == "2026-01-01\n01:00:00\n"
    assert int(bash("date +%s", ClockRead())["stdout"]) > 1_780_000_000


def test_chance_is_the_same_in_every_call_unless_it_was_granted(bash) -> None:
    draw = "echo $RANDOM $RANDOM $SRANDOM; shuf -i 1-1000000 -n 3; head -c 16 /dev/urandom | xxd -p"
    assert bash(draw)["stdout"] == bash(draw)["stdout"]
    assert bash(draw, RandomRead())["stdout"] != bash(draw, RandomRead())["stdout"]


def test_what_ends_a_script_is_told_with_what_it_wrote(bash) -> None:
    result = bash("echo kept; while :; do :; done")
    assert (result["stdout"], result["exit_code"], result["error"]) == ("kept\n", 1, "limit.commands")


def test_a_script_ends_before_the_bound_of_its_call_and_keeps_its_output(bash) -> None:
    result = bash("echo kept; sleep 100", ClockRead(), bounds=ResourceBounds(wall_s=0.5))
    assert (result["stdout"], result["error"]) == ("kept\n", "limit.timeout")


def test_output_stays_within_the_bound_of_the_call_however_it_is_written(bash) -> None:
    """A control character has six bytes as JSON."""
    result = bash("head -c 100000 /dev/zero | tr '\\0' '\\1'", bounds=ResourceBounds(output_bytes=60_000))
    assert result["error"] == "limit.output_bytes"
    assert 0 < len(json.dumps(result)) <= 60_000


def test_arguments_outside_the_schema_never_reach_the_tool(call) -> None:
    for arguments in ({}, {"commands": 1}, {"commands": "x", "grants": []}, {"commands": None}):
        with pytest.raises(InputInvalid):
            call("bash", arguments, grants=NOTHING)
