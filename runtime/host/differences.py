"""What this user accepted of a workspace and what is there now: the difference, and the refusal.

Apart from `acceptance`, because whoever opens the log's key compares the settings, and needs no policy engine for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from runtime.contracts.digest import digest
from runtime.contracts.errors import ConfigurationChanged
from runtime.host import pins
from runtime.host.pins import KeptFile, Subject

COMMANDS: dict[Subject, str] = {
    "settings": "runtime accept",
    "policy": "runtime policy accept",
    "tools": "runtime tools accept",
    "mcp": "runtime mcp accept",
}
"""What a user accepts each subject with."""
NOUNS: dict[Subject, str] = {
    "settings": "settings", "policy": "policies", "tools": "tools", "mcp": "definitions of MCP servers",
}  # fmt: skip
_NAMED_IN_MESSAGE = 5
_LONGEST_TEXT_BYTES = 1024 * 1024


class FoundFiles(msgspec.Struct, frozen=True):
    """The settings, the policies or the tools of a workspace as they are now."""

    workspace: Path
    subject: Subject
    digest: str
    """Of the files; for a policy that has none in the workspace, the URL of its engine."""
    files: dict[str, KeptFile]


class ChangedFile(msgspec.Struct, frozen=True):
    """One file that differs from the accepted one; ``diff`` is a unified diff, empty where there is no text to compare."""

    path: str
    change: str
    diff: str


class Difference(msgspec.Struct, frozen=True):
    """What a user is asked to accept."""

    subject: Subject
    accepted: str | None
    """The digest that holds, None where nothing was accepted yet."""
    found: str
    changes: tuple[ChangedFile, ...]

    @property
    def is_none(self) -> bool:
        """Whether all is as it was accepted."""
        return self.accepted == self.found


def kept_file(data: bytes) -> KeptFile:
    """A file that may be compared with its next version, a module by its digest alone."""
    return KeptFile(digest(data), data if len(data) <= _LONGEST_TEXT_BYTES and _is_text(data) else None)


def compare(found: FoundFiles) -> Difference:
    """What differs from what was accepted."""
    pin = pins.pinned(found.workspace, found.subject)
    accepted = None if pin is None else pin.digest
    if accepted == found.digest:
        return Difference(found.subject, accepted, found.digest, ())
    former = {} if pin is None else pins.kept_files(found.workspace, found.subject, pin.digest)
    return Difference(found.subject, accepted, found.digest, tuple(_changes(former or {}, found.files)))


def require_accepted(found: FoundFiles) -> None:
    """See that what was found is what this user accepted.

    Raises:
        ConfigurationChanged: ``config.changed``: something else was accepted, or nothing.
    """
    difference = compare(found)
    if difference.is_none:
        return
    nouns, command = NOUNS[found.subject], COMMANDS[found.subject]
    if difference.accepted is None:
        what = f"this user has not accepted the {nouns} of {found.workspace.name!r}"
    else:
        what = f"the {nouns} of {found.workspace.name!r} are not the accepted ones: {_summary(difference)}"
    raise ConfigurationChanged(
        what,
        suggestion=f"Look at the difference and accept it: {command}",
        subject=found.subject,
        accepted=difference.accepted,
        found=difference.found,
        files=[{"path": file.path, "change": file.change} for file in difference.changes],
    )


def _summary(difference: Difference) -> str:
    named = [f"{file.path} ({file.change})" for file in difference.changes[:_NAMED_IN_MESSAGE]]
    more = len(difference.changes) - len(named)
    if not named:
        return f"accepted was {difference.accepted}, found is {difference.found}"
    return ", ".join(named) + (f" and {more} more" if more else "")


def _changes(former: Mapping[str, KeptFile], now: Mapping[str, KeptFile]) -> list[ChangedFile]:
    changes = []
    for path in sorted({*former, *now}):
        old, new = former.get(path), now.get(path)
        if old is None or new is None:
            changes.append(ChangedFile(path, "added" if old is None else "removed", _diff(path, old, new)))
        elif old.digest != new.digest:
            changes.append(ChangedFile(path, "changed", _diff(path, old, new)))
    return changes


def _diff(path: str, old: KeptFile | None, new: KeptFile | None) -> str:
    before, after = _lines(old), _lines(new)
    if before is None or after is None:
        return ""
    from difflib import unified_diff  # only where something changed

    found = unified_diff(before, after, f"accepted/{path}", f"now/{path}", lineterm="")
    return "\n".join(found)


def _lines(file: KeptFile | None) -> list[str] | None:
    """The lines to compare; none of a file that is not there, None of one that is no text."""
    if file is None:
        return []
    if file.content is None or not _is_text(file.content):
        return None
    return file.content.decode().split("\n")


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False
