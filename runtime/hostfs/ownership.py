"""Who beside this user can change a file or folder, as OpenSSH asks before it believes one."""

from __future__ import annotations

import functools
import os
import stat

_INSTALLER = os.stat(__file__).st_uid  # noqa: PTH116  # who can change this very code
_STICKY_FOLDER = stat.S_IFDIR | stat.S_ISVTX


def changeable_by(status: os.stat_result) -> str | None:
    """Who else can change what this status is of, in words; None where only this user and root can.

    Write permission of a group counts unless the group is the owner's private one, which many systems make for each user and give
    write permission to by default. In a folder with the sticky bit others add names, and replace none of this user's.

    Source: OpenSSH, ``StrictModes``; Debian's user-private-groups patch to it.
    """
    if status.st_uid not in (os.geteuid(), 0, _INSTALLER):
        return f"it belongs to user {status.st_uid}"
    if status.st_mode & _STICKY_FOLDER == _STICKY_FOLDER:
        return None
    if status.st_mode & stat.S_IWOTH:
        return "every user can write it"
    if status.st_mode & stat.S_IWGRP and not _is_private_group(status.st_gid, status.st_uid):
        return f"group {status.st_gid} can write it"
    return None


@functools.cache  # the user database is asked once for each pair: it may be a server
def _is_private_group(gid: int, uid: int) -> bool:
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(uid), grp.getgrgid(gid)
    except KeyError:  # neither has a name here, so nobody knows who else is in the group
        return False
    return user.pw_gid == gid and user.pw_name == group.gr_name and not set(group.gr_mem) - {user.pw_name}
