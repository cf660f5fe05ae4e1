"""How full a file system says it is."""

from __future__ import annotations

import pytest

from runtime.bash.vfs.api import FileSystem
from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.mount import MountedFileSystem
from runtime.bash.vfs.overlay import OverlayFileSystem
from runtime.bash.vfs.quota import Quota


def test_usage_is_what_the_quota_counts(tmp_path) -> None:
    hosted = HostedFileSystem(tmp_path, writable=True, quota=Quota(fs_bytes=1000, files=10))
    for fs in (MemoryFileSystem(quota=Quota(fs_bytes=1000, files=10)), hosted):
        fs.write_bytes("/f", b"x" * 100)
        usage = fs.usage("/")
        assert (usage.bytes_total, usage.names_total, usage.names_used) == (1000, 10, 1)
        assert usage.bytes_used >= 100
        assert (usage.point, fs.mount_points()) == ("/", ["/"])


def test_usage_of_what_is_not_there_is_refused(tmp_path) -> None:
    for fs in (MemoryFileSystem(), HostedFileSystem(tmp_path), MountedFileSystem(MemoryFileSystem())):
        with pytest.raises(FileNotFoundError):
            fs.usage("/nosuch")
    with pytest.raises(OSError, match="Function not implemented"):
        FileSystem().usage("/")


def test_what_goes_from_a_lower_layer_is_no_usage_below_nothing() -> None:
    lower = MemoryFileSystem()
    lower.write_bytes("/f", b"x" * 100)
    fs = OverlayFileSystem(lower)
    fs.unlink("/f")
    usage = fs.usage("/")
    assert (usage.kind, usage.bytes_used, usage.names_used) == ("overlay", 0, 0)


def test_the_usage_of_a_path_is_that_of_the_file_system_mounted_there() -> None:
    inner = MemoryFileSystem(quota=Quota(fs_bytes=5000))
    fs = MountedFileSystem(MemoryFileSystem(), {"/b/c": inner, "/a": MemoryFileSystem()})
    fs.mkdir("/b/c/d")
    fs.symlink("/b/c/d", "/link")
    for path in ("/b/c", "/b/c/d", "/link", "/a/../b/./c"):
        assert (fs.usage(path).point, fs.usage(path).bytes_total) == ("/b/c", 5000)
    assert fs.usage("/b").point == "/"
    assert fs.mount_points() == ["/", "/a", "/b/c"]
