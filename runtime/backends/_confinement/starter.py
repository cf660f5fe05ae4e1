"""A helper that starts commands: ``python -I -S starter.py SOCKET ROOT``, run by `runtime.backends.launcher`.

1. Enter a user namespace and a mount namespace: here this process may mount, and nowhere else.
2. For each message: fork into new namespaces of processes, mounts, IPC, names, control groups and, without a grant, the network.
3. End when the launcher has, however it ended: the socket says so. What was started ends with this.

It stays small and has one thread, so that a fork is cheap and safe; an interpreter anew for each command would take longer than all of
the confinement.
"""

from __future__ import annotations

import _socket
import marshal
import os
import signal
import sys

if __name__ == "__main__":
    sys.path.append(sys.argv[2])

from runtime.backends._confinement import confined, kernel

_DESCRIPTORS = 6
_INT_BYTES = 4
_ALWAYS = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWUTS | kernel.NEWCGROUP


def main() -> None:
    """Steps 1 to 3."""
    channel = _socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's; the launcher decides
    namespaces = _enter_namespaces()
    _offer_to_end_first()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    while True:
        message, extra, _, _ = channel.recvmsg(
            16, _socket.CMSG_SPACE(_DESCRIPTORS * _INT_BYTES), _socket.MSG_CMSG_CLOEXEC
        )
        if not message:
            os._exit(0)
        descriptors = [fd for _, _, data in extra for fd in memoryview(data[: len(data) // 4 * 4]).cast("i")]
        _start(channel, descriptors, namespaces, network=message == b"network")
        for descriptor in descriptors:
            os.close(descriptor)


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


def _start(channel: _socket.socket, descriptors: list[int], namespaces: bool, *, network: bool) -> None:
    flags = _ALWAYS | (0 if network else kernel.NEWNET)
    starter = os.getpid()
    try:
        forked = kernel.clone(flags if namespaces else 0)
    except OSError as error:
        os.write(descriptors[1], b"failed %d\n" % (error.errno or 0))
        return
    if forked:
        return
    try:
        channel.close()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if not namespaces and os.getppid() != starter:
            os._exit(1)
        with open(descriptors[0], "rb") as file:
            # The launcher's own, from the same interpreter; json takes 8 ms to import.
            spec = marshal.load(file)  # noqa: S302
        held = {"processes"} | (set() if network else {"network"}) if namespaces else set()
        confined.run(spec, descriptors[1:], held, namespaces=namespaces)
    except OSError as error:
        os.write(descriptors[1], b"failed %d\n" % (error.errno or 0))
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
