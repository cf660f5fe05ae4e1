"""What the attacks share: a child process to die in, and engines over policies written on the spot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.policy.engines import open_engine
from runtime.policy.guard import GuardedEngine


@pytest.fixture
def child() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs code in an interpreter of its own, which may crash or hang without harm."""

    def run(code: str, timeout_s: float = 60, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)],
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            env={**os.environ, **env},
        )

    return run


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., GuardedEngine]]:
    """Opens an engine over one policy and its data; all are closed at the end."""
    engines: list[GuardedEngine] = []

    def open_(policy: str, data: dict[str, Any] | None = None, **options: Any) -> GuardedEngine:
        folder = tmp_path / str(len(engines))
        folder.mkdir(exist_ok=True)
        (folder / "authz.rego").write_text(policy, "utf-8")
        (folder / "data.json").write_text(json.dumps(data or {}), "utf-8")
        engines.append(open_engine(f"rego:{folder}", **options))
        return engines[-1]

    yield open_
    for engine in engines:
        engine.close()
