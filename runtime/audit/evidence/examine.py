"""Checks a file of evidence: every record in it is proved under one checkpoint, and every value and policy is the one that a record names."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping, Sequence

import msgspec
from blake3 import blake3

from runtime.audit.evidence.archive_file import unpack
from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import Checkpoint, read_checkpoint
from runtime.audit.format.note import VerifierKey
from runtime.audit.format.tlog_proof import ProvenRecord, check_inclusion, parse_inclusion
from runtime.audit.format.vault_slots import commitments_of
from runtime.audit.prove.key_succession import follow_key_succession
from runtime.contracts.audit import PolicyDecision
from runtime.contracts.digest import PREFIX, commitment


class OpenedCommitment(msgspec.Struct, frozen=True):
    """A value, and the record that commits to it."""

    seq: int
    kind: str
    kept: str
    value: bytes


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of evidence shows."""

    checkpoint: Checkpoint
    records: tuple[ProvenRecord, ...]
    values: tuple[OpenedCommitment, ...]
    policies: tuple[str, ...]
    """Digests of the policies in it; each decided about one of its calls."""


class _Value(msgspec.Struct, forbid_unknown_fields=True):
    commitment: str
    kept: str
    salt: str
    value: str


def check_evidence(data: bytes, keys: Sequence[VerifierKey]) -> Evidence:
    """What the file shows.

    1. It is made of its parts, and nothing else.
    2. Each record is proved, by the one checkpoint in it, which a key of the log signed or one that it was handed over to.
    3. Each value opens the commitment that its record makes.
    4. Each policy has the digest that a decision in it names.

    Raises:
        FormatError: ``evidence.malformed`` (1), ``proof.*``, ``checkpoint.*`` or ``key.*`` (2), ``evidence.value`` (3), ``evidence.policy`` (4).
    """
    parts = unpack(data)
    handovers = sorted((_number(name), parts[name]) for name in parts if name.startswith("handovers/"))
    known = follow_key_succession(keys, [proof for _, proof in handovers])
    note = parts.get("checkpoint", b"")
    checkpoint = read_checkpoint(note, known)
    records: dict[int, ProvenRecord] = {}
    for name in parts:
        if name.startswith("records/"):
            records[_number(name)] = _check_record(_number(name), parts[name], note, known)
    if not records:
        raise FormatError("evidence.malformed", "it holds no record")
    values = [
        _check_value(name, parts[name], records) for name in sorted(parts) if name.startswith("values/")
    ]
    return Evidence(
        checkpoint=checkpoint,
        records=tuple(records[seq] for seq in sorted(records)),
        values=tuple(sorted(values, key=lambda one: (one.seq, one.kind))),
        policies=_check_policies(parts, records),
    )


def _check_record(seq: int, data: bytes, note: bytes, keys: Sequence[VerifierKey]) -> ProvenRecord:
    proven = check_inclusion(data, keys)
    if proven.record.seq != seq or parse_inclusion(data).note != note:
        raise FormatError("proof.record", f"the proof of record {seq} is of another record or checkpoint")
    return proven


def _check_value(name: str, data: bytes, records: Mapping[int, ProvenRecord]) -> OpenedCommitment:
    seq, kind = _number(name), name.removesuffix(".json").rpartition("-")[2]
    try:
        given = msgspec.json.decode(data, type=_Value)
        value = b64decode(given.value, validate=True)
        made = commitment(bytes.fromhex(given.salt), value)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, RecursionError):
        raise FormatError("evidence.value", f"{name} holds no value") from None
    proven = records.get(seq)
    if proven is None or (made, given.kept) not in commitments_of(proven.body) or made != given.commitment:
        raise FormatError("evidence.value", f"{name} does not open a commitment of record {seq}")
    if (kind == "names") != (made == getattr(proven.body, "names", None)):
        raise FormatError("evidence.value", f"{name} is something else than its name says")
    return OpenedCommitment(seq, kind, given.kept, value)


def _check_policies(parts: Mapping[str, bytes], records: Mapping[int, ProvenRecord]) -> tuple[str, ...]:
    found: dict[str, dict[str, bytes]] = {}
    for name in parts:
        if name.startswith("policy/"):
            _, digest, path = name.split("/", 2)
            found.setdefault(digest, {})[path] = parts[name]
    named = {one.body.bundle for one in records.values() if isinstance(one.body, PolicyDecision)}
    for digest, files in found.items():
        hasher = blake3()
        for path in sorted(files):
            for part in (path.encode(), files[path]):
                hasher.update(b"%d:" % len(part))
                hasher.update(part)
        if hasher.hexdigest() != digest or PREFIX + digest not in named:
            raise FormatError(
                "evidence.policy", f"the policy {digest[:16]} is not one that decided about these calls"
            )
    return tuple(PREFIX + digest for digest in sorted(found))


def _number(name: str) -> int:
    digits = name.rpartition("/")[2].partition(".")[0].partition("-")[0]
    if str(int(digits)) != digits:
        raise FormatError("evidence.malformed", f"the number of {name} has another spelling")
    return int(digits)
