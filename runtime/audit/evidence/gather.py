"""Takes evidence of calls from a log: each record with its proof, and on request the values that open its commitments."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from runtime.audit.evidence.archive_file import pack
from runtime.audit.format.chain import decode
from runtime.audit.format.vault_slots import commitments_of
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import RecordLine
from runtime.contracts.audit import Body
from runtime.contracts.errors import AuditUnproven
from runtime.contracts.vault import Opened
from runtime.contracts.version import VERSION

OpenValue = Callable[[str, int], Opened]
"""What the vault holds of a commitment of a record."""
_README = """\
Evidence of calls, from the audit log {origin}

records/     the calls' records: each with its number, and the proof that it is in the log that was signed
checkpoint   the signed statement that the proofs lead to: {size} records
handovers/   proofs that the log was handed over to another key, if it was
values/      what opens the commitments of records: salt and value, if they were asked for
policy/      the policy that decided, under its digest, if it was asked for

Check it with the log's verifier key, which you need from somebody else than the one who sent you this:

    python check_bundle.py FILE.zip 'NAME+<8 hex>+<base64>'

The script needs Python and the openssl program. Take it from the product, or read it, before you run one that came with evidence. With the
product installed, `runtime audit check FILE.zip --key KEY` does the same.

What holds shows that these records are in the log, word for word. It does not show that there are no others.
"""


def gather_evidence(
    prover: Prover,
    calls: Sequence[Sequence[RecordLine]],
    *,
    open_value: OpenValue | None = None,
    policies: Mapping[str, Mapping[str, bytes]] | None = None,
) -> bytes:
    """The file with the evidence of these calls.

    Args:
        prover: Proofs of the log.
        calls: The records of each call.
        open_value: The log's vault, where values are wanted.
        policies: The files of policy bundles, by digest.

    Raises:
        AuditTampered: ``audit.tampered``: the records are not those that were signed.
        AuditUnproven: ``audit.unproven``: a record of theirs is not signed yet.
        AuditUntrusted: ``audit.untrusted``: no trusted key signed the newest checkpoint.
    """
    note, checkpoint = prover.newest()
    seqs = sorted({one.record.seq for records in calls for one in records})
    if seqs and seqs[-1] >= checkpoint.size:
        raise AuditUnproven(f"Record {seqs[-1]} of the calls is not signed yet")
    parts = {
        "README.txt": _README.format(origin=checkpoint.origin, size=checkpoint.size).encode(),
        "check_bundle.py": files(__package__).joinpath("check_bundle.py").read_bytes(),
        "checkpoint": note,
        "evidence.json": _json(
            {
                "calls": list(dict.fromkeys(one.record.call for records in calls for one in records)),
                "format": 1,
                "origin": checkpoint.origin,
                "runtime": VERSION,
            }
        ),
    }
    for number, handover in enumerate(prover.prove_key_succession()):
        parts[f"handovers/{number}.tlog-proof"] = handover.encode()
    for proof in prover.prove_records(seqs, note, checkpoint):
        parts[f"records/{proof.index}.tlog-proof"] = proof.encode()
        if open_value is not None:
            parts |= _values(proof.index, decode(proof.line)[1], open_value)
    for name, found in (policies or {}).items():
        parts |= {f"policy/{name.removeprefix('blake3:')}/{path}": data for path, data in found.items()}
    return pack(parts)


def _values(seq: int, body: Body, open_value: OpenValue) -> dict[str, bytes]:
    """What opens the commitments of a record; what is erased or too large to be kept has no value."""
    parts = {}
    for commitment, kept in commitments_of(body):
        opened = open_value(commitment, seq)
        if opened.state != "value" or opened.salt is None or opened.value is None:
            continue
        kind = "names" if commitment == getattr(body, "names", None) else "value"
        parts[f"values/{seq}-{kind}.json"] = _json(
            {
                "commitment": commitment,
                "kept": kept,
                "salt": opened.salt.hex(),
                "value": b64encode(opened.value).decode(),
            }
        )
    return parts


def _json(data: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data, order="deterministic")) + b"\n"
