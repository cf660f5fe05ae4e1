"""Which folders this user accepted, and the key that each folder's log must be signed with.

A file in the user's own configuration, like SSH's ``known_hosts``: one line is a verifier key, a space, and the
folder's absolute path; the last line of a folder holds. It stands outside every log and every repository, so neither
can name its own key.
"""

from __future__ import annotations

import os
from pathlib import Path

from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import user_folder
from runtime.host.settings_files import require_own


def known_logs() -> Path:
    """The file of accepted folders."""
    return user_folder() / "known_logs"


def pinned_key(workspace: Path) -> str | None:
    """The verifier key this user pinned for a folder, None for a folder never accepted."""
    return _read().get(str(workspace.resolve()))


def pin(workspace: Path, verifier_key: str) -> None:
    """Accept a folder, and pin the key of its log.

    Raises:
        ConfigurationError: the path cannot be written down on one line, or the file cannot be written.
    """
    path = str(workspace.resolve())
    if "\n" in path:
        raise ConfigurationError("the folder's path holds a line break", suggestion="Rename the folder.")
    if pinned_key(workspace) == verifier_key:
        return
    # Appended in one write, never read and replaced: two folders accepted at once are both kept. The line break in
    # front closes a line that a crash or an editor left open.
    line = f"\n{verifier_key} {path}\n".encode("utf-8", "surrogateescape")
    file = known_logs()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be written: {error.strerror}") from None


def _read() -> dict[str, str]:
    if known_logs().exists():
        require_own(known_logs())
    try:
        # As bytes: read as text, a carriage return in a folder's name would begin a line, and pin another folder.
        text = known_logs().read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigurationError(f"{known_logs()} cannot be read: {error.strerror}") from None
    pairs = (line.split(" ", 1) for line in text.split("\n") if " " in line)
    return {folder: key for key, folder in pairs}
