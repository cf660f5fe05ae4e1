"""Remembers the calls that a writer began: it alone ends them, and it begins none that is another writer's."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from runtime.contracts.audit import Entry, ToolInvoked


class OwnedCalls:
    """Ids of calls, as records begin and end them."""

    __slots__ = ("_ids",)

    def __init__(self, calls: Iterable[str] = ()) -> None:
        """Start with calls whose writer is gone."""
        self._ids = set(calls)

    @property
    def ids(self) -> frozenset[str]:
        """Those that were begun and have not ended."""
        return frozenset(self._ids)

    def find_conflict(
        self, entries: Sequence[Entry], open_calls: Container[str], spent: Container[str]
    ) -> str | None:
        """The id of a call that the entries begin or end, and that is another writer's. The log's locks are held.

        Only here do all writers take turns: two that asked `has_call` at one time were both told no. The one that came second may
        be cancelled before it learns of it, and must not end the other one's call either.

        Args:
            entries: What is to be written.
            open_calls: The calls of the log that have not ended.
            spent: Those that are known to have run.
        """
        begun: list[str] = []
        for entry in entries:
            kind, call = type(entry.body), entry.call
            if call is None:
                continue
            if kind is ToolInvoked:
                if call in open_calls or call in spent:
                    return call
                begun.append(call)
            elif kind.terminal and call not in self._ids and call not in begun:
                return call
        return None

    def follow(self, entry: Entry) -> None:
        """Take in an entry that is written."""
        if entry.call is not None:
            if type(entry.body) is ToolInvoked:
                self._ids.add(entry.call)
            elif entry.body.terminal:
                self._ids.discard(entry.call)
