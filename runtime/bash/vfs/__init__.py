"""The virtual file systems that the shell works on: in memory, layered, mounted, or one folder of the host.

    from runtime.bash.vfs import HostedFileSystem

The names below are for embedders, and each is imported when it is first used. `runtime.hostfs` is beneath: it resolves
paths in a folder of the host.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.vfs.api import FileSystem, Handle, Stat
    from runtime.bash.vfs.hosted import HostedFileSystem
    from runtime.bash.vfs.memory import MemoryFileSystem
    from runtime.bash.vfs.mount import MountedFileSystem
    from runtime.bash.vfs.overlay import OverlayFileSystem
    from runtime.bash.vfs.quota import Quota, QuotaExceeded
    from runtime.bash.vfs.scoped import Places, ScopedFileSystem

__all__ = [
    "FileSystem",
    "Handle",
    "HostedFileSystem",
    "MemoryFileSystem",
    "MountedFileSystem",
    "OverlayFileSystem",
    "Places",
    "Quota",
    "QuotaExceeded",
    "ScopedFileSystem",
    "Stat",
]

_MODULE_OF = {
    "FileSystem": "api",
    "Handle": "api",
    "HostedFileSystem": "hosted",
    "MemoryFileSystem": "memory",
    "MountedFileSystem": "mount",
    "OverlayFileSystem": "overlay",
    "Places": "scoped",
    "Quota": "quota",
    "QuotaExceeded": "quota",
    "ScopedFileSystem": "scoped",
    "Stat": "api",
}


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not importlib: see `runtime.bash`.
    found = globals()[name] = getattr(__import__(f"{__name__}.{module}", fromlist=[name]), name)
    return found
