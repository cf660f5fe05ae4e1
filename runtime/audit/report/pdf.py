"""Prints a report as PDF, for filing cabinets: what the page says, with the signed page itself attached.

The PDF is a function of the page, so who has the signature checked makes the PDF anew and compares the bytes. The library draws; words come from
`wording`, as the page's do. The fonts are those that every reader of PDF has, which hold Latin-1: other characters are written as ``\\uXXXX``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from runtime.audit.report.contents import Interval, ReportContents, Section, Tally
from runtime.audit.report.wording import (
    TITLES,
    VERDICTS,
    Line,
    clean,
    extent,
    facts,
    lines_of,
    row_cells,
    verification_facts,
)
from runtime.contracts.errors import ConfigurationError

START = b"%PDF-"
ATTACHED = "report.html"
_COLOURS = {
    "good": (26, 127, 55),
    "mid": (154, 103, 0),
    "bad": (207, 34, 46),
    "soft": (87, 96, 106),
    "ink": (0, 0, 0),
}
_WIDTHS: dict[Section, tuple[int, ...]] = {
    "denials": (27, 42, 30, 24, 45, 12),
    "approvals": (27, 42, 30, 30, 39, 12),
    "policies": (27, 25, 70, 46, 12),
    "keys": (27, 70, 71, 12),
    "incidents": (27, 34, 107, 12),
}
_MICRO = 1_000_000


def print_report(contents: ReportContents, page: bytes, signed_by: str) -> bytes:
    """The PDF of a page that is signed.

    Args:
        contents: What the page states.
        page: The page's file, with its signature.
        signed_by: The verifier key of who signed it.

    Raises:
        ConfigurationError: ``config.invalid``: the library is not here.
        FormatError, ValueError: as `runtime.audit.report.page.render`.
    """
    try:
        import fpdf
    except ModuleNotFoundError:
        raise ConfigurationError(
            "the library for PDF is not here",
            suggestion="pip install 'cathedral-runtime[pdf]', or write report.html.",
        ) from None
    return _Printer(fpdf, contents).print(page, signed_by)


class _Printer:
    """One PDF."""

    def __init__(self, fpdf: Any, contents: ReportContents) -> None:
        self._fpdf = fpdf
        self._contents = contents
        self._pdf = pdf = fpdf.FPDF(format="A4", unit="mm")
        pdf.set_creation_date(datetime.fromtimestamp(contents.made_us // _MICRO, UTC))
        pdf.set_title(f"Audit report: {_latin(contents.origin)}")
        pdf.set_producer(_latin(f"Cathedral Runtime {contents.runtime}"))
        pdf.set_lang("en")
        pdf.set_margins(15, 15)
        pdf.set_auto_page_break(auto=True, margin=15)
        pdf.alias_nb_pages("")  # numbers of pages are not written, and no text of a caller stands for one
        pdf.add_page()

    def print(self, page: bytes, signed_by: str) -> bytes:
        """All of it, in the page's order."""
        contents, lines = self._contents, lines_of(self._contents)
        self._say("Audit report", size=18, bold=True)
        self._say(contents.origin, colour="soft")
        self._pairs(facts(contents))
        self._integrity()
        self._calls()
        for section in TITLES:
            self._section(section, lines)
        self._evidence(page, signed_by)
        self._pdf.embed_file(
            bytes=page,
            basename=ATTACHED,
            mime_type="text/html",
            desc="The signed report with its proofs",
            modification_date=datetime.fromtimestamp(contents.made_us // _MICRO, UTC),
            creation_date=datetime.fromtimestamp(contents.made_us // _MICRO, UTC),
            compress=False,
        )
        return bytes(self._pdf.output())

    # Parts.

    def _integrity(self) -> None:
        found = self._contents.verification
        colour, meaning = VERDICTS[found.verdict]
        self._title("Integrity")
        self._say(found.verdict, size=14, bold=True, colour=colour)
        self._say(meaning)
        self._say(found.detail)
        self._pairs(verification_facts(found))
        if found.findings:
            rows = [(one.verdict, one.code, one.message) for one in found.findings]
            self._table(("verdict", "code", "finding"), rows, (28, 38, 114))

    def _calls(self) -> None:
        contents = self._contents
        self._title("Calls")
        total = sum(contents.outcomes.values())
        self._say(f"{total} calls began in the period.")
        if not total:
            return
        self._table(("outcome", "calls"), list(contents.outcomes.items()), (60, 30))
        self._timeline(contents.intervals, contents.interval_us)
        self._tallies("Tools", contents.tools, contents.more_tools)
        self._tallies("Principals", contents.principals, contents.more_principals)

    def _timeline(self, intervals: Sequence[Interval], width_us: int) -> None:
        most = max((one.completed + one.denied + one.other for one in intervals), default=0)
        if not most:
            return
        pdf, high = self._pdf, 32.0
        if pdf.will_page_break(high + 12):
            pdf.add_page()
        bottom, bar = pdf.get_y() + high, 180 / len(intervals)
        for number, one in enumerate(intervals):
            top = bottom
            for count, colour in ((one.completed, "good"), (one.other, "mid"), (one.denied, "bad")):
                height = high * count / most
                top -= height
                if count:
                    pdf.set_fill_color(*_COLOURS[colour])
                    pdf.rect(15 + number * bar, top, max(0.4, bar - 0.2), height, style="F")
        pdf.set_y(bottom + 1)
        hours = width_us // 3_600_000_000
        self._say(
            f"Calls in stretches of {hours} h, at most {most}: green completed, amber failed, timed out, aborted or open, red denied",
            size=8,
            colour="soft",
        )

    def _tallies(self, title: str, tallies: Sequence[Tally], left_out: int) -> None:
        self._title(title)
        rows = [(one.name, one.calls, one.completed, one.denied) for one in tallies]
        self._table(("name", "calls", "completed", "denied"), rows, (105, 25, 25, 25))
        if left_out:
            self._say(f"{left_out} calls of others are not listed by name.", colour="soft")

    def _section(self, section: Section, lines: dict[int, Line]) -> None:
        title, meaning, columns = TITLES[section]
        rows = self._contents.sections[section]
        self._title(title)
        self._say(meaning)
        if not rows.total:
            self._say("None.", colour="soft")
            return
        self._say(extent(rows), colour="soft")
        self._table(columns, [row_cells(section, row, lines) for row in rows.rows], _WIDTHS[section])

    def _evidence(self, page: bytes, signed_by: str) -> None:
        self._title("Evidence")
        self._say(
            f"This is a print of the report that is attached to it as {ATTACHED}, which holds the records and proofs of all that is listed, and is signed. "
            "`runtime audit check` checks both."
        )
        self._pairs(
            [
                ("signed by", signed_by),
                ("length of the report", f"{len(page)} bytes"),
                ("SHA-256 of the report", sha256(page).hexdigest()),
            ]
        )
        if self._contents.checkpoint:
            for line in self._contents.checkpoint.rstrip("\n").split("\n"):
                self._say(line or " ", font="courier", size=7)

    # Shapes.

    def _title(self, text: str) -> None:
        self._pdf.ln(4)
        self._say(text, size=13, bold=True)

    def _say(
        self, text: str, *, size: float = 10, bold: bool = False, colour: str = "ink", font: str = "helvetica"
    ) -> None:
        pdf = self._pdf
        pdf.set_font(font, "B" if bold else "", size)
        pdf.set_text_color(*_COLOURS[colour])
        pdf.multi_cell(
            0,
            size * 0.5,
            _latin(text),
            new_x="LMARGIN",
            new_y="NEXT",
            align="L",
            wrapmode="CHAR" if font == "courier" else "WORD",
        )

    def _pairs(self, pairs: Any) -> None:
        self._table((), [(name, value) for name, value in pairs], (60, 120))

    def _table(self, columns: Sequence[str], rows: Sequence[Sequence[object]], widths: Sequence[int]) -> None:
        pdf = self._pdf
        pdf.set_font("helvetica", "", 8)
        pdf.set_text_color(*_COLOURS["ink"])
        with pdf.table(
            col_widths=tuple(widths),
            width=sum(widths),
            align="LEFT",
            text_align="LEFT",
            line_height=4,
            borders_layout="HORIZONTAL_LINES",
            first_row_as_headings=bool(columns),
            wrapmode="CHAR",
        ) as table:
            for row in ([columns] if columns else []) + list(rows):
                table.row([_latin(cell) for cell in row])
        pdf.ln(1)


def _latin(text: object) -> str:
    """Text in the characters of the fonts; others by their numbers."""
    return clean(text).encode("latin-1", "backslashreplace").decode("latin-1")
