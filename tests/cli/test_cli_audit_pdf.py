"""``runtime audit report -o report.pdf``: a print whose text can be read back, bound to the signed page in it."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader


@pytest.fixture
def made(project, run):
    """The PDF and the page of a log with a denial, a hidden-looking tool's text, and a hold."""
    run("call", "list_dir")
    run("call", "write_file", '{"path": "/etc/shadow", "content": "x"}')
    run("call", "no_such_tool\u202e</td>\u65e5")
    run("audit", "hold", "place", "--all", "--reason", "case 4711 {nb} \u65e5\u672c")
    assert run("audit", "report", "-o", "report.pdf", "--json").data["verdict"] == "OK"
    return project / "report.pdf"


def text_of(data: bytes) -> str:
    return "".join(page.extract_text() + "\n" for page in PdfReader(io.BytesIO(data)).pages)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_the_text_of_a_pdf_is_that_of_its_page_and_reads_back(made, run):
    text = squeezed(text_of(made.read_bytes()))
    checked = run("audit", "check", str(made), "--json").data
    assert (checked["reported"], checked["page_compared"]) == ("OK", True)
    for part in (
        "Audit report",
        "Integrity",
        "Denials",
        "Approvals",
        "Policy changes",
        "Incidents",
        "Evidence",
    ):
        assert squeezed(part) in text
    assert "placedthelegalhold" in text
    assert "case4711{nb}\\u65e5\\u672c" in text
    assert "tool.not_found" in text or "write_file" in text
    key = run("init", "--json").data["verifier_key"]
    assert squeezed(f"signed by {key}") in text


def test_the_page_in_a_pdf_is_a_report_of_its_own(made, project, run):
    attached = PdfReader(made).attachments["report.html"][0]
    (project / "attached.html").write_bytes(attached)
    checked = run("audit", "check", "attached.html", "--json")
    assert (checked.status, checked.data["reported"]) == (0, "OK")


def test_a_changed_pdf_does_not_pass_for_what_is_in_it(made, project, run):
    """T-RET-08: the page inside still holds; what is shown is not what it says."""
    data = made.read_bytes()
    key = run("init", "--json").data["verifier_key"]
    good = run("audit", "check", str(made), "--key", key, "--signer", key)
    assert good.status == 0, good.err
    cases = {
        "report.differs": data.replace(b"/Title", b"/Titel", 1),
        "document.signature": data.replace(b"<h2>Denials</h2>", b"<h2>denials</h2>", 1),
        "document.malformed": data.replace(b"<!-- report-signature ", b"<!-- report-signatura "),
    }
    for code, changed in cases.items():
        assert changed != data
        made.write_bytes(changed)
        checked = run("audit", "check", str(made), "--json")
        assert checked.status != 0
        assert checked.data["code"] == code
    made.write_bytes(data + b"%%EOF\n")
    assert run("audit", "check", str(made), "--json").data["code"] == "report.differs"
