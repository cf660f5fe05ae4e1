"""One call on its way: the step it is in, the stage it has reached, and what it has noted for the log."""

from __future__ import annotations

import msgspec

from runtime.contracts import steps
from runtime.contracts.audit import Body, Entry, ShadowDecision
from runtime.contracts.changes import Changes, ChangesMode, HeldChanges
from runtime.contracts.decision import Decision
from runtime.contracts.digest import Digest
from runtime.contracts.vault import Sealed
from runtime.executor import records
from runtime.executor.commitments import Commitment, Root, commit, commit_question, hidden_by
from runtime.executor.hidden_names import hide_names
from runtime.executor.stages import (
    Allowed,
    Arrived,
    Call,
    Found,
    Frozen,
    Gated,
    Judged,
    Noted,
    decision_on,
)
from runtime.executor.timing import Timing


class Review(msgspec.Struct):
    """What is held back of the changes of one call's command."""

    mode: ChangesMode
    held: HeldChanges | None = None
    """None until the tool is about to run."""
    settled: bool = False
    """Whether the records say what became of them."""


class Progress(msgspec.Struct):
    """The one thing of a call that changes."""

    reached: Arrived
    """The furthest stage."""
    keeps_values: bool
    """Whether there is a vault for what the call's records commit to."""
    hidden: frozenset[str] = frozenset()
    """Which names are kept out of the records: see `hide_names`."""
    step: int = steps.ADMIT
    request: Digest | None = None
    """What a repetition must have in common with a call whose caller named it."""
    shadow: ShadowDecision | None = None
    """What a second bundle would have answered, where that is another answer."""
    salts: dict[str, str] = {}
    """They open the commitments of the call's records, and leave with its outcome."""
    entries: list[Entry] = []
    """The batch of records that the next commit makes durable."""
    review: Review | None = None
    """What is held back of its command's changes."""
    changes: Changes | None = None
    """What became of them."""
    timing: Timing | None = None
    """When it went through which step; None where nobody watches."""

    def enter(self, step: int) -> None:
        """Begin a step."""
        self.step = step
        if self.timing is not None:
            self.timing.enter(step)

    @property
    def call(self) -> Call:
        """The call itself."""
        return self.reached.call

    def open(self, allowed: Allowed) -> Noted:
        """Commit to the arguments, and note what was found and decided."""
        decision, canonical = allowed.decision, allowed.arguments.canonical
        commitment = self.commit_to("arguments", canonical, decision)
        self.note(
            records.invoked(allowed.call, allowed.prepared, len(canonical), commitment, self.request),
            commitment.sealed,
        )
        self.note(records.checked(allowed.authority.checks, "gate", decision))
        self.note_decision(allowed)
        noted = self.reached = allowed.noted(commitment)
        return noted

    def require_opening(self) -> None:
        """Note what was found and decided, unless `open` did."""
        if not isinstance(self.reached, Noted):
            self.note_opening()

    def note_opening(self) -> None:
        """Note, in the order of the steps, what was found and decided before execution, as far as the call came."""
        stage, decision = self.reached, decision_on(self.reached)
        prepared = stage.prepared if isinstance(stage, Found) else None
        canonical = stage.arguments.canonical if isinstance(stage, Frozen) else b""
        commitment = None
        if isinstance(stage, Noted):
            commitment = stage.commitment
        elif canonical:
            commitment = self.commit_to("arguments", canonical, decision)
        self.note(
            records.invoked(stage.call, prepared, len(canonical), commitment, self.request),
            commitment.sealed if commitment else None,
        )
        if isinstance(stage, Gated):
            self.note(records.checked(stage.authority.checks, "gate", decision))
        if isinstance(stage, Judged):
            self.note_decision(stage)

    def note_decision(self, judged: Judged) -> None:
        """Note what policy answered, and what it was asked."""
        asked = commit_question(judged.asked, judged.decision) if self.keeps_values else None
        self.note(records.decided(judged.decision, asked), asked.sealed if asked else None)
        if self.shadow is not None:
            self.note(self.shadow)
            self.shadow = None

    def commit_to(
        self, root: Root, value: bytes, decision: Decision, *, redact: tuple[str, ...] = ()
    ) -> Commitment:
        """Commit to a value as far as policy lets it be kept; the salts leave with the outcome."""
        made = commit(root, value, decision, redact=redact, keep=self.keeps_values)
        self.salts.update(made.salts)
        return made

    def note(self, body: Body, sealed: Sealed | None = None) -> None:
        """Add a record, and what opens its commitment, to the batch."""
        hidden = self.hidden | hidden_by(decision_on(self.reached))
        names = None
        if hidden:
            body, names = hide_names(body, hidden, keep=self.keeps_values)
        self.entries.append(Entry(self.reached.call.call_id, body, sealed, names))

    def take_entries(self) -> list[Entry]:
        """The batch so far; the next one starts empty."""
        entries, self.entries = self.entries, []
        return entries

    def put_back(self, entries: list[Entry]) -> None:
        """Have these written with the next batch, in front of it."""
        self.entries = [*entries, *self.entries]

    def let_go(self) -> None:
        """Throw away what is still held back, however the call ended."""
        if self.review is not None and self.review.held is not None:
            self.review.held.discard()

    def rename(self, call_id: str) -> None:
        """Go on under another id, of which nothing is noted yet."""
        call = msgspec.structs.replace(self.call, call_id=call_id)
        self.reached = msgspec.structs.replace(self.reached, call=call)
        self.entries = []
