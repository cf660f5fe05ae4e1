"""Verifies the log of a workspace from code, with the keys and the witnesses that ``runtime audit verify`` finds."""

from __future__ import annotations

from pathlib import Path

from runtime.audit.format.note import InvalidNote, VerifierKey
from runtime.audit.verify.report import Report as Verification
from runtime.audit.verify.verifier import verify as verify_log
from runtime.contracts.errors import ConfigurationMissing
from runtime.host import trust
from runtime.host.log_keys import known_tag_keys, require_pinned
from runtime.host.log_location import is_remote, log_location, witnesses_to_ask
from runtime.host.settings import load_settings

__all__ = ["Verification", "verify"]


def verify(
    folder: str | Path = ".", *, quick: bool = False, vault: bool = True, require_witness: bool = False
) -> Verification:
    """Verify the log of the workspace that a folder belongs to.

    ::

        assert runtime.verify(".").ok

    The pinned key is trusted, and the witnesses that the settings name are asked. A copy of a log, or somebody else's, is verified by
    `runtime.audit.verify.verifier.verify`, which takes its location and its key.

    Args:
        folder: Where ``runtime.toml`` is looked for, upwards.
        quick: Compare the signed bytes with their seals and with the newest root only.
        vault: Compare the values behind the commitments, too.
        require_witness: Call a log UNPROVEN that no witness saw to its end.

    Returns:
        The verdict, its code and what was found; it never raises for what the log holds.

    Raises:
        ConfigurationError: ``config.missing``: this user has pinned no key for the folder; ``config.untrusted``: the folder names a
            server and this user has not accepted it.
    """
    loaded = load_settings(Path(folder))
    pinned = trust.pinned_key(loaded.workspace)
    if pinned is None:
        raise ConfigurationMissing(
            "no verifier key is pinned for this folder", suggestion="Run `runtime init` here."
        )
    location = log_location(loaded)
    if is_remote(location) and loaded.project_file is not None:
        require_pinned(loaded)
    try:
        witnesses = witnesses_to_ask(loaded, VerifierKey.parse(pinned))
    except InvalidNote:
        witnesses = []  # the verification reports the malformed key
    return verify_log(
        location,
        verifier_keys=[pinned],
        quick=quick,
        vault=vault,
        witnesses=witnesses,
        require_witness=require_witness,
        tag_keys=known_tag_keys(loaded),
    )
