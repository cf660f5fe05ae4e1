"""Chapters of utilities: what GNU's tools made of a command line, as `tests/support/spec_cases.py` writes cases.

What a chapter says above its first case makes the files that every case finds.
"""

from __future__ import annotations

from pathlib import Path

from gnu_bash import ENVIRONMENT, FOLDER, Said
from spec_cases import Chapter, read

CHAPTERS = Path(__file__).with_name("chapters")
# 2026-11-21: some cases make files some days old.
NOW = 1_795_262_400.0


def chapters() -> list[Chapter]:
    """Every utility's, by name."""
    return [read(path) for path in sorted(CHAPTERS.glob("*.sh"))]


def in_virtual_bash(script: str) -> Said:
    """The script in a fresh virtual shell, whose user is called what the recorder's is."""
    from runtime.bash import Bash

    done = Bash(env=ENVIRONMENT, cwd=FOLDER, username="root", clock=NOW).exec_sync(script)
    texts = (text.decode("utf-8", "surrogateescape") for text in (done.stdout_bytes, done.stderr_bytes))
    return Said(*texts, done.exit_code)
