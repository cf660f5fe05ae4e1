"""The functions of WASI preview 1 and the types that they have in a core module.

Source: ``wasi_snapshot_preview1.witx``, lowered: a string or list is a pointer and a length, a result is an errno.
"""

from __future__ import annotations

from typing import Final

MODULE: Final = "wasi_snapshot_preview1"

_PARAMETERS: Final = {
    "args_get": "i32,i32",
    "args_sizes_get": "i32,i32",
    "environ_get": "i32,i32",
    "environ_sizes_get": "i32,i32",
    "clock_res_get": "i32,i32",
    "clock_time_get": "i32,i64,i32",
    "fd_advise": "i32,i64,i64,i32",
    "fd_allocate": "i32,i64,i64",
    "fd_close": "i32",
    "fd_datasync": "i32",
    "fd_fdstat_get": "i32,i32",
    "fd_fdstat_set_flags": "i32,i32",
    "fd_fdstat_set_rights": "i32,i64,i64",
    "fd_filestat_get": "i32,i32",
    "fd_filestat_set_size": "i32,i64",
    "fd_filestat_set_times": "i32,i64,i64,i32",
    "fd_pread": "i32,i32,i32,i64,i32",
    "fd_prestat_get": "i32,i32",
    "fd_prestat_dir_name": "i32,i32,i32",
    "fd_pwrite": "i32,i32,i32,i64,i32",
    "fd_read": "i32,i32,i32,i32",
    "fd_readdir": "i32,i32,i32,i64,i32",
    "fd_renumber": "i32,i32",
    "fd_seek": "i32,i64,i32,i32",
    "fd_sync": "i32",
    "fd_tell": "i32,i32",
    "fd_write": "i32,i32,i32,i32",
    "path_create_directory": "i32,i32,i32",
    "path_filestat_get": "i32,i32,i32,i32,i32",
    "path_filestat_set_times": "i32,i32,i32,i32,i64,i64,i32",
    "path_link": "i32,i32,i32,i32,i32,i32,i32",
    "path_open": "i32,i32,i32,i32,i32,i64,i64,i32,i32",
    "path_readlink": "i32,i32,i32,i32,i32,i32",
    "path_remove_directory": "i32,i32,i32",
    "path_rename": "i32,i32,i32,i32,i32,i32",
    "path_symlink": "i32,i32,i32,i32,i32",
    "path_unlink_file": "i32,i32,i32",
    "poll_oneoff": "i32,i32,i32,i32",
    "proc_raise": "i32",
    "sched_yield": "",
    "random_get": "i32,i32",
    "sock_accept": "i32,i32,i32",
    "sock_recv": "i32,i32,i32,i32,i32,i32",
    "sock_send": "i32,i32,i32,i32,i32",
    "sock_shutdown": "i32,i32",
}

SIGNATURES: Final = {name: f"({parameters})->i32" for name, parameters in _PARAMETERS.items()} | {
    "proc_exit": "(i32)->()"
}
"""Every function of the snapshot; all but ``proc_exit`` return an errno."""

OPENED_BY: Final = {
    "clock_res_get": ("clock_read",),
    "clock_time_get": ("clock_read",),
    "environ_get": ("env_read",),
    "path_create_directory": ("fs_write",),
    "path_filestat_get": ("fs_read",),
    "path_filestat_set_times": ("fs_write",),
    "path_link": ("fs_write",),
    "path_open": ("fs_read", "fs_write"),
    "path_readlink": ("fs_read",),
    "path_remove_directory": ("fs_write",),
    "path_rename": ("fs_write",),
    "path_symlink": ("fs_write",),
    "path_unlink_file": ("fs_write",),
    "random_get": ("random_read",),
}
"""What a program that calls them may want. Without it they find nothing, or a clock that stands still: no refusal."""
