"""docs/architecture.md: the packages and modules of `runtime`, `runtime.audit` and `runtime.bash`, by the first lines of their docstrings.

The rest of the page is written by hand and stays: only what stands between the two marks is made here.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- Generated from the first line of each docstring by `just docs`. -->\n"
END = "<!-- End of the generated part. -->\n"
ROOMS = ("runtime", "runtime/audit", "runtime/bash")


def render() -> dict[str, str]:
    """The page by its path.

    Raises:
        ValueError: the page lacks a mark, or a package or module lacks its docstring.
    """
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} has lost a mark of its generated part")
    return {"docs/architecture.md": "".join([before, begin, *map(_table, ROOMS), "\n", end, after])}


def _table(room: str) -> str:
    rows = [
        f"| `{path.name}{'/' if path.is_dir() else ''}` | {_first_line(path)} |\n"
        for path in parts(ROOT / room)
    ]
    return f"\n### `ls {room}`\n\n| part | holds |\n|---|---|\n{''.join(rows)}"


def parts(folder: Path) -> list[Path]:
    """The packages of a folder, then its modules, each in the order of their names."""
    packages = sorted(path.parent for path in folder.glob("*/__init__.py"))
    modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    return packages + modules


def _first_line(path: Path) -> str:
    source = path / "__init__.py" if path.is_dir() else path
    text = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    line = text.partition("\n")[0].removesuffix("::").strip()
    if not line:
        raise ValueError(f"{source.relative_to(ROOT)} has no docstring")
    return line.replace("``", "`").replace("|", "\\|")
