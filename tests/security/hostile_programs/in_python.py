#!/usr/bin/env -S python3 -I
# ruff: noqa: PTH101, PTH104, PTH105, PTH108, PTH115, PTH208, SIM115
"""Hostile programs in Python, one function each: what the docstring names holds it. One says THROUGH where it got through.

A copy of this file whose ``MINE`` names a function is a tool of that name.
"""

import contextlib
import ctypes
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import threading
from pathlib import Path

MINE = ""
WRITES = [{"type": "fs_read", "prefixes": ["."]}, {"type": "fs_write", "prefixes": ["."]}]
ANY = {"output_schema": {}}
SMALL = {"bounds": {"wall_s": 20, "memory_bytes": 120_000_000}}
libc = ctypes.CDLL(None, use_errno=True)


def through(what: object = "") -> None:
    print("THROUGH", what)


def call(number: int, *words: object) -> int:
    """A system call by its number on x86-64; others know other numbers, and are as closed."""
    return int(libc.syscall(number, *words))


def memory_bomb() -> None:
    """The bound of memory, in one process."""
    kept = []
    while True:
        kept.append(b"x" * 10_000_000)


def shared_memory_bomb() -> None:
    """The bound of memory, over processes that share nothing that a limit of one counts."""
    for _ in range(6):
        if os.fork() == 0:
            held = mmap.mmap(-1, 40_000_000)
            for at in range(0, len(held), 4096):
                held[at] = 1
            signal.pause()
    os.wait()


def file_bomb() -> None:
    """The quota of scratch: memory in files."""
    with contextlib.suppress(OSError), Path(os.environ["TMPDIR"], "bomb").open("wb") as file:
        file.writelines(b"x" * 1_000_000 for _ in range(700))
        through()


def fork_bomb() -> None:
    """The number of processes, and the end of the namespace."""
    made = 0
    with contextlib.suppress(OSError):
        while made < 5_000:
            if os.fork() == 0:
                signal.pause()
            made += 1
    if made >= 5_000:
        through(made)


def thread_bomb() -> None:
    """The number of threads counts as that of processes."""
    made = 0
    with contextlib.suppress(RuntimeError, MemoryError):
        while made < 5_000:
            threading.Thread(target=signal.pause, daemon=True).start()
            made += 1
    if made >= 5_000:
        through(made)
    sys.stdout.flush()
    os._exit(0)


def traces() -> None:
    """seccomp: no ptrace of a child, of the first process, of itself."""
    child = os.fork()
    if child == 0:
        signal.pause()
    for request, pid in ((16, child), (0x4206, child), (16, 1), (0, 0)):  # ATTACH, SEIZE, TRACEME
        if libc.ptrace(request, pid, None, None) == 0:
            through(request)
    os.kill(child, signal.SIGKILL)


def reads_memory() -> None:
    """The process namespace and seccomp: nobody else's memory, by file or by call."""
    for pid in (1, os.getppid()):
        for name in ("mem", "environ", "maps", "fd/0", "root/etc/shadow", "cwd/runtime.toml"):
            with contextlib.suppress(OSError):
                if Path(f"/proc/{pid}/{name}").open("rb").read(1):
                    through(name)
    buffer = ctypes.create_string_buffer(64)
    vector = struct.pack("QQ", ctypes.addressof(buffer), 64)
    if call(310, 1, vector, 1, vector, 1, 0) > 0:  # process_vm_readv
        through("process_vm_readv")


def reads_proc() -> None:
    """An own /proc: no process of the host, and none of the kernel's doors."""
    pids = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(pids) > 4:
        through(pids)
    for name in ("kcore", "kmsg", "sysrq-trigger", "sys/kernel/core_pattern", "1/oom_score_adj"):
        with contextlib.suppress(OSError):
            with Path("/proc", name).open("r+b") as file:
                file.write(b"0")
            through(name)


def leaks_descriptors() -> None:
    """Three descriptors and no more: nothing of the launcher comes along."""
    kept = [int(name) for name in os.listdir("/proc/self/fd")]
    if max(kept) > 4:  # the script, and the listing itself
        through(kept)
    for number in range(3, 4096):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/self/fd/{number}").startswith(("socket:", "anon_inode", "/memfd")):
                through(number)


def signals_all() -> None:
    """The first process of the namespace takes no signal of the others, and there is nobody else."""
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGUSR1):
        with contextlib.suppress(OSError):
            os.kill(1, number)
    os.kill(os.getpid(), 0)
    with contextlib.suppress(OSError):
        os.killpg(os.getpgid(1), signal.SIGKILL)
    print("here still")


def namespaces() -> None:
    """seccomp: no namespace of its own, no mount, no other root, no keys of the kernel."""
    doors = {
        "unshare": (272, 0x10000000), "clone3": (435, None, 0), "mount": (165, b"none", b"/tmp", b"tmpfs", 0, None),
        "umount2": (166, b"/", 2), "pivot_root": (155, b".", b"."), "chroot": (161, b"/tmp"), "setns": (308, 0, 0),
        "open_tree": (428, -100, b"/", 1), "move_mount": (429, 0, b"", 0, b"", 0), "fsopen": (430, b"tmpfs", 0),
        "keyctl": (250, 0, -3, 1), "add_key": (248, b"user", b"x", b"x", 1, -3), "bpf": (321, 0, None, 0),
        "perf_event_open": (298, None, 0, -1, -1, 0), "userfaultfd": (323, 0), "io_uring_setup": (425, 8, None),
        "init_module": (175, None, 0, b""), "kexec_load": (246, 0, 0, None, 0), "reboot": (169, 0xFEE1DEAD, 672274793, 0, None),
        "memfd_create": (319, b"x", 0), "open_by_handle_at": (304, 0, None, 0), "swapon": (167, b"/tmp", 0),
    }  # fmt: skip
    for name, words in doors.items():
        if call(*words) >= 0:
            through(name)


def raw_sockets() -> None:
    """An empty network, and seccomp: no packet, no netlink, no vsock, no socket of the host by name."""
    for family, kind in (
        (17, 3),
        (2, 3),
        (40, 1),
        (16, 3),
        (38, 5),
    ):  # packet, raw IP, vsock, netlink, AF_ALG
        with contextlib.suppress(OSError):
            with socket.socket(family, kind) as made:
                made.connect_ex(("127.0.0.1", 22) if family == 2 else (2, 22))
            if family in (17, 2, 40, 38):
                through(family)
    for name in (
        "/run/docker.sock",
        "/var/run/docker.sock",
        "\0/tmp/.X11-unix/X0",
        "/run/dbus/system_bus_socket",
    ):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as made:
            made.connect(name)
            through(name)
    with contextlib.suppress(OSError):
        socket.create_connection(("192.0.2.1", 80), 0.2)
        through("routed")


def raises_limits() -> None:
    """Limits are hard ones: nothing raises them again."""
    for what in (resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        soft, hard = resource.getrlimit(what)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (hard + 1, hard + 1))
            through(what)
        if hard == resource.RLIM_INFINITY:
            through((what, soft))
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -5)
        through("priority")


def becomes_root() -> None:
    """No new privileges, and a user who stays who it is."""
    for become in (os.setuid, os.setgid):
        if os.getuid() != 0:
            with contextlib.suppress(OSError):
                become(0)
                through(become.__name__)
    if libc.prctl(39, 0, 0, 0, 0) != 1:  # PR_GET_NO_NEW_PRIVS
        through("no_new_privs")
    status = Path("/proc/self/status").read_text()
    if "CapEff:\t0000000000000000" not in status or "Seccomp:\t2" not in status:
        through(status)


def escapes_folder() -> None:
    """The tree has no way up: dots, links, descriptors of folders, magic links."""
    for name in ("../../../etc/shadow", "/proc/self/root/etc/shadow", "/proc/1/root/root"):
        with contextlib.suppress(OSError):
            Path(name).open("rb").read(1)
            through(name)
    Path("way").symlink_to("/")
    for name in ("way/root", "way/home"):
        with contextlib.suppress(OSError):
            if os.listdir(name):
                through(name)
    Path("way").unlink()


def swaps_what_governs() -> None:
    """Mounts over what governs: neither renamed, linked, removed nor written, by whatever name."""
    for name in ("runtime.toml", "policies/authz.rego", "tools/benign.sh"):
        for attempt in (
            lambda n=name: os.rename(n, "stolen"),
            lambda n=name: os.link(n, "linked"),
            lambda n=name: os.unlink(n),
            lambda n=name: os.chmod(n, 0o777),
            lambda n=name: os.truncate(n, 0),
            lambda n=name: os.replace("/tool/" + os.listdir("/tool")[0], n),
            lambda n=name: os.utime(n, (0, 0)),
        ):
            with contextlib.suppress(OSError):
                attempt()
                through(name)
    for folder in ("policies", "tools", ".runtime"):
        with contextlib.suppress(OSError):
            os.rename(folder, "elsewhere")
            through(folder)


def maps_code() -> None:
    """What is granted may not be mapped as code of others: a library beside the program is as confined as itself."""
    Path("planted.so").write_bytes(b"\x7fELF")
    with contextlib.suppress(OSError):
        ctypes.CDLL(str(Path("planted.so").resolve()))
        through()
    Path("planted.so").unlink()


def outlives() -> None:
    """The namespace ends with the call: a daemon that ignores everything, and holds the output open."""
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 32):
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "31337"])
        os._exit(0)
    print("ended")


def stops_itself() -> None:
    """The deadline: a process that is stopped is killed all the same."""
    os.kill(os.getpid(), signal.SIGSTOP)


def closes_all() -> None:
    """Nothing hangs on outputs that are closed: the deadline ends the program."""
    for number in range(3):
        os.close(number)
    signal.pause()


def invalid_utf8() -> None:
    """Text is UTF-8 or an error."""
    os.write(1, b"good \xc3\x28 \xed\xa0\x80")


def deep_json() -> None:
    """A JSON text of any depth is an error, and no crash."""
    print("[" * 500_000 + "]" * 500_000)


def not_a_number() -> None:
    """NaN is no JSON."""
    print('{"value": NaN, "other": Infinity}')


def lone_surrogate() -> None:
    """Half a character is an error."""
    print('{"text": "\\ud800"}')


def huge_number() -> None:
    """A number of a million digits is an error, and takes no time."""
    print("9" * 1_000_000)


def two_values() -> None:
    """Two values are no JSON."""
    print('{"a": 1}\n{"a": 2}')


def many_values() -> None:
    """A small text of many values is over its bound."""
    print("[" + "[]," * 400_000 + "[]]")


def exit_code() -> None:
    """Any status is an error, with what stderr said and no escape sequences."""
    sys.stderr.buffer.write(b"\x1b]0;owned\x07\xff\xfe\x00" + b"A" * 100_000)
    os._exit(255)


DECLARED: dict = {
    "memory_bomb": SMALL, "shared_memory_bomb": SMALL, "escapes_folder": {"capabilities": WRITES},
    "swaps_what_governs": {"capabilities": WRITES}, "maps_code": {"capabilities": WRITES},
    "stops_itself": {"bounds": {"wall_s": 1}}, "closes_all": {"bounds": {"wall_s": 1}},
    **dict.fromkeys(("deep_json", "not_a_number", "lone_surrogate", "huge_number", "two_values", "many_values"), ANY),
}  # fmt: skip
WALLS = {
    "memory_bomb": "limit.memory/failed", "shared_memory_bomb": "limit.memory/failed", "stops_itself": "limit.wall",
    "closes_all": "limit.wall", "invalid_utf8": "output.invalid", "deep_json": "output.invalid",
    "not_a_number": "output.invalid", "lone_surrogate": "output.invalid", "huge_number": "output.invalid/limit.output",
    "two_values": "output.invalid", "many_values": "output.invalid/limit.output", "exit_code": "failed",
}  # fmt: skip
"""How each must end; the others end well, and say nothing of THROUGH."""
ATTACKS = [
    name
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", None) == __name__ and name not in ("through", "call")
]

if __name__ == "__main__":
    if sys.argv[1] == "--describe":
        parameters = {"parameters": {"type": "object"}}
        print(json.dumps({"name": MINE, "description": "d", **parameters, **DECLARED.get(MINE, {})}))
    else:
        globals()[MINE]()
