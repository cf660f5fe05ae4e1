"""Makes a folder ready to run governed calls: settings, policies, keys and an empty log.

Nothing that exists is overwritten. A folder whose settings somebody else wrote (a clone, an unpacked archive) is
left alone until the user accepts it.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from runtime.audit.keys.auditor_key import name_of_key
from runtime.audit.keys.key_files import (
    copy_key,
    create_key,
    load_keyring,
    load_signer,
    load_successions,
)
from runtime.audit.keys.succession_notes import first_key_of
from runtime.audit.signers.passphrase import passphrase_of
from runtime.audit.stores import Location
from runtime.contracts.errors import ConfigurationError, ConfigurationUntrusted
from runtime.host import acceptance, resources, trust
from runtime.host.accepted_settings import find_settings
from runtime.host.log_keys import key_file, key_passphrase
from runtime.host.log_location import log_location
from runtime.host.log_setup import open_log
from runtime.host.settings import PROJECT_FILE, LoadedSettings, is_folder, load_settings

STATE = ".runtime"
_SETTINGS = """\
# Cathedral Runtime: what may run in this folder, and who decides.

[policy]
engine = "rego:policies"          # the folder of .rego files; every call is put to data.runtime.authz.decision

[audit]
store = "file:.runtime/audit"     # where the records go
origin = {origin} # the log's name, which its checkpoints are signed for

[keys]
signing = ".runtime/keys/log.key" # signs the log; never commit it
{passphrase}
[grants]                          # what a call may use that brings no grants of its own: as little as possible
fs_read = ["."]
"""


class Initialised(msgspec.Struct, frozen=True):
    """What `initialise` did: paths it made and paths it kept, relative to the folder; the log's verifier key."""

    workspace: Path
    made: tuple[str, ...]
    kept: tuple[str, ...]
    verifier_key: str


def initialise(
    folder: Path,
    *,
    accept: bool = False,
    pin: bool = True,
    signing_key: Path | None = None,
    passphrase: str | None = None,
) -> Initialised:
    """Make what is missing: ``runtime.toml``, ``policies/``, signing key, empty log; then accept the folder.

    Args:
        folder: An existing folder.
        accept: Accept settings and policies that were there before.
        pin: Write the log's key and the digests of settings, policies and tools down in the user's configuration, which is what accepting means.
        signing_key: The file of the key that is to sign the log, which is moved into its place; one is made unless given.
        passphrase: Where that key's passphrase or PIN lies, for settings that are made.

    Raises:
        ConfigurationUntrusted: settings are there that this user did not make, and ``accept`` is false.
        ConfigurationError: the folder cannot be written, a log is there whose key is gone, or what is to be accepted cannot be read.
    """
    if not is_folder(folder):
        raise ConfigurationError(f"{folder} is not a folder", suggestion="Name an existing folder.")
    folder = folder.resolve()
    settings_file = folder / PROJECT_FILE
    # A link to nothing counts: a clone that brings one would have us write through it, to where it points.
    strangers = [p for p in (settings_file, folder / "policies", folder / STATE) if os.path.lexists(p)]
    is_known = trust.pinned_key(folder) is not None
    if strangers and not accept and not is_known:
        names = ", ".join(p.name for p in strangers)
        raise ConfigurationUntrusted(f"{names} were here before, and this user has not accepted the folder")
    try:
        origin = (signing_key and name_of_key(signing_key)) or f"cathedral.local/{secrets.token_hex(8)}"
        if signing_key is not None:  # a key that cannot sign leaves the folder as it is
            source = passphrase or load_settings(folder).settings.keys.passphrase
            load_signer(signing_key, origin, passphrase_of(source, str(signing_key)))
        steps = dict(_make(folder, settings_file, origin, passphrase))
        loaded = load_settings(folder)
        made_key, verifier_key = _make_key_and_log(loaded, signing_key)
    except OSError as error:
        reason = error.strerror or "a file could not be copied"
        raise ConfigurationError(f"the folder cannot be prepared: {reason}") from None
    steps[loaded.settings.keys.signing] = made_key
    if pin:
        if accept or not is_known:  # in a folder that was accepted before, a change is looked at first
            _accept(loaded)
        trust.pin(folder, verifier_key)
    return Initialised(
        workspace=folder,
        made=tuple(name for name, made in steps.items() if made),
        kept=tuple(name for name, made in steps.items() if not made),
        verifier_key=verifier_key,
    )


def _accept(loaded: LoadedSettings) -> None:
    """Pin settings, policies and tools as they are. Read first and then pinned: what cannot be read leaves nothing accepted."""
    found = [find_settings(loaded), acceptance.find_policy(loaded)]
    if loaded.settings.tools.folders:
        found.append(acceptance.find_tools(loaded))
    for one in found:
        acceptance.accept(one)


def _make(
    folder: Path, settings_file: Path, origin: str, passphrase: str | None
) -> Iterator[tuple[str, bool]]:
    """Each path of the set-up, and whether it had to be made."""
    policies = folder / "policies"
    if fresh := not policies.exists():
        shutil.copytree(resources.folder("policies"), policies, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (policies, *policies.rglob("*")):
            _close_to_others(path)
    yield "policies", fresh
    state = folder / STATE
    if not state.exists():
        state.mkdir(mode=0o700)
        (state / ".gitignore").write_text("*\n", encoding="utf-8")
    if fresh := not settings_file.exists():
        settings_file.write_text(_settings(origin, passphrase), encoding="utf-8")
        _close_to_others(settings_file)
    yield settings_file.name, fresh


def _settings(origin: str, passphrase: str | None) -> str:
    line = (
        f"passphrase = {json.dumps(passphrase)} # where the key's passphrase or PIN lies\n"
        if passphrase
        else ""
    )
    return _SETTINGS.format(origin=json.dumps(origin), passphrase=line)


def _close_to_others(path: Path) -> None:
    """Take write permission from group and others: with it, what decides here is not believed."""
    path.chmod(path.stat().st_mode & 0o7755)


def _is_there(log: Location) -> bool:
    try:
        return log.exists()
    finally:
        log.close()


def _make_key_and_log(loaded: LoadedSettings, given: Path | None) -> tuple[bool, str]:
    """The signing key, made if it is missing and no log was written with it; whether it was made; its public half."""
    settings = loaded.settings
    file = key_file(loaded)
    is_new = not _is_there(log_location(loaded))
    fresh = not file.exists()
    if fresh:
        if not is_new:
            raise ConfigurationError(
                "the log is there and its signing key is not",
                suggestion="Restore the key, or move the old log away before making a new one.",
                field="keys.signing",
            )
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if given is None:
            create_key(file, settings.audit.origin)
        else:
            copy_key(given, file)
    elif given is not None:
        raise ConfigurationError(
            f"the folder has a signing key: {settings.keys.signing}",
            suggestion="Hand the log over to another key: `runtime audit keys rotate --to FILE`.",
            field="keys.signing",
        )
    ring = load_keyring(file, settings.audit.origin, key_passphrase(loaded))
    if is_new:
        open_log(loaded, ring, create=True).close()
    if given is not None:
        given.unlink()
    # Keys may have been handed over: the first one is pinned, and leads to the others.
    return fresh, str(first_key_of(ring.current.key, load_successions(file)))
