"""`python -m runtime` in a folder that nobody accepted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLANTED = (
    "json",
    "click",
    "msgspec",
    "tomllib",
    "pathlib",
    "typing",
    "asyncio",
    "blake3",
    "sitecustomize_json",
)


def _run(folder: Path, *arguments: str, root: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(root)}
    environment.pop("PYTHONSAFEPATH", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("start", [["-m", "runtime"], ["-mruntime"], ["-X", "utf8", "-m", "runtime"]])
def test_a_module_of_the_folder_is_not_imported_in_place_of_a_library(
    tmp_path: Path, root: Path, start: list[str]
) -> None:
    """T-RUN-32"""
    for name in PLANTED:
        (tmp_path / f"{name}.py").write_text("import os; os.write(2, b'PLANTED'); os._exit(66)\n")
    for command in (["version"], ["doctor"], ["call", "read_file", "{}", "--dry-run"]):
        done = _run(tmp_path, *start, *command, root=root)
        assert "PLANTED" not in done.stderr
        assert done.returncode != 66


def test_a_program_that_imports_the_package_keeps_its_own_folder(tmp_path: Path, root: Path) -> None:
    (tmp_path / "mine.py").write_text("import runtime\nimport beside\nprint(beside.WORD)\n")
    (tmp_path / "beside.py").write_text("WORD = 'beside'\n")
    done = _run(tmp_path, "-m", "mine", root=root)
    assert done.stdout == "beside\n"
