"""Checks a report in PDF: the signed page in it holds, and the PDF is what is printed of that page."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.audit.format.chain import FormatError
from runtime.audit.format.note import Signer, VerifierKey
from runtime.audit.report.contents import ReportContents
from runtime.audit.report.page import START as PAGE_START
from runtime.audit.report.pdf import START, print_report
from runtime.audit.report.signed_page import END, MAX_REPORT_BYTES, CheckedReport, check_page, sign_page
from runtime.contracts.errors import ConfigurationError


def sign_pdf(contents: ReportContents, signer: Signer) -> bytes:
    """The report as PDF, with the signed page attached. Raises as `print_report`."""
    return print_report(contents, sign_page(contents, signer), str(signer.key))


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are to be a report in PDF."""
    return data.startswith(START)


def check_pdf(data: bytes, keys: Sequence[VerifierKey], signers: Sequence[VerifierKey]) -> CheckedReport:
    """What the report states.

    1. A signed page is attached, and holds by `check_page`.
    2. The PDF is, byte for byte, what this version prints of it; where another version made it, or the library is not here, that is not compared.

    Raises:
        FormatError: ``report.malformed``: no page is attached; as `check_page`; ``report.differs`` (2).
    """
    start = data.find(PAGE_START)
    end = data.rfind(END) + len(END)
    if len(data) > 2 * MAX_REPORT_BYTES or start < 0 or end <= start:
        raise FormatError("report.malformed", "no signed page is attached to the PDF")
    page = data[start:end]
    checked = check_page(page, keys, signers)
    try:
        printed = print_report(checked.contents, page, checked.signed_by)
    except ConfigurationError:
        return msgspec.structs.replace(checked, compared=False)
    if checked.compared and printed != data:
        raise FormatError("report.differs", "the PDF does not show what is attached to it")
    return checked
