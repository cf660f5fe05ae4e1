"""What the site needs beside the pages of docs/: the pages at the repository's root, and links that lead out of docs/.

MkDocs calls these functions while it builds (`hooks` in mkdocs.yml). A file that a page links to is copied into the site; a folder becomes its name alone, since a
site has no listing of it.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "AGENTS.md": "agents.md",
}
"""Pages at the repository's root, and what they are called in the site."""
_LINK = re.compile(r"\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages at the root, and the files outside docs/ that pages link to."""
    from mkdocs.structure.files import File

    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for target in _targets(page.read_text("utf-8"), page.parent):
            _add(files, config, target)
    for source in PAGES:
        for target in _targets((ROOT / source).read_text("utf-8"), ROOT):
            _add(files, config, target)
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point links at where the site has their targets."""
    here = page.file.src_uri
    source = next((ROOT / s for s, name in PAGES.items() if name == here), ROOT / "docs" / here)

    def pointed(link: re.Match[str]) -> str:
        text, target, anchor = link[1], link[2], link[3] or ""
        if ":" in target:
            return link[0]
        name = _name(Path(posixpath.normpath(source.parent / target)))
        if name is None:
            return text
        return f"[{text}]({posixpath.relpath(name, posixpath.dirname(here) or '.')}{anchor})"

    return _LINK.sub(pointed, markdown)


def _targets(text: str, folder: Path) -> list[Path]:
    found = (link[2] for link in _LINK.finditer(text) if ":" not in link[2])
    return [Path(posixpath.normpath(folder / target)) for target in found]


def _add(files: Files, config: MkDocsConfig, target: Path) -> None:
    from mkdocs.structure.files import File

    name = _name(target)
    if name is not None and target.is_file() and files.get_file_from_path(name) is None:
        files.append(File.generated(config, name, content=target.read_bytes()))


def _name(target: Path) -> str | None:
    """Where the site has a file of the repository; None for a folder without a page."""
    if target.is_dir():
        target = target / "README.md"
    if not target.is_file() or not target.is_relative_to(ROOT):
        return None
    path = target.relative_to(ROOT).as_posix()
    if path in PAGES:
        return PAGES[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"
