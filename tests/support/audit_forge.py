"""Logs made in memory, record by record, so that a test decides what is signed and when."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.format.chain import prepare
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.format.note import Signer
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.write.log_state import LogState
from runtime.contracts import audit
from runtime.contracts.audit import Body, Entry

ORIGIN = "example.com/log"
START_US = 1_795_000_000_000_000
TAG_KEY = b"k" * 32
"""Of somebody who has no key of the log."""


def make_signer(seed: int = 1, name: str = ORIGIN) -> Signer:
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


def make_bodies() -> dict[str, Body]:
    """One body of each kind."""
    gate = audit.Check(allowed=True, capability="fs_read", count=1, target="a.txt")
    bodies = (
        audit.LogOpened(format=2, key=str(make_signer(1).key), origin=ORIGIN, runtime="1.0", unsigned_tail=0),
        audit.PolicyLoaded(accepted=True, bundle="b", detail="", engine="rego"),
        audit.ToolInvoked(
            arguments="a",
            arguments_bytes=2,
            manifest="m",
            principal="agent:demo",
            tool="read_file",
            version="1",
        ),
        audit.CapabilityCheck(allowed=True, checks=(gate,), decision_id="d", phase="gate"),
        audit.PolicyDecision(
            bundle="b", cached=False, decision_id="d", engine="rego", outcome="allow", reasons=("caf\u00e9",)
        ),
        audit.ShadowDecision(bundle="c", enforced="allow", engine="rego", outcome="deny", reasons=()),
        audit.ApprovalRequested(arguments="a", decision_id="d", expires_us=START_US),
        audit.ApprovalDecided(
            approved=True, approver="user:eve", arguments="a", modified=None, reason="", rule=None
        ),
        audit.ToolStreamed(events=2, output_bytes=7, streamed="s"),
        audit.ChangesHeld(mode="review"),
        audit.ChangesReviewed(
            bundle="b",
            cached=False,
            changes="c",
            count=1,
            decision_id="d",
            engine="rego",
            outcome="allow",
            reasons=(),
        ),
        audit.ChangesSettled(code=None, outcome="committed"),
        audit.ChangesRecovered(call="c-1", left="", outcome="committed"),
        audit.ScriptRan(
            commands=3, duration_us=7, ended_by="limit.commands", loop_iterations=1, output_bytes=2, scripts=1
        ),
        audit.ToolCompleted(
            backend="inprocess",
            duration_us=7,
            fuel=None,
            normalization="json",
            output_bytes=2,
            output_hash="h",
            raw="r",
        ),
        audit.ToolFailed(code="tool.failed", duration_us=7, fuel=None, step=10, tool_code=None),
        audit.ToolTimedOut(abandoned=False, code="limit.wall", duration_us=7, fuel=None, wall_ms=5),
        audit.ToolDenied(code="policy.denied", step=6),
        audit.ToolAborted(duration_us=0, outcome="unknown", step=0),
        audit.ShardCheckpoint(key="k", note="n", origin=ORIGIN, place="../s", size=7),
        audit.LogRecovered(bytes=7, cause="torn", digest="blake3:0", offset=99),
        audit.ClockJumped(clock_us=START_US, expected_us=START_US, reference="log"),
        audit.Erased(cause="request", commitments=("a",), reason="", records=(2,), rows=1),
        audit.HoldPlaced(
            calls=("c-1",),
            hold="h-1",
            placed_by="user:eve",
            principal=None,
            reason="",
            since_us=None,
            until_us=7,
        ),
        audit.HoldReleased(hold="h-1", reason="", released_by="user:eve"),
        audit.SegmentArchived(archive="file:/a", digest="blake3:0", first=0, length=9, size=2),
        audit.ReplayStarted(calls=1, requested_by="user:eve", tool=None),
        audit.ReplayEnded(diverged=0, first=None, replayed=1, skipped=0),
        audit.CallsShed(calls=3, most=2, principal="agent:x"),
        make_rotation(make_signer(1), make_signer(2), 1),
    )
    return {body.kind: body for body in bodies}


def whole_call(call: str) -> list[Entry]:
    """The four records of a call that was allowed and completed."""
    bodies = make_bodies()
    return [
        Entry(call, bodies[kind])
        for kind in ("ToolInvoked", "CapabilityCheck", "PolicyDecision", "ToolCompleted")
    ]


class Forge:
    """Makes the files of a log without a writer."""

    def __init__(self, signer: Signer) -> None:
        self.signer = signer
        self.state = LogState()
        self.lines: list[bytes] = []
        self.notes: list[bytes] = []
        self.now_us = START_US

    def add(self, *entries: Entry) -> Forge:
        for entry in entries:
            self.now_us += 1
            self.lines.append(self.state.extend(entry, prepare(entry), self.now_us, self.signer.tag_key))
        return self

    def sign(self, signer: Signer | None = None) -> Forge:
        signer = signer or self.signer
        self.notes.append(Checkpoint(ORIGIN, self.state.size, self.state.tree.root()).sign(signer))
        return self

    def write(self, folder: Path) -> Path:
        return write_log(folder, self.lines, self.notes)


def write_log(folder: Path, lines: list[bytes], notes: list[bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    (folder / "checkpoints").write_bytes(b"".join(note + b"\n" for note in notes))
    return folder


def make_forge(calls: int = 3) -> Forge:
    """An opened log with a checkpoint behind each call."""
    forge = Forge(make_signer())
    forge.add(Entry(None, make_bodies()["LogOpened"])).sign()
    for number in range(calls):
        forge.add(*whole_call(f"c-{number}")).sign()
    return forge
