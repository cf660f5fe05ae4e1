"""However a verification is shared out, it says the same."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from segmented_logs import write_segmented

from runtime.audit.format.note import Signer
from runtime.audit.verify.verifier import verify
from runtime.contracts import audit
from runtime.contracts.audit import Entry

SIGNER = Signer("example.com/log", Ed25519PrivateKey.from_private_bytes(b"\1" * 32))
OPENED = Entry(None, audit.LogOpened(format=1, key="k", origin=SIGNER.name, runtime="1", unsigned_tail=0))
BODIES = (
    *(
        audit.ToolInvoked(arguments="a", arguments_bytes=2, manifest="m", parent=parent, principal="p", tool="t", version="1")
        for parent in (None, "a", "b", "c")
    ),
    audit.CapabilityCheck(allowed=True, checks=(), decision_id="d", phase="gate"),
    audit.PolicyDecision(bundle="b", cached=False, decision_id="d", engine="e", outcome="allow", reasons=()),
    audit.ToolCompleted(backend="b", duration_us=7, fuel=None, normalization="n", output_bytes=2, output_hash="h", raw="r"),
    audit.ToolDenied(code="policy.denied", step=4),
    audit.ApprovalDecided(approval="q", approved=True, approver="u", arguments="a", expires_us=2**52, modified=None, reason="", rule=None),
    audit.ApprovalDecided(approval="r", approved=True, approver="u", arguments="a", expires_us=2**52, modified=None, reason="", rule=None),
)  # fmt: skip


def _in_order(call: str, parent: str | None, inside: list[list[Entry]]) -> list[Entry]:
    """The records of a call and of those that it makes, as a writer leaves them."""
    invoked = msgspec.structs.replace(BODIES[0], parent=parent)
    begun = [Entry(call, body) for body in (invoked, *BODIES[4:6])]
    return [*begun, *(entry for entries in inside for entry in entries), Entry(call, BODIES[6])]


def _calls_inside(call: str, depth: int) -> st.SearchStrategy[list[list[Entry]]]:
    return st.lists(_whole(st.just(f"{call}/1"), call, depth - 1), max_size=2) if depth else st.just([])


def _whole(ids: st.SearchStrategy[str], parent: str | None, depth: int) -> st.SearchStrategy[list[Entry]]:
    return ids.flatmap(
        lambda call: _calls_inside(call, depth).map(lambda inside: _in_order(call, parent, inside))
    )


whole = _whole(st.sampled_from("abc"), None, 2)
one = st.builds(Entry, st.none() | st.sampled_from("abc"), st.sampled_from((*BODIES, OPENED.body)))
stories = st.lists(whole | one.map(lambda entry: [entry]), max_size=12).map(
    lambda parts: [OPENED, *(entry for part in parts for entry in part)]
)


@given(stories, st.integers(1, 6), st.sets(st.integers(1, 40), max_size=6), st.data())
def test_pieces_come_to_the_same_as_the_whole(entries, segment_records, signed, data):
    """T-AUD-31: calls that span segments, begin twice or never; a changed byte anywhere."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", "")  # no process can be started: one piece after another in this one
        folder = Path(name)
        write_segmented(folder, SIGNER, entries, signed=signed, segment_records=segment_records)
        _require_the_same(folder)
        _flip(data.draw(st.sampled_from(sorted(folder.iterdir()))), data)
        _require_the_same(folder)


def _require_the_same(folder: Path) -> None:
    whole, shared = (verify(folder, verifier_keys=[SIGNER.key], processes=count) for count in (1, 2))
    assert whole == shared


def _flip(path: Path, data: st.DataObject) -> None:
    found = bytearray(path.read_bytes())
    if found:
        found[data.draw(st.integers(0, len(found) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(found)
