"""What ``/proc`` says: of the virtual machine and of the process that reads, nothing of the host.

The file system holds the names (`runtime.bash.vfs.standard`), each with a number; opening one comes here.
"""

from __future__ import annotations

from runtime.bash.interp.machine import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = ["content"]

_PAGE_BYTES = 1024


def content(st: State, number: int) -> bytes | None:
    """The text of the file with that number; None where there is none."""
    read = _FILES.get(number)
    return None if read is None else read(st).encode("utf-8", "surrogateescape")


def _cpuinfo(_st: State) -> str:
    return (
        "processor\t: 0\nvendor_id\t: Virtual\nmodel name\t: Virtual CPU\ncpu cores\t: 1\nflags\t\t: fpu\n\n"
    )


def _meminfo(st: State) -> str:
    """The budgets of the shell: what files and variables may hold together, and what the files hold now."""
    limits = st.meter.limits
    total = int(limits.max_fs_bytes + limits.max_variable_bytes)
    used = st.fs.usage("/").bytes_used
    free = max(0, total - used)
    rows = {
        "MemTotal": total,
        "MemFree": free,
        "MemAvailable": free,
        "Buffers": 0,
        "Cached": used,
        "Shmem": used,
        "SwapTotal": 0,
        "SwapFree": 0,
    }
    return "".join(f"{name + ':':<16}{size // _PAGE_BYTES:>8} kB\n" for name, size in rows.items())


def _uptime(st: State) -> str:
    here = machine(st)
    passed = max(0.0, here.clock.now() - here.started)
    return f"{passed:.2f} {passed:.2f}\n"


def _loadavg(st: State) -> str:
    here = machine(st)
    return f"0.00 0.00 0.00 1/{len(here.processes)} {here.next_pid}\n"


def _version(_st: State) -> str:
    return "Linux version 6.1.0-virtual (Cathedral Runtime) #1 SMP Cathedral Runtime\n"


def _mounts(st: State) -> str:
    rows = ["proc /proc proc rw 0 0"]
    for point in st.fs.mount_points():
        usage = st.fs.usage(point)
        rows.insert(0, f"{usage.kind} {point} {usage.kind} rw 0 0")
    return "\n".join(rows) + "\n"


def _status(st: State) -> str:
    parent = st.process.parent.pid if st.process.parent is not None else st.get("PPID") or "0"
    uid = st.get("EUID") or "0"
    rows = {
        "Name": "bash",
        "Umask": f"{st.umask:04o}",
        "State": "R (running)",
        "Tgid": st.pid,
        "Pid": st.pid,
        "PPid": parent,
        "Uid": "\t".join([uid] * 4),
        "Gid": "\t".join([uid] * 4),
        "Threads": 1,
    }
    return "".join(f"{name}:\t{value}\n" for name, value in rows.items())


def _cmdline(st: State) -> str:
    return "\0".join([st.name0, *map(str, st.args)]) + "\0"


def _environ(st: State) -> str:
    return "".join(f"{name}={value}\0" for name, value in st.environment().items())


def _hostname(st: State) -> str:
    return f"{machine(st).hostname}\n"


def _uuid(st: State) -> str:
    from uuid import UUID

    here = machine(st)
    return f"{UUID(int=here.draw() << 64 | here.draw(), version=4)}\n"


# By the numbers that `vfs.standard` gives to the names.
_FILES: dict[int, Callable[[State], str]] = {
    1: _cpuinfo,
    2: _meminfo,
    3: _uptime,
    4: _loadavg,
    5: _version,
    6: _mounts,
    7: _status,
    8: _cmdline,
    9: _environ,
    10: lambda _st: "bash\n",
    11: _hostname,
    12: lambda _st: "Linux\n",
    13: lambda _st: "6.1.0-virtual\n",
    14: _uuid,
    15: lambda _st: "nodev\tproc\n\ttmpfs\n",
}
