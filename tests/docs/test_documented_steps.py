"""The steps of a governed call stand in one order, wherever they are listed."""

from __future__ import annotations

import re
from pathlib import Path

from runtime.contracts import steps
from runtime.executor import pipeline

NUMBERED = {value: name for name, value in vars(steps).items() if name.isupper()}


def test_the_steps_are_numbered_without_a_gap() -> None:
    assert list(NUMBERED) == list(range(len(NUMBERED)))


def test_the_pipeline_and_the_architecture_list_the_same_steps(root: Path) -> None:
    table = re.findall(
        r"^\| (\d+) ([a-z ]+) \|", (root / "docs" / "architecture.md").read_text(), re.MULTILINE
    )
    assert {int(number): name.replace(" ", "_").upper() for number, name in table} == NUMBERED
    listed = re.findall(r"^    (\d+) +([a-z]+)", pipeline.__doc__ or "", re.MULTILINE)
    names = {number: name.split("_")[0].lower() for number, name in NUMBERED.items()}
    assert {int(number): name for number, name in listed} == names
