"""kill -9 while 500 governed calls have effects: no effect without its intent on record, no answer that is not kept."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from runtime import Executor
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.cli.main import main
from runtime.contracts.audit import KINDS, Record
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditDamaged

CHILD = Path(__file__).with_name("governed_crash_child.py")
TERMINAL = {kind for kind, body in KINDS.items() if body.terminal}


class Acknowledged(NamedTuple):
    """What a caller held in its hands before the crash."""

    seq: int
    record: str


@dataclass
class Crashes:
    """Runs an executor over one workspace, kills it, and looks at what is left."""

    folder: Path
    chance: random.Random
    verifier_key: str
    acknowledged: dict[str, Acknowledged] = field(default_factory=dict)
    repairs: int = 0
    aborted: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def log(self) -> Path:
        return self.folder / ".runtime" / "audit"

    def crash(self, name: str) -> None:
        """Kill the executor while it opens, or after some of its answers arrived."""
        command = [sys.executable, CHILD, self.folder, name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                if self.chance.random() < 0.2:
                    select.select([child.stdout], [], [], self.chance.random() * 0.6)
                else:
                    self._read(child, 1 + self.chance.randrange(1200))
                    self._spin(self.chance.random() * 0.02)
            finally:
                child.send_signal(signal.SIGKILL)
            output, errors = child.communicate(timeout=60)
        assert (child.returncode, errors) == (-signal.SIGKILL, b"")
        self._acknowledge(output)

    def check(self) -> None:
        """What must hold on the disk as the crash left it, then the reopening."""
        lines = (self.log / "records.jsonl").read_bytes().split(b"\n")
        kinds = self._kinds(lines[:-1])
        for call_id, (seq, record) in self.acknowledged.items():
            assert digest(lines[seq]) == record
            assert kinds[call_id][-1] == "ToolCompleted"
            assert (self.folder / "effects" / call_id).read_text() == call_id
        for effect in (self.folder / "effects").iterdir():
            if not effect.name.startswith("."):  # a file under way has a name of its own until it is whole
                assert kinds[effect.name][:3] == ["ToolInvoked", "CapabilityCheck", "PolicyDecision"]
        before = self._verify()
        assert before.verdict in {"OK_NOT_WITNESSED", "UNPROVEN"}
        self._reopen()
        after = self._verify()
        assert (after.verdict, after.detail) == ("OK_NOT_WITNESSED", after.detail)
        self._check_ends(kinds)

    def _reopen(self) -> None:
        try:
            Executor.open(self.folder, isolation="in_process").close()
        except AuditDamaged:
            assert self.verdicts["UNPROVEN"]
            assert main(["audit", "repair", "--apply", "-C", str(self.folder)]) == 0
            self.repairs += 1
            Executor.open(self.folder, isolation="in_process").close()

    def _check_ends(self, before: dict[str, list[str]]) -> None:
        """Each call has one end, and those that the crash left open are aborted."""
        after = self._kinds((self.log / "records.jsonl").read_bytes().split(b"\n")[:-1])
        assert {call: k for call, k in after.items() if sum(kind in TERMINAL for kind in k) != 1} == {}
        unfinished = {call for call, kinds in before.items() if kinds[-1] not in TERMINAL}
        assert {after[call][-1] for call in unfinished} <= {"ToolAborted"}
        self.aborted += len(unfinished)

    def _verify(self) -> Report:
        report = verify(self.log, verifier_keys=[self.verifier_key])
        self.verdicts[report.verdict] += 1
        return report

    @staticmethod
    def _kinds(lines: list[bytes]) -> dict[str, list[str]]:
        """The kinds of each call's records, in order."""
        found: dict[str, list[str]] = {}
        for line in lines:
            record = msgspec.json.decode(line, type=Record)
            if record.call is not None:
                found.setdefault(record.call, []).append(record.kind)
        return found

    def _read(self, child: subprocess.Popen[bytes], count: int) -> None:
        """Take in that many answers, so that the moment of the kill varies with the work done."""
        deadline = time.monotonic() + 120
        seen = b""
        while seen.count(b"\n") < count or not seen.endswith(b"\n"):
            ready, _, _ = select.select([child.stdout], [], [], deadline - time.monotonic())
            chunk = os.read(child.stdout.fileno(), 4096) if ready else b""
            if not chunk:
                break
            seen += chunk
        self._acknowledge(seen)

    def _acknowledge(self, output: bytes) -> None:
        for line in output[: output.rfind(b"\n") + 1].splitlines():
            call_id, seq, record = line.decode().split()
            self.acknowledged[call_id] = Acknowledged(int(seq), record)

    @staticmethod
    def _spin(seconds: float) -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            pass


def run(workspace, kills: int, seed: int) -> Crashes:
    workspace.accept()
    (workspace.folder / "effects").mkdir()
    crashes = Crashes(workspace.folder, random.Random(seed), workspace.verifier_key)
    for number in range(kills):
        crashes.crash(f"k{number}")
        crashes.check()
    return crashes


def test_a_killed_executor_leaves_no_effect_without_its_intent_and_loses_no_answer(workspace):
    """T-RUN-16: five moments."""
    crashes = run(workspace, kills=5, seed=7)
    assert len(crashes.acknowledged) > 100
    assert crashes.aborted > 0


@pytest.mark.soak
def test_fifty_killed_executors_lose_no_answer(workspace):
    """T-RUN-16: fifty moments, other ones each time."""
    seed = random.SystemRandom().randrange(2**32)
    crashes = run(workspace, kills=50, seed=seed)
    effects = sum(1 for _ in (workspace.folder / "effects").iterdir())
    print(
        f"seed {seed}: {len(crashes.acknowledged)} answers, {effects} effects, {crashes.aborted} calls aborted, "
        f"{crashes.repairs} repairs, {dict(crashes.verdicts)}"
    )
