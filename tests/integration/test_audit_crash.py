"""kill -9 at random moments, of writers that seal segments: what was acknowledged is there, nothing is called tampered, and
the log can be opened again.
"""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from runtime.audit.keys.key_files import create_key, load_signer
from runtime.audit.layout.segments import segment_firsts, segment_name
from runtime.audit.maintain.repair import repair
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditDamaged

CHILD = Path(__file__).with_name("audit_crash_child.py")
TASKS = 16
SEGMENT = 64
"""Records of a segment: so few that writers are killed while they seal."""


@dataclass
class Crashes:
    """Runs writers on one log and kills them; ``acknowledged`` grows over all crashes."""

    folder: Path
    key: Path
    chance: random.Random
    acknowledged: dict[int, str] = field(default_factory=dict)
    repairs: int = 0
    segments: int = 0

    def __post_init__(self) -> None:
        self.verifier = create_key(self.key, "crash")
        self.open(create=True).close()

    def open(self, *, create: bool = False) -> Log:
        signer = load_signer(self.key, "crash")
        return Log.open(self.folder, signer=signer, origin="crash", runtime_version="1", create=create)

    def crash(self, name: str, writers: int) -> None:
        """Start writers, let each acknowledge something, kill them one after another."""
        children = [self._start(f"{name}-{number}") for number in range(writers)]
        try:
            for child in children:
                self._read(child, 1 + self.chance.randrange(200))
            for child in children:
                self._spin(self.chance.random() * 0.004)
                child.send_signal(signal.SIGKILL)
        finally:
            for child in children:
                child.kill()
        for child in children:
            output, errors = child.communicate(timeout=60)
            # A writer that outlives another may find its torn line, and stops. Nothing else may stop it.
            assert child.returncode == -signal.SIGKILL or errors == b"audit.damaged\n", errors
            self._acknowledge(output)

    def check(self) -> None:
        """The promises, then the reopening."""
        names = [segment_name(first) for first in segment_firsts(self.folder)]
        lines = b"".join((self.folder / name).read_bytes() for name in names).split(b"\n")
        self.segments = len(names)
        lost = {seq for seq, record in self.acknowledged.items() if digest(lines[seq]) != record}
        assert lost == set()
        assert verify(self.folder, verifier_keys=[self.verifier]).verdict in ("OK_NOT_WITNESSED", "UNPROVEN")
        try:
            self.open().close()
        except AuditDamaged:
            repair(
                self.folder,
                signer=load_signer(self.key, "crash"),
                origin="crash",
                runtime_version="1",
                apply=True,
            )
            self.repairs += 1
        report = verify(self.folder, verifier_keys=[self.verifier])
        assert (report.verdict, report.detail) == ("OK_NOT_WITNESSED", report.detail)
        assert report.signed_size == report.records
        assert report.values  # under every record that survived lies what it commits to

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, CHILD, self.folder, self.key, name, str(TASKS), str(SEGMENT)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def _read(self, child: subprocess.Popen[bytes], count: int) -> None:
        """Take in that many acknowledgements, so that the moment of the kill varies with the work done."""
        deadline = time.monotonic() + 60
        seen = b""
        while seen.count(b"\n") < count:
            ready, _, _ = select.select([child.stdout], [], [], deadline - time.monotonic())
            chunk = os.read(child.stdout.fileno(), 4096) if ready else b""
            if not chunk:  # stopped by a torn line, or far too slow: `crash` tells which
                break
            seen += chunk
        while seen and not seen.endswith(b"\n"):
            seen += os.read(child.stdout.fileno(), 1)
        self._acknowledge(seen)

    def _acknowledge(self, output: bytes) -> None:
        complete = output[: output.rfind(b"\n") + 1]
        for line in complete.splitlines():
            seq, record = line.decode().split()
            assert self.acknowledged.setdefault(int(seq), record) == record

    @staticmethod
    def _spin(seconds: float) -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            pass


def run(tmp_path: Path, crashes: list[int], seed: int) -> Crashes:
    harness = Crashes(tmp_path / "log", tmp_path / "key.pem", random.Random(seed))
    for number, writers in enumerate(crashes):
        harness.crash(f"k{number}", writers)
        harness.check()
    return harness


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path):
    """T-AUD-12: one writer, killed at eight moments."""
    assert len(run(tmp_path, [1] * 8, seed=1).acknowledged) >= 8


def test_killed_writers_that_share_a_log_lose_nothing_that_they_acknowledged(tmp_path):
    """T-AUD-12, T-AUD-13: up to four at once."""
    harness = run(tmp_path, [4, 2, 4], seed=2)
    assert len(harness.acknowledged) >= 10
    assert harness.segments > 3


@pytest.mark.soak
def test_a_thousand_kills_of_four_writers_lose_nothing(tmp_path):
    """T-AUD-12, T-AUD-13: a log of its own for each hundred kills."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    for block in range(10):
        (tmp_path / str(block)).mkdir()
        run(tmp_path / str(block), [4] * 25, seed=seed + block)
