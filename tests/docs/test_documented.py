"""What an author of tools can say and is given stands in the pages that are written for them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

from runtime.contracts import ports
from runtime.contracts.capability import Capability
from runtime.host.settings import ProcessSettings
from runtime.sdk import tool


def _rows(page: Path) -> set[str]:
    """The words in code style of the first cells of a page's tables."""
    cells = re.findall(r"^\| ([^|]*) \|", page.read_text("utf-8"), re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def test_every_argument_of_the_decorator_is_in_its_table(root: Path) -> None:
    assert set(inspect.signature(tool).parameters) - _rows(root / "docs/tools.md") == set()


def test_every_handle_of_the_context_is_in_its_table(root: Path) -> None:
    members = {name for name in vars(ports.ToolContext) if not name.startswith("_") and name != "call_id"}
    told = {row.removeprefix("ctx.").removesuffix("()") for row in _rows(root / "docs/tools.md")}
    assert {"fs", "http", "process", "session", "check"} <= members
    assert members - told == set()


def test_every_kind_of_capability_is_in_its_table(root: Path) -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(Capability)}
    assert kinds - _rows(root / "docs/capabilities.md") == set()


def test_every_setting_of_processes_is_shown(root: Path) -> None:
    pages = "".join(
        (root / "docs" / name).read_text("utf-8") for name in ("capabilities.md", "coding-tools.md")
    )
    assert [name for name in ProcessSettings.__struct_fields__ if name not in pages] == []


def test_every_port_of_the_call_is_in_the_table_of_ports(root: Path) -> None:
    rows = _rows(root / "docs/architecture.md")
    assert {
        "Tool",
        "Backend",
        "Egress",
        "Launcher",
        "ApprovalRules",
        "ApprovalInbox",
        "SessionAccess",
    } <= rows
    assert "Approver" not in rows
