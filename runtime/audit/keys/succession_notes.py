"""Signs and follows notes by both keys that one succeeds the other: what it takes to know a key without reading the log."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.audit.format.note import Signer, VerifierKey, open_note


def make_succession(old: Signer, new: Signer) -> bytes:
    """A note by both keys that one follows the other; what it takes to know a key without reading the log."""
    text = f"{old.name} key succession\n{old.key}\n{new.key}\n"
    return old.sign(text) + new.sign_line(text)


def follow_succession_notes(pinned: Iterable[VerifierKey], notes: Iterable[bytes]) -> list[VerifierKey]:
    """The keys that the pinned ones handed over to, and these to others, behind the pinned ones; what does not hold is passed over."""
    keys = list(pinned)
    for note in notes:
        pair = _read_succession(note)
        if pair is not None and pair[0] in keys and pair[1] not in keys:
            keys.append(pair[1])
    return keys


def first_key_of(key: VerifierKey, notes: Iterable[bytes]) -> VerifierKey:
    """The first of the keys that led to this one."""
    before = {new: old for old, new in filter(None, map(_read_succession, notes))}
    seen = {key}
    while (older := before.get(key)) is not None and older not in seen:
        key = older
        seen.add(key)
    return key


def _read_succession(note: bytes) -> tuple[VerifierKey, VerifierKey] | None:
    try:
        title, old_text, new_text = note.partition(b"\n\n")[0].decode().split("\n")
        old, new = VerifierKey.parse(old_text), VerifierKey.parse(new_text)
        _, signed = open_note(note, [old, new])
    except ValueError:  # an InvalidNote among them
        return None
    holds = {old, new} == set(signed) and old.name == new.name and title == f"{old.name} key succession"
    return (old, new) if holds else None
