"""The third wall: system calls that no command has a use for, refused by a filter (seccomp).

The filter is a program for the kernel's classic packet filter, written out here: which architecture, then which call, then
for some the first or second argument.

Source: seccomp(2), linux/filter.h, linux/audit.h, and each architecture's table of calls.
"""

from __future__ import annotations

import ctypes
import errno

from runtime.backends._confinement import kernel

_ARCHITECTURE = 0xC000_003E if kernel.X86_64 else 0xC000_00B7
_X32 = 0x4000_0000
# BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ, BPF_JMP | BPF_JGE, BPF_JMP | BPF_JSET, BPF_RET
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_NUMBER, _ARCH, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32

# Name: number on x86_64, number on aarch64; None where there is none. A program is told EPERM.
REFUSED: dict[str, tuple[int | None, int | None]] = {
    "acct": (163, 89), "add_key": (248, 217), "bpf": (321, 280), "chroot": (161, 51), "delete_module": (176, 106),
    "fanotify_init": (300, 262), "finit_module": (313, 273), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fsopen": (430, 430), "fspick": (433, 433), "init_module": (175, 105), "ioperm": (173, None), "iopl": (172, None),
    "kcmp": (312, 272), "kexec_file_load": (320, 294), "kexec_load": (246, 104), "keyctl": (250, 219),
    "lookup_dcookie": (212, 18), "migrate_pages": (256, 238), "modify_ldt": (154, None), "mount": (165, 40),
    "mount_setattr": (442, 442), "move_mount": (429, 429), "move_pages": (279, 239), "name_to_handle_at": (303, 264),
    "nfsservctl": (180, 42), "open_by_handle_at": (304, 265), "open_tree": (428, 428), "open_tree_attr": (467, 467),
    "perf_event_open": (298, 241), "pidfd_getfd": (438, 438), "pivot_root": (155, 41), "process_madvise": (440, 440),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117), "quotactl": (179, 60),
    "quotactl_fd": (443, 443), "reboot": (169, 142), "request_key": (249, 218), "setdomainname": (171, 162),
    "sethostname": (170, 161), "setns": (308, 268), "settimeofday": (164, 170), "swapoff": (168, 225),
    "swapon": (167, 224), "syslog": (103, 116), "umount2": (166, 39), "unshare": (272, 97), "uselib": (134, None),
    "userfaultfd": (323, 282), "vhangup": (153, 58),
}  # fmt: skip
# What programs do without where a kernel does not have it. Files in memory are outside every bound: a file of scratch
# serves, and clone3 hides its flags from a filter.
ABSENT: dict[str, tuple[int, int]] = {
    "clone3": (435, 435), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425), "memfd_create": (319, 279), "memfd_secret": (447, 447),
}  # fmt: skip
_CLONE, _IOCTL, _SOCKET, _SOCKETPAIR = (56, 16, 41, 53) if kernel.X86_64 else (220, 29, 198, 199)
_PRLIMIT = 302 if kernel.X86_64 else 261
_NEW_NAMESPACES = 0x7E02_0000
# Text put into a terminal's input as if it was typed, and the console's own way for the same.
_TERMINAL_INPUT = (0x5412, 0x541C)
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16

_Step = tuple[int, int, int, int]


def restrict() -> bool:
    """Whether the filter holds from now on for this process and what it starts."""
    steps = _program()
    code = b"".join(
        op.to_bytes(2, "little") + bytes((yes, no)) + value.to_bytes(4, "little")
        for op, yes, no, value in steps
    )
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    program = Program(len(steps), ctypes.addressof(buffer))
    return bool(kernel.libc.prctl(kernel.PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(program), 0, 0) == 0)


def _program() -> list[_Step]:
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    steps: list[_Step] = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, _ARCHITECTURE),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if kernel.X86_64:
        steps += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    for table, error in ((REFUSED, errno.EPERM), (ABSENT, errno.ENOSYS)):
        for numbers in table.values():
            number = numbers[0 if kernel.X86_64 else 1]
            if number is not None:
                steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | error)]
    # Each of these looks at an argument and ends, so that the number need not be loaded again.
    allow = (_RETURN, 0, 0, _ALLOW)
    steps += [
        (_EQUAL, 0, 4, _CLONE),
        (_LOAD, 0, 0, _FIRST),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        refuse,
        allow,
        (_EQUAL, 0, 5, _IOCTL),
        (_LOAD, 0, 0, _SECOND),
        (_EQUAL, 1, 0, _TERMINAL_INPUT[0]),
        (_EQUAL, 0, 1, _TERMINAL_INPUT[1]),
        refuse,
        allow,
        # Limits are set for oneself alone: those of the first process, which supervises, are anybody's of the same user.
        (_EQUAL, 0, 8, _PRLIMIT),
        (_LOAD, 0, 0, _FIRST),
        (_EQUAL, 5, 0, 0),
        (_LOAD, 0, 0, _THIRD),
        (_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _THIRD + 4),
        (_EQUAL, 1, 0, 0),
        refuse,
        allow,
        (_EQUAL, 1, 0, _SOCKETPAIR),
        (_EQUAL, 0, 6, _SOCKET),
        (_LOAD, 0, 0, _FIRST),
        *((_EQUAL, 5 - n, 0, family) for n, family in enumerate((_UNIX, _INET, _INET6, _NETLINK), 1)),
        (_RETURN, 0, 0, _ERROR | errno.EAFNOSUPPORT),
        allow,
    ]
    return steps
