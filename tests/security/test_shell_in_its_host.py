"""The virtual shell in a host's process: what overlaps, what is cancelled, what calls back, and what of the host shows."""

from __future__ import annotations

import asyncio
import gc
import getpass
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from greenlet import greenlet

from runtime.bash import Bash, Limits, ShellError

# Scripts that are in the middle of something whenever they are stopped.
UNFINISHED = [
    "while :; do :; done",
    "sleep 100",
    "yes | cat > /dev/null",
    "cat < <(sleep 100)",
    "(sleep 5; echo) & wait",
    "for i in {1..1000}; do x=$(echo $i | cat); done",
    "seq 1 1000000 | sort | tail -1",
    "f() { local a=1; IFS=:; g; }; g() { while :; do :; done; }; f",
    "printf -v x %0100000d; while :; do y=${x//0/ab}; done",
    "coproc { cat; }; read x <&${COPROC[0]}",
    "trap 'while :; do :; done' EXIT; exit",
]
SOUND = (
    "IFS=$' \\t\\n'; echo ${#FUNCNAME[@]} $BASH_SUBSHELL; jobs; trap; for i in 1 2; do echo $i; done | cat"
)


def _is_sound(shell: Bash) -> bool:
    done = shell.exec_sync(SOUND)
    return (done.stdout, done.stderr, done.error) == ("0 0\n1\n2\n", "", None)


def _living() -> int:
    gc.collect()
    return sum(isinstance(one, greenlet) and not one.dead for one in gc.get_objects())


def test_a_shell_that_met_its_limits_hundreds_of_times_is_sound_and_keeps_nothing() -> None:
    """T-SH-04 T-SH-09"""
    shell = Bash(limits=Limits(max_commands=100, timeout_s=0.005))
    for script in UNFINISHED:
        shell.exec_sync(script)
    gc.collect()
    living, held = _living(), len(gc.get_objects())
    for turn in range(200):
        assert shell.exec_sync(UNFINISHED[turn % len(UNFINISHED)]).error is not None
    assert _living() <= living
    assert len(gc.get_objects()) < held + 2_000
    sound = Bash(limits=Limits(timeout_s=10))
    assert _is_sound(sound)


async def _cancelled_at_random(shell: Bash, times: int) -> Counter[str]:
    chance = random.Random(7)
    ends: Counter[str] = Counter()
    for _ in range(times):
        task = asyncio.ensure_future(shell.exec(chance.choice(UNFINISHED)))
        await asyncio.sleep(chance.random() * 0.01)
        asked = time.perf_counter()
        task.cancel()
        try:
            ends[str((await task).error)] += 1
        except asyncio.CancelledError:
            ends["cancelled"] += 1
        # 50 ms on a machine that does nothing else.
        assert time.perf_counter() - asked < 0.5
    return ends


def test_a_script_is_cancelled_at_any_moment_and_the_shell_goes_on() -> None:
    """T-SH-09"""
    shell = Bash()
    before = _living()
    ends = asyncio.run(_cancelled_at_random(shell, 200))
    assert set(ends) <= {"cancelled", "limit.commands", "limit.deadlock"}
    assert ends["cancelled"] > 100
    assert _is_sound(shell)
    assert _living() <= before


def test_a_shell_whose_coroutine_is_closed_is_free_again() -> None:
    """T-SH-09"""
    shell = Bash()

    async def closed() -> None:
        running = shell.exec("sleep 100")
        running.send(None)
        running.close()

    asyncio.run(closed())
    assert _is_sound(shell)


def test_what_a_limited_script_awaited_does_not_wake_the_next_one() -> None:
    """T-SH-09 T-SH-10: a command's awaitable is cancelled only when the loop next turns, inside the next script."""

    async def slow(cx) -> None:
        await asyncio.sleep(100)

    async def nested(cx) -> int:
        return cx.launch.script("echo inside")

    async def both() -> tuple[str | None, str]:
        shell = Bash(commands=[slow, nested], limits=Limits(timeout_s=0.2))
        first = await shell.exec("slow")
        second = await shell.exec("nested")
        return first.error, second.stdout

    assert asyncio.run(both()) == ("limit.timeout", "inside\n")


def test_shells_that_overlap_in_threads_leave_the_recursion_limit_as_it_was() -> None:
    """T-SH-08"""
    before = sys.getrecursionlimit()
    said: list[str] = []

    def work() -> None:
        shell = Bash()
        script = "f() { ((n++ < 60)) && f; }; n=0; f; echo $n | cat"
        said.extend(shell.exec_sync(script).stdout for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(said) == {"61\n"}
    assert sys.getrecursionlimit() == before


def test_two_threads_never_run_one_shell_at_once() -> None:
    """T-SH-08"""
    inside: list[int] = []

    def enter(cx) -> None:
        inside.append(1)
        time.sleep(0.0005)
        assert len(inside) == 1
        inside.pop()

    shell = Bash(commands=[enter])
    refused: Counter[bool] = Counter()

    def work() -> None:
        for _ in range(50):
            try:
                refused[shell.exec_sync("enter").exit_code != 0] += 1
            except ShellError:
                refused[False] += 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == {False: 200}


def test_a_wrong_timeout_does_not_lock_the_shell() -> None:
    """T-SH-08"""
    shell = Bash()
    with pytest.raises(ValueError, match="timeout_s"):
        shell.exec_sync("echo no", timeout_s=-1)
    assert _is_sound(shell)


def test_a_shell_runs_deep_in_its_hosts_stack() -> None:
    """T-SH-03"""

    def deep(levels: int) -> str:
        if levels:
            return deep(levels - 1)
        return Bash().exec_sync("f() { ((n++ < 90)) && f; }; f; echo $n").stdout

    assert deep(sys.getrecursionlimit() - 200) == "91\n"


def test_fifty_shells_share_one_loop_that_goes_on_turning() -> None:
    """T-SH-08"""

    async def all_of_them() -> tuple[set[str], int]:
        turns = 0

        async def tick() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0.001)
                turns += 1

        ticking = asyncio.ensure_future(tick())
        script = "for i in {1..300}; do ((s += i)); done; sleep 0.05; echo $s | cat"
        done = await asyncio.gather(*(Bash().exec(script) for _ in range(50)))
        ticking.cancel()
        return {one.stdout for one in done}, turns

    said, turns = asyncio.run(all_of_them())
    assert said == {"45150\n"}
    assert turns > 5


def _raising(cx) -> None:
    raise RuntimeError("a secret of the host")


def test_a_commands_exception_reaches_its_embedder_and_not_the_script() -> None:
    """T-SH-10"""
    done = Bash(commands={"boom": _raising}).exec_sync("boom; echo $?; x=$(boom 2>&1); echo $x; boom | cat")
    assert "secret" not in done.stdout + done.stderr
    assert done.stdout == "1\nboom: command failed\n"
    assert [type(one) for one in done.failures] == [RuntimeError] * 3


def test_a_command_that_calls_itself_ends_by_a_budget() -> None:
    """T-SH-01 T-SH-10"""

    def again(cx) -> int:
        return cx.launch.script("again")

    shell = Bash(commands=[again])
    assert shell.exec_sync("again").error == "limit.function_depth"
    assert _is_sound(shell)


def test_a_command_that_runs_its_own_shell_is_refused_without_a_deadlock() -> None:
    """T-SH-08 T-SH-10"""

    def outer(cx) -> str:
        try:
            shell.exec_sync("echo inner")
        except ShellError as refused:
            return type(refused).__name__
        return "ran"

    shell = Bash(commands=[outer])
    assert shell.exec_sync("outer").stdout == "ShellError"
    assert _is_sound(shell)


@pytest.mark.parametrize("form", ["raises", "waits", "enters"])
def test_a_listener_that_misbehaves_stops_no_shell(form: str) -> None:
    """T-SH-10"""

    async def for_ever() -> None:
        await asyncio.sleep(100)

    def listen(out: str, err: str) -> object:
        if form == "raises":
            raise ValueError(out)
        return for_ever() if form == "waits" else shell.exec_sync("echo again")

    shell = Bash(limits=Limits(timeout_s=0.2))
    done = shell.exec_sync("echo a; echo b", on_output=listen)
    if form == "waits":
        assert (done.error, done.stdout) == ("limit.timeout", "a\n")
    else:
        assert (done.error, done.stdout, len(done.failures)) == (None, "a\nb\n", 1)
    assert _is_sound(shell)


def test_a_listener_that_is_awaited_hears_all_of_it() -> None:
    """T-SH-10"""
    heard: list[str] = []

    async def listen(out: str, err: str) -> None:
        await asyncio.sleep(0)
        heard.append(out + err)

    done = Bash().exec_sync("echo a; (sleep 0.01; echo late) & printf b", on_output=listen)
    assert "".join(heard) == done.stdout == "a\nblate\n"


# What would tell of the host, asked for in every way that bash has.
ASKED = r"""
echo $$ $BASHPID $PPID $UID $EUID $HOSTNAME $HOSTTYPE $MACHTYPE $OSTYPE $BASH $SHELL $HOME $PWD ~ ~root ~+ $_
declare -p; set; export -p; env; printenv; times; ulimit -a; umask; dirs -l; hash; type -a ls; command -v cat; bind -v
for f in /proc/self/environ /proc/self/cmdline /proc/1/environ /etc/shadow /etc/hostname /etc/resolv.conf /sys/x /dev/mem
do cat $f; read -r x < $f; echo "$x"; mapfile y < $f; echo "${y[@]}"; . $f; done
cat ../../../../../../../../../etc/passwd ../../../../../proc/self/status /../../etc/hostname
echo /* /proc/* /sys/* /root/* /home/* /tmp/* /dev/*; ls -laR / | head -200; find / | head -500
id; whoami; hostname; uname -a; pwd; readlink -f .; stat / /tmp; realpath /; mktemp -u; date +%Z
printf '%(%Z)T\n'; TZ=:/etc/localtime date +%Z; echo x > /dev/tcp/127.0.0.1/22; echo $(< /proc/version)
(exit 3) & echo $!; jobs -l; kill -l > /dev/null; kill -0 $PPID; nosuch; ./nosuch; /bin/nosuch; bash -c nosuch
"""


PRINTED_BY_ANOTHER = """
import sys
from runtime.bash import Bash, Limits
done = Bash(limits=Limits(max_commands=100_000)).exec_sync(sys.stdin.read())
print(done.stdout, done.stderr)
"""


def test_nothing_of_the_host_is_in_anything_that_a_script_can_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-SH-05"""
    monkeypatch.setenv("SECRET_OF_THE_HOST", "do-not-leak")
    done = Bash(limits=Limits(max_commands=100_000)).exec_sync(ASKED)
    said = done.stdout + done.stderr
    assert done.error is None
    assert len(done.stdout) > 2_000
    # A number that a second process prints as well (1024, say) is the shell's own, whatever this process is called.
    again = subprocess.run(
        [sys.executable, "-c", PRINTED_BY_ANOTHER], input=ASKED, capture_output=True, text=True, check=True
    )
    own = {str(number) for number in (os.getpid(), os.getppid(), threading.get_native_id())}
    assert not own & (set(re.findall(r"\d+", said)) - set(re.findall(r"\d+", again.stdout)))
    names = {
        "do-not-leak",
        "SECRET_OF_THE_HOST",
        socket.gethostname(),
        sys.prefix,
        str(Path(__file__).parent),
    }
    names |= {str(Path.cwd()), sys.executable, os.uname().release, f"/home/{getpass.getuser()}"}
    assert [name for name in names if name in said] == []


HOSTILE_BYTES = r"""
x=$'\xff\xfe\x80'; printf %s "$x"; printf '\0a\0'; printf '\e]0;t\a\e[2J\x9b'; : > "/tmp/$x"; cd /tmp; printf '%s\n' *
printf 'k\0v\xff' > /tmp/f; cat /tmp/f; cat < /tmp/f | cat; y=$(cat /tmp/f); printf %s "$y"; export z=$x; env | grep -a ^z=
f() { printf %s "$1"; }; f "$x"; for c in "$x"; do printf %s "$c"; done; [[ a$x =~ ^a ]] && printf %s "${x:1:1}"
cat <<< "$x"; a=("$x" "$x"); printf %s "${a[@]}"; declare -A m=(["$x"]=$x); printf %s "${!m[@]}" "${m[@]}"
"""


def test_bytes_that_are_no_text_go_through_everything_unchanged() -> None:
    """T-SH-03: bash's own output is the measure; only that variables drop NUL is said on standard error."""
    done = Bash().exec_sync(HOSTILE_BYTES)
    raw = b"\xff\xfe\x80"
    want = (
        raw + b"\0a\0\x1b]0;t\a\x1b[2J\x9b" + raw + b"\n" + b"k\0v\xff" * 2 + b"kv\xff" + b"z=" + raw + b"\n"
    )
    want += raw * 2 + b"\xfe" + raw + b"\n" + raw * 4
    assert (done.error, done.stdout_bytes) == (None, want)
    assert "ignored null byte in input" in done.stderr


def test_a_snapshot_carries_bytes_that_are_no_text() -> None:
    """T-SH-03"""
    shell = Bash()
    shell.exec_sync(
        r"x=$'\xff\x01\e'; declare -A m=([$x]=$x); f() { printf %s $'\xfe'; }; printf '\0\xff' > /tmp/f"
    )
    again = Bash.restore(shell.snapshot(key=b"k" * 32), key=b"k" * 32)
    said = again.exec_sync('printf %s "$x" "${!m[@]}" "${m[@]}"; f; cat /tmp/f')
    assert said.stdout_bytes == b"\xff\x01\x1b" * 3 + b"\xfe\0\xff"


# Each does one thing for long; all but the first line of a script is what is stopped.
BUSY = {
    "a loop": "while :; do :; done",
    "arithmetic": "while (( x = x * 3 + 1, 1 )); do :; done",
    "a regular expression": "printf -v s %0200000d 0; while :; do [[ $s =~ (0|00)*1 ]]; done",
    "a pattern": "shopt -s extglob\nprintf -v s %04000d 0; [[ $s == !(!(!(0*1))) ]]; while :; do :; done",
    "a glob": "cd /tmp; for i in {1..2000}; do : > f$i; done; while :; do : *1*2*; done",
    "sort": "while :; do seq 1 100000 | sort -n; done > /dev/null",
    "a sleep": "sleep 100",
    "a wait": "sleep 100 & wait",
    "a read": "sleep 100 | read x",
    "widths": "while :; do printf -v x '%1000000s' y; done",
    "braces": "while :; do for i in {1..100000}; do :; done; done",
    "a long script": "eval \"$(yes ': a b c;' | head -c 5000000)\"",
    "sed": "yes aaaa | sed 's/a/bb/g'",
    "grep": r"yes aaaaaaaaaaaaaaaaaaaaaaaa | grep '\(a*\)*\1b'",
    "od": "od -v /dev/urandom > /dev/null",
}


@pytest.mark.parametrize("name", BUSY)
def test_a_timeout_takes_effect_at_once_in(name: str) -> None:
    """T-SH-01"""
    limits = Limits(
        max_commands=10**9,
        max_loop_iterations=10**9,
        max_output_bytes=10**9,
        max_fs_bytes=10**9,
        timeout_s=0.3,
    )
    shell = Bash(limits=limits)
    gc.collect()
    gc.freeze()  # what other tests left is not gone through while this one's clock runs
    began = time.perf_counter()
    done = shell.exec_sync(BUSY[name])
    late = time.perf_counter() - began - 0.3
    assert done.error == "limit.timeout", done
    # 50 ms alone on a machine; tests share theirs.
    assert late < 0.5
