"""Context modules: what an agent is and what it knows, as one text for the system prompt.

::

    agents/default/
    ├── soul.md              who the agent is
    ├── context/             what it knows, in the order of the names
    │   ├── 01-domain.md
    │   └── 02-procedures.md
    └── sessions/            for whoever keeps conversations

They are text: nothing of them runs, and no authority comes from them.

Source: tool interface specification, "Context Modules".
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from runtime.contracts.errors import ConfigurationError, ConfigurationMissing

__all__ = ["load"]

SEPARATOR = "\n\n---\n\n"
SOUL, MODULES = "soul.md", "context"
MAX_FILES = 1_000
MAX_BYTES = 4 * 1024 * 1024
"""Of all files together: more is no prompt."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def load(folder: str | os.PathLike[str]) -> str:
    """The soul of an agent and its context modules, in the order of their names, joined by lines of ``---``.

    Args:
        folder: The agent's, for example ``agents/default``.

    Raises:
        ConfigurationMissing: there is no such folder, or no ``soul.md`` in it.
        ConfigurationError: a file is a link, no regular file, not UTF-8, or all are too large.
    """
    place = Path(folder)
    try:
        opened = os.open(place, _FOLDER)
    except (OSError, ValueError):
        raise ConfigurationMissing(
            f"there is no agent {place.name!r}",
            suggestion=f"Write {SOUL} into a folder agents/ID.",
            file=str(place),
        ) from None
    try:
        soul = _read(opened, SOUL, place, MAX_BYTES)
        parts = [soul, *_modules(opened, place / MODULES, MAX_BYTES - len(soul))]
    finally:
        os.close(opened)
    return SEPARATOR.join(part.decode().strip("\r\n") for part in parts) + "\n"


def _modules(agent: int, place: Path, left: int) -> list[bytes]:
    """The modules in the order of their names."""
    try:
        folder = os.open(MODULES, _FOLDER | os.O_NOFOLLOW, dir_fd=agent)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unusable(place, f"cannot be listed: {error.strerror}") from None
    try:
        listed = os.listdir(folder)  # noqa: PTH208  # by descriptor
        names = sorted(name for name in listed if name.endswith(".md") and not name.startswith("."))
        if len(names) > MAX_FILES:
            raise _unusable(place, f"holds more than {MAX_FILES} files")
        parts: list[bytes] = []
        for name in names:
            parts.append(_read(folder, name, place, left))
            left -= len(parts[-1])
        return parts
    finally:
        os.close(folder)


def _read(folder: int, name: str, place: Path, most: int) -> bytes:
    file = place / name
    try:
        descriptor = os.open(name, _FILE, dir_fd=folder)
    except FileNotFoundError:
        raise ConfigurationMissing(
            f"{file} is not there", suggestion=f"Write {file}.", file=str(file)
        ) from None
    except OSError as error:
        raise _unusable(file, f"cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _unusable(file, "is no regular file")
    with os.fdopen(descriptor, "rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise _unusable(file, f"is too large: all files together have at most {MAX_BYTES} bytes")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise _unusable(file, f"is no UTF-8 (at byte {error.start})") from None
    return data


def _unusable(file: Path, what: str) -> ConfigurationError:
    return ConfigurationError(
        f"{file} {what}", suggestion="Put the file itself there, as text.", file=str(file)
    )
