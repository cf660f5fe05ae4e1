"""A handing over that is killed between any two of its steps leaves a log that opens and verifies."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from runtime.audit.verify.verifier import verify
from runtime.host.executor import Executor
from runtime.host.log_keys import keys_of
from runtime.host.log_setup import rotate_key_of
from runtime.host.settings import witness_folder

STEPS = ("fdatasync", "fsync", "ftruncate", "link", "mkdir", "open", "pwrite", "replace", "unlink", "write")
"""The calls that leave something on the disk; the process is killed in front of each in turn."""


def rotate_until(folder: Path, number: int) -> bool:
    """Hand over in a child that is killed, by -9, in front of its step of this number; whether it had that many."""
    child = os.fork()
    if child == 0:  # pragma: no cover  # the child never returns
        left = [number]

        def counted(name: str):
            real = getattr(os, name)

            def call(*args, **kwargs):
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **kwargs)

            return call

        status = 1
        try:
            for name in STEPS:
                setattr(os, name, counted(name))
            rotate_key_of(folder)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("stride", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_a_handing_over_that_is_killed_at_any_step_leaves_a_log_that_opens(workspace, tmp_path, stride):
    """T-AUD-44: no moment without a key, no two keys at once; and the next attempt ends it."""
    from runtime.host.workspace import initialise

    key = workspace.verifier_key
    number, folder = 0, tmp_path / "again"
    signing: set[str] = set()
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(
            witness_folder(), ignore_errors=True
        )  # each round is the same log, from the same point on
        shutil.copytree(workspace.folder, folder)
        initialise(folder, accept=True)
        killed = rotate_until(folder, number)
        with Executor.open(folder, isolation="in_process") as executor:
            assert executor.call_sync("list_dir", {}, grants=[]).call_id
        assert verify(folder / ".runtime/audit", verifier_keys=[key]).exit_code == 0, number
        signing.add(keys_of(folder).signing)
        if number % 8 == 0 or not killed:
            old, new = rotate_key_of(folder)
            assert old != new
            state = keys_of(folder)
            assert (state.pinned, state.signing, state.following) == (key, str(new), None)
            assert verify(folder / ".runtime/audit", verifier_keys=[key]).exit_code == 0
        if not killed:
            break
        number += stride
    assert number > 40  # so many steps were cut between
    assert key in signing
    assert len(signing) > 2
