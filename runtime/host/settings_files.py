"""Reads the files that settings come from, and those that decide only where nobody else can change them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from runtime.contracts.errors import ConfigurationError, ConfigurationUnsafe
from runtime.hostfs.ownership import changeable_by

_MAX_BYTES = 1024 * 1024


def read_own(file: Path) -> dict[str, Any] | None:
    """The content of a file that this user alone can change; None where there is none."""
    if not file.is_file():
        return None
    require_own(file)
    return read_toml(file)


def require_own(file: Path) -> None:
    """See that nobody else can change a file that decides, or put another one in its place.

    Raises:
        ConfigurationUnsafe: ``config.unsafe``: somebody can.
    """
    for path in (file, file.parent):
        try:
            changer = changeable_by(path.stat())
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be read: {error.strerror}", file=str(path)) from None
        if changer is not None:
            raise ConfigurationUnsafe(
                f"{path} decides what may run, and {changer}",
                suggestion=f"Make it yours alone to change: chmod go-w {path}",
                file=str(path),
            )


def read_toml(file: Path) -> dict[str, Any]:
    """The content of a file of settings. Raises ConfigurationError where it is none."""
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise ConfigurationError(f"{file.name} cannot be read: {error.strerror}", file=str(file)) from None
    if len(data) > _MAX_BYTES:
        raise ConfigurationError(f"{file.name} is larger than {_MAX_BYTES} bytes", file=str(file))
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        # Wider than TOMLDecodeError: an integer of 5,000 digits and a list in 1,000 lists end in errors of their own.
        raise ConfigurationError(f"{file.name} is not TOML: {error}", file=str(file)) from None
