"""The machine of a fresh shell: the user's own, as a container is, unless the embedder closes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.bash import Bash
from runtime.bash.vfs import HostedFileSystem, MemoryFileSystem


def said(script: str, **options: object) -> str:
    done = Bash(**options).exec_sync(script)  # type: ignore[arg-type]
    return done.stdout + done.stderr


def test_a_fresh_shell_writes_anywhere() -> None:
    script = "mkdir -p /app/src /data && echo x > /app/src/a && echo '127.0.0.1 db' >> /etc/hosts && tail -n 1 /etc/hosts /app/src/a"
    assert said(script) == "==> /etc/hosts <==\n127.0.0.1 db\n\n==> /app/src/a <==\nx\n"
    assert said(
        "touch /var/log/a /opt/b /srv/c /lib/d /usr/local/bin/e && rm -r /var /opt && ls -d /var"
    ) == ("ls: cannot access '/var': No such file or directory\n")


def test_an_enforced_user_writes_to_home_and_temporary_folders_alone() -> None:
    script = "echo > /app; echo > /etc/x; touch ~/a /tmp/b && echo fine; sudo id"
    assert said(script, permissions="enforced") == (
        "fine\n"
        "bash: line 1: /app: Permission denied\n"
        "bash: line 1: /etc/x: Permission denied\n"
        "sudo: user is not in the sudoers file\n"
    )
    with pytest.raises(ValueError, match="open or enforced"):
        Bash(permissions="none")


def test_what_the_embedder_closed_stays_closed(tmp_path: Path) -> None:
    mounts = {"/m": HostedFileSystem(tmp_path)}
    for command in ("mkdir /m/d", "sudo mkdir /m/d"):
        assert "Read-only file system" in said(command, mounts=mounts)
    assert "Device or resource busy" in said("mv /m /n", mounts=mounts)
    given = MemoryFileSystem(uid=0, gid=0)
    given.mkdir("/etc")
    fs = given.fork(uid=1000, gid=1000)
    assert said("echo > /etc/x; sudo id", fs=fs, cwd="/") == (
        "bash: line 1: /etc/x: Permission denied\nsudo: user is not in the sudoers file\n"
    )


def test_root_is_number_zero_with_a_home_of_its_own() -> None:
    script = "id; echo $UID $EUID $HOME ~ $USER; pwd; touch f; stat -c %U:%G f"
    assert said(script, username="root") == (
        "uid=0(root) gid=0(root) groups=0(root)\n0 0 /root /root root\n/root\nroot:root\n"
    )
    assert said("echo x > f; chmod 0 f; cat f; [ -O f ] && [ -G f ] && echo mine", username="root") == (
        "x\nmine\n"
    )


def test_sudo_runs_the_command_as_root_and_says_nothing() -> None:
    assert said(
        "sudo id -un; id -un; sudo -u user whoami; sudo -n -E bash -c 'echo $EUID $HOME $SUDO_USER'"
    ) == ("root\nuser\nuser\n0 /root user\n")
    assert said(
        "sudo touch /srv/f; stat -c %U /srv/f; echo x > /srv/f; chmod 0 /srv/f; sudo cat /srv/f; cat /srv/f"
    ) == ("root\nx\ncat: /srv/f: Permission denied\n")
    assert said(
        "echo a | sudo tee /etc/a | cat; A=1 sudo B=2 env | grep -c '^[AB]='; sudo nosuch; echo $?"
    ) == ("a\n1\n1\nsudo: nosuch: command not found\n")


def test_a_name_of_a_utility_means_the_utility_whatever_was_installed() -> None:
    install = "printf '#!/bin/sh\\necho mine\\n' > /usr/local/bin/{0} && chmod +x /usr/local/bin/{0}; {0}"
    assert said(install.format("wc") + " < /dev/null") == "      0       0       0\n"
    assert said(install.format("mytool") + "; type wc") == "mine\nwc is /usr/bin/wc\n"
    assert said("PATH=/opt:$PATH; printf 'echo mine' > /opt/wc; chmod +x /opt/wc; wc") == "mine\n"


def test_the_default_path_is_there_without_an_environment() -> None:
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    assert said("echo $PATH; env -i bash -c 'echo $PATH; env | grep -c PATH'") == f"{path}\n{path}\n0\n"


def test_proc_tells_of_the_virtual_machine_alone() -> None:
    shell = Bash(clock=1_700_000_000, hostname="box")
    script = """sleep 90; cat /proc/uptime /proc/sys/kernel/hostname /proc/self/comm; grep -c ^processor /proc/cpuinfo
        awk '/^MemTotal/ {print $3}' /proc/meminfo; tr '\\0' ' ' < /proc/self/cmdline; echo; echo > /proc/uptime"""
    done = shell.exec_sync(script)
    assert done.stdout == "90.00 90.00\nbox\nbash\n1\nkB\nbash \n"
    assert done.stderr == "bash: line 2: /proc/uptime: Permission denied\n"


def test_descriptors_are_paths_to_every_command() -> None:
    script = """cp <(echo copied) f; cat f; bash <(echo 'echo run'); gzip -c f > f.gz; zcat <(cat f.gz); ls /dev/fd | tr '\\n' ' '
        exec 7<f; [ -e /dev/fd/7 ] && cat /proc/self/fd/7; [ -e /dev/fd/8 ] || echo none; true | [ -p /dev/stdin ] && echo pipe"""
    assert said(script) == "copied\nrun\ncopied\n0 1 2 copied\nnone\npipe\n"


def test_a_snapshot_keeps_what_the_user_may() -> None:
    for permissions, status in (("open", 0), ("enforced", 1)):
        data = Bash(permissions=permissions).snapshot(key=b"k")
        back = Bash.restore(data, key=b"k")
        assert back.exec_sync("echo > /etc/x").exit_code == status
        assert back.exec_sync("cat /proc/sys/kernel/ostype").stdout == "Linux\n"
    assert Bash.restore(data, key=b"k", permissions="open").exec_sync("echo > /etc/x").exit_code == 0
    root = Bash.restore(Bash(username="root").snapshot(key=b"k"), key=b"k")
    assert root.exec_sync("id -u; touch /f; stat -c %u /f").stdout == "0\n0\n"
