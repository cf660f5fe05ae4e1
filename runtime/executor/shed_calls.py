"""The record of calls that were turned away before they were begun: one for all of a tenth of a second.

A record for each would make a flood write the log full just when there is too much to do. Without any, calls would be refused of which no evidence is. So
those that are turned away are counted, and each is told so only when the record that counts it is durable.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Set
from concurrent.futures import Future

from runtime.contracts.audit import CallsShed, Entry, Receipt
from runtime.executor.hidden_names import HIDDEN

COUNTED_S = 0.1
_MOST_PRINCIPALS = 1000
_OTHERS = "(others)"
Commit = Callable[[list[Entry]], Receipt]


class ShedCalls:
    """Counts them, for any number of event loops."""

    def __init__(self, commit: Commit, hidden: Set[str]) -> None:
        """Count nothing yet.

        Args:
            commit: Makes records durable; waits for the disk.
            hidden: Which names are kept out of records: see `hide_names`.
        """
        self._commit = commit
        self._hides_principals = "principals" in hidden
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._receipt: Future[Receipt] | None = None

    async def count(self, principal: str) -> Receipt:
        """The receipt of the record that counts this call.

        Raises:
            AuditError: it could not be made durable.
        """
        with self._lock:
            first = self._receipt is None
            if self._receipt is None:
                self._receipt = Future()
            receipt = self._receipt
            known = principal in self._counts or len(self._counts) < _MOST_PRINCIPALS
            self._counts[principal if known else _OTHERS] += 1
        if first:  # in a thread: whoever is first may be cancelled, and its loop closed
            timer = threading.Timer(COUNTED_S, self._write)
            timer.daemon = True
            timer.start()
        return await asyncio.shield(asyncio.wrap_future(receipt))

    def _write(self) -> None:
        with self._lock:
            counts, receipt = self._counts, self._receipt
            self._counts, self._receipt = Counter(), None
        if receipt is None:
            return
        principal, most = counts.most_common(1)[0]
        try:
            named = HIDDEN if self._hides_principals else principal
            body = CallsShed(calls=counts.total(), most=most, principal=named)
            receipt.set_result(self._commit([Entry(None, body)]))
        except BaseException as error:  # noqa: BLE001  # whoever waits gets it
            receipt.set_exception(error)
