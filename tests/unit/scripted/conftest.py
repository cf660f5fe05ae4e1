"""Executors over a real workspace."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from runtime.host.executor import Executor


@pytest.fixture
def opened(workspace: Any) -> Iterator[Callable[..., Executor]]:
    """Opens executors over the workspace and closes them at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda *tools, **options: stack.enter_context(workspace.open(*tools, **options))
