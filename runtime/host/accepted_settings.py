"""The settings that a workspace brings, as its user accepts them: each value on a line of its own.

Comments, order and layout decide nothing and are left out. What the environment lays over the file is the user's own, and left out too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from runtime.contracts.digest import digest
from runtime.host.differences import FoundFiles, kept_file, require_accepted
from runtime.host.settings import PROJECT_FILE, LoadedSettings

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z", re.ASCII)


def find_settings(loaded: LoadedSettings) -> FoundFiles:
    """The settings of the workspace's file as they were read; without a file there is none that could differ."""
    if loaded.project_file is None:
        return FoundFiles(loaded.workspace, "settings", digest(b""), {})
    data = "".join(f"{line}\n" for line in sorted(_lines(loaded.project_table))).encode()
    # Both names of a file are one subject: moving the settings to pyproject.toml changes nothing that decides.
    return FoundFiles(loaded.workspace, "settings", digest(data), {PROJECT_FILE: kept_file(data)})


def require_accepted_settings(loaded: LoadedSettings) -> None:
    """See that the settings which the workspace brings are those that this user accepted.

    Raises:
        ConfigurationChanged: ``config.changed``: others were accepted, or none.
    """
    if loaded.pin:
        require_accepted(find_settings(loaded))


def _lines(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in table.items():
        path = prefix + (name if _BARE.match(name) else json.dumps(name))
        if isinstance(value, dict) and value:
            yield from _lines(value, f"{path}.")
        else:
            # No setting takes a date or a time, which JSON has no form for.
            yield f"{path} = {json.dumps(value, sort_keys=True, default=repr)}"
