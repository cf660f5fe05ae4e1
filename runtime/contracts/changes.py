"""What a reviewed command changed: decided by policy and approvers, then made whole or not at all."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from runtime.contracts import canonical
from runtime.contracts.digest import Digest, digest

ChangesMode = Literal["direct", "review", "ask"]
"""How commands change the workspace: at once; after policy has seen the changes; or after somebody approved them as well."""
_STRICTNESS: tuple[ChangesMode, ...] = ("direct", "review", "ask")
Kind = Literal["file", "folder", "link", "other"]
MAX_VIEW_BYTES = 4 * 1024 * 1024
"""What policy is shown of changes at most; more are refused."""


class FileState(msgspec.Struct, frozen=True, kw_only=True):
    """A place before or after."""

    kind: Kind
    mode: str | None = None
    """In octal, such as ``0644``; a link has none."""
    size_bytes: int | None = None
    """Of a file, as its digest."""
    digest: Digest | None = None
    target: str | None = None
    """Where a link leads."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One place that a command changed; a renamed file is one that was deleted and one that was created."""

    path: str
    change: Literal["created", "modified", "deleted"]
    before: FileState | None = None
    after: FileState | None = None
    diff: str | None = None
    """Where both sides are text and small enough: the lines that differ, as ``diff -u`` writes them."""


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """All that one call's command changed, sorted by path."""

    changes: tuple[Change, ...]
    outcome: Literal["committed", "discarded", "unchanged", "unknown"] | None = None
    """What became of them; None while that is not decided. ``unknown``: the next start finishes or undoes it, and records which."""

    def view(self) -> canonical.Canonical:
        """The canonical list without the texts: what policy is shown, and what the digest covers."""
        data = []
        for change in self.changes:
            one = msgspec.to_builtins(change)
            del one["diff"]
            data.append(one)
        return canonical.Canonical(canonical.encode(data))

    def digest(self) -> Digest:
        """What an approval of the changes is bound to: every path, kind, mode and content, before and after."""
        return digest(self.view())


class HeldChanges(Protocol):
    """The changes of one call, which lie in a layer of their own until they are made or thrown away."""

    def collect(self) -> Changes:
        """What was changed. Reads files; call it in a thread.

        Raises:
            ChangesRefused: there is something that cannot be made, or the command did not end by itself.
            ChangesConflict: somebody else changed one of the same places meanwhile.
        """
        ...

    def commit(self, label: str) -> None:
        """Make them, all or none. Writes files; call it in a thread.

        Raises:
            ChangesConflict: somebody else changed one of the same places meanwhile; nothing was changed.
            ChangesRefused: the file system cannot hold them; nothing was changed.
            ChangesUnfinished: the disk failed on the way.
        """
        ...

    def discard(self) -> None:
        """Throw them away. Does nothing where they were made, or where there were none."""
        ...


def strictest(*modes: ChangesMode) -> ChangesMode:
    """Of several wishes the one that lets the least happen by itself."""
    return max(modes, key=_STRICTNESS.index)
