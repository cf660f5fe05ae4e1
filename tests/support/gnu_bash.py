"""GNU bash as the oracle: runs a script in a throw-away folder, and in the virtual shell in the like of it.

The project's own tests never need it: what it said is recorded. Recording and the long differential proof do.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

BASH = Path("/bin/bash")
# The release whose behaviour is the standard; another one differs in details.
RELEASE = "5.2"
FOLDER = "/tmp/t"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere", "LC_ALL": "C.UTF-8"}


class Said(NamedTuple):
    """What a shell made of a script."""

    stdout: str
    stderr: str
    status: int


def present() -> bool:
    """Whether GNU bash of the right release is here."""
    if not BASH.exists():
        return False
    shown = subprocess.run([str(BASH), "--version"], capture_output=True, text=True, check=False).stdout
    return f"version {RELEASE}." in shown


def in_gnu_bash(script: str, *, timeout_s: float = 10) -> Said:
    """The script as ``bash -c`` in an empty folder; the folder's name is replaced by the virtual one's."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["bash", "-c", script.encode("utf-8", "surrogateescape")],
            executable=str(BASH),
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
        shown = [
            text.decode("utf-8", "surrogateescape").replace(folder, FOLDER)
            for text in (done.stdout, done.stderr)
        ]
    status = done.returncode
    return Said(*shown, status if status >= 0 else 128 - status)


def in_virtual_bash(script: str) -> Said:
    """The script in a fresh virtual shell."""
    from runtime.bash import Bash

    done = Bash(env=ENVIRONMENT, cwd=FOLDER, username="user").exec_sync(script)
    texts = [data.decode("utf-8", "surrogateescape") for data in (done.stdout_bytes, done.stderr_bytes)]
    return Said(*texts, done.exit_code)
