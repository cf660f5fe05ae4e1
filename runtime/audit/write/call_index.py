"""Remembers the ids of calls that were invoked and not denied, as many as memory is spent on.

A call that was denied ran nothing, so its id may be used again; any other id was spent when the call was invoked. The newest
131,072 to 262,144 ids are kept; an older one counts as new, and the log would then show it twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from runtime.audit.format.chain import Framing

GENERATION = 131_072
_MARKS = (b'"kind":"ToolInvoked"', b'"kind":"ToolDenied"')  # inside a string the quotes would be escaped


class _Record(msgspec.Struct):
    call: str | None
    kind: str


class SpentCallIds:
    """A set of call ids in two generations: when the young one is full, the old one is forgotten.

    It is empty until it is loaded from the log; from then on it follows what is appended.
    """

    __slots__ = ("_generation", "_old", "_young", "is_loaded")

    def __init__(self, generation: int = GENERATION) -> None:
        """Start empty; a generation has so many ids."""
        self._generation = generation
        self._young: set[str] = set()
        self._old: set[str] = set()
        self.is_loaded = False

    def __contains__(self, call: object) -> bool:
        return call in self._young or call in self._old

    def take(self, call: str | None, kind: str) -> None:
        """Take in a record."""
        if call is None:
            return
        if kind == "ToolInvoked":
            if len(self._young) >= self._generation:
                self._old, self._young = self._young, set()
            self._young.add(call)
        elif kind == "ToolDenied":
            self._young.discard(call)
            self._old.discard(call)

    def load(self, chunks: Iterable[bytes], *, from_start: bool) -> None:
        """Take in the calls of the end of the log; a first line that was cut into is passed over.

        Raises:
            FormatError, MsgspecError, UnicodeDecodeError: a line is no record.
        """
        decode = msgspec.json.Decoder(_Record).decode
        framing = Framing()
        skip = not from_start
        for chunk in chunks:
            for line in framing.feed(chunk):
                if not skip and any(mark in line for mark in _MARKS):
                    record = decode(line)
                    self.take(record.call, record.kind)
                skip = False
        self.is_loaded = True
