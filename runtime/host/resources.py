"""Where the data folders are: ``tools``, ``policies``, ``wasm_tools``, ``schemas``, ``shell``.

In a wheel they lie inside the package, in a checkout beside the ``pyproject.toml``. Nothing else is looked at: a folder of
that name in somebody's ``site-packages`` is a stranger's.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

from runtime.contracts.errors import ConfigurationMissing

Name = Literal["tools", "policies", "wasm_tools", "schemas", "shell"]
_PACKAGE = Path(__file__).resolve().parents[1]
_BESIDE = {"shell": "docs/shell"}
_MARKERS = {"tools": "read_file.py", "policies": "authz.rego"}


def folder(name: Name) -> Path:
    """The folder of shipped data.

    Raises:
        ConfigurationMissing: the installation lacks it.
    """
    inside = _PACKAGE / name
    if (inside / _MARKERS.get(name, "")).exists():
        return inside
    project = _PACKAGE.parent / "pyproject.toml"
    if (
        project.is_file()
        and _is_ours(project)
        and (beside := _PACKAGE.parent / _BESIDE.get(name, name)).is_dir()
    ):
        return beside
    raise ConfigurationMissing(
        f"the installation lacks its folder {name!r}", suggestion="Install the package again."
    )


@cache  # asked some three times at each start
def _is_ours(project: Path) -> bool:
    try:
        return bool(
            tomllib.loads(project.read_text(encoding="utf-8"))["project"]["name"] == "cathedral-runtime"
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False
