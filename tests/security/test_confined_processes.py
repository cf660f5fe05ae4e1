"""Child processes under the kernel's real limits: what a command can reach, how it ends, and what it leaves."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.backends import launcher as module
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability, EnvRead, FsRead, FsWrite, NetRead, NetWrite, ProcessSpawn
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded, OutsideWorkspace
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.process import ProcessAccess, ProcessResult

ANY = ProcessSpawn(["*"])
FILES = (FsRead(["."]), FsWrite(["."]))
NET = (NetRead(["*"]), NetWrite(["*"]))
RESERVED = Reserved(
    read=(".runtime/approvals", ".runtime/audit", ".runtime/keys"),
    write=("policies", "pyproject.toml", "runtime.toml"),
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "src").mkdir(parents=True)
    (folder / "docs").mkdir()
    (folder / "src/a.txt").write_text("alpha\n")
    (folder / "docs/b.txt").write_text("beta\n")
    (folder / ".runtime/keys").mkdir(parents=True)
    (folder / ".runtime/keys/log.key").write_text("the key\n")
    (folder / "policies").mkdir()
    (folder / "policies/authz.rego").write_text("package x\n")
    (tmp_path / "neighbour.txt").write_text("the neighbour's secret\n")
    return folder


@pytest.fixture
def context(workspace: Path) -> Callable[..., CallContext]:
    def make(
        *grants: Capability, wall_s: float = 20.0, environ: dict[str, str] | None = None, **limits: object
    ) -> CallContext:
        made = CallContext(
            "c",
            CapabilitySet(grants),
            ResourceBounds(wall_s=wall_s, **limits),
            workspace=workspace,
            reserved=RESERVED,
            launcher=ConfinedLauncher(protection="required"),
            environ=environ or {},
        )
        made.start()
        return made

    return make


@pytest.fixture
def sh(context) -> Callable[..., ProcessResult]:
    """Run a command line under these grants."""

    def run(command: str, *grants: Capability, **options: object) -> ProcessResult:
        made = context(*(grants or (ANY, *FILES)), **options.pop("context", {}))
        return made.process.run_sync(["/bin/sh", "-c", command], **options)

    return run


def test_a_command_runs_and_its_outputs_and_status_come_back(sh, context) -> None:
    result = sh("echo out; echo err >&2; exit 3")
    assert (result.stdout, result.stderr, result.exit_code) == (b"out\n", b"err\n", 3)
    assert not result.timed_out
    assert isinstance(context(ANY).process, ProcessAccess)


def test_input_is_read_to_its_end_and_without_it_there_is_none(sh) -> None:
    assert sh("wc -c", stdin=b"x" * 300_000).stdout.strip() == b"300000"
    assert sh("cat; echo end").stdout == b"end\n"
    assert sh("true", stdin=b"x" * 300_000).exit_code == 0


def test_a_signal_ends_a_command_as_a_shell_says_it(sh) -> None:
    assert sh("kill -TERM $$").exit_code == 128 + 15


def test_a_pipe_that_closes_ends_its_writer(sh) -> None:
    assert sh("yes | head -n 1").stdout == b"y\n"


def test_each_check_is_recorded_by_the_commands_name(context) -> None:
    ctx = context(ProcessSpawn(["ls"]))
    ctx.process.run_sync(["ls"])
    with pytest.raises(CapabilityExceeded):
        ctx.process.run_sync(["cat"])
    assert [(c.target, c.allowed) for c in ctx.checks()] == [("cat", False), ("ls", True)]


# -- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grants", "reads", "writes"),
    [
        ((ANY,), "", ""),
        ((ANY, FsRead(["src"])), "src", ""),
        ((ANY, FsRead(["."])), "src docs", ""),
        ((ANY, FsRead(["."]), FsWrite(["docs"])), "src docs", "docs"),
        ((ANY, *FILES), "src docs", "src docs ."),
    ],
    ids=["nothing", "src", "all", "write-docs", "write-all"],
)
def test_files_are_those_of_the_call(sh, grants, reads, writes) -> None:
    """T-PROC-01"""
    found = sh("cat src/a.txt && echo src; cat docs/b.txt && echo docs", *grants)
    assert [w for w in found.stdout.decode().split() if w in ("src", "docs")] == reads.split()
    made = sh(
        "for d in src docs .; do echo x > $d/new && echo $d; done; rm src/a.txt && echo removed", *grants
    )
    assert [w for w in made.stdout.decode().split() if w != "removed"] == writes.split()
    assert (b"removed" in made.stdout) == ("src" in writes)


@pytest.mark.parametrize(
    "command",
    [
        "cat ../neighbour.txt", "cat $PWD/../neighbour.txt", "ls .. | grep neighbour", "ls /root", "ls /home", "ls /run /var/lib", "grep . /etc/shadow",
        "ln -s ../neighbour.txt l && cat l", "ln ../neighbour.txt l && cat l", "cp ../neighbour.txt x && cat x",
        "cat /proc/1/environ", "cat /proc/1/root/etc/hostname", "echo x > /usr/x", "touch /etc/x", "mkdir /x",
        "mount -t tmpfs x src", "unshare -Ur cat ../neighbour.txt", "chroot / cat ../neighbour.txt", "mknod d b 8 0",
        "cat < /dev/mem", "echo x > ../neighbour.txt", "mv ../neighbour.txt .", "cd .. && cat neighbour.txt", "exec 9<../neighbour.txt && cat <&9",
    ],
)  # fmt: skip
def test_nothing_beyond_the_workspace_is_read_or_changed(sh, workspace, command) -> None:
    """T-PROC-01"""
    result = sh(command)
    assert result.exit_code != 0
    assert b"secret" not in result.stdout
    assert (workspace.parent / "neighbour.txt").read_text() == "the neighbour's secret\n"


def test_home_and_temporary_files_have_a_place_that_goes_with_the_command(sh) -> None:
    result = sh('echo x > "$HOME/a" && echo y > "$(mktemp)" && cat "$HOME/a" && echo $HOME')
    assert result.stdout.startswith(b"x\n")
    assert not Path(result.stdout.decode().split()[1]).exists()


def test_what_programs_need_of_the_system_is_there(sh) -> None:
    script = (
        "cat /proc/self/status | head -1; ls /usr/bin | head -1; date > /dev/null; echo $((1+1)); ls /dev/shm"
    )
    assert sh(script).exit_code == 0


def test_a_folder_of_the_system_can_be_added(workspace, tmp_path) -> None:
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/tool").write_text("#!/bin/sh\necho tool\n")
    (tmp_path / "opt/tool").chmod(0o755)
    made = CallContext(
        "c", CapabilitySet([ANY]), ResourceBounds(), workspace=workspace,
        launcher=ConfinedLauncher(protection="required", system=[str(tmp_path / "opt")]), environ={},
    )  # fmt: skip
    made.start()
    assert made.process.run_sync([str(tmp_path / "opt/tool")]).stdout == b"tool\n"


# -- what the runtime rests on ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "cat .runtime/keys/log.key", "ls .runtime/keys", "echo x > .runtime/keys/log.key", "rm -r .runtime/keys",
        "mv .runtime/keys elsewhere", "cp -r .runtime/keys elsewhere && cat elsewhere/*", "umount .runtime/keys",
        "unshare -Urm umount .runtime/keys && cat .runtime/keys/log.key", "echo x > policies/authz.rego", "rm policies/authz.rego",
        "touch policies/new.rego", "mv policies old", "mount --bind src policies",
    ],
)  # fmt: skip
def test_key_log_and_rules_are_out_of_reach(sh, workspace, command) -> None:
    """T-PROC-02"""
    result = sh(command)
    assert result.exit_code != 0
    assert b"the key" not in result.stdout
    assert (workspace / ".runtime/keys/log.key").read_text() == "the key\n"
    assert [p.name for p in (workspace / "policies").iterdir()] == ["authz.rego"]
    assert (workspace / "policies/authz.rego").read_text() == "package x\n"


@pytest.mark.parametrize(
    "place", ["runtime.toml", ".runtime/approvals/a-1.json", ".runtime/audit/records.jsonl", "pyproject.toml"]
)
def test_what_would_govern_the_runtime_does_not_come_to_be(sh, workspace, place) -> None:
    """T-PROC-02"""
    made = sh(
        f"mkdir -p $(dirname {place}); echo x > {place}; mv src {place}; ln -sf /etc/hostname {place}; cat {place}"
    )
    assert (made.stdout, made.exit_code == 0) == (b"", place in ("runtime.toml", "pyproject.toml"))
    assert not os.path.lexists(workspace / place)
    assert (workspace / "src/a.txt").exists()


# -- the network ------------------------------------------------------------------------------------------


@pytest.fixture
def port() -> int:
    listening = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                listening.accept()[0].close()
            except OSError:
                return

    threading.Thread(target=accept, daemon=True).start()
    yield listening.getsockname()[1]
    listening.close()


@pytest.mark.parametrize(
    "grants",
    [(), (NET[0],), (NetRead(["example.com"]), NetWrite(["example.com"])), NET],
    ids=["none", "read", "a-host", "every-host"],
)
def test_no_grant_opens_the_machines_own_network(context, port, grants) -> None:
    """T-PROC-03 T-PROC-11"""
    result = context(ANY, *grants).process.run_sync(["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{port}"])
    assert result.exit_code == 1


# -- time and what is left --------------------------------------------------------------------------------


def is_running(mark: str) -> bool:
    """Whether a process with this in its command line is left."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "cmdline").read_bytes():
                    return True
            except OSError:
                continue
    return False


@pytest.mark.parametrize(
    "command",
    [
        "sleep {n}", "trap '' TERM INT HUP; sleep {n}", "sleep {n} & wait", "setsid sleep {n}; sleep {n}", "(setsid sleep {n} &) ; sleep {n}",
        "while :; do :; done; : {n}", "yes {n} > /dev/null", "kill -STOP $$; : {n}",
    ],
)  # fmt: skip
def test_at_its_deadline_a_command_ends_with_all_that_it_started(sh, command) -> None:
    """T-PROC-04"""
    mark = f"987{os.getpid()}{abs(hash(command)) % 1000}"
    begun = time.monotonic()
    result = sh(command.format(n=mark), timeout_s=0.4)
    assert (result.timed_out, result.exit_code) == (True, None)
    assert time.monotonic() - begun < 5
    assert not is_running(mark)


def test_what_a_command_leaves_running_ends_with_it(sh) -> None:
    """T-PROC-04"""
    mark = f"986{os.getpid()}"
    begun = time.monotonic()
    result = sh(f"sleep {mark} & (setsid nohup sleep {mark} > /dev/null 2>&1 &); echo gone")
    assert (result.stdout, result.exit_code) == (b"gone\n", 0)
    assert time.monotonic() - begun < 5
    assert not is_running(mark)


def test_output_made_before_the_deadline_is_kept(sh) -> None:
    assert sh("echo begun; sleep 60", timeout_s=0.5).stdout == b"begun\n"


def test_a_cancelled_call_kills_its_command(context) -> None:
    """T-PROC-04"""
    mark = f"985{os.getpid()}"

    async def scenario() -> None:
        task = asyncio.create_task(context(ANY).process.run(["sleep", mark]))
        while not await asyncio.to_thread(is_running, mark):
            pass
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())
    assert not is_running(mark)


def test_a_blocking_tool_that_is_told_to_stop_loses_its_command(context) -> None:
    """T-PROC-04"""
    ctx = context(ANY)
    threading.Timer(0.3, ctx.cancel).start()
    begun = time.monotonic()
    assert ctx.process.run_sync(["sleep", "60"]).timed_out
    assert time.monotonic() - begun < 5


# -- floods -----------------------------------------------------------------------------------------------


def test_output_beyond_its_budget_is_thrown_away_and_said(sh) -> None:
    """T-PROC-05"""
    result = sh("head -c 5000000 /dev/zero; echo x >&2", max_output_bytes=1000)
    assert (len(result.stdout) + len(result.stderr), result.truncated, result.exit_code) == (1000, True, 0)
    endless = sh("yes", max_output_bytes=1000, timeout_s=0.5)
    assert (len(endless.stdout), endless.timed_out) == (1000, True)
    exact = sh("head -c 1000 /dev/zero", max_output_bytes=1000)
    assert exact.truncated is False


def test_memory_and_processor_have_the_bounds_of_grant_and_call(sh) -> None:
    """T-PROC-05"""
    hog = "head -c 500000000 /dev/zero | tail -c 400000000 | wc -c"
    assert sh(hog, ProcessSpawn(["*"], memory_bytes=200_000_000)).stdout.strip() != b"400000000"
    assert sh(hog, ANY, context={"memory_bytes": 200_000_000}).stdout.strip() != b"400000000"
    begun = time.monotonic()
    assert sh("while :; do :; done", ProcessSpawn(["*"], cpu_s=0.5)).exit_code == 128 + 9
    assert time.monotonic() - begun < 15


def test_a_file_has_a_largest_size(sh, monkeypatch) -> None:
    """T-PROC-05"""
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 100_000)
    assert (
        sh("head -c 1000000 /dev/zero > src/big; ls -l src/big | cut -d' ' -f5").stdout.strip() == b"100000"
    )


def test_there_are_only_so_many_processes_at_a_time(sh) -> None:
    """T-PROC-05: also where the runtime runs as root, which no resource limit holds."""
    result = sh("for i in $(seq 800); do sleep 2 & done 2>&1; ls /proc | grep -c '^[0-9]'", timeout_s=15)
    assert result.exit_code != 0 or int(result.stdout.split()[-1]) < module.MAX_PROCESSES


def test_a_fork_bomb_ends_with_its_command(sh) -> None:
    """T-PROC-05"""
    begun = time.monotonic()
    sh("b() { b | b & }; b; sleep 60", timeout_s=1)
    assert time.monotonic() - begun < 15


# -- what goes along --------------------------------------------------------------------------------------


def test_of_the_environment_only_what_is_granted_goes_along(sh, monkeypatch) -> None:
    """T-PROC-06"""
    monkeypatch.setenv("API_TOKEN", "s3cret")
    environ = {"API_TOKEN": "s3cret", "LANG": "de_DE", "BASH_ENV": "/etc/x"}
    bare = sh("env | sort", context={"environ": environ}).stdout.decode()
    assert {line.partition("=")[0] for line in bare.splitlines()} <= {
        "HOME",
        "LANG",
        "PATH",
        "PWD",
        "TERM",
        "TMPDIR",
        "SHLVL",
        "_",
        "OLDPWD",
    }
    given = sh("env", ANY, EnvRead(["LANG"]), context={"environ": environ}).stdout.decode()
    assert "LANG=de_DE" in given
    assert "s3cret" not in given
    assert "X=1" in sh("env", environment={"X": "1"}).stdout.decode().splitlines()


def test_no_descriptor_and_no_process_of_the_host_is_seen(sh) -> None:
    """T-PROC-06"""
    with open(__file__, "rb") as kept:  # noqa: PTH123
        os.set_inheritable(kept.fileno(), True)
        assert set(sh("ls /proc/self/fd").stdout.split()) <= {b"0", b"1", b"2", b"3"}
    seen = [int(n) for n in sh("ls /proc").stdout.split() if n.isdigit()]
    assert max(seen) < 50


def test_no_signal_reaches_a_process_of_the_host(sh) -> None:
    """T-PROC-06"""
    assert sh(f"kill -9 {os.getpid()}").exit_code != 0
    assert sh("kill -9 -1; echo on").exit_code in (0, 137)


# -- named commands ---------------------------------------------------------------------------------------


def shell(context, command: str, *grants: Capability, **options: object) -> ProcessResult:
    return asyncio.run(context(*grants, **options).process.shell(command))


@pytest.mark.parametrize(
    "command",
    [
        "ls; id", "ls | cat", "ls && id", "ls &", "ls $(id)", "ls `id`", "ls > x", "ls < x", "X=1 ls", "ls *", "ls ~", "ls $HOME", "! ls",
        "(ls)", "{ ls; }", "ls {a,b}", "if ls; then :; fi", "ls <(id)", "f() { id; }; f", "ls\nid", "ls #x\nid", "time ls", "", "   ", "'",
        "ls 'a", "\\", "declare x=1", "ls <<E\nx\nE", "coproc ls",
    ],
)  # fmt: skip
def test_under_named_commands_a_line_is_one_constant_command_or_nothing(context, command) -> None:
    """T-PROC-07"""
    with pytest.raises(CapabilityExceeded):
        shell(context, command, ProcessSpawn(["ls", "time", "coproc"]), *FILES)


@pytest.mark.parametrize("command", ["sh -c ls", "/bin/ls", "env ls", "LS", "./ls", "\\ls /x; id"])
def test_under_named_commands_others_are_not_run(context, command) -> None:
    """T-PROC-07"""
    with pytest.raises(CapabilityExceeded):
        shell(context, command, ProcessSpawn(["ls"]), *FILES)


def test_under_named_commands_a_constant_command_is_run_as_it_stands(context) -> None:
    result = shell(context, "printf '%s|' 'a b' \"c;d\" e\\ f '$HOME' '*'", ProcessSpawn(["printf"]))
    assert result.stdout == b"a b|c;d|e f|$HOME|*|"


def test_under_any_command_the_line_goes_to_the_users_shell(context) -> None:
    assert shell(context, "echo $((1+1)) | cat; exit 4", ANY).stdout == b"2\n"
    name = "echo $BASH_VERSION"
    assert shell(context, name, ANY, environ={"SHELL": "/bin/bash"}).stdout != b"\n"
    for odd in ("bash", "/bin/false", "/nowhere/bash", "../bash", ""):
        assert shell(context, "echo ok", ANY, environ={"SHELL": odd}).stdout == b"ok\n"


# -- mistakes ---------------------------------------------------------------------------------------------


def test_a_command_or_folder_that_is_not_there_is_named(context, workspace) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        context(ANY).process.run_sync(["no-such-command"])
    assert caught.value.filename == "no-such-command"
    (workspace / "src/plain").write_text("x")
    with pytest.raises(PermissionError):
        context(ANY, *FILES).process.run_sync(["src/plain"])
    with pytest.raises(FileNotFoundError) as caught:
        context(ANY, *FILES).process.run_sync(["ls"], working_directory="nowhere")
    assert caught.value.filename == "nowhere"


def test_a_command_starts_where_the_call_may_read(context, workspace) -> None:
    """T-PROC-01"""
    made = context(ANY, FsRead(["src"]))
    assert made.process.run_sync(["cat", "a.txt"], working_directory="src").stdout == b"alpha\n"
    with pytest.raises(CapabilityExceeded):
        made.process.run_sync(["ls"], working_directory="docs")
    for outside in ("..", "/etc", "src/../.."):
        with pytest.raises(OutsideWorkspace):
            made.process.run_sync(["ls"], working_directory=outside)
    (workspace / "src/out").symlink_to("/etc")
    assert made.process.run_sync(["cat", "shadow"], working_directory="src/out").stdout == b""


@pytest.mark.parametrize("argv", [[], ["ls", "a\0b"], ["l\0s"]])
def test_what_is_no_command_is_refused(context, argv) -> None:
    with pytest.raises(ValueError):
        context(ANY).process.run_sync(argv)


def test_a_machine_without_room_or_descriptors_is_unavailable_and_loses_none(context, monkeypatch) -> None:
    def names_open() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    def exhausted(*_: object) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    ctx = context(ANY)
    ctx.process.run_sync(["true"])
    before = names_open()
    for name in ("memfd_create", "pipe"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, exhausted)
            with pytest.raises(BackendUnavailable):
                ctx.process.run_sync(["ls"])
    assert names_open() <= before  # the first command may still have been closing its own


def test_without_launcher_or_workspace_nothing_runs(workspace) -> None:
    for options in ({"workspace": workspace}, {"launcher": ConfinedLauncher()}):
        made = CallContext("c", CapabilitySet([ANY]), ResourceBounds(), **options)
        with pytest.raises((BackendUnavailable, CapabilityExceeded)):
            made.process.run_sync(["ls"])
