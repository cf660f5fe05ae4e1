"""kill -9 while a command's changes are made: afterwards they are all there, or none is."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from layers import commit, left, make_layer, make_tree, read, state_of, transactions

CHILD = Path(__file__).with_name("changes_crash_child.py")


class Killed:
    """A process that starts one and kills it, again and again."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout

    def run(self, *words: object, kill_after_s: float = 60.0) -> int:
        """How it ended."""
        self._in.write(" ".join(map(str, (kill_after_s, *words))) + "\n")
        self._in.flush()
        return int(self._out.readline())

    def close(self) -> None:
        self._in.close()
        assert self.process.wait() == 0
        self._out.close()


@pytest.fixture(scope="module")
def killed() -> Iterator[Killed]:
    one = Killed()
    yield one
    one.close()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template")
    make_tree(folder / "old")
    make_layer(folder / "layer")
    shutil.copytree(folder / "old", folder / "new", symlinks=True)
    commit(folder / "new", folder / "layer", read(folder / "new", folder / "layer"))
    return folder


@pytest.fixture(scope="module")
def took_s(killed: Killed, template: Path) -> float:
    """How long a commit takes here that nobody kills."""
    shutil.copytree(template / "old", template / "timed", symlinks=True)
    begun = time.monotonic()
    assert killed.run("commit", template / "timed", template / "layer") == 0
    return time.monotonic() - begun


def crash(killed: Killed, template: Path, folder: Path, took_s: float, seed: int) -> str:
    """One crash, maybe with a second one while it is recovered from; which of the two states it came to."""
    chance = random.Random(seed)
    root = folder / f"root{seed}"
    shutil.copytree(template / "old", root, symlinks=True)
    killed.run("commit", root, template / "layer", kill_after_s=chance.random() * took_s)
    if chance.random() < 0.5:
        killed.run("recover", root, kill_after_s=chance.random() * took_s)
    transactions(root).recover()
    state = state_of(root)
    assert left(root) == []
    assert state in (state_of(template / "old"), state_of(template / "new"))
    shutil.rmtree(root)
    return "new" if state == state_of(template / "new") else "old"


def test_a_killed_commit_is_finished_or_undone_whole(killed, template, took_s, tmp_path):
    """T-PROC-23"""
    outcomes = {crash(killed, template, tmp_path, took_s, seed) for seed in range(40)}
    assert outcomes == {"old", "new"}


@pytest.mark.soak
def test_a_thousand_killed_commits_are_finished_or_undone_whole(killed, template, took_s, tmp_path):
    """T-PROC-23"""
    first = random.SystemRandom().randrange(1 << 30)
    outcomes = [crash(killed, template, tmp_path, took_s, seed) for seed in range(first, first + 1_000)]
    assert set(outcomes) == {"old", "new"}, first
