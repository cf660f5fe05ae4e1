"""Opens a witness policy as a writer and as a reader of a workspace: its witnesses to ask, and where what was published is kept.

A witness of the policy is asked where its address says: ``https://HOST/PREFIX`` is a tlog-witness, ``file:KEY`` a key of this machine, made by
``runtime audit keys new`` or ``connect``, whose public half the policy names. One without an address is for verifiers alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.format.trust_policy import MAX_POLICY_BYTES, InvalidPolicy, PolicyWitness, TrustPolicy
from runtime.audit.stores import Location
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.witness.port import SignedCheckpoint
from runtime.audit.witness.publisher import Cosigner
from runtime.audit.witness.server import ServerWitness
from runtime.contracts.errors import ConfigurationError


class KeyCosigner:
    """Cosigns with a key of this machine whatever the log signs: one more key that a thief needs."""

    def __init__(self, witness: PolicyWitness, signer: Signer) -> None:
        """Take the key, which must be the policy's."""
        self._key = witness.key
        self._signer = signer

    def cosign(self, signed: SignedCheckpoint) -> bytes:
        """See `Cosigner`."""
        return self._key.cosign(signed.note, int(time.time()), self._signer.sign_raw)


def read_policy(path: Path) -> TrustPolicy:
    """The policy of a file.

    Raises:
        ConfigurationError: ``config.invalid``: it cannot be read, or breaks a rule.
    """
    try:
        with path.open("rb") as stream:
            return TrustPolicy.parse(stream.read(MAX_POLICY_BYTES + 1))
    except OSError as error:
        raise ConfigurationError(f"the witness policy {path} cannot be read: {error.strerror}") from None
    except InvalidPolicy as error:
        raise ConfigurationError(
            f"the witness policy {path} does not hold: {error}",
            suggestion="See https://c2sp.org/tlog-policy for its form.",
        ) from None


def published_of(own: Path, keys: Sequence[VerifierKey], successions: Sequence[bytes]) -> FolderWitness:
    """Where the published checkpoints of the log of these keys are kept, the first key first."""
    return FolderWitness(own / _name(keys) / "published", keys, successions)


def open_cosigners(
    policy: TrustPolicy,
    *,
    own: Path,
    workspace: Path,
    log: Location,
    keys: Sequence[VerifierKey],
    successions: Sequence[bytes],
    load_key: Callable[[Path], Signer],
) -> list[Cosigner]:
    """Those of a policy's witnesses that can be asked from here.

    Raises:
        ConfigurationError: an address is none, or a key is not the policy's, or too few can be asked for it ever to be met.
        AuditKeyUnusable: a key cannot be used.
    """
    cosigners: list[Cosigner] = []
    names = set()
    for witness in policy.witnesses:
        if not witness.address:
            continue
        names.add(witness.name)
        if witness.address.startswith("file:"):
            signer = load_key(workspace / witness.address.removeprefix("file:"))
            if (signer.key.name, signer.key.public) != (witness.key.key.name, witness.key.key.public):
                raise _wrong(f"the key of the witness {witness.name} is another one than the policy names")
            cosigners.append(KeyCosigner(witness, signer))
        else:
            text = f"{witness.address} {witness.key}"
            if not witness.address.startswith(("https://", "http://")):
                raise _wrong(f"the address of the witness {witness.name} is none")
            cosigners.append(ServerWitness.of(text, own / _name(keys), log, keys, successions))
    if not policy.is_met_by(frozenset(names)):
        raise _wrong("it can never be met: too few of its witnesses have an address")
    return cosigners


def _name(keys: Sequence[VerifierKey]) -> str:
    return sha256(str(keys[0]).encode()).hexdigest()[:32]


def _wrong(reason: str) -> ConfigurationError:
    return ConfigurationError(
        f"audit.policy: {reason}",
        suggestion="Give each witness that is to be asked `https://HOST/PREFIX` or `file:KEY` at the end of its line.",
        field="audit.policy",
    )
