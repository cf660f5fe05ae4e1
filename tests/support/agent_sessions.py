"""Tasks as agents do them: in GNU bash in the root of a container, and in a default virtual shell."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from gnu_bash import Said
from spec_cases import Chapter, read

__all__ = ["SESSIONS", "in_container", "in_default_shell", "sessions"]

SESSIONS = Path(__file__).resolve().parents[1] / "spec" / "sessions"
_ENVIRONMENT = {
    "HOME": "/home/user",
    "LANG": "C.UTF-8",
    "LOGNAME": "user",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "TERM": "dumb",
    "USER": "user",
}
_FOLDERS = ["/etc", "/home/user", "/tmp", "/var/log", "/var/tmp", "/opt", "/srv", "/root", "/mnt"]
_NOBODY = "65534"


def sessions() -> list[Chapter]:
    """Every kind of task."""
    return [read(path) for path in sorted(SESSIONS.glob("*.sh"))]


def in_container(script: str) -> Said:
    """The script in GNU bash as the user of a fresh root, without privileges, network or anything of this machine but /usr."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        users = Path(folder, "passwd")
        users.write_text("root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/bash\n")
        groups = Path(folder, "group")
        groups.write_text("root:x:0:\nuser:x:1000:\n")
        links = [
            word
            for name in ("bin", "sbin", "lib", "lib64")
            for word in ("--symlink", f"usr/{name}", f"/{name}")
        ]
        made = [word for path in _FOLDERS for word in ("--dir", path)]
        variables = [word for pair in _ENVIRONMENT.items() for word in ("--setenv", *pair)]
        command = [
            "setpriv",
            "--reuid",
            _NOBODY,
            "--regid",
            _NOBODY,
            "--clear-groups",
            "bwrap",
            "--unshare-all",
            "--die-with-parent",
        ]
        command += [
            "--uid",
            "1000",
            "--gid",
            "1000",
            "--ro-bind",
            "/usr",
            "/usr",
            *links,
            "--tmpfs",
            "/usr/local",
        ]
        command += ["--dir", "/usr/local/bin", *made, "--ro-bind", "/etc/alternatives", "/etc/alternatives"]
        command += ["--ro-bind", str(users), "/etc/passwd", "--ro-bind", str(groups), "/etc/group"]
        command += ["--proc", "/proc", "--dev", "/dev", "--chdir", "/home/user", "--clearenv", *variables]
        done = subprocess.run(
            [*command, "/bin/bash", "-c", script],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )
    shown = [
        text.decode("utf-8", "surrogateescape").replace("/bin/bash: ", "bash: ")
        for text in (done.stdout, done.stderr)
    ]
    return Said(*shown, done.returncode if done.returncode >= 0 else 128 - done.returncode)


def in_default_shell(script: str) -> Said:
    """The script in a fresh `Bash()`."""
    from runtime.bash import Bash

    done = Bash().exec_sync(script)
    texts = [data.decode("utf-8", "surrogateescape") for data in (done.stdout_bytes, done.stderr_bytes)]
    return Said(*texts, done.exit_code)
