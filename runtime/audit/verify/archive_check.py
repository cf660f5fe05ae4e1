"""Checks what is said of segments that are not here: each has a receipt that the log's key signed."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.audit.format.archive_receipt import claimed_archive, read_receipt
from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment


def archived_records(segments: Sequence[Segment]) -> int:
    """How many records are in the archive alone."""
    return sum(one.seal.size - one.start.size for one in segments if one.seal is not None and not one.is_here)


def judge_receipts(segments: Sequence[Segment], keys_at_end: Sequence[str]) -> Finding | None:
    """The first segment that is not here, and of which no key of the log says that it may be elsewhere.

    Args:
        segments: All that were verified, each with the keys in force in front of it.
        keys_at_end: Those in force at the log's end.
    """
    keys = {str(key): key for one in segments for key in (*one.retired, *one.keys)}
    keys |= {key: VerifierKey.parse(key) for key in keys_at_end}
    for segment in segments:
        if segment.is_here or segment.seal is None:
            continue
        try:
            read_receipt(segment.receipt, list(keys.values())).require(segment.seal)
        except FormatError as error:
            first, last = segment.start.size, segment.seal.size - 1
            message = (
                f"records {first} to {last} are not here, and nothing shows that they may be: {error.message}"
            )
            return Finding("TAMPERED", error.code, message, segment.name, first, 0)
    return None


def not_fetched(segments: Sequence[Segment]) -> Finding | None:
    """That a full verification takes an archive which nobody named; None where nothing is in one, or one is named."""
    gone = [one for one in segments if not one.is_here and not one.archive]
    if not gone:
        return None
    count, place = archived_records(gone), claimed_archive(gone[0].receipt)
    message = (
        f"{count} records lie in {place}, and were not read: name the archive with --archive, "
        "or verify the seals with --quick"
    )
    return Finding("UNPROVEN", "segment.archived", message, gone[0].name, gone[0].start.size, 0)
