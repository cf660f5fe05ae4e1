"""The answers to waiting questions that the log has used up: each runs one call, whatever the inbox's files say.

Kept with the state of the log, so that every writer knows them all, however long the log is. An answer that has expired
counts no more, whoever claims it, and is forgotten: the bound is on uses within their time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from runtime.contracts.audit import ApprovalDecided, Entry

MAX_SPENT = 131_072
_SWEEP = 1024


class SpentApprovals:
    """Ids of questions whose answers ran a call, each with the time when the answer would have expired."""

    __slots__ = ("_expires_us", "_sweep_at")

    def __init__(self, expires_us: Mapping[str, int] | None = None) -> None:
        """Take up what was kept."""
        self._expires_us = dict(expires_us or {})
        self._sweep_at = max(_SWEEP, 2 * len(self._expires_us))

    def __contains__(self, approval: object) -> bool:
        return approval in self._expires_us

    def __len__(self) -> int:
        return len(self._expires_us)

    def to_dict(self) -> dict[str, int]:
        """The ids and times, as `SpentApprovals` takes them up again."""
        return dict(self._expires_us)

    def take(self, decided: ApprovalDecided, now_us: int) -> None:
        """Take in a record of the log, whose last record has this time."""
        if not decided.approved or decided.approval is None or decided.expires_us is None:
            return
        if len(self._expires_us) >= self._sweep_at:
            self._forget_expired(now_us)
        self._expires_us[decided.approval] = decided.expires_us

    def find_unusable(self, entries: Sequence[Entry], now_us: int) -> str | None:
        """The first approval that the entries use and may not: it ran a call before, has expired, or there are too many.

        The log's locks are held: of two writers that claimed one answer, the second is told here.
        """
        used: set[str] = set()
        for decided in _uses(entries):
            approval, expires_us = decided.approval, decided.expires_us
            if approval is None:
                continue
            if approval in self._expires_us or approval in used or expires_us is None or expires_us <= now_us:
                return approval
            used.add(approval)
        if used and len(self._expires_us) + len(used) > MAX_SPENT:
            self._forget_expired(now_us)
            if len(self._expires_us) + len(used) > MAX_SPENT:
                return min(used)
        return None

    def _forget_expired(self, now_us: int) -> None:
        self._expires_us = {one: end for one, end in self._expires_us.items() if end > now_us}
        self._sweep_at = max(_SWEEP, 2 * len(self._expires_us))


def _uses(entries: Iterable[Entry]) -> Iterable[ApprovalDecided]:
    bodies = (entry.body for entry in entries)
    return (body for body in bodies if isinstance(body, ApprovalDecided) and body.approved)
