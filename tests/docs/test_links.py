"""A link in a document leads to a file, and an anchor to a heading, that exist."""

from __future__ import annotations

import re
from pathlib import Path

LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)")
FENCED = re.compile(r"^```.*?^```\s*$", re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, made as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_link_between_documents_leads_somewhere(root: Path) -> None:
    pages = [
        *root.glob("*.md"),
        *(root / "docs").rglob("*.md"),
        *(root / "runtime").rglob("README.md"),
        *(root / "tests" / "cases").rglob("README.md"),
    ]
    broken = []
    for page in pages:
        for target, anchor in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
            goal = (page.parent / target).resolve() if target else page
            if not goal.exists() or (anchor and goal.suffix == ".md" and anchor not in _anchors(goal)):
                broken.append(f"{page.relative_to(root)}: {target}#{anchor}")
    assert broken == []
