"""Signs the page of a report, and checks one: its signature, the proofs in it, and that it shows what it proves.

The signature is a note (`runtime.audit.format.document_note`) over all bytes in front of it, in base64 in the last line::

    <!-- report-signature BASE64 -->
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.checkpoint import MAX_NOTE_BYTES, Checkpoint, read_checkpoint
from runtime.audit.format.document_note import check_document, sign_document
from runtime.audit.format.note import InvalidNote, Signer, VerifierKey, strict_base64
from runtime.audit.format.tree import leaf_hash
from runtime.audit.format.tree_proof import verify_inclusion
from runtime.audit.prove.key_succession import follow_key_succession
from runtime.audit.report.contents import SECTIONS, EmbeddedProof, ReportContents
from runtime.audit.report.page import DATA_END, DATA_START, START, render
from runtime.contracts.version import VERSION

MAX_REPORT_BYTES = 128 << 20
_TITLE = "report"
_MARK = b"<!-- report-signature "
END = b" -->\n"
_MOST_HASHES = 64


class CheckedReport(msgspec.Struct, frozen=True, kw_only=True):
    """What checking a report came to."""

    contents: ReportContents
    signed_by: str
    proven: int
    """Records whose proofs hold."""
    compared: bool
    """Whether the page was made anew from what it holds, and is the same; false where another version made it."""


def sign_page(contents: ReportContents, signer: Signer) -> bytes:
    """The report as a file."""
    page = render(contents)
    return page + _MARK + b64encode(sign_document(page, _TITLE, signer)) + END


def is_report(data: bytes) -> bool:
    """Whether the bytes are to be a report rather than a proof."""
    return data.startswith(START)


def check_page(data: bytes, keys: Sequence[VerifierKey], signers: Sequence[VerifierKey]) -> CheckedReport:
    """What the report states.

    1. It ends with a signature of one of the signers over all in front of it.
    2. What it holds is a report of a log, whose name one of the keys bears.
    3. A key of the log signed its checkpoint, and each record in it is proved to be under that.
    4. The page is what is made of that, where this version made it.

    Args:
        data: The file.
        keys: The pinned keys of the log.
        signers: Who may have signed the report.

    Raises:
        FormatError: ``document.*`` (1), ``report.malformed`` (2), ``checkpoint.*``, ``proof.*`` or ``key.*`` (3), ``report.differs`` (4).
    """
    page, signed_by = _check_signature(data, signers)
    contents = _parse(page)
    if contents.origin not in {key.name for key in keys}:
        raise FormatError(
            "checkpoint.key_unknown", "the report is of another log than the one whose key is pinned"
        )
    _check_proofs(contents, keys)
    compared = contents.runtime == VERSION
    try:
        shown = render(contents)
    except (ValueError, LookupError) as error:
        raise FormatError("report.malformed", str(error)) from None
    if compared and shown != page:
        raise FormatError(
            "report.differs", "the page does not show what is in it: it was made by something else"
        )
    return CheckedReport(
        contents=contents, signed_by=str(signed_by), proven=len(contents.proofs), compared=compared
    )


def _check_signature(data: bytes, signers: Sequence[VerifierKey]) -> tuple[bytes, VerifierKey]:
    page, mark, rest = data.rpartition(_MARK)
    if len(data) > MAX_REPORT_BYTES or not mark or not rest.endswith(END) or len(rest) > 2 * MAX_NOTE_BYTES:
        raise FormatError("document.malformed", "the file does not end with a signature")
    try:
        note = strict_base64(rest[: -len(END)].decode("ascii"))
    except (InvalidNote, UnicodeDecodeError):
        raise FormatError("document.malformed", "the signature is not base64") from None
    return page, check_document(page, _TITLE, note, signers)


def _parse(page: bytes) -> ReportContents:
    # The last one: text in front of it cannot begin such a block, since every `<` in it is escaped.
    data = page.rpartition(DATA_START)[2].partition(DATA_END)[0]
    try:
        contents = msgspec.json.decode(data, type=ReportContents)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise FormatError("report.malformed", "the file does not hold a report's data") from None
    if set(contents.sections) != set(SECTIONS):
        raise FormatError("report.malformed", "the report has not exactly its sections")
    return contents


def _check_proofs(contents: ReportContents, keys: Sequence[VerifierKey]) -> None:
    if not contents.checkpoint:
        if contents.proofs or contents.outcomes or any(rows.total for rows in contents.sections.values()):
            raise FormatError("report.malformed", "the report lists something, and holds no checkpoint")
        return
    known = follow_key_succession(keys, [proof.encode() for proof in contents.handovers])
    checkpoint = read_checkpoint(contents.checkpoint.encode(), known)
    seen: set[int] = set()
    for proof in contents.proofs:
        if proof.seq in seen or not _holds(proof, checkpoint):
            raise FormatError("proof.path", f"record {proof.seq} is not proved to be under the checkpoint")
        seen.add(proof.seq)


def _holds(proof: EmbeddedProof, checkpoint: Checkpoint) -> bool:
    if len(proof.path) > _MOST_HASHES:
        return False
    try:
        path = [strict_base64(node) for node in proof.path]
    except InvalidNote:
        return False
    leaf = leaf_hash(proof.line.encode())
    return verify_inclusion(leaf, proof.seq, checkpoint.size, path, checkpoint.root)
