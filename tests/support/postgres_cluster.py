"""A PostgreSQL server of one's own, in a temporary folder and behind a unix socket, for as long as something runs.

    python tests/support/postgres_cluster.py COMMAND...

runs the command with ``TEST_POSTGRESQL_URL`` set to such a server. Where PostgreSQL is not installed, the command runs without, and
the tests say what was left out. No service of the system is touched. The standard library is enough.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VARIABLE = "TEST_POSTGRESQL_URL"
_OWNERS = ("postgres", "nobody")
"""Who runs the server where this is root, which PostgreSQL refuses to be run by."""


class Cluster:
    """A server that can be stopped, killed and started again. Its user is ``tester``, who may do everything."""

    def __init__(self, binaries: Path, folder: Path, *, of: Cluster | None = None) -> None:
        """Make the files, of a standby where it is ``of`` a primary that runs; nothing runs yet."""
        self._binaries = binaries
        self.folder = folder
        self._data = folder / "data"
        self._as = _unprivileged(folder)
        if of is not None:
            self._run(
                "pg_basebackup",
                "-h",
                of.folder,
                "-U",
                "tester",
                "-D",
                self._data,
                "-R",
                "-X",
                "stream",
                "-c",
                "fast",
            )
            with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
                file.write(f"unix_socket_directories = '{folder}'\n")
            return
        self._run(
            "initdb",
            "-D",
            self._data,
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
            "--no-locale",
        )
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(
                f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nshared_buffers = 16MB\n"
            )
            file.write("max_connections = 200\n")

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"postgresql://tester@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._run("pg_ctl", "-D", self._data, "-l", self.folder / "log", "-w", "-t", "60", "start")

    def promote(self) -> None:
        """Make a standby the primary."""
        self._run("pg_ctl", "-D", self._data, "-w", "promote")

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``fast`` ends every connection, ``immediate`` is a crash."""
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "stop")

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [*self._as, self._binaries / program, *arguments],
            cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # no pipe: the server would keep it open
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program} ended with {done.returncode}; see {self.folder}/log")


def has_server() -> bool:
    """Whether tests have a server to use, and the programs to run others that they may stop."""
    return VARIABLE in os.environ and find_binaries() is not None


def server_url() -> str:
    """The server that tests share; each has logs or databases of its own there."""
    return os.environ[VARIABLE]


def find_binaries() -> Path | None:
    """The folder of the newest PostgreSQL here: Debian keeps servers out of the path."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))  # noqa: PTH207
    if found:
        return Path(found[-1])
    present = shutil.which("initdb")
    return Path(present).resolve().parent if present else None


@contextmanager
def running(binaries: Path, *, of: Cluster | None = None) -> Iterator[Cluster]:
    """A fresh cluster that runs, or a standby of one, and leaves nothing behind."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path must be short
    try:
        cluster = Cluster(binaries, folder, of=of)
        cluster.start()
        try:
            yield cluster
        finally:
            with suppress(RuntimeError):  # a test may have stopped it
                cluster.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _unprivileged(folder: Path) -> list[str]:
    """What runs a program as somebody else than root; the folder becomes that user's."""
    if os.geteuid() != 0:
        return []
    for name in _OWNERS:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, user.pw_uid, user.pw_gid)
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    raise RuntimeError("there is nobody but root to run PostgreSQL as")


def main(command: list[str]) -> int:
    """Run a command beside a server; its exit code."""
    binaries = find_binaries()
    if binaries is None or VARIABLE in os.environ:
        return subprocess.call(command)
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)
    )  # the server must not outlive this
    with running(binaries) as cluster:
        return subprocess.call(command, env={**os.environ, VARIABLE: cluster.url})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
