"""The context of a call and its handles, apart from the file system's own behaviour."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.capability.check_log import MAX_DISTINCT, CheckLog
from runtime.capability.context import CallContext, wall_clock_us
from runtime.capability.handles import DEFAULT_MEMORY_BYTES, shown
from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import Check
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    ProcessSpawn,
    RandomRead,
)
from runtime.contracts.errors import (
    BackendUnavailable,
    CallCancelled,
    CapabilityExceeded,
    MemoryLimit,
    OutsideWorkspace,
    WallLimit,
)
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import (
    ClockAccess,
    DirEntry,
    EnvAccess,
    FileAccess,
    RandomAccess,
    ScopedContext,
    WalkEntry,
)
from runtime.contracts.process import ProcessAccess, ProcessResult, Spawn
from runtime.contracts.session import SessionAccess
from runtime.contracts.web import Admit, Exchange, Fetched, WebAccess
from runtime.executor.session import Session


class Time:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Outside:
    """An egress and a launcher that keep what they were given."""

    enforces = frozenset({"filesystem", "network"})

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ran: list[tuple[str, ...]] = []

    async def exchange(self, asked: Exchange, *, admit: Admit, spend: Callable[[int], None]) -> Fetched:
        admit("93.184.215.14", own=False)
        spend(4)
        self.asked.append(asked.url)
        return Fetched(url=asked.url, status=200, headers=(), body=b"page")

    async def launch(
        self, spawn: Spawn, *, cancelled: Callable[[], bool], on_output: object = None
    ) -> ProcessResult:
        self.ran.append(spawn.argv)
        return ProcessResult(exit_code=0, stdout=b"files", stderr=b"")


def context(*capabilities: Capability, workspace: Path | None = None, **options: object) -> CallContext:
    limits = options.pop("limits", ResourceBounds(wall_s=2.0))
    return CallContext("c-1", CapabilitySet(capabilities), limits, workspace=workspace, **options)  # type: ignore[arg-type]


def check(allowed: bool, capability: str, target: str, count: int = 1) -> Check:
    return Check(allowed=allowed, capability=capability, count=count, target=target)


def test_a_context_has_the_handles_that_the_protocols_ask_for() -> None:
    made: ScopedContext = context(session=Session())
    assert isinstance(made.fs, FileAccess)
    assert isinstance(made.env, EnvAccess)
    assert isinstance(made.clock, ClockAccess)
    assert isinstance(made.random, RandomAccess)
    assert isinstance(made.http, WebAccess)
    assert isinstance(made.process, ProcessAccess)
    assert isinstance(made.session, SessionAccess)
    assert made.call_id == "c-1"
    assert made.limits.wall_s == 2.0


def test_a_handle_is_made_once() -> None:
    made = context()
    for name in ("fs", "env", "clock", "random", "http", "process", "session"):
        assert getattr(made, name) is getattr(made, name)


def test_granted_handles_work_and_are_counted() -> None:
    made = context(
        EnvRead(["LANG"]), ClockRead(), RandomRead(), environ={"LANG": "C", "HOME": "/"}, now_us=lambda: 42
    )
    assert made.env.get("LANG") == "C"
    assert made.clock.now_us() == 42
    assert made.clock.now_us() == 42
    assert len(made.random.bytes(7)) == 7
    assert made.checks() == (
        check(True, "env_read", "LANG"),
        check(True, "clock_read", "*", 2),
        check(True, "random_read", "*"),
    )


def test_handles_that_were_not_granted_refuse_and_are_counted(tmp_path: Path) -> None:
    """T-CAP-04"""
    made = context(workspace=tmp_path)
    for use in (
        lambda: made.env.get("HOME"),
        lambda: made.clock.now_us(),
        lambda: made.random.bytes(1),
        lambda: made.fs.stat("a"),
        lambda: made.fs.create("a", b""),
        lambda: made.http.fetch_sync("https://example.com/a"),
        lambda: made.http.fetch_sync("https://example.com/a", method="POST"),
        lambda: made.process.run_sync(["ls", "-l"]),
        lambda: made.session.working_directory,
        lambda: made.session.last_command(),
        lambda: made.session.remember("ls", exit_code=0, output=""),
    ):
        with pytest.raises(CapabilityExceeded) as caught:
            use()
        assert caught.value.code == "capability.exceeded"
        assert caught.value.suggestion
    assert {(c.capability, c.target) for c in made.checks()} == {
        ("env_read", "HOME"),
        ("clock_read", "*"),
        ("random_read", "*"),
        ("fs_read", "a"),
        ("fs_write", "a"),
        ("net_read", "https://example.com:443"),
        ("net_write", "https://example.com:443"),
        ("process_spawn", "ls"),
        ("session", "*"),
    }
    assert not any(c.allowed for c in made.checks())


def test_a_star_grants_every_variable_and_an_unset_one_is_none() -> None:
    made = context(EnvRead(["*"]), environ={"A": "1"})
    assert (made.env.get("A"), made.env.get("B")) == ("1", None)


def test_a_name_that_the_system_cannot_hold_is_not_set() -> None:
    assert context(EnvRead(["*"])).env.get("\ud800") is None


def test_reading_does_not_imply_writing_nor_writing_reading(tmp_path: Path) -> None:
    """T-CAP-04"""
    (tmp_path / "a").write_bytes(b"x")
    reader, writer = context(FsRead(["."]), workspace=tmp_path), context(FsWrite(["."]), workspace=tmp_path)
    assert reader.fs.read_bytes("a") == b"x"
    writer.fs.replace("a", b"y")
    for use in (
        lambda: reader.fs.create("b", b""),
        lambda: reader.fs.replace("a", b""),
        lambda: reader.fs.make_dir("d"),
        lambda: writer.fs.read_bytes("a"),
        lambda: writer.fs.open_read("a"),
        lambda: writer.fs.stat("a"),
        lambda: writer.fs.list_dir("."),
        lambda: writer.fs.walk("."),
    ):
        with pytest.raises(CapabilityExceeded):
            use()
    assert (tmp_path / "a").read_bytes() == b"y"


def test_file_operations_answer_in_the_contract_s_types(tmp_path: Path) -> None:
    files = context(FsRead(["."]), FsWrite(["."]), workspace=tmp_path).fs
    assert files.make_dir("d/e") == ["d", "d/e"]
    files.create("d/f", b"abc", mode=0o600)
    stat = files.stat("d/f")
    assert (stat.kind, stat.size_bytes, stat.mode) == ("file", 3, 0o600)
    assert stat.mtime_ns == (tmp_path / "d/f").stat().st_mtime_ns
    assert files.stat(".").kind == "dir"
    assert files.list_dir("d") == [DirEntry("e", "dir"), DirEntry("f", "file")]
    assert list(files.walk(".")) == [WalkEntry("d/f", 2)]
    assert files.read_bytes("d/f", max_bytes=2) == b"ab"
    with files.open_read("d/f") as stream:
        assert stream.read() == b"abc"


def test_one_path_in_several_spellings_is_one_check(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    made = context(FsRead(["."]), workspace=tmp_path)
    for path in ("a", "./a", ".//a", "b/../a"):
        with pytest.raises(FileNotFoundError) if ".." in path else memoryview(b""):
            made.fs.stat(path)
    assert made.checks() == (check(True, "fs_read", "a", 4),)


def test_a_refused_place_is_counted_as_refused_only(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("..")
    made = context(FsRead(["."]), workspace=tmp_path)
    with pytest.raises(OutsideWorkspace):
        made.fs.stat("link")
    assert made.checks() == (check(False, "fs_read", "link"),)


def test_without_a_workspace_there_are_no_files() -> None:
    with pytest.raises(CapabilityExceeded):
        context(FsRead(["."])).fs.stat("a")


def test_too_many_random_bytes_are_refused() -> None:
    with pytest.raises(MemoryLimit):
        context(RandomRead()).random.bytes(DEFAULT_MEMORY_BYTES + 1)


class TestDeadline:
    def test_the_bound_runs_from_the_start(self) -> None:
        clock = Time()
        made = context(monotonic_s=clock)
        clock.now += 50
        assert made.remaining_s() == 2.0
        made.check()
        made.start()
        clock.now += 1.5
        assert made.remaining_s() == pytest.approx(0.5)
        made.check()

    def test_past_the_deadline_nothing_remains_and_check_says_so(self) -> None:
        clock = Time()
        made = context(monotonic_s=clock)
        made.start()
        clock.now += 2.0
        assert made.remaining_s() == 0.0
        with pytest.raises(WallLimit) as caught:
            made.check()
        assert caught.value.details == {"wall_s": 2.0}

    def test_a_cancelled_call_says_so_first(self) -> None:
        clock = Time()
        made = context(monotonic_s=clock)
        made.start()
        clock.now += 5
        made.cancel()
        with pytest.raises(CallCancelled):
            made.check()

    def test_the_default_clocks_are_the_real_ones(self) -> None:
        made = context(ClockRead())
        before = time.time_ns() // 1000
        assert before <= made.clock.now_us() <= wall_clock_us()
        made.start()
        assert 1.0 < made.remaining_s() <= 2.0


def test_granted_servers_and_commands_are_handed_to_whoever_carries_them_out(tmp_path: Path) -> None:
    outside = Outside()
    made = context(
        NetRead(["example.com"]), ProcessSpawn(["ls"]), workspace=tmp_path, egress=outside, launcher=outside
    )
    assert made.http.fetch_sync("https://example.com/a#b").body == b"page"
    assert made.process.run_sync(["ls", "-l"]).stdout == b"files"
    assert (outside.asked, outside.ran) == (["https://example.com/a"], [("ls", "-l")])
    for use in (
        lambda: made.http.fetch_sync("https://example.com/a", method="DELETE"),
        lambda: made.http.fetch_sync("https://www.example.com/"),
        lambda: made.process.run_sync(["/bin/ls"]),
    ):
        with pytest.raises(CapabilityExceeded):
            use()
    assert check(True, "net_read", "https://example.com:443") in made.checks()
    assert check(True, "process_spawn", "ls") in made.checks()
    assert (len(outside.asked), len(outside.ran)) == (1, 1)


def test_with_nobody_to_carry_it_out_a_granted_handle_says_so(tmp_path: Path) -> None:
    made = context(NetRead(["*"]), ProcessSpawn(["*"]), workspace=tmp_path)
    for use in (lambda: made.http.fetch_sync("https://example.com/"), lambda: made.process.run_sync(["ls"])):
        with pytest.raises(BackendUnavailable):
            use()


def test_a_session_is_shared_by_the_contexts_that_are_given_it() -> None:
    """T-CAP-06"""
    session = Session(working_directory="src")
    first, second, without = context(session=session), context(session=session), context()
    first.session.remember("make", exit_code=2, output="no rule")
    last = second.session.last_command()
    assert last is not None
    assert (last.command, last.exit_code, last.output) == ("make", 2, "no rule")
    assert second.session.working_directory == "src"
    with pytest.raises(CapabilityExceeded) as caught:
        without.session.last_command()
    assert "session=True" in caught.value.suggestion


def test_an_ended_call_has_no_working_handles() -> None:
    """T-CAP-04"""
    outside = Outside()
    made = context(
        EnvRead(["*"]), ClockRead(), RandomRead(), NetRead(["*"]), ProcessSpawn(["*"]),
        session=Session(), egress=outside, launcher=outside, workspace=Path(),
    )  # fmt: skip
    env, clock, random, http, process, session = (
        made.env, made.clock, made.random, made.http, made.process, made.session,
    )  # fmt: skip
    clock.now_us()
    made.close()
    for use in (
        lambda: env.get("A"),
        clock.now_us,
        lambda: random.bytes(1),
        lambda: http.fetch_sync("https://example.com/"),
        lambda: process.run_sync(["ls"]),
        session.last_command,
        made.check,
    ):
        with pytest.raises(CapabilityExceeded):
            use()
    assert made.checks() == (check(True, "clock_read", "*"),)
    assert (outside.asked, outside.ran) == ([], [])


class TestLedger:
    def test_denied_checks_come_first(self) -> None:
        ledger = CheckLog()
        ledger.allow("fs_read", "a")
        with pytest.raises(CapabilityExceeded):
            ledger.deny("fs_read", "b", CapabilityExceeded("no"))
        ledger.allow("fs_read", "a")
        assert ledger.checks() == (check(False, "fs_read", "b"), check(True, "fs_read", "a", 2))

    def test_beyond_the_bound_allowed_targets_share_a_row(self) -> None:
        ledger = CheckLog()
        for number in range(MAX_DISTINCT + 10):
            ledger.allow("fs_read", str(number))
        assert len(ledger.checks()) == MAX_DISTINCT + 1
        assert ledger.checks()[-1] == check(True, "fs_read", "…", 10)

    def test_an_allowed_row_gives_way_to_a_denied_one(self) -> None:
        ledger = CheckLog()
        for number in range(MAX_DISTINCT):
            ledger.allow("fs_read", str(number))
        for number in range(MAX_DISTINCT + 5):
            with pytest.raises(CapabilityExceeded):
                ledger.deny("fs_write", str(number), CapabilityExceeded("no"))
        checks = ledger.checks()
        assert sum(c.count for c in checks) == 2 * MAX_DISTINCT + 5
        assert [c for c in checks if c.allowed] == [check(True, "fs_read", "…", MAX_DISTINCT)]
        assert check(False, "fs_write", "…", 5) in checks
        assert len(checks) == MAX_DISTINCT + 2

    def test_a_check_that_was_folded_can_still_be_overturned(self) -> None:
        ledger = CheckLog()
        for number in range(MAX_DISTINCT + 1):
            ledger.allow("fs_read", str(number))
        with pytest.raises(CapabilityExceeded):
            ledger.overturn("fs_read", str(MAX_DISTINCT), CapabilityExceeded("no"))
        checks = ledger.checks()
        assert checks[0] == check(False, "fs_read", str(MAX_DISTINCT))
        assert sum(c.count for c in checks) == MAX_DISTINCT + 1

    def test_a_row_that_became_free_is_used_again(self) -> None:
        ledger = CheckLog()
        for number in range(MAX_DISTINCT + 1):
            ledger.allow("fs_read", str(number))
        with pytest.raises(CapabilityExceeded):
            ledger.overturn("fs_read", "0", CapabilityExceeded("no"))
        targets = [c.target for c in ledger.checks()]
        assert targets == ["0", *map(str, range(1, MAX_DISTINCT)), "…"]

    def test_a_long_target_is_cut_in_the_middle(self) -> None:
        ledger = CheckLog()
        ledger.allow("fs_read", "a" * 500 + "z")
        (only,) = ledger.checks()
        assert len(only.target) < 125
        assert (only.target[0], only.target[-1]) == ("a", "z")


def test_text_from_outside_is_shown_on_one_line_and_cut() -> None:
    assert shown("a\nb\x1b[2J") == "'a\\nb\\x1b[2J'"
    assert shown("\udcff").isascii()
    assert len(shown("x" * 10_000)) < 210


def test_a_walk_above_the_granted_prefixes_shows_what_lies_beneath_them(tmp_path):
    for path in ("src/a/x.py", "src/y.py", "docs/z.md", "secret/k", "note.txt"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    granted = CapabilitySet([FsRead(["src/a", "docs", "note.txt", "absent", "docs/z.md/below"])])
    context = CallContext("c", granted, ResourceBounds(), workspace=tmp_path)
    assert list(context.fs.walk(".")) == [
        WalkEntry("docs/z.md", 2), WalkEntry("note.txt", 1), WalkEntry("src/a/x.py", 3),
    ]  # fmt: skip
    assert list(context.fs.walk("src")) == [WalkEntry("src/a/x.py", 2)]
    assert list(context.fs.walk(".", max_depth=1)) == [WalkEntry("note.txt", 1)]
    for use in (
        lambda: context.fs.walk("secret"),
        lambda: context.fs.list_dir("."),
        lambda: context.fs.stat("src"),
    ):
        with pytest.raises(CapabilityExceeded):
            use()


def test_a_clock_that_was_stopped_has_as_much_left_as_before() -> None:
    """T-CALL-06: stops are counted, and those before the start cost nothing."""
    now = [100.0]
    made = CallContext("c", CapabilitySet(), ResourceBounds(wall_s=5.0), monotonic_s=lambda: now[0])
    made.start()
    now[0] += 2
    made.stop_clock()
    made.stop_clock()
    now[0] += 60
    assert made.remaining_s() == 3.0
    made.check()
    made.restart_clock()
    now[0] += 60
    assert made.remaining_s() == 3.0
    made.restart_clock()
    now[0] += 2
    assert made.remaining_s() == 1.0
    now[0] += 1
    with pytest.raises(WallLimit):
        made.check()
