"""Follows proofs that a log was handed over from key to key, for whoever has a pinned key and no log.

A handing over is proved like any record: by a ``.tlog-proof`` of `KeyRotated`, under the checkpoint that ends with it and
that the old key signed. One after another, such proofs lead from the pinned key to the one that signs now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.tlog_proof import check_inclusion
from runtime.audit.keys.key_rotation import read_rotation
from runtime.contracts.audit import KeyRotated


def follow_key_succession(keys: Sequence[VerifierKey], proofs: Iterable[bytes]) -> list[VerifierKey]:
    """The keys, and behind them those that the proofs lead to, the one in force last.

    Each proof starts where the one before it ended, and the first with any of the keys.

    Raises:
        FormatError: ``proof.handover``: a proof is of another record, of another key's, or not by the checkpoint that ends with
            it; ``key.rotation``: the new key did not sign that it takes over; or as `check_inclusion`.
    """
    known, in_force = list(keys), list(keys)
    for data in proofs:
        proven = check_inclusion(data, in_force)
        if not isinstance(proven.body, KeyRotated) or proven.checkpoint.size != proven.record.seq + 1:
            raise FormatError(
                "proof.handover", "the proof is not of a handing over, by the checkpoint that ends with it"
            )
        rotation = read_rotation(proven.body, proven.checkpoint.size)
        if rotation.old not in in_force:
            raise FormatError("proof.handover", "the log is handed over by a key that does not sign here")
        check_inclusion(data, [rotation.old])
        known.append(rotation.new)
        in_force = [rotation.new]
    return known
