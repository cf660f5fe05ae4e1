"""Writes executables that describe themselves into the tools folder of a workspace."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any


def put_program(
    folder: Path, name: str, body: str, /, *, first: str = "#!/bin/bash", **declared: Any
) -> Path:
    """An executable of this name; ``declared`` are the fields of its declaration, ``body`` is what it does with ``$1``."""
    fields = {
        "name": name.partition(".")[0],
        "description": "A test's",
        "parameters": {"type": "object"},
    } | declared
    text = json.dumps(fields)
    head = f"if [[ \"${{1:-}}\" == --describe ]]; then cat <<'JSON'\n{text}\nJSON\nexit 0\nfi\n"
    return put_file(folder, name, f"{first}\n{head}{textwrap.dedent(body)}\n")


def put_server(folder: Path, name: str, /, **declared: Any) -> Path:
    """A program that serves many calls, and does in each what ``do`` says (`serving_program`)."""
    fields = {"name": name.partition(".")[0]} | declared
    text = Path(__file__).with_name("serving_program.py").read_text()
    return put_file(folder, name, text.replace("EXTRA: dict = {}", f"EXTRA = {fields!r}"))


def put_file(folder: Path, name: str, text: str | bytes, mode: int = 0o755) -> Path:
    """A file of a tools folder."""
    folder.mkdir(exist_ok=True)
    place = folder / name
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    place.chmod(mode)
    return place


def name_tools_folder(workspace: Path, *folders: str) -> None:
    """Have the settings name tools folders."""
    settings = workspace / "runtime.toml"
    settings.write_text(f"{settings.read_text()}\n[tools]\nfolders = {json.dumps(folders or ('tools',))}\n")
