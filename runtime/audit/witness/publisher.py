"""Publishes checkpoints: hands out one that enough witnesses of a policy have cosigned, and no other.

A thread takes the newest checkpoint to every witness of the policy at once, and keeps it with their lines as soon as they are enough. What is kept is what
`runtime audit checkpoint`, proofs and reports of the workspace hand out. A checkpoint is due when it was signed; where none that is as new has been
published `wait_s` later, the log can refuse new calls.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from runtime.audit.format.trust_policy import TrustPolicy
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.witness.port import SignedCheckpoint
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditUnwitnessed

RETRY_S = 1.0
_CLOSE_WAIT_S = 3.0


class Cosigner(Protocol):
    """Somebody who cosigns checkpoints."""

    def cosign(self, signed: SignedCheckpoint) -> bytes | None:
        """The signature line; None where there is a newer one that was cosigned already.

        Raises:
            AuditInconsistent: ``audit.inconsistent``: it contradicts what the witness has.
            AuditError: it cannot be had.
        """
        ...


class Publisher:
    """A thread that has checkpoints cosigned and keeps those that meet a policy."""

    def __init__(
        self,
        policy: TrustPolicy,
        cosigners: Sequence[Cosigner],
        published: FolderWitness,
        *,
        wait_s: float,
        refuses: bool,
        contradicted: Callable[[AuditError], None],
    ) -> None:
        """Start it.

        Args:
            policy: What a checkpoint has to meet.
            cosigners: Those of its witnesses that can be asked.
            published: Keeps what was published.
            wait_s: How long after it was signed a checkpoint may wait.
            refuses: Whether `require_met` raises then.
            contradicted: Told when a witness has seen another log of this name.
        """
        self._policy = policy
        self._cosigners = cosigners
        self._published = published
        self._wait_s = wait_s
        self._refuses = refuses
        self._contradicted = contradicted
        self._changed = threading.Condition()
        self._next: SignedCheckpoint | None = None
        self._due_s: float | None = None
        """Since when a checkpoint waits."""
        self._trouble = ""
        self._has_published = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="audit-publisher", daemon=True)
        self._thread.start()

    def offer(self, signed: SignedCheckpoint) -> None:
        """Leave a checkpoint to be published; one that waits is replaced by it."""
        with self._changed:
            self._next = signed
            if self._due_s is None:
                self._due_s = time.monotonic()
            self._changed.notify_all()

    def require_met(self) -> None:
        """Let a call begin.

        Raises:
            AuditUnwitnessed: ``audit.unwitnessed``: a checkpoint has waited for too long.
        """
        due_s = self._due_s
        waited_s = 0.0 if due_s is None else time.monotonic() - due_s
        if self._refuses and (waited_s > self._wait_s or not self._has_published):
            raise AuditUnwitnessed(
                f"The witness policy is not met within {self._wait_s:g} s: {self._trouble or 'nobody answered'}"
            )

    def settle(self) -> None:
        """Where calls are refused, wait for the first checkpoint of this writer: a start would otherwise be a way around the policy."""
        with self._changed:
            self._changed.wait_for(lambda: not self._refuses or self._has_published, self._wait_s)

    def close(self) -> None:
        """Return when the newest is published, or could not be in time."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(_CLOSE_WAIT_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._next is None and not self._closed:
                    self._changed.wait()
                signed, self._next = self._next, None
            if signed is None:
                return
            if self._publish(signed):
                with self._changed:
                    self._has_published = True
                    self._due_s = None if self._next is None else time.monotonic()
                    self._changed.notify_all()
                continue
            with self._changed:
                self._changed.wait_for(lambda: self._next is not None or self._closed, RETRY_S)
                if self._closed and self._next is None:
                    return
                self._next = self._next or signed

    def _publish(self, signed: SignedCheckpoint) -> bool:
        lines = self._collect(signed)
        note = signed.note + b"".join(lines)
        try:
            names = frozenset(self._policy.signers_of(note, time.time()))
            if self._policy.is_met_by(names):
                self._published.submit(SignedCheckpoint(note, signed.checkpoint))
                return True
            newest = self._published.newest()
        except AuditInconsistent as contradiction:
            self._contradicted(contradiction)
            return False
        except AuditError as error:
            self._trouble = error.message
            return False
        self._trouble = self._trouble or f"{len(names)} of {len(self._policy.witnesses)} cosigned"
        return newest is not None and newest.size >= signed.checkpoint.size  # another writer was faster

    def _collect(self, signed: SignedCheckpoint) -> list[bytes]:
        """The lines of those who cosign, asked side by side: the slowest one decides, and not the sum."""
        lines: list[bytes] = []
        troubles: list[str] = []

        def ask(cosigner: Cosigner) -> None:
            try:
                line = cosigner.cosign(signed)
            except AuditInconsistent as contradiction:
                self._contradicted(contradiction)
            except AuditError as error:
                troubles.append(error.message)
            else:
                lines.extend([line] if line else [])

        threads = [threading.Thread(target=ask, args=(one,), daemon=True) for one in self._cosigners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._trouble = "; ".join(troubles)
        return lines
