"""The changes of a reviewed call: taken from the launcher, shown, then made or thrown away. One command a call.

A command's changes are seen by nobody before they are made, so a second command of the call would not see the first one's. And a
tool that wrote by itself what a command may not would pass the review by: under it ``ctx.fs`` writes nothing.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from runtime.capability.line_diff import DiffBudget, unified
from runtime.contracts.changes import MAX_VIEW_BYTES, Change, Changes, FileState
from runtime.contracts.digest import PREFIX, Digest
from runtime.contracts.errors import ChangesConflict, ChangesRefused, ChangesUnfinished
from runtime.hostfs.layer import LayerConflict, LayerRefused, PlaceChange, Side
from runtime.hostfs.transaction import CommitUnfinished, JournalForeign, Transactions

__all__ = ["Staging"]

_MAX_DIFF_FILE_BYTES = 256 * 1024
_NOTHING = Changes(changes=())


class Staging:
    """Implements `runtime.contracts.process.Stage` and `runtime.contracts.changes.HeldChanges`."""

    def __init__(self, transactions: Transactions, permitted: Callable[[str], bool]) -> None:
        """Hold nothing yet.

        Args:
            transactions: What reads and makes changes in the workspace.
            permitted: Whether a path may be written under the call's grants.
        """
        self._transactions = transactions
        self._permitted = permitted
        self._lock = threading.Lock()
        self._begun_ns: int | None = None
        self._layer = -1
        self._found: list[PlaceChange] = []

    def begin(self) -> None:
        """Note that the call's command begins.

        Raises:
            ChangesRefused: it is the second one.
        """
        with self._lock:
            if self._begun_ns is not None:
                raise ChangesRefused(
                    "a call whose changes are reviewed runs one command",
                    suggestion="Put the commands into one line, or into calls of their own.",
                )
            self._begun_ns = time.time_ns()

    def receive(self, layer: int) -> None:
        """Own what the command left."""
        self._layer = layer

    def collect(self) -> Changes:
        """See `HeldChanges`."""
        if self._begun_ns is None:
            return _NOTHING
        if self._layer < 0:
            raise ChangesRefused(
                "the command did not end by itself, so what it changed is not whole",
                suggestion="Give it more time, or less to do.",
            )
        try:
            self._found = self._transactions.read(
                self._layer, begun_ns=self._begun_ns, permitted=self._permitted
            )
            changes = Changes(changes=self._described())
        except LayerRefused as error:
            raise ChangesRefused(str(error)) from None
        except LayerConflict as error:
            raise ChangesConflict(str(error)) from None
        except OSError as error:
            raise ChangesRefused(f"what the command changed cannot be read: {error.strerror}") from None
        if len(changes.view()) > MAX_VIEW_BYTES:
            raise ChangesRefused(f"the list of changes is longer than {MAX_VIEW_BYTES} bytes")
        return changes

    def commit(self, label: str) -> None:
        """See `HeldChanges`."""
        try:
            if self._found:
                self._transactions.commit(label, self._found, self._layer)
        except LayerConflict as error:
            raise ChangesConflict(str(error)) from None
        except LayerRefused as error:
            raise ChangesRefused(str(error)) from None
        except (CommitUnfinished, JournalForeign) as error:
            raise ChangesUnfinished(f"the changes were not made whole: {error}") from None
        except OSError as error:
            raise ChangesRefused(f"the changes cannot be made: {error.strerror}") from None
        finally:
            self.discard()

    def discard(self) -> None:
        """See `HeldChanges`."""
        with self._lock:
            layer, self._layer = self._layer, -1
            self._found = []
        if layer >= 0:
            os.close(layer)

    def _described(self) -> tuple[Change, ...]:
        budget = DiffBudget()
        return tuple(
            Change(
                path=one.path,
                change="created" if one.before is None else "deleted" if one.after is None else "modified",
                before=_state(one.before),
                after=_state(one.after),
                diff=self._diff(one, budget),
            )
            for one in self._found
        )

    def _diff(self, one: PlaceChange, budget: DiffBudget) -> str | None:
        sides = [side for side in (one.before, one.after) if side is not None]
        if len({side.digest for side in sides}) < len(sides):
            return None  # its mode alone
        texts = self._transactions.texts(one, self._layer, _MAX_DIFF_FILE_BYTES)
        return None if texts is None else unified(one.path, *texts, budget)


def _state(side: Side | None) -> FileState | None:
    if side is None:
        return None
    is_file = side.kind == "file"
    return FileState(
        kind=side.kind,
        mode=None if side.kind == "link" else f"{side.mode:04o}",
        size_bytes=side.size_bytes if is_file else None,
        digest=Digest(PREFIX + side.digest.hex()) if is_file else None,
        target=side.target if side.kind == "link" else None,
    )
