"""docs/adr/README.md: the list of decisions, from the titles of their pages."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "adr"
_TITLE = re.compile(r"# (\d{4}) (.+)")
_HEAD = """\
# Decisions

<!-- Generated from the titles of the pages by `just docs`. -->

One page each: context, decision, consequences, with the figures that decided and how they were measured. A decision is never edited into
another one: a later page supersedes it, and both say so.

| number | decision |
|---|---|
"""


def render() -> dict[str, str]:
    """The list by its path."""
    return {"docs/adr/README.md": _HEAD + "".join(_row(page) for page in sorted(FOLDER.glob("[0-9]*.md")))}


def _row(page: Path) -> str:
    title = _TITLE.match(page.read_text("utf-8"))
    if title is None or not page.name.startswith(f"{title[1]}-"):
        raise ValueError(f"{page.name} does not begin with its number and title: # 0001 Record decisions")
    return f"| [{title[1]}]({page.name}) | {title[2]} |\n"
