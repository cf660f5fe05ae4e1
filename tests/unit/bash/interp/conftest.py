"""A shell whose clock stands still, and three ways to ask it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runtime.bash import Bash, Limits, Result


@pytest.fixture
def shell() -> Bash:
    return Bash(clock=1_700_000_000.0, seed=1, limits=Limits(timeout_s=10))


@pytest.fixture
def run(shell: Bash) -> Callable[..., Result]:
    return shell.exec_sync


@pytest.fixture
def out(shell: Bash) -> Callable[[str], str]:
    """What a script prints; it must complain of nothing."""

    def printed(script: str) -> str:
        result = shell.exec_sync(script)
        assert (result.stderr, result.error, result.failures) == ("", None, ())
        return result.stdout

    return printed


@pytest.fixture
def said(shell: Bash) -> Callable[[str], tuple[str, str, int]]:
    """All that a script says: output, errors, status."""

    def all_of(script: str) -> tuple[str, str, int]:
        result = shell.exec_sync(script)
        assert (result.error, result.failures) == (None, ())
        return result.stdout, result.stderr, result.exit_code

    return all_of
