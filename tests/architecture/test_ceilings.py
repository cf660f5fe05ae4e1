"""Size and complexity have ceilings: a file is read in one sitting, a function on one screen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FILE_LINES = 600
TABLES = {"runtime/contracts/errors.py": 1500}
"""Tables, which lose by being divided: the catalogue of errors is one class after the other."""
FUNCTION_LINES = 80
COMPLEXITY = 10


def test_no_file_is_longer_than_six_hundred_lines(sources) -> None:
    long = {s.path: count for s in sources if (count := s.text.count("\n")) > TABLES.get(s.path, FILE_LINES)}
    assert long == {}


def test_no_function_is_longer_than_eighty_lines(sources) -> None:
    long = [
        f"{s.path}:{f.lineno} {f.name}"
        for s in sources
        for f in s.functions()
        if (f.end_lineno or 0) - f.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_no_function_has_more_than_ten_paths(root: Path, sources) -> None:
    """``--ignore-noqa``: a function cannot excuse itself from the ceiling."""
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--ignore-noqa",
        "--no-cache",
        "--select",
        "C901",
    ]
    options = ["--config", f"lint.mccabe.max-complexity={COMPLEXITY}", "--output-format", "json"]
    done = subprocess.run(
        [*ruff, *options, *(s.path for s in sources)], cwd=root, capture_output=True, text=True, check=False
    )
    found = [
        f"{row['filename']}:{row['location']['row']} {row['message']}" for row in json.loads(done.stdout)
    ]
    assert found == []
