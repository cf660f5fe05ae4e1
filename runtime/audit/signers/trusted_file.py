"""Refuses a program or module that somebody else could change or replace: it runs as this user, or in this process."""

from __future__ import annotations

import os
from pathlib import Path

from runtime.contracts.errors import AuditKeyUnusable
from runtime.hostfs.ownership import changeable_by


def require_trusted(path: str, what: str) -> None:
    """See that only this user and root can change a file, or any folder on the way to it.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: it is no absolute path, is missing, or somebody else can.
    """
    if not os.path.isabs(path):  # noqa: PTH117
        raise AuditKeyUnusable(f"{what} {path!r} is no absolute path", suggestion="Give the whole path.")
    try:
        real = Path(path).resolve(strict=True)
        found = next(
            ((one, who) for one in (real, *real.parents) if (who := changeable_by(one.stat())) is not None),
            None,
        )
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise AuditKeyUnusable(f"{what} {path} cannot be looked at: {reason}") from None
    if found is not None:
        raise AuditKeyUnusable(
            f"{what} {path} cannot be trusted: of {found[0]}, {found[1]}",
            suggestion="Let it and the folders above it be yours or root's, and writable by nobody else.",
        )
