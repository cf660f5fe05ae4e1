"""Opens the witness that a setting names: a folder in a second place, or a server.

| written | is |
|---|---|
| `file:` | a folder of this user's own state, outside every workspace |
| `file:FOLDER` | a folder, best on another mount or of another owner |
| `https://HOST/PREFIX KEY` | a tlog-witness with this verifier key |

A folder may serve several logs: each has its own in it, named by the digest of the log's first key.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from runtime.audit.format.note import VerifierKey
from runtime.audit.stores import Location
from runtime.audit.witness.folder import CHECKPOINTS, FolderWitness
from runtime.audit.witness.port import Witness
from runtime.contracts.errors import ConfigurationError


def open_witness(
    text: str,
    *,
    own: Path,
    workspace: Path,
    log: Path | Location,
    keys: Sequence[VerifierKey],
    successions: Sequence[bytes] = (),
) -> Witness:
    """The witness that a setting names; nothing is opened yet.

    Args:
        text: The setting.
        own: The folder of this user's own witnesses.
        workspace: What relative folders are relative to.
        log: Where the log is.
        keys: The log's keys, the first one first.
        successions: How they followed each other.

    Raises:
        ConfigurationError: it is none.
    """
    name = sha256(str(keys[0]).encode()).hexdigest()[:32]
    if text.startswith(("https://", "http://")):
        from runtime.audit.witness.server import ServerWitness

        return ServerWitness.of(text, own / name, log, keys, successions)
    scheme, _, rest = text.partition(":")
    if scheme != "file":
        raise ConfigurationError(
            f"audit.witness: no witness for {text!r}",
            suggestion='Use "file:FOLDER", or "https://HOST/PREFIX KEY" with the key of a tlog-witness.',
            field="audit.witness",
        )
    folder = workspace / rest if rest else own
    # A copy of a log, or one log's part of a witness, may be named itself.
    # A name that no system has is found out when it is opened, with the code for that.
    kept_in = folder if os.path.exists(folder / CHECKPOINTS) else folder / name  # noqa: PTH110
    return FolderWitness(kept_in, keys, successions)
