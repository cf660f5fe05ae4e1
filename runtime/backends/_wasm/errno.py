"""Error numbers of WASI preview 1, by which guests are told what happened: those of its system calls, and negated those of `cathedral`.

Source: the `errno` enumeration of wasi_snapshot_preview1.
"""

from __future__ import annotations

import errno as host

TOO_BIG, ACCES, BADF, BUSY, REFUSED, RESET, EXIST, FAULT, FBIG, UNREACHABLE = (
    1,
    2,
    8,
    10,
    14,
    15,
    20,
    21,
    22,
    23,
)
ILSEQ, INVAL, IO, ISDIR, LOOP, MFILE, NAMETOOLONG, NOENT, NOSPC, NOTDIR = (
    25,
    28,
    29,
    31,
    32,
    33,
    37,
    44,
    51,
    54,
)
NOTSOCK, NOTSUP, PERM, PROTOCOL, SPIPE, TIMEDOUT, NOTCAPABLE = 57, 58, 63, 65, 70, 73, 76

_NUMBERS = {
    host.E2BIG: TOO_BIG,
    host.EACCES: ACCES,
    host.EAGAIN: 6,
    host.EBADF: BADF,
    host.EBUSY: BUSY,
    host.EDQUOT: 19,
    host.EEXIST: EXIST,
    host.EFAULT: FAULT,
    host.EFBIG: FBIG,
    host.EILSEQ: ILSEQ,
    host.EINTR: 27,
    host.EINVAL: INVAL,
    host.EIO: IO,
    host.EISDIR: ISDIR,
    host.ELOOP: LOOP,
    host.EMFILE: MFILE,
    host.EMLINK: 34,
    host.ENAMETOOLONG: NAMETOOLONG,
    host.ENFILE: 41,
    host.ENOENT: NOENT,
    host.ENOMEM: 48,
    host.ENOSPC: NOSPC,
    host.ENOSYS: 52,
    host.ENOTDIR: NOTDIR,
    host.ENOTEMPTY: 55,
    host.EOPNOTSUPP: NOTSUP,
    host.EOVERFLOW: 61,
    host.EPERM: PERM,
    host.EROFS: 69,
    host.ESPIPE: SPIPE,
    host.ESTALE: 72,
    host.ETXTBSY: 74,
    # A path that leads out of its folder; and a move to another file system, which a program answers by copying.
    host.EXDEV: 75,
}


def from_host(error: OSError) -> int:
    """The number of WASI for an error of the host."""
    return _NUMBERS.get(error.errno or 0, IO)
