"""Snapshots: the state of a shell as authenticated data."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash import Bash, Limits, ShellError
from runtime.bash.vfs.hosted import HostedFileSystem

SETTING = """
shopt -s extglob
set -o pipefail
x='a  b'; export E=e; readonly R=r; declare -i n=7; declare -u up=abc; unset -v none; declare -x later
a=(1 [5]=five); declare -A m=([k]=v [l]="w x"); declare -n ref=x; byte=$'\\xff'
f() { local y=1; case $1 in +(a)) echo plus;; *) cat <<END
f $1 $x
END
esac; }
g() { echo g; }; export -f g
trap 'echo usr' USR1; alias ll='ls -l'; umask 077; cd /tmp; echo kept > file; mkdir -m 700 d; ln -s file link
set -- p 'q r'; pushd / > /dev/null; SECONDS=50; IFS=:; RANDOM=9; : $RANDOM
"""
LOOK = """
declare -p x E R n up later a m ref byte IFS; f aaa; f z; bash -c g; trap; alias; umask; pwd; dirs; echo "$@" $#
ls -l /tmp; cat /tmp/link; set -o | grep pipefail; shopt extglob; echo $RANDOM $RANDOM $SECONDS $SRANDOM; R=2
"""


def test_a_restored_shell_answers_as_the_first_one_would() -> None:
    shell = Bash(seed=4, clock=1e9, username="ada", hostname="box", files={"/data/x": b"\x00\xff"})
    assert shell.exec_sync(SETTING).stderr == ""
    twin = Bash.restore(shell.snapshot())
    assert twin.fs.read_bytes("/data/x") == b"\x00\xff"
    first, second = shell.exec_sync(LOOK), twin.exec_sync(LOOK)
    assert (second.stdout, second.stderr, second.exit_code) == (first.stdout, first.stderr, first.exit_code)
    assert '[k]="v"' in first.stdout


def test_one_state_has_one_form() -> None:
    shell = Bash(seed=4, clock=1e9)
    shell.exec_sync(SETTING)
    data = shell.snapshot(key=b"k")
    assert Bash.restore(data, key=b"k").snapshot(key=b"k") == data


def test_a_restored_shell_goes_its_own_way() -> None:
    shell = Bash()
    shell.exec_sync("x=1; a=(1); echo 1 > f")
    twin = Bash.restore(shell.snapshot())
    twin.exec_sync("x=2; a+=(2); echo 2 > f")
    assert shell.exec_sync("echo $x ${a[@]}; cat f").stdout == "1 1\n1\n"


def test_what_is_no_state_is_given_anew() -> None:
    shell = Bash(commands={"mine": lambda _cx: "1\n"})
    twin = Bash.restore(
        shell.snapshot(), commands={"mine": lambda _cx: "2\n"}, limits=Limits(max_output_bytes=4)
    )
    assert twin.exec_sync("mine").stdout == "2\n"
    assert twin.exec_sync("mine; mine; mine").error == "limit.output_bytes"


@pytest.mark.parametrize("key", [None, b"k", b"long" * 50])
def test_a_snapshot_opens_with_its_own_key_only(key: bytes | None) -> None:
    shell = Bash()
    shell.exec_sync("x=1")
    data = shell.snapshot(key=key)
    assert Bash.restore(data, key=key).exec_sync("echo $x").stdout == "1\n"
    with pytest.raises(ShellError, match="altered, or made with another key"):
        Bash.restore(data, key=b"other")


SNAPSHOT = Bash(clock=0, seed=0).snapshot(key=b"k")


@given(st.integers(0, len(SNAPSHOT) - 1), st.integers(1, 255))
def test_a_flipped_byte_anywhere_is_found(at: int, change: int) -> None:
    altered = SNAPSHOT[:at] + bytes([SNAPSHOT[at] ^ change]) + SNAPSHOT[at + 1 :]
    with pytest.raises(ShellError):
        Bash.restore(altered, key=b"k")


@given(st.integers(0, len(SNAPSHOT) - 1))
def test_a_cut_snapshot_is_found(size: int) -> None:
    with pytest.raises(ShellError):
        Bash.restore(SNAPSHOT[:size], key=b"k")


def test_another_version_is_named() -> None:
    with pytest.raises(ShellError, match="of version 02, not 01"):
        Bash.restore(SNAPSHOT[:13] + b"\x02" + SNAPSHOT[14:], key=b"k")


def test_files_beyond_the_quota_of_the_new_shell_are_refused() -> None:
    shell = Bash(files={"/big": b"x" * 5000})
    with pytest.raises(ShellError, match="cannot be restored"):
        Bash.restore(shell.snapshot(), limits=Limits(max_file_bytes=1000))


def test_an_empty_key_is_refused() -> None:
    with pytest.raises(ShellError, match="empty"):
        Bash().snapshot(key=b"")


def test_only_files_in_memory_can_be_kept(tmp_path: Path) -> None:
    with pytest.raises(ShellError, match="in memory"):
        Bash(fs=HostedFileSystem(tmp_path, writable=True), cwd="/").snapshot()


def test_what_is_mounted_is_not_kept_and_mounted_again(tmp_path: Path) -> None:
    (tmp_path / "host").write_text("of the host alone\n")
    shell = Bash(mounts={"/w": HostedFileSystem(tmp_path)}, cwd="/w")
    shell.exec_sync("echo own > /tmp/own")
    data = shell.snapshot()
    assert b"of the host alone" not in data
    show = "pwd; cat /tmp/own /w/host"
    bare = Bash.restore(data).exec_sync(show)
    assert (bare.stdout, bare.exit_code) == ("/w\nown\n", 1)
    assert (
        Bash.restore(data, mounts={"/w": HostedFileSystem(tmp_path)}).exec_sync(show).stdout
        == "/w\nown\nof the host alone\n"
    )


def test_options_that_are_state_replace_it() -> None:
    data = Bash(env={"K": "old", "L": "kept"}, clock=0.0, seed=1).snapshot()
    shell = Bash.restore(data, env={"K": "new"}, clock=86_400.0, seed=2)
    assert shell.exec_sync("env | grep '^[KL]='; date -u +%F").stdout == "K=new\nL=kept\n1970-01-02\n"
    assert shell.exec_sync("echo $RANDOM").stdout == Bash(seed=2).exec_sync("echo $RANDOM").stdout


def test_a_running_shell_gives_no_snapshot() -> None:
    shell = Bash(commands={"snap": lambda _cx: shell.snapshot()})
    assert [type(failure) for failure in shell.exec_sync("snap").failures] == [ShellError]


def test_a_snapshot_begins_as_those_that_are_kept_already_do() -> None:
    """The marks are the format's, not the modules': they stay when a module moves."""
    data = Bash().snapshot()
    assert data.startswith(b"runtime.bash\x00\x01")
    assert b"runtime.vfs\x00\x01" in data
