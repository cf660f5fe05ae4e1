"""Error numbers of WASI preview 1, and how a host function says that it cannot go on.

Source: the `errno` enumeration of wasi_snapshot_preview1.
"""

from __future__ import annotations

import errno as host

__all__ = ["Ended", "Fault", "from_host"]

ACCES, BADF, BUSY, EXIST, FAULT, FBIG, ILSEQ, INVAL, IO = 2, 8, 10, 20, 21, 22, 25, 28, 29
ISDIR, LOOP, MFILE, NAMETOOLONG, NOENT, NOTDIR, NOTSOCK, NOTSUP = 31, 32, 33, 37, 44, 54, 57, 58
PERM, SPIPE, NOTCAPABLE = 63, 70, 76

_NUMBERS = {
    host.E2BIG: 1,
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
    host.ENOSPC: 51,
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


class Fault(Exception):
    """A host function answers with this number."""

    def __init__(self, errno: int) -> None:
        super().__init__(errno)
        self.errno = errno


class Ended(Exception):
    """The program goes no further: it has exited, or broken a budget."""


def from_host(error: OSError) -> int:
    """The number of WASI for an error of the host."""
    return _NUMBERS.get(error.errno or 0, IO)
