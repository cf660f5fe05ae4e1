"""The keys of a workspace's log: which one is pinned, which one signs, and where their files are."""

from __future__ import annotations

from pathlib import Path

import msgspec

from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.keys.key_files import (
    Keyring,
    Passphrase,
    load_keyring,
    load_successions,
    retired_files,
)
from runtime.audit.keys.succession_notes import first_key_of, follow_succession_notes
from runtime.audit.signers.passphrase import no_passphrase, passphrase_of
from runtime.contracts.errors import (
    AuditError,
    ConfigurationError,
    ConfigurationMissing,
    ConfigurationUntrusted,
)
from runtime.host import trust
from runtime.host.accepted_settings import require_accepted_settings
from runtime.host.settings import LoadedSettings, load_settings


class KeyState(msgspec.Struct, frozen=True):
    """The keys of a folder's log, as texts: what is pinned, what signs, and the files of those that handed over."""

    pinned: str | None
    signing: str
    following: str | None
    retired: tuple[str, ...]


def keys_of(folder: str | Path) -> KeyState:
    """The keys of a folder's log.

    Raises:
        ConfigurationError: there is no key, or it does not descend from the pinned one.
        AuditKeyUnusable: a file cannot be read safely.
    """
    loaded = load_settings(Path(folder))
    pinned = trust.pinned_key(loaded.workspace)
    ring = _keyring(loaded, pinned)
    return KeyState(
        pinned=pinned,
        signing=str(ring.current.key),
        following=str(ring.next.key) if ring.next else None,
        retired=tuple(
            file.relative_to(loaded.workspace).as_posix() for file in retired_files(key_file(loaded))
        ),
    )


def key_file(loaded: LoadedSettings) -> Path:
    """The file of the signing key that the settings name."""
    return loaded.workspace / loaded.settings.keys.signing


def open_keyring(loaded: LoadedSettings, *, trusted: bool) -> Keyring:
    """The signing key, which must be the one that this user pinned for the folder, or descend from it.

    Args:
        loaded: The settings.
        trusted: Whether the settings were made in code, so that no key need be pinned.

    Raises:
        ConfigurationMissing: ``config.missing``: there is no key.
        ConfigurationUntrusted: ``config.untrusted``: none is pinned, or another one.
        ConfigurationChanged: ``config.changed``: this user has not accepted the settings, which name the key.
        AuditKeyUnusable: ``audit.key_unusable``: its file cannot be read safely.
    """
    _require_key(loaded)
    return _keyring(loaded, None if trusted else require_pinned(loaded))


def key_passphrase(loaded: LoadedSettings, what: str = "the signing key") -> Passphrase:
    """Asks for the passphrase of the signing key, or the PIN of its token, where the settings say.

    Raises:
        AuditKeyUnusable: ``audit.key_unusable``: they name no source of one.
    """
    source = loaded.settings.keys.passphrase
    if source.startswith("file:~"):
        return passphrase_of(source, what)
    return passphrase_of(
        f"file:{loaded.workspace / source[5:]}" if source.startswith("file:") else source, what
    )


def known_tag_keys(loaded: LoadedSettings) -> list[bytes]:
    """The keys of the records' tags, for a verification; none where this user cannot read the signing key, or would have to be asked for it."""
    try:
        ring = _keyring(loaded, _pinned_key(loaded), ask=loaded.settings.keys.passphrase != "prompt")  # noqa: S105  # a source
    except (ConfigurationError, AuditError):
        return []
    return ring.tag_keys


def require_pinned(loaded: LoadedSettings) -> str:
    """The key that this user pinned for the folder, whose settings are the accepted ones.

    Raises:
        ConfigurationUntrusted: ``config.untrusted``: this user has not accepted the folder.
        ConfigurationChanged: ``config.changed``: its settings are not the accepted ones.
    """
    pinned = _pinned_key(loaded)
    require_accepted_settings(loaded)
    return pinned


def key_history(loaded: LoadedSettings, key: VerifierKey) -> list[VerifierKey]:
    """The keys that signed the log of this key, the first one first, as far as the notes beside its file tell."""
    notes = load_successions(key_file(loaded))
    return follow_succession_notes([first_key_of(key, notes)], notes)


def _pinned_key(loaded: LoadedSettings) -> str:
    pinned = trust.pinned_key(loaded.workspace)
    if pinned is None:
        raise ConfigurationUntrusted(f"this user has not accepted the folder {loaded.workspace.name!r}")
    return pinned


def _require_key(loaded: LoadedSettings) -> Path:
    file = key_file(loaded)
    if not file.exists():
        raise ConfigurationMissing(
            f"the signing key {loaded.settings.keys.signing} is not there", field="keys.signing"
        )
    return file


def _keyring(loaded: LoadedSettings, pinned: str | None, *, ask: bool = True) -> Keyring:
    """The signing key; with a pinned one, that key or a descendant of it. Raises as `open_keyring`."""
    file = _require_key(loaded)
    passphrase = key_passphrase(loaded) if ask else no_passphrase
    ring = load_keyring(file, loaded.settings.audit.origin, passphrase)
    if pinned is not None and not _descends(file, ring.current.key, pinned):
        raise ConfigurationUntrusted(
            f"the signing key of {loaded.workspace.name!r} is not the one that was accepted"
        )
    return ring


def _descends(file: Path, key: VerifierKey, pinned: str) -> bool:
    if str(key) == pinned:
        return True
    try:
        first = VerifierKey.parse(pinned)
    except InvalidNote:  # a line that somebody edited
        return False
    return key in follow_succession_notes([first], load_successions(file))
