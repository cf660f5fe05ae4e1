"""Which call ids are spent, as far back as a repeated call can reasonably reach.

A call that was denied ran nothing, so its id may be used again; any other id was spent when it was invoked.

The index is bounded: the last 64 MiB of the log when it is first asked (some 27,000 calls of four records), and the
newest 131,072 to 262,144 calls after that. An older call id counts as new; the log would then show it twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from runtime.audit.format.chain import Framing

WINDOW_BYTES = 64 << 20
_GENERATION = 131_072
_MARKS = (b'"kind":"ToolInvoked"', b'"kind":"ToolDenied"')  # inside a string the quotes would be escaped


class _Record(msgspec.Struct):
    call: str | None
    kind: str


class SpentCallIds:
    """A set of call ids in two generations: when the young one is full, the old one is forgotten."""

    __slots__ = ("_old", "_young")

    def __init__(self) -> None:
        self._young: set[str] = set()
        self._old: set[str] = set()

    def __contains__(self, call: object) -> bool:
        return call in self._young or call in self._old

    def take(self, call: str | None, kind: str) -> None:
        """Take in a record."""
        if call is None:
            return
        if kind == "ToolInvoked":
            if len(self._young) >= _GENERATION:
                self._old, self._young = self._young, set()
            self._young.add(call)
        elif kind == "ToolDenied":
            self._young.discard(call)
            self._old.discard(call)

    def read(self, chunks: Iterable[bytes], *, from_start: bool) -> None:
        """Take in the calls of a part of the log; a first line that was cut into is passed over."""
        decode = msgspec.json.Decoder(_Record).decode
        framing = Framing()
        skip = not from_start
        for chunk in chunks:
            for line in framing.feed(chunk):
                if not skip and any(mark in line for mark in _MARKS):
                    record = decode(line)
                    self.take(record.call, record.kind)
                skip = False
