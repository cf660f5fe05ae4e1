"""A helper that starts commands: ``python -I -S starter.py SOCKET ROOT SCRATCH_BYTES PROCESSES``, run by `runtime.backends.launcher`.

1. Enter a user namespace and a mount namespace: here this process may mount, and nowhere else. Make the template of the tree.
2. Fork a process into new namespaces of processes, mounts, IPC, names, control groups and the network. It prepares what is the same
   for every command, and waits.
3. Hand each message to the process that waits, and fork the next.
4. End when the launcher has, however it ended: the socket says so. What was started ends with this.

It stays small and has one thread, so that a fork is cheap and safe; an interpreter anew for each command would take longer than all of
the confinement.
"""

from __future__ import annotations

import _socket
import errno
import gc
import os
import select
import signal
import sys

if __name__ == "__main__":
    sys.path.append(sys.argv[2])

from runtime.backends._confinement import kernel
from runtime.backends._confinement.confined import Waiting
from runtime.backends._confinement.messages import receive, send
from runtime.backends._confinement.system_tree import SystemTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_ATTEMPTS = 3
_BEGINNING_MS = 10
_ALL = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWUTS | kernel.NEWCGROUP | kernel.NEWNET


def main() -> None:
    """Steps 1 to 4."""
    channel = _socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's; the launcher decides
    # Collecting would write to every page, which each fork would then have to copy.
    gc.disable()
    gc.freeze()
    _offer_to_end_first()
    Starter(channel).serve()


class Starter:
    """Steps 2 to 4."""

    def __init__(self, channel: _socket.socket) -> None:
        """Step 1."""
        self._channel = channel
        self._namespaces = _enter_namespaces()
        self._fault = self._no_template = 0
        """Why the last fork failed, and why every command will."""
        self._system = SystemTree(scratch_bytes=int(sys.argv[3]), processes=int(sys.argv[4]))
        self._waiting: _socket.socket | None = None
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        try:
            if self._namespaces:
                self._system.make_template()
        except OSError as error:
            self._no_template = error.errno or errno.EIO

    def serve(self) -> NoReturn:
        """Hand over one command after another."""
        while True:
            if self._waiting is None:
                self._waiting = self._forked()
            message, descriptors = receive(self._channel)
            if not message:
                os._exit(0)
            taker = self._hand_over(message, descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self._let_begin(taker)

    def _let_begin(self, taker: _socket.socket | None) -> None:
        """Leave the processors to the command for a moment: the next one has time, unless it is here already."""
        if taker is not None:
            events = select.poll()
            events.register(self._channel, select.POLLIN)
            events.register(taker, 0)
            events.poll(_BEGINNING_MS)
            taker.close()

    def _hand_over(self, message: bytes, descriptors: list[int]) -> _socket.socket | None:
        for _ in range(_ATTEMPTS):
            taker, self._waiting = self._waiting or self._forked(), None
            if taker is None:
                break
            try:
                send(taker, message, descriptors)
                return taker
            except OSError:  # it was ended while it waited
                taker.close()
        os.write(descriptors[1], b"failed %d\n" % (self._fault or errno.ECHILD))
        return None

    def _forked(self) -> _socket.socket | None:
        """Step 2: the way to a process that waits; None where there is none, and the fault is noted."""
        ours, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        starter = os.getpid()
        try:
            if self._namespaces and not self._no_template:
                self._system.refresh()
            forked = kernel.clone(_ALL if self._namespaces else 0)
        except OSError as error:
            self._fault = error.errno or errno.EIO
            ours.close()
            theirs.close()
            return None
        if forked:
            theirs.close()
            return ours
        try:
            ours.close()
            self._channel.close()
            if self._waiting is not None:
                self._waiting.close()
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
            if not self._namespaces and os.getppid() != starter:
                os._exit(1)
            self._wait(theirs)
        finally:
            os._exit(1)

    def _wait(self, channel: _socket.socket) -> NoReturn:
        held = {"processes", "network"} if self._namespaces else set()
        try:
            if self._no_template:
                raise kernel.failure(self._no_template)
            waiting = Waiting(channel, self._system, held, namespaces=self._namespaces)
        except OSError as error:
            _, descriptors = receive(channel)
            os.write(descriptors[1], b"failed %d\n" % (error.errno or errno.EIO))
            os._exit(1)
        waiting.run()


def _enter_namespaces() -> bool:
    user, group = os.geteuid(), os.getegid()
    if kernel.libc.unshare(kernel.NEWUSER | kernel.NEWNS):
        return False
    # Everybody stays who they are: files keep their owners, and nobody becomes root.
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    return bool(kernel.libc.mount(None, b"/", None, kernel.MS_REC | kernel.MS_PRIVATE, None) == 0)


def _offer_to_end_first() -> None:
    """Should memory run out in spite of the bounds, commands go before anything else."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass


if __name__ == "__main__":
    main()
