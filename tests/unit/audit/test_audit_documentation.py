"""The table of findings in ``docs/audit.md`` is complete, and holds nothing that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

from runtime.audit.verify.report import EXIT_CODES
from runtime.contracts.audit import KINDS

ROOT = Path(__file__).parents[3]
FAMILIES = "witness|record|chain|tree|log|key|checkpoint|call|segment|seal|proof|vault"
PAGE = (ROOT / "docs" / "audit.md").read_text("utf-8")


def test_every_finding_is_documented_and_every_documented_one_exists():
    # Files share the form of codes: `records.jsonl` and quoted module names are none.
    sources = [path.read_text("utf-8") for path in (ROOT / "runtime" / "audit").rglob("*.py")]
    made = {code for text in sources for code in re.findall(rf'"((?:{FAMILIES})\.(?!dat")[a-z_]+)"', text)}
    documented = set(re.findall(rf"^\| `((?:{FAMILIES})\.[a-z_]+)` \|", PAGE, re.MULTILINE))
    assert made == documented


def test_every_verdict_has_its_row():
    rows = re.findall(r"^\| (\d) \| ([A-Z_]+) \|", PAGE, re.MULTILINE)
    assert {verdict: int(code) for code, verdict in rows} == EXIT_CODES


def test_every_kind_has_its_row():
    rows = re.findall(r"^\| ([A-Z]\w+(?:, [A-Z]\w+)*) \|", PAGE, re.MULTILINE)
    assert {kind for row in rows for kind in row.split(", ")} >= set(KINDS)


def test_the_page_for_auditors_shows_the_script_as_it_is():
    script = (ROOT / "docs" / "check_proof.py").read_text("utf-8")
    assert f"```python\n{script}```\n" in (ROOT / "docs" / "auditors.md").read_text("utf-8")
